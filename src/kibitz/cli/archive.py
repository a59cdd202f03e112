"""`kibitz archive`: the games that were kept, in, out, one by one and added up."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import census, options, output
from kibitz.cli.output import cell, print_json, print_rows

if TYPE_CHECKING:
    from kibitz.store.archive import Archive, Summary
    from kibitz.store.selection import Selection
    from kibitz.store.transfer import Imported

_game = click.option("--game", default=None, metavar="GAME", help="Games of this kind only.")
_player = click.option("--player", default=None, metavar="P", help="Games of this player only.")


@click.group()
def archive() -> None:
    """Keep games, list, move and count them."""


def opened(db: str | None, *, create: bool = False) -> "Archive":
    """The archive that --db names; one that is only read must be there."""
    from kibitz.store.archive import Archive

    return Archive.open(db, create=create)


def selected(game: str | None, player: str | None) -> "Selection":
    from kibitz.store.selection import Selection

    return Selection(game, player)


@archive.command("list")
@click.argument("what", type=click.Choice(["games", "matches"]), default="games")
@_game
@_player
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@options.database
@options.as_json
def list_(
    what: str, game: str | None, player: str | None, limit: int, db: str | None, as_json: bool
) -> None:
    """List the newest games or matches, newest first."""
    with opened(db) as store:
        wanted = selected(game, player)
        rows = _game_rows(store, wanted, limit) if what == "games" else _matches(store, game, limit)
        place = str(store.database.place)
    if as_json:
        print_json(archive=place, **{what: rows})
        return
    if not rows:
        click.echo(f"no such {what} in {place}")
        return
    print_rows(rows)


def _game_rows(store: "Archive", wanted: "Selection", limit: int) -> list[dict[str, Any]]:
    return [_game_row(summary) for summary in store.summaries(wanted, limit)]


def _game_row(summary: "Summary") -> dict[str, Any]:
    return {
        "id": summary.id,
        "added": _moment(summary.added),
        "game": summary.game,
        "players": list(summary.players),
        "result": None if None in summary.payoffs else list(summary.payoffs),
        "plies": summary.plies,
        "ended": summary.ended or "by the rules",
    }


def _matches(store: "Archive", game: str | None, limit: int) -> list[dict[str, Any]]:
    from kibitz.store.matches import match_summaries

    return [
        {
            "id": match.id,
            "added": _moment(match.added),
            "kind": match.plan.kind,
            "game": match.plan.game,
            "players": list(match.plan.players),
            "pairs": match.pairs,
            "state": "ended" if match.has_ended else "can be resumed",
        }
        for match in match_summaries(store, selected(game, None), limit)
    ]


def _moment(seconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


@archive.command()
@click.argument("number")
@click.option("--match", "is_match", is_flag=True, help="NUMBER is that of a match.")
@options.database
@options.as_json
def show(number: str, is_match: bool, db: str | None, as_json: bool) -> None:
    """Show the game (or the match) of that NUMBER."""
    with opened(db) as store:
        if is_match:
            _show_match(store, number, as_json)
        else:
            _show_game(store, number, as_json)


def _show_game(store: "Archive", number: str, as_json: bool) -> None:
    import json

    from rich.text import Text

    from kibitz.errors import BadValue
    from kibitz.store.reviews import reviews_of

    if not number.isdecimal() or len(number) > 18:
        raise BadValue(f"'{number}' is not the number of a game")
    record = store.record(int(number))
    if as_json:
        reviews = reviews_of(store, int(number))
        print_json(id=int(number), record=json.loads(record.to_json()), reviews=reviews)
        return
    replay = record.replay()
    out = output.console()
    for seat, player in enumerate(record.players):
        got = "" if record.result is None else f"  {record.result[seat]:+g}"
        out.print(Text(f"{replay.game.seat_name(seat)}: {player}{got}"))
    out.print(Text(f"{record.game} from {record.start}, seed {record.seed}"), style="dim")
    out.print(Text(" ".join(record.moves)))
    out.print(replay.game.show(replay.end))
    if record.result is None or "ended" in record.tags:
        out.print(Text(f"ended: {record.tags.get('ended', 'unfinished')}"))


def _show_match(store: "Archive", number: str, as_json: bool) -> None:
    from kibitz.store.matches import match_summary

    match = match_summary(store, number)
    fields = {
        "id": match.id,
        "added": _moment(match.added),
        **match.plan.to_fields(),
        "pairs": match.pairs,
        "outcomes": match.outcomes,
        "outcome": match.outcome,
    }
    if as_json:
        print_json(**fields)
        return
    width = max(map(len, fields))
    for name, value in fields.items():
        click.echo(f"{name:{width}}  {cell(value)}")


@archive.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True))
@click.option("--keep-going", is_flag=True, help="Refuse bad lines alone and go on.")
@options.database
@options.as_json
def import_(files: tuple[str, ...], keep_going: bool, db: str | None, as_json: bool) -> None:
    """Keep the games of FILES of JSON lines (- is stdin); known games stay as they are."""
    with opened(db, create=True) as store:
        place = str(store.database.place)
        reports = {file: _import_file(store, file, keep_going) for file in files}
    new, known, refused = (
        sum(getattr(report, name) for report in reports.values())
        for name in ("new", "known", "refused")
    )
    reasons = [f"{file}, {r}" for file, report in reports.items() for r in report.reasons]
    if as_json:
        print_json(archive=place, new=new, known=known, refused=refused, reasons=reasons)
        return
    for reason in reasons:
        click.echo(reason, err=True)
    click.echo(f"{new:,} new, {known:,} known, {refused:,} refused; kept in {place}")


def _import_file(store: "Archive", file: str, keep_going: bool) -> "Imported":
    from kibitz.errors import BadRecord, BadValue
    from kibitz.store.transfer import import_lines

    try:
        with click.open_file(file, "rb") as lines, _Progress() as progress:
            return import_lines(store, lines, keep_going=keep_going, progress=progress.tell)
    except BadRecord as error:
        raise BadRecord(f"{file}, {error}") from None
    except OSError as error:
        raise BadValue(f"{file} cannot be read: {error.strerror}") from None


class _Progress:
    """One line on stderr that counts, where somebody is looking."""

    def __enter__(self) -> "_Progress":
        self._shown = False
        return self

    def tell(self, report: "Imported") -> None:
        if sys.stderr.isatty():
            self._shown = True
            click.echo(f"\r{report.new + report.known:,} games", nl=False, err=True)

    def __exit__(self, *_: object) -> None:
        if self._shown:
            click.echo("\r\033[K", nl=False, err=True)


@archive.command()
@click.option("--format", "kind", type=click.Choice(["jsonl", "pgn"]), default="jsonl")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), default=None)
@_game
@_player
@options.database
@options.as_json
def export(
    kind: str,
    output: Path | None,
    game: str | None,
    player: str | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Write games as JSON lines, or the results of two players as PGN.

    They go to stdout, or to the file that --output names; --json then reports how many.
    """
    from kibitz.errors import BadValue
    from kibitz.store.transfer import export_pgn

    if as_json and output is None:
        raise BadValue("--json reports on an export to a file: name it with --output")
    with opened(db) as store:
        wanted = selected(game, player)
        texts = store.lines(wanted) if kind == "jsonl" else export_pgn(store, wanted)
        count = write_lines(texts, output)
    if as_json:
        print_json(output=str(output), format=kind, games=count)
    elif output is not None:
        click.echo(f"{count:,} games in {output}")


def write_lines(texts: Iterable[str], output: Path | None) -> int:
    """Write texts to stdout, or to a file that appears when it is complete."""
    from kibitz.errors import BadValue

    if output is None:
        return _write_to(sys.stdout, texts)
    part = output.with_name(output.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            count = _write_to(file, texts)
        part.replace(output)
    except OSError as error:
        raise BadValue(f"{output} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
    return count


def _write_to(file: Any, texts: Iterable[str]) -> int:
    count = 0
    for text in texts:
        file.write(text + "\n")
        count += 1
    return count


@archive.command()
@click.argument("game", required=False)
@click.argument("position", required=False)
@click.option("--error", type=float, default=0.05, show_default=True, metavar="E", help="Wanted.")
@click.option("--analyst", default=None, metavar="A", help="Who answers where games are too few.")
@options.seed
@options.database
@options.as_json
def stats(
    game: str | None,
    position: str | None,
    error: float,
    analyst: str | None,
    seed: int | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Count what the archive holds, of one GAME, or what a POSITION promises.

    A position is answered by the games that came to it, if its 95 % interval is within
    the wanted error, else by an analyst, whose value is kept.
    """
    with opened(db, create=position is not None) as store:
        if game is None:
            census.print_totals(store, as_json)
        elif position is None:
            census.print_game(store, game, as_json)
        else:
            census.print_prospect(store, (game, position), error, analyst, seed or 0, as_json)
