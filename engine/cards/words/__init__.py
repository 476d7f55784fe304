"""What a person reads on each card: title and text, in our own words.  The one place to replace them.

The strings are marked for translation; ``gettext_noop`` returns them as they are.
"""

from engine.cards.words import anatomy, base, board, ice, wonderland
from engine.cards.words.mark import Words

_WORDS: Words = {**base.WORDS, **ice.WORDS, **wonderland.WORDS, **anatomy.WORDS, **board.WORDS}


def words(slug: str) -> tuple[str, str]:
    """Title and text of a card."""
    return _WORDS[slug]
