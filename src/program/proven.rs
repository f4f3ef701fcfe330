//! Proven values beside the moves of a ranking: `--proven`.

use crate::rank::{MoveFields, Ranking};
use rankmoves_core::{Player, Rules, Shape};
use rankmoves_endings::Value;
use rankmoves_endings::service::Proven;
use serde::{Serialize, Serializer};
use shell::proven::ProvenFields;

/// A ranking with the proven value of each move, if it is known.
pub struct ProvenRanking {
    pub ranking: Ranking,
    /// The values in the order of the moves.
    pub values: Vec<Option<Value>>,
}

/// Looks up the values of the moves of a ranking.
pub fn values(ranking: &Ranking, proven: &Proven) -> Vec<Option<Value>> {
    proven.values_of(&ranking.position, ranking.moves.iter().map(|ranked| &ranked.mv))
}

/// The field of a value.
#[derive(Serialize)]
pub struct ProvenField {
    proven: Option<ProvenFields>,
}

impl From<Option<Value>> for ProvenField {
    fn from(value: Option<Value>) -> ProvenField {
        ProvenField { proven: value.map(ProvenFields::from) }
    }
}

/// The fields of a [`Ranking`], with other moves.
#[derive(Serialize)]
struct Fields<'a> {
    rules: Rules,
    shape: Shape,
    player: Player,
    depth: u32,
    moves: Vec<ProvenMove<'a>>,
}

#[derive(Serialize)]
struct ProvenMove<'a> {
    #[serde(flatten)]
    fields: MoveFields<'a>,
    #[serde(flatten)]
    value: ProvenField,
}

/// Writes the object of the ranking, with a value at the end of each move.
impl Serialize for ProvenRanking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Ranking { position, depth, moves, lines } = &self.ranking;
        let shape = position.board().shape();
        let fields = moves.iter().zip(lines).map(|(ranked, line)| MoveFields {
            mv: &ranked.mv,
            shape,
            rank: Some((ranked.score, &line[..])),
        });
        let moves = fields
            .zip(&self.values)
            .map(|(fields, &value)| ProvenMove { fields, value: value.into() })
            .collect();
        Fields { rules: position.rules(), shape, player: position.turn(), depth: *depth, moves }
            .serialize(serializer)
    }
}
