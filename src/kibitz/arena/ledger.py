"""Where a match or tournament keeps what it has played, so that it can go on after a break.

A ledger is given pairs in the order in which they count, never out of it and never one
beyond the verdict: what it holds is the same for any number of workers. Whatever was
saved when everything was killed is not played again; the rest is, and gives the same
result, since a pair depends on the plan and its index alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.arena.result import PairResult
from kibitz.core.record import Record
from kibitz.errors import BadRecord


@dataclass(frozen=True)
class Plan:
    """What is to be played; with its seed it decides every game."""

    kind: str  # "match" or "tournament"
    game: str  # text that the registry reads
    players: tuple[str, ...]  # texts that the roster reads
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)  # JSON: when to stop, format, ...

    def to_fields(self) -> dict[str, Any]:
        """The plan as JSON knows it."""
        return {
            "kind": self.kind,
            "game": self.game,
            "players": list(self.players),
            "seed": self.seed,
            "settings": dict(self.settings),
        }

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "Plan":
        """The plan that `to_fields` wrote."""
        try:
            kind, game, seed = str(fields["kind"]), str(fields["game"]), int(fields["seed"])
            players = tuple(str(player) for player in fields["players"])
            return cls(kind, game, players, seed, dict(fields["settings"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadRecord(f"'{str(fields)[:60]}' is not a plan: {error!r}") from None


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair that counts, with the records of its games where the ledger wants them."""

    result: PairResult
    records: tuple[Record, ...] = ()


class Ledger(Protocol):
    """Keeps plans and their pairs; an archive is one, a `Journal` is another."""

    wants_records: bool  # whether `save` is to be given the records of the games

    def begin(self, plan: Plan) -> str:
        """Open a new match or tournament; return its id, by which it can be resumed."""
        ...

    def plan(self, match_id: str) -> Plan:
        """The plan that was begun under that id; UnknownName if there is none."""
        ...

    def pairs_done(self, match_id: str) -> Iterable[PairResult]:
        """Every saved pair, in the order of saving."""
        ...

    def save(self, match_id: str, played: Sequence[PlayedPair]) -> None:
        """Keep these pairs, which come next in order: all of them or none (one transaction)."""
        ...

    def end(self, match_id: str, outcome: Mapping[str, Any]) -> None:
        """Keep the final outcome (JSON); nothing is saved under that id afterwards."""
        ...
