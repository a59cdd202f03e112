"""The net against plain numpy in double precision, and its gradient against differences."""

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.search.learning.net import (
    adam_step,
    add_gradient,
    judged,
    net_of,
    net_size,
    new_weights,
    widened,
)

INPUTS, UNITS = 7, 5


def some_net(seed):
    """A net with weights of all signs, flat."""
    flat = np.random.default_rng(seed).normal(0.0, 0.7, net_size(INPUTS, UNITS))
    return flat.astype(np.float32)


def some_row(seed, known):
    row = np.random.default_rng(100 + seed).normal(0.0, 1.0, INPUTS).astype(np.float32)
    row[0], row[3] = known, 0.0
    return row


def plain_chance(flat, x):
    """The logistic part, from the definition."""
    net = net_of(flat.astype(np.float64), INPUTS, UNITS)
    units = np.maximum(0.0, x.astype(np.float64) @ net.inner + net.thresholds)
    odds = x.astype(np.float64) @ net.linear + units @ net.outer + net.bias[0]
    return 1.0 / (1.0 + np.exp(-odds))


def plain_loss(flat, x, aim):
    chance = plain_chance(flat, x)
    return -(1.0 - x[0]) * (aim * np.log(chance) + (1.0 - aim) * np.log(1.0 - chance))


@pytest.mark.parametrize("known", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_a_judgement_is_what_is_known_and_the_net_for_the_rest(seed, known):
    flat, x = some_net(seed), some_row(seed, known)
    found = judged(net_of(flat, INPUTS, UNITS), x, INPUTS, np.zeros(UNITS, np.float32))
    assert found == pytest.approx(known + (1 - known) * plain_chance(flat, x), abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_the_gradient_is_how_the_loss_changes(seed):
    flat, x, aim = some_net(seed), some_row(seed, 0.3), 0.8
    slope, hidden = np.zeros_like(flat), np.zeros(UNITS, np.float32)
    nets = (net_of(flat, INPUTS, UNITS), net_of(slope, INPUTS, UNITS))
    loss = add_gradient(*nets, x, aim, hidden)
    assert loss == pytest.approx(plain_loss(flat, x, aim), abs=1e-5)
    for i in range(len(flat)):
        step = np.zeros(len(flat))
        step[i] = 1e-4
        rise = plain_loss(flat + step, x, aim) - plain_loss(flat - step, x, aim)
        assert slope[i] == pytest.approx(rise / 2e-4, abs=1e-4), i


def test_gradients_add_up():
    flat, hidden = some_net(1), np.zeros(UNITS, np.float32)
    slope = np.zeros_like(flat)
    nets = (net_of(flat, INPUTS, UNITS), net_of(slope, INPUTS, UNITS))
    add_gradient(*nets, some_row(1, 0.0), 0.2, hidden)
    once = slope.copy()
    add_gradient(*nets, some_row(1, 0.0), 0.2, hidden)
    assert slope == pytest.approx(2 * once, rel=1e-6)


def test_steps_are_those_of_the_paper():
    """Algorithm 1 of Kingma and Ba, with its corrections for the first steps."""
    flat, gradients = np.array([1.0, -2.0, 0.5]), np.array([[0.1, -3.0, 0.0], [0.2, 1.0, -0.5]])
    found, mean, square = flat.astype("f4"), np.zeros(3, "f4"), np.zeros(3, "f4")
    m, v = np.zeros(3), np.zeros(3)
    for t, gradient in enumerate(gradients, 1):
        slope = gradient.astype("f4")
        adam_step(found, slope, mean, square, t, 0.01)
        assert not slope.any()
        m, v = 0.9 * m + 0.1 * gradient, 0.999 * v + 0.001 * gradient**2
        flat = flat - 0.01 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        assert found == pytest.approx(flat, abs=1e-5)


def test_new_weights_say_nothing_of_their_own_and_differ_by_seed():
    first, second = (net_of(new_weights(INPUTS, UNITS, seed), INPUTS, UNITS) for seed in (1, 2))
    assert not first.linear.any()
    assert not first.bias.any()
    assert not np.array_equal(first.inner, second.inner)
    assert len({tuple(column) for column in first.inner.T}) == UNITS


def test_a_flat_array_of_another_size_is_no_net():
    flat = new_weights(INPUTS, UNITS, 1)
    for wrong in (flat[:-1], np.append(flat, flat[:1]), flat.reshape(1, -1)):
        with pytest.raises(BadValue, match="not the shape of a net"):
            net_of(wrong, INPUTS, UNITS)


def test_a_wider_net_says_the_same_and_has_new_units_to_learn_with():
    flat = some_net(4)
    wide = net_of(widened(flat, INPUTS, UNITS + 3, 1), INPUTS, UNITS + 3)
    for seed in range(3):
        x, hidden = some_row(seed, 0.1), np.zeros(UNITS + 3, np.float32)
        before = judged(net_of(flat, INPUTS, UNITS), x, INPUTS, np.zeros(UNITS, np.float32))
        assert judged(wide, x, INPUTS, hidden) == before
    assert len({tuple(column) for column in wide.inner.T}) == UNITS + 3
    with pytest.raises(BadValue, match="a net of 5 units cannot begin with 4"):
        widened(flat, INPUTS, UNITS - 1, 1)
