//! Judged plies as JSON objects; `page/api.d.ts` documents them.

use rankmoves_core::Notation;
use serde_json::{Value, json};

use shell::proven::ProvenFields;
use table::review::{Line, Outlook, Reason, ReviewedPly, Why};

/// Describes the ply with this number.
pub fn ply(number: usize, reviewed: &ReviewedPly) -> Value {
    let judgement = reviewed.judgement.as_ref();
    json!({
        "ply": number,
        "player": reviewed.player,
        "move": reviewed.ply.to_string(),
        "cost": reviewed.cost(),
        "played": judgement.map(|judgement| outlook(judgement.played.outlook)),
        "best": judgement.map(|judgement| {
            let mut best = outlook(judgement.best.outlook);
            best["move"] = json!(judgement.best.mv);
            best
        }),
        "red": reviewed.red,
        "why": reviewed.why.as_ref().map(why),
        "text": reviewed.text(Notation::Names),
    })
}

fn outlook(outlook: Outlook) -> Value {
    json!({"expected": outlook.expected, "proven": outlook.proven.map(ProvenFields::from)})
}

fn why(why: &Why) -> Value {
    let reasons = why.reasons.iter().map(|reason| {
        let kind = match reason {
            Reason::Result { .. } => "result",
            Reason::Blocked { .. } => "blocked",
            Reason::Pieces { .. } => "pieces",
            Reason::Crown { .. } => "crown",
            Reason::Judgement => "judgement",
        };
        json!({"kind": kind, "plies": reason.plies(), "text": reason.to_string()})
    });
    let (refutation, better) = (moves(&why.refutation), moves(&why.better));
    json!({"refutation": refutation, "better": better, "reasons": reasons.collect::<Value>()})
}

fn moves(line: &Line) -> Value {
    let moves = line.moves().iter();
    moves.map(|made| json!({"player": made.player, "move": made.mv, "note": made.to_string()})).collect()
}
