//! Tables of endings for those who play: opened or built when few pieces are left for the
//! first time.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::thread;

use ::endings::{BuildError, BuildProgress, Material, Prober, Tables, Value, Wdl};
use engine::Engine;
use game::{Agent, AgentSpec, Timed};
use rankmoves::RankError;
use rankmoves_core::{Blocked, Move, Position, Resources};

use crate::endings;
use shell::tables::{Proven, default_folder};

/// The greatest number of pieces of tables that are built unasked: some seconds' work.
const PIECES: u32 = 4;

/// Makes an agent. Those that play for some time think with all processors and know the
/// tables; all others choose by their seed and the game alone, on any machine.
pub fn agent(spec: AgentSpec) -> Result<Box<dyn Agent>, RankError> {
    match spec {
        AgentSpec::Timed(time) => {
            let engine = Engine::new().with_threads(Resources::default().threads);
            let endings = |position: &Position| Endings::of(position) as Arc<dyn Prober>;
            Ok(Box::new(Timed::with_engine(engine, time).with_probers(endings)))
        }
        spec => spec.agent(Resources::default()),
    }
}

/// The tables of a board and rules: those that the user has, of any number of pieces, and as
/// soon as few pieces are left all of up to [`PIECES`], which are built beside the game.
pub struct Endings {
    opened: Tables,
    built: Arc<OnceLock<Tables>>,
    begun: Once,
}

impl Endings {
    /// Returns the tables for the board and the rules of a position, the same for all players.
    pub fn of(position: &Position) -> Arc<Endings> {
        static ALL: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(endings) = all.iter().find(|endings| endings.are_for(position)) {
            return Arc::clone(endings);
        }
        let endings = Endings { opened: opened(position), built: Arc::default(), begun: Once::new() };
        all.push(Arc::new(endings));
        Arc::clone(&all[all.len() - 1])
    }

    fn are_for(&self, position: &Position) -> bool {
        are_for(&self.opened, position)
    }

    fn tables(&self) -> &Tables {
        self.built.get().unwrap_or(&self.opened)
    }
}

impl Prober for Endings {
    fn most_pieces(&self) -> u32 {
        self.tables().most_pieces().max(PIECES)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.tables().result(position)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.tables().probe(position);
        if value.is_none() && Material::of_position(position).pieces() <= PIECES {
            let (position, built) = (*position, Arc::clone(&self.built));
            // Without a thread nothing more is known.
            self.begun.call_once(|| {
                let _ = thread::Builder::new().spawn(move || drop(built.set(tables(&position))));
            });
        }
        value
    }
}

/// Returns all tables of up to [`PIECES`] for the board and the rules of a position.
fn tables(position: &Position) -> Tables {
    let mut tables = opened(position);
    let pieces = (2..=PIECES).take_while(|&pieces| endings::is_quick(&tables, &Material::all(pieces))).last();
    // One thread leaves the others to the player who thinks meanwhile.
    build(&mut tables, |tables| {
        tables.build(pieces.unwrap_or(1), NonZeroUsize::MIN, &BuildProgress::default())
    });
    tables
}

/// Opens the tables that the user has for the board and the rules of a position.
fn opened(position: &Position) -> Tables {
    let (shape, rules) = (position.board().shape(), position.rules());
    let opened = shell::tables::open(default_folder().as_deref(), shape, rules);
    opened.unwrap_or_else(|_| Tables::new(shape, rules))
}

/// Builds tables, unless a player without moves passes. Those that cannot be kept are built
/// in memory.
fn build(tables: &mut Tables, build: impl Fn(&mut Tables) -> Result<(), BuildError>) {
    if tables.rules().blocked == Blocked::Loses && build(tables).is_err() {
        *tables = Tables::new(tables.shape(), tables.rules());
        let _ = build(tables);
    }
}

/// Returns whether tables are for the board and the rules of a position.
fn are_for(tables: &Tables, position: &Position) -> bool {
    (tables.shape(), tables.rules()) == (position.board().shape(), position.rules())
}

/// Proven values for a person: those of the user's tables, and those of tables of up to
/// [`PIECES`], which are built when they are first needed.
pub struct Values {
    proven: Proven,
    threads: NonZeroUsize,
    built: Mutex<Option<Tables>>,
}

impl Values {
    /// Creates the values; so many threads build tables.
    pub fn new(proven: Proven, threads: NonZeroUsize) -> Values {
        Values { proven, threads, built: Mutex::default() }
    }

    /// Returns the value of a move for the player who makes it, the move counted, if it is
    /// known; waits for tables that are to be built.
    pub fn value_of(&self, position: &Position, mv: &Move) -> Option<Value> {
        let known = self.proven.value_of(position, mv);
        known.or_else(|| self.built(&position.after(mv)).map(Value::before))
    }

    fn built(&self, position: &Position) -> Option<Value> {
        let material = Material::of_position(position);
        if material.pieces() > PIECES || position.rules().blocked == Blocked::Passes {
            return None;
        }
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = match &mut *built {
            Some(tables) if are_for(tables, position) => tables,
            other => other.insert(opened(position)),
        };
        if let Some(value) = tables.probe(position) {
            return Some(value);
        }
        if !endings::is_quick(tables, &material.all_after()) {
            return None;
        }
        build(tables, |tables| tables.build_from(material, self.threads, &BuildProgress::default()));
        tables.probe(position)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use game::Game;
    use rankmoves_core::{Board, Piece, Player, Role, Rules, Setup, Shape};

    /// Opens tables of five pieces on the smallest board.
    fn of_five_pieces() -> Endings {
        let mut opened = Tables::new(Shape::new(4, 4, false).unwrap(), Rules::ENGLISH);
        opened.build(5, NonZeroUsize::MIN, &BuildProgress::default()).unwrap();
        Endings { opened, built: Arc::default(), begun: Once::new() }
    }

    /// Draws a position of five pieces, if it is one.
    fn draw(rng: &mut fastrand::Rng, shape: Shape) -> Option<Position> {
        let mut board = Board::empty(shape);
        for square in rng.choose_multiple(shape.squares(), 5) {
            let (player, role) = (rng.choice(Player::ALL)?, rng.choice([Role::Man, Role::King])?);
            board.put(square, Piece { player, role }).ok()?;
        }
        let setup = Setup { board, turn: rng.choice(Player::ALL)?, rules: Rules::ENGLISH, jumping: None };
        setup.position().ok().filter(Position::has_moves)
    }

    #[test]
    fn a_player_for_some_time_keeps_what_tables_of_any_number_of_pieces_prove() {
        let endings = Arc::new(of_five_pieces());
        assert_eq!(endings.most_pieces(), 5);
        let known = Arc::clone(&endings) as Arc<dyn Prober>;
        let timed = Timed::new(Duration::from_millis(1));
        let mut timed = timed.with_probers(move |_| Arc::clone(&known));
        let mut rng = fastrand::Rng::with_seed(7);
        let mut count = 0;
        while count < 40 {
            let Some(position) = draw(&mut rng, endings.opened.shape()) else { continue };
            // A man on its crowning row has no place in the tables.
            let Some(value) = endings.probe(&position) else { continue };
            let mv = timed.choose(&Game::new(position)).unwrap();
            let after = endings.probe(&position.play(&mv).unwrap()).unwrap();
            assert_eq!(after.before(), value, "{mv}\n{}", position.board());
            count += 1;
        }
    }

    #[test]
    fn players_of_one_game_share_its_tables() {
        let start = |rules| Position::start(rules, Player::Black);
        let [english, other] = [Rules::ENGLISH, Rules::ALL[0]].map(start);
        assert_ne!(english.rules(), other.rules());
        assert!(Arc::ptr_eq(&Endings::of(&english), &Endings::of(&english)));
        assert!(!Arc::ptr_eq(&Endings::of(&english), &Endings::of(&other)));
    }
}
