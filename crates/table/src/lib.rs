//! A game with its players: everything that `checkers play`, `tui` and `web` share, except drawing.
//!
//! ```text
//! typed line ──> Command ──> Session::execute ──> Reply: the result, or a
//!                               │                  request to the calling program
//!                               └─ game, seats, clock, unfinished chain, unsaved plies
//! ```
//!
//! A [`Session`](session::Session) does not read the terminal, draw or start threads. It plays the moves that
//! people type. The calling program gets the agents' moves:
//!
//! ```
//! use rankmoves_core::{Player, Position, Rules};
//! use rankmoves_game::Game;
//! use table::session::{Command, Reply, Seat, Session};
//!
//! let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
//! let mut session = Session::new(game, [Seat::Human, "random:1".parse()?]);
//! let reply = session.execute(Command::parse("c3 d4")?)?;
//! assert_eq!(reply, Reply::Played("red plays c3->d4".to_owned()));
//! assert!(session.agent_to_move().is_some());
//! # Ok::<(), String>(())
//! ```
//!
//! | Module | Contents |
//! |---|---|
//! | [`session`] | commands, the session, its clock and its warnings |
//! | [`agents`] | people, and programs that play, by their descriptions: `timed:1`, `hub:COMMAND` |
//! | [`review`], [`estimator`] | judged plies, hints, proven values; the engine's estimates of moves, and their texts |
//! | [`options`], [`setup`] | the options shared by these programs, and the game that they describe |
//! | [`loading`], [`save`], [`written`] | games from files and back, in every format |
//! | [`file_names`] | file names as people type them |

pub mod agents;
pub mod estimator;
pub mod file_names;
pub mod loading;
pub mod options;
pub mod review;
pub mod save;
pub mod session;
pub mod setup;
pub mod written;
