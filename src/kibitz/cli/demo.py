"""`kibitz demo`: a tour of at most a minute through what the program can do."""

import click

from kibitz.cli import options, streams


@click.command(cls=options.CarefulCommand)
@options.seed
@options.as_json
def demo(seed: int | None, as_json: bool) -> None:
    """Take a one-minute tour of what Kibitz can do."""
    from kibitz.core.sheet import Heading
    from kibitz.drawing.terminal import show
    from kibitz.lab.demo import SEED, DemoAnswer, next_steps, steps

    root, figures = SEED if seed is None else seed, {}
    for step in steps(root):
        show([Heading(step.title), *step.blocks], stderr=as_json)
        figures[step.name] = step.figures
    show(next_steps(), stderr=as_json)
    if as_json:
        streams.echo_json(DemoAnswer(root, figures).to_json())
