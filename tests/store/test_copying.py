"""A copy has every row; games that are let go take their counters with them."""

import pytest
from sqlalchemy import select

from kibitz.arena.ledger import Plan
from kibitz.errors import BadValue, HouseFault
from kibitz.store import copying as copying_module
from kibitz.store.archive import Archive
from kibitz.store.audit import audit
from kibitz.store.copying import copying
from kibitz.store.ledger import ArchiveLedger
from kibitz.store.retention import vacuuming
from kibitz.store.schema import metadata
from kibitz.store.selection import Selection
from tests.store.games import random_record, random_records


def contents(archive):
    with archive.database.reading() as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


def filled(archive):
    archive.add([*random_records(30), *random_records(10, "nim")])
    ArchiveLedger(archive).begin(Plan("match", "nim", ("random", "expert"), 3, {"stop": "pairs"}))
    return archive


@pytest.mark.parametrize("is_outward", [True, False])
def test_a_copy_has_every_row_and_goes_on_numbering(archive, tmp_path, is_outward):
    with Archive.open(str(tmp_path / "other.sqlite")) as other:
        source, target = (archive, other) if is_outward else (other, archive)
        filled(source)
        *_, last = copying(source, target)
        assert last.is_done
        assert last.done == last.total > 100
        assert contents(target) == contents(source)
        assert audit(target).is_sound
        new = target.add([random_record(-1)])
        assert new.new == 1
        assert new.ids[0] > 40


def test_a_copy_onto_games_is_refused_and_one_that_differs_is_undone(
    archive, tmp_path, monkeypatch
):
    with Archive.open(str(tmp_path / "other.sqlite")) as other:
        filled(other)
        archive.add([random_record(1)])
        before = contents(archive)
        with pytest.raises(BadValue, match="is not empty; 'kibitz archive import' adds"):
            list(copying(other, archive))
        assert contents(archive) == before
    with Archive.open(str(tmp_path / "third.sqlite")) as third:
        every = copying_module._batches

        def all_but_one(connection, table):
            skipped = int(table.name == "positions")
            return (rows[skipped:] for rows in every(connection, table))

        monkeypatch.setattr(copying_module, "_batches", all_but_one)
        with pytest.raises(HouseFault, match="nothing was kept"):
            list(copying(archive, third))
        assert third.totals()["games"] == 0


def test_games_that_are_let_go_leave_the_counters_of_the_others(archive):
    archive.add(random_records(20, "nim"))
    expected = contents(archive)["positions"]
    archive.add(random_records(30))
    *_, last = vacuuming(archive, Selection("tictactoe"), 0)
    assert last.games == 30
    assert last.bytes_after is not None
    assert contents(archive)["positions"] == expected
    assert audit(archive).is_sound
    *_, last = vacuuming(archive, Selection(), 1)  # all of them are younger
    assert last.games == 0
