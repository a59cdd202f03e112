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


SPOTS = [spot for spot in VECTORS["spots"] if spot["category"] != "flop_v_k_random"]
AGAINST_MORE = [spot for spot in VECTORS["spots"] if spot["category"] == "flop_v_k_random"]
BY_SET = {"hu_preflop", "hu_preflop_dead", "3way_preflop", "flop", "turn", "river"}
BY_MASK = {"range_v_range_3way_preflop"}
WITHOUT_WINNERS = {"range_v_range_flop", "flop_v_random"}


def test_all_spots_are_there_and_each_is_of_a_kind_we_check():
    assert (len(SPOTS), len(AGAINST_MORE), len(VECTORS["versus_random"])) == (22, 2, 43)
    assert {spot["category"] for spot in SPOTS} == BY_SET | BY_MASK | WITHOUT_WINNERS


@pytest.mark.parametrize("spot", AGAINST_MORE, ids=lambda spot: spot["label"])
def test_a_hand_against_one_two_and_three_random_ones_has_its_equities(spot):
    for k, value in enumerate(spot["equity_v1_v2_v3"], 1):
        result = holdem_equity(spot["hands"], spot["board"], "", k)
        assert result.is_exact
        assert result.hands[0].equity.value == pytest.approx(value, abs=1e-13)
    assert len(spot["equity_v1_v2_v3"]) == 3


@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot["label"])
def test_a_spot_has_the_counts_and_equities_of_the_vectors(spot):
    hands = spot["ranges"] if "range" in spot["category"] else spot["hands"]
    dead = spot["dead"] if spot["category"] in BY_SET else ""
    result = holdem_equity(hands, spot["board"], dead)
    assert result.is_exact
    assert result.total == spot["total"]
    assert [h.equity.value for h in result.hands] == pytest.approx(spot["equity"], abs=1e-10)
    if len(hands) == 2:
        first = result.hands[0]
        assert (first.win, first.tie, first.lose) == (spot["win"], spot["tie"], spot["lose"])
    if spot["category"] in BY_SET:
        sets = {"+".join(map(str, s)): n for s, n in result.winner_sets.items()}
        assert sets == spot["outcomes_by_winner_set"]
    if spot["category"] in BY_MASK:
        masks = {str(sum(1 << i for i in s)): n for s, n in result.winner_sets.items()}
        assert masks == spot["outcomes_by_winner_mask"]


@pytest.mark.parametrize("name", ["AA", "T2o", "53s"])
def test_a_hand_against_a_random_one_has_the_counts_of_the_vectors(name):
    truth = VECTORS["versus_random"][name]
    suits = "hh" if name.endswith("s") else "hc"
    result = holdem_equity([f"{name[0]}{suits[0]}{name[1]}{suits[1]}"], opponents=1)
    hand = result.hands[0]
    assert result.is_exact
    assert (hand.win, hand.tie, hand.lose) == (truth["win"], truth["tie"], truth["lose"])
    assert hand.equity.value == pytest.approx(truth["equity"], abs=1e-14)
