"""The table page of the other editions: Creepers, backs, Ungoals, windows, trivia, own words, powers."""

import re

import pytest
from django.conf import settings

import engine
from engine.scenario import Scene, deal
from games.models import By, Question, StoredWindowOrder
from games.pages.common.card_faces import Faces, drawn
from games.play.answer import answer_question
from tests.mail.tables import Stored, store
from tests.pages import kinds
from tests.pages.positions import Html, mask, open_link, pulse_of

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script> \"quoted\" & <b>bold</b>\n'next' line"


def look(visit, stored: Stored, name: str | None, **query) -> Html:
    """The table page of somebody at the table, or of a stranger."""
    player = stored.players[name] if name else None
    response = visit(player).get(f"/g/{stored.game.key}/", query)
    assert 200 == response.status_code
    return Html(response.content)


def form_of(page: Html, number: int) -> dict[str, object]:
    """The hidden fields of the form that answers one question."""
    hidden = [each for each in page.all("input") if each.get("type") == "hidden"]
    at = next(place for place, each in enumerate(hidden) if each.get("value") == str(number))
    return {"number": number, "submission_key": hidden[at + 1]["value"]}


def asks_in_windows(stored: Stored, *names: str) -> None:
    """Let seats answer every window themselves."""
    for name in names:
        for kind in StoredWindowOrder.Kind:
            StoredWindowOrder.objects.create(
                seat=stored.seats[name], kind=kind, what=StoredWindowOrder.What.ASK
            )


# Creepers, Ungoals, meta rules


def test_creepers_lie_beside_the_keepers(visit):
    """Each Creeper says that it is one, and on what keeper it lies; one that clings to nothing lies alone."""
    text = look(visit, store(kinds.afflicted(goals=["appetite"])), "cid").text

    brain = "Brain (needed for the goal)"

    assert f"{brain} Heart Virus Creeper attached to “Heart” Bacteria Creeper attached to “Heart”" in text
    assert "Lungs Mutation Creeper attached to “Lungs”" in text
    assert "Your keepers Toxin Creeper" in text


def test_creepers_differ_in_form(visit):
    """A Creeper has a word and a shape of its own, not only a colour."""
    css = (settings.BASE_DIR / "static/css/cards.css").read_text()
    stored = store(kinds.afflicted(goals=["appetite"]))
    page = visit(stored.players["cid"]).get(f"/g/{stored.game.key}/").content.decode()

    assert 4 == page.count('class="chip chip--creeper"')
    assert 4 == page.count('<span class="chip__kind">&#32;Creeper</span>')
    assert re.search(r"\.chip--creeper \{ border-style: dashed;", css)


def test_meta_rules_lie_beside_the_rules(visit):
    """A meta rule is shown with the rules in force, and called what it is."""
    text = look(visit, store(kinds.afflicted(goals=["appetite"])), "ann").text

    assert "Basic Rules" in text.partition("Rules in force")[2]
    assert "Meta rule Learning Mode" in text.partition("Rules in force")[2]


def test_an_ungoal_is_no_goal(visit):
    """An Ungoal in play is called one, and the heading does not promise that anybody wins by it."""
    scene = deal(
        edition="anatomy",
        ann=["liver"],
        bob=3,
        goals=["cancer"],
        rules=["name-that-organ"],
        turn="ann",
        played=0,
    )
    text = look(visit, store(scene), "ann").text

    assert "Ungoal Cancer" in text
    assert "There’s no goal yet, so nobody can win until one is played." in text


def test_everybody_has_lost(visit):
    """The page, the history and the dashboard say that all have lost, and by what."""
    stored = store(kinds.all_have_lost())
    text = look(visit, stored, "bob").text
    browser = visit(stored.players["bob"])
    dashboard = Html(browser.get("/").content).text

    assert "Everyone has lost. Less than a day" in text
    assert "These cards met the Ungoal: Ungoal Sepsis" in text
    assert "The game is over, and everyone lost: Sepsis Ungoal." in text
    assert "without a winner" not in text
    assert "Everyone lost: an Ungoal was met." in dashboard


# Face-down keepers


def test_a_back_has_a_face_for_its_owner(visit):
    """The owner reads the name of a face-down keeper, and that it lies face down; the others see its back."""
    stored = store(kinds.covered_up())
    ann, bob = look(visit, stored, "ann").text, look(visit, stored, "bob").text
    assert "Your keepers War face down The Brain" in ann
    assert "Coffee" in ann.partition("Bob 2 2 cards")[2].partition("Your keepers")[0]
    assert "Face-down keeper" in ann.partition("Bob 2 2 cards")[2].partition("Your keepers")[0]
    assert "Face-down keeper The Brain" in bob.partition("Ann 2 2 cards")[2]
    assert not re.search(r"\bWar\b", bob)


def test_a_back_is_no_name_anywhere(visit):
    """Nobody else's page holds the slug of a face-down keeper, not even as the name of a picture."""
    stored = store(kinds.covered_up(), is_open=True)
    for player in (stored.players["bob"], None):
        page = visit(player).get(f"/g/{stored.game.key}/").content.decode()

        assert not re.search(r"\bwar\b", page)


# Windows


def test_a_window_asks(visit):
    """Who may object sees the card with its text, who plays it, what happens otherwise, and until when."""
    stored = store(kinds.window())
    page = look(visit, stored, "bob")

    assert "Ann plays “Down the Rabbit Hole”. Do you answer with a Surprise?" in page.text
    assert "Goal Down the Rabbit Hole Win with Alice and The White Rabbit." in page.text
    assert "If nobody objects, it takes effect." in page.text
    assert "left · Tue 24 Nov, 18:30" in page.text
    assert ["pass", "canceled-plans"] == page.labels["radio"]
    assert "Pass" in page.text


def test_a_window_says_who_wins_by_the_card(visit):
    """It says so to everybody, as long as the card stands; a player can switch it off."""
    stored, cancelled = store(kinds.window(), is_open=True), store(kinds.objected(), is_open=True)

    for name, said in {"ann": "Bob wins", "bob": "you win", "cid": "Bob wins", None: "Bob wins"}.items():
        assert f"takes effect. Then {said}." in look(visit, stored, name).text
    assert "Then you win." not in look(visit, cancelled, "bob").text
    bob = stored.players["bob"]
    bob.shows_hints = False
    bob.save()
    assert "Then you win." not in look(visit, stored, "bob").text


def test_a_window_with_one_answer_is_answered_by_one_press(visit):
    """Without a fitting Surprise there is one thing to choose, and it is chosen."""
    page = look(visit, store(kinds.window(bob=["tarts", "veto"])), "bob")

    assert ["pass"] == page.labels["radio"] == page.chosen


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (
            kinds.objected,
            "Goal Down the Rabbit Hole Win with Alice and The White Rabbit. "
            "Ann plays “Down the Rabbit Hole”. The answers so far: Cid Canceled Plans "
            "If nobody objects, “Down the Rabbit Hole” is cancelled.",
        ),
        (
            kinds.answered,
            "Goal Down the Rabbit Hole Win with Alice and The White Rabbit. "
            "Ann plays “Down the Rabbit Hole”. The answers so far: Cid Canceled Plans Ann Stop That! "
            "If nobody objects, “Down the Rabbit Hole” takes effect after all.",
        ),
    ],
    ids=["odd", "even"],
)
def test_c1_a_chain_is_told_by_its_parity(scene, words, visit):
    """Everybody reads who has answered what, and whether the card stands if nobody objects."""
    stored = store(scene(), is_open=True)

    text = look(visit, stored, None).text
    assert words in text
    assert re.search("answers “.*” with “(Canceled Plans|Stop That!)”.", text)


def test_a_keeper_goes_to_who_cancels_it(visit):
    """The verdict on a keeper says to whom it goes."""
    scene = deal(edition="wonderland", ann=["walrus"], bob=["thats-mine"], cid=2, turn="ann", played=0)
    scene.seats[0].plays("walrus")
    scene.seats[1].answers("thats-mine")
    text = look(visit, store(scene), "cid").text

    assert "If nobody objects, “The Walrus” goes to Bob instead." in text


def test_who_is_not_asked_is_told_no_names(visit):
    """Who plays the card, and a stranger, read until when it may be answered, and not by whom."""
    stored = store(kinds.window(), is_open=True)
    for name in ("ann", None):
        text = look(visit, stored, name).text

        assert "If nobody objects, it takes effect." in text
        assert "Others can answer until Tue 24 Nov" in text
        assert not re.search("has a question", text)
        assert "Asked at the same time" not in text


def test_who_is_asked_is_told_no_names_either(visit):
    """Bob's page does not say whether Cid is asked as well."""
    text = look(visit, store(kinds.window()), "bob").text

    assert "Asked at the same time" not in text
    assert "has a question" not in text


def everything(client, stored: Stored) -> list[str]:
    """What the pages of a game and the dashboard send, and what the pulse compares."""
    key = stored.game.key
    pages = [client.get(path) for path in (f"/g/{key}/", f"/g/{key}/history/", "/")]
    fields = pulse_of(pages[0].content)
    asked = client.post(f"/g/{key}/pulse/", fields)
    assert "Pulse-Next" in asked.headers
    return [mask(page.content) for page in pages] + [fields["state"], f"{asked.status_code} {asked.headers}"]


@pytest.mark.slow
def test_h7_a_pass_leaves_no_trace(visit):
    """Bob lets it pass while Cid still thinks: nobody else's pages change by a byte, nor does the pulse."""
    stored = store(kinds.window(), is_open=True)
    asks_in_windows(stored, "bob", "cid")
    others = [visit(stored.players["ann"]), visit(stored.players["cid"]), visit(None)]
    for client in others:
        everything(client, stored)
    before = [everything(client, stored) for client in others]
    question = stored.question("bob")
    answer_question(seat=stored.seats["bob"].pk, number=question.number, labels=["pass"], by=By.PAGE)

    assert not Question.objects.get(pk=question.pk).is_open
    assert stored.question("cid").is_open
    assert before == [everything(client, stored) for client in others]


def test_the_window_above_would_show_a_surprise(visit):
    """A Surprise instead of the pass does change the pages of the others."""
    stored = store(kinds.window(), is_open=True)
    asks_in_windows(stored, "ann", "bob", "cid")
    client = visit(stored.players["cid"])
    before = everything(client, stored)
    answer_question(
        seat=stored.seats["bob"].pk,
        number=stored.question("bob").number,
        labels=["canceled-plans"],
        by=By.PAGE,
    )

    assert [] == [
        one for one, other in zip(before[:1], everything(client, stored)[:1], strict=True) if one == other
    ]


def test_the_dashboard_names_nobody_in_a_window(visit):
    """Who waits for others reads that a card may be answered; who is asked, that they may object."""
    stored = store(kinds.window())
    ann, bob = (visit(stored.players[name]).get("/").content.decode() for name in ("ann", "bob"))
    (asked,) = re.findall(r'<p class="row__asked">(.*?)</p>', ann, re.DOTALL)

    assert "A card is being played, and others can object" in asked
    assert "Bob" not in asked
    assert "left" not in re.search(r'<p class="row__left">(.*?)</p>', ann, re.DOTALL)[1]
    assert "A card is being played, and you can object" in bob


def test_surprises_say_when_they_may_be_played(visit):
    """A Surprise in hand says against what it may be played out of turn."""
    text = look(visit, store(kinds.window()), "cid").text

    assert "Out of turn: cancels a keeper or a Surprise" in text


# Beside the play


def test_keepers_to_turn_up_lie_in_front_of_their_owner(visit):
    """The free action asks which: they are in nobody's hand, and the page names them to their owner."""
    scene = deal(
        edition="ice",
        ann=["draw-2", "play-3"],
        bob=2,
        rules=["secret-data"],
        keepers={"ann": ["milk", "love"]},
        face_down={"ann": ["milk", "love"]},
        turn="ann",
        played=0,
    )
    scene.seats[0].answers("use:secret-data")
    stored = store(scene)
    page = visit(stored.players["ann"]).get(f"/g/{stored.game.key}/")

    assert 200 == page.status_code
    assert "In front of you" in page.content.decode()
    assert "Turn up" in page.content.decode()


def test_trivia_lies_below_the_table(visit):
    """Each question beside the play has a form of its own, and nobody else sees it."""
    stored = store(kinds.asked_beside())
    page = look(visit, stored, "bob")
    forms = [form for form in page.all("form") if str(form.get("id")).startswith("ask-")]

    assert "Side questions Which organ is this?" in page.text
    assert "No hurry: the game doesn’t wait for this." in page.text
    assert "Ann chooses a card to play." in page.text
    assert 2 == len(forms) == len({form["id"] for form in forms})
    assert 4 == len(page.labels["radio"])
    assert "Side questions" not in look(visit, stored, "cid").text


def test_trivia_is_answered_from_the_page(visit):
    """The form of a question beside the play answers that one, and the main question stays open."""
    stored = store(kinds.asked_beside())
    browser = visit(stored.players["bob"])
    page, question = look(visit, stored, "bob"), stored.beside("bob")
    fields = form_of(page, question.number) | {"label": page.labels["radio"][0]}
    response = browser.post(f"/g/{stored.game.key}/answer/", fields)

    assert 302 == response.status_code
    assert not Question.objects.get(pk=question.pk).is_open
    assert stored.question("ann").is_open


def test_a_mail_link_fills_in_the_right_form(visit):
    """The link of a trivia mail opens the page with that answer chosen in the form beside the play alone."""
    stored = store(kinds.asked_beside())
    question = stored.beside("bob")
    label = look(visit, stored, "bob").labels["radio"][2]
    page = Html(open_link(visit(None), stored.seats["bob"], question, pick=label).content)

    assert [label] == page.chosen


def own_words(scene: Scene) -> tuple[Stored, Question, str]:
    """A stored game in which Bob may say something beside the play."""
    stored = store(scene)
    question = Question.objects.get(seat=stored.seats["bob"], what="alternate-factlets", closed_at=None)
    return stored, question, f"/g/{stored.game.key}/answer/"


def boxes(page: Html) -> list[dict[str, str | None]]:
    """The boxes for what a question asks to be said; those for talk and for one's own notes are others."""
    return [box for box in page.all("textarea") if box.get("name") == "words"]


def test_own_words_beside_the_play(visit):
    """A text box takes own words, up to a limit that it names, with the other answer as a button."""
    stored, question, address = own_words(kinds.asked_beside())
    page = look(visit, stored, "bob")
    (box,) = boxes(page)
    fields = form_of(page, question.number) | {"words": "It is the largest gland."}
    response = visit(stored.players["bob"]).post(address, fields)

    assert "300" == box["maxlength"]
    assert "pass" in [button.get("value") for button in page.all("button")]
    assert 302 == response.status_code
    assert not Question.objects.get(pk=question.pk).is_open


@pytest.mark.parametrize("words", ["x" * 301, "a\u202eb", "   "])
def test_refused_words_are_told_at_the_box(words, visit):
    """What is too long, empty or not printable is refused in a sentence beside the box, which keeps it."""
    stored, question, address = own_words(kinds.asked_beside())
    fields = form_of(look(visit, stored, "bob"), question.number) | {"words": words}
    response = visit(stored.players["bob"]).post(address, fields)
    page = Html(response.content)
    (box,) = boxes(page)

    assert 422 == response.status_code
    assert f"problem-{question.number}" in str(box["aria-describedby"])
    assert f'id="problem-{question.number}"' in response.content.decode()
    assert words.strip() in response.content.decode()
    assert Question.objects.get(pk=question.pk).is_open


def test_hostile_words_are_words(visit):
    """Markup in what somebody says is shown as it was written: in the vote, the log and the history."""
    stored = store(kinds.told_a_fact(HOSTILE))
    browser = visit(stored.players["cid"])
    pages = [browser.get(f"/g/{stored.game.key}/{path}").content.decode() for path in ("", "history/")]

    for page in pages:
        assert "<script>alert" not in page
        assert "<b>bold" not in page
        assert (
            "&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; &lt;b&gt;bold&lt;/b&gt;" in page
        )
    assert "It counts" in pages[0]
    assert "I challenge it" in pages[0]


def test_a_rhyme_goes_into_the_log(visit):
    """A main question may take own words as well; what was said is told to all, on one line."""
    stored = store(kinds.rhyming())
    browser = visit(stored.players["ann"])
    page = look(visit, stored, "ann")
    fields = form_of(page, stored.question("ann").number) | {
        "words": "A cat with a grin\r\ncan’t help but win"
    }
    response = browser.post(f"/g/{stored.game.key}/answer/", fields)

    assert "pass" in [button.get("value") for button in page.all("button")]
    assert 302 == response.status_code
    assert "Ann said (Rhyme Time): A cat with a grin / can’t help but win" in look(visit, stored, "bob").text


# Powers


def test_powers_are_free_actions(visit):
    """Keepers with powers and a Creeper that can be moved on are buttons beside the hand, in words."""
    scene = deal(
        edition="wonderland",
        ann=["walrus", "tarts"],
        bob=3,
        keepers={"ann": ["vorpal-sword", "cake", "bottle"]},
        creepers={"ann": ["jabberwock"]},
        turn="ann",
        played=0,
    )
    page = look(visit, store(scene), "ann")

    assert {"use:vorpal-sword", "use:cake", "use:bottle", "use:jabberwock"} <= set(page.labels["radio"])
    for words in ("Use The Vorpal Sword", "Use The Cake", "Use The Bottle", "Get rid of The Jabberwock"):
        assert words in page.text


@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_every_card_of_an_edition_has_a_face(edition):
    """Each card of an edition has words for its kind, and every picture on it is drawn."""
    faces = Faces(engine.deck_of(edition)).all(dict.fromkeys(engine.edition_of(edition).cards))

    assert all(face.title and face.text and face.kind_name and face.pictures for face in faces)
    assert set() == {picture for face in faces for picture in face.pictures} - drawn()


def test_keepers_name_the_goals_of_all_editions_that_are_mixed():
    """In a mixed deck a keeper tells for which of all its goals it is good."""
    text = Faces(engine.deck_of("fluxx ice")).of("milk").text

    assert "Milk &amp; Cookies" not in text
    assert "Milk & Cookies" in text
