"""Anatomy: set-up, Ungoals, Learning Mode and its questions (R002, R070, R112, R113, R178 to R182)."""

from random import Random

import msgspec
import pytest

from engine import Game, bots, card, edition_of, text
from engine.cards import CARDS, anatomy
from engine.cards.factlets import FACTLETS, ORGANS
from engine.cards.trivia import ask_trivia
from engine.editions import deck_of
from engine.editions.deck_list import build_deck, list_of
from engine.outcomes import Answered, Drew, Judged, Lapsed, Quizzed, RuleStayed, Said, seen_by
from engine.scenario import deal

NAME, KNOW, ADD = "name-that-organ", "knowledge-bonus", "alternate-factlets"
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


def told(table, kind):
    """The outcomes of one kind so far."""
    return [outcome for outcome in table.happened if isinstance(outcome, kind)]


def kinds(player):
    """What a player is asked beside the play."""
    return [question.what.value for question in player.beside]


def same(string, plural="", count=1):
    """A translation that changes nothing."""
    return string if count == 1 else plural


def test_R002_the_meta_rule_and_name_that_organ_start_in_play():
    """They lie on the table and not in the deck, and everybody has three cards."""
    game = Game.new("anatomy", 3, seed="1")
    view = game.view(None)

    assert (view.meta, view.rules) == (("learning-mode",), (NAME,))
    in_deck = game.table.slugs(game.table.draw_pile)
    assert not {"learning-mode", NAME} & set(in_deck)


def test_R002_the_deck_has_100_cards():
    """With the Basic Rules and Heartbeat, in the numbers of its design."""
    cards = [card(slug).kind for slug in edition_of("anatomy").cards]
    counted = {kind: cards.count(kind) for kind in cards}

    assert len(cards) + 1 == 100
    assert counted == {
        "keeper": 25,
        "goal": 28,
        "ungoal": 3,
        "creeper": 4,
        "meta rule": 1,
        "new rule": 21,
        "action": 17,
    }


def test_R182_heartbeat_is_left_out_and_alternate_factlets_can_be():
    """By agreement before the game: more cards, or fewer."""
    plain, more, fewer = map(deck_of, ("anatomy", "anatomy +heartbeat", f"anatomy -{ADD}"))

    assert (len(plain.numbers("heartbeat")), len(more.numbers("heartbeat"))) == (0, 1)
    assert (len(plain.numbers(ADD)), len(fewer.numbers(ADD))) == (1, 0)


GOALS = [goal for goal in anatomy.CARDS if goal.kind == "goal"]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.slug)
def test_R091_every_goal_is_met_by_the_keepers_it_names(goal):
    """And by nothing less: the last of them makes the winner."""
    wants = goal.wants.keepers[:2]
    table = deal(
        edition="anatomy", ann=[wants[1]], bob=1, keepers={"ann": [wants[0]]}, goals=[goal.slug], drawn=1
    )
    assert table.winner == ""
    table.seats[0].plays(wants[1])

    assert table.winner == "ann"


@pytest.mark.parametrize("pair", [("liver", "kidneys"), ("liver", "spleen"), ("kidneys", "spleen")])
def test_R091_filters_asks_for_any_two_of_three(pair):
    """Each pair will do."""
    table = deal(edition="anatomy", ann=["filters"], bob=1, keepers={"ann": list(pair)}, drawn=1)
    table.seats[0].plays("filters")

    assert table.winner == "ann"


@pytest.mark.parametrize(("gland", "winner"), [("ovaries", "ann"), ("testes", "ann"), ("prostate", "")])
def test_R091_puberty_asks_for_one_of_two(gland, winner):
    """With the Pituitary Gland; both of the others without it are not enough."""
    table = deal(
        edition="anatomy",
        ann=["puberty"],
        bob=1,
        keepers={"ann": ["pituitary-gland", gland], "bob": ["uterus"]},
        drawn=1,
    )
    table.seats[0].plays("puberty")

    assert table.winner == winner


KEEPERS = {"ann": ["liver", "skin"], "bob": ["eyes", "bones"]}


def lying(ann=None, bob=None, loose=()):
    """Ann is about to play, and these Creepers cling to these keepers of Ann and of Bob."""
    ann, bob = ann or {}, bob or {}
    return {
        "edition": "anatomy",
        "more_cards": ["organ-failure"],  # of older games
        "keepers": KEEPERS,
        "creepers": {"ann": [*ann], "bob": [*bob, *loose]},
        "attached": ann | bob,
        "drawn": 1,
    }


@pytest.mark.parametrize(
    ("ungoal", "given"),
    [
        ("cancer", lying(ann={"mutation": "liver", "toxin": "liver"})),
        ("cancer", lying(bob={"mutation": "eyes", "toxin": "eyes", "virus": "eyes"})),
        ("sepsis", lying(ann={"virus": "skin", "bacteria": "skin"})),
        ("sepsis", lying(bob={"virus": "eyes", "bacteria": "eyes"})),
        ("organ-failure", lying(ann={"toxin": "liver", "bacteria": "skin"})),
        ("organ-failure", lying(ann={"toxin": "liver"}, bob={"bacteria": "eyes", "virus": "bones"})),
        (
            "multiple-organ-failure",
            lying(ann={"toxin": "liver", "mutation": "skin"}, bob={"virus": "bones", "bacteria": "eyes"}),
        ),
    ],
)
def test_R112_an_ungoal_that_is_met_ends_the_game_for_all(ungoal, given):
    """Whoever has the keeper with both Creepers, or the keepers that are all afflicted."""
    table = deal(ann=[ungoal], bob=1, **given)
    table.seats[0].plays(ungoal)

    assert (table.game.over, table.winner, table.game.questions) == (True, "", ())
    assert table.game.view(None).lost == (ungoal,)


@pytest.mark.parametrize(
    ("ungoal", "given"),
    [
        ("cancer", lying(ann={"mutation": "liver", "toxin": "skin"})),  # both are afflicted, no one by both
        ("cancer", lying(ann={"mutation": "liver"}, bob={"toxin": "eyes"})),
        ("cancer", lying(ann={"mutation": "liver", "virus": "liver", "bacteria": "liver"})),
        ("sepsis", lying(ann={"virus": "liver", "bacteria": "skin"})),
        ("sepsis", lying(ann={"virus": "liver"}, bob={"bacteria": "eyes"})),
        ("organ-failure", lying(ann={"toxin": "liver", "virus": "liver"})),  # Skin is well
        ("organ-failure", lying(ann={"toxin": "liver"}, bob={"virus": "eyes"})),
        ("multiple-organ-failure", lying(ann={"toxin": "liver"}, bob={"virus": "eyes", "bacteria": "bones"})),
    ],
)
def test_R112_an_ungoal_that_is_not_met_is_in_play_like_a_goal(ungoal, given):
    """Creepers on different keepers are no threat together, nor is a seat with a keeper that is well."""
    table = deal(ann=[ungoal], bob=1, **given)
    table.seats[0].plays(ungoal)

    assert (table.game.over, table.goals) == (False, [ungoal])


@pytest.mark.parametrize("keepers", [[], ["liver"]])
def test_R112_organ_failure_takes_two_keepers(keepers):
    """Who has a single keeper, or none, is spared."""
    given = {"creepers": {"ann": ["virus"]}, "attached": {"virus": "liver"}} if keepers else {}
    given |= {"edition": "anatomy", "more_cards": ["organ-failure"]}
    table = deal(ann=["organ-failure"], bob=1, keepers={"ann": keepers}, drawn=1, **given)
    table.seats[0].plays("organ-failure")

    assert not table.game.over


@pytest.mark.parametrize(("others", "lost"), [(["bob"], True), (["bob", "cid"], False)])
def test_R112_of_two_players_the_only_keeper_of_one_is_enough_for_multiple_organ_failure(others, lost):
    """Bob has one keeper, and Virus clings to it; with three players it takes four keepers."""
    table = deal(
        edition="anatomy",
        ann=["multiple-organ-failure"],
        **dict.fromkeys(others, 1),
        keepers={"ann": ["liver", "skin"], "bob": ["eyes"]},
        creepers={"bob": ["virus"]},
        attached={"virus": "eyes"},
        drawn=1,
    )
    table.seats[0].plays("multiple-organ-failure")

    assert table.game.over == lost


@pytest.mark.parametrize(
    ("ungoal", "attached", "down"),
    [
        ("sepsis", {"virus": "liver", "bacteria": "liver"}, ["liver"]),
        ("organ-failure", {"virus": "liver", "bacteria": "skin"}, ["skin"]),
    ],
)
def test_Z3_a_keeper_that_lies_face_down_is_none_for_an_ungoal(ungoal, attached, down):
    """As for every goal."""
    table = deal(
        edition="ice anatomy",
        more_cards=["organ-failure"],
        ann=[ungoal],
        bob=1,
        keepers={"ann": ["liver", "skin"]},
        creepers={"ann": ["virus", "bacteria"]},
        attached=attached,
        face_down={"ann": down},
        rules=["secret-data", NAME],
        drawn=1,
    )
    table.seats[0].plays(ungoal)

    assert not table.game.over


def test_R070_rules_reset_leaves_the_meta_rule():
    """And the learning rule in play makes room for the other."""
    table = deal(edition="anatomy", ann=["rules-reset"], bob=1, rules=[NAME, "draw-2"], drawn=2)
    table.seats[0].plays("rules-reset")

    assert (table.game.view(None).meta, table.rules) == (("learning-mode",), [KNOW])
    assert sorted(table.discard) == ["draw-2", NAME, "rules-reset"]


REMOVERS = ["trash-a-new-rule", "lets-simplify", "rules-reset"]


@pytest.mark.parametrize("remover", REMOVERS)
@pytest.mark.parametrize("where", ["deck", "discard"])
@pytest.mark.parametrize(("there", "other"), [(NAME, KNOW), (KNOW, NAME)])
def test_R178_the_other_learning_rule_takes_the_place_of_one_that_goes(remover, where, there, other):
    """Out of the draw pile or the discard pile."""
    given = {"discard": [other]} if where == "discard" else {}
    table = deal(edition="anatomy", ann=[remover], bob=1, rules=[there], drawn=1, **given)
    table.seats[0].plays(remover)
    if table.seats[0].asked == "discard-rules":
        table.seats[0].answers(there)

    assert (table.rules, there in table.discard) == ([other], True)


@pytest.mark.parametrize("remover", REMOVERS)
def test_R178_a_learning_rule_stays_while_the_other_is_in_a_hand(remover):
    """Nothing comes of it for this rule; other rules go."""
    table = deal(
        edition="anatomy", ann=[remover], bob=[KNOW], rules=["poor-bonus", NAME], drawn=1, keepers={"bob": 1}
    )
    ann, _bob = table.seats
    ann.plays(remover)
    if ann.asked in ("discard-rule", "discard-rules"):
        ann.answers(NAME)

    assert (table.rules, NAME in table.discard) == (
        [NAME] if remover == "rules-reset" else [NAME, "poor-bonus"],
        False,
    )
    assert told(table, RuleStayed) == [RuleStayed(NAME, "learning-mode")]


@pytest.mark.parametrize("rule", [NAME, KNOW])
def test_R178_one_learning_rule_is_in_play_all_through_a_game(rule):
    """Whatever random players do."""
    for number in range(12):
        game, dice = Game.new("anatomy", 3, seed=f"{rule} {number}"), Random(number)
        while not game.over:
            question = dice.choice(game.questions)
            game.answer(question.seat, bots.pick(question, dice), question.number)
            if not game.table.resolving:
                assert len({NAME, KNOW} & set(game.view(None).rules)) == 1


def trivia(rule, *, seats=3, hands=("liver", "skin", "heart", "eyes"), rules=(), **given):
    """Ann is about to play organs while a learning rule is in play."""
    names = ["bob", "cid"][: seats - 1]
    return deal(
        edition="anatomy",
        ann=[*hands, 1],
        **dict.fromkeys(names, 1),
        rules=[rule, "play-all", *rules],
        drawn=1,
        **given,
    )


@pytest.mark.parametrize("rule", [NAME, KNOW])
def test_R179_R180_questions_of_one_turn_go_round_the_others(rule):
    """The first to Bob, the second to Cid, the third to Bob again; Ann is never asked."""
    table = trivia(rule)
    ann, bob, cid = table.seats
    ann.plays("liver")
    assert (kinds(bob), kinds(cid)) == ([rule], [])
    ann.plays("skin")
    assert (kinds(bob), kinds(cid)) == ([rule], [rule])
    ann.plays("heart")

    assert (kinds(ann), kinds(bob), kinds(cid)) == ([], [rule, rule], [rule])


@pytest.mark.parametrize("rule", [NAME, KNOW])
@pytest.mark.parametrize(("answer", "gained"), [("correct", 1), ("incorrect", 0)])
def test_R179_a_right_answer_draws_one_card_at_the_next_checkpoint(rule, answer, gained):
    """Bob answers between two plays of Ann's; after the next one it is settled, and all are told."""
    table = trivia(rule)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    before = len(bob.hand)
    bob.answers(answer)
    assert (len(bob.hand), kinds(bob), told(table, Answered)) == (before, [], [])
    ann.plays("skin")

    (answered,) = told(table, Answered)
    assert len(bob.hand) == before + gained
    assert (answered.right, answered.seat, answered.why) == (bool(gained), bob.seat, rule)
    assert answered.fact in {each.fact for each in ORGANS[answered.card]}
    assert [each.why for each in told(table, Drew) if each.seat == bob.seat] == [rule] * gained


def test_R179_name_that_organ_has_four_organs_of_which_one_is_right():
    """The fact is about one of them, and does not name it."""
    table = trivia(NAME)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    (question,) = bob.beside
    (kept,) = table.table.beside

    assert len(set(question.options)) == 4
    assert kept.secret[0] in question.options
    assert set(question.options) <= set(ORGANS)
    assert question.said in [each.fact for each in ORGANS[kept.secret[0]]]
    assert question.said in text.ask(question, CARDS, same, same)


def organs_but(*out_of_sight):
    """All organs but these."""
    return [organ for organ in ORGANS if organ not in out_of_sight]


HIDDEN = ("brain", "heart", "lungs", "skin", "eyes")


@pytest.mark.parametrize("number", range(12))
def test_Z6_name_that_organ_asks_what_lies_face_up_nowhere(number):
    """Neither in play nor in the discard pile; and no choice lies there, which would be no choice at all."""
    in_play, discarded = organs_but(*HIDDEN, "liver")[:9], organs_but(*HIDDEN, "liver")[9:]
    given = {"keepers": {"ann": in_play[:4], "cid": in_play[4:]}, "discard": discarded}
    table = trivia(NAME, hands=("liver", "brain"), deck=["heart", number], **given)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    (kept,) = table.table.beside

    assert kept.secret[0] in HIDDEN
    assert set(bob.beside[0].options) < set(HIDDEN)


def test_Z6_every_organ_out_of_sight_is_asked_for():
    """Chance decides among them, those in hands included."""
    asked = set()
    for number in range(60):
        game = Game.new("anatomy", 2, seed=str(number))
        game.table.keepers[1] = [game.table.deck.numbers("liver")[0]]
        ask_trivia(game.table, "liver")
        asked.add(game.table.beside[0].secret[0])

    assert len(asked) > 15
    assert "liver" not in asked


def test_Z6_where_all_lie_in_sight_any_but_the_one_just_played_is_asked_for():
    """With three out of sight the fourth choice is one in sight; with none all four are."""
    for hidden in ((), ("brain",), ("brain", "heart", "lungs")):
        discarded = organs_but("liver", *hidden)
        table = trivia(NAME, hands=("liver", *hidden), discard=discarded)
        ann, bob, _cid = table.seats
        ann.plays("liver")
        (kept,) = table.table.beside
        options = bob.beside[0].options

        assert kept.secret[0] in (hidden or discarded)
        assert len(set(options)) == 4
        assert "liver" not in options
        assert set(hidden) <= set(options)


def test_Z6_games_that_began_before_go_on_asking_for_the_organ_just_played():
    """A game keeps the rulings that it lists, as it keeps its cards."""
    deck = build_deck(msgspec.structs.replace(list_of(deck_of("anatomy")), rulings=0))
    for number in range(20):
        game = Game.new(deck, 2, seed=str(number))
        woken = Game.load(game.dump())
        ask_trivia(woken.table, "liver")

        assert woken.table.beside[0].secret[0] == "liver"


def test_R179_knowledge_bonus_has_four_facts_of_which_one_is_about_the_organ():
    """Each option reads as its fact."""
    table = trivia(KNOW)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    (question,) = bob.beside

    facts = [FACTLETS[label] for label in question.options]
    assert [each.organ for each in facts].count("liver") == 1
    assert len({each.organ for each in facts}) == 4
    assert [text.option(option, CARDS, NAMES, same) for option in question.read_options] == [
        each.fact for each in facts
    ]
    assert "Liver" in text.ask(question, CARDS, same, same)


@pytest.mark.parametrize("rule", [NAME, KNOW])
def test_R179_nobody_sees_the_answer_before_it_is_settled(rule):
    """The others see nothing of the question, and Bob not which option is right."""
    table = trivia(rule)
    ann, bob, cid = table.seats
    ann.plays("liver")
    (kept,) = table.table.beside
    for seat in (None, ann.seat, cid.seat):
        view = table.game.view(seat)
        assert (kept.secret[1] in repr(view), kept.said in repr(view), view.beside) == (
            False,
            not kept.said,
            (),
        )
    quizzed = [seen_by(each, bob.seat) for each in told(table, Quizzed)]

    assert quizzed == [Quizzed(bob.seat, "liver", rule)]
    assert "secret" not in type(bob.beside[0]).__struct_fields__


def test_R179_a_question_lapses_when_its_seats_own_turn_begins():
    """Bob had time while Ann went on, and gave no answer."""
    table = trivia(NAME, hands=("liver", "draw-2"))
    ann, bob, _cid = table.seats
    ann.plays("liver")
    ann.plays("draw-2")
    while table.turn == "ann":
        ann.answers("any")

    assert Lapsed(bob.seat, NAME) in told(table, Lapsed)


def test_R179_a_question_about_the_last_play_waits_for_the_seats_first_decision():
    """Bob's turn begins in the moment in which he is asked; he may answer before he plays."""
    table = deal(edition="anatomy", ann=["liver"], bob=["bile", "appetite"], cid=1, rules=[NAME], drawn=1)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    assert (bob.asked, kinds(bob)) == ("play", [NAME])
    before = len(bob.hand)
    bob.answers("correct")
    bob.plays("bile")

    assert (len(bob.hand), told(table, Lapsed)) == (before, [])


def test_R179_a_question_about_the_last_play_lapses_with_the_seats_first_decision():
    """Bob plays without answering."""
    table = deal(edition="anatomy", ann=["liver"], bob=["bile", "appetite"], cid=1, rules=[NAME], drawn=1)
    ann, bob, _cid = table.seats
    ann.plays("liver")
    bob.plays("bile")

    assert (kinds(bob), told(table, Lapsed)) == ([], [Lapsed(bob.seat, NAME)])


def write(table, words="It can grow back."):
    """Ann plays Liver, Bob writes a fact about it, and Ann plays on, so that it is settled."""
    ann, bob, *_ = table.seats
    ann.plays("liver")
    bob.answers(words)
    ann.plays("draw-2")


def factlets(seats=3, hand=("liver", "draw-2", "draw-3", "draw-4")):
    """Alternate Factlets alone is in play, beside Play All."""
    names = ["bob", "cid", "dan"][: seats - 1]
    return deal(
        edition="anatomy",
        without=["learning-mode"],
        ann=[*hand],
        **dict.fromkeys(names, 1),
        rules=[ADD, "play-all"],
        drawn=1,
    )


def test_R181_the_same_player_may_write_a_fact_besides():
    """Both questions are open for Bob; the next organ asks Cid both."""
    table = trivia(NAME, rules=[ADD])
    ann, bob, cid = table.seats
    ann.plays("liver")
    ann.plays("skin")

    assert (kinds(bob), kinds(cid)) == ([NAME, ADD], [NAME, ADD])
    assert (bob.beside[1].words, bob.beside[1].options) == (300, ("pass",))


def test_R181_a_fact_is_read_by_all_and_the_others_may_challenge_it():
    """Once settled it is told in its own words, and everybody but Bob is asked."""
    table = factlets()
    ann, bob, cid = table.seats
    write(table)

    assert told(table, Said) == [Said(bob.seat, "It can grow back.", ADD)]
    assert (kinds(ann), kinds(bob), kinds(cid)) == (["challenge"], [], ["challenge"])
    assert "It can grow back." in text.ask(cid.beside[0], CARDS, same, same)


@pytest.mark.parametrize(
    ("votes", "accepted"),
    [
        (("accept", "accept"), True),
        (("accept", "challenge"), True),
        (("challenge", "challenge"), False),
    ],
)
def test_R181_a_fact_counts_unless_most_votes_challenge_it(votes, accepted):
    """When all have voted Bob draws 1, or not."""
    table = factlets()
    ann, bob, cid = table.seats
    write(table)
    before = len(bob.hand)
    ann.answers(votes[0])
    cid.answers(votes[1])
    ann.plays("draw-3")

    (judged,) = told(table, Judged)
    assert (judged.accepted, judged.votes, judged.challenges) == (accepted, 2, votes.count("challenge"))
    assert len(bob.hand) == before + accepted


def test_R181_votes_stay_unseen_until_the_last_is_in():
    """One vote changes nothing that anybody sees."""
    table = factlets()
    ann, _bob, _cid = table.seats
    write(table)
    ann.answers("challenge")
    ann.plays("draw-3")

    assert told(table, Judged) == []


def test_R181_a_vote_that_is_not_given_lapses_with_the_voters_turn():
    """Nobody votes: the fact counts when the last vote has lapsed, that of Ann with her own next turn."""
    table = factlets(seats=3)
    _ann, bob, _cid = table.seats
    write(table)
    while not told(table, Judged) and not table.game.over:
        asked = next(each for each in table.seats if each.question)
        asked.answers("any")

    (judged,) = told(table, Judged)
    assert (judged.seat, judged.votes, judged.accepted) == (bob.seat, 0, True)


def test_R181_to_pass_is_no_fact():
    """Nothing is told and nobody is asked."""
    table = factlets()
    _ann, _bob, cid = table.seats
    write(table, "pass")

    assert (told(table, Said), kinds(cid)) == ([], [])


@pytest.mark.parametrize("words", ["", "   ", "x" * 301, "a\x00b"])
def test_R181_an_empty_or_endless_text_is_refused(words):
    """Up to 300 characters, and something to read."""
    table = factlets()
    ann, bob, _cid = table.seats
    ann.plays("liver")

    assert bob.cannot(words)


def test_every_organ_has_three_facts_or_more_each_with_its_source():
    """And no two facts are the same."""
    organs = {each.slug for each in anatomy.CARDS if each.kind == "keeper"}

    assert set(ORGANS) == organs
    assert all(len(facts) >= 3 for facts in ORGANS.values())
    assert all(each.source and each.fact.endswith(".") for each in FACTLETS.values())
    assert len(FACTLETS) == sum(map(len, ORGANS.values()))
