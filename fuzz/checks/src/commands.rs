//! Compares a session that is given random command lines with the oracle's version of the same session.

mod table;

use rankmoves_core::{Blocked, Player, Ply, Square, shorten};
use rankmoves_game::{DrawRules, Game, PlayError};

use super::start::{Bytes, Start};
use ::table::session::{Command, ParsedMove, Reply, Request, Seat, Session};
use table::{Meaning, Table};

/// The draw rules to choose from.
const DRAWS: [DrawRules; 4] = [
    DrawRules { repetitions: Some(3), quiet_moves: Some(40) },
    DrawRules { repetitions: None, quiet_moves: Some(3) },
    DrawRules { repetitions: Some(2), quiet_moves: None },
    DrawRules::NONE,
];

/// The maximum number of lines of a game.
const LINES: usize = 60;

/// Checks that a session and the oracle's table agree on every typed line: its meaning, whether it is carried
/// out, and its effects on the history, the cursor, the end of the game, and the player to move.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let draw_rules = *bytes.one_of(&DRAWS);
    let start = Start::take(&mut bytes);
    let game = Game::with_draw_rules(start.position(), draw_rules);
    let mut session = Session::new(game, [Seat::Human; 2]);
    let mut table = Table::new(start, draw_rules);
    let text = String::from_utf8_lossy(bytes.rest());
    for line in text.lines().take(LINES) {
        if !table.is_affordable() {
            return;
        }
        table.compare(&session);
        match Command::parse(line) {
            Ok(command) => execute(command, &mut session, &mut table),
            Err(why) => check_answer(&why),
        }
        while let Some(moves) = table.program_moves(&session) {
            assert!(session.agent_to_move().is_some());
            let ply = moves.get(table.cursor % moves.len().max(1)).map_or("pass", |(text, _)| text);
            session.play(&read(ply)).expect("a program's move is legal");
            table.play(ply);
            if !table.is_affordable() {
                return;
            }
        }
        assert_eq!(session.agent_to_move(), None);
    }
    table.compare(&session);
}

fn execute(command: Command, session: &mut Session, table: &mut Table) {
    match command {
        Command::Move(text) => {
            let meant = session.parse_move(&text);
            let board = *session.position().board();
            let is_empty =
                |name: &str| name.parse::<Square>().is_ok_and(|square| board.get(square).is_none());
            let expected = table.meaning(&text, is_empty);
            match meant {
                Ok(ParsedMove::Move(mv)) => {
                    assert_eq!(expected, Meaning::Move(mv.to_string()), "{text:?}");
                    play(session, table, &mv.to_string());
                }
                Ok(ParsedMove::Jumps(path)) => {
                    assert_eq!(expected, Meaning::Jumps(path.to_string()), "{text:?}");
                    match session.jump(&path) {
                        Ok(Reply::Jumped(said)) => {
                            check_answer(&said);
                            table.jump(&path.to_string());
                        }
                        Ok(reply) => panic!("{text:?}: {reply:?}"),
                        Err(why) => assert!(table.outcome().is_some(), "{text:?}: {why}"),
                    }
                }
                Ok(ParsedMove::Piece(square)) => {
                    assert_eq!(expected, Meaning::Piece(square.to_string()), "{text:?}");
                }
                Err(why) => {
                    assert_eq!(expected, Meaning::Nothing, "{text:?}: {why}");
                    check_answer(&why);
                }
            }
        }
        Command::Pass => play(session, table, "pass"),
        Command::Stop => {
            let may_stop = !table.begun.is_empty() && table.chains_may_stop();
            assert_eq!(session.execute(command).is_ok(), may_stop);
            if may_stop {
                let whole = table.begun.join("->");
                table.play(&whole);
            }
        }
        Command::Resign => {
            let is_over = session.game().outcome().is_some();
            if !is_over {
                table.resign(session.seat(Player::Red), session.seat(Player::Black));
            }
            assert_eq!(session.execute(command).is_err(), is_over);
            table.begun.clear();
        }
        Command::Undo(turns) => {
            let humans = Player::ALL.map(|player| session.seat(player) == Seat::Human);
            let chain = !table.begun.is_empty();
            let expected = table.undo(turns - usize::from(chain), humans);
            table.begun.clear();
            let before = steps(session);
            let is_done = session.execute(command).is_ok();
            assert_eq!((before - steps(session), is_done), (expected, chain || expected > 0), "undo {turns}");
            assert!(session.chain().is_none(), "undo {turns}");
        }
        Command::Redo(turns) => {
            let humans = Player::ALL.map(|player| session.seat(player) == Seat::Human);
            let expected = if table.begun.is_empty() { table.redo(turns, humans) } else { 0 };
            let before = steps(session);
            let is_done = session.execute(command).is_ok();
            assert_eq!((steps(session) - before, is_done), (expected, expected > 0), "redo {turns}");
        }
        Command::Ask(Request::Seat(player, seat)) => {
            assert_eq!(seat.to_string().parse(), Ok(seat));
            session.set_seat(player, seat);
        }
        // The other commands change nothing, or are for the program around the session.
        _ => {}
    }
}

/// Returns the number of plies before the cursor; a declared end counts as one.
fn steps(session: &Session) -> usize {
    session.game().played().len() + usize::from(session.game().declared_end().is_some())
}

fn play(session: &mut Session, table: &mut Table, ply: &str) {
    match session.play(&read(ply)) {
        Ok(()) => table.play(&table.whole(ply)),
        Err(PlayError::Over(outcome)) => assert_eq!(table.outcome(), Some(outcome)),
        Err(PlayError::Illegal(why)) => {
            let passes = table.here().blocked == Blocked::Passes;
            assert!(ply == "pass" && !(passes && table.here().plain.moves().is_empty()), "{ply}: {why}");
        }
        Err(why) => panic!("{ply}: {why}"),
    }
}

fn read(ply: &str) -> Ply {
    ply.parse().expect("a ply")
}

/// Checks that an answer can be shown.
fn check_answer(text: &str) {
    assert!(!text.is_empty() && !text.contains(|sign: char| sign.is_control()), "{text:?}");
    assert!(text.chars().count() <= 5000, "{}", shorten(text, 200));
}
