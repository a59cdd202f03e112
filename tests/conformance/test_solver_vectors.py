"""The solver against the shared vectors: trees, values, frequencies and pure hands.

The vectors come from a public solver written by others and from exact linear programs. Two
solutions that can be exploited by e1 and e2 have values that differ by at most e1 + e2 a
seat; a tenth of a percent of the pot is allowed beside that.
"""

import json
import os
from pathlib import Path

import pytest

from kibitz.games.holdem.solver.solver import Solver
from kibitz.games.holdem.solver.spot import make_spot
from kibitz.games.holdem.solver.tree import build_tree

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
IS_LONG = bool(os.environ.get("KIBITZ_LONG"))


def cases(name):
    file = FOLDER / "solver" / f"{name}.json"
    return json.loads(file.read_text())["cases"] if file.exists() else []


RIVERS, TURNS, FLOPS, TINY = (cases(n) for n in ("river", "turn", "flop", "exact_turn_tiny"))
TARGETS = {"river": 0.05, "turn": 0.1, "flop": 0.3}  # percent of the pot
SOLVED = RIVERS + TURNS + (FLOPS if IS_LONG else FLOPS[:1])
pytestmark = pytest.mark.skipif(not RIVERS, reason=f"no vectors in {FOLDER}; set KIBITZ_VECTORS")


def spot_of(case):
    tree = case["tree"]
    ranges = case["oop_combos"], case["ip_combos"]
    return make_spot(case["board"], *ranges, case["pot"], case["stack"], tree["bet"], tree["raise"])


@pytest.mark.parametrize("case", RIVERS + TURNS + FLOPS, ids=lambda case: case["id"])
def test_a_tree_has_the_lines_of_the_vectors(case):
    tree, counts = build_tree(spot_of(case)), case["tree"]["counts"]
    wanted = [counts[f"decision_nodes_{street}"] for street in ("flop", "turn", "river")]
    assert [len(street.decisions) for street in tree.streets] == [n for n in wanted if n]
    assert sorted(tree.terminal_lines()) == sorted(case["tree"]["terminal_lines"])


@pytest.mark.compiled
@pytest.mark.parametrize("case", SOLVED, ids=lambda case: case["id"])
def test_a_spot_has_the_values_of_the_vectors(case):
    spot, truth = spot_of(case), case["result"]
    *_, last = Solver(spot).run(TARGETS[case["street"]])
    allowed = spot.pot / 1000 + last.exploitability + truth["exploitability_chips"]
    assert last.ev[0] == pytest.approx(truth["ev_oop"], abs=allowed)
    assert last.ev[1] == pytest.approx(truth["ev_ip"], abs=allowed)


@pytest.mark.compiled
@pytest.mark.parametrize("case", TINY, ids=lambda case: case["board"])
def test_a_tiny_turn_has_its_exact_value(case):
    *_, last = Solver(spot_of(case)).run(0.0005)
    assert last.ev[0] == pytest.approx(case["lp_exact_ev_oop"], abs=1e-3)
