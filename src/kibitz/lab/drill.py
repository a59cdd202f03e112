"""Exercises from mistakes or fresh games, for every door: collected, marked, put off."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import home_path
from kibitz.core.request import Answer
from kibitz.core.sheet import Column, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.coach.deck import Deck
    from kibitz.coach.drill import Exercise, MarkedAnswer
    from kibitz.core.game import Game


@dataclass(frozen=True)
class ExerciseAnswer:
    """A decision to make again."""

    game: str
    position: str
    seat: int


@dataclass(frozen=True)
class DrillAnswer(Answer):
    """The exercises to do now."""

    schema: ClassVar[str] = "drill/1"

    game: str
    added: int  # new ones from the records that were named
    deck: int  # all that the deck holds
    exercises: tuple[ExerciseAnswer, ...]

    def sheet(self) -> Sheet:
        rows = [(str(i), e.position) for i, e in enumerate(self.exercises, 1)]
        return [
            Words.of(f"{self.added} new exercises, {self.deck} in the deck"),
            listing((Column("#", True), Column("position")), rows),
        ]


@dataclass(frozen=True)
class Drill:
    """Exercises of one game: from the deck where they are due, or fresh ones."""

    game: "Game"
    exercises: "tuple[Exercise, ...]"
    deck: "Deck"
    added: int
    is_fresh: bool

    def answer(self) -> DrillAnswer:
        """The exercises as plain data."""
        told = tuple(ExerciseAnswer(e.game, e.position, e.seat) for e in self.exercises)
        return DrillAnswer(self.game.text, self.added, len(self.deck), told)

    def note(self, exercise: "Exercise", marked: "MarkedAnswer") -> datetime | None:
        """Keep how an exercise of the deck went; returns when it is due again."""
        if self.is_fresh:
            return None
        due = self.deck.answered(exercise, marked)
        self.deck.save()
        return due


def usual_deck() -> Path:
    """The deck in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return home_path(base) / "kibitz" / "drill.json"


def drill(
    game: str,
    records: tuple[str, ...] = (),
    seat: int | None = None,
    quiz: str | None = None,
    count: int = 5,
    deck: Path | None = None,
    seed: int | None = None,
) -> Drill:
    """The exercises to do now; mistakes of `records` go into the deck first."""
    from kibitz.coach.deck import Deck
    from kibitz.core.registry import make_game

    made, kept = make_game(game), Deck(deck or usual_deck())
    added = kept.add(list(_mistakes(records, seat)))
    if records:
        kept.save()
    found = _fresh(made, quiz, count, seed) if quiz else kept.due(made.name)[:count]
    return Drill(made, tuple(found), kept, added, quiz is not None)


def _mistakes(records: tuple[str, ...], seat: int | None) -> "Iterator[Exercise]":
    from kibitz.coach.drill import exercises_from
    from kibitz.coach.review import review
    from kibitz.lab.records import load_record

    for name in records:
        yield from exercises_from(review(load_record(name)), seat)


def _fresh(game: "Game", difficulty: str, count: int, seed: int | None) -> "list[Exercise]":
    from kibitz.coach.drill import quiz
    from kibitz.core.seeds import checked_seed
    from kibitz.errors import BadValue

    found = list(islice(quiz(game, difficulty, checked_seed(seed)), count))
    if not found:
        raise BadValue(f"no '{difficulty}' decisions were found in {game.name}; try --quiz any")
    return found
