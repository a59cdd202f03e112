"""Hand histories in PHH, the poker hand history format (Kim 2024): TOML with a list of actions.

Read are no-limit (NT) and fixed-limit (FT) hold'em, single files and folders, .phh with one
hand and .phhs with a hand in each section. A hand that cannot be read is named by its file
and number and hurts no other; hands of other variants are told apart from bad ones.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.core.cards import card_text
from kibitz.core.files import is_there, read_text
from kibitz.errors import BadRecord, KibitzError
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.actions import Actions
from kibitz.games.holdem.histories.amounts import (
    Amount,
    amounts,
    are_amounts,
    in_chips,
    is_amount,
    is_endless,
)
from kibitz.games.holdem.histories.hand import Hand, play_together
from kibitz.games.holdem.histories.posted import Posted, bound_of, posted
from kibitz.games.holdem.histories.tables import Fields, Section, fields_of, sections
from kibitz.games.holdem.table.position import CALL, ENDED, SEATS, UNKNOWN, is_in

SUFFIXES = (".phh", ".phhs")
ENDLESS = Decimal("inf")
TOGETHER = 250  # hands that are played again in one call
DEEP = 1000  # big blinds that stand for a stack nobody wrote down
RULES = {"variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet"}
RULES |= {"small_bet", "big_bet", "starting_stacks", "actions", "players"}


class OtherVariant(BadRecord):
    """A hand of another game than hold'em."""


class Told(NamedTuple):
    """What a section of a file tells: a hand, or why there is none."""

    where: str  # file and number
    hand: Hand | None
    why: str
    is_other: bool  # a hand of another variant
    done: int  # bytes of the file so far, nearly


def files_of(place: Path) -> list[Path]:
    """A file itself, or the .phh and .phhs files below a folder in the order of their names."""
    if not is_there(place):
        raise BadRecord(f"there is no file or folder '{place}'")
    if not place.is_dir():
        return [place]
    files = sorted(path for path in place.rglob("*") if path.suffix in SUFFIXES)
    if not files:
        raise BadRecord(f"the folder '{place}' holds no .phh or .phhs file")
    return files


def told_hands(path: Path) -> Iterator[Told]:
    """Every hand of a file, or why it is none."""
    try:
        text = read_text(path)
    except KibitzError as error:
        yield Told(path.name, None, str(error), False, 0)
        return
    found = sections(text)
    while some := list(islice(found, TOGETHER)):
        yield from told_together(path.name, some)


def told_together(file: str, some: Iterable[Section]) -> Iterator[Told]:
    """The hands of some sections, or why each is none."""
    drafts = [(section, _drafted(section)) for section in some]
    play_together([draft.hand for _, draft in drafts if isinstance(draft, Draft)])
    for section, draft in drafts:
        where, found = f"{file}, hand {section.name}", _checked(draft)
        if isinstance(found, BadRecord):
            yield Told(where, None, str(found), isinstance(found, OtherVariant), section.end)
        else:
            yield Told(where, found, "", False, section.end)


def read_hands(place: Path) -> tuple[list[Hand], list[str]]:
    """The hands of a file or folder, and why each of the others could not be read."""
    told = [one for path in files_of(place) for one in told_hands(path)]
    hands = [one.hand for one in told if one.hand is not None]
    return hands, [f"{one.where}: {one.why}" for one in told if one.hand is None]


def parse_phh(text: str) -> list[Hand]:
    """The hands in the text of a file, all of which must be good."""
    return [_named(section) for section in sections(text)]


def _named(section: Section) -> Hand:
    return hand_of(fields_of(section.text), section.name)


def hand_of(fields: Fields, number: str = "1") -> Hand:
    """The hand that the fields of a section tell."""
    found = _checked(draft_of(fields, number))
    if isinstance(found, BadRecord):
        raise found
    return found


class Draft(NamedTuple):
    """A hand whose moves are not checked yet."""

    hand: Hand
    actions: Actions


def _drafted(section: Section) -> Draft | BadRecord:
    try:
        return draft_of(fields_of(section.text), section.name)
    except BadRecord as error:
        return error


def draft_of(fields: Fields, number: str) -> Draft:
    """The hand that the fields of a section tell, if its moves are legal."""
    _check_variant(fields)
    stacks = amounts(fields, "starting_stacks")
    actions = Actions(fields.get("actions"), len(stacks))
    reading = _Amounts(fields, stacks, actions)
    game, chips = reading.table()
    raises = iter(reading.raises)
    moves = tuple(next(raises) + CALL if move > CALL else move for move in actions.moves)
    facts = {name: value for name, value in fields.items() if name not in RULES}
    facts.setdefault("hand", number)
    holes, board = tuple(actions.holes), tuple(actions.board)
    players = _players(fields, game.seats)
    seats = tuple(actions.seats)
    hand = Hand(game, holes, board, moves, players, facts, chips, reading.unit, seats)
    return Draft(hand, actions)


def _checked(draft: Draft | BadRecord) -> Hand | BadRecord:
    """The hand of a draft, or why it is none."""
    if isinstance(draft, BadRecord):
        return draft
    hand = draft.hand
    if hand.played.is_dealt_twice:
        return BadRecord(f"the card {_dealt_twice(hand)} was dealt twice")
    if hand.played.moves < len(hand.moves):
        hand = _without_idle_checks(hand)
    if hand.played.moves < len(hand.moves):
        return BadRecord(_misfit(hand, draft.actions))
    return hand


def _without_idle_checks(hand: Hand) -> Hand:
    """The hand without checks by a seat that nobody was left to bet against: some ask for them."""
    at = hand.played.moves
    is_idle = hand.played.end.stage == ENDED and set(hand.moves[at:]) == {CALL}
    assert hand.seats is not None
    movers = {seat for seat in hand.seats[at:] if is_in(hand.played.end, seat)}
    if not is_idle or len(movers) != 1:
        return hand
    return replace(hand, moves=hand.moves[:at], seats=hand.seats[:at])


def _check_variant(fields: Fields) -> None:
    variant = fields.get("variant")
    if not isinstance(variant, str):
        raise BadRecord("it has no hand: the field 'variant' is missing")
    if variant not in ("NT", "FT"):
        raise OtherVariant(f"the variant '{variant}' is not NT or FT hold'em")


def _players(fields: Fields, seats: int) -> tuple[str, ...]:
    """The names, where there is one for each seat; else p1, p2 and so on."""
    given = fields.get("players", ())
    names = tuple(str(name) for name in given) if isinstance(given, list) else ()
    if len(names) != seats or not all(name and name.isprintable() for name in names):
        return tuple(f"p{seat + 1}" for seat in range(seats))
    return names


class _Amounts:
    """The amounts of a hand, checked, and in chips of one unit."""

    def __init__(self, fields: Fields, stacks: list[Amount], actions: Actions) -> None:
        self.fields = fields
        antes, blinds = amounts(fields, "antes"), amounts(fields, "blinds_or_straddles")
        if not len(stacks) == len(antes) == len(blinds):
            raise BadRecord("its stacks, antes and blinds are not of as many seats")
        if not 2 <= len(stacks) <= SEATS:
            raise BadRecord(f"it has {len(stacks)} seats, not 2 to {SEATS}")
        if min(antes) < 0 or min(stacks) <= 0:
            raise BadRecord("it has an ante below 0 or a stack of nothing")
        least = _least(fields, blinds)
        bets = [*antes, *blinds, *actions.raises]
        if is_endless(bets):
            raise BadRecord("an ante, blind or bet of it is endless")
        if is_endless(stacks):
            bet = sum((abs(Decimal(one)) for one in bets), Decimal(0))
            deep = max(Decimal(DEEP * least), 10 * bet)
            stacks = [deep if stack == ENDLESS else stack for stack in stacks]
        given = (stacks, antes, blinds, [least], actions.raises, _finishing(fields))
        self.unit, chips = in_chips(given)
        self.stacks, self.antes, self.blinds, (self.least,), self.raises, _ = chips

    def table(self) -> tuple[HoldemGame, Posted]:
        """The game, and what was posted in it."""
        stacks, least = self.stacks, self.least
        trims = self.fields.get("ante_trimming_status", False) is True
        chips = posted(tuple(stacks), tuple(self.antes), tuple(self.blinds), least, trims)
        small = min((blind for blind in self.blinds if 0 < blind < least), default=0)
        bound = max(bound_of(stacks), chips.level + least)
        limit = self.fields["variant"] == "FT"
        return _game(len(stacks), small, least, chips.level, bound, limit), chips


def _least(fields: Fields, given: list[Amount]) -> Amount:
    """The least bet: it is said, or else the second smallest blind, or the only one."""
    name = "min_bet" if fields["variant"] == "NT" else "small_bet"
    least: Any = fields.get(name)
    if least is None:
        blinds = sorted(blind for blind in given if blind > 0)
        least = blinds[min(1, len(blinds) - 1)] if blinds else None
    if not is_amount(least) or not 0 < least < ENDLESS:
        raise BadRecord(f"the field '{name}' is missing or not an amount")
    if name == "small_bet" and (
        fields.get("big_bet", 2 * least) != 2 * least or max(given) != least
    ):
        raise BadRecord("its limits are not the big blind and twice as much, as played here")
    return least  # type: ignore[no-any-return]


def _finishing(fields: Fields) -> list[Amount]:
    """The stacks after the hand, where they are given: a split pot may ask for a finer unit."""
    given = fields.get("finishing_stacks")
    if not isinstance(given, list):
        return []
    if set(map(type, given)) == {int} and are_amounts(given):
        return given
    return [end for end in given if is_amount(end) and end < ENDLESS]


@lru_cache(maxsize=1024)
def _game(seats: int, small: int, big: int, ante: int, stack: int, limit: bool) -> HoldemGame:
    """The game of a table, made once for its many hands."""
    from kibitz.core.registry import make_game

    options = {"seats": seats, "stack": stack, "small": small, "big": big}
    options |= {"ante": ante} if ante else {}
    text = ",".join(f"{name}={value}" for name, value in options.items())
    try:
        game = make_game(f"holdem({text}{',limit=true' if limit else ''})")
    except KibitzError as error:
        raise BadRecord(f"it cannot be played here: {error}") from None
    assert isinstance(game, HoldemGame)
    return game


def _dealt_twice(hand: Hand) -> str:
    """The card that was dealt twice."""
    dealt = [*hand.board, *(card for two in hand.holes if two for card in two)]
    return card_text(next(card for card in dealt if card != UNKNOWN and dealt.count(card) > 1))


def _misfit(hand: Hand, actions: Actions) -> str:
    """Why a move of a hand is not possible."""
    at, p = hand.played.moves, hand.played.end
    text = actions.named_move(at)
    if p.stage == ENDED:
        return f"{text}: the hand was over before it"
    if p.seat != actions.seats[at]:
        return f"{text}: it is not the turn of p{actions.seats[at] + 1}"
    try:
        hand.game.checked_move(p, hand.moves[at])
    except KibitzError as error:
        return f"{text}: {error}"
    return text
