"""The calculators as people use them: cards picked, ranges painted, men set, answers that improve.

Every calculator is used once by mouse through its picker, in one of four looks; whatever stands
on the page then must fit and be usable by anybody.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, WIDE, check_access, check_width

pytestmark = pytest.mark.compiled


def ask(seen, state="answered"):
    seen.get_by_role("button", name="Ask", exact=True).click()
    seen.wait_for_selector(f"body[data-state={state}]")
    return seen.locator("#answer")


def picker(seen, label, kind="Cards"):
    """The open picker of a field."""
    button = seen.get_by_role("button", name=f"{kind}: pick for {label}", exact=True)
    if button.get_attribute("aria-expanded") == "false":
        button.click()
    return seen.get_by_role("group", name=f"Picker: {label}", exact=True).and_(
        seen.locator(":visible")
    )


def pick_cards(seen, label, *cards):
    deck = picker(seen, label)
    for card in cards:
        deck.locator(f"[data-card='{card}']").click()
    assert deck.locator("[aria-pressed=true]").count() == len(cards)
    return deck


def pick_men(seen, *men):
    board = picker(seen, "Position", "Board")
    board.get_by_role("button", name="Empty board").click()
    for man, square in men:
        board.get_by_role("button", name=man, exact=True).click()
        board.locator(f"[data-pick='{square}']").click()
        expect(board.locator(f"[data-pick='{square}']")).to_have_attribute(
            "aria-label", f"{square}: {man}"
        )


def throw(seen):
    deck = pick_cards(seen, "Your six cards", "5h", "5s", "6d", "7c", "Kh", "Qs")
    expect(deck.locator(".strip svg")).to_be_visible()
    expect(seen.get_by_label("Your six cards", exact=True)).to_have_value("5h 5s 6d 7c Kh Qs")
    seen.get_by_label("You are").select_option("Dealer")
    seen.get_by_text("More options").click()
    seen.get_by_label("Worlds").fill("0")
    answer = ask(seen)
    assert answer.locator("tbody tr").count() == 15
    assert "dealer=yes" in seen.url


def score(seen):
    pick_cards(seen, "Four cards", "5h", "5s", "5d", "Jc")
    deck = picker(seen, "Starter")
    assert "elsewhere" in deck.locator("[data-card='5h']").get_attribute("class")
    pick_cards(seen, "Starter", "5c")
    expect(ask(seen)).to_contain_text("29")


def peg(seen):
    pick_cards(seen, "Cards you still hold", "Th", "Ad")
    pick_cards(seen, "Cards on the pile", "Kh", "Js")
    assert ask(seen).locator("tbody tr").count() == 2


def equity(seen):
    pick_cards(seen, "Hands 1", "Qc", "Qd")
    pick_cards(seen, "Hands 2", "Ah", "Kh")
    answer = ask(seen).inner_text()
    assert re.search(r"Q[♣♦]Q[♣♦]\s+53\.7", answer), answer
    assert "exact" in answer


def paint(seen):
    square = picker(seen, "Range", "Range")
    first, last = (square.locator(f"[data-hand='{hand}']") for hand in ("AA", "QQ"))
    first.hover()
    seen.mouse.down()
    square.locator("[data-hand='KK']").hover()
    last.hover()
    seen.mouse.up()
    expect(seen.get_by_label("Range", exact=True)).to_have_value("QQ+")
    square.locator("[data-hand='AKs']").click()
    expect(seen.get_by_label("Range", exact=True)).to_have_value(re.compile("AKs"))
    expect(ask(seen)).to_contain_text("22 of 1326 combos")  # 18 pairs and 4 suited


def solve(seen):
    pick_cards(seen, "Board, 3 to 5 cards", "Ks", "8d", "4c", "2h", "2s")
    for label, hand in (("Range of the first to act", "AA"), ("Range of the other", "QQ")):
        picker(seen, label, "Range").locator(f"[data-hand='{hand}']").click()
        expect(seen.get_by_label(label, exact=True)).to_have_value(hand)
    seen.get_by_label("Chips in the pot").fill("10")
    seen.get_by_label("Chips that each has left").fill("10")
    # aces win every showdown against queens here, so the pot of 10 is theirs
    expect(ask(seen)).to_contain_text("10.00 out of position")
    expect(seen.get_by_role("progressbar")).to_be_hidden()


def sea(seen):
    board = picker(seen, "Shots so far", "Board")
    text = seen.get_by_label("Shots so far", exact=True)
    for cell, value in (("A1", "A1//"), ("C3", "A1,C3//"), ("C3", "A1/C3/"), ("C4", "A1,C4/C3/"),
                        ("C4", "A1/C3,C4/"), ("C4", "A1/C3,C4/5@C4")):  # fmt: skip
        board.locator(f"[data-pick='{cell}']").click()
        expect(text).to_have_value(value)
    expect(ask(seen)).to_contain_text("best shot")


def capture(seen):
    pick_men(seen, ("White king", "e1"), ("White rook", "e4"), ("Black king", "e8"))
    expect(ask(seen)).to_contain_text("91")  # of 216 rolls, all but those of no rook, 125


def cube(seen):
    pick_men(seen, ("White king", "a1"), ("White queen", "e4"), ("Black king", "e8"))
    seen.get_by_text("More options").click()
    seen.get_by_label("Who plays them out").fill("random")
    seen.get_by_label("Games to play out").fill("200")
    expect(ask(seen)).to_contain_text("double")


def chances(seen):
    pick_men(seen, ("White king", "a1"), ("White queen", "e4"), ("Black king", "h8"))
    seen.get_by_text("More options").click()
    seen.get_by_label("Rollouts", exact=True).fill("400")
    expect(ask(seen)).to_contain_text("White")


def plan(seen):
    seen.get_by_role("link", name="Is it 5 Elo better?").click()
    seen.wait_for_selector("body[data-state=answered]")
    expect(seen.locator("#answer")).to_contain_text("16,328")  # games at 2.5 Elo, as published


def simulate(seen):
    for label, value in (("True difference", "2.5"), ("Tests to simulate", "200")):
        seen.get_by_label(label).fill(value)
    expect(ask(seen)).to_contain_text("200 tests")


LIGHT, DARK = "light", "dark"
USES = [
    ("/cribbage/throw", throw, WIDE, LIGHT),
    ("/cribbage/score", score, PHONE, DARK),
    ("/cribbage/peg", peg, WIDE, DARK),
    ("/holdem/equity", equity, PHONE, LIGHT),
    ("/holdem/range", paint, WIDE, DARK),
    ("/holdem/solve", solve, PHONE, LIGHT),
    ("/battleship/map", sea, PHONE, DARK),
    ("/dicechess/capture", capture, WIDE, LIGHT),
    ("/dicechess/cube", cube, PHONE, LIGHT),
    ("/dicechess/equity", chances, WIDE, DARK),
    ("/sprt/plan", plan, WIDE, LIGHT),
    ("/sprt/simulate", simulate, PHONE, DARK),
]


@pytest.mark.parametrize(("path", "used", "size", "scheme"), USES, ids=[use[0] for use in USES])
def test_a_calculator_is_used_by_mouse(page, path, used, size, scheme):
    seen = page(path, size, scheme)
    used(seen)
    check_access(seen)
    check_width(seen)


def test_a_hand_is_counted_by_keyboard_alone(page):
    seen = page("/cribbage/score", PHONE, DARK)
    hand, starter = (seen.get_by_label(name, exact=True) for name in ("Four cards", "Starter"))
    for field, steps, cards in ((hand, 3, "As 2s 3s 4s"), (starter, 0, "5h")):
        field.focus()
        seen.keyboard.press("Tab")
        if seen.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false":
            seen.keyboard.press("Enter")
        seen.keyboard.press("Tab")
        if field is starter:
            for key in ["ArrowDown"] + ["ArrowRight"] * 4:
                seen.keyboard.press(key)
        seen.keyboard.press("Enter")
        for _ in range(steps):
            seen.keyboard.press("ArrowRight")
            seen.keyboard.press("Space")
        expect(field).to_have_value(cards)
    starter.focus()
    seen.keyboard.press("Enter")
    seen.wait_for_selector("body[data-state=answered]")
    expect(seen.locator("#answer")).to_contain_text("11")  # run of five, flush of four, fifteen


def test_text_and_picker_follow_each_other(page):
    seen = page("/cribbage/score")
    deck = picker(seen, "Four cards")
    seen.get_by_label("Four cards", exact=True).fill("10h, 5S")
    expect(deck.locator("[data-card='Th']")).to_have_attribute("aria-pressed", "true")
    deck.locator("[data-card='Th']").click()
    expect(seen.get_by_label("Four cards", exact=True)).to_have_value("5s")


def test_as_many_hands_as_one_likes_are_compared(page):
    seen = page("/holdem/equity?hands=AsAd&hands=KsKd")
    seen.get_by_role("button", name="Add one").click()
    pick_cards(seen, "Hands 3", "Qs", "Qd")
    assert ask(seen).locator("tbody tr").count() == 3
    assert seen.url.count("hands=") == 3


def test_the_back_button_leads_to_the_question_before(page):
    seen = page("/stats/elo?score=0.55")
    expect(seen.locator("#answer")).to_contain_text("34.86")
    seen.get_by_label("Score").fill("0.6")
    expect(ask(seen)).to_contain_text("70.4")
    assert "score=0.6" in seen.url
    seen.go_back()
    expect(seen.get_by_label("Score")).to_have_value("0.55")
    expect(seen.locator("#answer")).to_contain_text("34.86")


def test_long_work_is_watched_and_stopped(page):
    seen = page("/sprt/simulate", PHONE, DARK)
    ask(seen, "asking")
    expect(seen.locator("#answer")).to_contain_text("tests")
    expect(seen.get_by_role("progressbar")).to_be_visible()
    check_access(seen)
    seen.get_by_role("button", name="Stop").click()
    expect(seen.get_by_role("progressbar")).to_be_hidden()


def test_a_refusal_stands_beside_its_field(page):
    seen = page("/holdem/range")
    seen.get_by_label("Range", exact=True).fill("ZZ+")
    ask(seen, "refused")
    expect(seen.get_by_role("alert")).to_contain_text("'ZZ+'")
    expect(seen.get_by_label("Range", exact=True)).to_have_attribute("aria-invalid", "true")
    check_access(seen)


def test_clicks_that_follow_each_other_at_once_all_count(page):
    seen = page("/dicechess/capture", (1280, 900), "light")
    board = picker(seen, "Position", "Board")
    board.get_by_role("button", name="Empty board").click()
    board.get_by_role("button", name="White rook", exact=True).click()
    clicks = "box => ['a1', 'b2', 'c3'].forEach(at => box.querySelector(`[data-pick=${at}]`)"
    click = "dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    board.locator(".board").evaluate(f"{clicks}.{click})")
    for square in ("a1", "b2", "c3"):
        mark = board.locator(f"[data-pick='{square}']")
        expect(mark).to_have_attribute("aria-label", f"{square}: White rook")


def test_a_square_that_is_drawn_anew_while_the_mouse_is_down_is_clicked_all_the_same(page):
    seen = page("/dicechess/capture", (1280, 900), "light")
    board = picker(seen, "Position", "Board")
    board.get_by_role("button", name="White rook", exact=True).click()
    mark = board.locator("[data-pick='e4']")
    mark.hover()
    seen.mouse.down()
    board.locator(".board").evaluate("box => { box.innerHTML = box.innerHTML; }")
    seen.mouse.up()
    expect(mark).to_have_attribute("aria-label", "e4: White rook")
