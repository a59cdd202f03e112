"""What the requests about sequential tests share: the design of the test and its games."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.core.request import Answer, Request, ask

if TYPE_CHECKING:
    from kibitz.stats.design import Design
    from kibitz.stats.model import PairModel

A = TypeVar("A", bound=Answer, covariant=True)


CORRECTIONS = {
    "none": "Wald's bounds",
    "stochastic": "Wald's bounds, stopped before them by chance",
    "siegmund": "Wald's bounds less the overshoot of the records so far",
    "expected": "Wald's bounds less the expected overshoot",
}


def ask_overshoot(default: str | None, when: str = "") -> Any:
    """The field that says how the bounds allow for a last step beyond them."""
    return ask(
        default,
        f"{when}Correction for the last step beyond a bound; or 0 to 3.",
        metavar="none|stochastic|siegmund|expected",
        also=("ovcor",),
    )


def ask_batch() -> Any:
    """The field that says how often a test is looked at."""
    return ask(1, "Pairs between two looks.", low=1, metavar="N")


@dataclass(frozen=True, kw_only=True)
class SprtRequest(Request[A]):
    """Asks about a test of one hypothesis against another."""

    alpha: float = ask(0.05, "Probability of accepting H1 where H0 is true.", metavar="P")
    beta: float = ask(0.05, "Probability of accepting H0 where H1 is true.", metavar="P")
    elo0: float = ask(0.0, "Elo under H0.", metavar="ELO")
    elo1: float = ask(5.0, "Elo under H1.", metavar="ELO")
    elo_model: str = ask("logistic", "Which Elo the figures are in.", metavar="logistic|normalized")

    def design(self, small: float, batch: int, overshoot: str) -> "Design":
        """The test itself."""
        from kibitz.stats.design import Design, Overshoot
        from kibitz.stats.elo import EloModel

        return Design(
            self.elo0,
            self.elo1,
            alpha=self.alpha,
            beta=self.beta,
            elo_model=EloModel.named(self.elo_model),
            batch=batch,
            overshoot=Overshoot.named(overshoot),
            small=small,
        )


@dataclass(frozen=True, kw_only=True)
class SprtGamesRequest(SprtRequest[A]):
    """Asks about a test of games of some kind, looked at in some way."""

    draw_ratio: float = ask(0.61, "Share of draws between even players.", metavar="P")
    bias: float = ask(0.0, "Elo that the start is worth to one side.", metavar="ELO")
    batch: int = ask_batch()
    overshoot: str = ask_overshoot("expected")
    threads: int | None = ask(
        None, "Threads; one per core unless given.", low=1, high=1024, metavar="N"
    )

    def check(self) -> None:
        from kibitz.stats.pentanomial import SIMULATED_SMALL

        self.looked_at(SIMULATED_SMALL)
        self.games()

    def games(self) -> "PairModel":
        """What the games are like."""
        from kibitz.stats.model import PairModel

        return PairModel(self.draw_ratio, self.bias)

    def looked_at(self, small: float) -> "Design":
        """The test with its looks."""
        return self.design(small=small, batch=self.batch, overshoot=self.overshoot)

    def thread_count(self) -> int:
        """How many threads simulate."""
        from kibitz.stats.simulate import all_threads

        return all_threads() if self.threads is None else self.threads


def ask_regularise(default: float) -> Any:
    """The field that says what an empty cell counts as."""
    return ask(default, "What an empty cell counts as.", metavar="X", also=("regularize",))


def title(elo0: float, elo1: float, elo_model: str) -> str:
    """A test by its hypotheses."""
    return f"SPRT({elo0:g}, {elo1:g}) {elo_model} Elo"
