"""Indexes the choices of a question by their names, for a line whose words are compared with them. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from . import chatter
from .commands import ReplyOption, loose
from .folding import fold
from .phrases import Phrases

Read = TypeVar("Read", str, tuple[str, ...])  # a name as it is compared
_TITLE = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_NUMBERED = re.compile(r" \d+$")
_OWNED = re.compile(r" \(([^()]*)\)$")


class ChoiceIndex:
    """The options of a question by their names, read with the words of one language; each way once."""

    def __init__(self, options: Sequence[ReplyOption], words: Phrases) -> None:
        self.options, self.words = options, words

    @cached_property
    def by_name(self) -> Mapping[str, list[ReplyOption]]:
        return self._index(loose)

    @cached_property
    def by_kind(self) -> Mapping[str, list[ReplyOption]]:
        """The options by what stands last in brackets in their names, such as “(goal)”."""
        found: dict[str, dict[str, ReplyOption]] = {}
        for option in self.options:
            for name in map(fold, option.names):
                if name.endswith(")"):
                    found.setdefault(name[name.rfind("(") :], {})[option.label] = option
        return {kind: list(options.values()) for kind, options in found.items()}

    @cached_property
    def by_content(self) -> Mapping[tuple[str, ...], list[ReplyOption]]:
        return self._index(self.content)

    @cached_property
    def by_unowned(self) -> Mapping[str, list[ReplyOption]]:
        return self._index(lambda name: loose(unowned(name)))

    @cached_property
    def by_unnumbered(self) -> Mapping[str, list[ReplyOption]]:
        """The options by their titles of several words but for the number behind them: “hand limit”."""
        found = self._index(lambda name: _NUMBERED.sub("", fold(name)))
        return {
            name: each
            for name, each in found.items()
            if " " in name and name not in self.by_name and not chatter.begins_no_title(name)
        }

    @cached_property
    def by_spelling(self) -> Mapping[str, list[tuple[str, list[ReplyOption]]]]:
        """The options by their names, and these by their first letter, which no slip changes."""
        found: dict[str, list[tuple[str, list[ReplyOption]]]] = {}
        for each in {**self._index(lambda name: fold(unowned(name))), **self.by_unowned}.items():
            found.setdefault(each[0][:1], []).append(each)
        return found

    def _index(self, read: Callable[[str], Read]) -> dict[Read, list[ReplyOption]]:
        """Return the options by their names, each `read` so."""
        found: dict[Read, list[ReplyOption]] = {}
        for option in self.options:
            for key in {read(name) for name in option.names}:
                found.setdefault(key, []).append(option)
        return found

    def content(self, text: str) -> tuple[str, ...]:
        """Return the words of a name that say what it is: “leap sun” of “Leap to the Sun”."""
        apart = self.words.small | self.words.before_people
        words = [
            word
            for word in _TITLE.findall(fold(text).replace("'s ", " ").replace("'", ""))
            if (word,) not in apart
        ]
        return tuple(words) if len(words) > 1 else (text,)


def owners_of(option: ReplyOption) -> set[str]:
    """Return whose card an option is: what stands in brackets behind its title, which isn't its kind."""
    return {found[1] for name in option.names[:1] if (found := _OWNED.search(name))}


def unowned(name: str) -> str:
    return _OWNED.sub("", name)
