//! Writes games in every format that can hold them, and reads them back.

use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{self, Fen, GameResult, Record};
use rankmoves_core::{Blocked, Ply, Rules, Shape};

use super::exchange::{check_written, plainly};
use super::start::{Bytes, Start, has_few_paths};

/// The maximum number of plies of a game.
const PLIES: usize = 40;

/// The gaps between words in exchange files.
const GAPS: [&str; 6] = [" ", "\t\t", "\r\n", "\n", " # r b \"\n", "#:\n\n"];

/// Checks that a game from any start is read back from its file, with any gaps between the words, and from
/// PDN and FEN if they can hold it.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let start = Start::take(&mut bytes);
    let (plies, end) = game(&start, &mut bytes);
    let position = start.position();
    let document = Document::new(position.setup(), plies.clone());
    check_written(&document);
    assert_eq!(document.position(), Ok(end.position()));

    let text = document.to_string();
    let texts: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let (read, read_plies) = plainly(text.as_bytes()).expect("the plain reader reads it");
    assert_eq!((read.plain, read.blocked, read_plies), (start.plain.clone(), start.blocked, texts));
    assert_eq!(
        start.plain.to_text().parse().map(|document: Document| document.setup().board),
        Ok(*position.board())
    );

    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let spaced: String =
        code.flat_map(str::split_whitespace).flat_map(|word| [word, *bytes.one_of(&GAPS)]).collect();
    assert_eq!(spaced.parse(), Ok(document), "{spaced}");

    let fen = Fen::new(*position.board(), position.turn());
    assert_eq!(fen.is_some(), position.board().shape() == Shape::STANDARD);
    if let Some(fen) = fen {
        assert_eq!(fen.to_string().parse(), Ok(fen));
    }
    let record = Record::new(position, &plies);
    let holds = start.rules() == Rules::ENGLISH && fen.is_some();
    assert_eq!(record.is_ok(), holds, "{record:?}");
    if let Ok(mut record) = record {
        let endings = [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
        record.set_result(*bytes.one_of(&endings));
        record.set_tag("Event", &String::from_utf8_lossy(bytes.rest())).expect("a tag's name");
        let text = record.to_string();
        let games: Vec<_> = pdn::games(&text).collect();
        assert_eq!(games, [Ok(record.clone())], "{text}");
        assert_eq!(games[0].as_ref().map(Record::moves), Ok(record.moves()));
        assert_eq!(record.position(), end.position());
    }
}

/// Returns the plies of the game that the bytes choose, and the position after them.
fn game(start: &Start, bytes: &mut Bytes<'_>) -> (Vec<Ply>, Start) {
    let (mut here, mut plies) = (start.clone(), Vec::new());
    let count = bytes.below(PLIES);
    while plies.len() < count && has_few_paths(&here.plain, 500) {
        let mut moves = here.plain.moves();
        let (ply, after) = match moves.len() {
            0 if here.blocked == Blocked::Loses => break,
            0 => ("pass".to_owned(), here.passed().plain),
            many => moves.swap_remove(bytes.below(many.min(256))),
        };
        plies.push(ply.parse().expect("the oracle writes plies"));
        here = here.with(after);
    }
    (plies, here)
}
