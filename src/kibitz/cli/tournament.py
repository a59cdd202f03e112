"""`kibitz tournament`: many players, a schedule, ratings and a cross table."""

from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.arena.tournament import Standing
    from kibitz.cli.keeping import Keeping

USUAL_PAIRS = 10
STREAM_PAIRS = 100
INTERRUPTED = 130


@click.command()
@click.argument("game", required=False)
@click.argument("players", nargs=-1, metavar="A B C...")
@click.option(
    "--format",
    "form",
    default="round-robin",
    metavar="FORMAT",
    help="round-robin (usual), gauntlet, knockout or swiss.",
)
@click.option(
    "--pairs", type=click.IntRange(1), default=USUAL_PAIRS, metavar="N", help="An encounter (10)."
)
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Of a Swiss tournament.")
@click.option(
    "--challengers",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Of a gauntlet: how many of the first players meet all the others (1).",
)
@click.option("--anchor", metavar="PLAYER[=ELO]", help="Whose rating is given (the first level's).")
@options.limit
@options.workers
@options.crew
@options.seed
@options.resume
@options.store
@options.database
@options.journal
@options.as_json
@options.stream
@options.every
def tournament(
    game: str | None,
    players: tuple[str, ...],
    form: str,
    pairs: int,
    rounds: int | None,
    challengers: int,
    anchor: str | None,
    limit: float | None,
    workers: int | None,
    crew: str,
    seed: int | None,
    resume: str | None,
    store: bool,
    db: str | None,
    journal: str | None,
    as_json: bool,
    stream: bool,
    every: int | None,
) -> int:
    """Let many players play GAME and rate them.

    Every encounter is so many pairs with seats swapped. In a gauntlet the first player
    meets all the others; a knockout takes the list for the seeding.
    """
    from kibitz.arena.standings import anchoring, player_labels, tournament_fields, unique
    from kibitz.arena.tournament import Tournament
    from kibitz.arena.workers import CrewKind, make_crew
    from kibitz.cli.keeping import Keeping
    from kibitz.cli.standings import progress_bar
    from kibitz.core.seeds import checked_seed

    step = (every or STREAM_PAIRS) if stream else None
    keeping = Keeping.of(store=store, db=db, journal=journal, resume=resume)
    if resume is None:
        text = _checked(game, players)
        chosen = Tournament(
            text, players, checked_seed(seed), form, pairs, rounds, challengers, anchor, limit
        )
        anchoring(chosen, unique(players), player_labels(chosen))  # refuses a bad one now
    else:
        if game is not None:
            raise BadValue(f"--resume takes its plan from the ledger; '{game}' is one too many")
        chosen = Tournament.of_plan(keeping.kept_plan())
    keeping.open(chosen.plan())
    standing = chosen.begin()
    standing.recall(keeping.pairs_done())
    try:
        with (
            make_crew(chosen.setting(keeping.wants_records), workers, CrewKind(crew)) as hands,
            progress_bar() as bar,
        ):
            task = bar.add_task(chosen.format, total=standing.schedule.total_pairs())
            for _ in standing.run(hands, keeping.ledger, keeping.match_id, step):
                bar.update(task, completed=standing.table.pairs)
                if step and standing.table.pairs % step == 0:
                    print_json(**tournament_fields(standing))
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
    return _leave(standing, keeping, as_json=as_json or stream)


def _checked(game: str | None, players: tuple[str, ...]) -> str:
    """The game's text; bad players are refused before a worker meets them."""
    from kibitz.core.registry import make_game
    from kibitz.players.roster import make_player

    if game is None:
        raise BadValue("a tournament needs GAME and players: kibitz tournament nim expert random")
    made = make_game(game)
    for player in players:
        make_player(player, made)
    return made.text


def _leave(standing: "Standing", keeping: "Keeping", *, as_json: bool) -> int:
    from kibitz.arena.standings import tournament_fields
    from kibitz.cli.standings import show_tournament

    fields = tournament_fields(standing)
    if as_json:
        print_json(**fields)
    else:
        show_tournament(standing, console())
    if standing.is_finished:
        keeping.end(fields)
        return 0
    keeping.leave_open()
    click.echo(f"resume with: {keeping.resume_command('tournament')}", err=True)
    return INTERRUPTED
