"""What the site stores of a person: for how long, what an export holds, and what deletion removes.

`STORED` is the one list. The privacy page shows it, the export writes it, deleting an account goes by it, and
a test asks that it names every table with a player in it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db.models import BigIntegerField, Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import models
from games.core.mailboxes import canonical_mailbox
from games.models import Player
from games.models.invitation import IS_OPEN

from .sightings import KEPT

Rows = QuerySet[Any]


class Stays(StrEnum):
    """For how long something is stored."""

    ACCOUNT = "account"  # until its player removes it or deletes their account
    MONTH = "month"  # for 30 days, or until the account is deleted
    DAYS = "days"  # for KEEP_DAYS, or until the account is deleted
    GAME = "game"  # as a part of games that others played in, too: without a name after deletion

    @property
    def text(self) -> str:
        """For how long, as a sentence."""
        if self == Stays.ACCOUNT:
            return _("Until you remove it or delete your account.")
        if self == Stays.GAME:
            return _(
                "As long as the game exists. After deletion it says “Former player” instead of your name."
            )
        days = KEPT.days if self == Stays.MONTH else settings.KEEP_DAYS
        return ngettext(
            "%(days)d day, or until you delete your account.",
            "%(days)d days, or until you delete your account.",
            days,
        ) % {"days": days}


@dataclass(frozen=True)
class Stored:
    """One kind of row about a person.

    `fields` are what an export holds of each row, as paths of `QuerySet.values`; without any it isn't
    exported, since it says nothing that its player doesn't find elsewhere in the export.
    """

    name: str
    label: str | Promise
    model: type[Model]
    rows: Callable[[Player], Rows]
    stays: Stays
    fields: tuple[str, ...] = ()


def _of(model: type[Model], path: str = "player") -> Callable[[Player], Rows]:
    """Return what finds the rows of a model that point to a player."""
    return lambda player: model._default_manager.filter(**{path: player})


def _of_seats(model: type[Model]) -> Callable[[Player], Rows]:
    """Return what finds the rows of the seats that a player has now."""
    return _of(model, "seat__player")


def _of_seats_since(model: type[Model], at: str) -> Callable[[Player], Rows]:
    """Return what finds the rows of a player's seats that are not of those who had the seats before.

    `at` is when a row was made.
    """
    taken_over = models.FormerPlayer.objects.filter(seat=OuterRef("seat"), replaced_at__gt=OuterRef(at))
    return lambda player: model._default_manager.filter(~Exists(taken_over), seat__player=player)


def invitations_to_or_by(player: Player) -> Rows:
    """Those to the player, and those sent by them that nobody can accept any more.

    To another address than they have now is what led to a seat that was theirs first after it was accepted.
    """
    had_it = models.FormerPlayer.objects.filter(
        seat=OuterRef("seat"), replaced_at__gte=OuterRef("accepted_at")
    )
    of_others = Player.objects.filter(email=OuterRef("email")).exclude(pk=player.pk)
    replaced = Subquery(had_it.order_by("replaced_at").values("player")[:1])
    first = Coalesce(replaced, "seat__player", output_field=BigIntegerField())
    by_seat = Q(~Exists(of_others), accepted_at__isnull=False, taken_by=player.pk)
    to_player = Q(mailbox=canonical_mailbox(player.email)) | by_seat
    sent = Q(Q(invited_by=player), ~IS_OPEN)
    return models.Invitation.objects.alias(taken_by=first).filter(to_player | sent)


def _mails_received(player: Player) -> Rows:
    """Those from the player's address, and those for their seats from others that they reply from.

    A seat that somebody has taken over, or a bot once an account is deleted, was theirs until then.
    """
    own = _spellings([player.email])
    others = _spellings(models.ReplyAlias.objects.filter(player=player).values_list("address", flat=True))
    was_theirs = models.FormerPlayer.objects.filter(
        player=player, seat=OuterRef("seat"), replaced_at__gte=OuterRef("received_at")
    )
    from_others = Q(Q(seat__player=player) | Exists(was_theirs), sender__in=others)
    return models.InboundMail.objects.filter(Q(sender__in=own) | from_others)


def _spellings(addresses: Iterable[str]) -> list[str]:
    """Return addresses, and others of their mailboxes that mails came from, but those of other accounts."""
    mailboxes = {canonical_mailbox(each) for each in addresses}
    rows = models.InboundMail.objects.exclude(sender__in=Player.objects.values("email"))
    senders = rows.order_by().values_list("sender", flat=True).distinct()
    return [*addresses, *(each for each in senders if canonical_mailbox(each) in mailboxes)]


STORED = (
    Stored(
        "addresses",
        gettext_lazy("The addresses you sign in with"),
        EmailAddress,
        _of(EmailAddress, "user"),
        Stays.ACCOUNT,
        ("email", "verified", "primary"),
    ),
    Stored(
        "sign_in",
        gettext_lazy("Your passkeys, and the encrypted secret of your authenticator app and recovery codes"),
        Authenticator,
        _of(Authenticator, "user"),
        Stays.ACCOUNT,
        ("type", "created_at", "last_used_at"),
    ),
    Stored(
        "providers",
        gettext_lazy("If you sign in with an account elsewhere: your ID there, and the address we were told"),
        SocialAccount,
        _of(SocialAccount, "user"),
        Stays.ACCOUNT,
        ("provider", "uid", "extra_data", "date_joined", "last_login"),
    ),
    Stored(
        "sessions",
        gettext_lazy("While you’re signed in: since when, the network address and the browser"),
        UserSession,
        _of(UserSession, "user"),
        Stays.ACCOUNT,
        ("created_at", "ip", "user_agent"),
    ),
    Stored(
        "vacations",
        gettext_lazy("Your vacations, and what you chose for each table"),
        models.Vacation,
        _of(models.Vacation),
        Stays.ACCOUNT,
        ("first_day", "last_day", "entered_at", "is_automatic"),
    ),
    Stored(
        "notifications",
        gettext_lazy("Your notification settings"),
        models.NoticeChoices,
        _of(models.NoticeChoices),
        Stays.ACCOUNT,
        ("mail", "quiet_minutes", "together", "short", "telling_subjects"),
    ),
    Stored(
        "devices",
        gettext_lazy("The devices and services that we notify for you"),
        models.Channel,
        _of(models.Channel),
        Stays.ACCOUNT,
        ("kind", "name", "created_at", "sent_at", "error"),
    ),
    Stored(
        "muted",
        gettext_lazy("The games you’ve muted"),
        models.MutedGame,
        _of(models.MutedGame),
        Stays.ACCOUNT,
        ("game__key", "since"),
    ),
    Stored(
        "feeds",
        gettext_lazy("A fingerprint of the secret in your calendar and feed addresses"),
        models.FeedKey,
        _of(models.FeedKey),
        Stays.ACCOUNT,
        ("created_at", "used_at"),
    ),
    Stored(
        "decks",
        gettext_lazy("Your decks. Games that began with one keep its cards"),
        models.Deck,
        _of(models.Deck, "owner"),
        Stays.ACCOUNT,
        ("key", "name", "spec", "visibility", "created_at", "updated_at"),
    ),
    Stored(
        "notes",
        gettext_lazy("Your private notes at tables"),
        models.SeatNotebook,
        _of_seats(models.SeatNotebook),
        Stays.ACCOUNT,
        ("seat__game__key", "text", "written_at"),
    ),
    Stored(
        "window_orders",
        gettext_lazy("Your standing orders for Surprises"),
        models.StoredWindowOrder,
        _of_seats(models.StoredWindowOrder),
        Stays.ACCOUNT,
        ("seat__game__key", "kind", "what", "surprise", "condition", "about", "by_seat"),
    ),
    Stored(
        "turn_orders",
        gettext_lazy("Your standing orders for turns and limits"),
        models.StoredTurnOrders,
        _of_seats(models.StoredTurnOrders),
        Stays.ACCOUNT,
        ("seat__game__key", "given"),
    ),
    Stored(
        "order_notes",
        gettext_lazy("What your standing orders did"),
        models.SeatNote,
        _of_seats(models.SeatNote),
        Stays.ACCOUNT,
        ("seat__game__key", "kind", "params", "created_at"),
    ),
    Stored(
        "deputies",
        gettext_lazy("Whom you asked to play for you"),
        models.Deputy,
        _of(models.Deputy, "owner"),
        Stays.ACCOUNT,
        ("seat__game__key", "until", "created_at", "accepted_at", "ended_at"),
    ),
    Stored(
        "deputy_of",
        gettext_lazy("For whom you were asked to play"),
        models.Deputy,
        _of(models.Deputy),
        Stays.ACCOUNT,
        ("seat__game__key", "until", "created_at", "accepted_at", "ended_at"),
    ),
    Stored(
        "invitations",
        gettext_lazy("Invitations to you, and those you sent that have been answered"),
        models.Invitation,
        invitations_to_or_by,
        Stays.ACCOUNT,
        ("game__key", "created_at", "accepted_at", "declined_at", "removed_at"),
    ),
    Stored(
        "removed_from",
        gettext_lazy("Games whose host has taken back your seat before the start"),
        models.RemovedPlayer,
        _of(models.RemovedPlayer),
        Stays.ACCOUNT,
        ("game__key", "removed_at"),
    ),
    Stored(
        "talk",
        gettext_lazy("What you’ve said at tables"),
        models.Remark,
        _of(models.Remark),
        Stays.ACCOUNT,
        ("game__key", "text", "created_at", "deleted_at", "hidden_at"),
    ),
    Stored(
        "notices",
        gettext_lazy("When we mailed or notified you, and about what, without the text"),
        models.Notice,
        _of(models.Notice),
        Stays.DAYS,
        ("kind", "game__key", "status", "created_at", "sent_at", "error"),
    ),
    Stored(
        "mails_received",
        gettext_lazy("When you mailed us, and what we did with it, without the text"),
        models.InboundMail,
        _mails_received,
        Stays.DAYS,
        ("kind", "status", "reason", "received_at"),
    ),
    # After the mails: which of them are the player's is known by these.
    Stored(
        "reply_aliases",
        gettext_lazy("The other addresses you reply from"),
        models.ReplyAlias,
        _of(models.ReplyAlias),
        Stays.ACCOUNT,
        ("address", "created_at"),
    ),
    Stored(
        "replies",
        gettext_lazy("The lines of your replies that we played, and what came of each"),
        models.Reply,
        _of(models.Reply),
        Stays.DAYS,
        ("seat__game__key", "received_at", "results"),
    ),
    Stored(
        "blocks",
        gettext_lazy("Whom you’ve blocked or muted. They aren’t told"),
        models.PlayerBlock,
        _of(models.PlayerBlock, "by"),
        Stays.ACCOUNT,
        ("player__name", "kind", "since"),
    ),
    Stored(
        "blocked_by",
        gettext_lazy("Who has blocked or muted you, which isn’t told to you either"),
        models.PlayerBlock,
        _of(models.PlayerBlock),
        Stays.ACCOUNT,
    ),
    Stored(
        "sightings",
        gettext_lazy(
            "A fingerprint of the network address and browser with which you played, for each day. It shows "
            "us whether somebody plays two seats, not where you are, and only a person draws conclusions "
            "from it"
        ),
        models.Sighting,
        _of(models.Sighting),
        Stays.MONTH,
        ("day",),
    ),
    Stored(
        "reports",
        gettext_lazy("What you’ve reported to us, and what came of it"),
        models.Report,
        _of(models.Report, "by"),
        Stays.ACCOUNT,
        ("kind", "words", "game__key", "created_at", "status", "outcome", "settled_at"),
    ),
    Stored(
        "reports_about",
        gettext_lazy("What others have reported to us about you"),
        models.Report,
        _of(models.Report, "about"),
        Stays.ACCOUNT,
    ),
    Stored(
        "person_mails",
        gettext_lazy("When we mailed you about something other than a game, such as a report"),
        models.PersonMail,
        _of(models.PersonMail),
        Stays.DAYS,
        ("kind", "status", "created_at", "sent_at", "error"),
    ),
    Stored(
        "numbered_mails",
        gettext_lazy("What the numbers in our mails to you stand for"),
        models.NumberedMail,
        _of(models.NumberedMail),
        Stays.DAYS,
    ),
    Stored(
        "seats",
        gettext_lazy("Your seats in games, with your name there"),
        models.Seat,
        _of(models.Seat),
        Stays.GAME,
        ("game__key", "game__name", "game__edition", "game__status", "number", "name", "status", "seen_at"),
    ),
    Stored(
        "requests",
        gettext_lazy("Your requests to join or leave games"),
        models.Wish,
        _of(models.Wish),
        Stays.ACCOUNT,
        ("game__key", "kind", "created_at", "settled_at"),
    ),
    Stored(
        "former_seats",
        gettext_lazy("Seats that somebody has taken over from you"),
        models.FormerPlayer,
        _of(models.FormerPlayer),
        Stays.GAME,
        ("seat__game__key", "seat__number", "replaced_at"),
    ),
    Stored(
        "moves",
        gettext_lazy("Your moves"),
        models.Move,
        _of_seats_since(models.Move, "created_at"),
        Stays.GAME,
        ("game__key", "version", "kind", "by", "labels", "created_at"),
    ),
    Stored(
        "moves_as_deputy",
        gettext_lazy("The moves you made for somebody else"),
        models.Move,
        _of(models.Move, "deputy"),
        Stays.GAME,
        ("game__key", "version", "created_at"),
    ),
    Stored(
        "questions",
        gettext_lazy("When you were asked something, and when you answered"),
        models.Question,
        _of_seats_since(models.Question, "opened_at"),
        Stays.GAME,
        ("game__key", "what", "opened_at", "due_at", "closed_at", "closed_by"),
    ),
    Stored(
        "ballots",
        gettext_lazy("How you voted at tables"),
        models.Ballot,
        _of_seats_since(models.Ballot, "cast_at"),
        Stays.GAME,
        ("vote__game__key", "vote__kind", "choice", "cast_at"),
    ),
    Stored(
        "hosted",
        gettext_lazy("The games you’ve hosted"),
        models.Game,
        _of(models.Game, "host"),
        Stays.GAME,
        ("key", "name", "edition", "status", "created_at", "finished_at"),
    ),
    Stored(
        "staff_acts",
        gettext_lazy("If you’re on the staff: what you did as staff, and why"),
        models.StaffAct,
        _of(models.StaffAct, "who"),
        Stays.GAME,
        ("at", "act", "about", "reason"),
    ),
    Stored(
        "acts_about",
        gettext_lazy("What moderators did about you, and why"),
        models.StaffAct,
        _of(models.StaffAct),
        Stays.GAME,
        ("at", "act", "game__key", "reason", "status"),
    ),
    Stored(
        "staff_notes",
        gettext_lazy("What moderators noted about you"),
        models.StaffNote,
        _of(models.StaffNote),
        Stays.ACCOUNT,
        ("at", "text"),
    ),
    Stored(
        "staff_notes_by",
        gettext_lazy("If you’re on the staff: what you noted about players and games"),
        models.StaffNote,
        _of(models.StaffNote, "by"),
        Stays.GAME,
        ("at", "game__key", "text"),
    ),
    Stored(
        "switches",
        gettext_lazy("If you’re on the staff: when you stopped the clocks or the mail of the site"),
        models.Switch,
        lambda player: models.Switch.objects.filter(Q(who=player) | Q(released_by=player)),
        Stays.GAME,
        ("name", "since", "until", "reason"),
    ),
)
