"""Letters about a game as a whole: invitations, rematches, who joins, its start and its end."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.core import tokens
from games.core.site_title import site_title
from games.decks import descriptions
from games.decks.titles import quoted_title
from games.history import game_settings
from games.history.formatting import moment
from games.history.narrator import Viewer
from games.history.why_it_ended import explain_end
from games.models import Game, Invitation, Notice, Player, Seat
from games.models.names import one_line
from games.outbox.obsolete import Obsolete

from . import addresses, links, parts
from .banner import edition_banner
from .context import LetterContext, Writer
from .letter import CardFace, Letter, Link, Note
from .table import show_cards

SAMPLES = 3  # cards that an invitation shows


def invitation_letter(notice: Notice, game: Game, invitation: Invitation) -> Letter:
    """Return an invitation, or its reminder. The reader may never have heard of this site."""
    host, at = _shown_name(invitation.invited_by), notice.created_at
    if notice.params.get("is_declined"):
        return _declined_letter(game, host)
    token = tokens.make_invitation_token(invitation, at=at)
    block_token = tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK, at=at)
    is_asked_for = invitation.how == Invitation.How.ASKED
    is_kept = invitation.seat is not None
    if notice.kind == Notice.Kind.INVITED_AGAIN:
        headline = _("%(host)s is still keeping a seat for you in a game of Fluxx.")
        if not is_kept:
            headline = _("Your seat at %(host)s’s table is ready.")
        silence = _("This is the only reminder. If you do nothing, you won’t hear about this game again.")
    elif is_asked_for:
        headline = _("Your seat at %(host)s’s table is ready.")
        silence = _(
            "You get this mail because someone with the link of this game typed in your address. If that "
            "wasn’t you, do nothing: nobody can play in your name, and you get one reminder at most."
        )
    else:
        headline = _("%(host)s invites you to play Fluxx.")
        silence = _("If you do nothing, you get one reminder at most, and nothing else.")
    subject = _("Your seat at %(host)s’s table") if is_asked_for else _("%(host)s invites you to play Fluxx")
    playing = [seat.shown_name for seat in game.seats.all() if seat.is_taken]
    return Letter(
        # The reminder has the same subject, so that it stays in the thread of the invitation.
        subject=subject % {"host": host},
        sender="" if is_asked_for else host,
        headline=headline % {"host": host},
        banner=edition_banner(game),
        lead=(
            *([_answered_sentence()] if notice.params.get("is_answered") else []),
            _describe_game(game),
            *([parts.players_sentence(playing)] if playing else []),
            _explain_fluxx(game),
        ),
        button=Link(_("See the invitation"), links.absolute_url("invitation_link", token)),
        below_button=" ".join(_yes_or_no(notice))
        or _("Accept or decline on the page. Nothing happens until you press a button there."),
        hand_title=_("Some of the cards"),
        hand=_sample_cards(game),
        notes=(
            Note(_("A fan project, not made, endorsed or sponsored by Looney Labs, the publisher of Fluxx.")),
            *([] if is_kept else [Note(_("Seats aren’t kept for anyone. The first to sit down gets one."))]),
            Note(silence),
            Note(
                _("Don’t want any invitations from this site?"),
                Link(_("No more invitations to this address"), links.absolute_url("block_link", block_token)),
            ),
        ),
    )


def _declined_letter(game: Game, host: str) -> Letter:
    """Return the letter that confirms a no to an invitation."""
    return Letter(
        subject=_("%(host)s invites you to play Fluxx") % {"host": host},
        headline=_("You’ve declined the seat in “%(game)s”.") % {"game": game.shown_name},
        lead=(
            _("%(host)s knows, and you won’t get any more mails about this game.") % {"host": host},
            _("If you think it was a mistake, ask %(host)s: a new invitation brings you back.")
            % {"host": host},
        ),
        button=Link(site_title(), links.absolute_url("dashboard")),
    )


def _explain_fluxx(game: Game) -> str:
    """Say how the game is won, how long it takes (the median of games of bots), and how it goes by mail."""
    if descriptions.is_board_game(game.edition):
        won = _(
            "In this Fluxx your pieces move to the two spaces that the goal names, over a board and with "
            "rules that change as you play."
        )
    else:
        won = _(
            "Fluxx is a card game whose rules and goal change as you play: you win when you have the keepers "
            "that the goal names."
        )
    length = _("A game takes about 20 turns in all, often two or three weeks.")
    how = _(
        "We mail you your cards when it’s your turn, and you choose one right there. You don’t need an "
        "account."
    )
    return f"{won} {length} {how}"


def _answered_sentence() -> str:
    return _(
        "Thanks for your answer. We couldn’t tell whether it’s a yes or a no, so nothing has happened yet. "
        "Reply “yes” or “no” and nothing else, or use the button."
    )


def _yes_or_no(notice: Notice) -> tuple[str, ...]:
    """Return how an invitation is answered by a reply; nothing where replies aren't read."""
    if addresses.make_reply(notice) == addresses.no_reply():
        return ()
    return (_("Reply “yes” (1) to take the seat, or “no” (2) to decline; or press a button on the page."),)


def _sample_cards(game: Game) -> tuple[CardFace, ...]:
    """Return a goal of the deck, a card that it asks for, and a rule; no made card: a stranger reads this."""
    try:
        deck = engine.deck_of(game.edition)
    except (KeyError, ValueError):
        return ()
    printed = [card for card in deck.cards if not _is_made(card)]
    slugs = {card.slug for card in printed}
    goals = (card for card in printed if card.kind == "goal")
    goal = next((card for card in goals if len(card.names) > 1 and slugs.issuperset(card.names)), None)
    shown = [goal.names[0], goal.slug] if goal is not None else []
    for kind in ("new rule", "action"):
        shown += [card.slug for card in printed if card.kind == kind][: 1 if len(shown) < SAMPLES else 0]
    return show_cards(shown, deck.known_cards)


def _is_made(card: engine.Card) -> bool:
    try:
        engine.card(card.slug)
    except KeyError:
        return True
    return False


def rematch_letter(context: LetterContext) -> Letter:
    """Return the letter that offers a seat in a rematch to a player of the game before."""
    game = context.game
    there = [seat.shown_name for seat in game.seats.all() if seat.is_taken]
    return Letter(
        headline=_("%(host)s wants a rematch, %(name)s.")
        % {"host": _shown_name(game.host), "name": context.name},
        lead=(
            *([_answered_sentence()] if context.notice.params.get("is_answered") else []),
            _describe_game(game),
            *([parts.players_sentence(there)] if there else []),
            _("It begins when everyone has taken their seat."),
        ),
        button=Link(_("Take your seat, or decline"), context.seat_link()),
        below_button=" ".join((*_yes_or_no(context.notice), parts.link_note())),
    )


def accepted_letter(context: LetterContext) -> Letter:
    """Return the letter that tells the host once a day who has joined, or that everybody is there."""
    game = context.game
    taken = [seat for seat in game.seats.all() if seat.is_taken]
    free = game.seats.exclude(status=Seat.Status.TAKEN).count()
    if context.notice.params.get("complete") and not free:
        return _host_letter(context, _("Everyone is here: “%(game)s” can begin.") % {"game": game.shown_name})
    others = [seat.shown_name for seat in taken if seat.player_id != game.host_id]
    if not free or not others:
        raise Obsolete("the table has filled or emptied since")
    headline = ngettext(
        "%(names)s has taken a seat at your table.", "%(names)s have taken seats at your table.", len(others)
    )
    return _host_letter(context, headline % {"names": _(", ").join(others)})


def removed_letter(context: LetterContext) -> Letter:
    """Return the letter to somebody whom the host has removed before the start."""
    game = context.game
    words = {"game": game.shown_name, "host": _shown_name(game.host)}
    return Letter(
        headline=_("“%(game)s” will be played without you this time.") % words,
        lead=(
            _(
                "%(host)s, the host, changed who plays before the first card was dealt, so your seat "
                "is free again. This isn’t about how you play, and your other games aren’t affected."
            )
            % words,
            _("If you think it was a mistake, ask %(host)s: a new invitation brings you back.") % words,
        ),
        button=Link(_("Find another game"), links.absolute_url("dashboard")),
    )


def declined_letter(context: LetterContext) -> Letter:
    """Return the letter that tells the host who declined."""
    name = one_line(_name_of_declined(context))
    return _host_letter(context, _("%(name)s won’t play this time.") % {"name": name})


def _name_of_declined(context: LetterContext) -> str:
    """Return the name of the player who declined; the seat itself has none any more."""
    seat, before = context.seat, context.game.rematch_of
    declined = seat.invitations.filter(declined_at__lte=context.notice.created_at)
    if invitation := declined.order_by("-declined_at").first():
        return invitation.name or invitation.shown_to(context.notice.player_id)
    if before is not None:  # a rematch keeps the order of the seats
        sat = list(before.seats.filter(status=Seat.Status.TAKEN).order_by("number"))
        return str(sat[seat.number - 1]) if seat.number <= len(sat) else str(seat)
    return str(seat)


def _host_letter(context: LetterContext, headline: str) -> Letter:
    game = context.game
    free = sum(not seat.is_taken for seat in game.seats.all())
    if game.is_over:
        lead = _("The game is over.")
    elif game.is_running:
        lead = _("The game has begun.")
    elif free:
        lead = ngettext("%(count)d seat is still free.", "%(count)d seats are still free.", free)
        lead %= {"count": free}
    else:
        lead = _("All seats are taken. It starts when you press “Start the game”.")
    return Letter(headline=headline, lead=(lead,), button=Link(_("Open the game"), links.game_url(game)))


def _shown_name(player: Player) -> str:
    """Return a player's name, or the part of their address before the @: the rest is private."""
    return one_line(player.name or player.email.partition("@")[0])


def _describe_game(game: Game) -> str:
    """Describe the deck, the size and the pace of a game in one line."""
    return _("“%(game)s”: %(deck)s, %(seats)d players, %(pace)s.") % {
        "game": game.shown_name,
        "deck": one_line(descriptions.deck_title(game.edition, game.deck_title)),
        "seats": game.seats_wanted,
        "pace": game_settings.describe_pace(game),
    }


def start_letter(context: LetterContext) -> Letter:
    """Return the letter that tells players who are not asked anything yet that the game has begun."""
    view, game = context.view, context.game
    lead = [
        _("You’ll get a mail when it’s your turn, or when you’re asked something."),
        _("Pace: %(pace)s.") % {"pace": game_settings.describe_pace(game)},
    ]
    if view is not None and not view.over:
        lead.insert(0, _("It’s %(name)s’s turn.") % {"name": context.names[view.turn]})
    return parts.table_letter(
        context,
        _("The game has begun, %(name)s.") % {"name": context.name},
        lead=tuple(lead),
        history_title=_("What has happened so far"),
        history=parts.history_lines(context, after=0),
        notes=(*_commitment_notes(game), parts.forwarding_note()),
    )


def _commitment_notes(game: Game) -> list[Note]:
    if not game.commitment:
        return []
    text = _(
        "Keep this mail if you want to check the shuffles: %(commitment)s is the fingerprint of the secret "
        "behind them, which is shown when the game is over."
    )
    return [Note(text % {"commitment": game.commitment})]


def result_letter(context: LetterContext) -> Letter:
    """Return the letter that tells who won, with which cards, and after how long."""
    game, winner, view = context.game, context.game.winner, context.view
    words = {"game": game.shown_name}
    reason = one_line(game.end_reason)
    if winner is None and view is not None and view.lost:
        subject, headline = _("Everyone lost “%(game)s”"), _("Everyone lost.")
        cards = _(", ").join(quoted_title(engine.card(slug)) for slug in view.lost)
        how = _("The Ungoal came true: %(cards)s.") % {"cards": cards}
    elif winner is None:
        subject, headline, how = _("Nobody won “%(game)s”"), _("Nobody won."), _(reason) if reason else ""
    else:
        how = _winning_cards(view, winner.number) if view is not None else ""
        if winner.pk == context.seat.pk and context.is_own_seat:
            words["name"] = context.name
            subject, headline = _("You won “%(game)s”"), _("You won, %(name)s!")
        else:
            words["name"] = context.names[winner.number]
            subject, headline = _("%(name)s won “%(game)s”"), _("%(name)s won the game.")
    return _last_letter(
        context,
        headline % words,
        how,
        _explain_end(context),
        _describe_length(game, view),
        subject=subject % words,
        button=Link(_("Rematch"), context.seat_link()),
        below_button=" ".join(
            (
                *parts.how_to_reply(context, _("Reply “rematch” to play again with the same people.")),
                _(
                    "You’ll see the last table, with a button to play again with the same people. Nothing "
                    "happens until you press it. The link is yours alone and needs no password."
                ),
            )
        ),
    )


def _explain_end(context: LetterContext) -> str:
    """Return why the game ended, as its page tells the reader."""
    if context.view is None:
        return ""
    reader = Viewer.of(context.game, context.seat if context.is_own_seat else None, context.snapshot.seats)
    return " ".join(one_line(str(told)) for told in explain_end(reader, context.view).why)


def _winning_cards(view: engine.View, winner: int) -> str:
    """Return the goals that won, each with what the winner has of it."""
    cards = view.deck.known_cards
    if view.board is not None:
        goals = [quoted_title(cards[slug]) for slug in view.board.collected.get(winner, ())]
        return _("The winning goals: %(goals)s.") % {"goals": _(", ").join(goals)} if goals else ""
    held = next(((*seat.keepers, *seat.creepers) for seat in view.seats if seat.seat == winner), ())
    met = [slug for slug in view.goals if set(cards[slug].names) <= set(held)] or view.goals
    named = []
    for slug in met:
        with_what = " + ".join(quoted_title(cards[name]) for name in cards[slug].names if name in held)
        named.append(f"{quoted_title(cards[slug])} ({with_what})" if with_what else quoted_title(cards[slug]))
    if not named:
        return ""
    text = ngettext("The winning goal: %(goals)s.", "The winning goals: %(goals)s.", len(named))
    return text % {"goals": _(", ").join(named)}


def _describe_length(game: Game, view: engine.View | None) -> str:
    """Say how many days and turns a game took; nothing of a game without a table."""
    if view is None or game.started_at is None or game.finished_at is None:
        return ""
    days, count = (game.finished_at - game.started_at).days, view.turn_number
    turns = ngettext("%(count)d turn", "%(count)d turns", count) % {"count": count}
    if not days:
        return _("It took %(turns)s, all within a day.") % {"turns": turns}
    words = {"days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days}, "turns": turns}
    return _("It took %(days)s and %(turns)s.") % words


def expiring_letter(context: LetterContext) -> Letter:
    """Return the letter that warns the host of a game that nobody fills."""
    game = context.game
    lead = _("“%(game)s” is still waiting for players. If nothing changes, we’ll cancel it on %(at)s.")
    at = moment(game.expires_at, context.player.zone) if game.expires_at is not None else ""
    return parts.basic_letter(
        context,
        _("Your table isn’t full yet, %(name)s.") % {"name": context.name},
        subject=_("“%(game)s” will be cancelled soon") % {"game": game.shown_name},
        lead=(
            lead % {"game": game.shown_name, "at": at},
            _(
                "You can keep it open for two more weeks, invite someone, or start it with those who "
                "are there."
            ),
        ),
        button=Link(_("Keep the game open"), context.seat_link()),
        below_button=_("The page has a button for that. Nothing happens until you press it."),
    )


def called_off_letter(notice: Notice, game: Game, invitation: Invitation) -> Letter:
    """Return the letter that tells somebody who was invited that the game will not take place."""
    host, reason = _shown_name(invitation.invited_by), one_line(game.end_reason)
    block_token = tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK, at=notice.created_at)
    return Letter(
        subject=_("%(host)s’s game of Fluxx was cancelled") % {"host": host},
        sender=host,
        headline=_("%(host)s’s game won’t take place.") % {"host": host},
        lead=(
            _("You were invited to “%(game)s”. You don’t have to do anything.") % {"game": game.shown_name},
            *([_(reason)] if reason else []),
        ),
        button=Link(_("About this site"), links.absolute_url("about")),
        notes=(
            Note(
                _("Don’t want any invitations from this site?"),
                Link(_("No more invitations to this address"), links.absolute_url("block_link", block_token)),
            ),
        ),
    )


def early_end_letter(context: LetterContext) -> Letter:
    """Return the letter that tells why a game ended without a winner, or before it began."""
    reason = one_line(context.game.end_reason)
    lead = _(reason) if reason else ""
    if context.game.started_at is None:
        subject = _("“%(game)s” was cancelled") % {"game": context.game.shown_name}
        return _last_letter(context, _("The game won’t take place."), lead, subject=subject)
    subject = _("“%(game)s” ended early") % {"game": context.game.shown_name}
    return _last_letter(context, _("The game ended early, and nobody won."), lead, subject=subject)


def _last_letter(context: LetterContext, headline: str, *lead: str, **fields: Any) -> Letter:
    text = _("See the last table") if context.view else _("See the game")
    usual = {
        "button": Link(text, context.seat_link()),
        "below_button": _("The link is yours alone and needs no password."),
    }
    return parts.table_letter(
        context, headline, lead=tuple(filter(None, lead)), hand=(), notes=(), **{**usual, **fields}
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.REMATCH: rematch_letter,
    Notice.Kind.ACCEPTED: accepted_letter,
    Notice.Kind.DECLINED: declined_letter,
    Notice.Kind.REMOVED: removed_letter,
    Notice.Kind.STARTED: start_letter,
    Notice.Kind.RESULT: result_letter,
    Notice.Kind.ENDED: early_end_letter,
    Notice.Kind.EXPIRING: expiring_letter,
}
# A stranger has neither a seat nor an account, so there is no context.
INVITATION_WRITERS: dict[str, Callable[[Notice, Game, Invitation], Letter]] = {
    Notice.Kind.INVITATION: invitation_letter,
    Notice.Kind.INVITED_AGAIN: invitation_letter,
    Notice.Kind.CALLED_OFF: called_off_letter,
}
