"""What happens at tables: questions, moves, remarks and votes."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.core.window_passes import SEALED
from games.history.game_history import history_lines
from games.models import Ballot, Move, Question, Remark, Vote
from games.models.question import TAKE_FIRST_CARD, WINDOW
from games.pages.table.question_words import BUTTONS

from .bases import ReadOnly, ReadOnlyAdmin


class KindOfQuestion(admin.SimpleListFilter):
    """Filters by what is asked. The kinds are those of this release: to look for them takes a second."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the kinds by their code, as the column shows them."""
        return [(kind, kind) for kind in sorted({TAKE_FIRST_CARD, *map(str, BUTTONS)} - {WINDOW})]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Leave the questions of the chosen kind."""
        return queryset if self.value() is None else queryset.filter(what=self.value())


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    """What seats are asked; not what they may answer."""

    seals_numbers = True
    list_display = (
        "game",
        "number",
        "seat",
        "what",
        "opened_at",
        "due_at",
        "closed_at",
        "closed_by",
        "stuck_at",
    )
    list_filter = (
        ("closed_at", admin.EmptyFieldListFilter),
        ("stuck_at", admin.EmptyFieldListFilter),
        KindOfQuestion,
        "closed_by",
        "own_turn",
    )
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email", "what")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        """Leave out windows: when each seat has answered is sealed."""
        return super().get_queryset(request).exclude(what=WINDOW)


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """The history; not what was chosen, but what everybody may know of it."""

    seals_numbers = True
    hidden = ("labels", "outcomes", "submission_key")
    computed_fields = ("what_happened",)
    list_display = ("game", "version", "kind", "seat", "by", "created_at")
    list_filter = ("kind", "by")
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave out who has passed in a window."""
        return super().get_queryset(request).exclude(SEALED)

    @admin.display(description=_("what everyone saw"))
    def what_happened(self, move: Move) -> str:
        """The move as a spectator may know it."""
        before, game = move.version - 1, move.game
        return " ".join(line.text for line in history_lines(game, None, after=before, until=move.version))


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    """What people say at tables. What its author has deleted has no words any more."""

    list_display = ("game", "seat", "player", "text", "created_at", "deleted_at", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("game", "seat", "player")
    search_fields = ("game__name", "game__key", "player__email", "text")


class BallotInline(ReadOnly, admin.TabularInline):
    """What was voted for."""

    model = Ballot
    fields = ("seat", "choice", "cast_at")
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Vote | None = None) -> bool:
        """Show ballots when the vote is closed; until then they are secret for staff, too."""
        return obj is not None and not obj.is_open and super().has_view_permission(request, obj)


@admin.register(Vote)
class VoteAdmin(ReadOnlyAdmin):
    """What tables vote on."""

    inlines = (BallotInline,)
    list_display = ("game", "seat", "kind", "opened_at", "closes_at", "closed_at", "outcome")
    list_filter = ("kind", ("closed_at", admin.EmptyFieldListFilter), "outcome")
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name")
