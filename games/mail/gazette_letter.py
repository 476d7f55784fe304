"""The mail that brings the gazette of a circle: headlines, the games that ended, the standings, a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.mime.image import MIMEImage

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.site_title import short_title, site_title
from games.models import PersonMail
from games.models.names import one_line

from . import addresses, gazette_picture, headers, links
from .gazette_picture import WinningCards
from .letter import Banner, Link
from .message import Mail, make_picture
from .render import join_blocks, link_lines, render_page, wrapped

MOST_RESULTS, MOST_STANDINGS = 8, 10
WIDTH = 548


@dataclass(frozen=True)
class Row:
    """A row of the standings."""

    name: str
    won: int
    games: int


@dataclass(frozen=True)
class GazetteLetter:
    """What the mail says. `week` is the span of its days in words, the first of `headlines` its headline.

    `unsubscribe` is the token that stops it. A guest has no `page` and no `settings`.
    """

    circle: str
    week: str
    headlines: Sequence[str]
    results: Sequence[str]
    season: str
    standings: Sequence[Row]
    picture: WinningCards | None
    page: str
    settings: str
    unsubscribe: str

    @property
    def title(self) -> str:
        """What the paper is called."""
        return _("The gazette of %(circle)s") % {"circle": self.circle}

    @property
    def shown_results(self) -> Sequence[str]:
        """The games that ended, and how many more there are."""
        more = len(self.results) - MOST_RESULTS
        if more <= 0:
            return self.results
        text = ngettext("And %(n)s more game.", "And %(n)s more games.", more) % {"n": more}
        return [*self.results[:MOST_RESULTS], text]

    @property
    def button(self) -> Link | None:
        """The way to the page of the issue."""
        return Link(_("Read it on the site"), self.page) if self.page else None

    @property
    def stop(self) -> Link:
        """The way to no more of these mails."""
        return Link(_("No more gazettes of this circle"), links.absolute_url("unsubscribe", self.unsubscribe))

    @property
    def choices(self) -> Link | None:
        """The way to the settings of notifications."""
        return Link(_("Notification settings"), self.settings) if self.settings else None

    @property
    def shown_standings(self) -> Sequence[Row]:
        """The first rows of the standings."""
        return self.standings[:MOST_STANDINGS]

    @property
    def why(self) -> str:
        """Why its reader gets it."""
        text = _("You get this once a week as a member of “%(circle)s”, unless there’s no news.")
        return text % {"circle": self.circle}


def compose_gazette(row: PersonMail, letter: GazetteLetter) -> Mail:
    """Return the mail, in the present language."""
    banner, pictures = _draw(row, letter)
    mail = Mail(
        subject=f"[{short_title()}] {one_line(letter.title, headers.SUBJECT_LENGTH)}",
        body=join_blocks(_blocks(letter)),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.player.email],
        reply_to=[addresses.no_reply()],
        headers={
            **headers.automatic(row.message_id, row.kind),
            **headers.language(),
            "List-Id": f"Fluxx <gazettes.{settings.MAIL_DOMAIN}>",
            "List-Unsubscribe": headers.list_unsubscribe(letter.unsubscribe),
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.attach_alternative(
        render_page("mail/gazette.html", {"letter": letter, "banner": banner}), "text/html"
    )
    for picture in pictures:
        mail.attach(picture)
    return mail


def _draw(row: PersonMail, letter: GazetteLetter) -> tuple[Banner | None, list[MIMEImage]]:
    if letter.picture is None:
        return None, []
    identity = f"week.{row.message_id.strip('<>')}"
    png = gazette_picture.draw(letter.picture)
    picture, width, height = make_picture(png, identity, "week.png")
    shown = Banner("", letter.picture.alt, f"cid:{identity}", WIDTH, round(height * WIDTH / width))
    return shown, [picture]


def _blocks(letter: GazetteLetter) -> Iterator[list[str]]:
    yield [*wrapped(letter.title), *wrapped(letter.week)]
    yield from map(wrapped, letter.headlines)
    if letter.results:
        yield wrapped(_("Finished this week"), "== ")
        yield [row for each in letter.shown_results for row in wrapped(each, "- ")]
    if letter.standings:
        yield wrapped(letter.season, "== ")
        yield [row for each in letter.shown_standings for row in wrapped(_standing(each), "- ")]
    yield link_lines(letter.button) if letter.button else []
    yield ["-- ", *wrapped(site_title()), *wrapped(letter.why)]
    yield [*link_lines(letter.stop), *(link_lines(letter.choices) if letter.choices else ())]


def _standing(row: Row) -> str:
    return _("%(name)s: %(won)s of %(games)s won") % {"name": row.name, "won": row.won, "games": row.games}
