"""How a match is laid out: what is known so far; of two players, from the side of the first."""

from typing import TYPE_CHECKING

from kibitz.core.ink import Written, ink
from kibitz.core.sheet import Block, Heading, Sheet, Words, listing
from kibitz.lab.contest.result import strength_words
from kibitz.lab.figures import Interval, count, duration, span
from kibitz.lab.sprt.design import CORRECTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.lab.contest.match import MatchSnapshot
    from kibitz.lab.contest.result import Failures, Share
    from kibitz.lab.contest.tournament import Placing

REASONS = 3  # of failures that people are told
HALVES = ("0", "½", "1", "1½", "2")


def match_sheet(match: "MatchSnapshot") -> Sheet:
    """The sheet of a match."""
    shown = _shares(match) if len(match.players) > 2 else _duel(match)
    failed = failure_words(match.failures, unique_names(match.players))
    return [*shown, *([failed] if failed else [])]


def unique_names(players: tuple[str, ...]) -> tuple[str, ...]:
    """Names by which all can be told apart."""
    from kibitz.arena.match import unique

    return unique(players)


def _duel(match: "MatchSnapshot") -> list[Block]:
    rows: list[tuple[Written, Written]] = [
        ("pairs", f"{match.pairs} ({match.games} games, seed {match.seed})")
    ]
    if match.losses_draws_wins and match.counts:
        losses, draws, wins = match.losses_draws_wins
        cells = (f"{name}: {n}" for name, n in zip(HALVES, match.counts, strict=True))
        rows += [("won, drawn, lost", f"{wins}, {draws}, {losses}")]
        rows += [("pairs by points", "  ".join(cells))]
    rows += [*_strength(match), *_test(match), *_times(match)]
    if match.ending != "playing":
        rows.append((ink("result", "strong"), ink(_ending(match), "strong")))
    first, second = match.players
    table = listing(["", ""], rows)
    return [Heading(f"{match.title}: {first} against {second}"), table]


def _strength(match: "MatchSnapshot") -> list[tuple[Written, Written]]:
    rows: list[tuple[Written, Written]] = [
        (name, strength_words(value, ends, form))
        for name, value, ends, form in (
            ("score", match.score, match.score_interval, ".4f"),
            ("Elo", match.elo, match.elo_interval, "+.1f"),
            (_normalised(match), match.nelo, match.nelo_interval, "+.1f"),
        )
        if ends is not None
    ]
    if match.los is not None:
        rows.append(("likelihood of superiority", f"{match.los:.2%}"))
    if match.payoff is not None:
        paid = match.payoff
        rows.append((f"{paid.unit} per game", f"{paid.mean:+.4g} {span(paid.interval, '+.4g')}"))
    if match.pairs and match.first_seat and match.decided_by == "score":
        _, draws, wins = match.first_seat
        rows.append(("first seat scores", f"{(wins + draws / 2) / match.games:.4f}"))
    return rows


def _normalised(match: "MatchSnapshot") -> str:
    return "normalised Elo" + (", by payoff" if match.decided_by == "payoff" else "")


def _test(match: "MatchSnapshot") -> list[tuple[Written, Written]]:
    stop, test = match.stop, match.sprt
    if stop.elo is not None:
        of_what = f"{match.unit} per game" if match.decided_by == "payoff" else "Elo"
        return [("wanted", f"{of_what} to within ±{stop.elo:g}")]
    if test is None:
        return []
    claim = f"H1 {stop.elo1:g} against H0 {stop.elo0:g} {stop.elo_model} Elo"
    between = f"between {test.lower:.3f} and {test.upper:.3f}"
    rows: list[tuple[Written, Written]] = [
        ("log-likelihood ratio", f"{test.llr:.3f}, {between} ({claim})"),
        ("bounds", CORRECTIONS[test.overshoot]),
    ]
    if test.elo_interval is not None:
        told = strength_words(test.elo, test.elo_interval, "+.1f")
        name = "normalised Elo" if test.elo_model == "normalized" else "Elo"
        rows.append((f"{name}, allowing for the stop", told))
    return rows


def _times(match: "MatchSnapshot") -> list[tuple[Written, Written]]:
    return [
        (f"{name} thinks", f"{duration(seconds)} per move")
        for name, seconds in zip(match.players, match._seconds, strict=True)
        if seconds is not None
    ]


def _ending(match: "MatchSnapshot") -> str:
    is_open = match.sprt is not None and not match.ending.endswith("accepted")
    return f"{match.ending} after {match.pairs} pairs" if is_open else match.ending


def _shares(match: "MatchSnapshot") -> list[Block]:
    deals = f"{match.pairs} deals in every rotation ({match.games} games, seed {match.seed})"
    title = f"{match.title} for {len(match.players)}: {deals}{even_words(match.shares)}"
    numbers = [*share_columns(match.unit, match.shares), "points", "per move"]
    rows = []
    for player, name in enumerate(unique_names(match.players)):
        told = _share_cells(match, match.shares[player]) if match.shares else [""] * len(numbers)
        rows.append([name, *told])
    return [listing(["player", *numbers], rows, numbers=numbers, title=title)]


def _share_cells(match: "MatchSnapshot", share: "Share") -> list[str]:
    seconds = match._seconds[share.player]
    verdict = share_verdict(share.interval, match.fair_share)
    return [
        *share_cells(share.payoff, share.interval, verdict, share.wins, share.win_interval),
        f"{share.points:.4f}",
        "" if seconds is None else duration(seconds),
    ]


def share_columns(unit: str, shares: "Sequence[Share | Placing]") -> list[str]:
    """What is told of larger tables: games won first, where every win counts once."""
    if any(share.win_interval for share in shares):
        return ["games won", "95 %", "fair share", f"{unit} per game"]
    return [f"{unit} per game", "95 %", "fair share", "games won"]


def share_cells(
    payoff: float, paid: Interval, verdict: str, wins: float, won: Interval | None
) -> list[str]:
    """The cells of those columns."""
    paid_words, won_words = f"{round(payoff, 9) + 0.0:+.4g}", f"{wins:.1%}"
    if won is None:
        return [paid_words, span(paid, "+.4g"), verdict, won_words]
    return [won_words, span(won, ".1%"), verdict, paid_words]


def even_words(shares: "Sequence[Share | Placing]") -> str:
    """What equal players would win, beside what was won."""
    told = (share.even_wins for share in shares if share.win_interval)
    return next((f"; even is {even:.1%}" for even in told if even is not None), "")


def share_verdict(ends: Interval, fair: float | None) -> str:
    """Where an interval lies against the fair share."""
    low, high = ends
    if fair is None or low is None or high is None:
        return "?"
    return "above" if low > fair else "below" if high < fair else "?"


def failure_words(failures: "Failures", names: tuple[str, ...]) -> Words | None:
    """Who lost games without finishing them, the first few with the reason."""
    if not failures.counts:
        return None
    lines = [
        ink(f"{names[failed.player]} lost {count(failed.games, 'game')}: {failed.kind}", "bad")
        for failed in failures.counts
    ]
    reasons = [
        f"  pair {told.pair}, game {told.game + 1}: {told.reason}"
        for told in failures.first[:REASONS]
    ]
    return Words.of(*lines, *reasons)
