"""What happened, in sentences."""

from collections.abc import Callable, Sequence

from engine import outcomes as o
from engine.card import KnownCards
from engine.marking import Gettext, Ngettext, gettext_noop
from engine.text.board import told_of_board
from engine.text.words import THROWS, Names, Title, list_titles, title_of

TitleOf = Callable[[str], Title]
"""What a reader calls the card of a slug."""
TitlesOf = Callable[[Sequence[str]], Title]


def sentence(
    outcome: o.Outcome, cards: KnownCards, names: Names, gettext: Gettext, ngettext: Ngettext
) -> str:
    """One sentence that tells an outcome; empty for one that nobody needs to be told."""
    told = _told(outcome, cards, names, gettext, ngettext)
    return told[:-1] if told.endswith(("!.", "?.")) else told  # a card's title may end in a sign of its own


def _told(outcome: o.Outcome, known: KnownCards, names: Names, gettext: Gettext, ngettext: Ngettext) -> str:

    def title(slug: str) -> Title:
        return title_of(known[slug], gettext)

    def titles(slugs: Sequence[str]) -> Title:
        return list_titles((known[slug] for slug in slugs), gettext)

    match outcome:
        case o.GameBegan():  # who begins is told by the turn that begins
            return gettext("The cards are dealt.")
        case o.TurnBegan(seat=seat, extra=True):
            return gettext("{name} has another turn.").format(name=names[seat])
        case o.TurnBegan(seat=seat):
            return gettext("{name}’s turn began.").format(name=names[seat])
        case o.Drew() | o.DrewAside():
            return _drew(outcome, names, gettext, ngettext, title, titles)
        case o.Reshuffled(count=count):
            return ngettext(
                "The draw pile was empty: {count} discarded card became the new one.",
                "The draw pile was empty: {count} discarded cards were shuffled into a new one.",
                count,
            ).format(count=count)
        case o.Played(seat=seat, card=o.FACE_DOWN, via=""):
            return gettext("{name} played a keeper face down.").format(name=names[seat])
        case o.Played(seat=seat, card=played, via="", face_down=True):
            return gettext("{name} played “{card}” face down.").format(name=names[seat], card=title(played))
        case o.Played(face_down=True):
            return _played_face_down(outcome, names, gettext, title)
        case o.Played(seat=seat, card=played, via=""):
            return gettext("{name} played “{card}”.").format(name=names[seat], card=title(played))
        case o.Played(seat=seat, card=played, via=via):
            return gettext("{name} played “{card}” ({via}).").format(
                name=names[seat], card=title(played), via=title(via)
            )
        case o.Used(seat=seat, rule=rule) if known[rule].kind == "creeper":
            return gettext("{name} paid to get rid of “{card}”.").format(name=names[seat], card=title(rule))
        case o.Used(seat=seat, rule=rule):
            return gettext("{name} used “{rule}”.").format(name=names[seat], rule=title(rule))
        case o.Discarded():
            return _discarded(outcome, names, gettext, title, titles)
        case o.KeeperTaken(seat=seat, source=source, card=taken):
            return gettext("{name} took “{card}” from {source}.").format(
                name=names[seat], card=title(taken), source=names[source]
            )
        case o.KeepersExchanged(seat=seat, other=other, given=given, taken=taken):
            return gettext("{name} gave “{given}” to {other} for “{taken}”.").format(
                name=names[seat], given=title(given), other=names[other], taken=title(taken)
            )
        case o.KeeperGiven(seat=seat, other=other, card=given, why=why):
            return gettext("{name} gave “{card}” to {other} ({why}).").format(
                name=names[seat], card=title(given), other=names[other], why=title(why)
            )
        case o.KeepersDealt(dealt=dealt):
            hands = [
                gettext("{name}: {cards}").format(name=names[seat], cards=titles(cards))
                for seat, cards in dealt.items()
                if cards
            ]
            return gettext("All keepers were dealt anew. {hands}.").format(hands="; ".join(hands))
        case o.HandsTraded(seat=seat, other=other):
            return gettext("{name} and {other} traded hands.").format(name=names[seat], other=names[other])
        case o.HandsRotated(direction="left"):
            return gettext("Every hand went to the next player, clockwise.")
        case o.HandsRotated():
            return gettext("Every hand went to the previous player, counter-clockwise.")
        case o.SeatsShifted(seat=seat):
            return gettext(
                "Everybody moved one place clockwise and took over the cards there: {name} now has the "
                "cards of the next player."
            ).format(name=names[seat])
        case o.HandWon(seat=seat, loser=loser, count=count):
            return ngettext(
                "{name} won the throws and took the hand of {loser}: {count} card.",
                "{name} won the throws and took the hand of {loser}: {count} cards.",
                count,
            ).format(name=names[seat], loser=names[loser], count=count)
        case o.CardsTaken(seat=seat, source=source, count=count, cards=()):
            return ngettext(
                "{name} took {count} card at random from {source}.",
                "{name} took {count} cards at random from {source}.",
                count,
            ).format(name=names[seat], source=names[source], count=count)
        case o.CardsTaken(seat=seat, source=source, cards=cards):
            return gettext("{name} took {cards} at random from {source}.").format(
                name=names[seat], cards=titles(cards), source=names[source]
            )
        case o.CardGiven(seat=seat, other=other) if seat == other:
            return (
                gettext("{name} kept “{card}”.").format(name=names[seat], card=title(outcome.card))
                if outcome.card
                else gettext("{name} kept a card.").format(name=names[seat])
            )
        case o.CardGiven(seat=seat, other=other, card=""):
            return gettext("{name} gave {other} a card.").format(name=names[seat], other=names[other])
        case o.CardGiven(seat=seat, other=other, card=given):
            return gettext("{name} gave {other} “{card}”.").format(
                name=names[seat], other=names[other], card=title(given)
            )
        case o.Zapped(seat=seat, card=zapped, source=source):
            if source is None:
                return gettext("{name} took “{card}” out of play into their hand.").format(
                    name=names[seat], card=title(zapped)
                )
            return gettext("{name} took {source}’s “{card}” into their hand.").format(
                name=names[seat], card=title(zapped), source=names[source]
            )
        case o.PileRenewed(count=0):
            return gettext("The discard pile was empty, so nothing was shuffled into the draw pile.")
        case o.PileRenewed(count=count):
            return ngettext(
                "{count} discarded card was shuffled into the draw pile.",
                "{count} discarded cards were shuffled into the draw pile.",
                count,
            ).format(count=count)
        case o.Threw():
            return _threw(outcome, names, gettext)
        case o.Declared(seat=seat, occasion=occasion):
            return gettext(_DECLARED[occasion]).format(name=names[seat])
        case o.TurnGained(seat=seat, granted=True):
            return gettext("{name} will have another turn after this one.").format(name=names[seat])
        case o.TurnGained(seat=seat):
            return gettext(
                "This card has already given {name} another turn. It doesn’t give one more."
            ).format(name=names[seat])
        case o.NoEffect(card=played):
            return gettext("“{card}” had no effect.").format(card=title(played))
        case o.Decided():
            return ""
        case o.Unknown():
            return gettext("Something happened that this version of the site can’t describe.")
        case o.CreeperCame(seat=seat, card=creeper):
            return gettext("“{card}” came up and is now in front of {name}.").format(
                card=title(creeper), name=names[seat]
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why) if seat == source:
            return gettext("“{card}” stays in front of {name} ({why}).").format(
                card=title(creeper), name=names[seat], why=title(why)
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why) if why == creeper:
            return gettext("“{card}” went from {source} to {name}.").format(
                card=title(creeper), source=names[source], name=names[seat]
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why):
            return gettext("“{card}” went from {source} to {name} ({why}).").format(
                card=title(creeper), source=names[source], name=names[seat], why=title(why)
            )
        case o.CreeperRemoved(seat=seat, card=creeper, why=why):
            return gettext("{name}’s “{card}” is out of the game ({why}).").format(
                name=names[seat], card=title(creeper), why=title(why)
            )
        case o.Attached(seat=seat, creeper=creeper, keeper=keeper):
            return gettext("“{card}” is now attached to {name}’s “{keeper}”.").format(
                card=title(creeper), name=names[seat], keeper=title(keeper)
            )
        case o.TurnedDown(count=count):
            return ngettext(
                "{count} keeper was turned face down.", "{count} keepers were turned face down.", count
            ).format(count=count)
        case o.TurnedUp(seat=seat, cards=cards):
            return gettext("{name}’s keepers turned face up: {cards}.").format(
                name=names[seat], cards=titles(cards)
            )
        case o.Surprised(seat=seat, card=surprise, against=against):
            return gettext("{name} played “{card}” against “{against}”.").format(
                name=names[seat], card=title(surprise), against=title(against)
            )
        case o.Cancelled(seat=seat, card=cancelled, taken=True):
            return gettext("“{card}” went to {name} instead.").format(card=title(cancelled), name=names[seat])
        case o.Cancelled(card=cancelled, by=by):
            return gettext("“{card}” was cancelled by “{by}”.").format(card=title(cancelled), by=title(by))
        case o.Stood(card=stands):
            return gettext("“{card}” takes effect after all.").format(card=title(stands))
        case o.Said(seat=seat, words=words, why=why):
            return gettext("{name} said ({why}): {words}").format(
                name=names[seat], why=title(why), words=" / ".join(words.splitlines())
            )
        case o.RuleEntered() | o.RuleStayed() | o.Quizzed() | o.Answered() | o.Lapsed() | o.Judged():
            return _learned(outcome, names, gettext, ngettext, title)
        case o.Joined(seat=seat, count=count):
            return ngettext(
                "{name} joined and was dealt {count} card.",
                "{name} joined and was dealt {count} cards.",
                count,
            ).format(name=names[seat], count=count)
        case o.Left(seat=seat, cards=()):
            return gettext("{name} left.").format(name=names[seat])
        case o.Left(seat=seat, cards=cards):
            return gettext("{name} left and discarded {cards}.").format(name=names[seat], cards=titles(cards))
        case o.Won(seat=seat, goals=goals):
            return gettext("{name} won with {goals}!").format(name=names[seat], goals=titles(goals))
        case o.Ended(reason="stuck"):
            return gettext("The game ended because nobody can draw or play.")
        case o.Ended(reason="ungoal", cards=cards):
            return gettext("The game is over, and everybody lost: {cards}.").format(cards=titles(cards))
        case o.Ended():
            return gettext("The game ended because too few players were left.")
    return told_of_board(outcome, names, gettext, ngettext)


def _played_face_down(outcome: o.Played, names: Names, gettext: Gettext, title: TitleOf) -> str:
    """To its owner a keeper that was played face down has its name."""
    name, via = names[outcome.seat], title(outcome.via) if outcome.via else ""
    if outcome.card == o.FACE_DOWN:
        told = (
            gettext("{name} played a keeper face down ({via}).")
            if via
            else gettext("{name} played a keeper face down.")
        )
        return told.format(name=name, via=via)
    told = (
        gettext("{name} played “{card}” face down ({via}).")
        if via
        else gettext("{name} played “{card}” face down.")
    )
    return told.format(name=name, card=title(outcome.card), via=via)


_DECLARED = {
    "birthday": gettext_noop("{name} has a birthday today."),
    "holiday": gettext_noop("{name} has a holiday today."),
    "ordinary-day": gettext_noop("{name} has an ordinary day."),
}


def _drew(
    outcome: o.Drew | o.DrewAside,
    names: Names,
    gettext: Gettext,
    ngettext: Ngettext,
    title: TitleOf,
    titles: TitlesOf,
) -> str:
    name, count = names[outcome.seat], outcome.count
    why = title(outcome.why) if outcome.why else ""
    if outcome.cards and why:
        return gettext("{name} drew {cards} ({why}).").format(name=name, cards=titles(outcome.cards), why=why)
    if outcome.cards:
        return gettext("{name} drew {cards}.").format(name=name, cards=titles(outcome.cards))
    if why:
        return ngettext(
            "{name} drew {count} card ({why}).", "{name} drew {count} cards ({why}).", count
        ).format(name=name, count=count, why=why)
    return ngettext("{name} drew {count} card.", "{name} drew {count} cards.", count).format(
        name=name, count=count
    )


_LIMITS = {
    "hand-limit": gettext_noop("{name} discarded {cards} (hand limit)."),
    "keeper-limit": gettext_noop("{name} discarded {cards} (keeper limit)."),
}


def _discarded(
    outcome: o.Discarded,
    names: Names,
    gettext: Gettext,
    title: TitleOf,
    titles: TitlesOf,
) -> str:
    cards = titles(outcome.cards)
    if outcome.seat is not None and outcome.why in _LIMITS:
        return gettext(_LIMITS[outcome.why]).format(name=names[outcome.seat], cards=cards)
    why = title(outcome.why)
    if outcome.zone == "keepers" and outcome.seat is not None:
        return gettext("{name}’s {cards} went to the discard pile ({why}).").format(
            name=names[outcome.seat], cards=cards, why=why
        )
    if outcome.seat is not None:
        return gettext("{name} discarded {cards} ({why}).").format(
            name=names[outcome.seat], cards=cards, why=why
        )
    return gettext("{cards} went to the discard pile ({why}).").format(cards=cards, why=why)


def _learned(
    outcome: o.RuleEntered | o.RuleStayed | o.Quizzed | o.Answered | o.Lapsed | o.Judged,
    names: Names,
    gettext: Gettext,
    ngettext: Ngettext,
    title: TitleOf,
) -> str:
    why = title(outcome.why)
    match outcome:
        case o.RuleEntered(rule=rule):
            return gettext("“{card}” came into play ({why}).").format(card=title(rule), why=why)
        case o.RuleStayed(rule=rule):
            return gettext("“{card}” stays in play ({why}).").format(card=title(rule), why=why)
        case o.Quizzed(seat=seat, card=played):
            return gettext("{name} got a question after “{card}” ({why}).").format(
                name=names[seat], card=title(played), why=why
            )
        case o.Answered(seat=seat, card=organ, fact=fact, right=right):
            told = (
                gettext("{name} was right ({why}): “{card}”. {fact}")
                if right
                else gettext("{name} was wrong ({why}). The answer: “{card}”. {fact}")
            )
            organ = title(organ)
            return told.format(name=names[seat], why=why, card=organ, fact=gettext(fact))
        case o.Lapsed(seat=seat):
            return gettext("{name} didn’t answer in time ({why}).").format(name=names[seat], why=why)
        case o.Judged(seat=seat, votes=votes, challenges=challenges, accepted=accepted):
            judged = (
                gettext("What {name} said counts ({why}). {challenged}")
                if accepted
                else gettext("What {name} said doesn’t count ({why}). {challenged}")
            )
            challenged = ngettext(
                "Challenged by {challenges} of {votes} vote.",
                "Challenged by {challenges} of {votes} votes.",
                votes,
            ).format(challenges=challenges, votes=votes)
            return judged.format(name=names[seat], why=why, challenged=challenged)


def _threw(outcome: o.Threw, names: Names, gettext: Gettext) -> str:
    throws = gettext(", ").join(
        gettext("{name}: {cards}").format(name=names[seat], cards=gettext(THROWS[throw]))
        for seat, throw in outcome.throws.items()
    )
    if outcome.winner is None:
        return gettext("{throws}. It’s a draw, so throw again.").format(throws=throws)
    return gettext("{throws}. {name} won this throw.").format(throws=throws, name=names[outcome.winner])
