"""What happened on the board, in sentences; the names of its spaces, tiles, colours and pegs."""

from engine import outcomes as o
from engine.board.spaces import OCTAGONS, PORTALS, START
from engine.cards import card
from engine.option import Option, OptionKind
from engine.text.second_person import YOU, to_reader, told_to
from engine.text.words import Colour, Names, colour_of, list_titles, title_of
from engine.translation import Gettext, Ngettext, gettext_noop, ngettext_noop

_ITEMS = {
    "brain": gettext_noop("Brain"),
    "bread": gettext_noop("Bread"),
    "chocolate": gettext_noop("Chocolate"),
    "coffee": gettext_noop("Coffee"),
    "cookies": gettext_noop("Cookies"),
    "cosmos": gettext_noop("Cosmos"),
    "doughnuts": gettext_noop("Doughnuts"),
    "dreams": gettext_noop("Dreams"),
    "eye": gettext_noop("Eye"),
    "love": gettext_noop("Love"),
    "milk": gettext_noop("Milk"),
    "money": gettext_noop("Money"),
    "moon": gettext_noop("Moon"),
    "music": gettext_noop("Music"),
    "party": gettext_noop("Party"),
    "peace": gettext_noop("Peace"),
    "rocket": gettext_noop("Rocket"),
    "sleep": gettext_noop("Sleep"),
    "sun": gettext_noop("Sun"),
    "television": gettext_noop("Television"),
    "time": gettext_noop("Time"),
    "toaster": gettext_noop("Toaster"),
}
_PEGS = {
    "draw": gettext_noop("Draw"),
    "play": gettext_noop("Play"),
    "move": gettext_noop("Move"),
    "hand-limit": gettext_noop("Hand limit"),
    "rotate": gettext_noop("Rotate"),
    "uproot": gettext_noop("Uproot"),
    "wraparound": gettext_noop("Wraparound"),
    "win": gettext_noop("Goals to win"),
}
_COLOURS = {
    "red": gettext_noop("red"),
    "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"),
    "blue": gettext_noop("blue"),
}
_SETTINGS = {
    "none": gettext_noop("none"),
    "off": gettext_noop("off"),
    "on": gettext_noop("on"),
}


def space(name: str, gettext: Gettext) -> str:
    """What a reader calls a space: Bread, octagon A, portal 1, Start."""
    if name in _ITEMS:
        return gettext(_ITEMS[name])
    if name in OCTAGONS:
        return gettext("octagon {tile}").format(tile=name[-1].upper())
    if name in PORTALS:
        return gettext("portal {number}").format(number=name[-1])
    return gettext("Start")


def tile(name: str, gettext: Gettext) -> str:
    """What a reader calls a tile: tile A, the start tile."""
    if name == START:
        return gettext("the start tile")
    return gettext("tile {letter}").format(letter=name.upper())


def place(written: str, gettext: Gettext) -> str:
    """What a reader calls a place of the grid: how far it is from where the start tile lay at first."""
    x, y = map(int, written.split("/"))
    across = gettext("{count} east") if x > 0 else gettext("{count} west")
    down = gettext("{count} south") if y > 0 else gettext("{count} north")
    parts = [across.format(count=abs(x))] * bool(x) + [down.format(count=abs(y))] * bool(y)
    return gettext(", ").join(parts) or gettext("the middle")


def colour(name: str, gettext: Gettext) -> Colour:
    """What a reader calls a colour."""
    return colour_of(_COLOURS[name], gettext)


def peg(name: str, gettext: Gettext) -> str:
    """What a reader calls the rule of a peg."""
    return gettext(_PEGS[name])


def setting(written: str, gettext: Gettext) -> str:
    """What a hole says: a number, none, off, on."""
    return gettext(_SETTINGS[written]) if written in _SETTINGS else written


def told_of_board(
    outcome: o.OfBoard, names: Names, gettext: Gettext, ngettext: Ngettext, reader: int | None = None
) -> str:
    """One sentence that tells an outcome of the board."""
    match outcome:
        case o.StackLaid(goals=goals):
            return gettext("The goals on the stack, from the top: {goals}.").format(
                goals=list_titles(map(card, goals), gettext)
            )
        case o.GoalCollected(seat=seat, goal=goal, count=count):
            collected = ngettext_noop(
                "{name} collected “{goal}” and now has {count} goal.",
                "{name} collected “{goal}” and now has {count} goals.",
            )
            said = to_reader(collected, outcome, reader)
            one, more = (said, said) if isinstance(said, str) else said
            return ngettext(one, more, count).format(
                name=names[seat], goal=title_of(card(goal), gettext), count=count
            )
        case o.GoalSunk(goal=goal, why=why):
            return gettext("“{goal}” went to the bottom of the stack ({why}).").format(
                goal=title_of(card(goal), gettext), why=title_of(card(why), gettext)
            )
        case o.ColoursChanged(colours=colours, why=why):
            playing = gettext(", ").join(
                gettext("{name}: {colour}").format(
                    name=gettext(YOU) if seat == reader else names[seat], colour=colour(each, gettext)
                )
                for seat, each in colours.items()
            )
            return gettext("The colours are now ({why}): {colours}.").format(
                why=title_of(card(why), gettext), colours=playing
            )
        case o.PegMoved() | o.PegsReset():
            return _pegs(outcome, names, gettext, reader)
        case o.TileRotated() | o.TileUprooted() | o.TilesSwitched():
            return _tiles(outcome, names, gettext, reader)
    return _pieces(outcome, names, gettext, reader)


def _pegs(outcome: o.PegMoved | o.PegsReset, names: Names, gettext: Gettext, reader: int | None) -> str:
    if isinstance(outcome, o.PegsReset):
        return gettext("All seven rule pegs are back where they started.")
    told = (
        gettext_noop("{rule} is now {setting} ({why}).")
        if outcome.why
        else gettext_noop("{name} set {rule} to {setting}.")
    )
    return gettext(told_to(told, outcome, reader)).format(
        name=names[outcome.seat],
        rule=peg(outcome.peg, gettext),
        setting=setting(outcome.setting, gettext),
        why=title_of(card(outcome.why), gettext) if outcome.why else "",
    )


def _tiles(
    outcome: o.TileRotated | o.TileUprooted | o.TilesSwitched,
    names: Names,
    gettext: Gettext,
    reader: int | None,
) -> str:
    name, moved = names[outcome.seat], tile(outcome.tile, gettext)
    match outcome:
        case o.TileRotated(degrees=degrees):
            told = gettext_noop("{name} turned {tile} by {degrees}° clockwise.")
            return gettext(told_to(told, outcome, reader)).format(name=name, tile=moved, degrees=degrees)
        case o.TileUprooted(place=to):
            told = gettext_noop("{name} moved {tile} to a new place: {place}.")
            return gettext(told_to(told, outcome, reader)).format(
                name=name, tile=moved, place=place(to, gettext)
            )
        case o.TilesSwitched(other=other):
            told = gettext_noop("{name} switched {tile} and {other}.")
            return gettext(told_to(told, outcome, reader)).format(
                name=name, tile=moved, other=tile(other, gettext)
            )


def _pieces(
    outcome: o.PieceMoved | o.PieceBumped | o.PieceLeapt | o.PieceSentBack,
    names: Names,
    gettext: Gettext,
    reader: int | None,
) -> str:
    words = {
        "name": names[outcome.seat],
        "colour": colour(outcome.colour, gettext),
        "source": space(outcome.source, gettext),
    }
    match outcome:
        case o.PieceSentBack():
            return gettext("A {colour} piece went from {source} back to the start.").format(**words)
        case o.PieceLeapt(target=target):
            told = gettext_noop("{name} leapt with a {colour} piece from {source} to {target}.")
        case o.PieceMoved(target=target, entered=""):
            told = gettext_noop("{name} moved a {colour} piece from {source} to {target}.")
        case o.PieceMoved(target=target):
            told = gettext_noop("{name} moved a {colour} piece from {source} through the portal to {target}.")
        case o.PieceBumped(target=target, entered=""):
            told = gettext_noop("That bumped a {colour} piece from {source} to {target}.")
        case o.PieceBumped(target=target):
            told = gettext_noop("That bumped a {colour} piece from {source} through the portal to {target}.")
    return gettext(told_to(told, outcome, reader)).format(**words, target=space(target, gettext))


BOARD_WORDS = {
    "forward": gettext_noop("Forward"),
    "back": gettext_noop("Back"),
}
"""Words of answers that name no card and no piece."""


def board_option(option: Option, gettext: Gettext) -> str:
    """What an option that names a move, a tile or a piece means to a person."""
    source, target = option.source, option.target
    match option.kind:
        case OptionKind.ROTATE:
            return gettext("Turn {tile} by {degrees}° clockwise").format(
                tile=tile(source, gettext), degrees=target
            )
        case OptionKind.UPROOT:
            return gettext("Carry {tile} to: {place}").format(
                tile=tile(source, gettext), place=place(target, gettext)
            )
        case OptionKind.TILE:
            return tile(source, gettext)
        case OptionKind.PIECE:
            return gettext("The {colour} piece on {space}").format(
                colour=colour(source, gettext), space=space(target, gettext)
            )
    if not option.bump:
        return gettext("{source} to {target}").format(
            source=space(source, gettext), target=space(target, gettext)
        )
    return gettext("{source} to {target}, bumping the piece there to {bump}").format(
        source=space(source, gettext), target=space(target, gettext), bump=space(option.bump, gettext)
    )
