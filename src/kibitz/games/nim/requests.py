"""`nim.grundy`: the Grundy values of games of heaps, by their codes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Request, ask, ask_times
from kibitz.core.sheet import Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.search.heaps import Period

A_ROW = 10  # values


@dataclass(frozen=True)
class GrundyValues(Answer):
    """The values of heaps from 0 on, and the period where one was looked for and proven.

    `digits` is the octal code that was used; coins that are turned have none.
    """

    schema: ClassVar[str] = "nim.grundy/2"
    code: str
    digits: str | None
    values: tuple[int, ...]
    period: int | None
    last_exception: int | None
    verdict: str | None  # on the period, where one was looked for
    seconds: float | None  # where asked for

    def sheet(self) -> Sheet:
        columns = ("heap", *(f"+{i}" for i in range(A_ROW)))
        rows = []
        for first in range(0, len(self.values), A_ROW):
            texts = map(str, self.values[first : first + A_ROW])
            rows.append([str(first), *texts, *[""] * A_ROW][: len(columns)])
        told = [Words.of(self.verdict)] if self.verdict else []
        return [listing(columns, rows, numbers=columns), *told]

    def rows(self) -> list[dict[str, Any]]:
        return [{"heap": heap, "value": value} for heap, value in enumerate(self.values)]


@dataclass(frozen=True)
class GrundyRequest(Request[GrundyValues]):
    """List the Grundy values of heaps from 0 to N in the game CODE.

    CODE is an octal code like 0.77 (its last digit repeats before `...`), or kayles,
    dawson-kayles, dawson-chess, lasker, nim, treblecross or officers; or a coin-turning
    game, whose heaps are coins: turning-turtles, mock-turtles or ruler.
    """

    verb: ClassVar[str] = "nim.grundy"
    examples: ClassVar[tuple[str, ...]] = (
        "0.77 200 --period",
        "ruler 9",
    )
    gives: ClassVar[type[Answer]] = GrundyValues

    code: str = ask(help="The game.", argument=True)
    largest: int = ask(help="The largest heap.", argument=True, low=0, high=1_000_000, metavar="N")
    period: bool = ask(False, "Look for a period and prove it.")
    times: bool = ask_times()

    def answers(self) -> Iterator[GrundyValues]:
        import time

        from kibitz.search.coins import NAMES, coin_values
        from kibitz.search.heaps import HeapGame, find_period

        begun = time.perf_counter()
        digits, is_endless, found = None, True, None
        if self.code in NAMES:
            values = coin_values(self.code, self.largest)
        else:
            game = HeapGame.named(self.code, self.largest)
            digits, is_endless, values = game.code, game.is_endless, game.values(self.largest)
            if self.period and not is_endless:
                found = find_period(game.digits, values)
        yield GrundyValues(
            self.code,
            digits,
            tuple(values.tolist()),
            None if found is None else found.length,
            None if found is None else found.last_exception,
            _verdict(found, is_endless) if self.period else None,
            round(time.perf_counter() - begun, 6) if self.times else None,
        )


def _verdict(found: "Period | None", is_endless: bool) -> str:
    if found is not None:
        after = "" if found.last_exception < 0 else f" after {found.last_exception}"
        return f"period {found.length}{after}, proven by Guy and Smith's theorem"
    if is_endless:
        return "no period is looked for: the theorem needs an octal code that ends"
    return "no period is proven by these values; larger heaps might show one"
