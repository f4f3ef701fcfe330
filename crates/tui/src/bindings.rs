//! The key bindings, with their names in the footer and the help.

use rankmoves_core::{Piece, Player, Role};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::{Context, UserAction};
use super::editor::Edit;
use super::theme::Theme;
use Context::{Board, Edit as Editing, Games as Gaming, Help as Helping, Moves, Prompt as Prompting, Tree};
use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up,
};
use UserAction::{
    Analysis, ClearLine, Deepen, EditBoard, Focus, Games, Key, Order, Prompt, Search, Slow, Step, Vary,
};
use table::session::Command::{self, Ask};
use table::session::Request;

/// Keys with their actions and help texts.
pub struct Binding {
    pub contexts: &'static [Context],
    pub keys: &'static [BoundKey],
    /// The description in the help; empty if the help does not list the keys.
    pub what: &'static str,
    /// The word in the footer; empty if the footer does not show the keys.
    pub short: &'static str,
}

impl Binding {
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

    /// Returns the action of the `place`-th key.
    pub fn action(&self, place: usize) -> Option<UserAction> {
        self.keys.get(place).or(self.keys.first()).map(|&(_, action)| action)
    }
}

pub const GAME: &[Context] = &[Tree, Board, Moves];
const LISTS: &[Context] = &[Tree, Moves, Gaming, Helping];
const ANY: &[Context] = &[Tree, Board, Moves, Editing, Gaming];

/// A key and its action.
type BoundKey = (KeyCode, UserAction);

const UP_DOWN: &[BoundKey] = &[(Up, Key(Up)), (Down, Key(Down))];
const ARROWS: &[BoundKey] = &[(Up, Key(Up)), (Down, Key(Down)), (Left, Key(Left)), (Right, Key(Right))];
const ENTER: &[BoundKey] = &[(Enter, Key(Enter))];
const TO_START: UserAction = Step(isize::MIN);
const TO_END: UserAction = Step(isize::MAX);

const fn binding(
    contexts: &'static [Context],
    keys: &'static [BoundKey],
    what: &'static str,
    short: &'static str,
) -> Binding {
    Binding { contexts, keys, what, short }
}

/// Returns a binding of other keys for actions whose usual keys the help lists.
const fn hidden(contexts: &'static [Context], keys: &'static [BoundKey]) -> Binding {
    binding(contexts, keys, "", "")
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
    binding(&[Tree], UP_DOWN, "select a move: the board shows it and the best play after it", "select"),
    binding(
        &[Tree],
        &[(Right, Key(Right)), (Left, Key(Left))],
        "open a move to see the replies; close it, or go up a level",
        "open",
    ),
    binding(&[Tree], ENTER, "play the move", "play"),
    binding(&[Board], ARROWS, "go from square to square", "go"),
    binding(&[Board], ENTER, "choose a piece, then where it goes", "choose"),
    binding(&[Moves], UP_DOWN, "step through the game", "step"),
    binding(&[Moves], &[(Enter, run(&Ask(Request::Go)))], "play from here", "continue"),
    binding(
        &[Moves],
        &[(Char('v'), Vary)],
        "follow the next variation of this move; Esc returns to the game",
        "line",
    ),
    binding(LISTS, &[(PageUp, Key(PageUp)), (PageDown, Key(PageDown))], "go ten lines up or down", ""),
    binding(
        &[Tree, Gaming, Helping],
        &[(Home, Key(Home)), (End, Key(End))],
        "go to the first or last item",
        "",
    ),
    binding(GAME, &[(Tab, Focus(1))], "move between the board, the game and the list of moves", "pane"),
    binding(
        GAME,
        &[(Char('u'), run(&Command::Undo(1))), (Char('r'), run(&Command::Redo(1)))],
        "take back your last turn, or play it again",
        "undo redo",
    ),
    binding(
        GAME,
        &[(Char(','), Step(-1)), (Char('.'), Step(1))],
        "go back or forward one ply, and pause the programs",
        "back forward",
    ),
    binding(
        GAME,
        &[(Char('g'), TO_START), (Char('G'), TO_END)],
        "go to the start or the end of the game",
        "",
    ),
    binding(
        GAME,
        &[(Char(' '), run(&Ask(Request::Go)))],
        "pause, or continue: replay the next moves, or let the programs play",
        "pause/go",
    ),
    binding(GAME, &[(Char('{'), Slow(1)), (Char('}'), Slow(-1))], "replay slower or faster", ""),
    binding(
        GAME,
        &[(Char('+'), Deepen(1)), (Char('-'), Deepen(-1))],
        "rank one ply deeper, or one ply less deep",
        "depth",
    ),
    binding(GAME, &[(Char('h'), run(&Ask(Request::Hint(None))))], "name and select a good move", "hint"),
    binding(GAME, &[(Char('a'), Analysis)], "show or hide scores and arrows", "scores"),
    binding(GAME, &[(Char('o'), Order)], "order moves by score (then estimate), or alphabetically", "order"),
    binding(GAME, &[(Char('p'), run(&Command::Pass))], "pass, if the rules allow it", ""),
    binding(
        GAME,
        &[(Char('R'), run(&Command::Rematch))],
        "restart the game with sides swapped; :new begins a new game",
        "",
    ),
    binding(GAME, &[(Char('m'), Games)], "choose a game from the file", ""),
    binding(GAME, &[(Char('e'), EditBoard)], "set up a position", "edit"),
    binding(&[Editing], ARROWS, "go from square to square", ""),
    binding(&[Editing], ENTER, "play from here", "play"),
    binding(&[Editing], &[(Esc, Key(Esc))], "go back to the unchanged game", "back"),
    binding(
        &[Editing],
        &[
            (Char('r'), put(Player::Red, Role::Man)),
            (Char('R'), put(Player::Red, Role::King)),
            (Char('b'), put(Player::Black, Role::Man)),
            (Char('B'), put(Player::Black, Role::King)),
        ],
        "put a man or a king",
        "man, king",
    ),
    binding(&[Editing], &[(Char('x'), edit(Edit::Put(None)))], "remove a piece", "remove"),
    binding(&[Editing], &[(Char('u'), edit(Edit::Undo))], "undo the last change", "undo"),
    binding(&[Editing], &[(Char(' '), edit(Edit::Cycle))], "cycle through the kinds of pieces", ""),
    binding(&[Editing], &[(Char('t'), edit(Edit::Turn))], "change the player to move", "turn"),
    binding(
        &[Editing],
        &[(Char('c'), edit(Edit::Capture)), (Char('j'), edit(Edit::Jumps)), (Char('l'), edit(Edit::Blocked))],
        "change a rule: captures, jumps, what a blocked player does",
        "rules",
    ),
    binding(
        &[Editing],
        &[
            (Char('+'), edit(Edit::Grow(1, 0))),
            (Char('-'), edit(Edit::Grow(-1, 0))),
            (Char('>'), edit(Edit::Grow(0, 1))),
            (Char('<'), edit(Edit::Grow(0, -1))),
        ],
        "add or remove a rank, or a file",
        "size",
    ),
    binding(&[Editing], &[(Char('y'), edit(Edit::Playable))], "make the other squares playable", ""),
    binding(
        &[Editing],
        &[(Char('z'), edit(Edit::Clear)), (Char('s'), edit(Edit::Start))],
        "clear the board, or set up the start position",
        "empty, start",
    ),
    binding(&[Gaming], UP_DOWN, "select a game", "select"),
    binding(&[Gaming], ENTER, "open the game", "open"),
    binding(&[Gaming], &[(Esc, Key(Esc))], "close the list", "close"),
    binding(ANY, &[(Char('f'), run(&Command::Flip))], "flip the board", "flip"),
    binding(ANY, &[(Char('n'), run(&Command::Numbers))], "show or hide the squares' numbers", ""),
    binding(GAME, &[(Char('t'), UserAction::Theme)], "change the colour theme", ""),
    binding(ANY, &[(Char(':'), Prompt)], "type a command or a move; typing a digit starts a move", "command"),
    binding(
        &[Gaming, Helping],
        &[(Char('/'), Search)],
        "search the games of a file, or these keys; an empty search finds the next match",
        "search",
    ),
    binding(&[Helping], UP_DOWN, "scroll", "scroll"),
    binding(&[Prompting], ENTER, "run the command", "run"),
    binding(
        &[Prompting],
        &[(Tab, Key(Tab)), (Up, Key(Up)), (Down, Key(Down))],
        "complete a word; recall an earlier line",
        "complete, earlier",
    ),
    binding(&[Tree, Board, Moves, Prompting, Helping], &[(Esc, Key(Esc))], "cancel", ""),
    binding(ANY, &[(Char('?'), run(&Ask(Request::Help)))], "show this help", "help"),
    binding(&[Helping], &[(Char('q'), Key(Esc))], "close the help", "close"),
    binding(ANY, &[(Char('q'), run(&Ask(Request::Quit)))], "quit the program", "quit"),
    hidden(&[Tree, Gaming, Helping], &[(Char('k'), Key(Up)), (Char('j'), Key(Down))]),
    hidden(&[Tree], &[(Char('l'), Key(Right))]),
    hidden(&[Moves], &[(Left, Key(Up)), (Right, Key(Down))]),
    hidden(
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
        ],
    ),
    hidden(&[Editing], &[(Delete, edit(Edit::Put(None))), (Backspace, edit(Edit::Put(None)))]),
    hidden(&[Helping], &[(Char('?'), Key(Esc)), (Enter, Key(Esc))]),
];

/// Returns the action of a key, if it has one.
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
