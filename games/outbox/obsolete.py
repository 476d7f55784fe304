"""When a mail is not needed any more."""


class Obsolete(Exception):
    """What a notice was to tell is no longer so; the text says why, for the operator."""
