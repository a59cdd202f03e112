"""What goes into the archive comes out of it, once and whole."""

from collections import Counter
from dataclasses import replace

import pytest

from kibitz.core.game import payoff, turn
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord, BadValue, UnknownName
from kibitz.store.archive import Archive
from kibitz.store.positions import Counts
from kibitz.store.selection import Selection
from tests.store.games import random_record, random_records


def stored(archive, **wanted):
    return [Record.from_json(line) for line in archive.lines(Selection(**wanted))]


def test_records_come_out_as_they_went_in_and_in_order(archive):
    records = random_records(7) + random_records(5, "nim")
    archive.add(records[:4])
    archive.add(records[4:])
    assert stored(archive) == records
    assert [archive.record(i) for i in archive.add(records).ids] == records


def test_a_game_is_kept_and_counted_once_however_often_it_comes(archive):
    records = random_records(6)
    assert archive.add([*records, records[2]]).new == 6
    before = archive.totals()
    times = replace(records[0], seconds=(0.1,) * len(records[0].moves), tags={"event": "again"})
    again = archive.add([*records, times])
    assert (again.new, again.ids[0]) == (0, again.ids[-1])
    assert archive.totals() == before
    start = make_game("tictactoe").start()
    assert archive.positions.counts("tictactoe", start, 0).n == 6


def test_a_game_by_other_players_or_from_another_seed_is_another_game(archive):
    record = random_record(1)
    others = [replace(record, seed=2), replace(record, players=("random", "mcts"))]
    assert archive.add([record, *others]).new == 3


def test_counters_equal_a_count_by_hand(archive):
    """The twin replays by text and counts in a dictionary keyed by text and seat."""
    records = random_records(40)
    archive.add(records[:25])
    archive.add(records[25:])
    game = make_game("tictactoe")
    seen: Counter[tuple[str, int, float]] = Counter()
    for record in records:
        p = game.parse_position(record.start)
        for text in record.moves:
            seat = len([c for c in game.position_text(p) if c in "XO"]) % 2
            seen[game.position_text(p), seat, record.result[seat]] += 1
            p = game.play(p, game.parse_move(p, text))
    keys = {(text, seat) for text, seat, _ in seen}
    assert archive.totals()["positions"] == len(keys) > 100
    for text, seat in keys:
        wins, draws, losses = (seen[text, seat, result] for result in (1.0, 0.0, -1.0))
        expected = Counts(wins + draws + losses, wins, draws)
        assert archive.positions.counts("tictactoe", game.parse_position(text), seat) == expected


def test_rules_with_other_options_have_counters_of_their_own(archive):
    archive.add(random_records(3, "nim") + random_records(2, "nim(3,4,5,misere=true)"))
    plain, misere = make_game("nim"), make_game("nim(3,4,5,misere=true)")
    assert archive.positions.counts("nim", plain.start(), 0).n == 3
    assert archive.positions.counts(misere.text, misere.start(), 0).n == 2
    assert archive.positions.counts("nim(1,2)", plain.start(), 0) == Counts()


def test_unfinished_and_forfeited_games_are_kept_but_count_for_no_position(archive):
    whole = random_record(1)
    cut = replace(whole, moves=whole.moves[:3], result=None)
    forfeit = replace(cut, result=(1.0, -1.0), tags={"ended": "seat 1 crashed"})
    archive.add([cut, forfeit])
    assert archive.totals()["positions"] == 0
    assert [s.ended for s in archive.summaries()] == ["seat 1 crashed", "unfinished"]
    assert archive.summaries()[0].payoffs == (1.0, -1.0)
    assert archive.summaries()[1].payoffs == (None, None)


def test_a_batch_with_one_bad_record_leaves_nothing_behind(archive):
    good, bad = random_record(1), replace(random_record(2), result=(9.0, -9.0))
    with pytest.raises(BadRecord, match="claims the result"):
        archive.add([good, bad])
    assert set(archive.totals().values()) == {0}


def test_a_write_that_fails_half_way_leaves_nothing_behind(archive, monkeypatch):
    archive.add([random_record(1)])
    before = archive.totals()

    def fail(*_):
        raise RuntimeError("the power went out")

    monkeypatch.setattr(archive.positions, "save", fail)
    with pytest.raises(RuntimeError):
        archive.add([random_record(2)])
    assert archive.totals() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"players": ("random",)}, "names 1 players, but tictactoe has 2 seats"),
        ({"players": ("random", "")}, "'' is not a printable name"),
        ({"players": ("random", "a\x00b")}, "is not a printable name"),
        ({"tags": {"event": 3}}, "tags are not all text"),
        ({"tags": {"event": "\ud800"}}, "half a character"),
        ({"seconds": (float("nan"),)}, "not all numbers"),
        ({"result": (0.0,), "moves": (), "tags": {"ended": "x"}}, "gives 1 results"),
    ],
)
def test_what_a_database_could_not_hold_is_refused(archive, change, complaint):
    with pytest.raises(BadRecord, match=complaint):
        archive.add([replace(random_record(1), **change)])
    assert archive.totals()["games"] == 0


def test_games_are_selected_by_rules_and_by_player(archive):
    archive.add(random_records(3))
    archive.add(random_records(2, "nim") + random_records(1, "nim(3,4,5,misere=true)"))
    archive.add([random_record(9, players=("mcts", "rollout"))])
    count = lambda **wanted: len(stored(archive, **wanted))  # noqa: E731
    assert (count(), count(game="nim"), count(game="nim(3,4,5,misere=true)")) == (7, 3, 1)
    assert (count(player="mcts"), count(player="expert"), count(player="%")) == (1, 6, 0)
    assert count(game="nim", player="mcts") == 0
    assert [s.players for s in archive.summaries(limit=1)] == [("mcts", "rollout")]
    assert archive.games_by_rules() == {"tictactoe": 4, "nim": 2, "nim(3,4,5,misere=true)": 1}
    with pytest.raises(UnknownName, match="did you mean 'nim'"):
        stored(archive, game="nimm")


def test_an_archive_is_still_there_when_it_is_opened_again(place):
    with Archive.open(place) as first:
        first.add(random_records(2))
    with Archive.open(place, create=False) as second:
        assert stored(second) == random_records(2)


def test_a_game_that_is_not_there_is_named(archive):
    with pytest.raises(BadValue, match="has no game 7"):
        archive.record(7)


def test_the_result_counts_for_the_seat_that_decided(archive):
    """In tic-tac-toe from XX./OO./... whoever is to move wins at once."""
    game = make_game("tictactoe")
    p = game.parse_position("XX./OO./...")
    end = game.play(p, game.parse_move(p, "c1"))
    assert payoff(end, 0) == 1.0
    archive.add([Record("tictactoe", "XX./OO./...", ("a", "b"), 1, ("c1",), (1.0, -1.0))])
    assert archive.positions.counts("tictactoe", p, turn(p)) == Counts(1, 1, 0)
    assert archive.positions.counts("tictactoe", p, 1) == Counts()
