//! Tests the rules against results worked out by hand, and properties of random positions, moves and texts.

mod exchange;
mod listing;
mod pdn;
mod properties;
mod properties_text;
mod rules;
mod rules_illegal;
mod rules_setups;
