"""Seeds that are mixed from a part of the site and a part of each player, and how a record shows it."""

import hashlib
from itertools import permutations

import pytest
from msgspec.structs import replace

from engine import PLAYER, SITE, Game, Mix, Part, Record, is_part, part_with_words, site_part
from engine.mixing import digest
from tests.engine.games import EDITIONS
from tests.engine.records import HOUSE, a_fair_record, a_mix, tampered


def test_a_list_of_texts_is_hashed_as_netstrings():
    """Anybody can compute it with a printf and sha256sum: the length in bytes, the text, a comma."""
    assert digest("Bond", "żółw", "") == hashlib.sha256("4:Bond,7:żółw,0:,".encode()).hexdigest()


def test_no_two_lists_are_written_alike():
    """Neither where a text ends nor which is which can be told otherwise, with the same letters."""
    texts = ["1:a,", "1", ":a,", "", "a", ","]
    made = [digest(*each) for count in range(1, 5) for each in permutations(texts, count)]

    assert len(set(made)) == len(made)


def test_the_seed_depends_on_the_site_and_on_every_part():
    """Whoever changes one digit gets another seed, and nobody's part can stand for another's."""
    mix = a_mix()
    first, second, third = mix.parts
    others = [
        Mix("5eee" * 16, mix.parts),
        Mix(HOUSE, (replace(first, part="f" * 64), second, third)),
        Mix(HOUSE, (first, second)),
        Mix(HOUSE, (Part(1, second.part, PLAYER), Part(2, first.part, PLAYER), third)),
        Mix(HOUSE, (replace(first, seat=4), second, third)),
    ]

    assert len({each.seed for each in (mix, *others)}) == 6
    assert mix.commitment == Mix(HOUSE).commitment != mix.seed  # it is fixed before the parts come


def test_what_the_site_makes_leaves_it_no_choice():
    """A part in place of a player's follows from the site's own, and differs from seat to seat."""
    assert site_part(HOUSE, 1) == site_part(HOUSE, 1) != replace(site_part(HOUSE, 2), seat=1)
    with pytest.raises(ValueError, match="The part of seat 2 is not the one that the site makes"):
        Mix(HOUSE, (Part(2, "00" * 32, SITE),)).check(2)


@pytest.mark.parametrize("seats", [(2, 1), (1, 1), (0,), (4,)])
def test_each_seat_has_one_part_at_most(seats):
    """Neither in another order, nor twice, nor of a seat that wasn't dealt to."""
    with pytest.raises(ValueError, match="not one for each seat at most"):
        Mix(HOUSE, tuple(Part(seat, "ab" * 32, PLAYER) for seat in seats)).check(3)


@pytest.mark.parametrize("part", ["", "ab", "AB" * 32, "xy" * 32, "ab" * 33, "ab" * 32 + "\n"])
def test_a_part_is_64_digits(part):
    """Nothing else is one."""
    assert not is_part(part)
    with pytest.raises(ValueError, match="not 64 hexadecimal digits"):
        Mix(HOUSE, (Part(1, part, PLAYER),)).check(3)


def test_words_change_a_part():
    """With the number of a browser or without one; no words leave it as it is."""
    number = "ab" * 32

    assert part_with_words(number, "") == number
    assert len({number, part_with_words(number, "dice: 3 5 1"), part_with_words("", "dice: 3 5 1")}) == 3
    assert is_part(part_with_words("", "żółw"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_record_shows_its_mix_and_every_shuffle(edition):
    """It reads as it was written, holds as it is, and in no other way."""
    record = a_fair_record(edition, mix=a_mix(), come_and_go=0.02)

    assert Record.parse(str(record)) == record
    assert record.check(a_mix().commitment).winner == record.winner
    assert record.chance[0].step == 0
    for each in tampered(record).values():
        with pytest.raises(ValueError, match=each.sentence):
            replace(record, **each.change).check()


def test_the_list_of_chance_holds_for_games_that_were_dealt_before():
    """A game whose seed the site alone made has no mix; its shuffles are listed all the same."""
    record = a_fair_record("wonderland")

    assert (record.format, record.mix) == (2, None)
    assert {each.how for each in record.chance} >= {"shuffle"}
    record.check()
    with pytest.raises(ValueError, match="Draw 2 of chance"):
        replace(record, chance=record.chance[:1]).check()


def test_chance_is_not_kept_with_a_game():
    """A table that is stored doesn't hold what chance decided, and one that is read keeps no list."""
    draws = []
    game = Game.new("board", seed="1", draws=draws)

    assert len(draws) == game.table.chance == 5
    assert b"draws" not in game.dump()
    assert Game.load(game.dump()).table.draws is None


def test_a_later_format_is_told():
    """A record that a newer release has written is no record here, in a sentence."""
    record = replace(a_fair_record(), format=3)
    with pytest.raises(ValueError, match="its format is 3, and this release reads 1 to 2"):
        Record.parse(str(record))
