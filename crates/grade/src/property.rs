//! The properties of cases, which patterns use.

use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Capture, Jumps, Player, Position, Rules, Setup, Shape};

use super::task::{InputForm, Task};

/// The greatest number of jumps that a property names.
const MAX_NAMED_JUMPS: usize = 15;
/// The greatest number of moves in a file that a property names.
const MAX_NAMED_MOVES: usize = 3;
/// The greatest depth that a property names.
const MAX_NAMED_DEPTH: u32 = 10;

/// A property of cases, in words that follow "the cases", or its opposite.
#[derive(Clone, Debug)]
pub struct Property {
    /// The words for cases that have the property: `with FILE`.
    pub has: String,
    /// The words for other cases: `on standard input`.
    pub lacks: String,
    /// For each task, whether it has the property.
    pub marks: Vec<bool>,
    pub is_opposite: bool,
}

/// Returns the properties of tasks, plainer properties first, and then their opposites: the properties come
/// first because they name special features of a case. Leaves out properties of all tasks or of no task, which
/// separate nothing.
pub fn properties(tasks: &[&Task]) -> Vec<Property> {
    let mut rows = tasks.iter().map(|task| row(task));
    let mut properties = rows.next().unwrap_or_default();
    for row in rows {
        for (property, other) in properties.iter_mut().zip(row) {
            property.marks.extend(other.marks);
        }
    }
    properties.retain(|property| property.marks.contains(&true) && property.marks.contains(&false));
    let opposite = |property: &Property| Property {
        has: property.lacks.clone(),
        lacks: property.has.clone(),
        marks: property.marks.iter().map(|mark| !mark).collect(),
        is_opposite: true,
    };
    let opposites: Vec<Property> = properties.iter().map(opposite).collect();
    [properties, opposites].concat()
}

/// Returns the properties of a task, in the same order for all tasks.
fn row(task: &Task) -> Vec<Property> {
    let mut row = PropertyRow(Vec::new());
    let is_illegal = task.fault.is_some() && has_faulty_moves(&task.case.text);
    row.add("with wrong moves", "that have another fault", is_illegal);
    row.invocation(task);
    row.form(&task.case.text);
    row.position(&Document::parse(task.case.text.as_bytes()).unwrap_or_else(|_| nothing()));
    row.0
}

/// Returns whether an invalid file is valid without its moves.
fn has_faulty_moves(text: &str) -> bool {
    let without = text.find("MOVES:").map(|at| &text[..at + "MOVES:".len()]);
    without.is_some_and(|text| Document::parse(text.as_bytes()).is_ok())
}

/// Returns an empty board, for a file that cannot be read.
fn nothing() -> Document {
    let board = Board::empty(Shape::STANDARD);
    Document::new(Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None }, [])
}

struct PropertyRow(Vec<Property>);

impl PropertyRow {
    fn add(&mut self, has: impl Into<String>, lacks: impl Into<String>, holds: bool) {
        let (has, lacks, marks) = (has.into(), lacks.into(), vec![holds]);
        self.0.push(Property { has, lacks, marks, is_opposite: false });
    }

    /// Adds the properties of the command line.
    fn invocation(&mut self, task: &Task) {
        let is_first = task.switches.first().is_some_and(|word| word == "-v");
        self.add("with FILE", "on standard input", task.form.input == InputForm::File);
        self.add("with - for FILE", "without -", task.form.input == InputForm::Dash);
        self.add("with -v", "without -v", task.case.verbose);
        self.add("with -v before -d", "without -v before -d", is_first);
        self.add("at depth 1 or more", "at depth 0", task.case.depth >= 1);
        for depth in 2..=MAX_NAMED_DEPTH {
            let (has, lacks) = (format!("at depth {depth} or more"), format!("at depths below {depth}"));
            self.add(has, lacks, task.case.depth >= depth);
        }
    }

    /// Adds the properties of the text of a file.
    fn form(&mut self, text: &str) {
        let has_word_after_colon = text.lines().any(|line| {
            let line = line.split('#').next().unwrap_or_default().trim_end();
            ["RULES", "TURN"].iter().any(|name| line.trim_start().starts_with(name)) && !line.ends_with(':')
        });
        let is_long = text.lines().any(|line| line.len() > 1000);
        self.add("with comments in the file", "without comments", text.contains('#'));
        self.add("with a byte-order mark", "without a byte-order mark", text.starts_with('\u{feff}'));
        self.add("with carriage returns in the file", "without carriage returns", text.contains('\r'));
        self.add("without a line feed at the end", "with a line feed at the end", !text.ends_with('\n'));
        self.add("with tabs in the file", "without tabs", text.contains('\t'));
        self.add("without | between the squares", "with | between the squares", !text.contains('|'));
        self.add("on one line", "on several lines", text.trim_end().lines().count() == 1);
        self.add(
            "with a word after TURN: or RULES: on the same line",
            "with TURN: and RULES: on lines of their own",
            has_word_after_colon,
        );
        self.add("with a blank before a colon", "without a blank before a colon", text.contains(" :"));
        self.add("with very long lines", "without very long lines", is_long);
        let is_swapped =
            text.find("jumps").zip(text.find("capture")).is_some_and(|(jumps, capture)| jumps < capture);
        self.add("with the rule of jumps first", "with the rule of captures first", is_swapped);
    }

    /// Adds the properties of the board and its moves.
    fn position(&mut self, document: &Document) {
        let setup = document.setup();
        let (shape, rules) = (setup.board.shape(), setup.rules);
        self.add("on flipped boards", "on boards that are not flipped", shape.is_flipped());
        self.add("on boards of other sizes", "on 8x8 boards", !shape.has_standard_size());
        let moves = document.plies().len();
        self.add("with moves in the file", "without moves in the file", moves > 0);
        let has_chain = document.plies().any(|ply| ply.to_string().matches("->").count() > 1);
        self.add("with a chain of jumps among the moves in the file", "without such a chain", has_chain);
        for count in 2..=MAX_NAMED_MOVES {
            let has = format!("with {count} or more moves in the file");
            self.add(has, format!("with fewer than {count} moves"), moves >= count);
        }
        self.add("with TURN: black", "with TURN: red", setup.turn == Player::Black);
        self.add("under `capture`", "under `no capture`", rules.capture == Capture::Required);
        self.add("under `multiple jumps`", "under `single jumps`", rules.jumps == Jumps::Multiple);
        let kings = |player| setup.board.pieces().count(player).kings > 0;
        let (red, black) = (kings(Player::Red), kings(Player::Black));
        self.add("with kings on the board", "without kings", red || black);
        self.add("with red kings", "without red kings", red);
        self.add("with black kings", "without black kings", black);
        self.legal_moves(document);
    }

    fn legal_moves(&mut self, document: &Document) {
        let position = document.position().ok();
        let is_black = position.is_some_and(|position| position.turn() == Player::Black);
        let legal: Vec<_> = position.iter().flat_map(Position::legal_moves).collect();
        let longest = legal.iter().map(|mv| mv.captured().len()).max().unwrap_or(0);
        self.add("where black is to move", "where red is to move", is_black);
        self.add("where the player to move has no moves", "where the player can move", legal.is_empty());
        self.add("where a jump is legal", "where no jump is legal", longest > 0);
        for count in 2..=MAX_NAMED_JUMPS {
            let has = format!("where a move has {count} or more jumps");
            self.add(has, format!("where no move has {count} jumps"), longest >= count);
        }
    }
}
