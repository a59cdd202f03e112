"""The solver against the shared vectors: trees, values, frequencies and pure hands.

The vectors come from a public solver written by others and from exact linear programs. Two
solutions that can be exploited by e1 and e2 have values that differ by at most e1 + e2 a
seat; a tenth of a percent of the pot is allowed beside that.
"""

import json
import os
from pathlib import Path

import pytest

from kibitz.games.holdem.cards.ranges import parse_range
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import make_spot
from kibitz.games.holdem.solver.tree import build_tree

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))


def cases(name):
    file = FOLDER / "solver" / f"{name}.json"
    return json.loads(file.read_text())["cases"] if file.exists() else []


RIVERS, TURNS, FLOPS, TINY = (cases(n) for n in ("river", "turn", "flop", "exact_turn_tiny"))
TARGETS = {"river": 0.02, "turn": 0.05, "flop": 0.3}  # percent of the pot
MOST_ITERATIONS = 5000
SOLVED = RIVERS + TURNS + FLOPS
pytestmark = pytest.mark.skipif(not RIVERS, reason=f"no vectors in {FOLDER}; set KIBITZ_VECTORS")


def test_every_file_has_its_cases():
    assert [len(part) for part in (RIVERS, TURNS, FLOPS, TINY)] == [12, 6, 2, 2]


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


@pytest.fixture(scope="module")
def solved():
    """Each spot is solved once: its last snapshot and what the solution does at the root."""
    known = {}

    def answer(case):
        if case["id"] not in known:
            solver = SpotSolver(spot_of(case))
            *_, last = solver.run(TARGETS[case["street"]], MOST_ITERATIONS)
            known[case["id"]] = last, solution_of(solver, last).node()
        return known[case["id"]]

    return answer


def is_settled(case):
    """Whether the frequencies of the public solver had come to rest, so that they mean much."""
    late = [row["root_freqs"] for row in case["convergence"] if row["pct"] <= 0.1]
    return all(abs(a - b) < 0.015 for row in late for a, b in zip(row, late[-1], strict=True))


@pytest.mark.compiled
@pytest.mark.parametrize("case", SOLVED, ids=lambda case: case["id"])
def test_a_spot_has_the_values_of_the_vectors(case, solved):
    last, truth = solved(case)[0], case["result"]
    assert 100 * last.exploitability <= TARGETS[case["street"]] * case["pot"]
    allowed = case["pot"] / 1000 + last.exploitability + truth["exploitability_chips"]
    assert last.ev[0] == pytest.approx(truth["ev_oop"], abs=allowed)
    assert last.ev[1] == pytest.approx(truth["ev_ip"], abs=allowed)


@pytest.mark.compiled
@pytest.mark.parametrize("case", [c for c in SOLVED if is_settled(c)], ids=lambda case: case["id"])
def test_the_first_seat_acts_as_often_as_in_the_vectors(case, solved):
    choices, truth = solved(case)[1].choices(), case["result"]
    assert [choice.action for choice in choices] == truth["root_actions"]
    assert [c.frequency for c in choices] == pytest.approx(truth["root_freqs"], abs=0.05)


@pytest.mark.compiled
@pytest.mark.parametrize("case", SOLVED, ids=lambda case: case["id"])
def test_hands_of_the_vectors_have_their_values_and_the_pure_ones_are_pure(case, solved):
    node = solved(case)[1]
    for hand in case["result"]["oop_hands"]:
        (combo,) = parse_range(hand["hand"]).combos
        choices = {choice.action: choice for choice in node.choices_of(int(combo))}
        assert node.values[0][combo] == pytest.approx(hand["ev"], abs=case["pot"] / 40)
        if hand["pure"]:
            assert choices[hand["pure_action"]].frequency > 0.95, hand["hand"]


@pytest.mark.compiled
@pytest.mark.parametrize("case", TINY, ids=lambda case: case["board"])
def test_a_tiny_turn_has_its_exact_value(case):
    *_, last = SpotSolver(spot_of(case)).run(0.002, MOST_ITERATIONS)
    assert last.ev[0] == pytest.approx(case["lp_exact_ev_oop"], abs=1e-3)
