"""`kibitz stats`: one number at a time, from results to what they prove."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json
from kibitz.errors import BadNotation, BadValue

_confidence = click.option(
    "--confidence", type=float, default=0.95, show_default=True, help="Of the interval."
)


@click.group(context_settings={"token_normalize_func": lambda name: name.replace("_", "-")})
def stats() -> None:
    """Elo, ratings, sample sizes, tests and intervals of results you have."""


def _read(path: str) -> str:
    try:
        if path == "-":
            return str(sys.stdin.read())
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadNotation(f"'{path}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadNotation(f"'{path}' is not a text file") from None


@stats.command()
@click.argument("wins", type=int)
@click.argument("games", type=int)
@click.option("--against", type=float, default=0.5, show_default=True, help="Rate to beat.")
@click.option("--versus", type=(int, int), default=None, metavar="WINS GAMES", help="Another rate.")
@_confidence
@options.as_json
def ztest(
    wins: int,
    games: int,
    against: float,
    versus: tuple[int, int] | None,
    confidence: float,
    as_json: bool,
) -> None:
    """Test whether WINS of GAMES is more than chance, or more than another rate."""
    from kibitz.stats.significance import proportion_test, two_proportion_test

    test = proportion_test(wins, games, against, confidence)
    other = two_proportion_test(wins, games, *versus, confidence) if versus else None
    p_value = other.p_value if other else test.p_value
    verdict = "significant" if p_value < 1.0 - confidence else "not significant"
    answer: dict[str, Any] = asdict(test) | {"verdict": verdict}
    if other:
        answer["versus"] = asdict(other)
    if as_json:
        print_json(**answer)
        return
    low, high = test.interval
    click.echo(f"{wins} of {games}: {_percent(test.rate)}, {_sure(confidence)} {_range(low, high)}")
    if other is None:
        click.echo(f"against {_percent(against)}: z {test.z:.3f}, p {test.p_value:.4g} two-sided")
        click.echo(f"exact binomial p {test.exact_p_value:.4g}")
    else:
        gap = _range(*other.interval)
        click.echo(f"difference {_percent(other.difference)}, {_sure(confidence)} {gap}")
        click.echo(f"z {other.statistic:.3f}, p {other.p_value:.4g} two-sided")
    click.echo(verdict)


@stats.command()
@click.option("--margin", type=float, help="Half width wanted of the interval of a rate.")
@click.option("--games", type=int, help="Say which Elo so many games can show instead.")
@click.option("--rate", type=float, default=0.5, show_default=True, help="Rate expected.")
@click.option("--power", type=float, default=0.8, show_default=True, help="With --games.")
@_confidence
@options.as_json
def size(
    margin: float | None,
    games: int | None,
    rate: float,
    power: float,
    confidence: float,
    as_json: bool,
) -> None:
    """How many games a margin needs, or how small an Elo a number of games can show."""
    from kibitz.stats.significance import detectable_elo, detectable_nelo, sample_size

    if (margin is None) == (games is None):
        raise BadValue("give either --margin or --games")
    if not 0.0 < rate < 1.0:
        raise BadValue(f"rate {rate} is not between 0 and 1")
    variance = rate * (1.0 - rate)
    if margin is not None:
        needed = sample_size(margin, confidence, variance)
        if as_json:
            print_json(games=needed, margin=margin, confidence=confidence)
        else:
            click.echo(f"{needed:,} games for a margin of {_percent(margin)} ({_sure(confidence)})")
        return
    assert games is not None
    elo = detectable_elo(games, variance, confidence, power)
    nelo = detectable_nelo(games, confidence, power)
    if as_json:
        print_json(games=games, elo=elo, nelo=nelo, power=power, confidence=confidence)
    else:
        click.echo(
            f"{games:,} games show {elo:.1f} Elo ({nelo:.1f} normalised) "
            f"{_percent(power)} of the time"
        )


@stats.command()
@click.argument("file")
@click.option(
    "--method", type=click.Choice(["bca", "percentile"]), default="bca", show_default=True
)
@click.option("--resamples", type=int, default=1000, show_default=True)
@click.option("--against", type=float, default=0.5, show_default=True, help="Value to beat.")
@_confidence
@options.seed
@options.as_json
def bootstrap(
    file: str,
    method: str,
    resamples: int,
    against: float,
    confidence: float,
    seed: int | None,
    as_json: bool,
) -> None:
    """The mean of the pair scores in FILE (one number a pair, - for stdin), resampled."""
    from kibitz.core.seeds import checked_seed
    from kibitz.stats.bootstrap import Method
    from kibitz.stats.bootstrap import bootstrap as resampled
    from kibitz.stats.listing import parse_values

    root = checked_seed(seed)
    values = parse_values(_read(file), f"'{file}'")
    answer = resampled(values, resamples, confidence, Method(method), root, against)
    if as_json:
        print_json(**asdict(answer), verdict=answer.verdict, seed=root)
        return
    low, high = answer.interval
    click.echo(f"mean {answer.mean:.5g} ± {answer.error:.2g} over {answer.samples:,} pairs")
    click.echo(f"{_sure(confidence)} {low:.5g} to {high:.5g} ({method}, {resamples:,} resamples)")
    click.echo(f"{answer.verdict} than {against:g}" if "sign" in answer.verdict else answer.verdict)


@stats.command()
@click.option("--sigma", type=float, required=True, help="Standard deviation of one sample.")
@click.option("--rate", type=float, default=None, help="Samples a second; measured unless given.")
@_confidence
@options.as_json
def convergence(sigma: float, rate: float | None, confidence: float, as_json: bool) -> None:
    """What samples of deviation SIGMA buy: error, interval, and what it is good for."""
    from kibitz.stats.convergence import convergence_table, measured_rate

    is_measured = rate is None
    speed = measured_rate() if rate is None else rate
    steps = convergence_table(sigma, speed, confidence=confidence)
    if as_json:
        print_json(sigma=sigma, rate=speed, rows=[asdict(step) for step in steps])
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("samples", "error", _sure(confidence), "tells apart", "time"):
        table.add_column(heading, justify="right")
    table.add_column("good for")
    for step in steps:
        figures = [f"{step.samples:,}", f"{step.error:.4f}", f"± {step.half_interval:.4f}"]
        figures += [f"{step.difference:.4f}", _seconds(step.seconds)]
        table.add_row(*figures, step.purpose)
    console().print(table)
    if is_measured:
        click.echo(f"time for samples of one shuffled pack each, {speed:,.0f} a second here")


@stats.command()
@click.argument("file")
@click.option("--anchor", default=None, help="Player whose rating is given.")
@click.option("--anchor-rating", type=float, default=0.0, show_default=True)
@click.option("--paired", is_flag=True, help="Every two games in succession are a pair.")
@_confidence
@options.as_json
def ratings(
    file: str,
    anchor: str | None,
    anchor_rating: float,
    paired: bool,
    confidence: float,
    as_json: bool,
) -> None:
    """Rate the players of FILE by one joint fit; a line is first,second,score[,pair]."""
    from kibitz.stats.listing import parse_games
    from kibitz.stats.ratings import fit, online

    games = parse_games(_read(file), f"'{file}'", paired)
    answer = fit(games, anchor, anchor_rating, confidence)
    moving = online(games)
    if as_json:
        print_json(**asdict(answer), online=moving)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "player"):
        table.add_column(heading)
    for heading in ("rating", _sure(confidence), "games", "score", "better than next", "online"):
        table.add_column(heading, justify="right")
    for place, player in enumerate(answer.players):
        low, high = player.interval
        row = answer.superiority[place]
        sure = _percent(row[place + 1]) if place + 1 < len(row) else ""
        figures = [f"{player.rating:.1f}", f"{low:.1f} to {high:.1f}", f"{player.games:,}"]
        figures += [_percent(player.score), sure, f"{moving[player.name]:.0f}"]
        table.add_row(str(place + 1), player.name, *figures)
    console().print(table)
    seat = f"{answer.first_seat_elo:.1f} ± {answer.first_seat_error:.1f}"
    draws = _percent(answer.draw_ratio)
    click.echo(f"first seat worth {seat} Elo; even players draw {draws} of their games")


@stats.command()
@click.argument("score")
@click.option("--games", type=int, default=None, help="Games behind it: gives an interval.")
@click.option("--draw-ratio", type=float, default=0.0, show_default=True, help="Share of draws.")
@_confidence
@options.as_json
def elo(score: str, games: int | None, draw_ratio: float, confidence: float, as_json: bool) -> None:
    """The Elo of a SCORE, as 0.55 or 55%."""
    import math

    from kibitz.stats.elo import elo_of_score, normalised_elo
    from kibitz.stats.normal import two_sided

    share = _share(score)
    if not 0.0 <= draw_ratio <= 2.0 * min(share, 1.0 - share):
        raise BadValue(f"draw-ratio {draw_ratio} does not fit a score of {share:g}")
    if games is not None and games < 1:
        raise BadValue(f"games {games} is not at least 1")
    deviation = math.sqrt(share * (1.0 - share) - draw_ratio / 4.0)
    answer: dict[str, Any] = {"score": share, "elo": elo_of_score(share)}
    answer["nelo"] = normalised_elo(share, deviation) if deviation > 0.0 else math.nan
    if games is not None:
        reach = two_sided(confidence) * deviation / math.sqrt(games)
        ends = max(share - reach, 0.0), min(share + reach, 1.0)
        answer["elo_interval"] = [elo_of_score(end) for end in ends]
    if as_json:
        print_json(**answer)
        return
    click.echo(f"{_percent(share)} is {answer['elo']:.2f} Elo ({answer['nelo']:.2f} normalised)")
    if games is not None:
        low, high = answer["elo_interval"]
        click.echo(f"{_sure(confidence)} {low:.2f} to {high:.2f} after {games:,} single games")


def _share(text: str) -> float:
    try:
        value = float(text.removesuffix("%")) / (100.0 if text.endswith("%") else 1.0)
    except ValueError:
        raise BadNotation(f"score '{text}' is not a number") from None
    if not 0.0 <= value <= 1.0:
        raise BadValue(f"score {text} is not between 0 and 1")
    return value


def _percent(share: float) -> str:
    return f"{100.0 * share:.4g} %"


def _sure(confidence: float) -> str:
    return f"{100.0 * confidence:g} %"


def _range(low: float, high: float) -> str:
    return f"{100.0 * low:.2f} to {100.0 * high:.2f} %"


def _seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
