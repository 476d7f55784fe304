"""What Lighthouse says about seven pages: `python bench/lighthouse.py FOLDER [--json]`.

FOLDER is where Lighthouse was installed, outside this tree: ``npm install --prefix FOLDER lighthouse``.
Chromium is that of ``CHROME_PATH``, or the command ``chromium``.  The site is served as in operation, on a
database of its own in which Ann is in the middle of a game of cards and of one on the board.  Printed are the
scores of performance, accessibility, best practices and search, of 100, on a phone and on a desk, as the
median of the runs, and below them what is not good.  98 is wanted of each; a busy machine lowers the
performance, and a run that it spoils is left out.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
# Each is looked at by Ann, or by somebody who isn't signed in.
PAGES = {
    "front": ("", "/"),
    "learn": ("", "/learn/"),
    "edition": ("", "/editions/fluxx/"),
    "dashboard": ("ann", "/"),
    "new": ("ann", "/new/"),
    "cards": ("ann", ""),
    "board": ("ann", ""),
}
SCREENS = ("mobile", "desktop")
RUNS = 3
PLACES = 5


def play() -> None:
    """Print the cookie of a player in two games, and the addresses of the pages, as JSON."""
    from bench.pages import Site

    site = Site()
    pages = {name: site.addresses.get(name, path) for name, (_who, path) in PAGES.items()}
    print(json.dumps({"session": site.ann.cookies["sessionid"].value, "pages": pages}))


def look(lighthouse: Path, address: str, session: str, screen: str) -> dict[str, Any] | None:
    """Return the report of one page; None if there is none."""
    words = [
        str(lighthouse),
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
    ]
    words += ["--extra-headers", json.dumps({"Cookie": f"sessionid={session}"})] if session else []
    words += ["--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"]
    words += ["--preset=desktop"] if screen == "desktop" else []
    chrome = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
    environment = os.environ | {"CHROME_PATH": chrome}
    done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=False)
    report: dict[str, Any] = json.loads(done.stdout or b"{}")
    return None if not report or "runtimeError" in report else report


def scores(reports: list[dict[str, Any]]) -> dict[str, float]:
    """Return the median of each category."""
    return {
        name: round(100 * statistics.median(each["categories"][name]["score"] or 0 for each in reports))
        for name in CATEGORIES
    }


def faults(report: dict[str, Any]) -> list[str]:
    """Return which audits that count are not perfect, the worst first."""
    audits = report["audits"]
    counted = [
        each["id"]
        for name in CATEGORIES
        for each in report["categories"][name]["auditRefs"]
        if each["weight"]
    ]
    failed = [
        each for each in counted if (audits[each]["score"] or 0) < 0.9 and audits[each]["score"] is not None
    ]
    failed.sort(key=lambda each: audits[each]["score"])
    return [f"{each}: {describe(audits[each])}" for each in failed]


def describe(audit: dict[str, Any]) -> str:
    """Return what an audit says, and the first places on the page that it names."""
    items = audit.get("details", {}).get("items", [])
    places = [each["node"]["selector"] for each in items if isinstance(each.get("node"), dict)]
    return "; ".join([audit.get("displayValue") or audit["title"], *places[:PLACES]])


def measure(folder: Path, runs: int, wanted: str) -> dict[str, dict[str, Any]]:
    """Return scores and faults of each page on each screen."""
    from bench.web.servers import database, servers, site

    lighthouse = folder / "node_modules" / ".bin" / "lighthouse"
    if not lighthouse.exists():
        raise SystemExit(f"There is no {lighthouse}. Install it: npm install --prefix {folder} lighthouse")
    found = {}
    with tempfile.TemporaryDirectory() as static, servers() as running, database(running, "lighthouse"):
        environment = running.environment("lighthouse") | {"STATIC_ROOT": static}
        manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
        subprocess.run(manage, env=environment, cwd=HERE, check=True)
        played = subprocess.run(
            [sys.executable, __file__, "--play"],
            env=environment,
            cwd=HERE,
            stdout=subprocess.PIPE,
            check=True,
        )
        made = json.loads(played.stdout)
        os.environ["STATIC_ROOT"] = static
        with site(running, "lighthouse") as web:
            for page, path in made["pages"].items():
                if wanted not in (page, ""):
                    continue
                address = f"http://127.0.0.1:{web.port}{path}"
                for screen in SCREENS:
                    session = made["session"] if PAGES[page][0] else ""
                    looks = [look(lighthouse, address, session, screen) for _ in range(runs)]
                    if reports := [each for each in looks if each]:
                        found[f"{page}, {screen}"] = {**scores(reports), "faults": faults(reports[-1])}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure pages with Lighthouse.")
    parser.add_argument("folder", type=Path, nargs="?", help="where Lighthouse is installed")
    parser.add_argument("--page", default="", help=f"this page alone: {', '.join(PAGES)}")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs, of which the median counts ({RUNS})")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.play:
        play()
        return
    if wanted.folder is None:
        parser.error("say in which folder Lighthouse is installed")
    found = measure(wanted.folder, wanted.runs, wanted.page)
    if wanted.json:
        print(json.dumps(found, indent=2))
        return
    for page, figures in found.items():
        print(f"{page:<20}" + "".join(f"{name} {figures[name]:>3.0f}   " for name in CATEGORIES))
        for fault in figures["faults"]:
            print(f"    {fault}")


if __name__ == "__main__":
    main()
