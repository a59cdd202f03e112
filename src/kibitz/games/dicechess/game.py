"""Dice chess for people: texts, picture, analysts and levels.

A position is a DFEN. A micro-move is UCI (`e2e4`, `e7e8q`), a pass `pass`, a roll its
three letters (`PNB`).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.coached import Coached
from kibitz.core.counted import Counted
from kibitz.core.game import CHANCE, OVER, Inputs, Position, turn
from kibitz.core.ink import Ink
from kibitz.core.learnable import Learnable
from kibitz.core.scene import Moment, Play, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import outcome_words
from kibitz.errors import BadNotation, IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.estimate.estimate import Advice, Estimate, Option
from kibitz.games.dicechess.analysts import (
    Aggressive,
    Greedy,
    MonteCarlo,
    StandingAnalyst,
    TwoPlies,
)
from kibitz.games.dicechess.board import MOST_MICRO_MOVES
from kibitz.games.dicechess.cube import NO_DOUBLE
from kibitz.games.dicechess.dice import LETTERS, MULTISETS, ORDERED
from kibitz.games.dicechess.equity import STRONG, equity
from kibitz.games.dicechess.experts import JudgeAhead, JudgeAnalyst
from kibitz.games.dicechess.features import FEATURES
from kibitz.games.dicechess.key import canonical
from kibitz.games.dicechess.lessons import lesson
from kibitz.games.dicechess.notation import START, dfen, micro_text, parse_dfen, parse_micro
from kibitz.games.dicechess.picture import picture
from kibitz.games.dicechess.rules import PASS, TURN_LIMIT, DiceChess
from kibitz.games.dicechess.scene import picks_of, scene
from kibitz.games.dicechess.sketch import fitted_sketch
from kibitz.games.dicechess.words import is_capture, kinds_words, move_words, news, roll_words

__all__ = ["DiceChessGame", "lesson"]  # the rule must be known where the game is
OPENING_MOVES = 4
ENDGAME_MEN = 12
TELLING = 0.02  # a chance below this is not worth a word
CUBE_ROLLOUTS = 200
EXPECTATION = replace(STRONG, rollouts=20_000, min_rollouts=400, target_error=0.01)


class DiceChessGame(Shown, Coached, Counted, Advised, Learnable):
    """Three dice say which pieces may move; whoever takes the king wins."""

    name: ClassVar[str] = "dicechess"
    title: ClassVar[str] = "Dice chess"
    summary: ClassVar[str] = "Three dice say which pieces may move; whoever takes the king wins."
    position_type: ClassVar[type] = DiceChess
    expectation_by: ClassVar[str] = "rollouts of the learned judge"

    most_moves = MOST_MICRO_MOVES
    most_plies = 4 * TURN_LIMIT + 4
    most_features = FEATURES
    averages_chance = True
    has_chance = True

    def start(self) -> DiceChess:
        return parse_dfen(START)

    def seat_name(self, seat: int) -> str:
        return ("White", "Black")[seat]

    def position_text(self, p: Position) -> str:
        return dfen(p)

    def parse_position(self, text: str) -> DiceChess:
        return parse_dfen(text)

    def move_text(self, p: Position, move: int) -> str:
        if p.dice:
            return micro_text(p.seat, move)
        return "".join(LETTERS[kind] for kind in MULTISETS[move])

    def read_move(self, p: Position, text: str) -> int:
        if turn(p) == CHANCE:
            return _parse_roll(text)
        try:
            code = parse_micro(p.seat, text.lower())
        except BadNotation as error:
            raise IllegalMove(str(error)) from None
        if not self.is_legal(p, code):
            raise IllegalMove(f"'{text}' is not legal in {dfen(p)}{self._why(p, code)}")
        return code

    def _why(self, p: DiceChess, code: int) -> str:
        legal = self.legal_moves(p)
        if any(move ^ code < 8 for move in legal):
            return ": the pawn promotes; add q, r, b or n"
        return f"; legal: {' '.join(micro_text(p.seat, move) for move in legal[:8])} ..."

    def counted_seat(self, p: Position) -> int | None:
        """Also before a roll an archive counts, for the side about to roll."""
        return None if turn(p) == OVER else int(p.seat)

    def canonical(self, p: Position, seat: int) -> tuple[Position, int]:
        return canonical(p).position, 0

    def expectation(self, p: Position, seat: int, seed: int) -> Estimate | None:
        """Wins less losses for `seat` before a roll, by the judge's rollouts."""
        found = equity(p, EXPECTATION, seed)
        if found.is_exact:
            return Estimate.exact(found.value(seat))
        return Estimate.sampled(found.value(seat), found.value_error, found.rollouts)

    def aside(self, before: Inputs, rows: Inputs, worth: Inputs, seed: int) -> Inputs:
        """The sketch, which finds the turns that the judge should look at."""
        return fitted_sketch(before, rows, worth, seed)

    def phase(self, p: Position) -> str:
        if p.number <= OPENING_MOVES:
            return "opening"
        return "endgame" if int(_count_men(p)) <= ENDGAME_MEN else "middle game"

    def themes(self, known: Position, seat: int, best: int) -> tuple[str, ...]:
        return (self.phase(known), "captures") if is_capture(known, best) else (self.phase(known),)

    def explain(self, best: Option, chosen: Option) -> str:
        if best.reason:
            return f"after {best.text} {best.reason}; {outcome_words(self, chosen)}"
        danger, threat = (
            float(best.facts.get(name, 0.0)) - float(chosen.facts.get(name, 0.0))
            for name in ("danger", "threat")
        )
        said = [outcome_words(self, best, chosen)]
        if danger < -TELLING:
            said.append(f"{-ORDERED * danger:.0f} fewer of the {ORDERED} next rolls take its king")
        if threat > TELLING:
            said.append(f"{ORDERED * threat:.0f} more of its own rolls would take the other king")
        return "; ".join(said)

    def remarks(self, advice: Mapping[int, tuple[int, Advice]]) -> list[str]:
        """Where play from there says to turn a centred cube, and what to answer."""
        if not advice:
            return []
        doubles = [
            f"  before move {number}, {self.seat_name(seat)}: {cube.text}"
            for number, (seat, cube) in advice.items()
            if cube.facts["action"] != NO_DOUBLE
        ]
        count = f"{len(doubles)} of {len(advice)} turns"
        said = f"by rollouts of the learned judge a centred cube was worth turning before {count}"
        return [said + (":" if doubles else ""), *doubles]

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {
            "foresight": JudgeAhead(width=0, few=4, close=8, cube_rollouts=CUBE_ROLLOUTS),
            "judge": JudgeAnalyst(),
            "expectimax": TwoPlies(width=0),
            "montecarlo": MonteCarlo(),
            "standing": StandingAnalyst(),
            "aggressive": Aggressive(),
            "greedy": Greedy(),
        }

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return {
            "beginner": Level(Greedy(), Slips(0.3), 800, "takes what it can, often slips"),
            "intermediate": Level(Aggressive(), Best(), 1200, "crowds the king"),
            "advanced": Level(StandingAnalyst(), Best(), 1600, "knows each king's next roll"),
            "expert": Level(
                JudgeAhead(width=12, few=4, close=8), Best(), 2000, "a learned judge of all replies"
            ),
        }

    def move_words(self, p: Position, move: int) -> str:
        return move_words(p, move)

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move; one picks the square it leaves, where it goes and what it becomes."""
        if turn(known) != seat:
            return ()
        return tuple(
            Play(self.move_text(known, move), move_words(known, move), picks_of(known, move))
            for move in self.legal_moves(known)
        )

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        if legal == [PASS]:
            return f"no man can move with {roll_words(int(known.dice))}: write pass"
        return f"move a {kinds_words(int(known.dice))}, e.g. {self.move_text(known, legal[0])}"

    def told(self, moment: Moment, listener: int) -> str:
        return news(moment, self.seen_move(moment), listener)

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return picture(p, seat)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, trail)


def _parse_roll(text: str) -> int:
    """The roll that three letters name, in any order and case."""
    letters = text.upper()
    if len(letters) != 3 or any(letter not in LETTERS for letter in letters):
        raise IllegalMove(f"'{text}' is not a roll; write three of PNBRQK")
    return MULTISETS.index(tuple(sorted(LETTERS.index(letter) for letter in letters)))


def _count_men(p: DiceChess) -> int:
    return sum((int(squares) & (1 << 64) - 1).bit_count() for squares in p[:6])
