"""Hold'em for people: options, texts, picture and levels.

A position is its street and the seat to act, what each seat has paid (see `chips`), the
hole cards, the board and the state of the betting, `flop:0 4,4 AhKh,???? 2c7d9s????
0/2/0/0/0/4`: the bet to match, the last full raise, the bets on the street, the seats that
have acted and that have folded (as bits), and what was paid before the street. The line of
the betting may follow (see `line`). `??` is a card unseen. A move is `f`, `c` (check or
call) or `r40` (bet or raise to 40 on this street); the words fold, check, call, bet 40,
raise 40 and allin are understood.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.cards import card_text, parse_card
from kibitz.core.coached import Coached
from kibitz.core.game import CHANCE, OVER, Position, turn
from kibitz.core.ink import Ink
from kibitz.core.kernel import COMPILED
from kibitz.core.record import Step
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Landmarks, Shown
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.estimate.estimate import Analysis, Option
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.bots import BOTS
from kibitz.games.holdem.ring.analyst import RING_LEVELS, RingStrategy
from kibitz.games.holdem.solved.analyst import SOLVER_LEVELS, HandSolver
from kibitz.games.holdem.solved.luck import card_luck
from kibitz.games.holdem.strategy.balanced import BALANCED_LEVELS, Balanced
from kibitz.games.holdem.strategy.odds import EquityOdds
from kibitz.games.holdem.table import spoken
from kibitz.games.holdem.table.chips import WORDS, chip_fields, chips_text, packed, parse_chips
from kibitz.games.holdem.table.line import line_text, parse_line
from kibitz.games.holdem.table.news import news, seen_move
from kibitz.games.holdem.table.picture import picture
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    CHIPS,
    DEAL,
    ENDED,
    FEW,
    FIXED,
    FOLD,
    HOLE_BITS,
    HOLES,
    NO_BOARD,
    NO_HOLES,
    NO_LIMIT,
    SEATS,
    SHOWN,
    STACKS,
    UNKNOWN,
    Holdem,
    behind,
    bet,
    big_blind_seat,
    board_card,
    hole,
    is_in,
)
from kibitz.games.holdem.table.rules import can_raise, least_raise
from kibitz.games.holdem.table.scene import scene

STREETS = ("deal", "preflop", "flop", "turn", "river", "end")
KINDS = {"any": NO_LIMIT, "few": FEW}
_CARD = re.compile(r"\?\?|[A23456789TJQK][shdc]")
_SEED = re.compile(r"#(\d+)")
_CHIP_FIELDS = Holdem._fields[STACKS:HOLES]


class HoldemGame(Shown, Coached, Advised):
    """Texas hold'em, one hand."""

    name: ClassVar[str] = "holdem"
    is_single_hand = True
    title: ClassVar[str] = "Texas hold'em"
    summary: ClassVar[str] = "Two cards each and five for all; two to ten seats, any stacks."
    position_type: ClassVar[type] = Holdem
    option_words: ClassVar[Mapping[str, str]] = {
        "seats": "players at the table, 2 to 10",
        "stack": "chips of each at the start",
        "small": "small blind, in chips",
        "big": "big blind, in chips",
        "ante": "ante of each, in chips",
        "limit": "whether bets are fixed, as in limit hold'em",
        "raises": "any size, or few: the least raise, half the pot, the pot and all in",
        "stacks": "chips of each seat, as in 50/200, where they differ",
    }

    unit = "big blinds"
    has_chance = True
    has_secrets = True

    def __init__(
        self,
        seats: int = 2,
        stack: int = 200,
        small: int = 1,
        big: int = 2,
        ante: int = 0,
        limit: bool = False,
        raises: str = "any",
        stacks: str = "",
    ) -> None:
        """`raises=few` offers four sizes; `stacks=50/200` gives each seat its own."""
        if not 2 <= seats <= SEATS:
            raise BadValue(f"hold'em has 2 to {SEATS} seats, not {seats}")
        if not 0 <= small <= big or big < 1 or ante < 0:
            raise BadValue(f"the blinds {small} and {big} with ante {ante} make no sense")
        if raises not in KINDS:
            raise BadValue(f"option raises of holdem is any or few, not '{raises}'")
        self.seats = seats
        self.small, self.big, self.ante = small, big, ante
        self.kind = FIXED if limit else KINDS[raises]
        self.stacks = _parse_stacks(stacks, seats) if stacks else (stack,) * seats
        for chips in self.stacks:
            if not ante + big <= chips <= CHIPS:
                limits = f"{ante + big} (ante and big blind) to {CHIPS}"
                raise BadValue(f"a stack of {chips} chips is not from {limits}")
        largest = max(self.stacks)
        self.most_moves = largest + 3 if self.kind == NO_LIMIT else 8
        self.most_plies = 8 + 4 * seats * (3 + largest // big)
        self.least_payoff = -largest / big
        self.greatest_payoff = sum(self.stacks) / big

    def start(self) -> Holdem:
        chips = (*packed(self.stacks), *([0] * 2 * WORDS))
        rules = (self.seats, self.kind, self.small, self.big, self.ante)
        cards = (NO_HOLES, NO_HOLES, NO_BOARD)
        return Holdem._make((*rules, *chips, *cards, DEAL, *([0] * 8)))

    def seat_name(self, seat: int) -> str:
        return spoken.seat_name(self.seats, seat)

    def position_text(self, p: Position) -> str:
        paid_text = chips_text(p, self.stacks)
        holes = ",".join(_hole_text(p, s) for s in range(p.seats))
        board = "".join(_text(board_card(p, i)) for i in range(BOARD))
        betting = "/".join(
            str(n) for n in (p.high, p.raise_by, p.raises, p.acted, p.folded, p.level)
        )
        line = f" {line_text(p)}".rstrip()
        return f"{STREETS[p.stage]}:{p.seat} {paid_text} {holes} {board} {betting}{line}"

    def parse_position(self, text: str) -> Holdem:
        pieces = text.strip().split()
        if len(pieces) not in (5, 6):
            raise self.refuse(text, "write it as flop:0 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/0/4")
        stage, seat = self._parse_turn(text, pieces[0])
        chips = parse_chips(pieces[1], self.stacks)
        if isinstance(chips, str):
            raise self.refuse(text, chips)
        cards = [_CARD.findall(part) for part in pieces[2].split(",")]
        board = _CARD.findall(pieces[3])
        whole = all(len(two) == 2 for two in cards) and "".join(board) == pieces[3]
        if not whole or len(cards) != self.seats or len(board) != BOARD:
            raise self.refuse(text, f"it needs two cards for {self.seats} seats and {BOARD} more")
        self._check_cards(text, [*board, *(card for two in cards for card in two)])
        betting = self._numbers(text, pieces[4], "/", 6)
        high, by, raises, acted, folded, level = betting
        line = parse_line(pieces[5], self.seats) if len(pieces) > 5 else 0
        if line is None:
            raise self.refuse(text, f"'{pieces[5]}' is not a line of betting such as 1-0-/201/6/18")
        start = self.start()
        p = start._replace(
            **dict(zip(_CHIP_FIELDS, chip_fields(chips), strict=True)),
            **_parse_cards(cards, board),
            stage=stage,
            seat=seat,
            level=level,
            high=high,
            raise_by=by,
            raises=raises,
            acted=acted,
            folded=folded,
            line=line,
        )
        if stage not in (DEAL, ENDED) and (not is_in(p, seat) or behind(p, seat) == 0):
            raise self.refuse(text, f"seat {seat} cannot act")
        return p

    def _parse_turn(self, text: str, piece: str) -> tuple[int, int]:
        street, _, seat = piece.partition(":")
        if street not in STREETS:
            raise self.refuse(text, f"'{street}' is not one of {', '.join(STREETS)}", 1)
        if not seat.isdigit() or int(seat) >= self.seats:
            raise self.refuse(text, f"'{seat}' is not a seat", len(street) + 2)
        return STREETS.index(street), int(seat)

    def _numbers(self, text: str, piece: str, by: str, count: int) -> list[int]:
        numbers = piece.split(by)
        if len(numbers) != count or not all(n.isdigit() and int(n) <= CHIPS for n in numbers):
            raise self.refuse(text, f"'{piece}' is not {count} numbers")
        return [int(n) for n in numbers]

    def _check_cards(self, text: str, cards: list[str]) -> None:
        known = [card for card in cards if card != "??"]
        for card in known:
            if known.count(card) > 1:
                raise self.refuse(text, f"the card {card} appears twice in it")

    def move_text(self, p: Position, move: int) -> str:
        if turn(p) == CHANCE:
            return f"#{move}"
        return "f" if move == FOLD else "c" if move == CALL else f"r{move - CALL}"

    def read_move(self, p: Position, text: str) -> int:
        word = text.lower().replace(" ", "")
        seed = _SEED.fullmatch(word)
        if seed and turn(p) == CHANCE:
            return int(seed[1])
        found = re.fullmatch(r"(?:r|raise|raiseto|b|bet)(\d+)", word)
        if found:
            return CALL + int(found[1])
        words = {"f": FOLD, "fold": FOLD, "c": CALL, "check": CALL, "call": CALL, "k": CALL}
        if word in words:
            return words[word]
        if word in ("allin", "all-in", "a") and turn(p) not in (CHANCE, OVER):
            return CALL + int(bet(p, p.seat)) + int(behind(p, p.seat))
        raise IllegalMove(f"'{text}' is not a move; write f, c or r40 (raise to 40)")

    def is_legal(self, p: Position, move: int) -> bool:
        """Told without listing the raises, which can be a hundred thousand.

        A fold is always allowed: where a check is free it is not offered, but people do it.
        """
        if turn(p) in (CHANCE, OVER) or p.kind != NO_LIMIT or move <= CALL:
            return super().is_legal(p, move) or (move == FOLD and turn(p) >= 0)
        return bool(can_raise(p)) and least_raise(p) <= move - CALL <= spoken.all_in(p)

    def checked_move(self, p: Position, move: int) -> int:
        if not self.is_legal(p, move):
            text = self.move_text(p, move)
            raise IllegalMove(f"'{text}' is not legal in {self.position_text(p)}{self._why(p)}")
        return move

    def _why(self, p: Position) -> str:
        if turn(p) in (CHANCE, OVER):
            return ""
        sizes = [move - CALL for move in self.legal_moves(p) if move > CALL]
        if not sizes:
            return ": no raise is allowed there"
        least, most = sizes[0], sizes[-1]
        return f": raises go to {least}" + (f" up to {most}" if most > least else "")

    def move_words(self, p: Position, move: int) -> str:
        return "deal" if turn(p) == CHANCE else spoken.move_said(p, move)

    def landmarks(self, known: Position, seat: int) -> Landmarks | None:
        return spoken.landmarks(known)

    def prompt(self, known: Position, seat: int) -> str:
        return spoken.prompt(known)

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return picture(p, seat)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(known, seat, tall, trail)

    def told(self, moment: Moment, listener: int) -> str:
        return news(moment, listener)

    def seen_move(self, moment: Moment) -> int | None:
        return None if moment.seat == CHANCE else seen_move(moment)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        """Solved and balanced heads-up, trained for more; pot odds, archetypes, bots."""
        odds: dict[str, Analyst] = {"odds": EquityOdds(), **ARCHETYPES, **BOTS}
        if self.seats != 2:
            return {"ring": RingStrategy(), **odds}
        limit: dict[str, Analyst] = {"balanced": Balanced(), **odds}
        return {"solver": HandSolver(), **limit} if self._is_solved else limit

    @property
    def _is_solved(self) -> bool:
        """Whether play is by solutions."""
        return self.seats == 2 and self.kind != FIXED

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        if self.seats > 2:
            return RING_LEVELS
        return SOLVER_LEVELS if self._is_solved else BALANCED_LEVELS

    def phase(self, p: Position) -> str:
        return STREETS[p.stage]

    def cannot_judge(self, p: Position, seat: int, move: int) -> str:
        if UNKNOWN in (hole(p, seat, 0), hole(p, seat, 1)):
            return "the cards were never shown"
        if any(board_card(p, i) == UNKNOWN for i in range(SHOWN[p.stage])):
            return "the board was not written down"
        if move == FOLD and p.high <= bet(p, seat):
            return "a fold where the check is free is nobody's option"
        return ""

    def explain(self, best: Option, chosen: Option) -> str:
        """By pot odds: what the price asks, what we have, and what a raise would do."""
        if "pot_odds" not in best.facts:
            return ""
        equity, needed = (float(best.facts[name]) for name in ("equity", "pot_odds"))
        price = f"pot odds need {needed:.1%} equity, we have {equity:.1%}"
        had = price if needed > 0.0 else f"it is free, and our equity is {equity:.1%}"
        raised = next((option for option in (best, chosen) if "folds" in option.facts), None)
        if raised is not None:
            folds, called = (float(raised.facts[name]) for name in ("folds", "equity_called"))
            had += f"; they fold {folds:.0%} to {raised.text}, and if called we have {called:.1%}"
        loss = best.value - chosen.value
        return f"{had}: {best.text} gains {loss:.2f} big blinds on {chosen.text}"

    def account(self, analysis: Analysis, move: int) -> str:
        """With what the analyst had to assume, where it did."""
        words = super().account(analysis, move)
        reason = words or analysis.option(move).reason
        return "; ".join((reason, *analysis.notes)) if analysis.notes else words

    def luck_events(self, steps: Sequence[Step]) -> list[tuple[int, str, tuple[float, ...]]] | None:
        """Card by card, by equity against the other's range; heads-up without a limit."""
        if not (self._is_solved and COMPILED):
            return None
        return card_luck(steps)

    def blind_of(self, seat: int) -> int:
        """The blind that a seat posts."""
        big = big_blind_seat(self.start())
        return self.big if seat == big else self.small if seat == 1 - big else 0


def _parse_stacks(text: str, seats: int) -> tuple[int, ...]:
    parts = text.split("/")
    if len(parts) != seats or not all(part.isdigit() for part in parts):
        raise BadNotation(f"stacks '{text}' are not {seats} numbers with / between them")
    return tuple(int(part) for part in parts)


def _parse_cards(cards: list[list[str]], board: list[str]) -> dict[str, int]:
    holes = [NO_HOLES, NO_HOLES]
    for seat, two in enumerate(cards):
        for i, text in enumerate(two):
            shift = HOLE_BITS * (seat % 5) + 6 * i
            holes[seat // 5] ^= (UNKNOWN ^ _number(text)) << shift
    on_board = sum(_number(text) << 6 * i for i, text in enumerate(board))
    return {"holes_a": holes[0], "holes_b": holes[1], "board": on_board}


def _number(text: str) -> int:
    return UNKNOWN if text == "??" else parse_card(text)


def _text(card: int) -> str:
    return "??" if card == UNKNOWN else card_text(card)


def _hole_text(p: Holdem, seat: int) -> str:
    return "".join(_text(int(hole(p, seat, i))) for i in range(2))
