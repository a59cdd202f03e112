"""Records whose JSON is put together by hand are written and named as `json` writes them."""

import hashlib
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.outside import harmless_json
from kibitz.core.record import Record
from kibitz.store.entry import digest

LETTERS = "ab 1:,?'\"\\/\t\n\x7f\x9bé♠\u2028\ud800"
texts = st.text(LETTERS, max_size=4)
numbers = st.one_of(st.floats(), st.integers(-9, 9), st.booleans())
records = st.builds(
    Record,
    game=texts,
    start=texts,
    players=st.lists(texts, max_size=3).map(tuple),
    seed=st.one_of(st.integers(), st.booleans()),
    moves=st.lists(texts, max_size=3).map(tuple),
    result=st.none() | st.lists(numbers, max_size=3).map(tuple),
    seconds=st.lists(st.floats(0, 9), max_size=2).map(tuple),
    tags=st.dictionaries(texts | st.just("hand"), texts | st.integers(0, 9), max_size=2),
    seat=st.none() | st.integers(0, 1),
)


@settings(max_examples=500)
@given(records)
def test_a_record_is_written_as_json_writes_it(record):
    fields = {
        "record": record.version,
        **{name: getattr(record, name) for name in ("game", "start", "players", "seed", "moves")},
        "result": record.result,
    }
    if record.seconds:
        fields["seconds"] = [round(second, 4) for second in record.seconds]
    fields |= {"tags": record.tags} if record.tags else {}
    fields |= {"seat": record.seat} if record.seat is not None else {}
    assert record.to_json() == harmless_json(json.dumps(fields, ensure_ascii=False))


@settings(max_examples=500)
@given(records)
def test_a_game_keeps_the_name_that_json_gave_it(record):
    told = [record.game, record.start, record.players, record.seed, record.moves, record.result]
    told += [record.tags["hand"]] if "hand" in record.tags else []
    told += [{"seat": record.seat}] if record.seat is not None else []
    try:
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a character, which the archive refuses before
        return
    assert digest(record) == hashlib.sha256(text).hexdigest()[:32]
