"""DFEN: text and parse are inverses, and each bad field is refused by name."""

import pytest

from kibitz.errors import BadNotation
from kibitz.games.dicechess.notation import START, board_text, dfen, parse_dfen
from tests.games.dicechess.positions import random_positions

KINGS = "4k3/8/8/8/8/8/8/4K3"


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "1 fields"),
        (f"{KINGS} w -", "3 fields"),
        (f"{KINGS} w - - 0 1 PNB x", "8 fields"),
        (f"{KINGS}  w - - 0 1", "field 2 (side)"),
        ("8/8/8/8/8/8/4k3 w - -", "field 1 (placement)"),
        ("4k3/8/8/8/8/8/8/4K2 w - -", "rank 1 has 7 files"),
        ("4k3/8/8/8/9/8/8/4K3 w - -", "'9' on rank 4"),
        ("4k3/8/8/8/08/8/8/4K3 w - -", "'0' on rank 4"),
        ("4k3/8/8/8/4x3/8/8/4K3 w - -", "'x' on rank 4"),
        ("4k3/8/8/8/²8/8/8/4K3 w - -", "'²' on rank 4"),
        ("8/8/8/8/8/8/8/8 w - -", "neither side has a king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - -", "White has 2 kings"),
        ("3kk3/8/8/8/8/8/8/4K3 w - -", "Black has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "a pawn stands on rank 8"),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "a pawn stands on rank 1"),
        ("4k3/8/8/QQQQQQQQ/QQQQQQQQ/8/8/4K3 w - -", "White has 17 men"),
        (f"{KINGS} x - -", "field 2 (side)"),
        (f"{KINGS} W - -", "field 2 (side)"),
        (f"{KINGS} w KX -", "field 3 (castling)"),
        (f"{KINGS} w K -", "king on e1 and rook on h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK -", "'K' stands twice"),
        (f"{KINGS} w - e", "field 4 (en passant)"),
        (f"{KINGS} w - i3", "field 4 (en passant)"),
        (f"{KINGS} w - e6", "no pawn of Black on e5"),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "e6 is not empty"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6e6", "e6 stands twice"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e4", "rank 3 or 6"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6", "has not moved yet"),
        (f"{KINGS} w - - 128", "field 5 (halfmove)"),
        (f"{KINGS} w - - -1", "field 5 (halfmove)"),
        (f"{KINGS} w - - 1.5", "field 5 (halfmove)"),
        (f"{KINGS} w - - 0 0", "field 6 (fullmove)"),
        (f"{KINGS} w - - 0 2147483648", "field 6 (fullmove)"),
        (f"{KINGS} w - - 0 1 PX", "field 7 (dice)"),
        (f"{KINGS} w - - 0 1 PPPP", "there are 4 dice"),
        (f"{KINGS} w - - 0 1 !", "there are 0 dice"),
        (f"{KINGS} w - - 0 1 PNB!", "has not begun"),
        (f"{KINGS} w - - 0 1 PN!", "no king can be taken"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1 PNB", "a king has been taken"),
    ],
)
def test_a_bad_field_is_refused_by_name(text, words):
    with pytest.raises(BadNotation) as caught:
        parse_dfen(text)
    assert words in str(caught.value)
    assert f"'{text}'" in str(caught.value)


def test_the_start_is_the_orthodox_one():
    assert board_text(parse_dfen(START)) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
