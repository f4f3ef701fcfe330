//! Games and documents as text in each format, with a list of what the format cannot hold.

use std::time::Duration;

use rankmoves_core::exchange::{Document, MAX_BYTES, words_outside_english_rules};
use rankmoves_core::pdn::{Fen, GameResult, Record};
use rankmoves_game::{DrawRules, Game};
use shell::format::Format;
use shell::game_info::{self, GameInfo};
use shell::{Failure, Stop, json};

/// Writes a document in a format; in JSON and PDN, includes the facts about its game.
///
/// # Errors
///
/// If the format cannot hold the board or one of the facts, or if a move is illegal and the format cannot hold
/// illegal moves.
pub fn write(format: Format, document: &Document, about: &GameInfo) -> Result<Written, Stop> {
    match format {
        Format::Exchange => Written::whole(document.to_string()),
        Format::Json => Written::whole(json::write(document, about.clone(), None::<()>)),
        Format::Fen => fen(document),
        Format::Pdn => {
            let failed = |why: &dyn std::error::Error| Stop::failed("write PDN", why);
            let start = document.setup().position().map_err(|why| failed(&why))?;
            // Refuse a board that PDN cannot hold before making the game, which takes much more memory.
            Record::new(start, &[]).map_err(|why| failed(&why))?;
            let game = Game::of_plies(start, DrawRules::default(), document.plies());
            let game = game.map_err(|why| failed(&why))?;
            write_game(Format::Pdn, &game, None, &Tags { given: about.clone(), ..Tags::default() })
        }
    }
}

/// Writes the played moves of a game. PDN also gets the tags, the result, and the comments and variations of
/// `read`, the record of the game's lines. JSON gets the facts in the tags if the user gave at least one.
///
/// # Errors
///
/// As for [`write()`], and if a tag has a value that PDN cannot hold.
pub fn write_game(format: Format, game: &Game, read: Option<&Record>, tags: &Tags) -> Result<Written, Stop> {
    let is_read = read.is_some() && !tags.is_tried;
    let usual = if is_read { GameInfo::default() } else { tags.usual.clone() };
    let (declared, outcome) = (game.declared_end(), game.outcome().map(GameResult::from));
    if format != Format::Pdn {
        let document = Document::new(game.start().setup(), game.played().iter().cloned());
        let (nothing, mut given) = (GameInfo::default(), tags.given.clone());
        let has_facts = given != nothing;
        if let Some(read) = read.filter(|_| is_read) {
            let known = GameInfo::of(read);
            let result = known.result.filter(|_| read.line().moves().len() == game.played().len());
            given = given.or(GameInfo { result, ..known });
        }
        if given != nothing {
            let result = outcome.or(given.result).unwrap_or(GameResult::Unknown);
            given = GameInfo { result: Some(result), ..given.or(usual) };
        }
        let mut written = write(format, &document, &given)?;
        let cannot_hold = |what: &str| format!("the format {format} cannot hold {what}");
        written.lost.extend(declared.map(|outcome| cannot_hold(&format!("how the game ended: {outcome}"))));
        if read.is_some() && !is_read {
            written.lost.push(cannot_hold("comments and variations"));
        }
        if is_read {
            written.lost.extend(read.and_then(|read| game_info::lost(read, format)));
        } else if has_facts && format != Format::Json {
            written.lost.push(cannot_hold("facts about the game, such as its players"));
        }
        if !tags.clocks.is_empty() {
            written.lost.push(cannot_hold("the time left on the clocks"));
        }
        written.lost.extend(missing_plies(game, read));
        return Ok(written);
    }
    let record = Record::new(*game.start(), game.played());
    let mut record = record.map_err(|why| Stop::failed("write PDN", &why))?;
    let mut lost = Vec::new();
    let (mut is_main, mut is_whole) = (true, false);
    if let Some(read) = read {
        lost.extend(read.omissions().map(|part| part.to_string()));
        if read.start() == record.start() && read.begins_with(game.played()) {
            record = read.clone();
            is_whole = (tags.is_tried || tags.is_changed) && declared.is_none();
            if !is_whole {
                record.truncate(game.played().len());
            }
        } else if has_line(read, game) {
            (record, is_main, is_whole) = (read.clone(), false, true);
            lost.extend(declared.map(|outcome| format!("PDN cannot hold how a variation ended: {outcome}")));
        } else {
            for tag in read.tags() {
                // The record refuses only tags that it derives from the game.
                let _ = record.set_tag(&tag.name, &tag.value);
            }
            lost.push("comments and variations are not kept, because the moves are different".to_owned());
        }
    }
    if !is_whole {
        lost.extend(missing_plies(game, read));
    }
    if is_main {
        record.note(tags.clocks.iter().map(|&(ply, left)| (ply, clock_comment(left))));
    }
    let time_control = tags.time_control.clone().filter(|_| !is_read);
    for (name, value) in pdn_tags(tags.given.clone().or(usual), time_control) {
        record.set_tag(name, &value).map_err(|why| Stop::failed("write PDN", &why))?;
    }
    // The main line may go on after the played moves.
    let main = is_whole.then(|| Game::of_plies(record.start(), game.draw_rules(), record.moves()).ok());
    let main_outcome = main.flatten().map_or(outcome, |main| main.outcome().map(GameResult::from));
    if let Some(result) = main_outcome.or(tags.given.result).filter(|_| is_main) {
        record.set_result(result);
    }
    Ok(Written { lost, ..Written::whole(record.to_string())? })
}

/// Returns a record of a game with facts as its tags; `None` without facts, or if PDN cannot hold the game.
pub(crate) fn record_of(game: &Game, facts: &GameInfo) -> Option<Record> {
    if *facts == GameInfo::default() {
        return None;
    }
    let mut record = Record::new(*game.start(), game.plies()).ok()?;
    pdn_tags(facts.clone(), None).try_for_each(|(name, value)| record.set_tag(name, &value)).ok()?;
    record.set_result(facts.result.unwrap_or(GameResult::Unknown));
    Some(record)
}

/// Returns a note that a file ends at the cursor, if plies follow there in the game or in the record's main
/// line. Programs that read the file play all its moves, so it ends at the current position.
pub(crate) fn missing_plies(game: &Game, read: Option<&Record>) -> Option<String> {
    let main = read.filter(|read| read.start() == *game.start() && read.begins_with(game.played()));
    let end = main.map_or(0, |main| main.line().moves().len()).max(game.plies().len());
    let plies = match end - game.played().len() {
        0 => return None,
        1 => "the ply that follows".to_owned(),
        rest => format!("the {rest} plies that follow"),
    };
    Some(format!("the file ends at this position, without {plies}"))
}

/// Returns whether a variation of a record has the played moves of a game.
fn has_line(record: &Record, game: &Game) -> bool {
    let mut added = record.clone();
    record.start() == *game.start() && added.add(game.played()).is_ok() && added == *record
}

/// Facts about a game that can be stored in PDN tags.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// The facts that the user gave. They are always written.
    pub given: GameInfo,
    /// The facts about a game played here. A game read from PDN keeps the facts in its record.
    pub usual: GameInfo,
    /// The time control of a game played here.
    pub time_control: Option<String>,
    /// For each timed ply, the number of plies before it, and its player's time left, which PDN stores in comments.
    pub clocks: Vec<(usize, Duration)>,
    /// True if the record has only lines that were tried here; false if it was read.
    pub is_tried: bool,
    /// True if lines or comments have been added to the record since it was read. The file then keeps the
    /// plies after the played ones, unless the game has a declared end.
    pub is_changed: bool,
}

/// Returns the PDN tags for facts about a game.
fn pdn_tags(facts: GameInfo, time_control: Option<String>) -> impl Iterator<Item = (&'static str, String)> {
    let GameInfo { event, date, round, red, black, result: _ } = facts;
    let round = round.map(|round| round.to_string());
    // Red is PDN's White.
    let tags = [
        ("Event", event),
        ("Date", date),
        ("Round", round),
        ("White", red),
        ("Black", black),
        ("TimeControl", time_control),
    ];
    tags.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// Writes the time left after a move as a comment of PDN and PGN: `[%clk 0:04:57]`, with tenths below ten
/// seconds: `[%clk 0:00:09.5]`.
fn clock_comment(left: Duration) -> String {
    let seconds = left.as_secs();
    let tenths = if seconds < 10 { format!(".{}", left.subsec_millis() / 100) } else { String::new() };
    format!("[%clk {}:{:02}:{:02}{tenths}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A document converted to text.
#[derive(Debug)]
pub struct Written {
    /// The text, which ends with a newline.
    pub text: String,
    /// The parts of the document that the format cannot hold, one sentence each.
    pub lost: Vec<String>,
}

impl Written {
    /// Wraps a text that holds the whole document. Refuses a text that is too long to read again.
    fn whole(text: String) -> Result<Written, Stop> {
        check_length(text.len())?;
        Ok(Written { text, lost: Vec::new() })
    }
}

/// Refuses to write a game that is too long to read again.
///
/// # Errors
///
/// If the game is too long.
pub fn check_length(bytes: usize) -> Result<(), Failure> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let limit = MAX_BYTES >> 20;
    let message =
        format!("the game takes {bytes} bytes, but a file of more than {limit} MiB could not be read again");
    Err(Failure::new(message))
}

fn fen(document: &Document) -> Result<Written, Stop> {
    let position = document.position().map_err(|error| Stop::failed("write FEN", error.kind()))?;
    let shape = position.board().shape();
    let Some(fen) = Fen::new(*position.board(), position.turn()) else {
        let flipped = if shape.is_flipped() { " and flipped" } else { "" };
        let message = format!("FEN can hold only the standard board: this one is {shape}{flipped}");
        return Err(Failure::new(message).into());
    };
    let mut lost = Vec::new();
    let other: Vec<String> =
        words_outside_english_rules(position.rules()).map(|word| format!("`{word}`")).collect();
    if !other.is_empty() {
        lost.push(format!("FEN cannot hold {}, and always means English rules", other.join(" and ")));
    }
    if document.plies().len() > 0 {
        lost.push("FEN cannot hold moves: only the position after them is saved".to_owned());
    }
    Ok(Written { text: format!("{fen}\n"), lost })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_a_given_result_unless_the_game_has_an_outcome() {
        let mut game = Game::new(Record::standard_start());
        let tags = Tags {
            given: GameInfo { result: Some(GameResult::RedWins), ..GameInfo::default() },
            ..Tags::default()
        };
        let text = |game: &Game| write_game(Format::Json, game, None, &tags).ok().unwrap().text;
        assert!(text(&game).contains(r#""result":"red""#), "{}", text(&game));
        game.agree_draw();
        assert!(text(&game).contains(r#""result":"draw""#), "{}", text(&game));
    }

    #[test]
    fn a_changed_main_line_that_ends_by_the_rules_has_its_own_result() {
        for (moves, result) in [("22-18 15x22", "1-0"), ("22-17 15-18", "1/2-1/2")] {
            let text = format!("[FEN \"W:W22:B15\"]\n\n1. {moves} 1/2-1/2");
            let record = rankmoves_core::pdn::games(&text).next().unwrap().unwrap();
            let tags = Tags { is_changed: true, ..Tags::default() };
            let game = Game::new(record.start());
            let written = write_game(Format::Pdn, &game, Some(&record), &tags).ok().unwrap().text;
            assert!(written.contains(&format!("[Result \"{result}\"]")), "{written}");
        }
    }

    #[test]
    fn nothing_is_written_that_is_too_long_to_be_read() {
        assert!(check_length(MAX_BYTES).is_ok());
        let failure = check_length(MAX_BYTES + 1).unwrap_err();
        let message = failure.message();
        assert!(message.contains("takes 67108865 bytes, but a file of more than 64 MiB"), "{message}");
    }
}
