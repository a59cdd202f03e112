"""The book against a count of the whole games by hand, and its bounds against scipy's."""

from collections import Counter

import pytest
from scipy import stats

from kibitz.core.record import Record
from kibitz.errors import BadValue
from kibitz.games.dicechess.book import BookTurn, Cell, known_turns, opening_turns, ranked
from kibitz.games.dicechess.dice import MULTISETS
from kibitz.games.dicechess.key import normalised
from kibitz.games.dicechess.notation import START, parse_dfen
from kibitz.games.dicechess.tally import RollTally

SHUFFLE = "4k3/8/8/8/8/8/8/4K2R {side} - - 0 1"


def broken_off(start, moves, white):
    """A game that somebody resigned, for what its turns tell."""
    played, result, tags = tuple(moves.split()), (white, -white), {"ended": "resigned"}
    return Record("dicechess", start, ("a", "b"), 1, played, result, tags=tags).replay()


def test_a_sparse_cell_shrinks_towards_the_rollout():
    assert Cell().rate(0.7) == 0.7
    assert Cell(10, 0, 0).rate(0.5, worth=10) == pytest.approx(0.75)
    assert Cell(900, 0, 100).rate(0.5, worth=10) == pytest.approx(0.896, abs=0.001)
    assert Cell(1, 2, 3) + Cell(1, 1, 1) == Cell(2, 3, 4)
    assert Cell(1, 2, 3).flipped() == Cell(3, 2, 1)


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (7, 10), (600, 1000)])
def test_the_lower_bound_is_wilsons(wins, games):
    interval = stats.binomtest(wins, games).proportion_ci(confidence_level=0.9, method="wilson")
    assert Cell(wins, 0, games - wins).lower_bound == pytest.approx(interval.low, abs=1e-12)


def test_a_book_prefers_what_is_proved_to_what_is_lucky():
    p = parse_dfen(START)
    proved = BookTurn(("e2e4",), p, Cell(600, 0, 400))
    lucky = BookTurn(("a2a3",), p, Cell(2, 0, 0))
    unknown = BookTurn(("b2b3",), p, Cell())
    assert ranked([lucky, unknown, proved], 1) == [proved, lucky]
    assert ranked([lucky, unknown, proved], 3) == [proved]


def test_counts_and_priors_that_make_no_sense_are_refused():
    with pytest.raises(BadValue, match="negative"):
        Cell(-1)
    with pytest.raises(BadValue, match="makes no sense"):
        Cell().rate(1.5)


def test_a_turn_counts_for_its_mover_under_all_symmetries():
    """The rook's lift by White, by Black with colours swapped, and on the other wing."""
    tally = RollTally()
    tally.add(broken_off(SHUFFLE.format(side="w"), "RRR h1h2 h2h3 h3h4", 1.0))
    black = "4k2r/8/8/8/8/8/8/4K3 b - - 0 1"
    tally.add(broken_off(black, "RRR h8h7 h7h6 h6h5", -1.0))
    tally.add(broken_off("3k4/8/8/8/8/8/8/R2K4 w - - 0 1", "RRR a1a2 a2a3 a3a4", -1.0))
    for text in (SHUFFLE.format(side="w"), black, "3k4/8/8/8/8/8/8/R2K4 w - - 0 1"):
        (found,) = known_turns(parse_dfen(f"{text} RRR"), tally.cell, 1)
        assert found.cell == Cell(2, 0, 1)
        assert opening_turns(parse_dfen(text), tally.cell, 1)[MULTISETS.index((3, 3, 3))] == found


def test_only_the_turns_of_the_wanted_seats_and_moves_count():
    replay = broken_off(SHUFFLE.format(side="w"), "RRR h1h2 h2h3 h3h4 KKK e8e7 e7e6 e6e5", 1.0)
    white, black, early = RollTally(), RollTally(), RollTally()
    white.add(replay, (0,))
    black.add(replay, (1,))
    early.add(replay, most_moves=0)
    assert list(white.cells.values()) == [Cell(0, 0, 1)]  # for Black, about to roll
    assert list(black.cells.values()) == [Cell(1, 0, 0)]
    assert not early.cells


def test_the_book_is_what_a_count_by_hand_gives():
    """Random lines from the start, counted by normalised text, which the start's rights allow."""
    lines = [
        ("PPP a2a4 b2b4 c2c4", 1.0),
        ("PPP c2c4 b2b4 a2a4", 1.0),  # the same board
        ("PPP a2a3 b2b3 c2c3", -1.0),
        ("PPP a2a3 b2b3 c2c3", 1.0),
        ("PPP h2h3 g2g3 f2f3", 1.0),
    ]
    tally = RollTally()
    by_hand: Counter[tuple[str, float]] = Counter()
    for moves, white in lines:
        replay = broken_off(START, moves, white)
        tally.add(replay)
        end = replay.end
        by_hand[normalised(end), white] += 1
    rolled = parse_dfen(f"{START} PPP")
    found = known_turns(rolled, tally.cell, 1)
    assert {(normalised(t.after), 1.0): t.cell.wins for t in found} == {
        (text, 1.0): count for (text, white), count in by_hand.items() if white > 0
    }
    ((key, best),) = tally.lines(2)
    assert key == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - PPP"
    assert best.cell == Cell(2, 0, 0)
    assert set(best.moves) == {"a2a4", "b2b4", "c2c4"}


def test_a_pass_leads_to_a_position_but_is_no_choice_and_the_last_turn_leads_nowhere():
    tally = RollTally()
    record = Record(
        "dicechess",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        ("a", "b"),
        1,
        ("NNN", "pass", "QQQ", "pass", "RRR", "h1h8", "h8e8"),
        (1.0, -1.0),
    )
    tally.add(record.replay())
    assert sorted(tally.cells.values(), key=lambda cell: cell.wins) == [Cell(0, 0, 1), Cell(1)]
    assert not tally.turns
    assert known_turns(parse_dfen("4k3/8/8/8/8/8/8/4K2R w - - 0 1 NNN"), tally.cell, 1) == []
