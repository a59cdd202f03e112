"""A sheet with every kind of block, as an answer would lay it out."""

import math

from kibitz.core.ink import ink, joined
from kibitz.core.sheet import (
    Cells,
    Chart,
    Column,
    Curve,
    Dot,
    Heading,
    Picture,
    Sheet,
    Words,
    listing,
)
from tests.drawing.scenes import cribbage

THROWS = listing(
    [
        Column("throw"),
        Column("value", is_number=True),
        Column("± error", is_number=True),
        Column("loss", is_number=True),
        Column("samples", is_number=True, importance=0),
        Column("verdict"),
        Column("why", importance=0),
    ],
    [
        (
            joined(" ", [ink("A♦", "red_suit"), ink("2♥", "red_suit")]),
            "11.2345",
            "0.0123",
            "0",
            "1,250,000",
            ink("best", "best"),
            "keeps 5 6 9 10 with two fifteens and the run",
        ),
        ("6♣ 9♣", "9.8765", "0.0234", "1.3580", "1,250,000", ink("?", "scale_2"), "a fifteen gone"),
        ("5♦ 10♥", "-3.5", "0.5", "14.7345", "800", ink("???", "scale_4"), "gives away a fifteen"),
        ("5♦ 6♣", "-4.0", "0.5", "15.2", "800", ink("???", "scale_4"), ""),
    ],
    title="Throws to your crib",
    marked=[0],
    most=3,
)

GRAPH = Chart(
    "Win probability",
    "move",
    "of you with best play",
    (
        Curve(
            tuple((float(i), 0.5 + 0.4 * math.sin(i / 6)) for i in range(41)),
            "",
            "first",
            (
                Dot(12, 0.86, "scale_2", "move 12: played 6c, best 9c", link="#move-12"),
                Dot(30, 0.12, "scale_4", "move 30: threw a fifteen away", link="#move-30"),
            ),
        ),
    ),
    levels=((0.5, "even"),),
    low=0.0,
    high=1.0,
    is_percent=True,
)

POWER = Chart(
    "SPRT(0, 10), alpha 0.05, beta 0.05",
    "true Elo",
    "games",
    (
        Curve(
            tuple((float(x), 9000 / (1 + ((x - 5) / 4) ** 2)) for x in range(-10, 21)),
            "expected",
            "first",
            band=tuple(
                (float(x), 7000 / (1 + ((x - 5) / 4) ** 2), 11000 / (1 + ((x - 5) / 4) ** 2))
                for x in range(-10, 21)
            ),
        ),
        Curve(
            (),
            "simulated",
            "mark",
            (Dot(0, 3600, low=3300, high=3900), Dot(10, 3500, low=3200, high=3800)),
        ),
        Curve(
            ((-10, 500), (0, 2000), (10, 6000), (20, 9000)), "stepped", "second", is_stepped=True
        ),
    ),
    low=0.0,
)

RANKS = "AKQJT98765432"


def _hand(row: int, column: int) -> str:
    high, low = sorted((row, column))
    return RANKS[high] + RANKS[low] + ("" if row == column else "s" if column > row else "o")


RANGE = Cells(
    "Opening range",
    tuple(tuple(max(0.0, 1 - (r + c) / 14) for c in range(13)) for r in range(13)),
    tuple(tuple(_hand(r, c) for c in range(13)) for r in range(13)),
)

MAP = Cells(
    "Chance of a hit",
    ((0.07, 0.8, None), (0.004, 1.0, 0.25)),
    (("7", "80", ""), ("<1", "100", "25")),
    ("1", "2"),
    ("A", "B", "C"),
)

SHEET: Sheet = (
    Heading("Cribbage: what to throw"),
    Words.of("You deal; the crib is yours. ", joined("", ["Best is ", ink("A♦ 2♥", "best"), "."])),
    Picture(joined("\n", ["you  ●●●○", ink("them ●○○○", "second")]), cribbage()),
    THROWS,
    GRAPH,
    POWER,
    MAP,
    Heading("Notes"),
    Words.of(
        "Values are points; sampled with seed 7, which nobody changed on the way.", role="quiet"
    ),
)
