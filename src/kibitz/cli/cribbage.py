"""`kibitz cribbage`: count a hand, value throws and plays, look up the chance to win."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.options import as_json
from kibitz.cli.options import seed as seed_option
from kibitz.cli.output import console, print_json
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.games.cribbage.pegging.plays import RankValue
    from kibitz.games.cribbage.pegging.suspects import Floats
    from kibitz.games.cribbage.table.score import Score
    from kibitz.games.cribbage.throwing.throws import Throws

ROLES = ("pone", "dealer")
role_option = click.option("--dealer/--pone", "is_dealer", default=None, help="Whose deal it is.")
score_option = click.option(
    "--score", "score_text", default="0-0", metavar="MINE-THEIRS", help="Scores, own first."
)


@click.group()
def cribbage() -> None:
    """Cribbage by numbers: hands, throws, plays and chances to win."""


@cribbage.command()
@click.argument("hand")
@click.argument("starter")
@click.option("--crib", is_flag=True, help="Count it as a crib: only five make a flush.")
@as_json
def score(hand: str, starter: str, crib: bool, as_json: bool) -> None:
    """Count four cards and the starter: kibitz cribbage score "5H 5S 5D JC" 5C."""
    from kibitz.core.cards import card_text
    from kibitz.games.cribbage.table.score import score as count
    from kibitz.games.cribbage.table.text import checked_cards

    cards, (cut,) = checked_cards(hand, 4, "the hand"), checked_cards(starter, 1, "the starter")
    if cut in cards:
        raise BadValue(f"the starter {card_text(cut)} is in the hand '{hand}'")
    counted = count(cards, cut, crib)
    if as_json:
        print_json(total=counted.total, parts=counted._asdict(), crib=crib)
    else:
        _print_count(cards, cut, crib, counted)


def _print_count(cards: list[int], starter: int, crib: bool, counted: "Score") -> None:
    from kibitz.core.cards import card_markup

    hand = " ".join(map(card_markup, cards))
    out = console()
    out.print(f"{hand} with {card_markup(starter)}{' as a crib' if crib else ''}")
    for part, points in counted._asdict().items():
        if points:
            out.print(f"  {part:9} {points:3}")
    out.print(f"  [bold]total     {counted.total:3}[/bold]")


@cribbage.command()
@click.argument("hand")
@role_option
@score_option
@click.option(
    "--method",
    type=click.Choice(["exact", "uniform", "sample", "table", "hand"]),
    default="exact",
    help="How the crib is valued: against the model, any throw, by samples, Schell, or not.",
)
@click.option("--samples", type=click.IntRange(2, 10_000_000), default=500, metavar="N")
@click.option("--worlds", type=click.IntRange(0, 1_000_000), default=400, help="For `win`.")
@click.option("--table", type=click.Path(path_type=Path), help="Another published table (JSON).")
@seed_option
@as_json
def throw(
    hand: str,
    is_dealer: bool | None,
    score_text: str,
    method: str,
    samples: int,
    worlds: int,
    table: Path | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Value all fifteen throws: kibitz cribbage throw "5H 5S 6D 7C KH QS" --dealer."""
    from kibitz.core.seeds import checked_seed, child
    from kibitz.games.cribbage.table.text import checked_cards
    from kibitz.games.cribbage.throwing.throws import throws_of, win_chances

    cards, role = checked_cards(hand, 6, "the hand"), _role(is_dealer)
    mine, theirs = _scores(score_text)
    root = checked_seed(seed)
    thrown = throws_of(cards, role, method, samples, child(root, 0), table)
    scores = (theirs, mine) if role else (mine, theirs)
    wins = win_chances(cards, role, scores, worlds, child(root, 1)) if worlds else None
    rows = _throw_rows(cards, thrown, wins)
    if as_json:
        facts = {"role": ROLES[role], "score": [mine, theirs], "method": method, "seed": root}
        print_json(**facts, samples=thrown.samples, exact=thrown.is_exact, options=rows)
    else:
        _print_throws(rows, thrown, ROLES[role], root)


def _role(is_dealer: bool | None) -> int:
    if is_dealer is None:
        raise click.UsageError("say --dealer or --pone: a crib is the dealer's")
    return int(is_dealer)


def _scores(text: str) -> tuple[int, int]:
    mine, dash, theirs = text.partition("-")
    if not dash or not mine.isdecimal() or not theirs.isdecimal():
        raise BadValue(f"score '{text}' is not two numbers like 61-70")
    for part in (mine, theirs):
        if len(part) > 3 or int(part) > 120:
            raise BadValue(f"score '{part}' is not from 0 to 120")
    return int(mine), int(theirs)


def _throw_rows(
    cards: list[int], thrown: "Throws", wins: "tuple[Floats, Floats] | None"
) -> list[dict[str, object]]:
    """One row for each throw, best first."""
    import numpy as np

    from kibitz.games.cribbage.table.text import set_text
    from kibitz.games.cribbage.throwing.throws import hand_spread

    values = thrown.value
    rows = []
    for i in np.argsort(-values, kind="stable"):
        spread = hand_spread(cards, thrown.sets[i])
        rows.append(
            {
                "move": set_text(thrown.sets[i]),
                "value": float(values[i]),
                "error": float(thrown.error[i]),
                "parts": {
                    "hand": float(thrown.hand[i]),
                    "crib": float(thrown.crib[i]),
                    "pegging": float(thrown.pegging[i]),
                },
                "win": None if wins is None else float(wins[0][i]),
                "win_error": None if wins is None else float(wins[1][i, i]),
                "least": spread.least,
                "most": spread.most,
                "chance_of_12": spread.good_chance,
            }
        )
    return rows


def _print_throws(rows: list[dict[str, object]], thrown: "Throws", role: str, seed: int) -> None:
    from rich.table import Table

    from kibitz.core.cards import card_markup, parse_cards

    columns = ("hand", "crib", "pegging")
    out = Table(title=f"throws of the {role}, {thrown.method}", box=None, pad_edge=False)
    for name in ("throw", "value", *columns, "win", "hand from", "to", "12 or more"):
        out.add_column(name, justify="left" if name == "throw" else "right")
    for row in rows:
        parts = row["parts"]
        assert isinstance(parts, dict)
        error = f" ± {row['error']:.2f}" if row["error"] else ""
        out.add_row(
            " ".join(map(card_markup, parse_cards(str(row["move"])))),
            f"[bold]{row['value']:.2f}[/bold]{error}",
            *(
                f"{parts[name]:+.2f}" if name != "hand" else f"{parts[name]:.2f}"
                for name in columns
            ),
            "-" if row["win"] is None else f"{100 * float(str(row['win'])):.1f} %",
            str(row["least"]),
            str(row["most"]),
            f"{100 * float(str(row['chance_of_12'])):.0f} %",
        )
    console().print(out)
    console(stderr=True).print(f"points; win by shared worlds, seed {seed}")


@cribbage.command()
@click.argument("hand")
@click.option("--pile", default="", metavar="CARDS", help="The pile since the last restart.")
@click.option("--theirs", default=None, metavar="CARDS", help="All cards the opponent has played.")
@click.option("--seen", default="", metavar="CARDS", help="Other cards seen: throw, earlier plays.")
@click.option("--starter", default="", metavar="CARD")
@click.option("--go", type=click.IntRange(0, 31), default=None, metavar="COUNT", help="Their go.")
@role_option
@score_option
@click.option("--method", type=click.Choice(["tree", "search", "greedy"]), default="tree")
@click.option("--iterations", type=click.IntRange(1, 10_000_000), default=4000, metavar="N")
@seed_option
@as_json
def peg(
    hand: str,
    pile: str,
    theirs: str | None,
    seen: str,
    starter: str,
    go: int | None,
    is_dealer: bool | None,
    score_text: str,
    method: str,
    iterations: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """Value every card of the play: kibitz cribbage peg "TH AD" --pile "KH JS".

    The pile alternates backwards from the opponent's last card, unless --theirs says
    which cards the opponent has played.
    """
    from kibitz.core.seeds import checked_seed
    from kibitz.games.cribbage.pegging.plays import PlaySearch
    from kibitz.games.cribbage.pegging.question import PegQuestion

    question = PegQuestion.read(
        hand, pile, theirs, seen, starter, go, bool(is_dealer), _scores(score_text)
    )
    root = checked_seed(seed)
    values = question.values(PlaySearch(method, iterations), root)
    rows = sorted(
        (_peg_row(card, values[card >> 2]) for card in question.playable),
        key=lambda row: -float(str(row["value"])),
    )
    if as_json:
        print_json(count=question.count, method=method, seed=root, options=rows)
    else:
        _print_plays(rows, question.count, root)


def _peg_row(card: int, value: "RankValue") -> dict[str, object]:
    from kibitz.core.cards import card_text

    return {
        "move": card_text(card),
        "value": value.points,
        "error": value.error,
        "loss_error": value.loss_error,
        "parts": {"at_once": value.at_once, "later": value.points - value.at_once},
        "win": value.win,
        "samples": value.samples,
    }


def _print_plays(rows: list[dict[str, object]], count: int, seed: int) -> None:
    from rich.table import Table

    from kibitz.core.cards import card_markup, parse_card

    out = Table(title=f"plays at {count}", box=None, pad_edge=False)
    for name in ("card", "value", "at once", "later", "win"):
        out.add_column(name, justify="left" if name == "card" else "right")
    for row in rows:
        parts = row["parts"]
        assert isinstance(parts, dict)
        error = f" ± {row['error']:.2f}" if row["samples"] else ""
        out.add_row(
            card_markup(parse_card(str(row["move"]))),
            f"[bold]{row['value']:+.2f}[/bold]{error}",
            str(parts["at_once"]),
            f"{parts['later']:+.2f}",
            "-" if row["win"] is None else f"{100 * float(str(row['win'])):.1f} %",
        )
    console().print(out)
    console(stderr=True).print(f"points pegged less the opponent's, seed {seed}")


@cribbage.command()
@click.argument("mine", type=int)
@click.argument("theirs", type=int)
@role_option
@as_json
def winprob(mine: int, theirs: int, is_dealer: bool | None, as_json: bool) -> None:
    """The chance to win before a deal: kibitz cribbage winprob 100 100 --dealer."""
    from kibitz.games.cribbage.winning.winning import win_chance

    role = _role(is_dealer)
    win = win_chance(mine, theirs, bool(role))
    if as_json:
        print_json(mine=mine, theirs=theirs, role=ROLES[role], win=win)
    else:
        console().print(f"{ROLES[role]} at {mine}-{theirs}: [bold]{100 * win:.1f} %[/bold]")
