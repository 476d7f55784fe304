"""A position that is played, by names, like play-by-play."""

import re
from collections.abc import Iterable, Sequence

from engine.board.table import BoardTable
from engine.errors import Refused
from engine.game import Game
from engine.outcomes import Decided, Outcome
from engine.question_kind import QuestionKind
from engine.scenario.errors import BadScenario
from engine.scenario.labels import labels_of_board, read_label
from engine.scenario.seat import ScenarioSeat
from engine.scenario.spelling import said, write_lying
from engine.table import CommonTable, Table
from engine.view import QuestionView

ANY = "any"
CORRECT, INCORRECT = "correct", "incorrect"
MOST_SHOWN = 20  # options of a question


class Scene:
    """A game in some position, with names for its seats."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.players = {name: ScenarioSeat(self, name, seat) for seat, name in enumerate(names, start=1)}
        self.happened: list[Outcome] = []
        self._decided: list[Decided] = []
        self._note(game.take_outcomes())

    def player(self, name: str) -> ScenarioSeat:
        """The player of this name; one without a seat if the table has not let it join."""
        return self.players.get(name) or ScenarioSeat(self, name, seat=0)

    @property
    def table(self) -> CommonTable:
        """The table itself: a scenario sees everything."""
        return self.game.table

    @property
    def cards(self) -> Table:
        """The table of a game of cards.  Raises ``TypeError`` in the board game, which has none of this."""
        if not isinstance(self.game.table, Table):
            raise TypeError("This is the board game: there are no keepers, rules or meta rules on its table.")
        return self.game.table

    @property
    def board(self) -> BoardTable:
        """The table of the board game.  Raises ``TypeError`` in a game of cards."""
        if not isinstance(self.game.table, BoardTable):
            raise TypeError("This is a game of cards: it has no board.")
        return self.game.table

    @property
    def seats(self) -> list[ScenarioSeat]:
        """The players in the order in which they were named."""
        return list(self.players.values())

    @property
    def winner(self) -> str:
        """The name of the seat that won; empty while nobody has."""
        return next((player.name for player in self.seats if player.seat == self.game.winner), "")

    @property
    def turn(self) -> str:
        """The name of the seat whose turn it is."""
        return next(player.name for player in self.seats if player.seat == self.game.turn)

    @property
    def rules(self) -> list[str]:
        """The rules in play, in alphabetical order."""
        return sorted(self.table.slugs(self.cards.rules))

    @property
    def goals(self) -> list[str]:
        """The goals in play, in alphabetical order."""
        return sorted(self.table.slugs(self.table.goals))

    @property
    def meta(self) -> list[str]:
        """The meta rules, in alphabetical order."""
        return sorted(self.table.slugs(self.cards.meta))

    @property
    def removed(self) -> list[str]:
        """The cards that are out of the game, in alphabetical order."""
        return sorted(self.table.slugs(self.cards.removed))

    @property
    def attached(self) -> dict[str, str]:
        """Creepers that cling to a keeper, and to which."""
        slugs = self.table.deck.slugs
        return {slugs[creeper]: slugs[keeper] for creeper, keeper in self.cards.attached.items()}

    @property
    def stack(self) -> list[str]:
        """The stack of goals, top first."""
        return list(self.table.slugs(reversed(self.board.goals)))

    @property
    def pegs(self) -> dict[str, int | str]:
        """What each peg says: ``2``, ``"none"``, ``"on"``."""
        return {peg: said(peg, hole) for peg, hole in self.board.pegs.items()}

    @property
    def tiles(self) -> dict[str, str]:
        """How each tile lies: ``2/-1``, ``2/-1 turned 90``."""
        return {tile: write_lying(lying) for tile, lying in self.board.tiles.items()}

    @property
    def discard(self) -> list[str]:
        """The discard pile, top first."""
        return list(self.table.slugs(reversed(self.table.discard)))

    @property
    def deck(self) -> list[str]:
        """The draw pile, top first."""
        return list(self.table.slugs(reversed(self.table.draw_pile)))

    @property
    def waiting_for(self) -> list[str]:
        """The names of the seats that are asked something."""
        return [player.name for player in self.seats if player.question]

    def written(self, text: str) -> str:
        """A label, or a text with labels, with the names of seats instead of their numbers."""
        names = {player.seat: player.name for player in self.seats}
        return re.sub(r"@(\d+)", lambda found: _name_of(found, names), text)

    @property
    def asked_of(self) -> str:
        """What is asked of whom, as a sentence."""
        asked = []
        for question in self.game.questions:
            (name,) = (player.name for player in self.seats if player.seat == question.seat)
            options = [self.written(option) for option in question.options[:MOST_SHOWN]]
            options += ["..."] if len(question.options) > MOST_SHOWN else []
            asked.append(f"{name}: {question.what} ({', '.join(options)})")
        return f"Asked now: {'; '.join(asked)}." if asked else "Nobody is asked anything now."

    def answer(self, seat: int, labels: Sequence[str]) -> None:
        """Answer for a seat; a choice that was made without asking counts as answered."""
        question = self._meant(seat, labels)
        meant = self.labels(question, labels)
        if (decided := self._made_already(seat, question, labels)) is not None:
            self._decided.remove(decided)
            return
        self._decided = [decided for decided in self._decided if decided.seat != seat]
        self._note(self.game.answer(seat, meant, question.number if question else None))
        self._check_sleep()

    def refuse(self, seat: int, labels: Sequence[str]) -> str:
        """Give an answer that must be refused and change nothing; returns the refusal."""
        question = self._meant(seat, labels)
        before = self.game.dump()
        if self._made_already(seat, question, labels) is not None:
            raise AssertionError(f"{', '.join(labels)}: this choice was the only one and is made already.")
        try:
            meant = self.labels(question, labels)
            self.game.answer(seat, meant, question.number if question else None)
        except Refused as refusal:
            if self.game.dump() != before:
                raise AssertionError("The refused answer changed the game.") from None
            return str(refusal)
        raise AssertionError(f"{', '.join(labels) or 'nothing'} was accepted.")

    def _meant(self, seat: int, written: Sequence[str]) -> QuestionView | None:
        """The open question that an answer is meant for: the first that it fits, else the first there is."""
        mine = [each for each in self.game.questions if each.seat == seat]
        for question in mine:
            if len(mine) == 1 or self._fits(question, written):
                return question
        return next((each for each in mine if each.words), mine[0] if mine else None)

    def _fits(self, question: QuestionView, written: Sequence[str]) -> bool:
        """Whether labels answer a question; a word that means nothing may be a text for another one."""
        try:
            return set(self.labels(question, written)) <= set(question.options)
        except BadScenario:
            return False

    def _made_already(
        self, seat: int, question: QuestionView | None, written: Sequence[str]
    ) -> Decided | None:
        """The choice made without asking that these labels answer, unless they answer an open question."""
        if question is not None and set(self.labels(question, written)) <= set(question.options):
            return None
        fitting = (each for each in self._decided if each.seat == seat)
        return next(
            (each for each in fitting if sorted(self._short(each, written)) == sorted(each.labels)), None
        )

    def join(self, name: str) -> ScenarioSeat:
        """Seat one more."""
        seat, outcomes = self.game.join()
        self._note(outcomes)
        self.players[name] = ScenarioSeat(self, name, seat)
        self._check_sleep()
        return self.players[name]

    def leave(self, seat: int) -> None:
        """Take a seat out."""
        self._note(self.game.leave(seat))
        self._check_sleep()

    def labels(self, question: QuestionView | None, written: Sequence[str]) -> list[str]:
        """What the written labels mean for an open question: seat names, and short forms that fit one option.

        Raises ``BadScenario`` for a word that is no card, seat or choice of any question.
        """
        options = question.options if question else ()
        labels: list[str] = []
        for word in written:
            if question and question.words and word not in (ANY, *options):
                labels.append(word)
            elif question and question.beside and word in (CORRECT, INCORRECT):
                labels.append(self._quizzed(question, word))
            elif word == ANY:
                labels.append(next((option for option in options if option not in labels), ANY))
            else:
                labels.append(self._label(word, question.what if question else QuestionKind.UNKNOWN, options))
        return labels

    def _quizzed(self, question: QuestionView, word: str) -> str:
        """The right answer to a question of trivia, or the first wrong one."""
        (asked,) = (each for each in self.table.beside if each.number == question.number)
        right = asked.secret[0] if asked.secret else ""
        wrong = next((option for option in question.options if option != right), word)
        return right if word == CORRECT and right else wrong

    def fitting(self, question: QuestionView | None, word: str) -> list[str]:
        """The options that a written word fits, or what it is as a label if it fits none.

        Raises ``BadScenario`` for a word that is no card, seat or choice of any question.
        """
        return self._fitting(
            word, question.what if question else QuestionKind.UNKNOWN, question.options if question else ()
        )

    def _fitting(self, word: str, what: QuestionKind, options: Sequence[str]) -> list[str]:
        seats = {name: player.seat for name, player in self.players.items()}
        if isinstance(self.game.table, BoardTable):
            return labels_of_board(word, what, options, seats, self.game.table.colours)
        return [read_label(word, options, seats, self.game.table.deck.known_cards)]

    def _label(self, word: str, what: QuestionKind, options: Sequence[str]) -> str:
        label, *others = self._fitting(word, what, options)
        if others:
            why = f"{word!r} fits several options; write which: {', '.join([label, *others])}"
            raise BadScenario(why, word=word)
        return label

    def _short(self, decided: Decided, written: Sequence[str]) -> list[str]:
        words = [word for word in written if word != ANY]
        return [self._label(word, QuestionKind.read(decided.what), decided.labels) for word in words] or list(
            decided.labels
        )

    def _note(self, outcomes: Iterable[Outcome]) -> None:
        outcomes = list(outcomes)
        self.happened.extend(outcomes)
        self._decided.extend(outcome for outcome in outcomes if isinstance(outcome, Decided))

    def _check_sleep(self) -> None:
        """A stored and loaded game stands at the same questions."""
        stored = self.game.dump()
        woken = Game.load(stored)
        if woken.questions != self.game.questions or woken.dump() != stored:
            raise AssertionError("The game is another one after it was stored and loaded.")


def _name_of(found: re.Match[str], names: dict[int, str]) -> str:
    """The seat of a label by its name: ``@B`` for ``@2``, and ``B`` where the label is nothing else."""
    name = names.get(int(found[1]), found[1])
    stands_alone = found.start() == 0 or not re.match(r"[\w-]", found.string[found.start() - 1])
    return name if stands_alone else f"@{name}"
