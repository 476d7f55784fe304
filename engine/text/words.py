"""What the sentences and the questions share."""

from collections.abc import Callable, Mapping

from engine.marking import gettext_noop

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]
Names = Mapping[int, str]

THROWS = {
    "rock": gettext_noop("Rock"),
    "paper": gettext_noop("Paper"),
    "scissors": gettext_noop("Scissors"),
}
