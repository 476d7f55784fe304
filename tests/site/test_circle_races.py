"""Circles, when two people do something in the same moment."""

from functools import partial

import pytest

from games.core.refusal import NotPossible, Refusal
from games.models import Circle, CircleMember, CircleRemark, Player
from games.people import circle_talk, circles

from .conftest import make_player
from .play import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TIMES = 5


def circle_of(*hosts: Player, members: tuple[Player, ...] = ()) -> Circle:
    circle = circles.create_circle(host=hosts[0], name="Thursday people")
    for each in hosts[1:]:
        CircleMember.objects.create(circle=circle, player=each, is_host=True)
    for each in members:
        CircleMember.objects.create(circle=circle, player=each)
    return circle


@pytest.mark.parametrize("_time", range(TIMES))
def test_a_circle_goes_while_somebody_writes(_time):
    """Each of them either does it or is told why not; nothing breaks, and nothing is left."""
    ann, bob = make_player("Ann"), make_player("Bob")
    circle = circle_of(ann, members=(bob,))
    found = at_once(
        partial(circles.delete_circle, circle=circle, by=ann),
        *(partial(circle_talk.write, circle=circle, by=bob, text=f"Well, {n}.") for n in range(4)),
        partial(circles.remove_member, circle=circle, by=ann, member=circle.members.get(player=bob).pk),
    )

    raised = [each for each in found if isinstance(each, BaseException) and not isinstance(each, Refusal)]
    assert raised == []
    assert not Circle.objects.exists()
    assert not CircleRemark.objects.exists()


@pytest.mark.parametrize("_time", range(TIMES))
def test_hosts_step_down_leave_and_join_at_once(_time):
    """There is a host afterwards, and nobody is in it twice."""
    ann, bob, cid = (make_player(name) for name in ("Ann", "Bob", "Cid"))
    circle = circle_of(ann, bob)
    circles.set_link(circle=circle, by=ann, is_on=True)
    circle.refresh_from_db()
    step_down = [
        partial(
            circles.set_host,
            circle=circle,
            by=each,
            member=circle.members.get(player=each).pk,
            is_host=False,
        )
        for each in (ann, bob)
    ]
    join = partial(circles.join_by_link, link_key=str(circle.link_key), player=cid)
    leave = partial(circles.leave_circle, circle=circle, player=ann)
    found = at_once(*step_down, join, join, leave, leave)

    raised = [each for each in found if isinstance(each, BaseException) and not isinstance(each, Refusal)]
    assert raised == []
    assert circle.members.filter(is_host=True).exists()
    assert circle.members.filter(player=cid).count() == 1


def test_the_last_two_leave_at_once():
    """It goes with them."""
    ann, bob = make_player("Ann"), make_player("Bob")
    circle = circle_of(ann, bob)
    found = at_once(*(partial(circles.leave_circle, circle=circle, player=each) for each in (ann, bob)))

    assert all(each is None or isinstance(each, NotPossible) for each in found)
    assert not Circle.objects.exists()
