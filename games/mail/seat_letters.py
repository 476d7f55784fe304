"""Letters about who will play: invitations, rematches, who joins a table, and one that nobody fills."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.core import tokens
from games.core.site_title import site_title
from games.decks import descriptions
from games.history import game_settings
from games.history.formatting import moment
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


def host_letter(context: LetterContext) -> Letter:
    """Return the letter to somebody to whom the host has handed over, or who is the next one."""
    game = context.game
    if game.is_running:
        lead = _("The host before you left or handed over. “More” at the table shows what a host can do.")
    else:
        lead = _("The host before you left or handed over. You can invite people, and start the game.")
    return parts.basic_letter(context, _("You’re the host now."), lead=(lead,))


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
                "You can keep it open for two more weeks, invite someone, or start it with the "
                "players you have."
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


WRITERS: dict[str, Writer] = {
    Notice.Kind.REMATCH: rematch_letter,
    Notice.Kind.ACCEPTED: accepted_letter,
    Notice.Kind.DECLINED: declined_letter,
    Notice.Kind.REMOVED: removed_letter,
    Notice.Kind.HOST: host_letter,
    Notice.Kind.EXPIRING: expiring_letter,
}
# A stranger has neither a seat nor an account, so there is no context.
INVITATION_WRITERS: dict[str, Callable[[Notice, Game, Invitation], Letter]] = {
    Notice.Kind.INVITATION: invitation_letter,
    Notice.Kind.INVITED_AGAIN: invitation_letter,
    Notice.Kind.CALLED_OFF: called_off_letter,
}
