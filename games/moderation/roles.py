"""The roles of staff, as groups: moderators look after tables and people, operators after the site too."""

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.event_log import check_staff, log_staff_act
from games.core.refusal import NotAllowed, NotPossible
from games.models import Player

MODERATOR, OPERATOR = "moderator", "operator"
GROUPS = {MODERATOR: "moderators", OPERATOR: "operators"}
TITLES = {
    "": gettext_lazy("not on the staff"),
    MODERATOR: gettext_lazy("moderator: looks after tables and people"),
    OPERATOR: gettext_lazy("operator: holds clocks and mail as well, and appoints staff"),
}
ANNOUNCE = ("add_announcement", "change_announcement", "delete_announcement")
# Rows by which the site works: only operators look at them. Others of the staff see what concerns people.
MACHINERY = (
    *("channel", "heartbeat", "move", "noticechoices", "outage", "postponedrow", "question"),
    *("replyalias", "seat", "sweeplease", "switch"),
)
MAY_CHANGE = {
    MODERATOR: ("change_game", "change_deck", "change_player", *ANNOUNCE),
    OPERATOR: (
        "change_game",
        "change_deck",
        "change_player",
        "add_switch",
        "change_switch",
        *ANNOUNCE,
    ),
}
# Who may act on tables and people.
MAY_ACT = "games.change_game"
# Who may change groups may appoint: they could give themselves any permission anyway.
MAY_APPOINT = "auth.change_group"


@transaction.atomic
def make_groups() -> None:
    """Make the groups, or give those that there are the permissions of this release."""
    of_games = Permission.objects.filter(content_type__app_label="games")
    for role, name in GROUPS.items():
        group, _made = Group.objects.get_or_create(name=name)
        seen = of_games.filter(codename__startswith="view_")
        if role == MODERATOR:
            seen = seen.exclude(codename__in=[f"view_{name}" for name in MACHINERY])
        wanted = [*seen, *of_games.filter(codename__in=MAY_CHANGE[role])]
        if role == OPERATOR:
            of_groups = Permission.objects.filter(content_type__app_label="auth")
            wanted += of_groups.filter(codename__in=("view_group", "change_group"))
        group.permissions.set(wanted)


def role_of(player: Player) -> str:
    """Return the role of a player; nothing for who has none."""
    names = set(player.groups.values_list("name", flat=True)) if player.is_staff else set()
    return next((role for role in (OPERATOR, MODERATOR) if GROUPS[role] in names), "")


@transaction.atomic
def appoint(*, player: Player, role: str, by: Player, reason: str) -> None:
    """Give a player a role, or take it away with an empty one, for an operator. Raises a `Refusal`.

    Nobody changes their own role, so that one operator always remains.
    """
    check_staff(by, reason)
    if not by.has_perm(MAY_APPOINT):
        raise NotAllowed(_("Only operators can appoint staff."))
    if by.pk == player.pk:
        raise NotAllowed(_("You can’t change your own role. Ask another operator."))
    before = role_of(player)
    do_appoint(player, role)
    about = f"player {player.pk} ({player.name})"
    log_staff_act(
        "appoint", by, reason, about=about, player=player, before={"role": before}, after={"role": role}
    )


def do_appoint(player: Player, role: str) -> None:
    """Give a player a role, or take it away with an empty one. Locks the player. Raises a `Refusal`."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if not locked.is_active or locked.is_guest:
        raise NotPossible(_("Staff need an account of their own: guests have none."))
    if locked.is_superuser and role != OPERATOR:
        raise NotPossible(_("This person was made a superuser at the command line, and stays an operator."))
    locked.groups.remove(*Group.objects.filter(name__in=GROUPS.values()))
    if role:
        locked.groups.add(Group.objects.get(name=GROUPS[role]))
    locked.is_staff = bool(role)
    locked.save(update_fields=["is_staff"])
