"""The options that the commands of `kibitz sprt` share, and the design they make."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kibitz.stats.design import Design

DASHED = {"token_normalize_func": lambda name: name.replace("_", "-")}  # --elo_model too


def combined(*decorators: Callable[..., Any]) -> Callable[..., Any]:
    """Several options as one decorator, shown in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def number(name: str, default: float, text: str) -> Callable[..., Any]:
    return click.option(name, type=float, default=default, show_default=True, help=text)


hypotheses = combined(
    number("--alpha", 0.05, "Probability to accept H1 where H0 is true."),
    number("--beta", 0.05, "Probability to accept H0 where H1 is true."),
    number("--elo0", 0.0, "Elo under H0."),
    number("--elo1", 5.0, "Elo under H1."),
    click.option(
        "--elo-model",
        default="logistic",
        show_default=True,
        metavar="logistic|normalized",
        help="Which Elo the figures are in.",
    ),
)
games = combined(
    number("--draw-ratio", 0.61, "Share of draws between even players."),
    number("--bias", 0.0, "Elo that the start is worth to one side."),
)
looks = combined(
    click.option(
        "--batch", type=int, default=1, show_default=True, help="Pairs from look to look."
    ),
    click.option(
        "--overshoot",
        "--ovcor",
        default="siegmund",
        show_default=True,
        metavar="none|stochastic|siegmund",
        help="Correction for the last step beyond a bound; or 0, 1, 2.",
    ),
)
threads = click.option(
    "--threads", type=int, default=None, help="Threads; every core unless given."
)


def regularise(default: float) -> Callable[..., Any]:
    return click.option(
        "--regularise",
        "--regularize",
        type=float,
        default=default,
        show_default=True,
        help="What an empty cell counts as.",
    )


def design_of(**figures: Any) -> "Design":
    from kibitz.stats.design import Design, Overshoot
    from kibitz.stats.elo import EloModel

    figures["elo_model"] = EloModel.named(figures["elo_model"])
    if "overshoot" in figures:
        figures["overshoot"] = Overshoot.named(figures["overshoot"])
    return Design(**figures)
