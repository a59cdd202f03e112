"""One pass of a seat (the hero) through the game: reach down, values up.

A pass updates regrets and average strategy by discounted CFR (Brown and Sandholm 2019), or
finds the value of hero's best response to the villain's average strategy, or of his own
average strategy. Villain's part of the strategy is read only.
"""

from typing import NamedTuple

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.solver.boards import Boards
from kibitz.games.holdem.solver.lanes import (
    LANES,
    Floats,
    above_zero,
    choose,
    gather,
    larger,
    load,
    splat,
    store,
)
from kibitz.games.holdem.solver.places import Seat
from kibitz.games.holdem.solver.program import StreetProgram
from kibitz.games.holdem.solver.terminals import StreetDesk, end_hands, width_of

UPDATE, BEST, MEAN = range(3)
ROOT = int64(0)  # a plain 0 as an argument would be a type of its own, compiled separately


class Mode(NamedTuple):
    """What a pass does, and by what an update multiplies what came before."""

    kind: int
    regret_gain: float  # of regrets above zero
    regret_loss: float  # of the others
    fade: float  # of the average strategy


class StreetBook(NamedTuple):
    """What a seat has learned on a street: rows of its actions, board by board."""

    block: int  # length of a board's part
    regrets: Floats
    sums: Floats  # of strategies; becomes the average strategy


class BoardShare(NamedTuple):
    """The boards one thread deals, and where the values of every board are kept."""

    first: int
    step: int
    kept: Floats


class StreetScene(NamedTuple):
    """A street as the hero of a pass sees it."""

    boards: Boards
    mine: Seat
    theirs: Seat
    my_book: StreetBook
    their_book: StreetBook
    program: StreetProgram
    chance: float  # of each card that is dealt next


@kernel
def act(
    strategy: Floats,
    at: int,
    count: int,
    stride: int,
    reach: Floats,
    row: int,
    made: int,
    width: int,
) -> None:
    """Split a reach row by the strategy of one decision into the rows of its actions."""
    zero, one, even = splat(0.0), splat(1.0), splat(1.0 / count)
    for i in range(0, width, LANES):
        total = zero
        for action in range(count):
            total = total + above_zero(load(strategy, at + action * stride + i))
        here = load(reach, row + i)
        scale = choose(total, here / choose(total, total, one), zero)
        rest = choose(total, zero, here * even)
        for action in range(count):
            share = above_zero(load(strategy, at + action * stride + i)) * scale + rest
            store(reach, made + action * stride + i, share)


@kernel
def update(
    book: StreetBook,
    at: int,
    count: int,
    stride: int,
    values: Floats,
    first: int,
    out: int,
    width: int,
    mode: Mode,
) -> None:
    """The value of the current strategy at a decision of hero's; learn from its regrets."""
    zero, one, even = splat(0.0), splat(1.0), splat(1.0 / count)
    gain, loss, fade = splat(mode.regret_gain), splat(mode.regret_loss), splat(mode.fade)
    regrets, sums = book.regrets, book.sums
    for i in range(0, width, LANES):
        total = zero
        for action in range(count):
            total = total + above_zero(load(regrets, at + action * stride + i))
        scale = choose(total, one / choose(total, total, one), zero)
        rest = choose(total, zero, even)
        value = zero
        for action in range(count):
            share = above_zero(load(regrets, at + action * stride + i)) * scale + rest
            value = value + share * load(values, first + action * stride + i)
            place = at + action * stride + i
            store(sums, place, load(sums, place) * fade + share)
        for action in range(count):
            place = at + action * stride + i
            old = load(regrets, place)
            old = old * choose(old, gain, loss)
            store(regrets, place, old + load(values, first + action * stride + i) - value)
        store(values, out + i, value)


@kernel
def take_best(count: int, stride: int, values: Floats, first: int, out: int, width: int) -> None:
    """The value of the best action."""
    for i in range(0, width, LANES):
        best = load(values, first + i)
        for action in range(1, count):
            best = larger(best, load(values, first + action * stride + i))
        store(values, out + i, best)


@kernel
def take_mean(
    sums: Floats, at: int, count: int, stride: int, values: Floats, first: int, out: int, width: int
) -> None:
    """The value of the average strategy."""
    zero, one, even = splat(0.0), splat(1.0), splat(1.0 / count)
    for i in range(0, width, LANES):
        total, value, plain = zero, zero, zero
        for action in range(count):
            share = load(sums, at + action * stride + i)
            worth = load(values, first + action * stride + i)
            total = total + share
            value = value + share * worth
            plain = plain + worth
        value = choose(total, value / choose(total, total, one), plain * even)
        store(values, out + i, value)


@kernel
def take_sum(count: int, stride: int, values: Floats, first: int, out: int, width: int) -> None:
    """The value of villain's actions together."""
    for i in range(0, width, LANES):
        value = load(values, first + i)
        for action in range(1, count):
            value = value + load(values, first + action * stride + i)
        store(values, out + i, value)


@kernel
def open_board(scene: StreetScene, board: int, mode: Mode, desk: StreetDesk) -> None:
    """Villain's reach at all decisions of a board, and the values of hands that end there."""
    theirs, stride = scene.their_book, scene.theirs.stride
    strategy = theirs.regrets if mode.kind == UPDATE else theirs.sums
    width, block = width_of(scene.theirs, board), board * theirs.block
    steps = scene.program.forward
    for step in range(len(steps)):
        row, at, count, made = steps[step, 0], steps[step, 1], steps[step, 2], steps[step, 3]
        act(
            strategy,
            block + at * stride,
            count,
            stride,
            desk.reach,
            row * stride,
            made * stride,
            width,
        )
    has_like = scene.boards.kept[board] != 1
    end_hands(scene.program, scene.mine, scene.theirs, board, has_like, desk)


@kernel
def close_board(scene: StreetScene, board: int, mode: Mode, desk: StreetDesk) -> None:
    """The values of all decisions of a board, from those of its ends."""
    book, stride, values = scene.my_book, scene.mine.stride, desk.values
    width, block = width_of(scene.mine, board), board * book.block
    steps = scene.program.backward
    for step in range(len(steps)):
        at, count = block + steps[step, 1] * stride, steps[step, 2]
        first, out = steps[step, 3] * stride, steps[step, 4] * stride
        if not steps[step, 0]:
            take_sum(count, stride, values, first, out, width)
        elif mode.kind == UPDATE:
            update(book, at, count, stride, values, first, out, width, mode)
        elif mode.kind == BEST:
            take_best(count, stride, values, first, out, width)
        else:
            take_mean(book.sums, at, count, stride, values, first, out, width)


@kernel
def hand_down(
    above: StreetScene, below: StreetScene, board: int, up: StreetDesk, down: StreetDesk
) -> None:
    """Villain's reach at the entries of a board, from the board before."""
    rows, stride, longer = above.program.onward, below.theirs.stride, above.theirs.stride
    width, at = width_of(below.theirs, board), board * stride
    for entry in range(len(rows)):
        base = rows[entry, 0] * longer
        for i in range(0, width, LANES):
            reach = gather(up.reach, base, below.theirs.above, at + i)
            store(down.reach, entry * stride + i, reach)


@kernel
def clear_dealt(above: StreetScene, board: int, up: StreetDesk) -> None:
    """Set the values of entries of the next street to zero."""
    rows, stride = above.program.onward, above.mine.stride
    for entry in range(len(rows)):
        for i in range(0, width_of(above.mine, board), LANES):
            store(up.values, rows[entry, 1] * stride + i, splat(0.0))


@kernel
def hand_up(
    above: StreetScene, below: StreetScene, board: int, up: StreetDesk, values: Floats, start: int
) -> None:
    """Add the values of a board's entries, from `start`, for every card it stands for."""
    rows, stride, shorter = above.program.onward, above.mine.stride, below.mine.stride
    boards = below.boards
    width = width_of(above.mine, boards.parent[board])
    chance = splat(above.chance)
    for fall in range(boards.first_fall[board], boards.first_fall[board + 1]):
        for entry in range(len(rows)):
            out, base = rows[entry, 1] * stride, start + entry * shorter
            for i in range(0, width, LANES):
                more = gather(values, base, below.mine.below, fall * stride + i)
                store(up.values, out + i, load(up.values, out + i) + more * chance)


@kernel
def even_out(above: StreetScene, board: int, up: StreetDesk) -> None:
    """Make the values of combos that are the same but for suits equal to the last bit."""
    if above.boards.kept[board] == 1:
        return
    rows, stride, same = above.program.onward, above.mine.stride, above.mine.same
    for entry in range(len(rows)):
        out = rows[entry, 1] * stride
        for place in range(above.mine.counts[board]):
            up.values[out + place] = up.values[out + same[board * stride + place]]


@kernel
def pass_last(scene: StreetScene, board: int, mode: Mode, desk: StreetDesk) -> None:
    """A pass through one board of the last street."""
    open_board(scene, board, mode, desk)
    close_board(scene, board, mode, desk)


@kernel
def pass_middle(
    scene: StreetScene,
    below: StreetScene,
    board: int,
    mode: Mode,
    desk: StreetDesk,
    down: StreetDesk,
) -> None:
    """A pass through one board of the last street but one, and all that follow it."""
    open_board(scene, board, mode, desk)
    clear_dealt(scene, board, desk)
    for child in range(below.boards.first_child[board], below.boards.first_child[board + 1]):
        hand_down(scene, below, child, desk, down)
        pass_last(below, child, mode, down)
        hand_up(scene, below, child, desk, down.values, ROOT)
    even_out(scene, board, desk)
    close_board(scene, board, mode, desk)


# The first street by threads: each board of the second is a task, and its values are kept
# until all are done and added up in their order.


@kernel
def begin(scene: StreetScene, mode: Mode, desk: StreetDesk) -> None:
    """The spot's own board, before cards are dealt."""
    open_board(scene, ROOT, mode, desk)
    clear_dealt(scene, ROOT, desk)


@kernel
def deal_last(
    scenes: tuple[StreetScene, StreetScene],
    mode: Mode,
    desks: tuple[StreetDesk, StreetDesk],
    share: BoardShare,
) -> None:
    """A share of the boards after a turn."""
    for child in range(share.first, len(scenes[1].boards.cards), share.step):
        hand_down(scenes[0], scenes[1], child, desks[0], desks[1])
        pass_last(scenes[1], child, mode, desks[1])
        keep(scenes[1], child, desks[1], share.kept)


@kernel
def deal_middle(
    scenes: tuple[StreetScene, StreetScene, StreetScene],
    mode: Mode,
    desks: tuple[StreetDesk, StreetDesk, StreetDesk],
    share: BoardShare,
) -> None:
    """A share of the boards after a flop."""
    for child in range(share.first, len(scenes[1].boards.cards), share.step):
        hand_down(scenes[0], scenes[1], child, desks[0], desks[1])
        pass_middle(scenes[1], scenes[2], child, mode, desks[1], desks[2])
        keep(scenes[1], child, desks[1], share.kept)


@kernel
def keep(scene: StreetScene, board: int, desk: StreetDesk, kept: Floats) -> None:
    """Put the values of a board's entries aside."""
    size = scene.program.entries * scene.mine.stride
    for i in range(0, size, LANES):
        store(kept, board * size + i, load(desk.values, i))


@kernel
def finish(
    scene: StreetScene, below: StreetScene, mode: Mode, desk: StreetDesk, kept: Floats
) -> None:
    """The spot's own board, after all cards are dealt."""
    size = below.program.entries * below.mine.stride
    for child in range(len(below.boards.cards)):
        hand_up(scene, below, child, desk, kept, child * size)
    even_out(scene, ROOT, desk)
    close_board(scene, ROOT, mode, desk)
