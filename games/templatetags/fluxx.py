"""Template tags and filters: pictures, times, descriptions of games."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _

from games import clock
from games.board.values import Mark, Space, Spot, Tile, TileOutline, Word
from games.core import zone_names
from games.decks import descriptions
from games.decks.edition_pictures import edition_picture
from games.history import game_settings
from games.history.formatting import describe_game_length, format_date, name_of, time_left
from games.history.formatting import moment as full_moment
from games.history.game_history import HistoryLine
from games.history.marks import Told
from games.models import Face, Game, Seat
from games.pages.common.card_chips import ShownCards, render_card_body, render_chip, render_sentence
from games.pages.common.card_faces import Face as CardFace
from games.pages.common.card_faces import Faces
from games.pages.common.kept_parts import render_part
from games.pages.common.line_shown import LineShown, render_line
from games.pages.common.person_context import PersonContext
from games.pages.common.seat_context import SeatContext
from games.pages.people.game_rows import GameRow
from games.pages.people.row_shown import RowShown, TimeShown, render_row
from games.people.presence import describe_presence
from games.timing.player_records import describe_length

register = template.Library()
SPACES_KEPT = 4096
# From how much on a time is given in days, and in hours; the rest is given in minutes.
UNITS = ((timedelta(days=1), timedelta(days=2)), (timedelta(hours=1), timedelta(hours=1)))


@register.simple_tag
@lru_cache(maxsize=2048)
def picture(name: str, style: str = "picture") -> SafeString:
    """Return the picture of this name from static/pictures.svg; words beside it say the same."""
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"></use></svg>',
        style,
        static("pictures.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def kept(context: Context, template: str, **values: object) -> SafeString:
    """Include a template with some plain values and nothing else; what shows the same is drawn once."""
    return render_part(template, values, context.get("shown_cards"), context.get("csrf_token", ""))


@register.simple_tag(takes_context=True)
def submission_key(context: Context) -> SafeString:
    """Return the field by which a form that is sent twice is known; one that is shown again keeps its key."""
    sent = context["request"].POST.get("submission_key", "")
    return format_html('<input type="hidden" name="submission_key" value="{}">', sent or uuid.uuid4().hex)


@register.simple_tag
def same_for_all(template: str) -> SafeString:
    """Include a template that shows the same to everybody who reads one language."""
    return _render_for_all(template, get_language() or "")


@lru_cache(maxsize=64)
def _render_for_all(template: str, _language: str) -> SafeString:
    return render_to_string(template)


@register.simple_tag
@lru_cache(maxsize=SPACES_KEPT)
def board_space(space: Space, pictures: str) -> SafeString:
    """Draw a space of the board; between two moves most of them stay as they are."""
    return render_to_string("games/_board_space.html", {"space": space, "pictures": pictures})


@register.simple_tag
@lru_cache(maxsize=SPACES_KEPT)
def board_word(space: Space) -> SafeString:
    """Draw the word on a space of the board, which lies above the arrows."""
    return render_to_string("games/_board_word.html", {"space": space})


@register.simple_tag(takes_context=True)
def face(context: Context, of: Face | Seat | int | None) -> SafeString:
    """Show a face: itself, or that of a seat, or of its number in the page's game; a free one has none."""
    game: Game | None = context.get("game")
    if isinstance(of, Face):
        return _render_face(of)
    if isinstance(of, Seat):
        table = game if game is not None and of.game_id == game.pk else of.game
        return _render_face(table.faces.get(of.number))
    return _render_face(game.faces.get(of) if game is not None and of else None)


@lru_cache(maxsize=256)
def _render_face(shown: Face | None) -> SafeString:
    return render_to_string("games/_face.html", {"face": shown})


@register.simple_tag(takes_context=True)
def presence(context: Context, seat: Seat) -> str:
    """Return when the player of a seat was last here, to those who may know."""
    page: SeatContext | None = context.get("context")
    if page is None or page.deputy is not None:
        return ""
    return describe_presence(seat, page.seat, page.find_apart)


register.simple_tag(render_card_body, name="card_body")


@register.simple_tag(takes_context=True)
def chip(context: Context, card: CardFace) -> SafeString:
    """Show a card as a chip; a press shows the whole card."""
    return render_chip(card, context.get("shown_cards"))


@register.simple_tag(takes_context=True)
def shown_id(context: Context, slug: str) -> str:
    """Return the id of a card that something on this page shows when it is pressed; empty for a back."""
    shown: ShownCards | None = context.get("shown_cards")
    faces = _faces(context)
    return shown.show(faces.of(slug)) if shown is not None and faces is not None else ""


@register.simple_tag(takes_context=True)
def sentence(context: Context, told: Told) -> SafeString:
    """Show a sentence with its cards as chips, and the reader's own name set off."""
    page: SeatContext | None = context.get("context")
    me = page.seat.number if page is not None and page.seat is not None else None
    return render_sentence(told, _faces(context), context.get("shown_cards"), me)


@register.simple_tag(takes_context=True)
def history_lines(context: Context, lines: Iterable[HistoryLine]) -> SafeString:
    """Show sentences of the history as items of a list; a move that is counted has its number once."""
    page: SeatContext | None = context.get("context")
    me = page.seat.number if page is not None and page.seat is not None else None
    faces, shown, since = _faces(context), context.get("shown_cards"), context.get("since")
    url, in_turn, at = context.get("replay_url") or "", bool(context.get("turn")), context.get("move")
    items, last = [], 0
    for line in lines:
        counted, last = line.move if url and line.move != last else 0, line.move or last
        item = LineShown(
            render_sentence(line.told, faces, shown, me),
            kind="note" if line.kind == "note" else "undone" if line.is_undone else "",
            is_new=since is not None and line.version > since,
            is_mine=me is not None and line.seat == me,
            is_shown=at is not None and line.move == at.number,
            move=counted,
            url=url if counted else "",
            at=None if in_turn else (iso(line.at), briefly(line.at)),
        )
        items.append(render_line(item))
    return mark_safe("".join(items))  # noqa: S308  (a template has made each)


@register.simple_tag
def game_row(row: GameRow, *, is_mine: bool = False) -> SafeString:
    """Show a game of the reader as a row of the dashboard; `is_mine` where it waits for them."""
    game, event, question = row.game, row.event, row.question
    shown = RowShown(
        game.key,
        game.name,
        game.edition,
        game.deck_title,
        row.asked,
        tuple((str(seat), face) for seat, face in row.people),
        picks=row.picks,
        headline=event.headline if event is not None else "",
        happened=TimeShown(iso(event.at), moment(event.at), ago(event.at)) if event is not None else None,
        due=TimeShown(iso(row.due_at), moment(row.due_at), left(row.due_at))
        if row.due_at is not None
        else None,
        urgency=row.urgency,
        is_mine=is_mine,
        has_side_question=row.has_side_question,
        has_no_clock=is_mine and question is not None and not question.is_side,
        has_news=row.has_news,
        is_unread=row.is_unread,
        is_muted=row.is_muted,
    )
    return render_row(shown)


@register.simple_tag(takes_context=True)
def shown_cards(context: Context) -> SafeString:
    """Put the cards that the chips of this page show, hidden, at its end."""
    shown: ShownCards | None = context.get("shown_cards")
    return shown.render() if shown is not None else SafeString()


def _faces(context: Context) -> Faces | None:
    """Return the cards of the page's table as they are now, or else those of its game's deck."""
    given: Faces | None = context.get("faces")
    game: Game | None = context.get("game")
    shown: ShownCards | None = context.get("shown_cards")
    if given is not None or game is None or shown is None:
        return given
    return shown.faces_of(game)


@register.simple_tag(takes_context=True)
def person_url(context: Context, page: str, *args: object) -> str:
    """Return the address of a page of settings, by the way on which the reader came: account or guest."""
    person: PersonContext | None = context.get("person")
    return reverse(page, args=args) if person is None else person.url(page, *args)


@register.filter
def name_zone(key: object) -> str:
    """Return what the reader calls a time zone."""
    return zone_names.name_zone(str(key))


@register.filter
def square(shape: Spot | Space | Tile | TileOutline | Mark) -> SafeString:
    """Return the attributes that say where a square of the board lies in its SVG picture."""
    return format_html('x="{}" y="{}" width="{}" height="{}"', shape.x, shape.y, shape.size, shape.size)


@register.filter
def text_at(word: Word) -> SafeString:
    """Return the attributes that say where a word of the board stands in its SVG picture, and how large."""
    return format_html('x="{}" y="{}" font-size="{}"', word.x, word.y, word.size)


@register.filter
def moment(at: datetime) -> str:
    """Return an instant in the reader's time zone: “Friday, 27 November 2026, 18:30 (Asia/Tokyo, UTC+9)”."""
    minute = at.astimezone(UTC).replace(second=0, microsecond=0)
    return _full_moment(minute, timezone.get_current_timezone(), get_language())


@lru_cache(maxsize=1024)
def _full_moment(at: datetime, zone: ZoneInfo, language: str) -> str:
    with override(language):
        return full_moment(at, zone)


@register.filter
def iso(at: datetime) -> str:
    """Return an instant in the reader's time zone as HTML writes it: “2026-11-27T18:30:00+09:00”."""
    return timezone.localtime(at).isoformat(timespec="seconds")


@register.filter
def shortly(at: datetime) -> str:
    """Return an instant where the page names the reader's time zone elsewhere: “Fri 27 Nov, 18:30”."""
    # Translators: Django's date format of an instant in few letters: Fri 27 Nov, 18:30
    return _in_words(at, pgettext("date format", "D j M, H:i"))


@register.filter
def briefly(at: datetime) -> str:
    """Return an instant of these weeks in the reader's time zone: “27 Nov, 18:30”."""
    # Translators: Django's date format of an instant, without its weekday and year: 27 Nov, 18:30
    return _in_words(at, pgettext("date format", "j M, H:i"))


@register.filter
def dated(at: datetime) -> str:
    """Return an instant of whenever in the reader's time zone: “27 Nov 2026, 18:30”."""
    # Translators: Django's date format of an instant, without its weekday: 27 Nov 2026, 18:30
    return _in_words(at, pgettext("date format", "j M Y, H:i"))


def _in_words(at: datetime, pattern: str) -> str:
    """Return an instant in the reader's language and time zone."""
    minute = timezone.localtime(at).replace(second=0, microsecond=0, tzinfo=None)
    return _wall_time_in_words(minute, pattern, get_language())


@lru_cache(maxsize=1024)
def _wall_time_in_words(at: datetime, pattern: str, language: str) -> str:
    with override(language):
        return format_date(at, pattern)


@register.filter
def left(at: datetime) -> str:
    """Return how long it is until an instant: “2 days, 3 hours left”."""
    return time_left(at)


@register.filter
def in_short(at: datetime) -> str:
    """Return the time until an instant in whole minutes, hours or days: “2 days”."""
    left = max(timedelta(), at - clock.now())
    unit = next((unit for unit, least in UNITS if left >= least), timedelta(minutes=1))
    return describe_length(left // unit * unit)


@register.filter
def ago(at: datetime) -> str:
    """Return how long ago an instant was: “2 h ago”."""
    passed = clock.now() - at
    if passed < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": describe_length(passed)}


@register.filter
def game_length(game: Game, turns: int | None) -> str:
    """Return how long a game of so many turns was: “23 days · 41 turns”; nothing of one that never began."""
    if game.started_at is None or game.finished_at is None:
        return ""
    return describe_game_length((game.finished_at - game.started_at).days, turns or 0)


@register.filter
def deck_title(game: Game) -> str:
    """Return what the deck of a game is called: “Fluxx + Wonderland”, or as its owner has named it."""
    return descriptions.deck_title(game.edition, game.deck_title)


register.filter("edition_picture", edition_picture)
register.filter("public_name", name_of)
register.filter("clock_habits", game_settings.describe_habits)
register.filter("clock_pace", game_settings.describe_pace)
register.filter("clock_summary", game_settings.summarize_clock)
register.filter("clock_details", game_settings.describe_details)
register.filter("silence_policy", game_settings.describe_silence_policy)
register.filter("join_requirements", game_settings.describe_join_requirements)
