"""`bluff.companies`: how good the belief is in every company of honest, naive and modelling."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.games.bluff.requests import Bin

if TYPE_CHECKING:
    from kibitz.games.bluff.contest import BluffContest

KINDS = ("honest", "naive", "modelling")
COUNTED = 200  # claims that a tenth must have to be judged
ALLOWED = 0.04  # that said and seen may differ in a tenth
SURE = 2.0  # standard errors beyond which a gap is no chance
FIGURES = ("claims", "lies", "Brier", "base rate", "farthest off", "error", "where")


@dataclass(frozen=True)
class CompanyBelief:
    """The beliefs of one company; `farthest` is the greatest gap of said and seen in a tenth.

    The standard error of that gap is beside it: in a tenth of 200 claims chance alone makes
    a gap of several points. `is_within` says that no tenth is more than 4 points off, `is_off`
    that one is by more than two standard errors: that is no chance.
    """

    players: tuple[str, ...]
    claims: int
    lie_rate: float
    brier: float
    base_brier: float
    farthest: float | None
    farthest_error: float | None
    farthest_tenth: int | None
    is_within: bool
    is_off: bool
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class CompanyBeliefs(Answer):
    """The beliefs of every company of so many players, one after another."""

    schema: ClassVar[str] = "bluff.companies/1"
    players: int
    rounds: int
    seed: int
    companies_asked: int
    companies: tuple[CompanyBelief, ...]

    @property
    def progress(self) -> Progress | None:
        done = len(self.companies)
        if done == self.companies_asked:
            return None
        return Progress(done, self.companies_asked, "companies")

    def sheet(self) -> Sheet:
        gaps = [one.farthest for one in self.companies if one.farthest is not None]
        told = f"farthest off in a tenth with {COUNTED} claims or more, in points of a hundred"
        most = f"; at most {100 * max(gaps):.1f}" if gaps else ""
        return [
            listing(("players", *FIGURES), map(_cells, self.companies), numbers=FIGURES),
            Words.of(f"{told}{most}; seed {self.seed}", self._verdict(), self._tenths()),
        ]

    def _verdict(self) -> str:
        within = sum(one.is_within for one in self.companies)
        off = sum(one.is_off for one in self.companies)
        points = f"{100 * ALLOWED:.0f} points"
        return (
            f"within {points} in {within} of {len(self.companies)} companies; "
            f"more than {points} and two errors off in {off or 'none'}"
        )

    def _tenths(self) -> str:
        """How many tenths are within what is allowed, and how well all of them are known."""
        judged = [tenth for one in self.companies for tenth in one.bins if is_judged(tenth)]
        if not judged:
            return f"no tenth has {COUNTED} claims: play more rounds"
        within = sum(abs(tenth.said - tenth.lies) <= ALLOWED for tenth in judged)
        error = 100 * max(tenth.error for tenth in judged)
        return f"{within} of {len(judged)} tenths are within it, the errors at most {error:.1f}"

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "players": " ".join(one.players),
                "claims": one.claims,
                "lie_rate": one.lie_rate,
                "brier": one.brier,
                "base_brier": one.base_brier,
                "farthest": one.farthest,
                "farthest_error": one.farthest_error,
                "is_within": one.is_within,
                "is_off": one.is_off,
            }
            for one in self.companies
        ]


def is_judged(tenth: Bin) -> bool:
    """Whether a tenth has claims enough to be judged."""
    return tenth.claims >= COUNTED


def _cells(one: CompanyBelief) -> tuple[str, ...]:
    counts = [(one.players.count(kind), kind) for kind in KINDS]
    who = ", ".join(f"{count} {kind}" for count, kind in counts if count)
    figures = (
        f"{one.claims:,}",
        f"{one.lie_rate:.1%}",
        f"{one.brier:.4f}",
        f"{one.base_brier:.4f}",
    )
    if one.farthest is None or one.farthest_tenth is None:
        return (who, *figures, "", "", "")
    tenth = f"{10 * one.farthest_tenth}-{10 * one.farthest_tenth + 10} %"
    error = f"± {100 * (one.farthest_error or 0.0):.1f}"
    return (who, *figures, f"{100 * one.farthest:.1f}", error, tenth)


@dataclass(frozen=True)
class CompaniesRequest(Request[CompanyBeliefs]):
    """Measure the belief in every company of players.

    Players are honest, naive or modelling. Each company plays every rotation of its seats in
    each round, and every game has its own deal. The beliefs are those of every seat that is
    asked, held against what the claims were, in tenths.
    """

    verb: ClassVar[str] = "bluff.companies"
    examples: ClassVar[tuple[str, ...]] = ("--players 2 --rounds 2",)
    gives: ClassVar[type[Answer]] = CompanyBeliefs
    is_long: ClassVar[bool] = True

    players: int = ask(3, "Number of players.", low=2, high=6)
    rounds: int = ask(200, "Rounds per company, each a game per seat.", low=2, high=1_000_000)
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[CompanyBeliefs]:
        from kibitz.core.seeds import checked_seed, child
        from kibitz.games.bluff.contest import WAYS, contest
        from kibitz.games.bluff.game import BluffGame

        root, start = checked_seed(self.seed), BluffGame(self.players).start()
        every = list(combinations_with_replacement(KINDS, self.players))
        found = CompanyBeliefs(self.players, self.rounds, root, len(every), ())
        for number, names in enumerate(every):
            ways = tuple(WAYS[name] for name in names)
            seed = child(root, number)
            played = contest(start, ways, self.rounds, seed, is_paired=False)
            found = replace(found, companies=(*found.companies, _company(names, played)))
            yield found


def _company(names: tuple[str, ...], found: "BluffContest") -> CompanyBelief:
    bins = tuple(Bin(*one) for one in found.bins)
    gaps = [
        (abs(one.said - one.lies), one.error, tenth)
        for tenth, one in enumerate(bins)
        if is_judged(one)
    ]
    farthest, error, tenth = max(gaps) if gaps else (None, None, None)
    is_within = all(gap <= ALLOWED for gap, *_ in gaps)
    is_off = any(gap > ALLOWED + SURE * error for gap, error, _ in gaps)
    figures = (found.claims, found.lie_rate, found.brier, found.base_brier)
    return CompanyBelief(names, *figures, farthest, error, tenth, is_within, is_off, bins)
