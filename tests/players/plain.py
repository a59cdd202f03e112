"""Players for the tests that are plain Python, whatever they are made of."""

from kibitz.players.player import Player


class Plain(Player):
    """Another player without its kernel, so that its moves pass a table one by one."""

    text = "plain"

    def __init__(self, sound):
        self.sound = sound

    def move(self, view, seat, seed):
        return self.sound.move(view, seat, seed)
