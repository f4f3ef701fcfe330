//! Implements serde for the game's types, in the form of the programs' JSON.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error as _, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::board::Board;
use crate::model::moves::{Move, Path, Ply};
use crate::model::player::Player;
use crate::model::position::{Position, Setup};
use crate::model::rules::Rules;
use crate::model::shape::Shape;
use crate::model::square::Square;

/// A visitor that parses a string.
struct Parsed<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Parsed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Serialises types as their `Display` text.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

/// Deserialises types from their `Display` text.
macro_rules! from_text {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Parsed(PhantomData))
            }
        }
    )*};
}

as_text!(Square, Path, Ply, Move);
from_text!(Square, Path, Ply);

#[derive(Deserialize)]
#[serde(rename = "shape", deny_unknown_fields, expecting = "an object with ranks, files and flipped")]
struct ShapeFields {
    ranks: u32,
    files: u32,
    flipped: bool,
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        let ShapeFields { ranks, files, flipped } = Deserialize::deserialize(deserializer)?;
        Shape::new(ranks, files, flipped)
            .map_err(|reason| D::Error::custom(format!("found a board of {ranks}x{files}, but {reason}")))
    }
}

/// Writes a game object without moves.
///
/// # Errors
///
/// If a jump is in progress, because JSON cannot hold it.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.jumping.is_some() {
            return Err(S::Error::custom("a jump in progress cannot be written"));
        }
        let Setup { board, turn, rules, .. } = *self;
        let shape = board.shape();
        let board = (0..shape.ranks()).rev().map(|rank| board.row(rank).into()).collect();
        SetupFields { rules, shape, turn, board }.serialize(serializer)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "game", deny_unknown_fields, expecting = "the object of a game")]
struct SetupFields<'a> {
    rules: Rules,
    shape: Shape,
    turn: Player,
    #[serde(borrow)]
    board: Vec<Cow<'a, str>>,
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        let SetupFields { rules, shape, turn, board: rows } = Deserialize::deserialize(deserializer)?;
        let mut board = Board::empty(shape);
        if rows.len() != usize::from(shape.ranks()) {
            let (expected, found) = (shape.ranks(), rows.len());
            let message = format!("expected {expected} rows of a board of {shape} but found {found}");
            return Err(D::Error::custom(message));
        }
        for (rank, row) in (0..shape.ranks()).rev().zip(rows) {
            board.put_row(rank, &row).map_err(D::Error::custom)?;
        }
        Ok(Setup { board, turn, rules, jumping: None })
    }
}

/// Writes the [`Setup`].
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.setup().serialize(serializer)
    }
}

/// Reads a [`Setup`].
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        Setup::deserialize(deserializer)?.position().map_err(D::Error::custom)
    }
}
