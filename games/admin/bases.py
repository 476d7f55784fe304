"""Base classes of the admin: read-only rows, and staff actions that need a reason."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.core.refusal import Refusal
from games.models import Switch
from games.moderation.act import MOST_ROWS

from .lists import ListAdmin

TO_PLAYER = _("This is what the player reads. It’s kept in the log.")


class ReasonForm(forms.Form):
    """Why a member of staff does this."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Kept in the log."),
    )


class ReasonToPlayerForm(ReasonForm):
    """Why a member of staff does something of which one player hears."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["reason"].help_text = TO_PLAYER


class PressForm(forms.ModelForm):
    """What to hold for every game, and why."""

    name = forms.ChoiceField(
        label=_("What"), choices=[(each.value, each.label) for each in (Switch.Name.CLOCKS, Switch.Name.MAIL)]
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("Kept in the log and shown to other staff in a banner."),
    )

    class Meta:
        model = Switch
        fields = ("name", "reason")

    def clean_name(self) -> str:
        """Refuse what is held already."""
        name: str = self.cleaned_data["name"]
        if Switch.objects.filter(name=name, until__isnull=True).exists():
            raise forms.ValidationError(_("This is already on hold."))
        return name


class ReadOnly:
    """Nobody adds, edits or deletes these rows by hand."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


class ReadOnlyAdmin(ReadOnly, ListAdmin):
    """Rows that can be read, searched and filtered, but not edited."""

    hidden: ClassVar[tuple[str, ...]] = ()
    computed_fields: ClassVar[tuple[str, ...]] = ()
    # More pages of a row, by their path below it; the first part of the path is their name, too.
    pages: ClassVar[Mapping[str, Callable[..., HttpResponse]]] = {}
    # A function of a row and the request: what the page of the row shows besides its fields.
    page_context: ClassVar[Any] = None

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of a row."""
        urls = super().get_urls()
        for below, page in self.pages.items():
            name = f"games_{self.opts.model_name}_{below.partition('/')[0]}"
            urls.insert(0, path(f"<int:pk>/{below}", self.admin_site.admin_view(page), name=name))
        return urls

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show what the page of a row shows besides its fields."""
        more = dict(extra_context or {})
        if self.page_context and (row := self.get_object(request, object_id)) is not None:
            more |= self.page_context(row, request)
        return super().change_view(request, object_id, form_url, more)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Show every stored field that is not hidden."""
        stored = [field.name for field in self.model._meta.fields if field.name not in self.hidden]
        return [*stored, *self.computed_fields]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Head the list by what it lists.

        Django's own headings put the noun into a sentence, which needs another case in Polish and Russian.
        """
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, title | (extra_context or {}))

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        """Head the page of a row by what it is."""
        title = {"title": capfirst(self.opts.verbose_name)} if object_id else {}
        return super().changeform_view(request, object_id, form_url, title | (extra_context or {}))


class StaffActionAdmin(ReadOnlyAdmin):
    """Rows with staff actions, which need the permission to change rows."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whether staff actions are offered."""
        return request.user.has_perm(f"games.change_{self.opts.model_name}")


def staff_action(
    name: str,
    do: Callable[..., object],
    description: Any,
    *,
    title: Any = None,
    form_class: type[ReasonForm] = ReasonForm,
) -> Callable[..., HttpResponse | None]:
    """Return an admin action that asks for a reason, then calls `do` for each row.

    `do` gets the row under the name of its model, `by`, and the fields of the form. When it refuses, the
    other rows are still done. `title` is the heading of the form, by default the description.
    """

    @admin.action(description=description, permissions=["moderate"])
    def act(model_admin: StaffActionAdmin, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        form = form_class(request.POST if "confirmed" in request.POST else None)
        opts = model_admin.opts
        if not form.is_valid():
            context = {**model_admin.admin_site.each_context(request), "title": title or description}
            context |= {"form": form, "rows": rows, "act": name, "opts": opts}
            return TemplateResponse(request, "admin/games/act.html", context)
        if len(rows) > MOST_ROWS:
            text = _("Choose at most %(most)s rows at once.") % {"most": MOST_ROWS}
            model_admin.message_user(request, text, messages.ERROR)
            return None
        done = 0
        for row in rows:
            try:
                do(**{str(opts.model_name): row}, by=request.user, **form.cleaned_data)
                done += 1
            except Refusal as refusal:
                text = f"{getattr(row, 'name', row)}: {refusal}"
                model_admin.message_user(request, text, messages.ERROR)
        if done:
            model_admin.message_user(request, _("Done: %(count)s.") % {"count": done}, messages.SUCCESS)
        return None

    act.__name__ = name  # what the form of the list sends
    return act
