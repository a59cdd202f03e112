"""Exercises with the time at which each is due again, in one file.

Repetitions are spaced by FSRS. The file is written as a whole or not at all. Whoever changes
it locks it, reads it again and makes his changes to what is there now, so that two drills at
once lose nothing of each other's.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.coach.drill import Exercise
from kibitz.core.files import is_there, locked, read_text, worded, write_whole
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord

if TYPE_CHECKING:
    from fsrs import Card


@dataclass(frozen=True)
class Change:
    """What is to be done to a deck: an exercise is new, or it was answered at a moment."""

    exercise: Exercise
    answered: datetime | None = None
    is_accepted: bool = False
    source: str = ""  # of a mistake: where it was made
    noted: datetime | None = None  # when a mistake was put in


class Deck:
    """The exercises of one file."""

    def __init__(self, path: Path) -> None:
        from fsrs import Scheduler

        self.path = path
        self._scheduler = Scheduler(enable_fuzzing=False)
        self._unsaved: list[Change] = []
        self._sources: dict[str, list[str]]  # where each mistake was made
        self._streak: int
        self._cards = self._read()

    def __len__(self) -> int:
        return len(self._cards)

    def add(self, exercises: Iterable[Exercise]) -> int:
        """Put new exercises in; returns how many were not there before."""
        return self.add_mistakes((exercise, "") for exercise in exercises)

    def add_mistakes(
        self, mistakes: Iterable[tuple[Exercise, str]], now: datetime | None = None
    ) -> int:
        """Put mistakes in, each with where it was made; returns how many exercises are new.

        One that was made before, elsewhere, counts as a wrong answer: it comes sooner.
        """
        before = len(self._cards)
        for exercise, source in mistakes:
            self._note(Change(exercise, source=source, noted=now or datetime.now(UTC)))
        return len(self._cards) - before

    @property
    def streak(self) -> int:
        """How many answers in a row were right, up to the last one."""
        return self._streak

    def mistakes(self, exercise: Exercise) -> int:
        """How often an exercise was got wrong in games, as far as that is known."""
        return len(self._sources.get(exercise.name, ()))

    def due(self, game: str | None = None, now: datetime | None = None) -> list[Exercise]:
        """What is due now, longest due first."""
        moment = now or datetime.now(UTC)
        waiting = [
            (card.due, exercise)
            for exercise, card in self._cards.values()
            if card.due <= moment and (game is None or make_game(exercise.game).name == game)
        ]
        return [exercise for _, exercise in sorted(waiting, key=lambda pair: pair[0])]

    def noted(self, exercise: Exercise, is_right: bool, now: datetime | None = None) -> datetime:
        """The same where it is known whether the answer was right."""
        self._note(Change(exercise, now or datetime.now(UTC), is_right))
        return self._cards[exercise.name][1].due

    def save(self) -> None:
        """Make what was noted part of the file, beside whatever others put there meanwhile."""
        with worded(f"{self.path} cannot be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path.parent):
                self._cards = self._read()
                for change in self._unsaved:
                    self._make(change)
                write_whole(self.path, [self._text()])
        self._unsaved.clear()

    def _note(self, change: Change) -> None:
        self._unsaved.append(change)
        self._make(change)

    def _make(self, change: Change) -> None:
        from fsrs import Card, Rating

        name, fresh = change.exercise.name, Card(card_id=len(self._cards))
        is_known = name in self._cards
        card = self._cards.setdefault(name, (change.exercise, fresh))[1]
        moment, is_right = change.answered, change.is_accepted
        if moment is None:
            is_again = self._is_new_source(name, change.source) and is_known
            moment = change.noted if is_again else None
        else:
            self._streak = self._streak + 1 if is_right else 0
        if moment is None:
            return
        card, _ = self._scheduler.review_card(
            card, Rating.Good if is_right else Rating.Again, moment
        )
        self._cards[name] = (change.exercise, card)

    def _is_new_source(self, name: str, source: str) -> bool:
        """Whether a mistake was made at a place not noted yet; notes it."""
        if not source:
            return False
        known = self._sources.setdefault(name, [])
        is_new = source not in known
        known += [source] * is_new
        return is_new

    def _text(self) -> str:
        rows = [
            {"game": e.game, "position": e.position, "seat": e.seat, "card": card.to_dict()}
            | ({"sources": self._sources[name]} if self._sources.get(name) else {})
            for name, (e, card) in self._cards.items()
        ]
        return json.dumps({"deck": 1, "streak": self._streak, "exercises": rows}, indent=1)

    def _read(self) -> "dict[str, tuple[Exercise, Card]]":
        self._sources, self._streak = {}, 0
        if not is_there(self.path):
            return {}
        text = read_text(self.path)
        try:
            fields = json.loads(text)
            pairs = [_card(row) for row in fields["exercises"]]
            self._sources = {_name(row): _sources(row) for row in fields["exercises"]}
            self._streak = int(fields.get("streak", 0))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise BadRecord(f"the deck {self.path} cannot be read: {error!r}") from None
        return {exercise.name: (exercise, card) for exercise, card in pairs}


def _name(row: dict[str, Any]) -> str:
    return Exercise(row["game"], row["position"], row["seat"]).name


def _sources(row: dict[str, Any]) -> list[str]:
    found = row.get("sources", [])
    if not isinstance(found, list) or not all(isinstance(source, str) for source in found):
        raise TypeError(f"{found!r} are no places of mistakes")
    return list(found)


def _card(row: dict[str, Any]) -> "tuple[Exercise, Card]":
    """An exercise and its card, as the file has them."""
    from fsrs import Card

    game, position, seat, card = row["game"], row["position"], row["seat"], row["card"]
    if not (isinstance(game, str) and isinstance(position, str) and isinstance(seat, int)):
        raise TypeError(f"{game!r}, {position!r}, {seat!r} are no exercise")
    (game + position).encode()  # half a character could be neither shown nor kept
    made = Card.from_dict(card)
    if made.due.tzinfo is None or (made.last_review and made.last_review.tzinfo is None):
        raise ValueError("a card is due at a time of no time zone")
    if not (made.step is None or isinstance(made.step, int)):
        raise TypeError(f"{made.step!r} is no step")
    return Exercise(game, position, seat), made
