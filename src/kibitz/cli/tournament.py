"""`kibitz tournament`: many players, a schedule, ratings and a cross table."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.contest import Contest, checked_game, play_options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.arena.tournament import Tournament

USUAL_PAIRS = 10
STREAM_PAIRS = 100


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
@play_options
def tournament(game: str | None, players: tuple[str, ...], **given: Any) -> int:
    """Let many players play GAME and rate them.

    Every encounter is so many pairs with seats swapped. In a gauntlet the first player
    meets all the others; a knockout takes the list for the seeding. Where a game has more
    seats than two, every company that fills a table meets, and payoffs are the measure.
    """
    from kibitz.arena.standings import tournament_fields
    from kibitz.arena.tournament import Tournament
    from kibitz.cli.standings import progress_bar, show_tournament

    contest = Contest.of("tournament", STREAM_PAIRS, given)
    chosen = contest.choose(game, lambda: _new_tournament(game, players, given), Tournament.of_plan)
    standing = chosen.begin()

    def after_each(step: int | None) -> None:
        bar.update(task, completed=standing.table.pairs)
        if step and standing.table.pairs % step == 0:
            print_json(**tournament_fields(standing))

    with progress_bar() as bar:
        task = bar.add_task(chosen.format, total=standing.schedule.total_pairs())
        contest.play(chosen.setting, chosen.plan(), standing, after_each)
    fields = tournament_fields(standing)
    if contest.tells_json:
        print_json(**fields)
    else:
        show_tournament(standing, console())
    return contest.leave(fields if standing.is_finished else None)


def _new_tournament(
    game: str | None, players: tuple[str, ...], given: dict[str, Any]
) -> "Tournament":
    from kibitz.arena.match import unique
    from kibitz.arena.standings import anchoring, player_labels
    from kibitz.arena.tournament import Tournament
    from kibitz.core.seeds import checked_seed

    chosen = Tournament(
        checked_game("tournament", game, players, "nim expert random"),
        players,
        checked_seed(given["seed"]),
        given["form"],
        given["pairs"],
        given["rounds"],
        given["challengers"],
        given["anchor"],
        given["limit"],
    )
    anchoring(chosen, unique(players), player_labels(chosen))  # refuses a bad one now
    return chosen
