"""What chance brings too seldom in the other games: each act does it on purpose."""

from games import clock
from games.models import BY_PEOPLE, By, Heartbeat, Question, StoredWindowOrder, Vote
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_OPEN_VOTE
from games.moderation import desk
from games.orders import turn_orders
from games.orders.turn_orders import Throws
from games.orders.window_orders import WindowOrder, surprises_of
from games.periodic import sweep
from games.play import takeback, votes
from games.play.answer import answer_question
from games.play.set_turn_orders import set_turn_orders
from games.play.set_window_orders import set_window_orders
from games.play.undo import undo
from tests.site.play import open_questions, sweeps_ran

from .answers import answer
from .asked import asked_now, some_labels, some_question, some_seat
from .world import World

SHOWDOWN = "rock-paper-scissors-showdown"


def order_throws(world: World) -> str | None:
    """Say what is thrown next, and what after that."""
    seat = some_seat(world)
    if seat is None:
        return None
    throws = Throws(
        tuple(world.some(list(turn_orders.THROWS), 2)), world.dice.choice(list(turn_orders.AND_THEN))
    )
    set_turn_orders(seat=seat, throws=throws)
    return f"of {seat.number}: {list(throws.next)} {throws.otherwise}"


def never_use(world: World) -> str | None:
    """Never use a free action."""
    seat = some_seat(world)
    if seat is None:
        return None
    set_turn_orders(seat=seat, unused=turn_orders.free_actions_in(world.game.edition))
    return f"of {seat.number}"


def play_surprises(world: World) -> str | None:
    """Let Surprises be played against whatever they can answer, and be asked otherwise."""
    seat = some_seat(world)
    if seat is None:
        return None
    what = StoredWindowOrder.What
    orders = [
        order
        for kind, found in surprises_of(world.game).items()
        for order in (
            *(WindowOrder(kind, what.PLAY, each) for each in found[:2]),
            WindowOrder(kind, what.ASK),
        )
    ]
    set_window_orders(seat=seat, orders=orders)
    return f"of {seat.number}: {len(orders)}"


def staff_and_back(world: World) -> str | None:
    """Let staff answer for a seat, and take that back later."""
    seat = some_seat(world)
    if seat is None:
        return None
    done = desk.perform(
        "answer", by=world.moderator, reason="To try it.", rehearse=False, game=world.game, seat=seat.number
    )
    world.travel(hours=world.dice.choice((0, 1, 3)))
    sweeps_ran()
    desk.revert(done.record, by=world.moderator)
    return f"for {seat.number}"


def use_a_key_again(world: World) -> str | None:
    """Send a form with the key of an earlier one of the same seat."""
    question = some_question(world)
    earlier = None
    if question is not None:
        moves = world.game.moves.filter(seat=question.seat).exclude(submission_key="")
        earlier = world.pick(moves.order_by("pk"))
    if question is None:
        return None
    key = f"key {world.step}" if earlier is None else earlier.submission_key
    answer_question(
        seat=question.seat_id,
        number=question.number,
        labels=some_labels(world, question),
        by=By.PAGE,
        submission_key=key,
    )
    return f"{question.what} of {question.seat.number} with {key}"


def vote_for_more_time(world: World) -> str | None:
    """Let all vote that a silent player gets more time."""
    vote = Vote.objects.filter(IS_OPEN_VOTE, game=world.game, kind=Vote.Kind.SILENCE).first()
    if vote is None:
        due = Question.objects.filter(IS_OPEN, game=world.game, due_at__isnull=False).order_by("due_at")
        if (first := due.first()) is None or first.due_at is None:
            return None
        world.travel(seconds=max(0.0, (first.due_at - clock.now()).total_seconds()) + 120)
        sweeps_ran()
        Heartbeat.objects.update(at=clock.now())
        sweep.sweep_deadlines()
        return "somebody is late"
    for seat in votes.voters(world.game.seats.order_by("number"), vote.seat):
        votes.cast(vote=vote, seat=seat, choice="more-time")
    return f"about {vote.seat_id}"


def pass_and_undo(world: World) -> str | None:
    """Pass in the window of one's own card and take it back, once the site has been away for an hour."""
    asked = [each for each in open_questions(world.game) if each.is_window and each.seat.is_person]
    last = world.game.moves.filter(kind="answer", by__in=BY_PEOPLE).order_by("-version").first()
    if not asked:
        if last is None or last.seat is None:
            return None
        world.travel(hours=1)
        undo(seat=last.seat.pk)
        return f"undone by {last.seat.number}"
    mine = (each for each in asked if last is not None and each.seat_id == last.seat_id)
    question = next(mine, world.dice.choice(asked))
    answer_question(seat=question.seat_id, number=question.number, labels=("pass",), by=By.PAGE)
    return f"{question.seat.number} passes"


def take_throw_back(world: World) -> str | None:
    """Ask to take a turn back, and let all agree at once."""
    last = world.game.moves.filter(kind="answer", by__in=BY_PEOPLE).order_by("-version").first()
    if last is None or last.seat is None:
        return None
    world.travel(hours=2)
    vote = takeback.request_takeback(seat=last.seat.pk)
    if vote is not None:
        for seat in votes.voters(world.game.seats.order_by("number"), vote.seat):
            takeback.answer_takeback(vote=vote, seat=seat, agrees=True)
    return f"by {last.seat.number}"


def play_showdown(world: World) -> str | None:
    """Play Rock-Paper-Scissors where somebody holds it."""
    for question in open_questions(world.game):
        _view, asked = asked_now(question) if question.number > 0 else (None, None)
        held = [label for label in asked.options if label.startswith(SHOWDOWN)] if asked else []
        if held and question.seat.is_person:
            answer_question(seat=question.seat_id, number=question.number, labels=held[:1], by=By.PAGE)
            return f"{question.what} of {question.seat.number}"
    return answer(world)


SELDOM = {
    "play_showdown": play_showdown,
    "order_throws": order_throws,
    "never_use": never_use,
    "play_surprises": play_surprises,
    "staff_and_back": staff_and_back,
    "use_a_key_again": use_a_key_again,
    "vote_for_more_time": vote_for_more_time,
    "pass_and_undo": pass_and_undo,
    "take_throw_back": take_throw_back,
}
