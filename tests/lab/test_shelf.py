"""Reviews that were kept: read back, unless their chances to win were told otherwise."""

import pytest

from kibitz.coach.review import review
from kibitz.lab.encoder import plain
from kibitz.lab.review.answer import review_answer
from kibitz.lab.review.shelf import read
from tests.coach.material import played


@pytest.fixture(params=["nim(1,2)", "bluff(2,turns=3)", "bluff(3,turns=3)"])
def kept(request):
    record = played(request.param, *["random"] * (3 if "(3" in request.param else 2))
    return plain(review_answer(review(record, budget="fast"), None, 1, 1))


def test_a_kept_review_is_read_back_as_it_was(kept):
    found = read(kept)
    assert found is not None
    assert plain(found) == kept


def test_one_in_which_every_loss_was_taken_to_pay_minus_one_is_made_again(kept):
    """Between two sides it does, so nothing changes there."""
    for decision in kept["decisions"]:
        decision["win"] = min(max((decision["best"]["value"] + 1) / 2, 0.0), 1.0)
    assert (read(kept) is None) == kept["game"].startswith("bluff(3")
