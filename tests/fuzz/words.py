"""Words that nobody means well: numbers beyond all bounds, markup, half characters, odd files."""

from random import Random

WORK = {
    "base_pairs", "budget", "count", "deals", "depth", "games", "hands", "iterations", "largest",
    "least", "limit", "max_pairs", "max_plies", "min_rollouts", "moves", "pairs", "resamples",
    "rollouts", "rounds", "samples", "simulate", "tries", "truncate", "workers", "worlds",
}  # fmt: skip
SECONDS = {"limit", "seconds"}
NUMBERS = (
    "0", "-0", "1", "-1", "2", "7", "52", "255", "256", "65536", "2147483648", "-2147483649",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999",
    "1" * 50, "9" * 400, "7" * 5000, "0x10", "1_000", "٣", "²", "1e3", "+5", " 4 ", "",
)  # fmt: skip
FLOATS = (
    "0", "-0.0", "0.5", "1", "-1", "1e-9", "1e-300", "5e-324", "1e15", "1e308", "-1e308", "1e309",
    "nan", "inf", "-inf", "7000", "-4000", "0.999999999999", "1e", "½", "1_0.5", "9" * 400,
)  # fmt: skip
TEXTS = (
    "", " ", "x", "-", "--", "--json", "-1", "a=b", "[/x]", "[link=http://x]y[/link]", "[bold]",
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b2J", "a\tb", "a\nb", "a\rb", "\x7f", "\u202eabc",
    "\ufeff", "\U0001f0a1", "e\u0301" * 50, "\udcff\udcfe", "\ud800", "A" * 300, "9" * 5000,
    "%s%n", "{0}", "{tmp}", "$(id)", "`id`", "' OR 1=1 --", "../..", ".", "..", "~nobodyatall/x",
    "postgresql://u:secret@127.0.0.1:1/x?password=secret", "sqlite://", "http://x",
    "((((((((", "))", "nim(" * 200, "nim(3,4,5", "nim(1=2)", "nim(3,4,5,misere=perhaps)",
    "1:1", "K", "?", "0/0", "1/2", "[" * 3000, "{" * 3000, '{"a":' * 2000, "\\", "'", '"', "<b>&",
)  # fmt: skip
FILES = (
    "/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/proc/none/x", ".", "none", "loop",
    "fifo", "games.jsonl/x", "n" * 300, "empty", "latin1.txt", "utf16.txt", "deep.json", "long.txt",
    "-", "", "a\nb",
)  # fmt: skip
HARMLESS = ("/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/proc/none/x")


def is_safe(args: list[str]) -> bool:
    """Whether a command can neither run a program nor write outside its folder."""
    for arg in args:
        value = arg.partition("=")[2] if arg.startswith("--") else arg
        if "exec:" in arg or ("://" in arg and "secret@127.0.0.1" not in arg):
            return False
        if (value.startswith("/") or value.count("..") > 1) and value not in HARMLESS:
            return False
    return True


def mutated(text: str, luck: Random) -> str:
    """A word with something wrong in it."""
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        text = luck.choice(_CHANGES)(text, luck)
    return text[:20_000]


def _place(text: str, luck: Random) -> int:
    return luck.randrange(len(text) + 1)


def _drop(text: str, luck: Random) -> str:
    at = _place(text, luck)
    return text[:at] + text[at + luck.choice((1, 1, 2, 5)) :]


def _double(text: str, luck: Random) -> str:
    at, end = sorted((_place(text, luck), _place(text, luck)))
    return text[:end] + text[at:end] * luck.choice((1, 2, 30)) + text[end:]


def _insert(text: str, luck: Random) -> str:
    at = _place(text, luck)
    return text[:at] + luck.choice(luck.choice((TEXTS, NUMBERS, FLOATS))) + text[at:]


def _letter(text: str, luck: Random) -> str:
    at = _place(text, luck)
    sign = chr(luck.choice((luck.randrange(32, 127), luck.randrange(0x250), 0x2660, 0xFF11)))
    return text[:at] + sign + text[at + 1 :]


def _swap(text: str, luck: Random) -> str:
    return "".join(luck.sample(text, len(text))) if len(text) < 60 else text[::-1]


def _case(text: str, luck: Random) -> str:
    return luck.choice((text.swapcase(), text.upper(), text.casefold(), f" {text} "))


_CHANGES = (_drop, _double, _insert, _letter, _letter, _swap, _case)
