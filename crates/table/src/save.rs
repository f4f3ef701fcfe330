//! Saving games to files.

use std::path::Path;

use rankmoves_core::Player;
use rankmoves_core::pdn::Record;
use rankmoves_game::{DrawRules, Game};

use crate::date::today;
use crate::session::{Seat, Session};
use crate::setup;
use picture::{Picture, svg};
use shell::diagnostic::shown_path;
use shell::format::Format;
use shell::json::GameInfo;

use crate::written::{self, Tags};
use shell::{Failure, Stop};

/// Returns the PDN tags for saving `game`: the given names and event and, if the session's game was played
/// here, the agents and the date. Includes the clock times of the moves that `game` shares with the session's
/// game.
pub fn tags(session: &Session, game: &Game) -> Tags {
    let agent = |player| match session.seat(player) {
        Seat::Human => None,
        Seat::Agent(spec) => Some(spec.to_string()),
    };
    let (red, black) = (agent(Player::Red), agent(Player::Black));
    let first = session.game().start().turn();
    let is_common = |ply: usize| game.played().get(ply) == session.game().plies().get(ply);
    let timed = |&(ply, _): &(usize, _)| ply < game.played().len() && is_common(ply);
    let clocks = session.clock().map(|clock| clock.plies(first).take_while(timed).collect());
    Tags {
        given: session.labels.clone(),
        usual: GameInfo { date: today(), red, black, ..GameInfo::default() },
        time_control: session.clock().map(|clock| clock.control().to_string()),
        clocks: clocks.unwrap_or_default(),
        is_tried: !session.is_read(),
    }
}

/// Returns a note that the file ends before an unfinished chain, if there is one. No format can hold half a
/// move, except pictures.
pub fn half_move(session: &Session, path: &Path) -> Option<String> {
    let is_left_out = session.chain().is_some() && !Format::is_svg(path);
    is_left_out.then(|| "the file ends before the unfinished chain".to_owned())
}

/// Saves the played moves of a game, with tags, in the format of the file's extension; for SVG, saves the
/// `picture` of the current position. Returns one sentence for each thing that the format could not hold.
/// `read` is the record of the game's lines, if there is one.
///
/// # Errors
///
/// If the format cannot hold the game, or the file cannot be written.
pub fn save(
    game: &Game,
    read: Option<&Record>,
    tags: &Tags,
    picture: &Picture,
    path: &Path,
) -> Result<Vec<String>, Stop> {
    let folder = path.parent().filter(|folder| *folder != Path::new("") && !folder.exists());
    if let Some(folder) = folder {
        let [path, folder] = [path, folder].map(shown_path);
        let message = format!("cannot write to {path}: there is no folder {folder}");
        return Err(Failure::new(message).into());
    }
    let (text, mut lost) = if Format::is_svg(path) {
        let lost = "SVG cannot hold moves: only the position after them is saved".to_owned();
        let lost = (!game.played().is_empty()).then_some(lost);
        (svg::draw(picture), Vec::from_iter(lost))
    } else {
        let written = written::write_game(format(path)?, game, read, tags)?;
        (written.text, written.lost)
    };
    // Programs that read the file play all its moves, so the file ends at the current position, unless it
    // holds lines that were tried.
    let rest = game.plies().len() - game.played().len();
    let holds_lines = read.is_some() && tags.is_tried && Format::of_path(path) == Some(Format::Pdn);
    if rest > 0 && !holds_lines {
        let plies = if rest == 1 { "the ply that follows" } else { &format!("the {rest} plies that follow") };
        lost.push(format!("the file ends at this position, without {plies}"));
    }
    if game.draw_rules() != DrawRules::default() {
        let moves = game.draw_rules().quiet_moves.unwrap_or(0);
        lost.push(format!("no file can hold `--draw-after {moves}`: give it again when you load the game"));
    }
    setup::save_game(path, &text)?;
    Ok(lost)
}

/// Returns the format of a file's extension, for any format except SVG.
fn format(path: &Path) -> Result<Format, Stop> {
    Format::of_path(path).ok_or_else(|| {
        let message = format!("expected a file whose name ends in .svg, {}", Format::extensions());
        Failure::new(message).into()
    })
}
