"""Running moments against the two-pass formulas on the whole data."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import BadValue
from kibitz.estimate.moments import Comoments, Moments

SIZES = st.lists(st.integers(1, 30), min_size=1, max_size=6)


@settings(deadline=None, max_examples=50)
@given(SIZES, st.integers(0, 1000), st.sampled_from([0.0, 1e3, 1e8]))
def test_batches_in_any_sizes_give_the_mean_and_variance_of_the_whole(sizes, seed, offset):
    batches = [np.random.default_rng([seed, i]).normal(offset, 1, n) for i, n in enumerate(sizes)]
    moments = Moments()
    for batch in batches:
        moments.add(batch)
    whole = np.concatenate(batches)
    assert moments.count == len(whole)
    assert moments.centre == pytest.approx(whole.mean(), rel=1e-14)
    if len(whole) > 1:
        assert moments.covariance[0, 0] == pytest.approx(whole.var(ddof=1), rel=1e-6)
        assert moments.error == pytest.approx(whole.std(ddof=1) / len(whole) ** 0.5, rel=1e-6)


@settings(deadline=None, max_examples=30)
@given(SIZES, st.integers(0, 1000))
def test_comoments_give_the_covariance_matrix_of_the_whole(sizes, seed):
    batches = [
        np.random.default_rng([seed, i]).normal(7, 2, (n, 3)).cumsum(axis=1)
        for i, n in enumerate([*sizes, 2])
    ]
    moments = Comoments(3)
    for batch in batches:
        moments.add(batch)
    whole = np.concatenate(batches)
    assert np.allclose(moments.mean, whole.mean(axis=0), rtol=1e-12)
    assert np.allclose(moments.covariance, np.cov(whole.T), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("columns", [1, 2])
def test_merging_two_halves_is_adding_all(columns):
    rows = np.random.default_rng(3).normal(size=(101, columns))
    data = rows if columns > 1 else rows[:, 0]
    whole, left, right, empty = (Comoments(columns) if columns > 1 else Moments() for _ in range(4))
    whole.add(data)
    left.add(data[:40])
    right.add(data[40:])
    left.merge(right)  # type: ignore[arg-type]
    left.merge(empty)  # type: ignore[arg-type]
    assert left.count == 101
    assert np.allclose(left.covariance, whole.covariance, rtol=1e-12)
    assert np.allclose(left.mean, whole.mean, rtol=1e-12)


def test_variance_survives_a_mean_a_hundred_million_times_the_spread():
    values = np.random.default_rng(5).normal(0, 1, 10_000)
    moments = Moments()
    for batch in np.split(values + 1e8, 10):
        moments.add(batch)
    assert moments.covariance[0, 0] == pytest.approx(values.var(ddof=1), rel=1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_are_refused(bad):
    with pytest.raises(BadValue, match="not a finite number"), np.errstate(invalid="ignore"):
        Moments().add(np.array([1.0, bad]))
    with pytest.raises(BadValue, match="not a finite number"), np.errstate(invalid="ignore"):
        Comoments(2).add(np.array([[1.0, bad]]))


def test_before_two_values_the_error_is_infinite():
    one = Moments()
    one.add(np.array([3.0]))
    rows = Comoments(2)
    rows.add(np.array([[1.0, 2.0]]))
    assert one.error == rows.error == np.inf
    assert np.isinf(one.covariance).all()
    assert np.isinf(rows.covariance).all()


PRODUCTS = """
import numpy as np
from kibitz.estimate.moments import Comoments
for columns in (2, 15, 64):
    moments = Comoments(columns)
    moments.add(np.random.default_rng(columns).normal(size=(20_000, columns)))
    print(moments.products.tobytes().hex())
"""


def test_sums_of_products_have_the_same_bits_with_one_thread_and_with_two():
    printed = [
        subprocess.run(
            [sys.executable, "-c", PRODUCTS],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0]) > 8 * 64 * 64
