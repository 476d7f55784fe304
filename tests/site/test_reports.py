"""Reports: made at a table, a message, a deck; seen in the queue; closed with an answer that arrives."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.core import access, tokens
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.decks.edit import create_deck
from games.mail.compose import compose
from games.models import Deck, Notice, Report, StaffAct
from games.moderation.queue import find_reports
from games.moderation.reports import settle_report
from games.people import reports
from games.people.talk import post_remark
from games.periodic.sweep import sweep_notices

from .conftest import make_player
from .play import seat_of

pytestmark = pytest.mark.django_db(transaction=True)


def browser_of(player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def by_link(seat) -> Client:
    """A browser that has opened the link of a mail to this seat."""
    browser = Client()
    browser.get(reverse("play_link", args=[tokens.make_token(seat)]))
    return browser


@pytest.fixture
def told(ann, bob, start) -> Report:
    """Ann’s report about Bob."""
    game = start(ann, bob)
    return reports.report(by=ann, game=game, seat=seat_of(game, bob), kind="stalling", words="He waits.")


def test_a_report_is_made_at_the_table_signed_in_and_by_link(ann, bob, start):
    """From both, it names the person, and holds what was said, but no card of a hand."""
    game = start(ann, bob)
    post_remark(seat=seat_of(game, bob).pk, text="You fool")
    given = {"kind": "talk", "words": "He insults me.", "seat": seat_of(game, bob).number}

    page = browser_of(ann).post(reverse("report", args=[game.key]), given, follow=True)
    link = by_link(seat_of(game, ann))
    form = link.get(reverse("seat_report", args=[game.key]))
    secret = form.context["csrf_token"]
    link.post(reverse("seat_report", args=[game.key]), given | {"csrfmiddlewaretoken": secret})

    first, second = Report.objects.order_by("pk")
    assert "Thank you" in page.content.decode()
    assert (ann, bob, game) == (first.by, first.about, first.game) == (second.by, second.about, second.game)
    assert "You fool" in str(first.evidence)
    held = {card.partition("#")[0] for card in access.view(game, seat_of(game, bob)).hand}
    assert not any(card in str(first.evidence) for card in held)
    assert bob.email not in str(first.evidence)
    assert "move" not in str(first.evidence)  # by their number, who passes in a window could be counted


def test_a_message_is_reported_with_one_press(ann, bob, carol, start):
    """Its link stands below each message of others, and needs no more words; deleted later, it is known.

    Carol, who watches a table whose talk is its players' own, gets the form without it.
    """
    game = start(ann, bob)
    said = post_remark(seat=seat_of(game, bob).pk, text="You fool")
    browser = browser_of(ann)
    address = f"{reverse('report', args=[game.key])}?remark={said.pk}"

    assert address in browser.get(reverse("game", args=[game.key])).content.decode()
    assert "You fool" in browser.get(address).content.decode()
    onlooker = browser_of(carol).get(address)
    assert (200, False) == (onlooker.status_code, "You fool" in onlooker.content.decode())
    browser.post(address, {"kind": "talk", "words": ""})
    said.delete()

    report = Report.objects.get()
    assert bob == report.about
    assert "You fool" in str(report.evidence)


def test_a_public_deck_is_reported(ann, bob):
    """By anybody but its owner."""
    deck = create_deck(owner=bob, name="Rude", spec=_spec())
    Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PUBLIC)
    address = reverse("report_deck", args=[deck.key])

    assert 404 == browser_of(bob).get(address).status_code
    assert address in browser_of(ann).get(reverse("deck", args=[deck.key])).content.decode()
    browser_of(ann).post(address, {"kind": "name", "words": "Look at its cards."})

    report = Report.objects.get()
    assert (bob, deck) == (report.about, report.deck)


def test_a_name_is_changed_from_its_report(ann, bob, start, moderator):
    """One press leads to the form, and back to the report."""
    game = start(ann, bob)
    row = reports.report(by=ann, game=game, seat=seat_of(game, bob), kind="name", words="Such a name.")
    desk, here = browser_of(moderator), reverse("admin:games_report_change", args=[row.pk])
    act = f"{reverse('admin:games_player_act', args=[bob.pk, 'rename-player'])}?report={row.pk}"

    assert f'href="{act}"' in desk.get(here).content.decode()
    done = desk.post(act, {"name": "Robert", "reason": "It insulted others.", "confirmed": "yes"})
    bob.refresh_from_db()

    assert here == done["Location"]
    assert ("Robert", "Robert") == (bob.name, seat_of(game, bob).name)


def _spec():
    import engine

    return engine.DeckSpec.of({"editions": ["fluxx"]})


@pytest.mark.parametrize(
    ("given", "refusal"),
    [({"kind": "nonsense"}, Illegal), ({"words": " "}, Illegal), ({"of_own": True}, NotPossible)],
)
def test_what_is_no_report_is_refused(given, refusal, ann, bob, start):
    """With a sentence, and nothing is stored."""
    game = start(ann, bob)
    seat = seat_of(game, ann if given.pop("of_own", False) else bob)
    with pytest.raises(refusal):
        reports.report(**{"by": ann, "game": game, "seat": seat, "kind": "talk", "words": "So rude."} | given)

    assert 0 == Report.objects.count()


def test_reports_are_limited(ann, bob, start, monkeypatch):
    """One person sends so many a day."""
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    game = start(ann, bob)
    given = {"by": ann, "game": game, "seat": seat_of(game, bob), "kind": "talk", "words": "So rude."}
    reports.report(**given)

    with pytest.raises(Capped):
        reports.report(**given)


def test_who_reported_learns_the_outcome(told, ann, bob, moderator):
    """By a mail that staff answer, and on the page of their reports; the other hears nothing of it."""
    assert [told.pk] == [each.pk for each in find_reports()]
    settle_report(report=told, by=moderator, status="acted", outcome="We’ve had a word with Bob.")
    sweep_notices()

    (letter,) = [each for each in mail.outbox if "report" in each.subject.lower()]
    assert [ann.email] == letter.to
    assert "We’ve had a word with Bob." in letter.body
    assert letter.reply_to
    assert [] == list(find_reports())
    page = browser_of(ann).get(reverse("data")).content.decode()
    assert "We’ve had a word with Bob." in page
    assert "We’ve had a word" not in browser_of(bob).get(reverse("data")).content.decode()
    sent = len(mail.outbox)
    sweep_notices()
    assert sent == len(mail.outbox)


def test_a_report_is_closed_once_and_by_somebody_impartial(told, ann, moderator):
    """Not by who made it, even on the staff; and not twice."""
    ann.is_staff = True
    ann.save()
    with pytest.raises(NotAllowed):
        settle_report(report=told, by=ann, status="acted", outcome="Done.")
    settle_report(report=told, by=moderator, status="nothing", outcome="He was on a train.")
    with pytest.raises(NotPossible):
        settle_report(report=told, by=moderator, status="acted", outcome="Done.")


def test_the_desk_shows_a_report_and_attaches_what_is_done(told, ann, bob, moderator, client):
    """From the queue to the report, to an act, and back to it; the person’s page shows both ways."""
    client.force_login(moderator)
    page = reverse("admin:games_report_change", args=[told.pk])
    assert page in client.get(reverse("admin:index")).content.decode()
    shown = client.get(page).content.decode()
    assert "He waits." in shown
    act = reverse("admin:games_game_act", args=[told.game.pk, "offer"])
    seat = seat_of(told.game, bob).number
    assert f"{act}?seat={seat}&amp;report={told.pk}" in shown

    given = {"seat": seat, "reason": "He is away.", "confirmed": "yes"}
    after = client.post(f"{act}?seat={seat}&report={told.pk}", given)
    close = reverse("admin:games_report_close", args=[told.pk])
    refused = client.post(close, {"status": "acted", "outcome": ""}, follow=True).content.decode()
    client.post(close, {"status": "acted", "outcome": "We’ve written to Bob."})

    assert page == after["Location"]
    assert told == StaffAct.objects.get().report
    assert "This field is required" in refused
    told.refresh_from_db()
    assert "acted" == told.status
    for player, title in ((bob, "Reports about them"), (ann, "Reports they have made")):
        their_page = client.get(reverse("admin:games_player_change", args=[player.pk])).content.decode()
        assert title in their_page
        assert page in their_page


def test_every_mail_about_a_table_leads_to_the_form(ann, bob, start):
    """One of its last lines is a link, which opens without signing in."""
    game = start(ann, bob)
    letter = compose(Notice.objects.filter(game=game, player=ann).first())
    (line,) = [line for line in letter.body.splitlines() if line.startswith("Report: ")]

    response = Client().get(line.partition(": ")[2])

    assert reverse("seat_report", args=[game.key]) == response["Location"]


def test_an_unsendable_mail_is_tried_again(told, moderator, settings, smtp):
    """While the mail server is away it waits; to an address that refuses mail it is not sent at all."""
    settle_report(report=told, by=moderator, status="nothing", outcome="It was a misunderstanding.")
    smtp.stop()
    sweep_notices()
    row = told.by.person_mails.get()
    assert (Notice.Status.WAITING, 1) == (row.status, row.attempts)
    assert row.error

    told.by.mail_refused_at = told.created_at
    told.by.save()
    told.by.person_mails.update(next_try_at=told.created_at)
    sweep_notices()
    row.refresh_from_db()
    assert Notice.Status.SKIPPED == row.status


def test_the_page_of_conduct_is_public_and_linked(client):
    """From the foot of every page; it names the address for appeals."""
    page = client.get(reverse("conduct")).content.decode()

    assert f'href="{reverse("conduct")}"' in client.get("/").content.decode()
    assert "mailto:accounts@" in page


def test_strangers_and_trials_report_nothing(client, ann, bob, start):
    """Nobody who is not known reports: they are asked to sign in."""
    game = start(ann, bob)

    assert client.get(reverse("report", args=[game.key]))["Location"].startswith("/accounts/login")
    assert make_player("Dora").reports_made.count() == 0
