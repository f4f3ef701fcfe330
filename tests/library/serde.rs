//! Tests positions and rankings as JSON: they have the form that docs/json.md describes, and are read back
//! unchanged.

use proptest::prelude::*;
use rankmoves::{Ranker, rank};
use rankmoves_core::{Path, Player, Ply, Position, Rules, Setup, Shape, Square};
use serde_json::{Value, from_str, from_value, json, to_value};
use testing::support;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn setups_are_read_as_they_were_written(plain in prop_oneof![support::standard(), support::other_shapes()]) {
        let position = support::position(&plain);
        let text = serde_json::to_string(&position).unwrap();
        prop_assert_eq!(from_str::<Position>(&text).unwrap(), position);
        let value = to_value(position.setup()).unwrap();
        // The characters are those of the exchange format.
        let rows: Vec<&str> = value["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let drawn: String = position.board().to_string();
        let cells = drawn.lines().filter(|line| !line.starts_with('-')).map(|line| {
            line.split('#').next().unwrap().chars().filter(|cell| !" |".contains(*cell)).collect::<String>()
        });
        prop_assert_eq!(rows, cells.collect::<Vec<_>>());
        prop_assert_eq!(from_value::<Setup>(value).unwrap(), position.setup());
    }

    #[test]
    fn a_ranking_has_the_moves_and_their_scores(plain in support::tiny(), depth in 0..3_u32) {
        let position = support::position(&plain);
        let ranked = rank(&position, depth).unwrap();
        let value = to_value(Ranker::new().ranking(&position, depth).unwrap()).unwrap();
        prop_assert_eq!(&value["depth"], &json!(depth));
        prop_assert_eq!(&value["player"], &json!(position.turn().to_string()));
        let moves = value["moves"].as_array().unwrap();
        prop_assert_eq!(moves.len(), ranked.len());
        for (fields, ranked) in moves.iter().zip(&ranked) {
            prop_assert_eq!(&fields["move"], &json!(ranked.mv.to_string()));
            prop_assert_eq!(&fields["score"], &json!(ranked.score));
            prop_assert_eq!(&fields["line"][0], &fields["move"]);
        }
    }
}

#[test]
fn small_types_are_texts() {
    assert_eq!(to_value("d4".parse::<Square>().unwrap()).unwrap(), json!("d4"));
    assert_eq!(from_value::<Path>(json!("d4->b6")).unwrap(), "d4->b6".parse().unwrap());
    assert_eq!(from_value::<Ply>(json!("pass")).unwrap(), Ply::Pass);
    assert_eq!(from_value::<Player>(json!("black")).unwrap(), Player::Black);
    let rules = json!({"capture": "required", "jumps": "multiple", "blocked": "loses"});
    assert_eq!(to_value(Rules::ENGLISH).unwrap(), rules);
    assert_eq!(from_value::<Rules>(rules).unwrap(), Rules::ENGLISH);
    let shape = json!({"ranks": 10, "files": 9, "flipped": true});
    assert_eq!(from_value::<Shape>(shape).unwrap(), Shape::new(10, 9, true).unwrap());
}

#[test]
fn errors_describe_the_fault() {
    let refused = |text: &str, expected: &str| {
        let error = from_str::<Setup>(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    let mut start = to_value(Position::start(Rules::ENGLISH, Player::Red)).unwrap();
    refused("[]", "invalid length 0");
    refused("{}", "missing field `rules`");
    start["board"][0] = json!("........");
    refused(&start.to_string(), "expected a red square (\") on a8 but found '.'");
    start["board"] = json!([]);
    refused(&start.to_string(), "expected 8 rows of a board of 8x8 but found 0");
    start["shape"] = json!({"ranks": 3, "files": 8, "flipped": false});
    refused(&start.to_string(), "found a board of 3x8, but each side of a board has at least 4 squares");
    assert!(from_value::<Square>(Value::from("z")).is_err());
}
