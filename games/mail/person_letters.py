"""Mails to persons that concern no table, such as what came of a report. Answers to them go to staff."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.core import tokens
from games.core.site_title import short_title, site_title
from games.core.suspension import is_suspended
from games.core.unknown import look_up
from games.history.formatting import moment
from games.models import Deck, Game, PersonMail, Player, Report, Seat
from games.outbox.obsolete import Obsolete

from . import headers, links
from .message import Mail
from .render import join_blocks, wrapped

Kind = PersonMail.Kind


@dataclass(frozen=True)
class PersonLetter:
    """What such a mail says, paragraph by paragraph. What people have written themselves is `quoted`."""

    subject: str
    paragraphs: tuple[str, ...]
    quoted: str = ""
    after: tuple[str, ...] = ()


def compose_person_mail(row: PersonMail) -> EmailMessage:
    """Return the mail, in its reader's language and time zone. Raises `Obsolete`.

    Its answer goes to the people who run the site: it is how somebody appeals.
    """
    player = row.player
    with translation.override(player.site_language), timezone.override(player.zone):
        letter = look_up("letter", WRITERS, row.kind)(row)
        return Mail(
            subject=f"[{short_title()}] {letter.subject}",
            body=join_blocks(_blocks(letter)),
            from_email=headers.accounts_address(),
            to=[player.email],
            reply_to=[settings.CONTACT_EMAIL],
            headers=headers.automatic(row.message_id, row.kind) | headers.language(),
        )


def _blocks(letter: PersonLetter) -> Iterable[list[str]]:
    for paragraph in letter.paragraphs:
        yield wrapped(paragraph)
    if letter.quoted:
        yield [row for line in letter.quoted.splitlines() for row in wrapped(line, "> ")]
    for paragraph in letter.after:
        yield wrapped(paragraph)
    yield [
        "-- ",
        site_title(),
        links.absolute_url("dashboard"),
        f"{_('Rules of conduct')}: {links.absolute_url('conduct')}",
    ]


def report_settled_letter(row: PersonMail) -> PersonLetter:
    """Return what came of a report, to the person who made it."""
    report = Report.objects.filter(pk=row.params.get("report")).first()
    if report is None or report.is_open:
        raise Obsolete("the report is open, or gone")
    headline = _("We’ve looked at your report and done something about it.")
    if report.status == Report.Status.NOTHING:
        headline = _("We’ve looked at your report, and found nothing against the rules of conduct.")
    return PersonLetter(
        _("The outcome of your report"),
        (headline,),
        report.outcome,
        (
            _("Thank you for your report. We won’t tell the other person who sent it."),
            _("If you see it differently, answer this mail: a person will read your answer."),
        ),
    )


def written_letter(row: PersonMail) -> PersonLetter:
    """Return what a moderator writes to somebody."""
    return PersonLetter(
        _("A message from the moderators"),
        (_("A moderator of this site wrote to you:"),),
        str(row.params.get("text", "")),
        (_("If you’d like to say something about it, answer this mail: a person will read your answer."),),
    )


def suspended_letter(row: PersonMail) -> PersonLetter:
    """Return why an account is suspended and until when, and how to appeal."""
    until = row.player.suspended_until
    if until is None or not is_suspended(row.player):
        raise Obsolete("the suspension is over")
    return PersonLetter(
        _("Your account is suspended"),
        (
            _("A moderator has suspended your account until %(until)s. The reason:")
            % {"until": moment(until, row.player.zone)},
        ),
        row.player.suspended_because,
        (
            _(
                "Until then you can’t play or join games. A bot keeps your seats, and you get them "
                "back when the suspension ends. You don’t have to do anything for that."
            ),
            _("You can still sign in to get a copy of your data, or to delete your account."),
            _(
                "If you think this is wrong, you can appeal: answer this mail, or write to %(address)s, and "
                "say why. A person reads it."
            )
            % {"address": parseaddr(settings.CONTACT_EMAIL)[1]},
        ),
    )


def suspension_lifted_letter(row: PersonMail) -> PersonLetter:
    """Return that a suspension was taken back."""
    return PersonLetter(
        _("Your account isn’t suspended any more"),
        (
            _("The moderators lifted the suspension of your account. We’re sorry for the trouble."),
            _seats_given_back(
                row.player, _("You can sign in and play as before, and your seats are yours again.")
            ),
            links.absolute_url("dashboard"),
        ),
    )


def suspension_over_letter(row: PersonMail) -> PersonLetter:
    """Return that a suspension has ended."""
    if is_suspended(row.player):
        raise Obsolete("there is another suspension")
    return PersonLetter(
        _("You can play again"),
        (
            _seats_given_back(
                row.player, _("The suspension of your account is over, and your seats are yours again.")
            ),
            links.absolute_url("dashboard"),
        ),
    )


def _seats_given_back(player: Player, sentence: str) -> str:
    """Return the sentence about somebody's seats, or what holds while their account is to be deleted."""
    if player.deletion_at is None:
        return sentence
    return _(
        "The suspension of your account is over. You’ve asked us to delete your account, so bots still keep "
        "your seats. If you keep it, you get them back."
    )


def deck_hidden_letter(row: PersonMail) -> PersonLetter:
    """Return why staff have hidden a deck, and what its owner can do."""
    deck = _find_deck(row)
    if deck is None or not deck.is_hidden:
        raise Obsolete("the deck is shown, or gone")
    return PersonLetter(
        _("Your deck “%(deck)s” is hidden") % {"deck": deck},
        (
            _("A moderator has hidden your deck “%(deck)s”, so only you can see it.") % {"deck": deck},
            *_why(row),
        ),
        row.params.get("reason", ""),
        (
            _("Games that use it continue."),
            _(
                "If you think this is wrong, or have changed the deck, answer this mail: a person will read "
                "your answer."
            ),
            links.absolute_url("deck", deck.key),
        ),
    )


def deck_shown_letter(row: PersonMail) -> PersonLetter:
    """Return that others see a deck again that staff had hidden."""
    deck = _find_deck(row)
    if deck is None or deck.is_hidden:
        raise Obsolete("the deck is hidden, or gone")
    return PersonLetter(
        _("Your deck “%(deck)s” isn’t hidden any more") % {"deck": deck},
        (_("The people you share your deck “%(deck)s” with can see it again.") % {"deck": deck}, *_why(row)),
        row.params.get("reason", ""),
        (links.absolute_url("deck", deck.key),),
    )


def deck_deleted_letter(row: PersonMail) -> PersonLetter:
    """Return why staff have deleted a deck, and what its owner can do."""
    if _find_deck(row) is not None:
        raise Obsolete("the deck was restored")
    name = {"deck": row.params.get("name", "")}
    return PersonLetter(
        _("Your deck “%(deck)s” was deleted") % name,
        (_("A moderator has deleted your deck “%(deck)s”.") % name, *_why(row)),
        row.params.get("reason", ""),
        (
            _("Games that use it continue."),
            _(
                "If you think this is wrong, or want its cards back, answer this mail: a person will read "
                "your answer."
            ),
        ),
    )


def deck_restored_letter(row: PersonMail) -> PersonLetter:
    """Return that the deletion of a deck was taken back."""
    deck = _find_deck(row)
    if deck is None:
        raise Obsolete("the deck is gone")
    text = _("The moderators restored your deck “%(deck)s”. We’re sorry for the trouble.")
    return PersonLetter(
        _("You have your deck “%(deck)s” back") % {"deck": deck},
        (text % {"deck": deck}, links.absolute_url("deck", deck.key)),
    )


def seats_with_links(player: Player) -> list[Seat]:
    """Return the seats of a player to which mails bring links."""
    kept = Seat.objects.filter(player=player, status__in=[Seat.Status.TAKEN, Seat.Status.INVITED])
    going_on = kept.filter(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING], game__is_trial=False)
    return list(going_on.select_related("game").order_by("game__name", "pk"))


def new_links_letter(row: PersonMail) -> PersonLetter:
    """Return the links to somebody's seats, after all earlier ones were ended."""
    seats = seats_with_links(row.player)
    if not seats:
        raise Obsolete("no game goes on")
    lines = [
        f"{seat.game.name}\n{links.absolute_url('play_link', tokens.make_token(seat, at=row.created_at))}"
        for seat in seats
    ]
    return PersonLetter(
        _("New links to your seats"),
        (
            _("Links in earlier mails don’t work any more, and answers to those mails aren’t played."),
            _("These are your new ones:"),
            *lines,
            _("If this wasn’t you, sign in and look at “Who can open your seats” in your account."),
        ),
    )


def not_played_letter(row: PersonMail) -> PersonLetter:
    """Return the mail to somebody whose answer did nothing, as they don't sit at the table of its mail."""
    game = Game.objects.filter(pk=row.params.get("game")).first()
    home = links.absolute_url("dashboard")
    if row.params.get("why") == "left" and game is not None:
        text = _(
            "You answered a mail about “%(game)s”, but you don’t play there any more, so nothing was done."
        )
        why = text % {"game": game.shown_name}
    else:
        why = _(
            "You answered one of our mails, but nobody can play by writing to that address, so nothing was "
            "done."
        )
    return PersonLetter(_("Your answer wasn’t played"), (why, _("Your games are here:"), home))


def _find_deck(row: PersonMail) -> Deck | None:
    """Return the deck that a mail to its owner is about, if it is there."""
    return Deck.objects.filter(pk=row.params.get("deck"), owner=row.player).first()


def _why(row: PersonMail) -> tuple[str, ...]:
    """Return what leads to the reason; a mail about an act that was taken back has none."""
    return (_("The reason:"),) if row.params.get("reason") else ()


WRITERS: dict[str, Callable[[PersonMail], PersonLetter]] = {
    Kind.REPORT_SETTLED: report_settled_letter,
    Kind.WRITTEN: written_letter,
    Kind.SUSPENDED: suspended_letter,
    Kind.SUSPENSION_LIFTED: suspension_lifted_letter,
    Kind.SUSPENSION_OVER: suspension_over_letter,
    Kind.DECK_HIDDEN: deck_hidden_letter,
    Kind.DECK_SHOWN: deck_shown_letter,
    Kind.DECK_DELETED: deck_deleted_letter,
    Kind.DECK_RESTORED: deck_restored_letter,
    Kind.NEW_LINKS: new_links_letter,
    Kind.NOT_PLAYED: not_played_letter,
}
