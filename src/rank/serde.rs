//! Rankings for serde, as the programs' JSON has them.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::ranking::{RankedMove, Ranking};
use rankmoves_core::{Move, Notation, Path, Score, Shape};

/// Writes a move, its squares, what it captures, whether it crowns, and its score.
impl Serialize for RankedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ranked", 5)?;
        fields.serialize_field("move", &self.mv)?;
        fields.serialize_field("path", self.mv.path().squares())?;
        fields.serialize_field("captured", self.mv.captured())?;
        fields.serialize_field("crowns", &self.mv.crowns())?;
        fields.serialize_field("score", &self.score)?;
        fields.end()
    }
}

/// Writes the object that `rankmoves --json` prints.
impl Serialize for Ranking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = self.position.board().shape();
        let mut fields = serializer.serialize_struct("ranking", 5)?;
        fields.serialize_field("rules", &self.position.rules())?;
        fields.serialize_field("shape", &shape)?;
        fields.serialize_field("player", &self.position.turn())?;
        fields.serialize_field("depth", &self.depth)?;
        fields.serialize_field("moves", &Moves { shape, ranking: self })?;
        fields.end()
    }
}

struct Moves<'a> {
    shape: Shape,
    ranking: &'a Ranking,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moves { shape, ranking: Ranking { moves, lines, .. } } = *self;
        let fields = moves.iter().zip(lines).map(|(RankedMove { mv, score }, line)| MoveFields {
            mv,
            shape,
            rank: Some((*score, line)),
        });
        serializer.collect_seq(fields)
    }
}

/// The fields of a move in the object that `rankmoves --json` prints.
#[derive(Clone, Copy, Debug)]
pub struct MoveFields<'a> {
    /// The move.
    pub mv: &'a Move,
    /// The shape of the board, for the numbers of the squares.
    pub shape: Shape,
    /// The score, and the line of best play, of a move of the root.
    pub rank: Option<(Score, &'a [Move])>,
}

impl Serialize for MoveFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveFields { mv, shape, rank } = *self;
        let notation = Notation::Numbers(shape);
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("move", mv)?;
        fields.serialize_entry("numbers", &Numbers(notation, mv.path()))?;
        fields.serialize_entry("path", mv.path().squares())?;
        fields.serialize_entry("captured", mv.captured())?;
        fields.serialize_entry("crowns", &mv.crowns())?;
        if let Some((score, line)) = rank {
            fields.serialize_entry("score", &score)?;
            fields.serialize_entry("line", line)?;
            let numbers: Vec<_> = line.iter().map(|mv| Numbers(notation, mv.path())).collect();
            fields.serialize_entry("line_numbers", &numbers)?;
        }
        fields.end()
    }
}

/// A path by numbers.
struct Numbers<'a>(Notation, &'a Path);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.path(self.1))
    }
}
