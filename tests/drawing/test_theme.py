"""The theme against the guidelines: contrast by WCAG, seats by simulated colour blindness."""

from itertools import combinations

import pytest

from kibitz.drawing.theme import (
    GROUNDS,
    PARTS,
    ROLES,
    SEATS,
    TEXT_ROLES,
    contrast,
    is_readable,
    mixed,
    shade,
    stylesheet,
    terminal_style,
    text_on,
)

PROMISED = (
    "ink quiet strong good bad warning best first second third fourth red_suit black_suit back "
    "table line grid empty hit miss ship water sunk light_square dark_square last_move highlight "
    "mono heat scale_0 scale_1 scale_2 scale_3 scale_4 mark"
)
BY_DAY_AND_NIGHT = pytest.mark.parametrize("time", [0, 1], ids=["light", "dark"])
# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def test_contrast_agrees_with_published_figures():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # fails AA, famously
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)
    assert contrast("#0000ff", "#ffffff") == pytest.approx(8.59, abs=0.005)


def test_every_role_that_games_may_use_has_colours():
    for role in PROMISED.split():
        assert role in ROLES
        assert f"--k-{role}:" in stylesheet()
        assert f".f-{role}{{" in stylesheet()


@BY_DAY_AND_NIGHT
@pytest.mark.parametrize("role", sorted(TEXT_ROLES))
def test_text_can_be_read_on_the_page_the_table_and_a_free_cell(time, role):
    for ground in ("page", "table", "empty"):
        assert contrast(shade(role)[time], shade(ground)[time]) >= 4.5


@BY_DAY_AND_NIGHT
@pytest.mark.parametrize("ground", sorted(GROUNDS - {"dark_square", "light_square"}))
def test_ink_can_be_read_on_every_ground(time, ground):
    assert contrast(shade("ink")[time], shade(ground)[time]) >= 4.5


@BY_DAY_AND_NIGHT
def test_ink_can_be_read_on_every_tint_of_heat(time):
    for ground in ("water", "empty", "table"):
        for tenth in range(11):
            tint = mixed(shade("heat")[time], shade(ground)[time], tenth / 10)
            assert contrast(shade("ink")[time], tint) >= 4.5


@BY_DAY_AND_NIGHT
@pytest.mark.parametrize("role", sorted(ROLES))
def test_text_on_a_role_can_be_read(time, role):
    assert contrast(text_on(role)[time], shade(role)[time]) >= 4.5


@BY_DAY_AND_NIGHT
@pytest.mark.parametrize(
    ("drawn", "ground"),
    [
        ("line", "table"),
        ("back", "paper"),
        ("back", "table"),
        ("hit", "water"),
        ("miss", "water"),
        ("ship", "water"),
        ("raised", "table"),
        ("lit", "table"),
        ("best", "halo"),
        ("edge", "paper"),
    ],
)
def test_drawn_things_stand_out_from_their_ground(time, drawn, ground):
    assert contrast(shade(drawn)[time], shade(ground)[time]) >= 3


@BY_DAY_AND_NIGHT
def test_pieces_stand_out_from_both_squares_by_fill_or_edge(time):
    for square in ("light_square", "dark_square", "last_move", "highlight"):
        for fill, edge in (("white_piece", "piece_edge"), ("black_piece", "black_edge")):
            best = max(contrast(shade(x)[time], shade(square)[time]) for x in (fill, edge))
            assert best >= 3


@BY_DAY_AND_NIGHT
def test_suits_can_be_read_on_the_faces_of_cards_and_red_ones_are_red(time):
    for role in ("card_red", "card_black"):
        assert contrast(shade(role)[time], shade("paper")[time]) >= 4.5
    for role in ("card_red", "red_suit"):
        red, green, blue = (int(shade(role)[time][i : i + 2], 16) for i in (1, 3, 5))
        assert red > 1.7 * green
        assert red > 1.7 * blue


@BY_DAY_AND_NIGHT
@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_seats_are_told_apart_whatever_colours_one_sees(time, sight):
    seen = [_lab(shade(seat)[time], SIGHTS[sight]) for seat in SEATS]
    for one, other in combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert distance > 20  # 2.3 is just noticeable


def _lab(colour, sight):
    linear = [_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    r, g, b = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in sight
    )
    x = _cube((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = _cube(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = _cube((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(channel):
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _cube(t):
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def test_readable_means_by_day_and_by_night():
    assert is_readable("ink", "table")
    assert not is_readable("first", "first")
    assert is_readable("ink", "first", 0.24)
    assert not is_readable("card_black", "table")  # black by night as well


def test_the_viewers_preference_counts_unless_the_page_says_otherwise():
    style = stylesheet(["f-ink"])
    light, dark = ROLES["ink"][:2]
    base, preferred, explicit = style.split("--k-ink:")[1:4]
    assert base.startswith(light)
    assert "prefers-color-scheme:dark" in base
    assert preferred.startswith(dark)
    assert "[data-theme=dark] .kibitz" in preferred
    assert explicit.startswith(dark)


def test_a_style_holds_only_what_is_used():
    style = stylesheet(["f-hit", "made-up"])
    assert ".f-hit{" in style
    assert "f-miss" not in style
    assert "made-up" not in style


def test_a_stroke_in_the_role_of_a_pale_ground_is_not_pale():
    assert ".s-last_move{stroke:var(--k-raised)}" in stylesheet()
    assert ".f-last_move{fill:var(--k-last_move)}" in stylesheet()


def test_a_fixed_theme_needs_no_custom_properties():
    style = stylesheet(theme="dark")
    assert "var(" not in style
    assert "prefers" not in style
    assert f".f-ink{{fill:{ROLES['ink'].dark}}}" in style


def test_every_style_of_a_terminal_is_one_that_rich_knows():
    from rich.style import Style

    for role in ROLES:
        Style.parse(terminal_style(role))
    assert terminal_style("nobody") == ""
    assert not set(ROLES) & set(PARTS)
