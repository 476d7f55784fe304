"""What the desk shows of games, people and acts, and its search: no hand, seed, token or open ballot."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core import window_passes
from games.history.game_history import history_lines, moves_after
from games.models import (
    By,
    Deck,
    Game,
    InboundMail,
    Invitation,
    Notice,
    PersonMail,
    Player,
    Question,
    Remark,
    ReplyAlias,
    Seat,
    StaffAct,
)
from games.models.question import IS_OPEN, STOPS_PLAY, WINDOW
from games.moderation.desk import why_not_revert
from games.moderation.registry import ACTS, offered
from games.moderation.roles import MAY_ACT, MAY_APPOINT, TITLES, role_of
from games.moderation.sealed import has_open_window, without_sealed, without_sealed_mail
from games.moderation.snapshots import column_of
from games.pages.table.question_words import describe_wait
from games.timing.player_records import describe_record, load_record

from .act_pages import describe_changes, link_acts
from .lists import log_query

SHOWN = 50
MOVES_SHOWN = 100
# A shorter name of a game stands in many a subject by chance.
SHORTEST_IN_SUBJECT = 4
SETTINGS = (
    "edition", "deck_title", "timing", "pace", "silence", "patience", "is_open", "talk_is_public",
    "least_reliability", "usual_hours", "newcomers", "starter", "created_at", "started_at",
)  # fmt: skip


def game_context(game: Game, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a game shows."""
    asked = {row.seat_id: row for row in Question.objects.filter(STOPS_PLAY, game=game).exclude(what=WINDOW)}
    beside = Question.objects.filter(IS_OPEN, game=game, is_side=True)
    seats = list(game.seats.select_related("player").order_by("number"))
    notices = without_sealed(Notice.objects.filter(game=game).select_related("player", "channel"))
    return {
        "seats": [(seat, asked.get(seat.pk), _waiting(asked.get(seat.pk), seat)) for seat in seats],
        "has_window": has_open_window(game),
        "side_questions": [_waiting(each, each.seat) for each in beside.select_related("seat")],
        **history_page(game, request),
        "remarks": Remark.objects.filter(game=game).select_related("seat").order_by("-pk")[:SHOWN],
        "notices": notices[:SHOWN],
        "invitations": Invitation.objects.filter(game=game).select_related("invited_by")[:SHOWN],
        "acts": StaffAct.objects.filter(game=game).select_related("who")[:SHOWN],
        "notes": game.staff_notes.select_related("by")[:SHOWN],
        "note_url": reverse("admin:games_game_note", args=[game.pk]),
        "note_help": _("Only staff can read it."),
        "settings": [(column_of(game, name).verbose_name, _display(game, name)) for name in SETTINGS],
        "game_links": link_acts(offered(game, Game, Seat), game),
        "seat_acts": offered(game, Seat) if game.is_running else [],
        "may_act": request.user.has_perm(MAY_ACT),
    }


def history_page(game: Game, request: HttpRequest) -> dict[str, Any]:
    """Return a page of the history, the newest move first, and where the page before it ends."""
    asked = request.GET.get("until", "")
    until = window_passes.version_at(game, int(asked)) if asked.isdecimal() and len(asked) < 10 else None
    moves = moves_after(game, 0, until=until, limit=MOVES_SHOWN + 1)
    shown = moves[:MOVES_SHOWN]
    return {
        "history": history_lines(game, None, until=until, moves=shown)[::-1],
        "until": until,
        "earlier": window_passes.number_at(game, shown[-1].version - 1) if len(moves) > MOVES_SHOWN else None,
    }


def _waiting(question: Question | None, seat: Seat) -> str:
    """Return what the play, or a side question, waits for, in words."""
    return describe_wait(str(seat), question.kind) if question is not None else ""


def _display(game: Game, name: str) -> Any:
    display = getattr(game, f"get_{name}_display", None)
    return display() if display is not None else getattr(game, name)


def player_context(player: Player, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a person shows."""
    counted = Question.objects.filter(counts_for=player, closed_at__isnull=False)
    seats = player.seats.select_related("game").order_by("-game__created_at")
    notices = without_sealed(Notice.objects.filter(player=player).select_related("game", "channel"))
    mails = without_sealed_mail(
        InboundMail.objects.filter(Q(sender__icontains=player.email) | Q(seat__player=player))
    )
    return {
        "record": describe_record(load_record(player)),
        "missed": counted.filter(closed_by=By.CLOCK).count(),
        "seats": seats[:SHOWN],
        "remarks": Remark.objects.filter(player=player).select_related("game").order_by("-pk")[:SHOWN],
        "notices": notices[:SHOWN],
        "channels": player.channels.all()[:SHOWN],
        "aliases": player.reply_aliases.all(),
        "mails": mails.order_by("-pk")[:SHOWN],
        "acts": StaffAct.objects.filter(player=player).select_related("who", "game")[:SHOWN],
        "done": StaffAct.objects.filter(who=player).select_related("game")[:SHOWN] if player.is_staff else [],
        "notes": player.staff_notes.select_related("by")[:SHOWN],
        "note_url": reverse("admin:games_player_note", args=[player.pk]),
        "note_help": _("Staff read it, and the player in a copy of their data."),
        "person_links": link_acts(offered(player, Player), player),
        "role": TITLES[role_of(player)] if player.is_staff else "",
        "may_act": request.user.has_perm(MAY_ACT),
        "may_appoint": request.user.has_perm(MAY_APPOINT),
    }


def deck_context(deck: Deck, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a deck shows besides its columns."""
    acts = StaffAct.objects.filter(params__deck=deck.pk).select_related("who", "game")
    return {
        "deck_links": link_acts(offered(deck, Deck), deck),
        "acts": acts[:SHOWN],
        "may_act": request.user.has_perm(MAY_ACT),
    }


def act_context(record: StaffAct, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of an act shows."""
    kind = ACTS.get(record.act)
    is_pending = record.status == StaffAct.Status.PENDING
    why_not = why_not_revert(record)
    mails = Notice.objects.filter(kind=Notice.Kind.STAFF, params__act=record.pk)
    return {
        "record": record,
        "subtitle": f"{kind.title}: {record.about}" if kind else str(record),
        "kind": kind,
        "concerns_tables": kind is not None and kind.target() is not Player,
        "is_pending": is_pending,
        "why_not": why_not,
        "changes": list(describe_changes(record.before, record.after)) if kind else [],
        "person_mails": PersonMail.objects.filter(params__act=record.pk),
        "notices": mails.select_related("player", "channel", "game"),
        "may_act": request.user.has_perm(MAY_ACT),
    }


def search_page(request: HttpRequest) -> HttpResponse:
    """Find rows by what is at hand: a name, a key, an address, a Message-ID, a subject, something said."""
    log_query(request, "search")
    words = request.GET.get("q", "").strip()
    found: list[tuple[str, str, list[Any]]] = []
    if words and "\0" not in words:
        bare = words.strip("<>")
        found = [
            (_("Players"), "player", list(find_players(words)[:SHOWN])),
            (_("Games"), "game", list(find_games(words)[:SHOWN])),
            (_("Talk"), "remark", list(find_remarks(words)[:SHOWN])),
            (_("Decks"), "deck", list(find_decks(words)[:SHOWN])),
            (_("Invitations"), "invitation", list(find_invitations(words)[:SHOWN])),
            (_("Mails sent"), "notice", list(find_notices(bare)[:SHOWN])),
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
    """Return the players with such a name, address or address of replies, and how many seats they have."""
    replies = Q(pk__in=ReplyAlias.objects.filter(address__icontains=words).values("player"))
    players = Player.objects.filter(Q(name__icontains=words) | Q(email__icontains=words) | replies)
    return players.annotate(games=Count("seats")).order_by("email")


def find_games(words: str) -> QuerySet[Game]:
    """Return the games with such a name, key or player, and those whose name stands in a subject."""
    by_name = Q(name__icontains=words) | Q(key__iexact=words)
    by_people = Q(seats__name__icontains=words) | Q(seats__player__email__icontains=words)
    in_subject = Q(name_length__gte=SHORTEST_IN_SUBJECT, subject__icontains=F("name"))
    games = Game.objects.annotate(subject=Value(words), name_length=Length("name"))
    return games.filter(by_name | by_people | in_subject).order_by("-created_at").distinct()


def find_remarks(words: str) -> QuerySet[Remark]:
    """Return what was said with such words; what its author has deleted has none."""
    said = Remark.objects.filter(text__icontains=words, deleted_at=None)
    return said.select_related("game", "seat").order_by("-pk")


def find_decks(words: str) -> QuerySet[Deck]:
    """Return the decks with such a name, key or owner."""
    by_owner = Q(owner__email__icontains=words) | Q(owner__name__icontains=words)
    decks = Deck.objects.filter(Q(name__icontains=words) | Q(key__iexact=words) | by_owner)
    return decks.select_related("owner").order_by("name")


def find_invitations(words: str) -> QuerySet[Invitation]:
    """Return the invitations to such an address."""
    return Invitation.objects.filter(email__icontains=words).select_related("game").order_by("-pk")


def find_notices(words: str) -> QuerySet[Notice]:
    """Return the notices with such a Message-ID."""
    return without_sealed(Notice.objects.filter(message_id__icontains=words))


def find_inbound(words: str) -> Any:
    """Return the received mails with such a Message-ID or sender."""
    found = InboundMail.objects.filter(Q(message_id__icontains=words) | Q(sender__icontains=words))
    return without_sealed_mail(found)
