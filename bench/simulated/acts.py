"""What a person does when they visit: answer whatever waits for them, in all their games."""

import email
import email.policy
from collections.abc import Sequence
from datetime import date
from email.message import EmailMessage
from email.utils import make_msgid

import engine
from bench.simulated.mailbox import Accepted
from bench.simulated.people import Person
from games.core import access
from games.core.refusal import Refusal
from games.inbound.receive import receive
from games.models import By, Game, Player, Question, Seat, Vote
from games.people.hours import current_vacation, end_vacation, enter_vacation
from games.play import votes
from games.play.answer import answer_question
from games.play.away import away_choices
from games.replies import vocabulary
from games.seats.membership import return_to_seat

MOST_ANSWERS = 60
PLAYED_FROM = {"turn", "answer", "beside", "reminder", "reply"}
# How often somebody who enters a vacation wants something else at a table than what is usual there.
CHOOSES = 0.3


def visit(person: Person, refusals: dict[str, int]) -> None:
    """Answer what the person is asked; one refusal does not keep them from the rest."""
    mails, person.mails = person.mails, []
    if person.leaving == "automatic":
        come_back(person)
    if person.kind == "replier":
        for mail in mails:
            if mail.kind in PLAYED_FROM:
                reply(person, mail)
        return
    for seat in seats_of(person):
        try:
            if seat.on_autopilot:
                return_to_seat(seat=seat)
            vote(person, seat)
            play(person, seat)
        except Refusal as refusal:
            refusals[type(refusal).__name__] = refusals.get(type(refusal).__name__, 0) + 1


def seats_of(person: Person) -> Sequence[Seat]:
    taken = Seat.objects.filter(player=person.pk, status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING)
    return list(taken.select_related("game").order_by("pk"))


def play(person: Person, seat: Seat) -> None:
    """Answer, until nobody waits for this seat."""
    for _answer in range(MOST_ANSWERS):
        question = access.question_of(seat)
        if question is None:
            break
        labels = choose(seat, question)
        answer_question(
            seat=seat.pk,
            number=question.number,
            labels=labels,
            by=By.PAGE,
            submission_key=f"sim-{seat.pk}-{question.number}",
        )
    for question in access.side_questions(seat):
        view = access.view(seat.game, seat)
        asked = next((each for each in view.beside if each.number == question.number), None) if view else None
        if view is not None and asked is not None:
            labels = engine.bots.random(view, f"{person.number}/{question.number}", asked)
            answer_question(seat=seat.pk, number=question.number, labels=labels, by=By.PAGE)


def choose(seat: Seat, question: Question) -> Sequence[str]:
    """Play as a sensible player would."""
    if question.number < 1:
        return ("take",)
    view = access.view(seat.game, seat)
    assert view is not None
    return engine.bots.sensible(view)


def vote(person: Person, seat: Seat) -> None:
    """Vote in what a table decides about somebody else."""
    for each in Vote.objects.filter(game=seat.game_id, closed_at=None).exclude(seat=seat):
        votes.cast(vote=each, seat=seat, choice=person.chance.choice(each.choices))


def reply(person: Person, mail: Accepted) -> None:
    """Answer a mail with one line: the number of a sensible choice, and the names of what comes after it."""
    written = email.message_from_bytes(mail.raw, policy=email.policy.default)
    answer = EmailMessage(email.policy.SMTP)
    answer["From"] = person.address
    answer["To"] = written["Reply-To"]
    answer["Subject"] = f"Re: {written['Subject']}"
    answer["In-Reply-To"] = written["Message-ID"]
    answer["Message-ID"] = make_msgid(domain="players.example")
    text = first_line(person, mail)
    if text is None:
        return
    body = written.get_body(("plain",))
    assert body is not None
    quoted = "".join(f"> {line}\n" for line in body.get_content().splitlines()[:40])
    answer.set_content(f"{text}\n\nOn some day Fluxx wrote:\n{quoted}")
    receive(answer.as_bytes(), recipients=[written["Reply-To"]], envelope_sender=person.address)


def first_line(person: Person, mail: Accepted) -> str | None:
    """What the person writes: the numbers of their choice as the mail prints them, or ``None``."""
    game = int(mail.message_id.removeprefix("<g").partition(".")[0])
    seat = Seat.objects.select_related("game").filter(game=game, player=person.pk).first()
    question = access.question_of(seat) if seat is not None and seat.is_taken else None
    if seat is None or question is None:
        return None
    if question.number < 1:
        return "1"
    view = access.view(seat.game, seat)
    assert view is not None
    assert view.question is not None
    printed = vocabulary.printed_choices(view.question)
    labels = engine.bots.sensible(view)
    if any(label not in printed for label in labels):
        cards, names = view.deck.known_cards, access.names(seat.game)
        return ", ".join(engine.text.option(engine.read_option(label), cards, names, str) for label in labels)
    return ", ".join(str(printed.index(label) + 1) for label in labels) or "pass"


def enter_trip(person: Person, trip: tuple[date, date]) -> None:
    """Enter a vacation; most keep at each table what is usual there, some choose something else."""
    player = Player.objects.get(pk=person.pk)
    choices = {}
    for seat in seats_of(person):
        if person.chance.random() < CHOOSES:
            choices[seat.pk] = person.chance.choice(away_choices(seat.game))
    enter_vacation(player=player, first_day=trip[0], last_day=trip[1], choices=choices)


def come_back(person: Person) -> None:
    """End the vacation that began by itself."""
    player = Player.objects.get(pk=person.pk)
    vacation = current_vacation(player)
    if vacation is not None:
        end_vacation(player=player, vacation=vacation.pk)
