"""Keys against the symmetries of the rules, and counted games against known formulas."""

import pytest
from scipy import stats

from kibitz.errors import BadValue
from kibitz.games.dicechess.book import Cell, best_turn, prior_games
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
            assert canonical(mirrored).key == canonical(p).key
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


def test_a_sparse_cell_shrinks_towards_the_rollout():
    assert Cell().rate(0.7) == 0.7
    assert Cell(10, 0, 0).rate(0.5, prior_games=10) == pytest.approx(0.75)
    assert Cell(900, 0, 100).rate(0.5, prior_games=10) == pytest.approx(0.896, abs=0.001)
    assert Cell(1, 2, 3) + Cell(1, 1, 1) == Cell(2, 3, 4)
    assert Cell(1, 2, 3).flipped() == Cell(3, 2, 1)


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (7, 10), (600, 1000)])
def test_the_lower_bound_is_wilsons(wins, games):
    interval = stats.binomtest(wins, games).proportion_ci(confidence_level=0.9, method="wilson")
    assert Cell(wins, 0, games - wins).lower_bound() == pytest.approx(interval.low, abs=1e-12)


def test_a_rollout_is_worth_the_games_whose_error_it_has():
    law = stats.beta(0.6 * 100, 0.4 * 100)
    assert prior_games(0.6, law.std()) == pytest.approx(100)
    with pytest.raises(BadValue, match="not above 0"):
        prior_games(0.5, 0.0)


def test_a_book_prefers_what_is_proved_to_what_is_lucky():
    cells = {"e2e4": Cell(600, 0, 400), "a2a3": Cell(2, 0, 0), "b2b3": Cell()}
    assert best_turn(cells) == "e2e4"
    assert best_turn(cells, least_games=2000) is None
    assert best_turn({}) is None


def test_counts_and_priors_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="negative"):
        Cell(-1)
    with pytest.raises(BadValue, match="makes no sense"):
        Cell().rate(1.5)
