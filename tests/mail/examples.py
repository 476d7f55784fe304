"""One example of every mail, and of what several share: their texts are in tests/approved/mail."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

from engine.scenario import Scene, deal
from games.delivery.gazettes import compose as compose_gazette
from games.mail.person_letters import compose_person_mail
from games.models import Deck, Game, Invitation, Notice, PersonMail, Player, Reply, Report, Silence
from games.people.gazette import write_issue
from games.people.gazette_values import Week
from tests.mail import boards, kinds
from tests.mail.gazettes import WEEK, circle_of_a_week
from tests.mail.received import Mail, send
from tests.mail.replying import bring, mail_of, result_mail, table, tables, together
from tests.mail.tables import DUE, NOW, Stored, store
from tests.pages import kinds as editions
from tests.pages.positions import hand_limits
from tests.support.replies import Mailed

Example = Callable[[], Mail]


def of_notice(make: Callable[[], Notice]) -> Example:
    return lambda: send(make())


def another_turn(notice: Notice) -> Notice:
    """A turn of the reader's in another game, so that one mail tells both."""
    name = notice.player.name.lower()
    other = store(deal(**{name: ["music", "party-bonus"]}, zed=3, turn=name, played=0), name="Another")
    return other.notice("turn", name)


def with_another(make: Callable[[], Notice]) -> Example:
    def mail() -> Mail:
        notice = make()
        return together(notice, another_turn(notice))

    return mail


def news_of_all() -> Mail:
    """What each kind that asks nothing tells in a mail about several games."""
    made = [kinds.NOTICES[kind]() for kind in NEWS]
    bob = made[0].player
    return together(*(notice for notice in made if notice.player_id == bob.pk))


def many_games(count: int) -> Mail:
    games = [store(kinds.turn_of_ann(), name=f"Game {number}") for number in range(1, count + 1)]
    return mail_of(*games)


def reply_to(text: str, *games: Stored) -> Mail:
    """What answers Ann's reply to the mail about these games."""
    return result_mail(bring(mail_of(*games), text))


def reply_to_one(text: str, kind: str = "turn") -> Mail:
    """What answers the reply to a mail about one game."""
    notice = kinds.NOTICES[kind]()
    return result_mail(bring(send(notice), text, sender=notice.player.email))


def not_counted(why: str) -> Example:
    def mail() -> Mail:
        stored = store(kinds.turn_of_ann())
        suspended = {"suspended_until": NOW + timedelta(days=3), "suspended_because": "Spam."}
        Player.objects.filter(email="bob@example.org").update(**suspended)
        return send(stored.notice("reply", "bob", not_counted=why))

    return mail


def stored_with(**game: object) -> Stored:
    """Ann's turn, at a table that treats time and silence in some way."""
    stored = store(kinds.turn_of_ann())
    Game.objects.filter(pk=stored.game.pk).update(**game)
    stored.game.refresh_from_db()
    return stored


def warning(**game: object) -> Mail:
    """What Bob is told of Ann's silence."""
    stored = stored_with(**game)
    notice = stored.notice("warning", "bob", due_at=int(DUE.timestamp()))
    notice.question = stored.question("ann")
    notice.save()
    return send(notice)


def paused() -> Mail:
    stored = stored_with(paused_at=NOW)
    stored.game.questions.update(due_at=None, time_left=timedelta(days=1))
    return send(stored.notice("turn", "ann"))


def last_chance() -> Mail:
    """After two missed turns the others would vote on what to do."""
    stored = stored_with(silence=Silence.VOTE, patience=2)
    stored.game.seats.filter(name="Ann").update(timeouts_in_row=1)
    stored.seats["ann"].refresh_from_db()
    return send(stored.notice("turn", "ann"))


def won() -> Mail:
    return send(store(kinds.won_by_ann()).notice("result", "ann"))


def called_off() -> Mail:
    """A game that never began has no table to show."""
    stored = kinds.open_game()
    Game.objects.filter(pk=stored.game.pk).update(status=Game.Status.ENDED, end_reason="")
    return send(stored.notice("ended", "bob"))


def declined_by_address() -> Mail:
    """Somebody without a name won't come."""
    notice = kinds.declined_notice()
    Invitation.objects.update(name="")
    return send(notice)


def about_my_seat() -> Mail:
    notice = kinds.vote_notice()
    notice.seat = notice.game.seats.get(name="Ann")
    notice.player = notice.seat.player
    notice.save()
    return send(notice)


def person_mail(kind: str, *, suspended: bool = False, deck: str = "", **params: object) -> Example:
    def mail() -> Mail:
        stored = store(kinds.turn_of_ann())
        ann = stored.players["ann"]
        if suspended:
            ann.suspended_until, ann.suspended_because = NOW + timedelta(days=3), "Spam in the talk."
            ann.save()
        given = dict(params)
        if deck:
            is_hidden = deck == "hidden"
            given["deck"] = Deck.objects.create(owner=ann, name="Robots", spec="{}", is_hidden=is_hidden).pk
        if kind == "report-settled":
            report = Report.objects.create(by=ann, kind="talk", outcome="They know.", **params)
            given = {"report": report.pk}
        if kind == "not-played":
            given["game"] = stored.game.pk
        row = PersonMail.objects.create(
            player=ann, kind=kind, params=given, message_id="<person.1@testserver.localhost>", created_at=NOW
        )
        return Mail(compose_person_mail(row).message().as_bytes(linesep="\r\n"))

    return mail


def gazette(name: str = "Thursday people") -> Mail:
    """A week in which Ann has won with a keeper that was Bob's; Cid took another in a game that goes on."""
    circle, reader = circle_of_a_week(name)
    issue = write_issue(circle.pk, Week(WEEK))
    row = PersonMail.objects.get(kind="gazette", player=reader, params__issue=issue.pk)
    row.message_id = "<person.1@testserver.localhost>"
    return Mail(compose_gazette(row).message().as_bytes(linesep="\r\n"))


ASKING = ("turn", "answer", "beside", "reminder", "nudge")
# To Bob, and about no question.
NEWS = (
    *("autopilot", "started", "result", "ended", "vote"),
    *("mention", "takeback", "pace", "deputy", "vacation", "staff"),
)

PERSON_MAILS: dict[str, Example] = {
    "report-settled": person_mail("report-settled", status="acted"),
    "written": person_mail("written", text="Please be kind.\nThank you."),
    "suspended": person_mail("suspended", suspended=True),
    "suspension-lifted": person_mail("suspension-lifted"),
    "suspension-over": person_mail("suspension-over"),
    "deck-hidden": person_mail("deck-hidden", deck="hidden", reason="It hurts."),
    "deck-shown": person_mail("deck-shown", deck="shown", reason="It is mended."),
    "deck-deleted": person_mail("deck-deleted", name="Robots", reason="It hurts."),
    "deck-restored": person_mail("deck-restored", deck="shown"),
    "new-links": person_mail("new-links"),
    "not-played": person_mail("not-played", why="left"),
    "gazette": gazette,
}

# In each language.
EVERYWHERE: dict[str, Example] = {
    **{kind: of_notice(make) for kind, make in kinds.NOTICES.items()},
    **{f"person-{kind}": make for kind, make in PERSON_MAILS.items()},
    "several-two-turns": lambda: many_games(2),
    "several-brief": lambda: many_games(4),
    "several-news": news_of_all,
    "reply-done": lambda: reply_to_one("bread"),
    "reply-refused": lambda: reply_to_one("bread\n99\nzap-a-what"),
    "reply-offer": lambda: reply_to_one("bread wobble"),
    "reply-several": lambda: reply_to("2\n99\nAlpha: whatever", *tables("Alpha", "Beta")),
}

# In English alone: parts of mails that the others have as well.
IN_ENGLISH: dict[str, Example] = {
    **{
        f"board-{kind.replace(',', '').replace(' ', '-')}": of_notice(make)
        for kind, make in boards.NOTICES.items()
    },
    **{f"several-{kind}": with_another(kinds.NOTICES[kind]) for kind in ASKING if kind != "turn"},
    "several-board": lambda: together(
        *(store(boards.on_board("draw-shift"), name=name).notice("turn", "ann") for name in ("One", "Two"))
    ),
    "several-left-out": lambda: mail_of(*tables(*(f"Game {number}" for number in range(1, 13)))),
    **{
        f"reply-not-counted-{why}": not_counted(why)
        for why in ("lost", "suspended", "elsewhere", "automatic", "revoked", "too-old")
    },
    "turn-without-a-clock": lambda: send(store(kinds.turn_of_ann(), pace=0).notice("turn", "ann")),
    "turn-paused": paused,
    "turn-last-chance": last_chance,
    "turn-with-patience": lambda: send(stored_with(silence=Silence.VOTE, patience=2).notice("turn", "ann")),
    "first-card": lambda: send(kinds.first_card().notice("turn", "bob")),
    "result-winner": won,
    "ended-before-it-began": called_off,
    "declined-without-a-name": declined_by_address,
    "vote-about-me": about_my_seat,
    "warning-replaced": lambda: send(
        stored_with(silence=Silence.REPLACE).notice("warning", "ann", replaced=True)
    ),
    **{
        f"warning-{policy}": partial(warning, silence=policy, patience=1)
        for policy in (Silence.BOT, Silence.VOTE, Silence.REPLACE, Silence.END)
    },
    "board-asked-by-the-goal": lambda: send(
        store(boards.on_board(pieces={"ann": ["eye", "start", "start"]})).notice("turn", "ann")
    ),
    "reply-hand": lambda: reply_to_one("hand"),
    "reply-help": lambda: reply_to_one("help"),
    "reply-status": lambda: reply_to_one("status"),
    "reply-several-help": lambda: reply_to("help\n1", *tables("Alpha", "Beta", "Gamma")),
    "reply-several-hand": lambda: reply_to("Alpha: hand\nBeta: love?", *tables("Alpha", "Beta")),
    "reply-over": lambda: reply_to("bread\nmilk", table("Alpha", "bread"), *tables("Beta")),
    **{f"edition-{kind}": of_notice(make) for kind, make in kinds.EDITIONS.items()},
}

# Whom a question asks, and in which position.
POSITIONS: dict[str, Callable[[], tuple[Scene, str]]] = {
    "turn": lambda: (kinds.turn_of_ann(), "ann"),
    "answer": lambda: (kinds.throws_of_bob(), "bob"),
    "hand limit": lambda: (hand_limits(), "bob"),
    "trivia": lambda: (editions.asked_beside(), "bob"),
    "vote": lambda: (editions.told_a_fact("It is large."), "ann"),
    "window": lambda: (editions.window(), "bob"),
    "rhyme": lambda: (editions.rhyming(), "ann"),
    "creepers": lambda: (editions.afflicted(), "ann"),
    **{f"board: {kind}": make for kind, make in boards.ASKED.items()},
}
# Answers that are none, wherever they are given.
VAIN = (
    *("99", "0", "1 1", "1, 2, 3", "Jackpot", "Whatever", "pass", "use recycling", "play", "1?", "b", "d"),
    *("rotate A 45", "uproot A place 99", "bread to love to peace", "draw", "Bob", "~~1~~", "love or peace"),
)
# What a reply may ask besides.
BESIDES = ("undo", "say", "say " + "x" * 2001, "hand", "bread\nundo\nundo", "bread\nmilk\n1")


def refusals() -> Iterator[str]:
    """Yield what vain answers are told in every position, without those that mean something there."""
    for name, make in POSITIONS.items():
        scene, player = make()
        numbers = {each.name: number for number, each in enumerate(scene.seats, start=1)}
        mailed = Mailed.of(scene, numbers[player])
        yield f"== {name}"
        yield from (f"{text}: {why}" for text in VAIN if (why := mailed.why(text)))


def results_besides() -> Iterator[str]:
    """Yield what came of whatever else a reply asks, for a mail about one game and about two."""
    for text in BESIDES:
        notice = kinds.NOTICES["turn"]()
        reply = bring(send(notice), text, sender=notice.player.email, name=f"one-{text[:9].split()}")
        yield from rows_of("one game", text, reply)
        reply = bring(mail_of(*tables("Alpha", "Beta")), text, name=f"two-{text[:9].split()}")
        yield from rows_of("two games", text, reply)


def rows_of(where: str, text: str, reply: Reply | None) -> Iterator[str]:
    yield f"== {where}: {' / '.join(text[:40].splitlines())}"
    for result in reply.results if reply is not None else ():
        yield f"{'done' if result['done'] else 'not done'}: {result['line'][:40]}: {result['text']}"
