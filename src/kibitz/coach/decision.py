"""One judged decision: what was played, what was best, and what that cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.coach.accuracy import accuracy, is_decided
from kibitz.coach.explain import explain
from kibitz.coach.scale import EXCELLENT, UNJUDGED, WIN_PROBABILITY, Scale, scale_for
from kibitz.core.coached import Coached
from kibitz.core.game import Game, Position
from kibitz.estimate.estimate import Advice, Analysis, Estimate, Kind, Option

DOUBT = 2.0  # standard errors within which a second-best option may be the best


@dataclass(frozen=True)
class Decision:
    """A decision of a game with its loss in the game's unit and in win probability.

    `win_before` is the win probability with the best option, where the analyst knows it.
    """

    number: int  # of the move in the record, from 1
    seat: int
    phase: str
    hand: int
    position: str  # what the seat saw
    chosen: Option
    best: Option
    top: tuple[Option, ...]
    unit: str
    loss: float
    win_loss: float | None
    win_before: float | None
    severity: str
    is_forced: bool
    is_close: bool
    kind: Kind
    by: str  # what judged values are judged by
    reason: str
    advice: Advice | None = None  # on something other than the move
    themes: tuple[str, ...] = ()  # what it is about; the first is its kind
    is_decided: bool = False  # whether the game was over but for the playing
    weight: float = 0.0  # the loss in points or what weighs like one, see `_weight`
    open_error: float = 0.0  # the standard error of the weight that more work would lessen
    random_weight: float = 0.0  # what a move at random would have lost on average
    has_weight: bool = True  # whether its unit is one that somebody is blamed in
    is_complete: bool = False  # whether more work would leave its values as they are
    is_rough: bool = False  # whether nobody knows how far its values are off: nothing is blamed

    @property
    def is_weighed(self) -> bool:
        """Whether it counts for accuracy and grade: neither forced nor in a decided game."""
        return self.has_weight and not self.is_forced and not self.is_decided

    @property
    def is_exact(self) -> bool:
        return self.kind is Kind.EXACT

    @property
    def accuracy(self) -> float | None:
        """The accuracy of this decision alone; None where every option is as good."""
        return accuracy(self.weight, self.random_weight) if self.is_weighed else None

    def fields(self) -> Mapping[str, object]:
        """The decision for JSON."""
        return {
            "number": self.number,
            "seat": self.seat,
            "phase": self.phase,
            "hand": self.hand,
            "position": self.position,
            "chosen": option_fields(self.chosen),
            "best": option_fields(self.best),
            "top": [option_fields(option) for option in self.top],
            "loss": self.loss,
            "unit": self.unit,
            "win_loss": self.win_loss,
            "severity": self.severity,
            "accuracy": self.accuracy,
            "forced": self.is_forced,
            "too_close_to_call": self.is_close,
            "exact": self.is_exact,
            "kind": self.kind.value,
            "by": self.by,
            "reason": self.reason,
            "advice": None if self.advice is None else advice_fields(self.advice),
        }


def option_fields(option: Option) -> dict[str, object]:
    """An option for JSON."""
    return {
        "move": option.text,
        **estimate_fields(option.estimate),
        "parts": dict(option.parts),
        "win": None if option.win is None else estimate_fields(option.win),
        "frequency": option.frequency,
        "facts": dict(option.facts),
    }


def estimate_fields(estimate: Estimate) -> dict[str, object]:
    """A value for JSON: what is judged has no error."""
    return {
        "value": estimate.value,
        "error": None if estimate.kind is Kind.JUDGED else estimate.error,
        "exact": estimate.is_exact,
        "kind": estimate.kind.value,
        "by": estimate.by,
    }


def advice_fields(advice: Advice) -> dict[str, object]:
    """Advice for JSON."""
    return {
        "topic": advice.topic,
        "text": advice.text,
        "when": advice.when,
        "facts": dict(advice.facts),
    }


def judge(
    game: Coached,
    analysis: Analysis,
    known: Position,
    move: int,
    number: int,
    hand: int,
    phase: str,
) -> Decision:
    """The decision to play `move`, measured by `analysis`."""
    chosen, best = analysis.option(move), analysis.best
    scale, rough = scale_for(game, analysis.unit), _is_rough(analysis)
    close = analysis.is_too_close_to_call(move)
    loss = 0.0 if close else analysis.loss(move)
    win_before = _win_before(game, analysis)
    win_loss = 0.0 if close else _win_loss(game, analysis, chosen)
    forced = len(analysis.options) == 1
    has_weight = game.weighs(analysis.unit) and not rough
    is_blamed = has_weight and not forced
    severity = _severity(scale, loss, win_loss) if is_blamed else UNJUDGED if rough else EXCELLENT
    return Decision(
        number=number,
        seat=analysis.seat,
        phase=phase,
        hand=hand,
        position=game.position_text(known),
        chosen=chosen,
        best=best,
        top=analysis.options[:3],
        unit=analysis.unit,
        loss=loss,
        win_loss=win_loss if _knows_wins(analysis) else None,
        win_before=win_before,
        severity=severity,
        is_forced=forced,
        is_close=close and not rough,
        kind=analysis.kind,
        by=analysis.by,
        reason=_reason(game, analysis, move, forced, rough),
        advice=analysis.advice,
        themes=game.themes(known, analysis.seat, best.move),
        is_decided=is_decided(win_before, game.has_chance or game.has_secrets),
        weight=0.0 if rough else _weight(game, analysis, chosen, scale),
        open_error=_open_error(analysis, chosen, scale),
        random_weight=_random_loss(game, analysis, scale) / scale.point,
        has_weight=has_weight,
        is_complete=analysis.is_complete,
        is_rough=rough,
    )


def _reason(game: Coached, analysis: Analysis, move: int, forced: bool, rough: bool) -> str:
    if forced:
        return "the only legal move"
    if rough:
        return f"{analysis.by}: nobody knows how far these values are off"
    return explain(game, analysis, move)


def _is_rough(analysis: Analysis) -> bool:
    """Whether the analyst says of every loss that it may be none, whatever it looks like."""
    losses = [option.loss_error for option in analysis.options if option is not analysis.best]
    return bool(losses) and all(error == math.inf for error in losses)


def _weight(game: Game, analysis: Analysis, chosen: Option, scale: Scale) -> float:
    """The loss in points or what weighs like one, less what of it is likely to be noise.

    A sampled loss d with the standard error e weighs d - e * e / d, and nothing below e (the
    positive part of James and Stein). To leave out all that is too close to call would flatter
    whoever is judged by few samples: a grade would fall with every closer look. To count it in
    full would blame him for the noise. What the analyst's rule may be off is the same however
    closely one looks: within two of these errors nothing weighs.
    """
    if chosen.is_as_good or analysis.loss(chosen.move) < DOUBT * chosen.rule_error:
        return 0.0
    by_wins = scale.unit == WIN_PROBABILITY
    lost = _win_loss(game, analysis, chosen) if by_wins else analysis.loss(chosen.move)
    loss = lost / scale.point
    error = _weight_error(analysis, chosen, scale)
    return 0.0 if loss <= error else loss - error * error / loss


def _weight_error(analysis: Analysis, chosen: Option, scale: Scale) -> float:
    """The standard error of the weight, where values are sampled and none of the two is judged."""
    kinds = {analysis.best.estimate.kind, chosen.estimate.kind}
    if chosen is analysis.best or Kind.JUDGED in kinds or Kind.SAMPLED not in kinds:
        return 0.0
    error = chosen.loss_error
    if error is None:
        error = math.hypot(analysis.best.estimate.error, chosen.estimate.error)
    return scale.lost(error) / scale.point


def _open_error(analysis: Analysis, chosen: Option, scale: Scale) -> float:
    """The standard error of the weight as far as more samples would lessen it.

    What an analyst's own rule may be off stays in the error of a value however long one looks,
    so it leaves no grade open. The best of sampled options may turn out not to be the best.
    """
    if analysis.is_complete or len(analysis.options) == 1 or chosen.is_as_good:
        return 0.0
    if chosen is not analysis.best:
        return _luck_error(analysis, chosen, scale)
    rival = analysis.options[1]
    error = _luck_error(analysis, rival, scale)
    gap = scale.lost(analysis.loss(rival.move)) / scale.point
    return error if gap < DOUBT * error else 0.0


def _luck_error(analysis: Analysis, chosen: Option, scale: Scale) -> float:
    """The standard error of the weight without what the analyst's rule is off."""
    error = _weight_error(analysis, chosen, scale)
    if error == 0.0 or not chosen.loss_error:
        return error
    part = min(chosen.rule_error / chosen.loss_error, 1.0)
    return error * math.sqrt(1.0 - part * part)


def _random_loss(game: Game, analysis: Analysis, scale: Scale) -> float:
    """What a move picked at random loses on average, in the unit of the scale."""
    options = analysis.options
    if scale.unit == WIN_PROBABILITY:
        return sum(_win_loss(game, analysis, option) for option in options) / len(options)
    return sum(analysis.best.value - option.value for option in options) / len(options)


def win_probability(game: Game, option: Option, unit: str) -> float | None:
    """The chance to win with this option, where its value or the analyst tells it."""
    if unit == "wins":
        return game.chance_to_win(option.value)
    return None if option.win is None else option.win.value


def _knows_wins(analysis: Analysis) -> bool:
    return analysis.unit == "wins" or analysis.best.win is not None


def _win_before(game: Game, analysis: Analysis) -> float | None:
    """The chance to win with the best option."""
    return win_probability(game, analysis.best, analysis.unit)


def _win_loss(game: Game, analysis: Analysis, chosen: Option) -> float:
    """Win probability lost against the best option; none known is none lost."""
    if analysis.unit == "wins":
        return game.chance_lost(analysis.loss(chosen.move))
    before, mine = _win_before(game, analysis), win_probability(game, chosen, analysis.unit)
    return 0.0 if before is None or mine is None else max(0.0, before - mine)


def _severity(scale: Scale, loss: float, win_loss: float) -> str:
    return scale.severity(win_loss if scale.unit == WIN_PROBABILITY else loss)
