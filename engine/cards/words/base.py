"""Titles and texts of the base game."""

from engine.cards.words.mark import Words
from engine.translation import gettext_noop

KEEPER = gettext_noop("A keeper: play it in front of you. Goals ask for keepers.")

WORDS: Words = {
    "basic-rules": (
        gettext_noop("Basic Rules"),
        gettext_noop(
            "Draw 1 card and play 1 card each turn, without limits. New rules change this; it never leaves."
        ),
    ),
    # Keepers
    "bread": (gettext_noop("Bread"), KEEPER),
    "chocolate": (gettext_noop("Chocolate"), KEEPER),
    "cookies": (gettext_noop("Cookies"), KEEPER),
    "milk": (gettext_noop("Milk"), KEEPER),
    "dreams": (gettext_noop("Dreams"), KEEPER),
    "love": (gettext_noop("Love"), KEEPER),
    "money": (gettext_noop("Money"), KEEPER),
    "music": (gettext_noop("Music"), KEEPER),
    "peace": (gettext_noop("Peace"), KEEPER),
    "sleep": (gettext_noop("Sleep"), KEEPER),
    "television": (gettext_noop("Television"), KEEPER),
    "the-brain": (gettext_noop("The Brain"), KEEPER),
    "the-eye": (gettext_noop("The Eye"), KEEPER),
    "the-moon": (gettext_noop("The Moon"), KEEPER),
    "the-party": (gettext_noop("The Party"), KEEPER),
    "the-rocket": (gettext_noop("The Rocket"), KEEPER),
    "the-sun": (gettext_noop("The Sun"), KEEPER),
    "the-toaster": (gettext_noop("The Toaster"), KEEPER),
    "time": (gettext_noop("Time"), KEEPER),
    # Goals
    "the-appliances": (gettext_noop("The Appliances"), gettext_noop("Win with The Toaster and Television.")),
    "baked-goods": (gettext_noop("Baked Goods"), gettext_noop("Win with Bread and Cookies.")),
    "bed-time": (gettext_noop("Bed Time"), gettext_noop("Win with Sleep and Time.")),
    "bread-and-chocolate": (gettext_noop("Bread & Chocolate"), gettext_noop("Win with Bread and Chocolate.")),
    "cant-buy-me-love": (gettext_noop("Can’t Buy Me Love"), gettext_noop("Win with Money and Love.")),
    "chocolate-cookies": (gettext_noop("Chocolate Cookies"), gettext_noop("Win with Chocolate and Cookies.")),
    "chocolate-milk": (gettext_noop("Chocolate Milk"), gettext_noop("Win with Chocolate and Milk.")),
    "day-dreams": (gettext_noop("Day Dreams"), gettext_noop("Win with The Sun and Dreams.")),
    "dreamland": (gettext_noop("Dreamland"), gettext_noop("Win with Sleep and Dreams.")),
    "the-eye-of-the-beholder": (
        gettext_noop("The Eye of the Beholder"),
        gettext_noop("Win with The Eye and Love."),
    ),
    "great-theme-song": (gettext_noop("Great Theme Song"), gettext_noop("Win with Music and Television.")),
    "hearts-and-minds": (gettext_noop("Hearts & Minds"), gettext_noop("Win with Love and The Brain.")),
    "hippyism": (gettext_noop("Hippyism"), gettext_noop("Win with Peace and Love.")),
    "lullaby": (gettext_noop("Lullaby"), gettext_noop("Win with Sleep and Music.")),
    "milk-and-cookies": (gettext_noop("Milk & Cookies"), gettext_noop("Win with Milk and Cookies.")),
    "the-minds-eye": (gettext_noop("The Mind’s Eye"), gettext_noop("Win with The Brain and The Eye.")),
    "night-and-day": (gettext_noop("Night & Day"), gettext_noop("Win with The Sun and The Moon.")),
    "party-time": (gettext_noop("Party Time!"), gettext_noop("Win with The Party and Time.")),
    "rocket-science": (gettext_noop("Rocket Science"), gettext_noop("Win with The Rocket and The Brain.")),
    "rocket-to-the-moon": (
        gettext_noop("Rocket to the Moon"),
        gettext_noop("Win with The Rocket and The Moon."),
    ),
    "squishy-chocolate": (gettext_noop("Squishy Chocolate"), gettext_noop("Win with Chocolate and The Sun.")),
    "time-is-money": (gettext_noop("Time is Money"), gettext_noop("Win with Time and Money.")),
    "toast": (gettext_noop("Toast"), gettext_noop("Win with Bread and The Toaster.")),
    "turn-it-up": (gettext_noop("Turn it Up!"), gettext_noop("Win with Music and The Party.")),
    "winning-the-lottery": (gettext_noop("Winning the Lottery"), gettext_noop("Win with Dreams and Money.")),
    "world-peace": (gettext_noop("World Peace"), gettext_noop("Win with Dreams and Peace.")),
    "5-keepers": (
        gettext_noop("5 Keepers"),
        gettext_noop("Win with 5 or more keepers in play, and more than anyone else."),
    ),
    "10-cards-in-hand": (
        gettext_noop("10 Cards in Hand"),
        gettext_noop("Win with 10 or more cards in hand, and more than anyone else."),
    ),
    "the-brain-no-tv": (
        gettext_noop("The Brain (No TV)"),
        gettext_noop("Win with The Brain while nobody has Television in play."),
    ),
    "party-snacks": (
        gettext_noop("Party Snacks"),
        gettext_noop("Win with The Party and at least 1 food keeper: Bread, Chocolate, Cookies or Milk."),
    ),
    # New rules
    "draw-2": (
        gettext_noop("Draw 2"),
        gettext_noop("Draw 2 cards in a turn. If you drew fewer this turn, catch up now."),
    ),
    "draw-3": (
        gettext_noop("Draw 3"),
        gettext_noop("Draw 3 cards in a turn. If you drew fewer this turn, catch up now."),
    ),
    "draw-4": (
        gettext_noop("Draw 4"),
        gettext_noop("Draw 4 cards in a turn. If you drew fewer this turn, catch up now."),
    ),
    "draw-5": (
        gettext_noop("Draw 5"),
        gettext_noop("Draw 5 cards in a turn. If you drew fewer this turn, catch up now."),
    ),
    "play-2": (
        gettext_noop("Play 2"),
        gettext_noop("Play 2 cards in a turn, or all you have if that is fewer."),
    ),
    "play-3": (
        gettext_noop("Play 3"),
        gettext_noop("Play 3 cards in a turn, or all you have if that is fewer."),
    ),
    "play-4": (
        gettext_noop("Play 4"),
        gettext_noop("Play 4 cards in a turn, or all you have if that is fewer."),
    ),
    "play-all": (
        gettext_noop("Play All"),
        gettext_noop("Play every card you hold, including those you get on the way."),
    ),
    "play-all-but-1": (
        gettext_noop("Play All But 1"),
        gettext_noop(
            "Play until 1 card is left in your hand. If you began with none and drew only 1, draw one extra."
        ),
    ),
    "hand-limit-0": (
        gettext_noop("Hand Limit 0"),
        gettext_noop("While others play, hold no cards; at the end of your own turn, discard your hand."),
    ),
    "hand-limit-1": (
        gettext_noop("Hand Limit 1"),
        gettext_noop(
            "While others play, hold at most 1 card; at the end of your own turn, discard the rest."
        ),
    ),
    "hand-limit-2": (
        gettext_noop("Hand Limit 2"),
        gettext_noop(
            "While others play, hold at most 2 cards; at the end of your own turn, discard the rest."
        ),
    ),
    "keeper-limit-2": (
        gettext_noop("Keeper Limit 2"),
        gettext_noop(
            "While others play, keep at most 2 keepers; at the end of your own turn, discard the rest."
        ),
    ),
    "keeper-limit-3": (
        gettext_noop("Keeper Limit 3"),
        gettext_noop(
            "While others play, keep at most 3 keepers; at the end of your own turn, discard the rest."
        ),
    ),
    "keeper-limit-4": (
        gettext_noop("Keeper Limit 4"),
        gettext_noop(
            "While others play, keep at most 4 keepers; at the end of your own turn, discard the rest."
        ),
    ),
    "no-hand-bonus": (
        gettext_noop("No-Hand Bonus"),
        gettext_noop("Begin your turn with an empty hand and you draw 3 cards before anything else."),
    ),
    "party-bonus": (
        gettext_noop("Party Bonus"),
        gettext_noop(
            "While anyone has The Party in play, everyone draws 1 more and plays 1 more on their turn."
        ),
    ),
    "poor-bonus": (
        gettext_noop("Poor Bonus"),
        gettext_noop("If you alone have the fewest keepers in play, draw 1 more on your turn."),
    ),
    "rich-bonus": (
        gettext_noop("Rich Bonus"),
        gettext_noop("If you alone have the most keepers in play, play 1 more on your turn."),
    ),
    "double-agenda": (
        gettext_noop("Double Agenda"),
        gettext_noop(
            "Two goals may be in play, and either of them wins. A third one replaces one of the two."
        ),
    ),
    "first-play-random": (
        gettext_noop("First Play Random"),
        gettext_noop("Chance picks the first card you play in a turn, unless you may play only one."),
    ),
    "get-on-with-it": (
        gettext_noop("Get On With It!"),
        gettext_noop(
            "Free action: before your last play, discard your whole hand, draw 3 and end your "
            "turn right away."
        ),
    ),
    "goal-mill": (
        gettext_noop("Goal Mill"),
        gettext_noop(
            "Free action, once a turn: discard any number of goals from your hand and draw as many cards."
        ),
    ),
    "inflation": (
        gettext_noop("Inflation"),
        gettext_noop("Every numeral on every other card counts for one more, the Basic Rules included."),
    ),
    "mystery-play": (
        gettext_noop("Mystery Play"),
        gettext_noop("Free action, once a turn: play the top card of the draw pile, unseen."),
    ),
    "recycling": (
        gettext_noop("Recycling"),
        gettext_noop("Free action, once a turn: discard one of your keepers in play and draw 3 cards."),
    ),
    "swap-plays-for-draws": (
        gettext_noop("Swap Plays for Draws"),
        gettext_noop("On your turn you may stop playing and draw as many cards as you still had plays."),
    ),
    # Actions
    "discard-and-draw": (
        gettext_noop("Discard and Draw"),
        gettext_noop("Discard your hand and draw as many cards as that was."),
    ),
    "draw-2-and-use-em": (
        gettext_noop("Draw 2 and Use ’Em"),
        gettext_noop("Set your hand aside, draw 2 cards and play both, in the order you like."),
    ),
    "draw-3-play-2-of-them": (
        gettext_noop("Draw 3, Play 2 of Them"),
        gettext_noop("Set your hand aside, draw 3 cards, play 2 of them and discard the other."),
    ),
    "empty-the-trash": (
        gettext_noop("Empty the Trash"),
        gettext_noop("Shuffle the discard pile into the draw pile."),
    ),
    "everybody-gets-1": (
        gettext_noop("Everybody Gets 1"),
        gettext_noop("Draw 1 card for each player, yourself included, and decide who gets which."),
    ),
    "exchange-keepers": (
        gettext_noop("Exchange Keepers"),
        gettext_noop("Swap one of your keepers in play for one of another player’s."),
    ),
    "jackpot": (gettext_noop("Jackpot!"), gettext_noop("Draw 3 cards.")),
    "lets-do-that-again": (
        gettext_noop("Let’s Do That Again!"),
        gettext_noop("Take any action or new rule out of the discard pile and play it."),
    ),
    "lets-simplify": (
        gettext_noop("Let’s Simplify"),
        gettext_noop("Discard as many new rules in play as you like, up to half of them, rounded up."),
    ),
    "no-limits": (
        gettext_noop("No Limits"),
        gettext_noop("Discard all hand limits and keeper limits in play."),
    ),
    "random-tax": (
        gettext_noop("Random Tax"),
        gettext_noop("Take 1 card at random from the hand of every other player into your own."),
    ),
    "rock-paper-scissors-showdown": (
        gettext_noop("Rock-Paper-Scissors Showdown"),
        gettext_noop("Challenge a player: the first to win 2 throws takes the other’s whole hand."),
    ),
    "rotate-hands": (
        gettext_noop("Rotate Hands"),
        gettext_noop("Everyone passes their hand to a neighbour. You choose the direction."),
    ),
    "rules-reset": (gettext_noop("Rules Reset"), gettext_noop("Discard all new rules in play. Goals stay.")),
    "share-the-wealth": (
        gettext_noop("Share the Wealth"),
        gettext_noop("Shuffle all keepers in play and deal them out one by one, starting with yourself."),
    ),
    "steal-a-keeper": (
        gettext_noop("Steal a Keeper"),
        gettext_noop("Take a keeper from in front of another player and put it in front of you."),
    ),
    "take-another-turn": (
        gettext_noop("Take Another Turn"),
        gettext_noop("Have another turn after this one. Two turns in a row are the most."),
    ),
    "todays-special": (
        gettext_noop("Today’s Special!"),
        gettext_noop(
            "Set your hand aside and draw 3 cards. Play 3 of them on your birthday, 2 on a holiday, "
            "otherwise 1, and discard the rest."
        ),
    ),
    "trade-hands": (
        gettext_noop("Trade Hands"),
        gettext_noop("Swap your whole hand with a player of your choice."),
    ),
    "trash-a-keeper": (
        gettext_noop("Trash a Keeper"),
        gettext_noop("Discard any keeper in play, yours or another player’s."),
    ),
    "trash-a-new-rule": (gettext_noop("Trash a New Rule"), gettext_noop("Discard a new rule in play.")),
    "use-what-you-take": (
        gettext_noop("Use What You Take"),
        gettext_noop("Take a card at random from another player’s hand and play it."),
    ),
    "zap-a-card": (
        gettext_noop("Zap a Card!"),
        gettext_noop("Take any card in play into your hand: a keeper, a goal or a new rule."),
    ),
}
