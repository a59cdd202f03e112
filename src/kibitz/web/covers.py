"""The picture on a game's card: a position of it as its player sees it, drawn once per server.

A game that nobody chose a position for shows one that random moves lead to.
"""

import asyncio
import json

from starlette.requests import Request as Asked
from starlette.responses import Response

from kibitz.errors import UnknownName
from kibitz.web.api import attended
from kibitz.web.asking import Texts
from kibitz.web.guide import games_known

POSITIONS = {
    "battleship": "A2h,C4v,H8v,E9h,F6h ?,?,?,?,? "
    "A10,B1,C7,E3,G9,H2,J6/D5,E5,F5,H4/3@F5 C9,D1,G3,H5,J3/A2,B2,H9/ 0",
    "bluff": "3557799JJJQKK,?13,?13,?9 -,?0,?0,?4 4:4:? 3/0@3 -,89TT,22Q,-/?/?/? "
    "0.0.0.0,0.0.0.0,0.0.0.0,0.0.0.0 0.0.0.0.1,0.0.0.0.1,0.0.0.1.0,0.0.0.0.0 "
    "0.0.0,0.0.1,0.2.0,0.1.0 -,-,-,4444 59JQ,89TT,22Q,- -",
    "cribbage": "phase=play dealer=0 seat=0 scores=84-79 starter=5s hands=6c7dJh/?? "
    "played=8c/7hKd thrown=2dQc/?? pile=78K deals=6",
    "dicechess": "r2qk2r/ppp2ppp/2npbn2/2b1p3/2B1P3/2NP1N2/PPPQ1PPP/R1B2RK1 w kq - 0 8 NBQ",
    "dots": "xx./.xx./.x./x..x/x.x/xxxx/xxx:2-1",
    "holdem": "turn:1 195,181 ????,AhKh Qh7hKs2c?? 23/14/2/1/0/172 -00-/110/2/172",
    "kuhn": "K?:",
    "leduc": "K?:cr",
    "moore": "3,4,5,6",
    "nim": "3,4,5",
    "northcott": "7-8,2-7,1-5,3-6",
    "octal": "6,5,2",
    "tictactoe": "X.O/.X./O..",
    "ultimate": "...XOX.../..O.OXOX./....X...O/.X..O..O./..OXO.XX./.O.X.O.X./.O..XX.../"
    ".....O.XO/....O...X:6",
    "wythoff": "5,8",
}
_KEPT = {"cache-control": "private, max-age=86400"}


class Covers:
    """The pictures drawn so far; one is drawn at a time, so that tables are not kept waiting."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}
        self._pencil = asyncio.Lock()

    async def of(self, game: str, asked: Asked) -> str:
        """The picture of a game as SVG."""
        async with self._pencil:
            if game not in self._drawn:
                arguments = {"verb": "show", "texts": texts_of(game), "wants": "json"}
                crew = asked.app.state.lab.players
                found = await attended(asked, crew.last("ask", arguments))
                self._drawn[game] = json.loads(found["json"])["svg_text"]
            return self._drawn[game]


def texts_of(game: str) -> Texts:
    """What is asked for the picture of a game."""
    if game in POSITIONS:
        return {"game": [game], "position": [POSITIONS[game]]}
    return {"game": [game], "moves": ["6"], "seed": ["1"]}


async def cover(asked: Asked) -> Response:
    """The picture of a game."""
    game = asked.path_params["game"]
    if game not in games_known():
        raise UnknownName("game", game, games_known())
    text = await asked.app.state.covers.of(game, asked)
    return Response(text, media_type="image/svg+xml", headers=_KEPT)
