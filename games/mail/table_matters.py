"""Letters about matters of the table: deputies, silence, votes, taking a turn back, unreachable players."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.history import game_history, game_settings
from games.history.formatting import moment, one_line
from games.models import Ballot, Deputy, Notice, Seat, Vote
from games.outbox.obsolete import Obsolete
from games.play import undo_turn

from . import links, parts
from .context import LetterContext, Writer
from .letter import Letter, Link


def deputy_letter(context: LetterContext) -> Letter:
    """Return the letter that asks somebody to be a deputy, or tells what came of that.

    It shows no hand and has no link to a seat.
    """
    deputy = Deputy.objects.select_related("player", "owner").filter(pk=context.param("deputy")).first()
    if deputy is None:
        raise Obsolete("there is no such deputy")
    words = {
        "deputy": one_line(game_history.name_of(deputy.player)),
        "name": context.name,
        "game": one_line(context.game.name),
        "until": date_format(deputy.until, "j E Y"),
    }
    button_text = _("To your deputies")
    match context.param("event"):
        case "asked" if deputy.ended_at is None:
            headline = _("%(name)s asks you to play for them in “%(game)s”, until %(until)s.")
            lead = _(
                "You would see their hand and answer for them while they are away, and nothing else. What "
                "you do is signed with both names. You, or they, can end it at any time. If you do nothing, "
                "nothing happens."
            )
            button_text = _("Accept or decline")
        case "asked":
            raise Obsolete("it was ended")
        case "accepted":
            headline = _("%(deputy)s plays for you in “%(game)s”, until %(until)s.")
            lead = _("You can still play, too: who answers first, counts. You can end it at any time.")
        case _:
            headline = _("%(deputy)s does not play for %(name)s in “%(game)s” any more.")
            lead = _("From now on, the player of the seat alone is asked.")
    button = Link(button_text, links.absolute_url("deputies"))
    return Letter(headline=headline % words, lead=(lead,), button=button)


def warning_letter(context: LetterContext) -> Letter:
    """Return the letter that warns of a silent player, or tells a player that they were replaced."""
    if context.notice.params.get("replaced"):
        return _replaced_letter(context)
    question = context.notice.question
    if question is None or not question.is_open or question.due_at is None:
        raise Obsolete("answered already")
    if context.param("due_at") != int(question.due_at.timestamp()):
        raise Obsolete("the deadline was moved")
    if question.seat.plays_itself:
        raise Obsolete("a bot answers already")
    words = {
        "name": one_line(str(question.seat)),
        "moment": moment(question.due_at, context.player.zone),
        "follows": game_settings.describe_consequence(context.game),
    }
    return parts.basic_letter(
        context,
        _("%(name)s has not answered yet.") % words,
        deadline=_("If %(name)s does not by %(moment)s, %(follows)s.") % words,
        lead=(_("You need not do anything. A word from you may help, if you know how to reach them."),),
    )


def _replaced_letter(context: LetterContext) -> Letter:
    return Letter(
        headline=_("%(name)s plays on in your place.") % {"name": context.name},
        lead=(
            _(
                "You had been away from this game, so your seat was offered to others, and somebody has "
                "taken it over with its cards. The links in your earlier mails of this game open nothing any "
                "more, and you get no more mails of it."
            ),
        ),
        button=Link(_("Your games"), links.absolute_url("dashboard")),
    )


def vote_letter(context: LetterContext) -> Letter:
    """Return the letter that asks for a vote; the silent player is asked to come back instead."""
    votes = Vote.objects.select_related("seat").filter(game=context.game)
    vote = votes.filter(pk=context.param("vote")).first()
    if vote is None or not vote.is_open:
        raise Obsolete("the vote is closed")
    words = {"name": one_line(str(vote.seat)), "moment": moment(vote.closes_at, context.player.zone)}
    if vote.seat_id == context.seat.pk:
        return parts.basic_letter(
            context,
            _("The table votes about your seat, %(name)s.") % words,
            deadline=_("Come back before %(moment)s, and the vote is off.") % words,
            lead=(_("You have let too many turns in a row pass. Any answer of yours closes the vote."),),
        )
    return parts.basic_letter(
        context,
        _("%(name)s is silent: what shall the table do?") % words,
        deadline=_("Vote by %(moment)s.") % words,
        lead=(
            _("You can vote for one of these:"),
            *(f"– {game_settings.describe_vote_choice(each)}" for each in vote.choices),
            _(
                "What more than half of you vote for is done; otherwise a bot keeps the seat. Nobody sees "
                "who voted for what before the vote is closed."
            ),
        ),
        button=Link(_("Vote"), context.seat_link("votes")),
    )


def takeback_letter(context: LetterContext) -> Letter:
    """Return the letter that asks whether a turn may be taken back."""
    vote = Vote.objects.select_related("seat").filter(pk=context.param("vote"), game=context.game).first()
    if vote is None or not vote.is_open or undo_turn.is_lapsed(vote):
        raise Obsolete("nothing is asked any more")
    if Ballot.objects.filter(vote=vote, seat=context.seat).exists():
        raise Obsolete("answered already")
    words = {"name": one_line(str(vote.seat)), "moment": moment(vote.closes_at, context.player.zone)}
    return parts.basic_letter(
        context,
        _("%(name)s asks to take back a turn.") % words,
        deadline=_("Your answer counts until %(moment)s, and until somebody makes a move.") % words,
        lead=(
            _(
                "If everybody agrees, the table goes back to how it was before the first move of that turn. "
                "No card is drawn anew, and no time is given back; whoever has seen cards since then knows "
                "them. One refusal ends it; without an answer everything stays as it is."
            ),
        ),
        button=Link(_("See it, and answer"), context.seat_link("takeback")),
        history_title=_("This would be taken back"),
        history=parts.history_lines(context, vote.version or 0, with_events=False),
    )


def unreachable_letter(context: LetterContext) -> Letter:
    """Return the letter to the host, or to the others, about a player whom no notice reaches."""
    question, deadline = context.notice.question, ""
    if "seat" in context.notice.params:  # they are asked nothing
        seats = Seat.objects.select_related("player").filter(game=context.game)
        seat = seats.filter(pk=context.param("seat")).first()
        if seat is None or not seat.is_person or seat.player is None or seat.player.mail_refused_at is None:
            raise Obsolete("mail reaches them again, or they have left")
        lead = _("Mail to %(name)s comes back for good.")
    elif question is None or not question.is_open:
        raise Obsolete("the question is answered")
    else:
        seat = question.seat
        lead = _("%(name)s is asked something, and no notice of it arrives.")
        if question.due_at is not None and question.extended_at is not None:
            deadline = _("Their time is extended once; it runs out at %(moment)s.") % {
                "moment": moment(question.due_at, context.player.zone)
            }
    words = {"name": one_line(str(seat))}
    return parts.basic_letter(
        context,
        _("Notices to %(name)s fail.") % words,
        deadline=deadline,
        lead=(
            lead % words,
            _("If you know how to reach them, a word from you helps: they can sign in and play."),
        ),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.DEPUTY: deputy_letter,
    Notice.Kind.WARNING: warning_letter,
    Notice.Kind.VOTE: vote_letter,
    Notice.Kind.TAKEBACK: takeback_letter,
    Notice.Kind.UNREACHABLE: unreachable_letter,
}
