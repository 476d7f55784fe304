"""What people do about each other and themselves: votes, pauses, coming and going, deputies, vacations."""

from datetime import timedelta

from games import clock
from games.models import (
    Away,
    Deputy,
    Vacation,
    Vote,
)
from games.models.vote import IS_OPEN as IS_OPEN_VOTE
from games.people.hours import change_choices, end_vacation, enter_vacation, set_auto_vacation, set_hours
from games.people.talk import post_remark
from games.play import consent, pauses, takeback, votes
from games.play.away import away_choices
from games.play.give_time import give_time
from games.play.nudge import nudge
from games.seats import deputies
from games.seats.membership import leave, mark_seen, return_to_seat, take_seat
from games.seats.replacement import offer_seat, take_over

from .asked import some_seat
from .world import World


def pause(world: World) -> str | None:
    """Ask for a pause."""
    seat = some_seat(world)
    if seat is None:
        return None
    vote = pauses.request_pause(seat=seat.pk, days=world.dice.choice((1, 2, 7, 0)))
    return f"by {seat.number}, {'done' if vote is None else 'asked'}"


def end_pause(world: World) -> str | None:
    """End the table's own pause."""
    seat = some_seat(world)
    if seat is None:
        return None
    pauses.end_pause(seat=seat)
    return f"by {seat.number}"


def agree(world: World) -> str | None:
    """Answer a request, or withdraw it."""
    asked = Vote.objects.filter(IS_OPEN_VOTE, game=world.game).exclude(kind=Vote.Kind.SILENCE)
    vote = world.pick(asked.select_related("seat").order_by("pk"))
    if vote is None:
        return None
    if world.chance() < 0.1:
        consent.withdraw(seat=vote.seat, kind=Vote.Kind(vote.kind))
        return f"withdraws {vote.kind}"
    agrees = world.chance() < 0.85
    seats = votes.voters(world.game.seats.order_by("number"), vote.seat)
    for seat in seats:
        if vote.kind == Vote.Kind.TAKEBACK:
            takeback.answer_takeback(vote=vote, seat=seat, agrees=agrees)
        else:
            consent.answer(vote=vote, seat=seat, agrees=agrees)
        if not agrees:
            break
    return f"{vote.kind} {agrees}"


def cast(world: World) -> str | None:
    """Vote about who is silent."""
    asked = Vote.objects.filter(IS_OPEN_VOTE, game=world.game, kind=Vote.Kind.SILENCE).select_related("seat")
    vote = world.pick(asked.order_by("pk"))
    seat = some_seat(world)
    if vote is None or seat is None:
        return None
    choice = world.dice.choice([*vote.choices, "no-such-choice"] if world.chance() < 0.1 else vote.choices)
    votes.cast(vote=vote, seat=seat, choice=choice)
    return f"{seat.number}: {choice}"


def join(world: World) -> str | None:
    """Let somebody new join."""
    player = world.newcomer()
    seat = take_seat(game=world.game, player=player)
    return f"{player.name} {'waits' if seat is None else seat.number}"


def go(world: World) -> str | None:
    """Let somebody leave."""
    seat = some_seat(world)
    return None if seat is None else f"{seat.number}, at once {leave(seat=seat)}"


def come_back(world: World) -> str | None:
    """Take a seat back from the bot."""
    seat = world.pick(
        [each for each in world.game.seats.order_by("number") if each.is_person and each.on_autopilot]
    )
    if seat is None:
        return None
    return_to_seat(seat=seat)
    return f"to {seat.number}"


def offer(world: World) -> str | None:
    """Offer a seat to others."""
    seat = some_seat(world)
    if seat is None:
        return None
    offer_seat(seat=seat)
    return f"of {seat.number}"


def take_offered(world: World) -> str | None:
    """Take over a seat that is offered."""
    seat = world.pick(world.game.seats.exclude(offered_at=None).order_by("number"))
    if seat is None:
        return None
    player = world.newcomer()
    take_over(game=world.game, number=seat.number, player=player)
    return f"{player.name} at {seat.number}"


def deputy(world: World) -> str | None:
    """Ask somebody to play for a while, let them accept, or end it."""
    live = world.pick(Deputy.objects.filter(seat__game=world.game, ended_at=None).order_by("pk"))
    if live is not None and world.chance() < 0.5:
        if live.accepted_at is None:
            deputies.accept_deputy(deputy=live.pk, by=live.player)
            return "accepted"
        deputies.end_deputy(deputy=live.pk, by=live.owner)
        return "ended"
    seat = some_seat(world)
    if seat is None or seat.player is None:
        return None
    other = world.newcomer()
    until = (clock.now() + timedelta(days=world.dice.choice((2, 9)))).date()
    asked = deputies.ask_deputy(seat=seat, by=seat.player, who=other.email, until=until)
    if world.chance() < 0.7:
        deputies.accept_deputy(deputy=asked.pk, by=other)
    return f"{other.name} for {seat.number}"


def time_for_another(world: World) -> str | None:
    """Give somebody more time."""
    seat, other = some_seat(world), some_seat(world)
    if seat is None or other is None:
        return None
    give_time(seat=seat, to=other, days=world.dice.choice((1, 3)))
    return f"{seat.number} to {other.number}"


def ask_to_hurry(world: World) -> str | None:
    """Nudge somebody."""
    seat, other = some_seat(world), some_seat(world)
    if seat is None or other is None:
        return None
    nudge(seat=seat, to=other)
    return f"{seat.number} to {other.number}"


def vacation(world: World) -> str | None:
    """Enter a vacation, from today or from tomorrow."""
    seat = some_seat(world)
    if seat is None or seat.player is None:
        return None
    player = seat.player
    if world.chance() < 0.2:
        set_auto_vacation(player=player, wanted=True)
        return f"of {seat.number} may begin by itself"
    first = (clock.now() + timedelta(days=world.dice.choice((0, 0, 1)))).date()
    choices = {seat.pk: world.dice.choice(away_choices(world.game))} if world.chance() < 0.6 else {}
    entered = enter_vacation(
        player=player,
        first_day=first,
        last_day=first + timedelta(days=world.dice.randrange(1, 4)),
        choices=choices,
    )
    if world.chance() < 0.2:
        change_choices(
            player=player, vacation=entered.pk, choices={seat.pk: world.dice.choice(list(Away)).value}
        )
    return f"of {seat.number}"


def come_home(world: World) -> str | None:
    """End a vacation early."""
    found = world.pick(
        Vacation.objects.filter(ends_at__gt=clock.now()).select_related("player").order_by("pk")
    )
    if found is None:
        return None
    end_vacation(player=found.player, vacation=found.pk)
    return f"of {found.player.name}"


def hours(world: World) -> str | None:
    """Set the quiet hours of somebody."""
    seat = some_seat(world)
    if seat is None or seat.player is None:
        return None
    begin = world.dice.randrange(20, 24)
    quiet = (clock.now().time().replace(hour=begin, minute=0, second=0, microsecond=0),
             clock.now().time().replace(hour=7, minute=0, second=0, microsecond=0))  # fmt: skip
    set_hours(
        player=seat.player, quiet=quiet if world.chance() < 0.7 else None, days_off=world.some(range(7), 2)
    )
    return f"of {seat.number}"


def talk(world: World) -> str | None:
    """Say something at the table."""
    seat = some_seat(world)
    if seat is None:
        return None
    post_remark(
        seat=seat.pk, text=f"Well played, @{world.people[0].name}!", submission_key=f"say {world.step}"
    )
    return f"by {seat.number}"


def look(world: World) -> str | None:
    """Look at the table."""
    seat = some_seat(world)
    if seat is None:
        return None
    mark_seen(seat=seat, version=world.game.version)
    return f"by {seat.number}"
