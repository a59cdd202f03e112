"""A small net for kernels: linear weights and a layer of rectified units, logistic at the end.

It judges a position by its features (see `kibitz.core.game.features`), from the side about to
act: `known + (1 - known) * s`, where `known` is the first feature, the chance to win at once,
and s is the logistic function of what the net makes of all features. Most features are 0 in
most positions, and those cost nothing.

Weights and gradients are views of one flat array each, which is what the optimiser works on.
All is in single precision, summed in a fixed order: the same bits wherever it runs.
"""

import math
from typing import NamedTuple

import numpy as np

from kibitz.core.game import Inputs
from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator
from kibitz.errors import BadValue

UNITS = 32
FIRST, SECOND = 0.9, 0.999  # how fast Adam forgets gradients and their squares
TINY = 1e-8
_F0 = np.float32(0.0)


class Net(NamedTuple):
    """The weights of a net, or numbers of the same shape."""

    linear: Inputs  # one weight per feature
    inner: Inputs  # a row per feature, a column per unit
    thresholds: Inputs  # of the units
    outer: Inputs  # what a unit adds to the log odds
    bias: Inputs  # one number


def net_size(inputs: int, units: int) -> int:
    """How many numbers a net has."""
    return inputs + inputs * units + 2 * units + 1


def units_of(flat: Inputs, inputs: int) -> int:
    """How many units the net of a flat array has."""
    return (len(flat) - inputs - 1) // (inputs + 2)


def net_of(flat: Inputs, inputs: int, units: int) -> Net:
    """A flat array as a net that shares its memory."""
    if flat.shape != (net_size(inputs, units),):
        raise BadValue(f"{flat.shape} is not the shape of a net of {inputs} inputs, {units} units")
    ends = np.cumsum([inputs, inputs * units, units, units])
    linear, inner, thresholds, outer, bias = np.split(flat, ends)
    return Net(linear, inner.reshape(inputs, units), thresholds, outer, bias)


def new_weights(inputs: int, units: int, seed: int) -> Inputs:
    """Weights before any training: units that differ and say nothing yet."""
    flat = np.zeros(net_size(inputs, units), np.float32)
    net = net_of(flat, inputs, units)
    net.inner[:] = generator(seed).normal(0.0, 0.1, net.inner.shape)
    net.outer[:] = generator(seed, 1).normal(0.0, 0.1, units)
    return flat


def widened(flat: Inputs, inputs: int, units: int, seed: int) -> Inputs:
    """The weights of a net with more units, which says the same: the new ones add nothing yet."""
    old = units_of(flat, inputs)
    if units < old:
        raise BadValue(f"a net of {old} units cannot begin with {units} of them")
    wide = new_weights(inputs, units, seed)
    net, before = net_of(wide, inputs, units), net_of(flat, inputs, old)
    net.linear[:], net.bias[:] = before.linear, before.bias
    net.inner[:, :old], net.thresholds[:old] = before.inner, before.thresholds
    net.outer[:old], net.outer[old:] = before.outer, _F0
    return wide


@kernel
def log_odds(net: Net, x: Inputs, count: int, hidden: Inputs) -> float:
    """What the net makes of the first `count` numbers of `x`; `hidden` is left as the units are."""
    units = len(hidden)
    total = net.bias[0]
    for h in range(units):
        hidden[h] = net.thresholds[h]
    for i in range(count):
        if x[i] != _F0:
            total += x[i] * net.linear[i]
            for h in range(units):
                hidden[h] += x[i] * net.inner[i, h]
    for h in range(units):
        if hidden[h] > _F0:
            total += hidden[h] * net.outer[h]
    return np.float64(total)


@kernel
def logistic(odds: float) -> float:
    """The chance of these log odds."""
    return 1.0 / (1.0 + math.exp(-odds))


@kernel
def judged(net: Net, x: Inputs, count: int, hidden: Inputs) -> float:
    """The share of the points that the side about to act will get, from 0 to 1."""
    known = np.float64(x[0])
    if known >= 1.0:
        return 1.0
    return known + (1.0 - known) * logistic(log_odds(net, x, count, hidden))


@kernel
def add_gradient(net: Net, slope: Net, x: Inputs, aim: float, hidden: Inputs) -> float:
    """Add the gradient of the loss on one position to `slope`; return the loss.

    The loss is the cross entropy between the logistic part and its aim, weighed by the chance
    that it is asked at all.
    """
    count, units = len(x), len(hidden)
    share = 1.0 - np.float64(x[0])
    chance = min(max(logistic(log_odds(net, x, count, hidden)), 1e-9), 1.0 - 1e-9)
    push = np.float32(share * (chance - aim))
    slope.bias[0] += push
    for h in range(units):
        if hidden[h] > _F0:
            slope.outer[h] += push * hidden[h]
            hidden[h] = push * net.outer[h]
            slope.thresholds[h] += hidden[h]
        else:
            hidden[h] = _F0
    for i in range(count):
        if x[i] != _F0:
            slope.linear[i] += push * x[i]
            for h in range(units):
                slope.inner[i, h] += x[i] * hidden[h]
    return -share * (aim * math.log(chance) + (1.0 - aim) * math.log(1.0 - chance))


@kernel
def adam_step(
    flat: Inputs, slope: Inputs, mean: Inputs, square: Inputs, step: int, rate: float
) -> None:
    """Move the weights against a gradient (Kingma and Ba, Adam, 2015), and clear it."""
    scale = np.float32(rate * math.sqrt(1.0 - SECOND**step) / (1.0 - FIRST**step))
    old, new = np.float32(FIRST), np.float32(1.0 - FIRST)
    old_square, new_square = np.float32(SECOND), np.float32(1.0 - SECOND)
    tiny = np.float32(TINY)
    for i in range(len(flat)):
        mean[i] = old * mean[i] + new * slope[i]
        square[i] = old_square * square[i] + new_square * slope[i] * slope[i]
        flat[i] -= scale * mean[i] / (np.sqrt(square[i]) + tiny)
        slope[i] = _F0
