//! Judged plies as JSON objects; `page/api.d.ts` documents them.

use rankmoves_core::{Move, Notation, Player};
use serde::Serialize;

use shell::proven::ProvenFields;
use table::review::{JudgedMove, Line, Outlook, Reason, ReviewedPly, Why};

/// A judged ply.
#[derive(Serialize)]
pub struct PlyView {
    ply: usize,
    player: Player,
    #[serde(rename = "move")]
    mv: String,
    cost: u8,
    played: Option<OutlookView>,
    best: Option<BestView>,
    red: u8,
    why: Option<WhyView>,
    text: String,
}

#[derive(Serialize)]
struct OutlookView {
    expected: u8,
    proven: Option<ProvenFields>,
}

#[derive(Serialize)]
struct BestView {
    #[serde(rename = "move")]
    mv: Move,
    #[serde(flatten)]
    outlook: OutlookView,
}

#[derive(Serialize)]
struct WhyView {
    refutation: Vec<LineMoveView>,
    better: Vec<LineMoveView>,
    reasons: Vec<ReasonView>,
}

#[derive(Serialize)]
struct LineMoveView {
    player: Player,
    #[serde(rename = "move")]
    mv: Move,
    note: String,
}

#[derive(Serialize)]
struct ReasonView {
    kind: &'static str,
    plies: Option<usize>,
    text: String,
}

impl PlyView {
    /// Describes the ply with this number.
    pub fn new(number: usize, reviewed: &ReviewedPly) -> PlyView {
        let judgement = reviewed.judgement.as_ref();
        PlyView {
            ply: number,
            player: reviewed.player,
            mv: reviewed.ply.to_string(),
            cost: reviewed.cost(),
            played: judgement.map(|judgement| judgement.played.outlook.into()),
            best: judgement.map(|judgement| BestView::from(&judgement.best)),
            red: reviewed.red,
            why: reviewed.why.as_ref().map(WhyView::from),
            text: reviewed.text(Notation::Names),
        }
    }
}

impl From<Outlook> for OutlookView {
    fn from(outlook: Outlook) -> OutlookView {
        OutlookView { expected: outlook.expected, proven: outlook.proven.map(ProvenFields::from) }
    }
}

impl From<&JudgedMove> for BestView {
    fn from(judged: &JudgedMove) -> BestView {
        BestView { mv: judged.mv.clone(), outlook: judged.outlook.into() }
    }
}

impl From<&Why> for WhyView {
    fn from(why: &Why) -> WhyView {
        let reason = |reason: &Reason| {
            let kind = match reason {
                Reason::Result { .. } => "result",
                Reason::Blocked { .. } => "blocked",
                Reason::Pieces { .. } => "pieces",
                Reason::Crown { .. } => "crown",
                Reason::Judgement => "judgement",
            };
            ReasonView { kind, plies: reason.plies(), text: reason.to_string() }
        };
        WhyView {
            refutation: moves(&why.refutation),
            better: moves(&why.better),
            reasons: why.reasons.iter().map(reason).collect(),
        }
    }
}

fn moves(line: &Line) -> Vec<LineMoveView> {
    let moves = line.moves().iter();
    moves
        .map(|made| LineMoveView { player: made.player, mv: made.mv.clone(), note: made.to_string() })
        .collect()
}
