//! Tests of whole sessions: type keys, check the screen.

mod against_program;
mod clocks;
mod estimates;
mod frames;
mod many_moves;
mod moves;
mod proofs;
mod random;
mod records;
mod reviews;
mod saving;
mod screenshot;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use fastrand::Rng;
use rankmoves::Ranker;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{Fen, Record};
use rankmoves_core::{Blocked, Player, Ply, Position, Rules, Setup, Shape};
use rankmoves_game::{DrawRules, Game, Outcome};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::bindings::Context;
use super::bindings::UserAction;
use super::results::{Answer, Task};
use super::state::{Flow, Model};
use super::theme::Theme;
use super::update::{Effect, Event, update};
use super::view::{self, layout::Layout};
use super::worker::Analyst;
use crate::options::Colors;
use proofs::VALUES;
use shell::format::Format;
use shell::input::GameSelection;
use table::estimator::{Estimator, short_score};
use table::loading::Loaded;
use table::session::{Seat, Session};

/// The program without its threads. `settle` does the workers' tasks immediately.
struct Sitting {
    model: Model,
    ranker: Ranker,
    estimator: Estimator,
    analyst: Analyst,
    now: Duration,
    effects: Vec<Effect>,
}

const THEME: Theme = Theme { colors: Colors::True, ascii: false };

impl Sitting {
    fn new(position: Position, seats: [Seat; 2]) -> Sitting {
        let session = Session::new(Game::new(position), seats);
        let mut model = Model::new(session, true, THEME);
        model.scores.depth = 6;
        Sitting {
            model,
            ranker: Ranker::new(),
            estimator: Estimator::default(),
            analyst: Analyst::new(Arc::clone(&VALUES)),
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

    /// Loads a game as if a file had been requested and read.
    fn load(&mut self, loaded: Loaded) -> &mut Sitting {
        self.model.library.requests += 1;
        self.model.library.loading = Some(self.model.library.requests);
        self.event(Event::Loaded(self.model.library.requests, Ok(Box::new(loaded))))
    }

    /// Pretends that the game has been saved.
    fn saved(&mut self, path: &str) -> &mut Sitting {
        let session = Some(Box::new(self.model.session.clone()));
        self.event(Event::Saved(path.into(), None, session, Ok(format!("saved {path}"))))
    }

    fn act(&mut self, action: UserAction) -> &mut Sitting {
        self.event(Event::Action(action))
    }

    fn click(&mut self, column: u16, row: u16) -> &mut Sitting {
        self.event(mouse(MouseEventKind::Down(MouseButton::Left), column, row))
    }

    /// Presses keys: one per character, or named in angle brackets.
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
            self.event(Event::Terminal(TerminalEvent::Key(KeyEvent::new(code, KeyModifiers::NONE))));
        }
        self
    }

    fn type_text(&mut self, text: &str) -> &mut Sitting {
        for character in text.chars() {
            self.act(UserAction::Key(KeyCode::Char(character)));
        }
        self
    }

    /// Types a line after a colon.
    fn type_line(&mut self, line: &str) -> &mut Sitting {
        self.act(UserAction::Prompt("")).type_text(line).act(UserAction::Key(KeyCode::Enter))
    }

    /// Does all tasks of the workers.
    fn settle(&mut self) -> &mut Sitting {
        self.settle_proofs();
        while let Some(task) = self.model.tasks().into_iter().next() {
            let answer = match &task {
                Task::Rank(position, depth) => Answer::Ranking(self.ranker.rank(position, *depth).unwrap()),
                Task::Line(position, mv, depth) => {
                    Answer::Line(self.ranker.line(position, mv, *depth).unwrap())
                }
                Task::Estimate(position, _) => Answer::Estimates(self.estimator.estimates(position).unwrap()),
                _ => unreachable!("it is no task of the ranker"),
            };
            self.event(Event::Found(task, answer));
        }
        self.settle_proofs();
        self
    }

    fn settle_proofs(&mut self) {
        while let Some(task) = self.model.proof_tasks().into_iter().next() {
            let answer = self.analyst.answer(&task).unwrap();
            self.event(Event::Found(task, answer));
        }
    }

    /// Pretends that all depths up to `depth` have been searched.
    fn settle_to(&mut self, depth: u32) -> &mut Sitting {
        let root = *self.model.position();
        let ranking = self.ranker.rank(&root, 1).unwrap();
        for depth in 0..=depth {
            self.event(Event::Found(Task::Rank(root, depth), Answer::Ranking(ranking.clone())));
        }
        self
    }

    /// Lets the agent choose a move if one is due, then waits longer than any pause.
    fn let_agents_move(&mut self) -> &mut Sitting {
        if let Some(question) = self.model.agent_question() {
            let mut agent = question.spec.agent().unwrap();
            let mv = agent.choose(&question.game).unwrap();
            self.event(Event::Chosen(question.generation, Ok(Ply::from(&mv))));
        }
        self.pass_time(5000)
    }

    fn pass_time(&mut self, milliseconds: u64) -> &mut Sitting {
        self.now += Duration::from_millis(milliseconds);
        self.event(Event::Progress(None))
    }

    fn resize(&mut self, columns: u16, rows: u16) -> &mut Sitting {
        self.event(Event::Terminal(TerminalEvent::Resize(columns, rows)))
    }

    /// Clicks on a text of the screen, `columns` columns after its start.
    #[track_caller]
    fn click_on(&mut self, text: &str, columns: usize) -> &mut Sitting {
        let screen = self.text();
        let found = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
        let (row, at, line) = found.unwrap_or_else(|| panic!("{text:?} is not there: {screen}"));
        let column = line[..at].chars().count() + columns;
        self.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
    }

    fn layout(&self) -> Layout {
        Layout::new(&self.model, self.model.screen.area)
    }

    fn frame(&self) -> Buffer {
        let Rect { width, height, .. } = self.model.screen.area;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
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

fn paste(text: &str) -> Event {
    Event::Terminal(TerminalEvent::Paste(text.to_owned()))
}

fn mouse(kind: MouseEventKind, column: u16, row: u16) -> Event {
    Event::Terminal(TerminalEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
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

/// Loads a game of `testdata/tui/games.pdn`.
fn loaded(number: impl Into<Option<u32>>) -> Loaded {
    let path = testing::start::top().join("testdata/tui/games.pdn");
    let mut loaded = table::loading::load(&path, DrawRules::default(), GameSelection::game(number.into()))
        .unwrap_or_else(|_| panic!("{}", path.display()));
    loaded.path = "games.pdn".into();
    loaded
}

fn load_effect(request: u64, path: &str, number: Option<u32>) -> Effect {
    Effect::Load(request, path.into(), number)
}

/// Loads a file of `testdata/valid`.
fn valid(name: &str) -> Loaded {
    let path = testing::start::top().join("testdata/valid").join(name);
    table::loading::load(&path, DrawRules::default(), GameSelection::default())
        .unwrap_or_else(|_| panic!("{name}"))
}

fn fen(text: &str) -> Position {
    text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
}

/// Six pieces on each side; the moves score from 2 to -3.
const MIDDLE: &str = "W:W18,22,26,27,30,K5:B3,6,10,12,13,20";

/// Returns the position of the first example in README.md.
fn rankin() -> Position {
    let path = testing::start::top().join("testdata/valid/rankin.txt");
    fs::read_to_string(path).unwrap().parse::<Document>().unwrap().position().unwrap()
}

/// Checks frames of three sizes against snapshots named after `name` and the size.
#[track_caller]
fn assert_frames(name: &str, sitting: &mut Sitting) {
    // Without colours, the frame has text marks for everything that colours show.
    sitting.model.theme.colors = Colors::None;
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        sitting.resize(columns, rows);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), sitting.text());
        });
    }
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
    sitting.event(Event::Chosen(stale.generation, Ok("a3->b4".parse().unwrap()))).pass_time(5000);
    assert_eq!(sitting.model.game().played().len(), 1, "an answer to an earlier question is not played");
    assert_eq!(sitting.model.agent_question(), None, "it is red's turn");
    // A step back pauses the game, so the program does not move at once.
    sitting.keys(",").pass_time(5000);
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (0, Flow::Paused));
    sitting.keys(" ").pass_time(100);
    assert_eq!(sitting.model.autoplay.flow, Flow::Replaying);
    sitting.pass_time(5000).pass_time(5000);
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (2, Flow::Paused));
}

#[test]
fn changes_of_a_setup_can_be_taken_back() {
    let mut sitting = Sitting::at_start();
    let start = sitting.model.position().setup();
    sitting.keys("e-");
    assert_eq!(sitting.model.screen.notice.text, "4 pieces were removed: u undoes that");
    sitting.keys("y");
    assert_eq!(sitting.model.screen.notice.text, "20 pieces were removed: u undoes that");
    sitting.keys("xtuuuu");
    assert_eq!(sitting.model.editor.setup, start);
    sitting.keys("u");
    assert_eq!(sitting.model.screen.notice.text, "there is nothing to undo");
}

#[test]
fn a_hint_keeps_the_depth_and_moves_without_replies_stay_closed() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.settle().type_line("hint").settle();
    assert_eq!((sitting.model.scores.depth, sitting.model.pointed().unwrap().score), (6, Some(0)));
    sitting.keys("<Down><Right>").settle().keys("<Right><Right>");
    let row = sitting.model.pointed().unwrap();
    assert_eq!((row.score, row.is_open, row.has_replies), (Some(99), false, false));
    assert_eq!(sitting.model.screen.notice.text, "there is no reply: red cannot move");
}

/// A king that can jump around a ring of four men in either direction, from c3 to c3.
const RING: &str = "W:WK22:B17,18,9,10";

#[test]
fn an_unusual_position_is_set_up_with_warnings() {
    let mut sitting = Sitting::at_start();
    sitting.keys("ez");
    assert_eq!(sitting.model.editor.remarks().len(), 2, "neither side has pieces");
    sitting.model.selection.cursor = "a1".parse().unwrap();
    sitting.keys("b<Up>R");
    assert_eq!(
        sitting.model.editor.remarks(),
        [
            "the black man on a1 cannot move: it is on its crowning rank but not a king",
            "black cannot move and has lost"
        ]
    );
    sitting.type_line("undo 1");
    assert!(sitting.model.screen.notice.is_error, "there is no game now");
    sitting.keys("tl<Enter>");
    let setup = sitting.model.position().setup();
    assert_eq!((setup.turn, setup.rules.blocked), (Player::Red, Blocked::Passes));
    assert_eq!(sitting.model.game().plies().len(), 0);
}

/// A king on c1 (30) that can jump around four men in either direction.
const CIRCLE: &str = "W:WK30:B17,18,25,26,1";

#[test]
fn a_long_notice_is_read_to_its_end() {
    let mut sitting = Sitting::at_start();
    let long =
        "my.txt:13:3: expected a red square (\") but found 'r', and the text after that is read too: END";
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
fn a_forfeit_ends_only_the_game_it_belongs_to() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = Sitting::new(Record::standard_start(), [Seat::Human, random]);
    let generation = sitting.model.autoplay.generation;
    sitting.event(Event::Chosen(generation + 1, Err("it ended".to_owned())));
    assert_eq!(sitting.model.game().outcome(), None);
    sitting.event(Event::Chosen(generation, Err("it ended".to_owned())));
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::Resigned { loser: Player::Black }));
    let text = sitting.text();
    assert!(text.contains("black forfeits the game: it ended"), "{text}");
}
