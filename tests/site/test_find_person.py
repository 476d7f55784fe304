"""`manage.py find_person` says what is stored about an address, and shows nothing of it."""

import io

import pytest
from django.core.management import call_command

from games.people.reply_aliases import add_reply_alias
from games.people.talk import post_remark
from games.seats.invitations import block_invitations, invite
from games.seats.lobby import create_game

from .play import seat_of

pytestmark = pytest.mark.django_db


def find(address: str) -> str:
    out = io.StringIO()
    call_command("find_person", address, stdout=out)
    return out.getvalue()


def test_an_account_is_found_by_any_spelling(ann, bob, start):
    """Rows are counted by kind, and their words stay unseen."""
    game = start(ann, bob)
    post_remark(seat=seat_of(game, ann).pk, text="a secret word")
    said = find("ANN+shop@players.example")

    assert f"account {ann.pk}" in said
    assert "What you’ve said at tables: 1" in said
    assert "secret word" not in said
    assert f"account {bob.pk}" not in said


def test_who_was_only_invited_is_found(ann):
    """Invitations and blocks are about people without an account, too."""
    invite(game=create_game(host=ann, name="Friday", seats=3), by=ann, email="nora@players.example")
    block_invitations(address="nora@players.example")

    assert "invitations: 1\nblocks of invitations: 1\n" in find("nora@players.example")


def test_another_address_of_a_player_leads_to_them(ann):
    """Who asks about it may be somebody else: nobody has proved that it is theirs."""
    add_reply_alias(player=ann, address="ann@work.example")

    assert find("Ann+x@work.example") == f"another address from which account {ann.pk} replies\n"
    assert "The other addresses you reply from: 1" in find(ann.email)


def test_nothing_is_said_to_be_nothing():
    """An answer that can be passed on."""
    assert find("nobody@other.example") == "Nothing is stored about this mailbox at other.example.\n"
