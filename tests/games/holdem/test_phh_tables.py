"""The quick reader of PHH files answers to tomllib, on real hands and on damaged ones."""

import os
import random
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from kibitz.errors import BadRecord
from kibitz.games.holdem.histories.tables import UNASKED, fields_of, sections

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[4] / "shared" / "vectors"))
PHH = FOLDER / "phh"
MUTANTS = 4000 * int(os.environ.get("KIBITZ_REPEATS", "1"))
HAND = """variant = 'NT'
ante_trimming_status = false
antes = [0, 0.50]
starting_stacks = [inf, 322.35]
actions = ['d dh p1 ????', 'p2 cbr 5.70', "p1 f"]
time = 16:40:52
hand = 60053260202
seats = [3, 4]
table = 'O-Bahn "Nine"'
players = ['Zoë', 'VvdR9F3I+2yELkfTVvC1dg']
winnings = [0, 37.50]
# a remark
"""
PIECES = [
    *("'", '"', "[", "]", ",", ", ", "=", " = ", "#", "\n", "\\", "\t", "\r", "\x0c", "\x1f"),
    *("0", "00", "007", "+1", "-0", "1_0", ".5", "5.", "1e5", "nan", "inf", "-inf", "true", "null"),
    *("{", "}", "25:61:61", "2009-07-01", "a.b", "é = 1", "\u2028", "\x7f", "['']", "''", '""'),
    *("hand = 1\n", "seats = ?\n", "winnings = [01]\n", "seats = [1\n", "x = 'a' # b\n", "'inf'"),
]


def by_toml(text):
    fields = tomllib.loads(text, parse_float=Decimal)
    return {name: told(value) for name, value in fields.items() if name not in UNASKED}


def told(value):
    """The value with its kind; a time of day is kept as text, and a number of money is exact."""
    if isinstance(value, list):
        return [told(one) for one in value]
    kind = type(value) if isinstance(value, (bool, int, Decimal)) else str
    return kind, str(value)


def agrees(text):
    try:
        true = by_toml(text)
    except (ValueError, ArithmeticError, RecursionError):
        true = None
    try:
        found = {name: told(value) for name, value in fields_of(text).items()}
    except BadRecord:
        found = None
    assert found == true, text


def mutant(text, dice):
    """The text with a few pieces put in, taken out, doubled or swapped."""
    for _ in range(dice.randint(1, 3)):
        at, to = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + dice.randint(0, 12))
        text = dice.choice(
            [
                text[:at] + dice.choice(PIECES) + text[at:],
                text[:at] + dice.choice(PIECES) + text[to:],
                text[:at] + text[to:],
                text[:to] + text[at:],
            ]
        )
    return text


def values(dice):
    """A line with a value made of pieces, most of which are not TOML."""
    made = "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 3)))
    return f"{dice.choice(['antes', 'x', 'seats', 'winnings', 'hand'])} = {made}\n"


def test_a_mutated_hand_is_read_as_toml_reads_it_or_refused():
    dice = random.Random(5)
    for _ in range(MUTANTS):
        agrees(mutant(HAND, dice))
        agrees(values(dice))


@pytest.mark.skipif(not PHH.is_dir(), reason=f"no hands in {PHH}; set KIBITZ_VECTORS")
def test_every_fifth_real_hand_is_read_as_toml_reads_it():
    dice = random.Random(7)
    for path in sorted(PHH.glob("*.phh*")):
        for number, section in enumerate(sections(path.read_text())):
            if number % 5 == 0:
                agrees(section.text)
                agrees(mutant(section.text, dice))
