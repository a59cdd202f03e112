"""Whole games in a real browser: by mouse on the board, by keyboard alone, on a phone."""

import random

import pytest

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width

WAYS = """() => [document.querySelectorAll("#board [data-move]").length,
  [...document.querySelectorAll("#plays button")].map((b) => b.dataset.picks).filter(Boolean),
  document.querySelectorAll("#plays button").length]"""
READY = "body[data-turn=yes], body[data-over=yes]"
GAMES = {
    "cribbage": ("beginner", "", WIDE, "light"),
    "dicechess": ("beginner", "", WIDE, "dark"),
    "ultimate": ("beginner", "", PHONE, "light"),
    "dots": ("beginner", "", PHONE, "dark"),
    "battleship": ("beginner", "3,2,rows=6,cols=6", WIDE, "light"),
    "bluff": ("beginner", "players=3,turns=12", PHONE, "light"),
    "nim": ("beginner", "", WIDE, "dark"),
}


def sat_down(page, game, against, options="", size=WIDE, scheme="light", many=False):
    """A page at a new table, by the form."""
    opened = page(f"/play?game={game}", size, scheme)
    opened.fill("#options", options)
    opened.select_option("#against", against)
    if many:
        opened.check("[name=hands]")
    check_access(opened)
    opened.click("button[type=submit]")
    opened.wait_for_selector(READY)
    return opened


def played_by_mouse(opened, luck):
    """Make one move: where the board can be clicked, there, otherwise by a button or a dial."""
    ply = opened.get_attribute("body", "data-ply")
    marks, picks, plays = opened.evaluate(WAYS)
    if marks:
        opened.locator("#board [data-move]").nth(luck.randrange(marks)).dispatch_event("click")
    elif picks:
        pick_all(opened, luck.choice(picks).split(" "), ply)
    elif plays:
        opened.locator("#plays button").nth(luck.randrange(plays)).click()
    else:
        opened.click(".dial > button")
    opened.wait_for_selector(f'body:not([data-ply="{ply}"])')


def pick_all(opened, parts, ply):
    """Click every part of a move on the board, then the button that plays it if there is one."""
    for i, part in enumerate(parts):
        marks = opened.locator(f'#board [data-pick="{part}"]')
        marks.nth(parts[:i].count(part)).dispatch_event("click")
    played = f'body:not([data-ply="{ply}"])'
    opened.wait_for_selector(f"#picked button[type=submit], {played}")
    if opened.locator("#picked button[type=submit]").count():
        opened.locator("#picked button[type=submit]").first.dispatch_event("click")


def played_out(opened, luck, most=400):
    """Play until the hand is over."""
    for _ in range(most):
        opened.wait_for_selector(READY)
        if opened.get_attribute("body", "data-over") == "yes":
            return
        played_by_mouse(opened, luck)
    raise AssertionError(f"not over after {most} moves")


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_mouse(page, game):
    against, options, size, scheme = GAMES[game]
    opened = sat_down(page, game, against, options, size, scheme)
    check_access(opened)
    check_width(opened)
    played_out(opened, random.Random(7))
    check_access(opened)
    check_width(opened)
    assert opened.inner_text("#prompt")
    assert opened.is_visible("[data-do=review]")


@pytest.mark.compiled
def test_ten_hands_of_holdem_move_the_button(page):
    opened = sat_down(page, "holdem", "random", size=PHONE, scheme="dark", many=True)
    check_access(opened)
    for hand in range(10):
        assert opened.get_attribute("body", "data-hand") == str(hand)
        played_out(opened, random.Random(hand))
        if hand < 9:
            opened.click("[data-do='next hand']")
            opened.wait_for_selector(f'body[data-hand="{hand + 1}"]')
    assert "In all" in opened.inner_text("#prompt")
    check_width(opened)


def test_a_game_is_played_by_the_keyboard_alone(page):
    opened = page("/play?game=tictactoe")
    tabbed_to(opened, "#against")
    opened.keyboard.type("random")
    tabbed_to(opened, "button[type=submit]")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(READY)
    while opened.get_attribute("body", "data-over") != "yes":
        ply = opened.get_attribute("body", "data-ply")
        tabbed_to(opened, "#board [data-move]")
        opened.keyboard.press("Enter")
        opened.wait_for_selector(f'body:not([data-ply="{ply}"])')
        opened.wait_for_selector(READY)
    assert opened.inner_text("#prompt") in ("You win.", "You lose.", "A draw.")


def tabbed_to(opened, selector, most=60):
    """Press Tab until something of that kind has the focus."""
    for _ in range(most):
        opened.keyboard.press("Tab")
        if opened.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


@pytest.mark.compiled
def test_a_hint_marks_the_board_and_a_move_is_taken_back(page):
    opened = sat_down(page, "tictactoe", "expert")
    opened.click("[data-do=hint]")
    opened.wait_for_selector("#hints ol li")
    assert opened.query_selector("#board .h-best, #board [class*=best]")
    played_by_mouse(opened, random.Random(1))
    opened.wait_for_selector(READY)
    opened.click("[data-do='take back']")
    opened.wait_for_selector('body[data-ply="0"]')
    opened.click("[data-do=resign]")
    opened.wait_for_selector("body[data-over=yes]")
    assert opened.inner_text("#prompt") == "You lose."


def test_a_typed_move_is_played_and_a_wrong_one_told(page):
    opened = sat_down(page, "tictactoe", "random")
    opened.fill("#move", "z9")
    opened.press("#move", "Enter")
    opened.wait_for_selector("#trouble:not(:empty)")
    assert "400" in page.troubles.pop()  # a browser tells of every refusal
    opened.fill("#move", "b2")
    opened.press("#move", "Enter")
    opened.wait_for_selector('body[data-ply="2"]')


def test_two_people_play_at_one_screen_and_in_two_browsers(page):
    shared = sat_down(page, "tictactoe", "hot seat")
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        shared.wait_for_selector(f'body[data-ply="{ply}"]')
        shared.click(f"#plays [data-play='{move}']")
    shared.wait_for_selector("body[data-over=yes]")
    first = sat_down(page, "tictactoe", "person")
    word = first.inner_text("#invitation").rpartition("/join/")[2]
    second = page(f"/join/{word}")
    for ply, (opened, move) in enumerate(zip((first, second) * 3, ("a1", "b1", "a2", "b2", "a3"))):  # noqa: B905
        opened.wait_for_selector(f'body[data-ply="{ply}"][data-turn=yes]')
        opened.click(f"#plays [data-play='{move}']")
    for opened in (first, second):
        opened.wait_for_selector("body[data-over=yes]")
    assert (first.inner_text("#prompt"), second.inner_text("#prompt")) == ("You win.", "You lose.")
