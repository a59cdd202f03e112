"""Programs that misbehave in every way we know, as small scripts.

Each has a body that runs when the program is loaded (`hello`) or when it is to move (`go`), and
what it must come to: how it loses its games, or None where it plays them.
"""

from dataclasses import dataclass

FRAME = """
import os, signal, subprocess, sys, time
def say(text):
    os.write(1, text if isinstance(text, bytes) else (text + "\\n").encode())
def hang():
    while True:
        time.sleep(1)
def child(code):
    subprocess.Popen([sys.executable, "-I", "-S", "-c", code, __file__])
def no_term():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if {hello!r}:
    exec({hello!r})
legal = []
for line in iter(sys.stdin.readline, ""):
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "ugi":
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "legal":
        legal = rest.split("\\t")
    elif word == "quit" and not {deaf!r}:
        break
    elif word == "go":
        exec({go!r})
"""

STALLED, EXITED, ILLEGAL = "stalled", "exited", "illegal move"
GOOD = "say('bestmove ' + legal[0])"
SLEEPER = "import time; time.sleep(60)"
LEAVER = "import os, time; os.setsid(); time.sleep(60)"
STUBBORN = (
    "import os, signal, time; os.setsid(); os.fork() and os._exit(0);"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
)


@dataclass(frozen=True)
class Bad:
    """One way to misbehave."""

    ending: str | None
    go: str = GOOD
    hello: str = ""
    deaf: bool = False  # to quit

    @property
    def script(self) -> str:
        return FRAME.format(hello=self.hello, go=self.go, deaf=self.deaf)


BAD = {
    # before it is asked for a move
    "says nothing": Bad(STALLED, hello="hang()"),
    "talks nonsense and never says hello": Bad(STALLED, hello="say(bytes(range(256))); hang()"),
    "half a hello": Bad(STALLED, hello="say(b'ugio'); hang()"),
    "floods us with lines at hello": Bad(STALLED, hello="while True: say('x')"),
    "floods us without lines at hello": Bad(STALLED, hello="while True: say(bytes(65536))"),
    "never reads": Bad(STALLED, hello="say('ugiok'); say('readyok'); hang()"),
    "answers before it is asked, never reads": Bad(
        STALLED, hello="say('ugiok\\nreadyok\\nbestmove a1'); hang()"
    ),
    "ends at once": Bad(EXITED, hello="sys.exit()"),
    "ends after hello": Bad(EXITED, hello="say('ugiok'); sys.exit(3)"),
    "aborts": Bad(EXITED, hello="os.kill(os.getpid(), signal.SIGABRT)"),
    "closes its output at hello": Bad(EXITED, hello="os.close(1); hang()"),
    "closes its input at hello": Bad(EXITED, hello="os.close(0); say('ugiok'); hang()"),
    "leaves a child in its place": Bad(EXITED, hello=f"child({SLEEPER!r}); os._exit(0)"),
    # when it is to move
    "sleeps": Bad(STALLED, "hang()"),
    "computes for ever": Bad(STALLED, "while True: pass"),
    "ignores TERM": Bad(STALLED, "no_term(); hang()"),
    "stops itself": Bad(STALLED, "os.kill(os.getpid(), signal.SIGSTOP)"),
    "floods us with lines": Bad(STALLED, "while True: say('info ' + 'x' * 500)"),
    "floods us with blank lines": Bad(STALLED, "while True: say(b'\\n' * 65536)"),
    "one line without end": Bad(STALLED, "while True: say(b'bestmove ' * 7000)"),
    "floods its errors": Bad(STALLED, "while True: os.write(2, b'oh no ' * 10000)"),
    "half an answer": Bad(STALLED, "say(b'bestmove a'); hang()"),
    "drips": Bad(STALLED, "while True: say(b'b'); time.sleep(0.01)"),
    "twenty children, all of them asleep": Bad(
        STALLED, "for _ in range(20): os.fork() or hang()\nhang()"
    ),
    "a daemon and sleep": Bad(STALLED, f"child({STUBBORN!r}); time.sleep(0.1); hang()"),
    "closes its input and sleeps": Bad(STALLED, "os.close(0); hang()"),
    "crashes": Bad(EXITED, "1 / 0"),
    "ends": Bad(EXITED, "sys.exit()"),
    "kills itself": Bad(EXITED, "os.kill(os.getpid(), signal.SIGKILL)"),
    "ends all its group": Bad(EXITED, "os.killpg(0, signal.SIGTERM); hang()"),
    "kills whoever started it": Bad(EXITED, "os.kill(os.getppid(), signal.SIGKILL); hang()"),
    "closes its output": Bad(EXITED, "os.close(1); hang()"),
    "ends, but its child keeps the output open": Bad(EXITED, f"child({SLEEPER!r}); os._exit(1)"),
    "ends, but a child in another session keeps the output open": Bad(
        EXITED, f"child({LEAVER!r}); time.sleep(0.1); os._exit(1)"
    ),
    "answers nonsense": Bad(ILLEGAL, "say('bestmove banana')"),
    "answers nothing": Bad(ILLEGAL, "say('bestmove')"),
    "answers bytes": Bad(ILLEGAL, "say(b'bestmove \\x00\\xff\\x1b[2J\\n')"),
    "answers ten megabytes": Bad(ILLEGAL, "say(b'bestmove ' + b'x' * 10_000_000 + b'\\n')"),
    "answers a move that is taken": Bad(
        ILLEGAL, "say('bestmove ' + ('a1' if 'a1' not in legal else 'z9'))"
    ),
    # rude, but it plays
    "talks all the time": Bad(None, "say('info ' + 'x' * 70000); say('bestmove ' + legal[0])"),
    "answers twice": Bad(None, "say('bestmove ' + legal[0] + '\\nbestmove ' + legal[0])"),
    "does not hear quit, and ignores TERM": Bad(None, "no_term(); " + GOOD, deaf=True),
    "leaves a daemon behind": Bad(None, f"len(legal) > 7 and child({STUBBORN!r}); " + GOOD),
}
