"""What is counted of a player: times made out of chances, with what was believed before."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Statistic:
    """Times made out of chances, with what was believed before: a Beta law."""

    made: float
    chances: float
    prior_mean: float
    prior_weight: float = 10.0

    @property
    def rate(self) -> float | None:
        """What was seen, if anything was."""
        return self.made / self.chances if self.chances > 0 else None

    @property
    def beta(self) -> tuple[float, float]:
        """The parameters of the posterior."""
        a = self.prior_mean * self.prior_weight + self.made
        b = (1.0 - self.prior_mean) * self.prior_weight + self.chances - self.made
        return a, b

    @property
    def mean(self) -> float:
        """What is believed now."""
        a, b = self.beta
        return a / (a + b)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the posterior."""
        from scipy.special import betaincinv

        return float(betaincinv(*self.beta, 0.025)), float(betaincinv(*self.beta, 0.975))

    def chance_below(self, limit: float) -> float:
        """How likely the true rate is below a limit."""
        from scipy.special import betainc

        return float(betainc(*self.beta, limit))


# name: (what people call it, prior mean)
STATISTICS: Mapping[str, tuple[str, float]] = {
    "vpip": ("VPIP", 0.25),
    "pfr": ("PFR", 0.15),
    "three_bet": ("3-bet", 0.07),
    "afq": ("AFq", 0.40),
    "wtsd": ("WTSD", 0.27),
    "wsd": ("W$SD", 0.50),
    "cbet": ("c-bet", 0.60),
    "aggression": ("agg", 0.50),  # bets and raises against calls: AF as a part
    "fold_to_bet": ("fold", 0.20),
    "bluff": ("bluff", 0.20),  # of the bets that were shown
    "bets_when_checked": ("bet", 0.45),
}
