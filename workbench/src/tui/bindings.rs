//! The table of the keys: their actions, and their names in the footer and the help.

use rankmoves::{Piece, Player};
use ratatui::crossterm::event::KeyCode;

use super::action::{Action, Context};
use super::editor::Edit;
use super::prompt::Typed;
use Context::{Board, Edit as Editing, Games as Gaming, Help as Helping, Moves, Prompt as Prompting, Tree};
use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up,
};

/// Keys with their actions and help texts.
pub struct Binding {
    pub contexts: &'static [Context],
    /// The keys; first those that are shown, in the order of `names`.
    pub keys: &'static [(KeyCode, Action)],
    /// The keys as they are shown, in Unicode and in ASCII.
    pub names: [&'static str; 2],
    /// The description in the help.
    pub what: &'static str,
    /// The word in the footer; empty if the footer leaves the keys out.
    pub short: &'static str,
}

impl Binding {
    /// Returns the action of the `place`-th displayed key.
    pub fn action(&self, place: usize) -> Option<Action> {
        self.keys.get(place).or(self.keys.first()).map(|&(_, action)| action)
    }
}

const GAME: &[Context] = &[Tree, Board, Moves];
const LISTS: &[Context] = &[Tree, Moves, Gaming, Helping];
const ANY: &[Context] = &[Tree, Board, Moves, Editing, Gaming];

const fn binding(
    contexts: &'static [Context],
    keys: &'static [(KeyCode, Action)],
    names: [&'static str; 2],
    what: &'static str,
    short: &'static str,
) -> Binding {
    Binding { contexts, keys, names, what, short }
}

const fn put(letter: char) -> Action {
    let player = match letter {
        'r' | 'R' => Player::Red,
        _ => Player::Black,
    };
    Action::Edit(Edit::Put(Some(Piece { player, king: letter.is_ascii_uppercase() })))
}

/// All keys. The first binding of a key in a context counts.
pub const BINDINGS: &[Binding] = &[
    binding(
        &[Tree],
        &[(Up, Action::Up), (Down, Action::Down), (Char('k'), Action::Up), (Char('j'), Action::Down)],
        ["↑ ↓", "up down"],
        "point at a move: the board shows it, and what follows",
        "point",
    ),
    binding(
        &[Tree],
        &[(Right, Action::Right), (Left, Action::Left), (Char('l'), Action::Right)],
        ["→ ←", "right left"],
        "open a move to see the replies to it, close it or go up",
        "open",
    ),
    binding(&[Tree], &[(Enter, Action::Enter)], ["⏎", "enter"], "play the move", "play"),
    binding(
        &[Board],
        &[(Up, Action::Up), (Down, Action::Down), (Left, Action::Left), (Right, Action::Right)],
        ["←↑↓→", "arrows"],
        "go from square to square",
        "go",
    ),
    binding(
        &[Board],
        &[(Enter, Action::Enter)],
        ["⏎", "enter"],
        "choose a piece, then where it goes",
        "choose",
    ),
    binding(
        &[Moves],
        &[(Up, Action::Up), (Down, Action::Down), (Left, Action::Up), (Right, Action::Down)],
        ["↑ ↓", "up down"],
        "step through the game",
        "step",
    ),
    binding(&[Moves], &[(Enter, Action::Go)], ["⏎", "enter"], "go on from here", "go on"),
    binding(
        &[Moves],
        &[(Char('v'), Action::Vary)],
        ["v", "v"],
        "a variation of the record here, the next, back to its line; Esc leaves it",
        "vary",
    ),
    binding(
        LISTS,
        &[(PageUp, Action::PageUp), (PageDown, Action::PageDown)],
        ["PgUp PgDn", "PgUp PgDn"],
        "ten lines up or down",
        "",
    ),
    binding(
        &[Tree, Gaming, Helping],
        &[(Home, Action::First), (End, Action::Last)],
        ["Home End", "Home End"],
        "the first or the last",
        "",
    ),
    binding(
        GAME,
        &[(Tab, Action::NextFocus), (BackTab, Action::PreviousFocus)],
        ["Tab", "Tab"],
        "go to the board, the game, the list of moves",
        "next part",
    ),
    binding(
        GAME,
        &[(Char('u'), Action::Undo), (Char('r'), Action::Redo)],
        ["u r", "u r"],
        "take back your last turn, play it again",
        "undo redo",
    ),
    binding(
        GAME,
        &[
            (Char(','), Action::StepBack),
            (Char('.'), Action::StepOn),
            (Char('<'), Action::StepBack),
            (Char('>'), Action::StepOn),
        ],
        [", .", ", ."],
        "a ply back or on, programs waiting",
        "back on",
    ),
    binding(
        GAME,
        &[
            (Char('g'), Action::ToStart),
            (Char('G'), Action::ToEnd),
            (Home, Action::ToStart),
            (End, Action::ToEnd),
        ],
        ["g G", "g G"],
        "to the start or the end of the game",
        "",
    ),
    binding(
        GAME,
        &[(Char(' '), Action::Go)],
        ["Space", "space"],
        "pause; go on: replay what follows, or let the programs play",
        "pause/go",
    ),
    binding(
        GAME,
        &[(Char('{'), Action::Slower), (Char('}'), Action::Faster)],
        ["{ }", "{ }"],
        "slower, faster",
        "",
    ),
    binding(
        GAME,
        &[
            (Char('+'), Action::Deeper),
            (Char('-'), Action::Shallower),
            (Char('='), Action::Deeper),
            (Char(']'), Action::Deeper),
            (Char('['), Action::Shallower),
        ],
        ["+ -", "+ -"],
        "a ply deeper, a ply less",
        "depth",
    ),
    binding(GAME, &[(Char('h'), Action::Hint)], ["h", "h"], "point at the best move", "hint"),
    binding(GAME, &[(Char('o'), Action::Order)], ["o", "o"], "order moves by score, by alphabet", "order"),
    binding(GAME, &[(Char('a'), Action::Analysis)], ["a", "a"], "hide or show scores", "scores"),
    binding(GAME, &[(Char('p'), Action::Pass)], ["p", "p"], "pass, where the rules allow it", ""),
    binding(GAME, &[(Char('m'), Action::Games)], ["m", "m"], "choose among the games of a file", ""),
    binding(GAME, &[(Char('e'), Action::EditBoard)], ["e", "e"], "set up a position", "edit"),
    binding(
        &[Editing],
        &[(Up, Action::Up), (Down, Action::Down), (Left, Action::Left), (Right, Action::Right)],
        ["←↑↓→", "arrows"],
        "go from square to square",
        "",
    ),
    binding(&[Editing], &[(Enter, Action::Enter)], ["⏎", "enter"], "play from here", "play"),
    binding(&[Editing], &[(Esc, Action::Cancel)], ["Esc", "Esc"], "back to the game as it was", "back"),
    binding(
        &[Editing],
        &[(Char('r'), put('r')), (Char('R'), put('R')), (Char('b'), put('b')), (Char('B'), put('B'))],
        ["r R b B", "r R b B"],
        "put a man or a king",
        "man, king",
    ),
    binding(
        &[Editing],
        &[
            (Char('x'), Action::Edit(Edit::Put(None))),
            (Delete, Action::Edit(Edit::Put(None))),
            (Backspace, Action::Edit(Edit::Put(None))),
        ],
        ["x", "x"],
        "take a piece away",
        "remove",
    ),
    binding(
        &[Editing],
        &[(Char('u'), Action::Edit(Edit::Undo))],
        ["u", "u"],
        "take the last change back",
        "undo",
    ),
    binding(&[Editing], &[(Char(' '), Action::Edit(Edit::Cycle))], ["Space", "space"], "another piece", ""),
    binding(&[Editing], &[(Char('t'), Action::Edit(Edit::Turn))], ["t", "t"], "who is to move", "turn"),
    binding(
        &[Editing],
        &[
            (Char('c'), Action::Edit(Edit::Capture)),
            (Char('j'), Action::Edit(Edit::Jumps)),
            (Char('l'), Action::Edit(Edit::Blocked)),
        ],
        ["c j l", "c j l"],
        "rules: captures, jumps, what a blocked player does",
        "rules",
    ),
    binding(
        &[Editing],
        &[
            (Char('+'), Action::Edit(Edit::Grow(1, 0))),
            (Char('-'), Action::Edit(Edit::Grow(-1, 0))),
            (Char('>'), Action::Edit(Edit::Grow(0, 1))),
            (Char('<'), Action::Edit(Edit::Grow(0, -1))),
        ],
        ["+ - > <", "+ - > <"],
        "a rank more or less, a file more or less",
        "size",
    ),
    binding(
        &[Editing],
        &[(Char('y'), Action::Edit(Edit::Playable))],
        ["y", "y"],
        "play on the other squares",
        "",
    ),
    binding(
        &[Editing],
        &[(Char('z'), Action::Edit(Edit::Clear)), (Char('s'), Action::Edit(Edit::Start))],
        ["z s", "z s"],
        "an empty board, the start of a game",
        "empty, start",
    ),
    binding(
        &[Gaming],
        &[(Up, Action::Up), (Down, Action::Down), (Char('k'), Action::Up), (Char('j'), Action::Down)],
        ["↑ ↓", "up down"],
        "point at a game",
        "point",
    ),
    binding(&[Gaming], &[(Enter, Action::Enter)], ["⏎", "enter"], "open it", "open"),
    binding(ANY, &[(Char('f'), Action::Flip)], ["f", "f"], "turn the board around", "flip"),
    binding(ANY, &[(Char('n'), Action::Numbers)], ["n", "n"], "show or hide the squares' numbers", ""),
    binding(GAME, &[(Char('t'), Action::Theme)], ["t", "t"], "other colours", ""),
    binding(ANY, &[(Char(':'), Action::Prompt)], [":", ":"], "type a move or a command", "command"),
    binding(
        &[Helping],
        &[(Up, Action::Up), (Down, Action::Down), (Char('k'), Action::Up), (Char('j'), Action::Down)],
        ["↑ ↓", "up down"],
        "scroll",
        "scroll",
    ),
    binding(&[Prompting], &[(Enter, Action::Enter)], ["⏎", "enter"], "do it", "do it"),
    binding(
        &[Prompting],
        &[
            (Tab, Action::Typed(Typed::Complete)),
            (Up, Action::Typed(Typed::Earlier)),
            (Down, Action::Typed(Typed::Later)),
            (Left, Action::Typed(Typed::Left)),
            (Right, Action::Typed(Typed::Right)),
            (Home, Action::Typed(Typed::Start)),
            (End, Action::Typed(Typed::End)),
            (Backspace, Action::Typed(Typed::Backspace)),
            (Delete, Action::Typed(Typed::Delete)),
        ],
        ["Tab ↑ ↓", "Tab up down"],
        "complete a word; what was typed before",
        "complete, earlier",
    ),
    binding(
        &[Tree, Board, Moves, Gaming, Prompting, Helping],
        &[(Esc, Action::Cancel)],
        ["Esc", "Esc"],
        "leave what was begun",
        "",
    ),
    binding(ANY, &[(Char('?'), Action::Help)], ["?", "?"], "this help", "help"),
    binding(
        &[Helping],
        &[(Char('q'), Action::Cancel), (Char('?'), Action::Cancel), (Enter, Action::Cancel)],
        ["q", "q"],
        "close it",
        "close",
    ),
    binding(ANY, &[(Char('q'), Action::Quit)], ["q", "q"], "leave", "quit"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_key_has_one_meaning_in_a_context_but_where_a_later_one_is_the_general() {
        for context in Context::ALL {
            let mut seen = HashSet::new();
            for binding in BINDINGS.iter().filter(|binding| binding.contexts.contains(&context)) {
                for (code, action) in binding.keys {
                    let is_new = seen.insert(*code);
                    assert!(is_new || matches!(code, Home | End), "{context:?} {code:?} {action:?}");
                }
                assert!(!binding.what.is_empty() && binding.names[1].is_ascii());
                // A click on a name finds its key by the place, so the orders must agree.
                for (place, name) in binding.names[0].split(' ').enumerate() {
                    let (code, _) = binding.keys[place];
                    let is_one = name.len() == 1 && name.is_ascii();
                    assert!(!is_one || code == Char(name.chars().next().unwrap()), "{name} {code:?}");
                }
            }
            assert!(seen.contains(&Esc), "{context:?}");
        }
    }
}
