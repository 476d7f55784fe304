"""The gazette of a circle: what it tells, of whom and to whom, and that each issue is written once."""

import re
import string
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from engine.scenario import deal
from games import clock
from games.models import (
    Circle,
    CircleMember,
    FormerPlayer,
    Game,
    GameFacts,
    GazetteIssue,
    Move,
    PersonMail,
    Player,
    PlayerBlock,
    Seat,
    SeatFacts,
)
from games.people import account_deletion, circles, gazette
from games.people.gazette import read_issue, write_issue
from games.people.gazette_headlines import KINDS, find_headlines
from games.people.gazette_letters import describe_result
from games.people.gazette_tables import OnlookersTable
from games.people.gazette_values import Headline, Week, last_week, week_of
from games.people.gazette_words import choose_sentence, read_sentences
from tests.mail.gazettes import WEEK as ISSUE_WEEK
from tests.mail.gazettes import circle_of_a_week
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import NOW, store
from tests.pages import kinds as editions
from tests.support.gazette_year import make_circle, play_weeks

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 1, 5, tzinfo=UTC)  # a Monday
LANGUAGES = ("en", "pl", "ru")
MONTH = 4  # weeks between which nothing is said twice
FIELDS = {"a", "b", "names", "card", "game", "n", "turns", "games", "days", "cards"}


@pytest.fixture
def circle() -> Circle:
    return make_circle(BEGIN)


def write_weeks(circle: Circle, weeks: int, seed: int = 1) -> list[GazetteIssue]:
    """Let a circle play, and return its issues."""
    ends = play_weeks(circle, BEGIN, weeks, seed)
    written = [write_issue(circle.pk, week_of(end - timedelta(days=1))) for end in ends]
    return [each for each in written if each is not None]


# --- the sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_has_its_own_five_sentences(language):
    """With no words but those that a headline has, in each language of the site."""
    found = read_sentences(language)

    assert set(KINDS) == set(found)
    assert {5} == {len(set(sentences)) for sentences in found.values()}
    for sentence in (each for sentences in found.values() for each in sentences):
        used = {name for _text, name, _form, _how in string.Formatter().parse(sentence) if name}
        assert used <= FIELDS, sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_comes_twice_in_a_month(language):
    """Whatever the kind and the circle; sentences of two kinds differ, too."""
    all_sentences = [each for sentences in read_sentences(language).values() for each in sentences]
    assert len(all_sentences) == len(set(all_sentences))
    with translation.override(language):
        for kind in KINDS:
            weeks = [week_of(BEGIN + timedelta(days=7 * place)) for place in range(60)]
            said = [choose_sentence(kind, "abcdefgh", week) for week in weeks]
            assert all(len(set(said[place : place + MONTH + 1])) == MONTH + 1 for place in range(50))


# --- a year


@pytest.mark.slow
def test_a_year_is_true_and_never_says_the_same_within_a_month(circle):
    """By a second computation from the facts of each week; dull weeks have no issue."""
    issues = write_weeks(circle, 52)
    reader = circle.members.first().player
    told = defaultdict(list)
    for issue in issues:
        for headline in issue.headlines:
            check_truth(circle, Week(issue.week), Headline(**{**headline, "seats": tuple(headline["seats"])}))
        for language in LANGUAGES:
            with translation.override(language):
                for sentence in read_issue(issue, reader).headlines:
                    assert "{" not in sentence
                    told[language, sentence].append(issue.week)

    for (_language, sentence), weeks in told.items():
        gaps = [(later - earlier).days for earlier, later in pairwise(weeks)]
        assert all(gap > 28 for gap in gaps), sentence
    ended = {week_of(each).monday for each in Game.objects.values_list("finished_at", flat=True)}
    assert ended == {issue.week for issue in issues}
    assert len(issues) < 52


def check_truth(circle: Circle, week: Week, headline: Headline) -> None:
    """Compute what a headline says in another way."""
    rows = SeatFacts.objects.filter(facts__game__circle=circle, facts__game__finished_at__lt=week.ends_at)
    rows = list(rows.select_related("facts__game", "seat").order_by("facts__game__finished_at"))
    facts = GameFacts.objects.select_related("game").filter(pk=headline.game).first()
    assert facts is not None
    assert week.begins_at <= facts.game.finished_at < week.ends_at
    seats = [Seat.objects.get(pk=pk) for pk in headline.seats]
    players = [seat.player_id for seat in seats]
    games = {row.facts_id: row.facts for row in rows}
    before = [each for each in games.values() if each.game.finished_at < week.begins_at]
    mine = [row for row in rows if players and row.seat.player_id == players[0]]
    line = "".join("w" if row.has_won else "l" for row in mine)
    new = sum(row.facts.game.finished_at >= week.begins_at for row in mine)
    match headline.kind:
        case "streak":
            assert re.search(f"(^|l)w{{{headline.n}}}$", line)
            assert headline.n >= 3
            assert new
        case "streak-over":
            assert re.search(f"(^|l)w{{{headline.n}}}l[wl]{{0,{new - 1}}}$", line)
        case "first-win":
            assert line.index("w") + 1 == headline.n
            assert headline.n + new > len(line)
        case "first-goal":
            assert headline.card == facts.goal not in {each.goal for each in before}
            assert headline.n == len(before) >= 20
        case "longest":
            assert facts.turns == headline.n == max(each.turns for each in games.values())
            assert facts.turns > max(each.turns for each in before)
        case "lead":
            quarter = (week.last_instant.month - 1) // 3
            season = [row for row in rows if (row.facts.game.finished_at.month - 1) // 3 == quarter]
            season = [row for row in season if row.facts.game.finished_at.year == week.last_instant.year]
            wins = Counter(row.seat.player_id for row in season if row.has_won)
            assert wins[players[0]] == headline.n > max([*(wins - Counter({players[0]: 999})).values(), 0])
        case _other:
            check_truth_of_game(facts, headline, seats)


def check_truth_of_game(facts: GameFacts, headline: Headline, seats: list[Seat]) -> None:
    """Compute what a headline says of one game in another way."""
    thefts = [(each["seat"], each["source"], each["card"]) for each in facts.thefts]
    numbers = [seat.number for seat in seats]
    if headline.kind in ("robbed", "own-goal", "won", "first-win", "first-goal"):
        assert facts.game.winner_id == headline.seats[0]
    match headline.kind:
        case "robbed":
            assert headline.card in facts.cards
            assert [(*numbers, headline.card)] == [each for each in thefts if each[2] == headline.card][-1:]
        case "own-goal":
            assert numbers[0] != numbers[1]
            assert facts.goals_set[-1] == {"turn": facts.turns, "seat": numbers[1], "card": facts.goal}
        case "nobody":
            assert facts.game.winner is None
        case "won":
            assert headline.n == facts.turns
        case "feud":
            pairs = Counter(each[:2] for each in thefts)
            assert pairs[tuple(numbers)] == headline.n > 1
            assert not pairs[tuple(reversed(numbers))]
        case "near":
            assert headline.card == SeatFacts.objects.get(seat=seats[0]).missing
        case other:
            raise AssertionError(other)


# --- tables that go on


def put_into_circle(scene, circle: Circle, *, is_open: bool = False):
    """Store a position as a game of a circle, whose players are its members."""
    stored = store(scene)
    Game.objects.filter(pk=stored.game.pk).update(circle=circle, is_open=is_open)
    for player in stored.players.values():
        CircleMember.objects.get_or_create(circle=circle, player=player, joined_at=BEGIN)
    return stored


WEEK = week_of(NOW)


def told(circle: Circle, week: Week = WEEK) -> list[tuple[str, str]]:
    return [(each.kind, each.card) for each in find_headlines(circle, week)]


def test_a_stolen_keeper_is_news_while_the_game_goes_on(circle):
    """It is told as onlookers saw it; the next week knows nothing of it."""
    stored = put_into_circle(turn_of_ann(), circle)
    [headline] = find_headlines(circle, WEEK)

    assert ("heist", "milk") == (headline.kind, headline.card)
    assert headline.seats == (stored.seats["cid"].pk, stored.seats["bob"].pk)
    later = Week(WEEK.monday + timedelta(days=7))
    assert "heist" not in dict(told(circle, later))


def test_a_goal_that_lived_for_one_play(circle):
    """The next card has replaced it."""
    scene = deal(
        ann=["the-appliances", "baked-goods", "bread"], bob=3, rules=["play-3"], turn="ann", played=0
    )
    scene.seats[0].plays("the-appliances").plays("baked-goods")
    put_into_circle(scene, circle)

    assert [("brief-goal", "the-appliances")] == told(circle)


def test_a_goal_that_stayed_is_no_news(circle):
    """Another card came, which is no goal."""
    scene = deal(ann=["the-appliances", "bread", "milk"], bob=3, rules=["play-3"], turn="ann", played=0)
    scene.seats[0].plays("the-appliances").plays("bread")
    put_into_circle(scene, circle)

    assert [] == told(circle)


@pytest.mark.parametrize(
    "hands", [(["music", "time"], ["jackpot", "milk"]), (["milk", "jackpot"], ["time", "music"])]
)
def test_hands_make_no_difference(hands, circle):
    """Non-interference: who looks at another hand, and at another pile, reads the same issue."""
    ann, bob = hands
    scene = deal(
        ann=["bread", *ann], bob=bob, cid=["love", "steal-a-keeper"], keepers={"bob": ["the-toaster"]},
        turn="cid", drawn=2, played=0, rules=["play-2"],
    )  # fmt: skip
    scene.seats[2].plays("love").plays("steal-a-keeper").answers("the-toaster@bob")
    put_into_circle(scene, circle)

    assert [("heist", "the-toaster")] == told(circle)


def test_a_private_game_is_told_of_to_its_players_alone(circle):
    """While it goes on; a listed one is told of to all members."""
    stored = put_into_circle(turn_of_ann(), circle)
    issue = write_issue(circle.pk, WEEK)
    outsider = circle.members.first().player

    assert "Milk" in read_issue(issue, stored.players["ann"]).headlines[0]
    assert read_issue(issue, outsider) is None
    Game.objects.filter(pk=stored.game.pk).update(is_open=True)
    assert "Milk" in read_issue(issue, outsider).headlines[0]


def test_a_table_waits(circle):
    """For whose turn it is, since the last move; not for who is away, and not in a dull week."""
    stored = put_into_circle(turn_of_ann(), circle)
    Move.objects.update(created_at=WEEK.ends_at - timedelta(days=6))
    [_heist, waits] = find_headlines(circle, WEEK)
    assert ("waits", (stored.seats["ann"].pk,), 6) == (waits.kind, waits.seats, waits.n)

    Move.objects.update(created_at=WEEK.ends_at - timedelta(days=5))
    assert dict(told(circle))["waits"] == ""
    Move.objects.update(created_at=WEEK.ends_at - timedelta(days=2))
    assert "waits" not in dict(told(circle))


def test_a_window_waits_for_nobody(circle):
    """Whoever could object there is a secret, so nobody is named, however long it takes."""
    waits = []
    for make in (editions.window, turn_of_ann):
        stored = put_into_circle(make(), circle)
        Move.objects.update(created_at=WEEK.ends_at - timedelta(days=6))
        named = {seat.number: seat for seat in stored.seats.values()}
        waits.append(OnlookersTable(Game.objects.get(pk=stored.game.pk), named, WEEK).find_wait())

    assert waits[0] is None
    assert waits[1] is not None


def test_a_week_of_waiting_alone_is_dull(circle):
    """Nobody wants a mail that says nothing but that."""
    put_into_circle(turn_of_ann(), circle)
    CircleMember.objects.create(
        circle=circle, player=Player.objects.create_user("new@example.org", name="New")
    )
    later = Week(WEEK.monday + timedelta(days=7))

    assert [] == find_headlines(circle, later)
    assert write_issue(circle.pk, later) is None


def test_who_joined(circle):
    """Is told beside other news, unless the circle itself is new."""
    put_into_circle(turn_of_ann(), circle)
    newcomer = Player.objects.create_user("new@example.org", name="Newcomer")
    member = CircleMember.objects.create(circle=circle, player=newcomer, joined_at=NOW)
    [_heist, joined] = find_headlines(circle, WEEK)
    assert ("joined", (member.pk,)) == (joined.kind, joined.members)

    other = Player.objects.create_user("other@example.org", name="Another one")
    CircleMember.objects.create(circle=circle, player=other, joined_at=NOW)
    issue, reader = write_issue(circle.pk, WEEK), Player.objects.get(name="Cid")
    assert "Newcomer, Another one" in read_issue(issue, reader).headlines[-1]
    PlayerBlock.objects.create(by=newcomer, player=reader, kind="block")
    assert "Newcomer" not in read_issue(issue, reader).headlines[-1]
    assert "Another one" in read_issue(issue, reader).headlines[-1]

    Circle.objects.update(created_at=WEEK.begins_at)
    circle.refresh_from_db()
    assert "joined" not in dict(told(circle))


# --- who is named


def read(issue: GazetteIssue, reader: Player) -> str:
    found = read_issue(issue, reader)
    return "" if found is None else " ".join([*found.headlines, *(each.winner for each in found.results)])


def test_who_has_left_is_not_named(circle):
    """Nor whose account is deleted; the rest of the issue stays."""
    issue = write_weeks(circle, 12)[-1]
    people = {member.player.name: member.player for member in circle.members.select_related("player")}
    reader = people.pop("Priya")
    named = [name for name in people if name in read(issue, reader)]
    assert len(named) > 1
    circles.leave_circle(circle=circle, player=people[named[0]])
    assert named[0] not in read(issue, reader)

    account_deletion.delete_account(people[named[1]].pk)
    assert named[1] not in read(issue, reader)


def test_nobody_reads_headlines_of_whom_they_keep_apart_from(circle):
    """Neither the one who has blocked somebody, nor the other."""
    stored = put_into_circle(turn_of_ann(), circle, is_open=True)
    issue = write_issue(circle.pk, WEEK)
    reader = circle.members.first().player
    assert "Cid" in read(issue, reader)
    block = PlayerBlock.objects.create(by=reader, player=stored.players["cid"], kind="block")
    assert "" == read(issue, reader)
    block.delete()
    PlayerBlock.objects.create(by=stored.players["bob"], player=reader, kind="block")

    assert "" == read(issue, reader)


def test_games_against_bots_and_those_of_others_are_not_told(circle):
    """Nor those without an end."""
    write_weeks(circle, 3)
    week = week_of(BEGIN + timedelta(days=8))
    assert find_headlines(circle, week)
    GameFacts.objects.update(between_people=False)
    assert [] == find_headlines(circle, week)
    GameFacts.objects.update(between_people=True)
    Game.objects.update(circle=circles.create_circle(host=circle.members.first().player, name="Others"))
    assert [] == find_headlines(circle, week)


def test_an_issue_of_another_release_is_read(circle):
    """A kind that this one doesn't know is left out, and so is what it knows nothing of."""
    put_into_circle(turn_of_ann(), circle)
    issue, reader = write_issue(circle.pk, WEEK), Player.objects.get(name="Cid")
    known = issue.headlines[0] | {"colour": "red"}
    GazetteIssue.objects.update(headlines=[{"kind": "weather", "seats": [], "sun": True}, known])
    issue.refresh_from_db()

    assert 1 == len(read_issue(issue, reader).headlines)


# --- writing it once


def at_monday(weeks: int) -> time_machine.travel:
    return time_machine.travel(BEGIN + timedelta(days=7 * weeks, hours=1), tick=False)


def test_an_issue_is_written_once_with_a_mail_for_each_reader(circle):
    """However often the sweep comes; members who want none get none."""
    list(play_weeks(circle, BEGIN, 2, seed=4))
    CircleMember.objects.filter(pk=circle.members.first().pk).update(gets_gazette=False)
    write = partial(gazette.write_due_issues, stop_at=float("inf"))
    with at_monday(2):
        write()
        write()

    assert 1 == GazetteIssue.objects.count()
    mailed = PersonMail.objects.filter(kind="gazette").values_list("player", flat=True)
    assert sorted(mailed) == sorted(circle.members.filter(gets_gazette=True).values_list("player", flat=True))


def test_after_an_outage_the_last_week_alone_is_written(circle):
    """Not three at once; and it goes on as usual."""
    list(play_weeks(circle, BEGIN, 8))
    write = partial(gazette.write_due_issues, stop_at=float("inf"))
    weeks = []
    for at in (1, 5, 6):
        with at_monday(at):
            write()
            weeks.append(last_week().monday)
    written = list(GazetteIssue.objects.order_by("week").values_list("week", flat=True))

    assert set(written) <= set(weeks)
    assert Circle.objects.get().gazette_week == weeks[-1]
    assert len(written) == len(set(written)) > 1


def test_mails_come_at_the_hour_of_the_digest(circle):
    """In the zone of each reader, and after their quiet hours."""
    list(play_weeks(circle, BEGIN, 2, seed=4))
    Player.objects.update(timezone="Pacific/Auckland")
    with at_monday(2):
        gazette.write_due_issues(stop_at=float("inf"))
        due = PersonMail.objects.filter(kind="gazette").values_list("next_try_at", flat=True)
        assert {8} == {each.astimezone(Player.objects.first().zone).hour for each in due}
        assert all(clock.now() < each <= clock.now() + timedelta(days=1) for each in due)


def test_a_circle_of_300_costs_as_many_statements(circle):
    """To write an issue, and to read it."""
    list(play_weeks(circle, BEGIN, 30))
    small = make_circle(BEGIN, name="Small", names=("A", "B"))
    people = [Player(email=f"many{number}@example.org", name=f"Many {number}") for number in range(294)]
    Player.objects.bulk_create(people)
    week = week_of(Game.objects.latest("finished_at").finished_at)
    spent = []
    for count in (0, 294):
        CircleMember.objects.bulk_create(
            CircleMember(circle=circle, player=each, joined_at=BEGIN) for each in people[:count]
        )
        GazetteIssue.objects.all().delete()
        Circle.objects.update(gazette_week=None)
        with CaptureQueriesContext(connection) as writing:
            issue = write_issue(circle.pk, week)
        with CaptureQueriesContext(connection) as reading:
            read_issue(issue, small.members.first().player)
        spent.append((len(writing), len(reading)))

    assert spent[0] == spent[1]
    assert spent[1][1] <= 13


@pytest.mark.parametrize(
    "odd", [{"kind": "heist"}, {"kind": "joined", "seats": []}, {"card": "of-tomorrow"}, {"kind": "tomorrow"}]
)
def test_a_headline_that_lacks_something_is_left_out(circle, odd):
    """As another release may have stored it; the others are told."""
    list(play_weeks(circle, BEGIN, 3, 1))
    seat = Seat.objects.filter(game__status="finished", game__winner__isnull=False).first()
    seat = seat.game.winner
    won = {"kind": "won", "seats": [seat.pk], "game": seat.game_id, "n": 3}
    issue = GazetteIssue.objects.create(circle=circle, week=BEGIN.date(), headlines=[won, won | odd])

    shown = read_issue(issue, circle.members.first().player)

    assert 1 == len(shown.headlines)


def test_who_took_a_seat_over_is_not_told_of_for_what_another_did(circle):
    list(play_weeks(circle, BEGIN, 3, 1))
    seat = Game.objects.filter(status="finished", winner__isnull=False).first().winner
    won = {"kind": "won", "seats": [seat.pk], "game": seat.game_id, "n": 3}
    issue = GazetteIssue.objects.create(circle=circle, week=BEGIN.date(), headlines=[won])
    reader = circle.members.first().player
    assert read_issue(issue, reader) is not None
    FormerPlayer.objects.create(seat=seat, player=seat.player, replaced_at=BEGIN + timedelta(days=30))

    assert read_issue(issue, reader) is None


@pytest.mark.parametrize(
    "week", ["99999999999999999999-1-1", "2026-99999999999999999999-1", "0-0-0", "9999-12-31"]
)
def test_an_address_of_no_week_is_not_found(circle, client, week):
    client.force_login(circle.members.first().player)

    assert 404 == client.get(f"/circles/{circle.key}/gazette/{week}/").status_code


def test_a_bot_that_won_is_nobody_from_elsewhere():
    circle, ann = circle_of_a_week()
    Seat.objects.filter(pk__in=Game.objects.filter(circle=circle).values("winner")).update(player=None, bot=1)

    issue = read_issue(write_issue(circle.pk, Week(ISSUE_WEEK)), ann)

    assert all("someone else won" in describe_result(each) for each in issue.results if not each.winner)
