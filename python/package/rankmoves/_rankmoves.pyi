import os
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from rankmoves._types import ArrowArray, ArrowStream, Choice, Outcome, ProvenMove, RankedMove

__all__ = [
    "Agent",
    "Episode",
    "Game",
    "Move",
    "Position",
    "RankedBatches",
    "RankedTable",
    "Rules",
    "Shape",
    "VectorCore",
    "__version__",
    "main",
    "rank_batches",
    "rank_many",
    "read_pdn",
]

__version__: str

def main(line: Sequence[str]) -> int:
    """Run the program ``rankmoves`` with a command line, whose first item is its name, and return
    its exit status. It may end the process instead.
    """

@final
class Rules:
    """Rules of a game; by default English draughts.

    ``capture="optional"``: a player who can jump need not.
    ``jumps="single"``: a move makes at most one jump.
    ``blocked="passes"``: a player without moves passes instead of losing.
    """

    def __new__(
        cls,
        *,
        capture: Literal["required", "optional"] = "required",
        jumps: Literal["multiple", "single"] = "multiple",
        blocked: Literal["loses", "passes"] = "loses",
    ) -> Rules: ...
    @property
    def capture(self) -> Literal["required", "optional"]:
        """``"required"`` if a player who can jump must."""

    @property
    def jumps(self) -> Literal["multiple", "single"]:
        """``"multiple"`` if a piece that has jumped jumps on."""

    @property
    def blocked(self) -> Literal["loses", "passes"]:
        """The fate of a player without moves."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Shape:
    """Size of a board; ``flipped`` if its top left square is playable.

    Each side is at least 4. A board has at most 128 bits: 15x16 fits, 16x16 does not.
    """

    def __new__(cls, ranks: int = 8, files: int = 8, *, flipped: bool = False) -> Shape: ...
    @property
    def ranks(self) -> int:
        """The number of ranks."""

    @property
    def files(self) -> int:
        """The number of files."""

    @property
    def flipped(self) -> bool:
        """True if the top left square is playable."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A legal move of some position; ``str()`` gives its text, such as ``d4->b6->d8``.

    Moves sort like their texts.
    """

    @property
    def path(self) -> tuple[str, ...]:
        """The squares that the piece visits, at least two."""

    @property
    def numbers(self) -> str:
        """The path in the numbers of its squares, such as ``18x9x2``, as in PDN."""

    @property
    def captured(self) -> tuple[str, ...]:
        """The squares of the captured pieces, in the order of the jumps."""

    @property
    def crowns(self) -> bool:
        """True if a man is crowned."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A board with its pieces, the player to move, and the rules. It never changes."""

    @staticmethod
    def start(
        *,
        rules: Rules | None = None,
        shape: Shape | None = None,
        turn: Literal["red", "black"] = "black",
        rows: int | None = None,
    ) -> Position:
        """Return the start of a game, with ``rows`` rows of men on each side. By default two
        ranks stay empty, or three if the number of ranks is odd.

        Black moves first, as in all games of draughts.
        """

    @staticmethod
    def from_text(text: str) -> Position:
        """Read a position in the exchange format, and play the moves that follow it.

        Raise ``ParseError``, or ``IllegalMoveError`` for one of the moves.
        """

    @staticmethod
    def from_fen(fen: str, *, rules: Rules | None = None) -> Position:
        """Read a draughts FEN position, such as ``W:W21,K32:B1-12``. White is red.

        Raise ``ParseError``.
        """

    @staticmethod
    def from_array(
        array: npt.NDArray[np.integer[Any]] | Sequence[Sequence[SupportsIndex]],
        *,
        turn: Literal["red", "black"] = "black",
        rules: Rules | None = None,
        flipped: bool = False,
    ) -> Position:
        """Make a position from an array like that of ``board``. For ``flipped`` see ``Shape``.

        Raise ``ValueError`` if the array has an impossible size or number.
        """

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in alphabetical order.

        Raise ``MemoryError`` if there are more than a million, as on a large board.
        """

    def play(self, move: Move | str) -> Position:
        """Return the position after a move.

        A text is a path (``"f6->e5"``), numbers of squares as in PDN (``"11-15"``), or
        ``"pass"`` if the rules allow it. Raise ``IllegalMoveError``, or ``ParseError`` for a
        text that is not a move.
        """

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game if the player to move has no pieces or no moves; else ``None``.

        Draws by repetition need a ``Game``.
        """

    def is_game_over(self) -> bool:
        """Return whether there is an ``outcome``."""

    def rank(self, depth: int, threads: int | None = None) -> list[RankedMove]:
        """Return all legal moves, in alphabetical order, with their exact scores.

        The score at depth 0 is for the player who moved, in the position after the move: -99 if
        this player would have no move there, else 99 if the opponent has none, else the
        difference in material, kings counted twice. At depth D it is the score after D plies of
        best replies.

        Uses ``threads`` threads, by default one per processor, and releases the interpreter
        lock. Ctrl-C stops it.
        """

    def perft(self, depth: int, threads: int | None = None) -> int:
        """Return the number of sequences of ``depth`` legal moves, 1 at depth 0.

        Raise ``OverflowError`` if there are 2**64 - 1 or more. ``threads`` as for ``rank``.
        """

    def proven(self, folder: str | os.PathLike[str] | None = None) -> list[ProvenMove]:
        """Return all legal moves, in alphabetical order, with their results under perfect play.

        They come from the endgame tables that ``checkers endings`` has built, in your data
        folder or another one. Missing tables of up to four pieces are built in memory, which
        takes some seconds. Results that no table contains are ``None``.
        """

    def svg(
        self, depth: int | None = None, *, flip: bool = False, numbers: bool = False
    ) -> str:
        """Return an SVG picture. With ``depth``, each move has an arrow and its score at that
        depth. ``flip`` draws it from black's side; ``numbers`` shows the numbers of squares.
        """

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, with the ranked moves.

        The depth is 6, or less if that would take longer than 0.1 s. Positions with more
        than 60 moves have no arrows.
        """

    @property
    def fen(self) -> str:
        """The position in FEN, which does not contain the rules.

        Raise ``RankmovesError`` if the board is not 8x8.
        """

    @property
    def text(self) -> str:
        """The position in the exchange format, with its rules."""

    @property
    def turn(self) -> Literal["red", "black"]:
        """The player to move."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def shape(self) -> Shape:
        """The shape of the board."""

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """A new array of ranks by files, top rank first: 1 is a red man, 2 a red king; -1 and
        -2 are black's. Squares where no piece can stand have 0.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class RankedTable:
    """An Arrow table with a row for each position: ``pyarrow.table``, ``polars.DataFrame``,
    DuckDB and others take it as it is, without a copy.

    ====== ============== ================================================
    fen    string         the input string, or null; for a ``Position`` its FEN or,
                          if that cannot hold it, its text
    move   list of string all legal moves, in alphabetical order
    score  list of int32  the score of each move
    best   string         the first of the moves with the highest score,
                          null if there is no move
    error  string         the reason if there is no answer, else null; with a
                          reason, ``move``, ``score`` and ``best`` are null
    ====== ============== ================================================
    """

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def rank_many(
    positions: Iterable[str | Position | None] | ArrowStream | ArrowArray,
    depth: int,
    threads: int | None = None,
    *,
    rules: Rules | None = None,
    errors: Literal["column", "raise"] = "column",
) -> RankedTable:
    """Rank the moves of many positions, as ``Position.rank`` does for one.

    ``positions`` is an iterable of ``Position``, strings and ``None``, or anything with the
    Arrow C stream or array interface: a column of strings, or a table with a column ``fen`` or
    a single column. ``None`` and null make a row of nulls.

    A string is a FEN position, with ``rules`` as its rules, or a game in the exchange format,
    in JSON or in PDN, which stand for the position after their moves. So rows may have
    different boards and rules.

    An invalid string gets its message in the column ``error``; with
    ``errors="raise"``, the first one raises ``RowError``.

    Uses ``threads`` threads, by default one per processor, and releases the interpreter lock.
    Ctrl-C stops it.
    """

@final
class RankedBatches:
    """An iterator of tables, ranked batch by batch as it is read.

    It is a stream of Arrow as well: ``pyarrow.RecordBatchReader.from_stream``, DuckDB and
    others read it batch by batch. Exporting the stream hands over the remaining batches; the
    iterator is then empty. An error in the stream is raised by its reader, with our message. It
    cannot be copied or pickled: its source cannot.
    """

    def __iter__(self) -> RankedBatches: ...
    def __next__(self) -> RankedTable: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def rank_batches(
    positions: Iterable[str | Position | None] | ArrowStream | ArrowArray,
    depth: int,
    threads: int | None = None,
    *,
    rows: int = 65536,
    rules: Rules | None = None,
    errors: Literal["column", "raise"] = "column",
) -> RankedBatches:
    """Rank the moves of more positions than fit in memory, ``rows`` at a time.

    Like ``rank_many``, but reads ``positions`` as batches are needed: at most about 65,536 rows
    and one batch are in memory. Each batch except the last has ``rows`` rows, or fewer if their
    strings exceed 1 GiB. If ``positions`` raises an error, it comes after the batches of the
    rows before it.
    """

@final
class Game:
    """A game: a start, the moves played from it, and those taken back.

    The third occurrence of a position, and 40 moves of each player without a jump or a man's
    move, are draws. Pass other numbers to change that, or ``None`` for never.
    """

    def __new__(
        cls,
        start: Position | None = None,
        *,
        repetitions: int | None = 3,
        quiet_moves: int | None = 40,
    ) -> Game: ...
    @staticmethod
    def from_pdn(text: str) -> Game:
        """Read the first game of a text in Portable Draughts Notation.

        Comments and variations are left out. Raise ``ParseError`` or ``IllegalMoveError``.
        """

    def pdn(self) -> str:
        """Return the game up to here in Portable Draughts Notation.

        Raise ``RankmovesError`` if it has other rules or another board than English draughts.
        """

    def play(self, move: Move | str) -> None:
        """Play a move as in ``Position.play``, and drop all moves taken back.

        Raise ``IllegalMoveError``, also if the game is over, or ``ParseError``.
        """

    def push(self, move: Move | str) -> None:
        """Play a move, as ``play`` does."""

    def pop(self) -> str:
        """Take back the last move, and return its text; also a resignation after it.

        Raise ``IndexError`` if there is none.
        """

    def undo(self, plies: int = 1) -> int:
        """Take back plies, and return their number. A resignation counts as one."""

    def redo(self, plies: int = 1) -> int:
        """Play moves again that were taken back, and return their number."""

    def resign(self, player: Literal["red", "black"]) -> None:
        """End the game by a player's resignation, unless it is over."""

    def best(
        self, seconds: float | None = 1.0, *, depth: int | None = None, nodes: int | None = None
    ) -> Choice | None:
        """Return the move that the playing engine chooses; ``None`` if the game is over.

        The search ends at the first limit: the time, the depth in plies, or the number of
        nodes. With ``seconds=None`` and another limit, choices do not depend on time. The
        engine remembers its searches from one move of the game to the next.

        Releases the interpreter lock. Ctrl-C stops it.
        """

    def svg(
        self, depth: int | None = None, *, flip: bool = False, numbers: bool = False
    ) -> str:
        """Return an SVG picture of the position with the last move marked. With ``depth``, each
        move has an arrow and its score at that depth. ``flip`` draws it from black's side;
        ``numbers`` shows the numbers of squares.
        """

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook: the position with the last move and, unless the
        game is over, the ranked moves.

        The depth is 6, or less if that would take longer than 0.1 s. Positions with more
        than 60 moves have no arrows.
        """

    @property
    def position(self) -> Position:
        """The position after the moves."""

    @property
    def start(self) -> Position:
        """The first position."""

    @property
    def positions(self) -> list[Position]:
        """All positions from the start to the current one, inclusive."""

    @property
    def moves(self) -> list[str]:
        """The texts of the moves played, including ``pass``."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; ``None`` while it goes on."""

    def is_game_over(self) -> bool:
        """Return whether there is an ``outcome``."""

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in alphabetical order; none if the game is over."""

    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The PDN result, black's points first. Without an outcome, it is the result in the
        text that was read, until a move is played or taken back.
        """

    @property
    def tags(self) -> dict[str, str]:
        """A copy of the tags for PDN, except tags that follow from the game.

        ``Event``, ``Date``, ``Black`` and ``White`` are always written, with question marks
        if they are unknown.
        """

    def set_tag(self, name: str, value: str) -> None:
        """Set a tag for PDN, such as ``Event``.

        Raise ``ValueError`` for an invalid name, or a tag that follows from the game.
        """

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Agent:
    """A player of games: ``level:N`` (1, a beginner, to 6, a master), ``random``, ``random-piece``,
    ``minimax:D`` (one of the moves with the highest score at depth D), ``eval:D`` (the playing
    engine, D plies ahead) or ``timed:SECONDS`` (the playing engine).

    All but ``timed`` take a seed after another colon, or as an argument, to repeat their
    choices.
    """

    def __new__(cls, name: str, *, seed: int | None = None, threads: int | None = None) -> Agent: ...
    def choose(self, game: Game) -> Move:
        """Return a move for the player to move.

        Releases the interpreter lock. Ctrl-C stops it.
        """

def read_pdn(text: str) -> list[Game]:
    """Read all games of a text in Portable Draughts Notation.

    Comments and variations are left out. Raise ``ParseError`` or ``IllegalMoveError`` for the
    first game that is wrong.
    """

@final
class Episode:
    """A game played action by action, with its history; ``rankmoves.env`` describes the numbers
    of actions and the planes of observations.

    Player 0 is red, player 1 black; player 0 acts first, unless ``start`` has black to move.
    Draws are as in ``Game``. ``str()`` draws the state.
    """

    def __new__(
        cls,
        start: Position | None = None,
        *,
        repetitions: int | None = 3,
        quiet_moves: int | None = 40,
    ) -> Episode: ...
    @staticmethod
    def from_game(game: Game) -> Episode:
        """Return an episode with the moves of a game, and its draw rules."""

    @property
    def game(self) -> Game:
        """A copy of the game in whole moves, without the chain in progress if there is one."""

    @property
    def player(self) -> Literal[0, 1]:
        """The player to act."""

    @property
    def in_chain(self) -> bool:
        """True if a chain of jumps is in progress."""

    @property
    def payoffs(self) -> tuple[int, int] | None:
        """Player 0's and player 1's payoffs at the end: 1 and -1, or 0 and 0; ``None``
        before.
        """

    @property
    def position(self) -> Position:
        """The position, without the jump in progress if there is one."""

    def mask(self) -> npt.NDArray[np.int8]:
        """Return a new array with 1 for each legal action of the player to act, else 0."""

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the player to act, in order."""

    def actions_of(self, move: Move | str) -> list[int]:
        """Return the actions that make up a legal move, as ``Position.play`` reads it."""

    def observation(self, player: int) -> npt.NDArray[np.int8]:
        """Return a new array of 5 planes of ranks by files, as a player sees the board."""

    def act(self, action: SupportsIndex) -> None:
        """Play an action of the player to act.

        Raise ``IllegalMoveError`` with the reason if it is illegal.
        """

    def describe(self, action: int) -> str:
        """Return the text of a legal action. It numbers rows and columns as ``str()`` does: only
        playable squares count.

        Raise ``IllegalMoveError`` with the reason if it is illegal.
        """

    def __copy__(self) -> Episode: ...
    def __deepcopy__(self, memo: object, /) -> Episode: ...

@final
class VectorCore:
    """The games of ``rankmoves.env.VectorEnv``, which is the interface to them."""

    def __new__(
        cls,
        games: int,
        starts: Sequence[Position],
        repetitions: int | None,
        quiet_moves: int | None,
        max_cycles: int | None,
        threads: int | None,
    ) -> VectorCore: ...
    @property
    def action_count(self) -> int: ...
    def reset(self, seed: int, arrays: tuple[npt.NDArray[Any], ...]) -> None: ...
    def step(self, actions: npt.NDArray[np.int64], arrays: tuple[npt.NDArray[Any], ...]) -> None: ...
    def sample(self) -> npt.NDArray[np.int64]: ...
    def states(
        self,
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int16]]: ...
    def set_states(
        self,
        states: tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int16]],
        arrays: tuple[npt.NDArray[Any], ...],
    ) -> None: ...
    def position(self, game: int) -> Position: ...
    def draw(self, game: int) -> str: ...
