"""Exercises from past mistakes and from fresh positions, and a deck that says which are due.

An exercise is a position as one seat saw it. An answer is accepted when it is within
tolerance of the best option. The deck spaces repetitions by FSRS and keeps itself in one
file, written as a whole or not at all.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kibitz.coach.explain import explain
from kibitz.coach.review import Review
from kibitz.coach.scale import scale_for
from kibitz.core.advised import advised
from kibitz.core.coached import coached
from kibitz.core.files import whole_file
from kibitz.core.game import CHANCE, OVER, Game, Position, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth, stream
from kibitz.errors import BadRecord, UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis
from kibitz.players.roster import default_analyst, make_player

QUIZ_SAMPLES = 2_000
PATIENCE = 300  # decisions looked at in vain, after which a quiz ends
DIFFICULTIES = {
    "close": "the second-best move costs little, but more than the tolerance",
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


@dataclass(frozen=True)
class MarkedAnswer:
    """What an answer was worth."""

    analysis: Analysis
    move: int
    is_accepted: bool
    is_best: bool
    reason: str

    @property
    def loss(self) -> float:
        return self.analysis.loss(self.move)


def tolerance(game: Game, unit: str) -> float:
    """The loss below which an answer is as good as the best, in `unit`."""
    least = scale_for(game, unit).steps[0][1]
    return 2 * least if unit == "wins" else least  # a payoff of -1 to 1 spans two


def mark(
    exercise: Exercise, move: int, analyst: Analyst | None = None, seed: int = 0
) -> MarkedAnswer:
    """Judge an answer to an exercise."""
    game, p = exercise.set_up()
    chosen = analyst or default_analyst(game).within(iterations=QUIZ_SAMPLES)
    analysis = chosen.analyse(game, p, exercise.seat, seed)
    loss = analysis.loss(move)
    accepted = loss < tolerance(game, analysis.unit) or analysis.is_too_close_to_call(move)
    return MarkedAnswer(analysis, move, accepted, loss == 0, explain(coached(game), analysis, move))


def exercises_from(review: Review, seat: int | None = None) -> list[Exercise]:
    """The mistakes of a review, worst first."""
    game = review.replay.game
    wrong = [
        decision
        for decision in review.decisions
        if seat in (None, decision.seat)
        and not decision.is_forced
        and decision.loss >= tolerance(game, decision.unit)
    ]
    wrong.sort(key=lambda decision: -decision.loss)
    return [Exercise(review.record.game, d.position, d.seat) for d in wrong]


def quiz(game: Game, difficulty: str, seed: int) -> Iterator[Exercise]:
    """Exercises from fresh games between intermediate players, while there are any to find."""
    if difficulty not in DIFFICULTIES:
        raise UnknownName("difficulty", difficulty, DIFFICULTIES)
    analyst = default_analyst(game).within(iterations=QUIZ_SAMPLES)
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
        return min(wrong) < 5 * least
    if difficulty == "mistakes":
        level = "beginner" if "beginner" in advised(game).levels else "random"
        return analysis.loss(make_player(level, game).move(known, analysis.seat, seed)) >= least
    return True


class Deck:
    """Exercises with the time at which each is due again, in one file."""

    def __init__(self, path: Path) -> None:
        from fsrs import Scheduler

        self.path = path
        self._scheduler = Scheduler(enable_fuzzing=False)
        self._cards = self._read()

    def __len__(self) -> int:
        return len(self._cards)

    def add(self, exercises: list[Exercise]) -> int:
        """Put new exercises in; returns how many were not there before."""
        from fsrs import Card

        before = len(self._cards)
        for exercise in exercises:
            if exercise.name not in self._cards:
                self._cards[exercise.name] = (exercise, Card(card_id=len(self._cards)).to_dict())
        return len(self._cards) - before

    def due(self, game: str | None = None, now: datetime | None = None) -> list[Exercise]:
        """What is due now, longest due first."""
        moment = (now or datetime.now(UTC)).isoformat()
        waiting = [
            (str(card["due"]), exercise)
            for exercise, card in self._cards.values()
            if str(card["due"]) <= moment
            and (game is None or make_game(exercise.game).name == game)
        ]
        return [exercise for _, exercise in sorted(waiting, key=lambda pair: pair[0])]

    def answered(
        self, exercise: Exercise, answer: MarkedAnswer, now: datetime | None = None
    ) -> datetime:
        """Note how an exercise went; returns when it is due again."""
        from fsrs import Card, Rating

        card = Card.from_dict(self._cards[exercise.name][1])
        rating = Rating.Good if answer.is_accepted else Rating.Again
        card, _ = self._scheduler.review_card(card, rating, now or datetime.now(UTC))
        self._cards[exercise.name] = (exercise, card.to_dict())
        return card.due

    def save(self) -> None:
        """Write the deck as a whole: the old file stays until the new one is complete."""
        rows = [
            {"game": e.game, "position": e.position, "seat": e.seat, "card": card}
            for e, card in self._cards.values()
        ]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(self.path) as file:
            file.write(json.dumps({"deck": 1, "exercises": rows}, indent=1).encode())

    def _read(self) -> dict[str, tuple[Exercise, Any]]:
        if not self.path.exists():
            return {}
        try:
            rows = json.loads(self.path.read_text(encoding="utf-8"))["exercises"]
            pairs = [(Exercise(r["game"], r["position"], r["seat"]), r["card"]) for r in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise BadRecord(f"the deck {self.path} cannot be read: {error}") from None
        return {exercise.name: (exercise, card) for exercise, card in pairs}
