"""The experiment on exploiting: every archetype, the base itself, and the base known by heart.

Findings come step by step, with what is being done, since a step takes minutes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz.core.seeds import child
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.contest import (
    LEARN,
    ExploitContest,
    Risk,
    contest,
    model_of,
    risk,
)
from kibitz.games.holdem.strategy.appraisal import loss_to_best_answer
from kibitz.games.holdem.strategy.balanced import Balanced

ITSELF = "the base itself"
KNOWN = "the base, known by heart"
KNOWN_PAIRS = 10  # times the pairs against the base, as these are played in a kernel


@dataclass(frozen=True)
class Findings:
    """What is known after `done` of `steps`, and what is being done."""

    steps: int
    done: int = 0
    doing: str = ""  # nothing when all is done
    contests: tuple[ExploitContest, ...] = ()
    risks: tuple[Risk, ...] = ()

    def going_on(self, doing: str) -> "Findings":
        return replace(self, doing=doing, done=self.done + bool(self.doing))


def experiment(
    hands: int, pairs: int, base_pairs: int, deals: int, seed: int
) -> Iterator[Findings]:
    """Learn each player from so many hands, answer him, and play; the last findings are whole."""
    game = HoldemGame(raises="few")
    players = {**ARCHETYPES, ITSELF: Balanced()}
    found = Findings(1 + 2 * len(players) + len(ARCHETYPES))
    yield (found := found.going_on("what an answer that knows the base wins from it"))
    known = loss_to_best_answer(game.kind, deals, KNOWN_PAIRS * base_pairs, seed)
    for i, (name, player) in enumerate(players.items()):
        yield (found := found.going_on(f"{name}: {hands} hands to learn from, then an answer"))
        exploiter = model_of(game, player, hands, child(seed, LEARN, i)).exploiter(deals)
        if name in ARCHETYPES:
            yield (found := found.going_on(f"{name}: {pairs} pairs by base and exploiter"))
            played = contest(game, name, exploiter, pairs, seed)
            found = replace(found, contests=(*found.contests, played))
        yield (found := found.going_on(f"exploiter of {name}, base: {base_pairs} pairs"))
        against = risk(game, name, exploiter, base_pairs, seed)
        found = replace(found, risks=(*found.risks, against))
    yield replace(found.going_on(""), risks=(*found.risks, Risk(KNOWN, known)))
