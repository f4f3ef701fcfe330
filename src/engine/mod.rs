//! STUB
#![allow(missing_docs)]
use crate::{Move, Position};
use std::time::Instant;
#[derive(Default)]
pub struct Limits {
    pub deadline: Option<Instant>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}
pub struct Choice {
    pub mv: Move,
    pub score: i32,
    pub depth: u32,
    pub nodes: u64,
    pub line: Vec<Move>,
}
#[derive(Default)]
pub struct Engine;
impl Engine {
    pub fn new() -> Engine {
        Engine
    }
    pub fn choose(&mut self, position: &Position, _past: &[Position], _limits: Limits) -> Option<Choice> {
        let mv = position.legal_moves().into_iter().next()?;
        Some(Choice { mv, score: 0, depth: 0, nodes: 0, line: vec![] })
    }
}
