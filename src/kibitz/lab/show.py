"""`kibitz show`: a position as one seat sees it, drawn, with hints if they are wanted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.request import LARGEST_SEED, POSITION, Answer, Request, ask, ask_seat
from kibitz.core.scene import Dial, Play, Scene
from kibitz.core.sheet import Block, Picture, Sheet, Words
from kibitz.lab.analysis import AnalysisAnswer, OptionAnswer, analysis_answer
from kibitz.lab.options import options_sheet
from kibitz.lab.shortlist import shortened

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position
    from kibitz.core.shown import Shown
    from kibitz.drawing.overlay import Hint

HINTED = 5  # options listed beside a drawing


@dataclass(frozen=True)
class SceneAnswer(Answer):
    """What one seat sees: in words, in characters, as SVG, and what it may play."""

    schema: ClassVar[str] = "scene/1"

    game: str
    position: str  # as the seat knows it
    seat: int
    seat_name: str
    tall: bool
    title: str
    summary: str
    prompt: str
    text: str
    svg_text: str
    plays: tuple[Play, ...]
    dials: tuple[Dial, ...]
    analysis: AnalysisAnswer | None

    def svg(self) -> str:
        return self.svg_text

    def sheet(self) -> Sheet:
        from kibitz.core.registry import make_game
        from kibitz.core.shown import shown

        game = shown(make_game(self.game))
        known = game.parse_position(self.position)
        found: list[Block] = [Picture(game.show(known, self.seat), _scene(self, game, known))]
        if self.prompt:
            found.append(Words.of(f"{self.seat_name}: {self.prompt}"))
        if self.analysis:
            short, between = shortened(self.analysis, game, known)
            found += options_sheet(short, HINTED, rest=between)
        return found


def _scene(answer: SceneAnswer, game: "Shown", known: "Position") -> Scene:
    scene = game.scene(known, answer.seat, tall=answer.tall)
    return hinted(game, scene, answer.analysis) if answer.analysis else scene


@dataclass(frozen=True)
class ShowRequest(Request[SceneAnswer]):
    """Draw a position as one seat sees it.

    Without POSITION it is the one that the game begins with. The picture goes to the terminal
    in characters, and to a file with --svg. With --hint the options are marked by what they
    give up, and the best ones are listed.
    """

    verb: ClassVar[str] = "show"
    examples: ClassVar[tuple[str, ...]] = ("cribbage --moves 3 --hint",)
    gives: ClassVar[type[Answer]] = SceneAnswer
    takes_dashes: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    game: str = ask(argument=True)
    position: str | None = ask(None, argument=True, holds=POSITION)
    seat: int | None = ask_seat("Seat that looks; by default the one to move.")
    tall: bool = ask(False, "Lay it out for a phone.")
    hint: bool = ask(False, "Mark the options by what they give up.")
    analyst: str | None = ask(None, "Analyst that values the options for --hint.", metavar="A")
    moves: int = ask(0, "Play N random moves first.", low=0, high=100_000, metavar="N")
    seed: int | None = ask(
        None, "Root of all random numbers.", low=0, high=LARGEST_SEED, metavar="S"
    )

    def answers(self) -> Iterator[SceneAnswer]:
        from kibitz.core.game import turn, view
        from kibitz.core.registry import make_game
        from kibitz.core.seeds import checked_seed
        from kibitz.core.shown import shown
        from kibitz.drawing.svg import svg

        game, root = shown(make_game(self.game)), checked_seed(self.seed)
        p = game.start() if self.position is None else game.parse_position(self.position)
        p = wandered(game, p, self.moves, root)
        seat = self._seat(game, p)
        known = view(p, seat)
        analysis = self._analysis(game, known, seat, root) if self.hint else None
        scene = game.scene(known, seat, tall=self.tall)
        drawn = hinted(game, scene, analysis) if analysis else scene
        yield SceneAnswer(
            game=game.text,
            position=game.position_text(known),
            seat=seat,
            seat_name=game.seat_name(seat),
            tall=self.tall,
            title=scene.title,
            summary=scene.summary,
            prompt=game.prompt(known, seat) if turn(p) == seat else "",
            text=str(game.show(known, seat)),
            svg_text=svg(drawn),
            plays=scene.plays,
            dials=scene.dials,
            analysis=analysis,
        )

    def _seat(self, game: "Game", p: "Position") -> int:
        from kibitz.core.game import turn

        return max(0, int(turn(p))) if self.seat is None else game.checked_seat(self.seat)

    def _analysis(
        self, game: "Game", known: "Position", seat: int, seed: int
    ) -> AnalysisAnswer | None:
        from dataclasses import replace

        from kibitz.core.game import turn
        from kibitz.errors import BadValue
        from kibitz.players.roster import default_analyst, make_analyst

        if turn(known) != seat:
            raise BadValue(f"there is no hint for {game.seat_name(seat)}: {game.whose_turn(known)}")
        analyst = make_analyst(self.analyst, game) if self.analyst else default_analyst(game)
        analysis = replace(analyst.analyse(game, known, seat, seed), seed=seed)
        return analysis_answer(game, known, analyst, analysis, None)


def wandered(game: "Game", p: "Position", moves: int, seed: int) -> "Position":
    """The position after some random moves, or where the game ended before."""
    from kibitz.core.game import OVER, play, sample, turn
    from kibitz.core.seeds import stream

    out, luck = game.scratch(), stream(seed)
    for _ in range(moves):
        if turn(p) == OVER:
            break
        p = play(p, int(sample(p, out, luck)))
    return p


def hinted(game: "Game", scene: Scene, analysis: AnalysisAnswer) -> Scene:
    """The scene with its options marked by what they give up."""
    from kibitz.drawing.overlay import overlaid

    return overlaid(scene, hints_of(game, analysis))


def hints_of(game: "Game", analysis: AnalysisAnswer) -> "Mapping[str, Hint]":
    """What an overlay shows of each option, best first."""
    from kibitz.drawing.overlay import Hint

    return {
        option.move: Hint(severity(game, analysis.unit, option), is_best=option.loss == 0)
        for option in analysis.options
    }


def severity(game: "Game", unit: str, option: OptionAnswer) -> int:
    """How bad an option is, 0 for what loses next to nothing."""
    from kibitz.coach.scale import scale_for

    scale = scale_for(game, unit)
    found = scale.severity(scale.lost(option.loss))
    return 0 if option.too_close_to_call else scale.names.index(found)
