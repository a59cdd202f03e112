"""The analyst that reads the other's hand: play-outs against what the betting says he holds.

Heads-up. His habits, by default those of a player of whom nothing is known, weigh his
holdings by what he has done in this hand. Each sample deals him one of them and the rest
of the board, and every option is then played out in that world with the same luck. A
model of an opponent hands in habits of its own (see `opponents`); without evidence they
are the default ones, and the analyst is the same.

Where any raise is allowed four sizes are played out, and sizes between them are worth
what lies between their values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.habits import Floats, parse_habits
from kibitz.games.holdem.holdings import STRENGTHS, Ints, tell_holdings
from kibitz.games.holdem.playon import LEAST_MEAN, MOST_MEAN, Dealt, play_options
from kibitz.games.holdem.position import CALL, FOLD, Holdem, pot, to_call
from kibitz.games.holdem.rules import few_raises
from kibitz.games.holdem.tables import CARD_KEYS, CARD_MASKS

USUAL_SAMPLES = 1000
YARDSTICKS = 40  # hands by which hands are ranked on later streets


@dataclass(frozen=True)
class Reader(Analyst):
    """Play-outs against the holdings that fit the betting; `habits` are the other's, as text."""

    name: ClassVar[str] = "reader"
    samples: int = USUAL_SAMPLES
    habits: str = ""

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise BadValue(f"samples of {self.name} must be at least 1, not {self.samples}")
        parse_habits(self.habits)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        game.demand(self.name, has_secrets=True)
        if game.seats != 2:
            raise BadValue(f"{self.name} plays heads-up; {game.text} has {game.seats} seats")
        borders = parse_habits(self.habits).borders
        legal = game.legal_moves(view)
        holdings = Holdings(view, seat, borders)
        played = Played(holdings, options_to_play(view, legal), self.samples, seed)
        facts = {"samples": self.samples, "seed": seed, "stopped_by": "samples"}
        return Analysis.ranked(seat, played.options(game, legal), game.unit, **facts)


def options_to_play(v: Holdem, legal: Sequence[int]) -> Ints:
    """The moves that are played out: all, or four sizes of raise among very many."""
    first = [move for move in legal if move <= CALL]
    sizes = np.empty(len(first) + 4, np.int64)
    if len(legal) <= len(sizes):
        return np.array(legal, np.int64)
    sizes[: len(first)] = first
    return sizes[: few_raises(v, sizes, len(first))]


class Holdings:
    """What the other seat can hold, and how our hand stands in it."""

    def __init__(self, v: Holdem, seat: int, borders: Floats) -> None:
        self.view, self.seat, self.borders = v, seat, borders
        self.weights, self.places = np.empty(COMBOS), np.empty(STRENGTHS)
        self.strengths = np.zeros(COMBOS, np.int64)
        tell_holdings(v, 1 - seat, borders, self.weights, self.strengths, self.places)
        self.heights = np.cumsum(self.weights)

    @property
    def dealt(self) -> Dealt:
        """The same for play-outs."""
        mean = self.weights @ self.places[self.strengths] / self.heights[-1]
        possible = np.flatnonzero(self.weights)
        evenly = (np.arange(YARDSTICKS) * 2 + 1) * len(possible) // (2 * YARDSTICKS)
        cards = COMBO_CARDS[possible[evenly]]
        keys, masks = CARD_KEYS[cards].sum(axis=1), CARD_MASKS[cards].sum(axis=1)
        mean = float(np.clip(mean, LEAST_MEAN, MOST_MEAN))
        return Dealt(self.heights, self.strengths, self.places, mean, keys, masks)


class Played:
    """The options of a decision played out in the same worlds."""

    def __init__(self, holdings: Holdings, tries: Ints, samples: int, seed: int) -> None:
        self.view, self.seat, self.tries = holdings.view, holdings.seat, tries
        table, self.answers = np.empty((samples, len(tries) + 1)), np.zeros((len(tries), 2))
        borders, dealt = holdings.borders, holdings.dealt
        luck = stream(seed)
        play_options(self.view, self.seat, tries, borders, dealt, table, self.answers, luck)
        self.values, self.equities = table[:, :-1], table[:, -1]
        self.samples = samples

    @cached_property
    def equity(self) -> float:
        """Our part of the pot at a showdown."""
        return float(self.equities.mean())

    def options(self, game: Game, legal: Sequence[int]) -> list[Option]:
        """Every legal move, sizes that were not played as a mixture of their neighbours."""
        mixed = self.values @ self._mixtures(legal)
        best = mixed[:, int(mixed.mean(axis=0).argmax())]
        root = np.sqrt(max(self.samples, 1))
        errors = mixed.std(axis=0) / root
        losses = (mixed - best[:, None]).std(axis=0) / root
        options = []
        for i, move in enumerate(legal):
            estimate = Estimate(float(mixed[:, i].mean()), float(errors[i]), self.samples)
            parts, reason = self._parts(move), self.reason(move)
            text, error = game.move_text(self.view, move), float(losses[i])
            options.append(Option(move, text, estimate, parts, reason, loss_error=error))
        return options

    def _mixtures(self, legal: Sequence[int]) -> Floats:
        """One column a legal move: how much of each option that was played is in it."""
        sizes = np.array([float(move) for move in self.tries])
        columns = np.zeros((len(sizes), len(legal)))
        for i, move in enumerate(legal):
            at = min(int(np.searchsorted(sizes, move)), len(sizes) - 1)
            if sizes[at] == move or at == 0:
                columns[at, i] = 1.0
            else:
                part = (move - sizes[at - 1]) / (sizes[at] - sizes[at - 1])
                columns[at - 1, i], columns[at, i] = 1.0 - part, part
        return columns

    @property
    def needed(self) -> float:
        """The equity that the price of a call asks for."""
        call = int(to_call(self.view, self.seat))
        return call / (int(pot(self.view)) + call)

    def _parts(self, move: int) -> dict[str, float]:
        parts = {"equity": self.equity, "needed": self.needed}
        if move > CALL:
            parts["folds"], parts["equity called"] = self._answer(move)
        return parts

    def _answer(self, move: int) -> tuple[float, float]:
        """How often he folds to a raise, and our equity where he does not."""
        nearest = int(np.abs(self.tries - move).argmin())
        folds, wins = self.answers[nearest] / self.samples
        return float(folds), float(wins / (1.0 - folds)) if folds < 1.0 else 0.0

    def reason(self, move: int) -> str:
        """Why the option is worth what it is, in pot odds."""
        call, size = int(to_call(self.view, self.seat)), int(pot(self.view))
        if move == FOLD:
            return f"gives up {size} in the pot; a call needs {self.needed:.1%} equity, {self._had}"
        if move > CALL:
            folds, called = self._answer(move)
            return f"he folds {folds:.0%}; if not, our equity is {called:.1%}"
        if call == 0:
            return f"free; {self._had} of {size} in the pot"
        return f"{call} to win {size}: pot odds ask {self.needed:.1%} equity, {self._had}"

    @property
    def _had(self) -> str:
        return f"we have {self.equity:.1%}"
