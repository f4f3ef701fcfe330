//! Tests of moves by mouse, by keys and on the command line.

use super::*;

#[test]
fn pieces_are_moved_by_mouse_and_by_keys() {
    let mut sitting = Sitting::at_start();
    sitting.settle();
    let click = |sitting: &mut Sitting, square: &str| {
        let grid = sitting.layout().board;
        let rect = grid.rect(square.parse().unwrap());
        sitting.click(rect.x + 1, rect.y);
    };
    click(&mut sitting, "a7");
    assert_eq!(sitting.model.screen.notice.text, "the piece on a7 is blocked");
    click(&mut sitting, "b6");
    click(&mut sitting, "d4");
    assert_eq!(sitting.model.screen.notice.text, "there is no red piece on c5 to jump");
    click(&mut sitting, "b6");
    assert_eq!(sitting.model.moves_of_chosen().moves.len(), 2);
    click(&mut sitting, "c5");
    click(&mut sitting, "b6");
    assert!(sitting.model.screen.notice.is_error, "{:?}", sitting.model.screen.notice);
    assert_eq!(sitting.model.game().played(), ["b6->c5".parse().unwrap()]);
    sitting.model.selection.cursor = "c3".parse().unwrap();
    sitting.keys("<Enter><Up><Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    assert_eq!(sitting.model.selection.focus, Context::Board);
}

#[test]
fn a_double_click_plays_and_the_mark_opens() {
    let mut sitting = Sitting::new(fen(MIDDLE), [Seat::Human; 2]);
    sitting.settle();
    let rows = sitting.model.rows();
    let name = rows[3].mv.to_string();
    sitting.click_on(&name, 1).pass_time(2000).click_on(&name, 1);
    assert_eq!(sitting.model.pointed().unwrap().mv, rows[3].mv);
    assert!(sitting.model.game().played().is_empty(), "two clicks, but not a double click");
    sitting.click_on(&format!("▸ {name}"), 0);
    assert!(sitting.model.pointed().unwrap().is_open);
    sitting.settle().click_on(&format!("▾ {name}"), 0);
    assert!(!sitting.model.pointed().unwrap().is_open);
    sitting.pass_time(2000).click_on(&name, 1).pass_time(200).click_on(&name, 1);
    assert_eq!(sitting.model.game().played(), [Ply::from(&rows[3].mv)]);
    // A game in the list opens in the same way.
    sitting.load(loaded(None));
    let name = "C. Clark";
    sitting.click_on(name, 0).click_on(name, 0);
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
}

#[test]
fn the_cursor_begins_on_a_piece_that_can_move() {
    let mut sitting = Sitting::at_start();
    sitting.settle().keys("<Down><Tab>");
    assert_eq!(sitting.model.selection.cursor, sitting.model.pointed().unwrap().mv.path().start());
    sitting.keys("<Up><Tab><Tab><Tab>");
    assert!(
        sitting.model.position().legal_moves().any(|mv| mv.path().start() == sitting.model.selection.cursor)
    );
}

#[test]
fn the_cursor_reaches_every_playable_square_and_no_other() {
    for fen in ["W:W18:B14", MIDDLE] {
        let mut sitting = Sitting::new(super::fen(fen), [Seat::Human; 2]);
        for keys in ["e", "-", "<", "y", "f"] {
            sitting.keys(keys);
            let shape = sitting.model.shown_board().shape();
            let mut reached = vec![sitting.model.selection.cursor];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                assert!(shape.is_playable(from), "{from} after {keys}");
                for key in ["<Up>", "<Down>", "<Left>", "<Right>"] {
                    sitting.model.selection.cursor = from;
                    sitting.keys(key);
                    let to = sitting.model.selection.cursor;
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), shape.squares().count(), "{keys}");
        }
    }
}

#[test]
fn the_game_is_entered_at_any_ply() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").type_line("c3 d4");
    for (line, plies) in [("goto 0", 0), ("goto 2", 2), ("goto 9", 2), ("goto 1", 1)] {
        sitting.type_line(line);
        assert_eq!(sitting.model.game().played().len(), plies, "{line}");
    }
}

#[test]
fn the_command_line_takes_the_words_of_play() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").type_line("c3 d4").type_line("undo 2").type_line("redo").type_line("flip");
    assert!(sitting.model.session.flip);
    assert_eq!(sitting.model.game().played().len(), 1);
    for (line, error) in [
        ("foo", "expected a move such as c3->d4 or 22-18, or a command (see help), but found 'foo'"),
        ("undo x", "expected a number of at least 1 after undo but found 'x'"),
        ("b6", "the piece on b6 is black's, but it is red's turn"),
    ] {
        sitting.type_line(line);
        assert_eq!(sitting.model.screen.notice.text, error);
    }
    sitting.type_line("red minimax:2:1");
    assert!(sitting.model.agent_question().is_some());
    sitting.type_line("save a game.pdn");
    for line in ["load b.txt", "quit"] {
        let asked = sitting.effects.len();
        sitting.type_line(line);
        assert_eq!(sitting.effects.len(), asked, "{line} drops a game only if it is said twice");
        sitting.type_line(line);
    }
    let save = Effect::Save { path: "a game.pdn".into(), replaces: false };
    let effects = [save, load_effect(1, "b.txt", None), Effect::Quit];
    assert_eq!(sitting.effects, effects);
    sitting.type_line("resign");
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::Resigned { loser: Player::Black }));
}

/// Clicks on squares of the board.
fn click_squares(sitting: &mut Sitting, squares: &[&str]) {
    for square in squares {
        let rect = sitting.layout().board.rect(square.parse().unwrap());
        sitting.click(rect.x + 1, rect.y);
    }
}

#[test]
fn clicks_make_a_chain_jump_by_jump_and_choose_between_chains_with_the_same_ends() {
    for (squares, path) in [
        (["c1", "a3", "c5", "e3", "c1"], "c1->a3->c5->e3->c1"),
        (["c1", "e3", "c5", "a3", "c1"], "c1->e3->c5->a3->c1"),
    ] {
        let mut sitting = Sitting::new(fen(CIRCLE), [Seat::Human; 2]);
        click_squares(&mut sitting, &squares[..3]);
        let model = &sitting.model;
        assert_eq!(model.position().jumping(), Some("c5".parse().unwrap()), "{:?}", model.screen.notice);
        assert!(
            model.screen.notice.text.contains("the piece on c5 must continue to"),
            "{:?}",
            model.screen.notice
        );
        assert!(model.game().played().is_empty() && model.is_in_progress());
        // The two jumped men are gone, and the listed moves continue the chain.
        assert_eq!(model.shown_board().count(Player::Black), 3);
        assert!(model.rows().iter().all(|row| row.mv.path().start() == "c5".parse().unwrap()));
        sitting.settle().text();
        click_squares(&mut sitting, &squares[3..]);
        assert_eq!(sitting.model.game().played(), [path.parse().unwrap()]);
        assert_eq!(sitting.model.position().turn(), Player::Black);
    }
}

#[test]
fn keys_make_a_chain_jump_by_jump() {
    let mut sitting = Sitting::new(fen(CIRCLE), [Seat::Human; 2]);
    sitting.keys("<Tab>");
    sitting.model.selection.cursor = "c1".parse().unwrap();
    sitting.keys("<Enter><Left><Up><Up><Enter>");
    assert_eq!(sitting.model.position().jumping(), Some("a3".parse().unwrap()));
    sitting.keys("<Right><Up><Up><Enter><Right><Down><Down><Enter>");
    sitting.keys("<Left><Down><Down><Enter>");
    assert_eq!(sitting.model.game().played(), ["c1->a3->c5->e3->c1".parse().unwrap()]);
}

#[test]
fn an_unfinished_chain_is_undone_or_continued() {
    let mut sitting = Sitting::new(fen(CIRCLE), [Seat::Human; 2]);
    for back in ["u", ",", "g", "<Tab><Esc>"] {
        sitting.type_line("c1 a3");
        assert_eq!(sitting.model.position().jumping(), Some("a3".parse().unwrap()), "{back}");
        sitting.keys(back);
        assert_eq!(sitting.model.position().jumping(), None, "{back}");
        assert_eq!(sitting.model.moves_of_chosen().moves, [], "{back}");
    }
    sitting.type_line("30 21");
    // During a chain, its own piece, other squares and some commands are refused.
    click_squares(&mut sitting, &["a3"]);
    assert_eq!(sitting.model.screen.notice.text, "the chain must continue: a3->c5->e3->c1");
    sitting.keys(" ");
    assert!(sitting.model.screen.notice.text.starts_with("you have started a chain"));
    sitting.type_line("red random");
    assert!(sitting.model.screen.notice.text.starts_with("you have started a chain"));
    sitting.type_line("c5").type_line("3");
    assert_eq!(sitting.model.screen.notice.text, "f8 is neither a step nor a jump away from c5");
    assert_eq!(sitting.model.position().jumping(), Some("c5".parse().unwrap()));
    // The editor begins with the position before the chain, and does not affect the chain.
    sitting.keys("e");
    assert_eq!(sitting.model.editor.setup.board.count(Player::Black), 5);
    sitting.keys("<Esc>");
    assert_eq!(sitting.model.position().jumping(), Some("c5".parse().unwrap()));
    sitting.type_line("e3").type_line("c1");
    assert_eq!(sitting.model.game().played(), ["c1->a3->c5->e3->c1".parse().unwrap()]);
}

#[test]
fn a_click_on_the_piece_ends_a_chain_that_may_stop() {
    let rules = Rules { capture: rankmoves_core::Capture::Optional, ..Rules::ENGLISH };
    let setup = CIRCLE.parse::<Fen>().unwrap().setup(rules);
    let mut sitting = Sitting::new(setup.position().unwrap(), [Seat::Human; 2]);
    click_squares(&mut sitting, &["c1", "a3"]);
    assert!(
        sitting.model.screen.notice.text.contains("may continue to c5, or stop"),
        "{:?}",
        sitting.model.screen.notice
    );
    click_squares(&mut sitting, &["a3"]);
    assert_eq!(sitting.model.game().played(), ["c1->a3".parse().unwrap()]);
}

#[test]
fn lists_and_refusals_have_numbers_where_squares_do() {
    let mut sitting = Sitting::new(fen("W:W22,32:B18,1"), [Seat::Human; 2]);
    sitting.settle().keys("n");
    let screen = sitting.text();
    assert!(screen.contains("22x15") && screen.contains("best play after 22x15"), "{screen}");
    assert!(!screen.contains("c3->e5"), "{screen}");
    sitting.type_line("32 28");
    assert_eq!(sitting.model.screen.notice.text, "a jump is available: 22x15");
    sitting.type_line("22 15");
    assert_eq!(sitting.model.screen.notice.text, "1. red plays 22x15");
    sitting.keys("n");
    assert!(sitting.text().contains("c3->e5"));
}

#[test]
fn a_move_can_be_typed_without_a_colon_even_if_its_letters_are_keys() {
    for (typed, played) in
        [("e3-f4", "e3->f4"), ("a3-b4", "a3->b4"), ("g3-h4", "g3->h4"), ("22-18", "c3->d4")]
    {
        for focus in [Context::Tree, Context::Board, Context::Moves] {
            let mut sitting = Sitting::at_start();
            sitting.type_line("11-15").settle();
            let (depth, flip) = (sitting.model.scores.depth, sitting.model.session.flip);
            let analysis = sitting.model.analysis;
            sitting.model.selection.focus = focus;
            sitting.keys(typed);
            assert_eq!(
                (sitting.model.context(), sitting.model.dialogs.prompt.text.as_str()),
                (Context::Prompt, typed)
            );
            sitting.keys("<Enter>");
            assert_eq!(sitting.model.game().played()[1..], [played.parse().unwrap()], "{typed} {focus:?}");
            assert_eq!(sitting.model.scores.depth, depth);
            assert_eq!((sitting.model.session.flip, sitting.model.analysis), (flip, analysis));
            assert_eq!(sitting.model.dialogs.open, []);
        }
    }
    let mut sitting = Sitting::at_start();
    sitting.event(paste("11-15")).keys("<Enter>");
    assert_eq!(sitting.model.game().played().len(), 1, "a pasted move is one as well");
    sitting.keys("#1<Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    sitting.event(paste(":comment two\r\nlines\r")).keys("<Enter>");
    assert!(sitting.model.record().unwrap().to_string().contains("{two lines}"));
}

#[test]
fn a_typed_move_that_begins_with_the_key_to_flip_does_not_flip_the_board() {
    let mut sitting = Sitting::at_start();
    sitting.keys("f6-e5<Enter>");
    assert!(!sitting.model.session.flip);
    assert_eq!(sitting.model.game().played().len(), 1);
}

#[test]
fn typed_text_that_is_neither_a_move_nor_a_command_is_refused_and_plays_no_move() {
    for typed in ["xyz", "z9", "d4-d5", "hint me", "é", "x"] {
        for focus in [Context::Tree, Context::Board, Context::Moves] {
            let mut sitting = Sitting::at_start();
            sitting.settle();
            sitting.model.selection.focus = focus;
            sitting.keys(typed).keys("<Enter>");
            let notice = &sitting.model.screen.notice;
            assert!(notice.is_error && !notice.text.is_empty(), "{typed} {focus:?}: {notice:?}");
            assert_eq!((sitting.model.game().played(), sitting.model.dialogs.open.len()), (&[][..], 0));
        }
    }
}

#[test]
fn a_letter_keeps_its_meaning_unless_a_digit_follows_soon_and_nothing_comes_between() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").settle().keys("e");
    assert_eq!(sitting.model.context(), Context::Edit);
    sitting.pass_time(2001).keys("3");
    assert_eq!(sitting.model.context(), Context::Edit, "too late");
    sitting.keys("<Esc>e<Right>3");
    assert_eq!(sitting.model.context(), Context::Edit, "another key");
    sitting.keys("<Esc>g");
    assert_eq!(sitting.model.game().played().len(), 0);
    sitting.keys("<Esc>3");
    assert_eq!((sitting.model.game().played().len(), sitting.model.dialogs.prompt.text.as_str()), (0, "3"));
}

#[test]
fn a_letter_that_begins_no_square_with_the_digit_keeps_its_action() {
    for letter in ["u", "h"] {
        let mut sitting = Sitting::at_start();
        sitting.type_line("9-13").settle().keys("u").settle();
        if letter == "h" {
            sitting.keys("h");
        }
        sitting.keys("11-15");
        assert_eq!(sitting.model.dialogs.prompt.text, "11-15", "{letter}");
        sitting.keys("<Enter>");
        assert_eq!(sitting.model.game().played(), ["f6->e5".parse().unwrap()], "{letter}");
    }
}

#[test]
fn a_programs_answer_while_a_move_is_typed_is_kept() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, random]);
    let question = sitting.model.agent_question().unwrap();
    sitting.keys("c");
    sitting.event(Event::Chosen(question.generation, Ok("b6->a5".parse().unwrap())));
    sitting.keys("3-d4").pass_time(5000);
    assert_eq!(sitting.model.game().played().len(), 1);
    sitting.keys("<Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    // If the letter's key has stepped through the game, the open question becomes outdated.
    let stale = sitting.model.agent_question().unwrap();
    sitting.keys("g3");
    let now = sitting.model.agent_question().map(|question| question.generation);
    assert_ne!(now, Some(stale.generation));
    assert_eq!(sitting.model.game().played().len(), 2);
}
