"""A mail about several games, such as the daily digest: for each, what to do, the deadline, and the link."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history.formatting import one_line
from games.models import Notice, Player
from games.outbox.kinds import QUESTION_KINDS

from . import headers, links, unsubscribe
from .letter import Letter, Link
from .render import join_blocks, link_lines, render_template, wrapped

# Of each game; its page and its own mails show all.
MOST_LINES = 6


@dataclass(frozen=True)
class BundlePart:
    """The letter of one game in the bundle."""

    game: str
    letter: Letter

    @property
    def history(self) -> tuple[str, ...]:
        """The latest lines of its history."""
        return self.letter.history[-MOST_LINES:]


@dataclass(frozen=True)
class Bundle:
    """The content of a mail about several games, or about none.

    `subject`, `headline` and the beginning of each part name no card of a hand.
    """

    headline: str
    subject: str
    small_print: str
    parts: tuple[BundlePart, ...] = ()

    @property
    def button(self) -> Link:
        """The link to the reader's games."""
        return Link(_("Open your games"), links.absolute_url("dashboard"))

    @property
    def choices(self) -> Link:
        """The link to the notification settings."""
        return Link(_("Choose how you are told"), links.absolute_url("notices"))


def make_bundle(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> Bundle:
    """Return one bundle of these letters, in their order."""
    waiting = len({notice.game_id for notice, _letter in letters if notice.kind in QUESTION_KINDS})
    news = len({notice.game_id for notice, _letter in letters if notice.kind not in QUESTION_KINDS})
    if waiting:
        headline = ngettext("%(count)d game waits for you", "%(count)d games wait for you", waiting)
    else:
        headline = ngettext("News of %(count)d game", "News of %(count)d games", news)
    headline %= {"count": waiting or news}
    name = one_line(player.name)
    return Bundle(
        headline=_("%(call)s, %(name)s.") % {"call": headline, "name": name} if name else f"{headline}.",
        subject=f"[Fluxx] {headline}",
        small_print=_(
            "Each link opens one game and is yours alone: whoever has this mail can play for you. Several "
            "games come in one mail when they have news at about the same time, or as your digest."
        ),
        parts=tuple(BundlePart(one_line(notice.game.name), letter) for notice, letter in letters),
    )


def make_test_bundle(player: Player) -> Bundle:
    """Return the content of a test mail."""
    reason = _("Somebody who is signed in as %(email)s asked for this mail.") % {"email": player.email}
    return Bundle(
        headline=_("This is a test: mails about your games arrive here."),
        subject=f"[Fluxx] {_('A test')}",
        small_print=reason,
    )


def urgency(notice: Notice) -> tuple[bool, bool, float, int]:
    """Return the sort key of notices: questions by their deadlines, then the rest."""
    due_at = notice.question.due_at if notice.question is not None else None
    return notice.kind not in QUESTION_KINDS, due_at is None, due_at.timestamp() if due_at else 0.0, notice.pk


def render_text(bundle: Bundle) -> str:
    """Return the mail as plain text; every link is whole, on a line of its own."""
    blocks = [wrapped(bundle.headline)]
    for part in bundle.parts:
        letter = part.letter
        blocks += [wrapped(part.game, "== "), wrapped(letter.headline), wrapped(letter.deadline)]
        blocks.append(link_lines(letter.button))
        if letter.board:
            blocks.append(wrapped(letter.board.words.goal))
        blocks.append([row for line in part.history for row in wrapped(line, "- ")])
    return join_blocks(
        [*blocks, link_lines(bundle.button), wrapped(bundle.small_print), link_lines(bundle.choices)]
    )


def render_html(bundle: Bundle) -> str:
    """Return the mail as HTML."""
    return render_template("mail/bundle.html", bundle=bundle)


def bundle_headers(first: Notice, player: Player) -> dict[str, str]:
    """Return the headers of a mail about several games, which have a thread and a list of their own."""
    root = f"<games-of.{player.pk}@{settings.MAIL_DOMAIN}>"
    return {
        **headers.headers(first),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"Fluxx <games.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": headers.list_unsubscribe(unsubscribe.make_bundle_token(first)),
        "X-Fluxx-Kind": "several",
    }
