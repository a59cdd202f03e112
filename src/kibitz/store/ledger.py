"""Matches and tournaments kept in an archive: the arena's ledger.

The pairs of one call of `save` are one transaction, with the records of their games and
the counts of their positions. A pair can be saved once, and nothing after the end.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from kibitz.arena.ledger import Plan, PlayedPair
from kibitz.arena.result import GameResult, PairResult
from kibitz.core.registry import make_game
from kibitz.errors import BadValue, KibitzError, UnknownName
from kibitz.players.foreign import PREFIX, called
from kibitz.players.roster import make_player
from kibitz.store.archive import ROWS_AT_ONCE, Archive
from kibitz.store.entry import Entry
from kibitz.store.names import Names
from kibitz.store.schema import entrants, matches, pair_games, pairs
from kibitz.store.texts import stored_object

NEWEST = 10  # matches that an error names


class ArchiveLedger:
    """Keeps what the arena plays; with records unless told otherwise."""

    def __init__(self, archive: Archive, *, wants_records: bool = True) -> None:
        self.archive = archive
        self.wants_records = wants_records

    def begin(self, plan: Plan) -> str:
        """Open a new match or tournament; return its number as text."""
        game = make_game(plan.game)
        row = {"added": int(time.time()), "plan": _json(plan.to_fields())}
        with self.archive.database.writing() as connection:
            names = Names(connection)
            row["rules_id"] = names.rules_id(game.text)
            adding = insert(matches).values(row).returning(matches.c.id)
            match_id = connection.execute(adding).scalar_one()
            places = [
                {"match_id": match_id, "place": place, "player_id": names.player_id(text)}
                for place, text in enumerate(player_texts(plan))
            ]
            connection.execute(insert(entrants), places)
        return str(match_id)

    def plan(self, match_id: str) -> Plan:
        """The plan of a match."""
        with self.archive.database.reading() as connection:
            return Plan.from_fields(stored_object(find_match(connection, match_id).plan, "plan"))

    def outcome(self, match_id: str) -> dict[str, Any] | None:
        """What the arena said at the end of a match, None where it has not ended."""
        with self.archive.database.reading() as connection:
            outcome = find_match(connection, match_id).outcome
        return None if outcome is None else stored_object(outcome, "outcome")

    def pairs_done(self, match_id: str) -> Iterator[PairResult]:
        """Every saved pair in the order of saving, a few in memory at a time."""
        with self.archive.database.reading() as connection:
            number = find_match(connection, match_id).id
            query = select(pairs.c.result).where(pairs.c.match_id == number)
            connection.execution_options(yield_per=ROWS_AT_ONCE)
            for line in connection.execute(query.order_by(pairs.c.number)).scalars():
                yield PairResult.from_fields(stored_object(line, "pair"))

    def save(self, match_id: str, played: Sequence[PlayedPair]) -> None:
        """Keep these pairs, all of them or none."""
        entries = [[Entry.of(record) for record in pair.records] for pair in played]

        def work(connection: Connection) -> None:
            match = find_match(connection, match_id, is_held=True)
            if match.outcome is not None:
                raise BadValue(f"match {match_id} has ended; nothing can be added to it")
            first = _pairs_saved(connection, match.id)
            _insert_pairs(connection, match.id, first, [pair.result for pair in played])
            self._save_games(connection, match.id, first, entries)

        self.archive.database.adding(work)

    def _save_games(
        self, connection: Connection, match: int, first: int, entries: Sequence[Sequence[Entry]]
    ) -> None:
        flat = [entry for of_pair in entries for entry in of_pair]
        if not flat:
            return
        ids = iter(self.archive.add_entries(connection, flat, Names(connection)).ids)
        rows = [
            {"match_id": match, "number": number, "place": place, "game_id": next(ids)}
            for number, of_pair in enumerate(entries, first)
            for place in range(len(of_pair))
        ]
        connection.execute(insert(pair_games), rows)

    def end(self, match_id: str, outcome: Mapping[str, Any]) -> None:
        """Keep the final outcome."""
        with self.archive.database.writing() as connection:
            number = find_match(connection, match_id).id
            closing = update(matches).where(matches.c.id == number)
            connection.execute(closing.values(outcome=_json(outcome)))


def player_texts(plan: Plan) -> list[str]:
    """The players of a plan by the texts that their records will have, so that both agree."""
    game = make_game(plan.game)
    return [_player_text(text, game) for text in plan.players]


def _player_text(text: str, game: Any) -> str:
    try:
        return called(text) if text.startswith(PREFIX) else make_player(text, game).text
    except KibitzError:  # a player of some other kind that the arena knows
        return text


def find_match(connection: Connection, match_id: str, *, is_held: bool = False) -> Row[Any]:
    """The row of a match; UnknownName names the newest where there is none of that id.

    A row that is held is nobody else's until the transaction ends.
    """
    found = None
    if match_id.isdecimal() and len(match_id) < 19:
        query = select(matches).where(matches.c.id == int(match_id))
        query = query.with_for_update() if is_held else query
        found = connection.execute(query).one_or_none()
    if found is None:
        newest = select(matches.c.id).order_by(matches.c.id.desc()).limit(NEWEST)
        known = [str(number) for number in connection.execute(newest).scalars()]
        raise UnknownName("match", match_id, known or ["(there is none yet)"])
    return found


def _pairs_saved(connection: Connection, match: int) -> int:
    query = select(func.coalesce(func.max(pairs.c.number) + 1, 0))
    return int(connection.execute(query.where(pairs.c.match_id == match)).scalar_one())


def _insert_pairs(
    connection: Connection, match: int, first: int, results: Sequence[PairResult]
) -> None:
    sitting = select(entrants.c.place, entrants.c.player_id).where(entrants.c.match_id == match)
    player_ids = {row.place: row.player_id for row in connection.execute(sitting)}
    rows = [
        {
            "match_id": match,
            "number": number,
            "places": ",".join(map(str, result.players)),
            "deal": result.index,
            "result": _json(result.to_fields()),
            **_outcome(result, player_ids),
        }
        for number, result in enumerate(results, first)
    ]
    _refuse_known(connection, match, rows)
    connection.execute(insert(pairs), rows)


def _outcome(result: PairResult, player_ids: Mapping[int, int]) -> dict[str, Any]:
    """Who played whom and how it went, where there were two."""
    if len(result.players) != 2:
        return {"first_id": None, "second_id": None, "outcome": None}
    first, second = (player_ids[place] for place in result.players)
    letters = "".join(_letter(game) for game in result.games)
    return {"first_id": first, "second_id": second, "outcome": letters}


def _letter(game: GameResult) -> str:
    return {0.0: "L", 0.5: "D", 1.0: "W"}[game.points[0]]


def _refuse_known(connection: Connection, match: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a pair that is there already: two processes are playing the same match."""
    deals = [row["deal"] for row in rows]
    query = select(pairs.c.places, pairs.c.deal).where(pairs.c.match_id == match)
    there = {(p.places, p.deal) for p in connection.execute(query.where(pairs.c.deal.in_(deals)))}
    for row in rows:
        if (row["places"], row["deal"]) in there:
            raise BadValue(
                f"pair {row['deal']} of match {match} is already in the archive: "
                "is another process playing the same match?"
            )


def _json(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
