"""Positions as a process looks at them: drawn, played on from, every option valued.

What is drawn is what one seat sees. A line of moves is played from a position that somebody
wrote; it goes on where nobody has to guess: nothing hidden, no dice in between.
"""

from collections.abc import Callable, Iterator
from typing import Any

from kibitz.coach.scale import scale_for
from kibitz.core.game import CHANCE, OVER, Position, payoff, play, sample, turn, view
from kibitz.core.registry import make_game
from kibitz.core.scene import Scene
from kibitz.core.seeds import checked_seed, stream
from kibitz.core.shown import Shown, shown
from kibitz.drawing.overlay import SIGNS
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue
from kibitz.lab.analysis import AnalyseRequest, AnalysisAnswer, OptionAnswer
from kibitz.lab.shortlist import shortened
from kibitz.lab.show import hinted, severity
from kibitz.lab.wording import WINS, worth_words

SEED = 1  # of what is sampled, so that an address shows the same to everybody
MOST_MOVES = 400  # of a line
MOST_ROLLS = 1000


def looked(
    game: str, position: str, moves: list[str], seat: int | None = None, luck: bool = False
) -> Iterator[dict[str, Any]]:
    """A position as the seat to move sees it; with luck, after chance has had its way."""
    made, p = _reached(game, position, moves, seat)
    yield _told(made, _settled(made, p) if luck else p)


def analysed(
    game: str, position: str, moves: list[str], seat: int | None = None
) -> Iterator[dict[str, Any]]:
    """Every option of the position at the end of a line, improving."""
    made, p = _reached(game, position, moves, seat)
    told = _told(made, p)
    if told["state"] != "decides":
        yield told
        return
    decider = int(turn(p))
    text = made.position_text(p)
    request = AnalyseRequest(game=game, position=text, seat=decider, looks=True, seed=SEED)
    for answer in request.answers():
        yield told | _valued(made, p, answer)


POSITION_TASKS: dict[str, Callable[..., Iterator[Any]]] = {"looked": looked, "analysed": analysed}


def _reached(
    game: str, position: str, moves: list[str], seat: int | None
) -> tuple[Shown, Position]:
    made = shown(make_game(game))
    p = made.parse_position(position) if position else made.start()
    if seat is not None and turn(p) >= 0 and turn(p) != seat:
        p = made.seated(p, seat)
    if len(moves) > MOST_MOVES:
        raise BadValue(f"a line has at most {MOST_MOVES} moves")
    if moves and made.has_secrets:
        raise BadValue(f"what happens next in {made.name} is hidden: a line cannot go on")
    for text in moves:
        if turn(p) < 0:
            raise BadValue(f"'{text[:40]}' cannot be played: {made.whose_turn(p)}")
        p = play(p, made.parse_move(p, text))
    return made, p


def _settled(game: Shown, p: Position) -> Position:
    """The position after chance has decided all that it decides, as its mover knows it."""
    luck, out = stream(checked_seed(None)), game.scratch()
    for _ in range(MOST_ROLLS):
        if turn(p) != CHANCE:
            break
        p = play(p, int(sample(p, out, luck)))
    return view(p, int(turn(p))) if game.has_secrets and turn(p) >= 0 else p


def _told(game: Shown, p: Position) -> dict[str, Any]:
    mover = int(turn(p))
    seat = max(0, mover)
    state = {CHANCE: "chance", OVER: "over"}.get(mover, "decides")
    known = view(p, seat)
    scenes = {shape: game.scene(known, seat, tall=shape == "tall") for shape in ("wide", "tall")}
    scene = scenes["wide"]
    return {
        "game": game.text,
        "title": game.title,
        "position": game.position_text(p),
        "seat": seat,
        "seat_name": game.seat_name(seat),
        "state": state,
        "prompt": _prompt(game, p, known, seat),
        "drawn": {shape: svg(made, standalone=False) for shape, made in scenes.items()},
        "plays": [[play.move, play.words, list(play.picks)] for play in scene.plays],
        "can_go_on": not game.has_secrets,
    }


def _prompt(game: Shown, p: Position, known: Position, seat: int) -> str:
    if turn(p) == OVER:
        return _ended(game, p)
    if turn(p) == CHANCE:
        return "Chance decides next: the dice are rolled, or cards are dealt."
    return f"{game.seat_name(seat).capitalize()} to move: {game.prompt(known, seat)}"


def _ended(game: Shown, p: Position) -> str:
    payoffs = [float(payoff(p, seat)) for seat in range(game.seats)]
    if not any(payoffs):
        return "The game is over: a draw."
    winner = game.seat_name(payoffs.index(max(payoffs)))
    return f"The game is over: {winner} wins."


def _valued(game: Shown, p: Position, answer: AnalysisAnswer) -> dict[str, Any]:
    known, seat = view(p, answer.seat), answer.seat
    drawn = {
        shape: svg(_marked(game, known, seat, shape, answer), standalone=False)
        for shape in ("wide", "tall")
    }
    words = {play.move: play.words for play in game.plays(known, seat)}
    short, _ = shortened(answer, game, known)
    named = {option.move for option in short.options}
    options = [
        _option(game, p, answer, option, words) | {"is_listed": option.move in named}
        for option in answer.options
    ]
    facts = {"unit": answer.unit, "basis": answer.basis, "samples": answer.samples}
    return {"drawn": drawn, "options": options, "notes": list(answer.notes), **facts}


def _marked(game: Shown, known: Position, seat: int, shape: str, answer: AnalysisAnswer) -> Scene:
    return hinted(game, game.scene(known, seat, tall=shape == "tall"), answer)


def _option(
    game: Shown, p: Position, answer: AnalysisAnswer, option: OptionAnswer, words: dict[str, str]
) -> dict[str, Any]:
    rank = severity(game, answer.unit, option)
    worth, told = _worth(game, answer, option), _in_words(game, answer, option, rank)
    return {
        "move": option.move,
        "words": words.get(option.move, option.move),
        "value": worth,
        "rank": rank,
        "sign": SIGNS[min(rank, len(SIGNS) - 1)],
        "is_best": option.loss == 0,
        "told": told,
        "sentence": f"{worth}, {told}",
        "next": _next_state(game, p, option.move),
    }


def _in_words(game: Shown, answer: AnalysisAnswer, option: OptionAnswer, rank: int) -> str:
    """What an option gives up, and how bad that is."""
    is_told = option.win is None or answer.unit == WINS  # by the value
    chance = "" if is_told else f"; wins {100 * (option.win or 0.0):.1f} %"
    if option.loss == 0:
        return f"best{chance}"
    if option.too_close_to_call:
        return f"too close to the best to call{chance}"
    named = scale_for(game, answer.unit).names[rank]
    is_chance = answer.unit == WINS
    lost = f"{100 * game.chance_lost(option.loss):.3g} %" if is_chance else f"{option.loss:.3g}"
    return f"gives up {lost}: {named}{chance}"


def _worth(game: Shown, answer: AnalysisAnswer, option: OptionAnswer) -> str:
    """A value as people say it: a win, a score in per cent, or so many points."""
    worth = worth_words(game, answer.unit, option)
    if answer.unit != WINS:
        return f"{worth} {answer.unit}"
    what = "score" if game.has_two_sides else "wins"
    return f"{what} {worth}" if worth.endswith("%") else worth


def _next_state(game: Shown, p: Position, move: str) -> str:
    """Whether a line can go on after a move: known, chance, over, or hidden."""
    if game.has_secrets:
        return "hidden"
    after = play(p, game.parse_move(p, move))
    return {CHANCE: "chance", OVER: "over"}.get(int(turn(after)), "known")
