"""Decisions of cribbage in words: what was kept, what the crib and the play give or take."""

from kibitz.core.cards import RANKS, card_text
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.cribbage.table.rules import KEPT
from kibitz.games.cribbage.table.text import cards_of

TELLING = 0.005  # a difference that would be written as nothing


def account(analysis: Analysis, move: int) -> str:
    """What made `move` the best, or why another was better; empty where no parts tell."""
    best, chosen = analysis.best, analysis.option(move)
    is_best = analysis.loss(move) == 0
    if "hand" in best.parts:
        return _praised_throw(analysis, chosen) if is_best else _throws(analysis, best, chosen)
    if "later" in best.parts:
        return _play(best) if is_best else f"{_play(best)}; {_play(chosen)}"
    if best.win is None or chosen.win is None:
        return ""
    wins = f"{best.text} wins {_percent(best.win)}"
    return wins if is_best else f"{wins}, {chosen.text} {_percent(chosen.win)}"


def _throws(analysis: Analysis, best: Option, chosen: Option) -> str:
    """Hand against hand, then what the crib and the play add to that or take from it."""
    ours, theirs = _keeps(analysis, best, chosen)
    gain = best.parts["hand"] - chosen.parts["hand"]
    hand = f"throwing {best.text} keeps {ours}, worth {best.parts['hand']:.2f} in hand, "
    hand += f"{abs(gain):.2f} {'more' if gain >= 0 else 'less'} than {theirs}"
    rest = [
        f"the {place} {'gains' if difference > 0 else 'gives back'} {abs(difference):.2f}"
        for place, difference in (
            ("crib", best.parts["crib"] - chosen.parts["crib"]),
            ("play", best.parts["pegging"] - chosen.parts["pegging"]),
        )
        if abs(difference) >= TELLING
    ]
    return "; ".join([hand, ", ".join(rest)]) if rest else hand


def _praised_throw(analysis: Analysis, best: Option) -> str:
    kept, _ = _keeps(analysis, best, best)
    crib, pegging = best.parts["crib"], best.parts["pegging"]
    owner = f"the crib {crib:.2f}" if crib >= 0 else f"their crib takes {-crib:.2f}"
    hand = f"keeping {kept} is worth {best.parts['hand']:.2f} in hand, {owner}"
    return f"{hand}, the play {pegging:+.2f}" if abs(pegging) >= TELLING else hand


def _keeps(analysis: Analysis, one: Option, two: Option) -> tuple[str, str]:
    """What two throws keep: by ranks, or card by card where the ranks are the same."""
    dealt = 0
    for option in analysis.options:
        dealt |= option.move
    first, second = cards_of(dealt ^ one.move), cards_of(dealt ^ two.move)
    assert len(first) == KEPT
    ranks = ["-".join(RANKS[card >> 2] for card in kept) for kept in (first, second)]
    if ranks[0] == ranks[1] and first != second:
        return tuple(" ".join(map(card_text, kept)) for kept in (first, second))  # type: ignore[return-value]
    return ranks[0], ranks[1]


def _play(option: Option) -> str:
    at_once, later = option.parts["at once"], option.parts["later"]
    return f"{option.text} pegs {at_once:.0f} at once and {later:+.2f} net after it"


def _percent(win: Estimate) -> str:
    return f"{100 * win.value:.1f} %"
