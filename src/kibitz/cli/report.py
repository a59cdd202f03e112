"""A review as one HTML page: no script, no network, readable on a phone."""

from html import escape

from kibitz.cli.graph import graph_svg
from kibitz.coach.decision import Decision
from kibitz.coach.luck import Luck
from kibitz.coach.review import Review, SeatReview
from kibitz.coach.scale import scale_for
from kibitz.estimate.estimate import Kind

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .4rem; vertical-align: top; }
tbody { border-top: 1px solid var(--line); }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
.grade { font-size: 2rem; font-weight: 700; }
details { padding-bottom: .3rem; } summary { cursor: pointer; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; flex: 1 1 14rem; }
tbody.bad2 { background: #f5a62322; } tbody.bad3 { background: #e0533d2e; }
tbody.forced { opacity: .6; } code { overflow-wrap: anywhere; } small { opacity: .75; }
svg text { font-size: 18px; } @media (min-width: 40rem) { svg text { font-size: 12px; } }
"""
COLOURS = ("", "#d9a400", "#f07f13", "#d03027", "#8b0000")


def review_page(review: Review, luck: Luck | None = None) -> str:
    """The page."""
    title = f"{review.replay.game.title}: {' – '.join(review.record.players)}"
    graphs = "".join(_graph(review, seat) for seat in review.seats)
    cards = "".join(_card(seat, luck) for seat in review.seats)
    rows = "".join(_row(review, decision) for decision in review.decisions)
    remarks = "<br>".join(map(escape, review.remarks))
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<link rel='icon' href='data:,'><title>{escape(title)}</title><style>{STYLE}</style>"
        f"</head><body><h1>{escape(title)}</h1><p>{escape(_facts(review))}</p>"
        f"<div class='cards'>{cards}</div>{graphs}{remarks and f'<p>{remarks}</p>'}"
        "<h2>Every decision</h2>"
        "<table><thead><tr><th class='n'>#<th>who<th>played<th>best<th class='n'>loss<th>verdict"
        f"</tr></thead>{rows}</table></body></html>\n"
    )


def severity_rank(review: Review, decision: Decision) -> int:
    """0 for the mildest severity of its scale, 1 for the next, and so on."""
    return scale_for(review.replay.game, decision.unit).names.index(decision.severity)


def loss_text(review: Review, decision: Decision) -> str:
    """The loss in the unit of the game, or in win probability where that decides."""
    if decision.is_forced:
        return ""
    unit = next(seat.unit for seat in review.seats if seat.seat == decision.seat)
    if decision.unit == unit:
        return f"{decision.loss:.3f}"
    return f"{100 * (decision.win_loss or 0.0):.1f} %"


def luck_text(luck: Luck, seat: int) -> str:
    """What chance gave a seat, and the result without it; empty where nothing was chance."""
    if not luck.events:
        return ""
    adjusted = "" if luck.adjusted is None else f"; result without it {luck.adjusted[seat]:+.2f}"
    return f"luck {luck.total[seat]:+.2f} in {len(luck.events)} chance events{adjusted}"


def _facts(review: Review) -> str:
    result = review.record.result
    ended = "unfinished" if result is None else f"result {', '.join(f'{x:+g}' for x in result)}"
    return f"{ended}; valued by {review.analyst}, budget {review.budget}, seed {review.seed}"


def _card(seat: SeatReview, luck: Luck | None) -> str:
    average = seat.total.loss_per_decision
    lines = [
        f"<div class='grade'>{escape(seat.grade or '–')}</div>",
        f"{seat.total.unforced} decisions, {seat.total.decisions - seat.total.unforced} forced",
        "" if average is None else f"loss {average:.3f} {escape(seat.unit)} a decision",
        "" if seat.accuracy is None else f"accuracy {seat.accuracy:.0f} of 100",
        ", ".join(f"{n} {name}" for name, n in seat.counts.items() if n),
        "" if luck is None else escape(luck_text(luck, seat.seat)),
    ]
    body = "<br>".join(line for line in lines if line)
    return f"<div class='card'><strong>{escape(seat.player)}</strong>{body}</div>"


def _graph(review: Review, seat: SeatReview) -> str:
    mine = [d for d in review.decisions if d.seat == seat.seat and d.win_before is not None]
    if len(mine) < 2:
        return ""
    marks = [
        (i, COLOURS[min(severity_rank(review, d), 4)])
        for i, d in enumerate(mine)
        if severity_rank(review, d) > 0
    ]
    line = graph_svg([d.win_before or 0.0 for d in mine], marks)
    return f"<h2>Win probability of {escape(seat.player)}</h2>{line}"


def _row(review: Review, decision: Decision) -> str:
    rank = severity_rank(review, decision)
    style = "forced" if decision.is_forced else f"bad{min(rank, 3)}"
    verdict = "forced" if decision.is_forced else decision.severity
    cells = [
        f"<td class='n'>{decision.number}",
        f"<td>{escape(review.replay.game.seat_name(decision.seat))}",
        f"<td><strong>{escape(decision.chosen.text)}</strong>",
        f"<td>{escape(decision.best.text) if decision.loss > 0 else ''}",
        f"<td class='n'>{loss_text(review, decision)}",
        f"<td>{escape('too close to call' if decision.is_close else verdict)}",
    ]
    why = "" if decision.is_forced else f"<tr><td><td colspan='5'>{_why(decision)}</tr>"
    return f"<tbody class='{style}'><tr>{''.join(cells)}</tr>{why}</tbody>"


def _why(decision: Decision) -> str:
    """The reason; behind it, to be unfolded, the best options and the position."""
    options = "".join(f"<li>{escape(line)}" for line in top_lines(decision))
    return (
        f"<details><summary>{escape(decision.reason)}</summary><ol>{options}</ol>"
        f"<small><code>{escape(decision.position)}</code></small></details>"
    )


def top_lines(decision: Decision) -> list[str]:
    """The best options with what each is worth and gives up."""
    lines = []
    for option in decision.top:
        is_sampled = option.estimate.kind is Kind.SAMPLED
        error = f" ± {option.estimate.error:.2g}" if is_sampled else ""
        by = f" (judged, {option.estimate.by})" if option.estimate.by else ""
        gap = decision.best.value - option.value
        given = f", gives up {gap:.3g}" if gap > 0 else ""
        lines.append(f"{option.text}: {option.value:.3f}{error} {decision.unit}{by}{given}")
    return lines
