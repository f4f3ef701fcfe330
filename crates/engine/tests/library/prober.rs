//! Tests proven values in the engine's search: they replace searches, and a proven
//! win is never thrown away.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rankmoves_core::{Move, Player, Position, Rules, Shape};
use rankmoves_endings::{Prober, Value};
use rankmoves_engine::{Engine, Limits, WIN, plies_to_end};
use testing::notation;

/// The values of all positions with one king each, and of the positions after their captures, found by
/// working backwards from the positions without moves.
struct Table(HashMap<Position, Value>);

impl Table {
    fn new() -> Table {
        let squares: Vec<_> = Shape::STANDARD.squares().collect();
        let mut all = Vec::new();
        for (&red, &black) in squares.iter().flat_map(|red| squares.iter().map(move |black| (red, black))) {
            for turn in Player::ALL.into_iter().filter(|_| red != black) {
                all.push(notation::position(Rules::ENGLISH, turn, &format!("R {red}, B {black}")));
            }
        }
        let after_captures = |position: &Position| -> Vec<Position> {
            let captures = position.legal_moves().filter(Move::is_jump);
            captures.map(|mv| position.play(&mv).unwrap()).collect()
        };
        let captures: HashSet<Position> = all.iter().flat_map(after_captures).collect();
        all.extend(captures);
        let mut values: HashMap<Position, Value> = HashMap::new();
        for plies in 0.. {
            let found: Vec<(Position, Value)> = all
                .iter()
                .filter(|position| !values.contains_key(position))
                .filter_map(|position| {
                    let after = position.legal_moves().map(|mv| position.play(&mv).unwrap());
                    let replies: Vec<_> = after.map(|after| values.get(&after).copied()).collect();
                    if replies.iter().any(|reply| matches!(reply, Some(Value::Lost(_)))) {
                        Some((*position, Value::Won(plies)))
                    } else if replies.iter().all(|reply| matches!(reply, Some(Value::Won(_)))) {
                        Some((*position, Value::Lost(plies)))
                    } else {
                        None
                    }
                })
                .collect();
            if found.is_empty() {
                break;
            }
            values.extend(found);
        }
        for position in all {
            values.entry(position).or_insert(Value::Drawn);
        }
        Table(values)
    }
}

impl Prober for Table {
    fn most_pieces(&self) -> u32 {
        2
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        self.0.get(position).copied()
    }
}

fn plies(value: Value) -> u32 {
    match value {
        Value::Won(plies) | Value::Lost(plies) => plies.into(),
        Value::Drawn => 0,
    }
}

#[test]
fn a_proven_win_is_never_thrown_away() {
    let table = Arc::new(Table::new());
    // One king each, with one player to move: 992 positions. 230 are won, 654 drawn and 108 lost, in at most
    // 11 plies (published).
    let of_red = table.0.iter().filter(|(position, _)| {
        position.turn() == Player::Red
            && Player::ALL.into_iter().all(|player| position.board().count(player) > 0)
    });
    let of_red: Vec<Value> = of_red.map(|(_, &value)| value).collect();
    let count = |is: fn(&Value) -> bool| of_red.iter().filter(|value| is(value)).count();
    assert_eq!(count(|value| matches!(value, Value::Won(_))), 230);
    assert_eq!(count(|value| *value == Value::Drawn), 654);
    assert_eq!(count(|value| matches!(value, Value::Lost(_))), 108);
    assert_eq!(of_red.iter().map(|&value| plies(value)).max(), Some(11));
    let mut engine = Engine::new().with_prober(Arc::clone(&table) as Arc<dyn Prober>);
    for (&position, &value) in &table.0 {
        let Some(choice) = engine.choose(&position, Limits::depth(1)) else {
            assert_eq!(value, Value::Lost(0));
            continue;
        };
        let after = table.0[&position.play(&choice.mv).unwrap()];
        match value {
            Value::Won(plies) => assert_eq!(after, Value::Lost(plies - 1), "{}", position.board()),
            Value::Drawn => assert_eq!(after, Value::Drawn, "{}", position.board()),
            Value::Lost(plies) => assert_eq!(after, Value::Won(plies - 1), "{}", position.board()),
        }
        if choice.depth > 0 {
            let expected = match value {
                Value::Won(plies) => WIN - i32::from(plies),
                Value::Drawn => 0,
                Value::Lost(plies) => i32::from(plies) - WIN,
            };
            assert_eq!(choice.score, expected, "{}", position.board());
        }
    }
}

/// A prober that reports every position of two pieces as won after very many plies.
struct FarAway;

impl Prober for FarAway {
    fn most_pieces(&self) -> u32 {
        2
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let pieces = position.board().count(Player::Red) + position.board().count(Player::Black);
        assert_eq!(pieces, 2, "only positions of two pieces are probed");
        Some(Value::Won(u16::MAX))
    }
}

#[test]
fn a_proven_win_of_any_length_is_a_win() {
    let mut engine = Engine::new().with_prober(Arc::new(FarAway));
    let position = notation::position(Rules::ENGLISH, Player::Red, "R c1, B h6");
    let choice = engine.choose(&position, Limits::depth(3)).unwrap();
    assert!(choice.score < 0 && plies_to_end(choice.score).is_some(), "{}", choice.score);
    let three = notation::position(Rules::ENGLISH, Player::Red, "R c1, R e1, B h6");
    assert!(engine.choose(&three, Limits::depth(3)).is_some());
}
