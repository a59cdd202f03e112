"""DFEN: text and parse are inverses, and each bad field is refused by name."""

import pytest

from kibitz.errors import BadNotation
from kibitz.games.dicechess.notation import START, board_text, dfen, parse_dfen
from tests.games.dicechess.bad_dfens import BAD_DFENS, KINGS
from tests.games.dicechess.positions import random_positions


def test_text_and_parse_are_inverses_on_positions_of_play():
    for p in random_positions(300, seed=3):
        assert parse_dfen(dfen(p)) == p


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (f"{KINGS} w - -", f"{KINGS} w - - 0 1"),
        (f"{KINGS} b - - 5", f"{KINGS} b - - 5 1"),
        (f"{KINGS} w - - 0 1 -", f"{KINGS} w - - 0 1"),
        (f"{KINGS} b - - 0 1 KPN", f"{KINGS} b - - 0 1 pnk"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("4k3/8/8/pPp5/8/8/8/4K3 w - c6a6 0 1", "4k3/8/8/pPp5/8/8/8/4K3 w - a6c6 0 1"),
        (f"{KINGS} w - - 127 2147483647 Q", f"{KINGS} w - - 127 2147483647 Q"),
    ],
)
def test_text_is_brought_to_its_canonical_form(text, canonical):
    assert dfen(parse_dfen(text)) == canonical


@pytest.mark.parametrize(("text", "words"), BAD_DFENS)
def test_a_bad_field_is_refused_by_name(text, words):
    with pytest.raises(BadNotation) as caught:
        parse_dfen(text)
    assert words in str(caught.value)
    assert f"'{text}'" in str(caught.value)


def test_the_start_is_the_orthodox_one():
    assert board_text(parse_dfen(START)) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
