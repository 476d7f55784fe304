"""The form by which a host invites people: pasted addresses, and people they have played with."""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core import sign_up
from games.core.budgets import INVITATIONS
from games.core.mailboxes import canonical_mailbox
from games.core.refusal import Refusal
from games.models import Game, Invitation, Player
from games.models.names import holds_web_address
from games.seats.invitations import Invitee, find_acquaintances, invite
from games.seats.invite_checks import check_address
from games.seats.lobby import read_name

SIGNS = re.compile(r'([,;"])')
LONGEST_PIECE = 400  # characters of a name and an address
WITH_NAME = re.compile(r"(?P<name>.*?)\s*<\s*(?:mailto:)?(?P<email>[^<>]+?)\s*>")
ADDRESS = re.compile(r"[^\s:@<>]+@[^\s@<>]+")
NAME_FIRST = re.compile(r"(?P<name>.*[\s:])?+(?P<email>[^\s:@]++@[^\s:]+)")


class InviteResult(NamedTuple):
    """What came of inviting somebody: `why` they were not invited, or nothing."""

    who: str
    why: str = ""


class InviteForm(forms.Form):
    """Whom to invite to a new game, or to `game`.

    Where there is no game yet, an address that is none stops all. Otherwise it is one of the `results`, which
    say how each line went. Where there are too few seats nobody is invited. The `fellows` of a
    circle are offered before other people, and some of them `chosen` already.
    """

    field_order = ("known", "people")
    fields_without_note = ("known", "people")

    people = forms.CharField(
        max_length=INVITATIONS.largest,
        required=False,
        label=gettext_lazy("E-mail addresses"),
        help_text=gettext_lazy(
            "One per line, or separated by commas. Put a name first if you like: Ann ann@example.org"
        ),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
    )
    known = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("People you’ve played with"),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        host: Player,
        game: Game | None = None,
        fellows: Iterable[Player] = (),
        chosen: Iterable[Player] = (),
    ) -> None:
        super().__init__(data, initial={"known": [each.pk for each in chosen]})
        self.invitees: list[Invitee] = []
        self.results: list[InviteResult] = []
        self._has_game = game is not None
        self._acquaintances = {each.pk: (each, each.name or _("Someone")) for each in fellows}
        for player, name in find_acquaintances(host, game):
            self._acquaintances.setdefault(player.pk, (player, name))
        cast(forms.MultipleChoiceField, self.fields["known"]).choices = [
            (pk, name) for pk, (_player, name) in self._acquaintances.items()
        ]
        if not self._acquaintances:
            del self.fields["known"]
        if not sign_up.may_invite_strangers():
            del self.fields["people"]

    @property
    def main_field(self) -> str | None:
        """The field that errors about all invitations stand at; None where nobody can be named."""
        return "people" if "people" in self.fields else next(iter(self.fields), None)

    def clean_people(self) -> str:
        """Read the addresses; each that is none is named."""
        text: str = self.cleaned_data["people"]
        for piece in split_pieces(text):
            try:
                self._add(read_invitee(piece))
            except Refusal as refusal:
                self.results.append(InviteResult(piece, str(refusal)))
        if self.results and not self._has_game:
            raise forms.ValidationError([forms.ValidationError(each.why) for each in self.results])
        return text

    def clean_known(self) -> list[int]:
        """Add the people who were chosen; nobody sees their addresses."""
        chosen: list[int] = self.cleaned_data["known"]
        for pk in chosen:
            player, name = self._acquaintances[pk]
            self._add(Invitee(player.email, name, Invitation.How.KNOWN))
        return chosen

    def check_seats(self, free: int) -> None:
        """Add an error if more people are named than seats are free."""
        if len(self.invitees) > free:
            said = ngettext(
                "You named %(named)d people, but only %(free)d seat is free. Nobody has been invited yet.",
                "You named %(named)d people, but only %(free)d seats are free. Nobody has been invited yet.",
                free,
            )
            self.add_error(self.main_field, said % {"named": len(self.invitees), "free": free})

    def _add(self, invitee: Invitee) -> None:
        if canonical_mailbox(invitee.email) not in {canonical_mailbox(each.email) for each in self.invitees}:
            self.invitees.append(invitee)


def split_pieces(text: str) -> list[str]:
    """Return what stands on lines and between commas, but for those in the quotation marks of a name."""
    pieces: list[str] = []
    for line in text.splitlines():
        pieces.append("")
        marks = line.count('"')
        for part in SIGNS.split(line):
            marks -= part == '"'
            if part in (",", ";") and marks % 2 == 0:
                pieces.append("")
            else:
                pieces[-1] += part
    return [each for piece in pieces for each in _split_at_addresses(piece.strip()) if each]


def _split_at_addresses(piece: str) -> list[str]:
    """Return what ends with an address each: “ann@example.org bob@example.org” are two people."""
    words = piece.split()
    ends = [place for place, word in enumerate(words, 1) if ADDRESS.fullmatch(word)]
    if len(ends) < 2 or set('<"') & set(piece):
        return [piece]
    return [" ".join(words[start:end]) for start, end in pairwise([0, *ends[:-1], len(words)])]


def read_invitee(text: str) -> Invitee:
    """Return who “Ann <ann@example.org>”, “Ann ann@example.org” or a bare address means. Raises `Illegal`."""
    found = None
    if len(text) <= LONGEST_PIECE:
        found = WITH_NAME.fullmatch(text) or NAME_FIRST.fullmatch(text)
    if found is None:
        return Invitee(check_address(text), "")
    name = (found["name"] or "").strip().removesuffix("mailto:").strip(" \"'“”„:")
    if holds_web_address(name):  # programs put the address itself, or a part of it, in place of a name
        name = ""
    return Invitee(check_address(found["email"]), read_name(name))


def invite_all(
    game: Game, host: Player, invitees: list[Invitee], *, once: bool = False
) -> list[InviteResult]:
    """Invite people, and return what came of each; `once` is that of `invite`."""
    results = []
    for each in invitees:
        who = each.name if each.how == Invitation.How.KNOWN else each.email
        try:
            invite(game=game, by=host, email=each.email, name=each.name, how=each.how, once=once)
            results.append(InviteResult(who))
        except Refusal as refusal:
            results.append(InviteResult(who, str(refusal)))
    return results


def leave_messages(request: HttpRequest, results: list[InviteResult]) -> None:
    """Leave messages about who was invited and who was not."""
    for each in results:
        if each.why:
            messages.warning(request, _("We didn’t invite %(who)s: %(why)s") % each._asdict())
    if sent := sum(not each.why for each in results):
        said = ngettext(
            "%(count)d invitation is on its way.", "%(count)d invitations are on their way.", sent
        )
        messages.success(request, said % {"count": sent})
