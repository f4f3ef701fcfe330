//! Saving games to files.

use std::path::Path;

use chrono::Utc;
use rankmoves_core::Player;
use rankmoves_core::pdn::{self, MAX_BYTES};
use rankmoves_game::{DrawRules, Game};

use crate::loading::{ArchiveEntry, last_change};
use crate::session::{Chain, Seat, Session};
use crate::written::{self, Tags};
use picture::svg;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::input::{Input, read_text};
use shell::{Failure, Stop, atomic_file, shown_path};

/// Returns today's date as PDN writes it, `2024.02.29`, in UTC.
pub fn today() -> String {
    Utc::now().format("%Y.%m.%d").to_string()
}

/// Returns the PDN tags for saving `game`: the given names and event and, if the session's game was played
/// here, the agents and the date. Includes the clock times of the moves that `game` shares with the session's
/// game.
fn tags(session: &Session, game: &Game) -> Tags {
    let agent = |player| (session.seat(player) != Seat::Human).then(|| session.seat(player).described());
    let (red, black) = (agent(Player::Red), agent(Player::Black));
    let first = session.game().start().turn();
    let is_common = |ply: usize| game.played().get(ply) == session.game().plies().get(ply);
    let timed = |&(ply, _): &(usize, _)| ply < game.played().len() && is_common(ply);
    let clocks = session.clock().map(|clock| clock.plies(first).take_while(timed).collect());
    Tags {
        given: session.labels.clone(),
        usual: GameInfo { date: Some(today()), red, black, ..GameInfo::default() },
        time_control: session.clock().map(|clock| clock.control().to_string()),
        clocks: clocks.unwrap_or_default(),
        is_tried: !session.is_read(),
        is_changed: session.has_changed_lines(),
    }
}

/// Saves the played moves of `game` with the session's lines and tags, in the format of the file's extension; for
/// SVG, saves the picture at the session's cursor. Only a picture can hold half a move, the unfinished `chain`.
/// With an `entry`, replaces only that game of a PDN file. Returns one sentence for each thing that the format
/// could not hold.
///
/// # Errors
///
/// If the format cannot hold the game, or the file cannot be written.
pub fn save(
    session: &Session,
    game: &Game,
    chain: Option<&Chain>,
    path: &Path,
    entry: Option<ArchiveEntry>,
) -> Result<Vec<String>, Stop> {
    let is_svg = Format::is_svg(path);
    let read = session.record();
    let folder = path.parent().filter(|folder| *folder != Path::new("") && !folder.exists());
    if let Some(folder) = folder {
        let [path, folder] = [path, folder].map(shown_path);
        let message = format!("cannot write to {path}: there is no folder {folder}");
        return Err(Failure::new(message).into());
    }
    let (text, mut lost): (_, Vec<_>) = if is_svg {
        let plies = session.game().played().len().min(game.played().len());
        let picture = session.picture(game, plies, chain);
        let lost = "SVG cannot hold moves: only the position after them is saved".to_owned();
        let lost = (!game.played().is_empty()).then_some(lost);
        (svg::draw(&picture), lost.into_iter().chain(written::missing_plies(game, read)).collect())
    } else {
        let format = Format::of_path(path).ok_or_else(|| {
            let extensions = Format::extensions();
            Failure::new(format!("expected a file whose name ends in .svg, {extensions}"))
        })?;
        let written = written::write_game(format, game, read, &tags(session, game))?;
        (written.text, written.lost)
    };
    if game.draw_rules() != DrawRules::default() {
        let moves = game.draw_rules().quiet_moves.unwrap_or(0);
        lost.push(format!("no file can hold `--draw-after {moves}`: give it again when you load the game"));
    }
    if chain.is_some() && !is_svg {
        lost.push("the file ends before the unfinished chain".to_owned());
    }
    match entry {
        Some(entry) => replace(path, entry, text.trim_end())?,
        None => save_text(path, &text)?,
    }
    Ok(lost)
}

/// Replaces a game of a file, if the file has not changed since it was read.
fn replace(path: &Path, entry: ArchiveEntry, game: &str) -> Result<(), Stop> {
    let is_same = entry.modified.is_some() && last_change(path) == entry.modified;
    let text = read_text(path, MAX_BYTES)?;
    let replaced = is_same.then(|| pdn::replace_game(&text, entry.number, game)).flatten();
    let why =
        || format!("{} has changed since it was opened: save this game under another name", shown_path(path));
    atomic_file::save(path, replaced.ok_or_else(|| Failure::new(why()))?.as_bytes())
}

/// Saves the text of one game. Never replaces a file that contains several games.
///
/// # Errors
///
/// If the file has several games, cannot be read or cannot be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), Stop> {
    check_single(path)?;
    atomic_file::save(path, text.as_bytes())
}

/// Checks that a file that exists has a single game.
///
/// # Errors
///
/// If it has several, or cannot be read.
pub fn check_single(path: &Path) -> Result<(), Stop> {
    let is_single = !path.is_file() || !Input::read(Some(path))?.has_several_games()?;
    let why = || format!("{} has several games: save this game under another name", shown_path(path));
    if is_single { Ok(()) } else { Err(Failure::new(why()).into()) }
}

#[cfg(test)]
mod tests {
    use rankmoves_core::Rules;
    use rankmoves_core::pdn::Record;

    use super::*;
    use crate::session::Command;

    /// Returns a session of two people after these commands, in a game read from PDN if one is given.
    fn session(read: Option<&str>, lines: &[&str]) -> Session {
        let record = read.map(|text| pdn::games(text).next().unwrap().unwrap());
        let mut game = Game::new(Record::standard_start());
        for mv in record.as_ref().map_or_else(Vec::new, Record::moves) {
            game.play(&mv).unwrap();
        }
        let mut session = Session::new(game, [Seat::Human; 2]);
        session.set_record(record);
        for line in lines {
            session.execute(Command::parse(line).unwrap()).unwrap();
        }
        session
    }

    /// Saves the game as PDN. Returns its moves with the result, and what was lost.
    fn saved(session: &mut Session) -> (String, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pdn");
        let lost = save(session, session.game_to_save(), None, &path, None);
        let lost = lost.unwrap_or_else(|_| panic!("it is saved"));
        let text = std::fs::read_to_string(&path).unwrap();
        session.note_saved(path, &session.clone());
        let result = pdn::games(&text).next().unwrap().unwrap().result().text();
        let moves = text.rsplit("\n\n").next().unwrap().trim_end_matches("*\n");
        (format!("{moves}{result}"), lost)
    }

    const READ: &str = "1. 11-15 22-18 2. 15x22 1-0";

    #[test]
    fn lines_tried_in_a_game_that_was_read_are_saved_with_its_later_plies() {
        let whole = |moves: &str| (moves.to_owned(), Vec::new());
        let mut tried = session(Some(READ), &["undo 2", "23-19", "undo"]);
        for time in ["first", "second"] {
            assert_eq!(saved(&mut tried), whole("1. 11-15 22-18 (1... 23-19) 2. 15x22 1-0"), "{time}");
        }
        let mut noted = session(Some(READ), &["comment good", "undo 2"]);
        assert_eq!(saved(&mut noted), whole("1. 11-15 22-18 2. 15x22 {good} 1-0"));
    }

    #[test]
    fn a_game_that_ended_after_moves_were_taken_back_is_saved_with_its_end_from_any_place() {
        let mut ended = session(None, &["b6 a5", "c3 d4", "undo", "resign"]);
        let at_the_end = saved(&mut ended);
        assert_eq!(at_the_end.0, "1. 9-13 1-0");
        ended.go_to(0);
        assert_eq!(saved(&mut ended), at_the_end);
    }

    #[test]
    fn lines_tried_in_a_game_that_was_played_here_are_saved() {
        let mut tried = session(None, &["b6 a5", "undo", "b6 c5", "undo"]);
        assert_eq!(saved(&mut tried), ("1. 9-14 (1. 9-13) *".to_owned(), Vec::new()));
        assert!(!tried.is_unsaved());
    }

    #[test]
    fn a_game_that_was_read_and_has_ended_early_is_saved_without_its_later_plies() {
        let lost = "the file ends at this position, without the ply that follows".to_owned();
        let mut resigned = session(Some(READ), &["undo", "resign"]);
        assert_eq!(saved(&mut resigned), ("1. 11-15 22-18 0-1".to_owned(), vec![lost]));
    }

    #[test]
    fn a_position_that_was_set_up_has_no_later_plies() {
        let read = session(Some(READ), &[]);
        let other =
            Game::new("W:W18:B14".parse::<pdn::Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap());
        assert_eq!(written::missing_plies(&other, read.record()), None);
    }

    #[test]
    fn a_declared_end_is_saved_after_the_last_played_move_or_reported() {
        let mut tried = session(None, &["b6 a5", "c3 d4", "undo", "resign"]);
        let lost = "the file ends at this position, without the ply that follows".to_owned();
        assert_eq!(saved(&mut tried), ("1. 9-13 1-0".to_owned(), vec![lost]));
        let mut varied = session(Some(READ), &["undo 2", "23-19", "resign"]);
        let lost = "PDN cannot hold how a variation ended: red wins: black resigns".to_owned();
        assert_eq!(saved(&mut varied), ("1. 11-15 22-18 (1... 23-19) 2. 15x22 1-0".to_owned(), vec![lost]));
    }
}
