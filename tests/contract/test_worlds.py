"""Many worlds behind one view: nothing that reaches a seat tells them apart, to the byte.

`KIBITZ_REPEATS=200` looks at 200 other worlds of every history instead of a few.
"""

import sys
from functools import cache

import pytest

from kibitz.arena.table import Table
from kibitz.core.advised import advised
from kibitz.core.game import turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.record import Record
from kibitz.core.scene import Moment
from kibitz.drawing.picture import picture_of
from kibitz.drawing.svg import svg
from kibitz.drawing.terminal import sheet_lines
from kibitz.lab.sitting import PERSON, Sitting, SittingPlan
from kibitz.players.foreign import ForeignPlayer
from kibitz.players.player import AnalystPlayer, Player, RandomPlayer
from kibitz.players.roster import default_analyst, make_player
from tests.contract.lookalikes import histories, lookalikes
from tests.contract.walks import game_of
from tests.repeats import repeats

USUAL = 2
WORLDS = repeats(USUAL, uncompiled=1)
IS_LONG = WORLDS > USUAL
QUICK = 50  # iterations, where an analyst counts them
SEED = 77
GAMES = (
    "kuhn",
    "leduc",
    "holdem",
    "holdem(3,stack=40)",
    "holdem(6,limit=true)",
    "cribbage",
    "cribbage(3)",
    "cribbage(4)",
    "battleship",
    "battleship(3,2,2,rows=5,cols=6,touch=false,salvo=true)",
    "battleship(3,2,2,rows=5,cols=5,announce=ship)",
    "bluff(2,turns=12)",
    "bluff(turns=12)",
    "bluff(3,free=true,decks=2,rounds=4)",
)
SEATS = [(text, seat) for text in GAMES for seat in ("first", "last")]


@pytest.fixture(params=SEATS, ids=lambda each: f"{each[0]} {each[1]} seat")
def place(request):
    """A game and a seat of it."""
    text, seat = request.param
    game = game_of(text)
    return game, 0 if seat == "first" else game.seats - 1


@cache
def alike(game, seat):
    """A history of a game with others that look like it to the seat."""
    for history in histories(game, seat, 20):
        others = lookalikes(game, history, seat, WORLDS)
        if others:
            return [history, *others]
    raise AssertionError(f"seat {seat} of {game.text} knows everything")


def test_a_seat_sees_the_same_whatever_lies_where_it_never_looked(place):
    game, seat = place
    group = alike(game, seat)
    assert len({history.end() for history in group}) > 1
    assert len({tuple(view(p, seat) for p in h.positions()) for h in group}) == 1


class Scribe(Player):
    """Plays what it is told to and keeps everything that it was given."""

    text = "scribe"

    def __init__(self):
        self.given, self.moves = [], []

    def new_game(self, seed):
        self.given.append(seed)

    def move(self, view, seat, seed):
        self.given.append((type(view).__name__, tuple(view), seat, seed))
        return self.moves.pop(0)


def seated(game, history, seat, player):
    """A table at which the history was played and `player` was asked for its part of it."""
    players = [player if s == seat else RandomPlayer(game) for s in range(game.seats)]
    table = Table(game, players, SEED, start=history.start)
    table.greet()
    for move in history.moves:
        if table.seat == seat:
            table.step()
        else:
            table.advance(move)
    table.step()
    return table


def own_moves(history, seat):
    """What the seat played itself, with the positions in which it did."""
    walked = zip(history.positions(), history.moves, strict=False)
    return [(p, move) for p, move in walked if turn(p) == seat]


def test_the_table_hands_a_player_the_same_in_every_world(place):
    game, seat = place
    given = set()
    for history in alike(game, seat):
        scribe = Scribe()
        legal = game.legal_moves(history.end())
        scribe.moves = [*(move for _, move in own_moves(history, seat)), legal[0]]
        seated(game, history, seat, scribe)
        given.add(repr(scribe.given))
    assert len(given) == 1


BOT = """
import sys
log, script = sys.argv[1:]
with open(log, "ab", buffering=0) as out:
    for line in sys.stdin.buffer:
        out.write(line)
        word, _, rest = line.decode().rstrip("\\n").partition(" ")
        if word == "ugi":
            print("ugiok", flush=True)
        elif word == "newgame":
            answers = open(script).read().splitlines()
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "legal":
            answers = answers or [rest.split("\\t")[0]]
        elif word == "go":
            print("bestmove", answers.pop(0), flush=True)
        elif word == "quit":
            break
"""


def test_a_program_reads_the_same_bytes_in_every_world(place, tmp_path):
    game, seat = place
    bot, log, script = tmp_path / "bot.py", tmp_path / "log", tmp_path / "script"
    bot.write_text(BOT)
    player = ForeignPlayer(game, f"exec:{sys.executable} -I -S {bot} {log} {script}")
    player._start()
    heard = set()
    for history in alike(game, seat):
        log.write_bytes(b"")
        texts = (game.move_text(p, move) for p, move in own_moves(history, seat))
        script.write_text("\n".join(texts))
        seated(game, history, seat, player)
        heard.add(log.read_bytes())
    player.close()
    assert len(heard) == 1
    assert b"\nposition " in min(heard)


def sitting_of(game, history, seat, stop):
    """A person on the seat, others around, after so many moves of the history."""
    players = tuple(PERSON if s == seat else "random" for s in range(game.seats))
    start = None if history.start == game.start() else game.position_text(history.start)
    plan = SittingPlan.made(game.text, players, SEED, start)
    walked = list(zip(history.positions(), history.moves, strict=False))[:stop]
    texts = tuple(game.move_text(p, move) for p, move in walked)
    record = Record(game.text, game.position_text(history.start), players, SEED, texts, None)
    return Sitting.resumed(plan, [], record)


def shown_to(sitting, seat):
    """Everything that a sitting lets a seat see, read and hear."""
    table = sitting._table
    around = zip(table.seats, [*table.positions, table.position], strict=False)
    whole = [*table.positions, table.position]
    for number, (who, before) in enumerate(around):
        yield sitting.told(Moment(who, before, whole[number + 1]), seat)
    yield repr(sitting), sitting._repr_html_(), sitting.trail(seat)
    picture = sitting.picture(seat)
    yield [line.plain for line in sheet_lines([picture], 100)], picture_of([picture])
    for tall in (False, True):
        yield svg(sitting.scene(seat, tall=tall)), sitting.glimpse(seat, tall=tall)
    if sitting.seat == seat:
        yield sitting.random_move()
        if COMPILED and not IS_LONG:
            yield sitting.hint(seat).options


def test_a_sitting_shows_and_tells_the_same_in_every_world(place):
    game, seat = place
    group = alike(game, seat)
    length = len(group[0].moves)
    for stop, some in ((length, group), (length // 2, group[:9]), (length - 1, group[:9])):
        sights = {repr(list(shown_to(sitting_of(game, h, seat, stop), seat))) for h in some}
        assert len(sights) == 1


def quick(player):
    """The player, in a hurry where its kernels are not compiled or many worlds wait."""
    if isinstance(player, AnalystPlayer) and (IS_LONG or not COMPILED):
        player.analyst = player.analyst.within(iterations=QUICK)
    return player


def chosen(game, history, seat, player):
    """What a player does at the end of the history."""
    players = [player if s == seat else RandomPlayer(game) for s in range(game.seats)]
    table = Table(game, players, SEED, start=history.end())
    table.step()
    return table.moves[0]


def test_every_level_chooses_the_same_in_every_world(place):
    game, seat = place
    for name in advised(game).levels:
        player, group = quick(make_player(name, game)), alike(game, seat)
        choices = {chosen(game, history, seat, player) for history in group}
        assert len(choices) == 1
        assert choices <= set(game.legal_moves(view(group[0].end(), seat)))


def test_every_analyst_says_the_same_in_every_world(place):
    game, seat = place
    own = [*advised(game).analysts.values(), default_analyst(game)]
    for analyst in dict.fromkeys(each.within(iterations=QUICK) for each in own):
        said = {
            repr(analyst.analyse(game, view(history.end(), seat), seat, 1).options)
            for history in alike(game, seat)
        }
        assert len(said) == 1


class Peeker(Player):
    """Looks over the referee's shoulder and plays by what it sees there."""

    text = "peeker"

    def __init__(self, game):
        self.game = game

    def move(self, view, seat, seed):
        whole = sys._getframe(1).f_locals["self"].position
        legal = self.game.legal_moves(view)
        return legal[hash(whole) % len(legal)]


@pytest.mark.parametrize(
    "text", ["kuhn", "leduc", "holdem", "cribbage", "battleship", "bluff(turns=12)"]
)
def test_a_player_that_peeks_is_caught(text):
    """The same question as for levels, so their equal answers mean something."""
    game = game_of(text)
    groups = ([h, *lookalikes(game, h, 0, 3)] for h in histories(game, 0, 8))
    assert any(len({chosen(game, h, 0, Peeker(game)) for h in group}) > 1 for group in groups)
