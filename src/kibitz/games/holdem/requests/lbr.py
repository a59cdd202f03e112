"""`holdem.lbr`: what a local best response wins from a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.games.holdem.measured.response import ResponseHand

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

    @property
    def progress(self) -> Progress | None:
        words = f"{self.value:+.0f} ± {self.error:.0f} milli-blinds"
        return Progress(self.hands, self.wanted, words) if self.hands < self.wanted else None

    def sheet(self) -> Sheet:
        low, high = self.interval
        won = f"{self.value:+.0f} milli-blinds per hand [{low:+.0f}, {high:+.0f}]"
        factor = "" if self.factor is None else f", {self.factor:.1f} times as many hands' worth"
        return [
            Words.of(
                f"local best response to {self.player}, {self.blinds} blinds deep",
                f"wins            {won}",
                f"with its luck   {self.plain:+.0f} ± {self.plain_error:.0f}{factor}",
                f"{self.hands} hands, seed {self.seed}",
            )
        ]


@dataclass(frozen=True)
class LocalResponseRequest(Request[LocalResponse]):
    """Play a local best response against a player, heads-up.

    The response knows the player's strategy and range. It folds, calls, bets three quarters of
    the pot or everything, whichever is best if nobody bets afterwards. What it wins is a lower
    bound on what the player can lose. Known luck is taken out of the results.
    """

    verb: ClassVar[str] = "holdem.lbr"
    gives: ClassVar[type[Answer]] = LocalResponse
    is_long: ClassVar[bool] = True

    player: str = ask("expert", "A level, solver or balanced.", argument=True)
    blinds: int = ask(100, "Stacks, in big blinds.", low=2, high=1000)
    hands: int = ask(200, "Hands to play.", low=2, high=10_000_000)
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[LocalResponse]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.holdem.game import HoldemGame
        from kibitz.games.holdem.measured.known import known_player
        from kibitz.games.holdem.measured.response import respond

        game = HoldemGame(stack=2 * self.blinds)
        known, root = known_player(game, self.player), checked_seed(self.seed)
        if known is None:
            raise BadValue(f"the strategy of '{self.player}' is not known for every hand")
        seen: list[ResponseHand] = []
        for hand in respond(game, known, self.hands, root):
            seen.append(hand)
            if len(seen) > 1:
                yield self._answer(seen, root)

    def _answer(self, seen: "list[ResponseHand]", seed: int) -> LocalResponse:
        from kibitz.games.holdem.measured.mean import MeanResult

        corrected = MeanResult.of([MILLI * hand.corrected for hand in seen])
        plain = MeanResult.of([MILLI * hand.plain for hand in seen])
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
            self.hands,
        )
