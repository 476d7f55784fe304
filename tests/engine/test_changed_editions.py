"""A game that sleeps keeps its cards, whatever becomes of the editions while it does."""

from itertools import islice
from random import Random

import msgspec
import pytest

from engine import Game, Record, UnknownCard, View, bots, cards_of, text
from engine import all_editions as all_editions
from engine.card import Action
from engine.cards import CARDS
from engine.editions import _EDITIONS, deck_list, deck_of
from engine.editions.deck_list import list_of
from engine.editions.format_1 import FORMAT_1, deck_of_format_1
from engine.invariants import violations
from engine.outcomes import Played
from engine.stored import _decoder_of_format_1, _table_decoder
from tests.engine.games import ALL, EDITIONS, moments, seats_of
from tests.engine.made_decks import made_deck
from tests.engine.make_recorded import FOLDER as RECORDED
from tests.engine.make_recorded import Recorded, replay
from tests.engine.test_suspended import FILES, read

MADE = made_deck(Random(3), least_printed=0.7).name
DECKS = [*EDITIONS, ALL, "fluxx ice +bread -the-toaster -the-toaster", MADE]
EVERY, MOST = 9, 6  # of the moments of a game one in nine is stored, and six at most


@pytest.fixture
def change_editions(monkeypatch):
    """A release that turns all editions round, puts a card into them, and takes their last ones away."""
    caches = (deck_of, deck_list.build_deck, _table_decoder, _decoder_of_format_1)

    def change(*gone: str) -> None:
        monkeypatch.setitem(CARDS, "new-card", Action("new-card", "", "", "action", effect=do_nothing))
        for slug in gone:
            monkeypatch.delitem(CARDS, slug)
        for each in all_editions():
            kept = [slug for slug in each.cards[:-1] if slug not in gone]
            cards = ("new-card", *reversed(kept)) if each.game == "cards" else tuple(reversed(kept))
            monkeypatch.setitem(_EDITIONS, each.slug, msgspec.structs.replace(each, cards=cards))
        for cache in caches:
            cache.cache_clear()

    yield change
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


async def do_nothing(table, me):
    """What the new card does."""


def play_on(game: Game) -> None:
    """Answer some hundred questions by chance."""
    dice = Random(1)
    for _step in range(200):
        if not game.over:
            question = dice.choice(game.questions)
            game.answer(question.seat, bots.pick(question, dice), question.number)


def views(game: Game) -> list[View]:
    """The table as each seat and a spectator see it, with the list of its deck."""
    seen = [game.view(seat) for seat in (None, *game.seats)]
    return [msgspec.structs.replace(view, deck=view.deck.slugs) for view in seen]


def decisions(game: Game) -> list[tuple[str, ...]]:
    """What a sensible player answers in each seat that is asked, who imagines the table from its view."""
    return [bots.sensible(game.view(question.seat), question) for question in game.questions]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck[:20])
def test_a_sleeping_game_keeps_its_cards(deck, change_editions):
    """With the editions changed under it every view stays as it was, and the game goes on."""
    games = (moments(number, seats_of(deck, number), deck=deck) for number in range(4))
    stored = [
        (game.dump(), (views(game), game.questions, decisions(game)))
        for each in games
        for game in islice(each, EVERY, EVERY * MOST, EVERY)
    ]
    unused = [slug for slug in CARDS if slug not in (*deck_of(deck).slugs, "basic-rules", "face-down")]

    change_editions(unused[0], unused[-1])
    woken = [Game.load(data) for data, _seen in stored]

    assert len(woken) > 5
    assert "new-card" in deck_of("fluxx").slugs
    for game, (_data, seen) in zip(woken, stored, strict=True):
        assert (views(game), game.questions, decisions(game)) == seen
    assert all(violations(game) == [] for game in woken)
    for game in woken:
        play_on(game)
        assert violations(game) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games_without_a_list_have_the_cards_of_their_time(path, change_editions):
    """A game of format 1 is read with the lists that its edition had, and stored with them from then on."""
    change_editions()
    sleeping = read(path)
    game = Game.load(sleeping.game)
    again = Game.load(game.dump())

    assert sleeping.questions == game.questions == again.questions
    assert violations(game) == violations(again) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_recorded_game_is_played_with_its_own_cards(edition, change_editions):
    """Records with a list of their deck, and older ones without, replay under other editions."""
    (path, *_others) = sorted(RECORDED.glob(f"{edition}-*.json"))
    old = msgspec.json.decode(path.read_bytes(), type=Recorded)
    new = msgspec.structs.replace(old.record, deck=list_of(deck_of_format_1(old.record.edition)))
    change_editions()

    assert [replay(record)[0] for record in (old.record, new)] == [old.digest, old.digest]
    assert Record.parse(str(new)) == new


def test_a_table_goes_back_to_a_moment_without_a_list(change_editions):
    """An undo point that was stored in format 1 brings back the same hands."""
    change_editions()
    (path,) = [path for path in FILES if path.stem == "choose-victim-in-a-play"]
    data = read(path).game
    before, now = Game.load(data), Game.load(data)
    question = now.questions[0]
    now.answer(question.seat, question.options[:1])

    assert [view.hand for view in views(now.back_to(data))] == [view.hand for view in views(before)]


@pytest.mark.parametrize("deck", ["fluxx", MADE], ids=["fluxx", "made"])
def test_cards_that_are_gone_are_named(deck, change_editions):
    """A stored game that has cards of which the code is gone is never read with others."""
    data = Game.new(deck, 2, seed="0").dump()
    lost = [slug for slug in deck_of(deck).slugs if slug in CARDS][:2]

    change_editions(*lost)
    with pytest.raises(UnknownCard, match=", ".join(lost)) as unknown:
        Game.load(data)

    assert unknown.value.slugs == tuple(lost)


def test_what_happened_with_a_card_that_is_gone_can_be_told():
    """The history of an old game calls it by its slug."""
    told = text.sentence(Played(1, "old-hat"), cards_of("fluxx"), {1: "Ann"}, str, lambda one, many, n: many)

    assert told == "Ann played “old-hat”."
    assert "old-hat" not in cards_of("fluxx")


def test_a_made_card_that_is_gone_is_named():
    """The data of made cards are in the deck's name; a card of the list that they don't give is named."""
    data = Game.new(MADE, 2, seed="0").dump()
    made = next(slug for slug in deck_of(MADE).slugs if "~" in slug)

    with pytest.raises(UnknownCard, match="card~0"):
        Game.load(data.replace(b'"%s"' % made.encode(), b'"card~0"'))


def test_a_game_without_a_list_names_cards_that_are_gone(change_editions):
    """So does a game of format 1 whose edition has lost a card."""
    (path,) = [path for path in FILES if path.stem == "over"]
    lost = FORMAT_1["fluxx"].cards[0]

    change_editions(lost)
    with pytest.raises(UnknownCard, match=lost):
        Game.load(read(path).game)
