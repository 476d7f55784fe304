"""What each input from outside may be at most: its size, who sends it, and the processor time it may cost.

The code takes its limits from here, and tests/site/test_budgets.py tries each row
(docs/decisions/0064-a-budget-for-every-input.md).
"""

from dataclasses import dataclass

ANYBODY = "anyone"
MAIL_SERVER = "the operator's mail server, for anybody"
MAIL_PROVIDER = "the operator's mail provider, for anybody"
SIGN_IN_PROVIDER = "the provider that people sign in with"
MAIL_WRITER = "anybody who writes to an address of this site"


@dataclass(frozen=True)
class Budget:
    """The limit of one input: `largest` in its `unit`, who sends it, and seconds of processor time."""

    what: str
    largest: int
    unit: str
    sender: str
    seconds: float


# Requests. gunicorn refuses what is longer, before the site hears of it.
REQUEST_LINE = Budget("the first line of a request", 4_094, "bytes", ANYBODY, 0.01)
# A cookie of a neighbour at the same domain may be large, and its owner doesn't know it.
REQUEST_FIELD = Budget("a header of a request", 8_000, "bytes", ANYBODY, 0.01)
REQUEST_FIELDS = Budget("the headers of a request", 60, "headers", ANYBODY, 0.1)
REQUEST_BODY = Budget("a form", 2_621_440, "bytes", ANYBODY, 1.0)
# A mail as large as by LMTP, in base64. Who calls is checked before it is read.
WEBHOOK_BODY = Budget("a call of a provider", 42_000_000, "bytes", MAIL_PROVIDER, 2.0)
WEBHOOKS_AT_ONCE = Budget(
    "calls larger than a form that a web process reads at the same moment", 2, "calls", MAIL_PROVIDER, 4.0
)
HISTORIES_AT_ONCE = Budget(
    "histories, replays and records that a web process makes, or lets wait for each other",
    3,
    "pages",
    ANYBODY,
    4.0,
)
TEXTS_AT_ONCE = Budget(
    "histories as text that a web process sends at the same moment, each for two minutes at most",
    2,
    "texts",
    ANYBODY,
    4.0,
)
EXPORTS_AT_ONCE = Budget(
    "exports of accounts that a web process makes at the same moment, a game at a time",
    1,
    "exports",
    ANYBODY,
    4.0,
)
PROVIDER_CALL = Budget(
    "an answer of the provider that people sign in with", 200_000, "bytes", SIGN_IN_PROVIDER, 6.0
)
PROVIDER_CALLS_AT_ONCE = Budget(
    "requests of a web process that wait for the provider at the same moment", 3, "requests", ANYBODY, 4.0
)
FORM_FIELDS = Budget("the fields of a form", 1_000, "fields", ANYBODY, 0.1)

# What is said about inputs in the log.
LOG_FIELD = Budget("a value in a line of the log", 500, "characters", ANYBODY, 0.02)
LOG_LINE = Budget("a line of the log", 8_000, "characters", ANYBODY, 0.1)
LOG_TRACEBACK = Budget("the traceback of an error", 200, "lines", ANYBODY, 0.1)

# Mail, in whichever way it comes. What is beyond these limits is not read.
MAIL = Budget("a mail", 1_000_000, "bytes that are read", MAIL_WRITER, 2.0)
MAIL_HEADER = Budget("a header of a mail", 2_000, "bytes", MAIL_WRITER, 0.05)
MAIL_HEADERS = Budget("the headers of a mail, or of a part", 200, "headers", MAIL_WRITER, 0.2)
MAIL_PARTS = Budget("the parts of a mail", 40, "parts", MAIL_WRITER, 0.5)
MAIL_DEPTH = Budget("parts within parts", 8, "levels", MAIL_WRITER, 0.5)
MAIL_TEXT = Budget("the text of a mail", 40_000, "characters", MAIL_WRITER, 0.5)
MAIL_LINE = Budget("a line of a mail", 1_000, "characters", MAIL_WRITER, 0.02)
MAIL_HTML = Budget("a mail as a page", 200_000, "characters", MAIL_WRITER, 1.0)
LMTP_MAIL = Budget("a mail that is handed over by LMTP", 30_000_000, "bytes", MAIL_SERVER, 2.0)
LMTP_RECIPIENTS = Budget("the recipients of one mail by LMTP", 20, "addresses", MAIL_SERVER, 0.5)
LMTP_AT_ONCE = Budget("mails that are handed over by LMTP at the same moment", 4, "mails", MAIL_SERVER, 2.0)
REPORT_BLOCKS = Budget("the recipients in a report of a mail server", 100, "blocks", MAIL_WRITER, 0.5)

# What players type, and what links and addresses of ours hold.
REPLY = Budget("the writer's own text in a reply", 2_500, "characters", MAIL_WRITER, 0.5)
REPLY_LINES = Budget("the writer's own lines in a reply", 60, "lines", MAIL_WRITER, 0.5)
TOKEN = Budget("the token in a link", 500, "characters", ANYBODY, 0.02)
ADDRESS = Budget("an address of ours", 320, "characters", MAIL_WRITER, 0.02)
DECK = Budget("a deck to import", 200_000, "bytes", "players", 0.5)
LESSON_ANSWER = Budget("the answer to a lesson in its address", 100, "characters", ANYBODY, 0.2)
NAME = Budget("a name in a form", 200, "characters", ANYBODY, 0.02)
PART_OF_SEED = Budget("a player’s own words for the shuffle", 200, "characters", ANYBODY, 0.02)
INVITATIONS = Budget("the addresses that a host pastes", 4_000, "characters", "players", 0.1)
SCENARIO = Budget("a scenario file", 40_000, "characters", "who runs the command with it", 1.0)


def all_budgets() -> dict[str, Budget]:
    """Return every row by the name of its constant."""
    return {name: row for name, row in globals().items() if isinstance(row, Budget)}
