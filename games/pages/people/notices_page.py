"""The page about when the site may write to somebody: notifications, quiet hours, vacations, calendar.

Each of its sections has views of its own beside this module; they show this page again when something in
their form is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.delivery.channels.push import application_server_key
from games.models import Channel, FeedKey, Group, Mode, MutedGame, Notice, NoticeChoices, Player, Vacation
from games.models.channel import choices_of
from games.pages.common.person_context import PersonContext, render_person_page
from games.people.auto_vacation import AUTO_DAYS
from games.people.hours import days_left
from games.people.notification_settings import Preset, preset_of

from . import notice_words as words
from .hours_form import HoursForm
from .notice_forms import NoticesForm, WebhookForm
from .vacation_form import AwayForm, VacationForm

PAST_SHOWN = 5
PRESET_WORDS = {
    Preset.EVERY: (
        gettext_lazy("Every mail"),
        gettext_lazy("Turns, reminders and news right away; table talk once a day."),
    ),
    Preset.TURNS: (
        gettext_lazy("Only when it’s my turn"),
        gettext_lazy("Turns, questions to you and reminders right away; nothing else."),
    ),
    Preset.DAILY: (
        gettext_lazy("One mail a day"),
        gettext_lazy("Everything together. What can’t wait until then comes right away."),
    ),
}


def show_notices(
    request: HttpRequest,
    person: PersonContext,
    *,
    form: NoticesForm | None = None,
    webhook_form: WebhookForm | None = None,
    hours_form: HoursForm | None = None,
    vacation_form: VacationForm | None = None,
    away_form: AwayForm | None = None,
    problem: str = "",
    vacation_problem: str = "",
    feed_addresses: Mapping[str, str] | None = None,
    opened: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was; `opened` is the section that is unfolded."""
    shown: dict[str, Any] = {
        **_notice_values(person, form, webhook_form),
        **_hours_values(person.player, hours_form, vacation_form, away_form),
        "problem": problem,
        "vacation_problem": vacation_problem,
        "opened": opened or request.GET.get("open", ""),
    }
    if person.seat is None:
        key = FeedKey.objects.filter(player=person.player).first()
        now = words.describe_feeds(key, person.player)
        shown |= {"feed_key": key, "feed_addresses": feed_addresses, "feeds_now": now}
    return render_person_page(request, person, "games/notices.html", shown, status=status)


def _notice_values(
    person: PersonContext, form: NoticesForm | None, webhook_form: WebhookForm | None
) -> dict[str, Any]:
    player = person.player
    mine, choices = channels_of(player), choices_of(player)
    sent = Notice.objects.filter(player=player, channel=None, sent_at__isnull=False)
    memberships = list(player.circle_memberships.select_related("circle").order_by("circle__name", "pk"))
    muted = list(MutedGame.objects.filter(player=player).select_related("game").order_by("-since"))
    return {
        "form": form or NoticesForm(None, choices=choices, channels=mine),
        "presets": list(_presets(choices)),
        "choices_now": words.describe_choices(player, choices, mine),
        "webhook_form": webhook_form or WebhookForm(),
        "choices": choices,
        "channels": mine,
        "places_now": words.describe_places(player, mine),
        "memberships": memberships,
        "gazettes_now": words.describe_gazettes(memberships),
        "muted": muted,
        "muted_now": words.describe_muted(muted),
        "mailed_at": sent.aggregate(last=Max("sent_at"))["last"],
        "no_mail": player.mail_refused_at or player.complained_at,
        "lost": None if player.mail_refused_at else find_lost_channel(choices),
        "turns_are_silent": are_turns_silent(choices, mine),
        "clock_warning": clock_warning(),
        "push_key": application_server_key() if person.seat is None else "",
    }


def _presets(choices: NoticeChoices) -> Iterator[dict[str, Any]]:
    current = preset_of(choices)
    for preset, (label, about) in PRESET_WORDS.items():
        yield {"key": preset.value, "label": label, "about": about, "is_set": preset == current}


def _hours_values(
    player: Player,
    hours_form: HoursForm | None,
    vacation_form: VacationForm | None,
    away_form: AwayForm | None,
) -> dict[str, Any]:
    now = clock.now()
    mine = list(Vacation.objects.filter(player=player))
    year = now.astimezone(player.zone).year

    def form_of(vacation: Vacation) -> AwayForm:
        is_sent = away_form is not None and away_form.vacation == vacation
        return away_form if away_form and is_sent else AwayForm(player=player, vacation=vacation)

    return {
        "hours_form": hours_form or HoursForm(player=player),
        "hours_now": words.describe_hours(player),
        "vacation_form": vacation_form or VacationForm(player=player),
        "vacations_now": words.describe_vacations(player, mine, days_left(mine, year)),
        "coming": [(each, form_of(each)) for each in mine if each.ends_at > now],
        "past": [each for each in mine if each.ends_at <= now][-PAST_SHOWN:],
        "now": now,
        "budget": settings.VACATION_DAYS,
        "auto_days": AUTO_DAYS,
        "budgets": [(each, days_left(mine, each)) for each in (year, year + 1)],
    }


def are_turns_silent(choices: NoticeChoices, mine: Iterable[Channel]) -> bool:
    """Whether a player gets neither mail nor anything else when it is their turn."""
    has_channel = any(channel.takes(Group.TURN) for channel in mine)  # mail stands in for one that is lost
    return choices.mode(Group.TURN) == Mode.OFF and not has_channel


def find_lost_channel(choices: NoticeChoices) -> Channel | None:
    """Return a channel for which mail stands in though the player chose to get none."""
    return next(filter(None, map(choices.replaced_channel, Group.values)), None)


def clock_warning() -> str:
    """Return what to tell somebody who gets no mail about their turns."""
    return _(
        "You won’t get mail when it’s your turn. Your clocks keep running, so check your games yourself."
    )


def channels_of(player: Player) -> list[Channel]:
    """Return the player's devices and webhooks, the oldest first."""
    return list(Channel.objects.filter(player=player))
