"""The log, the pace and the page of a run: beside the answer, which they do not change."""

import json

from kibitz.core.sheet import Chart
from kibitz.lab.contest.course import MOST_POINTS, RunCourse, Standpoint
from tests.cli.shell import check_refused, kibitz

MATCH = ("match", "nim(3,4)", "expert", "beginner", "--seed", "3", "--json", "--workers", "1")


def test_a_log_and_a_page_leave_the_answer_as_it_is(tmp_path):
    log, page = tmp_path / "run.jsonl", tmp_path / "run.html"
    plain = kibitz(*MATCH, "--sprt", "0", "30")
    watched = kibitz(*MATCH, "--sprt", "0", "30", "--log", str(log), "--html", str(page))
    assert watched.out == plain.out
    assert watched.code == plain.code == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines[-1]["event"] == "H1 accepted"
    assert lines[-1]["pairs"] == plain.json["pairs"]
    assert lines[-1]["llr"] == plain.json["sprt"]["llr"]
    assert lines[-1]["pairs_per_second"] > 0
    text = page.read_text()
    assert text.lower().startswith("<!doctype html>")
    assert "Nim: expert, beginner" in text
    kibitz(*MATCH, "--pairs", "5", "--log", str(log))
    assert len(log.read_text().splitlines()) > len(lines)  # a log is only ever added to


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path):
    answer = kibitz(*MATCH, "--pairs", "5", "--log", str(tmp_path / "none" / "run.jsonl"))
    check_refused(answer, "cannot write the log", "none")


def test_pace_and_time_left_follow_from_what_was_played_in_this_run():
    course = RunCourse(begun=100).after(Standpoint(300), 4.0)
    assert course.pairs_per_second == 50.0
    assert course.seconds_left(1300) == 20.0
    assert course.words(1300) == ", 50 pairs/s, 20 s left"
    assert course.words(None) == ", 50 pairs/s"
    assert RunCourse().words(10) == ""


def test_curves_thin_out_and_keep_their_newest_point():
    course = RunCourse()
    for pairs in range(1, 3 * MOST_POINTS):
        course = course.after(
            Standpoint(pairs, 0.01 * pairs, (-2.9, 2.9), 5.0, (1.0, 9.0)), float(pairs)
        )
        assert len(course.points) <= MOST_POINTS
        assert course.points[-1].pairs == pairs
    ratio, elo = course.charts()
    assert isinstance(ratio, Chart)
    assert isinstance(elo, Chart)
    assert [name for _, name in ratio.levels] == ["H0 accepted", "H1 accepted"]
    assert elo.lines[0].band[-1] == (3 * MOST_POINTS - 1, 1.0, 9.0)


def test_a_tournament_shows_everybodys_rating():
    course = RunCourse()
    for pairs in (1, 2):
        point = Standpoint(pairs, ratings=(("a", 10.0 * pairs), ("b", -10.0)))
        course = course.after(point, 1.0)
    (chart,) = course.charts()
    assert isinstance(chart, Chart)
    assert {curve.name: curve.points for curve in chart.lines} == {
        "a": ((1, 10.0), (2, 20.0)),
        "b": ((1, -10.0), (2, -10.0)),
    }
