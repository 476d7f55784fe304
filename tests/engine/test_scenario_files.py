"""Whatever a scenario file says wrong is an error with a sentence (conftest.py plays those that hold)."""

import pytest

from engine.scenario import BadScenario
from engine.scenario.case import read_cases, read_text, run_case
from engine.scenario.expect import Failed

GIVEN = """
[given]
seats = ["ann", "bob"]
hands = { ann = ["bread", "milk"], bob = 1 }
drawn = 1
"""
PLAY = """
[[when]]
seat = "ann"
answer = "bread"
"""
THEN = """
[then]
keepers = { ann = ["bread"] }
"""


def played(text):
    """Read and play a case."""
    run_case(read_cases(text)[0])


def test_a_case_that_holds_says_nothing():
    """The three parts that the other cases of this file are made of."""
    played(GIVEN + PLAY + THEN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("given = 3", "given: expected a table, not the number 3"),
        ("[[given]]\nseats = ['ann', 'bob']\n" + THEN, r"expected a table, not a list; write \[given\]"),
        (GIVEN + "hands.cat = 'bread'\n", "This isn't valid TOML"),
        (
            GIVEN + "[given.keepers]\nann = 'milk'\n" + THEN,
            r"""given.keepers.ann: .*'milk'; write \["milk"\]""",
        ),
        (THEN, "\\[given\\] is missing"),
        (GIVEN + "[than]\n", "no key 'than' here; did you mean 'then'?"),
        (
            GIVEN + PLAY + "[then]\nasked = { bob = { wat = 'play' } }\n",
            "then.asked.bob: there is no key 'wat' here; did you mean 'what'",
        ),
        (GIVEN, "no step and no expectation"),
    ],
)
def test_what_is_no_case_is_an_error(text, said):
    """A missing part, an unknown key, and a case that checks nothing; more in test_scenario_messages.py."""
    with pytest.raises(BadScenario, match=said):
        played(text)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"bread", "milk"', '"basic-rules"', "'basic-rules'"),
        ("drawn = 1", "drawn = 1\ngoals = ['bread']", "'bread' isn't a goal"),
        ("drawn = 1", "drawn = 1\nkeepers = { bob = ['toast'] }", "'toast' isn't a keeper"),
        ("drawn = 1", "drawn = 1\ndeck = ['milk']", "'milk' lies somewhere else already"),
        ("drawn = 1", "drawn = 1\nrules = ['draw-2', 'draw-3']", "'draw-3' replaces 'draw-2'"),
        ("drawn = 1", "drawn = 1\ngoals = ['toast', 'lullaby']", "goals: 2 can't be in play"),
        ("drawn = 1", "drawn = 1\nused = ['draw-2']", "'draw-2' gives no free action"),
        ("drawn = 1", "drawn = 1\nrandom = ['mlik']", "'mlik'"),
        ("drawn = 1", "drawn = -1", "given.drawn: expected a whole number from 0 to 200, not -1"),
        ("bob = 1", "bob = -1", "given.hands.bob: expected a whole number from 0 to 200, not -1"),
        ("bob = 1", "bob = 98", "cards are left"),
        ("bob = 1", "cat = 1", "no seat called 'cat'"),
        ("bob = 1", "bob = true", "given.hands.bob: expected a number or a list, not true"),
        ("drawn = 1", "drawn = 1\nkeepers = { cat = 1 }", "no seat called 'cat'"),
        ("drawn = 1", "drawn = 1\nturn = 'cat'", "no seat called 'cat'"),
        ("drawn = 1", "drawn = 1\nfirst = 'bob'", "given.first: this key belongs to new_game"),
        (
            "drawn = 1",
            "drawn = 1\nnew_game = true",
            "given.(hands|drawn): with new_game only seats, first, deck",
        ),
        ('["ann", "bob"]', '["ann"]', "no seat called 'bob'"),
        ('["ann", "bob"]', '["ann", "bob", "bob"]', "two seats can't both be called 'bob'"),
        ('["ann", "bob"]', '["ann", "bob", "milk"]', "'milk' can't be the name of a seat"),
        ('["ann", "bob"]', '["ann", "bob", "rock"]', "'rock' can't be the name of a seat"),
        ('["ann", "bob"]', '["ann", "bob", "nobody"]', "'nobody' can't be the name of a seat"),
        ('["ann", "bob"]', '["ann", "bob", "any"]', "'any' can't be the name of a seat"),
        ('["ann", "bob"]', '["ann", "bob", "a b"]', "'a b' can't be the name of a seat"),
        ('["ann", "bob"]', '["ann", "bob", "c", "d", "e", "f", "g"]', "2 to 6 seats"),
    ],
)
def test_a_position_that_can_not_be_is_an_error(before, after, said):
    """Unknown cards, wrong kinds, a card twice, rules that exclude each other, seats and numbers."""
    assert before in GIVEN

    with pytest.raises(BadScenario, match=said):
        played(GIVEN.replace(before, after) + PLAY + THEN)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("seat = 'ann'\nanswer = 'braed'\nrefused = true", "'braed' isn't a card, seat or choice"),
        ("seat = 'ann'\nanswer = 'bread@cat'", "no seat called 'cat'"),
        ("seat = 'ann'", "say one of answer, join = true or leave"),
        ("seat = 'ann'\nanswer = 'bread'\nleave = true", "say one of answer, join = true or leave"),
        ("seat = 'ann'\nanswer = 3", "when 1.answer: expected a text or a list, not the number 3"),
        ("answer = 'bread'", "when 1: the key 'seat' is missing"),
        ("seat = 'ann'\njoin = true", "'ann' sits at the table already"),
        ("seat = 'nobody'\njoin = true", "can't be the name of a seat"),
    ],
)
def test_a_step_that_makes_no_sense_is_an_error(step, said):
    """Whether it should be refused or not: a word that means nothing is no answer."""
    with pytest.raises(BadScenario, match=said):
        played(f"{GIVEN}\n[[when]]\n{step}\n{THEN}")


def test_a_seat_that_joins_later_can_not_be_spoken_of_before():
    """Neither as the one who answers nor in an expectation."""
    later = "[[when]]\nseat = 'cat'\njoin = true\n"

    with pytest.raises(BadScenario, match="when 1: there is no seat called 'cat'"):
        played(GIVEN + "[[when]]\nseat = 'cat'\nanswer = 'bread'\n" + later + THEN)
    with pytest.raises(BadScenario, match=r"when 1.then.hands: there is no seat called 'cat'"):
        played(GIVEN + PLAY + "then = { hands = { cat = 3 } }\n" + later + THEN)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("seat = 'ann'\nanswer = 'love'", "ann was refused"),
        ("seat = 'ann'\nanswer = []", "Choose exactly 1, not 0"),
        ("seat = 'bob'\nanswer = 'any'", "bob was refused: There’s nothing for you to answer right now"),
        ("seat = 'ann'\nanswer = 'bread'\nrefused = true", "bread was accepted"),
        ("seat = 'cat'\njoin = true\nrefused = true", "cat joined and was not refused"),
        ("seat = 'bob'\nleave = true\nrefused = true", "bob left and was not refused"),
        ("seat = 'ann'\nanswer = 'bread'\nthen = { played = 3 }", "when 1: played: expected 3, found"),
    ],
)
def test_a_step_that_goes_otherwise_fails(step, said):
    """Refused where it should not be, accepted where it should be refused, or with another effect."""
    with pytest.raises(Failed, match=said):
        played(f"{GIVEN}\n[[when]]\n{step}\n{THEN}")


FORCED = """
[given]
seats = ["ann", "bob"]
hands = { ann = ["hand-limit-0", "bread"], bob = ["milk"] }
drawn = 1

[[when]]
seat = "ann"
answer = "hand-limit-0"
"""


def test_a_choice_that_was_no_choice_may_be_written_down():
    """Both hands went by themselves; saying so is accepted, once."""
    ann, bob = "[[when]]\nseat = 'ann'\nanswer = 'bread'\n", "[[when]]\nseat = 'bob'\nanswer = 'milk'\n"

    played(FORCED + bob + ann + "[then]\ndiscard = ['milk', 'bread']\n")
    with pytest.raises(Failed, match="when 3: ann was refused"):
        played(FORCED + ann + ann)


def test_a_choice_that_was_no_choice_may_not_be_written_down_wrong():
    """Bob had nothing but milk."""
    with pytest.raises(Failed, match="when 2: ann was refused"):
        played(FORCED + "[[when]]\nseat = 'ann'\nanswer = 'milk'\n")


def test_a_refused_step_holds_when_it_is_refused():
    """Answers, joining and leaving."""
    full = GIVEN.replace('["ann", "bob"]', '["ann", "bob", "c", "d", "e", "f"]')
    refusals = (
        "[[when]]\nseat = 'ann'\nanswer = 'end'\nrefused = true\n"
        "[[when]]\nseat = 'ann'\nanswer = ['bread', 'milk']\nrefused = true\n"
        "[[when]]\nseat = 'bob'\nanswer = 'any'\nrefused = true\n"
        "[[when]]\nseat = 'gil'\njoin = true\nrefused = true\n"
    )

    played(full + refusals + PLAY + THEN)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("winner = 'ann'", "winner: expected 'ann', found 'nobody'"),
        ("over = true", "over: expected True, found False"),
        ("turn = 'ann'", "turn: expected 'ann', found 'bob'"),
        ("drawn = 2", "drawn: expected 2, found 1"),
        ("played = 1", "played: expected 1, found 0"),
        ("plays_left = 0", "plays_left: expected 0, found 1"),
        ("draw_count = 2", "draw_count: expected 2, found 1"),
        ("play_count = 'all'", "play_count: expected 'all', found 1"),
        ("hand_limit = 2", "hand_limit: expected 2, found 'none'"),
        ("keeper_limit = 2", "keeper_limit: expected 2, found 'none'"),
        ("hands = { ann = [] }", r"hands.ann: expected \[\], found \['milk'\]"),
        ("hands = { ann = 2 }", "hands.ann: expected 2 cards, found 1"),
        ("hands = { ann = ['milk', 1] }", "hands.ann: expected"),
        ("hands = { ann = ['love', '...'] }", "hands.ann: expected"),
        ("hands = { ann = ['milk', 'milk'] }", "hands.ann: expected"),
        ("keepers = { bob = ['bread'] }", "keepers.bob: expected"),
        ("temporary = { ann = 1 }", "temporary.ann: expected 1 cards, found 0"),
        ("rules = ['draw-2']", "rules: expected"),
        ("goals = ['toast']", "goals: expected"),
        ("discard = 1", "discard: expected 1 cards, found 0"),
        ("deck = 3", "deck: expected 3, found"),
        ("discard_top = ['bread']", "discard_top: expected"),
        ("deck_top = ['bread']", "deck_top: expected"),
        ("asked = {}", "asked: expected"),
        ("asked = { ann = 'play' }", "asked: expected"),
        ("asked = { bob = 'hand-limit' }", "asked.bob.what: expected 'hand-limit', found 'play'"),
        ("asked = { bob = { count = 2 } }", "asked.bob.least: expected 2, found 1"),
        ("asked = { bob = { most = 2 } }", "asked.bob.most: expected 2, found 1"),
        ("asked = { bob = { options = ['love'] } }", "asked.bob.options: expected"),
        ("asked = { bob = { includes = ['love'] } }", "asked.bob.includes: 'love' is not among"),
        ("asked = { bob = { excludes = ['any'] } }", "asked.bob.excludes"),
        ("not_asked = ['bob']", "not_asked: bob is asked 'play'"),
    ],
)
def test_an_expectation_that_does_not_hold_fails(then, said):
    """And says what was expected and what was found."""
    with pytest.raises(Failed, match=f"then: {said}"):
        played(f"{GIVEN}{PLAY}[then]\n{then}\n")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("winner = 'cat'", "then.winner: there is no seat called 'cat'"),
        ("turn = 'nobody'", "then.turn: there is no seat called 'nobody'"),
        ("hands = { cat = 1 }", "then.hands: there is no seat called 'cat'"),
        ("asked = { cat = 'play' }", "then.asked: there is no seat called 'cat'"),
        ("not_asked = ['cat']", "then.not_asked: there is no seat called 'cat'"),
        ("rules = ['draw-9']", "'draw-9' isn't a card"),
        ("discard_top = ['braed']", "'braed' isn't a card"),
        ("asked = { bob = { excludes = ['braed'] } }", "'braed' isn't a card, seat or choice"),
        ("rules = 'draw-2'", "then.rules: expected a number or a list, not the text 'draw-2'"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_an_error(then, said):
    """A name that means nothing never passes for something that just isn't there."""
    with pytest.raises(BadScenario, match=said):
        played(f"{GIVEN}{PLAY}[then]\n{then}\n")


def test_a_new_game_takes_seats_and_who_begins():
    """The position that the rules set up: nothing else can be said of it."""
    played(
        "[given]\nnew_game = true\nseats = ['ann', 'bob']\nfirst = 'bob'\n[then]\nturn = 'bob'\ndeck = 92\n"
    )

    with pytest.raises(BadScenario, match="no seat called 'cat'"):
        played("[given]\nnew_game = true\nseats = ['ann', 'bob']\nfirst = 'cat'\n[then]\nturn = 'bob'\n")


def test_a_file_that_can_not_be_read_is_an_error(tmp_path):
    """Missing, or no text."""
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(BadScenario, match="can't be read"):
        read_text(tmp_path / "missing.toml")
    with pytest.raises(BadScenario, match="can't be read"):
        read_text(binary)


ONE_CARD = "[given]\nseats = ['ann', 'bob']\ndrawn = 1\nhands.ann = ['bread']"


@pytest.mark.parametrize(
    ("answer", "refused"),
    [('["any", "any"]', "can't be chosen here|exactly 1"), ('"nothing"', "isn't a card")],
)
def test_any_stands_for_an_option_that_there_is(answer, refused):
    """With one card in hand a second ``any`` stands for nothing."""
    with pytest.raises((Failed, BadScenario), match=refused):
        played(f"{ONE_CARD}\n[[when]]\nseat = 'ann'\nanswer = {answer}")


def test_a_choice_made_already_can_not_be_refused():
    """It was the only one, and counts as answered."""
    with pytest.raises(Failed, match="made already"):
        played("""
            [given]
            seats = ["ann", "bob"]
            drawn = 1
            hands.ann = ["trash-a-keeper"]
            keepers.ann = ["bread"]
            [[when]]
            seat = "ann"
            answer = "trash-a-keeper"
            [[when]]
            seat = "ann"
            answer = "bread"
            refused = true
        """)


@pytest.mark.parametrize(
    "then",
    [
        'asked.ann = "plays"',
        'hand_limit = "nothing"',
        'play_count = "everything"',
        'asked.ann.what = "discard"',
    ],
)
def test_an_unknown_word_in_an_expectation_is_an_error(then):
    """It is not understood, rather than not so."""
    with pytest.raises(BadScenario):
        played(f'[given]\nseats = ["ann", "bob"]\n[then]\n{then}')


SEVERAL = """
given = { seats = ["ann", "bob"], drawn = 1, hands.ann = ["bread"] }
[[case]]
name = "Bread is played"
when = [{ seat = "ann", answer = "bread" }]
then.keepers.ann = ["bread"]
[[case]]
name = "Milk is played"
given.hands.ann = ["milk"]
when = [{ seat = "ann", answer = "milk" }]
then.keepers.ann = ["milk"]
"""


def test_several_cases_share_what_is_given():
    """A key of a case stands in place of that of the file."""
    cases = read_cases(SEVERAL)
    for case in cases:
        run_case(case)

    assert ["Bread is played", "Milk is played"] == [case.name for case in cases]
    assert [{"ann": ["bread"]}, {"ann": ["milk"]}] == [case.given.hands for case in cases]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('hands.ann = ["milk"]', 'hands.ann = ["mlik"]', "case 2.given.hands.ann: 'mlik' isn't a card"),
        ('hands.ann = ["milk"]', "hnds = 1", "case 2.given: there is no key 'hnds' here"),
        ('given.hands.ann = ["milk"]', "given = 1", "case 2.given: expected a table"),
        ("[[case]]", "[[cases]]", "there is no key 'cases' here"),
        ("given = {", "name = 'x'\ngiven = {", "there is no key 'name' here"),
    ],
)
def test_a_case_of_several_that_makes_no_sense_is_an_error(before, after, said):
    """It is said which case is meant."""
    with pytest.raises(BadScenario, match=said):
        read_cases(SEVERAL.replace(before, after))


def test_a_file_of_no_case_is_an_error():
    """It would hold whatever the rules do."""
    with pytest.raises(BadScenario, match="there is no case"):
        read_cases("case = []")
    with pytest.raises(BadScenario, match="case: expected a list"):
        read_cases("case = 3")
