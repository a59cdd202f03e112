"""`holdem.lbr`: what a local best response wins from a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import check_writable
from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.games.holdem.measured.ledger import Numbers

MILLI = 1000.0


@dataclass(frozen=True)
class LocalResponse(Answer):
    """A lower bound on what the player can lose, in thousandths of a big blind per hand."""

    schema: ClassVar[str] = "holdem.lbr/1"
    player: str
    blinds: int
    hands: int
    value: float
    error: float
    interval: tuple[float, float]
    plain: float  # with luck; all-in pots shared by equity
    plain_error: float
    factor: float | None  # how many times as many hands plain results would need
    seed: int
    wanted: int
    kept: int  # of the hands: those that the file had

    @property
    def progress(self) -> Progress | None:
        words = f"{self.value:+.0f} ± {self.error:.0f} milli-blinds"
        return Progress(self.hands, self.wanted, words) if self.hands < self.wanted else None

    def sheet(self) -> Sheet:
        low, high = self.interval
        won = f"{self.value:+.0f} milli-blinds per hand [{low:+.0f}, {high:+.0f}]"
        factor = "" if self.factor is None else f", {self.factor:.1f} times as many hands' worth"
        known = f", {self.kept} from the file" if self.kept else ""
        return [
            Words.of(
                f"local best response to {self.player}, {self.blinds} blinds deep",
                f"wins            {won}",
                f"with its luck   {self.plain:+.0f} ± {self.plain_error:.0f}{factor}",
                f"{self.hands} hands, seed {self.seed}{known}",
            )
        ]


@dataclass(frozen=True)
class LocalResponseRequest(Request[LocalResponse]):
    """Play a local best response against a player, heads-up.

    The response knows the player's strategy and range. It folds, calls, bets three quarters of
    the pot or everything, whichever is best if nobody bets afterwards. What it wins is a lower
    bound on what the player can lose. Known luck is taken out of the results. With a file to
    keep hands in, none is played twice and hands of all seeds count together.
    """

    verb: ClassVar[str] = "holdem.lbr"
    examples: ClassVar[tuple[str, ...]] = ("balanced --blinds 10 --hands 20",)
    gives: ClassVar[type[Answer]] = LocalResponse
    is_long: ClassVar[bool] = True

    player: str = ask("expert", "A level, solver or balanced.", argument=True)
    blinds: int = ask(100, "Stacks, in big blinds.", low=2, high=1000)
    hands: int = ask(200, "Hands to play.", low=2, high=10_000_000)
    seed: int | None = ask_seed()
    keep: str | None = ask(None, "File that keeps every hand, to go on later.", holds=PLACE)

    def check(self) -> None:
        """Refuse a file that cannot be written, before anything is played."""
        if self.keep is not None:
            check_writable(self.keep)

    def answers(self) -> Iterator[LocalResponse]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.holdem.game import HoldemGame
        from kibitz.games.holdem.measured.known import known_player
        from kibitz.games.holdem.measured.ledger import ResultLedger
        from kibitz.games.holdem.measured.response import response_hand

        game = HoldemGame(stack=2 * self.blinds)
        known, root = known_player(game, self.player), checked_seed(self.seed)
        if known is None:
            raise BadValue(f"the strategy of '{self.player}' is not known for every hand")
        ledger = ResultLedger(self.keep, f"lbr {self.player} {self.blinds}")
        before = set(ledger.results)
        wanted = len(before | {(root, number) for number in range(self.hands)})
        numbers = range(self.hands)
        for seen in ledger.through(root, numbers, lambda n: response_hand(game, known, n, root)):
            if len(seen) > 1:
                yield self._answer(seen, root, wanted, len(before))

    def _answer(self, seen: "list[Numbers]", seed: int, wanted: int, kept: int) -> LocalResponse:
        from kibitz.games.holdem.measured.mean import MeanResult

        plain, corrected = (
            MeanResult.of([MILLI * n for n in column if n is not None])
            for column in zip(*seen, strict=True)
        )
        return LocalResponse(
            self.player,
            self.blinds,
            len(seen),
            corrected.mean,
            corrected.error,
            corrected.interval,
            plain.mean,
            plain.error,
            corrected.factor(plain),
            seed,
            wanted,
            kept,
        )
