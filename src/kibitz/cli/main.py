"""The command `kibitz`: finds the sub-command, loads only that one, and words what goes wrong.

Exit codes: 0 fine, 1 failed, 2 bad input, 3 H0 accepted, 4 inconclusive, 130 interrupted.
Neither this module nor `--help` loads numba or numpy.
"""

import sys
from typing import NoReturn

import click

from kibitz import __version__
from kibitz.cli import streams, verbs
from kibitz.cli.lazy import LazyGroup
from kibitz.cli.loading import INTERRUPTED
from kibitz.cli.patience import ending_soon, leave_now
from kibitz.cli.room import check_room
from kibitz.cli.sections import sections_of
from kibitz.errors import BadNotation, KibitzError, shortened

FAILED, BAD_INPUT = 1, 2
NAMES = 10  # columns for the names of commands, so that all sections line up

# name: (where the command is, what it does)
COMMANDS = {
    "play": ("kibitz.cli.play:play", "Play a game in the terminal."),
    "record": ("kibitz.cli.record:record", "Write a game down while it is played."),
    "learn": ("kibitz.cli.learn:learn", "Learn from your mistakes."),
    "drill": ("kibitz.cli.drill:drill", "Practise past mistakes and fresh positions."),
    "web": ("kibitz.cli.web:web", "Open the laboratory in a browser."),
    "demo": ("kibitz.cli.demo:demo", "Take a one-minute tour."),
    "warm": ("kibitz.cli.warm:warm", "Compile everything now, so that nothing waits later."),
}


class Commands(LazyGroup):
    """All commands of Kibitz: those of the table, and one for each registered request."""

    table = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.table, *(name for name in verbs.top_names() if name not in self.table)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or verbs.command(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in sections_of(self.list_commands(ctx)).items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{NAMES}}", self.summary(name)) for name in names])

    def summary(self, name: str) -> str:
        return self.table[name][1] if name in self.table else verbs.summary(name)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: kibitz demo. Each command has its own --help.",
)
@click.version_option(__version__, prog_name="kibitz")
@click.option(
    "--completion",
    type=click.Choice(["bash", "zsh", "fish"]),
    expose_value=False,
    is_eager=True,
    callback=lambda ctx, _, shell: _print_completion(ctx, shell),
    help="Print the completion script for a shell.",
)
def kibitz() -> None:
    """A laboratory for games: what was each option worth, and who is stronger?"""


def _print_completion(ctx: click.Context, shell: str | None) -> None:
    if shell is None or ctx.resilient_parsing:
        return
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(kibitz, {}, "kibitz", "_KIBITZ_COMPLETE").source())
    ctx.exit()


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    streams.prepare()
    code = run(streams.arguments())
    if code == INTERRUPTED:
        leave_now(code)  # threads inside a kernel would be waited for
    sys.exit(code)


def run(args: list[str]) -> int:
    """Run one command; return its exit code."""
    try:
        _check_text(args)
        check_room()
        with ending_soon():
            code = kibitz.main(args=args, prog_name="kibitz", standalone_mode=False)
        sys.stdout.flush()
    except KibitzError as error:
        return _refuse(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _refuse(shortened(error.format_message()))
    except (KeyboardInterrupt, click.Abort):
        streams.tell("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader (head, less) has gone; rich exits then
        streams.silence()
        return 0
    except (MemoryError, SystemError):  # the latter where C code ran out of it
        return _refuse("there is not enough memory for this", FAILED)
    except ImportError as error:  # of a library, where there is no memory for it
        return _refuse(f"a part of Kibitz cannot be loaded: {error}", FAILED)
    except OSError as error:
        streams.silence()
        return _refuse(_told(error), FAILED)
    return code if isinstance(code, int) else 0


def _check_text(args: list[str]) -> None:
    """Refuse bytes that are no text: neither a file of ours nor a terminal could take them."""
    for arg in args:
        try:
            arg.encode()
        except UnicodeEncodeError:
            raise BadNotation(f"the argument {shortened(arg, 80)!a} is not UTF-8 text") from None


def _told(error: OSError) -> str:
    """What the system would not do; without the name of a file it was to print."""
    said = error.strerror or str(error)
    if error.filename is None:
        return f"the output cannot be written: {said}" if error.errno else said
    return f"{error.filename}: {said}"


def _refuse(sentence: str, code: int = BAD_INPUT) -> int:
    streams.tell(f"kibitz: {sentence}")
    return code
