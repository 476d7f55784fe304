"""The lists of the admin answer for what they list: no lookup, order, search or address tells more."""

import ast
import itertools
import json
import logging
import re
from html import unescape
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import models
from django.test import Client
from django.urls import reverse

from games.admin import lists
from games.admin.lists import ListAdmin
from games.models import InboundMail, Move, Notice, Player, Question
from games.moderation.roles import MACHINERY, appoint, make_groups
from games.seats.lobby import create_game
from tests.support.languages import said_by

from .conftest import make_player
from .play import open_questions
from .wonderland import answer, asks, order, table

LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label)
HOWS = ("", "__isnull", "__startswith", "__icontains", "__exact", "__in", "__gt", "__regex")


ROLES = ["moderator", "onlooker", "operator"]


def test_every_module_that_registers_rows_is_loaded():
    """By the admin itself: a test that happens to load one would hide that the site doesn't."""
    source = Path(lists.__file__).with_name("__init__.py")
    loaded = {
        each.name
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
        for each in node.names
    }
    registering = {path.stem for path in source.parent.glob("*.py") if "@admin.register" in path.read_text()}
    assert len(registering) > 5
    assert registering <= loaded


@pytest.fixture
def member(role, db, moderator) -> Client:
    """A member of each kind of staff: who acts, who may only look, and who looks after the site."""
    make_groups()
    who = make_player("Olga", is_staff=True)
    if role == "onlooker":
        who.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    else:
        appoint(player=who, role=role, by=moderator, reason="To see.")
    client = Client()
    client.force_login(Player.objects.get(pk=who.pk))
    return client


@pytest.fixture
def staff(client, moderator):
    client.force_login(moderator)
    return client


def list_of(model: type[models.Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def listed(model: type[models.Model]) -> set[str]:
    """The columns by which a list may be filtered."""
    model_admin = admin.site.get_model_admin(model)
    filters = [each[0] if isinstance(each, tuple) else each for each in model_admin.list_filter]
    names = {getattr(each, "parameter_name", each) for each in filters}
    return {*names, model_admin.date_hierarchy, model._meta.pk.name}


def paths(model: type[models.Model]) -> set[str]:
    """Every column of a model, by each of its names, and every column of its relations, both ways."""
    found = set()
    for field in model._meta.get_fields(include_hidden=True):
        name = field.get_accessor_name() if field.auto_created and not field.concrete else field.name
        for each in {field.name, name, getattr(field, "attname", field.name)}:
            found.add(str(each))
            if field.is_relation and field.related_model is not None:
                found |= {f"{each}__{column.name}" for column in field.related_model._meta.fields}
    return found


# How Django's own catalogues address staff, and names that they put where another case belongs.
FORMAL = {
    "pl": r"\b[Pp]rosz|\(a\)|Wybierz .+ do (zmiany|obejrzenia)",
    "ru": r"\b[Вв]ы\b|\b[Вв]аш|\b[А-ЯЁ]\w+(ите|йте)(сь)?\b",
}


@pytest.mark.parametrize("language", FORMAL)
def test_lists_speak_to_staff_as_the_site_does(language, staff, moderator):
    """Titles of lists, filters and actions of Django are worded by our catalogues."""
    Player.objects.filter(pk=moderator.pk).update(language=language)
    pages = {model: said_by(staff.get(list_of(model)).content.decode()) for model in LISTS}

    assert {} == {
        model.__name__: found[0]
        for model, page in pages.items()
        if (found := re.search(FORMAL[language], page))
    }


def test_every_list_is_one_of_ours():
    """A model that is registered without this base class would answer for each of its columns."""
    assert [model for model in LISTS if not isinstance(admin.site.get_model_admin(model), ListAdmin)] == []
    assert len(LISTS) > 15


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.model_name)
def test_no_list_looks_up_what_it_does_not_list(model):
    """Each column, each relation and each kind of lookup is refused."""
    model_admin = admin.site.get_model_admin(model)
    asked = [f"{path}{how}" for path in sorted(paths(model) - listed(model)) for how in HOWS]

    assert [lookup for lookup in asked if model_admin.lookup_allowed(lookup, "a", None)] == []
    assert len(asked) > 10


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_a_lookup_that_is_not_allowed_is_refused_to_all_staff(role, member):
    """The columns of every list, each asked for by one of them, by one way of looking up after the other."""
    hows, wrong = itertools.cycle(HOWS), []
    for model in LISTS:
        is_closed = role == "moderator" and model._meta.model_name in MACHINERY
        columns = {field.name for field in model._meta.fields} - listed(model)
        for path in sorted(columns)[ROLES.index(role) :: len(ROLES)]:
            lookup = f"{path}{next(hows)}"
            status = member.get(list_of(model), {lookup: "a"}).status_code
            wrong += [(model.__name__, lookup, status)] if status != (403 if is_closed else 400) else []

    assert wrong == []


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.model_name)
def test_what_is_listed_is_matched_as_a_whole(staff, model):
    """A filter goes by a value of its column, never by the beginning or a part of one."""
    spelled = [
        f"{path}{how}" for path in listed(model) - {None} for how in ("__startswith", "__regex", "__gt")
    ]

    assert {400} == {staff.get(list_of(model), {each: "a"}).status_code for each in spelled}


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.model_name)
def test_search_and_order_reach_what_is_shown_alone(model):
    """A column that is hidden on its page is neither searched nor sorted by, nor one of another list."""
    model_admin = admin.site.get_model_admin(model)
    for path in model_admin.search_fields:
        of = model
        for part in path.lstrip("^=@").split("__"):
            field = of._meta.get_field(part)
            of = field.related_model or of
        assert field.name not in getattr(admin.site.get_model_admin(field.model), "hidden", ()), path
    ordering = [*(model_admin.ordering or ()), *model._meta.ordering, *model_admin.list_display]
    assert not {str(each).lstrip("-") for each in ordering} & set(getattr(model_admin, "hidden", ()))


@pytest.mark.parametrize("query", [{"_to_field": "password"}, {"_popup": 1, "_to_field": "email"}])
def test_rows_are_chosen_by_their_key_alone(staff, query):
    """Neither does a list for a pop-up give out another column."""
    assert staff.get(list_of(Player), query).status_code == 400


def test_no_list_counts_by_facets(ann, bob, start, staff):
    """The switch that counts the rows of each filter does nothing."""
    start(ann, bob)

    page = staff.get(list_of(Notice), {"_facets": ""}).content.decode()
    assert not re.search(r"\(\d+\)</a>", page)


@pytest.mark.parametrize("address", ["/admin/autocomplete/", "/admin/r/{kind}/{pk}/"])
def test_no_address_says_whether_there_is_a_row(ann, bob, start, staff, address):
    """Two addresses of Django answer about tables that are no list: here they don't exist."""
    state = start(ann, bob).state
    kind = apps.get_model("contenttypes", "contenttype").objects.get_for_model(state).pk
    found = staff.get(address.format(kind=kind, pk=state.pk))

    assert (404, False) == (found.status_code, "doesn’t exist" in found.content.decode())


def test_no_draw_hash_or_key_of_a_link_is_spelled_out(ann, bob, start, staff):
    """The lookups by which each was read card by card and letter by letter."""
    game = start(ann, bob)
    private = create_game(host=ann, name="Private", seats=3, is_open=False)
    move = Move.objects.get(game=game)
    (card,) = (each["cards"][0] for each in move.outcomes if each["type"] == "drew")
    asked = [
        (Move, {"outcomes__icontains": json.dumps(card)}),
        (Player, {"pk": ann.pk, "password__startswith": ann.password[:3]}),
        (type(game), {"link_key__startswith": private.link_key[:5]}),
        (type(game), {"version": game.version}),
    ]

    assert [400] * 4 == [staff.get(list_of(model), query).status_code for model, query in asked]


def test_every_look_is_logged(staff, moderator, caplog, ann, bob, start):
    """A line for each list, search and filter says who asked for what."""
    start(ann, bob)
    with caplog.at_level(logging.INFO, "games.admin.lists"):
        staff.get(list_of(Notice), {"status__exact": "sent", "q": "bread"})
        staff.get(reverse("admin_search"), {"q": "ann"})

    assert [line.getMessage() for line in caplog.records if line.name == "games.admin.lists"] == [
        f"staff {moderator.pk} looked at notice?status__exact=sent&q=bread",
        f"staff {moderator.pk} looked at search?q=ann",
    ]


def rows_in(page: str) -> list[str]:
    """The links to rows in a list."""
    return [unescape(link) for link in re.findall(r'<th class="field-[^>]*><a href="([^"]+)"', page)]


@pytest.mark.parametrize("model", [Notice, Question, Move], ids=lambda model: model._meta.model_name)
def test_addresses_of_rows_count_nothing(ann, bob, start, staff, model):
    """Where rows are sealed for a while, the others have addresses that don't tell their number.

    Django's own list for a pop-up writes the primary key of each row beside its link; ours doesn't.
    """
    start(ann, bob, bots=1)
    links = rows_in(staff.get(list_of(model)).content.decode())
    numbers = [link.rstrip("/").split("/")[-2] for link in links]
    by_number = [f"{list_of(model)}{pk}/change/" for pk in model.objects.values_list("pk", flat=True)[:3]]
    pop_up = staff.get(list_of(model), {"_popup": "1"}).content.decode()

    assert links
    assert all(re.fullmatch(r"[0-9a-f]{32}", each) for each in numbers)
    assert {200} == {staff.get(link).status_code for link in links}
    assert {302} == {staff.get(link).status_code for link in by_number}
    assert rows_in(pop_up)
    assert "data-popup-opener" not in pop_up


@pytest.mark.parametrize(
    "model", [Notice, Question, Move, InboundMail], ids=lambda model: model._meta.model_name
)
def test_no_sealed_list_is_asked_for_a_number(staff, model):
    """Gaps in the numbers would tell how many are sealed."""
    asked = [f"{path}{how}" for path in ("id", "pk") for how in ("", "__exact", "__in", "__gte", "__lt")]

    assert {400} == {staff.get(list_of(model), {each: "1"}).status_code for each in asked}


def test_addresses_go_on_with_another_key(ann, bob, start, staff, settings):
    """A link that was kept before the site's key was rotated opens the same row."""
    start(ann, bob)
    link = rows_in(staff.get(list_of(Move)).content.decode())[0]
    key, settings.SECRET_KEY_FALLBACKS = settings.SECRET_KEY, [settings.SECRET_KEY]
    settings.SECRET_KEY = key[::-1]

    assert staff.get(link).status_code in (200, 302)
    model_admin = admin.site.get_model_admin(Move)
    assert model_admin.get_object(staff.get(list_of(Move)).wsgi_request, link.rstrip("/").split("/")[-2])


def test_an_answer_by_mail_is_sealed_with_its_window(db, staff):
    """Bob's mail since the card was played is on no page of staff until the window is closed."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    for name in ("bob", "cid"):
        order(stored, name, *asks("new rule"))
    answer(stored, "ann", "draw-2")
    bob = stored.seats["bob"]
    InboundMail.objects.create(
        key="k", seat=bob, kind="reply", status="ignored", reason="canary", sender=bob.player.email
    )
    pages = (
        list_of(InboundMail),
        reverse("admin_search") + f"?q={bob.player.email}",
        reverse("admin:games_player_change", args=[bob.player_id]),
        reverse("admin:index"),
    )
    sealed = ["canary" in staff.get(page).content.decode() for page in pages]
    for name in ("cid", "bob"):
        answer(stored, name, "pass")

    assert [False] * 4 == sealed
    told = [staff.get(page).content.decode() for page in pages]
    assert [True, False, True, True] == ["canary" in each for each in told]
    assert "Mails received" in told[1]


def test_a_long_list_is_not_counted(ann, bob, start, staff, monkeypatch, django_assert_max_num_queries):
    """Beyond a bound the list says that it shows the first rows; no statement counts all of them."""
    start(ann, bob)
    Notice.objects.all().delete()
    game = ann.seats.get().game
    Notice.objects.bulk_create(
        Notice(key=f"n/{each}", kind="turn", game=game, player=ann, message_id=f"<{each}@x>")
        for each in range(120)
    )
    monkeypatch.setattr(lists, "MOST_COUNTED", 100)
    page = staff.get(list_of(Notice)).content.decode()
    searched = staff.get(list_of(Notice), {"q": "n/7"}).content.decode()

    assert "Only the first 100 are shown." in page
    assert not re.search(r">\s*120\b|\b120 ", page)
    assert "?p=2" in page
    assert "?p=3" not in page
    assert "Only the first" not in searched
    assert {200} == {staff.get(list_of(Notice), {"p": each}).status_code for each in (1, 2)}


def test_kinds_of_questions_are_offered_without_looking_for_them(ann, bob, start, staff):
    """The filter offers what this release asks, and never windows, which are sealed."""
    game = start(ann, bob)
    kind = open_questions(game)[0].what
    page = staff.get(list_of(Question)).content.decode()

    assert f"?what={kind}" in page
    assert "?what=window" not in page
    assert rows_in(staff.get(list_of(Question), {"what": kind}).content.decode())
    assert not rows_in(staff.get(list_of(Question), {"what": "window"}).content.decode())


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_an_address_with_a_nul_names_no_row(staff, model):
    """PostgreSQL refuses it, and the page would be an error."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    for page in ("change", "history", "delete"):
        assert staff.get(reverse(f"{name}_{page}", args=["1_00"])).status_code in (302, 403, 404)


SECRET = re.compile(r"(^|_)(link_key|nonce|secret|password|token|digest|auth|p256dh|sealed|lease|epoch)$")


def test_no_page_of_the_admin_shows_a_secret():
    """A column that opens something is hidden: who may look at a circle is no member of it."""
    shown = {
        f"{model.__name__}.{name}"
        for model in LISTS
        for name in admin.site._registry[model].get_fields(None)
        if SECRET.search(str(name))
    }
    # Numbers that stand in links beside a signature: alone they open nothing.
    known = {"Seat.link_epoch", "Question.nonce"}

    assert shown <= known
