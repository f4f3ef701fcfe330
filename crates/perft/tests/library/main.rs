//! Compares perft counts with published counts and with those of an independent program.

mod perft;
