"""Games written down with `kibitz record` from one seat: what is typed, and the record it makes.

Some entries are wrong: they must leave no trace.
"""

import io
import sys
from typing import NamedTuple

import pytest

from kibitz.core.record import Record
from kibitz.core.script import parse_script, script_of
from kibitz.store.place import VARIABLE
from tests.cli.shell import kibitz


class WrittenGame(NamedTuple):
    """What a person types, and the moves and the result that the record must have."""

    game: str
    typed: str
    moves: str
    result: tuple[float, ...] | None = None


GAMES = {
    "leduc, the other's card unseen": WrittenGame(
        "leduc", "Q r c K c r c ?", "Q ? r c K c r c", None
    ),
    "leduc, the other's card shown": WrittenGame(
        "leduc", "Q r c K c r c 9 K", "Q K r c K c r c", (-7.0, 7.0)
    ),
    "leduc, the other gives up": WrittenGame("leduc", "Q r f", "Q ? r f", (1.0, -1.0)),
    "holdem, to a showdown unseen": WrittenGame(
        "holdem",
        "AhKh r6 c Ks7d2c b6 r20 c Td x c c 3h c c ?",
        "deal:AhKh/????/Ks7d2cTd3h r6 c b6 r20 c c c c c",
    ),
    "holdem, to a showdown": WrittenGame(
        "holdem",
        "AhKh r6 c Ks7d2c b6 r20 c Td c c 3h c c 7c Ah7c 7c7h",
        "deal:AhKh/7c7h/Ks7d2cTd3h r6 c b6 r20 c c c c c",
        (-13.0, 13.0),
    ),
    "holdem, all in before the turn": WrittenGame(
        "holdem",
        "AhKh r6 c Ks7d2c r194 c Td Td3h 7c7h",
        "deal:AhKh/7c7h/Ks7d2cTd3h r6 c r194 c",
        (-100.0, 100.0),
    ),
    "cribbage, one hand": WrittenGame(
        "cribbage",
        "2 4h6d7c8sJhKc JhKc 4d 4h 4c 8s Td 5c 6d Th 7c 5 end",
        "dealer:2 deal:4h6d7c8sJhKc/?????? JhKc ?? 4d 4h 4c 8s Td 5c 6d Th 7c crib:?(5)",
    ),
    "dicechess": WrittenGame(
        "dicechess",
        "PNB e2e4 g1f3 f1b4 f1b5 PNQ e7e5 b8c6 d8e7 PBK b5c6 end",
        "PNB e2e4 g1f3 f1b5 PNQ e7e5 b8c6 d8e7 PBK b5c6",
    ),
}


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """Archive and notes of these tests."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive.sqlite"))
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path / "state"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_typed_at_the_table_is_the_record_that_was_meant(name, monkeypatch):
    written = GAMES[name]
    lines = "\n".join(written.typed.split()) + "\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    done = kibitz("record", written.game, "--seat", "1", "--players", "Me,Ann", "--json")
    record = Record.from_json(done.out.splitlines()[-1])
    assert record.moves == tuple(written.moves.split())
    assert (record.seat, record.players, record.result) == (0, ("Me", "Ann"), written.result)
    assert parse_script(script_of(record)) == record


def test_a_queen_is_no_wish_to_quit_and_a_letter_that_is_no_entry_is_a_word(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("r\nQ\n?\nb\nq\n"))
    left = kibitz("record", "leduc", "--seat", "1", "--players", "Me,Ann")
    assert "your card, e.g. J:" in left.out
    assert "'r' is not J, K or Q" in left.out
    assert "your move, e.g. c:" in left.out
    assert "that was your own move" in left.out.lower()
    assert "pot 2" in left.out  # the board
    assert "> Me (you)       Q " in left.out  # which says who sits there
    assert "  Ann            ▒ " in left.out
    assert "Go on with: kibitz record leduc" in left.out


def test_nobody_shows_cards_that_were_not_seen(monkeypatch):
    typed = ["AhKh", "r6", "c", "Ks7d2c", "c", "c", "Td", "c", "c", "3h", "c", "c", "7c7h"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    said = kibitz("record", "holdem", "--seat", "1", "--players", "Me,Ann").out
    before, after = said.split("what Ann showed")
    assert not [word for word in ("You show", "Ann shows", "win") if word in before]
    assert "Ann shows 7♣ 7♥, three sevens. Ann wins 12" in after


def test_a_wrong_move_is_named_and_nothing_else_is_said_of_it(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("PNB\ne2e4\nf1b4\nquit\n"))
    left = kibitz("record", "dicechess", "--seat", "1", "--players", "Me,Bo")
    assert "f1b4" in left.out.split("your move")[-2]
    assert "no game goes with" not in left.out
