"""How many bounces of a foreign corpus are noticed, on the whole way from the raw mail to the player's row.

The corpus is that of flufl.bounce, which is not ours to keep here. `.ci/run` fetches it; to measure by hand:

    pip download --no-deps --no-binary :all: flufl.bounce
    tar xf flufl_bounce-*.tar.gz
    BOUNCE_CORPUS=$PWD/flufl_bounce-6.0.0/tests/data bin/test tests/mail/test_bounce_corpus.py
"""

import os
import re
import sys
from email import message_from_bytes
from pathlib import Path

import pytest
from flufl.bounce import all_failures

from games.inbound.receive import receive
from games.mail import addresses
from games.models import Notice, Player
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import NOW, store

CORPUS = os.environ.get("BOUNCE_CORPUS", "")
ANN = "ann@example.org"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not Path(CORPUS or "-").is_dir(), reason="Give BOUNCE_CORPUS, their folder."),
]


def test_m11_the_corpus_of_others(settings, capsys):
    """At least 95 of 101 permanent failures are noticed, and no temporary one counts as permanent."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    stored = store(turn_of_ann())
    counts = dict.fromkeys(("permanent", "noticed", "address dead", "temporary", "temporary noticed"), 0)
    lost, wrong = [], []
    for path in sorted(Path(CORPUS).glob("*.txt")):
        raw = path.read_bytes()
        temporary, permanent = all_failures(message_from_bytes(raw))
        row, ann = result_of(raw, temporary | permanent, stored.notice("turn", "ann"))
        is_noticed, is_dead = row.status == "done", ann.mail_refused_at is not None
        counts["permanent"] += bool(permanent)
        counts["noticed"] += bool(permanent) and is_noticed
        counts["address dead"] += bool(permanent) and is_dead
        counts["temporary"] += bool(temporary)
        counts["temporary noticed"] += bool(temporary) and is_noticed
        if permanent and not is_noticed:
            lost.append((path.name, row.kind, row.reason))
        if temporary and is_dead:
            wrong.append(path.name)
    with capsys.disabled():
        sys.stdout.write("\n" + "".join(f"{name}: {count}\n" for name, count in counts.items()))
        sys.stdout.write("".join(f"lost: {each}\n" for each in lost))

    assert (101, 11) == (counts["permanent"], counts["temporary"])
    assert [] == wrong
    assert 95 <= counts["noticed"]


def result_of(raw, failing, notice):
    """Let a mail come back to a new notice as its server would send it, with the player's address in it."""
    Player.objects.filter(email=ANN).update(mail_refused_at=None, bounces=0, bounced_at=None, mail_error="")
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.SENT, sent_at=NOW)
    for address in failing:
        raw = re.sub(re.escape(address), ANN.encode(), raw, flags=re.I)
    row = receive(raw, recipients=[addresses.make_bounce(notice)], envelope_sender="<>")
    return row, Player.objects.get(email=ANN)
