"""What each kind of mail tells, in the reader's language and zone."""

import re

import msgspec
import pytest
from django.conf import settings
from django.utils.translation import override

import engine
from engine.cards import CARDS
from engine.scenario import deal
from games.mail.compose import compose
from games.mail.table import MOST_CARDS, show_card
from games.models import By, Game, Move, Notice, Player, Seat
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import ALL, invitation_notice, turn_of_ann
from tests.mail.random_games import play
from tests.mail.received import send
from tests.mail.tables import DUE, store, tell

pytestmark = pytest.mark.django_db


HEADINGS = {"The", "table"}


@pytest.mark.parametrize("kind", ALL)
def test_both_parts_tell_the_same(kind, same_picture):
    """The HTML has each word of the text, headings apart, and leads to the same places of this site.

    Of the board the text has a map and a list of places; its moves are told in fewer words in the HTML. A
    notice whose first mail was lost in a crash is sent again byte for byte (requirement X4).
    """
    notice = ALL[kind]()
    mail = send(notice)
    text = mail.text
    if kind.startswith("board"):
        text = re.sub(r"(?s)== The board.*?(?=\n== The table)", "", text)
        text = re.sub(r"(?ms)^- Free places.*?(?=\n\n)", "", text)
        text = re.sub(r"(?m)^\d+\. (?!.*\)$).* (?:to|by) .*\n(?:    .*\n)*", "", text)
    rows = [row.strip("*-= ") for row in text.splitlines() if "http" not in row]
    words = {word for row in rows for word in re.findall(r"\w+", row)}
    shown = mail.words  # where the text begins a sentence the HTML may say “Tap one, or” first

    assert set() == {word for word in words if word not in shown and word.lower() not in shown} - HEADINGS
    assert mail.raw == send(notice).raw
    assert mail.links
    assert all(link.startswith("http://testserver.localhost/") for link in mail.links)
    assert set(mail.links) <= set(mail.all_links)


@pytest.mark.slow
def test_every_choice_has_its_link():
    """In 30 positions of games by chance, each option that a mail has room for is a filled-in link."""
    asked = set()
    for seed in range(0, 60, 2):
        scene = play(seed, 10 + 3 * seed, seats=2 + seed % 5)
        for player in scene.seats:
            if player.question is None:
                continue
            mail = send(store(scene).notice("turn", player.name))
            asked.add(player.asked)

            assert list(map(quoted, player.question.options))[:MOST_CARDS] == mail.picks
            assert all(link.startswith(mail.link) for link in mail.all_links if "?pick=" in link)
            assert len(mail.raw) < 100_000

    assert len(asked) > 5


def test_the_choices_lie_as_the_hand_lies():
    """Cards of the hand are not listed as they came, and free actions follow them (H3)."""
    for ann in (["zap-a-card", "milk", "bread"], ["bread", "zap-a-card", "milk"]):
        scene = deal(ann=ann, bob=3, rules=["recycling"], keepers={"ann": ["love"]}, turn="ann", played=0)
        mail = send(store(scene).notice("turn", "ann"))

        assert ["bread", "milk", "zap-a-card", "use%3Arecycling"] == mail.picks


def quoted(label: str) -> str:
    """A label as it stands in a link."""
    return label.replace("@", "%40").replace("#", "%23").replace(":", "%3A")


RULES = ["draw-5", "play-all", "inflation", "double-agenda", "recycling", "mystery-play", "party-bonus"]


@pytest.mark.parametrize("alphabet", ["Latin", "Cyrillic"])
@pytest.mark.parametrize("first", ["", "zap-a-card"])
def test_the_longest_mail(first, alphabet, monkeypatch):
    """With fifty cards in hand and much in play, the mail stays under the size that Gmail cuts at."""
    if alphabet == "Cyrillic":
        for slug, card in CARDS.items():
            russian = {name: "Ж" * len(getattr(card, name)) for name in ("title", "text")}
            monkeypatch.setitem(CARDS, slug, msgspec.structs.replace(card, **russian))
    scene = deal(
        ann=[*([first] if first else []), 50],
        bob=0,
        cid=0,
        dee=0,
        eve=0,
        fay=0,
        keepers={"bob": 4, "cid": 4, "eve": 4},
        rules=RULES,
        goals=["baked-goods", "dreamland"],
        used=["recycling", "mystery-play"],
        drawn=6,
        played=0,
        turn="ann",
    )
    if first:
        scene.seats[0].plays(first)
    mail = send(store(scene).notice("turn", "ann"))
    text = mail.text.replace("\n", " ")

    assert len(mail.raw) < 100_000
    assert ("Your hand: the first 25 of" if first else "more choices are on the page.") in text


def test_what_happened_since_my_last_turn():
    """Moves before the end of the reader's own last turn are not told again, later ones are."""
    scene = turn_of_ann()
    stored = store(scene)
    scene.seats[0].plays("bread").plays("draw-3")
    tell(stored, scene)
    stored.game.moves.filter(version=2).update(by=By.PAGE, kind=Move.Kind.ANSWER, seat=stored.seats["ann"])
    scene.answer(2, scene.seats[1].question.options[:1])
    tell(stored, scene)
    name = next(player.name for player in scene.seats if player.question)
    for_ann = send(stored.notice("ended", "ann"))
    for_other = send(stored.notice("turn", name))

    assert "Since your last turn" in for_ann.text
    assert "Ann played “Bread”" not in for_ann.text
    assert "Bob played" in for_ann.text
    assert "What has happened so far" in for_other.text
    assert "Ann played “Bread”" in for_other.text


def test_a_long_absence():
    """Of more moves than a mail can hold the last are told, and where to find the others."""
    scene = turn_of_ann()
    stored = store(scene)
    game = stored.game
    played = engine.dump_outcomes([engine.Played(3, "milk")])
    Move.objects.bulk_create(
        Move(game=game, version=version, by=By.PAGE, outcomes=played) for version in range(2, 93)
    )
    game.version = 92
    game.save()
    mail = send(stored.notice("turn", "ann"))

    assert "- What happened before that is on the page." in mail.text
    assert 16 == mail.text.count("- Cid played “Milk”.")


@pytest.mark.parametrize("kind", ["turn", "reminder"])
def test_the_explanations_come_once(kind):
    """What repeats in every mail is said in the first one, and linked in the others."""
    stored = store(turn_of_ann())
    first = stored.notice("turn", "ann")
    before = send(first)
    first.status = Notice.Status.SENT
    first.save()
    after = send(stored.notice(kind, "ann"))

    assert "After 3 missed turns in a row" in before.text.replace("\n", " ")
    assert "missed turns" not in after.text
    assert "/help/mail/" in after.text
    assert len(after.text.splitlines()) < 60


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Warsaw", "Tue 18:30"),
        ("UTC", "Tue 17:30 UTC"),
        ("America/New_York", "Tue 12:30"),
        ("Asia/Kathmandu", "Tue 23:15"),
        ("Pacific/Kiritimati", "Wed 07:30"),
        ("Mars/Olympus", "Tue 17:30 UTC"),
    ],
)
def test_the_deadline_is_in_my_zone(zone, shown):
    """A deadline is a day and a time in the reader's zone; UTC, which nobody has chosen, is named."""
    mail = send(store(turn_of_ann(), zone=zone).notice("turn", "ann"))

    assert f"3 days left · {shown} · then" in mail.text.replace("\n", " ")


def test_the_offset_is_that_of_the_deadline():
    """A deadline in summer time is shown with the offset of summer, whenever the mail is written."""
    stored = store(turn_of_ann())
    stored.game.questions.update(due_at=DUE.replace(year=2027, month=7))
    mail = send(stored.notice("turn", "ann"))

    assert "Sat 24 Jul 2027, 19:30" in mail.text


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("pl", "wt. 18:30"),
        ("ru", "Вт 18:30"),
        ("en", "Tue 18:30"),
        ("tlh", "Tue 18:30"),
        ("", "Tue 18:30"),
    ],
)
def test_the_mail_is_in_my_language(language, shown):
    """Dates and the HTML's language follow the reader; an unknown language is English."""
    stored = store(turn_of_ann())
    Player.objects.filter(pk=stored.players["ann"].pk).update(language=language)
    with override("ru"):
        mail = send(stored.notice("turn", "ann"))

    assert shown.casefold() in mail.text.casefold()
    assert f'<html lang="{language if language in ("pl", "ru") else "en"}"' in mail.html


@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_an_invitation_has_a_picture_of_its_edition(edition):
    """It comes with the mail, is small, and says in words what it shows."""
    notice = invitation_notice("invitation")
    notice.game.edition = edition
    notice.game.save()
    mail = send(notice)
    (picture,) = [part for part in mail.parsed.walk() if part.get_content_maintype() == "image"]

    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in mail.html
    assert 'alt="Cards of ' in mail.html
    assert picture.get_content().startswith(b"\x89PNG")
    assert len(mail.raw) < 40_000


def test_an_invitation_speaks_the_language_of_its_reader():
    """Who has an account is written to in their own language, a stranger in that of the host."""
    notice = invitation_notice("invitation")
    Player.objects.update(language="ru")
    to_stranger = send(notice)
    Player.objects.create_user("dee@example.org", language="pl")
    to_player = send(notice)

    assert '<html lang="ru"' in to_stranger.html
    assert '<html lang="pl"' in to_player.html


def test_a_host_without_a_name():
    """A host who gave no name is called by what stands before the @, never by the whole address."""
    notice = invitation_notice("invitation")
    Player.objects.update(name="")
    mail = send(notice)

    assert mail.text.startswith("ann invites you")
    assert "ann@example.org" not in mail.raw.decode()


def test_the_host_is_told_who_wants_no_rematch():
    """Who declines a rematch is named after the seat that they had before."""
    before = store(deal(ann=3, bob=3))
    Game.objects.filter(pk=before.game.pk).update(status=Game.Status.FINISHED)
    after = Game.objects.create(host=before.game.host, name="Again", rematch_of=before.game, seats_wanted=2)
    seat = Seat.objects.create(game=after, number=2, status=Seat.Status.FREE)
    before.game, before.seats["bob"] = after, seat
    mail = send(before.notice("declined", "bob", player="ann"))

    assert mail.text.startswith("Bob won’t play this time.")


def test_obsolete():
    """A question that was answered meanwhile, or a seat that is gone, gives no mail but a reason."""
    scene = turn_of_ann()
    stored = store(scene)
    late = stored.notice("turn", "ann")
    scene.seats[0].plays("bread")
    tell(stored, scene)
    gone = stored.notice("started", "bob")
    gone.seat = None
    nobody = stored.notice("started", "bob")
    nobody.player = None

    reasons = []
    for notice in (late, gone, nobody):
        with pytest.raises(Obsolete) as obsolete:
            compose(notice)
        reasons.append(str(obsolete.value))

    assert ["answered already", "the seat is gone", "nobody to write to"] == reasons


def test_every_card_has_a_face():
    """Each card of each edition has words for itself and for its kind, and each kind its colour."""
    css = (settings.BASE_DIR / "templates/mail/letter.css").read_text()
    faces = {slug: show_card(slug, CARDS) for edition in engine.all_editions() for slug in edition.cards}

    assert all(face.title and face.text and face.kind_name for face in faces.values())
    assert {face.kind for face in faces.values()} <= {kind for kind in KINDS if f".{kind}" in css}


KINDS = (
    *("keeper", "goal", "leaper", "new-rule", "action", "basic-rules"),
    *("creeper", "ungoal", "meta-rule", "surprise"),
)
