"""An audit finds what was spoilt, and puts counters right."""

import re

from sqlalchemy import delete, select, update

from kibitz.store.audit import audit
from kibitz.store.schema import games, positions, seats
from tests.store.games import random_records


def counters(archive):
    with archive.database.reading() as connection:
        query = select(positions).order_by(positions.c.rules_id, positions.c.key, positions.c.seat)
        return [tuple(row) for row in connection.execute(query)]


def spoil(archive, *statements):
    with archive.database.writing() as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_sound_archive_passes(archive):
    archive.add([*random_records(30), *random_records(20, "nim")])
    report = audit(archive)
    assert (report.games, report.bad_count, report.wrong_counters) == (50, 0, 0)
    assert report.is_sound
    assert report.positions == len(counters(archive)) > 50


def test_counters_that_are_wrong_missing_or_too_many_are_found_and_repaired(archive):
    archive.add(random_records(30))
    before = counters(archive)
    first, second, third, *_ = before
    spoil(
        archive,
        update(positions).where(positions.c.key == first[1]).values(n=positions.c.n + 1),
        update(positions).where(positions.c.key == second[1]).values(draws=positions.c.draws + 1),
        delete(positions).where(positions.c.key == third[1]),
        positions.insert().values(rules_id=1, key=12345, seat=0, n=1, wins=0, draws=0),
    )
    touched = sum(row[1] in (first[1], second[1], third[1]) for row in before) + 1
    found = audit(archive)
    assert (found.wrong_counters, found.repaired, found.is_sound) == (touched, 0, False)
    mended = audit(archive, repair=True)
    assert (mended.wrong_counters, mended.repaired, mended.is_sound) == (touched, touched, True)
    assert counters(archive) == before
    assert audit(archive).wrong_counters == 0


def test_games_that_do_not_replay_or_disagree_with_their_row_are_named(archive):
    kept = archive.add(random_records(4)).ids
    with archive.database.reading() as connection:
        line = connection.execute(select(games.c.record).where(games.c.id == kept[0])).scalar_one()
    spoil(
        archive,
        update(games)
        .where(games.c.id == kept[0])
        .values(record=re.sub(r'"moves": ?\["', '"moves":["x', line)),
        update(games).where(games.c.id == kept[1]).values(plies=99),
        delete(seats).where(seats.c.game_id == kept[2], seats.c.seat == 0),
    )
    found = audit(archive)
    assert [bad.id for bad in found.bad_games] == list(kept[:3])
    assert "does not replay at move 1" in found.bad_games[0].reason
    assert {bad.reason for bad in found.bad_games[1:]} == {"its row does not agree with its record"}
    assert not found.is_sound
    assert not audit(archive, repair=True).is_sound  # a record cannot be made up
