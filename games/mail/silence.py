"""Letters about somebody who is silent: warnings, votes, failing notices, and a seat that was taken over."""

from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.history import silence_words
from games.history.formatting import moment, one_line
from games.models import Notice, Seat, Vote
from games.outbox.obsolete import Obsolete

from . import links, parts
from .letter import Letter, Link
from .occasion import Occasion, Writer


def of_warning(occasion: Occasion) -> Letter:
    """Return the letter that warns the others, or that tells somebody that their seat has gone."""
    if occasion.notice.params.get("replaced"):
        return _of_replaced(occasion)
    question = occasion.notice.question
    if question is None or not question.is_open or question.due_at is None:
        raise Obsolete("answered already")
    if occasion.param("due_at") != int(question.due_at.timestamp()):
        raise Obsolete("the deadline was moved")
    if question.seat.plays_itself:
        raise Obsolete("a bot answers already")
    silent = one_line(str(question.seat))
    at = moment(question.due_at, occasion.player.zone)
    words = {"name": silent, "moment": at, "follows": silence_words.describe_consequence(occasion.game)}
    return parts.basic_letter(
        occasion,
        _("%(name)s has not answered yet.") % {"name": silent},
        due=_("If %(name)s does not by %(moment)s, %(follows)s.") % words,
        lead=(_("You need not do anything. A word from you may help, if you know how to reach them."),),
    )


def _of_replaced(occasion: Occasion) -> Letter:
    """Return the letter to somebody whose seat was taken over."""
    return Letter(
        call=_("%(name)s plays on in your place.") % {"name": occasion.name},
        lead=(
            _(
                "You had been away from this game, so your seat was offered to others, and somebody has "
                "taken it over with its cards. The links in your earlier mails of this game open nothing any "
                "more, and you get no more mails of it."
            ),
        ),
        button=Link(_("Your games"), links.absolute("dashboard")),
    )


def of_vote(occasion: Occasion) -> Letter:
    """Return the letter that asks for a ballot; to the one whom it is about, the one that asks them back."""
    vote = _vote_of(occasion)
    silent, at = one_line(str(vote.seat)), moment(vote.closes_at, occasion.player.zone)
    if vote.seat_id == occasion.seat.pk:
        return parts.basic_letter(
            occasion,
            _("The table votes about your seat, %(name)s.") % {"name": silent},
            due=_("Come back before %(moment)s, and the vote is off.") % {"moment": at},
            lead=(_("You have let too many turns in a row pass. Any answer of yours closes the vote."),),
        )
    return parts.basic_letter(
        occasion,
        _("%(name)s is silent: what shall the table do?") % {"name": silent},
        due=_("Vote by %(moment)s.") % {"moment": at},
        lead=(
            _("You can vote for one of these:"),
            *(f"– {silence_words.describe_vote_choice(each)}" for each in vote.choices),
            _(
                "What more than half of you vote for is done; otherwise a bot keeps the seat. Nobody sees "
                "who voted for what before the vote is closed."
            ),
        ),
        button=Link(_("Vote"), of_votes(occasion)),
    )


def of_votes(occasion: Occasion) -> str:
    """Return the link that opens the votes of a table from the reader's seat."""
    return f"{links.of_seat(occasion.notice, occasion.seat)}?{urlencode({'to': 'votes'})}"


def _vote_of(occasion: Occasion) -> Vote:
    vote = Vote.objects.select_related("seat").filter(pk=occasion.param("vote"), game=occasion.game).first()
    if vote is None or not vote.is_open:
        raise Obsolete("the vote is closed")
    return vote


def of_unreachable(occasion: Occasion) -> Letter:
    """Return the letter to the host, or to the others, about somebody whom no notice reaches."""
    question = occasion.notice.question
    if "seat" in occasion.notice.params:  # they are asked nothing
        name = _refusing_player(occasion)
        return _unreachable_letter(
            occasion, name, _("Mail to %(name)s comes back for good.") % {"name": name}
        )
    if question is None or not question.is_open:
        raise Obsolete("the question is answered")
    name = one_line(str(question.seat))
    due = ""
    if question.due_at is not None and question.extended_at is not None:
        at = moment(question.due_at, occasion.player.zone)
        due = _("Their time is extended once; it runs out at %(moment)s.") % {"moment": at}
    lead = _("%(name)s is asked something, and no notice of it arrives.") % {"name": name}
    return _unreachable_letter(occasion, name, lead, due)


def _refusing_player(occasion: Occasion) -> str:
    """Return the name at the seat whose player gets no mail. Raises `Obsolete` when they get it again."""
    seats = Seat.objects.select_related("player").filter(game=occasion.game)
    seat = seats.filter(pk=occasion.param("seat")).first()
    if seat is None or not seat.is_person or seat.player is None or seat.player.mail_refused_at is None:
        raise Obsolete("mail reaches them again, or they have left")
    return one_line(str(seat))


def _unreachable_letter(occasion: Occasion, name: str, lead: str, due: str = "") -> Letter:
    return parts.basic_letter(
        occasion,
        _("Notices to %(name)s fail.") % {"name": name},
        due=due,
        lead=(
            lead,
            _("If you know how to reach them, a word from you helps: they can sign in and play."),
        ),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.WARNING: of_warning,
    Notice.Kind.VOTE: of_vote,
    Notice.Kind.UNREACHABLE: of_unreachable,
}
