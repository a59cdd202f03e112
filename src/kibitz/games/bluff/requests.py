"""`bluff.belief` and `bluff.calibration`: how likely a claim is a lie, and how good that is."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.errors import BadValue, UnknownName

if TYPE_CHECKING:
    from kibitz.games.bluff.contest import BluffContest

OF_A_RANK, PACK = 4, 52  # cards


@dataclass(frozen=True)
class Belief(Answer):
    """The chances that a claim can be true (exact) and that it is a lie (as players believe)."""

    schema: ClassVar[str] = "bluff.belief/1"
    claimed: int
    hand: int
    unseen: int
    hold: int
    pile: int
    p_can_be_true: float
    bluff_rate: float
    p_lie: float

    def sheet(self) -> Sheet:
        rate = f"bluffs at will {100 * self.bluff_rate:.1f} %"
        return [
            Words.of(
                f"can be true  {100 * self.p_can_be_true:6.2f} %  (exact)",
                f"is a lie     {100 * self.p_lie:6.2f} %  (as the players believe; {rate})",
            )
        ]


@dataclass(frozen=True)
class BeliefRequest(Request[Belief]):
    """Say how likely a claim can be true, and how likely it is a lie.

    The second is what the modelling player believes at such a table. Cards that are neither
    in the claimant's hand nor on the pile are taken to be spread over the other hands.
    """

    verb: ClassVar[str] = "bluff.belief"
    examples: ClassVar[tuple[str, ...]] = ("2 --hand 10 --unseen 35 --hold 1",)
    gives: ClassVar[type[Answer]] = Belief

    claimed: int = ask(help="How many cards are claimed.", argument=True, low=1, high=OF_A_RANK)
    hand: int = ask(help="Cards the claimant held before the claim.", low=0, high=52)
    unseen: int = ask(help="Cards you have not located.", low=1, high=52)
    hold: int = ask(0, "Cards of the rank you have located.", low=0, high=OF_A_RANK)
    pile: int = ask(0, "Unseen cards on the pile, without the claim.", low=0, high=51)
    players: int = ask(4, "Number of players.", low=2, high=6)
    truths: int = ask(0, "The claimant's claims shown true.", low=0, high=255)
    lies: int = ask(0, "Claims shown to have one false card.", low=0, high=255)
    stood: int = ask(0, "Claims of one card that stood.", low=0, high=255)

    def check(self) -> None:
        others = OF_A_RANK - self.hold
        if self.hand + self.pile > self.unseen:
            pile = f" and a pile of {self.pile}" if self.pile else ""
            text = f"a hand of {self.hand}{pile} does not fit"
            raise BadValue(f"{text} into {self.unseen} unseen cards")
        if others > self.unseen:
            raise BadValue(f"{others} cards of the rank do not fit into {self.unseen} unseen cards")
        if self.hold > PACK - self.unseen:
            seen = f"{self.hold} cards of the rank are not all located"
            raise BadValue(f"{seen} where {self.unseen} of {PACK} cards are unseen")
        if self.claimed > self.hand:
            raise BadValue(f"a claim of {self.claimed} does not come from a hand of {self.hand}")

    def answers(self) -> Iterator[Belief]:
        from kibitz.games.bluff.belief import belief, bluff_rate, can_be_true
        from kibitz.games.bluff.layout import SHOWN, TOLD
        from kibitz.games.bluff.supposed import LISTENER, supposed_view

        possible = can_be_true(self.unseen, OF_A_RANK - self.hold, self.hand, self.claimed)
        view, actor = supposed_view(**asdict(self)), self.players - 1
        rate = bluff_rate(view[TOLD + actor], view[SHOWN + actor])
        yield Belief(
            self.claimed,
            self.hand,
            self.unseen,
            self.hold,
            self.pile,
            float(possible),
            float(rate),
            float(belief(view, LISTENER)),
        )


@dataclass(frozen=True)
class Bin:
    """The beliefs within a tenth: how many, what they said on average, the share of lies.

    `error` is the standard error of the difference, where the claims of a deal hang together.
    """

    claims: int
    said: float
    lies: float
    error: float


@dataclass(frozen=True)
class Calibration(Answer):
    """What each player got per game, and how good the beliefs of all were."""

    schema: ClassVar[str] = "bluff.calibration/1"
    players: tuple[str, ...]
    rounds: int
    rounds_asked: int
    samples: int
    games: int
    payoffs: tuple[float, ...]
    errors: tuple[float, ...]
    claims: int
    lie_rate: float
    brier: float
    base_brier: float
    log_loss: float
    bins: tuple[Bin, ...]
    seed: int

    @property
    def progress(self) -> Progress | None:
        if self.rounds == self.rounds_asked:
            return None
        return Progress(self.rounds, self.rounds_asked, f"Brier score {self.brier:.4f}")

    def sheet(self) -> Sheet:
        rows = [
            (row["player"], f"{row['payoff']:+.3f}", f"± {1.96 * row['error']:.3f}")
            for row in self.rows()
        ]
        columns = ("player", "payoff per game", "95 %")
        return [
            listing(columns, rows, numbers=columns[1:]),
            listing(BELIEFS, self._beliefs(), numbers=BELIEFS[1:]),
            Words.of(
                f"Brier score {self.brier:.4f}, of the base rate {self.base_brier:.4f}; "
                f"log loss {self.log_loss:.3f}; {self.claims:,} beliefs; seed {self.seed}"
            ),
        ]

    def _beliefs(self) -> Iterator[tuple[str, ...]]:
        for tenth, found in enumerate(self.bins):
            if found.claims:
                shares = (f"{100 * share:.1f} %" for share in (found.said, found.lies))
                error = f"± {100 * found.error:.1f}"
                yield f"{10 * tenth}-{10 * tenth + 10} %", f"{found.claims:,}", *shares, error

    def rows(self) -> list[dict[str, Any]]:
        paid = zip(self.players, self.payoffs, self.errors, strict=True)
        return [{"player": name, "payoff": mean, "error": error} for name, mean, error in paid]


BELIEFS = ("belief", "claims", "said", "lies", "error")


@dataclass(frozen=True)
class CalibrationRequest(Request[Calibration]):
    """Measure payoffs, and how good the beliefs are.

    PLAYERS (honest, naive, modelling, foresight) play in every seat: a round is one deal,
    played once for each rotation of the seats.
    """

    verb: ClassVar[str] = "bluff.calibration"
    examples: ClassVar[tuple[str, ...]] = (
        "honest naive modelling --rounds 2",
        "foresight honest --rounds 2 --samples 50",
    )
    gives: ClassVar[type[Answer]] = Calibration
    is_long: ClassVar[bool] = True

    players: tuple[str, ...] = ask(help="Two to six players.", argument=True)
    rounds: int = ask(100, "Deals.", low=2, high=1_000_000)
    samples: int = ask(500, "Play-outs per decision for foresight.", low=1, high=1_000_000)
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[Calibration]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.bluff.contest import WAYS, contests
        from kibitz.games.bluff.game import BluffGame

        for name in self.players:
            if name not in WAYS:
                raise UnknownName("player", name, WAYS)
        root, game = checked_seed(self.seed), BluffGame(len(self.players))
        ways = tuple(WAYS[name] for name in self.players)
        for found in contests(game.start(), ways, self.rounds, root, self.samples):
            yield self._answer(found, root)

    def _answer(self, found: "BluffContest", seed: int) -> Calibration:
        return Calibration(
            self.players,
            found.rounds,
            self.rounds,
            self.samples,
            found.rounds * len(self.players),
            found.means,
            found.errors,
            found.claims,
            found.lie_rate,
            found.brier,
            found.base_brier,
            found.log_loss,
            tuple(Bin(*one) for one in found.bins),
            seed,
        )
