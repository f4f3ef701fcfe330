//! Whole sessions: what is done, what the screen shows.

use std::fs;
use std::path::Path;
use std::time::Duration;

use fastrand::Rng;
use rankmoves::exchange::Document;
use rankmoves::game::{DrawRules, Game, Outcome};
use rankmoves::pdn::{Fen, Record};
use rankmoves::{Blocked, Player, Ply, Position, Ranker, Resources, Rules, Setup, Shape};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::{self, Action, Context};
use super::facts::{Answer, Task};
use super::record::Loaded;
use super::screenshot;
use super::state::{Flow, Focus, Look, Mode, Model};
use super::theme::Theme;
use super::update::{Effect, Event, update};
use super::view;
use crate::cli::Colors;
use crate::session::{Seat, Session};

/// The program without its threads: what the workers would find out is found out at once.
struct Sitting {
    model: Model,
    ranker: Ranker,
    now: Duration,
    effects: Vec<Effect>,
}

const LOOK: Look =
    Look { flip: false, numbers: false, analysis: true, theme: Theme { colors: Colors::True, ascii: false } };

impl Sitting {
    fn new(position: Position, seats: [Seat; 2]) -> Sitting {
        let session = Session::new(Game::new(position), seats);
        let mut model = Model::new(session, DrawRules::default(), LOOK);
        model.depth = 6;
        Sitting { model, ranker: Ranker::new(), now: Duration::ZERO, effects: Vec::new() }
    }

    /// Two people at the start of a game.
    fn at_start() -> Sitting {
        Sitting::new(Record::standard_start(), [Seat::Human; 2])
    }

    fn event(&mut self, event: Event) -> &mut Sitting {
        self.effects.extend(update(&mut self.model, event, self.now));
        self
    }

    fn act(&mut self, action: Action) -> &mut Sitting {
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

    /// Types a line after a colon.
    fn type_line(&mut self, line: &str) -> &mut Sitting {
        self.act(Action::Prompt);
        for character in line.chars() {
            self.act(Action::Typed(super::prompt::Typed::Character(character)));
        }
        self.act(Action::Enter)
    }

    /// Does all that the workers are asked for.
    fn settle(&mut self) -> &mut Sitting {
        while let Some(task) = self.model.tasks().into_iter().next() {
            let answer = match &task {
                Task::Rank(position, depth) => Answer::Ranking(self.ranker.rank(position, *depth).unwrap()),
                Task::Line(position, mv, depth) => {
                    Answer::Line(self.ranker.line(position, mv, *depth).unwrap())
                }
            };
            self.event(Event::Found(task, answer));
        }
        self
    }

    /// Lets an agent choose if one is asked, and its time come.
    fn let_agents_move(&mut self) -> &mut Sitting {
        if let Some(question) = self.model.agent_question() {
            let mut agent = question.spec.agent(Resources::default()).unwrap();
            let mv = agent.choose(&question.game).unwrap();
            self.event(Event::Chosen(question.generation, Ply::Move(mv.path().clone())));
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

    fn frame(&self) -> Buffer {
        let (columns, rows) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(frame, &self.model)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The frame as text.
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/tui/games.pdn");
    let mut loaded = super::record::load(&path, DrawRules::default(), number.into())
        .unwrap_or_else(|_| panic!("{}", path.display()));
    loaded.path = "games.pdn".into();
    loaded
}

fn fen(text: &str) -> Position {
    text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
}

/// Six men a side, and moves worth 2 to -3.
const MIDDLE: &str = "W:W18,22,26,27,30,K5:B3,6,10,12,13,20";

/// The example of README.md.
fn rankin() -> Position {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/valid/rankin.txt");
    fs::read_to_string(path).unwrap().parse::<Document>().unwrap().position().unwrap()
}

/// The three pictures of README.md, by their names.
fn screenshots() -> Vec<(&'static str, String)> {
    let mut play = Sitting::new(fen(MIDDLE), [Seat::Human; 2]);
    play.resize(120, 40);
    play.model.depth = 10;
    play.settle();

    let mut why = Sitting::new(rankin(), [Seat::Human; 2]);
    why.resize(120, 40);
    why.settle().keys("<Down><Right>").settle().keys("<Right>").settle();

    let mut review = Sitting::at_start();
    review.resize(120, 40);
    review.event(Event::Loaded(Ok(Box::new(loaded(1)))));
    review.keys("<Down><Down><Down><Down><Down><Down>").settle().keys("n").settle();

    [("play", play), ("why", why), ("review", review)]
        .map(|(name, player)| (name, screenshot::draw(&player.frame())))
        .to_vec()
}

/// `make screenshots` sets the variable to draw them anew.
#[test]
fn the_pictures_of_the_readme_show_this_program() {
    for (name, svg) in screenshots() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/tui-{name}.svg"));
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
    // What is painted cannot be read without its colours.
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
    sitting
        .event(Event::Loaded(Ok(Box::new(loaded(1)))))
        .keys("<Down><Down><Down><Down><Down><Down>")
        .settle();
    assert_frames("review", &mut sitting);
}

#[test]
fn frames_of_the_other_modes() {
    let mut sitting = Sitting::at_start();
    sitting.model.look.theme.ascii = true;
    sitting.keys("e<Right><Right>x-");
    assert_frames("edit_ascii", &mut sitting);
    let mut sitting = Sitting::at_start();
    sitting.event(Event::Loaded(Ok(Box::new(loaded(1))))).keys("m");
    assert_frames("games", &mut sitting);
    sitting.keys("?");
    assert_frames("help", &mut sitting);
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
    sitting.model.depth = 2;
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
    // The board follows: before the reply that is pointed at.
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
    assert_eq!((sitting.model.game().played().len(), sitting.model.flow), (0, Flow::Paused));
    sitting.keys(" ").pass_time(100);
    assert_eq!(sitting.model.flow, Flow::Replaying);
    sitting.pass_time(5000).pass_time(5000);
    assert_eq!((sitting.model.game().played().len(), sitting.model.flow), (2, Flow::Paused));
}

#[test]
fn pieces_are_moved_by_mouse_and_by_keys() {
    let mut sitting = Sitting::at_start();
    sitting.settle();
    let click = |sitting: &mut Sitting, square: &str| {
        let grid = view::layout::Layout::new(&sitting.model).board;
        let rect = grid.rect(square.parse().unwrap());
        sitting.act(Action::Click(rect.x + 1, rect.y));
    };
    click(&mut sitting, "b6");
    assert_eq!(sitting.model.moves_of_chosen().len(), 2);
    click(&mut sitting, "c5");
    click(&mut sitting, "b6");
    assert!(sitting.model.notice.is_error, "{:?}", sitting.model.notice);
    assert_eq!(sitting.model.game().played(), ["b6->c5".parse().unwrap()]);
    sitting.model.cursor = "c3".parse().unwrap();
    sitting.keys("<Enter><Up><Right><Enter>");
    assert_eq!(sitting.model.game().played().len(), 2);
    assert_eq!(sitting.model.focus, Focus::Board);
}

#[test]
fn a_position_is_set_up_with_what_is_odd_about_it() {
    let mut sitting = Sitting::at_start();
    sitting.keys("ez");
    assert_eq!(sitting.model.editor.remarks().len(), 2, "neither side has pieces");
    sitting.model.cursor = "a1".parse().unwrap();
    sitting.keys("b<Up>r");
    assert!(sitting.model.notice.is_error, "a2 is no square to stand on");
    sitting.keys("<Right>R");
    assert_eq!(
        sitting.model.editor.remarks(),
        ["uncrowned black man on the crowning rank, unable to move: a1", "black cannot move and has lost"]
    );
    sitting.type_line("undo 1");
    assert!(sitting.model.notice.is_error, "there is no game now");
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
        assert_eq!(sitting.model.notice.text, error);
    }
    sitting.type_line("red minimax:2:1");
    assert!(sitting.model.agent_question().is_some());
    sitting.type_line("save a game.pdn").type_line("load b.txt").type_line("quit");
    let effects = [Effect::Save("a game.pdn".into()), Effect::Load("b.txt".into(), None), Effect::Quit];
    assert_eq!(sitting.effects, effects);
    sitting.type_line("resign");
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::Resigned { loser: Player::Black }));
}

#[test]
fn a_record_is_judged() {
    let mut sitting = Sitting::at_start();
    sitting.event(Event::Loaded(Ok(Box::new(loaded(1)))));
    assert_eq!((sitting.model.game().played().len(), sitting.model.flow), (0, Flow::Paused));
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
    sitting.keys("m<Down><Enter><Down><Enter>");
    assert_eq!(sitting.effects, [Effect::Load("games.pdn".into(), Some(2))]);
    assert!(sitting.model.notice.text.contains("11-14, is illegal"), "{:?}", sitting.model.notice);
}

#[test]
fn one_of_several_games_is_chosen_from_a_list() {
    let mut sitting = Sitting::at_start();
    sitting.event(Event::Loaded(Ok(Box::new(loaded(None)))));
    assert_eq!((sitting.model.mode, sitting.model.library.games.len()), (Mode::Games, 3));
    assert_eq!(
        sitting.model.library.games.iter().map(|game| game.is_valid).collect::<Vec<_>>(),
        [true, true, false]
    );
    sitting.keys("<Down><Enter>");
    assert_eq!(sitting.effects, [Effect::Load("games.pdn".into(), Some(2))]);
    sitting.event(Event::Loaded(Ok(Box::new(loaded(2)))));
    assert_eq!((sitting.model.mode, sitting.model.game().plies().len()), (Mode::Game, 3));
}

/// The state is one that the rules allow.
fn assert_sound(model: &Model) {
    let positions = model.game().all_positions();
    for (pair, ply) in positions.windows(2).zip(model.game().plies()) {
        assert_eq!(pair[0].play_ply(ply), Ok(pair[1]));
    }
    for row in model.rows() {
        let before = row.branch[..row.level()].iter().try_fold(*model.position(), |at, path| at.play(path));
        assert_eq!(before, Ok(row.position));
        assert_eq!(row.position.find(row.mv.path()), Ok(row.mv.clone()));
    }
    let shape = model.shown_board().shape();
    assert!(shape.contains(model.cursor));
    assert!(model.chosen.is_none_or(|square| model.position().board().get(square).is_some()));
    assert!(model.prompt.cursor <= model.prompt.text.chars().count());
}

fn random_event(rng: &mut Rng, sitting: &Sitting) -> Event {
    let (columns, rows) = sitting.model.size;
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
        8..20 => Event::Action(Action::Click(rng.u16(0..=columns), rng.u16(0..=rows))),
        20..24 => Event::Action(Action::Scroll {
            column: rng.u16(0..=columns),
            row: rng.u16(0..=rows),
            down: rng.bool(),
        }),
        24..26 => Event::Loaded(Ok(Box::new(loaded(rng.u32(1..3))))),
        26..36 if sitting.model.mode == Mode::Prompt => {
            Event::Pasted((*rng.choice(&commands).unwrap()).to_owned())
        }
        _ => {
            let bindings: Vec<_> = action::BINDINGS
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
    for seed in 0..12 {
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
        sitting.model.depth = 2;
        sitting.model.look.theme.ascii = rng.bool();
        for _ in 0..400 {
            let event = random_event(&mut rng, &sitting);
            sitting.event(event);
            sitting.model.depth = sitting.model.depth.min(3);
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
