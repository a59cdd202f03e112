"""What a game tells of its positions: by what each seat knew, once, for any number of seats."""

from dataclasses import replace

import pytest

from kibitz.core import record as record_module
from kibitz.core import registry
from kibitz.core.game import payoff, play
from kibitz.core.record import Record, Replay
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.kuhn.rules import BET, PASS
from kibitz.store import entry as entry_module
from kibitz.store.entry import DRAW, LOSS, WIN, Entry, half_points, observations
from kibitz.store.positions import Counts
from kibitz.store.prospect import prospect
from kibitz.store.results import meetings
from kibitz.store.transfer import export_pgn
from tests.store.games import random_record, random_records
from tests.toys.trio import TrioGame

JACK, QUEEN, KING = 1, 2, 3
TOYS = {"trio": TrioGame}


@pytest.fixture(autouse=True)
def _toys(monkeypatch):
    known = registry.game_class
    monkeypatch.setattr(registry, "game_class", lambda name: TOYS.get(name) or known(name))


def record_of(game, moves, seed=1):
    p, texts = game.start(), []
    for move in moves:
        texts.append(game.move_text(p, move))
        p = play(p, move)
    result = tuple(float(payoff(p, seat)) for seat in range(game.seats))
    players = tuple(f"player {seat}" for seat in range(game.seats))
    start = game.position_text(game.start())
    return Record(game.name, start, players, seed, tuple(texts), result)


def test_a_seat_is_counted_by_what_it_knew():
    """Seat 0 holds the King twice; the other has the Jack once and the Queen once."""
    jack, queen = (
        Entry.of(record_of(KuhnGame(), [KING, other, PASS, BET, BET])) for other in (JACK, QUEEN)
    )
    mine = [[o.key for o in e.observations if o.seat == 0] for e in (jack, queen)]
    theirs = [[o.key for o in e.observations if o.seat == 1] for e in (jack, queen)]
    assert mine[0] == mine[1]
    assert len(mine[0]) == 2  # it passed and it called; the deal was nobody's
    assert theirs[0] != theirs[1]
    assert {o.half_points for o in jack.observations if o.seat == 0} == {WIN}


def test_a_view_that_comes_up_twice_in_a_game_counts_once():
    replay = random_record(1).replay()
    again = Replay(replay.record, replay.game, replay.steps * 2, replay.end)
    assert observations(again) == observations(replay)
    assert len(observations(replay)) == len(replay.steps)


def test_a_game_of_three_has_one_winner_and_is_kept_but_not_rated(archive):
    game = TrioGame()
    record = record_of(game, [2, 2, 2, 2, 2, 2])  # the third takes the last
    assert record.result == (-1.0, -1.0, 2.0)
    archive.add([record, replace(record, seed=2)])
    p = play(play(game.start(), 2), 2)
    assert archive.positions.counts("trio", game.start(), 0) == Counts(2, 0, 0)
    assert archive.positions.counts("trio", p, 2) == Counts(2, 2, 0)
    assert meetings(archive) == {}
    assert list(export_pgn(archive)) == []


def test_chips_are_a_win_rate_in_the_archive(archive):
    game = KuhnGame()
    deals = [(KING, JACK), (KING, QUEEN), (QUEEN, KING), (QUEEN, JACK)]  # the higher card wins
    records = [record_of(game, [a, b, PASS, PASS], 3 * a + b) for a, b in deals]
    archive.add(records)
    queen = play(play(game.start(), QUEEN), JACK)
    known = prospect(archive, game, queen, wanted_error=0.5)
    assert (known.value, known.n, known.unit, known.source) == (0.5, 2, "win rate", "archive")


def test_half_points_compare_with_the_mean_of_all():
    assert [half_points((0.0, 0.0), seat) for seat in (0, 1)] == [DRAW, DRAW]
    assert [half_points((5.0, 3.0), seat) for seat in (0, 1)] == [WIN, LOSS]
    assert [half_points((-3.0, 0.0, 3.0), seat) for seat in (0, 1, 2)] == [LOSS, DRAW, WIN]


def test_what_is_kept_ready_changes_no_entry_and_stays_small(monkeypatch):
    records = [*random_records(30), *random_records(30, "nim(3,4)"), *random_records(30, "nim")]
    cold = []
    for record in records:
        record_module._known_steps.clear()
        entry_module._places.clear()
        cold.append(Entry.of(record))
    assert [Entry.of(record) for record in records] == cold  # warm by now, and across games
    monkeypatch.setattr(record_module, "MOST_STEPS", 7)
    monkeypatch.setattr(entry_module, "MOST_PLACES", 5)
    record_module._known_steps.clear()
    entry_module._places.clear()
    assert [Entry.of(record) for record in records] == cold
    assert len(record_module._known_steps) <= 7
    assert len(entry_module._places) <= 5
