"""The admin: staff look at rows, and act on games through `games.actions` alone.

Nothing here shows a hidden card: not what a move held, not a table's state, no token, no key of a link. What
happened is told as a spectator may know it. Rows are not edited here: every change has a door of its own,
which checks, locks and logs.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games import actions, decks, history
from games.admin_bases import ActedOn, EndForm, ExtendForm, PressForm, ReadOnly
from games.models import (
    Ballot,
    Channel,
    Deck,
    Game,
    Heartbeat,
    InboundMail,
    Invitation,
    Move,
    Notice,
    NoticeChoices,
    Outage,
    Player,
    Question,
    Remark,
    Seat,
    StaffAct,
    Switch,
    Vote,
)

admin.site.site_header = admin.site.site_title = _("Fluxx by mail: administration")


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """People."""

    hidden = ("password",)
    list_display = (
        "email",
        "name",
        "is_guest",
        "is_staff",
        "is_active",
        "joined_at",
        "mail_refused_at",
        "complained_at",
    )
    list_filter = (
        "is_guest",
        "is_staff",
        "is_active",
        "language",
        ("mail_refused_at", admin.EmptyFieldListFilter),
        ("complained_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("email", "name")
    ordering = ("-joined_at",)


@admin.register(Game)
class GameAdmin(ActedOn):
    """Games, and what staff may do to them."""

    subject = "game"

    hidden = ("link_key",)
    list_display = (
        "name",
        "key",
        "status",
        "host",
        "timing",
        "pace",
        "version",
        "created_at",
        "started_at",
        "paused_at",
    )
    list_filter = (
        "status",
        "timing",
        "pace",
        "is_open",
        "starter",
        ("paused_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("host",)
    search_fields = ("name", "key", "host__email", "host__name", "seats__player__email", "seats__name")
    date_hierarchy = "created_at"
    actions = ("end", "pause", "resume", "extend")

    @admin.action(description=_("End these games"), permissions=["moderate"])
    def end(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """End games without a winner."""
        title = _("End these games without a winner")
        return self.act(request, games, "end", actions.end_game, title, EndForm)

    @admin.action(description=_("Pause these games"), permissions=["moderate"])
    def pause(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Stop the clocks of games."""
        return self.act(request, games, "pause", actions.pause_game, _("Pause these games: all clocks stop"))

    @admin.action(description=_("Let these games go on"), permissions=["moderate"])
    def resume(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Let the clocks of games go on."""
        title = _("Let these games go on: every clock shows what it showed")
        return self.act(request, games, "resume", actions.resume_game, title)

    @admin.action(description=_("Give these games more time"), permissions=["moderate"])
    def extend(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Move the deadlines of games."""
        title = _("Give every open question of these games more time")
        return self.act(request, games, "extend", actions.extend_deadlines, title, ExtendForm)


@admin.register(Deck)
class DeckAdmin(ActedOn):
    """Decks that players build, and what staff may do to them."""

    subject = "deck"
    hidden = ("link_key",)
    told = ("size", "what_is_wrong")
    list_display = ("name", "key", "owner", "visibility", "is_hidden", "version", "updated_at")
    list_filter = ("visibility", "is_hidden")
    list_select_related = ("owner",)
    search_fields = ("name", "key", "owner__email", "owner__name", "spec")
    date_hierarchy = "created_at"
    actions = ("hide", "show", "remove")

    @admin.display(description=_("cards"))
    def size(self, deck: Deck) -> int | None:
        """Count the cards."""
        try:
            return decks.draw(decks.spec_of(deck.spec)).size
        except ValueError:
            return None

    @admin.display(description=_("what is wrong with it"))
    def what_is_wrong(self, deck: Deck) -> str:
        """Tell what its owner is told."""
        try:
            return " ".join(decks.serious(decks.spec_of(deck.spec)))
        except ValueError as error:
            return decks.why(error)

    @admin.action(description=_("Hide these decks from others"), permissions=["moderate"])
    def hide(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Hide decks from everybody but their owners."""
        return self.act(request, decks, "hide", actions.hide_deck, _("Hide these decks from others"))

    @admin.action(description=_("Let others see these decks again"), permissions=["moderate"])
    def show(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Let others see hidden decks again."""
        return self.act(request, decks, "show", actions.show_deck, _("Let others see these decks again"))

    @admin.action(description=_("Delete these decks"), permissions=["moderate"])
    def remove(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Delete decks; games that are played with them go on."""
        return self.act(request, decks, "remove", actions.remove_deck, _("Delete these decks"))


@admin.register(Seat)
class SeatAdmin(ActedOn):
    """Places at tables, and offering one to somebody else."""

    subject = "seat"
    list_display = (
        "game",
        "number",
        "name",
        "player",
        "bot",
        "status",
        "timeouts_in_row",
        "on_autopilot",
        "offered_at",
    )
    list_filter = ("status", "bot", "on_autopilot", ("offered_at", admin.EmptyFieldListFilter))
    actions = ("offer",)
    list_select_related = ("game", "player")
    search_fields = ("name", "player__email", "game__name", "game__key")

    @admin.action(description=_("Offer these seats to somebody else"), permissions=["moderate"])
    def offer(self, request: HttpRequest, seats: QuerySet[Seat]) -> HttpResponse | None:
        """Let a bot keep seats until their players return, or somebody takes them over."""
        return self.act(request, seats, "offer", actions.offer_for, _("Offer these seats to somebody else"))


class BallotInline(admin.TabularInline):
    """What was voted for."""

    model = Ballot
    fields = ("seat", "choice", "cast_at")
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Vote | None = None) -> bool:
        """Show ballots when the vote is closed; until then they are secret for staff, too."""
        return obj is not None and not obj.is_open and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Vote | None = None) -> bool:
        """Nobody votes here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Vote | None = None) -> bool:
        """Nobody edits ballots."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Vote | None = None) -> bool:
        """Nobody deletes ballots."""
        return False


@admin.register(Remark)
class RemarkAdmin(ActedOn):
    """What people say at tables, and hiding it. What its author has deleted has no words any more."""

    subject = "remark"
    list_display = ("game", "seat", "player", "text", "created_at", "deleted_at", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("game", "seat", "player")
    search_fields = ("game__name", "game__key", "player__email", "text")
    actions = ("hide",)

    @admin.action(description=_("Hide these remarks"), permissions=["moderate"])
    def hide(self, request: HttpRequest, remarks: QuerySet[Remark]) -> HttpResponse | None:
        """Hide remarks from their tables."""
        return self.act(request, remarks, "hide", actions.talk.hide_remark, _("Hide these remarks"))


@admin.register(Vote)
class VoteAdmin(ReadOnly):
    """What tables vote on."""

    inlines = (BallotInline,)
    list_display = ("game", "seat", "kind", "opened_at", "closes_at", "closed_at", "outcome")
    list_filter = ("kind", ("closed_at", admin.EmptyFieldListFilter), "outcome")
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name")


@admin.register(Question)
class QuestionAdmin(ReadOnly):
    """What seats are asked; not what they may answer."""

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
        "what",
        "closed_by",
        "own_turn",
    )
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email", "what")
    ordering = ("-pk",)


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The history; not what was chosen, but what everybody may know of it."""

    hidden = ("labels", "outcomes", "submission_key")
    told = ("what_happened",)
    list_display = ("game", "version", "kind", "seat", "by", "created_at")
    list_filter = ("kind", "by")
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email")
    ordering = ("-pk",)

    @admin.display(description=_("what everybody saw"))
    def what_happened(self, move: Move) -> str:
        """Tell the move as a spectator may know it."""
        return " ".join(line.text for line in history.lines_of(move, None))


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """The outbox."""

    hidden = ("lease",)
    list_display = ("key", "kind", "player", "game", "status", "reason", "attempts", "next_try_at", "sent_at")
    list_filter = ("status", "kind")
    list_select_related = ("game", "player")
    search_fields = ("key", "player__email", "game__name", "game__key", "message_id", "invitation__email")


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnly):
    """What was done with mail that came in; not what it said."""

    hidden = ("key",)
    list_display = ("pk", "received_at", "kind", "status", "reason", "sender", "seat", "notice")
    list_filter = ("kind", "status")
    list_select_related = ("seat", "notice")
    search_fields = ("sender", "message_id", "reason", "seat__game__name", "seat__game__key")
    date_hierarchy = "received_at"


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Who was asked to a seat by mail."""

    hidden = ("nonce",)
    list_display = ("email", "game", "invited_by", "created_at", "accepted_at", "declined_at", "refused_at")
    list_select_related = ("game", "invited_by")
    search_fields = ("email", "mailbox", "game__name", "game__key", "invited_by__email")


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly):
    """The log of what staff did."""

    list_display = ("at", "who", "act", "about", "reason")
    list_filter = ("act",)
    list_select_related = ("who",)
    search_fields = ("about", "reason", "who__email", "game__key")


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """When the site was away, and whether all clocks have that time back."""

    list_display = ("started_at", "ended_at", "why", "credited_at")
    list_filter = ("why",)


@admin.register(Switch)
class SwitchAdmin(ActedOn):
    """What is held, or was. Adding one holds the clocks or the mail of every game at once."""

    subject = "switch"
    list_display = ("name", "since", "until", "who", "reason", "released_by")
    list_filter = ("name", ("until", admin.EmptyFieldListFilter))
    list_select_related = ("who", "released_by")
    actions = ("release",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Ask what to hold, and why; show everything afterwards."""
        return ["name", "reason"] if obj is None else super().get_fields(request, obj)

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **more: Any
    ) -> Any:
        """Pressing a switch takes what to hold, and why."""
        return super().get_form(request, obj, change, **more if obj else {**more, "form": PressForm})

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Pressing a switch takes the right to add one."""
        return request.user.has_perm("games.add_switch")

    def save_model(self, request: HttpRequest, obj: Switch, form: Any, change: bool) -> None:
        """Hold it, through the one door that there is."""
        pressed = actions.press_switch(name=obj.name, by=request.user, reason=obj.reason)  # type: ignore[arg-type]
        obj.pk = pressed.pk

    @admin.action(description=_("Release"), permissions=["moderate"])
    def release(self, request: HttpRequest, switches: QuerySet[Switch]) -> HttpResponse | None:
        """Let go what is held."""
        title = _("Release: what was held goes on, and clocks get the time back")
        return self.act(request, switches, "release", actions.release_switch, title)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """When each sweep last came to its end."""

    list_display = ("name", "at", "did", "failed")


@admin.register(NoticeChoices)
class NoticeChoicesAdmin(ReadOnly):
    """What players have chosen about mail."""

    list_display = ("player", "mail", "quiet_minutes", "digest_at", "digested_on", "mailed_at")
    list_select_related = ("player",)
    search_fields = ("player__email",)


@admin.register(Channel)
class ChannelAdmin(ReadOnly):
    """Devices and webhooks of players; whoever has the address of one could write there."""

    hidden = ("url", "p256dh", "auth", "secret")
    list_display = ("player", "kind", "name", "host", "sent_at", "failing_since", "error", "off_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("player__email", "name")
