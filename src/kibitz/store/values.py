"""What an analyst found a position worth, kept so that nobody works it out twice."""

import math
import time

from sqlalchemy import select

from kibitz.estimate.estimate import Estimate
from kibitz.store.archive import Archive
from kibitz.store.names import Names, rules_id
from kibitz.store.schema import values

_KEY = ("rules_id", "key", "seat", "analyst")
_FOUND = ("value", "error", "samples", "is_exact")


def cached_value(
    archive: Archive, rules: str, key: int, seat: int, analyst: str
) -> Estimate | None:
    """The value of a position for the seat to act, by that analyst, None where it is unknown."""
    with archive.database.reading() as connection:
        number = rules_id(connection, rules)
        wanted = dict(zip(_KEY, (number, key, seat, analyst), strict=True))
        query = select(*(values.c[name] for name in _FOUND)).filter_by(**wanted)
        row = connection.execute(query).one_or_none()
    return None if row is None else _estimate(analyst, *row)


def _estimate(analyst: str, value: float, error: float, samples: int, is_exact: bool) -> Estimate:
    """What was saved; a value without samples or an error is the analyst's judgement."""
    if is_exact:
        return Estimate.exact(value, samples)
    if samples and 0.0 < error < math.inf:
        return Estimate.sampled(value, error, samples)
    return Estimate.judged(value, analyst)


def save_value(
    archive: Archive, rules: str, key: int, seat: int, analyst: str, found: Estimate
) -> None:
    """Keep the value of a position; a newer one takes its place."""
    adding = archive.database.insert(values)
    newer = {name: adding.excluded[name] for name in (*_FOUND, "added")}
    upsert = adding.on_conflict_do_update(index_elements=list(_KEY), set_=newer)
    with archive.database.writing() as connection:
        row = {
            "rules_id": Names(connection).rules_id(rules),
            "key": key,
            "seat": seat,
            "analyst": analyst,
            "added": int(time.time()),
            **{name: getattr(found, name) for name in _FOUND},
        }
        connection.execute(upsert, row)
