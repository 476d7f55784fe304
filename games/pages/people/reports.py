"""Telling staff about somebody, a table or a deck; and what came of what a player has reported."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.core import access
from games.history import remarks as talk
from games.models import Player, Remark, Report, Seat
from games.models.community import MOST_WORDS
from games.pages.common.guards import sign_in_on_404
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.requests import (
    PRIMARY_KEY,
    posted_data,
    read_number,
    read_submission_key,
    signed_in,
    submit_form,
)
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.people import circle_talk
from games.people.reports import report

SHOWN = 30


class ReportForm(forms.Form):
    """What happened."""

    kind = forms.ChoiceField(
        choices=Report.Kind, widget=forms.RadioSelect, label=gettext_lazy("What is it about?")
    )
    words = forms.CharField(
        max_length=MOST_WORDS,
        widget=forms.Textarea({"rows": 5}),
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("A few words will do. Only the people who run this site read it."),
    )


class TableReportForm(ReportForm):
    """What happened at a table, and whom it is about."""

    seat = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=gettext_lazy("Who is it about?")
    )
    field_order = ("seat", "kind", "words")

    def __init__(self, data: Any, *, seats: list[Seat], initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        nobody = ("", _("nobody in particular"))
        choices = [nobody, *((each.number, str(each)) for each in seats)]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]
        self.fields_without_note = ("seat", "words")


@seat_page("GET", "POST", needs=Needs.VIEWER)
def report_table(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Report a person, a message or a table, from any seat and by whoever may see the game."""
    by = context.required_seat.player if context.only_this_game else signed_in(request)
    if by is None or context.is_trial:
        raise Http404
    remark = find_remark(request, context, by)
    seats = [each for each in context.game.seats.select_related("player") if each.player not in (None, by)]
    initial = {"kind": Report.Kind.TALK if remark else None, "seat": read_number(request, "seat")}
    form = TableReportForm(posted_data(request), seats=seats, initial=initial)
    if remark is not None:
        del form.fields["seat"]
        form.fields["words"].required = False
    made, status = submit_form(
        form, lambda: report_from_form(form, by, context, seats, remark, read_submission_key(request))
    )
    if made is not None:
        messages.success(request, _("Thank you. We’ll look at it and mail you the outcome."))
        return redirect(context.urls["game"])
    return render_page(request, context, "games/report.html", {"form": form, "remark": remark}, status=status)


def report_from_form(
    form: TableReportForm,
    by: Player,
    context: SeatContext,
    seats: list[Seat],
    remark: Remark | None,
    submission_key: str,
) -> Report:
    """Report what a valid form says. Raises a `Refusal`."""
    number = form.cleaned_data.get("seat")
    seat = next((each for each in seats if each.number == number), None)
    given = {"kind": form.cleaned_data["kind"], "words": form.cleaned_data["words"]}
    given["submission_key"] = submission_key
    return report(by=by, game=context.game, seat=seat, remark=remark, **given)


def find_remark(request: HttpRequest, context: SeatContext, by: Player) -> Remark | None:
    """Return the message that a report is about, of those that the reader may read."""
    number = request.GET.get("remark", "")  # the address of the form names it, also when it is sent
    if not PRIMARY_KEY.fullmatch(number) or not talk.may_read(context.game, context.seat, by):
        return None
    said = talk.heard_by(by.pk).filter(game=context.game, pk=int(number), deleted_at=None, hidden_at=None)
    return said.exclude(player=by).select_related("seat", "player").first()


@person_page()
def report_circle_talk(request: HttpRequest, person: PersonContext, circle: str, pk: int) -> HttpResponse:
    """Report a message that a member reads in a circle."""
    me = access.get_membership_of(person.player, circle)
    said = circle_talk.read(me.circle, person.player).filter(hidden_at=None, player__isnull=False)
    remark = said.exclude(player=person.player).filter(pk=pk).first()
    if remark is None:
        raise Http404
    form = ReportForm(posted_data(request), initial={"kind": Report.Kind.TALK})
    form.fields["words"].required = False
    key = read_submission_key(request)
    made, status = submit_form(
        form,
        lambda: report(by=person.player, circle_remark=remark, submission_key=key, **form.cleaned_data),
    )
    if made is not None:
        messages.success(request, _("Thank you. We’ll look at it and mail you the outcome."))
        return redirect(person.url("circle_talk", circle))
    shown = {"form": form, "circle": me.circle, "remark": remark}
    return render_person_page(request, person, "circles/report.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def report_deck(request: HttpRequest, key: str) -> HttpResponse:
    """Report a deck that others show."""
    by = signed_in(request)
    link_key = request.GET.get("link", "")
    deck = access.get_deck_for(by, key, link_key)
    if deck.owner_id == by.pk:
        raise Http404
    form = ReportForm(posted_data(request), initial={"kind": Report.Kind.NAME})
    made, status = submit_form(
        form,
        lambda: report(by=by, deck=deck, submission_key=read_submission_key(request), **form.cleaned_data),
    )
    if made is not None:
        messages.success(request, _("Thank you. We’ll look at it and mail you the outcome."))
        return redirect("decks")
    return render(request, "games/report.html", {"form": form, "deck": deck}, status=status)


@person_page()
def reports(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Lead to where a player's reports are shown."""
    return redirect(person.section_url("data", "reports"))


def list_reports(player: Player) -> list[Report]:
    """Return what a player has reported last."""
    return list(player.reports_made.select_related("game", "deck", "about")[:SHOWN])
