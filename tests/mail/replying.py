"""Games about which mails are sent, and what a mail program sends when somebody answers such a mail."""

import email.policy
from email.message import EmailMessage

from engine.scenario import deal
from games.inbound.receive import receive
from games.mail.compose import compose, compose_bundle, letter_of
from games.models import By, Move, Notice, Reply
from tests.mail.received import Mail
from tests.mail.tables import Stored, store

HANDS = (["bread", "milk", "time"], ["love", "peace"], ["the-brain", "the-moon", "the-rocket"])


def table(name: str, *hand: str, player: str = "ann", other: str = "bob", **dealt) -> Stored:
    """A game in which it is somebody's turn, Ann's if nobody is named, with these cards in their hand."""
    scene = deal(**{player: list(hand), other: 3, "turn": player, "played": 0} | dealt)
    return store(scene, name=name)


def tables(*names: str) -> list[Stored]:
    """Games of Ann's with these names, and the hands of HANDS in their order."""
    return [table(name, *HANDS[place % len(HANDS)]) for place, name in enumerate(names)]


def mail_of(*games: Stored) -> Mail:
    """The mail about Ann's turns in these games, as it is sent."""
    return together(*(game.notice("turn", "ann") for game in games))


def together(*notices: Notice) -> Mail:
    """The one mail of several notices to a player."""
    fresh = [Notice.objects.get(pk=notice.pk) for notice in notices]
    told = [(notice, letter_of(notice)) for notice in fresh]
    return Mail(compose_bundle(fresh[0].player, told).message().as_bytes(linesep="\r\n"))


def answer(mail: Mail, text: str, *, sender: str = "ann@example.org", name: str = "1") -> EmailMessage:
    """What a mail program sends when somebody answers a mail."""
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"] = f"Ann <{sender}>", mail.parsed["Reply-To"]
    reply["Subject"] = f"Re: {mail.parsed['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = f"<{name}@players.example>", mail.parsed["Message-ID"]
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    reply.set_content(f"{text}\n\nOn Sat, Nov 21, 2026 at 6:30 PM Fluxx wrote:\n\n{quoted}")
    return reply


def bring(mail: Mail, text: str, **given) -> Reply | None:
    """Bring an answer to the site, and return what it has made of it."""
    sent = answer(mail, text, **given)
    receive(sent.as_bytes(), recipients=[sent["To"]])
    return Reply.objects.order_by("-pk").first()


def played(*games: Stored) -> list[list[str]]:
    """What Ann has played by reply in each of these games."""
    moves = [Move.objects.filter(game=game.game, by=By.REPLY).order_by("version") for game in games]
    return [[label for move in each for label in move.labels] for each in moves]


def said(reply: Reply | None) -> list[tuple[bool, str]]:
    assert reply is not None
    return [(result["done"], result["text"]) for result in reply.results]


def result_mail(reply: Reply | None) -> Mail:
    assert reply is not None
    return Mail(compose(Notice.objects.get(pk=reply.notice_id)).message().as_bytes(linesep="\r\n"))
