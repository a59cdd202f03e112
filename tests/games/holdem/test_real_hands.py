"""Hands of real tables: blinds and antes of all kinds, decimals, and cards nobody showed.

Pokerkit is the oracle for what was posted, who acts and who gets what.
"""

import warnings
from decimal import Decimal

import numpy as np
import pytest

from kibitz.core.game import turn
from kibitz.core.kernel import COMPILED
from kibitz.games.holdem.histories.hand import End
from kibitz.games.holdem.histories.phh import parse_phh
from kibitz.games.holdem.histories.tables import _toml, fields_of, sections
from kibitz.games.holdem.table.position import CALL, UNKNOWN, bet, paid, pot, to_call

HANDS = 60 if COMPILED else 4


def hand(actions, stacks, blinds, antes=None, **more):
    seats = len(stacks)
    fields = {
        "variant": "'NT'",
        "antes": f"[{', '.join(map(str, antes or [0] * seats))}]",
        "blinds_or_straddles": f"[{', '.join(map(str, blinds))}]",
        "min_bet": more.pop("min_bet", 2),
        "starting_stacks": f"[{', '.join(map(str, stacks))}]",
        "actions": f"[{', '.join(repr(action) for action in actions)}]",
        **more,
    }
    text = "".join(f"{name} = {value}\n" for name, value in fields.items())
    return text, parse_phh(text)[0]


def stacks_after(found):
    """What each seat has at the end, in the amounts of the file."""
    results = found.played.results
    assert results is not None
    return [
        (one.stack + round(result * found.game.big)) * found.unit
        for one, result in zip(found.posted.seats, results, strict=True)
    ]


def pokerkit_stacks(lines, rest, stacks, blinds, antes, trims):
    """The same by pokerkit, which shows all hands; the rest of the board is run out."""
    from pokerkit import Automation as Does
    from pokerkit import NoLimitTexasHoldem

    warnings.simplefilter("ignore")
    asked = {Does.HOLE_DEALING, Does.BOARD_DEALING, Does.RUNOUT_COUNT_SELECTION}
    does = tuple(set(Does) - asked)
    state = NoLimitTexasHoldem.create_state(does, trims, antes, blinds, 2, stacks, len(stacks))
    for line in lines:
        who, what, *amount = line.split()
        if what == "dh":
            state.deal_hole(amount[1])
        elif who == "d":
            state.deal_board(amount[0])
        elif what == "cbr":
            state.complete_bet_or_raise_to(int(amount[0]))
        else:
            (state.fold if what == "f" else state.check_or_call)()
    while state.status:
        if state.can_check_or_call():  # by a seat that nobody is left to bet against
            state.check_or_call()
            continue
        cards = 2 if state.board_cards else 6
        state.deal_board(rest[:cards])
        rest = rest[cards:]
    return list(state.stacks)


def test_amounts_with_decimals_are_exact_and_their_unit_is_kept():
    _, found = hand(["p1 cbr 0.75", "p2 f"], ["7.35", "10.10"], ["0.25", "0.10"], min_bet="0.25")
    assert found.unit == Decimal("0.05")
    assert stacks_after(found) == [Decimal("7.60"), Decimal("9.85")]
    record = found.record()
    assert record.tags["unit"] == "0.05"
    assert record.replay().end == found.end


def test_whole_amounts_stay_as_they_are_and_huge_ones_are_scaled():
    _, small = hand(["p2 f"], [150, "200.00"], [1, 2])
    assert (small.unit, small.game.big) == (1, 2)
    _, huge = hand(["p2 f"], [3_000_000, 4_000_000], [500, 1000], min_bet=1000)
    assert huge.unit == 500
    assert stacks_after(huge) == [3_000_500, 3_999_500]


@pytest.mark.parametrize(
    ("seats", "blinds", "antes", "actor", "price"),
    [
        (3, [1, 2, 0], [0, 0, 0], 2, 2),
        (4, [1, 2, 4, 0], [0] * 4, 3, 4),  # a straddle
        (4, [1, 2, 0, 4], [0] * 4, 0, 3),  # a straddle by the button
        (3, [2, 0, 0], [0, 0, 0], 1, 2),  # no small blind
        (4, [1, 2, 0, -2], [0] * 4, 2, 2),  # a late comer posts
        (4, [1, 2, 0, -3], [0] * 4, 2, 2),  # and a dead small blind with it
        (3, [1, 2, 0], [0, 2, 0], 2, 2),  # the big blind pays the ante for all
        (2, [1, 2], [0, 0], 1, 1),
        (2, [2, 1], [0, 0], 0, 1),  # the wrong way round
        (10, [1, 2] + [0] * 8, [1] * 10, 2, 2),
    ],
)
def test_who_acts_first_and_what_it_costs(seats, blinds, antes, actor, price):
    _, found = hand([], [100] * seats, blinds, antes)
    p = found.start
    assert (turn(p), to_call(p, p.seat)) == (actor, price)
    assert pot(p) == sum(map(abs, blinds)) + sum(antes)
    assert found.start_text == found.game.position_text(p)
    assert found.game.parse_position(found.start_text) == p


def test_an_ante_by_one_seat_is_in_the_pot_and_in_no_bet():
    actions = ["d dh p1 AhAd", "d dh p2 8h3d", "d dh p3 KcQc", "p3 cc", "p1 cc", "p2 cc"]
    checks = [f"p{seat} cc" for seat in (1, 2, 3)]
    board = ["d db 2c7d9s", *checks, "d db Jc", *checks, "d db 4d", *checks]
    table = ([100, 100, 100], [1, 2, 0], [0, 2, 0])
    _, found = hand([*actions, *board], *table)
    assert bet(found.start, 1) == 2
    assert paid(found.start, 1) == 4
    assert stacks_after(found) == [106, 96, 98]
    pytest.importorskip("pokerkit")
    assert pokerkit_stacks([*actions, *board], "", *table, trims=False) == [106, 96, 98]


def test_a_hand_that_is_all_in_from_the_blinds_is_run_out_and_paid():
    pytest.importorskip("pokerkit")
    cards, board = ["d dh p1 AhAd", "d dh p2 8h3d"], "2c7d9sJcQd"
    for stacks, calls in (([1, 100], []), ([100, 1], []), ([2, 100], ["p2 cc"]), ([1, 1], [])):
        _, found = hand([*cards, *calls, f"d db {board}"], stacks, [1, 2])
        assert found.played.ended == End.PAID
        oracle = pokerkit_stacks([*cards, *calls], board, stacks, [1, 2], [0, 0], trims=True)
        assert stacks_after(found) == oracle


def test_random_tables_end_with_the_stacks_that_pokerkit_gives():
    """Any blinds, antes and stacks, short ones too, shoved and folded at random."""
    pytest.importorskip("pokerkit")
    rng = np.random.default_rng(11)
    for _ in range(HANDS):
        seats = int(rng.integers(2, 11))
        stacks = [int(n) for n in rng.integers(1, 40, seats)]
        blinds = [1, 2, *[0] * (seats - 2)]
        if seats > 3 and rng.random() < 0.5:
            blinds[2] = int(rng.choice([4, -2, 0]))
        trims = bool(rng.random() < 0.5)
        antes = [int(rng.random() < 0.7)] * seats
        if not trims and rng.random() < 0.5:
            antes = [0, 2, *[0] * (seats - 2)]
        status = str(trims).lower()
        _, found = hand([], stacks, blinds, antes, ante_trimming_status=status)
        actions, p = dealt(seats), found.start
        while turn(p) >= 0:
            move = int(rng.choice(found.game.legal_moves(p)[:8]))
            word = "f" if move == 0 else "cc" if move == CALL else f"cbr {move - CALL}"
            actions.append((p, f"p{p.seat + 1} {word}"))
            p = found.game.play(p, move)
        lines, rest = told(actions)
        whole = [*lines, f"d db {rest}"] if rest else lines
        text, found = hand(whole, stacks, blinds, antes, ante_trimming_status=status)
        assert found.played.ended == End.PAID
        oracle = pokerkit_stacks(lines, rest, stacks, blinds, antes, trims)
        assert stacks_after(found) == oracle, text


def dealt(seats):
    deck = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]
    np.random.default_rng(seats).shuffle(deck)
    return [(None, f"d dh p{i + 1} {deck[2 * i]}{deck[2 * i + 1]}") for i in range(seats)]


def told(actions):
    """Actions with the cards of the board in their places, and the rest of it, if it is run out."""
    lines, stage = [], 1
    used = {text[8:].strip()[i : i + 2] for _, text in actions if text[0] == "d" for i in (0, 2)}
    deck = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]
    left = [card for card in deck if card not in used][7:12]
    boards = ["", "", "".join(left[:3]), left[3], left[4]]
    for p, text in actions:
        while p is not None and stage < p.stage:
            stage += 1
            lines.append(f"d db {boards[stage]}")
        lines.append(text)
    folds = sum(text.endswith(" f") for _, text in actions)
    seats = sum(text.startswith("d dh") for _, text in actions)
    return lines, "".join(boards[stage + 1 :]) if seats - folds > 1 else ""


def test_a_check_with_nobody_left_to_bet_against_is_read_and_forgotten():
    cards = ["d dh p1 QdTh", "d dh p2 3sTd", "d dh p3 5d5c", "p1 f", "p2 cc", "d db 9sTsJsQsKs"]
    _, found = hand(cards, [6, 30, 1], [1, 2, 0], [1, 1, 1])
    assert found.played.ended == End.PAID
    assert len(found.moves) == 1
    assert sum(stacks_after(found)) == 37


def test_cards_that_nobody_showed_stay_unknown_in_the_record():
    actions = ["d dh p1 ????", "d dh p2 AhKh", "p2 cc", "p1 cc", "d db 2c7d9s", "p1 cc", "p2 cc"]
    later = ["d db Jc", "p1 cc", "p2 cc", "d db Qd", "p1 cc", "p2 cc", "p1 sm", "p2 sm AhKh"]
    _, found = hand([*actions, *later], [100, 100], [1, 2])
    assert found.played.ended == End.HIDDEN
    record = found.record()
    assert record.result is None
    assert record.tags["ended"] == "not all cards are known"
    assert " ????,AhKh 2c7d9sJcQd " in record.start
    assert record.replay().end == found.end
    _, half = hand(["d dh p1 Ah??", "p2 f"], [100, 100], [1, 2])
    assert half.holes[0] is not None
    assert UNKNOWN in half.holes[0]
    assert "Ah??,????" in half.record().start


def test_a_hand_shown_later_is_known_from_the_start():
    actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 100", "p1 cc", "p2 sm AhKh", "p1 sm QcQd"]
    _, found = hand([*actions, "d db 2c7d9s", "d db Jc", "d db 4d"], [100, 100], [1, 2])
    assert stacks_after(found) == [200, 0]


def test_stacks_that_nobody_wrote_down_are_deep_enough():
    _, found = hand(["p2 cbr 600", "p1 f"], ["inf", "inf"], [1, 2])
    assert found.posted.seats[0].stack >= 2000
    assert found.played.results == (-1.0, 1.0)


def test_a_fold_where_a_check_is_free_is_read():
    _, found = hand(["p2 cc", "p1 f"], [100, 100], [1, 2])
    assert found.played.results == (-1.0, 1.0)
    assert found.record().replay().end == found.end


def test_simple_lines_are_read_as_toml_reads_them():
    """The quick reader answers to the slow one, on everything it does not hand over to it."""
    text, _ = hand(["p2 f"], [150, "200.50"], [1, 2], players="['A', 'B']", time="16:40:52")
    text += 'venue = "The Club"\nyear = 2009\n# a remark\nant = true\nodd = [1.5, inf]\n'
    quick, slow = fields_of(text), _toml(text)
    assert {name: str(value) for name, value in quick.items()} == {
        name: str(value) for name, value in slow.items()
    }
    longer = 'actions = [\n  "p1 f",  # a remark\n]\nplayers = ["O\'Hara", "B"]\n'
    assert fields_of(longer) == _toml(longer)


def test_sections_end_where_the_next_begins():
    found = list(sections("[1]\na = 1\n[2]\nb = 2\n"))
    assert [(one.name, one.text.strip()) for one in found] == [("1", "a = 1"), ("2", "b = 2")]
    assert found[-1].end == len("[1]\na = 1\n[2]\nb = 2\n")
