"""How often each choice is played in each spot with each bucket: rows of a strategy.

The balanced strategy is part of the package (see `training`). The habits of an opponent
are a strategy, too. An answer to them is found once by `regrets` and kept in the cache
folder: it begins with the balanced strategy and leaves it where the habits can be trusted.
"""

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.shipped import shipped_array
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES, COMBOS
from kibitz.games.holdem.cards.tables import kept
from kibitz.games.holdem.opponents.habits import (
    FOLDS,
    GENERIC,
    RAISES,
    TRUST,
    Floats,
    Habits,
    act_chance,
    parse_habits,
)
from kibitz.games.holdem.opponents.situation import FACINGS, PLACES
from kibitz.games.holdem.strategy.buckets import rank_in
from kibitz.games.holdem.strategy.holdings import COMBO_STRENGTH
from kibitz.games.holdem.strategy.regrets import Sheets
from kibitz.games.holdem.strategy.spots import CHOICES, HALF, IN_PLACE, ROWS, STAYS, WIDTH
from kibitz.games.holdem.strategy.training import FILES, normalised, starts, train
from kibitz.games.holdem.table.position import FIXED, NO_LIMIT, PREFLOP

ANSWER_DEALS, ANSWER_SEED = 300_000, 1
HOLD = 30.0  # regrets in big blinds with which an answer begins at the balanced strategy
PRIOR = 100  # deals


def _class_ranks() -> Floats:
    """The part of all hands that is better than a class, with half of what is equal."""
    better = np.array([(s < COMBO_STRENGTH).sum() for s in COMBO_STRENGTH])
    equal = np.array([(s == COMBO_STRENGTH).sum() for s in COMBO_STRENGTH])
    ranks = np.zeros(CLASSES)
    ranks[CLASS_OF] = (better + equal / 2) / COMBOS
    return ranks


CLASS_RANKS = _class_ranks()


@kernel
def write_habits(borders: Floats, sizes: Floats, class_ranks: Floats, out: Floats) -> None:
    """Write how often somebody with habits plays each choice in each place with each bucket."""
    for place in range(PLACES):
        stage = PREFLOP + place // FACINGS
        for bucket in range(WIDTH):
            rank = class_ranks[bucket] if stage == PREFLOP else rank_in(stage, bucket)
            raises = act_chance(borders, place, rank, RAISES)
            folds = act_chance(borders, place, rank, FOLDS)
            row = out[place, bucket]
            row[0], row[STAYS] = folds, 1.0 - raises - folds
            for i in range(len(sizes)):
                row[HALF + i] = raises * sizes[i]


def habits_strategy(habits: Habits) -> Floats:
    """The strategy of somebody with habits, the same in all spots of a place."""
    out = np.zeros((PLACES, WIDTH, CHOICES))
    write_habits(habits.borders, habits.sizes / habits.sizes.sum(), CLASS_RANKS, out)
    return np.repeat(out, IN_PLACE, axis=0).reshape(ROWS, CHOICES)


@lru_cache(maxsize=2)
def balanced(kind: int) -> Floats:
    """The balanced strategy of a kind of betting; rows it has never met are what anybody does."""
    stored = shipped_array(FILES[FIXED if kind == FIXED else NO_LIMIT], "odds")
    odds: Floats = normalised(stored.astype(np.float64))
    unmet = odds.sum(axis=1) == 0.0
    odds[unmet] = habits_strategy(GENERIC)[unmet]
    return odds


def trust_in(habits: Habits) -> Floats:
    """How far each row of that strategy can be trusted."""
    return np.repeat(habits.borders[:, TRUST], IN_PLACE * WIDTH)


@lru_cache(maxsize=8)
def expected(kind: int, text: str) -> Floats:
    """What somebody with these habits is expected to play: balanced, as far as not trusted."""
    if not text:
        return balanced(kind)
    habits = parse_habits(text)
    trust = trust_in(habits)[:, None]
    mixed: Floats = trust * habits_strategy(habits) + (1.0 - trust) * balanced(kind)
    return mixed


@lru_cache(maxsize=8)
def answer(kind: int, stack: int, text: str, deals: int) -> Floats:
    """The strategy against somebody with these habits, found once.

    `stack` is how many small blinds the shorter stack holds.
    """
    base = hashlib.sha256(FILES[FIXED if kind == FIXED else NO_LIMIT].read_bytes()).hexdigest()

    def found() -> dict[str, Any]:
        habits = parse_habits(text)
        odds = find_answer(kind, stack, habits_strategy(habits), trust_in(habits), deals)
        return {"odds": np.round(255.0 * odds).astype(np.uint8)}

    odds: Floats = kept("answer", found, f"{kind} {stack} {deals} {text} {base}")["odds"] / 255.0
    return odds


def check_strategy(table: Floats) -> None:
    """Refuse an array that is not a strategy."""
    if np.shape(table) != (ROWS, CHOICES) or np.asarray(table).dtype != np.float64:
        raise BadValue(f"an array of shape {np.shape(table)} is no strategy")


def find_answer(kind: int, stack: int, model: Floats, trust: Floats, deals: int) -> Floats:
    """Learn an answer to a strategy from so many deals; `trust` says how far a row holds.

    What is played begins as if the balanced strategy had been played PRIOR times in every
    row, so that it is left only where there was much to learn from.
    """
    kind = FIXED if kind == FIXED else NO_LIMIT
    check_strategy(model)
    if np.shape(trust) != (ROWS,):
        raise BadValue(f"trust of shape {np.shape(trust)} is not one number for each row")
    if not 2 <= stack < 1 << 31:
        raise BadValue(f"a stack of {stack} chips is too small or too large")
    both = np.repeat(balanced(kind)[None], 2, axis=0)
    sheets = Sheets(HOLD * both, PRIOR * deals / 2 * both, model, trust)
    train(sheets, starts(kind, (stack,)), deals, ANSWER_SEED, True)
    return normalised(sheets.played[0])
