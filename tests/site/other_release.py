"""A site on which every column that holds a code has a row, and whoever looks at all of it."""

import re
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path

from django.apps import apps
from django.contrib import admin
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import engine
from engine.scenario import deal
from games import clock
from games.core import tokens
from games.decks.edit import create_deck
from games.models import (
    Away,
    AwayChoice,
    Ballot,
    Channel,
    Circle,
    CircleMember,
    CircleRemark,
    Deputy,
    FeedKey,
    FormerPlayer,
    Game,
    GameFacts,
    GazetteIssue,
    InboundMail,
    Invitation,
    LobbyCard,
    Move,
    MutedGame,
    Notice,
    NoticeChoices,
    Outage,
    PersonMail,
    Player,
    PlayerBlock,
    Question,
    Remark,
    Report,
    Seat,
    SeatFacts,
    SeatNote,
    SeedMix,
    StaffAct,
    StoredTurnOrders,
    StoredWindowOrder,
    Switch,
    Vacation,
    Vote,
    Wish,
)
from games.people.feeds import renew_feeds
from games.periodic import sweep
from tests.mail.kinds import open_game
from tests.mail.tables import NOW, store
from tests.pages.kinds import window
from tests.pages.positions import turn_of_ann
from tests.support.processes import ROOT

SWEEPS = [getattr(sweep, name) for name in sorted(vars(sweep)) if name.startswith("sweep_")]
SWEPT = ("sweeps", "")
LATER = timedelta(days=30)
PAGES_OF_A_CIRCLE = ("circle", "circle_games", "circle_members", "circle_settings", "circle_talk")
PAGES_OF_A_TABLE = (
    "game", "pulse", "history", "replay", "game_deck", "record", "story", "takeback", "pause", "talk",
    "orders", "votes", "people", "leave", "report",
)  # fmt: skip
OWN_PAGES = (
    "dashboard", "open_games", "watch", "account", "hours", "archive", "figures", "while_away", "notices",
    "data", "blocks", "reports", "deputies", "feeds", "decks", "new_game",
)  # fmt: skip
# What the sentences of events say.
WORDS = {
    "name": "Ann", "to": "Bob", "old": "Bob", "deputy": "Cid", "until": "2026-12-01", "hours": 3, "days": 2,
    "pace": 3,
    "from_at": "2026-11-20T12:00:00+00:00", "to_at": "2026-11-20T15:00:00+00:00", "title": "Other", "turn": 2,
    "until_at": "2026-12-01T12:00:00+00:00", "effect_at": "2026-12-01T12:00:00+00:00", "reason": "A reason.",
}  # fmt: skip


class World:
    """A table of each kind, with rows in every table of the database that holds codes."""

    def __init__(self) -> None:
        self.main = store(turn_of_ann(), name="Main", commitment="c0ffee" * 8)
        self.window = store(window(), name="Window")
        self.board = store(deal(edition="board", ann=2, bob=2, cid=2, turn="ann"), name="Board")
        self.lobby = open_game()
        self.over = store(turn_of_ann(), name="Over", end_reason="Everyone left.")
        Game.objects.filter(pk=self.over.game.pk).update(status=Game.Status.FINISHED, finished_at=NOW)
        self.players = {**self.main.players}
        self.staff = Player.objects.create_superuser("mod@example.org", name="Mod")
        self.deck = create_deck(
            owner=self.players["ann"], name="Mine", spec=engine.DeckSpec.of({"editions": ["fluxx"]})
        )
        self.rows()
        self.browsers: dict[str, Client] = {}
        for name, player in {**self.players, "mod": self.staff}.items():
            self.browsers[name] = Client()
            self.browsers[name].force_login(
                player, backend="allauth.account.auth_backends.AuthenticationBackend"
            )
        self.guest = Client()
        token = tokens.make_token(self.main.seats["bob"])
        assert self.guest.get(f"/p/{token}/", follow=True).status_code == 200
        self.asked: dict[tuple[str, str], set[str]] = {}
        self.feeds = renew_feeds(player=self.players["ann"])
        FeedKey.objects.update(served={"turns": ["digest", 1]})

    def rows(self) -> None:
        """Something in each table that a code can come from."""
        ann, bob, cid = (self.players[name] for name in ("ann", "bob", "cid"))
        seats, game = self.main.seats, self.main.game
        Seat.objects.filter(pk=self.over.seats["cid"].pk).update(player=None, bot="sensible")
        Player.objects.filter(pk=ann.pk).update(face_colour="teal", face_mark="star")
        Game.objects.filter(pk=self.board.game.pk).update(pace=0, promise="daily")
        vacation = Vacation.objects.create(
            player=cid, first_day=NOW.date(), last_day=NOW.date(), starts_at=NOW, ends_at=NOW + LATER
        )
        AwayChoice.objects.create(vacation=vacation, seat=seats["cid"], what=Away.ANSWERS)
        Seat.objects.filter(pk=seats["cid"].pk).update(away=Away.ANSWERS, away_until=vacation.ends_at)
        Channel.objects.create(
            player=bob, kind="json", name="mine", url="https://hook.example/x", groups_off=["news"]
        )
        held = [self.board.seats["bob"].pk]
        Player.objects.filter(pk=bob.pk).update(held_seats=held)
        NoticeChoices.objects.create(player=bob, mail={"turn": "once", "news": "digest"})
        MutedGame.objects.create(player=cid, game=game)
        FormerPlayer.objects.create(
            seat=self.over.seats["bob"], player=self.staff, name="Mod", earlier_names=["Mo"]
        )
        goals = [{"turn": 1, "seat": 2, "card": "baked-goods"}]
        thefts = [{"turn": 2, "seat": 1, "source": 2, "card": "bread"}]
        facts = GameFacts.objects.create(
            game=self.over.game, edition="fluxx", between_people=True, turns=9, goal="baked-goods",
            cards=["baked-goods", "bread"], goals_set=goals, thefts=thefts,
        )  # fmt: skip
        for name, seat in self.over.seats.items():
            SeatFacts.objects.create(
                seat=seat,
                facts=facts,
                has_won=name == "ann",
                turns=3,
                goals_set=1,
                taken=1,
                lost=1,
                answers=5,
            )
        self.circle = Circle.objects.create(name="Thursday people")
        CircleMember.objects.create(circle=self.circle, player=ann, is_host=True)
        CircleRemark.objects.create(circle=self.circle, player=ann, text="On Thursday?")
        told = {"kind": "won", "seats": [1], "game": 1, "members": [1], "card": "bread", "n": 9}
        GazetteIssue.objects.create(circle=self.circle, week=NOW.date(), headlines=[told])
        Game.objects.filter(pk__in=[game.pk, self.over.game.pk]).update(circle=self.circle)
        parts = [{"seat": 1, "part": "1a" * 32, "by": "player"}]
        SeedMix.objects.create(
            game=self.over.game, house="5e" * 32, commitment="c0" * 32, parts=parts, mixed_at=NOW
        )
        self.report = Report.objects.create(
            by=ann, about=bob, game=game, kind="talk", evidence=[["In the talk", ["Bob: Well."]]]
        )
        PlayerBlock.objects.create(by=cid, player=self.staff, kind="mute")
        Deputy.objects.create(seat=seats["bob"], owner=bob, player=cid, until=NOW.date(), ends_at=NOW + LATER)
        vote = Vote.objects.create(
            game=game, seat=seats["cid"], kind="silence", choices=["bot", "end"], opened_at=NOW,
            closes_at=NOW + LATER,
        )  # fmt: skip
        Ballot.objects.create(vote=vote, seat=seats["bob"], choice="bot")
        Wish.objects.create(game=game, player=self.staff, name="Mod", kind="join")
        Invitation.objects.create(
            game=self.lobby.game, seat=self.lobby.seats["cid"], invited_by=ann, email="dee@example.org",
            mailbox="dee@example.org", name="Dee", created_at=NOW, how="asked",
        )  # fmt: skip
        Remark.objects.create(game=game, seat=seats["bob"], player=bob, text="Well.", created_at=NOW)
        PersonMail.objects.create(player=bob, kind="written", params={"text": "Hello"}, message_id="<p@x>")
        InboundMail.objects.create(key="mail", kind="reply", status="done")
        Outage.objects.create(started_at=NOW - LATER, ended_at=NOW - LATER / 2, credited_at=NOW, why="silent")
        Switch.objects.create(name="mail", since=NOW - LATER, until=NOW - LATER / 2, reason="A test.")
        StoredTurnOrders.objects.create(
            seat=seats["ann"],
            given={
                "hand": {"keep": ["bread"], "otherwise": "fitting"},
                "throws": {"next": ["rock"], "otherwise": "chance"},
                "plan": {"lines": [{"card": "bread", "provisos": [{"what": "i-win"}]}]},
                "only_choice": True,
            },
        )
        Seat.objects.filter(pk=seats["ann"].pk).update(has_turn_orders=True)
        StoredWindowOrder.objects.create(
            seat=self.window.seats["bob"], kind="goal", what="ask", condition="other-wins"
        )
        for name in ("ann", "bob"):
            SeatNote.objects.create(
                seat=seats[name],
                version=1,
                kind="played",
                params={"surprise": "veto", "by": 2, "card": "bread"},
            )
        self.act = StaffAct.objects.create(
            act="extend", who=self.staff, game=game, at=NOW, reason="A slip.", status="done",
            params={"seat": 2, "hours": 5, "versions": {str(game.pk): 1}},
            before={"game": {str(game.pk): {"version": "0", "paused_at": None, "host": str(ann.pk)}}},
            after={"game": {str(game.pk): {"version": "1", "paused_at": None, "host": str(bob.pk)}}},
        )  # fmt: skip
        LobbyCard.objects.create(game=self.lobby.game, card={"kind": "keeper", "title": "A cat"})
        for number, by in enumerate(("page", "bot", "clock", "order"), start=game.version + 1):
            Move.objects.create(
                game=game, version=number, seat=seats["ann"], by=by, labels=["bread"], created_at=NOW,
                outcomes=[{"type": "played", "seat": 1, "card": "bread"}],
            )  # fmt: skip
        Move.objects.create(
            game=game, version=number + 1, kind="event", by="engine", created_at=NOW,
            params={"what": "pause-over"},
        )  # fmt: skip
        Move.objects.create(
            game=game, version=number + 2, kind="undo", seat=seats["ann"], by="page", created_at=NOW,
            params={"to": number - 1, "agreed": False, "asked": {"1": 2}},
        )  # fmt: skip
        Game.objects.filter(pk=game.pk).update(version=number + 2)
        closed = self.main.question("ann")
        Question.objects.create(
            game=game, seat=closed.seat, number=-7, what="play", opened_at=NOW, closed_at=NOW,
            closed_by="page", counts_for=ann,
        )  # fmt: skip
        self.main.notice("turn", "ann")
        self.main.notice("staff", "bob", act=None, reverted=False, sentence={"what": "pause-over"})
        Notice.objects.filter(pk=self.main.notice("started", "bob").pk).update(plan="ready")

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Who looks at which page."""
        for stored in (self.main, self.window, self.board, self.lobby, self.over):
            key = {"key": stored.game.key}
            yield "ann", reverse("game", kwargs=key)
            yield "mod", reverse("admin:games_game_change", args=[stored.game.pk])
        for name in PAGES_OF_A_TABLE:
            yield "ann", reverse(name, kwargs={"key": self.main.game.key})
        for name in ("orders", "history"):
            yield "bob", reverse(name, kwargs={"key": self.window.game.key})
        for name in OWN_PAGES:
            yield "ann", reverse(name)
        for name in PAGES_OF_A_CIRCLE:
            yield "ann", reverse(name, args=[self.circle.key])
        yield "ann", reverse("new_game") + f"?circle={self.circle.key}"
        yield "bob", reverse("dashboard")
        yield "cid", reverse("dashboard")
        yield "cid", reverse("game", kwargs={"key": self.main.game.key})
        yield "ann", reverse("deck", kwargs={"key": self.deck.key})
        yield "guest", reverse("seat_game", kwargs={"key": self.main.game.key})
        yield "guest", reverse("deadlines_feed", kwargs={"secret": self.feeds})
        yield "guest", reverse("turns_feed", kwargs={"secret": self.feeds})
        for model in apps.get_app_config("games").get_models():
            if admin.site.is_registered(model):
                yield "mod", reverse(f"admin:games_{model._meta.model_name}_changelist")
        yield "mod", reverse("admin:index")
        yield "mod", reverse("admin:games_player_change", args=[self.players["bob"].pk])
        yield "mod", reverse("admin:games_staffact_change", args=[self.act.pk])
        yield "mod", reverse("admin:games_report_change", args=[self.report.pk])

    def look(self, *models: type[Model]) -> Iterator[str]:
        """Look at everything, or at what asks the tables of these models; yield what doesn't answer."""
        for viewer, address in self.addresses():
            if not self.is_asked((viewer, address), models):
                continue
            browser = self.guest if viewer == "guest" else self.browsers[viewer]
            with savepoint(), self.noting((viewer, address), models):
                try:
                    status = browser.get(address).status_code
                except Exception as error:
                    yield f"{viewer} {address}: {place_of(error)}"
                else:
                    if status >= 500 and status != HTTPStatus.SERVICE_UNAVAILABLE:  # it can't be opened
                        yield f"{viewer} {address}: {status}"

    def is_asked(self, by: tuple[str, str], models: Sequence[type[Model]]) -> bool:
        """Whether somebody asks the tables of these models; of all, where there are none."""
        return not models or not {model._meta.db_table for model in models}.isdisjoint(self.asked[by])

    @contextmanager
    def noting(self, by: tuple[str, str], models: Sequence[type[Model]]) -> Iterator[None]:
        """Note which tables are asked inside, when everything is looked at."""
        if models:
            yield
            return
        with CaptureQueriesContext(connection) as queries:
            yield
        asked = " ".join(each["sql"] for each in queries.captured_queries)
        self.asked.setdefault(by, set()).update(re.findall(r"games_[a-z]+", asked))

    def sweep(self, *models: type[Model]) -> Iterator[str]:
        """Let every sweep run, with a sound table beside; yield what fails, and what is held up.

        Where no sweep asks the tables of these models, there is nothing to try.
        """
        if not self.is_asked(SWEPT, models):
            return
        sound = store(turn_of_ann(), name="Sound")
        notice = sound.notice("started", "cid")
        Question.objects.filter(game=sound.game).update(due_at=clock.now() - timedelta(hours=2))
        MutedGame.objects.all().delete()
        with self.noting(SWEPT, models):
            for run in SWEEPS:
                try:
                    run()
                except Exception as error:
                    yield f"{run.__name__}: {place_of(error)}"
        notice.refresh_from_db()
        if notice.status == Notice.Status.WAITING and not notice.next_try_at > clock.now():
            yield f"the notice of the sound table waits: {notice.error}"
        if not Move.objects.filter(game=sound.game, by="clock").exists():
            yield "nobody answers for the sound table"


@contextmanager
def savepoint() -> Iterator[None]:
    """Take back whatever happens inside."""
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


def place_of(error: BaseException) -> str:
    """An error, and the last line of ours that it came from."""
    ours = [ROOT / name for name in ("engine", "games", "fluxx_site")]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if any(Path(frame.filename).is_relative_to(folder) for folder in ours)
    ]
    where = f" at {Path(frames[-1].filename).relative_to(ROOT)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
