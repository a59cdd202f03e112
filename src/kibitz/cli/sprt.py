"""`kibitz sprt`: plan a sequential test, simulate it, and read the state of one."""

import click

from kibitz.cli.sprt_options import DASHED
from kibitz.cli.sprt_plan import plan
from kibitz.cli.sprt_simulate import simulate
from kibitz.cli.sprt_status import status


@click.group(context_settings=DASHED)
def sprt() -> None:
    """Sequential tests: is the new version stronger, in as few games as possible?"""


for _command in (plan, simulate, status):
    sprt.add_command(_command)
