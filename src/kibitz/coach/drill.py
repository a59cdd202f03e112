"""Exercises from past mistakes and from fresh positions.

An exercise is a position as one seat saw it. How answers are judged is told in `lesson`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.coach.closer import looking
from kibitz.coach.scale import scale_for
from kibitz.core.advised import advised
from kibitz.core.game import CHANCE, OVER, Game, Position, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth, stream
from kibitz.errors import UnknownName
from kibitz.estimate.estimate import Analysis
from kibitz.players.roster import default_analyst, make_player

QUIZ_SAMPLES = 2_000
PATIENCE = 300  # decisions looked at in vain, after which a quiz ends
DIFFICULTIES = {
    "close": "the best wrong move costs little; where all values are known, few moves are right",
    "mistakes": "a beginner would go wrong",
    "any": "any decision that matters",
}


@dataclass(frozen=True)
class Exercise:
    """A decision to make again: the game and the position as the seat saw it."""

    game: str
    position: str
    seat: int

    @property
    def name(self) -> str:
        """What identifies the exercise in a deck."""
        return f"{self.game}|{self.position}|{self.seat}"

    def set_up(self) -> tuple[Game, Position]:
        """The game and the position."""
        game = make_game(self.game)
        return game, game.parse_position(self.position)


def tolerance(game: Game, unit: str) -> float:
    """The loss below which an answer is as good as the best, in `unit`."""
    scale = scale_for(game, unit)
    return scale.steps[0][1] * scale.span


def quiz(game: Game, difficulty: str, seed: int) -> Iterator[Exercise]:
    """Exercises from fresh games between intermediate players, while there are any to find."""
    if difficulty not in DIFFICULTIES:
        raise UnknownName("difficulty", difficulty, DIFFICULTIES)
    analyst = looking(default_analyst(game), QUIZ_SAMPLES)
    found = 0
    for number, (p, seat) in enumerate(_fresh_decisions(game, seed)):
        if number - found > PATIENCE:
            return
        known = view(p, seat)
        if len(game.legal_moves(known)) < 2:
            continue
        analysis = analyst.analyse(game, known, seat, nth(seed, number))
        if _is_wanted(game, analysis, known, difficulty, nth(seed, number)):
            found = number
            yield Exercise(game.text, game.position_text(known), seat)


def _fresh_decisions(game: Game, seed: int) -> Iterator[tuple[Position, int]]:
    players = [make_player(_usual_level(game), game) for _ in range(game.seats)]
    number = 0
    while True:
        p, out, luck = game.start(), game.scratch(), stream(seed, number)
        while turn(p) != OVER:
            seat = int(turn(p))
            if seat == CHANCE:
                p = play(p, int(sample(p, out, luck)))
                continue
            yield p, seat
            number += 1
            p = play(p, players[seat].move(view(p, seat), seat, nth(seed, number)))
        number += 1


def _usual_level(game: Game) -> str:
    return "intermediate" if "intermediate" in advised(game).levels else "random"


def _is_wanted(game: Game, analysis: Analysis, known: Position, difficulty: str, seed: int) -> bool:
    """Whether the decision matters and is as hard as asked for."""
    least = tolerance(game, analysis.unit)
    losses = [analysis.loss(option.move) for option in analysis.options]
    wrong = [loss for loss in losses if loss >= least]
    if not wrong:
        return False
    if difficulty == "close":
        return min(wrong) < 5 * least or (analysis.is_exact and 2 * len(wrong) > len(losses))
    if difficulty == "mistakes":
        level = "beginner" if "beginner" in advised(game).levels else "random"
        return analysis.loss(make_player(level, game).move(known, analysis.seat, seed)) >= least
    return True
