"""How a tournament looks: the standings, everybody against everybody, how sure it is."""

import sys

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from kibitz.arena.company import company_rows
from kibitz.arena.crosstable import CrossTable
from kibitz.arena.match import names, unique
from kibitz.arena.standings import Row, Standings
from kibitz.arena.tournament import Standing
from kibitz.cli.output import console
from kibitz.cli.scoreboard import failure_lines, share_verdict, span
from kibitz.core.registry import make_game

MOST_COLUMNS = 12  # of players in the tables of everybody against everybody


def progress_bar() -> Progress:
    """A bar on stderr, if anybody can see it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def show_tournament(standing: Standing, out: Console) -> None:
    """Print the result of a tournament for people."""
    if standing.tournament.seats > 2:
        show_companies(standing, out)
        return
    standings = Standings.of(standing)
    out.print(_standings_table(standing, standings))
    if len(standings.rows) <= MOST_COLUMNS:
        out.print(_cross_table(standing, standings))
        out.print(_superiority_table(standings))
    _print_ratings_note(standings, out)
    _print_failures(standing, standings, out)


def show_companies(standing: Standing, out: Console) -> None:
    """Print what everybody got at tables of three or more."""
    unit = f"{make_game(standing.tournament.game).unit} a game"
    heads = ("", "player", "games", unit, "95 %", "fair share", "wins", "points")
    table = Table(*heads, title=_title(standing), title_justify="left", box=None, pad_edge=False)
    rows = company_rows(standing)
    fair = sum(row.payoff * row.games for row in rows) / max(sum(row.games for row in rows), 1)
    for place, row in enumerate(rows, 1):
        told = (f"{row.payoff:+.4g}", span(row.interval, "+.4g"), share_verdict(row.interval, fair))
        rates = (f"{row.wins:.1%}", f"{row.points:.4f}")
        table.add_row(str(place), escape(row.name), str(row.games), *told, *rates)
    out.print(table)
    called = unique(names(standing.tournament.players))
    for players, tally in sorted(standing.table.tallies.items()):
        for line in failure_lines(tally, tuple(called[i] for i in players)):
            out.print(line)


def _title(standing: Standing) -> str:
    tournament = standing.tournament
    title = f"{make_game(tournament.game).title}, {tournament.format}, seed {tournament.seed}"
    return title if standing.is_finished else f"{title} (unfinished)"


def _standings_table(standing: Standing, standings: Standings) -> Table:
    table = Table(title=_title(standing), title_justify="left", box=None, pad_edge=False)
    has_merit = any(row.merit for row in standings.rows)
    table.add_column("", justify="right")
    table.add_column("player")
    for heading in ("points", "games", "Elo", "95 %", "label", "online", "better than next"):
        table.add_column(heading, justify="right")
    if has_merit:
        table.add_column(standing.tournament.format)
    for place, row in enumerate(standings.rows):
        below = standings.rows[place + 1] if place + 1 < len(standings.rows) else None
        cells = [str(place + 1), escape(row.name), *_numbers(row), _sure(standings, row, below)]
        table.add_row(*cells, *([row.merit] if has_merit else []))
    return table


def _numbers(row: Row) -> list[str]:
    rated = row.rated
    return [
        f"{row.points:g}",
        str(row.games),
        f"{rated.rating:.0f}" if rated else "",
        f"±{(rated.interval[1] - rated.interval[0]) / 2:.0f}" if rated else "",
        "" if row.label is None else str(row.label),
        "" if row.online is None else f"{row.online:.0f}",
    ]


def _sure(standings: Standings, row: Row, other: Row | None) -> str:
    sure = None if other is None else standings.superiority(row, other)
    return "" if sure is None else f"{sure:.1%}"


def _cross_table(standing: Standing, standings: Standings) -> Table:
    """Points of the row's player from the column's."""
    book = standing.table
    assert isinstance(book, CrossTable)
    table = _square("points against", standings)
    for place, row in enumerate(standings.rows, 1):
        cells = []
        for other in standings.rows:
            games = 2 * book.pairs_between(row.player, other.player)
            points = book.points_against(row.player, other.player)
            cells.append(f"{points:g}/{games}" if games else "·")
        table.add_row(str(place), escape(row.name), *cells)
    return table


def _superiority_table(standings: Standings) -> Table:
    """How sure it is that the row's player is better than the column's."""
    table = _square("likelihood of superiority", standings)
    for place, row in enumerate(standings.rows, 1):
        cells = ["·" if row is other else _sure(standings, row, other) for other in standings.rows]
        table.add_row(str(place), escape(row.name), *cells)
    return table


def _square(title: str, standings: Standings) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("player")
    for place in range(1, len(standings.rows) + 1):
        table.add_column(str(place), justify="right")
    return table


def _print_ratings_note(standings: Standings, out: Console) -> None:
    ratings = standings.ratings
    if ratings is None:
        return
    anchor = f"anchored at {escape(ratings.anchor)}" if ratings.anchor else "with mean 0"
    out.print(
        f"Elo by Bradley-Terry with draws, {anchor}; the first seat is worth "
        f"{ratings.first_seat_elo:+.0f} ± {ratings.first_seat_error:.0f}; "
        f"even players draw {ratings.draw_ratio:.0%}."
    )


def _print_failures(standing: Standing, standings: Standings, out: Console) -> None:
    called = {row.player: row.name for row in standings.rows}
    for (first, second), tally in sorted(standing.table.tallies.items()):
        for line in failure_lines(tally, (called[first], called[second])):
            out.print(line)
