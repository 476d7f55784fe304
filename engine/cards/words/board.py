"""Titles and texts of the board game."""

from engine.cards.words.mark import Words
from engine.translation import gettext_noop

WORDS: Words = {
    # Goals
    "bread-toaster": (
        gettext_noop("Bread and Toaster"),
        gettext_noop("Collect it with one piece on Bread and another on Toaster."),
    ),
    "bread-chocolate": (
        gettext_noop("Bread and Chocolate"),
        gettext_noop("Collect it with one piece on Bread and another on Chocolate."),
    ),
    "bread-milk": (
        gettext_noop("Bread and Milk"),
        gettext_noop("Collect it with one piece on Bread and another on Milk."),
    ),
    "brain-eye": (
        gettext_noop("Brain and Eye"),
        gettext_noop("Collect it with one piece on Brain and another on Eye."),
    ),
    "brain-coffee": (
        gettext_noop("Brain and Coffee"),
        gettext_noop("Collect it with one piece on Brain and another on Coffee."),
    ),
    "brain-rocket": (
        gettext_noop("Brain and Rocket"),
        gettext_noop("Collect it with one piece on Brain and another on Rocket."),
    ),
    "cookies-chocolate": (
        gettext_noop("Cookies and Chocolate"),
        gettext_noop("Collect it with one piece on Cookies and another on Chocolate."),
    ),
    "chocolate-love": (
        gettext_noop("Chocolate and Love"),
        gettext_noop("Collect it with one piece on Chocolate and another on Love."),
    ),
    "cookies-milk": (
        gettext_noop("Cookies and Milk"),
        gettext_noop("Collect it with one piece on Cookies and another on Milk."),
    ),
    "cookies-television": (
        gettext_noop("Cookies and Television"),
        gettext_noop("Collect it with one piece on Cookies and another on Television."),
    ),
    "dreams-sleep": (
        gettext_noop("Dreams and Sleep"),
        gettext_noop("Collect it with one piece on Dreams and another on Sleep."),
    ),
    "dreams-money": (
        gettext_noop("Dreams and Money"),
        gettext_noop("Collect it with one piece on Dreams and another on Money."),
    ),
    "dreams-cosmos": (
        gettext_noop("Dreams and Cosmos"),
        gettext_noop("Collect it with one piece on Dreams and another on Cosmos."),
    ),
    "eye-television": (
        gettext_noop("Eye and Television"),
        gettext_noop("Collect it with one piece on Eye and another on Television."),
    ),
    "eye-sun": (
        gettext_noop("Eye and Sun"),
        gettext_noop("Collect it with one piece on Eye and another on Sun."),
    ),
    "love-peace": (
        gettext_noop("Love and Peace"),
        gettext_noop("Collect it with one piece on Love and another on Peace."),
    ),
    "love-music": (
        gettext_noop("Love and Music"),
        gettext_noop("Collect it with one piece on Love and another on Music."),
    ),
    "milk-doughnuts": (
        gettext_noop("Milk and Doughnuts"),
        gettext_noop("Collect it with one piece on Milk and another on Doughnuts."),
    ),
    "money-time": (
        gettext_noop("Money and Time"),
        gettext_noop("Collect it with one piece on Money and another on Time."),
    ),
    "money-party": (
        gettext_noop("Money and Party"),
        gettext_noop("Collect it with one piece on Money and another on Party."),
    ),
    "moon-sun": (
        gettext_noop("Moon and Sun"),
        gettext_noop("Collect it with one piece on Moon and another on Sun."),
    ),
    "moon-rocket": (
        gettext_noop("Moon and Rocket"),
        gettext_noop("Collect it with one piece on Moon and another on Rocket."),
    ),
    "moon-sleep": (
        gettext_noop("Moon and Sleep"),
        gettext_noop("Collect it with one piece on Moon and another on Sleep."),
    ),
    "music-party": (
        gettext_noop("Music and Party"),
        gettext_noop("Collect it with one piece on Music and another on Party."),
    ),
    "music-sleep": (
        gettext_noop("Music and Sleep"),
        gettext_noop("Collect it with one piece on Music and another on Sleep."),
    ),
    "party-doughnuts": (
        gettext_noop("Party and Doughnuts"),
        gettext_noop("Collect it with one piece on Party and another on Doughnuts."),
    ),
    "peace-cosmos": (
        gettext_noop("Peace and Cosmos"),
        gettext_noop("Collect it with one piece on Peace and another on Cosmos."),
    ),
    "peace-time": (
        gettext_noop("Peace and Time"),
        gettext_noop("Collect it with one piece on Peace and another on Time."),
    ),
    "rocket-cosmos": (
        gettext_noop("Rocket and Cosmos"),
        gettext_noop("Collect it with one piece on Rocket and another on Cosmos."),
    ),
    "sun-toaster": (
        gettext_noop("Sun and Toaster"),
        gettext_noop("Collect it with one piece on Sun and another on Toaster."),
    ),
    "television-toaster": (
        gettext_noop("Television and Toaster"),
        gettext_noop("Collect it with one piece on Television and another on Toaster."),
    ),
    "time-coffee": (
        gettext_noop("Time and Coffee"),
        gettext_noop("Collect it with one piece on Time and another on Coffee."),
    ),
    "coffee-doughnuts": (
        gettext_noop("Coffee and Doughnuts"),
        gettext_noop("Collect it with one piece on Coffee and another on Doughnuts."),
    ),
    # Leapers
    "leap-to-brain": (
        gettext_noop("Leap to Brain"),
        gettext_noop("One of your pieces leaps to Brain; a piece that is there goes back to the start."),
    ),
    "leap-to-bread": (
        gettext_noop("Leap to Bread"),
        gettext_noop("One of your pieces leaps to Bread; a piece that is there goes back to the start."),
    ),
    "leap-to-chocolate": (
        gettext_noop("Leap to Chocolate"),
        gettext_noop("One of your pieces leaps to Chocolate; a piece that is there goes back to the start."),
    ),
    "leap-to-coffee": (
        gettext_noop("Leap to Coffee"),
        gettext_noop("One of your pieces leaps to Coffee; a piece that is there goes back to the start."),
    ),
    "leap-to-cookies": (
        gettext_noop("Leap to Cookies"),
        gettext_noop("One of your pieces leaps to Cookies; a piece that is there goes back to the start."),
    ),
    "leap-to-cosmos": (
        gettext_noop("Leap to Cosmos"),
        gettext_noop("One of your pieces leaps to Cosmos; a piece that is there goes back to the start."),
    ),
    "leap-to-doughnuts": (
        gettext_noop("Leap to Doughnuts"),
        gettext_noop("One of your pieces leaps to Doughnuts; a piece that is there goes back to the start."),
    ),
    "leap-to-dreams": (
        gettext_noop("Leap to Dreams"),
        gettext_noop("One of your pieces leaps to Dreams; a piece that is there goes back to the start."),
    ),
    "leap-to-eye": (
        gettext_noop("Leap to Eye"),
        gettext_noop("One of your pieces leaps to Eye; a piece that is there goes back to the start."),
    ),
    "leap-to-love": (
        gettext_noop("Leap to Love"),
        gettext_noop("One of your pieces leaps to Love; a piece that is there goes back to the start."),
    ),
    "leap-to-milk": (
        gettext_noop("Leap to Milk"),
        gettext_noop("One of your pieces leaps to Milk; a piece that is there goes back to the start."),
    ),
    "leap-to-money": (
        gettext_noop("Leap to Money"),
        gettext_noop("One of your pieces leaps to Money; a piece that is there goes back to the start."),
    ),
    "leap-to-moon": (
        gettext_noop("Leap to Moon"),
        gettext_noop("One of your pieces leaps to Moon; a piece that is there goes back to the start."),
    ),
    "leap-to-music": (
        gettext_noop("Leap to Music"),
        gettext_noop("One of your pieces leaps to Music; a piece that is there goes back to the start."),
    ),
    "leap-to-party": (
        gettext_noop("Leap to Party"),
        gettext_noop("One of your pieces leaps to Party; a piece that is there goes back to the start."),
    ),
    "leap-to-peace": (
        gettext_noop("Leap to Peace"),
        gettext_noop("One of your pieces leaps to Peace; a piece that is there goes back to the start."),
    ),
    "leap-to-rocket": (
        gettext_noop("Leap to Rocket"),
        gettext_noop("One of your pieces leaps to Rocket; a piece that is there goes back to the start."),
    ),
    "leap-to-sleep": (
        gettext_noop("Leap to Sleep"),
        gettext_noop("One of your pieces leaps to Sleep; a piece that is there goes back to the start."),
    ),
    "leap-to-sun": (
        gettext_noop("Leap to Sun"),
        gettext_noop("One of your pieces leaps to Sun; a piece that is there goes back to the start."),
    ),
    "leap-to-television": (
        gettext_noop("Leap to Television"),
        gettext_noop("One of your pieces leaps to Television; a piece that is there goes back to the start."),
    ),
    "leap-to-time": (
        gettext_noop("Leap to Time"),
        gettext_noop("One of your pieces leaps to Time; a piece that is there goes back to the start."),
    ),
    "leap-to-toaster": (
        gettext_noop("Leap to Toaster"),
        gettext_noop("One of your pieces leaps to Toaster; a piece that is there goes back to the start."),
    ),
    "leap-to-octagon": (
        gettext_noop("Leap to an Octagon"),
        gettext_noop("One of your pieces, wherever it is, leaps to an octagon of your choice."),
    ),
    "leap-to-portal": (
        gettext_noop("Leap to a Portal"),
        gettext_noop("One of your pieces, wherever it is, leaps to one of the two portals and stays there."),
    ),
    # New rules
    "draw-more": (
        gettext_noop("Draw More"),
        gettext_noop("The Draw peg moves on by one."),
    ),
    "draw-shift": (
        gettext_noop("Draw Shift"),
        gettext_noop("The Draw peg moves by one, forward or back as you choose."),
    ),
    "play-more": (
        gettext_noop("Play More"),
        gettext_noop("The Play peg moves on by one."),
    ),
    "play-shift": (
        gettext_noop("Play Shift"),
        gettext_noop("The Play peg moves by one, forward or back as you choose."),
    ),
    "move-more": (
        gettext_noop("Move More"),
        gettext_noop("The Move peg moves on by one."),
    ),
    "move-shift": (
        gettext_noop("Move Shift"),
        gettext_noop("The Move peg moves by one, forward or back as you choose."),
    ),
    "tighter-grip": (
        gettext_noop("Tighter Grip"),
        gettext_noop("The Hand limit peg moves on by one: from none to 3, 2 and 1."),
    ),
    "grip-shift": (
        gettext_noop("Grip Shift"),
        gettext_noop("The Hand limit peg moves by one, tighter or looser as you choose."),
    ),
    "rotate-switch": (
        gettext_noop("Rotate Switch"),
        gettext_noop("Switches Rotate on or off. While it’s on, a move may turn a tile."),
    ),
    "uproot-switch": (
        gettext_noop("Uproot Switch"),
        gettext_noop("Switches Uproot on or off. While it’s on, a move may carry a tile to another place."),
    ),
    "wrap-switch": (
        gettext_noop("Wrap Switch"),
        gettext_noop(
            "Switches Wraparound on or off. While it’s on, pieces move across the edges and jump over gaps."
        ),
    ),
    "finish-line-shift": (
        gettext_noop("Finish Line Shift"),
        gettext_noop("One goal more or one fewer is needed to win, as you choose."),
    ),
    # Actions; Trade Hands is that of the base game
    "swap-colours": (
        gettext_noop("Swap Colours"),
        gettext_noop("Trade colours with a player of your choice: from now on you play each other’s pieces."),
    ),
    "pass-colours": (
        gettext_noop("Pass Colours"),
        gettext_noop("Everyone passes the colour on to one neighbour; you say in which direction."),
    ),
    "draw-two-play-both": (
        gettext_noop("Draw Two, Play Both"),
        gettext_noop("Set your hand aside, draw 2 cards and play both, in whichever order you like."),
    ),
    "draw-three-play-two": (
        gettext_noop("Draw Three, Play Two"),
        gettext_noop("Set your hand aside, draw 3 cards, play 2 of them and discard the third."),
    ),
    "three-more": (
        gettext_noop("Three More"),
        gettext_noop("Draw 3 cards."),
    ),
    "one-for-everyone": (
        gettext_noop("One for Everyone"),
        gettext_noop("Draw a card for each player, look at them, and give everyone one, yourself too."),
    ),
    "spin-two": (
        gettext_noop("Spin Two"),
        gettext_noop("Turn two different tiles, each as far as you like, whether Rotate is on or off."),
    ),
    "transplant": (
        gettext_noop("Transplant"),
        gettext_noop("Carry a tile to another place, whether Uproot is on or off."),
    ),
    "switch-tiles": (
        gettext_noop("Switch Tiles"),
        gettext_noop("Two tiles of your choice change places, with all that is on them."),
    ),
    "back-to-start": (
        gettext_noop("Back to Start"),
        gettext_noop("Send a piece, of any colour, back to the start tile."),
    ),
    "reset-pegs": (
        gettext_noop("Reset the Pegs"),
        gettext_noop(
            "All seven pegs of the rules go back to where they began; the goals needed to win stay."
        ),
    ),
    "goal-to-bottom": (
        gettext_noop("Goal to the Bottom"),
        gettext_noop("The goal on top of the stack goes under all others."),
    ),
}
