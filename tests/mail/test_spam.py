"""What SpamAssassin says of every kind of mail, by the rules that need no network."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from games.models import Player
from tests.mail.kinds import NOTICES
from tests.mail.received import send

SPAMASSASSIN = shutil.which("spamassassin")
STATUS = re.compile(r"^X-Spam-Status: .*?score=(-?[\d.]+) .*?tests=([A-Z\d_,\s]*)", re.MULTILINE)
# A letter of Cyrillic that looks like a Latin “e”, and Latin ones beside it: any Russian text with links.
OF_RUSSIAN = {"MIXED_ES": 1.0}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(
        SPAMASSASSIN is None, reason="There is no SpamAssassin here: apt-get install spamassassin."
    ),
]


def scores(mails: list[bytes], home: Path) -> list[tuple[float, set[str]]]:
    """The score of each mail and the rules that it meets, from one run over all of them."""
    assert SPAMASSASSIN is not None
    lines = [
        line
        for raw in mails
        for line in (
            b"From site@example.org Sat Nov 21 17:30:00 2026\n",
            raw.replace(b"\r\n", b"\n"),
            b"\n\n",
        )
    ]
    preferences = home / "none.cf"
    preferences.write_text("")
    done = subprocess.run(
        [SPAMASSASSIN, "--local", "--mbox", "--prefspath", str(preferences)],
        input=b"".join(lines),
        capture_output=True,
        check=True,
        timeout=120,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
    )
    found = STATUS.findall(done.stdout.decode())
    assert len(found) == len(mails)
    return [(float(score), set(re.split(r"[,\s]+", rules.strip()))) for score, rules in found]


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_no_mail_looks_like_spam(language, tmp_path):
    """No kind has more than 0.0 points, but for a rule that is against Russian itself."""
    mails = {}
    for kind, write in NOTICES.items():
        notice = write()
        Player.objects.update(language=language)
        mails[kind] = send(notice).raw
    allowed = OF_RUSSIAN if language == "ru" else {}
    told = scores(list(mails.values()), tmp_path)

    assert {} == {
        kind: (score, sorted(rules))
        for kind, (score, rules) in zip(mails, told, strict=True)
        if score - sum(points for rule, points in allowed.items() if rule in rules) > 0
    }
