//! Tests published counts, and counts of an independent program.

mod perft;
