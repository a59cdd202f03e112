"""`train`: a judge learns a game by playing against itself."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Chart, Curve, Sheet, Words
from kibitz.errors import BadValue
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.core.hands import Hands
    from kibitz.core.learnable import Learnable
    from kibitz.search.learning.keeping import KeptTraining

USUAL_GAMES = 40_000
MOST_GAMES = 100_000_000
PLANNED = {  # options that are parts of the plan, by their names there
    "explore": "explore",
    "units": "units",
    "replay": "replayed",
    "trace": "trace",
    "last_trace": "last_trace",
    "rate": "rate",
    "steady": "steady",
    "look": "look",
}
SAVE_SECONDS = 60.0  # between two saves; what came after the last one is played again


@dataclass(frozen=True)
class TrainedJudge(Answer):
    """How far a training is; the loss is the cross entropy of a round, in nats per position.

    `digest` names the weights: equal trainings have equal ones.
    """

    schema: ClassVar[str] = "train/1"
    game: str
    games: int  # played so far
    most_games: int
    positions: int
    features: int
    units: int
    weights: int  # how many numbers were learned
    loss: float
    losses: tuple[float, ...]  # of each round
    digest: str
    output: str | None
    seed: int

    @property
    def progress(self) -> Progress | None:
        if self.games >= self.most_games:
            return None
        return Progress(self.games, self.most_games, f"loss {self.loss:.4f}")

    def sheet(self) -> Sheet:
        each = self.games / max(len(self.losses), 1)
        points = tuple((each * (i + 1), loss) for i, loss in enumerate(self.losses))
        told = (
            f"{self.games:,} games of {self.game}, {self.positions:,} positions: "
            f"{self.weights:,} weights for {self.features} features and {self.units} units, "
            f"loss {self.loss:.4f}"
        )
        where = f"written to {self.output}" if self.output else "not written: no --output"
        quiet = f"weights {self.digest}, {where}; seed {self.seed}"
        chart = Chart("Loss", "games", "nats per position", (Curve(points),))
        return [chart, Words.of(told), Words.of(quiet, role="quiet")]

    def rows(self) -> list[dict[str, Any]]:
        return [{"round": i + 1, "loss": loss} for i, loss in enumerate(self.losses)]


@dataclass(frozen=True)
class TrainRequest(Request[TrainedJudge]):
    """Train a judge of GAME by self-play.

    It plays against itself and learns who wins. With --output the weights are written to a
    file, and until the last game all that is needed to go on: --resume FILE does, after a kill
    or an interrupt, and ends with the same weights.
    GAME must declare features.
    """

    verb: ClassVar[str] = "train"
    examples: ClassVar[tuple[str, ...]] = (
        "tictactoe --games 500",
        "dicechess --games 25",
    )
    gives: ClassVar[type[Answer]] = TrainedJudge
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    game: str = ask(help="A game with its options.", argument=True)
    games: int | None = ask(
        None, f"Games to play ({USUAL_GAMES:,}).", low=1, high=MOST_GAMES, metavar="N"
    )
    seed: int | None = ask_seed()
    explore: float | None = ask(
        None, "Share of turns played at random (0.1).", low=0.0, high=1.0, metavar="P"
    )
    units: int | None = ask(None, "Units of the net (32).", low=1, high=1024, metavar="N")
    replay: int | None = ask(
        None, "Rounds of games learned from at a time (12).", low=1, high=100, metavar="N"
    )
    trace: float | None = ask(
        None, "Lambda of TD(lambda) at the start (0.8).", low=0.0, high=1.0, metavar="P"
    )
    last_trace: float | None = ask(
        None, "Lambda at the end; it is the same throughout.", low=0.0, high=1.0, metavar="P"
    )
    rate: float | None = ask(
        None, "Step size at the start (0.002).", low=1e-7, high=1.0, metavar="R"
    )
    steady: float | None = ask(
        None,
        "How much of the mean of the weights a round keeps (0.9).",
        low=0.0,
        high=0.9999,
        metavar="P",
    )
    look: int | None = ask(
        None,
        "Outcomes of chance that an aim averages; 0 for the one that comes.",
        low=0,
        high=1000,
        metavar="N",
    )
    start: str | None = ask(None, "Begin with the judge in this file.", metavar="FILE", holds=PLACE)
    output: str | None = ask(None, "Write the weights to this file.", metavar="FILE", holds=PLACE)
    resume: str | None = ask(None, "Go on with this file.", metavar="FILE", holds=PLACE)
    one_stream: bool = ask(
        False, "Draw all games of a round from one stream: other weights, one process."
    )
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster, self.workers)
        for name in ("games", "seed", *PLANNED, "start", "output"):
            if self.resume is not None and getattr(self, name) is not None:
                option = name.replace("_", "-")
                raise BadValue(f"drop --{option}: --resume already knows it")
        if self.resume is not None and self.one_stream:
            raise BadValue("drop --one-stream: --resume already knows it")

    def answers(self) -> Iterator[TrainedJudge]:
        from kibitz.core.files import check_writable
        from kibitz.core.learnable import learnable
        from kibitz.core.registry import make_game
        from kibitz.search.learning.training import check_learnable

        game, path = learnable(make_game(self.game)), self.resume or self.output
        check_learnable(game)
        training = self._begun(game)
        check_learnable(game, training.plan)
        if path is not None:
            check_writable(path)
        if training.plan.has_one_stream and (self.cluster or (self.workers or 1) > 1):
            raise BadValue("the games of one stream are played one after the other, by one process")
        with hands_at(self.cluster, self.workers) as hands:
            yield from _rounds(game, training, path, hands)

    def _begun(self, game: "Learnable") -> "KeptTraining":
        """The training before its next round."""
        from kibitz.core.seeds import checked_seed
        from kibitz.search.learning.keeping import KeptTraining, kept_training
        from kibitz.search.learning.training import Pupil, TrainingPlan

        if self.resume is not None:
            return kept_training(self.resume, game)
        wanted = {field: getattr(self, name) for name, field in PLANNED.items()}
        told = {field: value for field, value in wanted.items() if value is not None}
        plan = TrainingPlan(self.games or USUAL_GAMES, checked_seed(self.seed), **told)
        if self.one_stream:
            plan = plan.in_one_stream()
        if self.start is None:
            return KeptTraining(game.text, plan, Pupil.new(game, plan))
        before = kept_training(self.start, game)
        if not before.is_finished:
            raise BadValue(f"the training in '{self.start}' is not finished")
        units = before.plan.units if self.units is None else self.units
        plan = replace(plan, units=units, start=before.pupil.digest)
        return KeptTraining(game.text, plan, Pupil.after(before.pupil, game, plan))


def _rounds(
    game: "Learnable", training: "KeptTraining", path: str | None, hands: "Hands | None"
) -> Iterator[TrainedJudge]:
    """The training round by round, saved as it goes on and when it is left."""
    import time

    from kibitz.search.learning.keeping import keep_training
    from kibitz.search.learning.training import trained

    if training.is_finished:
        yield _answer(game, training, path)
        return
    saved, is_kept = time.monotonic(), False
    try:
        for _ in trained(game, training.plan, training.pupil, hands):
            is_due = time.monotonic() - saved > SAVE_SECONDS or training.is_finished
            is_kept = False
            if path is not None and is_due:
                keep_training(path, training)
                saved, is_kept = time.monotonic(), True
            yield _answer(game, training, path)
    finally:
        if path is not None and not is_kept and training.pupil.is_between_rounds:
            keep_training(path, training)


def _answer(game: "Learnable", training: "KeptTraining", path: str | None) -> TrainedJudge:
    pupil, plan = training.pupil, training.plan
    return TrainedJudge(
        game.text,
        min(pupil.done * plan.games_per_round, plan.games),
        plan.games,
        sum(pupil.positions),
        game.most_features,
        plan.units,
        len(pupil.steady),
        pupil.losses[-1],
        tuple(pupil.losses),
        pupil.digest,
        path,
        plan.seed,
    )
