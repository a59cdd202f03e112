"""One game: chance by its own seeds, views for players, failures for those who misbehave."""

import pytest

from kibitz.arena.pair import PairTable, forfeit_payoffs, player_at, seat_of
from kibitz.arena.table import Table
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.players.failure import MovedIllegally, Stalled
from kibitz.players.player import Player, RandomPlayer
from tests.arena.duel import KEEP, ROLL, DuelGame
from tests.arena.faulty import cheating, raising, slow


class Scripted(Player):
    """Always the same choice; remembers what it was shown."""

    text = "scripted"

    def __init__(self, choice):
        self.choice, self.seen = choice, []

    def move(self, view, seat, seed):
        self.seen.append((view, seat, seed))
        return self.choice


def dice(table):
    return [move for move, seat in zip(table.moves, table.seats, strict=True) if seat < 0]


def test_the_kth_chance_event_is_the_same_whatever_the_players_do():
    for seed in range(20):
        games = []
        for choices in ((KEEP, KEEP), (KEEP, ROLL), (ROLL, KEEP), (ROLL, ROLL)):
            table = Table(DuelGame(), [Scripted(choice) for choice in choices], seed)
            table.finish()
            games.append(dice(table))
        longest = max(games, key=len)
        assert [len(game) for game in games] == [2, 3, 3, 4]
        assert all(game == longest[: len(game)] for game in games)


def test_a_player_is_shown_its_own_die_and_not_the_other():
    players = [Scripted(ROLL), Scripted(ROLL)]
    Table(DuelGame(), players, 3).finish()
    (first, seat, _), (second, other_seat, _) = players[0].seen[0], players[1].seen[0]
    assert (seat, other_seat) == (0, 1)
    assert first.first > 0
    assert first.second == 0
    assert second.first == 0
    assert second.second > 0


def test_the_two_games_of_a_pair_share_chance_and_not_choices():
    players = [Scripted(ROLL), Scripted(ROLL)]
    PairTable(DuelGame(), players).play(nth(5, 0), {})
    seeds = [seed for player in players for _, _, seed in player.seen]
    assert len(set(seeds)) == 4
    (straight, _, _), (swapped, _, _) = players[0].seen[0], players[1].seen[1]
    assert straight == swapped  # both saw the same first die from seat 0


def test_seats_go_round_so_that_everybody_sits_everywhere_once():
    for seats in (2, 3, 4):
        for player in range(seats):
            sat = [seat_of(player, number, seats) for number in range(seats)]
            assert sorted(sat) == list(range(seats))
            assert [player_at(seat, n, seats) for n, seat in enumerate(sat)] == [player] * seats


def test_an_illegal_move_and_a_late_one_are_failures():
    game = make_game("tictactoe")
    with pytest.raises(MovedIllegally, match=r"scripted played 9, which is not legal in \.\.\./"):
        Table(game, [Scripted(9), Scripted(9)], 1).finish()
    late = slow(game, 0.25)
    with pytest.raises(Stalled, match=r"slow took \d+\.\d+ s; the limit is 0.01 s"):
        Table(game, [late, late], 1, limit_seconds=0.01).finish()


def test_whoever_fails_loses_that_game_and_the_pair_goes_on():
    game = make_game("tictactoe")
    kinds = set()
    for maker in (raising, cheating):
        table = PairTable(game, [maker(game), RandomPlayer(game)], wants_records=True)
        for index in range(12):
            games, records = table.play(nth(9, index), {})
            for result, record in zip(games, records, strict=True):
                record.replay()
                if result.failure:
                    kinds.add((result.failure.kind, result.failure.reason.split(",")[0]))
                    assert result.failure.player == 0
                    assert result.points == (0.0, 1.0)
                    assert result.payoffs == (-1.0, 1.0)
                    assert record.tags["ended"].endswith(result.failure.kind)
    assert kinds == {
        ("crashed", "RuntimeError: I do not feel well"),
        ("illegal move", "faulty played -7"),
    }


def test_an_error_that_is_no_players_fault_is_not_hidden(monkeypatch):
    game = make_game("tictactoe")
    monkeypatch.setattr(Table, "payoffs", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        PairTable(game, [RandomPlayer(game)] * 2).play(1, {})


def test_a_forfeit_costs_the_least_payoff_and_sums_to_zero():
    assert forfeit_payoffs(DuelGame(), 1) == (5.0, -5.0)


def test_a_game_is_taken_up_again_where_it_was_left():
    for seed in range(5):
        players = [Scripted(ROLL), Scripted(KEEP)]
        whole = Table(DuelGame(), players, seed)
        whole.finish()
        for played in range(len(whole.moves)):
            again = Table(DuelGame(), players, seed)
            for move in whole.moves[:played]:
                again.advance(move)
            again.finish()
            assert again.moves == whole.moves
            assert again.seats == whole.seats
