"""Asking the solver: what answers hold, and what is refused."""

import dataclasses
import subprocess
import sys
from typing import Any

import pytest

from kibitz.core.request import fields_of
from kibitz.core.sheet import Cells, Listing
from kibitz.errors import KibitzError
from kibitz.games.holdem.cards.combos import CLASS_TEXTS
from kibitz.games.holdem.solver.requests import LookRequest, SolveRequest

SPOT: dict[str, Any] = {
    "board": "Qs7h2h4s",
    "oop": "TT-88,AJs,KQs",
    "ip": "AA,KK,QJs,T9s",
    "pot": 100,
    "stack": 250,
    "bets": "50,allin",
    "raises": "75",
    "threads": 1,
}


def test_asking_loads_nothing_heavy():
    code = (
        "import sys, kibitz.games.holdem.solver.requests;"
        "sys.exit(bool({'numpy', 'numba', 'rich', 'click'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_doors_can_read_every_field():
    names = [field.name for field in fields_of(SolveRequest)]
    assert names[:5] == ["board", "oop", "ip", "pot", "stack"]
    assert {"bets_flop", "raises_river", "target", "megabytes", "save"} <= set(names)
    assert all(
        field.help for request in (SolveRequest, LookRequest) for field in fields_of(request)
    )


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("solved") / "spot.kbz")
    return list(SolveRequest(**SPOT, save=path).answers())


@pytest.mark.compiled
def test_snapshots_lead_to_the_answer(solved):
    *before, answer = solved
    assert all(snapshot.progress is not None for snapshot in before)
    assert answer.progress is None
    assert answer.stopped == "target"
    assert answer.exploitability_percent <= 0.5
    assert answer.exploitability == pytest.approx(answer.exploitability_percent)  # the pot is 100
    assert sum(answer.ev) == pytest.approx(100)
    assert answer.root.seat == "oop"
    assert [share.action for share in answer.root.actions] == ["X", "B50", "A250"]
    assert sum(share.frequency for share in answer.root.actions) == pytest.approx(1)


@pytest.mark.compiled
def test_the_grid_has_a_cell_for_each_class_of_the_range_alone(solved):
    grid = next(block for block in solved[-1].sheet() if isinstance(block, Cells))
    filled = {
        text
        for cells, texts in zip(grid.rows, grid.texts, strict=True)
        for cell, text in zip(cells, texts, strict=True)
        if cell is not None
    }
    assert filled == {"TT", "99", "88", "AJs", "KQs"}
    assert [text for row in grid.texts for text in row] == list(CLASS_TEXTS)
    assert all(0 <= cell <= 1 for row in grid.rows for cell in row if cell is not None)


@pytest.mark.compiled
def test_a_look_at_the_root_agrees_with_the_answer(solved):
    answer = solved[-1]
    look = LookRequest(answer.saved).answer()
    assert [a.action for a in look.actions] == [a.action for a in answer.root.actions]
    assert [a.frequency for a in look.actions] == pytest.approx(
        [a.frequency for a in answer.root.actions], abs=1e-9
    )
    assert look.ev == pytest.approx(answer.ev, abs=1e-3)
    assert len(look.combos) == 3 * 6 + 2 * 4 - 1  # the queen of spades is on the board


@pytest.mark.compiled
def test_a_look_at_one_hand_shows_its_actions(solved):
    look = LookRequest(solved[-1].saved, "X-B50", "AhJh").answer()
    (combo,) = look.combos
    assert combo.combo == "AhJh"
    assert [action.action for action in combo.actions] == ["F", "C", "R200"]
    assert combo.actions[0].value == pytest.approx(0, abs=1e-3)
    listings = [block for block in look.sheet() if isinstance(block, Listing)]
    assert listings[-1].rows[0][0] == "AhJh"


@pytest.mark.compiled
def test_what_there_is_is_saved_when_the_caller_stops(tmp_path):
    path = tmp_path / "stopped.kbz"
    answers: Any = SolveRequest(**{**SPOT, "save": str(path), "target": 0.0}).answers()
    next(answers)
    answers.close()
    assert LookRequest(str(path)).answer().exploitability_percent > 0


@pytest.mark.compiled
@pytest.mark.parametrize(
    "change",
    [
        {"board": "QsQs2h"},
        {"oop": "QsJs"},
        {"bets": "0"},
        {"bets_turn": "nought"},
        {"stack": 0},
        {"pot": 0},
        {"megabytes": 0.01},
        {"threads": 0},
        {"target": -1.0},
        {"save": "/nowhere/at/all"},
    ],
    ids=str,
)
def test_bad_requests_are_refused_in_one_sentence(change):
    with pytest.raises(KibitzError) as caught:
        SolveRequest(**{**SPOT, "iterations": 1, **change}).answer()
    assert "\n" not in str(caught.value)


@pytest.mark.compiled
def test_streets_can_have_sizes_of_their_own():
    spot = {**SPOT, "bets_turn": "33", "raises_turn": "", "bets_river": "allin", "iterations": 1}
    answer = SolveRequest(**spot).answer()
    assert [share.action for share in answer.root.actions] == ["X", "B33"]
    assert answer.stopped == "iterations"
    assert dataclasses.is_dataclass(answer)


@pytest.mark.compiled
def test_a_spot_in_decimals_is_the_same_spot_in_hundredths(tmp_path):
    spot: dict[str, Any] = {"board": "Qs7h2h4s9c", "oop": "TT-88,AJs,KQs", "ip": "AA,KK,QJs,T9s"}
    limits: dict[str, Any] = {"iterations": 60, "target": 0.0, "threads": 1, "raises": "75"}
    file = str(tmp_path / "small.kbz")
    *_, small = SolveRequest(**spot, pot=5.5, stack=97.5, save=file, **limits).answers()
    *_, large = SolveRequest(**spot, pot=550, stack=9750, **limits).answers()
    assert (small.pot, small.stack) == (5.5, 97.5)
    assert [share.action for share in small.root.actions] == ["X", "B2.75", "B5.5"]
    assert [share.frequency for share in small.root.actions] == pytest.approx(
        [share.frequency for share in large.root.actions], abs=1e-3
    )
    assert small.ev == pytest.approx([chips / 100 for chips in large.ev], abs=1e-3)
    look = next(LookRequest(file, "X-B2.75").answers())
    assert look.pot == 8.25
    assert look.actions[0].action == "F"
    assert look.actions[0].value == pytest.approx(0, abs=1e-6)
