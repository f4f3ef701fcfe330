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
    """Run the program ``rankmoves`` with a command line, and return its exit status.

    The first item of the command line is the program's name. The program may end the process
    instead of returning.
    """

@final
class Rules:
    """The rules of a game; by default those of English draughts.

    ``capture="optional"``: a player who can jump need not jump.
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
        """``"required"`` if a player who can jump must jump."""

    @property
    def jumps(self) -> Literal["multiple", "single"]:
        """``"multiple"`` if a move may contain several jumps."""

    @property
    def blocked(self) -> Literal["loses", "passes"]:
        """``"passes"`` if a player without moves passes instead of losing."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Shape:
    """The size of a board. A board is ``flipped`` if its top left square is playable.

    There are at least 4 ranks and 4 files. A 15x16 board is possible; 16x16 is too large.
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
    """A legal move in a position; ``str()`` gives its text, such as ``d4->b6->d8``.

    Moves are ordered by their text.
    """

    @property
    def path(self) -> tuple[str, ...]:
        """The squares that the piece visits, at least two."""

    @property
    def numbers(self) -> str:
        """The path as square numbers, as in PDN, such as ``18x9x2``."""

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
        """Return the start position of a game, with ``rows`` rows of men on each side. By default
        two ranks are empty, or three if the number of ranks is odd.

        By default black moves first, as in English draughts.
        """

    @staticmethod
    def from_text(text: str) -> Position:
        """Read a position in the exchange format, and play the moves that follow it.

        Raise ``ParseError`` if the text is invalid, or ``IllegalMoveError`` if one of the moves
        is illegal.
        """

    @staticmethod
    def from_fen(fen: str, *, rules: Rules | None = None) -> Position:
        """Read a position in draughts FEN, such as ``W:W21,K32:B1-12``. White in FEN is red here.

        Raise ``ParseError`` if the text is invalid.
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

        Raise ``ValueError`` if the size of the array or one of its numbers is impossible.
        """

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in alphabetical order.

        Raise ``MemoryError`` if there are more than a million, as on a large board.
        """

    def play(self, move: Move | str) -> Position:
        """Return the position after a move.

        A move is given as a ``Move`` or as a text: a path (``"f6->e5"``), square numbers as in PDN
        (``"11-15"``), or ``"pass"`` if the rules allow it. Raise ``IllegalMoveError`` if the move
        is illegal, or ``ParseError`` if the text is not a move.
        """

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if the player to move has no pieces or no moves; otherwise ``None``.

        Only a ``Game`` recognises draws by repetition.
        """

    def is_game_over(self) -> bool:
        """Return whether there is an ``outcome``."""

    def rank(self, depth: int, threads: int | None = None) -> list[RankedMove]:
        """Return all legal moves, in alphabetical order, with their exact scores.

        The score at depth 0 rates the position after the move, for the player who moved: -99 if
        this player would have no move there, otherwise 99 if the opponent has no move, otherwise
        the difference in material, in which kings count twice. The score at depth D is the score
        after D more plies of best play by both sides.

        Uses ``threads`` threads, by default one per processor, and releases the interpreter
        lock. Ctrl-C stops the search.
        """

    def perft(self, depth: int, threads: int | None = None) -> int:
        """Return the number of sequences of ``depth`` legal moves; at depth 0 it is 1.

        Raise ``OverflowError`` if the number is 2**64 - 1 or more. ``threads`` is the same as for
        ``rank``.
        """

    def proven(self, folder: str | os.PathLike[str] | None = None) -> list[ProvenMove]:
        """Return all legal moves, in alphabetical order, with their results under perfect play.

        The results come from the endgame tables that ``checkers endings`` built in ``folder``,
        by default your data folder. Missing tables of up to four pieces are built in memory,
        which takes some seconds. Results that no table contains are ``None``.
        """

    def svg(
        self, depth: int | None = None, *, flip: bool = False, numbers: bool = False
    ) -> str:
        """Return an SVG picture. With ``depth``, each move has an arrow and its score at that
        depth. ``flip`` draws the board from black's side; ``numbers`` shows the square numbers.
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
    DuckDB and others read it directly, without a copy.

    ====== ============== ================================================
    fen    string         the input string, or null; for a ``Position`` its FEN or,
                          if FEN cannot express it, its text in the exchange
                          format
    move   list of string all legal moves, in alphabetical order
    score  list of int32  the score of each move
    best   string         the first of the moves with the highest score;
                          null if there is no move
    error  string         the reason if the position cannot be ranked (``move``,
                          ``score`` and ``best`` are null then); otherwise null
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
    a single column. For ``None`` or null, the row contains only nulls.

    A string is a FEN position, whose rules are ``rules``, or a game in the exchange format, JSON
    or PDN. A game stands for the position after its moves. Games state their own board and
    rules, so these can differ from row to row.

    If a string is invalid, the column ``error`` has the message; with ``errors="raise"``, the
    first invalid string raises ``RowError``.

    Uses ``threads`` threads, by default one per processor, and releases the interpreter lock.
    Ctrl-C stops the ranking.
    """

@final
class RankedBatches:
    """An iterator of tables, ranked batch by batch as it is read.

    It is also an Arrow stream: ``pyarrow.RecordBatchReader.from_stream``, DuckDB and others read it
    batch by batch. Exporting the stream hands over the remaining batches; after that, reading
    the iterator raises ``ValueError``. If the stream fails, its reader raises an error with the message of this package. The
    iterator cannot be copied or pickled, because its source cannot.
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

    Like ``rank_many``, but reads ``positions`` only as batches are needed: at most about 65,536
    rows and one batch are in memory. Each batch except the last has ``rows`` rows, or fewer if
    their strings exceed 1 GiB. If ``positions`` raises an error, you first get the batches of
    all rows before the error.
    """

@final
class Game:
    """A game: a start position, the moves played from it, and the moves taken back.

    The game is drawn when a position occurs for the third time, and after 40 moves by each player
    without a jump or a man's move. ``repetitions`` and ``quiet_moves`` change these numbers;
    ``None`` turns the rule off.
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
        """Read the first game in a text in Portable Draughts Notation (PDN).

        Comments and variations are ignored. Raise ``ParseError`` if the text is invalid, or
        ``IllegalMoveError`` if one of the moves is illegal.
        """

    def pdn(self) -> str:
        """Return the game up to the current position in Portable Draughts Notation (PDN).

        Raise ``RankmovesError`` if its rules or its board are not those of English draughts.
        """

    def play(self, move: Move | str) -> None:
        """Play a move, given as for ``Position.play``, and drop all moves taken back.

        Raise ``IllegalMoveError`` if the move is illegal or the game is over, or ``ParseError``
        if the text is not a move.
        """

    def push(self, move: Move | str) -> None:
        """Play a move, as ``play`` does."""

    def pop(self) -> str:
        """Take back the last move and any resignation after it, and return the move's text.

        Raise ``IndexError`` if there is no move.
        """

    def undo(self, plies: int = 1) -> int:
        """Take back up to ``plies`` plies, and return their number. A resignation counts as one."""

    def redo(self, plies: int = 1) -> int:
        """Replay up to ``plies`` plies that were taken back, and return their number."""

    def resign(self, player: Literal["red", "black"]) -> None:
        """End the game by a player's resignation, unless the game is already over."""

    def best(
        self, seconds: float | None = 1.0, *, depth: int | None = None, nodes: int | None = None
    ) -> Choice | None:
        """Return the move that the playing engine chooses; ``None`` if the game is over.

        The search ends when it reaches the first of its limits: the time, the depth in plies, or
        the number of nodes. With ``seconds=None`` and another limit, the choice does not depend
        on time. The engine reuses the results of its searches from one move of the game to the
        next.

        Releases the interpreter lock. Ctrl-C stops the search.
        """

    def svg(
        self, depth: int | None = None, *, flip: bool = False, numbers: bool = False
    ) -> str:
        """Return an SVG picture of the position with the last move marked. With ``depth``, each
        move has an arrow and its score at that depth. ``flip`` draws the board from black's side;
        ``numbers`` shows the square numbers.
        """

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook: the position with the last move and, unless the
        game is over, the ranked moves.

        The depth is 6, or less if that would take longer than 0.1 s. Positions with more
        than 60 moves have no arrows.
        """

    @property
    def position(self) -> Position:
        """The position after the moves played."""

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
        """The outcome of the game; ``None`` while it is in progress."""

    def is_game_over(self) -> bool:
        """Return whether there is an ``outcome``."""

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in alphabetical order; none if the game is over."""

    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as in PDN, with black's points first. If the game has no outcome, this is the
        result in the text that it was read from, until a move is played or taken back.
        """

    @property
    def tags(self) -> dict[str, str]:
        """A copy of the PDN tags, without tags derived from the game, such as ``Result``.

        PDN always contains ``Event``, ``Date``, ``Black`` and ``White``, with question marks if
        they are unknown.
        """

    def set_tag(self, name: str, value: str) -> None:
        """Set a PDN tag, such as ``Event``.

        Raise ``ValueError`` if the name is invalid, or if the tag is derived from the game.
        """

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Agent:
    """A player of games, chosen by its name.

    - ``level:N`` is one of six levels, from 1, a beginner, to 6, a master.
    - ``random`` chooses any legal move.
    - ``random-piece`` chooses any piece that can move, then any of its moves.
    - ``minimax:D`` chooses one of the moves with the highest score at depth D.
    - ``eval:D`` is the playing engine, searching D plies ahead.
    - ``timed:SECONDS`` is the playing engine, with this much time per move.

    All except ``timed`` take a seed, after another colon or as the argument ``seed``. With the
    same seed they repeat their choices.
    """

    def __new__(cls, name: str, *, seed: int | None = None, threads: int | None = None) -> Agent: ...
    def choose(self, game: Game) -> Move:
        """Choose a move for the player to move.

        Releases the interpreter lock. Ctrl-C stops the choice.
        """

def read_pdn(text: str) -> list[Game]:
    """Read all games in a text in Portable Draughts Notation (PDN).

    Comments and variations are ignored. Raise ``ParseError`` or ``IllegalMoveError`` for the
    first game with an error.
    """

@final
class Episode:
    """A game that is played action by action, with its history. ``rankmoves.env`` describes the
    numbers of the actions and the planes of the observations.

    Player 0 is red, player 1 is black. Player 0 acts first, unless black is to move in
    ``start``. The draw rules are those of ``Game``. ``str()`` draws the state.
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
        """Return an episode with the moves and the draw rules of a game."""

    @property
    def game(self) -> Game:
        """A copy of the game as a ``Game``, without the chain in progress if there is one."""

    @property
    def player(self) -> Literal[0, 1]:
        """The player to act."""

    @property
    def in_chain(self) -> bool:
        """True if a chain of jumps is in progress."""

    @property
    def payoffs(self) -> tuple[int, int] | None:
        """The payoffs of player 0 and player 1 at the end of the game: 1 for the winner and -1 for
        the loser, or both 0 for a draw. Before the end, ``None``.
        """

    @property
    def position(self) -> Position:
        """The position on the board, without the jump in progress if there is one."""

    def mask(self) -> npt.NDArray[np.int8]:
        """Return a new array: 1 for each legal action of the player to act, 0 for all others."""

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the player to act, in order."""

    def actions_of(self, move: Move | str) -> list[int]:
        """Return the actions that make up a legal move, which is given as for ``Position.play``."""

    def observation(self, player: int) -> npt.NDArray[np.int8]:
        """Return a new array of 5 planes of ranks by files: the board as ``player`` sees it."""

    def act(self, action: SupportsIndex) -> None:
        """Play an action of the player to act.

        Raise ``IllegalMoveError`` with the reason if the action is illegal.
        """

    def describe(self, action: int) -> str:
        """Return the text of a legal action. Rows and columns in the text are numbered as in
        ``str()``; columns count only playable squares.

        Raise ``IllegalMoveError`` with the reason if the action is illegal.
        """

    def __copy__(self) -> Episode: ...
    def __deepcopy__(self, memo: object, /) -> Episode: ...

@final
class VectorCore:
    """The games of ``rankmoves.env.VectorEnv``. Use that class instead of this one."""

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
