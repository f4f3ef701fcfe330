//! Tests of records: stepping, saving, loading and leaving them.

use super::*;

use rankmoves_core::pdn::GameResult;
use shell::input::Input;

#[test]
fn a_game_in_progress_is_left_by_a_second_key() {
    let quits = |sitting: &mut Sitting| sitting.keys("q").effects.pop() == Some(Effect::Quit);
    let mut sitting = Sitting::at_start();
    assert!(quits(&mut sitting), "nothing is begun");
    sitting.type_line("11-15");
    assert!(!quits(&mut sitting));
    for other in ["f", "<Esc>", "<Down>"] {
        sitting.keys(other);
        assert!(!quits(&mut sitting), "something else was done");
    }
    assert!(quits(&mut sitting));
    sitting.saved("a.pdn");
    assert!(quits(&mut sitting), "it is saved");
    sitting.click_on("q quit", 0);
    assert_eq!(sitting.effects.pop(), Some(Effect::Quit));
    sitting.type_line("23-18").click_on("q quit", 0);
    assert_eq!(sitting.effects.pop(), None);
    sitting.click_on("q quit", 0);
    assert_eq!(sitting.effects.pop(), Some(Effect::Quit));
    sitting.load(loaded(1)).keys("<Down><Down>");
    assert!(quits(&mut sitting), "a record stays what it is");
    sitting.keys("e");
    assert!(quits(&mut sitting));
    sitting.keys("t");
    assert!(!quits(&mut sitting) && quits(&mut sitting));
}

#[test]
fn what_changes_while_a_file_is_saved_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut sitting = Sitting::at_start();
    let save =
        |sitting: &Sitting, name| crate::run::save_job(&sitting.model, folder.path().join(name), false);
    sitting.type_line("11-15");
    let slow = save(&sitting, "game.pdn");
    sitting.type_line("23-19").event(slow());
    assert!(sitting.model.is_in_progress(), "the second ply is in no file");
    sitting.type_line("undo");
    assert!(!sitting.model.is_in_progress(), "the first ply is");
    let slow = save(sitting.type_line("redo"), "line.pdn");
    sitting.type_line("undo").type_line("22-18").event(slow());
    assert!(sitting.model.is_in_progress(), "the new line is in no file");
    let slow = save(sitting.keys("e"), "position.pdn");
    sitting.keys("<Esc>").event(slow());
    assert!(sitting.model.is_in_progress(), "only a position is saved");
    let slow = save(&sitting, "lines.pdn");
    sitting.keys("e").event(slow());
    assert!(!sitting.model.is_in_progress(), "the game is saved while a position is edited");
}

#[test]
fn an_interrupt_leaves_a_begun_game_the_second_time() {
    let interrupts = |sitting: &mut Sitting| {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        let action = crate::bindings::of_key(sitting.model.context(), key).unwrap();
        sitting.act(action).effects.pop() == Some(Effect::Interrupt)
    };
    let mut sitting = Sitting::at_start();
    assert!(interrupts(&mut sitting), "nothing is begun");
    sitting.type_line("11-15");
    assert!(!interrupts(&mut sitting));
    assert!(sitting.model.screen.notice.text.starts_with("the game is not saved: quit again"));
    sitting.keys("f");
    assert!(!interrupts(&mut sitting), "something else was done");
    assert!(interrupts(&mut sitting));
}

#[test]
fn a_position_that_is_set_up_drops_a_begun_game_the_second_time() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").keys("e<Enter>");
    assert_eq!((sitting.model.context(), sitting.model.game().played().len()), (Context::Edit, 1));
    assert!(
        sitting.model.screen.notice.text.contains("press enter again to discard it"),
        "{:?}",
        sitting.model.screen.notice
    );
    sitting.keys("<Enter>");
    assert_eq!((sitting.model.context(), sitting.model.game().played().len()), (Context::Tree, 0));
}

#[test]
fn a_position_that_is_set_up_keeps_no_plies_of_a_record() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(2)).keys("e<Enter>");
    sitting.type_line("9-14").type_line("22-18").type_line("5-9").type_line("undo");
    assert_eq!(sitting.model.game_to_save(Path::new("a.pdn")).played().len(), 2);
}

#[test]
fn variations_are_walked_one_after_the_other() {
    let path = testing::start::top().join("testdata/pdn/variations.pdn");
    let read = table::loading::load(&path, DrawRules::default(), GameSelection::default())
        .unwrap_or_else(|_| panic!("variations"));
    let mut sitting = Sitting::at_start();
    sitting.load(read).keys("v");
    assert!(sitting.model.screen.notice.is_error, "nothing was played before the start");
    sitting.keys("<Down>v");
    assert!(sitting.model.screen.notice.is_error, "11-15 has no variation");
    // (1... 22-17 {Dyke.} (1... 23-18 {Cross.} 2. 8-11) 2. 15-19), an alternative to 23-19.
    let mut seen = Vec::new();
    sitting.keys("<Down>");
    for _ in 0..4 {
        let plies = sitting.model.game().plies();
        let comment = sitting.model.record_move().map(|mv| mv.comment).unwrap();
        seen.push((plies[1].to_string(), plies.len(), comment));
        assert_eq!(sitting.model.game().played().len(), 2);
        sitting.keys("v");
    }
    let main = ("e3->f4".to_owned(), 4, String::new());
    let dyke = ("c3->b4".to_owned(), 3, "Dyke.".to_owned());
    let cross = ("e3->d4".to_owned(), 3, "Cross.".to_owned());
    assert_eq!(seen, [main.clone(), dyke.clone(), cross, main]);
    assert!(sitting.settle().text().contains("variation: ply 2 of 3"));
    // Saving writes the whole record.
    let record = sitting.model.session.record().cloned().unwrap();
    let game = sitting.model.game_to_save(Path::new("a.pdn"));
    let written =
        table::written::write_game(Format::Pdn, &game, Some(&record), &table::written::Tags::default())
            .unwrap_or_else(|_| panic!("PDN"));
    assert_eq!(written.text, record.to_string());
    assert_eq!(sitting.model.game().plies()[1].to_string(), dyke.0);
    sitting.keys("<Down><Esc>");
    assert_eq!((sitting.model.game().plies().len(), sitting.model.game().played().len()), (4, 2));
    assert!(sitting.model.library.branches.is_empty());
}

#[test]
fn a_record_is_saved_whole_from_any_position() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("<Down>");
    let plies = |sitting: &Sitting, name: &str| sitting.model.game_to_save(Path::new(name)).played().len();
    assert_eq!(
        ["a.pdn", "a.txt", "a.json", "a.fen", "a.svg"].map(|name| plies(&sitting, name)),
        [9, 9, 9, 1, 1]
    );
    let record = sitting.model.session.record().cloned().unwrap();
    let game = sitting.model.game_to_save(Path::new("a.pdn"));
    let written =
        table::written::write_game(Format::Pdn, &game, Some(&record), &table::written::Tags::default())
            .unwrap_or_else(|_| panic!("PDN"));
    assert_eq!((written.text, written.lost), (record.to_string(), Vec::new()));
    // A move that was tried is a variation of the whole record.
    sitting.type_line("22-18").type_line("undo");
    assert_eq!(plies(&sitting, "a.pdn"), 9);
    assert!(sitting.model.session.record().unwrap().to_string().contains("(1... 22-18)"));
}

#[test]
fn an_existing_file_is_replaced_after_confirmation() {
    let mut sitting = Sitting::at_start();
    let exists = |name: &str| Event::Exists(name.into());
    let save = |sitting: &mut Sitting, name: &str| {
        sitting.type_line(&format!("save {name}"));
        let Some(Effect::Save { path, replaces }) = sitting.effects.pop() else { panic!("{name}") };
        assert_eq!(path, Path::new(name));
        replaces
    };
    assert!(!save(&mut sitting, "a.pdn"));
    sitting.event(exists("a.pdn"));
    assert!(
        sitting.model.screen.notice.is_error
            && sitting.model.screen.notice.text.contains("a.pdn already exists")
    );
    assert!(!save(&mut sitting, "b.pdn"), "that one needs its own request");
    assert!(!save(&mut sitting, "a.pdn"), "something else was asked for meanwhile");
    sitting.event(exists("a.pdn"));
    assert!(save(&mut sitting, "a.pdn"));
    sitting.saved("a.pdn");
    assert!(save(&mut sitting, "a.pdn") && save(&mut sitting, "a.pdn"), "it is one's own now");
}

#[test]
fn after_a_replay_space_keeps_the_result_of_the_file() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [random; 2]);
    sitting.load(loaded(2)).keys(" ").pass_time(5000).pass_time(5000).pass_time(5000);
    assert_eq!(sitting.model.game().played().len(), 3);
    assert_eq!(sitting.model.screen.notice.text, "a draw, according to the file");
    sitting.keys(" ").let_agents_move();
    let notice = &sitting.model.screen.notice;
    assert!(notice.is_error && notice.text.starts_with("a draw, according to the file: play a move"));
    let record = sitting.model.session.record().unwrap();
    assert_eq!((record.line().moves().len(), record.result()), (3, GameResult::Draw));
}

#[test]
fn a_game_that_is_opened_shows_scores_and_has_no_clock() {
    let mut sitting = Sitting::at_start();
    sitting.model.session.set_clock(Some("5m".parse().unwrap()));
    sitting.model.analysis = false;
    sitting.model.load(loaded(1));
    sitting.load(loaded(2));
    assert!(!sitting.model.analysis, "another game of the same file changes no setting");
    sitting.load(valid("flipped-middle-game.txt")).pass_time(1000);
    assert!(sitting.model.analysis && sitting.model.session.clock().is_none());
}

#[test]
fn a_position_of_a_file_waits_for_its_reader() {
    let random = Seat::Agent("random:1".parse().unwrap());
    // The program has to move for black.
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, random]);
    sitting.load(valid("flipped-middle-game.txt"));
    assert_eq!((sitting.model.autoplay.flow, sitting.model.agent_question()), (Flow::Paused, None));
    assert!(sitting.model.screen.notice.text.ends_with("press space to let the program move for black"));
    sitting.let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 0);
    sitting.keys(" ").let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 1);
    // If a person is to move, the game starts at once.
    let mut sitting = Sitting::new(Record::standard_start(), [random, Seat::Human]);
    sitting.load(valid("flipped-middle-game.txt"));
    assert_eq!(sitting.model.autoplay.flow, Flow::Playing);
}

#[test]
fn names_of_files_are_completed_where_the_line_is_still_the_same() {
    let complete = UserAction::Key(KeyCode::Tab);
    let lines = ["load games/a.pdn", "load games/ab.txt"].map(str::to_owned);
    let found = |line: &str| Event::Completed(lines.to_vec(), line.to_owned());
    let mut sitting = Sitting::at_start();
    sitting.keys(":").type_text("load ga").act(complete);
    assert_eq!(sitting.effects, [Effect::Complete("load ga".to_owned(), 5)]);
    sitting.event(found("load ga"));
    assert_eq!(
        (sitting.model.dialogs.prompt.text.as_str(), sitting.model.dialogs.prompt.cursor),
        ("load games/a", 12)
    );
    // A late answer changes nothing.
    sitting.type_text("x").event(found("load games/a"));
    assert_eq!(sitting.model.dialogs.prompt.text, "load games/ax");
    sitting.keys("<Esc>").event(found("load games/ax"));
    assert_eq!(sitting.model.dialogs.open, []);
    // Completing a command name does not read files.
    sitting.effects.clear();
    sitting.keys(":").type_text("resi").act(complete);
    assert_eq!((sitting.model.dialogs.prompt.text.as_str(), sitting.effects.as_slice()), ("resign", &[][..]));
}

#[test]
fn a_file_that_comes_late_closes_no_line_and_replaces_no_game() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("load slow.pdn").keys(":").type_text("save my");
    assert_eq!(sitting.effects, [load_effect(1, "slow.pdn", None)]);
    sitting.event(Event::Loaded(1, Ok(Box::new(loaded(1)))));
    assert_eq!(
        (sitting.model.context(), sitting.model.dialogs.prompt.text.as_str()),
        (Context::Prompt, "save my")
    );
    assert_eq!(sitting.model.game().plies().len(), 9);
    sitting.keys("<Esc>");
    assert_eq!(sitting.model.dialogs.open, []);
    // The list of games opens under the help.
    sitting.type_line("load slow.pdn").keys("?").event(Event::Loaded(2, Ok(Box::new(loaded(None)))));
    assert_eq!((sitting.model.context(), sitting.model.base_context()), (Context::Help, Context::Games));
    // A move cancels the request, and so does another request.
    let mut sitting = Sitting::at_start();
    sitting.type_line("load slow.pdn").type_line("9-14");
    sitting.event(Event::Loaded(1, Ok(Box::new(loaded(1)))));
    assert_eq!(sitting.model.game().plies().len(), 1);
    // A game in progress is discarded only after a second request.
    for line in ["load slow.pdn", "load quick.pdn"] {
        let asked = sitting.effects.len();
        sitting.type_line(line);
        assert_eq!(sitting.effects.len(), asked);
        assert!(sitting.model.screen.notice.text.starts_with("the game is not saved: load again"));
        sitting.type_line(line);
        assert_eq!(sitting.effects.len(), asked + 1);
    }
    sitting.event(Event::Loaded(2, Ok(Box::new(loaded(1)))));
    assert_eq!(sitting.model.game().plies().len(), 1);
    sitting.event(Event::Loaded(3, Ok(Box::new(loaded(2)))));
    assert_eq!(sitting.model.game().plies().len(), 3);
    // Programs do not move while a file is being read.
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [random; 2]);
    sitting.type_line("load slow.pdn").let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 0);
    sitting.event(Event::Loaded(1, Err("no such file".to_owned()))).let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 1);
}

#[test]
fn one_of_several_games_is_chosen_from_a_list() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(None));
    assert_eq!((sitting.model.context(), sitting.model.library.games.len()), (Context::Games, 3));
    assert_eq!(
        sitting.model.library.games.iter().map(|game| game.is_valid).collect::<Vec<_>>(),
        [true, true, false]
    );
    sitting.keys("<Down><Enter>");
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
    sitting.load(loaded(2));
    assert_eq!((sitting.model.context(), sitting.model.game().plies().len()), (Context::Moves, 3));
}

#[test]
fn a_command_for_the_game_closes_the_list_of_games() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle();
    for line in ["review", "goto 3", "undo", "hint"] {
        sitting.keys("m").type_line(line);
        assert!(sitting.model.dialogs.open.is_empty(), "{line}");
    }
    for line in ["flip", "goto nowhere", "review 5"] {
        sitting.keys("m").type_line(line);
        assert_eq!(sitting.model.context(), Context::Games, "{line} changes nothing behind the list");
    }
}

#[test]
fn a_record_without_a_text_about_the_last_move_has_no_panel() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").type_line("comment The best.");
    assert!(sitting.text().contains("╭ record ") && sitting.text().contains("│The best."));
    sitting.type_line("comment");
    assert!(sitting.model.record().is_some() && !sitting.text().contains("╭ record "), "{}", sitting.text());
}

#[test]
fn a_declared_end_stands_after_another_line_was_seen() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("9-14").type_line("undo").type_line("11-15").type_line("resign");
    let ended = sitting.model.game().outcome();
    assert!(ended.is_some());
    sitting.keys(",").keys("<Tab><Tab>").keys(".v<Esc>").keys("..");
    assert_eq!(sitting.model.game().outcome(), ended);
    // A comment keeps the declared end of a game that was read.
    sitting.load(loaded(1)).keys("<Down><Down>").type_line("resign").type_line("comment oops");
    assert!(sitting.model.game().outcome().is_some());
    sitting.type_line("undo");
    assert_eq!(sitting.model.game().plies().len(), 9, "the rest of the line is there again");
}

#[test]
fn a_game_that_was_resigned_and_saved_is_over_when_it_is_opened_again() {
    let mut sitting = Sitting::at_start();
    let input = Input::from_text("a.pdn", "[Event \"?\"] [Result \"1-0\"] 1. 11-15 23-19 1-0".to_owned());
    let loaded = table::loading::load_input(&input, DrawRules::default(), GameSelection::default());
    sitting.load(loaded.unwrap_or_else(|_| panic!("it is valid")));
    assert_eq!(sitting.model.result(), None, "it is shown from its start");
    assert!(!sitting.text().contains("Event: ?"), "a tag without a value is not shown");
    sitting.keys("G");
    let text = sitting.text();
    assert!(text.contains("Black wins, according") && !text.contains("▶ black"), "{text}");
    sitting.type_line("8-11");
    assert_eq!(sitting.model.result(), None, "it goes on as a variation");
}
