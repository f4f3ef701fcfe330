"""Pictures of boards as arrays of colours."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rankmoves._rankmoves import Position

__all__ = ["RENDER_MODES", "check_render_mode", "picture"]

RENDER_MODES = ["human", "rgb_array", "ansi"]
"""The ways in which an environment shows a position."""

SQUARE = 48
"""The side of a square in pixels."""

LIGHT = (238, 223, 196)
DARK = (134, 98, 72)
EDGE = (40, 34, 30)
RED = (196, 50, 42)
BLACK = (58, 56, 60)
GOLD = (245, 200, 80)

Colour = tuple[int, int, int]


def check_render_mode(mode: str | None) -> None:
    """Raise ``ValueError`` if a render mode is unknown; ``None`` means that nothing is shown."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}")


def picture(position: Position) -> npt.NDArray[np.uint8]:
    """Draw a position: an array of rows by columns by red, green and blue.

    The top rank is the first row, and a square has 48 pixels per side.
    """
    board = position.board
    ranks, files = board.shape
    image = np.empty((ranks * SQUARE, files * SQUARE, 3), np.float64)
    row, column = np.indices((ranks, files))
    playable = (row + column) % 2 == (0 if position.shape.flipped else 1)
    image[:] = np.where(playable[..., None], DARK, LIGHT).repeat(SQUARE, 0).repeat(SQUARE, 1)
    for number in (-2, -1, 1, 2):
        colour, cover = _piece(number)
        for row_of, column_of in np.argwhere(board == number):
            rows = slice(row_of * SQUARE, (row_of + 1) * SQUARE)
            columns = slice(column_of * SQUARE, (column_of + 1) * SQUARE)
            image[rows, columns] += (colour - image[rows, columns]) * cover
    return np.rint(image).astype(np.uint8)


def _piece(number: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Draw a piece: return the colours of a square, and how much of each pixel the piece covers."""
    own = RED if number > 0 else BLACK
    cover = _disc(0.42)
    colour = np.empty((SQUARE, SQUARE, 3))
    colour[:] = EDGE
    layers = [(_disc(0.38), own), (_disc(0.29) - _disc(0.27), EDGE)]
    if abs(number) == 2:
        layers.append((_crown(), GOLD))
    for layer, paint in layers:
        colour += (np.array(paint) - colour) * layer
    return colour, cover


def _points() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the distances to the right and down from the centre of a square of side 1."""
    line = (np.arange(SQUARE) + 0.5) / SQUARE - 0.5
    return line[None, :], line[:, None]


def _disc(radius: float) -> npt.NDArray[np.float64]:
    """Return the share of each pixel that a disc in the middle of a square covers."""
    right, down = _points()
    inside = radius - np.hypot(right, down)
    return np.clip(inside * SQUARE + 0.5, 0, 1)[..., None]


def _crown() -> npt.NDArray[np.float64]:
    """Return the share of each pixel that a crown covers: a base with three points."""
    right, down = _points()
    # The upper edge rises to the three points and falls between them.
    steps = np.abs((right / 0.18 + 1.0) % 1.0 - 0.5) * 2
    upper = 0.06 - 0.21 * steps
    inside = np.minimum(np.minimum(down - upper, 0.14 - down), 0.18 - np.abs(right))
    return np.clip(inside * SQUARE + 0.5, 0, 1)[..., None]
