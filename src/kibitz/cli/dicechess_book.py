"""`kibitz dicechess book`: what the archive's games say about a position and its turns."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json, print_rows
from kibitz.lab.library.transfer import write_lines

if TYPE_CHECKING:
    from kibitz.games.dicechess.book import BookTurn, Cell, Lookup
    from kibitz.games.dicechess.rules import DiceChess
    from kibitz.games.dicechess.tally import Tally
    from kibitz.store.archive import Archive

GAME = "dicechess"


@dataclass(frozen=True)
class Prior:
    """What rollouts say, as the rate that few games are drawn towards."""

    rollouts: int
    seed: int

    def rate(self, p: "DiceChess", seat: int) -> tuple[float, float]:
        """The share of the points for `seat` before a roll, and what it is worth in games."""
        from kibitz.games.dicechess.equity import EquityOptions, equity
        from kibitz.stats.shrinkage import PRIOR_GAMES, prior_games

        found = equity(p, EquityOptions(rollouts=self.rollouts), self.seed)
        rate, error = (1 + found.value(seat)) / 2, found.value_error / 2
        return rate, min(PRIOR_GAMES, prior_games(rate, error)) if error else PRIOR_GAMES


@click.command()
@click.argument("position", metavar="[DFEN]", default="")
@click.option("--player", metavar="P", help="Only turns that this player made.")
@click.option(
    "--least",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    metavar="N",
    help="Only turns of so many games.",
)
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, metavar="N")
@click.option(
    "--rollouts",
    type=click.IntRange(0),
    default=400,
    show_default=True,
    metavar="N",
    help="For the prior that few games are drawn towards; 0 for none.",
)
@click.option(
    "--moves",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    metavar="N",
    help="Full moves of a game that go into a file.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the whole book: a line of key, TAB and moves for each rolled position.",
)
@options.seed
@options.database
@options.as_json
def book(
    position: str,
    player: str | None,
    least: int,
    limit: int,
    rollouts: int,
    moves: int,
    output: Path | None,
    seed: int | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Show the turns that games in the archive know, by what they win at least.

    DFEN with dice lists the turns of the roll; without, how games from there ended and the
    turn for each roll (the start where it is left out). Colours swapped and, without castling
    rights, mirrored files are the same position.
    """
    from kibitz.games.dicechess.notation import START, parse_dfen
    from kibitz.store.archive import Archive

    p = parse_dfen(position or START)
    with Archive.open(db, create=False) as archive:
        if output is not None:
            _write_book(tallied(archive, player, moves), output, least, as_json)
            return
        lookup = tallied(archive, player).cell if player else _counted(archive)
        facts = _facts(p, lookup, least, limit, Prior(rollouts, seed or 0))
        facts["archive"] = str(archive.database.place)
    if as_json:
        print_json(**facts)
    else:
        _show(p, facts)


def _counted(archive: "Archive") -> "Lookup":
    """The counters of the whole archive."""
    from kibitz.core.registry import make_game
    from kibitz.games.dicechess.book import Cell

    game = make_game(GAME)

    def lookup(p: "DiceChess") -> Cell:
        counts = archive.positions.counts(game.text, *game.canonical(p, p.seat))
        return Cell(counts.wins, counts.draws, counts.losses)

    return lookup


def tallied(archive: "Archive", player: str | None, moves: int | None = None) -> "Tally":
    """The finished games of a player (or all), added up by what came of his turns."""
    from kibitz.core.record import Record
    from kibitz.games.dicechess.tally import Tally
    from kibitz.store.selection import Selection, is_player

    tally = Tally()
    for line in archive.lines(Selection(GAME, player)):
        record = Record.from_json(line)
        if record.result is None or "ended" in record.tags:
            continue
        sat = [player is None or is_player(name, player) for name in record.players]
        tally.add(record.replay(), [seat for seat in (0, 1) if sat[seat]], moves)
    return tally


def _write_book(tally: "Tally", output: Path, least: int, as_json: bool) -> None:
    lines = [f"{key}\t{','.join(turn.moves)}" for key, turn in tally.lines(least)]
    write_lines(lines, output)
    if as_json:
        print_json(output=str(output), games=tally.games, positions=len(lines))
    else:
        click.echo(f"{len(lines):,} rolled positions of {tally.games:,} games in {output}")


def _facts(
    p: "DiceChess", lookup: "Lookup", least: int, limit: int, prior: Prior
) -> dict[str, Any]:
    """What the games know of a position: its turns, or how it ended and a turn for each roll."""
    from kibitz.games.dicechess.book import known_turns, opening_turns
    from kibitz.games.dicechess.dice import POOLS, dice_text
    from kibitz.games.dicechess.key import canonical
    from kibitz.games.dicechess.notation import dfen

    facts: dict[str, Any] = {"position": dfen(p), "canonical": canonical(p).text}
    if p.dice:
        turns = known_turns(p, lookup, least)[:limit]
        return facts | {"turns": [_turn_facts(turn, p.seat, prior) for turn in turns]}
    rolls = {
        dice_text(int(POOLS[roll])): _turn_facts(turn, p.seat, None)
        for roll, turn in opening_turns(p, lookup, least).items()
    }
    return facts | _cell_facts(lookup(p), p, p.seat, prior) | {"rolls": rolls}


def _turn_facts(turn: "BookTurn", seat: int, prior: Prior | None) -> dict[str, Any]:
    return {"moves": list(turn.moves)} | _cell_facts(turn.cell, turn.after, seat, prior)


def _cell_facts(cell: "Cell", p: "DiceChess", seat: int, prior: Prior | None) -> dict[str, Any]:
    """The games of a cell: their rate with its interval and bound, and drawn to the rollouts."""
    low, high = cell.interval()
    facts: dict[str, Any] = {
        "n": cell.games,
        "wins": cell.wins,
        "draws": cell.draws,
        "losses": cell.losses,
        "rate": cell.score / cell.games if cell.games else None,
        "low": low,
        "high": high,
        "lower_bound": cell.lower_bound,
    }
    if prior is not None and prior.rollouts:
        rollout, worth = prior.rate(p, seat)
        facts |= {"rollout": rollout, "shrunk": cell.rate(rollout, worth)}
    return facts


def _show(p: "DiceChess", facts: dict[str, Any]) -> None:
    from kibitz.games.dicechess.picture import picture

    out = console()
    out.print(picture(p))
    if p.dice:
        rows = [_row(" ".join(turn["moves"]), turn) for turn in facts["turns"]]
        nothing = "No turn of this roll was played often enough."
    else:
        out.print(f"\n{_told(facts)}")
        rows = [
            _row(f"{roll}: {' '.join(turn['moves'])}", turn)
            for roll, turn in facts["rolls"].items()
        ]
        nothing = "No turn from here was played often enough."
    if rows:
        print_rows(rows)
    else:
        out.print(nothing)


def _told(facts: dict[str, Any]) -> str:
    if not facts["n"]:
        said = "No game came here"
    else:
        said = (
            f"{facts['n']:,} games: {facts['wins']:,} won, {facts['draws']:,} drawn, "
            f"{facts['losses']:,} lost by the side about to roll; rate {facts['rate']:.3f} "
            f"({facts['low']:.3f} to {facts['high']:.3f})"
        )
    if "rollout" in facts:
        said += f"; rollouts say {facts['rollout']:.3f}, both {facts['shrunk']:.3f}"
    return said + "."


def _row(name: str, facts: dict[str, Any]) -> dict[str, Any]:
    """One line of the table of turns."""
    row = {
        "turn": name,
        "games": facts["n"],
        "won": facts["wins"],
        "drawn": facts["draws"],
        "lost": facts["losses"],
        "rate": f"{facts['rate']:.3f}",
        "95 %": f"{facts['low']:.3f} to {facts['high']:.3f}",
        "at least": f"{facts['lower_bound']:.3f}",
    }
    if "shrunk" in facts:
        row |= {"rollouts": f"{facts['rollout']:.3f}", "both": f"{facts['shrunk']:.3f}"}
    return row
