"""How much of a result was luck: each chance event against the mean over all its outcomes.

What a position is worth to a seat is told by the game's `heuristic`, in units of the
payoff. The luck of an event is the worth of what came less the mean worth of all that
could have come, by their chances; so it is zero on average whatever the heuristic, and
the better the heuristic, the more of the result it explains. Where the outcomes cannot be
listed (a deal) the mean is over fresh draws, from seeds of their own. A game may tell its
events itself (hold'em does, card by card). A game with chance that does neither has luck that
nobody knows, which is not to say none.
"""

from dataclasses import dataclass

from kibitz.core.coached import coached
from kibitz.core.game import (
    CHANCE,
    Game,
    Moves,
    Position,
    generic,
    heuristic,
    moves,
    play,
    sample,
    weight,
)
from kibitz.core.record import Replay
from kibitz.core.script import seen_steps
from kibitz.core.seeds import nth, stream
from kibitz.core.stream import Stream
from kibitz.core.writing import Seen, writing_of

DRAWS = 400  # for the mean over a deal


@dataclass(frozen=True)
class Event:
    """One chance event: its place in the record and what it gave each seat."""

    number: int
    text: str
    luck: tuple[float, ...]


@dataclass(frozen=True)
class Luck:
    """All chance events of a game, and the result without them."""

    events: tuple[Event, ...]
    total: tuple[float, ...]
    result: tuple[float, ...] | None

    @property
    def adjusted(self) -> tuple[float, ...] | None:
        """The result less the luck: what skill made of it."""
        if self.result is None:
            return None
        return tuple(paid - luck for paid, luck in zip(self.result, self.total, strict=True))


@generic
def mean_worth(p: Position, seat: int, draws: int, out: Moves, luck: Stream) -> float:
    """The mean worth to `seat` after the chance event of `p`, exact where it can be listed."""
    count = moves(p, out)
    total, weights = 0.0, 0.0
    for i in range(count):
        share = weight(p, out[i])
        total += share * heuristic(play(p, out[i]), seat)
        weights += share
    if count == 0:
        for _ in range(draws):
            total += heuristic(play(p, sample(p, out, luck)), seat)
        weights = float(draws)
    return total / weights


def luck_of(replay: Replay, seed: int = 0, draws: int = DRAWS) -> Luck | None:
    """The luck of every seat in a replayed game; None where nobody knows it."""
    game, out = replay.game, replay.game.scratch()
    told = coached(game).luck_events(replay.steps)
    chances = [(n, step) for n, step in enumerate(seen_steps(replay), 1) if step.seat == CHANCE]
    if chances and not told and not coached(game).has_worth():
        return None
    events = [Event(*event) for event in told or ()] or [
        _event(game, number, step, nth(seed, number), draws, out) for number, step in chances
    ]
    seats = range(game.seats)
    total = tuple(sum(event.luck[seat] for event in events) for seat in seats)
    return Luck(tuple(events), total, replay.record.result)


def _event(game: Game, number: int, step: Seen, seed: int, draws: int, out: Moves) -> Event:
    p, after = step.before, step.after
    luck = tuple(
        float(heuristic(after, seat)) - float(mean_worth(p, seat, draws, out, stream(seed)))
        for seat in range(game.seats)
    )
    return Event(number, writing_of(game).event(p, after, step.move), luck)
