"""What must stay hidden: the seed, the draws, and choices that are not revealed yet."""

import json
import logging
from contextlib import suppress

import pytest
from django.apps import apps
from django.db import models, transaction
from django.urls import reverse

import engine
from engine.scenario import deal
from games import clock
from games.core import access, bots
from games.core.locking import lock_game
from games.core.refusal import Refusal
from games.delivery.channels import webhook
from games.delivery.channels.brief import brief_of
from games.history import game_history
from games.inbound.play_reply import play_reply
from games.mail.compose import compose, compose_bundle, letter_of
from games.models import GameState, Move, Notice, Vote
from games.outbox import notices
from games.outbox.obsolete import Obsolete
from games.people.feeds import renew_feeds
from games.periodic import timeouts
from games.periodic.sweep import sweep_deadlines
from games.play import table_notices, undo, votes
from games.play.silence import CHOICES
from games.play.table import LockedTable
from games.play.takeback import request_takeback
from games.seats.deputies import accept_deputy, ask_deputy
from tests.mail.tables import store
from tests.support.canaries import name_canaries

from .conftest import make_player
from .play import (
    advice,
    answer,
    asks_three,
    let_time_run_out,
    open_questions,
    position,
    question_to,
    seat_of,
    set_table,
)


def test_h4_the_seed_is_in_the_state_and_nowhere_else(ann, bob, start):
    """No other table holds the seed, or any part of it that could be searched for."""
    game = start(ann, bob, bots=1)
    answer(question_to(game, ann))
    seed = GameState.objects.get(game=game).seed

    found = []
    for model in apps.get_models():
        if model is GameState:
            continue
        for row in model.objects.all().values():
            found += [(model.__name__, field) for field, value in row.items() if seed[:12] in str(value)]
    assert found == []


def test_h4_nothing_of_the_deal_comes_from_time_or_ids(ann, bob, start, travel, monkeypatch):
    """The same moment and other ids, with the same seed: the same cards. Another seed: others.

    Two games never share a seed; it has 256 bits.
    """
    found = {start(ann, bob).state.seed for _game in range(5)}
    assert (len(found), {len(seed) for seed in found}) == (5, {64})

    games = []
    for seed in ("a" * 64, "a" * 64, "b" * 64):
        monkeypatch.setattr(engine.Mix, "seed", property(lambda _mix, seed=seed: seed))
        games.append(start(ann, bob))
    first, second, third = (access.view(game, seat_of(game, ann)).hand for game in games)
    assert first == second != third


def test_h5_a_failed_transaction_gives_no_second_draw(ann, bob, start, monkeypatch):
    """An answer that fails after its draw, and is given again, draws the same cards."""
    game = start(ann, bob)
    question = question_to(game, ann)
    labels = advice(question)
    drawn = []

    def fail(table):
        drawn.append(table.steps[0].move.outcomes)
        raise RuntimeError("after the draw")

    monkeypatch.setattr("games.play.play_on.store_change", fail)
    with pytest.raises(RuntimeError):
        answer(question, labels)
    monkeypatch.undo()
    answered = answer(question, labels)

    assert drawn == [answered.move.outcomes]


def test_h5_asking_twice_gives_no_second_draw(ann, bob, start):
    """A double submit shows the first result; the table is drawn from once."""
    game = start(ann, bob)
    question = question_to(game, ann)
    labels = advice(question)
    answer(question, labels, submission_key="form")
    before = bytes(GameState.objects.get(game=game).data)
    answer(question, labels, submission_key="form")

    assert bytes(GameState.objects.get(game=game).data) == before


def test_h5_a_bot_that_plays_at_random_plays_the_same_after_a_retry(ann, start):
    """Even a random bot's choice comes from the seed and the state."""
    game = start(ann, bots=2)
    with transaction.atomic():
        table = LockedTable.load(lock_game(pk=game.pk))
        asked = table.engine_game.questions[0].seat
        seat = table.seats[asked]
        seat.bot = "random"

        first, again = (bots.choose_answer(table.engine_game, seat, table.chance) for _attempt in range(2))

        assert first == again


def test_h6_simultaneous_choices_stay_sealed_until_all_are_in(ann, bob, carol, start):
    """Until the last has answered, nobody is told what the first chose, in view, history or mail."""
    game = start(ann, bob, carol, make_player("Dave"))
    set_table(game, position(asks_three, seats=4))
    first, *others = open_questions(game)
    before = {seat: access.view(game, seat) for seat in game.seats.all() if seat.pk != first.seat_id}
    answered = answer(first)

    for seat, seen_before in before.items():
        told = [
            line.text
            for line in game_history.history_lines(game, seat)
            if line.version == answered.move.version
        ]
        seen = access.view(game, seat)
        assert told == []
        hidden = seen.waiting_for, seen_before.waiting_for
        assert set(hidden[0]) == {each for each in hidden[1] if each[0] != first.seat.number}
        assert (seen.discard, seen.seats, seen.hand) == (
            seen_before.discard,
            seen_before.seats,
            seen_before.hand,
        )
    assert {question.pk for question in open_questions(game)} == {question.pk for question in others}


def test_h6_a_timeout_does_not_unseal_a_choice(ann, bob, carol, start):
    """When the clock answers one of several, the history says that it did, not what."""
    game = start(ann, bob, carol, make_player("Dave"))
    set_table(game, position(asks_three, seats=4))
    first = open_questions(game)[0]
    let_time_run_out(game)
    timeouts.strike(question_pk=first.pk)
    move = Move.objects.filter(game=game).last()

    told = [line.text for line in game_history.history_lines(game, None) if line.version == move.version]
    assert told == [f"Time ran out, so the site answered for {first.seat.name}."]
    titles = [engine.card(label).title for label in move.labels if "@" not in label]
    assert not any(title in text for title in titles for text in told)


def test_h9_an_error_of_the_rules_is_logged_without_its_cards(ann, bob, start, caplog, monkeypatch):
    """A failing sweep names the kind and the place of an error, never what it says."""
    game = start(ann, bob)
    let_time_run_out(game)

    def fail(*_args):
        raise RuntimeError("Ann holds Bread")

    monkeypatch.setattr(bots, "choose_answer", fail)
    with caplog.at_level(logging.DEBUG):
        sweep_deadlines()

    assert "RuntimeError" in caplog.text
    assert "Bread" not in caplog.text


def test_objects_name_no_card(ann, bob, start):
    """What __str__ and __repr__ of rows show is public; no game loads the table of its state."""
    game = start(ann, bob)
    move = Move.objects.get(game=game)
    cards = [card for outcome in move.outcomes for card in outcome.get("cards", [])]
    shown = " ".join(repr(row) for row in [move, game, game.state, question_to(game, ann), *game.seats.all()])
    fields = {field.name for field in type(game)._meta.get_fields() if isinstance(field, models.Field)}

    assert cards
    assert not any(card in shown or engine.card(card).title in shown for card in cards)
    assert not {"data", "seed", "state"} & fields


def test_h2_no_letter_feed_or_call_tells_others_of_a_hand(db, monkeypatch, settings, client):
    """Bob's cards are canaries. Whatever the others are sent, by any way, names none of them."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    scene = deal(ann=["milk", "love"], bob=["bread", "time", "cookies"], cid=2, rules=["play-2"])
    name_canaries(monkeypatch, scene.game.view(2).hand)
    stored = store(scene, silence="vote", patience=1)
    ann, bob, cid = (stored.seats[name] for name in ("ann", "bob", "cid"))
    game, dee = stored.game, make_player("Dee")
    asked = ask_deputy(
        seat=ann, by=ann.player, who=dee.email, until=clock.now().astimezone(ann.player.zone).date()
    )
    accept_deputy(deputy=asked.pk, by=dee)
    answer(stored.question("ann"), ["milk"])
    play_reply(
        seat=ann, text="hand\nhelp\nundo\nsay Well, @all?", received_at=clock.now(), message_id="<1@x>"
    )
    for label in ("milk", "love"):
        answer(stored.question("ann"), [label])
    assert request_takeback(seat=ann.pk) is not None
    game.refresh_from_db()
    bobs = stored.question("bob")
    notices.write(table_notices.build_warnings(bobs))
    table_notices.notify_unreachable(game, bob, [ann, bob, cid], bobs)
    votes.do_open(game, bob, Vote.Kind.SILENCE, choices=CHOICES)
    open_vote = Vote.objects.get(kind=Vote.Kind.SILENCE)
    notices.write(
        notices.build_notice(
            Notice.Kind.VOTE, key=f"vote/{seat.pk}", game=game, seat=seat, params={"vote": open_vote.pk}
        )
        for seat in (ann, cid)
    )
    told, kinds = [], set()
    for notice in Notice.objects.filter(game=game).exclude(player=bob.player).select_related("player"):
        with suppress(Obsolete):
            mail = compose(notice)
            kinds.add(notice.kind)
            told += [mail.message().as_string(), mail.body, *(page for page, _type in mail.alternatives)]
            told.append(compose_bundle(notice.player, [(notice, letter_of(notice))] * 2).body)
        brief = brief_of(notice, notice.player)
        told += [json.dumps(webhook.body_for(kind, brief)) for kind in ("json", "slack", "discord")]
        told.append(f"{brief.whole} {brief.tag}")
    for player in (ann.player, cid.player, dee):
        secret, feeds = renew_feeds(player=player), ("deadlines_feed", "turns_feed")
        told += [client.get(reverse(name, args=[secret])).content.decode() for name in feeds]

    assert {"mention", "takeback", "warning", "unreachable", "vote", "deputy", "reply"} <= kinds
    assert not [text for text in told if "Canary" in text]
    assert "Canary0" in compose(Notice.objects.filter(question=bobs, player=bob.player).first()).body


HANDS = (
    ["bread", "time", "cookies"],
    ["draw-5", "random-tax", "rules-reset"],
    ["hand-limit-0", "rich-bonus", "todays-special"],
)
PLAYS = ("milk", "draw-2", "hand-limit-2", "keeper-limit-2", "jackpot", "trash-a-keeper", "double-agenda")


@pytest.mark.parametrize("card", PLAYS)
def test_h1_what_may_be_taken_back_does_not_depend_on_other_hands(card, db):
    """Ann plays a card: whether it can be taken back, and why not, is the same whatever Bob holds."""
    said = set()
    for number, hand in enumerate(HANDS):
        scene = deal(ann=[card, "love", "chocolate"], bob=hand, cid=3, rules=["play-2"])
        stored = store(scene, name=f"Game {number}")
        answer(stored.question("ann"), [card])
        seat, seen = stored.seats["ann"], access.view(stored.game, stored.seats["ann"])
        version, why = access.last_answer(stored.game, seat, seen.turn_number)
        try:
            undo.undo(seat=seat.pk)
            said.add((version is not None, why, "done"))
        except Refusal as refusal:
            said.add((version is not None, why, str(refusal)))

    assert 1 == len(said)
