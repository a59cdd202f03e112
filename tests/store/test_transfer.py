"""Import and export: nothing lost, nothing twice, and bad lines named by number."""

import gc
import json
import tracemalloc
from dataclasses import replace

import pytest

from kibitz.coach.review import review
from kibitz.core.record import Record
from kibitz.errors import BadRecord, BadValue
from kibitz.store import transfer
from kibitz.store.archive import Archive
from kibitz.store.pgn import pgn_text
from kibitz.store.reviews import keep_review, reviews_of, save_review
from kibitz.store.transfer import export_pgn, import_lines, importing
from tests.store.games import random_record, random_records


def encoded(records):
    return [record.to_json().encode() + b"\n" for record in records]


def test_an_export_imported_elsewhere_exports_the_same_lines(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(transfer, "BATCH", 4)
    lines = encoded(random_records(9) + random_records(3, "nim"))
    first = import_lines(archive, [lines[0], b"\n", *lines[1:]])
    assert (first.new, first.known, first.refused) == (12, 0, 0)
    with Archive.open(str(tmp_path / "other.sqlite")) as other:
        import_lines(other, (line.encode() for line in archive.lines()))
        assert list(other.lines()) == list(archive.lines())
        assert other.totals() == archive.totals()
    assert [f"{line}\n".encode() for line in archive.lines()] == lines


def test_importing_twice_changes_nothing(archive):
    lines = encoded(random_records(5))
    import_lines(archive, lines)
    before = archive.totals()
    again = import_lines(archive, lines)
    assert (again.new, again.known) == (0, 5)
    assert archive.totals() == before


BAD = [
    (b"{", "it is not JSON"),
    (b"\xff\xfe", "not UTF-8 text"),
    (b'{"record": 1}', "field 'game'"),
    (b'{"record": 3}', "version 3 is unknown"),
    (b'{"record": 1, "seed": ' + b"9" * 5000 + b"}", "is not JSON"),
    (encoded([replace(random_record(1), game="chess")])[0], "unknown game 'chess'"),
    (encoded([replace(random_record(1), moves=("a1", "a1"))])[0], "move 2, 'a1'"),
    (encoded([replace(random_record(1), players=("one",))])[0], "names 1 players"),
]


@pytest.mark.parametrize(("bad", "complaint"), BAD, ids=[why for _, why in BAD])
def test_a_bad_line_stops_an_import_by_its_number_and_what_came_before_is_kept(
    archive, bad, complaint
):
    lines = encoded(random_records(5))
    with pytest.raises(BadRecord, match=r"^line 4: ") as refused:
        import_lines(archive, [*lines[:3], bad, *lines[3:]])
    assert complaint in str(refused.value)
    assert "the 3 games before it are kept" in str(refused.value)
    assert archive.totals()["games"] == 3
    mended = import_lines(archive, lines)
    assert (mended.new, mended.known) == (2, 3)


def test_an_import_that_keeps_going_refuses_bad_lines_alone(archive):
    lines = encoded(random_records(5))
    bad = [lines[0], b"{", *lines[1:], b"[]"]
    (report,) = importing(archive, bad, keep_going=True)  # no batch was full
    assert (report.new, report.refused) == (5, 2)
    assert [reason.split(":")[0] for reason in report.reasons] == ["line 2", "line 7"]


def test_the_memory_of_an_import_does_not_grow_with_its_games(tmp_path, monkeypatch):
    """A game that stayed in memory would take more than 1,000 bytes: text, moves, keys."""
    monkeypatch.setattr(transfer, "BATCH", 20)
    record, live = random_record(1), []

    lines = (replace(record, seed=seed).to_json().encode() for seed in range(160))
    with Archive.open(str(tmp_path / "a.sqlite")) as archive:
        tracemalloc.start()
        for _ in importing(archive, lines):
            gc.collect()
            live.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert archive.totals()["games"] == 160
    assert live[-1] - live[2] < 100 * 1000 / 2


def test_pgn_tells_results_and_nothing_else_of_two_seats(archive):
    win = Record("nim(1)", "1", ('Ada "the" A\\B', "bob"), 7, ("1:1",), (1.0, -1.0))
    drawn = random_record(3)
    while drawn.result != (0.0, 0.0):
        drawn = random_record(drawn.seed + 1)
    forfeit = replace(win, moves=(), result=(-1.0, 1.0), tags={"ended": "seat 0 crashed"})
    cut = replace(win, moves=(), result=None)
    archive.add([win, drawn, forfeit, cut])
    texts = list(export_pgn(archive))
    assert len(texts) == 4
    assert '[White "Ada \\"the\\" A\\\\B"]\n[Black "bob"]\n[Result "1-0"]' in texts[0]
    assert [text.rstrip().rsplit("\n", 1)[1] for text in texts] == ["1-0", "1/2-1/2", "0-1", "*"]
    assert ['"abandoned"' in text for text in texts] == [False, False, True, False]
    with pytest.raises(BadValue, match="PGN is for two players"):
        pgn_text(replace(win, players=("a", "b", "c")), 0)


def test_what_the_coach_says_is_kept_with_its_game(archive):
    said = review(random_record(4, "nim"), budget="fast")
    game = keep_review(archive, said)
    assert archive.record(game) == random_record(4, "nim")
    (kept,) = reviews_of(archive, game).values()
    assert kept == json.loads(json.dumps(said.fields()))
    assert keep_review(archive, said) == game
    assert archive.totals()["reviews"] == 1


def test_reviews_are_kept_beside_their_game_one_for_each_analyst(archive):
    (game,) = archive.add([random_record(1)]).ids
    save_review(archive, game, "alphabeta", {"loss": 0.5})
    save_review(archive, game, "mcts", {"loss": 0.25})
    save_review(archive, game, "alphabeta", {"loss": 0.75, "note": "žluťoučký"})
    assert reviews_of(archive, game) == {
        "alphabeta": {"loss": 0.75, "note": "žluťoučký"},
        "mcts": {"loss": 0.25},
    }
    assert reviews_of(archive, game + 1) == {}
    with pytest.raises(BadValue, match=f"has no game {game + 1}"):
        save_review(archive, game + 1, "mcts", {})
