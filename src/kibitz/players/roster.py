"""Players by their text: `random`, `expert`, `nim:expert`, `alphabeta(depth=4)`, `exec:./mybot`.

A level may carry the name of its game, and settings that differ from its own
(`expert(seconds=0.5)`). A search takes its settings in parentheses, and a game's own
analysts stand beside the general ones.
"""

import importlib
from dataclasses import replace

from kibitz.core.advised import Advised, advised
from kibitz.core.call import Call
from kibitz.core.game import Game
from kibitz.errors import BadNotation, UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.players.compiled import NAMES
from kibitz.players.foreign import PREFIX, ForeignPlayer
from kibitz.players.player import AnalystPlayer, CompiledPlayer, Player

SEARCHES = {
    "alphabeta": "kibitz.search.alphabeta:AlphaBeta",
    "expectimax": "kibitz.search.expectimax:Expectimax",
    "mcts": "kibitz.search.mcts:Mcts",
    "minimax": "kibitz.search.minimax:Minimax",
    "rollout": "kibitz.search.rollout:Rollout",
}


def player_names(game: Game) -> list[str]:
    """Every name that `make_player` knows for this game, without settings."""
    own = advised(game)
    return list(dict.fromkeys([*NAMES, *own.levels, *own.analysts, *SEARCHES]))


def make_player(text: str, game: Game) -> Player:
    """The player of `game` that `text` names."""
    if text.startswith(PREFIX):
        return ForeignPlayer(game, text)
    if text.strip() in NAMES:
        return CompiledPlayer(game, NAMES.index(text.strip()))
    own = advised(game)
    call = _level_call(text, own)
    if call is not None:
        settings = f"({call.settings_text})" if call.settings_text else ""
        name = f"{game.name}:{call.name}{settings}"
        return AnalystPlayer(game, _level_analyst(call, own), own.level(call.name).choice, name)
    analyst = _named_analyst(text, game)
    return AnalystPlayer.alone(game, analyst, analyst.text)


def make_analyst(text: str, game: Game) -> Analyst:
    """The analyst that `text` names: a search, one of the game's own, or that of a level.

    One by which a level finds its move alone values all options here.
    """
    own = advised(game)
    level = _level_call(text, own)
    found = _named_analyst(text, game) if level is None else _level_analyst(level, own)
    return found.of_every_option


def _named_analyst(text: str, game: Game) -> Analyst:
    own, call = advised(game), Call.parse(text)
    if call.name in own.analysts:
        return _with_settings(own.analysts[call.name], call)
    if call.name not in SEARCHES:
        raise UnknownName(f"player of {game.name}", call.name, player_names(game))
    module, _, name = SEARCHES[call.name].partition(":")
    made = call.make(getattr(importlib.import_module(module), name))
    assert isinstance(made, Analyst)
    return made


def default_analyst(game: Game) -> Analyst:
    """The analyst that coaches this game: its own first one, or the search that fits it."""
    if own := advised(game).analysts:
        return next(iter(own.values()))
    plain = game.seats == 2 and not (game.has_chance or game.has_secrets)
    return make_analyst("alphabeta(depth=6)" if plain else "mcts", game)


def _with_settings(analyst: Analyst, call: Call) -> Analyst:
    if not call.settings_text:
        return analyst
    made = call.make(type(analyst))
    assert isinstance(made, Analyst)
    return made


def _level_analyst(call: Call, game: Advised) -> Analyst:
    """The analyst of a level, with the settings that are named changed."""
    analyst = game.level(call.name).analyst
    if call.values:
        raise BadNotation(f"level '{call.name}({call.settings_text})' takes only named settings")
    made = call.make(type(analyst)) if call.named else analyst
    return replace(analyst, **{name: getattr(made, name) for name in call.named})


def _level_call(text: str, game: Advised) -> Call | None:
    """The level that `text` names, with or without the game's name before it."""
    owner, colon, name = text.strip().partition(":")
    call = Call.parse(name if colon else owner)
    if not colon:
        return call if call.name in game.levels else None
    if owner != game.name:
        raise BadNotation(f"player '{text}' does not play {game.name}")
    game.level(call.name)
    return call
