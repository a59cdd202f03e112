"""A user's script that shares work among processes, as people write it: without a guard."""

import subprocess
import sys

import pytest

SCRIPT = """
import kibitz
with open({log!r}, "a") as log:
    log.write("ran\\n")
if __name__ == "__mp_main__":
    raise SystemExit("a worker runs the script")
print({call})
"""
CALLS = {
    "a match": "kibitz.match('nim(3,4)', 'mcts(iterations=9)', 'random', pairs=6, seed=3, "
    "workers=2, crew='processes').score",
    "rollouts": "kibitz.ask('analyse', game='nim', position='3,4,5', analyst='rollout', "
    "iterations=4000, seed=3, workers=2).options[0].value",
    "a cluster": "kibitz.match('nim(3,4,5)', 'expert', 'random', pairs=6, seed=3, "
    "cluster='local:2').score",
}


def answered(given, *words):
    made = subprocess.run(
        [sys.executable, *words], input=given, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_script_without_a_guard_runs_once_whoever_does_its_work(call, tmp_path):
    path, log = tmp_path / "script.py", tmp_path / "log"
    text = SCRIPT.format(log=str(log), call=call)
    path.write_text(text)
    from_file = answered("", str(path))
    assert from_file.strip()
    assert log.read_text() == "ran\n"
    assert answered(text, "-") == from_file  # where there is no file to run again
    assert log.read_text() == "ran\n" * 2
