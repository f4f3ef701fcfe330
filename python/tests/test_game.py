import copy
import pickle
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rankmoves import (
    Agent,
    Choice,
    Game,
    IllegalMoveError,
    Move,
    Outcome,
    ParseError,
    Position,
    RankmovesError,
    Rules,
    Shape,
    read_pdn,
)

PDN = Path(__file__).parents[2] / "testdata" / "pdn"
# Two kings that can move back and forth.
KINGS = Position.from_fen("W:WK29:BK4")
SHORT = '[Event "Match"]\n[Result "1-0"]\n\n1. 11-15 {good} 23-19 2. 8-11 1-0\n'


def test_a_game_has_its_history() -> None:
    game = Game()
    assert (game.moves, game.positions, game.outcome, game.result) == ([], [Position.start()], None, "*")
    game.play("b6->a5")
    game.play(game.position.legal_moves[0])
    assert game.moves[0] == "b6->a5" and len(game.positions) == 3
    assert (game.start, game.positions[-1]) == (Position.start(), game.position)
    assert (game.undo(), game.undo(5), game.undo()) == (1, 1, 0)
    assert (game.redo(5), len(game.moves)) == (2, 2)
    game.undo(2)
    game.play("b6->c5")
    assert (game.moves, game.redo()) == (["b6->c5"], 0)
    assert repr(game) == "<Game of 1 ply>"


def test_moves_are_pushed_and_popped() -> None:
    game = Game()
    game.push("11-15")
    game.push("c3->d4")
    assert game.moves == ["f6->e5", "c3->d4"] and not game.is_game_over()
    assert game.legal_moves == game.position.legal_moves != []
    assert (game.pop(), game.pop(), game.moves) == ("c3->d4", "f6->e5", [])
    with pytest.raises(IndexError, match="there is no move to take back"):
        game.pop()
    game.push("11-15")
    game.resign("red")
    assert game.is_game_over() and game.legal_moves == []
    assert game.pop() == "f6->e5" and game.outcome is None


@pytest.mark.parametrize("name", ["level:1:1", "random:1", "random-piece:1", "minimax:2:1", "eval:3:1", "timed:0.01"])
def test_agents_choose_legal_moves(name: str) -> None:
    game, agent = Game(), Agent(name)
    for _ in range(6):
        move = agent.choose(game)
        assert move in game.legal_moves
        game.push(move)
    assert repr(agent) == f"Agent('{name}')"
    again = Game(game.start)
    if not name.startswith("timed"):
        agent = Agent(name)
        for _ in range(6):
            again.push(agent.choose(again))
        assert again.moves == game.moves, "its seed decides"


def test_agents_are_refused_and_stopped(interrupted: Callable[[Callable[[], object]], None]) -> None:
    with pytest.raises(ValueError, match="name: expected minimax:D with a depth"):
        Agent("minimax")
    with pytest.raises(RuntimeError, match="there are no moves to choose from"):
        Agent("random").choose(Game(Position.from_fen("W:W:B1")))
    assert repr(Agent("random:1", seed=2)) == repr(Agent("random:1", seed=2)) != repr(Agent("random:1", seed=3))
    interrupted(lambda: Agent("minimax:60").choose(Game()))


def test_illegal_moves_leave_the_game_as_it_is() -> None:
    game = Game()
    before = copy.copy(game)
    with pytest.raises(IllegalMoveError, match="neither a step nor a jump"):
        game.play("f6->b2")
    with pytest.raises(ParseError):
        game.play("c3")
    with pytest.raises(ValueError, match="plies: expected a whole number from 0"):
        game.undo(-1)
    assert game == before


def test_a_game_ends_by_jumps_and_by_blocks() -> None:
    game = Game(Position.from_fen("W:W18:B6,14"))
    game.play("d4->b6->d8")
    assert game.outcome == Outcome("red", "no pieces") and game.result == "0-1"
    assert repr(game) == "<Game of 1 ply: red wins: black has no pieces>"
    with pytest.raises(IllegalMoveError, match="the game is over: red wins"):
        game.play("d8->e7")
    assert game.best() is None


def test_repetitions_and_quiet_moves_draw_as_often_as_asked_for() -> None:
    def plies(game: Game) -> int:
        while game.outcome is None and len(game.moves) < 30:
            game.play(["a1->b2", "h8->g7", "b2->a1", "g7->h8"][len(game.moves) % 4])
        return len(game.moves)

    game = Game(KINGS)
    assert (plies(game), game.outcome, game.result) == (8, Outcome(None, "repetition"), "1/2-1/2")
    game = Game(KINGS, repetitions=None, quiet_moves=5)
    assert (plies(game), game.outcome) == (10, Outcome(None, "no progress"))
    assert plies(Game(KINGS, repetitions=None, quiet_moves=None)) == 30


def test_a_player_resigns_and_takes_it_back() -> None:
    game = Game()
    game.resign("black")
    assert (game.outcome, game.result) == (Outcome("red", "resigned"), "0-1")
    assert (game.undo(), game.outcome) == (1, None)
    with pytest.raises(ValueError, match="expected 'red' or 'black' but found 'white'"):
        game.resign("white")  # type: ignore[arg-type]


def test_the_engine_chooses_a_good_move() -> None:
    game = Game(Position.from_fen("W:WK18,25:B6,14,2"))
    choice = game.best(seconds=None, depth=6)
    assert isinstance(choice, Choice) and isinstance(choice.move, Move)
    assert choice.move in game.position.legal_moves and choice.line[0] == choice.move
    assert game.best(None, nodes=1000) is not None
    other = Game(game.position).best(seconds=None, depth=6)
    assert other == choice, "without a limit of time, it always chooses the same"


def test_the_engine_keeps_to_its_limits() -> None:
    game = Game()
    choice = game.best(seconds=0.1)
    assert choice is not None and choice.nodes > 0, "without another limit, it ends with the time"
    assert game.best(seconds=0) is not None
    few = game.best(seconds=None, nodes=1000)
    assert few is not None and few.nodes < 2000
    for seconds in [-1, float("nan"), float("inf"), 1e300]:
        with pytest.raises(ValueError, match="seconds: expected a number from 0"):
            game.best(seconds)


def test_ctrl_c_stops_the_engine(
    interrupted: Callable[[Callable[[], object]], None], threads_end: Callable[[], None]
) -> None:
    game = Game()
    interrupted(lambda: game.best(seconds=1e6))
    threads_end()
    assert game.best(seconds=0.1) is not None, "it can be asked again"


def test_several_threads_may_ask_one_game() -> None:
    game = Game()
    choices: list[Choice | None] = []
    threads = [threading.Thread(target=lambda: choices.append(game.best(0.1))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(choices) == 3 and None not in choices


def test_pdn_is_read_and_written() -> None:
    game = Game.from_pdn(SHORT)
    assert (game.moves, game.result) == (["f6->e5", "e3->f4", "g7->f6"], "1-0")
    assert game.tags == {"Event": "Match"} and game.start == Position.start()
    again = Game.from_pdn(game.pdn())
    assert (again.moves, again.result) == (game.moves, "1-0")
    assert again.tags == {"Event": "Match", "Date": "????.??.??", "Black": "?", "White": "?"}
    assert Game.from_pdn(again.pdn()) == again
    assert "1. 11-15 23-19 2. 8-11 *" in game.pdn() and '[Result "1-0"]' in game.pdn()
    game.set_tag("White", 'A "name"')
    assert game.tags == {"Event": "Match", "White": 'A "name"'}
    assert Game.from_pdn(game.pdn()).tags["White"] == 'A "name"'
    game.play(game.position.legal_moves[0])
    assert game.result == "*"
    for name in ["Result", "", "a b", "1"]:
        with pytest.raises(ValueError, match="tag"):
            game.set_tag(name, "x")


@pytest.mark.parametrize("file", sorted(PDN.glob("*.pdn")), ids=lambda file: file.stem)
def test_games_of_archives_come_back(file: Path) -> None:
    text = file.read_text(encoding="latin-1")
    try:
        games = read_pdn(text)
    except RankmovesError as error:
        assert error.line is not None and error.column is not None
        return
    for game in games:
        again = Game.from_pdn(game.pdn())
        assert (again.moves, again.start, again.result) == (game.moves, game.start, game.result)


def test_faults_of_pdn_tell_their_place() -> None:
    for text, error, line, column in [
        ("1. 11-15 x", ParseError, 1, 10),
        ('[Event "a"]\n1. 11-14 *', IllegalMoveError, 2, 4),
        (SHORT + "\n1. 11-99 *", ParseError, 6, 4),
        ("", ParseError, 1, 1),
    ]:
        with pytest.raises(error) as caught:
            Game.from_pdn(text) if text.count("1.") < 2 else read_pdn(text)
        assert isinstance(caught.value, RankmovesError)
        assert (caught.value.line, caught.value.column) == (line, column)
    assert read_pdn("") == []


def test_games_that_pdn_cannot_hold_are_refused() -> None:
    for game in [Game(Position.start(shape=Shape(10, 10))), Game(Position.start(rules=Rules(jumps="single")))]:
        with pytest.raises(RankmovesError, match="PDN cannot hold"):
            game.pdn()


def test_games_are_copied_and_pickled() -> None:
    game = Game.from_pdn(SHORT)
    game.play(game.position.legal_moves[0])
    game.undo()
    resigned = Game(KINGS, repetitions=None, quiet_moves=7)
    resigned.play("a1->b2")
    resigned.resign("red")
    for one in [Game(), game, resigned, Game.from_pdn(SHORT)]:
        for again in [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]:
            assert again == one and again.outcome == one.outcome
            again.undo()
            again.redo(9)
            again.set_tag("Event", "Other")
            assert again != one
    with pytest.raises(TypeError):
        hash(game)


def test_a_choice_without_any_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one limit: seconds, depth or nodes"):
        Game().best(seconds=None)
