"""Matches and tournaments as a list and one by one."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func, select

from kibitz.arena.ledger import Plan
from kibitz.store.archive import EVERYTHING, Archive
from kibitz.store.ledger import find_match
from kibitz.store.schema import matches, pairs, rules
from kibitz.store.selection import Selection
from kibitz.store.texts import stored_object


@dataclass(frozen=True)
class MatchSummary:
    """A match or tournament with how far it has come."""

    id: int
    added: int
    plan: Plan
    pairs: int
    outcome: dict[str, Any] | None
    outcomes: dict[str, int]  # of pairs for their first players (WD, LW, ...), with how often

    @property
    def has_ended(self) -> bool:
        return self.outcome is not None


def match_summaries(
    archive: Archive, selection: Selection = EVERYTHING, limit: int = 20
) -> list[MatchSummary]:
    """The newest matches, newest first; what they came to is left to `match_summary`."""
    played = select(pairs.c.match_id, func.count().label("played")).group_by(pairs.c.match_id)
    counted = played.subquery()
    query = (
        select(matches, func.coalesce(counted.c.played, 0).label("played"))
        .join(rules, rules.c.id == matches.c.rules_id)
        .outerjoin(counted, counted.c.match_id == matches.c.id)
        .order_by(matches.c.id.desc())
    )
    with archive.database.reading() as connection:
        rows = connection.execute(selection.of_rules(query).limit(limit)).all()
    return [_summary(row, row.played, {}) for row in rows]


def match_summary(archive: Archive, match_id: str) -> MatchSummary:
    """The match of that id."""
    with archive.database.reading() as connection:
        row = find_match(connection, match_id)
        mine = pairs.c.match_id == row.id
        played = connection.execute(
            select(func.count()).select_from(pairs).where(mine)
        ).scalar_one()
        outcomes = select(pairs.c.outcome, func.count()).where(mine, pairs.c.outcome.is_not(None))
        grouped = outcomes.group_by(pairs.c.outcome).order_by(pairs.c.outcome)
        counts = {row[0]: int(row[1]) for row in connection.execute(grouped)}
    return _summary(row, played, counts)


def _summary(row: Row[Any], played: int, counts: dict[str, int]) -> MatchSummary:
    plan = Plan.from_fields(stored_object(row.plan, "plan"))
    outcome = None if row.outcome is None else stored_object(row.outcome, "outcome")
    return MatchSummary(row.id, row.added, plan, played, outcome, counts)
