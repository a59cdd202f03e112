"""What hands are rid of, held against the hands themselves."""

import numpy as np
import pytest

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.contest import best_move
from kibitz.games.bluff.kept import density, kept_signs, ranks_gone
from kibitz.games.bluff.layout import CLAIMS, HAND, NOBODY, SIZE, count_of, opened
from kibitz.games.bluff.rules import MOST_MOVES
from kibitz.games.bluff.unseen import unseen_of_rank
from kibitz.games.bluff.values import HONEST


def honest_game(players, seed):
    """The positions of a game of honest players, until somebody takes a pile."""
    game, luck = make_game(f"bluff({players})"), stream(seed)
    out, values = game.scratch(), np.empty(MOST_MOVES)
    p = game.play(game.start(), seed)
    while turn(p) != OVER:
        yield p
        seat = int(turn(p))
        before = p
        p = play(p, int(best_move(opened(view(p, seat)), seat, HONEST, out, values, luck)))
        if any(p[SIZE + s] > before[SIZE + s] for s in range(players)):
            return


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_honest_seats_hold_none_of_the_ranks_that_are_gone_and_were_asked_for_each(players):
    seen = 0
    for p in (p for seed in range(3) for p in honest_game(players, seed)):
        a = opened(p)
        for seat in range(players):
            gone = int(ranks_gone(a, seat))
            turns = (int(p.turns) - seat + players - 1) // players  # it has had
            assert gone.bit_count() == min(turns, 13)
            for rank in range(13):
                if gone >> rank & 1 and not (seat == p.actor and p.asked != NOBODY):
                    assert count_of(int(p[HAND + seat]), rank) == 0
                    seen += 1
    assert seen > 100


def test_the_density_shares_out_all_cards_of_a_hand():
    unseen = np.array([4, 3, 0, 2, 1, 4, 4, 3, 2, 1, 0, 4, 4])
    gone = 0b1000000100010
    left = sum(int(n) for rank, n in enumerate(unseen) if not gone >> rank & 1)
    assert density(9, unseen, gone) * left == pytest.approx(9)
    assert density(9, unseen, 0) < density(9, unseen, gone)


def test_a_claim_is_doubted_more_where_the_claimant_is_rid_of_the_rank():
    """The first claim of a fresh deal: odds by the cards of one rank in hands of equal density."""
    game = make_game("bluff(4)")
    p = game.play(game.start(), 3)
    p = play(p, game.legal_moves(p)[-1])
    v = opened(view(p, 1))
    is_rid, taken, said, rid, odds = kept_signs(v, 1)
    assert (is_rid, taken, said, rid) == (0, 0, 0, 0)
    matching = unseen_of_rank(v, 1, 0)
    assert np.exp(odds) == pytest.approx(2 / matching, rel=0.05)
    assert v[CLAIMS + 1] == 0
