//! Judges programs that rank the moves of checkers: lists the mistakes that people make, compares answers,
//! and makes test cases that reveal mistakes.
//!
//! [`compare`](compare()) finds the differences in form, moves and scores between a listing of moves and the
//! right one, and explains each:
//!
//! ```
//! use rankmoves::Ranker;
//! use rankmoves_core::{Player, Position, Rules};
//! use rankmoves_judge::{ListingPart, compare};
//!
//! let start = Position::start(Rules::ENGLISH, Player::Red);
//! let answer = "c3->b4 for red: score 0\nc3->d4 for red: score 1\n";
//! let comparison = compare(&start, 0, false, answer.as_bytes(), &mut Ranker::new())?;
//! assert_eq!((comparison.count(ListingPart::Moves), comparison.count(ListingPart::Scores)), (5, 1));
//! # Ok::<(), rankmoves_judge::CompareError>(())
//! ```
//!
//! The rest is based on [`Mistake`], the list of mistakes in such programs, and on [`Mutant`], a plain second
//! implementation with a switch for each mistake:
//!
//! | Function | Purpose |
//! |---|---|
//! | [`suite`](suite()) | makes cases ([`Case`]) that catch every mistake several times and distinguish any two |
//! | [`refused`] | returns files that a program must refuse |
//! | [`diagnose`](diagnose()) | names the mistakes that explain all answers of a program |
//! | [`shrink`](shrink()) | makes a case as small as it can be while a program still fails on it |
//!
//! No function starts a process or uses a terminal. The package `rankmoves-grade` runs
//! programs and writes reports.

mod case;
mod cause;
mod compare;
mod comparer;
mod diagnose;
mod difference;
mod level;
mod listing;
mod mistake;
mod mutant;
mod shrink;
mod suite;
mod utf16;

pub use case::{Case, has_tree_within};
pub use compare::compare;
pub use diagnose::{Substitution, diagnose, substitutions};
pub use difference::{CompareError, Comparison, Difference, Finding, ListingPart, Pruned};
pub use listing::has_same_content;
pub use mistake::{Mistake, Mistakes};
pub use mutant::{Mutant, Question};
pub use shrink::shrink;
pub use suite::{SuiteOptions, refused, suite, with_catches};
