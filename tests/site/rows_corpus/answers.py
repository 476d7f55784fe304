"""Answers by page, text field, reply and bot, and taking them back."""

import json
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

from django.core import mail

from games import clock
from games.commands.text_field import play_text
from games.core import access
from games.inbound.play_bundle_reply import play_bundle_reply
from games.inbound.play_reply import play_reply
from games.inbound.receive import receive
from games.models import (
    BY_PEOPLE,
    By,
    GameState,
    Heartbeat,
    NumberedMail,
    Question,
    Reply,
)
from games.models.question import IS_OPEN
from games.periodic import sweep
from games.play import takeback as takebacks
from games.play import unreadable
from games.play.answer import answer_question
from games.play.play_on import play_bots
from games.play.undo import undo
from tests.site.play import open_questions

from .asked import some_deputy, some_labels, some_question, some_seat, some_text
from .world import World


def answer(world: World) -> str | None:
    """Answer by page or by a mail's link; sometimes twice, too late, for another, or what nobody offers."""
    question = some_question(world)
    if question is None:
        return None
    how: dict[str, Any] = {
        "seat": question.seat_id,
        "number": question.number,
        "labels": some_labels(world, question),
        "by": By.MAIL if world.chance() < 0.2 else By.PAGE,
    }
    odd = world.chance()
    if odd < 0.2:
        how["nonce"] = question.nonce
        how["submission_key"] = f"key {world.step}"
    elif odd < 0.23:
        how["labels"] = ("no-such-card",)
    elif odd < 0.25:
        how["number"] += 1
    elif odd < 0.27:
        how["nonce"] = 1
    elif odd < 0.28:
        how["submission_key"] = "~"
    deputy = some_deputy(world, question.seat)
    if deputy is not None and world.chance() < 0.7:
        how["deputy"] = deputy.pk
    answer_question(**how)
    again = ""
    if odd < 0.1:
        again = f", again {answer_question(**how).repeated}"
    return f"{question.what} of {question.seat.number} {list(how['labels'])}{again}"


def answer_again(world: World) -> str | None:
    """Answer what has been answered already, or was asked of somebody else."""
    question = world.pick(Question.objects.filter(game=world.game).exclude(IS_OPEN).order_by("number"))
    if question is None:
        return None
    answer_question(seat=question.seat_id, number=question.number, labels=("draw",), by=By.PAGE)
    return "which was possible"


def keep_always(world: World) -> str | None:
    """Answer at a limit, and let the site do the same from now on."""
    limits = [each for each in open_questions(world.game) if each.kind.is_limit and each.seat.is_person]
    question = world.pick(limits)
    if question is None:
        return answer(world)
    answer_question(
        seat=question.seat_id,
        number=question.number,
        labels=some_labels(world, question),
        by=By.PAGE,
        keep_always=True,
    )
    return f"{question.what} of {question.seat.number}"


def text(world: World) -> str | None:
    """Answer by the text field of the page."""
    question = some_question(world)
    if question is None:
        return None
    lines = some_text(world, question)
    deputy = some_deputy(world, question.seat)
    batch = play_text(
        seat=question.seat_id,
        number=question.number,
        text=lines,
        by=By.PAGE,
        nonce=question.nonce if world.chance() < 0.9 else 1,
        submission_key=f"text {world.step}" if world.chance() < 0.5 else "",
        deputy=deputy.pk if deputy is not None else None,
    )
    given = [f"{each.text} at {each.version}" for each in batch.given]
    return f"{question.what} of {question.seat.number} {lines!r}: {given} {batch.why}"


def reply(world: World) -> str | None:
    """Reply to the mail of a question."""
    question = some_question(world)
    if question is None:
        return None
    lines = some_text(world, question)
    knows = world.chance()
    done = play_reply(
        seat=question.seat,
        text=lines,
        received_at=clock.now(),
        message_id=f"<{world.step}@players.example>",
        question=question.number if knows < 0.85 else None,
        nonce=question.nonce if knows < 0.8 else None,
        written_at=clock.now() - timedelta(minutes=5) if knows > 0.92 else None,
        is_perhaps_automatic=world.chance() < 0.05,
    )
    return f"{question.what} of {question.seat.number} {lines!r}: {told(done)}"


def told(reply: Reply | None) -> list[tuple[bool, str]]:
    """Return what came of the lines of a reply."""
    return [] if reply is None else [(each["done"], each["text"]) for each in reply.results]


def reply_to_mail(world: World) -> str | None:
    """Let the mails leave, and reply to the last that somebody got; most often somebody who is asked."""
    world.deliver()
    question = some_question(world)
    to = (
        world.people[0].email
        if question is None or question.seat.player is None
        else question.seat.player.email
    )
    mine = [each for each in mail.outbox if to in each.to[0] and each.reply_to]
    if not mine:
        return None
    sent = mine[-1] if world.chance() < 0.8 else world.dice.choice(mine)
    answered = EmailMessage()
    answered["From"], answered["To"] = to, sent.reply_to[0]
    answered["Subject"] = f"Re: {sent.subject}"
    answered["In-Reply-To"] = sent.extra_headers.get("Message-ID", "<none@example.org>")
    answered["Message-ID"] = f"<mail-{world.step}@players.example>"
    lines = some_text(world, question) if question is not None else "1"
    answered.set_content(lines)
    receive(answered.as_bytes(), recipients=[sent.reply_to[0]], envelope_sender=to)
    return f"{sent.subject!r}: {lines!r}: {told(Reply.objects.order_by('-pk').first())}"


def digest(world: World) -> str:
    """Wait for the hour of the digest, and let it leave."""
    world.travel(hours=24)
    return f"{world.deliver()} mails"


def reply_to_several(world: World) -> str | None:
    """Reply to a mail about several games."""
    numbered = NumberedMail.objects.order_by("-pk").first()
    if numbered is None:
        return digest(world)
    lines = []
    for game in numbered.games:
        for asked in game["questions"]:
            number = world.dice.randrange(asked["first"], asked["first"] + asked["count"])
            lines.append(
                world.dice.choice((str(number), f"{game['name']}: {number}", f"{game['name']}: pass"))
            )
    if world.chance() < 0.4:
        lines.append(
            world.dice.choice(("undo", "help", "999", "say Hello", f"{numbered.games[0]['name']}: undo", "1"))
        )
    world.dice.shuffle(lines)
    done = play_bundle_reply(
        mail=numbered,
        text="\n".join(lines),
        received_at=clock.now(),
        message_id=f"<several-{world.step}@players.example>",
    )
    return f"{lines}: {told(done)}"


def take_back(world: World) -> str | None:
    """Undo the last answer of a seat: most often of who has just answered, in the middle of their turn."""
    for _try in range(3):
        last = world.game.moves.filter(kind="answer", by__in=BY_PEOPLE).order_by("-version").first()
        asked = None if last is None or last.seat is None else access.question_of(last.seat)
        if (asked is not None and asked.on_turn_clock) or world.chance() < 0.1:
            break
        answer(world)
    seat = last.seat if last is not None and world.chance() < 0.9 else some_seat(world)
    if seat is None:
        return None
    version = last.version - 1 if last is not None and world.chance() < 0.4 else None
    undo(seat=seat.pk, by=world.dice.choice((By.PAGE, By.PAGE, By.REPLY)), version=version)
    return f"by {seat.number}"


def takeback(world: World) -> str | None:
    """Ask to take a turn back; most often who has played last."""
    last = world.game.moves.filter(kind="answer", by__in=BY_PEOPLE).order_by("-version").first()
    seat = last.seat if last is not None and world.chance() < 0.7 else some_seat(world)
    if seat is None:
        return None
    vote = takebacks.request_takeback(seat=seat.pk)
    return f"by {seat.number}, {'done' if vote is None else 'asked'}"


def bots_answer(world: World) -> str:
    """Let the bots go on, as a worker does."""
    play_bots(game=world.game.pk)
    return "went on"


def diverge(world: World) -> str | None:
    """Let the rules have changed under the play in progress, so that it begins again."""
    state = GameState.objects.filter(game=world.game).first()
    if state is None:
        return None
    stored = json.loads(bytes(state.data))
    if not stored.get("journal"):
        return answer(world)
    stored["journal"][0][1] = ["a-card-of-yesterday"]
    GameState.objects.filter(game=world.game).update(data=json.dumps(stored).encode())
    return answer(world)


def rest(world: World) -> str | None:
    """Let a game rest that can't be read, and let it go on later."""
    state = GameState.objects.filter(game=world.game).first()
    if state is None:
        return None
    data = bytes(state.data)
    GameState.objects.filter(game=world.game).update(data=b"{}")
    rested = unreadable.park_game(game=world.game.pk)
    world.travel(hours=2)
    Heartbeat.objects.update(at=clock.now())
    sweep.sweep_wishes()
    GameState.objects.filter(game=world.game).update(data=data)
    world.travel(hours=2)
    Heartbeat.objects.update(at=clock.now())
    sweep.sweep_wishes()
    return f"{rested}"
