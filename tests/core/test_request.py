"""Fields of requests, rows of answers, and files that are whole or not there."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from kibitz.core.files import write_whole
from kibitz.core.request import Answer, Request, ask, ask_seed, fields_of, row_of
from kibitz.errors import BadValue


@dataclass(frozen=True)
class Parts:
    hand: float
    crib: float


@dataclass(frozen=True)
class Throw(Answer):
    schema: ClassVar[str] = "toy.throw/1"
    move: str
    parts: Parts
    seen: tuple[int, ...]


@dataclass(frozen=True)
class ThrowRequest(Request[Throw]):
    verb: ClassVar[str] = "toy.throw"
    gives: ClassVar[type[Answer]] = Throw

    dealer: bool | None = ask(None, "Whose deal it is.", opposite="pone")
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[Throw]:
        yield Throw("5h5s", Parts(4.0, 2.0), (1, 2))


def test_a_row_has_the_fields_of_what_is_inside_it():
    row = row_of(ThrowRequest().answer())
    assert row == {"move": "5h5s", "hand": 4.0, "crib": 2.0, "seen": (1, 2)}


def test_a_yes_or_no_may_name_its_no_and_be_left_open():
    dealer, seed = fields_of(ThrowRequest)
    assert (dealer.kind, dealer.opposite, dealer.is_optional) == (bool, "pone", True)
    assert (seed.low, seed.opposite) == (0, None)
    assert ThrowRequest(dealer=False).dealer is False
    with pytest.raises(BadValue, match="dealer takes yes or no, not 1"):
        ThrowRequest(dealer=1)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="seed -1 is not between 0 and"):
        ThrowRequest(seed=-1)


def test_a_file_appears_when_it_is_complete(tmp_path):
    def broken() -> Iterator[str]:
        yield "half"
        assert not (tmp_path / "book").exists()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "book", broken())
    assert list(tmp_path.iterdir()) == []
    write_whole(tmp_path / "book", ["one\n", "two\n"])
    assert (tmp_path / "book").read_bytes() == b"one\ntwo\n"
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(BadValue, match=r"no/book cannot be written: No such file"):
        write_whole(Path(tmp_path / "no" / "book"), ["one"])
