"""The hold'em solver against a public one: processor seconds to half a percent of the pot.

The baselines are those of postflop-solver (Rust, one thread, on a machine like the one ours
were measured on), as recorded with the shared vectors and for spots of the same kind. Setting
up is counted on our side only. `KIBITZ_LONG=1` adds the wide flop: minutes, and 2.3 GB.
"""

import json
import os
import time
from pathlib import Path

from benchmarks.timing import report
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Spot, make_spot

FOLDER = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[2] / "shared" / "vectors"))
TARGET = 0.5  # percent of the pot
OOP = (
    "TT-22,AJs-A2s,K2s+,Q4s+,J6s+,T6s+,96s+,85s+,75s+,64s+,53s+,43s,"
    "ATo-A5o,KTo-K9o,KJo,QTo+,JTo,T9o"
)
IP = "22+,A2s+,K2s+,Q4s+,J6s+,T6s+,96s+,85s+,75s+,64s+,53s+,43s,A2o+,K8o+,Q9o+,J9o+,T9o,98o"
NARROW = "TT-66,AJs-A9s,KJs-KTs,QJs,JTs,T9s,98s,87s,AJo-ATo,KQo"
MEDIUM = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
TWO, THREE = ("50,100", "50,100"), ("50,100,allin", "50,100,allin")

# name, spot, seconds of the public solver, the least ratio wanted, runs
SPOTS = [
    ("river, two sizes", make_spot("QsJh2h8c4d", OOP, IP, 100, 300, *TWO), 0.005, 2, 9),
    ("river, three sizes", make_spot("QsJh2h8c4d", OOP, IP, 100, 1000, *THREE), 0.04, 2, 9),
    ("turn, two sizes", make_spot("QsJh2h8c", OOP, IP, 100, 300, *TWO), 2.5, 2, 2),
    ("turn, three sizes", make_spot("QsJh2h8c", OOP, IP, 100, 1000, *THREE), 27.6, 2, 1),
    ("narrow flop", make_spot("Qs7h2h", NARROW, MEDIUM, 100, 300, "100", "100"), 24.0, 1, 1),
]
WIDE = ("wide flop", make_spot("QsJh2h", OOP, IP, 100, 300, *TWO), 411.0, 1, 1)


def seconds_of(spot: Spot, runs: int) -> tuple[float, int]:
    """The least processor time that one thread takes to the target, and its iterations."""
    best, iterations = float("inf"), 0
    for _ in range(runs):
        start = time.process_time()
        *_, last = SpotSolver(spot).run(TARGET)
        best, iterations = min(best, time.process_time() - start), last.iterations
    return best, iterations


def compare(name: str, spot: Spot, theirs: float, wanted: float, runs: int) -> None:
    mine, iterations = seconds_of(spot, runs)
    detail = f"{mine:.4f} s in {iterations} iterations, postflop-solver {theirs:.4f} s"
    report(name, theirs / mine, wanted, detail)


def recorded() -> None:
    """The rivers and turns of the vectors, with the public solver's own times."""
    for street, runs in (("river", 9), ("turn", 3)):
        file = FOLDER / "solver" / f"{street}.json"
        if not file.exists():
            print(f"     no vectors at {file}; set KIBITZ_VECTORS")
            return
        mine = theirs = 0.0
        for case in json.loads(file.read_text())["cases"]:
            ranges, tree = (case["oop_combos"], case["ip_combos"]), case["tree"]
            chips = case["pot"], case["stack"]
            spot = make_spot(case["board"], *ranges, *chips, tree["bet"], tree["raise"])
            times = [row["cpu_s"] for row in case["convergence"] if row["pct"] == TARGET]
            mine += seconds_of(spot, runs)[0]
            theirs += times[0]
        detail = f"{mine:.4f} s, postflop-solver {theirs:.4f} s without setting up"
        report(f"all {street}s of the vectors", theirs / mine, 2, detail)


def main() -> None:
    for spot in (SPOTS[0][1], SPOTS[2][1], SPOTS[4][1]):  # compile first
        list(SpotSolver(spot).run(iterations=1))
    recorded()
    for row in SPOTS + ([WIDE] if os.environ.get("KIBITZ_LONG") else []):
        compare(*row)


if __name__ == "__main__":
    main()
