//! Options for a game, shared by the programs that play games.

use std::sync::LazyLock;

use clap::{ArgGroup, Args};
use rankmoves_core::{Player, Shape};
use rankmoves_game::{Game, Opening, TimeControl};
use shell::arguments::{number_in, shape, suggesting};
use shell::game_info::GameInfo;
use shell::manual::STOPPED;
use shell::options::{InputOptions, RULES, RuleOptions};

use crate::session::{Seat, Session};

/// The exit statuses of a game at a terminal.
pub const STATUSES: &[(&str, &str)] = &[
    ("0", "you quit, or the input ended"),
    ("1", "a file cannot be read or saved, or is not valid; or the terminal cannot be used"),
    ("2", "the command line is wrong"),
    STOPPED,
];

/// The values that shells complete for `--red` and `--black`.
const PLAYERS: &[&str] = &[
    "human",
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "random",
    "random-piece",
    "minimax:4",
    "eval",
    "timed:1",
];

/// Returns the agents that shells complete: all players except `human`.
pub fn agent_words() -> &'static [&'static str] {
    &PLAYERS[1..]
}

/// Options that set the start of a game and so conflict with an opening.
pub const STARTS: [&str; 7] = ["file", "fen", "rules", "board", "flipped", "rows", "first"];

/// Options for a game, its players, and the display of the board.
#[derive(Clone, Args)]
pub struct TableOptions {
    /// Give both players a clock, such as 5m+3s (five minutes, plus three seconds per move); of the programs, only `timed` and `hub` adapt their thinking time to it
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,

    /// The player of red.
    // The help is set separately, because rustdoc would read its square brackets as links.
    #[arg(
        long,
        value_name = "WHO",
        default_value = "human",
        value_parser = suggesting::<Seat>(|| PLAYERS),
        hide_possible_values = true,
        help = "Choose who plays red: human, level:N[:SEED] from 1 (beginner) to 6 (master), random[:SEED], random-piece[:SEED], minimax:D[:SEED], eval[:D[:SEED]], timed:SECONDS, or hub:COMMAND for another engine"
    )]
    pub red: Seat,

    /// Choose who plays black, as for --red
    #[arg(
        long,
        value_name = "WHO",
        default_value = "timed:1",
        value_parser = suggesting::<Seat>(|| PLAYERS),
        hide_possible_values = true
    )]
    pub black: Seat,

    /// Set the name of red's player in saved games (White in PDN) [default: the agent]
    #[arg(long, value_name = "NAME")]
    pub name_red: Option<String>,

    /// Set the name of black's player in saved games [default: the agent]
    #[arg(long, value_name = "NAME")]
    pub name_black: Option<String>,

    /// Set the name of the event in saved games; today's date (UTC) is added automatically
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,

    /// Number the squares, and write moves with the numbers: 22-18, 22x15
    #[arg(long)]
    pub numbers: bool,

    /// Draw the board from black's side (the default if only black is a person)
    #[arg(long)]
    pub flip: bool,

    /// Begin with an opening of English draughts, given by name or moves (see checkers openings)
    #[arg(long, value_name = "NAME", value_parser = suggesting::<Opening>(opening_words), hide_possible_values = true, conflicts_with_all = STARTS)]
    pub opening: Option<Opening>,

    /// The game to continue.
    #[command(flatten)]
    pub input: InputOptions,

    /// The start of a new game.
    #[command(flatten)]
    pub setup: SetupOptions,

    /// The rules for draws.
    #[command(flatten)]
    pub draws: DrawOptions,
}

/// Options for the draw rules.
#[derive(Clone, Args)]
#[command(next_help_heading = "Draws")]
pub struct DrawOptions {
    /// Declare a draw after N moves by each player without a jump or a man's move; 0 means never
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number_in(0..=u32::MAX))]
    pub draw_after: u32,
}

/// Options for the start of a game if no file sets it.
#[derive(Clone, Args)]
#[command(next_help_heading = "Rules and board (without a file)")]
#[command(group = ArgGroup::new("rules").args(RULES).multiple(true).conflicts_with("file"))]
pub struct SetupOptions {
    /// The rules.
    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape, conflicts_with_all = INPUT)]
    pub board: Option<Shape>,

    /// Play on the squares of the other colour: the top left square is playable
    #[arg(long, conflicts_with_all = INPUT)]
    pub flipped: bool,

    /// Set how many rows of men each side has, from 1 to half the ranks [default: enough to leave two ranks empty, or three if the number of ranks is odd]
    #[arg(long, value_name = "N", value_parser = number_in(0..=u32::MAX), conflicts_with_all = INPUT)]
    pub rows: Option<u32>,

    /// Choose the player who moves first
    #[arg(long, value_name = "PLAYER", default_value = "black", value_parser = suggesting::<Player>(|| &["red", "black"]), conflicts_with_all = INPUT)]
    pub first: Player,
}

/// The options that set both the board and the player to move.
const INPUT: [&str; 2] = ["file", "fen"];

impl TableOptions {
    /// Returns a session for the game, with the players that the options choose.
    pub fn session(&self, game: Game) -> Session {
        let mut session = Session::new(game.clone(), [self.red, self.black]);
        if self.opening.is_some() {
            session.begin(session.new_with(game));
        }
        session.set_clock(self.clock);
        session.numbers = self.numbers;
        session.face_person();
        session.flip |= self.flip;
        session.labels = GameInfo {
            event: self.event.clone(),
            red: self.name_red.clone(),
            black: self.name_black.clone(),
            ..GameInfo::default()
        };
        session
    }
}

/// Lists the names of openings for completion, each written as one word.
pub fn opening_words() -> &'static [&'static str] {
    static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let names = Opening::all().iter().filter_map(Opening::name);
        names.map(|name| &*name.replace('\'', "").replace(' ', "-").leak()).collect()
    });
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        table: TableOptions,
    }

    #[test]
    fn the_only_person_sees_the_board_from_their_side() {
        let flips = |arguments: &str| {
            let table = <Line as clap::Parser>::parse_from(arguments.split(' ')).table;
            let game = setup::table_game(&table).unwrap_or_else(|_| panic!("{arguments}")).0;
            table.session(game).flip
        };
        assert!(flips("play --red level:3 --black human"));
        assert!(flips("play --red level:3 --black human --opening Kelso"));
        assert!(flips("play --flip"));
        assert!(!flips("play --red human --black level:3"));
        assert!(!flips("play --red human --black human"));
    }

    #[test]
    fn offered_values_are_valid() {
        for word in PLAYERS {
            assert!(word.parse::<Seat>().is_ok(), "{word}");
        }
        for word in opening_words() {
            assert!(word.parse::<Opening>().is_ok(), "{word}");
            assert!(word.chars().all(|letter| letter.is_alphanumeric() || letter == '-'), "{word}");
        }
    }
}
