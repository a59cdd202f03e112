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
    opened = page(f"/play?game={game}({options})", size, scheme)
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
    opened.wait_for_selector("#hints .ranking")
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


def label(opened, ship):
    return opened.get_attribute(f"#board [data-ship='{ship}']", "aria-label")


@pytest.mark.compiled
def test_ships_are_moved_by_keys_turned_by_a_tap_and_dragged(page):
    opened = sat_down(page, "battleship", "random", "3,2,rows=6,cols=7,touch=false", PHONE, "dark")
    for ship, down in (("destroyer", 6), ("cruiser", 0)):
        token = opened.locator(f"#board [data-ship='{ship}']")
        if " down" in label(opened, ship):  # "too close to another" may follow
            token.press("r")
        for key, times in (("ArrowLeft", 7), ("ArrowUp", 7), ("ArrowDown", down)):
            for _ in range(times):
                token.press(key)
    assert label(opened, "cruiser") == "cruiser, 3 cells, A1 across"
    assert label(opened, "destroyer") == "destroyer, 2 cells, A6 across"
    assert opened.inner_text("#harbour [role=status]") == "cruiser, 3 cells, A1 across"
    token = opened.locator("#board [data-ship='cruiser']")
    assert token.evaluate("token => getComputedStyle(token).touchAction") == "none"
    box = token.bounding_box()
    cell = box["width"] / 3
    opened.mouse.move(box["x"] + cell / 2, box["y"] + cell / 2)
    opened.mouse.down()
    opened.mouse.move(box["x"] + 2.5 * cell, box["y"] + 3.5 * cell, steps=4)
    opened.mouse.up()
    assert label(opened, "cruiser") == "cruiser, 3 cells, C4 across"
    token.click(position={"x": cell / 2, "y": cell / 2})  # turns about the cell that was clicked
    told = "cruiser, 3 cells, C4 down, too close to another"  # ships may not touch here
    assert label(opened, "cruiser") == told
    assert opened.is_disabled("#harbour [type=submit]")
    token.press("ArrowUp")
    token.press("ArrowUp")
    check_access(opened)
    opened.click("#harbour [type=submit]")
    opened.wait_for_selector("#harbour[hidden]", state="attached")
    opened.wait_for_selector("#board [data-move='A1']")
    assert opened.locator("#board [aria-label^='C2: ship']").count() == 1


def test_the_options_of_a_game_are_fields_and_seats_follow(page):
    opened = page("/play?game=octal(dawson,3 4,misere=true)", PHONE, "dark")
    assert opened.input_value("#option-code") == "dawson"
    assert opened.is_checked("#option-misere")
    opened.select_option("#game", "cribbage")
    assert opened.locator("#seat option").count() == 2
    opened.fill("#option-players", "3")
    opened.check("#option-skunks")
    opened.select_option("#seat", label="3 of 3")
    opened.select_option("#against", "hot seat")
    check_access(opened)
    check_width(opened)
    with opened.expect_request("**/api/v1/tables") as sent:
        opened.click("button[type=submit]")
    asked = sent.value.post_data_json
    assert (asked["game"], asked["seat"]) == ("cribbage(players=3,skunks=true)", 2)
    opened.wait_for_selector(READY)


@pytest.mark.parametrize(
    ("game", "fields", "text"),
    [
        ("octal", {"heaps...": "3, 4 5"}, "octal(kayles,3,4,5)"),
        ("nim", {"limit": "2"}, "nim(limit=2)"),
        ("tictactoe", {}, "tictactoe"),
    ],
)
def test_what_the_fields_say_is_the_text_of_the_game(page, game, fields, text):
    opened = page(f"/play?game={game}")
    for name, value in fields.items():
        opened.fill(f"[data-option='{name}']", value)
    opened.select_option("#against", "hot seat")
    with opened.expect_request("**/api/v1/tables") as sent:
        opened.click("button[type=submit]")
    assert sent.value.post_data_json["game"] == text


@pytest.mark.compiled
def test_the_cube_is_offered_by_a_click(page):
    opened = page("/play?game=nim")
    assert opened.is_hidden("#with-cube")
    opened.select_option("#game", "dicechess")
    opened.select_option("#against", "hot seat")
    opened.check("[name=cube]")
    opened.click("button[type=submit]")
    opened.click("[data-cube=double]")
    opened.click("[data-cube=take]")
    opened.wait_for_selector('body[data-ply="1"]')
    assert "Stake 2, the cube is the other side's" in opened.inner_text("#cube")
    check_access(opened)


def test_tabs_share_one_stream_and_do_without_where_none_can_be_shared(page):
    first = sat_down(page, "tictactoe", "hot seat")
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(READY)
    news = page.lab.server.server.config.app.app.state.lab.news
    name = first.url.rpartition("/")[2]
    assert [first.get_attribute("body", "data-stream")] * 2 == ["shared"] * 2
    assert second.get_attribute("body", "data-stream") == "shared"
    assert news._topics[f"table:{name}:0"].listeners == 1
    first.click("#plays [data-play='a1']")
    second.wait_for_selector('body[data-ply="1"]')
    third = first.context.new_page()
    third.add_init_script("delete window.SharedWorker")
    third.goto(first.url)
    third.wait_for_selector('body[data-ply="1"][data-stream=own]')
    third.click("#plays [data-play='b1']")
    second.wait_for_selector('body[data-ply="2"]')
    for one in (second, third):
        one.close()
    first.goto(page.lab.origin)
    for _ in range(200):
        if not news.is_heard(f"table:{name}:0"):
            return
        first.wait_for_timeout(50)
    raise AssertionError("somebody still listens")
