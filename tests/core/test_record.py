"""Records: written, read back, replayed, and refused when they lie."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.record import Record, read_records
from kibitz.errors import BadRecord

GOOD = Record(
    game="nim(1,2)",
    start="1,2",
    players=("random", "nim:expert"),
    seed=4,
    moves=("2:1", "1:1", "2:1"),
    result=(1.0, -1.0),
)


def test_a_record_is_read_back_from_its_line():
    assert Record.from_json(GOOD.to_json()) == GOOD
    assert "\n" not in GOOD.to_json()


def test_a_replay_gives_every_position_and_seat():
    replay = GOOD.replay()
    assert [step.seat for step in replay.steps] == [0, 1, 0]
    assert [replay.game.position_text(step.position) for step in replay.steps] == [
        "1,2",
        "1,1@1",
        "0,1",
    ]
    assert len(list(replay.decisions)) == 3


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"moves": ["2:3"]}, "at move 1, '2:3': .* heap 2 has 2 stones"),
        ({"moves": ["2:1", "1:1", "2:1", "2:1"]}, "at move 4, '2:1': the game was over"),
        ({"moves": ["2:1"]}, "has a result, but the game of nim is not over"),
        ({"result": [-1, 1]}, r"claims the result \[-1.0, 1.0\], not \[1.0, -1.0\]"),
        ({"game": "nmi"}, "unknown game 'nmi'"),
        ({"start": "1,x"}, "'x' is not a number"),
        ({"moves": "2:1"}, "field 'moves'"),
        ({"seed": None}, "field 'seed'"),
        ({"record": 99}, "version 99 is unknown"),
    ],
)
def test_a_record_that_does_not_hold_is_refused(change, why):
    line = json.dumps({**json.loads(GOOD.to_json()), **change})
    with pytest.raises(BadRecord, match=why):
        Record.from_json(line).replay()


def test_a_truncated_file_names_the_line():
    lines = [GOOD.to_json(), "", GOOD.to_json()[:40]]
    with pytest.raises(BadRecord, match="line 3"):
        list(read_records(lines))


def test_an_unfinished_game_has_no_result_and_replays():
    record = Record("nim", "3,4,5", ("a", "b"), 1, ("1:1",), None)
    assert len(record.replay().steps) == 1


def test_a_number_beyond_reading_gives_one_sentence():
    with pytest.raises(BadRecord):
        Record.from_json('{"record": ' + "9" * 5000 + "}")


@given(st.text(max_size=60))
def test_garbage_gives_one_sentence(text):
    with pytest.raises(BadRecord):
        Record.from_json(text)


@given(
    st.dictionaries(
        st.sampled_from(["record", "game", "start", "players", "seed", "moves"]),
        st.one_of(st.integers(), st.text(max_size=5), st.lists(st.text(max_size=4))),
    )
)
def test_json_that_is_no_record_gives_one_sentence(fields):
    with pytest.raises(BadRecord):
        Record.from_json(json.dumps(fields)).replay()
