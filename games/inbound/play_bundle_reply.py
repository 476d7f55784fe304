"""Plays a reply to a mail that asks more than one thing: each line in the game that it is meant for.

A line that can't be done stops what else was written for its question, and no other game.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property, partial

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.commands.carry_out import LineTarget, Stopped
from games.commands.requests import OF_PLAYER, carry_out_request
from games.core import access, wake
from games.core.refusal import NotPossible
from games.core.snapshot import TableBatch, TableSnapshot
from games.models import LineResult, Move, Notice, NumberedMail, Reply
from games.outbox.kinds import VOTE_KINDS
from games.replies import read_bundle_reply, vocabulary
from games.replies.commands import MOST_CHARACTERS, CommandKind, ReplyCommand
from games.replies.consent import begins_with_consent
from games.replies.doubts import ANSWERS
from games.replies.read_text import split_lines
from games.replies.request_words import RequestKind
from games.replies.requests import FoundRequests, Request, find_requests, read_request
from games.replies.targets import AskedNow, PrintedGames, Target, find_target

from .matters import asks_for_two_things, find_act, find_offer_of_bundle
from .reply_lines import do_lines, key_of, note_begun, report_unread_text
from .reply_notice import notify_not_counted, notify_replied
from .seat_in_mail import SeatInMail, find_seats
from .take_offer import offer_of_mail, take_offer


def play_bundle_reply(
    *,
    mail: NumberedMail,
    text: str,
    received_at: datetime,
    message_id: str,
    is_perhaps_automatic: bool = False,
) -> Reply | None:
    """Carry out the lines of a reply to a mail of several questions, and write one notice that answers it.

    `text` is without quotations; the caller has verified that the player of the mail wrote it. Idempotent by
    `message_id`. Every line is a transaction of its own. Returns ``None`` if the player sits nowhere now.
    """
    seats = find_seats(mail)
    own = [each for each in seats.values() if each.is_own]
    if not own:
        return None
    player = mail.player
    key = hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    reply = Reply.objects.filter(key=key, player=player).first()
    if reply is None:
        new = {"player": player, "received_at": received_at}
        reply, _is_new = Reply.objects.get_or_create(seat=own[0].seat, key=key, defaults=new)
    if reply.notice_id is not None:
        return reply
    offer = offer_of_mail(mail.message_id, player)
    with wake.one_delivery():
        with translation.override(player.language), timezone.override(player.zone):
            lines = SeatLines(reply, seats, text, is_perhaps_automatic=is_perhaps_automatic)
            if offer is None or not take_offer(reply, offer, text, lines.known, seats):
                do_lines(reply, lines.commands, lines.begin)
            if not reply.results or len(text) > MOST_CHARACTERS:
                report_unread_text(reply, text)
        acted = [line.seat for line in reply.lines if line.done and line.seat]
        first = next((each for each in own if each.seat.pk in acted), own[0])
        if is_perhaps_automatic and reply.changed_nothing:
            notify_not_counted(first.seat, "automatic")
            return reply
        others = [each.seat for each in own if each is not first]
        is_lost = any(each.is_lost for each in own)
        notify_replied(reply=reply, seat=first.seat, is_lost=is_lost, seats=[first.seat, *others])
    return reply


class SeatLines:
    """The commands of a reply, and the seats that its mail told of, by their primary keys."""

    def __init__(
        self, reply: Reply, seats: Mapping[int, SeatInMail], text: str, *, is_perhaps_automatic: bool = False
    ) -> None:
        self.reply, self.seats = reply, seats
        ranges = [printed for each in seats.values() for printed in each.ranges]
        batch = TableBatch.of(each.seat.game for each in seats.values())
        names = {game: {seat.number: str(seat) for seat in here} for game, here in batch.seats.items()}
        views = {pk: each.known_table(TableSnapshot(each.seat.game, batch)) for pk, each in seats.items()}
        choices = {pk: each.choice_names(views[pk], names[each.seat.game_id]) for pk, each in seats.items()}
        self.printed = PrintedGames({pk: each.name for pk, each in seats.items()}, ranges, choices)
        players = [name for here in names.values() for name in here.values()]
        self.known = vocabulary.known_words(*views.values(), players=players)
        self._mail = next(iter(seats.values())).mail
        self._offer = find_offer_of_bundle(self._mail)
        found = FoundRequests((), text)
        if not is_perhaps_automatic:  # a machine's mail asks for nothing
            found = find_requests(
                text,
                self.known,
                self._offer.reads(text, self.known) if self._offer is not None else lambda line: False,
                lambda line: read_bundle_reply.part_game(line, self.printed.names),
            )
        words = vocabulary.command_words()
        answers = read_bundle_reply.read_lines(found.rest, words, self.printed, self._split, self.known)
        self.commands = [*answers, *found.commands]
        # What a seat asks after so many lines for it.
        self._asked: dict[tuple[int, int], list[AskedNow]] = {}

    def _split(self, pk: int, command: ReplyCommand) -> list[ReplyCommand]:
        seat = self.seats[pk].seat
        return split_lines(access.view(seat.game, seat), [command], access.names(seat.game).values())

    def begin(self, place: int) -> LineTarget:
        """Return what a line is for. Raises `UnclearAnswer`, and `Stopped` below a line that may deny it."""
        was_begun = note_begun(self.reply, place)
        kind = self.commands[place].kind
        if kind in ANSWERS and begins_with_consent(self.commands[place].line):
            self.check_no_other_yes()
        if kind == CommandKind.HELP:
            return LineTarget(self.reply.seat, None)
        if kind == CommandKind.REQUEST:
            return self.begin_request(self.commands[place], was_begun=was_begun)
        target = self.played_before(place) if was_begun else None
        if target is None and self._is_below_prose(place):
            raise Stopped
        target = target or self.find_target(place)
        mine, earlier = self.seats[target.game], self.results_of(target.game)
        follows = [line for line in earlier if line.question == target.question]
        if target.question is None or any(line.version is not None for line in follows):
            follows = earlier
        return LineTarget(
            mine.seat,
            mine.about(target.question),
            follows,
            was_begun,
            mine.first_number(target.question),
            target,
            mine.why_refused(kind, target.question, earlier),
        )

    def check_no_other_yes(self) -> None:
        """Refuse a line that begins with a yes where the mail asks for one besides cards."""
        if self._offer is not None:
            raise asks_for_two_things()
        if self._tells_of_vote:
            raise NotPossible(
                _(
                    "There’s also a vote in the mail you answered, so nothing was played. To vote, use its "
                    "link. To play, write only the number or the name of your choice."
                )
            )

    @cached_property
    def _tells_of_vote(self) -> bool:
        told = Notice.objects.filter(message_id=self._mail.message_id, player=self.reply.player)
        return told.filter(kind__in=VOTE_KINDS).exists()

    def begin_request(self, command: ReplyCommand, *, was_begun: bool) -> LineTarget:
        """Return what a request is for: the game that it names or the only one, or its player alone."""
        if command.unclear is not None:
            raise command.unclear
        request = read_request(command.text)
        if request == Request(RequestKind.STOP) and command.game is None and len(self.seats) > 1:
            request = Request(RequestKind.STOP_ALL)  # of which game nobody knows
            stop_all = partial(carry_out_request, request, self.reply.seat, was_begun=was_begun)
            return LineTarget(self.reply.seat, None, act=stop_all)
        is_answer = self._offer is not None and self._offer.read(command.line)
        if is_answer or (request is not None and request.kind in OF_PLAYER):
            act = find_act(command, self.reply.seat, self._offer, was_begun=was_begun, is_of_bundle=True)
            return LineTarget(self.reply.seat, None, act=act)
        before = [line.seat for line in self.reply.lines if line.seat]
        target = find_target(command, self.printed, (), before)
        mine = self.seats[target.game]
        if (refusal := mine.why_refused(command.kind, None, ())) is not None:
            raise refusal
        act = find_act(command, mine.seat, None, was_begun=was_begun, is_of_bundle=True)
        return LineTarget(mine.seat, None, printed=target, act=act)

    def _is_below_prose(self, place: int) -> bool:
        """Whether an answer that names no game stands below words that were for none: “Don’t play”."""
        command = self.commands[place]
        if command.kind not in ANSWERS or command.names_game:
            return False
        at = 0
        for line in self.reply.lines:
            if line.seat is None and read_bundle_reply.is_prose(self.commands[at], self.known):
                return True
            at += line.took
        return False

    def results_of(self, seat: int) -> list[LineResult]:
        """Return what came of the lines for a seat so far."""
        return [line for line in self.reply.lines if line.seat == seat]

    def find_target(self, place: int) -> Target:
        """Return what the line at this place is meant for, by what each game asks now."""
        asked: list[AskedNow] = []
        for pk, each in self.seats.items():
            earlier = self.results_of(pk)
            key = (pk, len(earlier))
            if key not in self._asked:
                self._asked[key] = list(each.asked_now(earlier))
            asked += self._asked[key]
        before = [line.seat for line in self.reply.lines if line.seat]
        return find_target(self.commands[place], self.printed, asked, before)

    def played_before(self, place: int) -> Target | None:
        """Return what the line at this place has answered before a crash; nothing if it has not."""
        key = f"{key_of(self.reply)}.{place}"
        move = Move.objects.filter(seat__in=list(self.seats), submission_key=key).first()
        if move is None or move.seat_id is None:
            return None
        printed = {each["number"] for each in self.seats[move.seat_id].questions}
        return Target(move.seat_id, move.question_number if move.question_number in printed else None)
