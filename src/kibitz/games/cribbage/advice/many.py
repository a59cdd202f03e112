"""Plain values for three and four players: the expected hand of a throw, points at once in play."""

from kibitz.core.game import Game
from kibitz.estimate.estimate import Estimate, Option
from kibitz.games.cribbage.table.pile import peg_points, pile_count
from kibitz.games.cribbage.table.rules import HAND, THROW, Cribbage
from kibitz.games.cribbage.table.score import DECK, set_points

HAND_ALONE, AT_ONCE = "hand alone", "points at once"  # rules that leave out what comes later


def simple_options(game: Game, v: Cribbage, seat: int) -> list[Option]:
    """Every legal move of a seat, valued by what it can count itself."""
    value, by = (_kept_hand, HAND_ALONE) if v.phase == THROW else (_points_at_once, AT_ONCE)
    return [
        Option(move, game.move_text(v, move), Estimate.judged(value(v, seat, move), by))
        for move in game.legal_moves(v)
    ]


def _kept_hand(v: Cribbage, seat: int, move: int) -> float:
    """The mean count of what is kept, over all unseen starters."""
    hand = v[HAND + seat]
    starters = [card for card in range(DECK) if not hand >> card & 1]
    counts = [int(set_points(hand ^ move, starter, 0)) for starter in starters]
    return sum(counts) / len(counts)


def _points_at_once(v: Cribbage, seat: int, move: int) -> float:
    pile = v.pile << 4 | (move >> 2) + 1
    return float(peg_points(pile, pile_count(pile)))
