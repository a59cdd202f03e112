"""A review as one HTML page: no script, no network, readable on a phone."""

from html import escape

from kibitz.cli.graph import graph_svg
from kibitz.coach.decision import Decision
from kibitz.coach.review import Review, SeatReview
from kibitz.coach.scale import scale_for

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } .grade { font-size: 2rem; font-weight: 700; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; flex: 1 1 14rem; }
tr.bad2 { background: #f5a62322; } tr.bad3 { background: #e0533d2e; }
code { overflow-wrap: anywhere; } small { opacity: .75; }
"""
COLOURS = ("", "#d9a400", "#f07f13", "#d03027", "#8b0000")


def review_page(review: Review) -> str:
    """The page."""
    title = f"{review.replay.game.title}: {' – '.join(review.record.players)}"
    graphs = "".join(_graph(review, seat) for seat in review.seats)
    cards = "".join(_card(review, seat) for seat in review.seats)
    rows = "".join(_row(review, decision) for decision in review.decisions)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<link rel='icon' href='data:,'><title>{escape(title)}</title><style>{STYLE}</style>"
        f"</head><body><h1>{escape(title)}</h1><p>{escape(_facts(review))}</p>"
        f"<div class='cards'>{cards}</div>{graphs}<h2>Every decision</h2>"
        "<div class='scroll'><table><thead><tr><th>#<th>who<th>played<th>best<th>loss"
        f"<th>verdict<th>why</tr></thead><tbody>{rows}</tbody></table></div>"
        "</body></html>\n"
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


def _facts(review: Review) -> str:
    result = review.record.result
    ended = "unfinished" if result is None else f"result {', '.join(f'{x:+g}' for x in result)}"
    return f"{ended}; valued by {review.analyst}, budget {review.budget}, seed {review.seed}"


def _card(review: Review, seat: SeatReview) -> str:
    average = seat.total.loss_per_decision
    lines = [
        f"<div class='grade'>{escape(seat.grade or '–')}</div>",
        f"{seat.total.unforced} decisions, {seat.total.decisions - seat.total.unforced} forced",
        "" if average is None else f"loss {average:.3f} {escape(seat.unit)} a decision",
        "" if seat.accuracy is None else f"accuracy {seat.accuracy:.0f} of 100",
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
    style = f" class='bad{min(rank, 3)}'" if rank >= 2 else ""
    verdict = "forced" if decision.is_forced else decision.severity
    cells = [
        f"<td class='n'>{decision.number}",
        f"<td>{escape(review.replay.game.seat_name(decision.seat))}",
        f"<td><strong>{escape(decision.chosen.text)}</strong>",
        f"<td>{escape(decision.best.text)}",
        f"<td class='n'>{loss_text(review, decision)}",
        f"<td>{escape('too close to call' if decision.is_close else verdict)}",
        f"<td>{escape(decision.reason)}<br><small><code>{escape(decision.position)}</code></small>",
    ]
    return f"<tr{style}>{''.join(cells)}</tr>"
