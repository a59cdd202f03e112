"""The betting tree against the rules of no-limit betting, and input that is refused."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.games.holdem.solver.game import layout_of
from kibitz.games.holdem.solver.spot import make_spot, parse_sizes
from kibitz.games.holdem.solver.tree import build_tree

RIVER = "Ah7c2d9s3h"


def lines(bets, raises, pot=100, stack=200, board=RIVER):
    spot = make_spot(board, "KK", "QQ", pot, stack, bets, raises)
    return build_tree(spot).terminal_lines()


def test_without_sizes_both_check_to_the_showdown():
    assert lines("", "") == ["X-X"]


def test_a_bet_of_the_whole_stack_is_all_in_and_nobody_raises_it():
    after = [line for line in lines("200", "100") if line.startswith("A200")]
    assert after == ["A200-F", "A200-C"]


def test_sizes_that_come_to_the_same_amount_are_one_action():
    assert lines("200,300,allin", "") == lines("allin", "")


def test_a_raise_is_a_percentage_of_the_pot_after_calling():
    # A bet of 50 called makes 200: a pot-sized raise goes to 50 + 200.
    assert "B50-R250-C" in lines("50", "100", stack=1000)


def test_a_raise_is_at_least_as_large_as_the_one_before():
    # A tenth of the pot of 300 after calling 100 would be 30 more; the bet was 100.
    assert "B100-R200-C" in lines("100", "10", stack=250)


def test_a_bet_is_at_least_one_chip():
    assert "B1-C" in lines("1", "", pot=2)


def test_a_size_in_chips_is_bet_as_it_is_and_left_out_where_it_is_too_small():
    assert "B37-C" in lines("37c", "60c")
    assert not any("R60" in line for line in lines("37c", "60c"))  # a raise goes to 74 or more


def test_all_in_on_the_turn_leaves_nothing_to_decide_on_the_river():
    assert "A200-C" in lines("allin", "", board=RIVER[:8])


def test_chips_with_decimals_are_hundredths_and_named_as_the_user_counts():
    # Half of a pot of 5.5 is 2.75; a pot-sized raise of it goes to 2.75 + 11.
    assert "B2.75-R13.75-C" in lines("50", "100", pot=5.5, stack=97.5)
    assert "A97.5-C" in lines("allin", "", pot=5.5, stack=97.5)
    assert "B1.5-C" in lines("1.5c", "", pot=100)


def test_all_in_is_offered_only_where_it_is_small_enough_for_the_pot():
    assert "A200-C" in lines("allin:200", "")
    assert lines("allin:199", "") == lines("", "")


def test_a_cap_ends_the_raising_and_what_was_played_is_in_the_tree_anyhow():
    spot = make_spot(RIVER, "KK", "QQ", 100, 5000, "50", "100")
    flop, turn, river = spot.menus
    capped = flop, turn, river._replace(most=2)
    found = build_tree(replace(spot, menus=capped)).terminal_lines()
    assert "B50-R250-C" in found
    assert not any("R250-R" in line for line in found)
    played = replace(spot, menus=capped, played=(0, 30, 77, 500))
    more = set(build_tree(played).terminal_lines()) - set(found)
    assert {"X-B30-R77-R500-C", "X-B30-R77-F", "X-B30-R190-C"} <= more
    assert not any(line.startswith("B30") for line in more)  # nobody did that


def test_no_bet_is_below_the_least_one():
    spot = make_spot(RIVER, "KK", "QQ", 4, 100, "25", "")
    assert "B2-C" in build_tree(replace(spot, least=2)).terminal_lines()


@pytest.mark.parametrize(
    "change",
    [
        {"board": "Ah7c2d9s9s"},
        {"board": "Ah7c"},
        {"board": "Ah7c2d9s3h4h"},
        {"board": "Ah7c2x"},
        {"oop": "AhKh"},
        {"oop": "KsQs", "ip": "KsQs"},
        {"oop": "rubbish"},
        {"pot": 0},
        {"stack": 0},
        {"stack": -5},
        {"bets": "0"},
        {"bets": "50,abc"},
        {"raises": "-20"},
        {"bets": "1.23456c"},
        {"pot": 0.00001},
        {"pot": float("nan")},
        {"stack": 200000.5},
    ],
    ids=str,
)
def test_bad_spots_are_refused_in_one_sentence(change):
    good = {"board": RIVER, "oop": "KK", "ip": "QQ", "pot": 100, "stack": 200}
    with pytest.raises(KibitzError) as caught:
        make_spot(**{**good, **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("bets", "raises"), [("33,50,75,100", "50,100"), ("1", "1")])
def test_a_tree_beyond_the_memory_limit_is_refused_before_any_is_taken(bets, raises):
    spot = make_spot("Ah7c2d9s", "22+", "22+", 100, 100_000, bets, raises)
    with pytest.raises(KibitzError, match="more than 20 megabytes"):
        layout_of(spot, 20)


def test_the_estimate_is_what_the_arrays_take():
    layout = layout_of(make_spot(RIVER, "TT+,AKs", "99+,AQs+", 100, 500, "50,100", "100"))
    arrays: list[Any] = [a for books in layout.empty_books() for book in books for a in book[1:]]
    arrays += [a for pair in layout.seats for seat in pair for a in seat[1:]]
    taken = sum(array.nbytes for array in arrays) / 1e6
    assert layout.megabytes == pytest.approx(taken, rel=0.1)


def test_sizes_are_read_and_written():
    text = "33.3333333,50,allin,120c"
    assert ",".join(map(str, parse_sizes(text, "bets"))) == text
