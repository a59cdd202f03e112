"""Who met whom with which result: what ratings are made of.

Meetings are added up by the database, so that what is held in memory grows with the
number of players and not with the number of games. Games of a pair stay together, since
they are not independent; a game outside all pairs stands alone.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    FromClause,
    Select,
    Text,
    and_,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from kibitz.arena.result import PairResult
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.ratings import RatedGame
from kibitz.store.archive import EVERYTHING, Archive
from kibitz.store.schema import games, matches, pair_games, pairs, players, rules, seats
from kibitz.store.selection import Selection

_SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}


class MeetingResult(NamedTuple):
    """Two players and how their games went for the first, who sat in seat 0 in the first game
    and in seat 1 in the second: W, D or L each.
    """

    first: str
    second: str
    outcome: str


def meetings(archive: Archive, selection: Selection = EVERYTHING) -> dict[MeetingResult, int]:
    """How often each meeting happened, in games of two seats."""
    with archive.database.reading() as connection:
        names = _names(connection)
        found: dict[MeetingResult, int] = {}
        for query in (_of_pairs(selection), _of_single_games(selection)):
            for first, second, outcome, count in connection.execute(query):
                meeting = MeetingResult(names[first], names[second], outcome)
                found[meeting] = found.get(meeting, 0) + count
    return dict(sorted(found.items()))


def game_results(met: Mapping[MeetingResult, int]) -> list[RatedGame]:
    """Meetings game by game, as the fit of ratings takes them; nobody is rated against himself."""
    results: list[RatedGame] = []
    pair = 0
    for (first, second, outcome), count in met.items():
        if first == second:
            continue
        for _ in range(count):
            for place, letter in enumerate(outcome):
                score = _SCORES[letter]
                if place == 0:
                    results.append(RatedGame(first, second, score, pair))
                else:
                    results.append(RatedGame(second, first, 1.0 - score, pair))
            pair += 1
    return results


def paid_meetings(
    archive: Archive, reach: float, selection: Selection = EVERYTHING
) -> dict[tuple[str, str], PairPayoffs]:
    """What every two players won from each other; a game outside all pairs counts as one."""
    found: dict[tuple[str, str], PairPayoffs] = {}
    with archive.database.reading() as connection:
        names = _names(connection)
        for query in (_paid_pairs(selection), _paid_games(selection)):
            for first, second, paid in connection.execute(query):
                two = (names[first], names[second])
                payoff = _pair_payoff(paid) if isinstance(paid, str) else float(paid)
                found[two] = found.get(two, PairPayoffs(reach)).plus(payoff)
    return dict(sorted(found.items()))


def _names(connection: Connection) -> dict[int, str]:
    return {row.id: row.text for row in connection.execute(select(players))}


def _of_pairs(selection: Selection) -> Select[Any]:
    key = (pairs.c.first_id, pairs.c.second_id, pairs.c.outcome)
    query = select(*key, func.count()).join(matches, matches.c.id == pairs.c.match_id)
    query = query.join(rules, rules.c.id == matches.c.rules_id)
    return selection.of_rules(query.where(pairs.c.outcome.is_not(None)).group_by(*key))


def _of_single_games(selection: Selection) -> Select[Any]:
    first, second = seats.alias(), seats.alias()
    outcome = case(
        (first.c.payoff > second.c.payoff, literal_column("'W'", Text)),
        (first.c.payoff < second.c.payoff, literal_column("'L'", Text)),
        else_=literal_column("'D'", Text),
    )
    key = (first.c.player_id, second.c.player_id, outcome)
    return _single_games(select(*key, func.count()), first, second, selection).group_by(*key)


def _paid_pairs(selection: Selection) -> Select[Any]:
    query = select(pairs.c.first_id, pairs.c.second_id, pairs.c.result)
    query = query.join(matches, matches.c.id == pairs.c.match_id)
    query = query.join(rules, rules.c.id == matches.c.rules_id)
    return selection.of_rules(query.where(pairs.c.outcome.is_not(None)))


def _pair_payoff(result: str) -> float:
    return PairResult.from_fields(json.loads(result)).payoff


def _paid_games(selection: Selection) -> Select[Any]:
    first, second = seats.alias(), seats.alias()
    columns = (first.c.player_id, second.c.player_id, first.c.payoff)
    return _single_games(select(*columns), first, second, selection)


def _single_games(
    query: Select[Any], first: FromClause, second: FromClause, selection: Selection
) -> Select[Any]:
    """The finished games of two seats that belong to no pair."""
    query = query.select_from(games).join(rules, rules.c.id == games.c.rules_id)
    query = query.join(first, and_(first.c.game_id == games.c.id, first.c.seat == 0))
    query = query.join(second, and_(second.c.game_id == games.c.id, second.c.seat == 1))
    is_single = ~exists().where(pair_games.c.game_id == games.c.id)
    return selection.of_rules(
        query.where(rules.c.seats == 2, first.c.payoff.is_not(None), is_single)
    )


class SeatResult(NamedTuple):
    """How the games by some rules ended for one seat, forfeits left out."""

    game: str
    seat: int
    games: int
    wins: int
    draws: int
    payoff: float  # on average
    plies: float  # on average


def seat_results(archive: Archive, selection: Selection = EVERYTHING) -> list[SeatResult]:
    """The results of each seat by the rules they were played by; a payoff above 0 is a win."""
    of_seat = seats.c.payoff
    query = (
        select(
            rules.c.text,
            seats.c.seat,
            func.count(),
            func.sum(case((of_seat > 0, 1), else_=0)),
            func.sum(case((of_seat == 0, 1), else_=0)),
            func.avg(of_seat),
            func.avg(games.c.plies),
        )
        .select_from(games)
        .join(rules, rules.c.id == games.c.rules_id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(games.c.ended.is_(None))
        .group_by(rules.c.text, seats.c.seat)
        .order_by(rules.c.text, seats.c.seat)
    )
    with archive.database.reading() as connection:
        rows = connection.execute(selection.of_rules(query)).all()
    return [
        SeatResult(text, seat, count, int(wins), int(draws), float(payoff), float(plies))
        for text, seat, count, wins, draws, payoff, plies in rows
    ]


def rules_played(archive: Archive, selection: Selection = EVERYTHING) -> list[str]:
    """The rules for two seats that somebody played by, as texts in order."""
    has_games = exists().where(games.c.rules_id == rules.c.id)
    has_matches = exists().where(matches.c.rules_id == rules.c.id)
    query = select(rules.c.text).where(rules.c.seats == 2, or_(has_games, has_matches))
    with archive.database.reading() as connection:
        return sorted(connection.execute(selection.of_rules(query)).scalars())
