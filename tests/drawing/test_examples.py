"""The examples in the docstrings are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["axis", "cells", "charts", "faces", "plain", "tags"])
def test_examples_are_true(name):
    tried = doctest.testmod(importlib.import_module(f"kibitz.drawing.{name}"))
    assert tried.attempted > 0
    assert tried.failed == 0
