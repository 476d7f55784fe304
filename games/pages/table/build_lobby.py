"""The lobby of a game: who sits there, who is invited, and the forms of its host."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decks import descriptions
from games.history import game_settings
from games.models import Game, Invitation, LobbyCard, Player, Seat, Starter
from games.pages.common.card_faces import Face, Faces
from games.pages.common.fields import NameField
from games.pages.common.invite_form import InviteForm
from games.pages.common.seat_context import SeatContext
from games.pages.decks.editions import face_of
from games.seats.invitations import due_reminders
from games.timing import player_records

from .fairness import Fairness, build_fairness
from .table_notes import find_reader_of_mails
from .table_rights import Heir, find_heirs


class NameForm(forms.Form):
    """A name for one table."""

    name = NameField(required=False)


class StartForm(forms.Form):
    """Who begins, where the host leaves that open until the start."""

    starting_seat = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who begins"))

    def __init__(self, *args: Any, game: Game, seats: Sequence[Seat], **more: Any) -> None:
        super().__init__(*args, **more)
        if game.starter != Starter.HOST or game.starts_when_full:
            del self.fields["starting_seat"]
            return
        cast(forms.ChoiceField, self.fields["starting_seat"]).choices = [
            (seat.number, str(seat)) for seat in seats if seat.is_taken
        ]


@dataclass(frozen=True)
class LobbySeat:
    """A seat as the viewer sees it; ``is_known`` where somebody sits there, and not only a name is kept."""

    row: Seat
    is_me: bool
    is_host: bool
    is_known: bool
    can_be_removed: bool
    record: str


@dataclass(frozen=True)
class InvitationShown:
    """An invitation as its host sees it, with what became of it."""

    row: Invitation
    who: str
    outcome: str
    can_be_reminded: bool


@dataclass(frozen=True)
class InvitePanel:
    """What the host has to invite people with, and whom they have invited."""

    link: str
    form: InviteForm
    invitations: tuple[InvitationShown, ...]
    due_reminders: int


@dataclass(frozen=True)
class StartPanel:
    """What the host has to start the game with; who is ``unanswered`` loses the seat then."""

    form: StartForm
    can_start: bool
    bots_join: bool
    unanswered: tuple[str, ...]


@dataclass(frozen=True)
class SeatCount:
    """How many seats the host may give the game; ``is_now`` for as many as it has."""

    number: int
    is_now: bool


@dataclass(frozen=True)
class OwnCard:
    """The card that the table proposes for its deck, and who has not agreed to it."""

    card: Face
    kind: str
    number: int
    waits_for: Sequence[Seat]
    asks_me: bool


@dataclass(frozen=True)
class LobbyPage:
    """The whole page of a game before its start. ``me`` is the viewer's seat, once they have taken it."""

    context: SeatContext
    problem: str
    mails_to: Player | None
    seats: tuple[LobbySeat, ...]
    me: Seat | None
    is_host: bool
    reserved_seat: Seat | None
    invitation: Invitation | None
    free: int
    name_form: forms.Form | None
    policy: str
    asks: str
    invite: InvitePanel | None
    start: StartPanel | None
    own_card: OwnCard | None
    can_propose_card: bool
    seat_counts: Sequence[SeatCount]
    heirs: tuple[Heir, ...]
    fairness: Fairness | None

    @property
    def game(self) -> Game:
        """The game, for its name, its status and its settings."""
        return self.context.game

    @property
    def is_invited(self) -> bool:
        """Whether a seat is kept for the viewer, who may take it or decline."""
        return self.reserved_seat is not None or self.invitation is not None

    @property
    def is_expiring(self) -> bool:
        """Whether the game is about to be cancelled."""
        return self.game.warned_at is not None and not self.game.is_over

    @property
    def can_keep_open(self) -> bool:
        """Whether it is the viewer who may keep it open: its host, also by the link of the warning's mail."""
        return self.is_expiring and self.me is not None and self.me.player_id == self.game.host_id

    @property
    def can_make_game(self) -> bool:
        """Whether the viewer may make another game."""
        return self.context.person is not None and not self.context.only_this_game

    @property
    def can_join(self) -> bool:
        """Whether a seat is free for anybody who signs in."""
        return self.free > 0 and self.game.is_open

    @property
    def can_invite(self) -> bool:
        """Whether the viewer may invite more people by mail."""
        return self.invite is not None and self.free > 0 and bool(self.invite.form.fields)

    @property
    def can_cancel(self) -> bool:
        """Whether the viewer may cancel the game."""
        return self.is_host and not self.game.is_over

    @property
    def can_leave(self) -> bool:
        """Whether the viewer may leave the game, and give orders for it."""
        return self.me is not None and not self.game.is_over

    @property
    def can_see_deck(self) -> bool:
        """Whether the viewer may look at all cards of the game."""
        return self.context.seat is not None or self.is_host or self.game.is_open

    @property
    def clock_of(self) -> Player | None:
        """The player for whom it is said what the pace means in their own hours."""
        return self.context.person if self.game.is_timed else None

    @property
    def starter(self) -> str:
        """Who goes first, in words."""
        if self.game.starter == Starter.CHANCE:
            return _("A random player")
        if self.game.starter == Starter.FIRST:
            return _("The first player to take a card")
        return _("The host") if self.game.starting_seat else capfirst(self.game.get_starter_display())


def build_lobby(
    context: SeatContext,
    invite_form: InviteForm | None = None,
    *,
    problem: str = "",
) -> LobbyPage:
    """Return the page of a game before its start, for a viewer."""
    game, person = context.game, context.person
    seats = list(game.seats.select_related("player"))
    is_host = not context.only_this_game and person is not None and person.pk == game.host_id
    me = context.seat if context.seat is not None and context.seat.is_taken else None
    free = sum(seat.status == Seat.Status.FREE for seat in seats)
    is_run_by_me = is_host and not game.is_over
    invitations = list_invitations(game) if is_run_by_me else ()
    own_card = None if game.is_over else LobbyCard.objects.filter(game=game).first()
    return LobbyPage(
        context=context,
        problem=problem,
        mails_to=find_reader_of_mails(context),
        seats=tuple(list_seats(context, seats, me, is_host=is_host, shows_records=person is not None)),
        me=me,
        is_host=is_host,
        reserved_seat=find_reserved_seat(context, seats),
        invitation=invitation_for(context),
        free=free,
        name_form=NameForm() if person is not None and not person.name else None,
        invite=build_invite_panel(game, invitations, invite_form)
        if is_run_by_me and (free or invitations)
        else None,
        asks=game_settings.describe_join_requirements(game),
        policy=game_settings.describe_silence_policy(game),
        start=build_start_panel(game, seats, invitations, free) if is_run_by_me else None,
        own_card=build_own_card(game, own_card, me) if own_card is not None else None,
        can_propose_card=is_run_by_me and own_card is None and descriptions.has_room_for_card(game.edition),
        seat_counts=list_seat_counts(game, len(seats) - free) if is_run_by_me else (),
        heirs=find_heirs(context, seats),
        fairness=build_fairness(game, seats, me),
    )


def list_seat_counts(game: Game, kept: int) -> Sequence[SeatCount]:
    """Return how many seats the game may be given, no fewer than somebody has; none without a choice."""
    counts: list[int] = []
    with suppress(KeyError, ValueError):
        counts = [each for each in engine.seat_counts(game.edition) if each >= kept]
    return [SeatCount(each, each == game.seats_wanted) for each in counts] if len(counts) > 1 else []


def list_seats(
    context: SeatContext, seats: Sequence[Seat], me: Seat | None, *, is_host: bool, shows_records: bool
) -> Iterable[LobbySeat]:
    """Return the seats with what the viewer may know of who sits there, and do about them."""
    game, records = context.game, {}
    if context.only_this_game or shows_records:
        records = {seat.pk: record for seat, record in player_records.list_records(seats, known_only=True)}
    for seat in seats:
        sits_host = seat.player_id is not None and seat.player_id == game.host_id
        yield LobbySeat(
            row=seat,
            is_me=me is not None and seat.pk == me.pk,
            is_host=sits_host,
            is_known=bool(seat.bot or seat.player_id),
            can_be_removed=is_host and seat.is_person and not sits_host and not game.is_over,
            record=records.get(seat.pk, ""),
        )


def list_invitations(game: Game) -> tuple[InvitationShown, ...]:
    """Return the invitations to a game that its host has not withdrawn, and what became of them."""
    return tuple(
        InvitationShown(
            row,
            row.shown_to(game.host_id),
            describe_invitation(row),
            row.is_open and row.reminded_at is None,
        )
        for row in game.invitations.filter(removed_at=None).select_related("seat")
    )


def describe_invitation(invitation: Invitation) -> str:
    """Say to the host what became of an invitation."""
    if invitation.accepted_at:
        return _("has taken the seat")
    if invitation.declined_at:
        return _("declined")
    if invitation.refused_at:
        return _("The mail server says that this address can’t be reached.")
    if invitation.how == Invitation.How.ASKED:
        return _("asked for a seat with your link")
    return _("invited and reminded") if invitation.reminded_at else _("invited")


def build_invite_panel(
    game: Game, invitations: tuple[InvitationShown, ...], form: InviteForm | None
) -> InvitePanel:
    """Return the link to share, the form for addresses, as it was sent if it was, and who is invited."""
    return InvitePanel(
        link=f"{settings.SITE_URL}{reverse('join_by_link', args=[game.link_key])}",
        form=form or InviteForm(host=game.host, game=game),
        invitations=invitations,
        due_reminders=len(due_reminders(game)),
    )


def build_start_panel(
    game: Game, seats: Sequence[Seat], invitations: Iterable[InvitationShown], free: int
) -> StartPanel:
    """Return the form that starts the game, and whom that would cost a seat."""
    return StartPanel(
        form=StartForm(game=game, seats=seats),
        can_start=game.fill_with_bots or sum(seat.is_taken for seat in seats) > 1,
        bots_join=game.fill_with_bots and free > 0,
        unanswered=tuple(each.who for each in invitations if each.row.is_open),
    )


def find_reserved_seat(context: SeatContext, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that a rematch reserves for the viewer, if one does."""
    if context.only_this_game:
        seat = context.seat
        return seat if seat is not None and seat.status == Seat.Status.INVITED else None
    if context.person is None:
        return None
    return next((seat for seat in seats if seat.player_id == context.person.pk and not seat.is_taken), None)


def invitation_for(context: SeatContext) -> Invitation | None:
    """Return the open invitation to the address of the player who is signed in, if there is one."""
    if context.only_this_game or context.person is None:
        return None
    invited = context.game.invitations.filter(email=context.person.email)
    return next((each for each in invited if each.is_open), None)


def build_own_card(game: Game, own: LobbyCard, me: Seat | None) -> OwnCard | None:
    """Return the card that is proposed; nothing where the rules can't read it any more."""
    try:
        spec = descriptions.parse_spec(descriptions.with_card(game.edition, own.card))
    except ValueError:
        return None
    faces = Faces(spec.deck) if descriptions.is_known_to_rules(spec) else None
    card = next(share.card for share in engine.composition(spec).shares if share.made)
    waits_for = own.undecided_seats
    return OwnCard(
        card=face_of(card, faces),
        kind=own.card["kind"],
        number=own.number,
        waits_for=waits_for,
        asks_me=me is not None and me.pk in {seat.pk for seat in waits_for},
    )
