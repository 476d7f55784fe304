"""What a reply would play, by the pure reader alone: positions are dealt, and nothing is stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import dropwhile

import engine
from engine.scenario import Scene, deal
from games.models import Question
from games.replies import vocabulary
from games.replies.choose import choose
from games.replies.commands import CommandKind, ReplyCommand, ReplyQuestion, UnclearAnswer
from games.replies.doubts import ANSWERS
from games.replies.read_text import read_text
from games.replies.refusals import describe_refusal

NAMES = {1: "Ann", 2: "Bartek", 3: "Kasia"}


def apart(texts: str) -> list[str]:
    """Short texts of a list, which bars set apart."""
    return texts.split(" | ")


@dataclass(frozen=True)
class Mailed:
    """A question as a mail asks it, and what a reply to it may name."""

    what: str
    asked: ReplyQuestion
    view: engine.View | None
    players: tuple[str, ...] = tuple(NAMES.values())

    @classmethod
    def of(cls, scene: Scene, seat: int, what: str = "", called: Mapping[int, str] = NAMES) -> "Mailed":
        """The first open question of a seat, or the one of this kind; ``called`` are the players."""
        view = scene.game.view(seat)
        mine = [each for each in scene.game.questions if each.seat == seat and what in ("", each.what.value)]
        row = Question(number=mine[0].number, what=mine[0].what.value)
        asked = vocabulary.reply_question(view, row, called, takes_numbers=True)
        assert asked is not None
        return cls(row.what, asked, view, tuple(called.values()))

    def plays(self, text: str) -> list[tuple[str, ...]]:
        """The answers that a reply gives, in order, as if all that is asked next were the same question."""
        return list(self._answers(text))

    def acts(self, text: str) -> list[ReplyCommand]:
        """What a reply says at the table or takes back."""
        acts = (CommandKind.SAY, CommandKind.UNDO)
        return [each for each in self.read(text) if each.kind in acts and each.unclear is None]

    def _answers(self, text: str) -> Iterator[tuple[str, ...]]:
        asked, at = self.asked, 0
        commands = self.read(text)
        while at < len(commands):
            command = commands[at]
            if command.kind not in ANSWERS:
                if command.unclear is not None or command.kind == CommandKind.UNDO:
                    return
                at += 1
                continue
            try:
                choice = choose(commands[at:], asked)
            except UnclearAnswer:
                return
            yield choice.labels
            goes_on = (
                self.view is not None and self.view.board is not None
            ) or asked.what is engine.QuestionKind.PLAY
            asked = replace(asked, takes_numbers=goes_on, plays_left=asked.plays_left - 1)
            at += choice.took

    def offers(self, text: str) -> tuple[str, ...]:
        """The answer that the refusal of a reply's first line offers."""
        answers = list(dropwhile(lambda each: each.kind not in ANSWERS, self.read(text)))
        try:
            if answers:
                choose(answers, self.asked)
        except UnclearAnswer as unclear:
            return unclear.offer
        return ()

    def read(self, text: str) -> list[ReplyCommand]:
        return read_text(self.view, text, self.players)

    def why(self, text: str) -> str:
        """The sentence that refuses the first line of a reply."""
        try:
            choose(self.read(text), self.asked)
        except UnclearAnswer as unclear:
            return describe_refusal(unclear, text)
        return ""


def hand_of(*cards: str, rules: tuple[str, ...] = ()) -> Mailed:
    """Ann is to play one of these cards."""
    return Mailed.of(deal_hand(cards, rules), 1)


def deal_hand(cards: tuple[str, ...], rules: tuple[str, ...]) -> Scene:
    return deal(ann=list(cards), bob=4, cid=3, rules=list(rules), turn="ann", played=0)


def over_the_limit(*cards: str) -> Mailed:
    """Bob has to discard all of these but two."""
    scene = deal(
        ann=["hand-limit-2", "jackpot"], bob=list(cards), cid=["music", "dreams"], turn="ann", played=0
    )
    scene.seats[0].plays("hand-limit-2")
    return Mailed.of(scene, 2)
