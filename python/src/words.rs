//! Python's words for the values of rules, and for the players.

use rankmoves_core::{Blocked, Capture, Jumps, Player};

pub const CAPTURE: [(&str, Capture); 2] = [("required", Capture::Required), ("optional", Capture::Optional)];
pub const JUMPS: [(&str, Jumps); 2] = [("multiple", Jumps::Multiple), ("single", Jumps::Single)];
pub const BLOCKED: [(&str, Blocked); 2] = [("loses", Blocked::Loses), ("passes", Blocked::Passes)];
pub const PLAYER: [(&str, Player); 2] = [("red", Player::Red), ("black", Player::Black)];

pub fn word<T: Copy + PartialEq>(value: T, words: [(&'static str, T); 2]) -> &'static str {
    if words[0].1 == value { words[0].0 } else { words[1].0 }
}
