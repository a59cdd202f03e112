"""The ladder of levels: which of them meet, and what their meetings came to, kept in a file."""

import inspect
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import msgspec

from kibitz.core.files import append_line, is_there, text_lines
from kibitz.errors import BadRecord, BadValue

TABLES = (2, 3, 4, 6)  # numbers of seats, where a game leaves the choice
SEAT_OPTIONS = ("players", "seats")  # what games call that option
IN_ORDER, OUT_OF_ORDER, OPEN = "in order", "out of order", "not told apart"


class LadderRung(NamedTuple):
    """Two neighbours: one of the upper level meets as many of the lower as there are seats left."""

    game: str
    seats: int
    upper: str
    lower: str

    @property
    def players(self) -> tuple[str, ...]:
        return (self.upper, *[self.lower] * (self.seats - 1))

    def seed(self, root: int) -> int:
        """Its own seed, whatever else is played."""
        from kibitz.core.seeds import child

        return child(root, zlib.crc32("\n".join(map(str, self)).encode()))


@dataclass(frozen=True)
class RungResult:
    """What a meeting came to: the upper level's score, or its payoff per game."""

    game: str
    seats: int
    upper: str
    lower: str
    pairs: int
    measure: str  # score or payoff
    unit: str  # of the payoff
    value: float
    interval: tuple[float, float]  # to be looked at any time: wrong at some time once in twenty
    verdict: str  # in order, out of order, not told apart
    seed: int
    most_pairs: int
    times: tuple[float | None, float | None] | None = None  # seconds a move, where asked for
    wins: float | None = None  # at more than two seats: the share of the games that it won
    win_interval: tuple[float, float] | None = None
    even_wins: float | None = None  # what equals would win

    @property
    def rung(self) -> LadderRung:
        return LadderRung(self.game, self.seats, self.upper, self.lower)


def with_wins(result: RungResult) -> RungResult:
    """A result with the share of games won beside the payoff, where every win counts once."""
    from kibitz.core.registry import make_game

    game = make_game(result.game)
    if result.measure != "payoff" or not game.is_won_or_lost:
        return result
    low, high = (game.chance_to_win(end) for end in result.interval)
    wins = game.chance_to_win(result.value)
    return replace(result, wins=wins, win_interval=(low, high), even_wins=game.even_chance)


def ladder(game: str | None, seats: int | None) -> list[LadderRung]:
    """Every pair of neighbours in a game, or in all games that have levels."""
    from kibitz.core.registry import game_names

    names = game_names() if game is None else [game]
    texts = [text for name in names for text in _tables(name, seats, is_named=game is not None)]
    found = [rung for text in texts for rung in _rungs(text)]
    if not found:
        where = "no game has" if game is None else f"'{game}' has no"
        raise BadValue(f"{where} levels" + (f" at a table of {seats}" if seats else ""))
    return found


def _tables(text: str, seats: int | None, *, is_named: bool) -> Iterator[str]:
    """The game with each number of seats that is wanted; as it is where that is said, or fixed."""
    from kibitz.core.registry import make_game

    made = make_game(text)
    option = seat_option(made.name)
    if option is None or f"{option}=" in made.options_text:
        if seats in (None, made.seats):
            yield made.text
        return
    for count in TABLES if seats is None else (seats,):
        options = ",".join(filter(None, (made.options_text, f"{option}={count}")))
        try:
            yield make_game(f"{made.name}({options})").text
        except BadValue:
            if is_named and seats is not None:
                raise


def seat_option(name: str) -> str | None:
    """What a game calls its number of seats, where that can be chosen."""
    from kibitz.core.registry import game_class

    parameters = inspect.signature(game_class(name)).parameters
    return next((option for option in SEAT_OPTIONS if option in parameters), None)


def _rungs(text: str) -> Iterator[LadderRung]:
    from kibitz.core.advised import advised
    from kibitz.core.registry import make_game

    game = make_game(text)
    names = list(advised(game).levels)
    for lower, upper in pairwise(names):
        yield LadderRung(text, game.seats, upper, lower)


def kept_rungs(path: str | None) -> dict[tuple[LadderRung, int, int], RungResult]:
    """What a file knows, by rung, seed and the most pairs."""
    found: dict[tuple[LadderRung, int, int], RungResult] = {}
    if path is None or not is_there(path):
        return found
    for number, line in enumerate(text_lines(path), 1):
        try:
            result = msgspec.json.decode(line, type=RungResult)
        except msgspec.DecodeError as error:
            raise BadRecord(f"line {number} of '{path}' is not a rung: {error}") from None
        found[result.rung, result.seed, result.most_pairs] = with_wins(result)
    return found


def keep_rung(path: str | None, result: RungResult) -> None:
    """Add a result to a file."""
    if path is not None:
        append_line(path, msgspec.json.encode(asdict(result)).decode())
