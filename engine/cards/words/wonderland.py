"""Titles and texts of the Wonderland edition."""

from engine.cards.words.base import KEEPER
from engine.cards.words.mark import Words
from engine.translation import gettext_noop

WORDS: Words = {
    # Keepers
    "alice": (gettext_noop("Alice"), KEEPER),
    "white-rabbit": (gettext_noop("The White Rabbit"), KEEPER),
    "cheshire-cat": (gettext_noop("The Cheshire Cat"), KEEPER),
    "mad-hatter": (gettext_noop("The Mad Hatter"), KEEPER),
    "march-hare": (gettext_noop("The March Hare"), KEEPER),
    "dormouse": (gettext_noop("The Dormouse"), KEEPER),
    "caterpillar": (gettext_noop("The Caterpillar"), KEEPER),
    "queen-of-hearts": (gettext_noop("The Queen of Hearts"), KEEPER),
    "king-of-hearts": (gettext_noop("The King of Hearts"), KEEPER),
    "knave-of-hearts": (gettext_noop("The Knave of Hearts"), KEEPER),
    "duchess": (gettext_noop("The Duchess"), KEEPER),
    "mock-turtle": (gettext_noop("The Mock Turtle"), KEEPER),
    "gryphon": (gettext_noop("The Gryphon"), KEEPER),
    "humpty-dumpty": (gettext_noop("Humpty Dumpty"), KEEPER),
    "tweedledum": (gettext_noop("Tweedledum"), KEEPER),
    "tweedledee": (gettext_noop("Tweedledee"), KEEPER),
    "walrus": (gettext_noop("The Walrus"), KEEPER),
    "carpenter": (gettext_noop("The Carpenter"), KEEPER),
    "white-knight": (gettext_noop("The White Knight"), KEEPER),
    "red-queen": (gettext_noop("The Red Queen"), KEEPER),
    "tea": (gettext_noop("Tea"), KEEPER),
    "tarts": (gettext_noop("Tarts"), KEEPER),
    "looking-glass": (gettext_noop("The Looking-Glass"), KEEPER),
    "pocket-watch": (gettext_noop("The Pocket Watch"), KEEPER),
    "crown": (
        gettext_noop("The Crown"),
        gettext_noop("A keeper: its owner is exempt from Royal Tax and gets the Crown Bonus."),
    ),
    "vorpal-sword": (
        gettext_noop("The Vorpal Sword"),
        gettext_noop("A keeper. Free action, once a turn: discard a Creeper that lies in front of you."),
    ),
    "cake": (
        gettext_noop("The Cake"),
        gettext_noop("A keeper. Free action, once a turn: eat of it, and play 1 more card this turn."),
    ),
    "bottle": (
        gettext_noop("The Bottle"),
        gettext_noop("A keeper. Free action, once a turn: drink of it, and draw 1 card."),
    ),
    # Goals
    "down-the-rabbit-hole": (
        gettext_noop("Down the Rabbit Hole"),
        gettext_noop("Win with Alice and The White Rabbit."),
    ),
    "tea-for-two": (
        gettext_noop("Tea for Two"),
        gettext_noop("Win with Tea and one of these: The Mad Hatter, The March Hare, The Dormouse."),
    ),
    "into-the-teapot": (
        gettext_noop("Into the Teapot"),
        gettext_noop("Win with The Dormouse and The March Hare."),
    ),
    "no-room": (gettext_noop("No Room!"), gettext_noop("Win with The Mad Hatter and Alice.")),
    "grin-without-a-cat": (
        gettext_noop("A Grin Without a Cat"),
        gettext_noop("Win with The Cheshire Cat and The Duchess."),
    ),
    "who-are-you": (gettext_noop("Who Are You?"), gettext_noop("Win with The Caterpillar and Alice.")),
    "stolen-tarts": (
        gettext_noop("Stolen Tarts"),
        gettext_noop("Win with The Knave of Hearts and Tarts."),
    ),
    "royal-couple": (
        gettext_noop("The Royal Couple"),
        gettext_noop("Win with The Queen of Hearts and The King of Hearts."),
    ),
    "croquet-ground": (
        gettext_noop("On the Croquet Ground"),
        gettext_noop("Win with The Queen of Hearts and The Duchess."),
    ),
    "lobster-quadrille": (
        gettext_noop("The Lobster Quadrille"),
        gettext_noop("Win with The Mock Turtle and The Gryphon."),
    ),
    "schooldays-in-the-sea": (
        gettext_noop("Schooldays in the Sea"),
        gettext_noop("Win with The Mock Turtle and Alice."),
    ),
    "agreed-to-a-battle": (
        gettext_noop("Agreed to a Battle"),
        gettext_noop("Win with Tweedledum and Tweedledee."),
    ),
    "oysters-come-and-walk": (
        gettext_noop("Oysters, Come and Walk"),
        gettext_noop("Win with The Walrus and The Carpenter."),
    ),
    "i-shall-be-late": (
        gettext_noop("I Shall Be Late!"),
        gettext_noop("Win with The White Rabbit and The Pocket Watch."),
    ),
    "two-days-wrong": (
        gettext_noop("Two Days Wrong"),
        gettext_noop("Win with The Mad Hatter and The Pocket Watch."),
    ),
    "through-the-looking-glass": (
        gettext_noop("Through the Looking-Glass"),
        gettext_noop("Win with Alice and The Looking-Glass."),
    ),
    "faster-faster": (
        gettext_noop("Faster! Faster!"),
        gettext_noop("Win with The Red Queen and The Looking-Glass."),
    ),
    "queen-alice": (gettext_noop("Queen Alice"), gettext_noop("Win with Alice and The Crown.")),
    "eat-me-drink-me": (
        gettext_noop("Eat Me, Drink Me"),
        gettext_noop("Win with The Cake and The Bottle."),
    ),
    "taller-and-smaller": (
        gettext_noop("Taller and Smaller"),
        gettext_noop("Win with The Caterpillar and The Bottle."),
    ),
    "glory-for-you": (
        gettext_noop("There’s Glory for You"),
        gettext_noop("Win with Humpty Dumpty and The Looking-Glass."),
    ),
    "impenetrability": (
        gettext_noop("Impenetrability!"),
        gettext_noop("Win with Humpty Dumpty and The Vorpal Sword."),
    ),
    "my-own-invention": (
        gettext_noop("My Own Invention"),
        gettext_noop("Win with The White Knight and The Vorpal Sword."),
    ),
    "check": (gettext_noop("Check!"), gettext_noop("Win with The Red Queen and The White Knight.")),
    "herald-and-accused": (
        gettext_noop("Herald and Accused"),
        gettext_noop("Win with The White Rabbit and The Knave of Hearts."),
    ),
    "important-unimportant": (
        gettext_noop("Important, Unimportant"),
        gettext_noop("Win with The King of Hearts and Tarts."),
    ),
    "off-with-its-head": (
        gettext_noop("Off with Its Head"),
        gettext_noop("Win with The Cheshire Cat and The Queen of Hearts."),
    ),
    "mirror-writing": (
        gettext_noop("Mirror Writing"),
        gettext_noop("Win with The Looking-Glass, and the Jabberwock in front of you."),
    ),
    "king-of-beasts": (
        gettext_noop("King of Beasts"),
        gettext_noop("Win with The Crown, and the Jabberwock in front of you."),
    ),
    "snicker-snack": (
        gettext_noop("Snicker-Snack"),
        gettext_noop("Win with The Vorpal Sword while the Jabberwock lies in front of anyone."),
    ),
    # New rules
    "rhyme-time": (
        gettext_noop("Rhyme Time"),
        gettext_noop(
            "Free action, once a turn: say something that rhymes, and draw 1 card and play 1 more this turn."
        ),
    ),
    "crown-bonus": (
        gettext_noop("Crown Bonus"),
        gettext_noop("If you have The Crown in play, draw 1 more and play 1 more on your turn."),
    ),
    # Actions
    "royal-tax": (
        gettext_noop("Royal Tax"),
        gettext_noop(
            "Take 1 card at random from the hand of every other player, except the owner of The Crown."
        ),
    ),
    "one-place-on": (
        gettext_noop("One Place On"),
        gettext_noop(
            "Your turn ends: all players move one place on, clockwise, and take over what is there, hands, "
            "keepers and Creepers. The turn goes to the place after yours, where you sit now."
        ),
    ),
    "unbirthday-presents": (
        gettext_noop("Unbirthday Presents"),
        gettext_noop(
            "Beginning with you, everyone who has a keeper in play gives one to another player. "
            "What you get in this round you don’t have to pass on."
        ),
    ),
    # Surprises
    "thats-mine": (
        gettext_noop("That’s Mine!"),
        gettext_noop(
            "Out of turn: a keeper that someone is playing comes to you instead. On your turn: "
            "take a keeper from in front of another player."
        ),
    ),
    "veto": (
        gettext_noop("Veto!"),
        gettext_noop(
            "Out of turn: a new rule that someone is playing is discarded instead. On your turn: "
            "discard up to 2 new rules in play."
        ),
    ),
    "stop-that": (
        gettext_noop("Stop That!"),
        gettext_noop(
            "Out of turn: an action that someone is playing is discarded without effect. On your "
            "turn: everyone else discards an action of their choice, or a random card."
        ),
    ),
    "canceled-plans": (
        gettext_noop("Canceled Plans"),
        gettext_noop(
            "Out of turn: a goal that someone is playing is discarded instead. On your turn: "
            "discard all goals in play; everyone else discards a goal of their choice, or a "
            "random card."
        ),
    ),
    # The Creeper
    "jabberwock": (
        gettext_noop("The Jabberwock"),
        gettext_noop(
            "A Creeper: you can’t win while it lies in front of you, unless the goal names it. Free action: "
            "discard one of your keepers in play to move it to another player."
        ),
    ),
}
