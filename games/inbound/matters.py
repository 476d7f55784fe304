"""What a mail asks besides cards, and how a reply to it answers: a vote, a request of somebody, an offer.

A mail asks at most one such thing. It is found by the mail itself, so that after a crash the same text is
read in the same way; whether it can still be answered is said by the act.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from games.commands.confirmed import OFFERS
from games.commands.requests import carry_out_request
from games.core.refusal import NotPossible
from games.history import game_settings
from games.mail import sent_lines
from games.models import Ballot, LineResult, Notice, NumberedMail, Reply, Seat, Vote
from games.models.line_result import LEFT, OFFER
from games.outbox.kinds import VOTE_KINDS
from games.play import consent, takeback, votes
from games.replies.board_vocabulary import in_all_languages
from games.replies.commands import ReplyCommand, normalized
from games.replies.known_words import KnownWords
from games.replies.read_vote import read_vote
from games.replies.request_words import RequestKind
from games.replies.requests import (
    NO_CODE,
    YES_CODE,
    answer_words,
    offer_words,
    read_answer,
    read_only_line,
    read_request,
    vote_words,
)

MOST_NOTICES = 5  # of one second, among which the answered mail is looked for
YES_OR_NO = (YES_CODE, NO_CODE)


@dataclass(frozen=True)
class Matter:
    """What a mail asks: the codes of its answers in the order of their numbers, and the words for them.

    With `is_alone` a yes counts only where the mail says nothing else. `act` does what an answer says,
    and returns the kind and the sentence of the result; it may raise a `Refusal`. `how_to_answer` is said of
    a line that is no answer; where there is none, the line is read as in any other mail. `was_answered` says
    after a crash whether an answer counts already, and `read_line` finds the code of a line.
    """

    codes: Sequence[str]
    words: Mapping[str, str]
    act: Callable[[str], tuple[str, str]]
    how_to_answer: str = ""
    has_numbers: bool = True
    is_alone: bool = False
    was_answered: Callable[[str], bool] = lambda code: False
    read_line: Callable[..., str] = read_answer

    def read(self, line: str) -> str:
        """Return the code of the answer that a line is; empty if it is none."""
        return self.read_line(line, self.words, self.codes, has_numbers=self.has_numbers)

    def reads(self, text: str, known: KnownWords) -> Callable[[str], object]:
        """Return what says whether the first line of this text answers."""
        only = read_only_line(text, known) if self.is_alone else ""
        # A no may have its reasons below it; a yes may have “I'd rather not” there.
        return lambda line: (
            (code := self.read(line))
            and (not self.is_alone or line == only or (code == NO_CODE and bool(self.how_to_answer)))
        )

    def answer(self, line: str, done: LineResult) -> LineResult:
        """Do what a line answers, and return the result `done` with what is to be said of it."""
        kind, text = self.act(self.read(line))
        return LineResult(True, done.line, kind, text, seat=done.seat)


def find_matter(
    seat: Seat, question: int | None, in_reply_to: Sequence[str], written_at: datetime | None
) -> Matter | None:
    """Return what the answered mail asks the player of this seat besides cards, if it asks such a thing.

    Where two mails of the same second ask something, and the reply names neither, it is for none.
    """
    mine = Notice.objects.filter(seat=seat, player=seat.player_id, channel=None)
    if question is None:
        mine = mine.exclude(question__number__gt=0)
    else:
        mine = mine.filter(question__number=question)
    if written_at is not None:
        mine = mine.filter(sent_lines.written_at(written_at))
    named = mine.filter(message_id__in=[each.strip() for each in in_reply_to])
    notices = list(named) or list(mine[:MOST_NOTICES] if written_at is not None else [])
    found = [matter for each in notices if (matter := matter_of(each, seat)) is not None]
    return found[0] if len(found) == 1 else None


def matter_of(notice: Notice, seat: Seat) -> Matter | None:
    """Return what the mail of a notice asks besides cards, if it asks such a thing."""
    if notice.kind in VOTE_KINDS:
        asked = Vote.objects.select_related("seat", "game").filter(game=seat.game_id)
        vote = asked.filter(pk=notice.params.get("vote")).first()
        return None if vote is None or vote.seat_id == seat.pk else matter_of_vote(vote, seat)
    reply = Reply.objects.filter(notice=notice).first() if notice.kind == Notice.Kind.REPLY else None
    return find_offer(seat, reply) if reply is not None else None


def matter_of_vote(vote: Vote, seat: Seat) -> Matter:
    """Return an open or closed vote as a reply answers it."""
    reader = seat.player.language if seat.player is not None else ""
    if vote.kind == Vote.Kind.SILENCE:

        def cast(code: str) -> tuple[str, str]:
            votes.cast(vote=vote, seat=seat, choice=code)
            words = {"choice": game_settings.describe_vote_choice(code)}
            return "vote", _("You voted: %(choice)s.") % words

        return Matter(
            vote.choices,
            {**vote_words(), **choice_words(vote.choices)},
            cast,
            how_to_answer=_how_to_vote(vote.choices),
            read_line=read_vote,
            was_answered=lambda code: _has_voted(vote, seat, code),
        )

    def say(code: str) -> tuple[str, str]:
        act = takeback.answer_takeback if vote.kind == Vote.Kind.TAKEBACK else consent.answer
        act(vote=vote, seat=seat, agrees=code == YES_CODE)
        return "vote", _("You agreed.") if code == YES_CODE else _("You disagreed, so nothing changes.")

    stored = {YES_CODE: consent.AGREE, NO_CODE: consent.REFUSE}
    return Matter(
        YES_OR_NO,
        answer_words(reader),
        say,
        how_to_answer=_("This mail asks for a yes or a no: reply “yes” or “no”."),
        is_alone=True,
        was_answered=lambda code: _has_voted(vote, seat, stored[code]),
    )


def choice_words(choices: Sequence[str]) -> dict[str, str]:
    """Return the choices of a vote as mails print them, in all languages of the site, with their codes."""
    return dict(
        in_all_languages(
            lambda: [(normalized(game_settings.describe_vote_choice(each)), each) for each in choices]
        )
    )


def _how_to_vote(choices: Sequence[str]) -> str:
    listed = "; ".join(
        f"{number} – {game_settings.describe_vote_choice(each)}"
        for number, each in enumerate(choices, start=1)
    )
    return _("This mail asks for your vote. Reply with a number: %(choices)s.") % {"choices": listed}


def _has_voted(vote: Vote, seat: Seat, code: str) -> bool:
    return Ballot.objects.filter(vote=vote, seat=seat, choice=code).exists()


def find_offer(seat: Seat, reply: Reply) -> Matter | None:
    """Return what the answer to a reply has offered this seat; the last one, if there are several."""
    kinds = [
        result.kind.removeprefix(OFFER)
        for result in reply.lines
        if result.kind.startswith(OFFER) and result.seat in (None, seat.pk)
    ]
    known = [RequestKind(kind) for kind in kinds if kind in OFFERS]
    if not known:
        return None
    kind = known[-1]

    def act(code: str) -> tuple[str, str]:
        if code == NO_CODE:
            return "kept", _("Nothing has changed.")
        said = OFFERS[kind].act(seat)
        seat.refresh_from_db()
        return LEFT if not seat.is_taken else kind, said

    # Numbers are those of the question, if the mail asks one as well.
    reader = seat.player.language if seat.player is not None else ""
    return Matter(YES_OR_NO, offer_words(reader), act, has_numbers=False, is_alone=True)


def find_offer_of_bundle(mail: NumberedMail) -> Matter | None:
    """Return what a mail about several games offers, as the answer to a reply."""
    answered = Reply.objects.filter(player=mail.player_id, notice__message_id=mail.message_id).first()
    offers = [result for result in answered.lines if result.asks_for_yes] if answered is not None else []
    if answered is None or not offers:
        return None
    seats = Seat.objects.select_related("game", "player")
    seat = seats.filter(pk=offers[-1].seat or answered.seat_id, player=mail.player_id).first()
    return find_offer(seat, answered) if seat is not None else None


def asks_for_two_things() -> NotPossible:
    """Return why a yes with a choice does nothing, where the mail asks for either: “yes 2”."""
    return NotPossible(
        _(
            "The mail you answered asks for a yes or a no, and for a choice, so we did nothing. Reply “yes” "
            "or “no” alone, or write only the number or the name of your choice."
        )
    )


def find_act(
    command: ReplyCommand, seat: Seat, matter: Matter | None, *, was_begun: bool, is_of_bundle: bool = False
) -> Callable[[LineResult], LineResult]:
    """Return what does a line that answers the matter of its mail, or asks for something at a seat."""
    code = matter.read(command.line) if matter is not None else ""
    if matter is not None and code:
        if was_begun and matter.was_answered(code):
            return lambda done: done
        return partial(matter.answer, command.line)
    request = read_request(command.text)
    if request is None:
        raise NotPossible(_("Your mail can’t be read any more."))
    return partial(carry_out_request, request, seat, was_begun=was_begun, is_of_bundle=is_of_bundle)
