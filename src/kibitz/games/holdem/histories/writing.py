"""A record of hold'em written as PHH, which pokerkit reads."""

from collections.abc import Iterator
from zlib import crc32

from kibitz.core.cards import card_text
from kibitz.core.game import OVER, Position, turn
from kibitz.core.record import Record, Replay
from kibitz.errors import BadRecord
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FIXED,
    FOLD,
    SHOWN,
    UNKNOWN,
    board_card,
    hole,
    is_in,
)


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


def section_text(record: Record) -> str:
    """A hand as a section of a .phhs file; nothing for other games and unfinished hands."""
    try:
        text = phh_text(record)
    except BadRecord:
        return ""
    number = record.tags.get("hand", "")
    return f"[{number if number.isdecimal() else crc32(record.to_json().encode())}]\n{text}"


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
