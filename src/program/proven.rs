//! Proven values beside the moves of a ranking: `--proven`.

use crate::rank::Ranking;
use rankmoves_endings::service::Proven;
use shell::proven::ProvenFields;

/// Looks up the value of each ranked move under perfect play.
pub fn values(ranking: &Ranking, proven: &Proven) -> Vec<Option<ProvenFields>> {
    let values = proven.values_of(&ranking.position, ranking.moves.iter().map(|ranked| &ranked.mv));
    values.into_iter().map(|value| value.map(ProvenFields::from)).collect()
}
