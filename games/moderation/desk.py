"""Performing acts of staff: rehearsed, recorded, told to the table, taken back, and carried out when due.

Each act and each revert is one transaction under the locks of its games. What can't be reverted (ending a
game, declaring it void, taking moves back) waits for `act.DELAY` first, while the game rests.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games import clock
from games.core.errors import Tally
from games.core.event_log import Word, check_staff, event_params, note_event
from games.core.locking import in_transaction, lock_game
from games.core.postponed import run_due
from games.core.refusal import Capped, NotAllowed, NotPossible, Refusal
from games.core.submissions import KEPT_FOR, sign_form
from games.models import Deck, Deputy, Game, Notice, Player, Report, Seat, StaffAct
from games.models.deputy import IS_LIVE
from games.outbox import notices
from games.play.table_action import table_action

from . import snapshots
from .act import DELAY, MOST_ROWS, Act
from .registry import ACTS
from .roles import MAY_ACT
from .snapshots import Snapshot

MOST_REASON = 300
PENDING = StaffAct.Status.PENDING
# They are asked to play a seat, or have seen its hand.
IS_DEPUTY = IS_LIVE | Q(accepted_at__isnull=False)


@dataclass
class Performed:
    """What came of an act, or in a rehearsal what would come of it.

    `told` are the seats and persons who get a mail. `before` and `after` are the columns that it changes;
    `effects` says what else it does.
    """

    record: StaffAct
    before: Snapshot
    after: Snapshot
    told: list[Seat | Player] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)


@table_action
def perform(
    code: str,
    *,
    by: Player,
    reason: str,
    game: Game | None = None,
    player: Player | None = None,
    deck: Deck | None = None,
    report: Report | None = None,
    rehearse: bool = False,
    submission_key: str = "",
    **params: Any,
) -> Performed:
    """Do an act of staff to a game, a player with their games, or a deck, and record it. Raises a `Refusal`.

    `report` is the one for which it is done, if any.
    With `rehearse` it is done and rolled back: what it returns is what would happen. The same form with the
    same `submission_key` is done once.
    """
    check_may_act(by, reason)
    kind = ACTS[code]
    games = [lock_game(pk=pk) for pk in ([game.pk] if game is not None else games_of(kind, player, by))]
    rows_named = [each and each.pk for each in (game, player, deck, report)]
    signature = sign_form(submission_key, act=code, rows=rows_named, reason=reason, params=params)
    if (earlier := find_done(by, signature)) is not None:
        return Performed(earlier, earlier.before, earlier.after)
    params |= {"deck": deck.pk} if deck is not None else {}
    act = kind(games, params, reason.strip()[:MOST_REASON], player=player)
    check_not_concerned(by, act)
    check_nothing_pending(act)
    act.check()
    rows, versions_before = act.rows(), {str(each.pk): each.version for each in games}
    before = snapshots.take_snapshot(games, rows)
    act.do()
    words = {each.pk: act.words(each) for each in games}
    told = {each.pk: act.audience(each) for each in games}
    old, new = snapshots.compare(before, snapshots.take_snapshot(games, rows))
    if any(len(rows) > MOST_ROWS for rows in old.values()):
        raise Capped(_("This would change more than %(most)s games or seats at once.") % {"most": MOST_ROWS})
    about_game = games[0] if game is not None else None
    record = act.record = do_record(
        act, by, about_game, versions_before, report=report, before=old, after=new
    )
    for each in games:
        tell(act, each, kind.event(), words[each.pk], told[each.pk])
    record.params |= {"versions": {str(each.pk): each.version for each in games}}
    record.params |= {"submission_key": signature} if signature else {}
    record.save(update_fields=["params"])
    mailed: list[Seat | Player] = [seat for seats in told.values() for seat in seats]
    mailed += act.tell_person(is_back=False)
    done = Performed(record, old, new, mailed, act.effects())
    if rehearse:
        transaction.set_rollback(True)
    return done


def find_done(by: Player, signature: str) -> StaffAct | None:
    """Return what a form with this signature has done in the last day. Locks the row of `by`."""
    if not signature:
        return None
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    since = clock.now() - KEPT_FOR
    return StaffAct.objects.filter(who=by, at__gt=since, params__submission_key=signature).first()


def do_record(
    act: Act, by: Player, game: Game | None, versions_before: dict[str, int], **fields: Any
) -> StaffAct:
    """Store the record of an act that was done, or that waits until it takes effect."""
    return StaffAct.objects.create(
        who=by,
        at=act.now,
        act=act.code,
        game=game,
        player=act.concerned(),
        about=describe(act)[:200],
        reason=act.reason,
        params=act.params | {"versions_before": versions_before},
        sealed=act.sealed,
        status=PENDING if act.is_final else StaffAct.Status.DONE,
        due_at=act.now + DELAY if act.is_final else None,
        **fields,
    )


def tell(
    act: Act,
    game: Game,
    what: str,
    words: dict[str, Word],
    seats: Sequence[Seat],
    *,
    is_back: bool = False,
) -> None:
    """Write an act into the history of a locked game, and the mails about it."""
    record = act.recorded
    sentence = {**words, "reason": act.reason} if act.tells_reason() else {**words}
    if record.due_at is not None:
        sentence["effect_at"] = record.due_at.isoformat()
    if act.is_public():
        note_event(game, what, **sentence)
    params = {"act": record.pk, "reverted": is_back, "sentence": event_params(what, **sentence)}
    notices.notify_seats(Notice.Kind.STAFF, seats, key=f"{what}/{record.pk}", game=game, params=params)


def describe(act: Act) -> str:
    """Return what an act is about, in words."""
    games = ", ".join(f"{game.name} ({game.key})" for game in act.games)
    person = act.player.name if act.player is not None else ""
    return ": ".join(each for each in (person, games, act.about()) if each)


def games_of(kind: type[Act], player: Player | None, by: Player) -> list[int]:
    """Return the games of a player that an act is about, by primary key."""
    games = kind.games_of(player) if player is not None else []
    if kind.skips_own_tables:
        games = [game for game in games if not sits_at(by, game)]
    return games[: MOST_ROWS + 1]


def sits_at(player: Player, game: int) -> bool:
    """Whether a person has, or had, a seat in a game, or is asked to one, or was somebody's deputy there."""
    seats = Seat.objects.filter(game=game)
    return (
        seats.filter(Q(player=player) | Q(former_players__player=player)).exists()
        or Game.objects.filter(pk=game, host=player).exists()
        or Deputy.objects.filter(IS_DEPUTY, seat__game=game, player=player).exists()
    )


def check_may_act(by: Player, reason: str) -> None:
    """Refuse who may only look, or gives no reason."""
    check_staff(by, reason)
    if not by.has_perm(MAY_ACT):
        raise NotAllowed(_("You can look at the desk, but not act. Ask an operator for a role."))


def check_not_concerned(by: Player, act: Act) -> None:
    """Refuse who would act on their own table, or on themselves."""
    if by in (act.player, act.concerned()) or by.pk == act.params.get("to"):
        raise NotAllowed(_("You can’t do this to yourself. Ask another moderator."))
    for game in act.games:
        if sits_at(by, game.pk):
            raise NotAllowed(
                _("You play, or have played, in “%(game)s”. Ask another moderator.") % {"game": game.name}
            )


def check_nothing_pending(act: Act) -> None:
    """Refuse to change the play of a game that rests because it is to end, or to go back."""
    if not act.changes_play:
        return
    if StaffAct.objects.filter(game__in=[game.pk for game in act.games], status=PENDING).exists():
        raise NotPossible(_("Something else is waiting to take effect here. Cancel that first."))


def load_act(record: StaffAct) -> Act:
    """Return a recorded act with its locked games. Raises a `Refusal` if it can't be reverted at all."""
    kind = ACTS.get(record.act)
    versions = record.params.get("versions")
    if kind is None or versions is None or not kind.needs <= record.params.keys():
        raise NotPossible(_("This kind of action can’t be undone here."))
    keys = {int(each) for each in versions}
    if record.game_id is not None and record.game_id not in keys:  # another release has stored it
        raise NotPossible(_("This kind of action can’t be undone here."))
    if record.player is not None:
        keys |= set(kind.games_since(record.player))
    games = [lock_game(pk=pk) for pk in sorted(keys)]
    return kind(games, record.params, record.reason, player=record.player, record=record)


@in_transaction
def why_not_revert(record: StaffAct) -> str:
    """Return why an act can't be taken back, in a sentence; nothing if it can. Changes nothing."""
    if record.status not in (StaffAct.Status.DONE, PENDING):
        return record.get_status_display()
    try:
        act = load_act(record)
        if act.is_final and record.status != PENDING:
            return _("It has taken effect and is final.")
        return act.what_depends()
    except Refusal as refusal:
        return str(refusal)


@table_action
def revert(record: StaffAct, *, by: Player) -> StaffAct:
    """Take an act back, or call it off while it waits, and tell who had heard of it. Raises a `Refusal`."""
    check_may_act(by, record.reason)
    act = load_act(record)
    record = StaffAct.objects.select_for_update(of=("self",)).get(pk=record.pk)
    act.record = record
    check_not_concerned(by, act)
    is_pending = record.status == PENDING
    if record.status != StaffAct.Status.DONE and not is_pending:
        raise NotPossible(_("This has already been undone."))
    if act.is_final and not is_pending:
        raise NotPossible(_("It has taken effect and is final."))
    if depends := act.what_depends():
        raise NotPossible(depends)
    told = {game.pk: heard_of(act, game) for game in act.games}
    words = {game.pk: act.words(game) for game in act.games}
    act.undo()
    settle(record, StaffAct.Status.CALLED_OFF if is_pending else StaffAct.Status.REVERTED, by)
    for game in act.games:
        game.refresh_from_db()
        tell(act, game, f"{act.event()}-reverted", words[game.pk], told[game.pk], is_back=True)
    act.tell_person(is_back=True)
    return record


def heard_of(act: Act, game: Game) -> list[Seat]:
    """Return the seats to whose players the mail about an act has gone out."""
    mailed = Notice.objects.filter(game=game, kind=Notice.Kind.STAFF, params__act=act.recorded.pk)
    sent = set(mailed.filter(status=Notice.Status.SENT).values_list("seat", flat=True))
    return [seat for seat in act.audience(game) if seat.pk in sent]


def settle(record: StaffAct, status: str, by: Player | None) -> None:
    """Note what came of a recorded act, and by whom."""
    record.status, record.settled_at, record.settled_by = status, clock.now(), by
    record.save(update_fields=["status", "settled_at", "settled_by"])


def carry_out_due(*, stop_at: float) -> Tally:
    """Carry out every act whose delay is over, each in a transaction of its own."""
    due = StaffAct.objects.filter(status=PENDING, due_at__lte=clock.now()).order_by("due_at", "pk")
    return run_due("the act", due, carry_out, stop_at=stop_at)


@table_action
def carry_out(pk: int) -> None:
    """Carry out the pending act with this primary key, unless it was called off meanwhile.

    One that has become impossible is called off by itself.
    """
    act = load_act(StaffAct.objects.get(pk=pk))
    record = StaffAct.objects.select_for_update(of=("self",)).get(pk=pk)
    act.record = record
    if record.status != PENDING or record.due_at is None or record.due_at > clock.now():
        return
    try:
        with transaction.atomic():
            act.carry_out()
    except Refusal:
        act.game.refresh_from_db()
        if not act.game.is_over:
            act.undo()
            note_event(act.game, "staff-rewind-failed")
        settle(record, StaffAct.Status.CALLED_OFF, None)
        return
    settle(record, StaffAct.Status.DONE, None)
