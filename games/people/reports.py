"""Telling staff about somebody, a table or a deck, with a copy of what everybody there can see."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import clock
from games.core.locking import in_transaction
from games.core.refusal import Capped, Illegal, NotPossible
from games.core.submissions import find_made, sign_form
from games.history.game_history import history_lines
from games.models import By, CircleRemark, Deck, Game, Player, Question, Remark, Report, Seat
from games.models.community import MOST_WORDS
from games.timing.player_records import describe_record, load_record

DAY = timedelta(days=1)
MOST_A_DAY = 10
MESSAGE, OTHER_MESSAGES = gettext_noop("The message"), gettext_noop("Their last messages there")
REMARKS_COPIED, LINES_COPIED, DECK_COPIED = 10, 15, 2000

Evidence = list[tuple[str, list[str]]]


@in_transaction
def report(
    *,
    by: Player,
    kind: str,
    words: str,
    game: Game | None = None,
    seat: Seat | None = None,
    remark: Remark | None = None,
    deck: Deck | None = None,
    circle_remark: CircleRemark | None = None,
    submission_key: str = "",
) -> Report:
    """Store what a player tells staff, with its evidence. Locks the player's row. Raises a `Refusal`.

    The same words about the same thing and person with the same `submission_key` are one report.
    `seat` is that of the person it is about; the caller has verified that `by` may see all of this.
    """
    Player.objects.select_for_update().get(pk=by.pk)
    said = words.strip()[:MOST_WORDS]
    if kind not in Report.Kind.values:
        raise Illegal(_("Choose what it’s about."))
    if not said and remark is None and circle_remark is None:
        raise Illegal(_("Say in a few words what happened."))
    target = {"game": game, "seat": seat, "remark": remark, "deck": deck, "circle": circle_remark}
    target_keys = {name: row.pk for name, row in target.items() if row is not None}
    signature = sign_form(submission_key, kind=kind, words=said, **target_keys)
    if (earlier := find_made(Report.objects.filter(by=by), signature)) is not None:
        return earlier
    if Report.objects.filter(by=by, created_at__gt=clock.now() - DAY).count() >= MOST_A_DAY:
        raise Capped(
            _("You’ve sent us %(most)s reports today. You can send more tomorrow.") % {"most": MOST_A_DAY}
        )
    seat = remark.seat if remark is not None else seat
    about = find_person(seat=seat, remark=remark, deck=deck)
    if circle_remark is not None:
        about = circle_remark.player
    if about is not None and about.pk == by.pk:
        raise NotPossible(_("You can’t report yourself."))
    with translation.override(settings.LANGUAGE_CODE):  # staff read it, not only who reports
        evidence = list(collect_evidence(game, seat, about, remark, deck))
        if circle_remark is not None:
            evidence = [*copy_circle_talk(circle_remark), *evidence]
    return Report.objects.create(
        by=by,
        about=about,
        game=game,
        remark=remark,
        deck=deck,
        circle_remark=circle_remark,
        kind=kind,
        words=said,
        evidence=evidence,
        submission_key=signature,
    )


def find_person(*, seat: Seat | None, remark: Remark | None, deck: Deck | None) -> Player | None:
    """Return the person whom a report is about, if there is one."""
    if remark is not None:
        return remark.player
    if seat is not None:
        return seat.player
    return deck.owner if deck is not None else None


def collect_evidence(
    game: Game | None, seat: Seat | None, about: Player | None, remark: Remark | None, deck: Deck | None
) -> Iterator[tuple[str, list[str]]]:
    """Yield headings with lines: public facts alone, so no hand, no vote and no address."""
    if game is not None:
        seats = [f"{each.number}. {each}" + _playing(each) for each in game.seats.order_by("number")]
        yield gettext_noop("Table"), [f"{game.name} ({game.key}), {game.status}", *seats]
    if remark is not None:
        yield MESSAGE, [f"{remark.created_at:%F %H:%M} {remark.seat}: {remark.text}"]
    if game is not None and about is not None:
        said = Remark.objects.filter(game=game, player=about, deleted_at=None).select_related("seat")
        lines = [
            f"{each.created_at:%F %H:%M} {each.seat}: {each.text}"
            for each in said.order_by("-pk")[:REMARKS_COPIED]
        ]
        yield OTHER_MESSAGES, lines[::-1]
    if about is not None:
        record = describe_record(load_record(about))
        yield gettext_noop("How they answer"), [record, *_missed(game, about, seat)]
    if game is not None:
        told = history_lines(game, None, limit=LINES_COPIED)[-LINES_COPIED:]
        yield gettext_noop("History"), [f"{line.at:%F %H:%M} {line.text}" for line in told]
    if deck is not None:
        yield gettext_noop("Deck"), [f"{deck.name} ({deck.key}), {deck.visibility}", deck.spec[:DECK_COPIED]]


def copy_circle_talk(remark: CircleRemark) -> Iterator[tuple[str, list[str]]]:
    """Yield a message of a circle with the number by which it is hidden, and what its author said last."""
    said = CircleRemark.objects.filter(circle=remark.circle_id, player=remark.player_id, deleted_at=None)
    yield MESSAGE, [_line_of(remark)]
    yield OTHER_MESSAGES, [_line_of(each) for each in said.order_by("-pk")[:REMARKS_COPIED]][::-1]


def _line_of(remark: CircleRemark) -> str:
    return f"{remark.created_at:%F %H:%M} {remark.circle.name}, {remark.pk}: {remark.text}"


def _playing(seat: Seat) -> str:
    if seat.bot:
        return f" ({_('bot')})"
    return f" ({_('a bot plays')})" if seat.on_autopilot else ""


def _missed(game: Game | None, about: Player, seat: Seat | None) -> Iterator[str]:
    """Yield how often somebody let time run out, and how they answer at this table."""
    counted = Question.objects.filter(counts_for=about, closed_at__isnull=False)
    words = {"missed": counted.filter(closed_by=By.CLOCK).count(), "count": counted.count()}
    yield _("Missed questions: %(missed)s of %(count)s") % words
    if game is not None:
        here = counted.filter(game=game)
        words = {
            "missed": here.filter(closed_by=By.CLOCK).count(),
            "count": here.count(),
            "row": seat.timeouts_in_row if seat is not None else 0,
        }
        yield _("At this table: %(missed)s of %(count)s, %(row)s turns in a row now") % words
