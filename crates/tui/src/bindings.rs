//! User actions, and the keys bound to them, with their names in the footer and the help.

use rankmoves_core::{Piece, Player, Role};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::editor::Edit;
use super::theme::Theme;
use Context::{Board, Edit as Editing, Games as Gaming, Help as Helping, Moves, Prompt as Prompting, Tree};
use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up,
};
use UserAction::{
    Analysis, ClearLine, Deepen, EditBoard, Focus, Games, Key, Order, Prompt, Slow, Step, Vary,
};
use table::session::Command::{self, Ask};
use table::session::Request;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserAction {
    /// A command that can also be typed.
    Command(&'static Command),
    /// A key for the part of the screen that has the focus. Other keys may stand for it.
    Key(KeyCode),
    ClearLine,
    /// Moves the focus on by this number of parts of the game's screen.
    Focus(usize),
    /// Goes forward by this number of plies, at most to the end of the game; if it is negative, back.
    Step(isize),
    Vary,
    /// Chooses the pause that is this many steps longer.
    Slow(isize),
    Order,
    Analysis,
    Deepen(i32),
    Theme,
    EditBoard,
    Edit(Edit),
    Games,
    /// Opens the command line, which begins with this text. A slash searches the list of games or the help.
    Prompt(&'static str),
    /// Ends the program at once.
    Interrupt,
    Suspend,
}

/// Returns the index that a key selects in a list of `count` items if `index` is selected now.
pub fn moved(key: KeyCode, index: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match key {
        Up => index.saturating_sub(1),
        Down => (index + 1).min(last),
        PageUp => index.saturating_sub(10),
        PageDown => (index + 10).min(last),
        Home => 0,
        End => last,
        _ => index,
    }
}

/// The contexts in which keys have different meanings: the parts of the game's screen, and the dialogs over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    Tree,
    Board,
    Moves,
    Edit,
    Games,
    Prompt,
    Help,
}

impl Context {
    /// All contexts in their order, with their titles.
    pub const ALL: [(Context, &str); 7] = [
        (Tree, "In the list of moves"),
        (Board, "On the board"),
        (Moves, "In the game"),
        (Editing, "When setting up"),
        (Gaming, "In the list of games"),
        (Prompting, "On the command line"),
        (Helping, "In this help"),
    ];

    pub const fn title(self) -> &'static str {
        Context::ALL[self as usize].1
    }
}

pub struct Binding {
    pub contexts: &'static [Context],
    pub keys: &'static [BoundKey],
    /// The description in the help; empty if the help does not list the keys.
    pub what: &'static str,
    /// The word in the footer; empty if the footer does not show the keys.
    pub short: &'static str,
}

impl Binding {
    const fn help(self, what: &'static str) -> Binding {
        Binding { what, ..self }
    }

    const fn footer(self, short: &'static str) -> Binding {
        Binding { short, ..self }
    }

    /// Returns the names of the keys in the characters of a theme, separated by blanks.
    pub fn names(&self, theme: Theme) -> String {
        if self.keys == ARROWS {
            return theme.pick("←↑↓→", "arrows").to_owned();
        }
        let name = |&(code, _): &BoundKey| match code {
            Up => theme.pick("↑", "up").to_owned(),
            Down => theme.pick("↓", "down").to_owned(),
            Left => theme.pick("←", "left").to_owned(),
            Right => theme.pick("→", "right").to_owned(),
            Enter => theme.pick("⏎", "enter").to_owned(),
            Char(' ') => theme.pick("Space", "space").to_owned(),
            PageUp => "PgUp".to_owned(),
            PageDown => "PgDn".to_owned(),
            code => code.to_string(),
        };
        self.keys.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    pub fn action(&self, index: usize) -> Option<UserAction> {
        self.keys.get(index).or(self.keys.first()).map(|&(_, action)| action)
    }
}

pub const GAME: &[Context] = &[Tree, Board, Moves];
const LISTS: &[Context] = &[Tree, Moves, Gaming, Helping];
const ANY: &[Context] = &[Tree, Board, Moves, Editing, Gaming];

type BoundKey = (KeyCode, UserAction);

const UP_DOWN: &[BoundKey] = &[(Up, Key(Up)), (Down, Key(Down))];
const ARROWS: &[BoundKey] = &[(Up, Key(Up)), (Down, Key(Down)), (Left, Key(Left)), (Right, Key(Right))];
const ENTER: &[BoundKey] = &[(Enter, Key(Enter))];
const TO_START: UserAction = Step(isize::MIN);
const TO_END: UserAction = Step(isize::MAX);

/// Returns a binding that neither the help nor the footer shows.
const fn bind(contexts: &'static [Context], keys: &'static [BoundKey]) -> Binding {
    Binding { contexts, keys, what: "", short: "" }
}

const fn edit(edit: Edit) -> UserAction {
    UserAction::Edit(edit)
}

const fn run(command: &'static Command) -> UserAction {
    UserAction::Command(command)
}

const fn put(player: Player, role: Role) -> UserAction {
    edit(Edit::Put(Some(Piece { player, role })))
}

/// All key bindings. If a key is bound twice in a context, the first binding applies.
pub const BINDINGS: &[Binding] = &[
    bind(&[Tree], UP_DOWN)
        .help("select a move: the board shows it and the best play after it")
        .footer("select"),
    bind(&[Tree], &[(Right, Key(Right)), (Left, Key(Left))])
        .help("open a move to see the replies; close it, or go up a level")
        .footer("open"),
    bind(&[Tree], ENTER).help("play the move").footer("play"),
    bind(&[Board], ARROWS).help("go from square to square").footer("go"),
    bind(&[Board], ENTER).help("choose a piece, then where it goes").footer("choose"),
    bind(&[Moves], UP_DOWN).help("step through the game").footer("step"),
    bind(&[Moves], &[(Enter, run(&Ask(Request::Go)))]).help("play from here").footer("continue"),
    bind(&[Moves], &[(Char('v'), Vary)])
        .help("follow the next variation of this move; Esc returns to the game")
        .footer("line"),
    bind(LISTS, &[(PageUp, Key(PageUp)), (PageDown, Key(PageDown))]).help("go ten lines up or down"),
    bind(&[Tree, Gaming, Helping], &[(Home, Key(Home)), (End, Key(End))])
        .help("go to the first or last item"),
    bind(GAME, &[(Tab, Focus(1))])
        .help("move between the board, the game and the list of moves")
        .footer("pane"),
    bind(GAME, &[(Char('u'), run(&Command::Undo(1))), (Char('r'), run(&Command::Redo(1)))])
        .help("take back your last turn, or play it again")
        .footer("undo redo"),
    bind(GAME, &[(Char(','), Step(-1)), (Char('.'), Step(1))])
        .help("go back or forward one ply, and pause the programs")
        .footer("back forward"),
    bind(GAME, &[(Char('g'), TO_START), (Char('G'), TO_END)]).help("go to the start or the end of the game"),
    bind(GAME, &[(Char(' '), run(&Ask(Request::Go)))])
        .help("pause, or continue: replay the next moves, or let the programs play")
        .footer("pause/go"),
    bind(GAME, &[(Char('{'), Slow(1)), (Char('}'), Slow(-1))]).help("slow or speed up replays and programs"),
    bind(GAME, &[(Char('+'), Deepen(1)), (Char('-'), Deepen(-1))])
        .help("rank one ply deeper, or one ply less deep")
        .footer("depth"),
    bind(GAME, &[(Char('h'), run(&Ask(Request::Hint(None))))])
        .help("name and select a good move")
        .footer("hint"),
    bind(GAME, &[(Char('a'), Analysis)]).help("show or hide scores and arrows").footer("scores"),
    bind(GAME, &[(Char('o'), Order)])
        .help("order moves by score (then estimate), or alphabetically")
        .footer("order"),
    bind(GAME, &[(Char('p'), run(&Command::Pass))]).help("pass, if the rules allow it"),
    bind(GAME, &[(Char('R'), run(&Command::Rematch))])
        .help("restart the game with sides swapped; :new begins a new game"),
    bind(GAME, &[(Char('m'), Games)]).help("choose a game from the file"),
    bind(GAME, &[(Char('e'), EditBoard)]).help("set up a position").footer("edit"),
    bind(&[Editing], ARROWS).help("go from square to square"),
    bind(&[Editing], ENTER).help("play from here").footer("play"),
    bind(&[Editing], &[(Esc, Key(Esc))]).help("go back to the unchanged game").footer("back"),
    bind(
        &[Editing],
        &[
            (Char('r'), put(Player::Red, Role::Man)),
            (Char('R'), put(Player::Red, Role::King)),
            (Char('b'), put(Player::Black, Role::Man)),
            (Char('B'), put(Player::Black, Role::King)),
        ],
    )
    .help("put a man or a king")
    .footer("man, king"),
    bind(&[Editing], &[(Char('x'), edit(Edit::Put(None)))]).help("remove a piece").footer("remove"),
    bind(&[Editing], &[(Char('u'), edit(Edit::Undo))]).help("undo the last change").footer("undo"),
    bind(&[Editing], &[(Char(' '), edit(Edit::Cycle))]).help("cycle through the kinds of pieces"),
    bind(&[Editing], &[(Char('t'), edit(Edit::Turn))]).help("change the player to move").footer("turn"),
    bind(
        &[Editing],
        &[(Char('c'), edit(Edit::Capture)), (Char('j'), edit(Edit::Jumps)), (Char('l'), edit(Edit::Blocked))],
    )
    .help("change a rule: captures, jumps, what a blocked player does")
    .footer("rules"),
    bind(
        &[Editing],
        &[
            (Char('+'), edit(Edit::Grow(1, 0))),
            (Char('-'), edit(Edit::Grow(-1, 0))),
            (Char('>'), edit(Edit::Grow(0, 1))),
            (Char('<'), edit(Edit::Grow(0, -1))),
        ],
    )
    .help("add or remove a rank, or a file")
    .footer("size"),
    bind(&[Editing], &[(Char('y'), edit(Edit::Playable))]).help("make the other squares playable"),
    bind(&[Editing], &[(Char('z'), edit(Edit::Clear)), (Char('s'), edit(Edit::Start))])
        .help("empty board, or start position")
        .footer("empty, start"),
    bind(&[Gaming], UP_DOWN).help("select a game").footer("select"),
    bind(&[Gaming], ENTER).help("open the game").footer("open"),
    bind(&[Gaming], &[(Esc, Key(Esc))]).help("close the list").footer("close"),
    bind(ANY, &[(Char('f'), run(&Command::Flip))]).help("flip the board").footer("flip"),
    bind(ANY, &[(Char('n'), run(&Command::Numbers))]).help("show or hide the squares' numbers"),
    bind(GAME, &[(Char('t'), UserAction::Theme)]).help("change the colour theme"),
    bind(ANY, &[(Char(':'), Prompt(""))])
        .help("type a command or a move; digits and unused keys start one")
        .footer("command"),
    bind(&[Gaming, Helping], &[(Char('/'), Prompt("/"))])
        .help("search the games of a file, or these keys; an empty search finds the next match")
        .footer("search"),
    bind(&[Helping], UP_DOWN).help("scroll").footer("scroll"),
    bind(&[Prompting], ENTER).help("run the command").footer("run"),
    bind(&[Prompting], &[(Tab, Key(Tab)), (Up, Key(Up)), (Down, Key(Down))])
        .help("complete a word; recall an earlier line")
        .footer("complete, earlier"),
    bind(&[Tree, Board, Moves, Prompting, Helping], &[(Esc, Key(Esc))]).help("cancel"),
    bind(ANY, &[(Char('?'), run(&Ask(Request::Help(None))))]).help("show this help").footer("help"),
    bind(&[Helping], &[(Char('q'), Key(Esc))]).help("close the help").footer("close"),
    bind(ANY, &[(Char('q'), run(&Ask(Request::Quit)))]).help("quit the program").footer("quit"),
    bind(&[Tree, Gaming, Helping], &[(Char('k'), Key(Up)), (Char('j'), Key(Down))]),
    bind(&[Tree], &[(Char('l'), Key(Right))]),
    bind(&[Moves], &[(Left, Key(Up)), (Right, Key(Down))]),
    bind(
        GAME,
        &[
            (BackTab, Focus(2)),
            (Char('<'), Step(-1)),
            (Char('>'), Step(1)),
            (Home, TO_START),
            (End, TO_END),
            (Char('='), Deepen(1)),
            (Char(']'), Deepen(1)),
            (Char('['), Deepen(-1)),
            (Char('/'), Prompt("/")),
        ],
    ),
    bind(&[Editing], &[(Delete, edit(Edit::Put(None))), (Backspace, edit(Edit::Put(None)))]),
    bind(&[Helping], &[(Char('?'), Key(Esc)), (Enter, Key(Esc))]),
];

pub fn of_key(context: Context, key: KeyEvent) -> Option<UserAction> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match (key.code, context) {
            (Char('c'), _) => Some(UserAction::Interrupt),
            (Char('z'), _) => Some(UserAction::Suspend),
            (Char('u'), Context::Prompt) => Some(ClearLine),
            _ => None,
        };
    }
    let mut bindings = BINDINGS.iter().filter(|binding| binding.contexts.contains(&context));
    let found = bindings.find_map(|binding| binding.keys.iter().find(|(code, _)| *code == key.code));
    match (found, key.code, context) {
        (Some((_, action)), ..) => Some(*action),
        (None, Char(_) | Left | Right | Home | End | Backspace | Delete, Prompting) => Some(Key(key.code)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::options::Colors;

    const ASCII: Theme = Theme { colors: Colors::None, ascii: true };

    #[test]
    fn a_key_has_one_meaning_in_a_context_except_a_later_general_one() {
        for (context, _) in Context::ALL {
            let mut seen = HashSet::new();
            for binding in BINDINGS.iter().filter(|binding| binding.contexts.contains(&context)) {
                for (code, action) in binding.keys {
                    let is_new = seen.insert(*code);
                    assert!(is_new || matches!(code, Home | End), "{context:?} {code:?} {action:?}");
                }
                assert!(binding.names(ASCII).is_ascii());
            }
            assert!(seen.contains(&Esc), "{context:?}");
        }
    }
}
