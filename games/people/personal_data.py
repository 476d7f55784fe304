"""What the site stores of a person: for how long, what an export holds, and what deletion removes.

`STORED` is the one list. The privacy page shows it, the export writes it, deleting an account goes by it, and
a test asks that it names every table with a player in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db.models import Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.models import Player
from games.models.circles import IS_ASKED

from .own_rows import Rows, invitations_to_or_by, mails_received, rows_since
from .sightings import KEPT


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
            return gettext("Until you remove it or delete your account.")
        if self == Stays.GAME:
            return gettext(
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

    `fields` are what an export holds of each row, paths of `QuerySet.values` with blanks between; without any
    it isn't exported, since it says nothing that its player doesn't find elsewhere in the export.
    """

    name: str
    label: str | Promise
    model: type[Model]
    fields: str = ""
    stays: Stays = Stays.ACCOUNT
    by: str = "player"
    find: Callable[[Player], Rows] | None = None

    def rows(self, player: Player) -> Rows:
        """Return those of a player: by the path `by`, unless `find` says otherwise."""
        return self.find(player) if self.find else self.model._default_manager.filter(**{self.by: player})


STORED = (
    Stored(
        "addresses", _("The addresses you sign in with"), EmailAddress, "email verified primary", by="user"
    ),
    Stored(
        "sign_in",
        _("Your passkeys, and the encrypted secret of your authenticator app and recovery codes"),
        Authenticator,
        "type created_at last_used_at",
        by="user",
    ),
    Stored(
        "providers",
        _("If you sign in with an account elsewhere: your ID there, and the address it gave us"),
        SocialAccount,
        "provider uid extra_data date_joined last_login",
        by="user",
    ),
    Stored(
        "sessions",
        _("While you’re signed in: since when, the network address and the browser"),
        UserSession,
        "created_at ip user_agent",
        by="user",
    ),
    Stored(
        "vacations",
        _("Your vacations, and what you chose for each table"),
        models.Vacation,
        "first_day last_day entered_at is_automatic",
    ),
    Stored(
        "notifications",
        _("Your notification settings"),
        models.NoticeChoices,
        "mail quiet_minutes together short telling_subjects",
    ),
    Stored(
        "devices",
        _("The devices and services that we notify for you"),
        models.Channel,
        "kind name created_at sent_at error",
    ),
    Stored("muted", _("The games you’ve muted"), models.MutedGame, "game__key since"),
    Stored(
        "feeds",
        _("A fingerprint of the secret in your calendar and feed addresses"),
        models.FeedKey,
        "created_at used_at",
    ),
    Stored(
        "decks",
        _("Your decks. Games that began with one keep its cards"),
        models.Deck,
        "key name spec visibility created_at updated_at",
        by="owner",
    ),
    Stored(
        "notes",
        _("Your private notes at tables"),
        models.SeatNotebook,
        "seat__game__key text written_at",
        by="seat__player",
    ),
    Stored(
        "window_orders",
        _("Your standing orders for Surprises"),
        models.StoredWindowOrder,
        "seat__game__key kind what surprise condition about by_seat",
        by="seat__player",
    ),
    Stored(
        "turn_orders",
        _("Your standing orders for turns and limits"),
        models.StoredTurnOrders,
        "seat__game__key given",
        by="seat__player",
    ),
    Stored(
        "order_notes",
        _("What your standing orders did"),
        models.SeatNote,
        "seat__game__key kind params created_at",
        by="seat__player",
    ),
    Stored(
        "deputies",
        _("People you’ve asked to play for you"),
        models.Deputy,
        "seat__game__key until created_at accepted_at ended_at",
        by="owner",
    ),
    Stored(
        "deputy_of",
        _("Requests for you to play for someone"),
        models.Deputy,
        "seat__game__key until created_at accepted_at ended_at",
    ),
    Stored(
        "invitations",
        _("Invitations to you, and those you sent that have been answered"),
        models.Invitation,
        "game__key created_at accepted_at declined_at removed_at",
        find=invitations_to_or_by,
    ),
    Stored(
        "removed_from",
        _("Games whose host removed you before the start"),
        models.RemovedPlayer,
        "game__key removed_at",
    ),
    Stored(
        "talk",
        _("What you’ve said at tables"),
        models.Remark,
        "game__key text created_at deleted_at hidden_at",
    ),
    Stored(
        "circles",
        _("The circles you’re in"),
        models.CircleMember,
        "circle__key circle__name is_host joined_at",
    ),
    Stored(
        "circle_invitations",
        _("When you were asked to join a circle, and when you said no"),
        models.CircleInvitation,
        "circle__key created_at declined_at",
    ),
    Stored(
        "circle_invitations_sent",
        _("When you asked someone to join a circle"),
        models.CircleInvitation,
        # Whoever says no does so without anybody’s knowledge.
        "circle__key created_at",
        find=lambda player: models.CircleInvitation.objects.filter(IS_ASKED, invited_by=player),
    ),
    Stored(
        "circle_talk",
        _("What you’ve written in circles"),
        models.CircleRemark,
        "circle__key text created_at deleted_at hidden_at",
    ),
    Stored(
        "notices",
        _("When we mailed or notified you, and about what, without the text"),
        models.Notice,
        "kind game__key status created_at sent_at error",
        stays=Stays.DAYS,
    ),
    Stored(
        "mails_received",
        _("When you mailed us, and what we did with it, without the text"),
        models.InboundMail,
        "kind status reason received_at",
        stays=Stays.DAYS,
        find=mails_received,
    ),
    # After the mails: which of them are the player's is known by these.
    Stored("reply_aliases", _("The other addresses you reply from"), models.ReplyAlias, "address created_at"),
    Stored(
        "replies",
        _("The replies we carried out, line by line"),
        models.Reply,
        "seat__game__key received_at results",
        stays=Stays.DAYS,
    ),
    Stored(
        "blocks",
        _("People you’ve blocked or muted. They don’t know about it"),
        models.PlayerBlock,
        "player__name kind since",
        by="by",
    ),
    Stored(
        "blocked_by", _("Who has blocked or muted you, which we don’t show you either"), models.PlayerBlock
    ),
    Stored(
        "sightings",
        _(
            "A fingerprint of the network address and browser with which you played, for each "
            "day. It shows us whether someone plays two seats, not where you are, and only a "
            "person draws conclusions from it"
        ),
        models.Sighting,
        "day",
        stays=Stays.MONTH,
    ),
    Stored(
        "reports",
        _("Your reports and their outcome"),
        models.Report,
        "kind words game__key created_at status outcome settled_at",
        by="by",
    ),
    Stored("reports_about", _("What others have reported to us about you"), models.Report, by="about"),
    Stored(
        "person_mails",
        _("When we mailed you about something other than a game, such as a report"),
        models.PersonMail,
        "kind status created_at sent_at error",
        stays=Stays.DAYS,
    ),
    Stored(
        "numbered_mails",
        _("What the numbers in our mails to you mean"),
        models.NumberedMail,
        stays=Stays.DAYS,
    ),
    Stored(
        "seats",
        _("Your seats in games, with your name there"),
        models.Seat,
        "game__key game__name game__edition game__status number name status seen_at is_unnamed",
        stays=Stays.GAME,
    ),
    Stored(
        "shared_games",
        _("The links you made that show a finished game to anyone"),
        models.Share,
        "game__key key language created_at",
    ),
    Stored(
        "shared_years",
        _("The links you made that show a year of yours to anyone"),
        models.YearShare,
        "year key language created_at",
    ),
    Stored(
        "requests",
        _("Your requests to join or leave games"),
        models.Wish,
        "game__key kind created_at settled_at",
    ),
    Stored(
        "former_seats",
        _("Seats that someone has taken over from you"),
        models.FormerPlayer,
        "seat__game__key seat__number replaced_at",
        stays=Stays.GAME,
    ),
    Stored(
        "moves",
        _("Your moves"),
        models.Move,
        # Without versions: those of two moves would tell how many have passed in windows between them.
        "game__key kind by labels created_at",
        stays=Stays.GAME,
        find=rows_since(models.Move, "created_at"),
    ),
    Stored(
        "moves_as_deputy",
        _("The moves you made for someone else"),
        models.Move,
        "game__key created_at",
        stays=Stays.GAME,
        by="deputy",
    ),
    Stored(
        "questions",
        _("Your questions, and when you answered them"),
        models.Question,
        "game__key what opened_at due_at closed_at closed_by",
        stays=Stays.GAME,
        find=rows_since(models.Question, "opened_at"),
    ),
    Stored(
        "ballots",
        _("How you voted at tables"),
        models.Ballot,
        "vote__game__key vote__kind choice cast_at",
        stays=Stays.GAME,
        find=rows_since(models.Ballot, "cast_at"),
    ),
    Stored(
        "hosted",
        _("The games you’ve hosted"),
        models.Game,
        "key name edition status created_at finished_at",
        stays=Stays.GAME,
        by="host",
    ),
    Stored(
        "staff_acts",
        _("If you’re on the staff: what you did as staff, and why"),
        models.StaffAct,
        "at act about reason",
        stays=Stays.GAME,
        by="who",
    ),
    Stored(
        "acts_about",
        _("What moderators decided about you, and why"),
        models.StaffAct,
        "at act game__key reason status",
        stays=Stays.GAME,
    ),
    Stored("staff_notes", _("What moderators noted about you"), models.StaffNote, "at text"),
    Stored(
        "staff_notes_by",
        _("If you’re on the staff: what you noted about players and games"),
        models.StaffNote,
        "at game__key text",
        stays=Stays.GAME,
        by="by",
    ),
    Stored(
        "switches",
        _("If you’re on the staff: when you stopped the clocks or the mail of the site"),
        models.Switch,
        "name since until reason",
        stays=Stays.GAME,
        find=lambda player: models.Switch.objects.filter(Q(who=player) | Q(released_by=player)),
    ),
)
