"""Reads a line that says what is kept: “keep milk”, “all but milk”, “milk stays”. Pure."""

from .spoken_line import SpokenLine

LONGEST_END = 6  # words


class KeptLine(SpokenLine):
    """A line that names the choices which are kept, where others are discarded."""

    def keeps(self) -> bool:
        """Skip the words that say that the choices are kept, and whether they stand here, or at the end."""
        stays = self._cut_stays()
        self._skip(self.words.fillers)
        if self._skip(self.words.keeps) or stays:
            return True
        self._read_verb()
        if not self._skip(self.words.alls):
            return False
        self._skip_sign(",")
        return self._skip(self.words.buts)

    def read_kept(self) -> tuple[str, ...]:
        """Return the labels of the choices that a line keeps; none if it says anything else."""
        self._cut_rest()
        return tuple(items) if self.keeps() and (items := self._read_list()) and self._read_end() else ()

    def _cut_stays(self) -> bool:
        """Leave out “stays” at the end, and say whether it stood there."""
        for at in range(max(1, len(self.tokens) - LONGEST_END), len(self.tokens)):
            self.at = at
            if self._skip(self.words.stays) and self._read_end():
                self.tokens = self.tokens[:at]
                self.at = 0
                return True
        self.at = 0
        return False

    def _cut_rest(self) -> None:
        """Leave out “, discard the rest” at the end, which says nothing more."""
        for at in range(1, len(self.tokens)):
            self.at = at
            self._skip(self.words.joins)
            self._skip(self.words.discards)
            if self._skip(self.words.rests):
                self._skip(self.words.discards)
                if self._read_end():
                    self.tokens = self.tokens[:at]
                    break
        self.at = 0
