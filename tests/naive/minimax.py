"""Plain minimax in plain Python: the slow twin of alpha-beta, without bounds or tables."""

from kibitz.core.game import OVER, Game, Position, heuristic, payoff, play, turn


def outcome(game: Game, p: Position, seat: int, depth: int | None = None) -> tuple[float, int]:
    """What `seat` gets from `p` under best play, and in how many plies (0 where it is a draw).

    Of equal payoffs the mover takes the sooner gain and the later loss.
    """
    if turn(p) == OVER:
        return float(payoff(p, seat)), 0
    if depth == 0:
        return float(heuristic(p, seat)), 0
    mover = turn(p)
    results = [
        outcome(game, play(p, move), seat, depth and depth - 1) for move in game.legal_moves(p)
    ]
    best = max(results, key=lambda r: _taste(r if mover == seat else (-r[0], r[1])))
    return best[0], best[1] + 1 if best[0] else 0


def option_outcomes(
    game: Game, p: Position, depth: int | None = None
) -> dict[int, tuple[float, int]]:
    """The outcome of each legal move of `p` for the seat to move."""
    me, found = turn(p), {}
    for move in game.legal_moves(p):
        value, plies = outcome(game, play(p, move), me, depth and depth - 1)
        found[move] = value, plies + 1 if value else 0
    return found


def _taste(result: tuple[float, int]) -> tuple[float, int]:
    value, plies = result
    return value, -plies if value > 0 else plies if value < 0 else 0
