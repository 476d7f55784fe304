"""Whatever is done to a game in whatever order, it stays sound: Hypothesis looks for a way to break it."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Game, Refused, seat_counts
from engine.invariants import changes, remember, violations


class Table(RuleBasedStateMachine):
    """A game to which seats answer, join and leave, and which is stored and loaded in between."""

    deck = "fluxx"
    game: Game

    @initialize(data=st.data(), seed=st.integers(0, 999))
    def begin(self, data: st.DataObject, seed: int) -> None:
        seats = data.draw(st.sampled_from(seat_counts(self.deck)))
        self.game = Game.new(self.deck, seats=seats, seed=f"stateful {seed}")
        self.game.take_outcomes()
        self.asked: set[int] = set()
        self.newest = 0

    @precondition(lambda self: not self.game.over)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """Any seat that is asked gives any answer that fits."""
        question = data.draw(st.sampled_from(self.game.questions))
        order = data.draw(st.permutations(question.options))
        count = data.draw(st.integers(question.least, question.most))
        before = remember(self.game)
        told = self.game.answer(question.seat, order[:count])
        assert changes(self.game, before, told) == []

    @rule(data=st.data())
    def answer_wrongly(self, data: st.DataObject) -> None:
        """An answer that does not fit is refused and changes nothing."""
        before = self.game.dump()
        try:
            self.game.answer(data.draw(st.integers(0, 9)), data.draw(st.lists(st.text(), max_size=3)))
        except Refused:
            assert self.game.dump() == before

    @rule()
    def sleep(self) -> None:
        """A game wakes up as it fell asleep."""
        awake = self.game
        self.game = Game.load(awake.dump())
        assert self.game.questions == awake.questions
        assert self.game.dump() == awake.dump()

    @precondition(lambda self: self.game.at_rest and len(self.game.seats) < seat_counts(self.deck)[-1])
    @rule()
    def join(self) -> None:
        """A newcomer gets the next number."""
        seat, _told = self.game.join()
        assert seat == max(self.game.seats)

    @precondition(lambda self: self.game.at_rest)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        """Any seat may go."""
        seat = data.draw(st.sampled_from(self.game.seats))
        self.game.leave(seat)
        assert seat not in self.game.seats

    @invariant()
    def is_sound(self) -> None:
        """Cards, limits, questions, counters."""
        assert violations(self.game) == []

    @invariant()
    def numbers_rise(self) -> None:
        """No question ever has the number of an older one."""
        numbers = {question.number for question in self.game.questions}
        assert len(numbers) == len(self.game.questions)
        asked_now = numbers - self.asked
        assert min(asked_now, default=self.newest + 1) > self.newest
        self.asked, self.newest = numbers, max(asked_now, default=self.newest)


class Board(Table):
    """The same with the board game."""

    deck = "board"


_SETTINGS = settings(
    derandomize=True,  # a red suite is one that anybody can repeat; drop it for a night of searching
    max_examples=40,
    stateful_step_count=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestTable = Table.TestCase
TestTable.settings = _SETTINGS
TestBoard = Board.TestCase
TestBoard.settings = _SETTINGS
