"""What the desk shows of games, people and acts, and its search: no hand, seed, token or open ballot."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.history.game_history import history_lines
from games.models import By, Game, InboundMail, Invitation, Notice, Player, Question, Remark, StaffAct
from games.models.question import IS_OPEN
from games.moderation.desk import ACTS, why_not_revert
from games.moderation.roles import MAY_APPOINT, TITLES, role_of
from games.moderation.snapshots import column_of
from games.timing.player_records import describe_record, load_record

from .act_pages import MAY_ACT, describe_changes

SHOWN = 50
MOVES_SHOWN = 100
GAME_ACTS = ("pause", "resume", "extend", "answer", "offer", "warn", "rename", "rewind", "end", "void")
# Those that are offered at a seat.
SEAT_ACTS = ("extend", "answer", "offer", "warn")
SETTINGS = (
    "edition", "deck_title", "timing", "pace", "silence", "patience", "is_open", "talk_is_public",
    "least_reliability", "usual_hours", "newcomers", "starter", "created_at", "started_at",
)  # fmt: skip


def game_context(game: Game, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a game shows."""
    asked = {row.seat_id: row for row in Question.objects.filter(IS_OPEN, game=game, is_side=False)}
    seats = list(game.seats.select_related("player").order_by("number"))
    return {
        "seats": [(seat, asked.get(seat.pk)) for seat in seats],
        "side_questions": Question.objects.filter(IS_OPEN, game=game, is_side=True).select_related("seat"),
        "history": history_lines(game, None, limit=MOVES_SHOWN)[::-1],
        "remarks": Remark.objects.filter(game=game).select_related("seat").order_by("-pk")[:SHOWN],
        "notices": Notice.objects.filter(game=game).select_related("player", "channel")[:SHOWN],
        "invitations": Invitation.objects.filter(game=game).select_related("invited_by")[:SHOWN],
        "acts": StaffAct.objects.filter(game=game).select_related("who")[:SHOWN],
        "settings": [(column_of(game, name).verbose_name, _display(game, name)) for name in SETTINGS],
        "game_acts": [(code, ACTS[code].title) for code in offered_acts(game)],
        "seat_acts": [(code, ACTS[code].title) for code in SEAT_ACTS] if game.is_running else [],
        "may_act": request.user.has_perm(MAY_ACT),
    }


def person_acts() -> list[tuple[str, Any]]:
    """Return the acts about a person, with their titles."""
    return [(kind.code, kind.title) for kind in ACTS.values() if kind.of_person]


def offered_acts(game: Game) -> list[str]:
    """Return the acts that a game in its state allows."""
    if game.is_over:
        return ["rename"]
    if not game.is_running:
        return ["rename", "warn", "end"]
    without = "pause" if game.paused_at is not None else "resume"
    return [code for code in GAME_ACTS if code != without]


def _display(game: Game, name: str) -> Any:
    display = getattr(game, f"get_{name}_display", None)
    return display() if display is not None else getattr(game, name)


def player_context(player: Player, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a person shows."""
    counted = Question.objects.filter(counts_for=player, closed_at__isnull=False)
    seats = player.seats.select_related("game").order_by("-game__created_at")
    mails = InboundMail.objects.filter(Q(sender__icontains=player.email) | Q(seat__player=player))
    return {
        "record": describe_record(load_record(player)),
        "missed": counted.filter(closed_by=By.CLOCK).count(),
        "seats": seats[:SHOWN],
        "remarks": Remark.objects.filter(player=player).select_related("game").order_by("-pk")[:SHOWN],
        "notices": Notice.objects.filter(player=player).select_related("game", "channel")[:SHOWN],
        "channels": player.channels.all()[:SHOWN],
        "mails": mails.order_by("-pk")[:SHOWN],
        "acts": StaffAct.objects.filter(player=player).select_related("who", "game")[:SHOWN],
        "done": StaffAct.objects.filter(who=player).select_related("game")[:SHOWN] if player.is_staff else [],
        "person_acts": person_acts(),
        "role": TITLES[role_of(player)] if player.is_staff else "",
        "may_act": request.user.has_perm(MAY_ACT),
        "may_appoint": request.user.has_perm(MAY_APPOINT),
    }


def act_context(record: StaffAct, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of an act shows."""
    kind = ACTS.get(record.act)
    is_pending = record.status == StaffAct.Status.PENDING
    why_not = why_not_revert(record)
    mails = Notice.objects.filter(kind=Notice.Kind.STAFF, params__act=record.pk)
    return {
        "record": record,
        "kind": kind,
        "is_pending": is_pending,
        "why_not": why_not,
        "changes": list(describe_changes(record.before, record.after)) if kind else [],
        "notices": mails.select_related("player", "channel", "game"),
        "may_act": request.user.has_perm(MAY_ACT),
    }


def search_page(request: HttpRequest) -> HttpResponse:
    """Find games, people and mails by whatever is at hand: a name, a key, an address, a Message-ID."""
    words = request.GET.get("q", "").strip()
    found: list[tuple[str, str, list[Any]]] = []
    if words and "\0" not in words:
        by_name = Q(name__icontains=words) | Q(key__iexact=words)
        by_people = Q(seats__name__icontains=words) | Q(seats__player__email__icontains=words)
        bare = words.strip("<>")
        found = [
            (_("Players"), "player", list(find_players(words)[:SHOWN])),
            (_("Games"), "game", list(Game.objects.filter(by_name | by_people).distinct()[:SHOWN])),
            (_("Mails sent"), "notice", list(Notice.objects.filter(message_id__icontains=bare)[:SHOWN])),
            (_("Mails received"), "inboundmail", list(find_inbound(bare)[:SHOWN])),
        ]
    context = {
        **admin.site.each_context(request),
        "title": _("Search"),
        "q": words,
        "found": [each for each in found if each[2] and request.user.has_perm(f"games.view_{each[1]}")],
    }
    return TemplateResponse(request, "admin/games/search.html", context)


def find_players(words: str) -> Any:
    """Return the players with such a name or address, and how many seats they have."""
    players = Player.objects.filter(Q(name__icontains=words) | Q(email__icontains=words))
    return players.annotate(games=Count("seats")).order_by("email")


def find_inbound(words: str) -> Any:
    """Return the received mails with such a Message-ID or sender."""
    return InboundMail.objects.filter(Q(message_id__icontains=words) | Q(sender__icontains=words))
