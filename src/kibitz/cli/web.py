"""`kibitz web`: the laboratory in a browser."""

import webbrowser

import click

from kibitz.cli import options


@click.command(cls=options.CarefulCommand)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Port; by default any that is free.",
)
@click.option("--host", default="127.0.0.1", metavar="H", help="Address to listen at.")
@options.database
@click.option("--open/--no-open", "is_opened", default=False, help="Open it in a browser.")
@click.option(
    "--allow-programs",
    is_flag=True,
    help="Let pages start programs (exec:) as players.",
)
def web(port: int, host: str, db: str | None, is_opened: bool, allow_programs: bool) -> int:
    """Open the laboratory in a browser, until Ctrl-C.

    The address that is printed lets in whoever has it.
    """
    from kibitz.web.server import LabServer

    made = LabServer(host, port, db=db, allows_programs=allow_programs)
    click.echo(made.link)
    if is_opened:
        webbrowser.open(made.link)
    made.serve()
    return 0
