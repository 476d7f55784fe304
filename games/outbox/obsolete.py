"""When a mail is not needed any more."""


class Moot(Exception):
    """What a notice was to tell is no longer so; the text says why, for the operator."""
