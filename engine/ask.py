"""Questions that an effect asks, and the loop that drives an effect by hand.

In the engine ``await`` means that a player decides.  An effect is an ``async def`` that awaits an
``Ask`` (one seat), an ``AskAll`` (several seats, answers sealed until all are in) or an ``AskAny``
(a window: the first answer that is not a pass closes it).  There is no event loop: ``Drive`` sends
answers into the coroutine and keeps what it asks next.
"""

from collections.abc import Coroutine, Generator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.errors import Refused
from engine.question_kind import QuestionKind
from engine.translation import gettext_noop

T = TypeVar("T")

PASSES = "pass"

EXACTLY = gettext_noop("Choose exactly {count}, not {given}.")
NO_CHOICE = gettext_noop("“{label}” can’t be chosen here.")


class Ask(msgspec.Struct, Generic[T], eq=False):
    """A question to one seat: ``least`` to ``most`` of the labels in ``options``.

    Options map a label to the value that the effect gets back.  Awaiting returns the values chosen,
    in the order of the answer.  ``top`` marks a question of the turn itself: nothing is in progress,
    so the table alone tells where the game is.  ``about`` names the cards that it concerns, ``by`` the seats
    that played them, where that matters.  With ``words`` above 0 a text of up to so many characters is an
    answer, too, and comes back as it is.
    """

    seat: int
    what: QuestionKind
    options: dict[str, T]
    least: int = 1
    most: int = 1
    about: tuple[str, ...] = ()
    by: tuple[int, ...] = ()
    top: bool = False
    words: int = 0
    number: int = 0

    def __await__(self) -> Generator["Ask[T]", Any, list[T]]:
        values: list[T] = yield self
        return values

    def read(self, labels: Sequence[str]) -> list[T]:
        """The values behind ``labels``; ``Refused`` if they don't answer this question."""
        options = self.options
        if not self.least <= len(labels) <= self.most:
            raise self._wrong_count(len(labels))
        try:
            values = [options[label] for label in labels]
        except KeyError as unknown:
            if self.words and len(labels) == 1:
                return [read_words(labels[0], self.words)]
            raise Refused(NO_CHOICE, label=unknown.args[0]) from None
        if len(labels) > 1 and len(set(labels)) < len(labels):
            raise Refused(gettext_noop("You can’t choose the same thing twice."))
        return values

    def _wrong_count(self, given: int) -> Refused:
        if self.least == self.most:
            return Refused(EXACTLY, count=self.least, given=given)
        text = gettext_noop("Choose from {least} to {most}, not {given}.")
        return Refused(text, least=self.least, most=self.most, given=given)


def read_words(text: str, most: int) -> Any:
    """What a seat says in its own words, its spaces and lines tidied; ``Refused`` if empty or too long."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    said = "\n".join(line for line in lines if line)
    if not said:
        raise Refused(gettext_noop("Write something."))
    if len(said) > most:
        text = gettext_noop("Write at most {most} characters, not {given}.")
        raise Refused(text, most=most, given=len(said))
    if not said.replace("\n", "").isprintable():
        raise Refused(gettext_noop("This contains a character that can’t be shown."))
    return said


class AskAll(msgspec.Struct, Generic[T], eq=False):
    """Questions to several seats at once; awaiting returns seat -> values when all have answered.

    A seat may be asked several things: each as soon as it has answered the one before.
    """

    asks: Sequence[Ask[T]]

    def __await__(self) -> Generator["AskAll[T]", Any, dict[int, list[T]]]:
        given: dict[int, list[T]] = yield self
        return given


class AskAny(msgspec.Struct, Generic[T], eq=False):
    """A window: the first answer but ``pass`` closes it.  Awaiting returns its (seat, value), or None."""

    asks: Sequence[Ask[T | None]]

    def __await__(self) -> Generator["AskAny[T]", Any, tuple[int, T] | None]:
        taken: tuple[int, T] | None = yield self
        return taken


class Drive:
    """A running effect: the coroutine, the questions it waits for, and the sealed answers so far."""

    __slots__ = ("_coroutine", "_given", "_queued", "_waiting", "asks", "open")

    def __init__(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._coroutine = coroutine
        self._waiting: Any = None
        self._given: dict[int, Any] = {}
        self._queued: dict[int, list[Ask[Any]]] = {}
        self.asks: Sequence[Ask[Any]] = ()  # all that are asked now, those included that are not open yet
        self.open: dict[int, Ask[Any]] = {}

    @property
    def asked(self) -> dict[int, Ask[Any]]:
        """Who is asked, as far as all may know: of a window everybody, for who has passed stays sealed."""
        if self.open and isinstance(self._waiting, AskAny):
            return {ask.seat: ask for ask in self._waiting.asks}
        return self.open

    def start(self) -> None:
        """Run to the first question."""
        self._send(None)

    def answer(self, seat: int, labels: Sequence[str]) -> None:
        """Give a seat's answer and run on if that was what the effect waited for.

        Raises ``Refused`` and changes nothing when the seat is not asked or the labels don't fit.
        """
        ask = self.open.get(seat)
        if ask is None:
            raise Refused(gettext_noop("There’s nothing for you to answer right now."))
        values = ask.read(labels)
        del self.open[seat]
        waiting = self._waiting
        if waiting is ask:
            self._send(values)
        elif isinstance(waiting, AskAll):
            self._given.setdefault(seat, []).extend(values)
            if queued := self._queued.get(seat):
                self.open[seat] = queued.pop(0)
            elif not self.open:
                self._send({each.seat: self._given[each.seat] for each in waiting.asks})
        elif labels[0] != PASSES:
            self._send((seat, values[0]))
        elif not self.open:
            self._send(None)

    def close(self) -> None:
        """Give the effect up, whether it has run or not."""
        self.open = {}
        self._coroutine.close()

    def _send(self, value: Any) -> None:
        self._waiting = waiting = self._coroutine.send(value)
        if isinstance(waiting, Ask):
            self.asks = (waiting,)
            self.open = {waiting.seat: waiting}
            return
        self.asks = waiting.asks
        self.open, self._given, self._queued = {}, {}, {}
        for ask in waiting.asks:
            if self.open.setdefault(ask.seat, ask) is not ask:
                self._queued.setdefault(ask.seat, []).append(ask)
