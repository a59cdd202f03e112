"""The marks of the levels: measured anew, gone on with, and told in the documentation."""

import json
from pathlib import Path
from typing import Any

from benchmarks import marks

from kibitz.coach.progress import FEW_GAMES, STRENGTHS, games_behind, level_costs
from kibitz.core.registry import game_names, make_game

KEPT = json.loads(marks.MARKS.read_text())
PAGE = Path(__file__).parents[2] / "docs" / "coach.md"


def test_the_table_of_the_documentation_is_that_of_the_marks():
    page = PAGE.read_text("utf-8")
    assert "\n" + "\n".join(marks.table(KEPT)) + "\n" in page


def test_every_level_of_every_game_was_measured():
    for name in (*game_names(), *marks.TABLES):
        assert set(KEPT["marks"][name]) == set(STRENGTHS), name
        assert min(games_behind(KEPT, name).values()) > 0


def test_what_is_from_few_games_is_no_mark():
    for name in game_names():
        counts = games_behind(KEPT, name)
        wanted = {level for level in STRENGTHS if counts[level] >= FEW_GAMES}
        assert set(level_costs(name)) == wanted
    assert set(level_costs("nim")) == set(STRENGTHS)


def test_every_level_of_bluff_meets_the_same_others_in_every_seat_in_turn():
    bluff, nim = make_game("bluff"), make_game("nim")
    company = ["advanced", "expert", "intermediate"]
    for level in STRENGTHS:
        for number in range(8):
            table, seat = marks.seated(bluff, level, number), marks.seat_of(bluff, number)
            assert seat is not None
            assert table.pop(seat) == level
            assert sorted(table) == company
    assert {marks.seat_of(bluff, number) for number in range(4)} == {0, 1, 2, 3}
    assert marks.seated(bluff, "random", 1) == ["intermediate", "advanced", "expert", "random"]
    assert marks.seated(nim, "expert", 1) == ["expert", "expert"]
    assert marks.seat_of(nim, 1) is None


def test_a_run_that_is_cut_short_goes_on_with_what_it_has(tmp_path, monkeypatch, capsys):
    path, journal = tmp_path / "marks.json", tmp_path / "journal.jsonl"
    path.write_text(json.dumps({"games": {}, "marks": {}, "errors": {}}))
    monkeypatch.setattr(marks, "MARKS", path)
    settings = {"MARKS": "nim(1,2,3)", "LEVELS": "random expert", "JOURNAL": str(journal)}
    for name, value in settings.items():
        monkeypatch.setenv(f"KIBITZ_{name}", value)
    for games in ("2", "5"):
        monkeypatch.setenv("KIBITZ_GAMES", games)
        marks.main()
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    assert sorted(row["number"] for row in rows) == sorted(2 * [0, 1, 2, 3, 4])
    lost = [row for row in rows if row["level"] == "random" and row["decisions"]]
    found = json.loads(path.read_text())
    cost = sum(row["lost"] for row in lost) / sum(row["decisions"] for row in lost)
    assert found["marks"]["nim(1,2,3)"] == {"random": round(cost, 4), "expert": 0.0}
    assert "| nim(1,2,3) |" in capsys.readouterr().out


def test_the_table_says_which_levels_are_not_told_apart():
    costs = {"random": 3.0, "beginner": 2.0, "intermediate": 1.0, "advanced": 0.5, "expert": 0.51}
    errors = {"beginner": 0.1, "intermediate": 0.6}
    kept: dict[str, Any] = {
        "marks": {"nim": costs},
        "errors": {"nim": errors},
        "games": {"nim": 10},
    }
    row = marks.table(kept)[-1]
    assert row.endswith(
        "| 10 | intermediate not told from beginner; advanced not told from intermediate;"
        " expert no less than advanced |"
    )
    assert "2.00 ± 0.20" in row
    kept["games"]["nim"] = 9
    assert marks.table(kept)[-1].endswith("| 9 | too few games to tell |")
    kept["games"]["nim"], costs["expert"] = 10, 0.4
    kept["errors"] = {}
    assert marks.table(kept)[-1].endswith("| yes, no intervals |")
    kept["shared"] = {"nim": {"games": 20, "steps": dict.fromkeys(STRENGTHS, (1.0, 0.5))}}
    assert marks.table(kept)[-1].endswith("| yes, no intervals; at the same decisions: yes |")
