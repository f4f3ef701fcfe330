import re
import xml.etree.ElementTree as ET

import pytest

from rankmoves import Game, Position, Shape

START = Position.start()
CHAIN = Position.from_fen("W:W18,25:B6,14")
SQUARE_OF_LAST_MOVE = "#a9a08b"


def titles(svg: str) -> list[str]:
    """Return the texts of the picture for screen readers, the caption first."""
    return [(title.text or "").strip() for title in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")]


def labels(svg: str) -> list[str]:
    return [(text.text or "").strip() for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def arrows(svg: str) -> set[tuple[str, int]]:
    found = [re.fullmatch(r"(.+): score (-?\d+)", title) for title in titles(svg)[1:]]
    return {(arrow[1], int(arrow[2])) for arrow in found if arrow}


def pieces(svg: str) -> int:
    return len(list(ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}use")))


@pytest.mark.parametrize("position", [START, CHAIN, Position.start(shape=Shape(6, 10, flipped=True))])
def test_an_arrow_shows_each_ranked_move(position: Position) -> None:
    for depth in [0, 5]:
        svg = position.svg(depth)
        assert arrows(svg) == {(str(move), score) for move, score in position.rank(depth)}
        assert f"scores at depth {depth}" in labels(svg)
    assert arrows(position.svg()) == set()
    # The caption shows one piece of each player.
    assert pieces(position.svg()) == abs(position.board).clip(0, 1).sum() + 2


def test_a_notebook_shows_the_ranked_moves() -> None:
    svg = CHAIN._repr_svg_()
    depth = next(label for label in labels(svg) if label.startswith("scores at depth "))
    ranked = CHAIN.rank(int(depth.removeprefix("scores at depth ")))
    assert arrows(svg) == {(str(move), score) for move, score in ranked}


def test_arrows_are_left_out_where_they_would_hide_one_another() -> None:
    board = [[0] * 14 for _ in range(14)]
    for row in range(2, 13, 2):
        for column in range(1, 13, 2):
            board[row][column] = -1
    board[13][0] = 2
    chains = Position.from_array(board)
    # The king has more paths than could be listed in a lifetime.
    assert arrows(chains._repr_svg_()) == set()


@pytest.mark.parametrize("fen", ["W:W:B1", "B:W1:B"])
def test_a_player_without_moves_has_no_arrows(fen: str) -> None:
    svg = Position.from_fen(fen)._repr_svg_()
    assert arrows(svg) == set() and "has no moves" in titles(svg)[0]


def test_boards_are_turned_and_numbered() -> None:
    assert START.svg() != START.svg(flip=True)
    assert labels(START.svg()).index("8") < labels(START.svg()).index("1")
    assert labels(START.svg(flip=True)).index("1") < labels(START.svg(flip=True)).index("8")
    assert "32" in labels(START.svg(numbers=True)) and "32" not in labels(START.svg())
    assert "11-16: score 0" in titles(START.svg(2, numbers=True))


def test_a_game_shows_its_last_move() -> None:
    game = Game()
    assert SQUARE_OF_LAST_MOVE not in game.svg()
    game.play("b6->a5")
    assert game.svg().count(SQUARE_OF_LAST_MOVE) == 2
    assert arrows(game.svg(3)) == {(str(move), score) for move, score in game.position.rank(3)}
    assert len(arrows(game._repr_svg_())) == 7
    game.resign("black")
    assert arrows(game._repr_svg_()) == set()


@pytest.mark.parametrize("depth", [-1, 1 << 32])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth: expected a whole number"):
        START.svg(depth)
    with pytest.raises(ValueError, match="depth: expected a whole number"):
        Game().svg(depth)
