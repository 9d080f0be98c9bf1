"""Where points and their names go in the plot of the first page; the template draws it, in the page's own colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

WIDTH: Final = 760
HEIGHT: Final = 460
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 20, 56
RADIUS: Final = 5
#: About how wide a character is and how high a line, in the plot's units.
CHARACTER: Final = 6.6
LINE: Final = 15


@dataclass(frozen=True)
class Point:
    """A name at shares of 0 to 1; `target` is the page that it leads to."""

    name: str
    target: str
    x: float
    y: float


@dataclass(frozen=True)
class Box:
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether both have some place in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True)
class Placed:
    """A point and its name in the plot; a line joins the two where they are `apart`."""

    point: Point
    x: float
    y: float
    label: Box

    @property
    def before(self) -> bool:
        """Whether the name stands to the left of the point, and so ends where its box does."""
        return self.label.right < self.x

    @property
    def apart(self) -> bool:
        """Whether the name is so far away that a line has to lead to it."""
        middle = (self.label.top + self.label.bottom) / 2
        return abs(middle - self.y) > LINE or min(abs(self.label.left - self.x), abs(self.label.right - self.x)) > 14

    @property
    def end(self) -> tuple[float, float]:
        """Where such a line ends: the corner or side of the name that is nearest."""
        x = min(max(self.x, self.label.left), self.label.right)
        beside = x in (self.label.left, self.label.right)
        return x, (self.label.top + self.label.bottom) / 2 if beside else self.label.top


@dataclass(frozen=True)
class Plot:
    """All that is drawn: ticks as (place, text) of both axes, points with their names."""

    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    points: tuple[Placed, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def plot(points: Sequence[Point]) -> Plot:
    """The plot of `points`, whose names overlap neither one another nor a point."""
    x_end, y_end = (_end([getattr(point, axis) for point in points]) for axis in "xy")
    places = [
        (LEFT + point.x / x_end * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - point.y / y_end * (HEIGHT - TOP - BOTTOM))
        for point in points
    ]
    return Plot(
        tuple((LEFT + share * (WIDTH - LEFT - RIGHT), text) for share, text in _ticks(x_end)),
        tuple((HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), text) for share, text in _ticks(y_end)),
        tuple(_placed(points, places)),
    )


def _step(highest: float) -> float:
    """The distance of ticks: the smallest round one that needs no more than six of them."""
    return next(step for step in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2) if highest <= 6 * step)


def _end(values: Sequence[float]) -> float:
    """The end of an axis: the first tick beyond all values, or the last there can be."""
    highest = max([*values, 0.01])
    step = _step(highest)
    return min(ceil(highest / step + 1e-9) * step, 1.0)


def _ticks(end: float) -> Iterator[tuple[float, str]]:
    step = _step(end)
    for index in range(round(end / step) + 1):
        yield index * step / end, f"{100 * step * index:.3g} %"


def _placed(points: Sequence[Point], places: Sequence[tuple[float, float]]) -> Iterator[Placed]:
    """Each name at the nearest place that is free, the uppermost first."""
    taken = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in places]
    for point, (x, y) in sorted(zip(points, places, strict=True), key=lambda found: (found[1][1], found[0].name)):
        candidates = list(_candidates(x, y, len(point.name) * CHARACTER))
        free = (box for box in candidates if _inside(box) and not any(box.overlaps(other) for other in taken))
        label = next(free, candidates[0])
        taken.append(label)
        yield Placed(point, x, y, label)


def _candidates(x: float, y: float, width: float) -> Iterator[Box]:
    """Places for a name of `width`, the nearest first: beside the point, then ever farther above and below it."""
    rows = sorted(range(-50, 51), key=lambda row: (abs(row), row))
    for row, side in product(rows, ("right", "left")):
        gap = RADIUS + 5 + abs(row) * 0.4
        left = x + gap if side == "right" else x - gap - width
        middle = y + row * LINE / 2
        yield Box(left, middle - LINE / 2, left + width, middle + LINE / 2)


def _inside(box: Box) -> bool:
    return box.left >= LEFT and box.right <= WIDTH and box.top >= 0 and box.bottom <= HEIGHT - BOTTOM
