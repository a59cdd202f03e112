"""`kibitz ratings`: how strong the players of the archive are, game by game."""

import math
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json, print_rows
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.stats.ratings import Rated, Ratings
    from kibitz.store.archive import Archive

MEAN = 1500.0  # where there is no level to anchor at


@click.command()
@click.argument("game", required=False)
@click.option("--anchor", metavar="PLAYER[=ELO]", help="Whose rating is given (the best level's).")
@options.database
@options.as_json
def ratings(game: str | None, anchor: str | None, db: str | None, as_json: bool) -> None:
    """Rate the players of the archive, in GAME or in each one.

    One joint fit of all games of two seats (Bradley-Terry with draws and the advantage of
    the first seat); the intervals of 95 % know that the games of a pair belong together.
    The label is the rating that a level's name stands for among people.
    """
    from kibitz.cli.archive import opened
    from kibitz.store.results import rules_played
    from kibitz.store.selection import Selection

    with opened(db) as store:
        place = str(store.database.place)
        texts = rules_played(store, Selection(game))
        fits = {
            text: fitted
            for text in texts
            if (fitted := _fit(store, text, anchor, is_one=len(texts) == 1)) is not None
        }
    if as_json:
        print_json(archive=place, games=[_fields(*item) for item in fits.items()])
        return
    if not fits:
        click.echo(f"nobody to rate in {place}: no two players met{f' in {game}' * bool(game)}")
    for text, fitted in fits.items():
        _print(text, fitted)


def _fit(store: "Archive", text: str, anchor: str | None, *, is_one: bool) -> "Ratings | None":
    """The ratings of one game, None where no two players have met."""
    from kibitz.core.registry import make_game
    from kibitz.stats.ratings import fit
    from kibitz.store.results import game_results, meetings
    from kibitz.store.selection import Selection

    results = game_results(meetings(store, Selection(text, is_exact=True)))
    if not results:
        return None
    names = {name for result in results for name in (result.first, result.second)}
    game = make_game(text)
    if anchor is not None:
        name, rating = _given(anchor, game, names)
        if is_one or name in names:  # who plays some of many games is no anchor of the others
            return fit(results, name, rating)
    return fit(results, *_best_level(game, names))


def _given(anchor: str, game: "Game", names: Collection[str]) -> tuple[str, float]:
    """The player that `anchor` names and his rating, which is that of his level if unsaid."""
    name, equals, rating = anchor.rpartition("=")
    if not equals or anchor in names:  # an = may be one of a player's settings
        name, rating = anchor, ""
    level = f"{game.name}:{name}"
    name = level if level in names else name
    try:
        given = float(rating) if rating else float(_label(game, name) or MEAN)
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        raise BadValue(f"anchor '{anchor}' has no number behind its =")
    return name, given


def _best_level(game: "Game", names: Collection[str]) -> tuple[str | None, float]:
    """The best level among the players at its label; without one the mean stays where it is."""
    labels = {name: label for name in names if (label := _label(game, name)) is not None}
    if not labels:
        return None, MEAN
    best = max(labels, key=lambda name: labels[name])
    return best, float(labels[best])


def _label(game: "Game", player: str) -> int | None:
    """The rating that the name of a level stands for."""
    level = game.levels.get(player.removeprefix(f"{game.name}:"))
    return None if level is None else level.rating


def _fields(text: str, fitted: "Ratings") -> dict[str, Any]:
    from kibitz.core.registry import make_game

    game = make_game(text)
    return {
        "game": text,
        "games": fitted.games,
        "pairs": fitted.pairs,
        "anchor": fitted.anchor,
        "first_seat_elo": fitted.first_seat_elo,
        "first_seat_error": fitted.first_seat_error,
        "draw_ratio": fitted.draw_ratio,
        "players": [_player(game, player) for player in fitted.players],
        "superiority": fitted.superiority,
    }


def _player(game: "Game", player: "Rated") -> dict[str, Any]:
    return {
        "player": player.name,
        "rating": player.rating,
        "error": player.error,
        "low": player.interval[0],
        "high": player.interval[1],
        "games": player.games,
        "score": player.score,
        "label": _label(game, player.name),
    }


def _print(text: str, fitted: "Ratings") -> None:
    from kibitz.core.registry import make_game

    game = make_game(text)
    rows = [
        {
            "player": player.name,
            "rating": f"{player.rating:.0f} ± {player.interval[1] - player.rating:.0f}",
            "games": player.games,
            "score": f"{100 * player.score:.1f} %",
            "better than the next": "" if sure is None else f"{100 * sure:.1f} %",
            "label": _label(game, player.name),
        }
        for player, sure in zip(fitted.players, _over_next(fitted), strict=True)
    ]
    out = console()
    out.print(f"[bold]{text}[/bold]: {fitted.games:,} games in {fitted.pairs:,} pairs")
    print_rows(rows)
    first = f"the first seat is worth {fitted.first_seat_elo:+.0f} ± {fitted.first_seat_error:.0f}"
    out.print(f"{first} Elo; even players draw {100 * fitted.draw_ratio:.1f} %", style="dim")


def _over_next(fitted: "Ratings") -> list[float | None]:
    """How sure each player is better than the next one."""
    last = len(fitted.players) - 1
    return [None if i == last else fitted.superiority[i][i + 1] for i in range(last + 1)]
