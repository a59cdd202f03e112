"""The laws of the contract, over every registered game."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.game import (
    CHANCE,
    OVER,
    key,
    moves,
    payoff,
    play,
    policy,
    sample,
    turn,
    view,
    weight,
    world,
)
from kibitz.core.ink import Ink
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.seeds import stream
from kibitz.core.shown import shown
from tests.contract.walks import all_games, decisions, game_of, random_game, trace

GAMES = 8 if COMPILED else 2
TRACED = 3


@pytest.fixture(params=all_games())
def game(request):
    return game_of(request.param)


def test_a_game_is_made_again_from_its_own_text(game):
    again = make_game(game.text)
    assert again.text == game.text
    assert again.start() == game.start()


def test_moves_are_ascending_and_within_the_scratch(game):
    for p, _ in _positions(game):
        legal = game.legal_moves(p)
        assert legal == sorted(set(legal))
        assert len(legal) <= game.most_moves
        assert bool(legal) or turn(p) in (OVER, CHANCE)


def test_chance_outcomes_have_positive_weights_and_only_chance_has_outcomes(game):
    for p, _ in _positions(game):
        if turn(p) == CHANCE:
            assert game.has_chance
            assert all(int(weight(p, move)) > 0 for move in game.legal_moves(p))


def test_every_game_ends_with_a_payoff_in_bounds_that_sums_to_zero(game):
    for seed in range(GAMES):
        end, _ = random_game(game, seed)[-1]
        paid = [float(payoff(end, seat)) for seat in range(game.seats)]
        assert turn(end) == OVER
        assert sum(paid) == pytest.approx(0)
        assert all(game.least_payoff <= x <= game.greatest_payoff for x in paid)


def test_a_move_leads_from_a_position_to_the_same_one_whatever_was_played_between(game):
    """Deals included: a rule that keeps anything to itself, or draws luck of its own, is seen."""
    luck, out = stream(14), game.scratch()
    walked = [(p, move) for p, move in _positions(game, most=60) if move is not None]
    first = [[play(p, move) for move in _some_moves(game, p, move)] for p, move in walked]
    for (p, move), after in reversed(list(zip(walked, first, strict=True))):
        sample(p, out, luck)
        assert [play(p, other) for other in _some_moves(game, p, move)] == after


def _some_moves(game, p, played):
    return [*game.legal_moves(p)[:6], played]


def test_a_play_out_makes_legal_moves_only(game):
    luck, out = stream(15), game.scratch()
    for p, _ in decisions(game, GAMES, most=60):
        assert game.is_legal(p, int(policy(p, out, luck)))


def test_a_view_of_a_view_is_the_view(game):
    for p, _ in _positions(game):
        for seat in range(game.seats):
            v = view(p, seat)
            assert view(v, seat) == v


def test_a_world_looks_like_the_view_it_was_drawn_from(game):
    luck = stream(11)
    for p, seat in decisions(game, GAMES):
        v = view(p, seat)
        w = world(v, seat, luck)
        assert view(w, seat) == v
        assert turn(w) == turn(p)
        assert game.legal_moves(w) == game.legal_moves(v) == game.legal_moves(p)


def test_a_game_with_secrets_has_many_worlds_and_one_without_has_one(game):
    luck = stream(12)
    varied = False
    for p, seat in decisions(game, 2):
        v = view(p, seat)
        drawn = {tuple(world(v, seat, luck)) for _ in range(4)}
        varied |= len(drawn) > 1
        if varied:  # once is enough
            break
    assert varied == game.has_secrets


def test_position_text_and_parse_are_inverses(game):
    for p, _ in _positions(game):
        assert game.parse_position(game.position_text(p)) == p


def test_the_text_of_a_view_is_read_back_as_the_view(game):
    for p, seat in decisions(game, GAMES, most=60):
        v = view(p, seat)
        assert game.parse_position(game.position_text(v)) == v


def test_move_text_and_parse_are_inverses(game):
    for p, played in _positions(game, most=150 if COMPILED else 40):
        if turn(p) == OVER:
            continue
        legal = game.legal_moves(p) or [played]
        texts = [game.move_text(p, move) for move in legal]
        assert len(set(texts)) == len(texts)
        for move, text in list(zip(legal, texts, strict=True))[:40]:
            assert game.parse_move(p, text) == move


def test_a_fixed_text_means_one_move_wherever_that_is_legal(game):
    meant: dict[str, int] = {}
    if game.has_fixed_texts:
        for p, _ in _positions(game):
            for move in game.legal_moves(p):
                assert meant.setdefault(game.move_text(p, move), move) == move
        assert meant


def test_every_position_can_be_shown(game):
    for p, _ in _positions(game, most=40):
        for seat in range(game.seats):
            shown = game.show(view(p, seat), seat)
            assert isinstance(shown, Ink)
            assert str(shown).strip()


def test_positions_with_the_same_key_are_worth_the_same(game):
    """So is what can be done in them, and what they lead to, as far as one can see at once."""
    known: dict = {}
    for p, _ in _positions(game):
        known.setdefault(int(key(p)), set()).add(_worth(game, p))
    assert all(len(worth) == 1 for worth in known.values())
    assert len(known) >= min(20, len({_worth(game, p) for p, _ in _positions(game)}))


def _worth(game, p):
    """Whose turn it is, how many moves there are, and who gets what."""
    seat = int(turn(p))
    paid = [float(payoff(p, s)) for s in range(game.seats)] if seat == OVER else []
    return (seat, len(game.legal_moves(p)), *paid)


def test_what_a_listener_is_told_depends_on_what_he_can_see(game):
    luck, face = stream(6), shown(game)
    for p, seat in decisions(game, 1, most=24):
        listener = (seat + 1) % game.seats
        told: dict = {}
        for w in (p, world(view(p, listener), listener, luck)):
            for move in game.legal_moves(w)[:12]:
                whole = Moment(seat, w, play(w, move))
                seen = view(whole.before, listener), view(whole.after, listener)
                told.setdefault(seen, set()).add(face.heard(whole, listener))
        assert all(len(texts) == 1 for texts in told.values())


def test_a_record_replays_to_the_same_end(game):
    from kibitz.arena.table import Table
    from kibitz.core.record import Record
    from kibitz.players.player import RandomPlayer

    table = Table(game, [RandomPlayer(game)] * game.seats, seed=5)
    table.finish()
    record = Record.from_json(table.record().to_json())
    replay = record.replay()
    assert replay.end == table.position
    assert [step.move for step in replay.steps] == table.moves


def test_moves_written_by_the_kernel_do_not_reach_beyond_their_count(game):
    p = game.start()
    if turn(p) in (CHANCE, OVER):
        p = next(decisions(game, 1))[0]
    out = np.full(game.most_moves, -7, np.int64)
    count = int(moves(p, out))
    assert (out[count:] == -7).all()


def test_the_rules_say_the_same_compiled_and_uncompiled():
    if not COMPILED:
        pytest.skip("this run is the uncompiled one")
    names = all_games()
    here = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "tests.contract.walks", str(TRACED), *names],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=False,
        cwd=here,
    )
    assert done.returncode == 0, done.stderr
    uncompiled = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert uncompiled == {name: trace(name, TRACED) for name in names}


def _positions(game, most=400):
    found = 0
    for seed in range(GAMES):
        for p, move in random_game(game, seed):
            yield p, move
            found += 1
            if found == most:
                return
