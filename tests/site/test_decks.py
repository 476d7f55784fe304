"""Decks as rows: who may change one, how many there may be, what staff may do, what a game keeps of one."""

import re
from collections import Counter

import pytest
from django.conf import settings
from django.core import mail
from django.urls import reverse

import engine
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible, Stale
from games.decks import descriptions
from games.decks import edit as deck_actions
from games.decks.edit import change_deck, copy_deck, create_deck, delete_deck, renew_deck_link
from games.models import Deck, Game, LobbyCard, StaffAct
from games.moderation.desk import revert
from games.periodic.sweep import sweep_notices
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import leave, take_seat
from games.seats.own_card import agree_to_card, propose_card, withdraw_card
from games.seats.rematch import join_rematch
from tests.site.conftest import open_game
from tests.site.play import at_once
from tests.site.staff import hide_deck, remove_deck, show_deck

ROBOT = {"kind": "keeper", "title": "Robot"}


def spec(*editions: str, **more) -> engine.DeckSpec:
    """The deck of these editions, base Fluxx if none is named."""
    return engine.DeckSpec.of({"editions": list(editions or ("fluxx",)), **more})


@pytest.mark.parametrize("name", ["Free at evil.example/now", "\u3164"])
def test_a_deck_gets_no_new_name_that_is_a_web_address_or_blank(name, ann, deck):
    """Games name it to strangers; a deck of an earlier release keeps its name."""
    with pytest.raises(Illegal, match="A name"):
        create_deck(owner=ann, name=name, spec=spec())
    with pytest.raises(Illegal, match="A name"):
        change_deck(deck=deck, by=ann, version=deck.version, spec=spec(), name=name)
    Deck.objects.filter(pk=deck.pk).update(name=name)

    assert name == change_deck(deck=deck, by=ann, version=deck.version, spec=spec(), name=name).name


@pytest.fixture
def deck(ann) -> Deck:
    return create_deck(owner=ann, name="Robots", spec=spec(made=[ROBOT]))


def test_a_deck_is_its_owner_s(deck, bob):
    """Nobody else changes it, deletes it, or makes its link useless, whatever road they come by."""
    for attempt in (
        lambda: change_deck(deck=deck, by=bob, version=0, spec=spec()),
        lambda: delete_deck(deck=deck, by=bob),
        lambda: renew_deck_link(deck=deck, by=bob),
    ):
        with pytest.raises(NotAllowed):
            attempt()

    assert (0, 1) == (Deck.objects.get().version, Deck.objects.count())


def test_of_two_who_save_one_is_told(deck, ann):
    """Saved over the version that one has seen, or not at all."""
    change_deck(deck=deck, by=ann, version=0, spec=spec("ice"), name="Ice")
    with pytest.raises(Stale, match="changed since"):
        change_deck(deck=deck, by=ann, version=0, spec=spec("anatomy"))
    deck.refresh_from_db()

    assert ("Ice", 1, "ice") == (deck.name, deck.version, descriptions.parse_spec(deck.spec).name)


@pytest.mark.django_db(transaction=True)
def test_two_saves_at_once(deck, ann):
    """Of two saves of the same version at the same moment one is done."""
    results = at_once(*[lambda: change_deck(deck=deck, by=ann, version=0, spec=spec())] * 2)

    assert [False, True] == sorted(isinstance(each, Stale) for each in results), results


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"name": ""}, "blank"),
        ({"name": "two\nlines"}, "one line"),
        ({"name": "x" * 61}, "60"),
        ({"visibility": "world"}, "not a valid choice"),
    ],
)
def test_decks_that_cannot_be(ann, more, words):
    """Each wrong setting gets a sentence, and no deck is made."""
    with pytest.raises(Illegal, match=words):
        create_deck(owner=ann, **({"name": "Robots", "spec": spec()} | more))

    assert not Deck.objects.exists()


def test_nobody_fills_the_site_with_decks(ann, bob, deck, monkeypatch):
    """So many decks in a day, and so many in all; others are not held up by it."""
    monkeypatch.setattr(deck_actions, "A_PLAYER_MAY_MAKE", 2)
    copy_deck(deck=deck, by=ann)
    with pytest.raises(Capped, match="limit of 2 new decks"):
        copy_deck(deck=deck, by=ann)
    monkeypatch.setattr(deck_actions, "A_PLAYER_MAY_KEEP", 2)
    with pytest.raises(Capped, match="which is the limit"):
        create_deck(owner=ann, name="Third", spec=spec())
    create_deck(owner=bob, name="First", spec=spec())

    assert (2, 1) == (ann.decks.count(), bob.decks.count())


def test_a_copy_is_private(ann, bob):
    """A copy has the same cards, another owner, and is shown to nobody."""
    deck = create_deck(owner=ann, name="x" * 60, spec=spec(made=[ROBOT]), visibility="public")
    copy = copy_deck(deck=deck, by=bob)

    assert (deck.spec, bob, "private") == (copy.spec, copy.owner, copy.visibility)
    assert copy.link_key != deck.link_key
    assert 60 == len(copy.name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chess", "There’s no edition “chess”."),
        ("fluxx chess", "There’s no edition “chess”."),
        ("fluxx +dragon", "dragon"),
        ("fluxx !cheating", "cheating"),
        ("", "blank"),
        ("{", "isn’t a deck or a card that this site can read"),
        ('{"editions": []}', "isn’t what belongs there"),
        ("x" * 300_000, "too large"),
        ("fluxx " + " ".join(f"-{slug}" for slug in engine.edition_of("fluxx").cards[:-5]), "cards"),
    ],
)
def test_games_with_decks_that_cannot_be_dealt(ann, name, words):
    """A game is refused with a sentence when its deck is unknown, or has a serious problem."""
    with pytest.raises(Illegal, match=words):
        create_game(host=ann, name="Friday", edition=name)

    assert not Game.objects.exists()


def test_a_game_keeps_the_deck_as_it_was(ann, deck, start):
    """A deck that changes, or goes, leaves its games alone; a rematch has the same deck."""
    name = descriptions.parse_spec(deck.spec).name
    game = start(ann, bots=1, edition=name, deck_title=deck.name)
    change_deck(deck=deck, by=ann, version=0, spec=spec("ice"), name="Ice")
    delete_deck(deck=deck, by=ann)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    game.refresh_from_db()
    again = join_rematch(game=game, player=ann)

    assert (name, "Robots") == (game.edition, game.deck_title)
    assert (name, "Robots") == (again.edition, again.deck_title)


def test_what_staff_do_is_written_down(ann, deck, moderator):
    """Hiding, showing and deleting take a reason and leave a trace."""
    hide_deck(deck=deck, by=moderator, reason="Rude.")
    with pytest.raises(NotPossible):
        hide_deck(deck=deck, by=moderator, reason="Rude.")
    show_deck(deck=deck, by=moderator, reason="Not rude.")
    remove_deck(deck=deck, by=moderator, reason="Rude indeed.")

    assert not Deck.objects.exists()
    assert ["hide-deck", "show-deck", "delete-deck"] == list(
        StaffAct.objects.order_by("pk").values_list("act", flat=True)
    )
    assert {f"Robots ({deck.key})"} == set(StaffAct.objects.values_list("about", flat=True))


@pytest.mark.parametrize(
    ("act", "subject", "remains"),
    [
        (hide_deck, "[Fluxx] Your deck “Robots” is hidden", "or have changed the deck, answer this mail"),
        (show_deck, "[Fluxx] Your deck “Robots” isn’t hidden any more", "can see it again"),
        (remove_deck, "[Fluxx] Your deck “Robots” was deleted", "or want its cards back, answer this mail"),
    ],
)
def test_its_owner_reads_what_staff_did_and_why(ann, deck, moderator, settings, act, subject, remains):
    """And what they can do: the answer goes to the people who run the site."""
    settings.CONTACT_EMAIL = "help@games.example"
    Deck.objects.filter(pk=deck.pk).update(is_hidden=act is show_deck)
    act(deck=deck, by=moderator, reason="The names of its cards.")
    sweep_notices()

    (letter,) = mail.outbox
    assert ([ann.email], ["help@games.example"], subject) == (letter.to, letter.reply_to, letter.subject)
    assert "> The names of its cards." in letter.body
    assert remains in " ".join(letter.body.split())
    assert (act is not remove_deck) == (reverse("deck", args=[deck.key]) in letter.body)


@pytest.mark.parametrize(
    ("act", "subject"),
    [
        (hide_deck, "[Fluxx] Your deck “Robots” isn’t hidden any more"),
        (show_deck, "[Fluxx] Your deck “Robots” is hidden"),
        (remove_deck, "[Fluxx] You have your deck “Robots” back"),
    ],
)
def test_its_owner_hears_that_an_act_was_taken_back(deck, moderator, act, subject):
    """If they have heard of the act; else of neither."""
    Deck.objects.filter(pk=deck.pk).update(is_hidden=act is show_deck)
    revert(act(deck=deck, by=moderator, reason="A slip."), by=moderator)
    sweep_notices()
    assert [] == mail.outbox

    record = act(deck=Deck.objects.get(), by=moderator, reason="A slip.")
    sweep_notices()
    revert(record, by=moderator)
    sweep_notices()

    assert 2 == len(mail.outbox)
    assert subject == mail.outbox[1].subject
    assert "A slip." not in mail.outbox[1].body


def test_a_mail_about_a_deck_that_has_changed_since_is_not_sent(deck, moderator):
    """Hidden and shown again before the mail left: only the second is told."""
    hide_deck(deck=deck, by=moderator, reason="Rude.")
    show_deck(deck=deck, by=moderator, reason="Not rude.")
    sweep_notices()

    assert ["[Fluxx] Your deck “Robots” isn’t hidden any more"] == [each.subject for each in mail.outbox]


@pytest.mark.parametrize("act", [hide_deck, show_deck, remove_deck])
def test_only_staff_act_on_decks(ann, bob, deck, moderator, act):
    """Neither its owner nor anybody else, and staff only with a reason."""
    for by in (ann, bob):
        with pytest.raises(NotAllowed):
            act(deck=deck, by=by, reason="Because.")
    with pytest.raises(Illegal):
        act(deck=deck, by=moderator, reason=" ")


def test_the_admin_of_decks(client, moderator, ann, deck):
    """Staff find decks by name, owner or card, see what is in them but no key, and act with a reason."""
    client.force_login(moderator)
    listed = client.get("/admin/games/deck/", {"q": "Robot"}).content.decode()
    page = client.get(f"/admin/games/deck/{deck.pk}/change/").content.decode()
    acted = {"action": "hide", "_selected_action": [deck.pk]}
    asked = client.post("/admin/games/deck/", acted).content.decode()
    client.post("/admin/games/deck/", acted | {"confirmed": "yes", "reason": "Rude."})
    deck.refresh_from_db()

    assert "Robots" in listed
    assert "Robot" in page
    assert deck.link_key not in listed + page
    assert "This is what the player reads." in asked
    assert deck.is_hidden


def test_the_table_s_card_needs_everybody(ann, bob, carol):
    """A card is in the deck when all who sit there have agreed; a new seat, or a new text, asks again."""
    game = open_game(ann)
    seat = take_seat(game=game, player=bob)
    propose_card(game=game, by=ann, card=ROBOT)
    agree_to_card(seat=seat, number=1)
    agreed = LobbyCard.objects.get().undecided_seats
    late = take_seat(game=game, player=carol)
    asked = LobbyCard.objects.get().undecided_seats
    agree_to_card(seat=late, number=1)
    game = start_game(game=game, by=ann)
    game.refresh_from_db()

    assert ([], [late]) == (agreed, asked)
    assert ("Robot",) == tuple(card.title for card in descriptions.parse_spec(game.edition).made)
    assert game.is_dealt


def test_a_seat_that_changed_hands_agrees_anew(ann, bob, carol):
    """Who gets up takes their agreement along; the next on the seat is asked."""
    game = open_game(ann, seats=2)
    seat = take_seat(game=game, player=bob)
    propose_card(game=game, by=ann, card=ROBOT)
    agree_to_card(seat=seat, number=1)
    leave(seat=seat)
    take_seat(game=game, player=carol)

    assert [carol] == [each.player for each in LobbyCard.objects.get().undecided_seats]


def test_a_full_table_waits_for_the_card(ann, bob):
    """A game that starts by itself waits until all agree, or the card is withdrawn."""
    game = create_game(host=ann, name="Friday", seats=2, is_open=True)
    propose_card(game=game, by=ann, card=ROBOT)
    take_seat(game=game, player=bob)
    game.refresh_from_db()
    before = game.status
    withdraw_card(game=game, by=ann)
    game.refresh_from_db()

    assert ("open", "running", "fluxx") == (before, game.status, game.edition)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({}, "is missing"),
        ({"kind": "keeper", "title": ""}, "title|no deck"),
        ({"kind": "spell", "title": "Boom"}, "isn’t what belongs there"),
        ({"kind": "keeper", "title": "Robot", "code": "import os"}, "doesn’t know the part"),
        ({"kind": "keeper", "title": "x" * 400}, "too long"),
    ],
)
def test_cards_that_no_table_can_have(ann, card, words):
    """A card that cannot be read is refused in a sentence, and nothing is proposed."""
    game = create_game(host=ann, name="Friday", seats=2)
    with pytest.raises(Illegal, match=words):
        propose_card(game=game, by=ann, card=card)

    assert not LobbyCard.objects.exists()


def test_only_the_host_proposes(ann, bob):
    """And only before the start."""
    game = create_game(host=ann, name="Friday", seats=2, is_open=True)
    with pytest.raises(NotAllowed):
        propose_card(game=game, by=bob, card=ROBOT)
    take_seat(game=game, player=bob)
    with pytest.raises(NotPossible):
        propose_card(game=game, by=ann, card=ROBOT)


def test_what_decks_are_called():
    """Titles in words, for editions, mixes, changes, and a name that the rules do not know."""
    made = spec("fluxx", made=[ROBOT]).name

    assert "Fluxx" == descriptions.deck_title("fluxx")
    assert "Fluxx + Anatomy" == descriptions.deck_title("fluxx anatomy")
    assert "Fluxx, with changes" == descriptions.deck_title("fluxx +bread") == descriptions.deck_title(made)
    assert "chess" == descriptions.deck_title("chess")
    assert "Ours" == descriptions.deck_title(made, "Ours")
    assert "An unknown deck" == descriptions.deck_title("{")


def test_the_document_counts_as_the_editions_do():
    """Each edition has a row in docs/editions.md, with its cards by kind and how many are ours."""
    table = (settings.BASE_DIR / "docs" / "editions.md").read_text()
    for edition in engine.all_editions():
        row = next(line for line in table.splitlines() if line.startswith(f"| {edition.title}"))
        kinds = Counter(engine.card(slug).kind for slug in edition.cards)
        ours = len(edition.ours) - len(edition.carried)

        assert f"| {len(edition.cards) + descriptions.BESIDE_THE_DECK[edition.game]}:" in row
        assert [] == [
            f"{count} {kind}" for kind, count in kinds.items() if f"{count} {kind}" not in row.lower()
        ]
        assert not ours or re.search(rf"\b{ours}\b", row)


@pytest.mark.parametrize("bad", [r"\ud800", r"\udfff x", r"\u0000"])
@pytest.mark.parametrize(
    "deck",
    [
        '{"editions": ["fluxx"], "name": "X"}',
        '{"editions": ["fluxx"], "more": {"X": 1}}',
        '{"editions": ["fluxx"], "X": 1}',
        '{"editions": ["X"]}',
        '{"editions": ["fluxx"], "without": ["X"]}',
        '{"editions": ["fluxx"], "switches": ["X"]}',
        '{"editions": ["fluxx"], "made": [{"kind": "X", "title": "R"}]}',
        '{"editions": ["fluxx"], "made": [{"kind": "keeper", "title": "X"}]}',
        '{"editions": ["fluxx"], "made": [{"kind": "rule", "title": "R", "bonus": {"holds": "X"}}]}',
    ],
)
def test_a_deck_with_what_nothing_stores_is_refused(ann, client, deck, bad):
    """Half a character, wherever it stands in what somebody imports; a NUL is no error of the site."""
    client.force_login(ann)
    client.raise_request_exception = False
    answer = client.post(reverse("import_deck"), {"name": "", "text": deck.replace("X", bad)})

    assert answer.status_code in (302, 422)
    if bad.startswith(r"\ud"):
        assert 422 == answer.status_code
        assert "This deck can’t be read." in answer.content.decode()
