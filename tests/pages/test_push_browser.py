"""Push in a real browser: the worker is allowed by the policy, shows what is pushed, and subscribes."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import clock
from games.models import Channel

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Chromium asks a push service on the internet for a subscription; everything else here is the real thing.
SUBSCRIBE = """
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async function (options) {
  if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error("wrong key");
  const keys = { p256dh: new Uint8Array(65).fill(4), auth: new Uint8Array(16).fill(1) };
  return { endpoint: "https://push.example/abc", getKey: (name) => keys[name].buffer };
};
"""
NOTICES = """async () => {
  const registration = (await navigator.serviceWorker.getRegistrations())[0];
  const notices = await registration.getNotifications();
  return notices.map((each) => [each.body, each.data.url, each.tag]);
}"""


@pytest.fixture
def page_of_ann(page: Page, client, address, stored) -> Page:
    """The page about notices, with notices allowed."""
    client.force_login(stored.players["ann"], backend="allauth.account.auth_backends.AuthenticationBackend")
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
    )
    page.context.grant_permissions(["notifications"], origin=address)
    page.add_init_script(SUBSCRIBE)
    page.add_init_script("Notification.requestPermission = async () => 'granted';")
    page.goto(f"{address}/account/notices/?open=places")
    return page


def test_a_browser_subscribes_by_the_press_of_a_button(page_of_ann, stored):
    """The worker is registered under the site's policy, and the form is sent with the keys."""
    page_of_ann.get_by_role("button", name="Show notifications on this device").click()
    expect(page_of_ann.get_by_text("has been added. Send it a test.")).to_be_visible()

    channel = Channel.objects.get()
    assert (channel.player, channel.kind, channel.url) == (
        stored.players["ann"],
        "push",
        "https://push.example/abc",
    )
    assert (len(channel.p256dh), len(channel.auth)) == (87, 22)


def waited(page: Page, found: Callable[[], list[Any]]) -> list[Any]:
    """What is found as soon as it is there; in the end, whatever is."""
    end = time.monotonic() + 300
    while not found() and time.monotonic() < end:
        page.wait_for_timeout(50)
    return found()


def test_the_worker_shows_what_is_pushed(page_of_ann, address):
    """A push becomes a notice with its sentence and the address of the game."""
    page_of_ann.get_by_role("button", name="Show notifications on this device").click()
    expect(page_of_ann.get_by_text("has been added. Send it a test.")).to_be_visible()
    devtools = page_of_ann.context.new_cdp_session(page_of_ann)
    known: list[dict[str, str]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    waited(page_of_ann, lambda: known)
    pushed = {
        "title": "Fluxx",
        "body": "It’s your turn in Friday game.",
        "url": "/g/abc/",
        "tag": "game-abc",
    }
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": address, "registrationId": known[0]["registrationId"], "data": json.dumps(pushed)},
    )
    shown = waited(page_of_ann, lambda: page_of_ann.evaluate(NOTICES))

    assert shown == [["It’s your turn in Friday game.", "/g/abc/", "game-abc"]]


def test_without_scripts_the_page_says_what_push_needs(browser, client, address, stored):
    """Everything else on it works."""
    client.force_login(stored.players["ann"], backend="allauth.account.auth_backends.AuthenticationBackend")
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/account/notices/?open=places")
    expect(page.get_by_text("This needs JavaScript")).to_be_visible()
    expect(page.get_by_role("button", name="Show notifications on this device")).to_be_hidden()
    page.locator("#details > summary").click()
    page.locator("select[name=mail-turn]").select_option("digest")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("Saved.")).to_be_visible()
    context.close()


@pytest.mark.parametrize(("standalone", "shown"), [("false", "home-first"), ("undefined", "no-push")])
def test_only_a_tab_on_an_iphone_asks_for_the_home_screen(page_of_ann, address, standalone, shown):
    """There the browser has no push before the site is installed; elsewhere the advice would be wrong."""
    page_of_ann.add_init_script("delete window.PushManager;")
    page_of_ann.add_init_script(f"Object.defineProperty(navigator, 'standalone', {{ value: {standalone} }});")
    page_of_ann.goto(f"{address}/account/notices/?open=places")

    for name in ("home-first", "no-push"):
        expect(page_of_ann.locator(f"#{name}")).to_be_visible(visible=name == shown)
    expect(page_of_ann.locator("#push")).to_be_hidden()


# A browser whose subscription lies at `window.name`: it is renewed when a test says so.
RENEWS = """
const of = (path, byte) => ({
  endpoint: `https://push.example/${path}`,
  options: { applicationServerKey: new Uint8Array(65).fill(4).buffer },
  getKey: (name) => new Uint8Array(name === "auth" ? 16 : 65).fill(byte).buffer,
  unsubscribe: async () => { localStorage.setItem("test-path", ""); return true; },
});
const path = () => localStorage.getItem("test-path");
PushManager.prototype.getSubscription = async () => (path() ? of(path(), path().length) : null);
PushManager.prototype.subscribe = async () => {
  localStorage.setItem("test-path", `fresh-${crypto.randomUUID()}`);
  return of(path(), path().length);
};
"""


def addresses() -> list[str]:
    return list(Channel.objects.values_list("url", flat=True))


def test_a_visit_repairs_what_was_renewed_or_lost(page_of_ann, address, stored):
    """The browser has another address, none any more, or one that the push service has forgotten."""
    page_of_ann.add_init_script(RENEWS)
    page_of_ann.goto(f"{address}/account/notices/?open=places")
    page_of_ann.get_by_role("button", name="Show notifications on this device").click()
    expect(page_of_ann.get_by_text("has been added. Send it a test.")).to_be_visible()
    waited(page_of_ann, lambda: page_of_ann.evaluate(KEPT, "/fresh-"))
    first = addresses()
    page_of_ann.evaluate("localStorage.setItem('test-path', 'renewed')")
    page_of_ann.goto(f"{address}/")
    renewed = waited(page_of_ann, lambda: [each for each in addresses() if each.endswith("/renewed")])
    waited(page_of_ann, lambda: page_of_ann.evaluate(KEPT, "renewed"))
    page_of_ann.evaluate("localStorage.setItem('test-path', '')")
    page_of_ann.goto(f"{address}/account/")
    lost = waited(page_of_ann, lambda: [each for each in addresses() if "/fresh-" in each])
    waited(page_of_ann, lambda: page_of_ann.evaluate(KEPT, "/fresh-"))
    Channel.objects.update(off_at=clock.now())
    page_of_ann.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem("push"));
      localStorage.setItem("push", JSON.stringify({ ...kept, at: 0 }));  // a day later
    }""")
    page_of_ann.goto(f"{address}/")
    waited(page_of_ann, lambda: list(Channel.objects.filter(off_at=None)))

    assert first[0].startswith("https://push.example/")
    assert (len(renewed), len(lost)) == (1, 1)
    assert [None] == list(Channel.objects.values_list("off_at", flat=True))
    assert Channel.objects.get().player == stored.players["ann"]


KEPT = "(path) => JSON.parse(localStorage.getItem('push') || '{}').url?.includes(path) ? [1] : []"


def test_the_worker_tells_the_site_what_the_browser_renewed(page_of_ann, address):
    """No page is open then, and nobody need be signed in."""
    page_of_ann.get_by_role("button", name="Show notifications on this device").click()
    expect(page_of_ann.get_by_text("has been added. Send it a test.")).to_be_visible()
    context = page_of_ann.context
    workers = waited(page_of_ann, lambda: context.service_workers)
    workers[0].evaluate("""async () => {
      const of = (path, byte) => ({
        endpoint: `https://push.example/${path}`, options: {},
        getKey: (name) => new Uint8Array(name === "auth" ? 16 : 65).fill(byte).buffer,
      });
      const event = new ExtendableEvent("pushsubscriptionchange");
      const keys = { p256dh: 4, auth: 1 };
      event.oldSubscription = {
        ...of("abc", 1), getKey: (name) => new Uint8Array(name === "auth" ? 16 : 65).fill(keys[name]).buffer,
      };
      event.newSubscription = of("def", 7);
      // One that a script has made keeps no worker alive, as that of a browser does.
      const kept = new Promise((resolve) => { event.waitUntil = resolve; });
      self.dispatchEvent(event);
      await kept;
    }""")

    assert ["https://push.example/def"] == waited(page_of_ann, addresses)
