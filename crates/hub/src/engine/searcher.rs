//! The thread that runs searches.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::thread::Builder;

use rankmoves_core::{Player, Position, Rules, Shape, quoted};
use rankmoves_endings::{Prober, Tables, Value, Wdl};
use rankmoves_engine::{Engine, Limits};
use rankmoves_game::Game;

use super::parameters::Parameters;
use super::session::Event;
use rankmoves_endings::service::Endings;

/// The size of the thread's stack: more than the engine needs.
const STACK: usize = 8 << 20;

type Order = Box<dyn FnOnce(&mut Engine) + Send>;

pub struct Searcher {
    orders: Sender<Order>,
    /// The channel for the findings.
    events: SyncSender<Event>,
    /// The engine's flag, which stops its search.
    stop: Arc<AtomicBool>,
}

impl Searcher {
    /// Starts the thread, which sends its findings to `events`.
    pub fn start(events: SyncSender<Event>) -> io::Result<Searcher> {
        let (orders, received) = channel::<Order>();
        let work = move || {
            let mut engine = Engine::new();
            for order in received {
                order(&mut engine);
            }
        };
        Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work)?;
        Ok(Searcher { orders, events, stop: Arc::default() })
    }

    /// Makes an engine with other parameters for later searches. If its endgame tables cannot be opened, the engine
    /// works without them.
    pub fn configure(&mut self, parameters: &Parameters) -> Result<(), String> {
        let endings = endings(parameters);
        let mut engine =
            Engine::new().with_threads(parameters.threads).with_table_bytes(parameters.table_bytes());
        if let Ok(Some(prober)) = &endings {
            engine = engine.with_prober(Arc::clone(prober));
        }
        self.stop = engine.stop_flag();
        self.order(move |old| *old = engine);
        endings.map(drop)
    }

    pub fn forget(&self) {
        self.order(Engine::forget);
    }

    /// Begins a search. No other search may be running.
    pub fn search(&self, game: Game, limits: Limits) {
        self.stop.store(false, Relaxed);
        let events = self.events.clone();
        self.order(move |engine| {
            let choice = engine.search(&game, limits, |choice| {
                let _ = events.send(Event::Depth(choice.clone()));
            });
            let _ = events.send(Event::Choice(choice));
        });
    }

    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn order(&self, order: impl FnOnce(&mut Engine) + Send + 'static) {
        // The thread outlives its handle, so the order always arrives.
        drop(self.orders.send(Box::new(order)));
    }
}

/// Returns the endgame tables that the parameters select.
fn endings(parameters: &Parameters) -> Result<Option<Arc<dyn Prober>>, String> {
    let Parameters { bb_size, bb_path, .. } = parameters;
    if *bb_size == 0 {
        return Ok(None);
    }
    let tables: Arc<dyn Prober> = if bb_path.is_empty() {
        Endings::of(&Position::start(Rules::ENGLISH, Player::Black))
    } else {
        let refused = |why: String| format!("cannot open the endgame tables: {why}");
        let opened = Tables::open(Path::new(bb_path), Shape::STANDARD, Rules::ENGLISH);
        let opened = opened.map_err(|why| refused(why.to_string()))?;
        if opened.is_empty() {
            let folder = quoted(bb_path);
            return Err(refused(format!("expected those of English draughts in {folder} but found none")));
        }
        Arc::new(opened)
    };
    Ok(Some(Arc::new(Limited { tables, most_pieces: *bb_size })))
}

/// Tables that are used only for positions with few pieces.
struct Limited {
    tables: Arc<dyn Prober>,
    most_pieces: u32,
}

impl Prober for Limited {
    fn most_pieces(&self) -> u32 {
        self.tables.most_pieces().min(self.most_pieces)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        self.tables.probe(position)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.tables.result(position)
    }
}
