"""Positions whose exact values are known, to judge analysts by."""

import time
from typing import NamedTuple

from kibitz.core.game import OVER, Game, Position, play, sample, turn
from kibitz.core.seeds import child, stream
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.trial import Trial, mean, peak_memory, root_mean_square


class Question(NamedTuple):
    """A position with the exact value of each move."""

    position: Position
    values: dict[int, float]


def wandered(game: Game, plies: int, seed: int) -> Position:
    """A position with a choice after so many random moves."""
    luck, out = stream(seed), game.scratch()
    while True:
        p = game.start()
        for _ in range(plies):
            p = play(p, int(sample(p, out, luck))) if turn(p) != OVER else p
        if turn(p) != OVER and len(game.legal_moves(p)) > 1:
            return p


def judged(
    decision: str,
    algorithm: str,
    game: Game,
    analyst: Analyst,
    questions: list[Question],
    seed: int,
    unit: str = "play-outs",
    grows: str = "",
) -> Trial:
    """How far the value of the best option is off, and how often the move is right."""
    seats = [int(turn(q.position)) for q in questions]
    analyst.analyse(game, questions[0].position, seats[0], seed)
    begun = time.perf_counter()
    found = [
        analyst.analyse(game, question.position, seat, child(seed, i))
        for i, (question, seat) in enumerate(zip(questions, seats, strict=True))
    ]
    seconds = (time.perf_counter() - begun) / len(questions)
    pairs = list(zip(found, questions, strict=True))
    errors = [a.best.value - max(q.values.values()) for a, q in pairs]
    right = mean(q.values[a.best.move] == max(q.values.values()) for a, q in pairs)
    work, exact = mean(a.samples for a in found), all(a.is_exact for a in found)
    error, against = root_mean_square(errors), f"{game.unit} in {len(questions)} exact values"
    work = work or mean(len(a.options) for a in found)
    first = questions[0].position
    memory = peak_memory(lambda: analyst.analyse(game, first, seats[0], seed))
    worth = (error, against, right, grows, memory)
    return Trial(decision, algorithm, seconds, work, unit, exact, *worth)
