"""Keys against the symmetries of the rules."""

from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.key import (
    book_key,
    canonical,
    code_mirrored,
    files_mirrored,
    normalised,
)
from kibitz.games.dicechess.notation import START, micro_text, parse_dfen
from tests.games.dicechess.positions import random_positions


def before_rolls():
    return [p for p in random_positions(150, seed=11) if not p.dice]


def test_colours_swapped_have_one_key():
    for p in before_rolls():
        assert canonical(p) == canonical(p._replace(seat=1 - p.seat))


def test_mirrored_files_have_one_key_only_without_castling_rights():
    for p in before_rolls():
        if not p.rights:
            mirrored = files_mirrored(p)
            assert canonical(mirrored).position == canonical(p).position
            assert files_mirrored(mirrored) == p
            assert king_risk(mirrored, 0) == king_risk(p, 0)
    with_rights = parse_dfen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert not canonical(with_rights).is_mirrored


def test_clocks_do_not_matter_and_boards_do():
    p = parse_dfen("4k3/8/8/8/8/8/8/R3K3 w Q - 5 9")
    assert canonical(p) == canonical(parse_dfen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
    assert canonical(p) != canonical(parse_dfen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))


def test_targets_that_nobody_can_take_are_dropped():
    takeable = parse_dfen("4k3/8/8/pPp5/8/8/8/4K3 w - a6c6 0 1")
    assert normalised(takeable).endswith("w - a6c6")
    idle = parse_dfen("4k3/8/8/p1p4P/8/8/8/4K3 w - a6c6 0 1")  # h5 attacks g6 alone
    assert normalised(idle).endswith("w - -")


def test_the_book_key_sorts_the_dice_by_the_alphabet():
    assert book_key(parse_dfen(START + " PBR")).endswith("w KQkq - BPR")
    black = parse_dfen(START.replace(" w ", " b ") + " KNP")
    assert book_key(black).endswith("b KQkq - knp")


def test_a_mirrored_micro_move_is_the_move_on_the_other_wing():
    code = (8 << 9) | (24 << 3)
    assert micro_text(0, code) == "a2a4"
    assert micro_text(0, code_mirrored(code)) == "h2h4"
