//! Games against a program: new games, hints, ends, and lines that are tried.

use table::review::{self, Hint};

use super::*;

/// Returns a sitting at the start of a game against a program, which moves second.
fn against_program() -> Sitting {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [random, Seat::Human]);
    sitting.model.analysis = false;
    sitting
}

#[test]
fn a_hint_names_the_move_and_shows_no_scores() {
    let mut sitting = against_program();
    sitting.settle();
    assert!(sitting.model.tasks().is_empty(), "nothing is ranked before somebody wants it");
    sitting.keys("h");
    assert_eq!(sitting.model.screen.notice.text, "looking for a good move");
    sitting.settle();
    // `checkers play` and the web page take their hints from the same function.
    let game = sitting.model.game();
    let best =
        review::hint(game, &VALUES, &mut Hint::engine(game)).unwrap().text(sitting.model.session.notation());
    let hint = &sitting.model.screen.notice.text;
    assert_eq!((hint, sitting.model.analysis), (&format!("hint: {best}"), false));
    assert!(sitting.model.tasks().is_empty() && sitting.model.proof_tasks().is_empty());
}

#[test]
fn the_title_of_a_game_played_here_names_no_unknown_players() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("new level:1 black kelso").type_line("comment The opening.").type_line("draw");
    assert!(sitting.model.record().is_some());
    let title = sitting.text().lines().next().unwrap().to_owned();
    assert!(title.ends_with("│ capture, multiple jumps, board 8x8, Kelso"), "{title}");
}

#[test]
fn the_plies_of_an_opening_are_no_moments() {
    let moments = |lines: &[&str]| {
        let mut sitting = Sitting::at_start();
        for line in lines {
            sitting.type_line(line);
        }
        sitting.type_line("resign").keys(",").settle();
        assert!(sitting.model.is_review() && sitting.model.reviewed(0).is_some());
        (sitting.model.moments(), sitting.model.shown_moment())
    };
    assert_eq!(moments(&["10-15"]), (vec![], None));
    assert_eq!(moments(&["new human kelso"]), (vec![], None));
    // The third ply gives a man away.
    assert_eq!(moments(&["12-16", "24-20", "16-19"]), (vec![2], Some(2)));
}

#[test]
fn the_line_of_best_play_takes_room_only_beside_scores() {
    let height = |sitting: &Sitting| sitting.layout().line.height;
    let mut sitting = against_program();
    assert_eq!(height(&sitting), 0);
    assert!(height(sitting.keys("a")) > 0);
    assert_eq!(height(sitting.type_line("resign")), 0, "the game is over");
}

#[test]
fn a_new_game_hides_the_scores_and_a_rematch_turns_the_colours() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("new level:2 black kelso");
    let seats = |sitting: &Sitting| Player::ALL.map(|player| sitting.model.session.seat(player).to_string());
    assert_eq!(seats(&sitting), ["level:2", "human"]);
    assert!(!sitting.model.analysis && sitting.model.game().plies().len() == 1);
    assert!(sitting.text().contains(" a to z "), "moves without scores are not ordered by score");
    assert!(sitting.model.session.flip, "the person's side is at the bottom");
    assert!(sitting.model.agent_question().is_some(), "the program moves");
    sitting.keys("R");
    assert_eq!(
        (seats(&sitting), sitting.model.game().plies().len()),
        (["human", "level:2"].map(str::to_owned), 1)
    );
    assert!(!sitting.model.session.flip);
    for line in ["new black", "new human"] {
        sitting.type_line(line);
        assert_eq!(sitting.model.session.flip, line == "new black", "{line}");
    }
    sitting.type_line("clock 5");
    assert!(sitting.model.screen.notice.text.starts_with("each player has 5.0 s for the whole game"));
    assert!(sitting.model.session.clock().is_some());
    sitting.keys("f").load(loaded(1));
    assert!(!sitting.model.session.flip, "a game that is opened is seen from the user's side");
}

#[test]
fn the_end_of_a_game_is_shown_with_what_comes_next() {
    let mut sitting = against_program();
    // Enter reviews the game, although the board had the focus.
    sitting.keys("<Tab>").type_line("9-14").type_line("resign");
    let text = sitting.text();
    for part in
        ["the game is over", "Red wins: black resigns", "review the game", "rematch with sides swapped"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    sitting.keys("<Enter>");
    assert_eq!((sitting.model.analysis, sitting.model.game().played().len()), (true, 0));
    assert!(!sitting.text().contains("the game is over"));
    sitting.type_line("review");
    assert_eq!(sitting.model.screen.notice.text, "reviewing: no costly plies in 0 of 1 so far");
    sitting.keys("G").type_line("draw");
    assert_eq!(sitting.model.screen.notice.text, "the game is over: red wins: black resigns");
}

#[test]
fn a_move_tried_in_the_review_of_a_finished_game_is_a_variation_without_a_reply() {
    let mut sitting = against_program();
    sitting.type_line("clock 10").type_line("9-14").let_agents_move().type_line("resign").keys("<Enter>");
    let played = sitting.model.game().plies().to_vec();
    sitting.type_line("11-15").let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 1, "the program does not reply");
    let written = sitting.model.session.record().unwrap().to_string();
    assert!(
        written.contains("[Result \"0-1\"]") && written.contains("1. 9-14 (1. 11-15) 1... "),
        "{written}"
    );
    sitting.keys(" ").pass_time(60_000);
    assert!(sitting.model.screen.notice.text.starts_with("the game is over"), "no clock runs");
    let resigned = Some(Outcome::Resigned { loser: Player::Black });
    for way_back in ["<Esc>G", "urrrr", "gG"] {
        sitting.keys(way_back);
        let game = sitting.model.game();
        assert_eq!((game.plies(), game.outcome()), (played.as_slice(), resigned), "{way_back}");
        sitting.keys("g").type_line("11-15");
    }
}

#[test]
fn in_a_game_from_a_file_the_program_does_not_reply_to_variations() {
    let mut sitting = against_program();
    sitting.load(loaded(1)).type_line("goto 4");
    for line in ["9-13", "25-21", "promote", "goto 2", "9-14"] {
        sitting.type_line(line).let_agents_move();
        assert_eq!(sitting.model.autoplay.flow, Flow::Paused, "{line}: {:?}", sitting.model.screen.notice);
    }
    assert_eq!(sitting.model.game().played().len(), 3);
    // Moves of the game itself, before and after a variation of them, let no program play either.
    sitting.load(loaded(1));
    for line in ["goto 2", "8-11", "goto 2", "9-13", "goto 2", "8-11"] {
        sitting.type_line(line).let_agents_move();
        assert_eq!(sitting.model.autoplay.flow, Flow::Paused, "{line}: {:?}", sitting.model.screen.notice);
    }
    assert_eq!(sitting.model.game().played().len(), 3);
}

#[test]
fn lines_that_are_tried_are_kept_and_entered_again() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").type_line("22-18").type_line("undo").type_line("23-19");
    sitting.type_line("comment Old Fourteenth");
    let written = sitting.model.session.record().unwrap().to_string();
    assert!(written.ends_with("1. 11-15 23-19 {Old Fourteenth} (1... 22-18) *\n"), "{written}");
    assert_eq!(sitting.model.record_move().unwrap().comment, "Old Fourteenth");
    sitting.keys("<Tab><Tab>v");
    assert_eq!(sitting.model.game().plies()[1].to_string(), "c3->d4");
    sitting.type_line("promote");
    let written = sitting.model.session.record().unwrap().to_string();
    assert!(written.ends_with("1. 11-15 22-18 (1... 23-19 {Old Fourteenth}) *\n"), "{written}");
    sitting.keys("q");
    assert!(sitting.effects.is_empty(), "the lines are not saved");
}

#[test]
fn a_line_that_is_played_again_in_part_still_has_its_alternatives() {
    let mut sitting = Sitting::at_start();
    for line in ["11-15", "22-18", "undo 2", "9-14", "undo", "11-15"] {
        sitting.type_line(line);
    }
    let plies =
        |sitting: &Sitting| sitting.model.game().plies().iter().map(Ply::to_string).collect::<Vec<_>>();
    assert_eq!(plies(&sitting), ["f6->e5"]);
    for leave in ["<Esc><Tab>", "<Tab><Tab><Esc>"] {
        sitting.keys("<Tab><Tab>v");
        assert_eq!(plies(&sitting), ["b6->c5"], "{:?}", sitting.model.screen.notice);
        sitting.keys(leave);
        assert_eq!(plies(&sitting)[0], "f6->e5");
    }
}

#[test]
fn the_help_and_the_list_of_games_can_be_searched() {
    let mut sitting = Sitting::at_start();
    sitting.keys("?/PASS").act(UserAction::Key(KeyCode::Enter));
    let top = sitting.model.dialogs.help_top;
    assert_eq!(sitting.model.context(), Context::Help);
    let first = sitting.text().lines().nth(1).unwrap().to_lowercase();
    assert!(top > 0 && first.contains("pass"), "{first}");
    sitting.keys("/").act(UserAction::Key(KeyCode::Enter));
    assert_ne!(sitting.model.dialogs.help_top, top, "an empty search goes on");
    sitting.keys("/nowhere").act(UserAction::Key(KeyCode::Enter));
    assert_eq!(sitting.model.screen.notice.text, "nothing contains nowhere");
    sitting.keys("/<Esc>");
    assert_eq!(sitting.model.context(), Context::Help);
    for (word, found) in [
        ("try", "try [N] MOVE     judge a move instead of ply N, or the last"),
        ("Space", "Space            pause, or continue: replay the next moves, or let the programs play"),
        ("ten lines", "PgUp PgDn        go ten lines up or down"),
        ("castling", "nothing in the help contains castling"),
    ] {
        sitting.keys("q").resize(120, 40).type_line(&format!("help {word}"));
        assert_eq!(sitting.model.screen.notice.text, found);
        assert!(sitting.text().contains(found) && sitting.model.context() == Context::Help);
    }
    sitting.keys("q").load(loaded(1)).keys("/illegal<Enter>");
    assert_eq!((sitting.model.context(), sitting.model.library.pointed), (Context::Games, 2));
    // All words of a search must be there, in any order; games are listed with their openings.
    sitting.keys("/DOUBLE clark<Enter>");
    assert_eq!(sitting.model.library.pointed, 1);
    assert!(sitting.keys("/double adams").text().contains("\n  /double adams\n"));
    sitting.keys("<Enter>");
    assert_eq!(sitting.model.screen.notice.text, "nothing contains double adams");
}

#[test]
fn marks_leave_the_numbers_of_squares_readable() {
    for ascii in [true, false] {
        let mut sitting = Sitting::at_start();
        sitting.model.theme = Theme { colors: Colors::None, ascii };
        sitting.keys("n<Tab>");
        let text = sitting.text();
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let grid = sitting.layout().board;
        assert!(grid.cell.1 > 1, "squares are high enough for numbers");
        for square in grid.shape.squares() {
            let rect = grid.rect(square);
            let number = grid.shape.number(square).unwrap().to_string();
            let row = &rows[usize::from(rect.y)][usize::from(rect.x)..];
            let found: String = row.iter().take(number.len()).collect();
            assert_eq!(found, number, "{square}\n{text}");
        }
    }
}

#[test]
fn a_program_that_thinks_after_a_move_played_again_is_paused() {
    let mut sitting = against_program();
    sitting.type_line("11-15").let_agents_move().type_line("undo").type_line("11-15");
    assert_eq!((sitting.model.game().played().len(), sitting.model.game().plies().len()), (1, 2));
    sitting.keys(" ");
    assert_eq!(sitting.model.autoplay.flow, Flow::Paused);
}

#[test]
fn a_program_that_takes_a_seat_hides_the_scores() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [random; 2]);
    sitting.keys(" ").type_line("red human");
    assert!(!sitting.model.analysis);
    sitting.keys("a").type_line("black level:3");
    assert!(sitting.model.analysis, "the scores were asked for");
}

#[test]
fn the_names_of_levels_players_and_opening_are_shown() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("new level:3 black kelso").resize(120, 40);
    let text = sitting.text();
    assert!(text.contains("casual (level:3)") && text.contains(", Kelso"), "{text}");
    sitting.load(loaded(1)).keys("G");
    let name = sitting.model.player_name(Player::Red).unwrap().to_owned();
    let text = sitting.text();
    assert!(text.lines().any(|line| line.contains("red") && line.contains(&name)), "{name}: {text}");
}

#[test]
fn a_board_without_the_pieces_of_a_player_is_refused() {
    let mut sitting = Sitting::at_start();
    sitting.keys("ez<Enter>");
    assert_eq!(sitting.model.context(), Context::Edit);
    assert_eq!(sitting.model.screen.notice.text, "each player needs a piece: red has none");
    sitting.keys("s<Enter>");
    assert_eq!(sitting.model.screen.notice.text, "ready: black to move");
    sitting.type_line("black random").keys("es<Enter>");
    assert_eq!(sitting.model.screen.notice.text, "ready: black to move (space starts the program)");
}
