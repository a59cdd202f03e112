"""`kibitz demo`: a tour of at most a minute through what the program can do."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

NEXT = """
[bold]What to try next[/bold]
  kibitz games
      what there is to play
  kibitz play tictactoe --against expert --save games.jsonl
      play; type help for hints and take-backs
  kibitz review games.jsonl --html review.html
      where was it lost?
  kibitz match nim expert advanced --sprt 0 50
      who is stronger, in as few games as possible
  kibitz sprt simulate --elo1 5 --elo 2.5 --truncate 2000
      what such a test does
  kibitz cribbage throw "5H 5S 6D 7C KH QS" --dealer --score 61-70
      all fifteen throws, in points and in win probability
  kibitz equity holdem AhKh QQ+ --board 2h7hTc
      hands and ranges, exact where it can be
  kibitz COMMAND --help
      everything else"""


@click.command()
@options.seed
@options.as_json
def demo(seed: int | None, as_json: bool) -> None:
    """A tour of a minute through what Kibitz can do."""
    seed = 2026 if seed is None else seed
    out = console(stderr=as_json)
    told = {name: step(out, seed) for name, step in STEPS.items()}
    out.print(NEXT)
    if as_json:
        print_json(seed=seed, steps=told)


def _title(out: "Console", text: str) -> None:
    out.print()
    out.rule(f"[bold]{text}[/bold]", align="left")


def _a_game(out: "Console", seed: int) -> object:
    from kibitz.arena.table import Table
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    _title(out, "A game: tic-tac-toe, beginner (X) against expert (O)")
    game = make_game("tictactoe")
    table = Table(game, [make_player(level, game) for level in ("beginner", "expert")], seed)
    result = table.finish()
    record = table.record()
    out.print(game.show(table.position))
    word = {1.0: "X wins", -1.0: "O wins", 0.0: "a draw"}[result[0]]
    out.print(f"moves {' '.join(record.moves)}: {word}; the same seed ({seed}) plays it again")
    return {"moves": record.moves, "result": result}


def _an_analysis(out: "Console", seed: int) -> object:
    from kibitz.cli.analyse import print_analysis
    from kibitz.core.registry import make_game
    from kibitz.players.roster import default_analyst

    _title(out, "An analysis: nim 3,4,5, every option with its exact value")
    game = make_game("nim")
    analysis = default_analyst(game).analyse(game, game.start(), 0, seed)
    out.print(game.show(game.start()))
    print_analysis(game, analysis, most=4, out=out)
    return {"best": analysis.best.text, "value": analysis.best.value}


def _a_match(out: "Console", seed: int) -> object:
    from kibitz.lab.contest.match import MatchRequest

    _title(out, "A match: is nim's intermediate level stronger than its beginner?")
    players = ("nim:intermediate", "nim:beginner")
    asked = MatchRequest(
        "nim(3,4,5)", players, sprt=(0.0, 50.0), max_pairs=2_000, seed=seed, workers=1
    )
    answer = asked.answer()
    out.print(answer.progress.words, markup=False)
    out.print(f"result: [bold]{answer.ending}[/bold]")
    return {name: getattr(answer, name) for name in ("ending", "pairs", "score", "elo")}


def _a_review(out: "Console", seed: int) -> object:
    from kibitz.arena.table import Table
    from kibitz.coach.review import review
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    _title(out, "The coach: a beginner's game of nim, decision by decision")
    game = make_game("nim(3,4,5)")
    table = Table(game, [make_player(level, game) for level in ("beginner", "expert")], seed)
    table.finish()
    judged = review(table.record())
    for decision in judged.decisions:
        if decision.seat == 0:
            out.print(f"  {decision.chosen.text}  {decision.severity:11} {decision.reason}")
    seat = judged.seats[0]
    out.print(
        f"grade [bold]{seat.grade}[/bold], {seat.total.loss_per_decision:.2f} lost a decision"
    )
    return {"grade": seat.grade, "loss": seat.total.loss}


def _a_plan(out: "Console", seed: int) -> object:
    from kibitz.stats.design import Design
    from kibitz.stats.model import PairModel
    from kibitz.stats.plan import forecast

    _title(out, "A plan: how many games does a sequential test need to tell 0 from 5 Elo?")
    games = PairModel(0.61, 0.0)
    rows = [forecast(Design(0.0, 5.0), games, elo) for elo in (0.0, 2.5, 5.0)]
    for row in rows:
        chance = f"passes {row.pass_probability:6.1%}"
        out.print(f"  true Elo {row.elo:3.1f}: {chance}, {row.games:8,.0f} games on average")
    return [{"elo": row.elo, "pass": row.pass_probability, "games": row.games} for row in rows]


def _a_throw(out: "Console", seed: int) -> object:
    from kibitz.core.cards import parse_cards, symbols_text
    from kibitz.core.verbs import request_named

    _title(out, "Cribbage: what to lay away from 5H 5S 6D 7C KH QS as dealer, exactly")
    throw: Any = request_named("cribbage.throw")
    thrown = throw("5H 5S 6D 7C KH QS", dealer=True, worlds=0, seed=seed).answer()
    for option in thrown.options[:3]:
        parts = option.parts
        told = f"hand {parts.hand:.2f}, crib {parts.crib:+.2f}, pegging {parts.pegging:+.2f}"
        cards = symbols_text(parse_cards(option.move))
        out.print(f"  {cards}: {option.value:.2f} points ({told})")
    return {"best": thrown.options[0].move}


def _an_equity(out: "Console", seed: int) -> object:
    from kibitz.core.verbs import request_named

    _title(out, "Hold'em: aces against kings before the flop, all 1,712,304 boards")
    equity: Any = request_named("equity.holdem")
    found = equity(("AsAh", "KsKh")).answer()
    for hand, name in zip(found.hands, ("A♠A♥", "K♠K♥"), strict=True):
        out.print(f"  {name}: {hand.value:.4%}, exact")
    return [hand.value for hand in found.hands]


STEPS: dict[str, Callable[["Console", int], object]] = {
    "game": _a_game,
    "analysis": _an_analysis,
    "review": _a_review,
    "match": _a_match,
    "plan": _a_plan,
    "throw": _a_throw,
    "equity": _an_equity,
}
