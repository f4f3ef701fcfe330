//! Tests rules, move generation, text formats and counts against a simple reference implementation, and rules
//! against results worked out by hand.

mod exchange;
mod listing;
mod pdn;
mod properties;
mod properties_text;
mod rules;
mod rules_illegal;
mod rules_setups;
