"""Hand histories in PHH, the poker hand history format (Kim 2024): TOML with a list of actions.

Read are no-limit (NT) and fixed-limit (FT) hold'em of one hand per file, or many hands as
numbered tables in one file (.phhs). A `Hand` keeps what the file says, hidden cards as
None; it gives the game, the position after the deal and the moves in our own numbers.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.cards import card_text, parse_cards
from kibitz.core.files import read_text
from kibitz.core.game import OVER, Position, payoff, play, turn
from kibitz.core.record import Record, Replay
from kibitz.errors import BadRecord, KibitzError
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FIXED,
    FOLD,
    HOLE_BITS,
    SHOWN,
    UNKNOWN,
    Holdem,
    board_card,
    hole,
    is_in,
)

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Hand:
    """One hand as it was written down."""

    game: HoldemGame
    holes: tuple[Cards | None, ...]
    board: Cards
    moves: tuple[int, ...]
    players: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def start(self) -> Holdem:
        """The position after the deal; cards that nobody showed are unknown."""
        p = self.game.start()
        dealt = play(p, 0)  # posts the blinds; its cards are replaced
        fill = [UNKNOWN] * BOARD
        fill[: len(self.board)] = self.board
        holes = [0, 0]
        for seat in range(10):
            known = self.holes[seat] if seat < len(self.holes) else None
            low, high = known or (UNKNOWN, UNKNOWN)
            holes[seat // 5] |= (low | high << 6) << HOLE_BITS * (seat % 5)
        board = sum(card << 6 * i for i, card in enumerate(fill))
        return Holdem(*dealt)._replace(holes_a=holes[0], holes_b=holes[1], board=board)

    def positions(self) -> Iterator[tuple[Position, int]]:
        """Each decision with the move made in it."""
        return self.game.walk(self.start, list(self.moves))

    @property
    def end(self) -> Position:
        p = self.start
        for move in self.moves:
            p = play(p, move)
        return p

    def record(self) -> Record:
        """The hand as a record of ours, with a result where every card that counts is known."""
        p: Position = self.start
        texts = []
        for move in self.moves:
            texts.append(self.game.move_text(p, move))
            p = play(p, move)
        result = None
        if turn(p) == OVER and _is_known(p):
            result = tuple(float(payoff(p, seat)) for seat in range(self.game.seats))
        start = self.game.position_text(self.start)
        tags = {} if result else {"ended": "not all cards are known"}
        return Record(self.game.text, start, self.players, 0, tuple(texts), result, tags=tags)


def _is_known(p: Position) -> bool:
    """Whether a finished hand can be paid: one seat is left, or all cards in play are known."""
    living = [seat for seat in range(p.seats) if is_in(p, seat)]
    if len(living) == 1:
        return True
    cards = [board_card(p, i) for i in range(BOARD)]
    cards += [hole(p, seat, i) for seat in living for i in range(2)]
    return UNKNOWN not in cards


def read_phh(path: Path) -> list[Hand]:
    """The hands of one file."""
    text = read_text(path)
    try:
        return parse_phh(text)
    except BadRecord as error:
        raise BadRecord(f"'{path.name}': {error}") from None


def read_folder(folder: Path) -> list[Hand]:
    """The hands of all .phh and .phhs files below a folder, in the order of their names."""
    if not folder.is_dir():
        raise BadRecord(f"'{folder}' is not a folder")
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".phh", ".phhs"))
    if not files:
        raise BadRecord(f"the folder '{folder}' holds no .phh or .phhs file")
    return [hand for path in files for hand in read_phh(path)]


def parse_phh(text: str) -> list[Hand]:
    """The hands in the text of a file."""
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number may have too many digits, too
        raise BadRecord(f"it is not TOML ({error})") from None
    tables = [fields] if "variant" in fields else list(fields.values())
    if not tables or not all(isinstance(table, dict) for table in tables):
        raise BadRecord("it has no hand: the field 'variant' is missing")
    return [_hand(table) for table in tables]


def _hand(fields: dict[str, Any]) -> Hand:
    game = _game(fields)
    players = tuple(str(name) for name in fields.get("players", ()))
    if len(players) != game.seats:
        players = tuple(f"p{seat + 1}" for seat in range(game.seats))
    known = {"variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet"}
    facts = {k: v for k, v in fields.items() if k not in known | {"actions", "players"}}
    reader = _Actions(game)
    for number, action in enumerate(_strings(fields, "actions"), 1):
        try:
            reader.read(action)
        except KibitzError as error:
            raise BadRecord(f"action {number}, '{action}', does not fit: {error}") from None
    holes = tuple(reader.holes)
    return Hand(game, holes, tuple(reader.board), tuple(reader.moves), players, facts)


def _strings(fields: dict[str, Any], name: str) -> list[str]:
    found = fields.get(name)
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise BadRecord(f"the field '{name}' is missing or not a list of texts")
    return found


def _whole(fields: dict[str, Any], name: str) -> list[int]:
    found = fields.get(name)
    if not isinstance(found, list) or not all(isinstance(item, int) for item in found):
        raise BadRecord(f"the field '{name}' is missing or not a list of whole numbers")
    return found


def _game(fields: dict[str, Any]) -> HoldemGame:
    """The game of a hand: its stacks, blinds and ante as options."""
    if fields.get("variant") not in ("NT", "FT"):
        raise BadRecord(f"the variant {fields.get('variant')!r} is not NT or FT hold'em")
    stacks = _whole(fields, "starting_stacks")
    blinds = sorted(b for b in _whole(fields, "blinds_or_straddles") if b)
    antes = set(_whole(fields, "antes"))
    if len(blinds) != 2 or len(antes) != 1:
        raise BadRecord("it does not have two blinds and the same ante for all")
    limit = fields["variant"] == "FT"
    options = {
        "seats": str(len(stacks)),
        "small": str(blinds[0]),
        "big": str(blinds[1]),
        "ante": str(antes.pop()),
        "limit": str(limit).lower(),
        "stacks": "/".join(map(str, stacks)),
    }
    from kibitz.core.registry import make_game

    text = ",".join(f"{name}={value}" for name, value in options.items())
    try:
        game = make_game(f"holdem({text})")
    except KibitzError as error:
        raise BadRecord(f"it cannot be played here: {error}") from None
    assert isinstance(game, HoldemGame)
    return game


class _Actions:
    """Reads actions one by one, playing them on the way."""

    def __init__(self, game: HoldemGame) -> None:
        self.game = game
        self.holes: list[Cards | None] = [None] * game.seats
        self.board: list[int] = []
        self.moves: list[int] = []
        self.p: Position = play(game.start(), 0)

    def read(self, action: str) -> None:
        words = action.partition("#")[0].split()
        if words[:2] == ["d", "dh"] and len(words) == 4:
            self.holes[self._seat(words[2])] = _two(words[3])
        elif words[:2] == ["d", "db"] and len(words) == 3:
            self.board += parse_cards(words[2])
        elif len(words) >= 2 and words[1] == "sm":
            if len(words) == 3:
                shown = _two(words[2])
                self.holes[self._seat(words[0])] = shown or self.holes[self._seat(words[0])]
        elif len(words) >= 2 and words[1] in ("f", "cc", "cbr"):
            self._move(words)
        else:
            raise BadRecord("it is not an action of hold'em")

    def _seat(self, word: str) -> int:
        seat = _number(word[1:])
        if word[:1] != "p" or seat is None or not 1 <= seat <= self.game.seats:
            raise BadRecord(f"'{word}' is not a player")
        return seat - 1

    def _move(self, words: Sequence[str]) -> None:
        if turn(self.p) != self._seat(words[0]):
            raise BadRecord(f"it is not the turn of {words[0]}")
        if words[1] != "cbr":
            self._play({"f": FOLD, "cc": CALL}[words[1]])
            return
        chips = _number(words[2]) if len(words) == 3 else None
        if chips is None:
            raise BadRecord("a raise needs a whole number")
        self._play(CALL + chips)

    def _play(self, move: int) -> None:
        self.p = self.game.play(self.p, move)
        self.moves.append(move)


def _number(word: str) -> int | None:
    """The whole number that a word writes; None where it is none, or one beyond all chips."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 18 else None


def _two(text: str) -> Cards | None:
    if "?" in text:
        return None
    cards = tuple(parse_cards(text))
    if len(cards) != 2:
        raise BadRecord(f"'{text}' is not two cards")
    return cards


def phh_text(record: Record) -> str:
    """A record of one finished hand as the text of a .phh file."""
    replay = Replay.of(record)
    game = replay.game
    if not isinstance(game, HoldemGame):
        raise BadRecord(f"PHH is written for holdem, not for {game.name}")
    if turn(replay.end) != OVER:
        raise BadRecord("PHH is written for finished hands; this one is not over")
    blinds = [game.small, game.big] + [0] * (game.seats - 2)
    bets = f"small_bet = {game.big}\nbig_bet = {2 * game.big}"
    lines = [
        f'variant = "{"FT" if game.kind == FIXED else "NT"}"',
        f"antes = {[game.ante] * game.seats}",
        f"blinds_or_straddles = {blinds}",
        bets if game.kind == FIXED else f"min_bet = {game.big}",
        f"starting_stacks = {list(game.stacks)}",
        f"actions = [{', '.join(_quoted(action) for action in _actions(replay))}]",
        f"players = [{', '.join(_quoted(name) for name in record.players)}]",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _actions(replay: Replay) -> Iterator[str]:
    end = replay.end
    for seat in range(end.seats):
        yield f"d dh p{seat + 1} {_hole(end, seat)}"
    shown = 0
    last_raiser = None
    for step in replay.decisions:
        yield from _board(end, shown, SHOWN[step.position.stage])
        if SHOWN[step.position.stage] != shown:
            shown, last_raiser = SHOWN[step.position.stage], None
        said = {FOLD: "f", CALL: "cc"}.get(step.move, f"cbr {step.move - CALL}")
        if step.move > CALL:
            last_raiser = step.seat
        yield f"p{step.seat + 1} {said}"
    living = [seat for seat in range(end.seats) if is_in(end, seat)]
    if len(living) > 1:
        first = last_raiser if last_raiser is not None else 0
        yield from (
            f"p{seat + 1} sm {_hole(end, seat)}"
            for seat in sorted(living, key=lambda seat: (seat - first) % end.seats)
        )
        yield from _board(end, shown, BOARD)


def _hole(p: Position, seat: int) -> str:
    cards = [int(hole(p, seat, i)) for i in range(2)]
    return "".join("??" if card == UNKNOWN else card_text(card) for card in cards)


def _board(p: Position, shown: int, wanted: int) -> Iterator[str]:
    while shown < wanted:
        upto = 3 if shown == 0 else shown + 1
        cards = "".join(card_text(int(board_card(p, i))) for i in range(shown, upto))
        yield f"d db {cards}"
        shown = upto
