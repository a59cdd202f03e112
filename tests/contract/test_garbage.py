"""Nothing that is handed to a public function may bring the interpreter down."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.games.battleship.resistance import shots_needed
from kibitz.games.bluff.contest import contest
from kibitz.games.cribbage.table.pile import peg, pile_ranks
from kibitz.games.cribbage.table.text import cards_of
from kibitz.games.cribbage.throwing.throws import hand_spread, throws_of, win_chances
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.measured.result import next_equities
from kibitz.games.holdem.strategy.strategies import find_answer
from kibitz.search.coins import coin_values
from kibitz.stats.convergence import measured_rate

SIX, ALL = [0, 5, 10, 15, 20, 25], np.ones(COMBOS)
REFUSED = {
    "two cards": lambda: throws_of([0, 4], 1),
    "one card twice": lambda: throws_of([0, 0, 1, 2, 3, 4], 1),
    "a card too high": lambda: throws_of([*SIX[:5], 52], 1),
    "a card that is no number": lambda: throws_of([*SIX[:5], math.nan], 1),  # type: ignore[list-item]
    "a third role": lambda: throws_of(SIX, 2),
    "no samples": lambda: throws_of(SIX, 1, "sample", samples=0),
    "a score beyond the end": lambda: win_chances(SIX, 0, (121, 0), 10, 1),
    "a throw of one card": lambda: hand_spread(SIX, 1),
    "a rank too high": lambda: peg([13]),
    "a pile too high": lambda: peg([0] * 16),
    "a pile below nothing": lambda: pile_ranks(-1),
    "a set below nothing": lambda: cards_of(-1),
    "ships off the board": lambda: shots_needed(0, 1, 1, (5, 5), 2, 2),
    "no ship": lambda: shots_needed(0, 1, 1, ()),
    "a salvo of no shot": lambda: shots_needed(0, 1, 1, salvo=0),
    "a way nobody shoots": lambda: shots_needed(9, 1, 1),
    "a way nobody bluffs": lambda: contest(_bluff(), (0, 7, 0), 1, 1),
    "too few players": lambda: contest(_bluff(), (0,), 1, 1),
    "a strategy of one number": lambda: find_answer(0, 200, np.ones((1, 1)), np.ones(1), 1),
    "a board with a card that is none": lambda: next_equities((1 << 60, 5, 9), 700, ALL),
    "a board with a card twice": lambda: next_equities((5, 5, 9), 700, ALL),
    "a time that is no number": lambda: measured_rate(math.nan),
    "coins below nothing": lambda: coin_values("mock-turtles", -1),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED.keys())
def test_what_no_kernel_could_bear_is_refused_in_a_sentence(call):
    with pytest.raises(BadValue) as refused:
        call()
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


@pytest.mark.compiled
def test_garbage_brings_no_public_function_down():
    assert _fallen() == {}


@pytest.mark.compiled
def test_a_function_that_goes_down_is_told_by_its_name():
    fallen = _fallen("tests.toys.brittle")
    assert fallen["tests.toys.brittle"].startswith("SIGSEGV in tests.toys.brittle.read_at")


def _fallen(*modules):
    command = [sys.executable, "-m", "tests.contract.garbage", *modules]
    here, environment = Path(__file__).parents[2], {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        command, cwd=here, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _bluff():
    from kibitz.core.registry import make_game

    return make_game("bluff(3)").start()
