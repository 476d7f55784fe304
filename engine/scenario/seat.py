"""A seat of a scenario, by name."""

from typing import TYPE_CHECKING

from engine.view import QuestionView

if TYPE_CHECKING:
    from engine.scenario.scene import Scene


class ScenarioSeat:
    """A seat of a scenario, by name: it plays, answers, and is looked at."""

    def __init__(self, scene: "Scene", name: str, seat: int) -> None:
        self._scene = scene
        self.name = name
        self.seat = seat

    def __repr__(self) -> str:
        return self.name

    def plays(self, card: str) -> "ScenarioSeat":
        """Answer the question of the own turn with a card, or a free action by the name of its rule."""
        return self.answers(card)

    def moves(self, *labels: str) -> "ScenarioSeat":
        """Make moves of pieces and tiles, one after the other."""
        for label in labels:
            self.answers(label)
        return self

    def answers(self, *labels: str) -> "ScenarioSeat":
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
        return sorted(self._scene.table.slugs(self._scene.cards.keepers.get(self.seat, [])))

    @property
    def creepers(self) -> list[str]:
        """The Creepers in front of the seat, in alphabetical order."""
        return sorted(self._scene.table.slugs(self._scene.cards.creepers.get(self.seat, [])))

    @property
    def face_down(self) -> list[str]:
        """The keepers of the seat that lie face down, in alphabetical order."""
        table = self._scene.cards
        down = [card for card in table.keepers.get(self.seat, []) if card in table.face_down]
        return sorted(table.slugs(down))

    @property
    def colour(self) -> str:
        """The colour that the seat plays; empty if it doesn't sit at the table."""
        return self._scene.board.colours.get(self.seat, "")

    @property
    def pieces(self) -> list[str]:
        """The spaces of its pieces, in alphabetical order."""
        return list(self._scene.board.pieces.get(self.colour, []))

    @property
    def collected(self) -> list[str]:
        """The goals that it has met, the first one first."""
        return list(self._scene.table.slugs(self._scene.board.collected.get(self.seat, [])))

    @property
    def beside(self) -> list[QuestionView]:
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
    def question(self) -> QuestionView | None:
        """What is asked of this seat now, and the play waits for."""
        asked = (each for each in self._scene.game.questions if each.seat == self.seat and not each.beside)
        return next(asked, None)

    @property
    def asked(self) -> str:
        """What kind of question is open for this seat; empty if none."""
        return self.question.what.value if self.question else ""

    @property
    def options(self) -> list[str]:
        """The labels of the open question, in alphabetical order."""
        return sorted(self.question.options) if self.question else []
