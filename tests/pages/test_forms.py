"""Every page as a parser sees it: forms with their secret (S2), no script in it (S8), names as names (S9)."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.core import tokens
from games.core.tokens import Purpose
from games.decks.edit import create_deck
from games.models import Game, Player, Seat
from tests.mail.kinds import invite, open_game
from tests.mail.tables import store
from tests.pages.positions import Html, all_rows, hand_limits, open_link, turn_of_ann, won_by_ann
from tests.pages.test_access_matrix import KINDS, ROWS, address_of, deputy_of_bob, set_up

HOSTILE = '<script>alert("1")</script>\'"&amp;{{7*7}}'[:40]


# What brings a secret of its own and needs no cookie: one click of a mail program, a mail provider, the
# worker of a browser, and the page behind a mailed link.
FOR_PROGRAMS = {"renew_device", "reply_alias", "unsubscribe", "unsubscribe_bare", "webhook"}
# What changes nothing but the colours of a browser.
WITHOUT_SECRET = {"set_theme"}


@pytest.mark.parametrize("of", KINDS)
def test_s2_no_form_without_its_secret(of, db):
    """A form that comes from elsewhere is refused in words, for whoever is signed in or holds a link."""
    stored, invitation = set_up(of)
    charlie = deputy_of_bob(stored).player
    client, deputy = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    client.force_login(stored.players["ann"], backend="allauth.account.auth_backends.AuthenticationBackend")
    deputy.force_login(charlie, backend="allauth.account.auth_backends.AuthenticationBackend")
    open_link(client, stored.seats["bob"])
    if invitation is not None:
        client.get(f"/i/{tokens.make_invitation_token(invitation)}/")
        client.get(f"/b/{tokens.make_invitation_token(invitation, Purpose.BLOCK)}/")
    wrong = []
    for name in sorted(
        {row[0] for row in ROWS if row[1] == of and row[2] == "post"} - FOR_PROGRAMS - WITHOUT_SECRET
    ):
        address = address_of(name, stored, invitation)
        before = all_rows()
        response = (deputy if name.startswith("deputy_answer") else client).post(address)
        said = "This form has expired, or cookies are off" in Html(response.content).text
        if (response.status_code, said, all_rows()) != (403, True, before):
            wrong.append(f"{name}: {response.status_code}, {'said why' if said else 'said nothing'}")

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", sorted(FOR_PROGRAMS))
def test_s2_what_programs_post_to_knows_no_cookie(name, visit, stored):
    """These ask for no secret of a form, so being signed in opens nothing: they want their own secret."""
    words = {"webhook": {"rest": "postmark/inbound/"}, "renew_device": {}}.get(name, {"token": "x"})
    client = visit(stored.players["ann"])
    before = all_rows()
    response = client.post(reverse(name, kwargs=words), {"what": "all"})

    assert 404 == response.status_code
    assert before == all_rows()


def every_page(visit) -> list[tuple[str, bytes]]:
    """Every kind of page, as people with hostile names see it."""
    stored, won, limits, lobby = store(turn_of_ann()), store(won_by_ann()), store(hand_limits()), open_game()
    invitation = invite(lobby, name=HOSTILE)
    Player.objects.update(name=HOSTILE)
    Seat.objects.update(name=HOSTILE)
    Game.objects.update(name=HOSTILE, is_open=True)
    link, other = visit(None), visit(None)
    open_link(link, stored.seats["ann"], pick="bread")
    other.get(f"/i/{tokens.make_invitation_token(invitation)}/")
    other.get(f"/b/{tokens.make_invitation_token(invitation, Purpose.BLOCK)}/")
    ann, nobody = visit(stored.players["ann"]), visit(None)
    games = [each.game.key for each in (stored, won, limits)]
    own = ["/", "/new/", "/account/", "/account/mail-again/"]
    own += [f"/g/{key}/{page}" for key in games for page in ("", "history/", "leave/")]
    own += [f"/g/{lobby.game.key}/", f"/g/{lobby.game.key}/cancel/"]
    spec = engine.DeckSpec.of({"editions": ["fluxx"], "made": [{"kind": "keeper", "title": HOSTILE}]})
    deck = create_deck(owner=stored.players["ann"], name=HOSTILE, spec=spec, visibility="public")
    own += [f"/decks/{deck.key}/{page}" for page in ("", "edit/", "delete/", "cards/0/", "cards/new/goal/")]
    own += [f"/decks/{deck.key}/cards/new/{kind}/" for kind in ("rule", "action", "creeper")]
    own += [f"/g/{stored.game.key}/deck/", f"/g/{lobby.game.key}/card/goal/", "/decks/new/", "/decks/import/"]
    open_to_all = ["/editions/", "/editions/wonderland/", "/decks/", f"/decks/{deck.key}/"]
    open_to_all += ["/", "/about/", "/editions/fluxx/", "/nothing/", "/p/x/", f"/g/{lobby.game.key}/"]
    open_to_all += [reverse(name) for name in ("account_login", "account_signup", "account_reset_password")]
    joining = visit(Player.objects.create_user("guest@example.org", name=HOSTILE))
    return [
        *((path, ann.get(path, follow=True).content) for path in own),
        *((path, nobody.get(path).content) for path in open_to_all),
        *((f"/t…/{page}", link.get(f"/t/{stored.game.key}/{page}").content) for page in ("", "history/")),
        *(
            (f"/t…/{page}", other.get(f"/t/{lobby.game.key}/{page}").content)
            for page in ("invitation/", "block/")
        ),
        ("/join/", joining.get(f"/join/{lobby.game.link_key}/").content),
    ]


@pytest.fixture(scope="module")
def seen() -> list[tuple[str, Html, bytes]]:
    """What `pages` has fetched, once for this module."""
    return []


@pytest.fixture
def pages(seen, db, visit) -> list[tuple[str, Html, bytes]]:
    """Every page: its path, as a parser sees it, and its bytes."""
    if not seen:
        seen += [(path, Html(content), content) for path, content in every_page(visit)]
    return seen


def test_s8_no_script_and_no_style_in_a_page(pages):
    """What runs and what styles comes in files of our own; nothing hangs on an attribute."""
    for path, page, _content in pages:
        inline = [
            (tag, name)
            for tag, attributes in page.tags
            for name in attributes
            if name == "style" or name.startswith(("on", "hx-on", "data-hx-on"))
        ]

        assert ([], []) == (inline, page.styles_and_scripts), path
        assert not [href for href in page.all("a") if str(href.get("href")).startswith("javascript:")], path


def test_m6_a_page_loads_only_what_is_ours(pages):
    """No address of a page names another host."""
    for path, page, _content in pages:
        assert page.hosts == {""}, path


def test_s9_names_are_only_names(pages):
    """Hostile names of people and games are shown as they are written, on every page."""
    for path, _page, content in pages:
        assert b"<script>alert" not in content, path
        assert b"49" not in content.split(b"{{7*7")[0][-3:], path


@pytest.mark.slow
def test_every_field_has_a_label(pages):
    """Whoever hears a page hears what each field is for."""
    for path, page, _content in pages:
        labelled = {label.get("for") for label in page.all("label")}
        fields = [*page.all("input"), *page.all("select"), *page.all("textarea")]
        missing = [
            field
            for field in fields
            if field.get("type") not in ("hidden", "submit")
            and field.get("name") != "label"
            and field.get("id") not in labelled
        ]

        assert [] == missing, path


@pytest.mark.slow
def test_every_page_has_one_heading_a_title_and_a_language(pages):
    """One h1, a title, a language, and one main part that the skip link leads to."""
    for path, page, _content in pages:
        assert 1 == len(page.all("h1")), path
        assert ["en"] == [html["lang"] for html in page.all("html")], path
        assert ["main"] == [main["id"] for main in page.all("main")], path


def test_every_id_is_there_once(pages):
    """Labels, links and scripts find what they mean."""
    for path, page, _content in pages:
        ids = [attributes["id"] for _tag, attributes in page.tags if "id" in attributes]

        assert [] == [each for each, times in Counter(ids).items() if times > 1], path


def test_forms_post_to_pages_that_exist(pages, client):
    """Every form that posts has its secret, and goes to a page of the site."""
    for path, page, _content in pages:
        posts = [form for form in page.all("form") if form.get("method", "get") == "post"]
        posts = [form for form in posts if form.get("action") != "/theme/"]  # that one needs no secret
        secrets = [each for each in page.all("input") if each.get("name") == "csrfmiddlewaretoken"]

        assert len(posts) == len(secrets), path
