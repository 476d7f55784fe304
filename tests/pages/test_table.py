"""The table page: whose turn it is, what is asked, and everything that the seat may know."""

import re
from datetime import timedelta

import pytest

import engine
from engine.scenario import Scene, deal
from games import clock
from games.models import By, Game, Move, Player, Question, Seat
from games.play.answer import answer_question
from games.replies import vocabulary
from tests.mail.kinds import first_card
from tests.mail.random_games import play
from tests.mail.tables import store
from tests.pages import kinds
from tests.pages.positions import (
    Html,
    all_rows,
    hand_limits,
    pulse_of,
    throws_of_bob,
    turn_of_ann,
    twelve_cards,
    won_by_ann,
)


def look(client, stored, **query) -> Html:
    """The table page, as a parser sees it."""
    response = client.get(f"/g/{stored.game.key}/", query)
    assert 200 == response.status_code
    return Html(response.content)


def new_lines(page: Html) -> list[dict[str, str | None]]:
    """The lines of the history that are marked as new."""
    return [each for each in page.all("li") if "line--new" in (each.get("class") or "")]


def fields_of(client, stored, **changes) -> dict[str, object]:
    """The answer form as the page has filled it in."""
    page = look(client, stored)
    hidden = {str(each["name"]): each["value"] for each in page.all("input") if each.get("type") == "hidden"}
    return hidden | changes


def answer(client, stored, **changes):
    """Send the answer form."""
    return client.post(f"/g/{stored.game.key}/answer/", fields_of(client, stored, **changes))


def test_a_newcomer_sees_everything_that_matters(ann, stored):
    """Whose turn, what is asked and until when; goal, numbers in force, seats, piles and fingerprint."""
    stored.game.commitment = "c0ffee" * 8
    stored.game.save()
    text = look(ann, stored).text

    for words in (
        "your turn",
        "Choose a card to play.",
        "You have 2 plays left in this turn.",
        "3\xa0days left · Tue 24 Nov, 18:30",
        "The Appliances Win with The Toaster and Television.",
        "Draw 2 Play 2 Keeper limit 3",
        "Draw pile",
        "Discard pile: 3 cards",
        "Bob 4 4 cards in hand",
        "Your keepers The Sun Dreams",
        "c0ffee",
        "Cid played Steal a Keeper.",
        "Cid took Milk from Bob.",
    ):
        assert re.sub(r"\s+", " ", words) in re.sub(r"(\d) (dt|dd)", r"\1", text), words


def test_the_hand_is_the_form(ann, stored):
    """Each card of the hand is a radio button, once, in the order in which hands are shown."""
    page = look(ann, stored)

    assert list(engine_view(stored, "ann").hand) == page.labels["radio"]
    assert [] == page.chosen


def engine_view(stored, name: str) -> engine.View:
    data = bytes(stored.game.state.data)
    return engine.Game.load(data).view(stored.seats[name].number)


def test_the_seats_stand_clockwise_from_the_viewer(bob, stored):
    """Bob sees Cid at his left and then Ann, and what is his own at the foot."""
    names = re.findall(r"(Ann|Bob|Cid) (\d) \2 cards? in hand|(Your keepers)", look(bob, stored).text)

    assert ["Cid", "Ann", "Your keepers"] == [name or mine for name, _count, mine in names]


def test_who_is_not_asked_sees_for_whom_the_table_waits(bob, stored):
    """Bob's page names Ann, what she does and until when, and has no form for an answer."""
    page = look(bob, stored)

    assert re.search(r"Ann chooses a card to play\. [^·]+ left · Tue 24 Nov, 18:30", page.text)
    assert "There’s nothing for you to do right now. We’ll mail you when there is." in page.text
    assert {"radio": [], "checkbox": []} == page.labels


BY_CHANCE = range(20)


def open_game_by_chance(seed: int) -> Scene:
    """A game that chance has played for a while, and that is not over."""
    scenes = (play(seed, answers) for answers in range(20 + seed, 0, -1))
    return next(scene for scene in scenes if not scene.game.over)


@pytest.mark.parametrize("seed", BY_CHANCE)
def test_every_question_has_a_form(seed, db, visit):
    """Whatever is asked in games by chance: every option is on the page, once, and one press answers it."""
    scene = open_game_by_chance(seed)
    stored = store(scene, name=f"Game {seed}")
    question = scene.game.questions[seed % len(scene.game.questions)]
    name = scene.seats[question.seat - 1].name
    browser = visit(stored.players[name])
    page = look(browser, stored)
    labels = page.labels["radio" if question.least == question.most == 1 else "checkbox"]
    response = answer(browser, stored, label=list(question.options[: max(question.least, 1)]))

    assert sorted(question.options) == sorted(labels)
    assert 302 == response.status_code
    assert not Question.objects.get(game=stored.game, number=question.number).is_open


def test_the_forms_above_ask_everything():
    """The games by chance above meet many kinds of questions."""
    asked = {
        question.what.value for seed in BY_CHANCE for question in open_game_by_chance(seed).game.questions
    }

    assert len(asked) >= 8


def test_several_are_asked_at_once(visit, db):
    """Each of those over the hand limit discards by check boxes; the page names who else is asked."""
    stored = store(hand_limits())
    page = look(visit(stored.players["bob"]), stored)

    assert "Hand limit: discard 2 cards from your hand. You have a question during Ann’s turn" in page.text
    assert "Choose exactly 2." in page.text
    assert "Asked at the same time: Cid" in page.text
    assert {"jackpot", "milk", "baked-goods"} == set(page.labels["checkbox"])


def test_rock_paper_scissors(visit, db):
    """A question of words has a form as well, and shows the card that asks."""
    stored = store(throws_of_bob())
    page = look(visit(stored.players["bob"]), stored)

    assert ["rock", "paper", "scissors"] == page.labels["radio"]
    assert "Rock-Paper-Scissors Showdown" in page.text


def test_free_actions_lie_beside_the_hand(visit, db):
    """A rule with a free action is one more choice, under a heading of its own."""
    stored = store(deal(ann=["bread", "milk"], bob=3, rules=["mystery-play"], turn="ann", played=0))
    page = look(visit(stored.players["ann"]), stored)

    assert ["bread", "milk", "use:mystery-play"] == page.labels["radio"]
    assert "Free actions" in page.text
    assert "Use Mystery Play" in page.text


def test_a_play_that_wins_says_so(visit, db):
    """On the face of the card, before it is made; a player can switch it off."""
    hand = ["bread", "draw-2", "the-toaster"]
    stored = store(
        deal(ann=hand, bob=3, keepers={"ann": ["cookies"]}, goals=["baked-goods"], turn="ann", drawn=1)
    )
    ann = stored.players["ann"]

    def hints() -> list[str]:
        page = visit(ann).get(f"/g/{stored.game.key}/").content.decode()
        return re.findall(r'class="(card__hint [^"]*)"', page)

    assert ["card__hint card__hint--wins"] == hints()
    visit(ann).post("/account/", {"name": "Ann", "language": "en", "timezone": "Europe/Warsaw"})
    assert [] == hints()


DANGERS = {
    "another": (
        {
            "ann": ["toast", "love"],
            "bob": 3,
            "keepers": {"bob": ["bread", "the-toaster"]},
        },
        ("Bob would win now", "! Bob"),
    ),
    "all": (
        {
            "edition": "anatomy",
            "ann": ["sepsis", "lungs"],
            "bob": 1,
            "keepers": {"bob": ["liver"]},
            "creepers": {"bob": ["virus", "bacteria"]},
            "attached": {"virus": "liver", "bacteria": "liver"},
        },
        ("Everyone would lose", "! All lose"),
    ),
    "one of two": (
        {
            "ann": ["party-snacks", "love"],
            "bob": 1,
            "cid": 1,
            "rules": ["double-agenda"],
            "goals": ["toast", "milk-and-cookies"],
            "keepers": {"bob": ["bread", "the-toaster"], "cid": ["milk", "cookies"]},
        },
        ("You would lose", "! You lose"),
    ),
    "unless cancelled": (
        {
            "edition": "wonderland",
            "ann": ["oysters-come-and-walk", "veto"],
            "bob": 1,
            "keepers": {"bob": ["walrus", "carpenter"]},
        },
        ("Bob would win unless someone objects", "! Bob"),
    ),
    "on the board": (
        {
            "edition": "board",
            "ann": ["love-music", 1],
            "bob": 2,
            "stack": ["bread-toaster"],
            "collected": {"ann": ["dreams-money"], "bob": ["dreams-cosmos", "brain-eye"]},
            "pieces": {"bob": ["love", "music"]},
        },
        ("Bob would win now", "! Bob"),
    ),
}


@pytest.mark.parametrize("name", DANGERS)
def test_a_card_warns_of_the_end_that_it_brings(visit, db, name):
    """One card of the hand, in a sentence and in short; with hints off there is no warning."""
    given, expected = DANGERS[name]
    stored = store(deal(**{"turn": "ann", "drawn": 1} | given))
    ann = stored.players["ann"]

    def hints() -> list[tuple[str, str]]:
        page = visit(ann).get(f"/g/{stored.game.key}/").content.decode()
        found = re.findall(r'"flag [^>]*>([^<]*)<.*?"card__hint [^>]*>\s*([^<]*?)\s*<', page, re.DOTALL)
        return [(text, short) for short, text in found if text != "Needed for the goal"]

    assert [expected] == hints()
    Player.objects.update(shows_hints=False)
    assert [] == hints()


def test_inflation_shows_the_numbers_that_hold(visit, db):
    """Cards and the numbers in force count it in; the page says so once, and no card says it in words."""
    rules = ["inflation", "hand-limit-1"]
    stored = store(deal(ann=["draw-3", "bread"], bob=3, rules=rules, turn="ann", drawn=1))
    page = visit(stored.players["ann"]).get(f"/g/{stored.game.key}/").content.decode()
    text = Html(page.encode()).text

    assert '<span class="card__numeral">3\xa0→\xa04</span>' in page
    assert "Draw 3\xa0→\xa04 cards" in page
    assert "Draw 2 Play 2 Hand limit 2" in text
    assert "Keeper limit" not in text
    assert "Inflation: every number on a card counts one more; the numbers here include that." in text


def test_the_winner_and_the_seed(visit, db, ann, stored):
    """After the end the page says who won, offers a rematch, and shows the secret of the shuffles.

    The fingerprint is there from the start; salt and seed are not.
    """
    over = store(won_by_ann(), commitment="c0ffee", salt="pepper")
    page, other = (look(visit(over.players[name]), over) for name in ("ann", "bob"))
    stored.game.commitment, stored.game.salt = "c0ffee", "pepper"
    stored.game.save()
    before = ann.get(f"/g/{stored.game.key}/").content.decode()

    assert "You won!" in page.text
    assert "Ann won." in other.text
    assert "Rematch" in page.text
    assert [True, True] == [secret in page.text for secret in ("pepper", "secret")]
    assert ("c0ffee" in before, "pepper" in before) == (True, False)


def test_a_paused_game_asks_nothing(ann, stored):
    """While a game is paused there is no form, and the page says that the clocks stand still."""
    stored.game.paused_at = clock.now()
    stored.game.save()
    page = look(ann, stored)

    assert "This game is paused. The clocks are stopped." in page.text
    assert [] == page.labels["radio"]


def test_the_first_card_can_be_taken(visit, db):
    """Where the first to take a card begins, the page asks for that alone; the press deals the cards."""
    stored = first_card()
    browser = visit(stored.players["bob"])
    page = look(browser, stored)
    response = answer(browser, stored, label="take")

    assert "The first player to take a card goes first. Take it?" in page.text
    assert ["take"] == page.labels["radio"] == page.chosen
    assert 302 == response.status_code
    assert stored.seats["bob"].number == Game.objects.get(pk=stored.game.pk).starting_seat


def test_i_am_back(visit, db):
    """On autopilot the page says so, and one press ends it."""
    stored = store(turn_of_ann())
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(on_autopilot=True)
    browser = visit(stored.players["bob"])
    text = look(browser, stored).text
    browser.post(f"/g/{stored.game.key}/back/")

    assert "I’m back" in text
    assert not Seat.objects.get(pk=stored.seats["bob"].pk).on_autopilot


def test_what_is_new_is_marked(bob, stored):
    """Lines after the move that the player has seen are new; once seen they are not."""
    assert new_lines(look(bob, stored))
    bob.post(f"/g/{stored.game.key}/seen/", {"version": stored.game.version})

    assert not new_lines(look(bob, stored))
    assert "What happened" in look(bob, stored).text


@pytest.mark.parametrize(
    ("version", "seen"), [("1", 1), ("999", 1), ("-3", 0), ("x", 0), ("", 0), ("9" * 30, 0)]
)
def test_seeing_never_runs_ahead(version, seen, bob, stored):
    """Nobody has seen more than there is, and nonsense is nothing."""
    bob.post(f"/g/{stored.game.key}/seen/", {"version": version})

    assert seen == Seat.objects.get(pk=stored.seats["bob"].pk).seen_version


def test_looking_changes_nothing(ann, stored):
    """GETs of the table, its history and its pulse leave every row as it was."""
    look(ann, stored)
    before = all_rows()
    for page in ("", "history/", "pulse/", "?pick=bread", "?since=0"):
        assert ann.get(f"/g/{stored.game.key}/{page}").status_code in (200, 204)

    assert before == all_rows()


def test_an_answer_leads_to_what_came_of_it(ann, bob, stored):
    """The table says what has just happened, what is left and how to take it back; the turn stays open."""
    before = look(ann, stored).text
    response = ann.post(f"/g/{stored.game.key}/answer/", fields_of(ann, stored, label="bread"), follow=True)
    page = Html(response.content)
    version = stored.game.version

    assert new_lines(page)
    assert "You played Bread." in page.text
    assert By.PAGE == Move.objects.get(game=stored.game, labels=["bread"]).by
    assert "1 play left. Nobody has seen anything because of it. Your clock keeps running. Undo" in " ".join(
        page.text.split()
    )
    assert ["Undo my last move"] == [
        each["aria-label"] for each in page.all("button") if "ndo" in each.get("aria-label", "")
    ]
    assert not any("receipt" in (each.get("class") or "") for each in look(ann, stored).all("div"))
    assert "You played" not in look(bob, stored, since=version - 1).text
    assert "Cid took Milk from Bob." in before
    assert "Cid took Milk from Bob." in page.text
    assert not [each for each in page.all("details") if each.get("class") == "happened__earlier"]


def test_c1_the_same_form_twice(ann, stored):
    """Sent twice, a form is one move, and both answers lead to the same page."""
    fields = fields_of(ann, stored, label="bread")
    first, second = (ann.post(f"/g/{stored.game.key}/answer/", fields) for _time in range(2))

    assert first["Location"] == second["Location"]
    assert 1 == Move.objects.filter(game=stored.game, labels=["bread"]).count()


def test_c2_two_tabs(ann, stored):
    """The second tab is told what was played, sees the table as it is now, and changes nothing."""
    other_tab = fields_of(ann, stored, label="draw-3")
    answer(ann, stored, label="bread")
    before = all_rows()
    response = ann.post(f"/g/{stored.game.key}/answer/", other_tab)
    page = Html(response.content)

    assert 409 == response.status_code
    assert "You’ve already answered this: you played Bread." in page.text
    assert "Here’s the table as it is now." in page.text
    assert "draw-3" in page.labels["radio"]
    assert "note note--error" not in [each.get("class") for each in page.all("p")]  # nothing went wrong
    assert before == all_rows()


def test_c3_a_form_of_an_earlier_turn(ann, stored):
    """A form for a closed question is refused by its number, even where its card could be played now."""
    old = fields_of(ann, stored, label="draw-3")
    answer(ann, stored, label="bread")
    look(ann, stored)
    response = ann.post(f"/g/{stored.game.key}/answer/", {**old, "submission_key": "another"})

    assert 409 == response.status_code
    assert "draw-3" in engine_view_now(stored, "ann").hand


def engine_view_now(stored, name: str) -> engine.View:
    stored.game.state.refresh_from_db()
    return engine_view(stored, name)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([], "Choose exactly 1, not 0."),
        (["bread", "draw-3"], "Choose exactly 1, not 2."),
        (["love"], "can’t be chosen here."),
        (["<script>alert(1)</script>"], "can’t be chosen here."),
        (["x" * 10_000], "Choose exactly 1, not 0."),
    ],
)
def test_an_answer_that_the_rules_refuse(labels, words, ann, stored):
    """The page says what is wrong, keeps what was chosen as far as it can, and nothing is changed."""
    fields = fields_of(ann, stored, label=labels)
    before = all_rows()
    response = ann.post(f"/g/{stored.game.key}/answer/", fields)
    page = Html(response.content)

    assert 422 == response.status_code
    assert words in page.text
    assert [label for label in labels if label in ("bread", "draw-3")][:1] == page.chosen
    assert before == all_rows()
    assert b"<script>alert(1)" not in response.content


@pytest.mark.parametrize(
    ("language", "words"), [("pl", "Wybierz dokładnie 1, a nie 2."), ("ru", "Выбери ровно 1, а не 2.")]
)
def test_what_the_rules_refuse_is_said_in_the_language_of_the_player(language, words, ann, stored):
    """Two cards where one is wanted: a whole page in one language."""
    Player.objects.filter(pk=stored.players["ann"].pk).update(language=language)
    response = ann.post(f"/g/{stored.game.key}/answer/", fields_of(ann, stored, label=["bread", "draw-3"]))
    page = Html(response.content)

    assert 422 == response.status_code
    assert words in page.text
    assert "Choose exactly" not in page.text


@pytest.mark.parametrize("number", ["", "x", "-", "--5", "999999999999999999999", "0", "-1", "٣"])
def test_a_broken_form(number, ann, stored):
    """A form without a number that a question could have is refused in words."""
    response = answer(ann, stored, label="bread", number=number)

    assert response.status_code in (409, 302)
    assert stored.question("ann").is_open


def test_nobody_answers_for_another_seat(bob, ann, stored):
    """Bob sends Ann's form: it is not his question."""
    response = bob.post(f"/g/{stored.game.key}/answer/", fields_of(ann, stored, label="bread"))

    assert 409 == response.status_code
    assert stored.question("ann").is_open


def test_the_pulse(ann, bob, stored):
    """While nothing has changed the pulse is empty; then it says so, in one more word to older pages."""
    fields, address = pulse_of(bob.get(f"/g/{stored.game.key}/").content), f"/g/{stored.game.key}/pulse/"
    older = {"state": fields["state"]}
    quiet = [bob.post(address, sent).status_code for sent in (fields, older)]
    answer(ann, stored, label="bread")
    news, to_older = (bob.post(address, sent) for sent in (fields, older))

    assert [204, 204] == quiet
    assert (200, b"", None) == (news.status_code, news.content, news.headers.get("HX-Refresh"))
    assert (200, "true") == (to_older.status_code, to_older.headers["HX-Refresh"])


def test_the_page_and_its_pulse_are_cheap(ann, bob, stored, django_assert_max_num_queries):
    """However much has happened. Pages that are open since before a release ask by GET."""
    with django_assert_max_num_queries(3):
        assert bob.get(f"/g/{stored.game.key}/pulse/?state=x").status_code == 200
    with django_assert_max_num_queries(15):
        look(ann, stored)


def test_numbers_are_those_of_the_mails(visit, db):
    """The number on a card, which is its key, plays the same card in a reply."""
    twelve = store(twelve_cards())
    asked = engine_view_now(twelve, "ann").question
    page = look(visit(twelve.players["ann"]), twelve)
    fields = [each for each in page.all("input") if each.get("name") == "label"]

    assert dict(enumerate(vocabulary.printed_choices(asked), start=1)) == {
        int(each["data-number"]): each["value"] for each in fields
    }


def test_history(ann, stored):
    """The whole history, the newest first; what Ann drew is told to Ann."""
    answer(ann, stored, label="draw-3")
    text = Html(ann.get(f"/g/{stored.game.key}/history/").content).text

    assert text.index("You played Draw 3.") < text.index("Cid played Steal a Keeper.")


@pytest.mark.parametrize(
    ("zone", "due"), [("Asia/Tokyo", "Wed 25 Nov, 02:30"), ("UTC+3", "Tue 24 Nov, 17:30")]
)
def test_another_zone_shows_other_hours(ann, stored, zone, due):
    """The deadline is one instant, told in the zone of the reader; an unknown one is UTC."""
    Player.objects.filter(pk=stored.players["ann"].pk).update(timezone=zone)

    assert due in look(ann, stored).text


def test_time_is_up(ann, stored):
    """A deadline that has passed, before the clock has struck, says so."""
    Question.objects.update(due_at=clock.now() - timedelta(seconds=5))

    assert "Time is up" in look(ann, stored).text


def test_rematch_by_page(visit, db):
    """After the end one press makes a rematch; the other player takes the seat that is kept."""
    stored = store(won_by_ann(), name="Evening game")
    browsers = [visit(stored.players[name]) for name in ("ann", "bob")]
    first = browsers[0].post(f"/g/{stored.game.key}/rematch/")
    lobby = browsers[1].get(first["Location"])
    browsers[1].post(f"{first['Location']}accept/")
    new = Game.objects.get(rematch_of=stored.game)

    assert "A rematch: will you play again?" in Html(lobby.content).text
    assert new.seats.get(player=stored.players["bob"]).is_taken


def test_a_receipt_goes_with_its_play(ann, stored):
    """What was taken back is no longer acknowledged, not by the address that did so either."""
    response = ann.post(f"/g/{stored.game.key}/answer/", fields_of(ann, stored, label="bread"))
    address = response.url
    with_receipt = ann.get(address).content.decode()
    ann.post(f"/g/{stored.game.key}/undo/", {})

    assert "receipt" in with_receipt
    assert "receipt" not in ann.get(address).content.decode()


def deals_out() -> Scene:
    """Ann has turned up three cards by Everybody Gets 1; what is left after two goes by itself."""
    scene = deal(ann=["everybody-gets-1"], bob=2, deck=["bread", "milk"], turn="ann", played=0)
    scene.seats[0].plays("everybody-gets-1")
    return scene


def plays_the_last_of_three() -> Scene:
    """Ann plays two of three cards, and then discards the third."""
    scene = deal(ann=["draw-3-play-2-of-them"], bob=2, deck=["bread", "milk", "toast"], turn="ann", played=0)
    scene.seats[0].plays("draw-3-play-2-of-them").answers("milk")
    return scene


@pytest.mark.parametrize(
    ("scene", "who", "labels", "receipt"),
    [
        (hand_limits, "bob", ["jackpot", "milk"], "You discarded Jackpot!, Milk."),
        (throws_of_bob, "bob", ["rock"], "You chose “Rock”."),
        (deals_out, "ann", ["@2"], "You chose Bob. Your turn is over."),
        (plays_the_last_of_three, "ann", ["bread"], "You played Bread. Your turn is over."),
        (lambda: kinds.window(keepers={"bob": ["alice"]}), "bob", ["pass"], "You passed."),
        (kinds.window, "bob", ["canceled-plans"], "You played Canceled Plans."),
    ],
)
def test_every_answer_has_a_receipt(visit, db, scene, who, labels, receipt):
    """It says what the viewer did, though nobody else may know it yet, and nothing of another’s turn."""
    stored = store(scene())
    client = visit(stored.players[who])
    fields = fields_of(client, stored, label=labels)
    response = client.post(f"/g/{stored.game.key}/answer/", fields, follow=True)
    said = response.content.decode().partition('id="receipt"')[2].partition("</p>")[0].partition(">")[2]

    assert " ".join(Html(said.encode()).text.split()) == receipt


@pytest.mark.parametrize(("who", "choices"), [("bob", ["pass", "canceled-plans"]), ("dora", ["pass"])])
def test_one_tap_answers_in_a_window(visit, db, who, choices):
    """Also where passing is all that can be done, which other players find chosen already."""
    stored = store(kinds.window(dora=2))
    client = visit(stored.players[who])
    client.cookies["one_tap"] = "on"
    buttons = [each for each in look(client, stored).all("button") if each.get("name") == "label"]

    assert [each["value"] for each in buttons] == choices
    assert [] == look(client, stored).labels["radio"]


def test_the_history_tells_turn_by_turn(ann, stored):
    """Each turn is a block with its player, its number and one time; the history page leads to each."""
    answer(ann, stored, label="bread")
    answer(ann, stored, label="toast")
    for path in ("", "history/"):
        text = " ".join(Html(ann.get(f"/g/{stored.game.key}/{path}").content).text.split())

        assert "You · turn 2 ·" in text, path
        assert "Ann’s turn began." not in text, path
    assert 'id="turn-2"' in ann.get(f"/g/{stored.game.key}/history/").content.decode()


def play_turn(browser, stored) -> None:
    """Answer with the first choice until the turn is over."""
    for _ in range(9):
        labels = [each["value"] for each in look(browser, stored).all("input") if each.get("name") == "label"]
        if not labels:
            return
        answer(browser, stored, label=labels[0])


def test_only_lines_about_me_are_mine(ann, stored):
    """What Bob draws at the beginning of his turn isn't Ann's, though her answer ended the turn before it."""
    play_turn(ann, stored)
    page = ann.get(f"/g/{stored.game.key}/history/").content.decode()
    lines = re.findall(r'<li\s+class="(line[^"]*)">.*?(<span class="line__text">.*?)</li>', page, re.DOTALL)
    told = {Html(inside.encode()).text.strip(): "line--mine" in style for style, inside in lines}

    assert any(line.startswith("Bob drew") for line in told)
    assert {line for line, mine in told.items() if mine} == {line for line in told if line.startswith("You")}


def test_a_line_never_breaks_between_a_card_and_its_full_stop(ann, stored):
    """Browsers break a line beside a chip, so that a full stop would begin the next one."""
    answer(ann, stored, label="bread")
    page = ann.get(f"/g/{stored.game.key}/history/").content.decode()

    assert re.search(
        r'<span class="glued"><button [^>]*>(?:(?!</button>).)*Bread(?:(?!</button>).)*</button>\.</span>',
        page,
    )
    assert not re.search(r"</button>\.(?!</span></span>)", page)


@pytest.mark.slow
def test_the_first_turn_told_has_its_head(ann, visit, stored):
    """That a turn began is told, though it came with my own answer, which I have seen."""
    play_turn(ann, stored)
    ann.post(f"/g/{stored.game.key}/seen/", {"version": Game.objects.get(pk=stored.game.pk).version})
    for name in ("bob", "cid"):
        play_turn(visit(stored.players[name]), stored)
    text = " ".join(look(ann, stored).text.split())

    assert "Ann played" not in text
    assert "Bob · turn 3 ·" in text


@pytest.mark.parametrize(("by", "who"), [(By.BOT, "For you"), (By.CLOCK, "For you"), (By.PAGE, "You")])
def test_what_a_bot_played_for_somebody_is_told_as_the_bots(stored, ann, by, who):
    """In the strip and in the log: “you” have played what you have chosen, and nothing else."""
    question = stored.question("ann")
    answer_question(seat=question.seat_id, number=question.number, labels=["bread"], by=by)
    page = Html(ann.get(f"/g/{stored.game.key}/").content).text

    assert f"{who} Bread" in page
    assert ("A bot for you played" in page) is (by == By.BOT)
    assert ("You played" in page) is (by == By.PAGE)
