"""Lists of the admin: what they look up, how far they count, and who looked for what."""

import logging
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import ShowFacets
from django.contrib.admin.utils import quote
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db.models import Field, Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from games.core.sealed_numbers import open_number, seal_number
from games.pages.common.requests import signed_in

logger = logging.getLogger(__name__)

# More rows than these are not counted: a count of the whole outbox takes seconds.
MOST_COUNTED = 1000
# What filters of a listed column put behind its name in an address.
LOOKUPS = ("", "__exact", "__isempty", "__isnull", "__gte", "__lt")
OF_DATES = ("__year", "__month", "__day")


class BoundedPaginator(Paginator):
    """Pages of a list that is counted to a bound; `is_cut` where it is longer."""

    @cached_property
    def counted(self) -> int:
        """The number of rows, at most one more than the bound."""
        rows: Any = self.object_list
        return rows.order_by()[: MOST_COUNTED + 1].count()

    @cached_property
    def count(self) -> int:
        """The number of rows that the pages show."""
        return min(self.counted, MOST_COUNTED)

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than the pages show."""
        return self.counted > MOST_COUNTED


class AddressedList(ChangeList):
    """A list whose links are those of `ListAdmin.url_of`."""

    model_admin: "ListAdmin"

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # No page of ours opens a list to choose from: such a list writes the primary keys of its rows.
        self.is_popup = False

    def get_results(self, request: HttpRequest) -> None:
        """Show the rows; where they weren't all counted, the search says no number of results."""
        super().get_results(request)
        if self.paginator.is_cut:
            self.full_result_count = self.result_count

    def url_for_result(self, result: Model) -> str:
        """Return the link to the page of a row."""
        return self.model_admin.url_of(result.pk)


class ListAdmin(admin.ModelAdmin):
    """Rows in a list. What it doesn't list can't be asked for by its address, neither by filter nor by order.

    Django lets anybody who may open a list look up every column of its rows, hidden ones included: the
    number of rows then tells a password's hash letter by letter.
    """

    list_per_page = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    paginator = BoundedPaginator
    # Some rows of this model are sealed for a while: the primary keys of the others would tell how many.
    seals_numbers = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Whether an address may ask for this: what is listed as a filter, and an unsealed primary key."""
        keys = () if self.seals_numbers else ("pk", self.opts.pk.name)
        allowed = {f"{path}{how}" for path in keys for how in ("", "__exact")}
        for path in self.listed_paths(request):
            allowed.update(f"{path}{how}" for how in LOOKUPS)
        if self.date_hierarchy:
            allowed.update(f"{self.date_hierarchy}{how}" for how in OF_DATES)
        return lookup in allowed

    def listed_paths(self, request: HttpRequest | None) -> Iterable[str]:
        """Yield the columns by which this list is filtered."""
        for each in self.list_filter if request is None else self.get_list_filter(request):
            field = each[0] if isinstance(each, list | tuple) else each
            if isinstance(field, type):
                yield str(field.parameter_name)  # type: ignore[attr-defined]
            else:
                yield field.name if isinstance(field, Field) else str(field)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Whether a row may be named by this column: by its primary key alone."""
        return to_field in ("pk", self.opts.pk.name)

    def get_changelist(self, request: HttpRequest, **more: Any) -> type[ChangeList]:
        """Return the class of the list."""
        return AddressedList

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list, and log who looked for what."""
        log_query(request, str(self.opts.model_name))
        return super().changelist_view(request, extra_context)

    def url_of(self, pk: Any) -> str:
        """Return the address of the page of a row, given by its primary key."""
        named = seal_number(pk, self.opts.label_lower) if self.seals_numbers else pk
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[quote(named)])

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row that an address names; ``None`` if there is none, or it is sealed."""
        if "\0" in object_id:  # PostgreSQL stores none
            return None
        if self.seals_numbers:
            number = open_number(object_id, self.opts.label_lower)
            if number is None:
                return None
            object_id = str(number)
        return super().get_object(request, object_id, from_field)


def log_query(request: HttpRequest, what: str) -> None:
    """Log that a member of the staff looked at a list, with what the address asks of it."""
    asked = request.META.get("QUERY_STRING", "")[:500]
    logger.info("staff %s looked at %s?%s", signed_in(request).pk, what, asked)
