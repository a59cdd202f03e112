"""The published cases of cribbage: 40 hands in parts and 19 piles."""

import json
import os
from pathlib import Path

import pytest

from kibitz.core.cards import parse_card
from kibitz.games.cribbage.table.pile import peg
from kibitz.games.cribbage.table.score import score

VECTORS = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
CASES = VECTORS / "cribbage" / "scoring_cases.json"

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason=f"{CASES} is absent; set KIBITZ_VECTORS to the folder of vectors"
)


def cases(kind):
    return json.loads(CASES.read_text())[kind] if CASES.exists() else []


def test_there_are_40_hands_and_19_piles():
    assert len(cases("hands")) == 40
    assert len(cases("pegging")) == 19


@pytest.mark.parametrize("case", cases("hands"), ids=lambda case: case["name"])
def test_a_hand_scores_its_published_parts(case):
    hand = [parse_card(card) for card in case["hand"]]
    got = score(hand, parse_card(case["starter"]), case["crib"])
    assert got._asdict() == {part: case[part] for part in got._fields}
    assert got.total == case["total"]


@pytest.mark.parametrize("case", cases("pegging"), ids=lambda case: case["name"])
def test_a_pile_pegs_its_published_points(case):
    assert peg([parse_card(card) >> 2 for card in case["sequence"]]).total == case["points"]
