"""Exercises from mistakes or fresh games, for every door: collected, marked, put off."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import home_path
from kibitz.core.request import Answer
from kibitz.core.sheet import Column, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.coach.deck import Deck
    from kibitz.coach.drill import Exercise
    from kibitz.core.game import Game
    from kibitz.lab.learn import Lesson


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
    due: int  # of this game, now
    streak: int  # right answers in a row
    exercises: tuple[ExerciseAnswer, ...]

    def sheet(self) -> Sheet:
        rows = [(str(i), e.position) for i, e in enumerate(self.exercises, 1)]
        return [
            Words.of(f"{self.added} new exercises, {self.due} due of {self.deck} in the deck"),
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
    due: int = 0  # of the deck, now

    def course(self) -> "Lesson":
        """The exercises as a lesson; how they go is noted in the deck."""
        from kibitz.coach.lesson import Mistake
        from kibitz.lab.learn import Lesson

        questions = (Mistake(exercise) for exercise in self.exercises)
        return Lesson(questions, None if self.is_fresh else self.deck)

    def answer(self) -> DrillAnswer:
        """The exercises as plain data."""
        told = tuple(ExerciseAnswer(e.game, e.position, e.seat) for e in self.exercises)
        deck = self.deck
        return DrillAnswer(self.game.text, self.added, len(deck), self.due, deck.streak, told)


def usual_deck() -> Path:
    """The deck in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return home_path(base) / "kibitz" / "drill.json"


def drill(
    game: str,
    records: tuple[str, ...] = (),
    player: str | None = None,
    quiz: str | None = None,
    count: int = 5,
    deck: Path | None = None,
    seed: int | None = None,
) -> Drill:
    """The exercises to do now; mistakes of `records` go into the deck first."""
    from kibitz.coach.deck import Deck
    from kibitz.core.registry import make_game

    made, kept = make_game(game), Deck(deck or usual_deck())
    added = kept.add_mistakes(list(_mistakes(records, player)))
    if records:
        kept.save()
    due = kept.due(made.name)
    found = _fresh(made, quiz, count, seed) if quiz else due[:count]
    return Drill(made, tuple(found), kept, added, quiz is not None, len(due))


def _mistakes(records: tuple[str, ...], player: str | None) -> "Iterator[tuple[Exercise, str]]":
    """The mistakes in some files, worst first in each game, with where they were made."""
    from kibitz.coach.lesson import questions_from
    from kibitz.lab.judging import judged_files

    for game in judged_files(records, player, "coaching", 0):
        for seat in game.seats:
            for question in questions_from(game.judged, seat):
                yield question.exercise, question.source


def _fresh(game: "Game", difficulty: str, count: int, seed: int | None) -> "list[Exercise]":
    from kibitz.coach.drill import quiz
    from kibitz.core.seeds import checked_seed
    from kibitz.errors import BadValue

    found = list(islice(quiz(game, difficulty, checked_seed(seed)), count))
    if not found:
        raise BadValue(f"no '{difficulty}' decisions were found in {game.name}; try --quiz any")
    return found
