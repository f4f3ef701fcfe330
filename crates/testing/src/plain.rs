//! The plain oracle: the specification (SPEC) implemented word for word on a two-dimensional array of characters.
//!
//! It is slow and shares no code with the library: no bitboards, no pruning, no tables, no
//! `use rankmoves`. The library must give the same results on every board shape, in either
//! colouring, under all four rule combinations.

use std::fmt::Write as _;

/// A player, and the colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Moves up, towards the highest rank.
    Red,
    /// Moves down, towards rank 1.
    Black,
}

impl Colour {
    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// Returns the word for this colour in the exchange format and in the output (sections 3 and 5 of the
    /// specification).
    pub fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }
}

/// A row, counted from the top, and a column, counted from the left, both from 0.
type Cell = (usize, usize);

/// One diagonal step: rows down and columns to the right, each 1 or -1.
type Direction = (isize, isize);

const UP_LEFT: Direction = (-1, -1);
const UP_RIGHT: Direction = (-1, 1);
const DOWN_LEFT: Direction = (1, -1);
const DOWN_RIGHT: Direction = (1, 1);

/// The 8×8 board at the start of a game, as drawn.
const START: &str = r#"
"b"b"b"b
b"b"b"b"
"b"b"b"b
."."."."
".".".".
r"r"r"r"
"r"r"r"r
r"r"r"r"
"#;

/// A configuration, the player to move and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The board as drawn: row 0 is the top rank. The characters are those in section 3 of the specification:
    /// `"` red square, `.` empty black square, `r` `R` red man and king, `b` `B` black man and king.
    pub cells: Vec<Vec<char>>,
    /// The player to move.
    pub turn: Colour,
    /// `capture` rather than `no capture`: a player who can jump must jump.
    pub capture: bool,
    /// `multiple jumps` rather than `single jumps`.
    pub multiple: bool,
}

/// The board and its text (sections 1 and 3 of the specification).
impl Plain {
    /// Returns the 8×8 start position, red to move.
    pub fn start(capture: bool, multiple: bool) -> Plain {
        let rows = START.trim().lines();
        let cells = rows.map(|row| row.chars().collect()).collect();
        let turn = Colour::Red;
        Plain { cells, turn, capture, multiple }
    }

    /// Returns the number of rows.
    pub fn ranks(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of columns.
    pub fn files(&self) -> usize {
        self.cells[0].len()
    }

    /// Returns the name of a square (section 1 of the specification). The files after `z` are `aa`, `ab`, …
    pub fn square_name(&self, row: usize, column: usize) -> String {
        let letter = |number| ('a'..='z').nth(number).expect("there are fewer than 27 times 26 files");
        let mut name = String::new();
        if column >= 26 {
            name.push(letter(column / 26 - 1));
        }
        name.push(letter(column % 26));
        let rank = self.ranks() - row;
        name + &rank.to_string()
    }

    /// Returns the position as an exchange file (section 3 of the specification), with its board drawn
    /// and an empty list of moves.
    pub fn to_text(&self) -> String {
        let mut text = String::from("RULES:\n");
        text += if self.capture { "capture\n" } else { "no capture\n" };
        text += if self.multiple { "multiple jumps\n" } else { "single jumps\n" };
        if (self.ranks(), self.files()) != (8, 8) {
            writeln!(text, "board {}x{}", self.ranks(), self.files()).unwrap();
        }
        writeln!(text, "TURN:\n{}\nBOARD:", self.turn.name()).unwrap();
        for (row, line) in self.cells.iter().enumerate() {
            if row > 0 {
                writeln!(text, "{}", vec!["---"; self.files()].join("+")).unwrap();
            }
            let drawn: Vec<String> = line.iter().map(char::to_string).collect();
            writeln!(text, "{} # {}", drawn.join(" | "), self.ranks() - row).unwrap();
        }
        text + "MOVES:\n"
    }

    /// Returns the same game with the colours exchanged and the board rotated by 180 degrees: red men become
    /// black men and so on, and the other player is to move.
    #[must_use]
    pub fn turned(&self) -> Plain {
        let mut turned = self.clone();
        turned.turn = self.turn.opponent();
        turned.cells.reverse();
        for line in &mut turned.cells {
            line.reverse();
            for cell in line {
                *cell = match *cell {
                    'r' => 'b',
                    'R' => 'B',
                    'b' => 'r',
                    'B' => 'R',
                    other => other,
                };
            }
        }
        turned
    }

    /// Returns the mirror image of the game, with the files in reverse order.
    #[must_use]
    pub fn mirrored(&self) -> Plain {
        let mut mirrored = self.clone();
        for line in &mut mirrored.cells {
            line.reverse();
        }
        mirrored
    }

    fn name(&self, (row, column): Cell) -> String {
        self.square_name(row, column)
    }

    fn get(&self, (row, column): Cell) -> char {
        self.cells[row][column]
    }

    fn set(&mut self, (row, column): Cell, piece: char) {
        self.cells[row][column] = piece;
    }

    /// Returns the neighbour of a cell in a direction, unless the neighbour is off the board.
    fn next(&self, (row, column): Cell, (down, right): Direction) -> Option<Cell> {
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        (row < self.ranks() && column < self.files()).then_some((row, column))
    }

    /// Returns the cells of the pieces of `player`.
    fn pieces(&self, player: Colour) -> Vec<Cell> {
        let mut found = Vec::new();
        for row in 0..self.ranks() {
            for column in 0..self.files() {
                if owner(self.cells[row][column]) == Some(player) {
                    found.push((row, column));
                }
            }
        }
        found
    }
}

/// Moves (sections 1 and 2 of the specification).
impl Plain {
    /// Returns every move of the player to move: its path as text, and the position after it, with the other
    /// player to move. The moves are in byte order of the texts; two paths with the same effect are two
    /// moves.
    pub fn moves(&self) -> Vec<(String, Plain)> {
        let mut steps = Vec::new();
        let mut jumps = Vec::new();
        for from in self.pieces(self.turn) {
            let piece = self.get(from);
            let mut lifted = self.clone();
            lifted.set(from, '.');
            lifted.add_steps(piece, from, &mut steps);
            jumps.extend(lifted.jumps(piece, from, &self.name(from)));
        }
        let mut moves = jumps;
        if moves.is_empty() || !self.capture {
            moves.extend(steps);
        }
        moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        moves
    }

    /// Counts the paths of `depth` plies (section 7 of the specification): 1 at depth 0.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }

    /// Returns whether `player` has a move, even if it is the other player's turn.
    fn can_move(&self, player: Colour) -> bool {
        self.pieces(player).into_iter().any(|from| {
            let piece = self.get(from);
            directions(piece).iter().any(|&direction| {
                self.step(from, direction).is_some() || self.jump(piece, from, direction).is_some()
            })
        })
    }

    /// Returns the cell to which a step leads, if the cell is empty.
    fn step(&self, from: Cell, direction: Direction) -> Option<Cell> {
        self.next(from, direction).filter(|&to| self.get(to) == '.')
    }

    /// Returns the enemy's cell that a jump crosses, and the empty cell on which it ends.
    fn jump(&self, piece: char, from: Cell, direction: Direction) -> Option<(Cell, Cell)> {
        let over = self.next(from, direction)?;
        let to = self.next(over, direction)?;
        let enemy = owner(piece).map(Colour::opponent);
        (owner(self.get(over)) == enemy && self.get(to) == '.').then_some((over, to))
    }

    /// Adds the steps of a piece that has been lifted from the cell `from`.
    fn add_steps(&self, piece: char, from: Cell, steps: &mut Vec<(String, Plain)>) {
        for &direction in directions(piece) {
            if let Some(to) = self.step(from, direction) {
                let text = format!("{}->{}", self.name(from), self.name(to));
                steps.push((text, self.with_landed(piece, to)));
            }
        }
    }

    /// Returns the jumps, and under `multiple jumps` the chains, of a lifted piece that has reached the cell
    /// `from` by `path`.
    fn jumps(&self, piece: char, from: Cell, path: &str) -> Vec<(String, Plain)> {
        let mut found = Vec::new();
        for &direction in directions(piece) {
            let Some((over, to)) = self.jump(piece, from, direction) else {
                continue;
            };
            let mut taken = self.clone();
            taken.set(over, '.');
            let path = format!("{path}->{}", self.name(to));
            let crowned = self.crown(piece, to) != piece;
            let further = if self.multiple && !crowned { taken.jumps(piece, to, &path) } else { Vec::new() };
            let may_stop = further.is_empty() || !self.capture;
            if may_stop {
                found.push((path, taken.with_landed(piece, to)));
            }
            found.extend(further);
        }
        found
    }

    /// Puts a lifted piece down on the cell `to`, crowns it if it is a man on its far rank, and passes the
    /// turn.
    fn with_landed(&self, piece: char, to: Cell) -> Plain {
        let mut after = self.clone();
        after.set(to, self.crown(piece, to));
        after.turn = if owner(piece) == Some(Colour::Red) { Colour::Black } else { Colour::Red };
        after
    }

    /// Returns the piece after it arrives on a cell: a man on the far rank becomes a king.
    fn crown(&self, piece: char, (row, _): Cell) -> char {
        match piece {
            'r' if row == 0 => 'R',
            'b' if row == self.ranks() - 1 => 'B',
            other => other,
        }
    }
}

/// Scores, and the output of the command (sections 4 and 5 of the specification).
impl Plain {
    /// Returns the score of this configuration for `player`.
    pub fn score(&self, player: Colour) -> i32 {
        if !self.can_move(player) {
            return -99;
        }
        if !self.can_move(player.opponent()) {
            return 99;
        }
        self.material(player) - self.material(player.opponent())
    }

    /// Returns every move with its score at `depth`, in byte order of the text.
    pub fn rank(&self, depth: u32) -> Vec<(String, i32)> {
        let mut ranked = Vec::new();
        for (text, after) in self.moves() {
            let score =
                if depth == 0 { after.score(self.turn) } else { from_replies(&after.rank(depth - 1)) };
            ranked.push((text, score));
        }
        ranked
    }

    /// Returns the output of `rankmoves -d depth`.
    pub fn plain_text(&self, depth: u32) -> String {
        let mut text = String::new();
        let ranked = self.rank(depth);
        for (path, score) in &ranked {
            writeln!(text, "{path} for {}: score {score}", self.turn.name()).unwrap();
        }
        if ranked.is_empty() {
            text += &self.no_moves_line();
        }
        text
    }

    /// Returns the output of `rankmoves -v -d depth`.
    pub fn verbose_text(&self, depth: u32) -> String {
        let mut text = String::new();
        if self.print_tree(depth, "", &mut text).is_empty() {
            text += &self.no_moves_line();
        }
        text
    }

    /// Prints the tree below this position, each line after `indent`, and ranks the moves.
    fn print_tree(&self, depth: u32, indent: &str, text: &mut String) -> Vec<(String, i32)> {
        let mut ranked = Vec::new();
        let player = self.turn.name();
        for (path, after) in self.moves() {
            let score = if depth == 0 {
                after.score(self.turn)
            } else {
                writeln!(text, "{indent}? {path} for {player}:").unwrap();
                from_replies(&after.print_tree(depth - 1, &format!("{indent}    "), text))
            };
            writeln!(text, "{indent}. {path} for {player}: score {score}").unwrap();
            ranked.push((path, score));
        }
        ranked
    }

    fn no_moves_line(&self) -> String {
        format!("Player {} has no moves available.\n", self.turn.name())
    }

    /// Sums up the pieces of `player`: a man counts 1, a king 2.
    fn material(&self, player: Colour) -> i32 {
        let mut sum = 0;
        for cell in self.pieces(player) {
            sum += match self.get(cell) {
                'R' | 'B' => 2,
                _ => 1,
            };
        }
        sum
    }
}

/// Returns the score of a move from the scores of its replies (section 4 of the specification, depth above 0).
fn from_replies(replies: &[(String, i32)]) -> i32 {
    replies.iter().map(|&(_, score)| score).max().map_or(99, |best| -best)
}

/// Returns the owner of the piece that a character of the board represents.
fn owner(cell: char) -> Option<Colour> {
    match cell {
        'r' | 'R' => Some(Colour::Red),
        'b' | 'B' => Some(Colour::Black),
        _ => None,
    }
}

/// Returns the directions in which a piece steps and jumps: men forwards, kings all four ways.
fn directions(piece: char) -> &'static [Direction] {
    match piece {
        'r' => &[UP_LEFT, UP_RIGHT],
        'b' => &[DOWN_LEFT, DOWN_RIGHT],
        _ => &[UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT],
    }
}
