"""Every page and every kind of mail against the Nu HTML checker, which is what the W3C's validator runs.

It is a Java program: the npm package vnu-jar holds its vnu.jar, and VNU_JAR says where it lies (see .ci/run).
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.test import Client, override_settings

from engine.scenario import Scene
from games.mail.compose import compose_bundle, letter_of
from games.models import Notice
from tests.mail import kinds as mails
from tests.mail.received import Mail, send
from tests.mail.tables import store
from tests.pages import boards, kinds
from tests.pages.positions import hand_limits
from tests.pages.replays import played
from tests.pages.test_access_matrix import KINDS, ROWS, World, address_of
from tests.support.oidc import URLS, running_provider, sign_in_with

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

WINDOWS_AND_MORE: dict[str, Callable[[], Scene]] = {
    "window": kinds.window,
    "chain": kinds.answered,
    "rhyming": kinds.rhyming,
    "afflicted": kinds.afflicted,
    "asked-beside": kinds.asked_beside,
    "all-have-lost": kinds.all_have_lost,
    "covered-up": kinds.covered_up,
    "hand-limits": hand_limits,
    "board": boards.turn_of_ann,
    "board-everything": boards.everything_goes,
    "board-leap": lambda: boards.asked_by("leap-to-sun"),
    "board-free-changes": boards.free_changes,
    "board-won": boards.won_by_cid,
}
AT_THE_TABLE = ("", "history/", "talk/", "orders/", "people/", "deck/", "votes/", "takeback/")
# Of a style in a mail: properties that mail programs know, and the checker does not.
KNOWN = "CSS: .(supported-color-schemes|mso-[a-z-]+).: Property .* doesn.t exist."
SIGNED_OUT = ("login", "signup", "login/code", "password/reset", "confirm-email")
SIGNED_IN = ("email", "password/change", "password/set", "logout", "reauthenticate")


@pytest.fixture(scope="module")
def jar() -> Path:
    """Where the checker lies."""
    if shutil.which("java") is None:
        pytest.skip("There is no Java here, which the Nu HTML checker needs.")
    found = Path(os.environ.get("VNU_JAR", "vnu.jar"))
    if not found.is_file():
        pytest.skip("The Nu HTML checker is not here: set VNU_JAR to its vnu.jar.")
    return found


def pages(make_world: Callable[[str], World]) -> Iterator[tuple[str, bytes]]:
    """Every page, as each who may look at it gets it; and the tables of the other editions."""
    yield from pages_of_the_site(make_world)
    yield from tables()
    for page in SIGNED_OUT:
        yield page.replace("/", "-"), Client().get(f"/accounts/{page}/", follow=True).content
    player = store(kinds.window()).players["ann"]
    for page in SIGNED_IN:
        yield page.replace("/", "-"), sign_in(player).get(f"/accounts/{page}/", follow=True).content
    yield from pages_with_a_provider(player)
    yield "csrf", Client(enforce_csrf_checks=True).post("/accounts/login/").content
    yield "404", Client().get("/nowhere/").content


def pages_of_the_site(make_world: Callable[[str], World]) -> Iterator[tuple[str, bytes]]:
    """What the addresses of the site show to each who may look, and what a form without fields gets."""
    for of in KINDS:
        world = make_world(of)
        for name in sorted({row[0] for row in ROWS if row[1] == of} - {"favicon", "manifest", "robots"}):
            for viewer in ("nobody", "charlie", "ann", "bob", "link"):
                with world.visited_by(viewer) as browser:
                    address = address_of(name, world.stored, world.invitation)
                    yield f"{name}-{of}-{viewer}", b"".join(browser.get(address, follow=True))
                    if name not in ("set_language", "leave", "cancel"):
                        yield f"{name}-{of}-{viewer}-refused", b"".join(browser.post(address))


def tables() -> Iterator[tuple[str, bytes]]:
    """Tables in every position, to everybody at them, and replays."""
    for kind, position in WINDOWS_AND_MORE.items():
        stored = store(position())
        for player in stored.players.values():
            browser = sign_in(player)
            for page in AT_THE_TABLE:
                address = f"/g/{stored.game.key}/{page}"
                yield f"{kind}-{player.name}-{page.strip('/')}", browser.get(address).content
    for edition in ("fluxx", "wonderland", "board"):
        for move in (1, 12, 999):
            address = f"/g/{played(edition, is_open=True).game.key}/replay/?move={move}"
            yield f"replay-{edition}-{move}", Client().get(address).content


def pages_with_a_provider(player: object) -> Iterator[tuple[str, bytes]]:
    """What is there, or looks otherwise, where an operator has set up a provider for signing in."""
    with (
        running_provider() as provider,
        override_settings(SIGN_IN_PROVIDER=provider.settings, ROOT_URLCONF=URLS),
    ):
        for page in ("login", "signup"):
            yield f"provider-{page}", Client().get(f"/accounts/{page}/").content
        yield "provider-leave", Client().post("/accounts/provider/sign-in/").content
        yield "provider-sign-up", sign_in_with(Client(), provider).content
        yield "provider-security", sign_in(player).get("/account/").content


def sign_in(player: object) -> Client:
    browser = Client()
    browser.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
    return browser


def letters() -> Iterator[tuple[str, bytes]]:
    """Every kind of mail, and one about several games."""
    for kind, make in mails.ALL.items():
        yield f"mail-{kind.replace(' ', '-')}", send(make()).html.encode()
    told = [Notice.objects.get(pk=mails.NOTICES[kind]().pk) for kind in ("turn", "reminder")]
    bundle = (
        compose_bundle(told[0].player, [(notice, letter_of(notice)) for notice in told])
        .message()
        .as_bytes(linesep="\r\n")
    )
    yield "mail-bundle", Mail(bundle).html.encode()


@override_settings(DEBUG=False)
def test_every_page_and_mail_is_valid_html(visit, charlie, moderator, jar, tmp_path):
    """The checker finds no error in any of them, in one call."""
    make_world = partial(World, visit, charlie, moderator)
    seen: set[bytes] = set()
    for name, content in (*pages(make_world), *letters()):
        if content.lstrip()[:9].lower() == b"<!doctype" and content not in seen:
            seen.add(content)
            (tmp_path / f"{len(seen):03}-{name}.html").write_bytes(content)
    assert len(seen) > 150
    options = (
        "--errors-only",
        "--exit-zero-always",
        "--stdout",
        "--format",
        "json",
        "--filterpattern",
        KNOWN,
    )
    checked = subprocess.run(
        ["java", "-jar", str(jar), *options, str(tmp_path)], capture_output=True, timeout=300, check=True
    )
    found = json.loads(checked.stdout)["messages"]

    complaints = {f"{Path(each['url']).name}: {each['message']}\n    {each.get('extract')}" for each in found}
    assert not complaints, "\n".join(sorted(complaints))
