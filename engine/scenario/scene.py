"""A position that is played, by names, like play-by-play."""

import re
from collections.abc import Iterable, Sequence
from typing import cast

from engine.ask import Refused
from engine.cards import KNOWN
from engine.game import Game
from engine.outcomes import Decided, Outcome
from engine.scenario.position import BadScenario
from engine.table import Table
from engine.view import Question

WORDS = frozenset(
    (
        *("birthday", "holiday", "ordinary-day"),
        *("draw", "end", "pass", "random"),
        *("left", "right", "rock", "paper", "scissors"),
        *("accept", "challenge", "correct", "incorrect"),
    )
)
ANY = "any"
CORRECT, INCORRECT = "correct", "incorrect"


class Player:
    """A seat of a scenario, by name: it plays, answers, and is looked at."""

    def __init__(self, scene: "Scene", name: str, seat: int) -> None:
        self._scene = scene
        self.name = name
        self.seat = seat

    def __repr__(self) -> str:
        return self.name

    def plays(self, card: str) -> "Player":
        """Answer the question of the own turn with a card, or a free action by the name of its rule."""
        return self.answers(card)

    def answers(self, *labels: str) -> "Player":
        """Answer the open question.  A choice that left nothing to decide may be answered, too."""
        self._scene.answer(self.seat, labels)
        return self

    def cannot(self, *labels: str) -> str:
        """Give an answer that must be refused, and return what the player is told."""
        return self._scene.refuse(self.seat, labels)

    def leaves(self) -> None:
        """Leave the game."""
        self._scene.leave(self.seat)

    @property
    def hand(self) -> list[str]:
        """The cards in hand, in alphabetical order."""
        return sorted(self._scene.table.slugs(self._scene.table.hands.get(self.seat, [])))

    @property
    def keepers(self) -> list[str]:
        """The keepers in play, in alphabetical order."""
        return sorted(self._scene.table.slugs(self._scene.table.keepers.get(self.seat, [])))

    @property
    def creepers(self) -> list[str]:
        """The Creepers in front of the seat, in alphabetical order."""
        return sorted(self._scene.table.slugs(self._scene.table.creepers.get(self.seat, [])))

    @property
    def face_down(self) -> list[str]:
        """The keepers of the seat that lie face down, in alphabetical order."""
        table = self._scene.table
        down = [card for card in table.keepers.get(self.seat, []) if card in table.face_down]
        return sorted(table.slugs(down))

    @property
    def beside(self) -> list[Question]:
        """What is asked of this seat beside the play."""
        return [each for each in self._scene.game.questions if each.seat == self.seat and each.beside]

    @property
    def temporary(self) -> list[str]:
        """The cards of temporary hands, in alphabetical order."""
        table = self._scene.table
        return sorted(
            table.slugs(c for aside in table.temporary if aside.seat == self.seat for c in aside.cards)
        )

    @property
    def question(self) -> Question | None:
        """What is asked of this seat now, and the play waits for."""
        asked = (each for each in self._scene.game.questions if each.seat == self.seat and not each.beside)
        return next(asked, None)

    @property
    def asked(self) -> str:
        """What kind of question is open for this seat; empty if none."""
        return self.question.what if self.question else ""

    @property
    def options(self) -> list[str]:
        """The labels of the open question, in alphabetical order."""
        return sorted(self.question.options) if self.question else []


class Scene:
    """A game in some position, with names for its seats."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.players = {name: Player(self, name, seat) for seat, name in enumerate(names, start=1)}
        self.happened: list[Outcome] = []
        self._decided: list[Decided] = []
        self._note(game.take_outcomes())

    def player(self, name: str) -> Player:
        """The player of this name; one without a seat if the table has not let it join."""
        return self.players.get(name) or Player(self, name, seat=0)

    @property
    def table(self) -> Table:
        """The table itself: a scenario sees everything."""
        return cast(Table, self.game.table)

    @property
    def seats(self) -> list[Player]:
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
        return sorted(self.table.slugs(self.table.rules))

    @property
    def goals(self) -> list[str]:
        """The goals in play, in alphabetical order."""
        return sorted(self.table.slugs(self.table.goals))

    @property
    def meta(self) -> list[str]:
        """The meta rules, in alphabetical order."""
        return sorted(self.table.slugs(self.table.meta))

    @property
    def attached(self) -> dict[str, str]:
        """Creepers that cling to a keeper, and to which."""
        slugs = self.table.deck.slugs
        return {slugs[creeper]: slugs[keeper] for creeper, keeper in self.table.attached.items()}

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

    def _meant(self, seat: int, written: Sequence[str]) -> Question | None:
        """The open question that an answer is meant for: the first that it fits, else the first there is."""
        mine = [each for each in self.game.questions if each.seat == seat]
        for question in mine:
            if len(mine) == 1 or set(self.labels(question, written)) <= set(question.options):
                return question
        return next((each for each in mine if each.words), mine[0] if mine else None)

    def _made_already(self, seat: int, question: Question | None, written: Sequence[str]) -> Decided | None:
        """The choice made without asking that these labels answer, unless they answer an open question."""
        if question is not None and set(self.labels(question, written)) <= set(question.options):
            return None
        fitting = (each for each in self._decided if each.seat == seat)
        return next(
            (each for each in fitting if sorted(self._short(each, written)) == sorted(each.labels)), None
        )

    def join(self, name: str) -> Player:
        """Seat one more."""
        seat, outcomes = self.game.join()
        self._note(outcomes)
        self.players[name] = Player(self, name, seat)
        self._check_sleep()
        return self.players[name]

    def leave(self, seat: int) -> None:
        """Take a seat out."""
        self._note(self.game.leave(seat))
        self._check_sleep()

    def labels(self, question: Question | None, written: Sequence[str]) -> list[str]:
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
                labels.append(self._label(word, options))
        return labels

    def _quizzed(self, question: Question, word: str) -> str:
        """The right answer to a question of trivia, or the first wrong one."""
        (asked,) = (each for each in self.table.beside if each.number == question.number)
        right = asked.secret[0] if asked.secret else ""
        wrong = next((option for option in question.options if option != right), word)
        return right if word == CORRECT and right else wrong

    def _label(self, word: str, options: Sequence[str]) -> str:
        slug, at, name = word.partition("@")
        if slug in self.players and not at:
            slug, name = "", slug
        if name and name not in self.players:
            raise BadScenario(f"{word!r}: there is no seat called {name!r}.")
        bare = slug.removeprefix("use:").partition("#")[0]
        if bare and bare not in KNOWN and bare not in WORDS:
            raise BadScenario(f"{word!r} is no card, seat or choice.")
        label = f"{slug}@{self.players[name].seat}" if name else slug
        if label in options or name:
            return label
        fitting = [option for option in options if re.fullmatch(rf"(use:)?{re.escape(label)}(@\d+)?", option)]
        return fitting[0] if len(fitting) == 1 else label

    def _short(self, decided: Decided, written: Sequence[str]) -> list[str]:
        return [self._label(word, decided.labels) for word in written if word != ANY] or list(decided.labels)

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
