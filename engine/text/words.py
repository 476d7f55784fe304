"""What the sentences and the questions share."""

from collections.abc import Mapping

from engine.marking import gettext_noop

Names = Mapping[int, str]

THROWS = {
    "rock": gettext_noop("Rock"),
    "paper": gettext_noop("Paper"),
    "scissors": gettext_noop("Scissors"),
}
