//! The rules as the format writes them.

use super::faults::StatedSize;
use crate::model::rules::{Blocked, Capture, Jumps};

/// One of the rules of a file.
#[derive(Clone, Copy)]
pub(super) enum Rule<'a> {
    Capture(Capture),
    Jumps(Jumps),
    Blocked(Blocked),
    Size(StatedSize<'a>),
}

/// The rules as the format writes them, except the size of the board.
pub(super) const RULES: [(&str, Rule<'static>); 5] = [
    ("no capture", Rule::Capture(Capture::Optional)),
    ("capture", Rule::Capture(Capture::Required)),
    ("single jumps", Rule::Jumps(Jumps::Single)),
    ("multiple jumps", Rule::Jumps(Jumps::Multiple)),
    ("blocked passes", Rule::Blocked(Blocked::Passes)),
];
