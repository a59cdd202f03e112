"""The chance that a claim can be true, against the shared vectors."""

import json
import os
from pathlib import Path

import pytest

from kibitz.games.bluff.belief import can_be_true

VECTORS = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[2] / "../shared/vectors"))
FILE = VECTORS / "bluff" / "claim_possible.json"


def test_every_vector_of_possible_claims_is_met():
    if not FILE.exists():
        pytest.skip(f"the vectors are not at {FILE}; set KIBITZ_VECTORS")
    cases = json.loads(FILE.read_text())
    assert len(cases) == 30
    for case in cases:
        found = can_be_true(case["unseen"], 4 - case["i_hold"], case["opp_hand"], case["claimed"])
        assert found == pytest.approx(case["p_can_be_true"], abs=1e-12), case
