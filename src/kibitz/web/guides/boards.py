"""Guides to questions about games on boards, and any game."""

from kibitz.web.guides.kind import Example, Guide

GUIDES: dict[str, Guide] = {
    "battleship.map": Guide(
        "Battleship: where the ships are",
        "The chance of a ship on every cell, from all shots so far.",
        ("position", "game"),
        {"position": "Shots so far", "game": "Rules", "samples": "Fleets to draw"},
        {
            "position": "Click a cell for a miss, again for a hit, again for the hit that sank "
            "a ship. Written as misses/hits/sinkings.",
            "game": "Size and ships, as battleship(4,3,2,rows=8,cols=8).",
            "budget": "Placements tried to count every fleet, before sampling instead.",
        },
        (
            Example("Two hits and three misses", {"position": "A1,J10,E5/C3,C4/"}),
            Example("A cruiser sunk", {"position": "A1,F6/C3,C4,C5/3@C5"}),
            Example(
                "Two ships on six by eight",
                {"position": "B2,E5/C4/", "game": "battleship(3,2,rows=6,cols=8)"},
            ),
        ),
    ),
    "dicechess.capture": Guide(
        "Dice chess: can a king be taken?",
        "How many of the 216 rolls would take each king.",
        ("position", "queens"),
        {"position": "Position", "queens": "Queens, too"},
        {"position": "Set pieces on the board, or paste a FEN."},
        (
            Example(
                "After 1. f3 e5 2. g4",
                {"position": "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"},
            ),
            Example("A bare endgame", {"position": "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"}),
        ),
    ),
    "dicechess.cube": Guide(
        "Dice chess: double, take or drop",
        "Whether to double before a roll and whether to take, by games played out.",
        ("position", "owner", "stake"),
        {
            "position": "Position",
            "owner": "Who has the cube",
            "stake": "Present stake",
            "analyst": "Who plays them out",
            "rollouts": "Games to play out",
        },
        {
            "position": "Set pieces on the board, or paste a FEN.",
            "owner": "centre, white or black.",
            "stake": "",
        },
        (
            Example(
                "A rook ahead",
                {
                    "position": "4k3/pppp4/8/8/8/8/PPPPR3/4K3 w - - 0 1",
                },
            ),
        ),
    ),
    "equity.dicechess": Guide(
        "Dice chess: who wins a position",
        "The chances of both sides before a roll, by games played out; they improve live.",
        ("position", "analyst"),
        {"position": "Position", "analyst": "Who plays them out"},
        {"position": "Set pieces on the board, or paste a FEN."},
        (Example("A rook ahead", {"position": "4k3/pppp4/8/8/8/8/PPPPR3/4K3 w - - 0 1"}),),
    ),
    "dicechess.turns": Guide(
        "Dice chess: the turns of a roll",
        first=("position", "list_"),
        labels={"position": "Position with dice", "list_": "List every turn"},
        examples=(
            Example(
                "Knight, pawn and pawn at the start",
                {"position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 NPP"},
            ),
        ),
        is_flagship=False,
    ),
    "analyse": Guide(
        "Value every move of a position",
        first=("game", "position"),
        helps={"game": "A game, with its options: dots(2,3).", "position": ""},
        examples=(Example("Nim with three heaps", {"game": "nim", "position": "3,4,5"}),),
        is_flagship=False,
    ),
    "show": Guide(
        "Draw a position",
        first=("game", "position"),
        helps={"game": "A game, with its options: dots(2,3).", "position": ""},
        examples=(Example("Dice chess", {"game": "dicechess"}),),
        is_flagship=False,
    ),
    "games": Guide("The games with their options and levels", is_flagship=False),
    "perft": Guide(
        "Count the move sequences of a game",
        examples=(Example("Tic-tac-toe", {"game": "tictactoe", "depth": "5"}),),
        is_flagship=False,
    ),
    "battleship.placement": Guide("Battleship: random or careful fleets", is_flagship=False),
    "dicechess.book": Guide("Dice chess: turns played in the archive", is_flagship=False),
    "dots.solve": Guide(
        "Dots and boxes: solve a board",
        examples=(Example("Two by three", {"size": "2x3"}),),
        is_flagship=False,
    ),
    "nim.grundy": Guide(
        "Grundy values of heap games",
        examples=(Example("Kayles", {"code": "kayles", "largest": "200", "period": "yes"}),),
        is_flagship=False,
    ),
}
