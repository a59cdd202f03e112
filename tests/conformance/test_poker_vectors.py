"""Hold'em equity against the shared vectors, counts included."""

import json
import os
from pathlib import Path

import pytest

from kibitz.games.holdem.equity.equity import holdem_equity

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
FILE = FOLDER / "poker" / "equity.json"
VECTORS = json.loads(FILE.read_text()) if FILE.exists() else {"spots": [], "versus_random": {}}
pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not FILE.exists(), reason=f"no vectors at {FILE}; set KIBITZ_VECTORS"),
]


@pytest.mark.parametrize("spot", VECTORS["spots"], ids=lambda spot: spot["label"])
def test_a_spot_has_the_counts_and_equities_of_the_vectors(spot):
    if "equity_v1_v2_v3" in spot:
        for k, value in enumerate(spot["equity_v1_v2_v3"], 1):
            result = holdem_equity(spot["hands"], spot["board"], "", k)
            assert result.is_exact
            assert result.hands[0].equity.value == pytest.approx(value, abs=1e-13)
        return
    hands = spot.get("hands") or spot["ranges"]
    result = holdem_equity(hands, spot["board"], spot.get("dead", ""))
    assert result.is_exact
    assert result.total == spot["total"]
    assert [h.equity.value for h in result.hands] == pytest.approx(spot["equity"], abs=1e-10)
    if "win" in spot:
        first = result.hands[0]
        assert (first.win, first.tie, first.lose) == (spot["win"], spot["tie"], spot["lose"])
    sets = {"+".join(map(str, s)): n for s, n in result.winner_sets.items()}
    masks = {str(sum(1 << i for i in s)): n for s, n in result.winner_sets.items()}
    assert sets == spot.get("outcomes_by_winner_set", sets)
    assert masks == spot.get("outcomes_by_winner_mask", masks)


@pytest.mark.parametrize("name", ["AA", "T2o", "53s"])
def test_a_hand_against_a_random_one_has_the_counts_of_the_vectors(name):
    truth = VECTORS["versus_random"][name]
    suits = "hh" if name.endswith("s") else "hc"
    result = holdem_equity([f"{name[0]}{suits[0]}{name[1]}{suits[1]}"], opponents=1)
    hand = result.hands[0]
    assert result.is_exact
    assert (hand.win, hand.tie, hand.lose) == (truth["win"], truth["tie"], truth["lose"])
    assert hand.equity.value == pytest.approx(truth["equity"], abs=1e-14)
