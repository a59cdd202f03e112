#!/usr/bin/env python3
"""A whole player in a few lines: any legal move, at random. Try it:

kibitz match tictactoe "exec:python3 examples/mybot.py" random --pairs 50
"""

import random
import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "ugi":
        print("id name mybot\nugiok", flush=True)
    elif word == "newgame":  # newgame seed 123 game tictactoe
        random.seed(int(rest.split()[1]))
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":  # what the seat may play, separated by tabs
        legal = rest.split("\t")
    elif word == "go":
        print("bestmove", random.choice(legal), flush=True)
    elif word == "quit":
        break
