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
FIGURES = ("claims", "lies", "Brier", "base rate", "farthest off", "error", "where")


@dataclass(frozen=True)
class CompanyBelief:
    """The beliefs of one company; `farthest` is the greatest gap of said and seen in a tenth.

    The standard error of that gap is beside it: in a tenth of 200 claims chance alone makes
    a gap of several points.
    """

    players: tuple[str, ...]
    claims: int
    lie_rate: float
    brier: float
    base_brier: float
    farthest: float | None
    farthest_error: float | None
    farthest_tenth: int | None
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
            Words.of(f"{told}{most}; seed {self.seed}"),
        ]

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
            }
            for one in self.companies
        ]


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

    Players are honest, naive or modelling. Each company plays every rotation of its seats on
    each deal; one whose players are all alike has a new deal instead. The beliefs are those of
    every seat that is asked, held against what the claims were, in tenths.
    """

    verb: ClassVar[str] = "bluff.companies"
    gives: ClassVar[type[Answer]] = CompanyBeliefs
    is_long: ClassVar[bool] = True

    players: int = ask(3, "Number of players.", low=2, high=6)
    rounds: int = ask(200, "Deals per company.", low=2, high=1_000_000)
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
            played = contest(start, ways, self.rounds, child(root, number))
            found = replace(found, companies=(*found.companies, _company(names, played)))
            yield found


def _company(names: tuple[str, ...], found: "BluffContest") -> CompanyBelief:
    gaps = [
        (abs(said - seen), error, tenth)
        for tenth, (claims, said, seen, error) in enumerate(found.bins)
        if claims >= COUNTED
    ]
    farthest, error, tenth = max(gaps) if gaps else (None, None, None)
    bins = tuple(Bin(*one) for one in found.bins)
    figures = (found.claims, found.lie_rate, found.brier, found.base_brier)
    return CompanyBelief(names, *figures, farthest, error, tenth, bins)
