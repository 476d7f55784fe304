"""The numbers of the places where tiles can be carried: the same on the picture and in the form."""

from __future__ import annotations

from collections.abc import Iterable

UPROOT = "uproot:"


def numbers_of_places(labels: Iterable[str]) -> dict[str, int]:
    """Return a number for each place (``2/-1``) of the uprootings among some labels: row by row, from 1."""
    places = {label.rpartition(":")[2] for label in labels if label.startswith(UPROOT)}
    rows = sorted(places, key=lambda place: tuple(map(int, reversed(place.split("/")))))
    return {place: number for number, place in enumerate(rows, start=1)}
