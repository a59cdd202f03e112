"""Whole games in a real browser: by mouse on the board, by keyboard alone, on a phone."""

import random

import pytest

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width

READY = "body[data-turn=yes], body[data-over=yes]"
GAMES = {
    "cribbage": ("beginner", "", WIDE, "light"),
    "dicechess": ("beginner", "", WIDE, "dark"),
    "ultimate": ("beginner", "", PHONE, "light"),
    "dots": ("beginner", "", PHONE, "dark"),
    "battleship": ("beginner", "", WIDE, "light"),
    "bluff": ("beginner", "", PHONE, "light"),
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


# One person's moves, made in the page as by a mouse: a mark of the board where one plays, else
# the parts of a play and the button for it, else a button or a dial. Told is how many there were.
PLAYER = """async ({ seed, most }) => {
  const { body } = document;
  const all = (what) => [...document.querySelectorAll(what)];
  let luck = seed;
  const any = (list) => {
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return list[Math.floor(luck / 65536) % list.length];
  };
  const click = (mark) => mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const until = (test) => new Promise((done, fail) => {
    const seen = new MutationObserver(() => look());
    const late = () => { seen.disconnect(); fail(new Error(`stuck at ${body.dataset.ply}`)); };
    const timer = setTimeout(late, 60000);
    const look = () => { if (test()) { clearTimeout(timer); seen.disconnect(); done(); } };
    seen.observe(body, { attributes: true, subtree: true, childList: true });
    look();
  });
  const move = () => {
    const marks = all("#board [data-move]");
    const plays = all("#plays button");
    const picks = plays.map((play) => play.dataset.picks).filter(Boolean);
    if (document.querySelector("#harbour:not([hidden])")) click(all("#harbour [type=submit]")[0]);
    else if (marks.length) click(any(marks));
    else if (picks.length) {
      const parts = any(picks).split(" ");
      parts.forEach((part, i) => {
        const same = all(`#board [data-pick="${part}"]`);
        click(same[parts.slice(0, i).filter((other) => other === part).length]);
      });
      const ready = all("#picked button[type=submit]");
      if (ready.length) click(ready[0]);
    } else click(plays.length ? any(plays) : all(".dial > button")[0]);
  };
  for (let made = 0; made < most; made += 1) {
    await until(() => body.dataset.over === "yes" || body.dataset.turn === "yes");
    if (body.dataset.over === "yes") return made;
    const { ply } = body.dataset;
    move();
    await until(() => body.dataset.ply !== ply || body.dataset.over === "yes");
  }
  await until(() => body.dataset.over === "yes" || body.dataset.turn === "yes");
  return most;
}"""


def played_by_mouse(opened, luck, most=1):
    """Make some moves, fewer where the hand is over before."""
    return opened.evaluate(PLAYER, {"seed": luck.randrange(1 << 30), "most": most})


def played_out(opened, luck, most=1000):
    """Play until the hand is over; how many moves that took."""
    made = played_by_mouse(opened, luck, most)
    assert opened.get_attribute("body", "data-over") == "yes", f"not over after {most} moves"
    return made


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
