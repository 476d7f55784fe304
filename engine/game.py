"""A game: a table, the effect in progress, and how both are stored.

A stored game is the list of its cards, a checkpoint (the table at the last question of a turn itself)
and a journal (the answers since).  Loading parses the checkpoint and runs the one play in progress
through the journal, so its cost does not depend on how long the game has lasted.

The JSON of a checkpoint is only written when ``dump`` wants it: at rest from the table, in the middle of a
play by doing the answers again that led to it from the last checkpoint that was written.  So nobody but the
rules may edit a table between answers.
"""

from collections.abc import Sequence

from engine.ask import Ask, Drive
from engine.card import Deck
from engine.errors import Refused
from engine.goals import GameOver
from engine.newcomer import ask_newcomer
from engine.outcomes import Ended, Joined, Left, Outcome
from engine.question_kind import QuestionKind
from engine.randomness import Draw
from engine.rulebook import rulebook_of, set_up
from engine.stored import FORMAT, Journal, dump_game, dump_table, load_table, read_game
from engine.table import Beside, CommonTable, Turn
from engine.translation import gettext_noop
from engine.verbs import deal
from engine.view import QuestionView, View, question_beside, question_of, views


class Diverged(ValueError):
    """A stored game's journal no longer fits the code: the play in progress has to be done again.

    ``game`` stands at its checkpoint; ``lost`` holds the answers that were given since.
    """

    def __init__(self, game: "Game", lost: Sequence[tuple[int, tuple[str, ...]]]) -> None:
        super().__init__("The rules changed under a play in progress; it begins again from its start.")
        self.game = game
        self.lost = tuple(lost)


MOST_UNWRITTEN = 32
"""Answers after which a checkpoint is written though nobody wants it, so that few have to be done again."""


class Game:
    """One game.  ``new`` or ``load`` it, ``answer`` its ``questions``, ``view`` it, ``dump`` it."""

    __slots__ = ("_drive", "_rules", "_unwritten", "_written", "journal", "table")

    def __init__(self, table: CommonTable) -> None:
        self.table = table
        self._rules = rulebook_of(table.deck)
        self.journal: Journal = []
        self._written = b""  # the newest checkpoint of which there is JSON
        self._unwritten: Journal = []  # the answers from there to the newest checkpoint
        self._drive = Drive(self._rules.turns(table))

    @classmethod
    def new(
        cls,
        edition: str | Deck = "fluxx",
        seats: int = 2,
        first: int = 1,
        *,
        seed: str,
        draws: list[Draw] | None = None,
    ) -> "Game":
        """Shuffle, deal three cards each, and run to the first question (R001).

        ``edition`` names the deck, or is the deck itself.  ``seed`` is the only source of chance and must
        stay secret until the game is over.  Raises ``ValueError`` for an unknown edition, a number of seats
        that it is not played with, or a first seat that does not sit at the table.  What chance decides is
        added to ``draws``; a game that is stored and loaded again forgets that list.
        """
        return cls.at(set_up(edition, seats, first, seed=seed, draws=draws))

    @classmethod
    def at(cls, table: CommonTable) -> "Game":
        """The game that goes on from a table where nothing is in progress."""
        game = cls(table)
        game._begin()
        return game

    @classmethod
    def still(cls, table: CommonTable) -> "Game":
        """A table to look at, on which nothing is asked and nothing will happen."""
        game = cls(table)
        game._drive.close()
        return game

    @classmethod
    def load(cls, data: bytes) -> "Game":
        """The game that ``dump`` wrote, at the same open questions.

        Raises ``Diverged`` if the code has changed under the play in progress, ``UnknownCard`` if the game
        has cards that the code no longer has, and ``ValueError`` for data that is no stored game.
        """
        stored = read_game(data)
        game = cls(load_table(stored))
        game._start(bytes(stored.checkpoint) if stored.format == FORMAT else dump_table(game.table))
        try:
            for seat, labels in stored.journal:
                game.take_outcomes()
                if seat < 0:  # the answer to a question beside the play, by its number
                    game._answer_beside(game._beside(-seat), labels)
                else:
                    game._drive_on(seat, labels)
        except (Refused, GameOver):
            game = cls(load_table(stored))
            game.table.asked = max(game.table.asked, stored.asked)
            game._begin()
            lost = game._answer_again(stored.journal)
            game.take_outcomes()
            raise Diverged(game, lost) from None
        game.take_outcomes()
        return game

    def back_to(self, data: bytes) -> "Game":
        """This game as ``dump`` wrote it earlier: the same cards lie ready, and the same chance (H5).

        What was open then is asked again, under numbers that were never given before; a side question that is
        still open keeps its own.  Raises ``Refused`` if the code has changed since under the play that was in
        progress, and ``ValueError``, as ``load`` does, for data that is no stored game.
        """
        stored = read_game(data)
        table = load_table(stored)
        newest = table.asked
        table.asked = max(self.table.asked, stored.asked)
        known = {each.number for each in self.questions} | {-seat for seat, _labels in stored.journal}
        for each in table.beside:
            if not each.given and each.number not in known:  # it has been answered, or has lapsed, since
                table.asked += 1
                each.number = table.asked
        shift = table.asked - newest
        journal = [(seat if -seat <= newest else seat - shift, labels) for seat, labels in stored.journal]
        try:
            game = Game.load(dump_game(table.deck, dump_table(table), journal, 0))
        except Diverged:
            text = gettext_noop("You can’t undo this: the rules have been fixed in the meantime.")
            raise Refused(text) from None
        return game

    def dump(self) -> bytes:
        """The stored game as JSON.  It holds every secret of the table."""
        self._write()
        return dump_game(self.table.deck, self._written, self.journal, self.table.asked)

    @property
    def questions(self) -> tuple[QuestionView, ...]:
        """The open questions, clockwise; those beside the play last."""
        open_asks = self._drive.open
        seats = [seat for seat in self.table.order if seat in open_asks] if len(open_asks) > 1 else open_asks
        asked = [question_of(self.table, open_asks[seat]) for seat in seats]
        if self.table.beside and not self.over:
            hands = self.table.hands  # what was asked of a seat that has left is asked no more
            asked += [
                question_beside(each) for each in self.table.beside if not each.given and each.seat in hands
            ]
        return tuple(asked)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats still playing, clockwise."""
        return tuple(self.table.order)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.table.turn.seat

    @property
    def turn_number(self) -> int:
        """How many turns the game has had, this one included."""
        return self.table.turn.number

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def winner(self) -> int | None:
        """The seat that won, once the game is over."""
        return self.table.winner

    @property
    def at_rest(self) -> bool:
        """Whether nothing is in progress, so that seats may join and leave."""
        return not self.over and not self.journal and all(ask.top for ask in self._drive.open.values())

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; None for a spectator."""
        return self.views(seat)[0]

    def views(self, *seats: int | None) -> tuple[View, ...]:
        """What each of ``seats`` may know, for less than so many times ``view``."""
        return views(self.table, self._drive.open, self._drive.asked, seats)

    def answer(self, seat: int, labels: Sequence[str], number: int | None = None) -> tuple[Outcome, ...]:
        """Answer an open question of ``seat`` and return what came of it.

        ``number`` says which, for a seat that is asked something beside the play, too; without it, the
        question that the play waits for is meant, if there is one.  Raises ``Refused``, and changes nothing,
        if the seat is not asked or the labels don't fit.
        """
        beside = self._beside_of(seat, number)
        try:
            if beside is not None:
                self._answer_beside(beside, tuple(labels))
            else:
                self._drive_on(seat, tuple(labels))
        except GameOver:
            self._close()
        return self.take_outcomes()

    def join(self) -> tuple[int, tuple[Outcome, ...]]:
        """Seat one more, dealt three cards whatever rules are in play, before the first seat (R006).

        Raises ``Refused`` while a play is in progress or when the table is full.
        """
        self._must_be_at_rest()
        table = self.table
        if len(table.order) == self._rules.most:
            raise Refused(
                gettext_noop("The table is full: {count} people are playing already."), count=self._rules.most
            )
        table.seated += 1
        seat = table.seated
        table.order.append(seat)
        self._rules.seat_one(table, seat)
        deal(table, seat)
        table.tell(Joined(seat, len(table.hands[seat]), table.slugs(table.hands[seat])))
        if table.deck.rulings:
            ask_newcomer(table, seat)
        self._restart()
        return seat, self.take_outcomes()

    def leave(self, seat: int) -> tuple[Outcome, ...]:
        """Take a seat out: its cards go to the discard pile, what it played stays (R007).

        If it had the turn, the next seat's turn begins.  With one seat left the game is over without a
        winner.  Raises ``Refused`` while a play is in progress or for a seat that isn't at the table.
        """
        self._must_be_at_rest()
        table = self.table
        if seat not in table.order:
            raise Refused(gettext_noop("This seat isn’t at the table."))
        if table.turn.seat == seat:
            following = table.left_of(seat)
            phase = self._rules.first_phase(table, following)
            table.turn = Turn(following, number=table.turn.number + 1, phase=phase)
        table.order.remove(seat)
        cards = [*table.hands.pop(seat), *self._rules.clear_seat(table, seat)]
        table.discard.extend(cards)
        table.tell(Left(seat, table.slugs(cards)))
        if len(table.order) < self._rules.fewest:
            table.over = True
            table.tell(Ended("too-few-seats"))
            self._close()
        else:
            self._restart()
        return self.take_outcomes()

    def take_outcomes(self) -> tuple[Outcome, ...]:
        """What has happened since the last call.  ``answer``, ``join`` and ``leave`` return it themselves."""
        happened = tuple(self.table.happened)
        self.table.happened = []
        return happened

    def _beside_of(self, seat: int, number: int | None) -> Beside | None:
        """The question beside the play that an answer is meant for."""
        ask, table = self._drive.open.get(seat), self.table
        if ask is not None and number in (None, ask.number):
            return None
        mine = [each for each in table.beside if each.seat == seat and not each.given]
        meant = next((each for each in mine if number in (None, each.number)), None)
        if meant is None and number is not None:
            raise Refused(gettext_noop("This question is no longer open."))
        return meant if seat in table.hands else None

    def _beside(self, number: int) -> Beside:
        found = next((each for each in self.table.beside if each.number == number), None)
        if found is None:
            raise Refused(gettext_noop("This question is no longer open."))
        return found

    def _answer_again(
        self, journal: Sequence[tuple[int, tuple[str, ...]]]
    ) -> list[tuple[int, tuple[str, ...]]]:
        """Give the answers beside the play whose questions are older than it; returns what is lost."""
        lost = []
        for seat, labels in journal:
            if any(each.number == -seat for each in self.table.beside):
                self._answer_beside(self._beside(-seat), labels)
            else:
                lost.append((seat, labels))
        return lost

    def _answer_beside(self, question: Beside, labels: tuple[str, ...]) -> None:
        """Keep the answer with its question: in a play in the journal, between plays on the table."""
        if self.over:
            raise Refused(gettext_noop("The game is over."))
        options, count = {label: label for label in question.options}, question.count
        ask = Ask(
            question.seat,
            QuestionKind.read(question.what),
            options,
            least=count,
            most=count,
            words=question.words,
        )
        labels = tuple(ask.read(labels))
        answers = self._unwritten if self.at_rest else self.journal
        question.given = labels
        answers.append((-question.number, labels))

    def _must_be_at_rest(self) -> None:
        if not self.at_rest:
            raise Refused(gettext_noop("A card is being played. Try again when that’s done."))

    def _restart(self) -> None:
        self._drive = Drive(self._rules.turns(self.table))
        self._begin()

    def _begin(self) -> None:
        """Run from a table to which no answer has led to the next question."""
        self._start(dump_table(self.table))
        self._write()

    def _start(self, written: bytes) -> None:
        """Run from the table as it is, of which ``written`` is the JSON, to the next question."""
        self._written = written
        self.journal, self._unwritten = [], []
        if self.over:
            self._drive.close()
            return
        try:
            self._drive.start()
            self._number()
        except GameOver:
            self._close()

    def _drive_on(self, seat: int, labels: tuple[str, ...]) -> None:
        drive = self._drive
        waiting = drive.open
        drive.answer(seat, labels)
        self.journal.append((seat, labels))
        if drive.open is not waiting:
            self._number()

    def _number(self) -> None:
        """Number the questions just opened; a question of the turn itself is a checkpoint."""
        table = self.table
        for ask in self._drive.asks:
            table.asked += 1
            ask.number = table.asked
            if ask.top:
                self._unwritten += self.journal
                self.journal = []
                table.stop = ask.number

        if len(self._unwritten) >= MOST_UNWRITTEN:
            self._write()

    def _write(self) -> None:
        """Write the JSON of the newest checkpoint."""
        if self.over or self.at_rest:
            asked = self.table.asked
            self.table.asked -= len(self._drive.open)  # as it was before the open question was numbered
            self._written = dump_table(self.table)
            self.table.asked = asked
        elif self._unwritten:
            again = Game.load(dump_game(self.table.deck, self._written, self._unwritten, 0))
            again._write()
            self._written = again._written
        self._unwritten = []

    def _close(self) -> None:
        self._drive.close()
        self.table.beside = []
        self.journal, self._unwritten = [], []
