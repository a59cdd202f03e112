"""Bluff for people: its options, texts, picture and levels.

A play is its cards, `QQ`, claimed to be of the rank required; a lie is written the same
way. `challenge` and `pass` answer a claim.

`free=true` is the variant in which a seat plays one card and claims any rank, `3:Q` for a
three claimed to be a queen. It is degenerate: the truth is always at hand, so who tells it
and never challenges is hard to beat.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.coached import Coached
from kibitz.core.game import CHANCE, OVER, Position, turn
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Play, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.estimate.estimate import Advice
from kibitz.games.bluff import spoken
from kibitz.games.bluff.analysts import SCALED, Foresight, Honest, Modelling, Naive
from kibitz.games.bluff.layout import (
    ASKED,
    FIELDS,
    HAND,
    LIMIT,
    MOST_PACKS,
    NOBODY,
    PACKS,
    PLAYERS,
    SEATS,
    WINNER,
    Bluff,
)
from kibitz.games.bluff.notation import (
    LETTERS,
    PositionReader,
    counts,
    parse_cards,
    position_text,
)
from kibitz.games.bluff.picture import picture
from kibitz.games.bluff.rules import (
    BASE,
    CHALLENGE,
    MOST_MOVES,
    MOST_PLAYED,
    PASS,
    cards_of,
    play_of,
)
from kibitz.games.bluff.scene import scene
from kibitz.games.bluff.world import world as _world  # noqa: F401 (a rule of the game)

ANSWERS = ("pass", "challenge")
MOST_TURNS = 1000
TURNS, ROUNDS = 200, 20  # unless told


class BluffGame(Shown, Coached, Advised):
    """Shed all cards, by truth or by lies that nobody calls."""

    name: ClassVar[str] = "bluff"
    title: ClassVar[str] = "Bluff"
    summary: ClassVar[str] = (
        "Play cards face down as the rank required; a challenged liar takes the pile."
    )
    position_type: ClassVar[type] = Bluff
    option_words: ClassVar[Mapping[str, str]] = {
        "players": "players at the table, 2 to 6",
        "turns": "turns after which the fewest cards win",
        "free": "whether one card is played at a time, claimed to be of any rank",
        "decks": "packs of cards, with free only",
        "rounds": "rounds after which the fewest cards win, with free only",
    }

    has_chance = True
    has_secrets = True
    most_moves = MOST_MOVES

    def __init__(
        self,
        players: int = 4,
        turns: int = TURNS,
        free: bool = False,
        decks: int = 1,
        rounds: int = ROUNDS,
    ) -> None:
        if not 2 <= players <= SEATS:
            raise BadValue(f"bluff is for 2 to {SEATS} players, not {players}")
        if free and turns != TURNS:
            raise BadValue("bluff with free=true counts rounds and has no option turns")
        if not free and (decks, rounds) != (1, ROUNDS):
            raise BadValue("bluff has the options decks and rounds only with free=true")
        if not 1 <= decks <= MOST_PACKS:
            raise BadValue(f"decks {decks} of bluff is not between 1 and {MOST_PACKS}")
        if not 1 <= rounds <= MOST_TURNS // SEATS:
            raise BadValue(f"rounds {rounds} of bluff is not between 1 and {MOST_TURNS // SEATS}")
        if not 1 <= turns <= MOST_TURNS:
            raise BadValue(f"turns {turns} of bluff is not between 1 and {MOST_TURNS}")
        self.seats, self.turns = players, rounds * players if free else turns
        self.packs = decks if free else 0
        self.most_plies = 1 + self.turns * players
        self.least_payoff = -1.0 / (players - 1)

    def start(self) -> Bluff:
        a = [0] * FIELDS
        a[ASKED], a[WINNER], a[PLAYERS], a[LIMIT] = NOBODY, NOBODY, self.seats, self.turns
        a[PACKS] = self.packs
        return Bluff(*a)

    def position_text(self, p: Position) -> str:
        return position_text(p)

    def parse_position(self, text: str) -> Bluff:
        try:
            return PositionReader(self.seats, self.packs).read(text, self.start())
        except BadNotation as error:
            raise self.refuse(text, str(error)) from None

    def remarks(self, advice: Mapping[int, tuple[int, Advice]]) -> list[str]:
        return [] if self.packs else [SCALED]  # with free=true nobody tells chances

    def move_text(self, p: Position, move: int) -> str:
        if turn(p) == CHANCE:
            return f"deal:{move}"
        if p.asked != NOBODY:
            return ANSWERS[move]
        if self.packs:
            return f"{LETTERS[move // BASE]}:{LETTERS[move % BASE]}"
        return spoken.play_letters(move)

    def read_move(self, p: Position, text: str) -> int:
        if turn(p) == CHANCE:
            word, _, seed = text.partition(":")
            if word != "deal" or not (seed.isascii() and seed.isdigit() and len(seed) <= 19):
                raise IllegalMove(f"'{text}' is not a deal; write deal and a seed, like deal:17")
            return int(seed)
        if turn(p) == OVER:
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not legal in {where}: the game is over")
        if p.asked != NOBODY:
            if text.lower() not in ANSWERS:
                raise IllegalMove(f"'{text}' is not an answer to a claim; write pass or challenge")
            return (PASS, CHALLENGE)[ANSWERS.index(text.lower())]
        return self._read_free(p, text) if self.packs else self._read_play(p, text)

    def _read_free(self, p: Position, text: str) -> int:
        card, _, rank = text.upper().partition(":")
        if len(card) == len(rank) == 1 and card in LETTERS and rank in LETTERS:
            move = LETTERS.index(card) * BASE + LETTERS.index(rank)
            if self.is_legal(p, move):
                return move
        where = self.position_text(p)
        raise IllegalMove(f"'{text}' is not a card of the hand and a rank, like 3:Q, in {where}")

    def _read_play(self, p: Position, text: str) -> int:
        try:
            cards = parse_cards(text)
        except BadNotation as error:
            raise IllegalMove(str(error)) from None
        if text == "-" or len(text) > 4 or not self.is_legal(p, int(play_of(cards))):
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not 1 to 4 cards of the hand in {where}")
        return int(play_of(cards))

    def is_legal(self, p: Position, move: int) -> bool:
        if turn(p) < 0 or p.asked != NOBODY or self.packs:
            return super().is_legal(p, move)
        if not 0 <= move < BASE**MOST_PLAYED:
            return False
        cards = int(cards_of(move))
        pairs = zip(counts(cards), counts(int(p[HAND + p.actor])), strict=True)
        return cards > 0 and int(play_of(cards)) == move and all(n <= held for n, held in pairs)

    def phase(self, p: Position) -> str:
        return "play" if p.asked == NOBODY else "answer"

    def move_words(self, p: Position, move: int) -> str:
        return spoken.move_said(p, move)

    def prompt(self, known: Position, seat: int) -> str:
        return spoken.prompt(known)

    def told(self, moment: Moment, listener: int) -> str:
        return spoken.told(moment, listener)

    def seen_move(self, moment: Moment) -> int | None:
        return spoken.seen_move(moment)

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move; a play is made up of its cards and, where ranks are free, a claim."""
        if turn(known) != seat or known.asked != NOBODY:
            return super().plays(known, seat)
        if self.packs:
            plays = super().plays(known, seat)
            return tuple(play._replace(picks=(play.move[0], play.move[1:])) for play in plays)
        rank, plays_text = int(known.rank), map(spoken.play_letters, self.legal_moves(known))
        return tuple(Play(text, spoken.play_said(text, rank), tuple(text)) for text in plays_text)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        news = self.told(trail[-1], seat) if trail and trail[-1].seat != CHANCE else ""
        return scene(known, seat, self.plays(known, seat), tall, news)

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return picture(p, seat)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {
            "foresight": Foresight(),
            "modelling": Modelling(),
            "naive": Naive(),
            "honest": Honest(),
        }

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return {
            "beginner": Level(Naive(), Slips(0.3), 800, "calls what looks unlikely, often slips"),
            "intermediate": Level(Honest(), Slips(0.05), 1200, "honest, slips now and then"),
            "advanced": Level(Honest(), Best(), 1600, "honest, and calls only what it knows"),
            "expert": Level(
                Foresight(), Best(), 2000, "plays each option out by the others' habits"
            ),
        }
