"""One game, as many players as it has seats: pairs are played until it is enough.

A pair is one deal in every rotation of the seats: two games for two players, n for n.

The verdict rests on the contiguous prefix of pair indices alone. How many workers there
are, which pair ends first, and how often the match was broken off and resumed make no
difference to it.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Pairing, PlayerMaker, Setting
from kibitz.arena.ledger import Ledger, Plan
from kibitz.arena.result import PairResult
from kibitz.arena.stop import (
    ClearOfEven,
    Ending,
    FixedPairs,
    Judge,
    StopRule,
    check_model,
    rule_from_fields,
)
from kibitz.arena.tally import Shares, Tally, new_sums
from kibitz.arena.workers import Crew
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord, BadValue, WrongKind, shortened
from kibitz.players.foreign import called

BLOCK = 1000  # pairs that are recalled at once


@dataclass(frozen=True)
class Match:
    """What is to be played and when it ends."""

    game: str
    players: tuple[PlayerMaker, ...]  # one for each seat
    rule: StopRule
    seed: int
    limit_seconds: float | None = None  # for one move

    def __post_init__(self) -> None:
        demand_seats(self.game, len(self.players))
        if len(self.players) > 2 and not isinstance(self.rule, FixedPairs | ClearOfEven):
            raise WrongKind(
                f"Elo is for two players, but {self.game} has {len(self.players)} seats"
            )
        check_model(self.rule, make_game(self.game).is_paid)
        check_limit(self.limit_seconds)

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the players in the list."""
        return tuple(range(len(self.players)))

    def setting(self, wants_records: bool = False) -> Setting:
        """What the workers need to know."""
        return Setting(self.game, self.players, self.limit_seconds, wants_records)

    def plan(self) -> Plan:
        """The match as a ledger keeps it."""
        settings = {**self.rule.to_fields(), "limit_seconds": self.limit_seconds}
        return Plan("match", self.game, names(self.players), self.seed, settings)

    @classmethod
    def of_plan(cls, plan: Plan) -> "Match":
        """The match that a ledger kept."""
        if plan.kind != "match":
            raise BadValue(f"this is a {plan.kind} of {len(plan.players)} players, not a match")
        settings = dict(plan.settings)
        limit = settings.pop("limit_seconds", None)
        if not isinstance(limit, int | float | None) or isinstance(limit, bool):
            raise BadRecord(f"the plan is not a match's: its limit is {shortened(repr(limit))}")
        return cls(plan.game, plan.players, rule_from_fields(settings), plan.seed, limit)

    def begin(self) -> "MatchRun":
        """The match before its first pair."""
        game = make_game(self.game)
        is_paid = game.is_paid or game.seats > 2
        judge = self.rule.judge(game.payoff_reach if is_paid else None)
        return MatchRun(self, new_sums(len(self.players)), judge)


@dataclass
class MatchRun:
    """How far a match has come."""

    match: Match
    tally: Tally | Shares
    judge: Judge

    @property
    def ending(self) -> Ending | None:
        """How it ended; None while it has not."""
        return self.judge.ending

    def count(self, batch: Batch) -> Batch:
        """Count a batch that comes next in order; return the part that counts."""
        if self.ending:
            return batch.part(0, 0)
        counted = batch.part(0, self.judge.count(batch))
        self.tally.add(counted)
        return counted

    def recall(self, pairs: Iterable[PairResult]) -> None:
        """Count pairs that were played before a break."""
        kept = iter(pairs)
        while block := list(islice(kept, BLOCK)):
            first = self.tally.pairs
            for expected, pair in enumerate(block, first):
                if pair.players != self.match.places or pair.index != expected:
                    raise BadRecord(f"pair {pair.index} is stored where {expected} belongs")
            self.count(Batch.of(self.match.places, first, [pair.games for pair in block]))
            if self.ending:
                return

    def run(
        self, crew: Crew, ledger: Ledger | None = None, match_id: str = "", every: int | None = None
    ) -> Generator["MatchRun"]:
        """Play on to the end; the same object again after every batch, or every so many pairs."""
        if self.ending:
            return
        for batch in crew.run(self._chunks(crew)):
            for part in batch.split(every, self.tally.pairs):
                counted = self.count(part)
                if ledger and len(counted):
                    ledger.save(match_id, list(counted.pairs()))
                yield self
                if self.ending:
                    return

    def _chunks(self, crew: Crew) -> Iterator[Chunk]:
        pairing = Pairing(self.match.places, self.match.seed)
        first, most = self.tally.pairs, self.match.rule.most
        while first < most:
            share = -(-(most - first) // (2 * crew.size))  # so that nobody waits at the end
            count = min(crew.pace.size, share)
            yield Chunk(pairing, first, count)
            first += count


def demand_seats(game: str, players: int) -> None:
    """Refuse a number of players that is not the game's."""
    made = make_game(game)
    if made.seats != players:
        named = "1 player is" if players == 1 else f"{players} players are"
        raise WrongKind(f"{made.text} has {made.seats} seats, but {named} named")


def check_limit(seconds: float | None) -> None:
    """Refuse a limit that no move can keep."""
    if seconds is not None and not seconds > 0.0:
        raise BadValue(f"limit {seconds} s is not above 0")


def spoken_names(players: Sequence[PlayerMaker]) -> tuple[str, ...]:
    """What the players are called in reports."""
    return tuple(called(text) for text in names(players))


def names(players: Sequence[PlayerMaker]) -> tuple[str, ...]:
    """The texts of the players, from which they can be made again."""
    return tuple(
        maker if isinstance(maker, str) else getattr(maker, "__name__", "player")
        for maker in players
    )


def unique(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts, those that come again with a number behind them.

    >>> unique(["random", "expert", "random"])
    ('random', 'expert', 'random #2')
    """
    seen: Counter[str] = Counter()
    called = []
    for text in texts:
        seen[text] += 1
        called.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return tuple(called)


def with_rule(match: Match, rule: StopRule | None) -> Match:
    """The match with another end, where one is given."""
    return match if rule is None else replace(match, rule=rule)
