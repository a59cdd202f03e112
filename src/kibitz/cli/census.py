"""What `kibitz archive stats` prints: the archive, one game, or one position in numbers."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.output import print_json, print_rows

if TYPE_CHECKING:
    from kibitz.store.archive import Archive
    from kibitz.store.positions import Counts
    from kibitz.store.prospect import Prospect


def print_totals(store: "Archive", as_json: bool) -> None:
    """Print how much there is of everything."""
    from kibitz.store.migrations import NEWEST

    path = store.database.place.path
    fields = {
        "archive": str(store.database.place),
        "version": NEWEST,
        "bytes": path.stat().st_size if path else None,
        **store.totals(),
    }
    by_rules = store.games_by_rules()
    if as_json:
        print_json(**fields, by_game=by_rules)
        return
    for name, value in fields.items():
        click.echo(f"{name:16}{value:,}" if isinstance(value, int) else f"{name:16}{value or '-'}")
    for text, count in by_rules.items():
        click.echo(f"  {text}: {count:,} games")


def print_game(store: "Archive", game: str, as_json: bool) -> None:
    """Print how the games of one kind ended for each seat."""
    from kibitz.store.results import seat_results
    from kibitz.store.selection import Selection

    rows = [
        {"game": r.game, "seat": r.seat, "games": r.games, "wins": r.wins, "draws": r.draws}
        | {"losses": r.games - r.wins - r.draws, "payoff": r.payoff, "plies": r.plies}
        for r in seat_results(store, Selection(game))
    ]
    if as_json:
        print_json(archive=str(store.database.place), seats=rows)
    elif rows:
        print_rows(rows)
    else:
        click.echo(f"no finished game of {game} in {store.database.place}")


def print_prospect(
    store: "Archive",
    where: tuple[str, str],
    error: float,
    analyst: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Print what a position (game and text) promises the seat to act."""
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_analyst
    from kibitz.store.prospect import prospect

    game = make_game(where[0])
    position = game.parse_position(where[1])
    asked = make_analyst(analyst, game) if analyst else None
    found = prospect(store, game, position, wanted_error=error, analyst=asked, seed=seed)
    if as_json:
        text = game.position_text(position)
        print_json(game=game.text, position=text, **_prospect_fields(found))
        return
    click.echo(f"{game.seat_name(found.seat)}: {_prospect_text(found)}")


def _prospect_fields(found: "Prospect") -> dict[str, Any]:
    names = ("seat", "value", "low", "high", "unit", "source", "analyst", "n", "by")
    fields = {name: getattr(found, name) for name in names}
    if found.by:
        fields |= {"low": None, "high": None}
    return fields | {"exact": found.is_exact, "archive": _counts_fields(found.counts)}


def _counts_fields(counts: "Counts") -> dict[str, Any]:
    """The games of a position, their rate and its interval; no rate where there are none."""
    rate, (low, high) = (
        (counts.points / counts.n, counts.interval) if counts.n else (None, (None, None))
    )
    return counts._asdict() | {"rate": rate, "low": low, "high": high}


def _prospect_text(found: "Prospect") -> str:
    from kibitz.store.prospect import BOTH

    counts = found.counts
    ended = f"{counts.wins:,} won, {counts.draws:,} drawn, {counts.losses:,} lost"
    seen = f"{counts.n:,} games ({ended})" if counts.n else "no game of it"
    value = f"{found.unit} {found.value:.4g}"
    if not found.is_exact and not found.by:
        value += f" ({found.low:.4g} to {found.high:.4g})"
    if found.source == "archive":
        return f"{value} from the archive, {seen}"
    if found.source == BOTH:
        return f"{value} from the archive, {seen}, drawn towards {found.analyst}"
    how = f"judged, {found.by}" if found.by else f"{found.n:,} samples"
    how = "exact" if found.is_exact else how
    kept = ", cached" if found.source == "cache" else ""
    return f"{value} from {found.analyst}, {how}{kept}; the archive has {seen}"
