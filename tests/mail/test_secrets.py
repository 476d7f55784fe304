"""What a mail must not tell: to its reader what the seat can't see, to a bystander what the reader holds."""

import html
import random
import re

import msgspec
import pytest
from django.utils import translation
from django.utils.translation import gettext

import engine
from engine.cards import CARDS
from engine.scenario import Scene, deal
from games.inbound.play_reply import play_reply
from games.mail.compose import compose
from games.models import GameState, Move, Notice, Player, Seat
from tests.mail.boards import on_board
from tests.mail.kinds import ALL, throws_of_bob, turn_of_ann
from tests.mail.random_games import change_hidden_cards, change_what_is_unseen, play
from tests.mail.received import Mail, send
from tests.mail.tables import NOW, Stored, store

pytestmark = pytest.mark.django_db

SIGHT = 200  # so many characters of a mail a mailbox may show beside the subject


def asked_at_rest(seed: int) -> tuple[Stored, str]:
    """A game by chance in which somebody is asked something between two plays."""
    for answers in range(30 + seed % 40, 0, -1):
        scene = play(seed, answers)
        if scene.game.at_rest:
            name = next(player.name for player in scene.seats if player.question)
            return store(scene), name
    raise AssertionError("no such game")


@pytest.mark.parametrize("seed", range(25))
def test_h1_unseen_cards_change_nothing(seed):
    """Other hands, the draw pile, the seed and hidden cards of the history leave no trace in a mail (H1)."""
    dice = random.Random(seed)
    stored, name = asked_at_rest(seed)
    seat = stored.seats[name]
    notices = [stored.notice(kind, name) for kind in ("turn", "reminder", "started", "autopilot")]
    before = [send(notice).raw for notice in notices]

    state = GameState.objects.get(game=stored.game)
    state.data = change_what_is_unseen(bytes(state.data), seat.number, dice)
    state.save()
    for move in Move.objects.filter(game=stored.game):
        move.outcomes = change_hidden_cards(move.outcomes, seat.number, dice)
        move.save()

    assert before == [send(notice).raw for notice in notices]


def test_h1_hidden_cards_were_changed():
    """The test above does change what it says it changes."""
    stored, name = asked_at_rest(3)
    number = stored.seats[name].number
    data = bytes(stored.game.state.data)
    changed = engine.Game.load(change_what_is_unseen(data, number, random.Random(1)))
    other = next(seat for seat in changed.seats if seat != number)
    outcomes = stored.game.moves.get().outcomes

    assert engine.Game.load(data).view(other).hand != changed.view(other).hand
    assert outcomes != change_hidden_cards(outcomes, number, random.Random(1))


def test_h6_sealed_answers_change_nothing():
    """Bob's mail does not tell what Ann has thrown (H6)."""
    scene = throws_of_bob()
    scene.seats[0].answers("rock")
    stored = store(scene)
    notice = stored.notice("answer", "bob")
    before = send(notice).raw

    state = GameState.objects.get(game=stored.game)
    data = bytes(state.data).replace(b'"rock"', b'"paper"')
    assert data != bytes(state.data)
    state.data = data
    state.save()

    assert before == send(notice).raw


@pytest.mark.parametrize(
    ("write", "count"),
    [(turn_of_ann, 4), (lambda: on_board("draw-shift"), 3)],
    ids=["fluxx", "board"],
)
def test_h2_canaries(write, count, monkeypatch, same_picture):
    """The cards of Bob's hand have names that nothing else has: they are in Bob's mail alone (H2)."""
    scene = write()
    for number, slug in enumerate(scene.game.view(2).hand):
        words = {"title": f"Canary{number}", "text": f"Canary{number}"}
        monkeypatch.setitem(CARDS, slug, msgspec.structs.replace(engine.card(slug), **words))
    stored = store(scene)
    for_bob = send(stored.notice("autopilot", "bob"))

    assert count == len(set(re.findall(r"Canary\d", for_bob.text)))
    for kind, reader in (("turn", "ann"), ("started", "ann"), ("ended", "cid"), ("result", "cid")):
        mail = send(stored.notice(kind, reader))
        assert "Canary" not in mail.text + mail.html + mail.head.decode()


SHOW_THE_HAND = ("turn", "answer", "reminder", "started", "autopilot", "edition-window", "edition-chain")


@pytest.mark.parametrize("kind", ALL)
def test_h10_no_card_in_sight(kind, same_picture):
    """No header and no beginning of a part names a card of the reader's hand (H2, H10).

    What the mailbox shows beside the subject is what the mail wants, also where the game has no clock.
    """
    notice = ALL[kind]()
    mail = send(notice)
    titles, call = hand_titles(notice), mail.text.split("\n")[0]
    in_sight = [mail.head.decode(), mail.text[:SIGHT], mail.words[:SIGHT]]

    assert [] == [title for title in titles for text in in_sight if title in text]
    assert mail.words.startswith(call)
    assert 10 < len(call) < 80
    if kind in SHOW_THE_HAND:
        assert titles
        assert all(title in mail.text for title in titles)


def hand_titles(notice) -> list[str]:
    state = GameState.objects.filter(game=notice.game).first()
    if state is None or notice.seat is None:
        return []
    hand = engine.Game.load(bytes(state.data)).view(notice.seat.number).hand
    return [engine.card(slug).title for slug in hand]


def answer_to(text: str, language: str, *, scene: Scene | None = None, pace: int = 48) -> tuple[Mail, str]:
    """The mail that answers Ann's reply in her turn, and its preview: what its page hides at the top."""
    stored = store(scene or turn_of_ann(), pace=pace)
    Player.objects.filter(pk=stored.players["ann"].pk).update(language=language)
    seat = Seat.objects.select_related("game", "player").get(pk=stored.seats["ann"].pk)
    number = stored.question("ann").number
    reply = play_reply(seat=seat, text=text, received_at=NOW, message_id="<a@example.org>", question=number)
    assert reply is not None
    assert not all(result["done"] for result in reply.results)
    mail = Mail(compose(Notice.objects.get(pk=reply.notice_id)).message().as_bytes(linesep="\r\n"))
    return mail, as_one(html.unescape(mail.html.partition('class="preheader"')[2].partition("</div>")[0]))


def as_one(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize("line", ["zebra", "77", "żyrafa", "жираф 👎"])
def test_what_was_refused_comes_first(line, language):
    """The line and its reason stand right below the headline, in both formats, and in the preview."""
    mail, preview = answer_to(f"say Hi\n{line}\nundo", language)
    headline, first, second, deadline = mail.text.split("\n\n")[:4]

    assert line in first
    assert len(as_one(first)) > len(line) + 30
    assert "undo" in second
    assert as_one(f"{headline} {first}") in as_one(mail.words)
    assert as_one(first) in preview
    assert as_one(deadline) in preview


@pytest.mark.parametrize("pace", [0, 48])
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
@pytest.mark.parametrize(
    "line",
    ["{}?", "👎 {}", "discard {}", "{} zebra", "zebra\n{}?", "77\n77\n{}", "brea?", "mleko?", "хлебом?"],
)
def test_h10_what_was_refused_is_not_in_sight_where_it_names_a_card_of_the_hand(line, language, pace):
    """It is the first of the mail all the same: above the question and its choices, right below the link."""
    scene = deal(ann=["bread", "milk"], bob=3, cid=3, turn="ann", played=0)
    with translation.override(language):
        titles = [*map(gettext, ("Bread", "Milk"))]
    for title in titles:
        said = line.format(title)
        mail, preview = answer_to(said, language, scene=scene, pace=pace)
        named = said.split("\n")[-1]
        in_sight = [mail.head.decode(), mail.text[:SIGHT], preview]
        at = as_one(mail.text).index(f"“{named}”" if language == "en" else named)

        assert [] == [text for text in in_sight for name in (*titles, named) if name in text]
        assert at < as_one(mail.text).index(" 1. ")
        assert as_one(mail.words).index(named) < as_one(mail.words).rindex(titles[0])
        assert as_one(mail.text)[:at].count("http") == 1


def test_h10_a_reason_that_names_a_card_of_the_hand_is_not_in_sight():
    """“Did you mean to play “Bread”?” tells it though the line has a typing error."""
    scene = deal(ann=["bread", "milk"], bob=3, cid=3, turn="ann", played=0)
    mail, preview = answer_to("Baerd", "en", scene=scene)

    assert "Did you mean to play “Bread”? Reply “yes”." in as_one(mail.text)
    assert "We skipped “Baerd”. There’s no such choice." in as_one(mail.text)
    assert not [text for text in (mail.text[:SIGHT], preview) if "Baerd" in text or "Bread" in text]


def test_a_refused_line_may_name_what_everybody_sees():
    """A keeper on the table gives nothing away."""
    scene = deal(ann=["bread"], bob=3, cid=3, keepers={"bob": ["the-sun"]}, turn="ann", played=0)
    _mail, preview = answer_to("steal The Sun", "en", scene=scene)

    assert "We skipped “steal The Sun”." in preview


def test_h10_without_a_clock():
    """A mail without a deadline has no card in sight either."""
    scene = play(7, 20)
    name = next(player.name for player in scene.seats if player.question)
    stored = store(scene, pace=0, name="G")
    notice = stored.notice("turn", name)
    mail = send(notice)
    titles = hand_titles(notice)

    assert titles
    assert [] == [title for title in titles if title in mail.text[:SIGHT] + mail.words[:SIGHT]]


def test_h2_the_redaction_is_what_hides(monkeypatch):
    """Without it a mail tells other cards than with it: the tests above would notice."""
    stored, name = asked_at_rest(3)
    notice = stored.notice("started", name)
    hidden = send(notice).text
    monkeypatch.setattr(engine, "seen_by", lambda outcome, seat: outcome)

    assert hidden != send(notice).text
