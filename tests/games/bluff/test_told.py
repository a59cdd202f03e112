"""What is heard at a table of bluff: the same in all worlds that look alike to the listener."""

import pytest

from kibitz.core.cards import rank_name
from kibitz.core.game import play, turn, view, world
from kibitz.core.registry import make_game
from kibitz.core.scene import Moment
from kibitz.core.seeds import stream
from kibitz.core.shown import shown
from kibitz.games.bluff.layout import NOBODY, size_of
from kibitz.games.bluff.rules import CHALLENGE, PASS, cards_of
from tests.contract.walks import random_game

PLAYS = 8  # of another world that are held against the one made


def alike(game, p, move, listener, luck):
    """Moves of another world, that look to the listener like `move` in `p`."""
    w = world(view(p, listener), listener, luck)
    seen = view(play(p, move), listener)
    if p.asked == NOBODY:
        size = int(seen.claimed)
        legal = [m for m in game.legal_moves(w) if size_of(cards_of(m)) == size]
        tried = legal[:: max(1, len(legal) // PLAYS)]
    else:
        tried = [PASS, CHALLENGE]
    for other in tried:
        if view(play(w, other), listener) == seen:
            yield Moment(int(turn(w)), w, play(w, other))


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_that_look_alike_are_told_in_the_same_bytes(players):
    game, luck = shown(make_game(f"bluff({players},turns=40)")), stream(90 + players)
    compared = 0
    for seed in range(4):
        for p, move in random_game(game, seed):
            if move is None or turn(p) < 0:
                continue
            for listener in range(players):
                said = game.heard(Moment(int(turn(p)), p, play(p, move)), listener).encode()
                for moment in alike(game, p, move, listener, luck):
                    assert game.heard(moment, listener).encode() == said
                    compared += 1
    assert compared > 700


def test_a_claim_names_the_rank_and_the_number_and_no_card_of_the_hand():
    game, claims = shown(make_game("bluff(2,turns=60)")), 0
    for p, move in random_game(game, 3):
        if move is None or turn(p) < 0 or p.asked != NOBODY:
            continue
        actor = int(turn(p))
        whole = Moment(actor, p, play(p, move))
        count = int(whole.after.claimed)
        rank = rank_name(int(p.rank), count)
        assert game.heard(whole, 1 - actor) == f"Player {actor + 1} claims {count} {rank}."
        claims += 1
    assert claims > 20
