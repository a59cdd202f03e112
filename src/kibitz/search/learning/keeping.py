"""A judge in a file, and a training that goes on from one.

A file is an .npz archive. While training goes on it holds all that the next round needs; when
it is over, the weights alone and how they came about. It is written whole or not at all, and
equal trainings write equal bytes.
"""

import io
import json
import zipfile
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.files import Name, read_bytes, write_whole
from kibitz.core.game import Inputs
from kibitz.core.learnable import Learnable
from kibitz.errors import BadRecord
from kibitz.search.learning.net import net_size
from kibitz.search.learning.training import Pupil, TrainingPlan

FORMAT = 1
MOST_STATE = 1 << 30  # bytes
LATER = ("last_trace", "look", "steady", "start")  # parts of a plan that older files do not have


@dataclass(frozen=True)
class KeptTraining:
    """What a file says: the game by its text, how it is trained, and how far."""

    game: str
    plan: TrainingPlan
    pupil: Pupil

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.pupil.done >= self.plan.rounds


def keep_training(path: Name, training: KeptTraining) -> None:
    """Write a file from which the training can go on, or the judge if it is finished."""
    pupil, plan = training.pupil, training.plan
    facts = {"format": FORMAT, "game": training.game, "plan": _told(plan)}
    facts |= {"done": pupil.done, "steps": pupil.steps}
    arrays: dict[str, NDArray[Any]] = {
        "facts": np.frombuffer(json.dumps(facts, sort_keys=True).encode(), np.uint8),
        "weights": pupil.steady,
        "aside": pupil.aside,
        "losses": np.array(pupil.losses),
        "positions": np.array(pupil.positions, np.int64),
    }
    if not training.is_finished:
        arrays |= {"latest": pupil.weights, "mean": pupil.mean, "square": pupil.square}
        for i, (rows, aims) in enumerate(pupil.kept):
            arrays |= {f"rows{i}": rows, f"aims{i}": aims}
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    write_whole(path, [out.getvalue()])


def _told(plan: TrainingPlan) -> dict[str, Any]:
    """The plan as files have it, which say nothing of what is as it was in older ones."""
    told = asdict(plan)
    if plan.has_one_stream:
        del told["has_one_stream"]
    usual = {field.name: field.default for field in fields(TrainingPlan)}
    return {
        name: value for name, value in told.items() if name not in LATER or value != usual[name]
    }


def kept_training(path: Name, game: Learnable) -> KeptTraining:
    """The training of a game in a file, checked."""
    content = read_bytes(path, MOST_STATE)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            return _read({name: stored[name] for name in stored.files}, game)
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadRecord(f"'{path}' is not a training of {game.name}: {error}") from None


def _read(stored: dict[str, NDArray[Any]], game: Learnable) -> KeptTraining:
    facts = json.loads(stored["facts"].tobytes())
    if facts["format"] != FORMAT or facts["game"] != game.text:
        raise ValueError(f"it is one of {facts['game']} in format {facts['format']}")
    facts["plan"] = {"has_one_stream": True} | facts["plan"]
    names = {field.name for field in fields(TrainingPlan)}
    told = {name: facts["plan"][name] for name in names if name not in LATER}
    told |= {name: facts["plan"][name] for name in LATER if name in facts["plan"]}
    plan = TrainingPlan(**told)
    size = net_size(game.most_features, plan.units)
    steady = _checked(stored["weights"], size)
    done, steps = int(facts["done"]), int(facts["steps"])
    is_finished = done >= plan.rounds
    latest, mean, square = (
        steady if is_finished else _checked(stored[name], size)
        for name in ("latest", "mean", "square")
    )
    count = 0 if is_finished else min(done, plan.replayed)
    kept = [(stored[f"rows{i}"], stored[f"aims{i}"]) for i in range(count)]
    losses, positions = stored["losses"].tolist(), stored["positions"].tolist()
    pupil = Pupil(
        latest, mean, square, steady, stored["aside"], done, steps, losses, positions, kept
    )
    return KeptTraining(game.text, plan, pupil)


def _checked(weights: NDArray[Any], size: int) -> Inputs:
    if weights.dtype != np.float32 or weights.shape != (size,):
        raise ValueError(f"its weights are {weights.shape} of {weights.dtype}")
    return weights
