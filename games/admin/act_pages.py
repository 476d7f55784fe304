"""The pages on which staff act: a form, what it will do, and the record from which it can be taken back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.core.refusal import Refusal
from games.core.stored_game import DivergedTable
from games.models import Deck, Game, Player, Question, Remark, Report, Seat, StaffAct
from games.moderation import snapshots
from games.moderation.desk import Performed, perform, revert
from games.moderation.registry import ACTS
from games.moderation.roles import MAY_ACT
from games.moderation.snapshots import Snapshot
from games.pages.common.requests import read_submission_key, signed_in

from .act_forms import ActForm

# Columns that tell staff nothing.
NOT_SHOWN = ("link_epoch", "seen_version", "number", "attempts")


def act_on_game(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Ask for what an act on a game needs, show what it will do, and do it."""
    return act_page(request, code, game=get_object_or_404(Game, pk=pk))


def act_on_player(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Do the same for an act on all games of a player."""
    return act_page(request, code, player=get_object_or_404(Player, pk=pk))


def act_on_deck(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Do the same for an act on a deck."""
    return act_page(request, code, deck=get_object_or_404(Deck, pk=pk))


def act_page(
    request: HttpRequest,
    code: str,
    *,
    game: Game | None = None,
    player: Player | None = None,
    deck: Deck | None = None,
) -> HttpResponse:
    """Show the form of an act; sent once it shows what the act will do, sent again it is done."""
    if not request.user.has_perm(MAY_ACT):
        raise PermissionDenied
    kind = ACTS.get(code)
    row = game or player or deck
    if kind is None or not isinstance(row, kind.target()):
        raise Http404
    is_sent = request.method == "POST"
    form = ActForm(kind, game, request.POST if is_sent else None, initial=request.GET.dict())
    report = find_report(request)
    would: Performed | None = None
    if is_sent and form.is_valid():
        target: dict[str, Any] = {
            "by": request.user,
            "game": game,
            "player": player,
            "deck": deck,
            "report": report,
        }
        is_confirmed = "confirmed" in request.POST
        try:
            key = read_submission_key(request) if is_confirmed else ""
            would = perform(
                code, rehearse=not is_confirmed, submission_key=key, **target, **form.cleaned_data
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        except DivergedTable:
            form.add_error(None, _("This table has to be repaired first. Please try again."))
        else:
            if is_confirmed:
                messages.success(request, _("Done. You can undo it here."))
                return HttpResponseRedirect(page_after(would.record))
            form.hide()
    back = page_of(row)
    if report is not None:
        back = reverse("admin:games_report_change", args=[report.pk])
    context = {
        **admin.site.each_context(request),
        "title": kind.title,
        "act": kind,
        "form": form,
        "game": game,
        "player": player,
        "deck": deck,
        "report": report,
        "would": would,
        "changes": list(describe_changes(would.before, would.after)) if would else [],
        "back": back,
    }
    return TemplateResponse(request, "admin/games/act_form.html", context)


@dataclass(frozen=True)
class ActLinks:
    """Acts that a page offers, as title and address; what takes something away is apart."""

    plain: list[tuple[Promise, str]]
    serious: list[tuple[Promise, str]]

    @property
    def only_plain(self) -> "ActLinks":
        """Without what stands apart."""
        return ActLinks(self.plain, [])

    def __add__(self, other: "ActLinks") -> "ActLinks":
        return ActLinks(self.plain + other.plain, self.serious + other.serious)


def link_acts(acts: Iterable[tuple[str, Promise]], row: Model, **query: Any) -> ActLinks:
    """Return the links to these acts, given by code and title, on the page of a row."""
    links = ActLinks([], [])
    for code, title in acts:
        address = reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, code])
        found = links.serious if ACTS[code].is_dangerous else links.plain
        found.append((title, f"{address}?{urlencode(query)}" if query else address))
    return links


def find_report(request: HttpRequest) -> Report | None:
    """Return the report for which an act is done: the address of the form names it."""
    number = request.GET.get("report", "")
    return get_object_or_404(Report, pk=number) if number.isdecimal() else None


def page_after(record: StaffAct) -> str:
    """Return where an act leads: to the report for which it was done, or to its own record."""
    name, pk = ("report", record.report_id) if record.report_id is not None else ("staffact", record.pk)
    return reverse(f"admin:games_{name}_change", args=[pk])


def page_of(row: Model | None) -> str:
    """Return the address of the desk's page of a row."""
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk]) if row is not None else ""


@require_POST
def revert_act(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an act back, or call it off."""
    if not request.user.has_perm(MAY_ACT):
        raise PermissionDenied
    record = get_object_or_404(StaffAct, pk=pk)
    try:
        revert(record, by=signed_in(request))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("It was undone."))
    return HttpResponseRedirect(reverse("admin:games_staffact_change", args=[pk]))


def describe_changes(before: Snapshot, after: Snapshot) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield what an act changes: of whom or what, which column, before and after."""
    for name, model in snapshots.models_by_name().items():
        old, new = before.get(name, {}), after.get(name, {})
        rows = model._default_manager.in_bulk([int(pk) for pk in {**old, **new}])
        for pk in {**old, **new}:
            row = rows.get(int(pk))
            if row is None or (isinstance(row, Question) and (pk not in old or pk not in new)):
                continue  # what is asked anew is a consequence of the play
            if isinstance(row, Question) and row.is_window:
                continue  # it would show who has answered
            for column in new.get(pk, {}):
                if column in NOT_SHOWN or not snapshots.has_column(row, column):
                    continue
                label = str(snapshots.column_of(row, column).verbose_name)
                was = snapshots.describe_value(row, column, old.get(pk, {}).get(column))
                yield owner_of(row), label, was, snapshots.describe_value(row, column, new[pk][column])


def owner_of(row: object) -> str:
    """Return whose or which row it is, in words."""
    if isinstance(row, Question):
        return f"{row.seat}: {row.game.name}"
    if isinstance(row, Seat):
        return f"{row}: {row.game.name}"
    if isinstance(row, Remark):
        return f"{row.seat}: {row.text}"
    return str(row)
