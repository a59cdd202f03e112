"""Results in a file: none is found twice, seeds count together, a cut line is dropped."""

import json

import pytest

from kibitz.errors import BadRecord, KibitzError
from kibitz.games.holdem.measured.ledger import ResultLedger


def played(place, seed, count, question="duel a b 100"):
    """Numbers that had to be found, and all results afterwards."""
    found = []

    def find(number):
        found.append(number)
        return (float(seed + number), None)

    ledger = ResultLedger(place, question)
    *_, seen = ledger.through(seed, range(count), find)
    return found, seen


def test_a_measurement_goes_on_where_it_stopped(tmp_path):
    place = str(tmp_path / "kept.jsonl")
    assert played(place, 10, 2) == ([0, 1], [(10.0, None), (11.0, None)])
    found, seen = played(place, 10, 4)
    assert found == [2, 3]
    assert seen == [(10.0, None), (11.0, None), (12.0, None), (13.0, None)]


def test_seeds_count_together_and_questions_do_not(tmp_path):
    place = str(tmp_path / "kept.jsonl")
    played(place, 10, 2)
    assert played(place, 10, 1, "duel a c 100") == ([0], [(10.0, None)])
    assert played(place, 20, 1) == ([0], [(10.0, None), (11.0, None), (20.0, None)])


def test_a_line_that_was_cut_short_is_found_again(tmp_path):
    path = tmp_path / "kept.jsonl"
    played(str(path), 10, 2)
    whole = path.read_text()
    path.write_text(whole[:-7])
    assert played(str(path), 10, 2)[0] == [1]
    assert path.read_text() == whole


def test_without_a_file_everything_is_found():
    assert played(None, 10, 2)[0] == played(None, 10, 2)[0] == [0, 1]


@pytest.mark.parametrize(
    "line",
    [
        "nothing",
        "[]",
        json.dumps({"question": "q", "seed": 1, "number": 0}),
        json.dumps({"question": "q", "seed": True, "number": 0, "results": [1.0]}),
        json.dumps({"question": "q", "seed": 1, "number": 0, "results": ["1"]}),
    ],
)
def test_a_strange_line_is_refused_with_its_number(tmp_path, line):
    path = tmp_path / "kept.jsonl"
    played(str(path), 10, 1)
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(BadRecord, match="line 2"):
        ResultLedger(str(path), "q")


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(KibitzError, match="cannot be written"):
        played(str(tmp_path / "none" / "kept.jsonl"), 1, 1)
