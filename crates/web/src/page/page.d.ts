// The types of the page's state and its changes; like those of api.d.ts, they are global.

/** The results so far for a place. */
interface Analysis {
  ranking: Ranking | null;
  estimates: Record<string, Estimate>;
  proven: Record<string, Proven | null>;
  /** Why the server stopped; null while it may continue. */
  ended: string | null;
}

/** A move with everything known about its value. */
interface Ranked { move: string; score: number | null; estimate: number | null; expected: number | null; proven: Proven | null; line: string[] }

/** A finished or unfinished review; `moments` are the plies that cost most, the worst first. */
interface Review { start: number | null; plies: JudgedPly[]; moments: number[]; done: boolean }

/** A moment of the review that the user plays again: the ply, the move tried there, and its judgement. */
interface Trial { ply: number; move: string | null; answer: TriedPly | null }

/** Who plays each side: "human", or the description of a program. */
type Seats = Record<Side, string>;

/** The part of a game that its history entry keeps beside the address; `of` identifies the server. */
interface Table extends Omit<Played, "game" | "at" | "record" | "games"> { start: number; going: boolean; review: Review | null; flip: boolean; of: string }

/** The result of choosing a square: the squares chosen so far, or the move that is complete. */
type Choice = { chain: string[] } | { move: string };

/** Squares by the kind of their mark. */
type Marks = [kind: string, squares: string[]][];

/** An arrow along the squares of a move; `rank` counts from the best move, which is 0. */
interface Arrow { path: string[]; rank: number; kind: string }

/** A point of the drawing, in squares. */
interface Point { x: number; y: number }

/** A view of a board: its shape, and whether it is seen from black's side. */
interface View { shape: Shape; flip: boolean }

/** A position that is being set up. */
interface Setup {
  rules: Rules; shape: Shape; turn: Side; board: string[];
  /** The piece that a click puts down; a dot removes pieces. */
  piece: string;
}

interface Preferences {
  flip: boolean; numbers: boolean; sounds: boolean; arrows: boolean; theme: "auto" | "light" | "dark";
}

/** The text of a file, kept to read its other games; absent for the file on the command line. */
interface Source { text?: string; name: string }

interface Message { text: string; kind: "error" | "note" | "away"; offer: Offer | null }

/** The command of a message's button: restore a game, or ask a program again. */
type Offer = "restore" | "again";

/** The clock of a game, in seconds. */
interface Clock {
  control: Control;
  /** Both players' time left, at the start and after each ply. */
  left: Record<Side, number>[];
  /** The number of plies after which the clock stands: all, unless moves were taken back. */
  ply: number;
  /** The thinking time of the player to move, counted until `since`: the moment when the running clock last started. */
  spent: number; since: number | null;
  /** The player who ran out of time. */
  late: Side | null;
}

/** The part of the state that a game brings with it. */
interface Played {
  game: Game; at: number; record: PdnLine | null; games: Summary[]; number: number; source: Source | null; clock: Clock | null; seats: Seats;
  /** The day on which the user began the game here. */
  begun: string | null;
  /** The moves of its opening, which a rematch repeats. */
  lead: string[];
  /** The changes to the file's record or, without a file, to a record of the moves `base`. */
  base: string[]; edits: Edit[];
  /** True if the user has named a player of the game. */
  named: boolean;
  /** The other games of the file that were changed here, by their numbers. */
  drafts: Record<number, Draft | undefined>;
  /** A sentence on how the players ended the game; null if they did not. */
  over: string | null;
  /** The moves tried after the place, to restore them. */
  tried?: string[];
}

/** A changed game of a file; the rest is read from the file. */
type Draft = Pick<Played, "game" | "at" | "base" | "edits" | "named" | "over">;

interface State extends Played {
  about: ServerInfo | null;
  /** The unique time when the game was begun or opened, to detect answers about another game. */
  start: number;
  /** Moves tried from the place on the board: the branch of the tree that is open. */
  tried: string[];
  /** Squares chosen on the board: a piece, then the squares it jumps to. */
  chain: string[];
  /** The move pointed at, in the list of the place shown. */
  pointed: string | null;
  places: Record<string, Place>;
  analyses: Record<string, Analysis>;
  /** True if the programs may play. */
  going: boolean;
  /** True while a program thinks. */
  thinking: boolean;
  depth: number | null;
  /** The requested hint for a place; it has no move until the server answers. */
  hint: (Partial<Hint> & { key: string }) | null;
  review: Review | null;
  /** The review that was last ended, and the moves that it belongs to. */
  shelved: { moves: string[]; review: Review | null } | null;
  /** The ply of the moment that is explained. */
  moment: number | null;
  trial: Trial | null;
  /** True if scores and arrows were requested in a game against a program. */
  asked: boolean;
  /** A clicked square that cannot be chosen, and the piece that was to move there; the reason is shown instead of the message. */
  stuck: string[] | null;
  setup: Setup | null;
  prefs: Preferences;
  message: Message | null;
  /** The game as it was before it was last replaced or cut. */
  previous: Played | null;
  /** True while the page is visible. */
  visible: boolean;
}

/** A game to show, and how. */
interface Loaded { played: Partial<Played> & { game: Game; start?: number; review?: Review | null; flip?: boolean }; keep?: boolean; going?: boolean; note?: string }

/** Does what a button or key is for; returns what changes in the state, if anything does. */
type Command = (state: State) => Partial<State> | void;

/** The attributes of an element, and its text. */
type Parts = { text?: string } & Record<string, any>;

/** What an element may contain; false and null add nothing. */
type Child = Node | string | false | null | undefined;

/** A playable square. Rows count from the top, columns from the left. */
interface Square { name: string; number: number; row: number; column: number }

/** The playable squares of a shape, in the order of their numbers and by name. */
interface Squares { list: Square[]; byName: Map<string, Square> }

/** The boards after each move of a line; `boards` begins with the start. */
interface BoardsAlong { start: string[]; line: string[]; boards: string[][] }

/** A piece on the board, and its element. */
interface Man { element: SVGGElement; piece: string; name: string }

/** A pressed pointer; `fresh` if the press has chosen the square. */
interface Press { square: string; x: number; y: number; id: number; dragging: boolean; fresh: boolean }

/** The nodes that show a ply in the list of moves; `key` has all that they depend on. */
interface DrawnPly { key: string; nodes: ChildNode[] }

/** The current request of a slot. */
interface Task { name: string; end: AbortController }

/** Is called with the state after a change and before it. */
type Listener = (state: State, before: State) => void;

/** A move in the order of its list, ranked or not yet. */
interface Listed { move: string; score?: number; line?: string[] }

/** A piece to be drawn on a square. */
interface Placed { name: string; piece: string }

/** A preference that a command switches on and off. */
type Toggled = "flip" | "numbers" | "sounds" | "arrows";

/** Connects the fields in a part of a form; `changed` is called with the rules and the board that the user has chosen. */
type RulesForm = (form: HTMLFormElement, fields: HTMLElement, changed: (variant: Variant) => void) => { read: () => Variant; write: (variant: Variant) => void };

/** Returns the events that a piece of the stream completes. */
type EventReader = (text: string) => { event: string; data: any }[];

/** Handles an event of a stream. */
type Handle = (event: string, data: any) => void;

/** Sends a request, which the signal aborts. */
type Send = (signal: AbortSignal) => Promise<void>;

/** An end of the board, as drawn. */
type End = "top" | "bottom";

/** The rules of a game and the shape of its board. */
type Variant = Pick<Game, "rules" | "shape">;

// Functions of one file each, whose types are long.

/** Draws the button of a move; `lost` is what the move cost, in points. */
type DrawPly = (state: State, move: string, at: number, tried: string[], isFirst: boolean, lost?: number) => HTMLElement;
type DrawRemarks = (state: State, entry: Annotated | undefined, at: number, before: string[]) => (HTMLElement | string | undefined)[];
type TryMoves = (state: State, tried: string[], at?: number) => State;
/** The attributes of the buttons, by their commands. */
type Abilities = (state: State) => Record<string, Record<string, unknown>>;
/** Columns and rows that an arrow key goes to the right and down. */
type ArrowSteps = Record<string, [number, number]>;
type AddEdits = (state: State, ...edits: Edit[]) => State;
type EditLines = (state: State, change: Edit["change"], moves?: string[], text?: string) => State;
type EndGame = (state: State, winner: Side | null, text: string) => State;
type AlterSetup = (state: State, change: (setup: Setup) => Partial<Setup>) => State;
type CutRecord = (record: PdnLine | null, count: number) => PdnLine | null;
/** Times are in seconds. */
type TimeLeft = (state: State, clock: Clock, side: Side, now: number) => number;
type ShownTime = (state: State, side: Side, now: number) => number | null;
type StartClock = (state: State, clock: Clock, now: number) => State;
/** Does some work, and reports its failure; `where` is the place of the fault. */
type Attempt = (work: () => Promise<void>, where?: string) => Promise<void>;
type Reporting = (state: State, text: string, kind?: Message["kind"], offer?: Offer | null) => State;
/** Changes the state by a function of the state and more values. */
type Dispatch = <V extends unknown[]>(change: (state: State, ...values: V) => State, ...values: V) => void;
type ReadGame = (source: Source, number?: number) => Promise<void>;
type WrongPart = (expected: string, found: unknown) => Error;
type RecallTable = (about: ServerInfo | null) => Table | null;
type Initial = (prefs?: Partial<Preferences>) => State;
type PieceOn = (board: string[], square: Square | undefined) => string;
type BeginsWith = (line: string[], moves: string[]) => boolean;
type NewClock = (control: Control, plies: number) => Clock;
/** Finds something along the chosen squares. */
type Along<T> = (moves: Move[], chain: string[]) => T;
type Flipped = (ranks: number, usual: boolean) => boolean;
type Choose = (moves: Move[], chain: string[], square: string) => Choice;
type KeepTask = (slot: string, name: string | null, request: Send, failed?: (error: Error) => void) => void;
type Recorded = (state: State, answer: Answers["edit"], asked: string[]) => State;
type Neighbour = (shape: Shape, name: string, right: number, down: number) => string | undefined;
type ShowPieces = (view: View, board: string[], path: string[], instant: boolean) => void;
type FindMan = (gone: Map<string, Man>, name: string, piece: string, path: string[]) => Man | undefined;
type DragPiece = (view: View, name: string, point: Point | null) => void;
type FindMove = (line: Annotated[], index: number, way: string[]) => { line: Annotated[]; index: number } | undefined;
type WithMoves = (state: State, moves: string[], isOther: boolean) => State;
type DescribeSquare = (square: Square, piece: string, can: boolean, chosen: string | undefined, numbers: boolean) => string;
type Follow = (name: string, body: object, signal: AbortSignal, handle: Handle) => Promise<void>;
type CheckAddress = (game: Game, at: number, table: Partial<Table> | null, going?: boolean) => Promise<void>;
type Drafts = (played: Played, before: State) => Played["drafts"];
/** `at` is the number of plies before the line. */
type DrawLine = (state: State, title: string, line: LineMove[], at: number) => HTMLElement | null;
type NumberOf = (state: State, index: number, isFirst: boolean) => string | false;
type DrawVariation = (state: State, line: PdnLine, at: number, before: string[]) => HTMLElement;
type MoveAlong = (board: string[], shape: Shape, squares: string[]) => string[];
type WriteMove = (shape: Shape, move: string, numbers: boolean) => string;
type PressClock = (before: State, state: State, clock: Clock, now: number) => Clock;
type UpdateClock = (before: State, state: State, now: number) => State;
/** `person` is the name of a person. */
type FillSeats = (strip: { select: HTMLSelectElement; isNew: (value: unknown) => boolean }, state: State, who: string, person: string) => void;
/** Uses a row of a list, or another button. */
type OfRow<T = void> = (row: HTMLElement | null) => T;
type DrawRow = (state: State, ranked: Ranked, way: string[], best: number | null, open: boolean) => HTMLElement;
/** `now` is in milliseconds. */
type Load = (state: State, loaded: Loaded, now?: number) => State;
type MovePiece = (state: State, from: string, to: string | null) => State;
type LinesToWrite = (played: Draft & { clock?: Clock | null }, source: Source | null, number: number) => object;
type Spoken = (shape: Shape, side: Side, move: string) => string;
type Tap = (context: AudioContext, delay: number, pitch: number, loud: number) => void;
type Tone = (score: number | null, best: number | null) => string;
type Change<T, R = State> = (state: State, value: T) => R;
type DropPiece = (state: State, from: string, to: string) => State;
type GoOn = (state: State, at: number, step: number) => State;
type Learn = (state: State, key: string, event: string, data: any) => State;
type LearnPlace = (state: State, key: string, place: Place) => State;
type Seat = (state: State, side: Side, who: string) => State;
type PutPiece = (board: string[], square: Square | undefined, piece: string) => string[];
type SetUpBoard = (shape: Shape, piece: (square: Square) => string) => string[];
type DrawList = (state: State, way: string[]) => HTMLElement[];
type RequestPlace = (state: State, slot: string, line: string[]) => void;
type Begin = (loaded: Loaded) => void;
type Is<T = void> = (state: State, value: T) => boolean;
type TextOf<T> = (state: State, value: T) => string;
type Reveal = (list: HTMLElement, element: Element) => void;
type GoTo = (state: State, place: number, follows?: boolean) => State;
type WatchReleased = (element: HTMLElement, listener: Listener) => void;
type Remember = <T>(entries: Record<string, T>, key: string, value: T) => Record<string, T>;
type Ask = <K extends keyof Answers>(name: K, body?: object, signal?: AbortSignal) => Promise<Answers[K]>;
type ShownLine = (state: Pick<State, "game" | "at" | "tried">, level?: number) => string[];
type GameAfter = (game: Game, moves: string[]) => Game;
type UserSide = (state: Pick<State, "seats">) => Side | null;
type Above = (event: Event, selector: string) => HTMLElement | null;
type Persist = (signal: AbortSignal, request: () => Promise<void>) => Promise<void>;
type MoveNumber = (game: Game, ply: number) => number;
type TurnAfter = (game: Game, plies: number) => Side;
type Jumped = (shape: Shape, squares: string[]) => string[];
type IsJump = (shape: Shape, move: string) => boolean;
type CountPieces = (board: string[], side: Side) => { men: number; kings: number };
type ScoreText = (score: number, unit?: string) => string;
type Plural = (count: number, thing: string, things?: string) => string;
type Silence = (error: unknown, signal?: AbortSignal | null) => never;
type Answer = (name: string, body?: object, signal?: AbortSignal | null) => Promise<Response>;
type Reason = (error: any, where?: string) => string;
type SquareNamed = (shape: Shape, name: string) => Square | undefined;
type CentreOf = (view: View, row: number, column: number) => Point;
type Centre = (view: View, name: string) => Point;
type DrawMark = (view: View, kind: string, name: string) => SVGElement;
type DrawLabel = (x: number, y: number, text: string) => SVGElement;
type BuildBoard = (view: View, numbers: boolean) => void;
type Slide = (view: View, man: Man, names: string[]) => void;
type Vanish = (man: Man, delay: number) => void;
type ReadData = (data: DataTransfer | null, name: string) => Promise<void>;
type Toward = (a: Point, b: Point, by: number) => Point;
type LabelSquares = (state: State, board: string[], kinds: Marks) => void;
type SetFocus = (name: string, take: boolean) => void;
type Complete = (played: Partial<Played> & { game: Game }) => Played;
type Upright = (kind: string, ply: number) => SVGElement;
type FillDepths = (limit: number, chosen: number | null) => void;
type ConvertMove = (shape: Shape, move: string) => string;
type ReadPieces = (shape: Shape, text: string) => string[];
type WriteAddress = (game: Game, at: number) => string;
type Download = (blob: Blob, name: string) => void;
type DrawArrow = (view: View, arrow: Arrow) => SVGElement | null;
type Thought = (clock: Clock, now: number) => number;
/** Makes a command. */
type By<T> = (by: T) => Command;
type Make<M> = <K extends keyof M & string>(name: K, parts?: Parts, ...children: Child[]) => M[K];
type ById = <T extends HTMLElement>(id: string, kind?: new () => T) => T;
type WantedRanking = (state: State, level?: number) => { key: string; depth: number; from: number; line: string[] } | null;
type Any = <T>(things: T[]) => T | undefined;
