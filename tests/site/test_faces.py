"""Faces: the colour and mark by which players are told apart, at every table."""

import pytest

from games.models import FaceColour, FaceMark, Player, faces_of
from games.models.face import BOT_PICTURE

from .conftest import open_game

pytestmark = pytest.mark.django_db


def same_face(*players: Player) -> None:
    """Let players choose the same colour and mark."""
    for player in players:
        player.face_colour, player.face_mark = FaceColour.ROSE, FaceMark.PAW
        player.save()


def test_by_default_96_players_in_a_row_have_faces_of_their_own():
    """What follows from the primary key uses every pair of colour and mark."""
    faces = {Player(pk=number).face for number in range(1000, 1096)}

    assert len(FaceColour) * len(FaceMark) == len(faces)


def test_no_two_people_at_a_table_have_the_same_face(ann, bob, carol):
    """Of three who have chosen the same, those who came later get other marks, and the first keeps hers."""
    same_face(ann, bob, carol)
    faces = open_game(ann, bob, carol).faces

    assert ann.face == faces[1]
    assert ["mark-paw", "mark-star", "mark-diamond"] == [faces[number].picture for number in (1, 2, 3)]


def test_bots_have_a_picture_of_their_own_and_free_seats_none(ann, start):
    """A bot can't be mistaken for a person, nor for another bot."""
    faces = start(ann, bots=2).faces
    bots = [faces[number] for number in faces if faces[number].picture == BOT_PICTURE]

    assert len(set(bots)) == 2
    assert {} == faces_of(open_game(ann).seats.filter(player=None))


def test_bots_leave_people_their_colours(ann, start):
    """Nobody at a small table has the colour of another, whatever colour the person has."""
    for colour in FaceColour:
        ann.face_colour = colour
        ann.save()
        faces = start(ann, bots=2).faces

        assert len({face.colour for face in faces.values()}) == 3
        assert ann.face in faces.values()
