"""How much processor time pages take: `python bench/pages.py [--against DIR] [--rounds 15] [--json]`.

One process of the site for each checkout, on a database of its own with the same players, games and moves,
answers the requests of players who are signed in: the table of a game of cards and of one on the board
(each in the middle of a turn), the dashboard, the history and the account; and the dashboard of somebody with
twenty games.  What counts is the processor time of that process, without the servers', the median of the
rounds.  ``--against`` measures a second checkout in turns with this one, so that a machine that slows down
slows both, and prints the ratios. ``bare`` is the table of the game of cards without its page: session,
player, seat, rows, and what the seat may see of the game. The last columns compare each page with it, and
with that of the other checkout: what all pages have gained, the bare one has, too. The goals: cards 2.8,
board 4.5, history 2.5, dashboard 3.0, many games 4.0 times the bare page of 3355d237.
"""

import argparse
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType
from typing import Any

HERE = Path(__file__).parents[1]
sys.path.insert(0, os.environ.get("CHECKOUT", str(HERE)))

BARE = "bare"
PAGES = (BARE, "cards", "board", "history", "dashboard", "many games", "account")
TABLES = {"cards": ("fluxx", 7), "board": ("board", 8)}  # the deck, and how many answers have been given
MANY = 20
TIMES = 10  # requests in a round, after two that do not count
NUMBER = re.compile(r'id="ask-(\d+)".*?</form>', re.DOTALL)
LABEL = re.compile(r'name="label"\s+value="([^"]*)"')
LEAST = re.compile(r'data-least="(\d+)"')


def add_bare_page() -> str:
    """Return the name of a module with the addresses of the site and that of the bare table."""
    from django.http import HttpRequest, HttpResponse

    from fluxx_site import urls
    from games.core import access
    from games.pages.common.seat_context import SeatContext, seat_page, seat_paths

    @seat_page("GET")
    def bare(request: HttpRequest, context: SeatContext) -> HttpResponse:
        view = access.view(context.game, context.seat, context.snapshot)
        return HttpResponse("asked" if view is not None and view.question is not None else "waits")

    module = ModuleType("urls_with_bare_page")
    module.__dict__["urlpatterns"] = [*seat_paths("bare/", bare, "bare"), *urls.urlpatterns]
    sys.modules[module.__name__] = module
    return module.__name__


class Site:
    """The pages of one checkout, asked for in this process."""

    def __init__(self) -> None:
        import django

        django.setup()
        from allauth.usersessions.models import UserSession
        from django.conf import settings
        from django.test import Client

        import engine
        from games.models import Player

        settings.ALLOWED_HOSTS = ["*"]
        settings.ROOT_URLCONF = add_bare_page()
        deals, real = Random("deals"), secrets.token_hex
        # The same deals in every checkout: the seed of a game has 32 bytes, other secrets have fewer.
        secrets.token_hex = lambda n=32: deals.randbytes(n).hex() if n == 32 else real(n)
        if hasattr(engine, "Mix"):  # which later releases mix from parts: here the site's is all of it
            engine.Mix.seed = property(lambda mix: mix.house)
        ann, bob = (
            Player.objects.create_user(f"{name.lower()}@example.org", name=name, timezone="Europe/Warsaw")
            for name in ("Ann", "Bob")
        )
        self.ann, self.bob = Client(), Client()
        for client, player in ((self.ann, ann), (self.bob, bob)):
            client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
            # As a sign-in by the site's own pages leaves it.
            UserSession.objects.create(user=player, session_key=client.session.session_key, ip="127.0.0.1")
        self.addresses = {"dashboard": "/", "many games": "/", "account": "/account/"}
        self.client = self.ann
        for name, (deck, answers) in TABLES.items():
            self.addresses[name], chance = self._begin(deck), Random("pages")
            for _ in range(answers):
                self._answer(self.addresses[name], chance)
            if NUMBER.search(self.client.get(self.addresses[name]).content.decode()) is None:
                raise SystemExit(
                    f"Nothing is asked at {name}: a game that is over costs less than one that goes on."
                )
        self.addresses[BARE] = self.addresses["cards"] + "bare/"
        self.addresses["history"] = self.addresses["cards"] + "history/"
        self.client = self.bob
        for _ in range(MANY):
            self._begin("fluxx")

    def _begin(self, deck: str) -> str:
        """Deal a game against three bots."""
        asked = {"name": deck, "deck": deck, "seats": "4", "pace": "3", "first": "me"}
        asked |= {"is_open": "private", "start": "start"}
        response = self.client.post("/new/", asked)
        if response.status_code != 302:
            raise SystemExit(f"No game of {deck}: {response.status_code}.")
        return str(response["Location"])

    def _answer(self, address: str, chance: Random) -> None:
        """Answer the question that the table asks, by chance."""
        page = self.client.get(address).content.decode()
        asked = NUMBER.search(page)
        if asked is None:
            raise SystemExit(f"Nothing is asked at {address}: the game is over, or the page is another.")
        labels, least = LABEL.findall(unescape(asked[0])), LEAST.search(asked[0])
        count = max(1, int(least[1]) if least else 1)
        sent = {"number": asked[1], "label": chance.sample(labels, min(count, len(labels)))}
        if self.client.post(f"{address}answer/", sent).status_code != 302:
            raise SystemExit(f"The answer {sent} is refused at {address}.")

    def measure(self, page: str) -> float:
        """Return the milliseconds of processor time that a page takes."""
        address, client = self.addresses[page], self.bob if page == "many games" else self.ann
        for _ in range(2):
            if client.get(address).status_code != 200:
                raise SystemExit(f"{address} can’t be shown.")
        before = process_time()
        for _ in range(TIMES):
            client.get(address)
        return 1000 * (process_time() - before) / TIMES


def serve() -> None:
    """Answer each line of input, the name of a page, with its processor time."""
    site = Site()
    print("ready", flush=True)
    for line in sys.stdin:
        print(site.measure(line.strip()), flush=True)


@contextmanager
def measured_site(running: Any, name: str, checkout: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a process of one checkout on a new database."""
    running.run_sql("CREATE DATABASE {new}", new=name)
    environment = running.environment(name) | {"CHECKOUT": str(checkout), "PYTHONPATH": str(checkout)}
    environment["DJANGO_SETTINGS_MODULE"] = "fluxx_site.settings"
    subprocess.run(
        [sys.executable, "manage.py", "prepare", "--verbosity=0"], env=environment, cwd=checkout, check=True
    )
    words = [sys.executable, __file__, "--serve"]
    process = subprocess.Popen(
        words, env=environment, cwd=checkout, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)
        running.run_sql("DROP DATABASE {old} WITH (FORCE)", old=name)


def ask(process: subprocess.Popen[str], page: str = "") -> str:
    """Send a line to a measured process, if there is one to send, and return its answer."""
    if process.stdin is None or process.stdout is None:
        raise SystemExit("The measured process has no pipes.")
    if page:
        process.stdin.write(f"{page}\n")
        process.stdin.flush()
    answer = process.stdout.readline().strip()
    if not answer:
        raise SystemExit("The measured process has ended; what it says is above.")
    return answer


def compare(checkouts: list[Path], rounds: int) -> dict[str, list[float]]:
    """Return the median milliseconds of each page, for each checkout."""
    from bench.web.servers import servers

    with ExitStack() as stack:
        running = stack.enter_context(servers())
        sites = [
            stack.enter_context(measured_site(running, f"pages{at}", checkout))
            for at, checkout in enumerate(checkouts)
        ]
        for site in sites:
            ask(site)
        taken: dict[str, list[list[float]]] = {page: [[] for _ in sites] for page in PAGES}
        for _ in range(rounds):
            for page in PAGES:
                for at, site in enumerate(sites):
                    taken[page][at].append(float(ask(site, page)))
    return {page: [round(statistics.median(each), 2) for each in times] for page, times in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the processor time of pages.")
    parser.add_argument("--rounds", type=int, default=15, help="rounds, of which the median counts (15)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="a second checkout to compare with")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve:
        serve()
        return
    checkouts = [HERE, *([wanted.against.resolve()] if wanted.against else [])]
    figures = compare(checkouts, wanted.rounds)
    if wanted.json:
        print(json.dumps(figures, indent=2))
        return
    for page, times in figures.items():
        ratio = f"{times[0] / times[1]:>9.2f}" if times[1:] else ""
        of_bare = f"{times[0] / figures[BARE][0]:>9.1f} × bare"
        of_other = f"{times[0] / figures[BARE][1]:>9.1f} × the other’s" if times[1:] else ""
        print(f"{page:<12}" + "".join(f"{each:>9.2f} ms" for each in times) + ratio + of_bare + of_other)


if __name__ == "__main__":
    main()
