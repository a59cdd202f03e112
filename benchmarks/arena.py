"""The arena: its own time a move, a kernel against Python, two workers against one."""

import time
from dataclasses import dataclass

from benchmarks.timing import best_seconds, report
from kibitz.arena.chunk import PlayerMaker
from kibitz.arena.match import Match, MatchRun
from kibitz.arena.pair import PairTable
from kibitz.arena.stop import FixedPairs
from kibitz.arena.workers import CrewKind, cores, make_crew
from kibitz.core.game import Game, Position
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.players.player import Player, RandomPlayer

GAMES = ("tictactoe", "nim")
MOST_MICROSECONDS = 40.0  # a move, beside the players' own time
PAIRS = 2000


@dataclass
class Plain(Player):
    """The random player without its kernel's fast path; `spin` seconds of work before a move."""

    game: Game
    spin: float = 0.0
    text: str = "plain"

    def __post_init__(self) -> None:
        self._random = RandomPlayer(self.game)

    def move(self, view: Position, seat: int, seed: int) -> int:
        end = time.thread_time() + self.spin
        while self.spin and time.thread_time() < end:
            pass
        return self._random.move(view, seat, seed)


def plain(game: Game) -> Player:
    """Plays at random, move by move."""
    return Plain(game)


def busy(game: Game) -> Player:
    """Plays at random after a millisecond of work."""
    return Plain(game, 0.001)


def main() -> None:
    """Print every ratio beside what we want of it."""
    for name in GAMES:
        _overhead(name)
    _kernel()
    _workers()


def _overhead(name: str) -> None:
    game = make_game(name)
    table = PairTable(game, [plain(game), plain(game)])

    def spent() -> float:
        begun = time.perf_counter()
        results = [game for i in range(200) for game in table.play(nth(1, i), {})[0]]
        whole = time.perf_counter() - begun
        plies = sum(result.plies for result in results)
        return (whole - sum(sum(result.seconds) for result in results)) / plies

    spent()
    least = min(spent() for _ in range(5)) * 1e6
    report(
        f"arena's own time a move of {name}, within {MOST_MICROSECONDS:g} µs",
        MOST_MICROSECONDS / least,
        1.0,
        f"{least:.1f} µs",
    )


def _kernel() -> None:
    inside, outside = _match(("random", "random")), _match((plain, plain))
    results = [_played(match, 1).tally for match in (inside, outside)]
    assert results[0].payoff_sums == results[1].payoff_sums, "the two ways play different games"
    assert results[0].plies == results[1].plies
    slow = best_seconds(lambda: _played(outside, 1), 3)
    fast = best_seconds(lambda: _played(inside, 1), 5)
    detail = f"{slow / PAIRS * 1e6:.0f} and {fast / PAIRS * 1e6:.1f} µs a pair"
    report("random tic-tac-toe in a kernel against Python", slow / fast, 20.0, detail)


def _workers() -> None:
    if cores() < 2:
        print("two workers need two cores; left out")
        return
    match = _match((busy, busy))
    begun = time.perf_counter()
    alone = _played(match, 1)
    one = time.perf_counter() - begun
    begun = time.perf_counter()
    both = _played(match, 2, CrewKind.PROCESSES)
    two = time.perf_counter() - begun
    assert alone.tally.payoff_sums == both.tally.payoff_sums
    detail = f"{one:.1f} and {two:.1f} s; needs two idle cores"
    report("two workers against one, 1 ms a move", one / two, 1.8, detail)


def _match(players: tuple[PlayerMaker, PlayerMaker]) -> Match:
    return Match("tictactoe", players, FixedPairs(PAIRS), 1)


def _played(match: Match, workers: int, kind: CrewKind = CrewKind.SERIAL) -> MatchRun:
    progress = match.begin()
    with make_crew(match.setting(), workers, kind) as crew:
        for _ in progress.run(crew):
            pass
    return progress
