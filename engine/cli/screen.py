"""The terminal of a game: what happened, how the table stands, and numbered choices."""

from collections.abc import Iterable, Iterator, Mapping

from engine import text
from engine.card import KnownCards
from engine.cli.board import board_lines, map_lines
from engine.option import Option, OptionKind
from engine.outcomes import Outcome, TurnBegan
from engine.view import QuestionView, View


class Screen:
    """What one player reads and types."""

    def __init__(self, me: int, names: Mapping[int, str], cards: KnownCards) -> None:
        self.me = me
        self.cards = cards
        self.names = names

    def say(self, line: str = "") -> None:
        """Print a line."""
        print(line)

    def welcome(self, view: View) -> None:
        """Say who plays, and how to answer."""
        bots = [self.names[seat.seat] for seat in view.seats if seat.seat != self.me]
        others = f"{', '.join(bots[:-1])} and {bots[-1]} are bots" if bots[1:] else f"{bots[0]} is a bot"
        self.say(f"You are {self.names[self.me]}; {others}.")
        self.say("Answer with the number of a choice. ? explains the cards, Ctrl-D leaves the table.\n")

    def tell(self, outcome: Outcome) -> None:
        """Tell what happened, if it is worth a line."""
        line = text.sentence(outcome, self.cards, self.names, _untranslated, _plural)
        if line:
            self.say(f"\n{line}" if isinstance(outcome, TurnBegan) else f"  {line}")

    def ask(self, view: View, question: QuestionView) -> tuple[str, ...]:
        """Show the table and the choices, and wait for an answer that fits."""
        self.say()
        if view.board:
            for line in map_lines(view.board):
                self.say(f"  {line}".rstrip())
            self.say()
        for name, value in self._on_board(view) if view.board else self._table(view):
            self.say(f"  {name:<8}{value}")
        self.say(f"\n{text.ask(question, self.cards, _untranslated, _plural)}")
        for number, option in enumerate(question.read_options, start=1):
            means = text.option(option, self.cards, self.names, _untranslated)
            self.say(f"{number:>4}  {means:<30}{self._kind(option)}".rstrip())
        while True:
            typed = input(_prompt(question)).strip()
            try:
                if not typed.startswith("?"):
                    return _read(typed, question)
                self._explain(view, question)
            except ValueError as wrong:
                self.say(f"      {wrong}")

    def _on_board(self, view: View) -> Iterator[tuple[str, str]]:
        """The same of the board game."""
        board = view.board
        assert board is not None  # noqa: S101  (whoever asks has looked)
        yield from board_lines(board, self.names)
        moves = board.moved + board.moves_left
        yield "Turn", f"{self._turn(view)}, moved {board.moved} of {moves}"
        yield from self._hand(view)

    def _table(self, view: View) -> Iterator[tuple[str, str]]:
        """The table, line by line, as name and value."""
        yield "Goal", " / ".join(self.cards[goal].text for goal in view.goals) or "none yet"
        yield "Rules", self._titles(view.rules) or "the Basic Rules alone"
        yield "Turn", self._turn(view)
        for seat in view.seats:
            if seat.seat != view.me:
                hand = f"{seat.hand_size} card{'' if seat.hand_size == 1 else 's'} in hand"
                yield self.names[seat.seat], f"{self._titles(seat.keepers) or 'no keepers'}  ({hand})"
        for seat in view.seats:
            if seat.seat == view.me:
                yield "You", self._titles(seat.keepers) or "no keepers"
        yield from self._hand(view)

    def _turn(self, view: View) -> str:
        plays = "all" if view.play_count is None else str(view.play_count)
        whose = "you" if view.turn == view.me else self.names[view.turn]
        return f"{whose}: drew {view.drawn} of {view.draw_count}, played {view.played} of {plays}"

    def _hand(self, view: View) -> Iterator[tuple[str, str]]:
        """One's own cards, and the piles."""
        yield "Hand", self._titles(view.hand) or "empty"
        if view.temporary:
            yield "Drawn", self._titles(view.temporary)
        top = f", {self._titles(view.discard[:1])} on top" if view.discard else ""
        yield "Piles", f"{view.deck_size} to draw, {len(view.discard)} discarded{top}"

    def _explain(self, view: View, question: QuestionView) -> None:
        """What the cards in the choices, and those that bind everybody, do."""
        chosen = [option.card for option in question.read_options if option.card]
        for slug in dict.fromkeys([*question.about, *chosen, *view.goals, *view.rules, *view.hand]):
            self.say(f"      {self.cards[slug].title}: {self.cards[slug].text}")

    def _kind(self, option: Option) -> str:
        return self.cards[option.card].kind if option.kind is OptionKind.CARD else ""

    def _titles(self, slugs: Iterable[str]) -> str:
        return ", ".join(self.cards[slug].title for slug in slugs)


def _prompt(question: QuestionView) -> str:
    if question.most == 1 == question.least:
        return "> "
    if question.least == question.most:
        return f"{question.least} numbers > "
    return f"{question.least} to {question.most} numbers, or Enter for none > "


def _read(typed: str, question: QuestionView) -> tuple[str, ...]:
    """The labels behind the numbers typed.  Raises ``ValueError`` with a sentence for the player."""
    words = typed.replace(",", " ").split()
    numbers = [int(word) if word.isascii() and word.isdigit() else 0 for word in words]
    choices = len(question.options)
    if not all(1 <= number <= choices for number in numbers) or (not numbers and question.least):
        raise ValueError(f"Type a number from 1 to {choices}.")
    if len(set(numbers)) < len(numbers):
        raise ValueError("You can't choose the same thing twice.")
    if not question.least <= len(numbers) <= question.most:
        wanted = str(question.least) if question.least == question.most else f"up to {question.most}"
        raise ValueError(f"Choose {wanted}, not {len(numbers)}; put spaces between the numbers.")
    return tuple(question.options[number - 1] for number in numbers)


def _untranslated(message: str) -> str:
    return message


def _plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many
