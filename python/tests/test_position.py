import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankmoves import IllegalMoveError, Move, Outcome, ParseError, Position, RankedMove, RankmovesError, Rules, Shape

TESTDATA = Path(__file__).parents[2] / "testdata" / "valid"
FREE = Rules(capture="optional", jumps="single")
# Red's man has one move: a chain of two jumps that crowns it.
CHAIN = "W:W18:B6,14"


def test_the_start_has_seven_moves() -> None:
    start = Position.start(turn="red")
    assert (start.turn, start.rules, start.shape) == ("red", Rules(), Shape())
    assert [str(move) for move in start.legal_moves] == [
        "a3->b4", "c3->b4", "c3->d4", "e3->d4", "e3->f4", "g3->f4", "g3->h4",
    ]  # fmt: skip
    assert Position.start().fen == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def test_rules_and_shape_are_those_asked_for() -> None:
    rules = Rules(capture="optional", blocked="passes")
    start = Position.start(rules=rules, shape=Shape(10, 8, flipped=True), rows=2)
    assert (start.rules, start.shape) == (rules, Shape(10, 8, flipped=True))
    assert (start.board == 1).sum() == (start.board == -1).sum() == 8
    assert (Position.start(shape=Shape(10, 10)).board == 1).sum() == 20


@pytest.mark.parametrize("rows", [0, 5, -1, 2**40])
def test_rows_of_men_must_fit(rows: int) -> None:
    with pytest.raises(ValueError, match=f"rows: expected a whole number from 1 to 4 but found {rows}"):
        Position.start(rows=rows)


def test_words_and_sizes_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="capture: expected 'required' or 'optional' but found 'no'"):
        Rules(capture="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="turn: expected 'red' or 'black' but found 'white'"):
        Position.start(turn="white")  # type: ignore[arg-type]
    for ranks, files in [(3, 8), (16, 16), (2**32 - 1, 8)]:
        with pytest.raises(ValueError, match=f"a board cannot be {ranks}x{files}: "):
            Shape(ranks, files)


def test_a_move_tells_its_path_and_effect() -> None:
    (move,) = Position.from_fen(CHAIN).legal_moves
    assert str(move) == "d4->b6->d8"
    assert (move.path, move.captured, move.crowns) == (("d4", "b6", "d8"), ("c5", "c7"), True)
    assert repr(move) == "<Move d4->b6->d8>"
    start = Position.start().legal_moves
    assert sorted(reversed(start)) == start
    assert len(set(start + Position.start().legal_moves)) == 7


def test_moves_are_played_as_objects_and_as_texts() -> None:
    start = Position.start()
    for move in start.legal_moves:
        assert start.play(move) == start.play(str(move)) != start
    with pytest.raises(IllegalMoveError, match="there is no piece on d4") as caught:
        start.play("d4->e5")
    assert (caught.value.line, caught.value.column) == (None, None)
    with pytest.raises(ParseError, match="expected a move such as d4->e5 or 18-15 but found 'd4-e5'") as parsing:
        start.play("d4-e5")
    assert (parsing.value.line, parsing.value.column) == (1, 1)
    with pytest.raises(TypeError):
        start.play(3)  # type: ignore[arg-type]


def test_a_blocked_player_passes_where_the_rules_say_so() -> None:
    position = Position.from_text((TESTDATA / "blocked-passes-mover-stuck.txt").read_text())
    assert position.legal_moves == []
    assert position.play("pass").turn != position.turn
    with pytest.raises(IllegalMoveError):
        Position.start().play("pass")


def test_ranking_gives_exact_scores() -> None:
    ranked = Position.from_text((TESTDATA / "rankin.txt").read_text()).rank(2)
    assert [(str(move), score) for move, score in ranked] == [("d4->b6", -99), ("d4->e5", -1)]
    assert isinstance(ranked[0], RankedMove) and ranked[0].move == ranked[0][0]
    assert Position.from_fen("W:W:B1").rank(3) == []


@pytest.mark.parametrize(("depth", "error"), [(-1, ValueError), (2**32, ValueError), (10**30, ValueError), (1.5, TypeError), ("1", TypeError)])
def test_depths_out_of_range_are_refused(depth: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Position.start().rank(depth)


def test_a_search_that_takes_long_has_the_scores_of_the_definition() -> None:
    position = Position.start()

    def value(position: Position, depth: int) -> int:
        return max(score for _, score in position.rank(depth))

    # A search this deep runs on a thread of its own.
    for move, score in position.rank(11):
        assert score == -value(position.play(move), 10)


@pytest.mark.parametrize("file", sorted(TESTDATA.glob("*.txt")), ids=lambda file: file.stem)
def test_texts_and_pickles_give_the_same_position(file: Path) -> None:
    position = Position.from_text(file.read_text(encoding="utf-8"))
    assert Position.from_text(position.text) == position
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert eval(repr(position)) == position
    array, shape = position.board, position.shape
    assert array.shape == (shape.ranks, shape.files) and array.dtype == np.int8
    assert Position.from_array(array, turn=position.turn, rules=position.rules, flipped=shape.flipped) == position
    if (shape.ranks, shape.files, shape.flipped) == (8, 8, False):
        assert Position.from_fen(position.fen, rules=position.rules) == position
    else:
        with pytest.raises(RankmovesError, match="FEN cannot hold"):
            position.fen


@pytest.mark.parametrize("value", [Rules(), FREE, Rules(blocked="passes"), Shape(5, 7, flipped=True), Shape(), Position.from_fen(CHAIN).legal_moves[0]])
def test_values_are_compared_copied_and_pickled(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert again == value == copy.deepcopy(value) and hash(again) == hash(value)
    assert again != "something else"
    if not isinstance(value, Move):
        assert eval(repr(value)) == value


def test_positions_differ_by_turn_and_rules() -> None:
    positions = {Position.start(), Position.start(turn="red"), Position.start(rules=FREE), Position.start()}
    assert len(positions) == 3
    assert repr(Position.from_fen(CHAIN, rules=FREE)) == (
        "Position.from_fen('W:W18:B6,14', rules=Rules(capture='optional', jumps='single'))"
    )


def test_an_array_is_a_copy_that_may_be_changed() -> None:
    start = Position.start()
    array = start.board
    array[5, 0] = 2
    assert start == Position.start()
    assert Position.from_array(array).fen.startswith("B:WK21,22")
    assert Position.from_array(array.tolist()) == Position.from_array(array.astype(np.int64))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda array: array.__setitem__((0, 0), 1), "array, row 0, column 0: no piece can stand there"),
        (lambda array: array.__setitem__((2, 1), 3), "array, row 2, column 1: expected a whole number from -2 to 2 but found 3"),
        (lambda array: array.__delitem__(slice(3, None)), "a board cannot be 3x8"),
        (lambda array: array[4].pop(), "array, row 4: expected 8 numbers as in row 0 but found 7"),
        (lambda array: array.clear(), "a board cannot be 0x0"),
    ],
)
def test_arrays_that_are_no_board_are_refused(change: Callable[[Any], None], message: str) -> None:
    class Rows(list[list[int]]):
        def __setitem__(self, at: Any, number: Any) -> None:
            list.__getitem__(self, at[0])[at[1]] = number

    rows = Rows(Position.start().board.tolist())
    change(rows)
    with pytest.raises(ValueError, match=message):
        Position.from_array(rows)


def test_parse_errors_tell_the_place() -> None:
    with pytest.raises(ParseError, match="found '99'") as fen:
        Position.from_fen("W:W18:B99")
    assert (fen.value.line, fen.value.column) == (1, 8)
    with pytest.raises(ParseError, match="expected `capture` after `no`") as text:
        Position.from_text("RULES:\nno captures single jumps")
    assert (text.value.line, text.value.column) == (2, 4)
    with pytest.raises(IllegalMoveError, match="move 1, d4->a1, is illegal") as move:
        Position.from_text(Position.start().text + "d4->a1\n")
    assert (move.value.line, move.value.column) == (23, 1)
    assert isinstance(move.value, RankmovesError) and isinstance(move.value, ValueError)
    again = pickle.loads(pickle.dumps(text.value))
    assert (str(again), again.line, again.column) == (str(text.value), 2, 4)


def test_ctrl_c_stops_a_ranking(
    interrupted: Callable[[Callable[[], object]], None], threads_end: Callable[[], None]
) -> None:
    interrupted(lambda: Position.start().rank(60))
    threads_end()


def test_moves_are_read_by_numbers() -> None:
    start = Position.start()
    assert [move.numbers for move in start.legal_moves] == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    for move in start.legal_moves:
        assert start.play(move.numbers) == start.play(move)
    chain = Position.from_fen(CHAIN)
    assert chain.legal_moves[0].numbers == "18x9x2"
    # PDN writes the first and the last square of a chain.
    assert chain.play("18x9x2") == chain.play("18x2") == chain.play("d4->b6->d8")
    ten = Position.start(shape=Shape(10, 10))
    assert ten.play(ten.legal_moves[0].numbers) == ten.play(ten.legal_moves[0])
    with pytest.raises(IllegalMoveError, match="there is no piece on"):
        start.play("18-15")
    for wrong in ["11", "11-", "11-33", "0-5", "11--15", "+11-15", "11-15-", "x", "11 15"]:
        with pytest.raises(ParseError, match="expected a move such as d4->e5 or 18-15"):
            start.play(wrong)


def test_perft_counts_the_paths() -> None:
    """Compare the counts with published counts: see testdata/perft."""
    start = Position.start()
    assert [start.perft(depth) for depth in range(9)] == [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931]
    assert start.perft(7, threads=1) == start.perft(7, 2) == 179740
    with pytest.raises(ValueError, match="depth: expected a depth of at most 1000 but found 1001"):
        start.perft(1001)
    with pytest.raises(OverflowError, match="there are more than"):
        Position.from_fen("W:WK1:BK32").perft(60)


def test_outcomes_are_those_of_a_position() -> None:
    assert Position.start().outcome is None and not Position.start().is_game_over()
    for fen, outcome in [
        ("W:W:B1", Outcome("black", "no pieces")),
        ("W:W1:B", Outcome("red", "no pieces")),
        # Black's man on 5 can neither step nor jump.
        ("B:W9,14:B5", Outcome("red", "no moves")),
    ]:
        position = Position.from_fen(fen)
        assert position.outcome == outcome and position.is_game_over()


def test_results_under_perfect_play_are_known_for_few_pieces(tmp_path: Path) -> None:
    for folder in [None, tmp_path]:
        # If the red king steps beside the black king, it is jumped, and red has no pieces left.
        proven = Position.from_fen("W:WK22:BK14").proven(folder)
        lost = [str(move) for move, result, plies in proven if (result, plies) == ("lost", 2)]
        assert lost == ["c3->b4", "c3->d4"] and all(result for _, result, _ in proven)
        # A single king cannot drive the other out of the double corner.
        corner = {str(move): (result, plies) for move, result, plies in Position.from_fen("W:WK32:BK18").proven(folder)}
        assert corner["g1->h2"] == ("drawn", None)
    assert list(tmp_path.iterdir()) == []
    assert all(move.result is None for move in Position.start().proven())
    (win,) = Position.from_fen("W:WK18:B14").proven()
    assert win == (win.move, "won", 1)
    with pytest.raises(FileNotFoundError):
        Position.start().proven(tmp_path / "none")


def test_threads_do_not_change_the_ranking() -> None:
    start = Position.start()
    assert start.rank(9, threads=1) == start.rank(9, 2) == start.rank(9)
    for threads in [0, 1025]:
        with pytest.raises(ValueError, match=f"threads: expected a whole number from 1 to 1024 but found {threads}"):
            start.rank(1, threads)


def test_ctrl_c_stops_a_count(interrupted: Callable[[Callable[[], object]], None]) -> None:
    interrupted(lambda: Position.start().perft(40))
