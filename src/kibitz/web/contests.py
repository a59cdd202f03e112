"""The pairs of a match or tournament with their games, as a process reads them from the archive.

While it runs, an answer names the match by the number with which it can go on. A short one may
be over with its first answer; it is found again by its game, players and seed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, select

from kibitz.store.archive import Archive
from kibitz.store.matches import match_summaries, match_summary
from kibitz.store.schema import pair_games, pairs, players, seats

SEARCHED = 200  # matches among which one is found by its plan


def match_pairs(
    match: str | None, game: str, seed: int, first: int, most: int
) -> Iterator[dict[str, Any]]:
    """Some pairs of a match from one on, each with its games, and how many there are."""
    with Archive.open() as archive:
        number = match or _found(archive, game, seed)
        if number is None:
            yield {"total": 0, "pairs": []}
            return
        kept = match_summary(archive, number)
        called = tuple(kept.plan.players)
        with archive.database.reading() as connection:
            yield {"total": kept.pairs, "pairs": _pairs(connection, kept.id, called, first, most)}


def _found(archive: Archive, game: str, seed: int) -> str | None:
    kept = match_summaries(archive, limit=SEARCHED)
    return next((str(m.id) for m in kept if (m.plan.game, m.plan.seed) == (game, seed)), None)


def _pairs(
    connection: Connection, match: int, called: tuple[str, ...], first: int, most: int
) -> list[dict[str, Any]]:
    chosen = pairs.c.match_id == match
    rows = connection.execute(
        select(pairs.c.number, pairs.c.places, pairs.c.deal, pairs.c.outcome)
        .where(chosen, pairs.c.number >= first)
        .order_by(pairs.c.number)
        .limit(most)
    ).all()
    games = _games(connection, match, first, most)
    return [
        {
            "number": row.number + 1,
            "players": [called[int(place)] for place in row.places.split(",")],
            "deal": row.deal + 1,
            "outcome": row.outcome or "",
            "games": games[row.number],
        }
        for row in rows
    ]


def _games(
    connection: Connection, match: int, first: int, most: int
) -> dict[int, list[dict[str, Any]]]:
    """The games of these pairs: who sat where, and what it came to."""
    last = first + most - 1
    rows = connection.execute(
        select(
            pair_games.c.number,
            pair_games.c.place,
            pair_games.c.game_id,
            players.c.text,
            seats.c.payoff,
        )
        .join(seats, seats.c.game_id == pair_games.c.game_id)
        .join(players, players.c.id == seats.c.player_id)
        .where(pair_games.c.match_id == match, pair_games.c.number.between(first, last))
        .order_by(pair_games.c.number, pair_games.c.place, seats.c.seat)
    ).all()
    found: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    for row in rows:
        game = found[row.number].setdefault(
            row.place, {"id": row.game_id, "players": [], "result": []}
        )
        game["players"].append(row.text)
        game["result"].append(row.payoff)
    return defaultdict(list, {number: list(games.values()) for number, games in found.items()})


CONTEST_TASKS: dict[str, Callable[..., Iterator[Any]]] = {"match_pairs": match_pairs}
