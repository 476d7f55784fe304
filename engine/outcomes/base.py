"""What all outcomes share."""

import msgspec

FACE_DOWN = "face-down"
"""What a keeper is called by those who may not see its face."""


class Told(msgspec.Struct, frozen=True, tag=str.lower, omit_defaults=True):
    """One thing that happened, as a value."""


class Unknown(Told, frozen=True):
    """Something that another release has recorded and this one can't read; ``code`` is what it was called."""

    code: str = ""
