"""Ranges of starting hands: text to weights of the 1,326 combos and back.

>>> str(parse_range("99-TT, AKs:0.5, A5s-A2s"))
'TT-99,A5s-A2s,AKs:0.5'

Items are joined by commas. `22`, `AKs`, `AKo`, `AK` name classes; `22+`, `A2s+`, `KTo+`
go up to the top; `99-22`, `A2s-A5s`, `76s-54s` run between two; `AhKh` is one combo;
`random` is every hand; `15%` are the best by their chance against a random hand. A weight
stands behind an item, `AKs:0.5`, or before a list, `50%(AKs,QQ)`. Where two items name
the same combo, the later one holds.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.cards import card_text, parse_card
from kibitz.errors import BadNotation, BadValue
from kibitz.games.holdem.cards.combos import (
    CLASS_BY_TEXT,
    CLASS_OF,
    CLASS_SIZES,
    CLASSES,
    COMBO,
    COMBOS,
    combo_text,
)
from kibitz.games.holdem.cards.tables import RANK_LETTERS

_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_COMBO = re.compile(r"((?:10|[2-9TJQKA])[shdc♠♥♦♣]){2}", re.IGNORECASE)
_CARD = re.compile(r"(?:10|[2-9TJQKA])[shdc♠♥♦♣]", re.IGNORECASE)
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%")
_GROUP = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)%\s*\(")

# Best first by exact equity against a random hand (tests/games/holdem checks the order).
_BY_STRENGTH = (
    "AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s "
    "A9o KJo 55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s "
    "QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o "
    "K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s "
    "T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o "
    "95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s "
    "T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s "
    "83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o"
)
BY_STRENGTH = tuple(_BY_STRENGTH.split())


@dataclass(frozen=True, eq=False)
class Range:
    """How likely a player is to hold each combo, relative to the others: 0 to 1 each."""

    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        self.weights.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return ",".join(_items(self.weights)) or "nothing"

    @property
    def combos(self) -> NDArray[np.int64]:
        """The combos that are in it at all."""
        return np.flatnonzero(self.weights)

    @property
    def share(self) -> float:
        """The part of all hands that it is, weights counted."""
        return float(self.weights.sum()) / COMBOS

    @property
    def is_random(self) -> bool:
        """Whether it is every hand alike."""
        return bool((self.weights == 1.0).all())

    def without(self, cards: Iterable[int]) -> "Range":
        """The range without the combos that hold one of these cards."""
        weights = self.weights.copy()
        for card in cards:
            weights[COMBO[card][COMBO[card] >= 0]] = 0.0
        return Range(weights)

    def class_shares(self) -> NDArray[np.float64]:
        """The mean weight of each of the 169 classes."""
        return np.bincount(CLASS_OF, self.weights, CLASSES) / CLASS_SIZES


def parse_range(text: str) -> Range:
    """The range that `text` names; what cannot be read is refused with its column."""
    weights = np.zeros(COMBOS)
    for start, item, weight in _split(text, text, 0, 1.0):
        weights[_item_combos(item, start, text)] = weight
    if not weights.any():
        raise BadNotation(f"the range '{text}' is empty")
    return Range(weights)


def random_range() -> Range:
    """Every hand alike."""
    return Range(np.ones(COMBOS))


def top_range(percent: float) -> Range:
    """The best classes against a random hand, as few as make up that part of all hands."""
    if not 0 < percent <= 100:
        raise BadValue(f"{percent:g}% of hands is not above 0 and at most 100")
    weights = np.zeros(COMBOS)
    for name in BY_STRENGTH:
        if weights.sum() >= percent / 100 * COMBOS - 1e-9:
            break
        weights[np.equal(CLASS_OF, CLASS_BY_TEXT[name])] = 1.0
    return Range(weights)


def _split(part: str, text: str, base: int, weight: float) -> Iterator[tuple[int, str, float]]:
    """The items of a list with their columns (from 1) and weights, groups opened."""
    at = 0
    while at <= len(part):
        group = _GROUP.match(part, at)
        if group:
            end = part.find(")", group.end())
            if end < 0:
                raise _bad(part[at:].strip(), base + at, text, "its parenthesis is not closed")
            inner = _weight(group[1], 100.0, base + at, text) * weight
            yield from _split(part[group.end() : end], text, base + group.end(), inner)
            rest = part[end + 1 :].lstrip()
            if rest and not rest.startswith(","):
                raise _bad(rest, base + len(part) - len(rest), text, "a comma is missing before it")
            at = len(part) + 1 if not rest else part.index(",", end) + 1
            continue
        end = part.find(",", at)
        end = len(part) if end < 0 else end
        yield _item(part[at:end], base + at, text, weight)
        at = end + 1


def _item(raw: str, base: int, text: str, weight: float) -> tuple[int, str, float]:
    start = base + len(raw) - len(raw.lstrip())
    name, colon, number = raw.strip().partition(":")
    if not name:
        raise _bad(raw.strip(), start, text, "it is empty")
    if colon:
        weight *= _weight(number, 1.0, start, text)
    return start, name.strip(), weight


def _weight(number: str, whole: float, start: int, text: str) -> float:
    try:
        weight = float(number) / whole
    except ValueError:
        raise _bad(number, start, text, "a weight is a number above 0 and at most 1") from None
    if not 0.0 < weight <= 1.0:
        raise _bad(number, start, text, "a weight is above 0 and at most 1 (100%)")
    return weight


def _bad(item: str, start: int, text: str, why: str) -> BadNotation:
    return BadNotation(f"'{item}' at column {start + 1} of the range '{text}' is wrong: {why}")


def _item_combos(item: str, start: int, text: str) -> NDArray[np.int64]:
    """The combos that one item names."""
    if item.lower() == "random":
        return np.arange(COMBOS)
    percent = _PERCENT.fullmatch(item)
    if percent:
        try:
            return top_range(float(percent[1])).combos
        except BadValue as error:
            raise _bad(item, start, text, str(error)) from None
    if _COMBO.fullmatch(item):
        return np.array([_combo(item, start, text)])
    return np.flatnonzero(np.isin(CLASS_OF, list(_classes(item, start, text))))


def _combo(item: str, start: int, text: str) -> int:
    a, b = (parse_card(card) for card in _CARD.findall(item))
    if a == b:
        raise _bad(item, start, text, f"the card {card_text(a)} appears twice in it")
    return int(COMBO[a, b])


def _classes(item: str, start: int, text: str) -> Iterator[int]:
    low, dash, high = (piece.strip() for piece in item.partition("-"))
    if dash:
        ends = _ranks(low, start, text), _ranks(high, start + item.index("-") + 1, text)
        names = _between(ends[0], ends[1], item, start, text)
    else:
        first, second, kind = _ranks(low.removesuffix("+"), start, text)
        names = [(first, second, kind)]
        if low.endswith("+"):
            top = 13 if first == second else first
            pairs = first == second
            names = [(n if pairs else first, n, kind) for n in range(second, top)]
    for first, second, kind in names:
        yield from _class_places(first, second, kind)


def _ranks(name: str, start: int, text: str) -> tuple[int, int, str]:
    """The higher rank, the lower rank and `s`, `o` or nothing."""
    found = _CLASS.fullmatch(name)
    if not found:
        why = "write hands like 22+, AKs, KTo+, A5s-A2s, AhKh, random, 15%"
        raise _bad(name, start, text, why)
    a, b = (RANK_LETTERS.index(letter.upper()) for letter in found.group(1, 2))
    if a == b and found[3]:
        raise _bad(name, start, text, "a pair is neither suited nor offsuit")
    return max(a, b), min(a, b), found[3].lower()


def _between(
    one: tuple[int, int, str], two: tuple[int, int, str], item: str, start: int, text: str
) -> list[tuple[int, int, str]]:
    """The classes between two: pairs, kickers of one high card, or hands of one gap."""
    if one[2] != two[2]:
        raise _bad(item, start, text, "its ends are not both suited, offsuit or neither")
    (low1, low2), kind = sorted((one[:2], two[:2])), one[2]
    if low1[0] == low2[0] and low1[0] != low1[1] and low2[0] != low2[1]:
        return [(low1[0], n, kind) for n in range(low1[1], low2[1] + 1)]
    if low1[0] - low1[1] == low2[0] - low2[1]:
        gap = low1[0] - low1[1]
        return [(n, n - gap, kind) for n in range(low1[0], low2[0] + 1)]
    raise _bad(item, start, text, "its ends share neither the high card nor the gap")


def _class_places(first: int, second: int, kind: str) -> Iterator[int]:
    name = RANK_LETTERS[first] + RANK_LETTERS[second]
    if first == second:
        yield CLASS_BY_TEXT[name]
        return
    for suffix in kind or "so":
        yield CLASS_BY_TEXT[name + suffix]


def _items(weights: NDArray[np.float64]) -> Iterator[str]:
    """The canonical items: heaviest first; pairs, suited, offsuit, then single combos."""
    if (weights == 1.0).all():
        yield "random"
        return
    lowest = np.full(CLASSES, np.inf)
    np.minimum.at(lowest, CLASS_OF, weights)
    highest = np.zeros(CLASSES)
    np.maximum.at(highest, CLASS_OF, weights)
    whole = lowest == highest
    for weight in np.unique(weights[weights > 0.0])[::-1].tolist():
        suffix = "" if weight == 1.0 else f":{weight!r}"
        places = {int(place) for place in np.flatnonzero(whole & (lowest == weight))}
        for run in _runs(places):
            yield run + suffix
        for combo in np.flatnonzero((weights == weight) & ~whole[CLASS_OF]):
            yield combo_text(int(combo)) + suffix


def _runs(places: set[int]) -> Iterator[str]:
    """Classes as the shortest list of runs: pairs, then suited and offsuit by high card."""
    if not places:
        return
    lines = [[f"{r}{r}" for r in RANK_LETTERS[::-1]]]
    for kind in "so":
        for high in range(12, 0, -1):
            kickers = RANK_LETTERS[:high][::-1]
            lines.append([f"{RANK_LETTERS[high]}{kicker}{kind}" for kicker in kickers])
    for line in lines:
        run: list[str] = []
        for name in [*line, ""]:
            if name and CLASS_BY_TEXT[name] in places:
                run.append(name)
            elif run:
                yield _run_text(run, run[0] == line[0])
                run = []


def _run_text(run: list[str], from_the_top: bool) -> str:
    if len(run) == 1:
        return run[0]
    return f"{run[-1]}+" if from_the_top else f"{run[0]}-{run[-1]}"
