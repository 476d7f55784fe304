"""The moments to which a table can go back, as they are stored: as secret as the table itself.

Those before the answers of this turn that its player can take back alone, and for each player the one before
the first answer of their last turn, to which the table can go back if everybody agrees.
"""

import zlib

import msgspec

from games.models import GameState, Seat


class Moment(msgspec.Struct, frozen=True):
    """A table before an answer of a seat, after move ``version``; ``data`` is what the rules have dumped."""

    seat: int
    player: int
    turn: int
    version: int
    data: str


class Moments(msgspec.Struct):
    """All moments of one game.

    ``steps`` belong to turn ``turn``, the newest last. Where none is left, ``why`` says what became of the
    last answer of that turn: a word of `engine.Lasting`, or ``others``. ``resting`` is the seat that has
    taken back what it did in its turn and has answered nothing since: its orders wait until it does.
    """

    steps: list[Moment] = []
    turn: int = 0
    why: str = ""
    turns: dict[int, Moment] = {}
    resting: int | None = None

    def newest(self, seat: Seat, turn: int) -> Moment | None:
        """Return the moment before the last answer of a seat in this turn, if it can be taken back."""
        step = self.steps[-1] if self.steps and self.turn == turn else None
        return step if step is not None and is_of(step, seat) else None

    def why_not(self, turn: int) -> str:
        """Return why the last answer of this turn can't be taken back; nothing when none was given."""
        return self.why if self.turn == turn else ""

    def last_turn(self, seat: Seat) -> Moment | None:
        """Return the moment before the last turn of a seat, if it is known."""
        moment = self.turns.get(seat.number)
        return moment if moment is not None and is_of(moment, seat) else None


def is_of(moment: Moment, seat: Seat) -> bool:
    """Whether the same player still sits where the answer was given."""
    return (moment.seat, moment.player) == (seat.number, seat.player_id)


def moments_of(state: GameState) -> Moments:
    """Return the moments that are stored with a table."""
    packed = bytes(state.earlier)
    return msgspec.json.decode(zlib.decompress(packed), type=Moments) if packed else Moments()


def packed(moments: Moments) -> bytes:
    """Return moments as they are stored. They have most of their words in common, and pack well."""
    if moments == Moments():
        return b""
    return zlib.compress(msgspec.json.encode(moments), level=1)
