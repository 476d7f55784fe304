"""Forms that are sent as a page shows them: what somebody has set stays as it is."""

from datetime import time
from html.parser import HTMLParser

import pytest

from engine.scenario import deal
from games.models import Game, Player
from games.play.set_turn_orders import read_turn_orders
from tests.mail.tables import store
from tests.pages.positions import all_rows

pytestmark = pytest.mark.django_db


class FormFields(HTMLParser):
    """Every form of a page by where it goes, with what a browser sends when nothing in it is touched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, list[str]]] = {}
        self._fields: dict[str, list[str]] = {}
        self._select = self._textarea = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            address, _mark, _part = (given.get("action") or "").partition("#")
            self._fields = self.forms.setdefault(address, {})
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            value = [given.get("value") or ""]
            if "selected" in given or self._select not in self._fields:
                self._fields[self._select] = value
        elif tag == "textarea":
            self._textarea = name
            self._fields[name] = [""]
        elif tag == "input" and name and self._is_sent(given):
            unnamed = "on" if given.get("type") == "checkbox" else ""
            self._fields.setdefault(name, []).append(given.get("value") or unnamed)

    def _is_sent(self, given):
        chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
        return chosen and given.get("type") not in ("submit", "button") and "disabled" not in given

    def handle_data(self, data):
        if self._textarea:
            self._fields[self._textarea][0] += data.removeprefix("\n")

    def handle_endtag(self, tag):
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""


def forms_of(browser, address):
    """What a browser would send of each form of a page, by where it goes."""
    return FormFields(browser.get(address).text).forms


@pytest.mark.parametrize("address", ["/account/", "/account/hours/", "/account/notices/"])
def test_settings_stay_as_they_are(address, visit, charlie):
    """Quiet hours, days off and what somebody is notified of outlive a form that nobody has touched."""
    Player.objects.filter(pk=charlie.pk).update(days_off="56", quiet_from=time(22), quiet_to=time(7, 30))
    browser = visit(charlie)
    browser.post("/account/notices/", forms_of(browser, "/account/notices/")["/account/notices/"])
    shown = address.replace("hours", "notices")
    fields = forms_of(browser, shown)[address]
    before = all_rows()
    response = browser.post(address, fields)

    assert response.status_code == 302
    assert before == all_rows()


def test_a_new_game_needs_nothing(visit, charlie):
    """All that the form proposes is accepted as it is shown, folded sections and the name included."""
    browser = visit(charlie)
    fields = forms_of(browser, "/new/")["/new/"]
    response = browser.post("/new/", fields)

    assert response.status_code == 302
    game = Game.objects.get()
    assert (game.fixed_least, game.window_hours, game.answer_hours) == (12, 8, 8)


def test_standing_orders_stay_as_they_are(visit):
    """Each section of the page, sent as it is shown."""
    stored = store(deal(ann=["bread", 1], bob=["milk", 1], cid=2, drawn=1, rules=["goal-mill"]))
    browser, address = visit(stored.players["bob"]), f"/g/{stored.game.key}/orders/"
    limits = {"section": "limits", "hand": "Bread", "hand_otherwise": "fitting", "keepers": "The Moon"}
    plan = {"section": "plan", "card-0": "Bread", "what-0-0": "goal", "about-0-0": "Dreamland"}
    for sent in (
        limits | {"keepers_otherwise": "ask"},
        plan | {"what-0-1": "most-keepers", "about-0-1": "3"},
        {"section": "only", "only_choice": "on"},
    ):
        browser.post(address, sent)
    before = read_turn_orders(stored.seats["bob"])
    sections = {to: sent for to, sent in forms_of(browser, address).items() if "section" in sent}
    statuses = {to: browser.post(address, sent).status_code for to, sent in sections.items()}

    assert before.plan
    assert before.only_choice
    assert set(statuses.values()) == {302}, statuses
    assert before == read_turn_orders(stored.seats["bob"])
