"""How a match looks: a table of the result, and while it runs the same table with a bar.

The live table goes to stderr, and only where that is a terminal.
"""

import math
import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kibitz.arena.match import MatchRun, names, unique
from kibitz.arena.stop import SprtJudge, SprtRule, TargetError
from kibitz.arena.tally import Shares, Sums, Tally
from kibitz.cli.output import console
from kibitz.core.registry import make_game

if TYPE_CHECKING:
    from typing import Self

REFRESH_SECONDS = 0.2
BAR_WIDTH = 40
REASONS = 3  # of failures that people are told


class Scoreboard:
    """Shows a match while it runs, if anybody can see it."""

    def __init__(self, progress: MatchRun) -> None:
        self._progress = progress
        self._begun = self._shown = time.monotonic()
        self._pairs_before = progress.tally.pairs
        self._live: Live | None = None
        if sys.stderr.isatty():
            self._live = Live(console=console(stderr=True), auto_refresh=False, transient=True)

    def __enter__(self) -> "Self":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def refresh(self) -> None:
        """Show how things stand, a few times a second."""
        now = time.monotonic()
        if self._live and now - self._shown >= REFRESH_SECONDS:
            self._shown = now
            picture = Group(result_table(self._progress), self._bar(now - self._begun))
            self._live.update(picture, refresh=True)

    def _bar(self, seconds: float) -> RenderableType:
        pairs = self._progress.tally.pairs
        needed = self._progress.judge.pairs_needed()
        line = Table.grid(padding=(0, 2))
        total = None if math.isnan(needed) else max(pairs + needed, 1)
        pace = (pairs - self._pairs_before) / max(seconds, 1e-9)
        words = f"{pairs} pairs, {pace:.3g} a second"
        if total is not None and pace > 0.0:
            words += f", about {_duration(needed / pace)} to go"
        line.add_row(ProgressBar(total, pairs, BAR_WIDTH, pulse=total is None), words)
        return line


def show_match(progress: MatchRun, out: Console) -> None:
    """Print the result of a match for people."""
    out.print(result_table(progress))
    for line in failure_lines(progress.tally, names(progress.match.players)):
        out.print(line)


def result_table(progress: MatchRun) -> Table:
    """What is known so far; of two players, from the side of the first."""
    match, tally = progress.match, progress.tally
    if isinstance(tally, Shares):
        return shares_table(progress, tally)
    first, second = names(match.players)
    game = make_game(match.game)
    title = Text(f"{game.title}: {first} against {second}", style="bold")
    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2))
    losses, draws, wins = tally.games
    table.add_row("pairs", f"{tally.pairs} ({sum(tally.games)} games, seed {match.seed})")
    table.add_row("won, drawn, lost", f"{wins}, {draws}, {losses}")
    table.add_row("pairs by points", "  ".join(_cells(tally)))
    if tally.pairs:
        _add_strength(table, tally, game.unit)
    _add_test(table, progress)
    _add_times(table, tally, (first, second))
    if progress.ending:
        table.add_row("[bold]result[/bold]", f"[bold]{_ending_text(progress)}[/bold]")
    return table


def shares_table(progress: MatchRun, shares: Shares) -> Table:
    """What each of three players or more got, against the fair share."""
    match, game = progress.match, make_game(progress.match.game)
    title = Text(
        f"{game.title} for {shares.players}: {shares.pairs} deals in every rotation "
        f"({shares.game_count} games, seed {match.seed})",
        style="bold",
    )
    unit = f"{game.unit} a game"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("player", unit, "95 %", "fair share", "wins", "points", "a move"):
        table.add_column(heading, no_wrap=True)
    for player, name in enumerate(unique(names(match.players))):
        table.add_row(escape(name), *(_share_cells(shares, player) if shares.pairs else ()))
    return table


def _share_cells(shares: Shares, player: int) -> list[str]:
    interval, seconds = shares.payoff_interval_of(player), shares.seconds_a_move(player)
    return [
        f"{shares.payoff_of(player):+.4g}",
        span(interval, "+.4g"),
        share_verdict(interval, shares.fair_share),
        f"{shares.win_rate_of(player):.1%}",
        f"{shares.points_of(player):.4f}",
        "" if seconds is None else _duration(seconds),
    ]


def share_verdict(interval: tuple[float, float], fair: float) -> str:
    """Where an interval lies against the fair share."""
    if interval[0] > fair:
        return "above"
    return "below" if interval[1] < fair else "?"


def _add_strength(table: Table, tally: Tally, unit: str) -> None:
    results = tally.results
    table.add_row("score", f"{tally.score:.4f} {span(results.score_interval(), '.4f')}")
    table.add_row("Elo", f"{results.elo:+.1f} {span(results.elo_interval(), '+.1f')}")
    table.add_row("normalised Elo", f"{results.nelo:+.1f} {span(results.nelo_interval(), '+.1f')}")
    table.add_row("likelihood of superiority", f"{results.los:.2%}")
    table.add_row(f"{unit} a game", f"{tally.payoff:+.4g} {span(tally.payoff_interval(), '+.4g')}")
    losses, draws, wins = tally.first_seat
    table.add_row("first seat scores", f"{(wins + draws / 2) / (losses + draws + wins):.4f}")


def _add_test(table: Table, progress: MatchRun) -> None:
    judge, rule = progress.judge, progress.match.rule
    if isinstance(judge, SprtJudge) and isinstance(rule, SprtRule):
        design, walls = rule.design, rule.design.walls
        claim = f"H1 {design.elo1:g} against H0 {design.elo0:g} {design.elo_model.value} Elo"
        between = f"between {walls.low:.2f} and {walls.high:.2f}"
        table.add_row("log-likelihood ratio", f"{judge.test.llr:.2f}, {between} ({claim})")
        if progress.ending and tally_is_decided(progress):
            estimate = judge.test.estimate()
            text = f"{estimate.elo:+.1f} {span(estimate.interval, '+.1f')}"
            table.add_row("Elo, allowing for the stop", text)
    if isinstance(rule, TargetError):
        table.add_row("wanted", f"Elo to within ±{rule.elo:g}")


def tally_is_decided(progress: MatchRun) -> bool:
    """Whether a test has accepted one of its hypotheses."""
    return progress.ending is not None and progress.ending.value.endswith("accepted")


def _add_times(table: Table, tally: Tally, players: tuple[str, str]) -> None:
    for player, name in enumerate(players):
        seconds = tally.seconds_a_move(player)
        if seconds is not None:
            table.add_row(f"{escape(name)} thinks", f"{_duration(seconds)} a move")


def _ending_text(progress: MatchRun) -> str:
    if isinstance(progress.match.rule, SprtRule):
        reason = "" if tally_is_decided(progress) else f" after {progress.tally.pairs} pairs"
        return f"{progress.ending}{reason}"
    return str(progress.ending)


def failure_lines(tally: Sums, players: tuple[str, ...]) -> list[str]:
    """Who lost games without finishing them, the first few with the reason."""
    lines = []
    for (player, kind), count in sorted(tally.failed.items()):
        games = "game" if count == 1 else "games"
        lines.append(f"[red]{escape(players[player])} lost {count} {games}: {kind}[/red]")
    reasons = [
        f"  pair {failed.index}, game {failed.number + 1}: {escape(failed.reason)}"
        for failed in tally.failures[:REASONS]
    ]
    return lines + reasons


def _cells(tally: Tally) -> list[str]:
    names = ("0", "½", "1", "1½", "2")
    return [f"{name}: {count}" for name, count in zip(names, tally.cells, strict=True)]


def span(interval: tuple[float, float], form: str) -> str:
    """An interval as people read it."""
    low, high = (format(end, form) if math.isfinite(end) else "?" for end in interval)
    return f"\\[{low}, {high}]"


def _duration(seconds: float) -> str:
    """A time as people say it.

    >>> _duration(0.00123), _duration(75)
    ('1.2 ms', '1 min 15 s')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1.0:
        return f"{seconds * 1e3:.2g} ms"
    if seconds < 60.0:
        return f"{seconds:.2g} s"
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes} min {int(seconds % 60)} s"
    return f"{minutes // 60} h {minutes % 60} min"
