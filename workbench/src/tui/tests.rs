//! Tests of whole sessions: keys in, screen out.

mod clocks;
mod proofs;

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use fastrand::Rng;
use rankmoves::engine::{Limits, WIN};
use rankmoves::exchange::Document;
use rankmoves::game::{DrawRules, Game, Outcome};
use rankmoves::pdn::{Fen, Record};
use rankmoves::{Blocked, Player, Ply, Position, Ranker, Rules, Setup, Shape};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::{self, Context, UserAction};
use super::record::Loaded;
use super::results::{Answer, Task};
use super::screenshot;
use super::state::{Flow, Focus, Look, Mode, Model};
use super::theme::Theme;
use super::update::{Effect, Event, NotSaved, update};
use super::view;
use crate::cli::Colors;
use crate::estimator::Estimator;
use crate::score_text::short_score;
use crate::session::{Seat, Session};
use proofs::proofs;
use shell::format::Format;

/// The program without its threads: `settle` does the workers' tasks at once.
struct Sitting {
    model: Model,
    ranker: Ranker,
    estimator: Estimator,
    now: Duration,
    effects: Vec<Effect>,
}

const LOOK: Look = Look { flip: false, analysis: true, theme: Theme { colors: Colors::True, ascii: false } };

impl Sitting {
    fn new(position: Position, seats: [Seat; 2]) -> Sitting {
        let session = Session::new(Game::new(position), seats);
        let mut model = Model::new(session, DrawRules::default(), LOOK);
        model.scores.depth = 6;
        Sitting {
            model,
            ranker: Ranker::new(),
            estimator: Estimator::default(),
            now: Duration::ZERO,
            effects: Vec::new(),
        }
    }

    /// Returns a sitting of two people at the start of a game.
    fn at_start() -> Sitting {
        Sitting::new(Record::standard_start(), [Seat::Human; 2])
    }

    fn event(&mut self, event: Event) -> &mut Sitting {
        self.effects.extend(update(&mut self.model, event, self.now));
        self
    }

    /// Loads a game as if it had been requested and read.
    fn load(&mut self, loaded: Loaded) -> &mut Sitting {
        self.model.library.requests += 1;
        self.model.library.loading = Some(self.model.library.requests);
        self.event(Event::Loaded(self.model.library.requests, Ok(Box::new(loaded))))
    }

    fn act(&mut self, action: UserAction) -> &mut Sitting {
        self.event(Event::Action(action))
    }

    /// Presses keys: one for each character, and those with names in angle brackets.
    fn keys(&mut self, keys: &str) -> &mut Sitting {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let code = if let Some((code, after)) = named.and_then(|(name, after)| Some((code(name)?, after)))
            {
                rest = after;
                code
            } else {
                rest = &rest[first.len_utf8()..];
                KeyCode::Char(first)
            };
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            if let Some(action) = action::of_key(Context::of(&self.model), key) {
                self.act(action);
            }
        }
        self
    }

    fn type_text(&mut self, text: &str) -> &mut Sitting {
        for character in text.chars() {
            self.act(UserAction::Typed(super::prompt::Typed::Character(character)));
        }
        self
    }

    /// Types a line after a colon.
    fn type_line(&mut self, line: &str) -> &mut Sitting {
        self.act(UserAction::Prompt).type_text(line).act(UserAction::Enter)
    }

    /// Does all tasks of the workers.
    fn settle(&mut self) -> &mut Sitting {
        while let Some(task) = self.model.proof_tasks().into_iter().next() {
            let proofs = proofs(task.position());
            self.event(Event::Found(task, Answer::Proofs(proofs)));
        }
        while let Some(task) = self.model.tasks().into_iter().next() {
            let answer = match &task {
                Task::Rank(position, depth) => Answer::Ranking(self.ranker.rank(position, *depth).unwrap()),
                Task::Line(position, mv, depth) => {
                    Answer::Line(self.ranker.line(position, mv, *depth).unwrap())
                }
                Task::Estimate(position) => Answer::Estimates(self.estimator.estimates(position).unwrap()),
                Task::Prove(_) => unreachable!("it is no task of the ranker"),
            };
            self.event(Event::Found(task, answer));
        }
        self
    }

    /// Pretends that all depths up to one have been searched.
    fn settle_to(&mut self, depth: u32) -> &mut Sitting {
        let root = *self.model.position();
        let ranking = self.ranker.rank(&root, 1).unwrap();
        for depth in 0..=depth {
            self.event(Event::Found(Task::Rank(root, depth), Answer::Ranking(ranking.clone())));
        }
        self
    }

    /// Lets the agent choose if one is asked, and passes the time of its pause.
    fn let_agents_move(&mut self) -> &mut Sitting {
        if let Some(question) = self.model.agent_question() {
            let mut agent = question.spec.agent().unwrap();
            let mv = agent.choose(&question.game).unwrap();
            self.event(Event::Chosen(question.generation, Ply::from(&mv)));
        }
        self.pass_time(5000)
    }

    fn pass_time(&mut self, milliseconds: u64) -> &mut Sitting {
        self.now += Duration::from_millis(milliseconds);
        self.event(Event::Progress(None))
    }

    fn resize(&mut self, columns: u16, rows: u16) -> &mut Sitting {
        self.event(Event::Resize(columns, rows))
    }

    /// Clicks on a text of the screen, some columns from its start.
    #[track_caller]
    fn click_on(&mut self, text: &str, columns: usize) -> &mut Sitting {
        let screen = self.text();
        let found = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
        let (row, at, line) = found.unwrap_or_else(|| panic!("{text:?} is not there: {screen}"));
        let column = line[..at].chars().count() + columns;
        self.act(UserAction::Click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap()))
    }

    fn frame(&self) -> Buffer {
        let (columns, rows) = self.model.screen.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(frame, &self.model)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// Returns the frame as text.
    fn text(&self) -> String {
        let buffer = self.frame();
        let row = |y| {
            let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", row.trim_end())
        };
        (0..buffer.area.height).map(row).collect()
    }
}

fn code(name: &str) -> Option<KeyCode> {
    Some(match name {
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        _ => return None,
    })
}

/// The games of `testdata/tui/games.pdn`.
fn loaded(number: impl Into<Option<u32>>) -> Loaded {
    let path = testing::start::top().join("testdata/tui/games.pdn");
    let mut loaded = super::record::load(&path, DrawRules::default(), number.into())
        .unwrap_or_else(|_| panic!("{}", path.display()));
    loaded.path = "games.pdn".into();
    loaded
}

fn load_effect(request: u64, path: &str, number: Option<u32>) -> Effect {
    Effect::Load { request, path: path.into(), number }
}

/// A file of `testdata/valid`.
fn valid(name: &str) -> Loaded {
    let path = testing::start::top().join("testdata/valid").join(name);
    super::record::load(&path, DrawRules::default(), None).unwrap_or_else(|_| panic!("{name}"))
}

fn fen(text: &str) -> Position {
    text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
}

/// Six men a side, and moves worth 2 to -3.
const MIDDLE: &str = "W:W18,22,26,27,30,K5:B3,6,10,12,13,20";

/// The example of README.md.
fn rankin() -> Position {
    let path = testing::start::top().join("testdata/valid/rankin.txt");
    fs::read_to_string(path).unwrap().parse::<Document>().unwrap().position().unwrap()
}

/// The three pictures of README.md and docs/tui.md, by their names.
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

/// `make screenshots` sets the variable to draw them anew.
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

/// Frames in three sizes, by their names.
#[track_caller]
fn assert_frames(name: &str, sitting: &mut Sitting) {
    // Without colours the frame writes out what it would paint.
    sitting.model.look.theme.colors = Colors::None;
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        sitting.resize(columns, rows);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), sitting.text());
        });
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
    sitting.model.look.theme.ascii = true;
    sitting.keys("e<Right><Right>x-");
    assert_frames("edit_ascii", &mut sitting);
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("m");
    assert_frames("games", &mut sitting);
    sitting.keys("?");
    assert_frames("help", &mut sitting);
}

#[test]
fn a_frame_may_have_another_size_than_was_last_heard_of() {
    let mut sitting = Sitting::at_start();
    sitting.settle().keys("n").resize(120, 40);
    for (columns, rows) in [(80, 24), (60, 20), (30, 8), (100, 30), (200, 60)] {
        for mode in ["", "?", "<Esc>e", "<Esc>:"] {
            sitting.keys(mode);
            let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
            terminal.draw(|frame| view::draw(frame, &sitting.model)).unwrap();
            let before = terminal.backend().buffer().clone();
            let mut told = sitting.model.clone();
            told.screen.size = (columns, rows);
            terminal.draw(|frame| view::draw(frame, &told)).unwrap();
            assert_eq!(&before, terminal.backend().buffer(), "{columns} by {rows}");
        }
        sitting.keys("<Esc><Esc>");
    }
}

#[test]
fn a_board_that_does_not_fit_is_said_so() {
    let mut sitting = Sitting::at_start();
    let text = sitting.resize(30, 8).text();
    assert!(text.replace('\n', " ").contains("does not fit: this"), "{text}");
    sitting.resize(1, 1).text();
    sitting.resize(0, 0).text();
}

#[test]
fn scores_of_the_tree_are_those_of_the_verbose_text() {
    // SPEC.md, section 6: rankin.txt at -v -d 2.
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
fn a_program_answers_and_undo_goes_back_to_ones_own_turn() {
    let minimax = "minimax:1:7".parse().unwrap();
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, Seat::Agent(minimax)]);
    sitting.let_agents_move();
    assert_eq!(sitting.model.game().played().len(), 1);
    sitting.settle().keys("<Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    let stale = sitting.model.agent_question().unwrap();
    sitting.keys("u");
    assert_eq!(sitting.model.game().played().len(), 1);
    sitting.event(Event::Chosen(stale.generation, "a3->b4".parse().unwrap())).pass_time(5000);
    assert_eq!(sitting.model.game().played().len(), 1, "an answer to an earlier question is not played");
    assert_eq!(sitting.model.agent_question(), None, "it is red's turn");
    // A step back pauses: the program does not move at once.
    sitting.keys(",").pass_time(5000);
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (0, Flow::Paused));
    sitting.keys(" ").pass_time(100);
    assert_eq!(sitting.model.autoplay.flow, Flow::Replaying);
    sitting.pass_time(5000).pass_time(5000);
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (2, Flow::Paused));
}

#[test]
fn pieces_are_moved_by_mouse_and_by_keys() {
    let mut sitting = Sitting::at_start();
    sitting.settle();
    let click = |sitting: &mut Sitting, square: &str| {
        let grid = view::layout::Layout::new(&sitting.model).board;
        let rect = grid.rect(square.parse().unwrap());
        sitting.act(UserAction::Click(rect.x + 1, rect.y));
    };
    click(&mut sitting, "b6");
    assert_eq!(sitting.model.moves_of_chosen().moves.len(), 2);
    click(&mut sitting, "c5");
    click(&mut sitting, "b6");
    assert!(sitting.model.screen.notice.is_error, "{:?}", sitting.model.screen.notice);
    assert_eq!(sitting.model.game().played(), ["b6->c5".parse().unwrap()]);
    sitting.model.selection.cursor = "c3".parse().unwrap();
    sitting.keys("<Enter><Up><Right><Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    assert_eq!(sitting.model.selection.focus, Focus::Board);
}

/// A board where a king among men has more moves than can be listed.
fn large() -> Position {
    let text = include_str!("../../../testdata/large/very-many-moves.txt");
    text.parse::<Document>().unwrap().position().unwrap()
}

#[test]
fn a_board_with_very_many_moves_is_shown_and_not_ranked() {
    let mut sitting = Sitting::new(large(), [Seat::Human; 2]);
    sitting.resize(100, 40);
    assert_eq!((sitting.model.moves.moves.len(), sitting.model.moves.is_complete), (1000, false));
    assert_eq!(sitting.model.tasks(), []);
    let screen = sitting.text();
    assert!(screen.contains("red's moves · more than 1000, not ranked"), "{screen}");
    sitting.keys("<Down><Right>");
    assert_eq!(sitting.model.screen.notice.text, "red has more than 1000 moves: they are not ranked");
    // Wherever the cursor goes, everything can be drawn.
    sitting.keys("<Tab><Enter>").text();
    assert_eq!(sitting.model.selection.chosen, Some("b1".parse().unwrap()));
    sitting.model.selection.cursor = "p15".parse().unwrap();
    sitting.keys("<Enter>").text();
    assert_eq!(sitting.model.screen.notice.text, "there are more than 1000 ways to go: go jump by jump");
}

#[test]
fn a_long_path_is_typed_and_played_where_moves_are_not_listed() {
    let mut sitting = Sitting::new(large(), [Seat::Human; 2]);
    let path = large().moves_in_order().next().unwrap().to_string();
    sitting.type_line(&path);
    assert_eq!(sitting.model.game().played(), [path.parse().unwrap()]);
    // The list belongs to the position at the cursor.
    assert_eq!(sitting.model.moves, sitting.model.position().legal_moves_up_to(1000));
    sitting.act(UserAction::Undo);
    sitting.model.selection.focus = Focus::Board;
    sitting.model.selection.cursor = "n13".parse().unwrap();
    sitting.keys("<Enter><Up><Up><Right><Right><Enter>");
    assert_eq!(sitting.model.game().played(), ["n13->p15".parse().unwrap()]);
}

#[test]
fn a_reply_with_too_many_moves_is_not_asked_about_again() {
    let mut sitting = Sitting::at_start();
    sitting.settle_to(3);
    let first = sitting.model.tasks().into_iter().find(|task| matches!(task, Task::Rank(..))).unwrap();
    let Task::Rank(position, depth) = first else { unreachable!() };
    sitting.event(Event::Found(Task::Rank(position, depth), Answer::TooManyMoves));
    let asks = |task: &Task| matches!(task, Task::Rank(other, _) if *other == position);
    assert!(!sitting.model.tasks().iter().any(asks), "at no depth");
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
    let Ok(loaded) = super::record::load(&path, DrawRules::default(), None) else { panic!() };
    sitting.load(loaded);
    let mut screens = sitting.text();
    let path = sitting.model.library.path.clone();
    sitting.event(Event::Saved(path, Err(NotSaved::Exists)));
    screens += &sitting.text();
    sitting.keys("<Esc>");
    for _ in 0..2 {
        screens += &sitting.text();
        sitting.act(UserAction::StepOn);
    }
    screens += &sitting.text();
    sitting.act(UserAction::Prompt).event(Event::Pasted("x\u{202e}y".to_owned()));
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
fn each_key_of_the_footer_and_of_the_help_can_be_clicked() {
    let mut sitting = Sitting::at_start();
    sitting.resize(120, 40).type_line("11-15").type_line("23-18");
    let mut at = |text: &str, columns: usize| sitting.click_on(text, columns).model.game().played().len();
    assert_eq!(at("u r undo redo", 0), 1);
    assert_eq!(at("u r undo redo", 2), 2);
    assert_eq!(at("undo redo", 0), 1);
    assert_eq!(at("undo redo", 6), 2);
    assert_eq!(at(", . back on", 0), 1);
    assert_eq!(at(", . back on", 2), 2);
    // At 80 by 24 the other keys are in the help, where a click acts as the key.
    sitting.resize(80, 24).click_on("? help", 0);
    let depth = sitting.model.scores.depth;
    for _ in 0..4 {
        sitting.keys("<Down><Down><Down>");
    }
    sitting.click_on("+ -              a ply deeper", 2);
    assert_eq!((sitting.model.dialogs.mode, sitting.model.scores.depth), (Mode::Game, depth - 1));
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
    // A game of the list opens in the same way.
    sitting.load(loaded(None));
    let name = "C. Clark";
    sitting.click_on(name, 0).click_on(name, 0);
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
}

#[test]
fn a_game_in_progress_is_left_by_a_second_key() {
    let quits = |sitting: &mut Sitting| sitting.keys("q").effects.pop() == Some(Effect::Quit);
    let mut sitting = Sitting::at_start();
    assert!(quits(&mut sitting), "nothing is begun");
    sitting.type_line("11-15");
    assert!(!quits(&mut sitting));
    sitting.keys("f");
    assert!(!quits(&mut sitting), "something else was done");
    assert!(quits(&mut sitting));
    sitting.event(Event::Saved("a.pdn".into(), Ok("saved a.pdn".to_owned())));
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
fn changes_of_a_setup_can_be_taken_back() {
    let mut sitting = Sitting::at_start();
    let start = sitting.model.position().setup();
    sitting.keys("e-");
    assert_eq!(sitting.model.screen.notice.text, "4 pieces are gone: u takes that back");
    sitting.keys("y");
    assert_eq!(sitting.model.screen.notice.text, "20 pieces are gone: u takes that back");
    sitting.keys("xtuuuu");
    assert_eq!(sitting.model.dialogs.editor.setup, start);
    sitting.keys("u");
    assert_eq!(sitting.model.screen.notice.text, "there is nothing to take back");
}

#[test]
fn the_cursor_begins_on_a_piece_that_can_move() {
    let mut sitting = Sitting::at_start();
    sitting.settle().keys("<Down><Tab>");
    assert_eq!(sitting.model.selection.cursor, sitting.model.pointed().unwrap().mv.path().start());
    sitting.keys("<Up><Tab><Tab><Tab>");
    assert!(
        sitting
            .model
            .position()
            .legal_moves()
            .iter()
            .any(|mv| mv.path().start() == sitting.model.selection.cursor)
    );
}

#[test]
fn a_hint_keeps_the_depth_and_what_has_no_reply_stays_closed() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.settle().type_line("hint");
    assert_eq!((sitting.model.scores.depth, sitting.model.pointed().unwrap().score), (6, Some(0)));
    sitting.keys("<Down><Right>").settle().keys("<Right><Right>");
    let row = sitting.model.pointed().unwrap();
    assert_eq!((row.score, row.is_open, row.has_replies), (Some(99), false, false));
    assert_eq!(sitting.model.screen.notice.text, "red cannot move after that: there is no reply");
}

/// A king goes round a ring of four men, in either direction: c3 to c3.
const RING: &str = "W:WK22:B17,18,9,10";

#[test]
fn without_colour_paths_and_marks_are_told_apart() {
    for (ascii, columns, rows) in
        [(false, 80, 24), (false, 120, 40), (false, 200, 60), (true, 80, 24), (true, 120, 40), (true, 60, 20)]
    {
        let mut sitting = Sitting::new(fen(RING), [Seat::Human; 2]);
        sitting.model.look.theme = Theme { colors: Colors::None, ascii };
        sitting.settle().keys("o").resize(columns, rows);
        let paths: Vec<String> = sitting.model.rows().iter().map(|row| row.mv.to_string()).collect();
        assert_eq!(paths, ["c3->a5->c7->e5->c3", "c3->e5->c7->a5->c3"]);
        let board = |sitting: &Sitting| {
            let grid = view::layout::Layout::new(&sitting.model).board;
            let buffer = sitting.frame();
            grid.area.positions().map(|at| buffer[at].symbol().to_owned()).collect::<Vec<_>>()
        };
        let first = board(&sitting);
        sitting.keys("<Down>");
        assert_ne!(first, board(&sitting), "{ascii} {columns} by {rows}");
        // A man that can move, one that cannot, one that was moved.
        let mut sitting = Sitting::new(fen("B:W25,26:B1,6,9,10"), [Seat::Human; 2]);
        sitting.model.look.theme = Theme { colors: Colors::None, ascii };
        sitting.type_line("9-14").type_line("26-23").settle().resize(columns, rows);
        sitting.model.look.analysis = false;
        let grid = view::layout::Layout::new(&sitting.model).board;
        let buffer = sitting.frame();
        let square = |name: &str| {
            let rect = grid.rect(name.parse().unwrap());
            rect.positions().map(|at| buffer[at].symbol().to_owned()).collect::<String>()
        };
        // 1 = b8 is shut in by nobody and can go to 5; 25 = a3 has stood still.
        assert_ne!(square("b8"), square("a3"));
        assert_ne!(square("a3"), square("e3"), "the last move is marked");
    }
}

#[test]
fn narrow_and_wide_boards_leave_nothing_out() {
    let sitting = |ranks, files, columns, rows| {
        let board = rankmoves::Board::start(Shape::new(ranks, files, false).unwrap(), 1);
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
    sitting.settle_to(11).event(Event::Progress(Some((0, 0, 7))));
    sitting.now += Duration::from_secs(1);
    sitting.event(Event::Progress(Some((133_456, 3, 7))));
    let text = sitting.resize(80, 24).text();
    for part in ["depth 11 of 3000 ", "133k nodes/s ", "draw in 40 quiet moves"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Both kings go there and back.
    let mut sitting = Sitting::new(fen("W:WK32:BK1"), [Seat::Human; 2]);
    for line in ["32-28", "1-5", "28-32", "5-1"] {
        sitting.type_line(line);
    }
    let text = sitting.text();
    assert!(text.contains("draw in 38 quiet moves") && text.contains("seen 2 of 3 times"), "{text}");
}

#[test]
fn a_position_is_set_up_with_what_is_odd_about_it() {
    let mut sitting = Sitting::at_start();
    sitting.keys("ez");
    assert_eq!(sitting.model.dialogs.editor.remarks().len(), 2, "neither side has pieces");
    sitting.model.selection.cursor = "a1".parse().unwrap();
    sitting.keys("b<Up>r");
    assert!(sitting.model.screen.notice.is_error, "a2 is no square to stand on");
    sitting.keys("<Right>R");
    assert_eq!(
        sitting.model.dialogs.editor.remarks(),
        ["uncrowned black man on the crowning rank, unable to move: a1", "black cannot move and has lost"]
    );
    sitting.type_line("undo 1");
    assert!(sitting.model.screen.notice.is_error, "there is no game now");
    sitting.keys("tl<Enter>");
    let setup = sitting.model.position().setup();
    assert_eq!((setup.turn, setup.rules.blocked), (Player::Red, Blocked::Passes));
    assert_eq!(sitting.model.game().plies().len(), 0);
}

#[test]
fn the_command_line_takes_the_words_of_play() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").type_line("c3 d4").type_line("undo 2").type_line("redo").type_line("flip");
    assert!(sitting.model.look.flip);
    assert_eq!(sitting.model.game().played().len(), 1);
    for (line, error) in [
        ("foo", "expected a move such as c3->d4 or 22-18, or a command (see help), but found 'foo'"),
        ("undo x", "expected a number from 1 up after undo but found 'x'"),
        ("b6", "the piece on b6 is black's, and red is to move"),
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

/// A king on c1 (30) that can go around four men either way.
const CIRCLE: &str = "W:WK30:B17,18,25,26,1";

/// Clicks on squares of the board.
fn click_squares(sitting: &mut Sitting, squares: &[&str]) {
    for square in squares {
        let rect = view::layout::Layout::new(&sitting.model).board.rect(square.parse().unwrap());
        sitting.act(UserAction::Click(rect.x + 1, rect.y));
    }
}

#[test]
fn clicks_make_a_chain_jump_by_jump_and_tell_chains_with_the_same_ends_apart() {
    for (squares, path) in [
        (["c1", "a3", "c5", "e3", "c1"], "c1->a3->c5->e3->c1"),
        (["c1", "e3", "c5", "a3", "c1"], "c1->e3->c5->a3->c1"),
    ] {
        let mut sitting = Sitting::new(fen(CIRCLE), [Seat::Human; 2]);
        click_squares(&mut sitting, &squares[..3]);
        let model = &sitting.model;
        assert_eq!(model.position().jumping(), Some("c5".parse().unwrap()), "{:?}", model.screen.notice);
        assert!(
            model.screen.notice.text.contains("the piece on c5 must go on to"),
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
    sitting.keys("<Enter><Left><Left><Up><Up><Enter>");
    assert_eq!(sitting.model.position().jumping(), Some("a3".parse().unwrap()));
    sitting.keys("<Right><Right><Up><Up><Enter><Right><Right><Down><Down><Enter>");
    sitting.keys("<Left><Left><Down><Down><Enter>");
    assert_eq!(sitting.model.game().played(), ["c1->a3->c5->e3->c1".parse().unwrap()]);
}

#[test]
fn a_begun_chain_is_taken_back_or_gone_on_with() {
    let mut sitting = Sitting::new(fen(CIRCLE), [Seat::Human; 2]);
    for back in ["u", ",", "g", "<Tab><Esc>"] {
        sitting.type_line("c1 a3");
        assert_eq!(sitting.model.position().jumping(), Some("a3".parse().unwrap()), "{back}");
        sitting.keys(back);
        assert_eq!(sitting.model.position().jumping(), None, "{back}");
        assert_eq!(sitting.model.moves_of_chosen().moves, [], "{back}");
    }
    sitting.type_line("30 21");
    // Refuse the piece itself, another square, and commands that a chain forbids.
    click_squares(&mut sitting, &["a3"]);
    assert_eq!(sitting.model.screen.notice.text, "the chain must go on: a3->c5->e3->c1");
    sitting.keys(" ");
    assert!(sitting.model.screen.notice.text.starts_with("a chain of jumps is begun"));
    sitting.type_line("red random");
    assert!(sitting.model.screen.notice.text.starts_with("a chain of jumps is begun"));
    sitting.type_line("c5").type_line("3");
    assert_eq!(sitting.model.screen.notice.text, "f8 is neither a step nor a jump away from c5");
    assert_eq!(sitting.model.position().jumping(), Some("c5".parse().unwrap()));
    // Setting up begins with the game's own position, and leaves the chain as it is.
    sitting.keys("e");
    assert_eq!(sitting.model.dialogs.editor.setup.board.count(Player::Black), 5);
    sitting.keys("<Esc>");
    assert_eq!(sitting.model.position().jumping(), Some("c5".parse().unwrap()));
    sitting.type_line("e3").type_line("c1");
    assert_eq!(sitting.model.game().played(), ["c1->a3->c5->e3->c1".parse().unwrap()]);
}

#[test]
fn a_click_on_the_piece_ends_a_chain_that_may_stop() {
    let rules = Rules { capture: rankmoves::Capture::Optional, ..Rules::ENGLISH };
    let setup = CIRCLE.parse::<Fen>().unwrap().setup(rules);
    let mut sitting = Sitting::new(setup.position().unwrap(), [Seat::Human; 2]);
    click_squares(&mut sitting, &["c1", "a3"]);
    assert!(
        sitting.model.screen.notice.text.contains("may go on to c5, or stop"),
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
fn an_interrupt_leaves_a_begun_game_the_second_time() {
    let interrupts = |sitting: &mut Sitting| {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        let action = action::of_key(Context::of(&sitting.model), key).unwrap();
        sitting.act(action).effects.pop() == Some(Effect::Interrupt)
    };
    let mut sitting = Sitting::at_start();
    assert!(interrupts(&mut sitting), "nothing is begun");
    sitting.type_line("11-15");
    assert!(!interrupts(&mut sitting));
    assert!(sitting.model.screen.notice.text.starts_with("Ctrl-C again"));
    sitting.keys("f");
    assert!(!interrupts(&mut sitting), "something else was done");
    assert!(interrupts(&mut sitting));
}

#[test]
fn a_position_that_is_set_up_drops_a_begun_game_the_second_time() {
    let mut sitting = Sitting::at_start();
    sitting.type_line("11-15").keys("e<Enter>");
    assert_eq!((sitting.model.dialogs.mode, sitting.model.game().played().len()), (Mode::Edit, 1));
    assert!(
        sitting.model.screen.notice.text.contains("enter again drops it"),
        "{:?}",
        sitting.model.screen.notice
    );
    sitting.keys("<Enter>");
    assert_eq!((sitting.model.dialogs.mode, sitting.model.game().played().len()), (Mode::Game, 0));
}

#[test]
fn a_record_is_judged() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1));
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (0, Flow::Paused));
    sitting.settle();
    for ply in 0..9 {
        let judgement = sitting.model.judgement(ply).unwrap();
        let position = sitting.model.game().all_positions()[ply];
        let ranking = rankmoves::rank(&position, super::state::REVIEW_DEPTH).unwrap();
        assert_eq!(ranking.iter().map(|ranked| ranked.score).max(), Some(judgement.best.score));
    }
    let scores = |ply| sitting.model.judgement(ply).map(|judged| (judged.played.score, judged.best.score));
    assert_eq!((scores(5), scores(6)), (Some((-1, 0)), Some((0, 1))), "a man given away, and left standing");
    sitting.keys("G,,");
    assert_eq!(sitting.model.record_move().unwrap().comment, "It is left standing.");
    // Another move leaves the record behind.
    sitting.keys("g").type_line("9-14");
    assert!(sitting.model.record().is_none());
    sitting.keys("m<Down><Enter>");
    assert_eq!(
        (sitting.effects.len(), sitting.model.dialogs.mode),
        (0, Mode::Games),
        "the game is not saved"
    );
    sitting.keys("<Enter><Down><Enter>");
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
    assert!(
        sitting.model.screen.notice.text.contains("11-14, is illegal"),
        "{:?}",
        sitting.model.screen.notice
    );
}

#[test]
fn variations_are_walked_one_after_the_other() {
    let path = testing::start::top().join("testdata/pdn/variations.pdn");
    let read =
        super::record::load(&path, DrawRules::default(), None).unwrap_or_else(|_| panic!("variations"));
    let mut sitting = Sitting::at_start();
    sitting.load(read).keys("v");
    assert!(sitting.model.screen.notice.is_error, "nothing was played before the start");
    sitting.keys("<Down>v");
    assert!(sitting.model.screen.notice.is_error, "11-15 has no variation");
    // (1... 22-17 {Dyke.} (1... 23-18 {Cross.} 2. 8-11) 2. 15-19), in place of 23-19.
    let mut seen = Vec::new();
    sitting.keys("<Down>");
    for _ in 0..4 {
        let plies = sitting.model.game().plies();
        let comment = sitting.model.record_move().map(|annotated| annotated.comment.clone()).unwrap();
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
    let record = sitting.model.library.record.clone().unwrap();
    let game = sitting.model.game_to_save(Path::new("a.pdn"));
    let written = Format::Pdn.write_game(&game, Some(&record)).unwrap_or_else(|_| panic!("PDN"));
    assert_eq!(written.text, record.to_string());
    assert_eq!(sitting.model.game().plies()[1].to_string(), dyke.0);
    sitting.keys("<Down><Esc>");
    assert_eq!((sitting.model.game().plies().len(), sitting.model.game().played().len()), (4, 2));
    assert!(sitting.model.library.above.is_empty());
}

#[test]
fn a_record_is_saved_whole_wherever_one_has_stepped() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("<Down>");
    let plies = |sitting: &Sitting, name: &str| sitting.model.game_to_save(Path::new(name)).played().len();
    assert_eq!(
        ["a.pdn", "a.txt", "a.json", "a.fen", "a.svg"].map(|name| plies(&sitting, name)),
        [9, 9, 9, 1, 1]
    );
    let record = sitting.model.library.record.clone().unwrap();
    let game = sitting.model.game_to_save(Path::new("a.pdn"));
    let written = Format::Pdn.write_game(&game, Some(&record)).unwrap_or_else(|_| panic!("PDN"));
    assert_eq!((written.text, written.lost), (record.to_string(), Vec::new()));
    // Saving a game of one's own writes the plies up to the cursor.
    sitting.type_line("22-18").type_line("undo");
    assert_eq!(plies(&sitting, "a.pdn"), 1);
}

#[test]
fn a_file_that_is_there_is_replaced_if_that_is_said_twice() {
    let mut sitting = Sitting::at_start();
    let exists = |name: &str| Event::Saved(name.into(), Err(NotSaved::Exists));
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
            && sitting.model.screen.notice.text.contains("a.pdn is there already")
    );
    assert!(!save(&mut sitting, "b.pdn"), "nobody has asked for that one");
    assert!(!save(&mut sitting, "a.pdn"), "something else was asked for meanwhile");
    sitting.event(exists("a.pdn"));
    assert!(save(&mut sitting, "a.pdn"));
    sitting.event(Event::Saved("a.pdn".into(), Ok("saved a.pdn".to_owned())));
    assert!(save(&mut sitting, "a.pdn") && save(&mut sitting, "a.pdn"), "it is one's own now");
}

#[test]
fn a_position_of_a_file_waits_for_its_reader() {
    let random = Seat::Agent("random:1".parse().unwrap());
    // A program is to move for black.
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, random]);
    sitting.load(valid("flipped-middle-game.txt"));
    assert_eq!((sitting.model.autoplay.flow, sitting.model.agent_question()), (Flow::Paused, None));
    assert!(sitting.model.screen.notice.text.ends_with("space lets the program move for black"));
    sitting.let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 0);
    sitting.keys(" ").let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 1);
    // With a person to move the game runs at once.
    let mut sitting = Sitting::new(Record::standard_start(), [random, Seat::Human]);
    sitting.load(valid("flipped-middle-game.txt"));
    assert_eq!(sitting.model.autoplay.flow, Flow::Playing);
}

#[test]
fn nothing_is_searched_where_nobody_can_move() {
    let mut sitting = Sitting::at_start();
    sitting.model.scores.depth = u32::MAX;
    sitting.load(valid("mover-is-blocked.txt"));
    assert_eq!(sitting.model.tasks(), []);
    // A finished game is judged as well.
    let mut sitting = Sitting::new(fen("W:W22:B18"), [Seat::Human; 2]);
    sitting.type_line("22x15").settle();
    assert!(sitting.model.game().outcome().is_some() && sitting.model.judgement(0).is_some());
}

#[test]
fn however_deep_a_search_comes_what_is_kept_has_a_bound() {
    // One man a side, each before its last step: thousands of depths take no time.
    let position = fen("W:W32:B1");
    let mut results = super::results::Results::default();
    for depth in 0..40_000 {
        results.insert(Task::Rank(position, depth), Answer::Ranking(Vec::new()));
    }
    assert_eq!((results.depth(&position, u32::MAX), results.depth(&position, 7)), (Some(39_999), Some(7)));
    assert!(results.ranking(&position, 39_999).is_some());
    let kept = (0..40_000).filter(|&depth| results.ranking(&position, depth).is_some()).count();
    assert!((100..1000).contains(&kept), "{kept}");
}

#[test]
fn names_of_files_are_completed_where_the_line_is_still_the_same() {
    let complete = UserAction::Typed(super::prompt::Typed::Complete);
    let found = |line: &str| Event::Completed {
        line: line.to_owned(),
        lines: ["load games/a.pdn", "load games/ab.txt"].map(str::to_owned).to_vec(),
    };
    let mut sitting = Sitting::at_start();
    sitting.keys(":").type_text("load ga").act(complete);
    assert_eq!(sitting.effects, [Effect::Complete { line: "load ga".to_owned(), place: 5 }]);
    sitting.event(found("load ga"));
    assert_eq!(
        (sitting.model.dialogs.prompt.text.as_str(), sitting.model.dialogs.prompt.cursor),
        ("load games/a", 12)
    );
    // A late answer changes nothing.
    sitting.type_text("x").event(found("load games/a"));
    assert_eq!(sitting.model.dialogs.prompt.text, "load games/ax");
    sitting.keys("<Esc>").event(found("load games/ax"));
    assert_eq!(sitting.model.dialogs.mode, Mode::Game);
    // Command words are completed without asking for files.
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
        (sitting.model.dialogs.mode, sitting.model.dialogs.prompt.text.as_str()),
        (Mode::Prompt, "save my")
    );
    assert_eq!(sitting.model.game().plies().len(), 9);
    sitting.keys("<Esc>");
    assert_eq!(sitting.model.dialogs.mode, Mode::Game);
    // The list of games waits behind the help.
    sitting.type_line("load slow.pdn").keys("?").event(Event::Loaded(2, Ok(Box::new(loaded(None)))));
    assert_eq!((sitting.model.dialogs.mode, sitting.model.base_mode()), (Mode::Help, Mode::Games));
    // A move withdraws the request, and so does another request.
    let mut sitting = Sitting::at_start();
    sitting.type_line("load slow.pdn").type_line("9-14");
    sitting.event(Event::Loaded(1, Ok(Box::new(loaded(1)))));
    assert_eq!(sitting.model.game().plies().len(), 1);
    // A game in progress is dropped only on the second request.
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
    // Programs wait meanwhile.
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [random; 2]);
    sitting.type_line("load slow.pdn").let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 0);
    sitting.event(Event::Loaded(1, Err("no such file".to_owned()))).let_agents_move();
    assert_eq!(sitting.model.game().plies().len(), 1);
}

#[test]
fn a_long_notice_is_read_to_its_end() {
    let mut sitting = Sitting::at_start();
    let long =
        "my.txt:13:3: expected a red square (\") but found 'r', and what is said after that is read too: END";
    sitting.model.refuse(long);
    for (columns, rows) in [(80, 24), (120, 40)] {
        let text = sitting.resize(columns, rows).text();
        assert!(text.contains("my.txt:13:3") && text.contains("END"), "{text}");
    }
    sitting.model.refuse("far too long ".repeat(100));
    let text = sitting.resize(80, 24).text();
    assert!(text.lines().any(|line| line.starts_with(" far too") && line.ends_with('…')), "{text}");
}

#[test]
fn one_of_several_games_is_chosen_from_a_list() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(None));
    assert_eq!((sitting.model.dialogs.mode, sitting.model.library.games.len()), (Mode::Games, 3));
    assert_eq!(
        sitting.model.library.games.iter().map(|game| game.is_valid).collect::<Vec<_>>(),
        [true, true, false]
    );
    sitting.keys("<Down><Enter>");
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
    sitting.load(loaded(2));
    assert_eq!((sitting.model.dialogs.mode, sitting.model.game().plies().len()), (Mode::Game, 3));
}

/// Asserts that the rules allow the state.
fn assert_sound(model: &Model) {
    let positions = model.game().all_positions();
    for (pair, ply) in positions.windows(2).zip(model.game().plies()) {
        assert_eq!(pair[0].play_ply(ply), Ok(pair[1]));
    }
    for row in model.rows() {
        let mut path = row.branch[..row.level()].iter();
        let before = path.try_fold(*model.position(), |at, path| at.find(path).map(|mv| at.after(&mv)));
        assert_eq!(before, Ok(row.position));
        assert_eq!(row.position.find(row.mv.path()), Ok(row.mv.clone()));
    }
    let shape = model.shown_board().shape();
    assert!(shape.contains(model.selection.cursor));
    assert!(model.selection.chosen.is_none_or(|square| model.position().board().get(square).is_some()));
    assert!(model.dialogs.prompt.cursor <= model.dialogs.prompt.text.chars().count());
}

fn random_event(rng: &mut Rng, sitting: &Sitting) -> Event {
    let (columns, rows) = sitting.model.screen.size;
    let commands = [
        "#1",
        "#2",
        "undo",
        "redo 2",
        "pass",
        "resign",
        "replay 0.1",
        "hint 3",
        "red random:1",
        "black human",
        "flip",
    ];
    match rng.u32(0..100) {
        0..8 => Event::Resize(rng.u16(0..220), rng.u16(0..70)),
        8..20 => Event::Action(UserAction::Click(rng.u16(0..=columns), rng.u16(0..=rows))),
        20..24 => Event::Action(UserAction::Scroll {
            column: rng.u16(0..=columns),
            row: rng.u16(0..=rows),
            down: rng.bool(),
        }),
        24..26 => Event::Loaded(sitting.model.library.requests, Ok(Box::new(loaded(rng.u32(1..3))))),
        26..36 if sitting.model.dialogs.mode == Mode::Prompt => {
            Event::Pasted((*rng.choice(&commands).unwrap()).to_owned())
        }
        _ => {
            let bindings: Vec<_> = super::bindings::BINDINGS
                .iter()
                .filter(|binding| binding.contexts.contains(&Context::of(&sitting.model)))
                .flat_map(|binding| binding.keys)
                .collect();
            Event::Action(rng.choice(bindings).unwrap().1)
        }
    }
}

#[test]
fn whatever_is_done_nothing_breaks() {
    for seed in 0..6 {
        // The output of a failing test shows the seed.
        println!("seed {seed}");
        let mut rng = Rng::with_seed(seed);
        let setup = Setup {
            board: rankmoves::Board::start(
                Shape::new(rng.u32(4..11), rng.u32(4..11), rng.bool()).unwrap(),
                2,
            ),
            turn: Player::Black,
            rules: Rules { blocked: Blocked::Passes, ..Rules::ALL[rng.usize(..4)] },
            jumping: None,
        };
        let random = "random:3".parse().unwrap();
        let seats = [Seat::Agent(random), if rng.bool() { Seat::Human } else { Seat::Agent(random) }];
        let mut sitting = Sitting::new(setup.position().unwrap(), seats);
        sitting.model.scores.depth = 2;
        sitting.estimator = Estimator::with_limits(Limits { depth: Some(2), ..Limits::default() });
        sitting.model.look.theme.ascii = rng.bool();
        for _ in 0..400 {
            let event = random_event(&mut rng, &sitting);
            if let Event::Loaded(request, _) = event {
                sitting.model.library.loading = Some(request);
            }
            sitting.event(event);
            sitting.model.scores.depth = sitting.model.scores.depth.min(3);
            if rng.u8(..4) == 0 {
                sitting.settle();
            }
            if rng.u8(..3) == 0 {
                sitting.let_agents_move();
            }
            assert_sound(&sitting.model);
            sitting.frame();
        }
    }
}

/// Returns the estimates on the screen without the exact scores before them.
fn estimates_shown(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(|word| word.strip_prefix('≈')).map(str::to_owned).collect()
}

#[test]
fn the_engine_tells_moves_apart_where_material_does_not() {
    let mut sitting = Sitting::at_start();
    sitting.resize(120, 40).settle();
    let rows = sitting.model.rows();
    assert!(rows.iter().all(|row| row.is_best && row.score == Some(0)), "all exact scores are alike");
    let estimates = Estimator::default().estimates(sitting.model.position()).unwrap();
    let expected: Vec<_> =
        rows.iter().map(|row| short_score(estimates.score(row.mv.path()).unwrap())).collect();
    let shown = estimates_shown(&sitting.text());
    // The last match is the legend.
    assert_eq!(shown[..7], expected);
    assert!(expected.iter().any(|other| *other != expected[0]), "{expected:?}");
    sitting.model.look.analysis = false;
    assert_eq!(estimates_shown(&sitting.text()), Vec::<String>::new(), "scores are hidden");
}

#[test]
fn the_engine_is_asked_before_deeper_scores_and_once_for_each_position() {
    let mut sitting = Sitting::at_start();
    let root = *sitting.model.position();
    let first = sitting.ranker.rank(&root, 0).unwrap();
    sitting.event(Event::Found(Task::Rank(root, 0), Answer::Ranking(first)));
    let tasks = sitting.model.tasks();
    let place = |wanted: &Task| tasks.iter().position(|task| task == wanted);
    assert!(place(&Task::Estimate(root)) < place(&Task::Rank(root, 1)), "{tasks:?}");
    assert!(place(&Task::Estimate(root)).is_some());
    let answer = Answer::Estimates(sitting.estimator.estimates(&root).unwrap());
    sitting.event(Event::Found(Task::Estimate(root), answer));
    assert!(!sitting.model.tasks().contains(&Task::Estimate(root)));
}

#[test]
fn a_review_estimates_every_place_of_the_game() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle();
    let positions = sitting.model.game().all_positions().to_vec();
    let graph = sitting.model.graph();
    assert_eq!(graph.len(), positions.len());
    for (position, worth) in positions.iter().zip(graph) {
        let best = sitting.estimator.estimates(position).unwrap().best().unwrap();
        assert_eq!(worth, Some(if position.turn() == Player::Red { best } else { -best }));
    }
}

#[test]
fn a_lost_player_is_seen_at_the_end_of_the_graph() {
    // Red jumps the last man.
    let mut sitting = Sitting::new(fen("W:WK18:B15"), [Seat::Human; 2]);
    sitting.type_line("d4->f6").settle();
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::NoPieces { loser: Player::Black }));
    assert_eq!(sitting.model.graph(), [Some(WIN - 1), Some(WIN)]);
}

#[test]
fn a_graph_marks_the_place_of_the_cursor_and_needs_no_more_than_ascii() {
    let mut sitting = Sitting::at_start();
    sitting.resize(80, 24).load(loaded(1)).settle();
    for ascii in [false, true] {
        sitting.model.look.theme = Theme { colors: Colors::None, ascii };
        let mut marks = Vec::new();
        for _ in 0..=sitting.model.game().plies().len() {
            let text = sitting.text();
            let row = text.lines().find_map(|line| Some(line.split_once("  red ")?.1)).unwrap();
            let mark = if ascii { "vvv" } else { "▾▾▾" };
            assert_eq!(row.matches(mark).count(), 1, "{text}");
            marks.push(row.chars().position(|character| mark.starts_with(character)));
            assert!(!ascii || row.is_ascii(), "{row}");
            sitting.keys(".");
        }
        let places = 0..=sitting.model.game().plies().len();
        assert_eq!(marks, places.map(|place| Some(3 * place)).collect::<Vec<_>>());
        sitting.keys("g");
    }
}

#[test]
fn an_estimate_that_is_stopped_is_none() {
    let mut estimator = Estimator::default();
    estimator.stop_flag().store(true, Relaxed);
    assert!(estimator.estimates(&Record::standard_start()).is_none());
}

#[test]
fn a_position_with_too_many_moves_is_not_estimated_again() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1));
    let root = *sitting.model.position();
    sitting.event(Event::Found(Task::Estimate(root), Answer::TooManyMoves));
    assert!(!sitting.model.tasks().contains(&Task::Estimate(root)));
    assert_eq!(sitting.model.graph()[0], None);
}

#[test]
fn an_agent_that_forfeits_loses_the_game_it_was_asked_in_and_no_other() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, random]);
    let generation = sitting.model.autoplay.generation;
    sitting.event(Event::Forfeited(generation + 1, "it ended".to_owned()));
    assert_eq!(sitting.model.game().outcome(), None);
    sitting.event(Event::Forfeited(generation, "it ended".to_owned()));
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::Resigned { loser: Player::Black }));
    let text = sitting.text();
    assert!(text.contains("black forfeits the game: it ended"), "{text}");
}
