"""Dice chess against the published vectors of two public engines, read where they lie.

Their move-generation files list first moves by a filter for a user interface. Where that
filter and the rule for whole turns differ, the rule for turns is ours. No published case
shows such a difference; DIFFERENCES names the two kinds with the cases of the rule page.
"""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import MOST_MICRO_MOVES, micro_moves
from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.dice import CASTLING, KING, ORDERED
from kibitz.games.dicechess.notation import micro_text, parse_dfen
from kibitz.games.dicechess.rules import board_of, moves, play

VECTORS = Path(
    os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[2] / ".." / "shared" / "vectors")
)
FOLDER = VECTORS / "dicechess"
needs_vectors = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no dice chess vectors in {FOLDER}; set KIBITZ_VECTORS"
)

# kind: (position, first moves that the filter refuses and the rule for turns allows)
DIFFERENCES = {
    "a first move that leads to a shorter king capture": [
        (
            "rnbk1br1/pp1p1p1p/4Nn2/2p1p1pq/6P1/3P4/PPP1PP1P/1RBQKBNR w - c6 0 5 NBK",
            {"c1d2"},
        ),
        ("8/3k1P2/2P5/8/5K2/8/8/8 w - - 0 1 PPN", {"f7f8q", "f7f8r", "f7f8b"}),
    ],
    "a maximum over paths that take no king": [
        ("8/2R1P1k1/3K1R2/8/8/8/8/8 w - - 0 1 PNN", {"e7e8q", "e7e8r", "e7e8b"}),
    ],
}


def cases(name):
    path = FOLDER / name
    return json.loads(path.read_text()) if path.is_file() else []


def first_moves(dfen):
    p, out = parse_dfen(dfen), np.empty(MOST_MICRO_MOVES, np.int64)
    return {micro_text(p.seat, int(code)) for code in out[: moves(p, out)]} - {"pass"}


MOVEGEN = [case for n in (1, 2, 3) for case in cases(f"movegen_{n}_dice.json")]


def titles(case):
    return case.get("title") or case.get("name")


@needs_vectors
@pytest.mark.parametrize("case", MOVEGEN, ids=titles)
def test_first_moves_are_those_of_the_published_cases(case):
    assert first_moves(case["fen"]) ^ set(case["expectedMoves"]) == set()


@needs_vectors
def test_there_are_39_published_cases_of_move_generation():
    assert len(MOVEGEN) == 39


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_where_the_filter_and_the_turn_rule_differ_the_turn_rule_is_ours(kind):
    for dfen, allowed in DIFFERENCES[kind]:
        assert allowed <= first_moves(dfen), dfen


def perft(p, kind, depth):
    """Count the micro-moves of one kind `depth` deep, sides taking turns.

    The published counts have castling among the king's moves whatever the other dice show.
    """
    dice, out = CASTLING if kind == KING else 1 << 2 * kind, np.empty(MOST_MICRO_MOVES, np.int64)
    count = pseudo_legal(p, dice, out)
    codes = [int(code) for code in out[:count] if kind != KING or p.kings >> (code >> 9) & 1]
    if depth == 1:
        return len(codes)
    return sum(perft(play(p._replace(dice=dice), code), kind, depth - 1) for code in codes)


@kernel
def pseudo_legal(p, dice, out):
    return micro_moves(board_of(p), dice, out)


@needs_vectors
@pytest.mark.parametrize("case", cases("perft_suite.json"), ids=titles)
def test_perft_counts_the_published_nodes(case):
    kind = case["diceRoll"] - 1
    assert perft(parse_dfen(case["fen"]), kind, case["depth"]) == case["expectedNodes"]


CAPTURES = cases("king_capture_probabilities.json")


@needs_vectors
def test_there_are_14_published_counts_and_14_published_probabilities():
    assert len(cases("perft_suite.json")) == 14
    assert len(CAPTURES["testCases"]) == 14


@needs_vectors
@pytest.mark.parametrize("case", CAPTURES and CAPTURES["testCases"], ids=titles)
def test_the_king_is_taken_with_the_published_probability(case):
    p = parse_dfen(case["fen"])
    assert king_risk(p, 1 - p.seat) / ORDERED == pytest.approx(
        case["expectedKingProbability"], abs=5e-5
    )


@needs_vectors
@pytest.mark.compiled
def test_every_turn_of_the_published_opening_book_is_legal():
    from kibitz.games.dicechess.turnlist import TurnList

    catalog = cases("opening_book_catalog.json")
    for entry in catalog:
        found = TurnList.of(parse_dfen(f"{entry['fen']} 0 1 {entry['dice']}"))
        assert sorted(entry["moves"]) in [sorted(turn) for turn in found.texts()], entry
    assert len(catalog) == 118
