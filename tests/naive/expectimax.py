"""Plain expectimax in plain Python: no bounds, every outcome seen."""

from kibitz.core.game import CHANCE, OVER, Game, Position, heuristic, payoff, play, turn, weight


def mean_value(game: Game, p: Position, seat: int, depth: int | None) -> float:
    """What `p` is worth to `seat`, looking `depth` decisions ahead."""
    mover = turn(p)
    if mover == OVER:
        return float(payoff(p, seat))
    legal = game.legal_moves(p)
    if mover == CHANCE:
        weights = [int(weight(p, roll)) for roll in legal]
        values = [mean_value(game, play(p, roll), seat, depth) for roll in legal]
        return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
    if depth == 0:
        return float(heuristic(p, seat))
    values = [mean_value(game, play(p, m), seat, depth and depth - 1) for m in legal]
    return max(values) if mover == seat else min(values)
