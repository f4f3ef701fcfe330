//! Rules, move generation, texts and counts against the plain oracle, and rules worked out by hand.

mod exchange;
mod listing;
mod pdn;
mod properties;
mod properties_text;
mod rules;
mod rules_illegal;
mod rules_setups;
