"""Solutions in files: read as they were written, and refused where they were harmed."""

import numpy as np
import pytest

from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.games.holdem.solver.file import load_solution, save_solution
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import make_spot

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def solution():
    spot = make_spot("Qs7h2h4s", "TT-88,AJs,KQs:0.5", "AA,KK,QJs,T9s", 100, 250, "50,allin", "75")
    solver = SpotSolver(spot)
    *_, last = solver.run(0.5)
    return solution_of(solver, last)


@pytest.fixture
def saved(solution, tmp_path):
    path = tmp_path / "spot.kbz"
    save_solution(solution, path)
    return path


@pytest.mark.parametrize("line", ["", "X-B50", "X-X/9d", "B50-C/9c/X"])
def test_a_solution_reads_as_it_was_written(solution, saved, line):
    before, after = solution.node(line), load_solution(saved).node(line)
    assert (before.actions, before.pot, before.board) == (after.actions, after.pot, after.board)
    np.testing.assert_array_equal(before.strategy, after.strategy)
    for seat in (0, 1):
        np.testing.assert_array_equal(before.reach[seat], after.reach[seat])
        np.testing.assert_array_equal(before.values[seat], after.values[seat])


def test_the_facts_of_a_solution_are_kept(solution, saved):
    assert load_solution(saved).facts == solution.facts


@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.99])
def test_one_changed_bit_is_noticed(saved, part):
    content = bytearray(saved.read_bytes())
    content[int(len(content) * part)] ^= 4
    saved.write_bytes(content)
    with pytest.raises(BadRecord):
        load_solution(saved)


def test_a_file_cut_short_is_noticed(saved):
    saved.write_bytes(saved.read_bytes()[:-100])
    with pytest.raises(BadRecord, match="damaged"):
        load_solution(saved)


def test_a_file_of_another_version_is_refused(saved):
    content = saved.read_bytes()
    saved.write_bytes(content.replace(b"kibitz solution 1\n", b"kibitz solution 2\n", 1))
    with pytest.raises(BadRecord, match="version '2'"):
        load_solution(saved)


def test_other_files_missing_files_and_missing_folders_are_refused(solution, tmp_path):
    other = tmp_path / "other"
    other.write_text("hello")
    with pytest.raises(BadRecord, match="not a solution"):
        load_solution(other)
    with pytest.raises(BadValue, match="cannot be read"):
        load_solution(tmp_path / "missing")
    with pytest.raises(BadValue, match="cannot be written"):
        save_solution(solution, tmp_path / "missing" / "spot.kbz")


def test_what_is_no_solution_leaves_no_file(tmp_path):
    with pytest.raises(AttributeError):
        save_solution("no solution", tmp_path / "?")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Q", "unknown action 'Q'"),
        ("B51", "unknown action 'B51'"),
        ("X-X", "a card is dealt"),
        ("X-X-X", "a card is dealt"),
        ("X/9d", "no card is dealt"),
        ("X-X/7h", "on the board"),
        ("X-X/zz", "not a card"),
        ("B50-F", "the hand is over"),
        ("A250-C/9d", "all in"),
        ("X-X/9d/X-X", "the hand is over"),
    ],
)
def test_a_line_that_leads_nowhere_is_refused(solution, line, why):
    with pytest.raises(KibitzError, match=why):
        solution.node(line)


def test_actions_may_be_written_in_small_letters_with_blanks(solution):
    assert solution.node(" x - b50 ").pot == solution.node("X-B50").pot == 150
