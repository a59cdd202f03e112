"""What a terminal shows for signs that its encoding lacks.

Lines, boxes, suits and pieces become one character each, so that tables and boards hold; what
one character cannot say is spelled out.

>>> "A♠ – ½".encode("ascii", SIGNS).decode()
'As - 1/2'
"""

import codecs

SIGNS = "kibitz.signs"  # the name of the error handler
_ALIKE = {
    "♠♤": "s", "♥♡": "h", "♦♢": "d", "♣♧": "c",
    "─━═╌┄–—−‐‑": "-", "│┃║╎┆┊▏▎▍▌▐▕": "|",
    "┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬": "+", "╱": "/", "╲": "\\",
    "●⬤◉■◼▪█▓▮◾": "#", "○◯□◻▫░▒▯◽": "o", "·∙•⋅∘": ".", "×✕✗✘╳": "x", "✓✔": "v",
    "▁▂▃▄": "_", "▅▆▇": "=", "▲△↑": "^", "▼▽↓": "v", "▸▶►→⟶": ">", "◂◀◄←": "<",
    "‘’‚′": "'", "“”„″": '"', "≈": "~", "µ": "u",
    "♔": "K", "♕": "Q", "♖": "R", "♗": "B", "♘": "N", "♙": "P",
    "♚": "k", "♛": "q", "♜": "r", "♝": "b", "♞": "n", "♟": "p",
}  # fmt: skip
_SPELLED = {
    "…": "...", "±": "+-", "½": "1/2", "²": "^2", "³": "^3", "≤": "<=", "≥": ">=", "∞": "inf",
}  # fmt: skip
_SIGN = {sign: letter for signs, letter in _ALIKE.items() for sign in signs} | _SPELLED


def _shown(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_SIGN.get(sign, "?") for sign in missing), error.end


codecs.register_error(SIGNS, _shown)
