"""What every level loses at a decision: each is asked what it would play there, the coach judges.

Who plays the game matters for which decisions come up, and for nothing else: all levels are asked
about all of them, and the same coach with the same seed says what each move loses. So levels
differ by what they choose alone. Coach and levels have seeds of their own: an expert who asked
the coach with the coach's seed would lose nothing by construction.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kibitz.arena.table import Table
from kibitz.coach.closer import BUDGETS, looking
from kibitz.coach.decision import Decision, judge
from kibitz.core.advised import advised
from kibitz.core.coached import coached
from kibitz.core.game import Game, Position, view
from kibitz.core.seeds import child, generator, nth
from kibitz.estimate.analyst import Analyst, Choice, Level, Mixed, Slips
from kibitz.estimate.estimate import Analysis, Kind
from kibitz.players.player import AnalystPlayer
from kibitz.players.roster import default_analyst, make_player

RANDOM = "random"
DRAWS = 2  # of a level whose odds are not known
FEW = 4  # moves that stand for all where each needs a look of its own
COACH, LEVEL, ANY = range(3)  # whose seed it is, at a decision
Chances = Mapping[int, float]


class SharedDecision(NamedTuple):
    """What each level loses on average at one decision, in points or what weighs like one."""

    phase: str
    position: str  # what the seat saw
    lost: Mapping[str, float]


class OneDecision:
    """A decision that all are asked about; the coach looks at each move that somebody picks.

    He looks first as a review of the game does, in which one move was made. `seed` is his: it
    draws the same worlds whatever he is asked about.
    """

    def __init__(
        self, game: Game, coach: Analyst, position: Position, seat: int, made: int, seed: int
    ) -> None:
        self.game, self.coach, self.seat, self.seed = coached(game), coach, seat, seed
        self.known, self.phase = view(position, seat), self.game.phase(position)
        self.legal, self.text = game.legal_moves(self.known), game.position_text(self.known)
        self._analyses: dict[Analyst, Analysis] = {}
        self._first = self._analysis(made)
        self.is_weighed = self._judge(self._first, made).is_weighed

    def _analysis(self, move: int) -> Analysis:
        coach = self.coach.asked_about(move)
        if coach not in self._analyses:
            found = coach.analyse(self.game, self.known, self.seat, self.seed)
            self._analyses[coach] = found
        return self._analyses[coach]

    def _judge(self, analysis: Analysis, move: int) -> Decision:
        return judge(self.game, analysis, self.known, move, 0, 0, self.phase)

    def _needs_a_look(self, move: int) -> bool:
        """Whether the first look may have passed a move over.

        It did not where all moves are known, or two, or where the coach's own strategy plays it.
        """
        is_known = self._first.kind in (Kind.EXACT, Kind.SOLVED) or len(self.legal) <= 2
        return not is_known and not self._first.option(move).frequency

    def weight(self, move: int) -> float:
        """What a move loses, in points or what weighs like one."""
        analysis = self._analysis(move) if self._needs_a_look(move) else self._first
        return self._judge(analysis, move).weight

    def any_moves(self, seed: int) -> list[int]:
        """Moves that stand for all: all of them, or a few where many need a look of their own."""
        if sum(map(self._needs_a_look, self.legal)) <= FEW:
            return self.legal
        drawn = generator(seed).choice(len(self.legal), FEW, replace=False)
        return [self.legal[place] for place in sorted(drawn.tolist())]

    def lost_by(self, levels: Mapping[str, Level], seed: int) -> dict[str, float]:
        """What each level loses on average, random play first; `seed` is for their choices."""
        moves = self.any_moves(child(seed, ANY))
        at_random = self._mean(dict.fromkeys(moves, 1.0))
        lost, known = {RANDOM: at_random}, dict[tuple[Analyst, Choice], float]()
        for name, level in levels.items():
            rate, usual = slips_of(level.choice)
            key = level.analyst, usual  # who differ by slips alone mean the same
            if key not in known:
                own = child(seed, LEVEL, len(known))
                known[key] = self._mean(chances_of(self.game, *key, self.known, self.seat, own))
            lost[name] = rate * at_random + (1.0 - rate) * known[key]
        return lost

    def _mean(self, chances: Chances) -> float:
        lost = sum(chance * self.weight(move) for move, chance in chances.items())
        return lost / sum(chances.values())


def slips_of(choice: Choice) -> tuple[float, Choice]:
    """How often a level plays any move at all, and how it chooses otherwise."""
    return (choice.rate, choice.usual) if isinstance(choice, Slips) else (0.0, choice)


def chances_of(
    game: Game, analyst: Analyst, choice: Choice, known: Position, seat: int, seed: int
) -> Chances:
    """How often a player picks each move: by its odds where it knows them, else by some draws."""
    if isinstance(choice, Mixed) and not choice.slips:
        odds = analyst.odds(game, known, seat)
        if odds:
            return {move: chance for move, chance in odds if chance > 0.0}
    player = AnalystPlayer(game, analyst, choice, analyst.text)
    return Counter(player.move(known, seat, nth(seed, draw)) for draw in range(DRAWS))


def shared_decisions(
    game: Game, players: Iterable[str], seed: int, budget: str
) -> list[SharedDecision]:
    """A game of these players: every decision that counts, with what each level loses there."""
    table = Table(game, [make_player(name, game) for name in players], seed)
    table.finish()
    coach = looking(default_analyst(game), BUDGETS[budget][0])
    levels, found = advised(game).levels, []
    made = zip(table.positions, table.seats, table.moves, strict=True)
    for number, (position, seat, move) in enumerate(made):
        if seat < 0 or coached(game).cannot_judge(position, seat, move):
            continue
        one = OneDecision(game, coach, position, seat, move, child(seed, COACH, number))
        if one.is_weighed:
            lost = one.lost_by(levels, child(seed, LEVEL, number))
            found.append(SharedDecision(one.phase, one.text, lost))
    return found
