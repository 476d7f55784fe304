"""Pages about editions and decks: looking, building, sharing, importing, choosing one to play."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import engine
from games.core.sealed_numbers import seal_number
from games.decks import descriptions
from games.decks.edit import create_deck
from games.models import Deck, Game, LobbyCard, Player
from tests.mail.tables import Stored
from tests.pages.positions import Html
from tests.pages.test_lobby import NEW
from tests.site.staff import hide_deck

HOSTILE = "<script>alert(1)</script>\"'&{{ 7|add:7 }}%(x)s"
ROBOT = {"kind": "keeper", "title": "Robot"}
BREAKFAST = {
    "kind": "goal",
    "title": "Robot Breakfast",
    "wants": {"what": "both", "one": "made:robot", "other": "bread"},
}


@pytest.fixture
def owner(visit, charlie):
    """The browser of Charlie, who owns decks."""
    return visit(charlie)


@pytest.fixture
def dora(db) -> Player:
    return Player.objects.create_user("dora@example.org", name="Dora")


def make_deck(owner: Player, **more) -> Deck:
    """A deck of Charlie's: base Fluxx with a robot and a goal for it."""
    made = {"editions": ["fluxx"], "made": [ROBOT, BREAKFAST]}
    name, visibility = more.pop("name", "Robots"), more.pop("visibility", "private")
    spec = engine.DeckSpec.of(made | more)
    return create_deck(owner=owner, name=name, spec=spec, visibility=visibility)


def text_of(response) -> str:
    return Html(response.content).text


def test_every_edition_has_a_page(client, db):
    """All editions are in the list, and each page tells all its cards, what is fact, and what is ours."""
    listed = text_of(client.get("/editions/"))
    for edition in engine.all_editions():
        page = text_of(client.get(f"/editions/{edition.slug}/"))
        cards = [engine.card(slug) for slug in dict.fromkeys(edition.cards)]

        assert edition.title in listed
        assert " ".join(edition.about.split()) in page
        assert [] == [card.title for card in cards if card.title not in page]
        assert [] == [card.title for card in cards if card.kind != "keeper" and card.text not in page]
        cards_of = page.replace(" ".join(edition.about.split()), "")
        assert bool(edition.ours) == ("our own design" in cards_of or "added by us" in cards_of)
    assert "Bread For the goals “Baked Goods”, “Bread & Chocolate”, “Toast”." in text_of(
        client.get("/editions/fluxx/")
    )


def test_whose_a_card_is(client, db):
    """A card that no source lists for a deck says whether it is our own design, or from another edition."""
    page = text_of(client.get("/editions/ice/"))

    assert 4 == page.count("our own design")
    assert 5 == page.count("added by us, from a later edition")
    assert len(engine.edition_of("ice").ours) == 9 + page.count("added by us, from Fluxx")


def test_the_drawing_counts_every_card(client, db):
    """The numbers of the kinds add up to the deck, and the bar is as long as all of them."""
    for edition in engine.all_editions():
        drawing = descriptions.build_chart(descriptions.combine_editions(edition.slug))
        counted = sum(slug not in edition.optional for slug in edition.cards)

        assert counted == drawing.size == sum(part.count for part in drawing.parts)
        assert 99.5 < drawing.parts[-1].start + drawing.parts[-1].percent < 100.5


def test_an_older_address_leads_to_the_edition(client, db):
    """Links to the cards of an edition still work; an unknown edition is not found."""
    assert client.get("/cards/fluxx/")["Location"] == "/editions/fluxx/"
    assert client.get("/cards/")["Location"] == "/editions/"
    assert client.get("/editions/chess/").status_code == 404


@pytest.mark.parametrize("edition", [edition.slug for edition in engine.all_editions()])
def test_choosing_an_edition(edition, owner):
    """A new game offers every edition, and is played with the one that is chosen; without a word, Fluxx."""
    page = Html(owner.get(f"/new/?deck={edition}").content)
    owner.post("/new/", NEW | ({} if edition == "fluxx" else {"deck": edition}) | {"start": "1"})
    game = Game.objects.get()

    assert [edition] == [
        each["value"] for each in page.all("input") if each.get("name") == "deck" and "checked" in each
    ]
    assert (edition, True) == (game.edition, game.is_dealt)
    assert engine.card(engine.edition_of(edition).cards[-1]).text in text_of(
        owner.get(f"/g/{game.key}/deck/")
    )


def test_the_options_of_an_edition(owner):
    """Options of the edition that is chosen count, those of others don't; one leaves out all Ungoals."""
    options, ungoals = (
        ["ice/!limits-at-once", "anatomy/+heartbeat"],
        "-cancer -sepsis -multiple-organ-failure",
    )
    page = Html(owner.get("/new/").content)
    assert f"anatomy/{ungoals}" in [each.get("value") for each in page.all("input")]
    for deck, chosen in (
        ("ice", options),
        ("anatomy", [*options, "anatomy/-alternate-factlets"]),
        ("anatomy", [f"anatomy/{ungoals}"]),
    ):
        owner.post("/new/", NEW | {"deck": deck, "options": chosen})
    found = list(Game.objects.order_by("pk").values_list("edition", flat=True))

    assert ["ice !limits-at-once", "anatomy +heartbeat -alternate-factlets"] == found[:2]
    assert engine.deck_of(found[2]).ungoals == frozenset()


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "chess"},
        {"deck": HOSTILE},
        {"deck": "a\0b"},
        {"options": "fluxx/+the-moon"},
        {"deck": "x" * 5000},
    ],
)
def test_decks_that_are_not_offered(wrong, owner):
    """What the form did not offer is refused, and nothing is made."""
    response = owner.post("/new/", NEW | wrong)

    assert 422 == response.status_code
    assert not Game.objects.exists()


def test_building_a_deck(owner, charlie):
    """From editions to a deck of one's own: a card out, copies in, a card made, all by forms."""
    response = owner.post("/decks/new/", {"name": "Mix", "editions": ["fluxx", "ice"]}, follow=True)
    deck = Deck.objects.get()
    where = f"/decks/{deck.key}"
    fields = {"name": "Mix 2", "editions": ["fluxx"], "visibility": "public", "version": "0"}
    owner.post(f"{where}/edit/", fields | {"count-bread": "0", "count-draw-2": "3", "count-peace": "1"})
    deck.refresh_from_db()
    spec = descriptions.parse_spec(deck.spec)

    assert f"{where}/edit/" == response.request["PATH_INFO"]
    assert ("Mix 2", "public", 1, charlie) == (deck.name, deck.visibility, deck.version, deck.owner)
    assert ("fluxx",) == spec.editions
    # Two Breads came with the two editions, so that none was left of either.
    assert 0 == engine.composition(spec).copies.get("bread", 0)


def test_counting_copies(owner, charlie):
    """A number says how many copies there shall be; what did not come stays as it is."""
    deck = make_deck(charlie, more={"made:robot": 1})
    fields = {"name": "R", "editions": ["fluxx"], "visibility": "private", "version": "0"}
    owner.post(f"/decks/{deck.key}/edit/", fields | {"count-bread": "3", "count-made:robot": "5"})
    owner.post(f"/decks/{deck.key}/edit/", fields | {"version": "1", "count-milk": "0", "count-death": "1"})
    deck.refresh_from_db()
    copies = engine.composition(descriptions.parse_spec(deck.spec)).copies
    robots = next(count for slug, count in copies.items() if slug.startswith("robot~"))

    assert (3, 0, 1, 1, 5) == (
        copies["bread"],
        copies.get("milk", 0),
        copies["death"],
        copies["time"],
        robots,
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"count-bread": "21"}, "Copies of Bread: a number from 0 to 20."),
        ({"count-bread": "-1"}, "Copies of Bread"),
        ({"count-bread": "many"}, "Copies of Bread"),
        ({"count-made:robot": "0"}, "Copies of Robot: a number from 1 to 20."),
        ({"editions": []}, "This field is required."),
        ({"editions": ["chess"]}, "chess is not one of the available choices"),
        ({"visibility": "world"}, "world is not one of the available choices"),
        ({"name": "two\nlines"}, "one line"),
        ({"name": "x" * 61}, "at most 60 characters"),
    ],
)
def test_decks_that_cannot_be(wrong, words, owner, charlie):
    """What is wrong is said beside the form, and nothing is saved."""
    deck = make_deck(charlie)
    fields = {"name": "R", "editions": ["fluxx"], "visibility": "private", "version": "0"}
    response = owner.post(f"/decks/{deck.key}/edit/", fields | wrong)
    deck.refresh_from_db()

    assert 422 == response.status_code
    assert words in text_of(response)
    assert ("Robots", 0) == (deck.name, deck.version)


def test_saving_over_a_newer_version(owner, charlie):
    """Two windows: the second to save is told, and what the first saved stays."""
    deck = make_deck(charlie)
    fields = {"editions": ["fluxx"], "visibility": "private", "version": "0"}
    owner.post(f"/decks/{deck.key}/edit/", fields | {"name": "First"})
    response = owner.post(f"/decks/{deck.key}/edit/", fields | {"name": "Second"})
    removal = owner.post(f"/decks/{deck.key}/cards/0/remove/", {"version": "0"})
    deck.refresh_from_db()

    assert (409, 409) == (response.status_code, removal.status_code)
    assert "this deck has changed since you opened this page" in text_of(response)
    assert ("First", 2) == (deck.name, len(descriptions.parse_spec(deck.spec).made))


MADE = [
    ("keeper", {"food": "on", "face": "🤖"}, {"food": True, "face": "🤖"}),
    ("keeper", {"picture": "the-rocket"}, {"picture": "the-rocket"}),
    ("creeper", {"attaches": "on"}, {"attaches": True}),
    (
        "goal",
        {"what": "both", "one": "bread", "other": "made:robot"},
        {"wants": {"what": "both", "one": "bread", "other": "made:robot"}},
    ),
    (
        "goal",
        {"what": "some", "of": ["bread", "milk", "time"], "least": "2"},
        {"wants": {"what": "some", "least": 2, "of": ["bread", "milk", "time"]}},
    ),
    (
        "goal",
        {"what": "without", "one": "bread", "other": "milk"},
        {"wants": {"what": "without", "keeper": "bread", "absent": "milk"}},
    ),
    ("goal", {"what": "most-keepers", "least": "4"}, {"wants": {"what": "most-keepers", "least": 4}}),
    ("goal", {"what": "most-cards", "least": "8"}, {"wants": {"what": "most-cards", "least": 8}}),
    ("rule", {"what": "draw", "number": "3"}, {"draw": 3}),
    ("rule", {"what": "hand_limit", "number": "0"}, {"hand_limit": 0}),
    (
        "rule",
        {"what": "bonus", "holds": "made:robot", "bonus_draw": "2", "bonus_play": "0"},
        {"bonus": {"holds": "made:robot", "draw": 2}},
    ),
    (
        "action",
        {"do_1": "draw-and-play", "count_1": "3", "play_1": "2", "do_2": "steal-a-keeper"},
        {"steps": [{"do": "draw-and-play", "count": 3, "play": 2}, {"do": "steal-a-keeper"}]},
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "fields", "data"), MADE)
def test_making_cards(kind, fields, data, owner, charlie):
    """Each kind has its form: what is filled in is the card; its form shows it again, and it can go.

    As it is filled in, the form shows the card as it will lie on the table, and saves nothing for it.
    """
    deck = make_deck(charlie)
    where = f"/decks/{deck.key}/cards"
    said = {"title": "Novelty", "version": "0"}
    response = owner.post(f"{where}/new/{kind}/", said | fields | {"preview": "1"})
    deck.refresh_from_db()
    style = "card--new-rule" if kind == "rule" else f"card--{kind}"
    preview = preview_of(response)
    assert (200, 0) == (response.status_code, deck.version)
    assert "Novelty" in preview.text
    assert any(style in str(each.get("class")) for each in preview.all("div"))
    assert all(f"#{picture}" in str(preview.all("use")) for picture in [data.get("picture")] if picture)

    added = owner.post(f"{where}/new/{kind}/", said | fields, follow=True)
    deck.refresh_from_db()
    card = json.loads(deck.spec)["made"][2]
    page = Html(owner.get(f"{where}/2/").content)
    again = owner.post(f"{where}/2/", said | fields | {"version": "1", "title": "News"})
    deck.refresh_from_db()
    changed = json.loads(deck.spec)["made"][2]
    owner.post(f"{where}/2/remove/", {"version": "2"})
    deck.refresh_from_db()

    assert "“Novelty” is in the deck." in text_of(added)
    assert {"kind": kind, "title": "Novelty", **data} == card
    assert (302, card | {"title": "News"}) == (again.status_code, changed)
    assert 2 == len(json.loads(deck.spec)["made"])
    shown = {str(each["name"]): str(each.get("value", "")) for each in page.all("input") if "name" in each}
    options = [str(each["value"]) for each in page.all("option") if "selected" in each]
    checked = [str(each.get("value", "on")) for each in page.all("input") if "checked" in each]
    assert "Novelty" == shown["title"]
    for name, value in fields.items():
        for each in value if isinstance(value, list) else [value]:
            assert each in (shown.get(name), *options, *checked)


def test_finding_a_card(owner, charlie):
    """By words of its title or its text, in whatever case; what is not shown keeps its number of copies."""
    deck = make_deck(charlie)
    where = f"/decks/{deck.key}/edit/"

    def found(words: str) -> set[str]:
        page = Html(owner.get(where, {"q": words}).content)
        return {str(each["name"]) for each in page.all("input") if str(each.get("name")).startswith("count-")}

    assert {"count-bread"} < found("BREAD")
    assert {"count-made:robot-breakfast"} == found("robot  win")
    assert set() == found("no such card")
    assert "No card matches these words." in text_of(owner.get(where, {"q": "no such card"}))
    assert len(found("")) > 100
    fields = {"name": "Robots", "editions": ["fluxx"], "visibility": "private", "version": "0"}
    owner.post(where, fields | {"count-bread": "2"})
    deck.refresh_from_db()
    assert {"bread": 1} == descriptions.parse_spec(deck.spec).more


def test_the_editor_shows_cards(owner, charlie):
    """Each card of the deck as on the table, with its number of copies."""
    page = Html(owner.get(f"/decks/{make_deck(charlie).key}/edit/").content)
    pictures = [str(each.get("href")) for each in page.all("use")]

    assert any(each.endswith("#bread") for each in pictures)
    assert any("card--goal" in str(each.get("class")) for each in page.all("li"))


def preview_of(response) -> Html:
    """The part of the page that the browser replaces as the form is filled in."""
    start = response.content.index(b'id="preview"')
    return Html(response.content[start : response.content.index(b'class="buttons"', start)])


def test_what_there_is_of_a_card_is_previewed(owner, charlie):
    """A card that isn't whole yet shows its title, its picture and its text; a new one where they will be."""
    deck = make_deck(charlie)
    where = f"/decks/{deck.key}/cards/new"
    goal = owner.post(f"{where}/goal/", {"title": "Half", "text": "As far as it goes.", "preview": "1"})
    keeper = preview_of(owner.post(f"{where}/keeper/", {"title": "", "picture": "tea", "preview": "1"}))

    assert "Half As far as it goes." in preview_of(goal).text
    assert any("#tea" in str(each.get("href")) for each in keeper.all("use"))
    assert "Title" in preview_of(owner.get(f"{where}/keeper/")).text
    assert "Robot" in preview_of(owner.get(f"/decks/{deck.key}/cards/0/")).text


def test_a_made_keeper_shows_its_picture(owner, charlie):
    """On its card and on goals that name it; without one its sign, or the first letter of its title."""
    pictured, deck = ROBOT | {"picture": "bot"}, make_deck(charlie)
    other = make_deck(charlie, name="Pictured", made=[pictured, BREAKFAST])
    letter, drawn = (Html(owner.get(f"/decks/{each.key}/").content) for each in (deck, other))
    uses = [str(each.get("href")) for each in drawn.all("use")]

    assert ["R"] == [each["data-letter"] for each in letter.all("span") if "data-letter" in each]
    assert 2 == sum(each.endswith("#bot") for each in uses)
    assert [] == [each for each in drawn.all("span") if "data-letter" in each]


def test_a_picture_that_the_site_lacks_is_kept(owner, charlie):
    """A deck from a site with more pictures is read; its card shows a letter, saving keeps the name."""
    deck = make_deck(charlie, made=[ROBOT | {"picture": "hovercraft"}])
    page = Html(owner.get(f"/decks/{deck.key}/cards/0/").content)
    checked = [each.get("value") for each in page.all("input") if "checked" in each]

    assert "hovercraft" in checked
    assert not any("hovercraft" in str(each.get("href")) for each in page.all("use"))


def test_a_goal_that_names_a_card_that_is_gone_is_shown(owner, charlie):
    """With the robot out of the deck, its goal still has a page, and the deck says what is wrong."""
    deck = make_deck(charlie, made=[BREAKFAST])
    response = owner.get(f"/decks/{deck.key}/")

    assert response.status_code == 200
    assert "Robot Breakfast" in text_of(response)


def test_renaming_a_card_keeps_what_names_it(owner, charlie):
    """A goal that names a made keeper goes on naming it, and its copies stay."""
    deck = make_deck(charlie, more={"made:robot": 2})
    owner.post(f"/decks/{deck.key}/cards/0/", {"title": "Android", "version": "0"})
    deck.refresh_from_db()
    data = json.loads(deck.spec)

    assert {"made:android": 2} == data["more"]
    assert "made:android" == data["made"][1]["wants"]["one"]
    assert [] == descriptions.blocking_problems(descriptions.parse_spec(deck.spec))


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("keeper", {"title": ""}, "This field is required."),
        ("keeper", {"title": "x" * 41}, "at most 40 characters"),
        ("keeper", {"title": "a\u202eb"}, "can’t be shown"),
        ("keeper", {"title": "ROBOT"}, "titles that are too similar"),
        ("keeper", {"text": "x" * 301}, "at most 300 characters"),
        ("keeper", {"picture": "../icon"}, "not one of the available"),
        ("goal", {"what": "both", "one": "bread"}, "Choose two keepers."),
        ("goal", {"what": "both", "one": "bread", "other": "bread"}, "mentions a card twice"),
        ("goal", {"what": "both", "one": "bread", "other": "engine.card"}, "not one of the available"),
        ("goal", {"what": "some", "of": ["bread"], "least": "2"}, "needs more keepers than it lists"),
        ("goal", {"what": "with-creeper", "of": ["bread"]}, "and the Creeper"),
        ("goal", {"what": "eval"}, "eval is not one of the available choices"),
        ("rule", {"what": "draw", "number": ""}, "Enter how many cards."),
        ("rule", {"what": "draw", "number": "11"}, "less than or equal to 10"),
        ("rule", {"what": "bonus"}, "Choose the keeper"),
        ("rule", {"what": "bonus", "holds": "bread", "bonus_draw": "0", "bonus_play": "0"}, "gives nothing"),
        ("action", {"do_1": ""}, "This field is required."),
        ("action", {"do_1": "os.system"}, "os.system is not one of the available choices"),
        ("action", {"do_1": "draw"}, "needs a number"),
        ("action", {"do_1": "draw-and-play", "count_1": "2", "play_1": "3"}, "at most as many as it draws"),
    ],
)
def test_cards_that_cannot_be(kind, fields, words, owner, charlie):
    """What is wrong with a card is said in a sentence, and the deck stays as it is."""
    deck = make_deck(charlie)
    response = owner.post(f"/decks/{deck.key}/cards/new/{kind}/", {"title": "New", "version": "0"} | fields)
    deck.refresh_from_db()

    assert 422 == response.status_code
    assert words in text_of(response)
    assert 0 == deck.version


def test_hostile_names_are_text(owner, visit, dora, charlie):
    """Names and texts of decks and cards come out as they were written, and nothing runs."""
    card = {"kind": "keeper", "title": HOSTILE[:40], "text": HOSTILE, "face": "<b>x</b>"}
    deck = make_deck(charlie, name=HOSTILE[:60], visibility="public", made=[card])
    owner.post("/new/", NEW | {"deck": deck.key})
    game = Game.objects.get()
    pages = [
        *(f"/decks/{deck.key}/", "/decks/", f"/decks/{deck.key}/edit/", f"/decks/{deck.key}/cards/0/"),
        *(f"/decks/{deck.key}/delete/", "/new/", f"/g/{game.key}/", f"/g/{game.key}/deck/"),
    ]
    for page in pages:
        response = owner.get(page)

        assert b"<script>alert" not in response.content, page
        assert 200 == response.status_code, page
    assert HOSTILE[:30] in text_of(visit(dora).get(f"/decks/{deck.key}/"))


def test_export_and_import(owner, visit, dora, charlie):
    """What one exports, another imports, by pasting or as a file: the same deck."""
    deck = make_deck(charlie, name="Robots ąё", visibility="public", more={"bread": 2})
    exported = visit(dora).get(f"/decks/{deck.key}/export/")
    text = exported.content.decode()
    other = visit(dora)
    other.post("/decks/import/", {"text": text})
    other.post("/decks/import/", {"name": "Mine", "file": SimpleUploadedFile("deck.json", exported.content)})

    assert "attachment" in exported["Content-Disposition"]
    assert ["Mine", "Robots ąё"] == [each.name for each in dora.decks.all()]
    assert {descriptions.parse_spec(deck.spec).name} == {
        descriptions.parse_spec(each.spec).name for each in dora.decks.all()
    }


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Paste a deck, or choose a file."),
        ({"text": "{"}, "This deck can’t be read"),
        ({"text": "[]"}, "This deck can’t be read"),
        ({"text": "[" * 100_000}, "This deck can’t be read"),
        ({"text": '{"editions": ["fluxx"], "code": "import os"}'}, "doesn’t know the part"),
        ({"text": '{"editions": "fluxx"}'}, "isn’t what belongs there"),
        ({"text": '{"format": 99, "editions": ["fluxx"]}'}, "doesn’t know the format"),
        ({"text": '{"editions": ["fluxx"], "more": {"bread": 1e999}}'}, "isn’t what belongs there"),
        ({"text": "x" * 200_001}, "at most 200 kB"),
        ({"file": ("d.json", b" " * 200_001)}, "at most 200 kB"),
        ({"file": ("d.json", b"\xff\xfe\x00")}, "isn’t text"),
        ({"file": ("d.json", b"")}, "Paste a deck, or choose a file."),
    ],
)
def test_imports_that_are_no_decks(sent, words, owner):
    """Whatever is sent, the answer is a sentence, and no deck is made."""
    if "file" in sent:
        sent = {"file": SimpleUploadedFile(*sent["file"])}
    response = owner.post("/decks/import/", sent)

    assert 422 == response.status_code
    assert words in text_of(response)
    assert not Deck.objects.exists()


def test_a_deck_with_unknown_cards_is_kept_and_told(owner):
    """A deck of another site with cards that are not known here can be kept, and not played."""
    text = json.dumps({"name": "Far", "editions": ["fluxx"], "more": {"dragon": 1}})
    page = owner.post("/decks/import/", {"text": text}, follow=True)
    deck = Deck.objects.get()
    response = owner.post("/new/", NEW | {"deck": deck.key})

    assert "You can’t play this deck yet:" in text_of(page)
    assert "dragon" in text_of(page)
    assert (422, False) == (response.status_code, Game.objects.exists())


@pytest.mark.parametrize(
    ("visibility", "with_link", "seen"),
    [
        ("private", False, 404),
        ("private", True, 404),
        ("link", False, 404),
        ("link", True, 200),
        ("public", False, 200),
    ],
)
def test_who_sees_a_deck(visibility, with_link, seen, visit, dora, charlie):
    """A stranger sees, exports, copies and plays exactly the decks that they may, and changes none."""
    deck = make_deck(charlie, visibility=visibility)
    link = deck.link_key if with_link else ""
    client, where = visit(dora), f"/decks/{deck.key}"
    copied = client.post(f"{where}/copy/", {"link": link})
    played = client.post("/new/", NEW | {"deck": deck.key, "link": link})

    assert seen == client.get(f"{where}/?link={link}").status_code
    assert seen == client.get(f"{where}/export/?link={link}").status_code
    assert {200: (302, 302), 404: (404, 422)}[seen] == (copied.status_code, played.status_code)
    assert (seen == 200) == dora.decks.exists() == Game.objects.exists()
    for page in ("edit", "delete", "cards/new/keeper", "cards/0"):
        assert (404, 404) == (
            client.get(f"{where}/{page}/").status_code,
            client.post(f"{where}/{page}/").status_code,
        )


def test_a_link_can_be_revoked(owner, visit, dora, charlie):
    """Another link makes the one before useless."""
    deck = make_deck(charlie, visibility="link")
    owner.post(f"/decks/{deck.key}/link/")
    before, deck = deck.link_key, Deck.objects.get()
    page = text_of(owner.get(f"/decks/{deck.key}/"))

    assert 404 == visit(dora).get(f"/decks/{deck.key}/?link={before}").status_code
    assert 200 == visit(dora).get(f"/decks/{deck.key}/?link={deck.link_key}").status_code
    assert "Share" in page


def test_a_hidden_deck_is_its_owner_s_alone(owner, visit, dora, moderator, charlie):
    """What staff hide, nobody else sees in any way; its owner is told."""
    deck = make_deck(charlie, visibility="public")
    hide_deck(deck=deck, by=moderator, reason="Rude names.")
    told = text_of(owner.get(f"/decks/{deck.key}/"))

    assert 404 == visit(dora).get(f"/decks/{deck.key}/").status_code
    assert "Robots" not in text_of(visit(dora).get("/decks/"))
    assert "The staff of this site have hidden this deck" in told


def test_the_lists_of_decks(owner, visit, dora, charlie):
    """One's own decks, others' public ones; nothing private of others, and no address of theirs."""
    make_deck(charlie, name="Secret")
    make_deck(charlie, name="Shown", visibility="public")
    mine, theirs = text_of(owner.get("/decks/")), text_of(visit(dora).get("/decks/"))

    assert "Secret" in mine
    assert "Shown" in mine
    assert ("Secret" in theirs, "Shown" in theirs, "by Charlie" in theirs) == (False, True, True)
    assert "charlie@" not in theirs
    assert "You don’t have any yet." in theirs


def test_deleting_a_deck(owner, charlie):
    """One is asked before; games with the deck go on."""
    deck = make_deck(charlie)
    owner.post("/new/", NEW | {"deck": deck.key, "start": "1"})
    asked = text_of(owner.get(f"/decks/{deck.key}/delete/"))
    owner.post(f"/decks/{deck.key}/delete/")
    game = Game.objects.get()

    assert "Delete “Robots”?" in asked
    assert not Deck.objects.exists()
    assert ("Robots", 200) == (game.deck_title, owner.get(f"/g/{game.key}/").status_code)
    assert "made by a player" in text_of(owner.get(f"/g/{game.key}/deck/"))


def test_a_game_tells_its_deck(owner, charlie, visit):
    """A game with a mix, or with somebody's deck, says so in words wherever it is shown."""
    mix = make_deck(charlie, editions=["fluxx", "wonderland"], made=[])
    owner.post("/new/", NEW | {"deck": mix.key, "is_open": "open"})
    game = Game.objects.get()
    Game.objects.filter(pk=game.pk).update(deck_title="")
    pages = [owner.get(f"/g/{game.key}/"), owner.get(f"/g/{game.key}/deck/"), visit(None).get("/")]

    for page in pages:
        assert "Fluxx + Wonderland" in text_of(page)


def test_the_table_s_own_card(owner, visit, dora, charlie):
    """The host proposes, everybody agrees, and the game starts with the card in its deck."""
    owner.post("/new/", NEW | {"seats": "2", "is_open": "open"})
    game = Game.objects.get()
    where = f"/g/{game.key}"
    offered = text_of(owner.get(f"{where}/"))
    said = text_of(owner.post(f"{where}/card/keeper/", {"title": "Our Blank"}, follow=True))
    other = visit(dora)
    other.post(f"{where}/join/")
    page = other.get(f"{where}/")
    game.refresh_from_db()
    waiting = game.status
    number = LobbyCard.objects.get().number
    other.post(f"{where}/agree/", {"number": str(number)})
    game.refresh_from_db()

    assert "The ICE edition came with a blank card" in offered
    assert "We’re asking everyone at the table whether they agree." in said
    assert ("open", "running") == (waiting, game.status)
    assert "I agree to this card" in text_of(page)
    assert "Our Blank" in text_of(other.get(f"{where}/deck/"))


def test_a_changed_card_asks_again(owner, visit, dora, charlie):
    """Agreeing to a text that was changed since is refused, and only seats agree."""
    owner.post("/new/", NEW | {"seats": "3", "is_open": "open"})
    game = Game.objects.get()
    where = f"/g/{game.key}"
    other = visit(dora)
    other.post(f"{where}/join/")
    owner.post(f"{where}/card/keeper/", {"title": "One"})
    other.post(f"{where}/agree/", {"number": "1"})
    owner.post(f"{where}/card/keeper/", {"title": "Two"})
    stale = other.post(f"{where}/agree/", {"number": "1"})
    foreign = other.post(f"{where}/card/keeper/", {"title": "Three"})
    owner.post(f"{where}/start/")
    game.refresh_from_db()

    assert (409, 404) == (stale.status_code, foreign.status_code)
    assert "Please read it again" in text_of(stale)
    assert ("running", "fluxx") == (game.status, game.edition)


def test_a_deck_with_made_cards_has_no_blank(owner, charlie):
    """Where a deck has cards of its owner's own, the table proposes none."""
    deck = make_deck(charlie)
    owner.post("/new/", NEW | {"deck": deck.key})
    game = Game.objects.get()
    response = owner.post(f"/g/{game.key}/card/keeper/", {"title": "One"})

    assert "Add your own card?" not in text_of(owner.get(f"/g/{game.key}/"))
    assert 409 == response.status_code


def test_a_seat_behind_a_link_sees_the_deck(stored: Stored, visit):
    """Who plays from a mail reads all cards of the game without signing in."""
    from tests.pages.positions import open_link

    client = visit(None)
    open_link(client, stored.seats["bob"])
    page = client.get(f"/t/{stored.game.key}/deck/")

    assert 200 == page.status_code
    assert "Rock-Paper-Scissors Showdown" in text_of(page)


def test_pages_name_the_cards_that_were_made_for_a_game(owner, charlie, moderator, visit):
    """Made cards have their names wherever a game that is played with them is told of."""
    made = [{"kind": "keeper", "title": f"Robot {number}"} for number in range(9)]
    deck = make_deck(charlie, made=made)
    owner.post("/new/", NEW | {"deck": deck.key, "start": "1", "seats": "2"})
    game = Game.objects.get()
    named = seal_number(game.moves.get(version=1).pk, "games.move")
    pages = [
        owner.get(f"/g/{game.key}/history/"),
        owner.get(f"/g/{game.key}/"),
        visit(moderator).get(f"/admin/games/move/{named}/change/"),
    ]

    assert [200, 200, 200] == [page.status_code for page in pages]
