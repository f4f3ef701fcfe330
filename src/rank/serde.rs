//! Implements serde for rankings, in the form of the programs' JSON.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::ranking::{RankedMove, Ranking};
use rankmoves_core::{Move, Notation, Score, Shape};

/// Writes the object that `rankmoves --json` prints.
impl Serialize for Ranking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RankingFields { ranking: self, proven: None::<&[()]> }.serialize(serializer)
    }
}

/// The fields of a ranking in the object that `rankmoves --json` prints.
#[derive(Clone, Copy, Debug)]
pub struct RankingFields<'a, P> {
    /// The ranking.
    pub ranking: &'a Ranking,
    /// For each move, its proven value, if these values were requested.
    pub proven: Option<&'a [P]>,
}

impl<'a, P: Serialize> RankingFields<'a, P> {
    /// Returns the fields of each move.
    pub fn moves(self) -> impl Iterator<Item = MoveFields<'a, P>> {
        let Ranking { position, moves, lines, .. } = self.ranking;
        let shape = position.board().shape();
        moves.iter().zip(lines).enumerate().map(move |(index, (RankedMove { mv, score }, line))| {
            let proven = self.proven.map(|values| &values[index]);
            MoveFields { mv, shape, rank: Some((*score, line)), proven }
        })
    }
}

impl<P: Serialize> Serialize for RankingFields<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Ranking { position, depth, .. } = self.ranking;
        let mut fields = serializer.serialize_struct("ranking", 5)?;
        fields.serialize_field("rules", &position.rules())?;
        fields.serialize_field("shape", &position.board().shape())?;
        fields.serialize_field("player", &position.turn())?;
        fields.serialize_field("depth", depth)?;
        fields.serialize_field("moves", &RankingFields { ..*self }.moves().collect::<Vec<_>>())?;
        fields.end()
    }
}

/// The fields of a move in the object that `rankmoves --json` prints.
#[derive(Clone, Copy, Debug)]
pub struct MoveFields<'a, P> {
    /// The move.
    pub mv: &'a Move,
    /// The shape of the board, for the numbers of the squares.
    pub shape: Shape,
    /// The score, and the line of best play, of a move of the root.
    pub rank: Option<(Score, &'a [Move])>,
    /// The proven value, if it was requested.
    pub proven: Option<&'a P>,
}

impl<P: Serialize> Serialize for MoveFields<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveFields { mv, shape, rank, proven } = *self;
        let notation = Notation::Numbers(shape);
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("move", mv)?;
        fields.serialize_entry("numbers", &notation.path(mv.path()))?;
        fields.serialize_entry("path", mv.path().squares())?;
        fields.serialize_entry("captured", mv.captured())?;
        fields.serialize_entry("crowns", &mv.crowns())?;
        if let Some((score, line)) = rank {
            fields.serialize_entry("score", &score)?;
            fields.serialize_entry("line", line)?;
            let numbers: Vec<_> = line.iter().map(|mv| notation.path(mv.path())).collect();
            fields.serialize_entry("line_numbers", &numbers)?;
        }
        if let Some(proven) = proven {
            fields.serialize_entry("proven", proven)?;
        }
        fields.end()
    }
}
