"""Letters about matters of the table: deputies, silence, votes, taking a turn back, unreachable players."""

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.unknown import label_of
from games.history import event_sentences, game_settings
from games.history.formatting import day, name_of, until
from games.models import Ballot, Deputy, Notice, Pace, Seat, Vote
from games.models.names import one_line
from games.outbox.obsolete import Obsolete
from games.play import takeback
from games.play.unreadable import EVENT

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
        "deputy": one_line(name_of(deputy.player)),
        "name": context.name,
        "game": context.game.shown_name,
        "until": day(deputy.until),
    }
    button_text = _("To your deputies")
    match context.param("event"):
        case "asked" if deputy.ended_at is None:
            headline = _("%(name)s asks you to play for them in “%(game)s”, until %(until)s.")
            lead = _(
                "You’d see their hand and answer for them while they’re away. What you do is signed with "
                "both names. Either of you can end this at any time."
            )
            button_text = _("Accept or decline")
        case "asked":
            raise Obsolete("it was ended")
        case "accepted":
            headline = _("%(deputy)s is playing for you in “%(game)s” until %(until)s.")
            lead = _("You can still play, too: the first answer counts. You can end this at any time.")
        case _:
            headline = _("%(deputy)s no longer plays for %(name)s in “%(game)s”.")
            lead = _("From now on, only the player of the seat gets its questions.")
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
        "name": question.seat.shown_name,
        "follows": game_settings.describe_consequence(context.game),
    }
    then = _("then %(follows)s") % words
    return parts.basic_letter(
        context,
        _("%(name)s hasn’t answered yet.") % words,
        deadline=f"{until(question.due_at, context.player.zone)} · {then}.",
        lead=(_("You don’t have to do anything. If you know how to reach them, a word from you may help."),),
    )


def _replaced_letter(context: LetterContext) -> Letter:
    if reason := context.notice.params.get("reason"):
        words = {"name": context.name, "game": context.game.shown_name}
        return Letter(
            headline=_("A moderator has given your seat in “%(game)s” to %(name)s.") % words,
            lead=(
                _("The reason: %(reason)s") % {"reason": reason},
                _(
                    "The links in your earlier mails no longer work, and you won’t get any more mails about "
                    "this game."
                ),
                _how_to_answer(),
            ),
            button=Link(_("Your games"), links.absolute_url("dashboard")),
        )
    return Letter(
        headline=_("%(name)s now plays in your place.") % {"name": context.name},
        lead=(
            _(
                "You were away from this game for a while, so we offered your seat to others, and "
                "someone took it over with its cards. The links in your earlier mails no longer "
                "work, and you won’t get any more mails about this game."
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
    words = {"name": vote.seat.shown_name}
    deadline = f"{until(vote.closes_at, context.player.zone)}."
    if vote.kind == Vote.Kind.PAUSE:
        return _pause_letter(context, vote, deadline)
    if vote.seat_id == context.seat.pk:
        return parts.basic_letter(
            context,
            _("The others are voting about your seat, %(name)s.") % words,
            deadline=deadline,
            lead=(_("You’ve missed several turns in a row. Answer your question, and the vote is off."),),
        )
    return parts.basic_letter(
        context,
        _("%(name)s isn’t answering. What should happen?") % words,
        deadline=deadline,
        button=Link(_("Open the vote"), context.seat_link("votes")),
        options=parts.numbered_links(
            (game_settings.describe_vote_choice(each), context.seat_link("votes", vote.pick_of(each)))
            for each in vote.choices
        ),
        below_button=" ".join(
            (
                *parts.how_to_reply(context, _("Reply with a number, such as 1.")),
                _("Or open the link next to your choice and press “%(button)s” on the page.")
                % {"button": _("Vote")},
                _(
                    "The option with more than half of the votes wins; otherwise a bot takes over. Votes are "
                    "secret until the vote closes."
                ),
            )
        ),
    )


def _pause_letter(context: LetterContext, vote: Vote, deadline: str) -> Letter:
    days = vote.days or 1
    headline = ngettext(
        "%(name)s suggests pausing the game for %(days)d day.",
        "%(name)s suggests pausing the game for %(days)d days.",
        days,
    )
    return parts.basic_letter(
        context,
        headline % {"name": vote.seat.shown_name, "days": days},
        deadline=deadline,
        lead=(
            _(
                "If everyone agrees, all clocks stop for that time, and anyone can resume the game "
                "earlier. If one of you says no or doesn’t answer, the game continues."
            ),
        ),
        button=Link(_("See it, and answer"), context.seat_link("pause")),
        below_button=yes_or_no(context),
    )


def pace_letter(context: LetterContext) -> Letter:
    """Return the letter that asks whether the game shall have another pace."""
    vote = Vote.objects.select_related("seat").filter(pk=context.param("vote"), game=context.game).first()
    if vote is None or not vote.is_open:
        raise Obsolete("the vote is closed")
    if Ballot.objects.filter(vote=vote, seat=context.seat).exists():
        raise Obsolete("answered already")
    words = {"name": vote.seat.shown_name, "pace": label_of(Pace, vote.days)}
    return parts.basic_letter(
        context,
        _("%(name)s suggests another pace: %(pace)s.") % words,
        deadline=f"{until(vote.closes_at, context.player.zone)}.",
        lead=(
            _("The pace now: %(pace)s.") % {"pace": game_settings.describe_pace(context.game)},
            _(
                "If everyone agrees, it changes at once. With more time for each turn, clocks that are "
                "running get the difference. With less, a player who is being asked still has a whole turn "
                "of the new pace from that moment, or what’s left of their time if that’s less. If one of "
                "you says no or doesn’t answer, the pace stays as it is."
            ),
        ),
        button=Link(_("See it, and answer"), context.seat_link("pace")),
        below_button=yes_or_no(context),
    )


def yes_or_no(context: LetterContext) -> str:
    """Return how to answer by mail what wants a yes or a no; empty where replies aren't read."""
    return " ".join(
        parts.how_to_reply(context, _("Or just reply: 1 or “yes” to agree, 2 or “no” to disagree."))
    )


def takeback_letter(context: LetterContext) -> Letter:
    """Return the letter that asks whether a turn may be taken back."""
    vote = Vote.objects.select_related("seat").filter(pk=context.param("vote"), game=context.game).first()
    if vote is None or not vote.is_open or takeback.is_lapsed(vote):
        raise Obsolete("nothing is asked any more")
    if Ballot.objects.filter(vote=vote, seat=context.seat).exists():
        raise Obsolete("answered already")
    words = {"name": vote.seat.shown_name}
    then = _("your answer counts until someone makes a move")
    return parts.basic_letter(
        context,
        _("%(name)s asks to take back a turn.") % words,
        deadline=f"{until(vote.closes_at, context.player.zone)} · {then}.",
        lead=(
            _(
                "If everyone agrees, the table goes back to how it was before the first move of that "
                "turn. The same cards will be drawn again, and nobody gets time back. If one of "
                "you says no, or doesn’t answer, everything stays as it is."
            ),
        ),
        button=Link(_("See it, and answer"), context.seat_link("takeback")),
        below_button=yes_or_no(context),
        history_title=_("This would be undone"),
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
        lead = _("Our mails to %(name)s are coming back.")
    elif question is None or not question.is_open:
        raise Obsolete("the question is answered")
    else:
        seat = question.seat
        lead = _("%(name)s has a question to answer, but our notifications aren’t getting through.")
        if question.due_at is not None and question.extended_at is not None:
            given = _("we’ve given them more time, once")
            deadline = f"{until(question.due_at, context.player.zone)} · {given}."
    words = {"name": seat.shown_name}
    return parts.basic_letter(
        context,
        _("We can’t reach %(name)s.") % words,
        deadline=deadline,
        lead=(
            lead % words,
            _("If you know how to reach them, please tell them: they can sign in and play."),
        ),
    )


def staff_letter(context: LetterContext) -> Letter:
    """Return the letter about what a moderator has done to the table, or wants its reader to know."""
    sentence = context.param("sentence")
    if sentence["what"] == EVENT:
        return _unreadable_letter(context, sentence)
    if sentence["what"] in event_sentences.PRIVATE:
        lead = _("Nobody else at the table gets this mail, and it isn’t in the history.")
    else:
        lead = _("You don’t have to do anything. You’ll find what happened in the history of the game.")
    return parts.basic_letter(
        context,
        event_sentences.event_sentence(sentence, context.snapshot.seats),
        lead=(lead, _how_to_answer()),
    )


def _unreadable_letter(context: LetterContext, sentence: dict[str, Any]) -> Letter:
    lead = _(
        "Nothing is lost, and nobody’s time runs out in the meantime. The people who run "
        "this site can see it, too. As soon as the game can be opened again, you’ll get a "
        "mail with your question. If you don’t want to wait for that, you can leave the "
        "table."
    )
    button = Link(_("Leave the table"), context.seat_link("leave"))
    headline = event_sentences.event_sentence(sentence, context.snapshot.seats)
    return parts.basic_letter(context, headline, lead=(lead, _how_to_answer()), button=button)


def _how_to_answer() -> str:
    _name, address = parseaddr(settings.CONTACT_EMAIL)
    return _("To answer, or if you disagree, write to %(address)s.") % {"address": address}


WRITERS: dict[str, Writer] = {
    Notice.Kind.DEPUTY: deputy_letter,
    Notice.Kind.STAFF: staff_letter,
    Notice.Kind.WARNING: warning_letter,
    Notice.Kind.VOTE: vote_letter,
    Notice.Kind.TAKEBACK: takeback_letter,
    Notice.Kind.PACE: pace_letter,
    Notice.Kind.UNREACHABLE: unreachable_letter,
}
