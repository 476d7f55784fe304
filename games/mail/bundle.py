"""One mail about more than one game: what each wants, until when, and where to answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history.formatting import one_line
from games.models import Notice, Player
from games.outbox.kinds import QUESTION_KINDS

from . import headers, links, page, plain
from .letter import Letter, Link

# Of one game no more than this: the page and the mail of its own show all.
MOST_LINES = 6


@dataclass(frozen=True)
class Part:
    """What a mail about more than one game says of one of them."""

    game: str
    letter: Letter

    @property
    def happened(self) -> tuple[str, ...]:
        """What happened last."""
        return self.letter.happened[-MOST_LINES:]


@dataclass(frozen=True)
class Bundle:
    """A mail about more than one game in words.

    `subject`, `call` and how each part begins name no card of a hand.
    """

    call: str
    subject: str
    parts: tuple[Part, ...]
    button: Link
    choices: Link
    print: str


def bundle_of(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> Bundle:
    """Return what one mail says about some notices of a player: what is due first stands first."""
    rows = in_order(letters)
    waiting = len({notice.game_id for notice, _letter in rows if notice.kind in QUESTION_KINDS})
    news = len({notice.game_id for notice, _letter in rows if notice.kind not in QUESTION_KINDS})
    if waiting:
        call = ngettext("%(count)d game waits for you", "%(count)d games wait for you", waiting)
        call %= {"count": waiting}
    else:
        call = ngettext("News of %(count)d game", "News of %(count)d games", news) % {"count": news}
    name = one_line(player.name)
    return Bundle(
        call=_("%(call)s, %(name)s.") % {"call": call, "name": name} if name else f"{call}.",
        subject=f"[Fluxx] {call}",
        parts=tuple(Part(one_line(notice.game.name), letter) for notice, letter in rows),
        button=Link(_("Open your games"), links.absolute("dashboard")),
        choices=_choices(),
        print=_(
            "Each link opens one game and is yours alone: whoever has this mail can play for you. Several "
            "games come in one mail when they have news at about the same time, or as your digest."
        ),
    )


def bundle_of_test(player: Player) -> Bundle:
    """Return what a mail says that its reader has asked for to see whether mail arrives."""
    return Bundle(
        call=_("This is a test: mails about your games arrive here."),
        subject=f"[Fluxx] {_('A test')}",
        parts=(),
        button=Link(_("Open your games"), links.absolute("dashboard")),
        choices=_choices(),
        print=_("Somebody who is signed in as %(email)s asked for this mail.") % {"email": player.email},
    )


def _choices() -> Link:
    return Link(_("Choose how you are told"), links.absolute("notices"))


def in_order(letters: Sequence[tuple[Notice, Letter]]) -> list[tuple[Notice, Letter]]:
    """Return letters with their notices, the most urgent first."""
    return sorted(letters, key=lambda each: urgency(each[0]))


def urgency(notice: Notice) -> tuple[bool, bool, float, int]:
    """Return what notices are sorted by: questions by their deadlines, then the rest."""
    due_at = notice.question.due_at if notice.question is not None else None
    return notice.kind not in QUESTION_KINDS, due_at is None, due_at.timestamp() if due_at else 0.0, notice.pk


def as_text(bundle: Bundle) -> str:
    """Return the mail as text; every link is whole, on a line of its own."""
    blocks = [plain.wrapped(bundle.call)]
    for part in bundle.parts:
        letter = part.letter
        blocks += [plain.wrapped(part.game, "== "), plain.wrapped(letter.call), plain.wrapped(letter.due)]
        blocks.append([*plain.wrapped(f"{letter.button.text}:"), letter.button.url])
        if letter.board:
            blocks.append(plain.wrapped(letter.board.goal))
        blocks.append([row for line in part.happened for row in plain.wrapped(line, "- ")])
    blocks.append([*plain.wrapped(f"{bundle.button.text}:"), bundle.button.url])
    blocks += [plain.wrapped(bundle.print), [*plain.wrapped(f"{bundle.choices.text}:"), bundle.choices.url]]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def as_page(bundle: Bundle) -> str:
    """Return the mail as HTML."""
    return page.render("mail/bundle.html", bundle=bundle)


def bundle_headers(first: Notice, player: Player) -> dict[str, str]:
    """Return the headers of a mail about more than one game: a thread and a list of the player's own."""
    root = f"<games-of.{player.pk}@{settings.MAIL_DOMAIN}>"
    return {
        **headers.headers(first),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"Fluxx <games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": headers.list_unsubscribe_of_bundle(first),
        "X-Fluxx-Kind": "several",
    }


def no_reply_address() -> str:
    """Return the address for answers: nobody could tell which of the games they mean."""
    return f"noreply@{settings.MAIL_DOMAIN}"
