"""What each kind of mail tells, in the reader's language and zone."""

import re
from datetime import timedelta

import msgspec
import pytest
from django.conf import settings
from django.utils.translation import override

import engine
from engine.cards import CARDS
from engine.scenario import deal
from games.mail.compose import compose
from games.mail.table import MOST_CARDS, show_card
from games.models import By, Game, Invitation, Move, Player, Seat
from games.outbox.obsolete import Obsolete
from tests.mail.kinds import (
    NOTICES,
    declined_notice,
    first_card,
    invitation_notice,
    open_game,
    throws_of_bob,
    turn_of_ann,
)
from tests.mail.random_games import play
from tests.mail.received import send
from tests.mail.tables import DUE, NOW, store, tell

pytestmark = pytest.mark.django_db

SITE = "http://testserver.localhost/"


def test_a_turn_tells_everything():
    """Deadline, link, recap, question with choices, table and small print, in this order."""
    stored = store(turn_of_ann())
    mail = send(stored.notice("turn", "ann"))

    text = re.sub(r"http://\S+/p/[^/\s]+/", "LINK", mail.text)

    assert TURN == text


TURN = """\
It is your turn, Ann.

Answer by Tuesday, 24 November 2026, 18:30 (Europe/Warsaw, UTC+1).

Answer on the page:
LINK

Nothing happens before you press a button there. The link is yours alone
and needs no password.

== What has happened so far

- Cid played Love.
- Cid played Steal a Keeper.
- Cid took Milk from Bob.
- Ann's turn began.
- Ann drew Zap a Card!, Time.

== Choose a card to play.

You have 2 plays left in this turn.
Your whole hand is listed here.

1. Bread (keeper)
   A keeper: play it in front of you. Goals ask for keepers.
LINK?pick=bread

2. Time (keeper)
   A keeper: play it in front of you. Goals ask for keepers.
LINK?pick=time

3. Baked Goods (goal)
   Win with Bread and Cookies.
LINK?pick=baked-goods

4. Draw 3 (new rule)
   Draw 3 cards in a turn. If you drew fewer this turn, catch up now.
LINK?pick=draw-3

5. Zap a Card! (action)
   Take any card in play into your hand: a keeper, a goal or a new rule.
LINK?pick=zap-a-card

== The table

Goal:

* The Appliances (goal)
  Win with The Toaster and Television.

On Ann’s turn: Draw 2 · Play 2 · Hand limit none · Keeper limit 3

New rules in play:

* Draw 2 (new rule)
  Draw 2 cards in a turn. If you drew fewer this turn, catch up now.

* Play 2 (new rule)
  Play 2 cards in a turn, or all you have if that is fewer.

* Keeper Limit 3 (new rule)
  Keep no more than 3 keepers in play while others play; on your turn
  discard the rest at its end.

* Ann (you, has the turn): The Sun, Dreams; 5 cards in hand
* Bob: The Toaster; 4 cards in hand
* Cid: Love, Milk; 0 cards in hand

On top of the discard pile: Steal a Keeper (action).
78 cards in the draw pile, 3 discarded.

== Good to know

If time runs out, the site answers for you, as sensibly as it can, and
tells the table that it did. After 3 missed turns in a row, a bot keeps
the seat until its player is back.

Whoever has this mail can see your hand and play for you: forwarding it
hands over your seat. If you did so by mistake, open the table and press
“Make all earlier links useless”. The next mail brings new ones.

--\x20

Fluxx by mail, “Friday game”
http://testserver.localhost/
"""


HEADINGS = ("Goal", "New", "rules", "Good", "know")


def test_the_html_tells_the_same():
    """Whatever the text part says, links apart, the HTML part says too, in the same order."""
    mail = send(store(turn_of_ann()).notice("turn", "ann"))
    rows = [row.strip("*-= ") for row in mail.text.splitlines()]
    words = [word for row in rows if not row.startswith("http") for word in re.findall(r"\w+", row)]
    missing = [word for word in words if word not in mail.words and word not in HEADINGS]

    assert [] == missing
    assert set(mail.links) == set(re.findall(r'href="([^"]+)"', mail.html))


def test_an_answer_out_of_turn():
    """Who is asked out of turn sees why, by what card, what it is about, and the own hand."""
    mail = send(store(throws_of_bob()).notice("answer", "bob"))

    assert mail.text.startswith("The table needs an answer from you, Bob.")
    assert "== Rock, paper or scissors?\n\nRock-Paper-Scissors Showdown asks you this." in mail.text
    assert ["rock", "paper", "scissors"] == mail.picks
    assert "== Your hand\n\n* Milk (keeper)" in mail.text
    assert "Being carried out:\n\n* Rock-Paper-Scissors Showdown (action)" in mail.text
    assert "* Ann (has the turn, is asked too)" in mail.text


@pytest.mark.slow
def test_every_choice_has_its_link():
    """In 60 positions of games by chance, each option that a mail has room for is a filled-in link."""
    asked = set()
    for seed in range(60):
        scene = play(seed, 10 + 3 * seed, seats=2 + seed % 5)
        for player in scene.seats:
            if player.question is None:
                continue
            mail = send(store(scene).notice("turn", player.name))
            asked.add(player.asked)

            assert list(map(quoted, player.question.options))[:MOST_CARDS] == mail.picks
            links = [link for link in mail.links[:-1] if not link.endswith("?to=orders")]
            assert all(link.startswith(mail.link) for link in links)
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
    assert "Ann played Bread" not in for_ann.text
    assert "Bob played" in for_ann.text
    assert "What has happened so far" in for_other.text
    assert "Ann played Bread" in for_other.text


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
    assert 30 == mail.text.count("- Cid played Milk.")


def test_a_reminder():
    """A reminder says that it is one, and still has everything to play with."""
    stored = store(turn_of_ann())
    reminder, turn = send(stored.notice("reminder", "ann")), send(stored.notice("turn", "ann"))

    assert reminder.text.startswith("A reminder, Ann: the table waits for your answer.")
    assert reminder.text.partition("\n")[2] == turn.text.partition("\n")[2]


def test_who_takes_the_first_card():
    """Before the deal the question is who begins; there is one choice, and no table."""
    mail = send(first_card().notice("turn", "bob"))

    assert mail.text.startswith("Who begins, Bob? Whoever takes the first card.")
    assert "At the table: Ann, Bob, Cid." in mail.text
    assert "Answer by Tuesday, 24 November 2026" in mail.text
    assert ["take"] == mail.picks
    assert "== The table" not in mail.text


def test_no_clock():
    """Without a clock nothing is said about time that runs out."""
    mail = send(store(turn_of_ann(), pace=0).notice("turn", "ann"))

    assert "This game has no clock: take all the time you like." in mail.text
    assert "time runs out" not in mail.text


def test_paused():
    """A deadline that stands still is not given as a date."""
    stored = store(turn_of_ann(), paused_at=NOW)
    stored.game.questions.update(due_at=None, time_left=timedelta(days=1))
    mail = send(stored.notice("turn", "ann"))

    assert "The game is paused, and the clock with it." in mail.text


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Warsaw", "Tuesday, 24 November 2026, 18:30 (Europe/Warsaw, UTC+1)"),
        ("UTC", "Tuesday, 24 November 2026, 17:30 (UTC)"),
        ("America/New_York", "Tuesday, 24 November 2026, 12:30 (America/New York, UTC-5)"),
        ("Asia/Kathmandu", "Tuesday, 24 November 2026, 23:15 (Asia/Kathmandu, UTC+5:45)"),
        ("Pacific/Kiritimati", "Wednesday, 25 November 2026, 07:30 (Pacific/Kiritimati, UTC+14)"),
        ("Mars/Olympus", "Tuesday, 24 November 2026, 17:30 (UTC)"),
    ],
)
def test_the_deadline_is_in_my_zone(zone, shown):
    """A deadline is a date and a time with the zone's name and offset; a zone that nobody knows is UTC."""
    mail = send(store(turn_of_ann(), zone=zone).notice("turn", "ann"))

    assert f"Answer by {shown}." in mail.text.replace("\n", " ")


def test_the_offset_is_that_of_the_deadline():
    """A deadline in summer time is shown with the offset of summer, whenever the mail is written."""
    stored = store(turn_of_ann())
    stored.game.questions.update(due_at=DUE.replace(year=2027, month=7))
    mail = send(stored.notice("turn", "ann"))

    assert "Saturday, 24 July 2027, 19:30 (Europe/Warsaw, UTC+2)" in mail.text


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("pl", "wtorek, 24 listopada 2026, 18:30"),
        ("ru", "вторник, 24 ноября 2026 г., 18:30"),
        ("en", "Tuesday, 24 November 2026, 18:30"),
        ("tlh", "Tuesday, 24 November 2026, 18:30"),
        ("", "Tuesday, 24 November 2026, 18:30"),
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


def test_autopilot():
    """Who missed three deadlines hears what to press."""
    mail = send(NOTICES["autopilot"]())

    assert mail.text.startswith("A bot keeps your seat, Bob, until you come back.")
    assert "press “I am back: let me play”" in mail.text.replace("\n", " ")
    assert "== Your hand" in mail.text


def test_started():
    """Who is not asked yet hears who begins, the pace, and gets the hand and the fingerprint to keep."""
    mail = send(NOTICES["started"]())

    assert mail.text.startswith("The game has begun, Bob.\n\nAnn has the turn.")
    assert "Pace: 3 days for each turn." in mail.text
    assert "== Your hand" in mail.text
    assert "c0ffee" in mail.text


@pytest.mark.parametrize(
    ("reader", "call"), [("ann", "You won, Ann!"), ("bob", "The game is over: Ann won.")]
)
def test_result(reader, call):
    """The winner and the others hear who won, with what, and see the last table without hands."""
    notice = NOTICES["result"]()
    notice.seat = notice.game.seats.get(name=reader.title())
    notice.player = notice.seat.player
    notice.save()
    mail = send(notice)

    assert mail.text.startswith(call)
    assert "Ann won with Baked Goods!" in mail.text
    assert "* Ann: Bread, Cookies; 0 cards in hand" in re.sub(r" \(you\)", "", mail.text)
    assert "Jackpot" not in mail.text


def test_ended():
    """Who played in a game that was ended hears why; a game that never began has no table to show."""
    mail = send(NOTICES["ended"]())
    stored = open_game()
    Game.objects.filter(pk=stored.game.pk).update(status=Game.Status.ENDED, end_reason="")
    called_off = send(stored.notice("ended", "bob"))

    assert mail.text.startswith("The game was ended without a winner.\n\nThe reason: Everybody left.")
    assert "== The table" in mail.text
    assert "reason" not in called_off.text
    assert "== The table" not in called_off.text


def test_invitation():
    """A stranger hears who asks, what this is, that no account is needed, and how to be left alone."""
    mail = send(invitation_notice("invitation"))

    assert mail.text.startswith("Ann invites you to a game of Fluxx.")
    assert "“Friday game” is for 3 players, with 3 days for each turn." in mail.text
    assert "You need no account." in mail.text.replace("\n", " ")
    assert "If you do nothing, you get one reminder at most, and nothing else." in mail.text
    assert "No more invitations to this address:\nhttp://testserver.localhost/b/" in mail.text
    assert "ann@example.org" not in mail.raw.decode()


def test_the_one_reminder_of_an_invitation():
    """The second mail to a stranger says that there is no third."""
    mail = send(invitation_notice("invited-again"))

    assert mail.text.startswith("Ann still keeps a seat for you in a game of Fluxx.")
    assert "This is the only reminder." in mail.text


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


def test_rematch():
    """Who is asked for a rematch hears who asks and who plays, and gets a link to the new seat."""
    mail = send(NOTICES["rematch"]())

    assert mail.text.startswith("Ann wants a rematch, Bob.")
    assert "At the table: Ann." in mail.text
    assert "/p/" in mail.link


def test_the_host_is_told_who_comes():
    """The host hears who sat down and how many seats are left; the link opens nothing without signing in."""
    stored = open_game()
    mail = send(stored.notice("accepted", "bob", player="ann"))

    assert mail.text.startswith("Bob took a seat at your table.\n\n1 seat is not taken yet.")
    assert [f"http://testserver.localhost/g/{stored.game.key}/", SITE] == mail.links


def test_the_host_is_told_who_does_not_come():
    """The name comes from the invitation, or its address, since the seat has no name any more."""
    notice = declined_notice()
    named = send(notice)
    Invitation.objects.update(name="")
    unnamed = send(notice)

    assert named.text.startswith("Dee will not play this time.\n\n1 seat is not taken yet.")
    assert unnamed.text.startswith("dee@example.org will not play this time.")


def test_the_host_is_told_who_wants_no_rematch():
    """Who declines a rematch is named after the seat that they had before."""
    before = store(deal(ann=3, bob=3))
    Game.objects.filter(pk=before.game.pk).update(status=Game.Status.FINISHED)
    after = Game.objects.create(host=before.game.host, name="Again", rematch_of=before.game, seats_wanted=2)
    seat = Seat.objects.create(game=after, number=2, status=Seat.Status.FREE)
    before.game, before.seats["bob"] = after, seat
    mail = send(before.notice("declined", "bob", player="ann"))

    assert mail.text.startswith("Bob will not play this time.")


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


@pytest.mark.parametrize("kind", NOTICES)
def test_links_are_whole(kind):
    """The main link is absolute and stands alone on its line, and HTML has no other links than text."""
    mail = send(NOTICES[kind]())

    assert mail.links
    assert all(link.startswith("http://testserver.localhost/") for link in mail.links)
    assert set(mail.links) == set(re.findall(r'href="([^"]+)"', mail.html))


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
