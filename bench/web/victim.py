"""`python -m bench.web victim`: a table, the request for its page, and an address that plays a seat there."""

import json
import sys

from django.urls import reverse

from bench.web.requests import Browser
from bench.web.tables import new_game, player_called
from games.mail import addresses
from games.models import Notice


def main() -> None:
    game = new_game(player_called("Ann"), player_called("Bob"))
    notice = (
        Notice.objects.filter(game=game, channel=None).exclude(question=None).select_related("player").first()
    )
    assert notice is not None
    page = Browser(player_called("Ann")).get(reverse("game", args=[game.key]))
    words = {"table": page, "address": addresses.make_reply(notice), "sender": notice.player.email}
    # Of somebody who isn't signed in; the zeros are counted up.
    words["code"] = Browser().post(reverse("account_request_login_code"), [("email", "x00000@flood.example")])
    json.dump(words, sys.stdout)
