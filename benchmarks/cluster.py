"""A cluster of this machine against built-in processes, with as many workers each.

The aim: 0.9 for games of 10 ms and more, 0.6 for games of kernels. Both crews play once before
they are timed, and then the same pairs, in turn, so that what else the machine does meets both.
KIBITZ_BENCHMARK_SHARE=0.1 plays a tenth of the pairs.
"""

import os
import time

from kibitz.arena.chunk import Setting
from kibitz.arena.cluster import Cluster
from kibitz.arena.gang import Gang
from kibitz.arena.match import Match
from kibitz.arena.processes import Processes
from kibitz.arena.stop import FixedPairs
from kibitz.arena.workers import Crew, cores

SHARE = float(os.environ.get("KIBITZ_BENCHMARK_SHARE", "1"))
ROUNDS = 3
GAMES = (
    ("kernels", "cribbage", ("playout", "random"), 100_000),
    ("10 ms and more", "cribbage", ("beginner", "beginner"), 500),
)


def seconds(crew: Crew, match: Match) -> float:
    """How long a crew takes for a match."""
    begun = time.perf_counter()
    for _ in match.begin().run(crew):
        pass
    return time.perf_counter() - begun


def main() -> None:
    """Print both speeds in pairs a second, and the efficiency."""
    size = cores()
    with Gang(f"local:{size}") as gang:
        for name, game, players, most in GAMES:
            pairs = max(20, int(most * SHARE))
            match = Match(game, players, FixedPairs(pairs), 3)
            setting: Setting = match.setting()
            warm = Match(game, players, FixedPairs(max(20, pairs // 10)), 4)
            with Processes(setting, size) as processes, Cluster(setting, "", gang) as cluster:
                for crew in (processes, cluster):
                    seconds(crew, warm)
                times = [
                    (seconds(processes, match), seconds(cluster, match)) for _ in range(ROUNDS)
                ]
            here, there = (min(taken) for taken in zip(*times, strict=True))
            print(
                f"{name}: {pairs / here:,.0f} pairs a second in {size} processes, "
                f"{pairs / there:,.0f} on a cluster of {size}: efficiency {here / there:.2f}"
            )


if __name__ == "__main__":
    main()
