//! Tests of frames at several sizes.

use super::*;

use crate::bindings::BINDINGS;
use table::session::COMMANDS;

/// Draws the three pictures of README.md and docs/tui.md; returns them with their names.
fn screenshots() -> Vec<(&'static str, String)> {
    let mut play = Sitting::new(fen(MIDDLE), [Seat::Human; 2]);
    play.resize(120, 40);
    play.model.scores.depth = 10;
    play.settle();

    let mut why = Sitting::new(rankin(), [Seat::Human; 2]);
    why.resize(120, 40);
    why.settle().keys("<Down><Right>").settle().keys("<Right>").settle();

    let mut review = Sitting::at_start();
    review.resize(120, 40);
    review.load(loaded(1));
    review.keys("<Down><Down><Down><Down><Down><Down>").settle().keys("n").settle();

    [("play", play), ("why", why), ("review", review)]
        .map(|(name, player)| (name, screenshot::draw(&player.frame())))
        .to_vec()
}

/// `make screenshots` sets an environment variable, which makes this test redraw the pictures.
#[test]
fn the_pictures_of_the_readme_show_this_program() {
    for (name, svg) in screenshots() {
        let path = testing::start::top().join(format!("docs/tui-{name}.svg"));
        if std::env::var_os("SCREENSHOTS").is_some() {
            fs::write(&path, &svg).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == svg, "{} is not what `make screenshots` draws", path.display());
    }
}

#[test]
fn frames_of_a_game() {
    let mut sitting = Sitting::new(fen(MIDDLE), [Seat::Human; 2]);
    sitting.type_line("d2->e3").settle();
    assert_frames("game", &mut sitting);
}

#[test]
fn frames_of_the_tree() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.settle().keys("<Down><Right>").settle().keys("<Right>").settle();
    assert_frames("tree", &mut sitting);
}

#[test]
fn frames_of_a_review() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("<Down><Down><Down><Down><Down><Down>").settle();
    assert_frames("review", &mut sitting);
}

#[test]
fn frames_of_the_other_modes() {
    let mut sitting = Sitting::at_start();
    sitting.model.theme.ascii = true;
    sitting.keys("e<Right>x-");
    assert_frames("edit_ascii", &mut sitting);
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("m");
    assert_frames("games", &mut sitting);
    sitting.keys("?");
    assert_frames("help", &mut sitting);
}

#[test]
fn a_frame_may_have_another_size_than_the_last_resize_event() {
    let mut sitting = Sitting::at_start();
    sitting.settle().keys("n").resize(120, 40);
    for (columns, rows) in [(80, 24), (60, 20), (30, 8), (100, 30), (200, 60)] {
        for mode in ["", "?", "<Esc>e", "<Esc>:"] {
            sitting.keys(mode);
            let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
            terminal.draw(|frame| view::draw(frame, &sitting.model)).unwrap();
            let before = terminal.backend().buffer().clone();
            let mut told = sitting.model.clone();
            told.screen.area = Rect::new(0, 0, columns, rows);
            terminal.draw(|frame| view::draw(frame, &told)).unwrap();
            assert_eq!(&before, terminal.backend().buffer(), "{columns} by {rows}");
        }
        sitting.keys("<Esc><Esc>");
    }
}

#[test]
fn a_board_that_does_not_fit_shows_a_message() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").act(UserAction::Key(KeyCode::Esc));
    let text = sitting.resize(30, 4).text().replace('\n', " ");
    assert!(text.starts_with("A board of 8x8 needs") && text.ends_with("Press q to quit. "), "{text}");
    let text = sitting.keys("q").text().replace('\n', " ");
    assert!(text.starts_with("the game is not saved: quit again") && text.contains("A board"), "{text}");
    let played = sitting.model.game().played().len();
    sitting.keys("e?g<Enter>").click(4, 2).click(4, 2).model.say("");
    assert!(sitting.model.dialogs.open.is_empty() && sitting.model.game().played().len() == played);
    assert_eq!(sitting.keys(":fli").text().trim(), ":fli", "a command is shown as it is typed");
    sitting.resize(1, 1).text();
    sitting.resize(0, 0).text();
}

#[test]
fn scores_of_the_tree_are_those_of_the_verbose_text() {
    // The specification's example (section 6): rankin.txt with -v -d 2.
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.model.scores.depth = 2;
    sitting.settle().keys("o<Right>").settle().keys("<Down><Down><Right>").settle();
    let rows = sitting.model.rows();
    let told: Vec<String> =
        rows.iter().map(|row| format!("{} {} {}", row.level(), row.mv, row.score.unwrap())).collect();
    assert_eq!(
        told,
        ["0 d4->b6 -99", "1 c7->a5 99", "1 c7->d6 0", "2 b6->a7 0", "2 b6->c7 0", "0 d4->e5 -1",]
    );
    let best: Vec<bool> = rows.iter().map(|row| row.is_best).collect();
    assert_eq!(best, [false, true, false, true, true, true]);
    // The board shows the position before the selected reply.
    assert_eq!(sitting.model.shown_position().turn(), Player::Black);
    sitting.keys("<Left><Left>");
    assert!(sitting.model.is_at_root());
}

#[test]
fn foreign_text_cannot_change_how_the_screen_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turned\u{202e}ndp.pdn");
    let game =
        "[Event \"a\u{202e}b\"]\n[Black \"c\u{2066}d\"]\n{e\u{200b}f} 1. 9-14 {g\u{202e}h\u{e0041}} *\n\n";
    fs::write(&path, format!("{game}{game}")).unwrap();
    let mut sitting = Sitting::at_start();
    sitting.resize(160, 50);
    let Ok(loaded) = table::loading::load(&path, DrawRules::default(), GameSelection::default()) else {
        panic!()
    };
    sitting.load(loaded);
    let mut screens = sitting.text();
    let path = sitting.model.library.path.clone();
    sitting.event(Event::Exists(path));
    screens += &sitting.text();
    sitting.keys("<Esc>");
    for _ in 0..2 {
        screens += &sitting.text();
        sitting.act(UserAction::Step(1));
    }
    screens += &sitting.text();
    sitting.act(UserAction::Prompt("")).event(paste("x\u{202e}y"));
    screens += &sitting.text();
    for shown in [
        r"turned\u{202e}ndp.pdn",
        r"c\u{2066}d",
        r"a\u{202e}b",
        r"e\u{200b}f",
        r"g\u{202e}h\u{e0041}",
        ":x\u{fffd}y",
    ] {
        assert!(screens.contains(shown), "{shown}: {screens}");
    }
    let is_foreign = |c: char| matches!(c, '\u{202e}' | '\u{2066}' | '\u{200b}' | '\u{e0041}');
    assert!(!screens.contains(is_foreign));
}

#[test]
fn the_list_of_games_explains_no_ply_of_the_game_behind_it() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle().keys("<Down><Down><Down><Down><Down><Down>");
    let says_cost = |sitting: &Sitting| sitting.text().contains("6. red plays a3->b4: ");
    assert!(says_cost(&sitting) && !says_cost(sitting.act(UserAction::Games)));
    assert!(says_cost(sitting.keys("<Esc>")));
}

#[test]
fn a_click_above_a_long_message_hits_what_is_shown_with_the_message() {
    let mut sitting = Sitting::at_start();
    sitting.resize(80, 24).type_line("11-15");
    sitting.model.refuse("far too long ".repeat(20));
    assert_eq!(sitting.click_on("start", 0).model.game().played().len(), 0);
}

#[test]
fn a_click_on_a_ply_of_a_long_review_goes_to_that_ply() {
    let mut rng = Rng::with_seed(1);
    let mut sitting = Sitting::at_start();
    for _ in 0..40 {
        let mv = rng.choice(sitting.model.session.moves().moves).unwrap();
        sitting.type_line(&mv.to_string());
    }
    for (columns, rows) in [(80, 24), (120, 40)] {
        sitting.resize(columns, rows);
        for ply in 2..=40 {
            sitting.type_line(&format!("goto {ply}"));
            let made = format!("{:>3} {} ", ply - 1, sitting.model.game().plies()[ply - 2]);
            let at = sitting.click_on(&made, 0).model.game().played().len();
            assert_eq!(at, ply - 1, "{made:?} at {columns}x{rows}");
        }
    }
}

#[test]
fn squares_too_small_for_their_numbers_are_reported() {
    let mut sitting = Sitting::at_start();
    for (columns, rows, is_reported) in [(60, 20, true), (80, 24, false)] {
        let notice = sitting.resize(columns, rows).type_line("numbers").model.screen.notice.text.clone();
        assert_eq!(notice.contains("too small"), is_reported, "{notice:?} at {columns}x{rows}");
        assert_eq!(sitting.text().contains("32"), !is_reported, "{}", sitting.text());
        sitting.type_line("numbers");
        assert_eq!(sitting.model.screen.notice.text, "", "the numbers are hidden again");
    }
}

#[test]
fn each_key_of_the_footer_and_of_the_help_can_be_clicked() {
    let mut sitting = Sitting::at_start();
    sitting.resize(120, 40).type_line("11-15").type_line("23-18");
    let mut at = |text: &str, columns: usize| sitting.click_on(text, columns).model.game().played().len();
    assert_eq!(at("u r undo redo", 0), 1);
    assert_eq!(at("u r undo redo", 2), 2);
    assert_eq!(at("undo redo", 0), 1);
    assert_eq!(at("undo redo", 6), 2);
    assert_eq!(at(", . back forward", 0), 1);
    assert_eq!(at(", . back forward", 2), 2);
    // At 80 by 24, the other keys are only in the help, where a click on a key acts like the key.
    sitting.resize(80, 24).click_on("? help", 0);
    let depth = sitting.model.scores.depth;
    for _ in 0..4 {
        sitting.keys("<Down><Down><Down>");
    }
    sitting.click_on("+ -              rank one ply deeper", 2);
    assert_eq!((sitting.model.context(), sitting.model.scores.depth), (Context::Tree, depth - 1));
    sitting.keys("?<Down><Down><Down><Down><Down><Down><Down><Down>").click_on("g G ", 0);
    assert_eq!(sitting.model.game().played().len(), 0);
    sitting.keys("?<End>");
    while !sitting.text().contains("put a man or a king") {
        sitting.keys("<Up>");
    }
    sitting.click_on("put a man or a king", 0);
    assert!(
        sitting.model.screen.notice.text.contains("when setting up"),
        "{:?}",
        sitting.model.screen.notice
    );
}

#[test]
fn no_line_of_the_help_loses_words_at_any_width() {
    for ascii in [false, true] {
        let mut sitting = Sitting::at_start();
        sitting.model.theme.ascii = ascii;
        sitting.keys("?");
        for columns in [30, 40, 60, 80] {
            let screen = sitting.resize(columns, 400).text();
            let inside: Vec<&str> = screen
                .lines()
                .filter_map(|line| line.trim_start().strip_prefix(['│', '|'])?.strip_suffix(['│', '|']))
                .collect();
            assert!(inside.len() > 80, "{columns}: {screen}");
            for line in &inside {
                assert!(!line.trim_end().ends_with(['…']) && !line.contains("..."), "{columns}: {line}");
            }
            let words = inside.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ");
            let keys = BINDINGS
                .iter()
                .filter(|binding| binding.contexts != [Context::Help] && !binding.what.is_empty())
                .map(|binding| format!("{} {}", binding.names(sitting.model.theme), binding.what));
            let commands =
                COMMANDS.iter().map(|(name, arguments, what)| format!("{name} {arguments} {what}"));
            for expected in keys.chain(commands) {
                let expected: Vec<&str> = expected.split_whitespace().collect();
                assert!(words.contains(&expected.join(" ")), "{columns}: {expected:?} in\n{screen}");
            }
            assert!(words.starts_with("Scores are exact: "), "{words}");
            assert!(words.contains(" drawn and lost in 4 from endgame tables. "), "{words}");
        }
    }
}

#[test]
fn the_help_scrolls_back_at_once_from_its_end() {
    let mut sitting = Sitting::at_start();
    sitting.keys("?<End>");
    let end = sitting.text();
    assert!(end.contains("quit the program") && !end.contains("more lines below"), "{end}");
    sitting.keys("<Up>");
    assert!(sitting.text().contains("1 more line below"), "{}", sitting.text());
}

#[test]
fn a_click_on_a_wrapped_line_of_the_help_is_one_on_its_key() {
    let mut sitting = Sitting::at_start();
    let depth = sitting.model.scores.depth;
    sitting.keys("?").resize(40, 400).click_on("rank one ply deeper", 0);
    assert_eq!((sitting.model.context(), sitting.model.scores.depth), (Context::Tree, depth + 1));
    sitting.keys("?").click_on("+ -", 2);
    assert_eq!((sitting.model.context(), sitting.model.scores.depth), (Context::Tree, depth));
}

#[test]
fn paths_and_marks_differ_without_colour() {
    for (ascii, columns, rows) in
        [(false, 80, 24), (false, 120, 40), (false, 200, 60), (true, 80, 24), (true, 120, 40), (true, 60, 20)]
    {
        let mut sitting = Sitting::new(fen(RING), [Seat::Human; 2]);
        sitting.model.theme = Theme { colors: Colors::None, ascii };
        sitting.settle().keys("o").resize(columns, rows);
        let paths: Vec<String> = sitting.model.rows().iter().map(|row| row.mv.to_string()).collect();
        assert_eq!(paths, ["c3->a5->c7->e5->c3", "c3->e5->c7->a5->c3"]);
        let board = |sitting: &Sitting| {
            let grid = sitting.layout().board;
            let buffer = sitting.frame();
            grid.area.positions().map(|at| buffer[at].symbol().to_owned()).collect::<Vec<_>>()
        };
        let first = board(&sitting);
        sitting.keys("<Down>");
        assert_ne!(first, board(&sitting), "{ascii} {columns} by {rows}");
        // Compare squares with a movable man, with no piece, and with the man that moved last.
        let mut sitting = Sitting::new(fen("B:W25,26:B1,6,9,10"), [Seat::Human; 2]);
        sitting.model.theme = Theme { colors: Colors::None, ascii };
        sitting.type_line("9-14").type_line("26-23").settle().resize(columns, rows);
        sitting.model.analysis = false;
        let grid = sitting.layout().board;
        let buffer = sitting.frame();
        let square = |name: &str| {
            let rect = grid.rect(name.parse().unwrap());
            rect.positions().map(|at| buffer[at].symbol().to_owned()).collect::<String>()
        };
        // The man on b8 (1) can move to a7 (5), a3 is empty, and the last move ended on e3 (23).
        assert_ne!(square("b8"), square("a3"));
        assert_ne!(square("a3"), square("e3"), "the last move is marked");
    }
}

#[test]
fn narrow_and_wide_boards_leave_nothing_out() {
    let sitting = |ranks, files, columns, rows| {
        let board = rankmoves_core::Board::start(Shape::new(ranks, files, false).unwrap(), 1);
        let setup = Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None };
        let minimax = Seat::Agent("minimax:4".parse().unwrap());
        let mut sitting = Sitting::new(setup.position().unwrap(), [minimax, Seat::Human]);
        sitting.resize(columns, rows);
        sitting
    };
    for (ranks, files) in [(6, 6), (4, 4), (10, 4)] {
        let text = sitting(ranks, files, 80, 24).text();
        assert!(text.contains("minimax:4") && text.contains("draw in 40 quiet moves"), "{text}");
    }
    for (files, columns) in [(62, 200), (30, 120), (62, 260)] {
        let text = sitting(4, files, columns, 24).text();
        let names =
            text.lines().find(|line| line.trim_start().starts_with("a ")).unwrap_or_else(|| panic!("{text}"));
        assert!(names.split('│').next().unwrap().split_whitespace().all(|name| name.len() <= 2), "{names}");
    }
}

#[test]
fn depth_speed_and_counters_are_read_in_full_at_80_columns() {
    let mut sitting = Sitting::at_start();
    sitting.model.scores.depth = 3000;
    sitting.settle_to(11).event(Event::Progress(Some(0)));
    sitting.now += Duration::from_secs(1);
    sitting.event(Event::Progress(Some(133_456)));
    let text = sitting.resize(80, 24).text();
    for part in ["depth 11 of 3000 ", "133k nodes/s ", "draw in 40 quiet moves"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = sitting.resize(120, 40).text();
    assert!(text.contains("drawn after 40 more moves with no jump or man's move "), "{text}");
    sitting.resize(80, 24);
    // Both kings move back and forth.
    let mut sitting = Sitting::new(fen("W:WK32:BK1"), [Seat::Human; 2]);
    for line in ["32-28", "1-5", "28-32", "5-1"] {
        sitting.type_line(line);
    }
    let text = sitting.text();
    assert!(
        text.contains("draw in 38 quiet moves") && text.contains("position seen 2 times (draw at 3)"),
        "{text}"
    );
}
