"""Words for what happens and for what is asked, in whatever language the caller translates to.

``gettext`` and ``ngettext`` are the caller's translation functions: the engine has no language of its own.
``names`` maps a seat to what a reader calls it.  Outcomes must have gone through ``seen_by`` first.
"""

from collections.abc import Callable, Mapping, Sequence

from engine import outcomes as o
from engine.cards import card
from engine.cards.factlets import FACTLETS
from engine.cards.words import gettext_noop
from engine.view import Question

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]
Names = Mapping[int, str]


def sentence(outcome: o.Outcome, names: Names, gettext: Gettext, ngettext: Ngettext) -> str:
    """One sentence that tells an outcome; empty for one that nobody needs to be told."""
    told = _told(outcome, names, gettext, ngettext)
    return told[:-1] if told.endswith(("!.", "?.")) else told  # a card's title may end in a sign of its own


def _told(outcome: o.Outcome, names: Names, gettext: Gettext, ngettext: Ngettext) -> str:

    def title(slug: str) -> str:
        return gettext(card(slug).title)

    def titles(slugs: Sequence[str]) -> str:
        return gettext(", ").join(title(slug) for slug in slugs)

    match outcome:
        case o.GameBegan(first=first):
            return gettext("The cards are dealt. {name} begins.").format(name=names[first])
        case o.TurnBegan(seat=seat, extra=True):
            return gettext("{name} has another turn.").format(name=names[seat])
        case o.TurnBegan(seat=seat):
            return gettext("{name}'s turn began.").format(name=names[seat])
        case o.Drew() | o.DrewAside():
            return _drew(outcome, names, gettext, ngettext, titles)
        case o.Reshuffled(count=count):
            return ngettext(
                "The draw pile was empty: {count} discarded card became the new one.",
                "The draw pile was empty: {count} discarded cards were shuffled into a new one.",
                count,
            ).format(count=count)
        case o.Played(seat=seat, card=o.FACE_DOWN, via=""):
            return gettext("{name} played a keeper face down.").format(name=names[seat])
        case o.Played(seat=seat, card=played, via="", face_down=True):
            return gettext("{name} played {card} face down.").format(name=names[seat], card=title(played))
        case o.Played(face_down=True):
            return _played_face_down(outcome, names, gettext)
        case o.Played(seat=seat, card=played, via=""):
            return gettext("{name} played {card}.").format(name=names[seat], card=title(played))
        case o.Played(seat=seat, card=played, via=via):
            return gettext("{name} played {card} ({via}).").format(
                name=names[seat], card=title(played), via=title(via)
            )
        case o.Used(seat=seat, rule=rule) if card(rule).kind == "creeper":
            return gettext("{name} pays to be rid of {card}.").format(name=names[seat], card=title(rule))
        case o.Used(seat=seat, rule=rule):
            return gettext("{name} used {rule}.").format(name=names[seat], rule=title(rule))
        case o.Discarded():
            return _discarded(outcome, names, gettext, titles)
        case o.KeeperTaken(seat=seat, source=source, card=taken):
            return gettext("{name} took {card} from {source}.").format(
                name=names[seat], card=title(taken), source=names[source]
            )
        case o.KeepersExchanged(seat=seat, other=other, given=given, taken=taken):
            return gettext("{name} gave {given} to {other} for {taken}.").format(
                name=names[seat], given=title(given), other=names[other], taken=title(taken)
            )
        case o.KeeperGiven(seat=seat, other=other, card=given, why=why):
            return gettext("{name} gave {card} to {other} ({why}).").format(
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
                "Everybody moved one place on, clockwise, and took over what lay there: {name} goes on with "
                "the cards of the next player."
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
                gettext("{name} kept {card}.").format(name=names[seat], card=title(outcome.card))
                if outcome.card
                else gettext("{name} kept a card.").format(name=names[seat])
            )
        case o.CardGiven(seat=seat, other=other, card=""):
            return gettext("{name} gave {other} a card.").format(name=names[seat], other=names[other])
        case o.CardGiven(seat=seat, other=other, card=given):
            return gettext("{name} gave {other} {card}.").format(
                name=names[seat], other=names[other], card=title(given)
            )
        case o.Zapped(seat=seat, card=zapped, source=source):
            if source is None:
                return gettext("{name} took {card} out of play into their hand.").format(
                    name=names[seat], card=title(zapped)
                )
            return gettext("{name} took {source}'s {card} into their hand.").format(
                name=names[seat], card=title(zapped), source=names[source]
            )
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
            return gettext("{name} has had two turns in a row already: no third one.").format(
                name=names[seat]
            )
        case o.NoEffect(card=played):
            return gettext("{card} had no effect.").format(card=title(played))
        case o.Decided():
            return ""
        case o.CreeperCame(seat=seat, card=creeper):
            return gettext("{card} came up: it lies in front of {name}.").format(
                card=title(creeper), name=names[seat]
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why) if seat == source:
            return gettext("{card} stays in front of {name} ({why}).").format(
                card=title(creeper), name=names[seat], why=title(why)
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why) if why == creeper:
            return gettext("{card} went from {source} to {name}.").format(
                card=title(creeper), source=names[source], name=names[seat]
            )
        case o.CreeperMoved(seat=seat, source=source, card=creeper, why=why):
            return gettext("{card} went from {source} to {name} ({why}).").format(
                card=title(creeper), source=names[source], name=names[seat], why=title(why)
            )
        case o.Attached(seat=seat, creeper=creeper, keeper=keeper):
            return gettext("{card} now clings to {name}'s {keeper}.").format(
                card=title(creeper), name=names[seat], keeper=title(keeper)
            )
        case o.TurnedDown(count=count):
            return ngettext(
                "{count} keeper was turned face down.", "{count} keepers were turned face down.", count
            ).format(count=count)
        case o.TurnedUp(seat=seat, cards=cards):
            return gettext("{name}'s keepers turned face up: {cards}.").format(
                name=names[seat], cards=titles(cards)
            )
        case o.Surprised(seat=seat, card=surprise, against=against):
            return gettext("{name} played {card} against {against}.").format(
                name=names[seat], card=title(surprise), against=title(against)
            )
        case o.Cancelled(seat=seat, card=cancelled, taken=True):
            return gettext("{card} went to {name} instead.").format(card=title(cancelled), name=names[seat])
        case o.Cancelled(card=cancelled, by=by):
            return gettext("{card} was cancelled by {by}.").format(card=title(cancelled), by=title(by))
        case o.Stood(card=stands):
            return gettext("{card} takes effect after all.").format(card=title(stands))
        case o.Said(seat=seat, words=words, why=why):
            return gettext("{name} said ({why}): {words}").format(
                name=names[seat], why=title(why), words=" / ".join(words.splitlines())
            )
        case o.RuleEntered() | o.RuleStayed() | o.Quizzed() | o.Answered() | o.Lapsed() | o.Judged():
            return _learned(outcome, names, gettext, ngettext)
        case o.Joined(seat=seat, count=count):
            return ngettext(
                "{name} joined and was dealt {count} card.",
                "{name} joined and was dealt {count} cards.",
                count,
            ).format(name=names[seat], count=count)
        case o.Left(seat=seat, cards=()):
            return gettext("{name} left.").format(name=names[seat])
        case o.Left(seat=seat, cards=cards):
            return gettext("{name} left; discarded: {cards}.").format(name=names[seat], cards=titles(cards))
        case o.Won(seat=seat, goals=goals):
            return gettext("{name} won with {goals}!").format(name=names[seat], goals=titles(goals))
        case o.Ended(reason="stuck"):
            return gettext("The game ended: nobody can draw or play any more.")
        case o.Ended(reason="ungoal", cards=cards):
            return gettext("{cards}: the game is over, and everybody has lost.").format(cards=titles(cards))
        case o.Ended():
            return gettext("The game ended: too few players are left.")


def _played_face_down(outcome: o.Played, names: Names, gettext: Gettext) -> str:
    """To its owner a keeper that was played face down has its name."""
    name, via = names[outcome.seat], gettext(card(outcome.via).title) if outcome.via else ""
    if outcome.card == o.FACE_DOWN:
        told = (
            gettext("{name} played a keeper face down ({via}).")
            if via
            else gettext("{name} played a keeper face down.")
        )
        return told.format(name=name, via=via)
    told = (
        gettext("{name} played {card} face down ({via}).")
        if via
        else gettext("{name} played {card} face down.")
    )
    return told.format(name=name, card=gettext(card(outcome.card).title), via=via)


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
    titles: Callable[[Sequence[str]], str],
) -> str:
    name, count = names[outcome.seat], outcome.count
    why = gettext(card(outcome.why).title) if outcome.why else ""
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
    outcome: o.Discarded, names: Names, gettext: Gettext, titles: Callable[[Sequence[str]], str]
) -> str:
    cards = titles(outcome.cards)
    if outcome.seat is not None and outcome.why in _LIMITS:
        return gettext(_LIMITS[outcome.why]).format(name=names[outcome.seat], cards=cards)
    why = gettext(card(outcome.why).title)
    if outcome.zone == "keepers" and outcome.seat is not None:
        return gettext("{name}'s {cards} went to the discard pile ({why}).").format(
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
) -> str:
    why = gettext(card(outcome.why).title)
    match outcome:
        case o.RuleEntered(rule=rule):
            return gettext("{card} came into play ({why}).").format(card=gettext(card(rule).title), why=why)
        case o.RuleStayed(rule=rule):
            return gettext("{card} stays in play ({why}).").format(card=gettext(card(rule).title), why=why)
        case o.Quizzed(seat=seat, card=played):
            return gettext("{name} is asked a question after {card} ({why}).").format(
                name=names[seat], card=gettext(card(played).title), why=why
            )
        case o.Answered(seat=seat, card=organ, fact=fact, right=right):
            told = (
                gettext("{name} was right ({why}): {card}. {fact}")
                if right
                else gettext("{name} was wrong ({why}). The answer: {card}. {fact}")
            )
            organ = gettext(card(organ).title)
            return told.format(name=names[seat], why=why, card=organ, fact=gettext(fact))
        case o.Lapsed(seat=seat):
            return gettext("{name} gave no answer in time ({why}).").format(name=names[seat], why=why)
        case o.Judged(seat=seat, votes=votes, challenges=challenges, accepted=accepted):
            judged = (
                gettext("What {name} said counts ({why}). {challenged}")
                if accepted
                else gettext("What {name} said does not count ({why}). {challenged}")
            )
            challenged = ngettext(
                "Challenged by {challenges} of {votes} vote.",
                "Challenged by {challenges} of {votes} votes.",
                votes,
            ).format(challenges=challenges, votes=votes)
            return judged.format(name=names[seat], why=why, challenged=challenged)


_THROWS = {
    "rock": gettext_noop("Rock"),
    "paper": gettext_noop("Paper"),
    "scissors": gettext_noop("Scissors"),
}


def _threw(outcome: o.Threw, names: Names, gettext: Gettext) -> str:
    throws = gettext(", ").join(
        gettext("{name}: {cards}").format(name=names[seat], cards=gettext(_THROWS[throw]))
        for seat, throw in outcome.throws.items()
    )
    if outcome.winner is None:
        return gettext("{throws}. A draw: throw again.").format(throws=throws)
    return gettext("{throws}. {name} won this throw.").format(throws=throws, name=names[outcome.winner])


_ASKS = {
    "play": gettext_noop("Choose a card to play."),
    "before-drawing": gettext_noop("Before you draw: draw now, or use a free action first?"),
    "choose-discarded": gettext_noop("Choose a card from the discard pile to play."),
    "choose-direction": gettext_noop("Which way do the hands go?"),
    "choose-gift": gettext_noop("Which of your keepers do you give to another player?"),
    "choose-goals": gettext_noop("Which goals do you discard, to draw as many cards?"),
    "choose-in-play": gettext_noop("Which card in play do you take into your hand?"),
    "choose-occasion": gettext_noop("What day is it for you today?"),
    "choose-opponent": gettext_noop("Whom do you choose?"),
    "choose-recipient": gettext_noop("Who gets {card}?"),
    "choose-victim": gettext_noop("From whose hand do you take a card?"),
    "discard-creeper": gettext_noop("Which Creeper goes to the discard pile?"),
    "discard-goal": gettext_noop("Which goal goes to the discard pile?"),
    "discard-keeper": gettext_noop("Which keeper goes to the discard pile?"),
    "discard-rule": gettext_noop("Which rule goes to the discard pile?"),
    "discard-rules": gettext_noop("Which rules go to the discard pile? You may choose none."),
    "discard-or-random": gettext_noop("{card}: which card do you discard?"),
    "give-keeper": gettext_noop("Which of your keepers do you give away?"),
    "play-temporary": gettext_noop("Which of these cards do you play next?"),
    "rhyme": gettext_noop("What do you say in rhyme? All will read it."),
    "rock-paper-scissors": gettext_noop("Rock, paper or scissors?"),
    "reveal-keepers": gettext_noop("Which of your face-down keepers do you turn up?"),
    "take-keeper": gettext_noop("Which keeper do you take?"),
    "attach": gettext_noop("To which of your keepers does {card} cling?"),
    "name-that-organ": gettext_noop("Which organ is this? {said}"),
    "knowledge-bonus": gettext_noop("Which of these facts is about this organ: {card}?"),
    "alternate-factlets": gettext_noop("Do you know another true fact about this organ: {card}?"),
    "challenge": gettext_noop("Said about {card}: “{said}” Is it true, and no mere joke?"),
    "window": gettext_noop("{card} is being played. Do you answer it with a Surprise?"),
}


QUESTIONS = frozenset({*_ASKS, "discard-cards", "hand-limit", "keeper-limit"})
"""Every kind of question that the cards ask."""


def ask(question: Question, gettext: Gettext, ngettext: Ngettext) -> str:
    """What a question asks of its seat, as one sentence."""
    what = question.what
    if what == "hand-limit":
        return ngettext(
            "Hand limit: discard {count} card from your hand.",
            "Hand limit: discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what == "keeper-limit":
        return ngettext(
            "Keeper limit: discard {count} of your keepers.",
            "Keeper limit: discard {count} of your keepers.",
            question.least,
        ).format(count=question.least)
    if what == "discard-rules" and question.least:
        return gettext("Which rules go to the discard pile? At least one must.")
    if what == "discard-cards":
        return ngettext(
            "Discard {count} card from your hand.",
            "Discard {count} cards from your hand.",
            question.least,
        ).format(count=question.least)
    if what == "play" and "end" in question.options:
        return gettext("You have no plays left: end your turn, or use a free action first?")
    if what == "play" and "random" in question.options:
        return gettext("Let chance pick your card, or use a free action first?")
    card_asked = gettext(card(question.about[-1]).title) if question.about else ""
    said = gettext(question.said) if question.said else ""
    return gettext(_ASKS[what]).format(card=card_asked, said=said)


_WORDS = {
    **_THROWS,
    "birthday": gettext_noop("It is my birthday"),
    "holiday": gettext_noop("It is a holiday or an anniversary"),
    "ordinary-day": gettext_noop("It is an ordinary day"),
    "draw": gettext_noop("Draw now"),
    "end": gettext_noop("End my turn"),
    "left": gettext_noop("To the next player, clockwise"),
    "pass": gettext_noop("Pass"),
    "accept": gettext_noop("It counts"),
    "challenge": gettext_noop("I challenge it"),
    "random": gettext_noop("A card picked by chance"),
    "right": gettext_noop("To the previous player, counter-clockwise"),
}


def option(label: str, names: Names, gettext: Gettext) -> str:
    """What a label of a question means to a person: ``bread@2`` is Bread (Bob)."""
    if label in _WORDS:
        return gettext(_WORDS[label])
    if label in FACTLETS:
        return gettext(FACTLETS[label].fact)
    if label.startswith("use:") and card(label.removeprefix("use:")).kind == "creeper":
        return gettext("Be rid of {card}").format(card=gettext(card(label.removeprefix("use:")).title))
    if label.startswith("use:"):
        return gettext("Use {rule}").format(rule=gettext(card(label.removeprefix("use:")).title))
    slug, _, seat = label.partition("@")
    if not slug:
        return names[int(seat)]
    slug = slug.partition("#")[0]
    if seat:
        return gettext("{card} ({name})").format(card=gettext(card(slug).title), name=names[int(seat)])
    return gettext(card(slug).title)


def card_of(label: str) -> str | None:
    """The slug of the card that a label stands for, if it stands for one."""
    slug = label.removeprefix("use:").partition("@")[0].partition("#")[0]
    return slug if slug and slug not in _WORDS and slug not in FACTLETS else None
