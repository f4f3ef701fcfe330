// Messages between the server (crates/web/src/) and the page.
// Every request: POST, Content-Type: application/json, same origin. Errors: status 4xx/5xx with Problem. GET only for assets and /api/about.
type Side = "red" | "black";
interface Rules { capture: "required" | "optional"; jumps: "multiple" | "single"; blocked: "loses" | "passes" }
interface Shape { ranks: number; files: number; flipped: boolean }
/** Requests with a single answer. */
interface Answers { about: ServerInfo; edit: { record: PdnLine; moves: string[] /* the main line */ }; judge: TriedPly; start: Game; game: GameView; hint: Hint; draw: { better: Side | null }; choose: { move: string | null }; read: Read; write: Written }
/** A game in JSON (docs/format.md), with the board's rows from the top. */
interface Game { rules: Rules; shape: Shape; turn: Side; board: string[]; moves: string[];
  event?: string; date?: string; round?: number; red?: string; black?: string; result?: string; id?: unknown }
/** A time control in seconds: each player's time, and the time added per move. */
interface Control { base: number; increment: number }
interface Problem { error: string; line?: number; column?: number; field?: string; ply?: number }

/** GET /api/about */
interface ServerInfo { version: string; agents: { spec: string; about: string }[]; seats: { red: string; black: string };  // "human", "timed:1", "hub:…" (from the command line)
  openings: { name: string | null; deck: boolean /* of the three-move deck */; moves: string[] }[]; limits: { body: number; file: number; /* bytes */ depth: number; seconds: number; searches: number; moves: number };
  game: Game; record: PdnLine | null; games: Summary[]; number: number;
  clock: Control | null; numbers: boolean; flip: boolean; source: boolean; // true if the command line's file is PDN
  opened: boolean; // true if the command line gives a file or a position
  busy: { running: number; waiting: number; reading: number } } // searches, and texts being read or written

/** POST /api/start {rules, shape, first?: Side} -> Game at its start (black, the darker men, moves first as in `checkers play`). */

/** POST /api/game {game} -> the place after its moves. Illegal moves: 422 Problem with ply. */
interface GameView { place: Place; oddities: string[] }
interface Place { moves: Move[]; passes: boolean; // must pass (rules "blocked passes")
  outcome: string | null /* a sentence about the end of the game */; opening: string | null /* its name */ }
interface Move { move: string; path: string[]; captured: string[] }

// The engine's scores are in hundredths of a man. A win in n plies is 30,000 − n, at least 29,000. A score from
// 20,000 to 29,000 is a win of unknown length. Losses are the negatives.

/** POST /api/rank {game, depth: number (deepest), from?: number} -> text/event-stream:
 *  event: ranking  data: Ranking   (one per finished depth, from `from` (default 0) up)
 *  event: estimates data: {depth, moves: Estimate[]}   the engine's scores, searched deeper now and then
 *  event: proven   data: {moves:[{move, proven: Proven|null}]}   once, if tables have values
 *  event: end      data: {reason: "depth"|"seconds"|"stopped"}     event: problem data: Problem */
interface Ranking { depth: number; moves: { move: string; score: number; line?: string[] }[] }
interface Estimate { move: string; estimate: number; expected: number /* the expected result of the player to move, 0 to 100 */ }
interface Proven { result: "won" | "drawn" | "lost"; plies?: number }

/** POST /api/hint {game} -> Hint: a move with its value `proven` by tables, or with the engine's `view`: the score, the depth (0 if
 *  there is no other move) and the line of expected moves, beginning with this one. */
interface Hint { move: string; proven?: Proven; view?: { score: number; depth: number; line: string[] } }
/** POST /api/draw {game} -> {better: the player whom the engine judges as better, or null}: a program declines a draw if it is better */
/** POST /api/choose {game, agent: string, clock?: {left: number, increment: number}: seconds of the player to move} -> {move: string | null}, null for a pass; closing the connection stops the agent */
/** POST /api/review {game, costs?: number[] (of the plies judged so far, if an earlier review was cut off)} -> text/event-stream:
 *  event: start    data: {red}     red's expected result before the first of the plies to judge
 *  event: ply      data: JudgedPly     one per ply
 *  event: moments  data: {plies: number[]}     whenever they change: the numbers of at most seven plies that cost most, the worst first
 *  event: end      data: {reason: "depth"|"seconds"|"stopped"}: unless it is "depth", the review was cut off: request the rest
 *  POST /api/judge {game, at, move} -> TriedPly: judges a move tried after `at` plies */
interface JudgedPly { ply: number; player: Side; move: string;
  cost: number; // percentage points of the expected result that the best move would have kept, 0 to 100; 0 if the result is the same
  played: Outlook | null; best: (Outlook & { move: string }) | null; // null for a pass
  red: number; // red's expected result after the ply
  why: Why | null; // null if the ply costs little
  text: string }
/** What a player can expect: a win is 100, a draw 50, a loss 0. `proven` comes from tables, from a search to the end, or from the rules. */
interface Outlook { expected: number; proven: Proven | null }
/** Two lines of best play, `refutation` from the ply and `better` from the best move, and the reasons for the cost, the most important first. */
interface Why { refutation: LineMove[]; better: LineMove[]; reasons: { kind: "result" | "pieces" | "crown" | "blocked" | "judgement";
  plies: number | null; /* from the position before the ply until this has happened */ text: string }[] }
/** A move of a line. Its note, such as "takes a man" or "crowns", is empty for a quiet move. */
interface LineMove { player: Side; move: string; note: string }
/** A tried move, compared with the game's ply there: what it gains in percentage points (negative: it loses); null if the game has no move there. */
interface TriedPly extends JudgedPly { against: { move: string; gain: number; verdict: "better" | "same" | "worse" } | null }
/** POST /api/read {text?, name?, number?} -> Read ; 422 Problem with line/column. Without a text, the file on the command line is used, here and in `source` below */
interface Read { format: "exchange" | "fen" | "json" | "pdn"; game: Game; record: PdnLine | null; games: Summary[]; number: number; oddities: string[] }
interface Summary { text: string; valid: boolean }
interface PdnLine { comment: string; moves: Annotated[] }
interface Annotated { move: string; comment: string; glyphs?: string[]; variations: PdnLine[] }
/** POST /api/write {game, over?: boolean (the players ended it, with game.result), seats?: {red, black} (of a game played here: programs are named unless game has names), format: "pdn"|"fen"|"exchange"|"json"|"svg", flip?, numbers?, arrows?: {depth, moves: {move, score}[]}, source?: {text?, number}, whole?: boolean (write the whole source, in PDN, with the game in its place), base?: Game, edits?: Edit[],
 *  clock?: {control: Control, left: number[] (after each ply, of its player), late?: Side | null (the player out of time)}} -> Written */
/** POST /api/edit {game (its moves are the main line if there is no source), source?, edits: Edit[]} -> the record after these changes, in order;
 *  a change that the record refuses, such as one to a deleted line, is skipped. In `write`, `base` takes the part of `game` here, and `edits` are applied before writing PDN */
interface Edit { change: "add" | "promote" | "delete" | "comment"; moves: string[]; /* from the start */ text?: string | undefined }
interface Written { text: string; name: string; type: string; lost: string[] }
