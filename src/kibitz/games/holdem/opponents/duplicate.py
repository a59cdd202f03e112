"""Two heads-up players on duplicate deals: each deal is played twice with the seats swapped.

The difference of a pair has the luck of the deal taken out of it; results are big blinds a
hand for the first player, with a standard error over the pairs. Where both were all in
before the river, the pot is shared by equity over all boards, not by the one that came.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kibitz.core.cards import card_text
from kibitz.core.game import OVER, payoff, play, turn, view
from kibitz.core.seeds import child, stream
from kibitz.core.stream import seed62
from kibitz.errors import WrongKind
from kibitz.estimate.analyst import Analyst, Choice
from kibitz.estimate.estimate import Estimate
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.table.position import BOARD, PREFLOP, SHOWN, board_card, hole, paid

Seated = tuple[Analyst, Choice]


@dataclass(frozen=True)
class DuplicateResult:
    """The pairs that two players played, in big blinds a hand for the first."""

    pairs: tuple[float, ...]

    @property
    def result(self) -> Estimate:
        values = np.array(self.pairs)
        error = float(values.std(ddof=1) / np.sqrt(len(values)))
        return Estimate(float(values.mean()), error, len(values))

    def less(self, other: "DuplicateResult") -> Estimate:
        """How much better the first player did here than there, on the same deals."""
        return DuplicateResult(
            tuple(a - b for a, b in zip(self.pairs, other.pairs, strict=True))
        ).result


def play_hand(
    game: HoldemGame,
    players: tuple[Analyst, ...],
    names: tuple[str, ...],
    deal_seed: int,
    seed: int,
) -> Hand:
    """One hand between players, as if it had been written down with every card."""
    seated = tuple((player, player.usual_choice) for player in players)
    return play_seated(game, seated, names, deal_seed, seed)


def play_seated(
    game: HoldemGame,
    players: tuple[Seated, ...],
    names: tuple[str, ...],
    deal_seed: int,
    seed: int,
) -> Hand:
    """The same between players who choose by rules of their own."""
    p = play(game.start(), deal_seed)
    moves: list[int] = []
    seats: list[int] = []
    while turn(p) != OVER:
        seat = int(turn(p))
        seats.append(seat)
        (analyst, choice), key = players[seat], child(seed, len(moves))
        luck = stream(key, 1)
        moves.append(choice.choose(analyst, game, view(p, seat), seat, key, luck))
        p = play(p, moves[-1])
    holes = tuple(tuple(int(hole(p, s, i)) for i in range(2)) for s in range(game.seats))
    board = tuple(int(board_card(p, i)) for i in range(BOARD))
    return Hand(game, holes, board, tuple(moves), names, seats=tuple(seats))


def fair_payoff(hand: Hand, seat: int) -> float:
    """What a seat won, in big blinds: with both all in, what it wins on average over boards.

    The cards to come do not depend on what was played, so the mean of the results stays.
    """
    end = hand.end
    shown = SHOWN[_last_street(hand)]
    if end.folded or shown == BOARD:
        return float(payoff(end, seat))
    mine, his = ("".join(card_text(card) for card in hand.holes[s] or ()) for s in (seat, 1 - seat))
    board = "".join(card_text(card) for card in hand.board[:shown])
    equity = _equity(mine, his, board)
    matched = min(int(paid(end, 0)), int(paid(end, 1)))
    return round((2.0 * equity - 1.0) * matched / int(end.big), 9)


def _last_street(hand: Hand) -> int:
    """The street of the last decision."""
    stage = PREFLOP
    for p, _ in hand.positions():
        stage = p.stage
    return stage


@lru_cache(maxsize=4096)
def _equity(mine: str, his: str, board: str) -> float:
    return holdem_equity([mine, his], board).hands[0].equity.value


def pairs_of_hands(
    game: HoldemGame, one: Analyst, other: Analyst, pairs: int, seed: int
) -> Iterator[tuple[Hand, Hand]]:
    """Each deal twice: first with `one` in seat 0, then in seat 1."""
    if game.seats != 2:
        raise WrongKind(f"duplicate deals are for two seats; {game.text} has {game.seats}")
    for pair in range(pairs):
        deal_seed = int(seed62(stream(seed, pair, 0)))
        luck = child(seed, pair, 1)
        yield (
            play_hand(game, (one, other), ("one", "other"), deal_seed, luck),
            play_hand(game, (other, one), ("other", "one"), deal_seed, luck),
        )


def duel(
    game: HoldemGame,
    one: Analyst,
    other: Analyst,
    pairs: int,
    seed: int,
    watch: Callable[[Hand], None] | None = None,
) -> DuplicateResult:
    """Play pairs; `watch` is shown every hand."""
    results = []
    for first, second in pairs_of_hands(game, one, other, pairs, seed):
        results.append((fair_payoff(first, 0) + fair_payoff(second, 1)) / 2)
        if watch is not None:
            watch(first)
            watch(second)
    return DuplicateResult(tuple(results))
