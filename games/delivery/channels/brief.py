"""What a device or a webhook is sent: a sentence and an address, but no card of a hand and no secret link."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history.formatting import moment
from games.mail import links
from games.models import Notice, Player
from games.outbox.kinds import QUESTION_KINDS, spec_of


@dataclass(frozen=True)
class Brief:
    """A sentence for people, with data for programs. A later brief replaces one with the same `tag`."""

    id: str
    kind: str
    text: str
    url: str
    tag: str
    written_at: datetime
    group: str = ""
    due_text: str = ""
    due_at: datetime | None = None
    game: dict[str, str] | None = None

    @property
    def whole(self) -> str:
        """The sentence with the deadline."""
        return f"{self.text} {self.due_text}".strip()


def brief_of(notice: Notice, player: Player) -> Brief:
    """Return the brief of a notice, in the player's language and zone."""
    game, question, kind = notice.game, notice.question, spec_of(notice.kind)
    due_at = question.due_at if question is not None and question.is_open else None
    with translation.override(player.site_language), timezone.override(player.zone):
        name = game.shown_name
        due_text = _("Answer by %(moment)s.") % {"moment": moment(due_at, player.zone)} if due_at else ""
        return Brief(
            id=f"notice-{notice.reference}",
            kind=notice.kind,
            group=str(kind.group or ""),
            text=_(kind.sentence) % {"game": name},
            due_text=due_text,
            due_at=due_at,
            url=links.game_url(game),
            tag=f"game-{game.key}",
            game={"key": game.key, "name": name, "url": links.game_url(game)},
            written_at=notice.created_at,
        )


def brief_of_all(notices: Sequence[Notice], player: Player) -> Brief:
    """Return one brief for several notices to a player: that of a question first, then of the newest."""
    first = min(notices, key=lambda notice: (notice.kind not in QUESTION_KINDS, -notice.pk))
    games = {notice.game_id for notice in notices}
    if len(games) == 1:
        return brief_of(first, player)
    asking = {notice.game_id for notice in notices if notice.kind in QUESTION_KINDS}
    due = [brief for notice in notices if (brief := brief_of(notice, player)).due_at is not None]
    soonest = min(due, key=lambda brief: brief.due_at or brief.written_at, default=None)
    with translation.override(player.site_language):
        if asking:
            text = ngettext(
                "%(count)d game is waiting for you.", "%(count)d games are waiting for you.", len(asking)
            )
        else:
            text = ngettext("News from %(count)d game.", "News from %(count)d games.", len(games))
        return Brief(
            id=f"notice-{notices[0].reference}",
            kind="several",
            group=str(spec_of(first.kind).group or ""),
            text=text % {"count": len(asking or games)},
            due_text=soonest.due_text if soonest else "",
            due_at=soonest.due_at if soonest else None,
            url=links.absolute_url("dashboard"),
            tag="games",
            written_at=max(notice.created_at for notice in notices),
        )


def brief_of_test(player: Player, now: datetime) -> Brief:
    """Return the brief of a test that a player asked for."""
    with translation.override(player.site_language):
        return Brief(
            id=f"test-{int(now.timestamp())}",
            kind="test",
            text=_("This is a test: you’ll get notifications about your Fluxx games here."),
            url=links.absolute_url("notices"),
            tag="test",
            written_at=now,
        )
