//! Draws pictures of positions and games.

use std::time::Duration;

use picture::{Picture, svg};
use pyo3::prelude::*;
use rankmoves::Ranker;
use rankmoves_core::{Position, Resources};

use crate::arguments::{Depth, Flip, Numbers};
use crate::error;
use crate::run::rank;

/// The depth of the scores in a notebook.
const NOTEBOOK_DEPTH: u32 = 6;

/// The longest time for a ranking in a notebook. The notebook shows the scores of the last finished depth.
const MAX_NOTEBOOK_TIME: Duration = Duration::from_millis(100);

/// The maximum number of moves that a notebook shows. If there were more, arrows would hide one another.
const MAX_ARROWS: usize = 60;

/// Draws a picture; if a depth is given, with the scores of the moves at that depth.
pub fn draw(
    py: Python<'_>,
    mut picture: Picture,
    position: &Position,
    depth: Option<Depth>,
    flip: Flip,
    numbers: Numbers,
) -> PyResult<String> {
    (picture.flip, picture.numbers) = (flip.0, numbers.0);
    if let Some(Depth(depth)) = depth {
        picture.rank(rank(py, *position, depth, Resources::default())?, depth);
    }
    Ok(py.detach(|| svg::draw(&picture)))
}

/// Draws a picture for a notebook, with the scores of the moves unless there are many moves.
pub fn draw_for_notebook(py: Python<'_>, mut picture: Picture, position: &Position) -> PyResult<String> {
    py.detach(|| {
        if position.legal_moves().up_to(MAX_ARROWS).is_complete && position.has_moves() {
            let rank = |ranker: &mut Ranker, depth| Ok((ranker.rank(position, depth)?, depth));
            let (ranked, depth) = Ranker::new().within(position, MAX_NOTEBOOK_TIME, NOTEBOOK_DEPTH, rank)?;
            picture.rank(ranked, depth);
        }
        Ok(svg::draw(&picture))
    })
    .map_err(error::of_search)
}
