//! The results as one JSON object. docs/json.md documents it.

use std::io::{self, Write};

use crate::rank::{MoveFields, Ranking, RankingFields};
use crate::tree::{self, Node, Visitor};
use crate::{Ranker, Statistics};
use rankmoves_core::{Position, Score, Shape};
use serde::Serialize;

use crate::program::progress;
use rankmoves_endings::Value;
use rankmoves_endings::service::Proven;
use shell::Stop;

/// Ranks the moves of a position and prints them as one JSON object: if requested, with the replies to each
/// move, and with proven values from the given source.
pub fn write(
    mut ranker: Ranker,
    position: &Position,
    depth: u32,
    with_tree: bool,
    proven: Option<&Proven>,
) -> Result<Statistics, Stop> {
    let moves = progress::rank(&mut ranker, position, depth)?;
    let lines = progress::lines(&mut ranker, position, &moves, depth)?;
    let ranking = Ranking { position: *position, depth, moves, lines };
    let values = proven.map(|proven| values(&ranking, proven));
    let mut statistics = ranker.statistics();
    let fields = RankingFields { ranking: &ranking, proven: values.as_deref() };
    progress::write(&format!("tree to depth {depth}"), |out| {
        if with_tree {
            statistics.nodes = write_tree(fields, &mut *out)?;
        } else {
            serde_json::to_writer(&mut *out, &fields)?;
        }
        out.write_all(b"\n")
    })?;
    Ok(statistics)
}

/// Looks up the value of each ranked move under perfect play, for `--proven`.
pub fn values(ranking: &Ranking, proven: &Proven) -> Vec<Option<Value>> {
    proven.values_of(&ranking.position, ranking.moves.iter().map(|ranked| &ranked.mv))
}

/// The fields of a root move or of a reply.
type ProvenMoveFields<'a> = MoveFields<'a, Option<Value>>;

/// Writes the object with the replies to each move. Returns the number of moves.
fn write_tree(fields: RankingFields<'_, Option<Value>>, mut out: impl Write) -> io::Result<u64> {
    let Ranking { position, depth, .. } = *fields.ranking;
    let empty = Ranking { position, depth, moves: Vec::new(), lines: Vec::new() };
    let object = serde_json::to_vec(&empty)?;
    // The object ends with the list of moves, which stays open.
    let (head, end) = object.split_at(object.len() - b"]}".len());
    out.write_all(head)?;
    let shape = position.board().shape();
    let mut json = Json { out: &mut out, shape, root_moves: fields.moves(), is_first: true, nodes: 0 };
    tree::walk(&position, depth, &mut json)?;
    let nodes = json.nodes;
    out.write_all(end)?;
    Ok(nodes)
}

/// Writes moves as they are visited, so the tree is never in memory.
struct Json<W, I> {
    out: W,
    /// The shape of the board, for the numbers of the squares.
    shape: Shape,
    /// The root moves still to come.
    root_moves: I,
    /// True if the next move is the first of its list.
    is_first: bool,
    /// The number of moves written.
    nodes: u64,
}

impl<'a, W: Write, I: Iterator<Item = ProvenMoveFields<'a>>> Json<W, I> {
    /// Writes the fields of an object without its braces.
    fn fields(&mut self, fields: &impl Serialize) -> io::Result<()> {
        let object = serde_json::to_vec(fields)?;
        self.out.write_all(&object[1..object.len() - 1])
    }

    /// Writes a move's object and leaves it open. The object of a root move includes its rank.
    fn begin(&mut self, node: Node<'_>) -> io::Result<()> {
        self.out.write_all(if self.is_first { b"{" } else { b",{" })?;
        let root = if node.ply == 0 { self.root_moves.next() } else { None };
        let reply = ProvenMoveFields { mv: node.mv, shape: self.shape, rank: None, proven: None };
        self.fields(&root.unwrap_or(reply))
    }

    fn end(&mut self) -> io::Result<()> {
        self.is_first = false;
        self.out.write_all(b"}")
    }
}

impl<'a, W: Write, I: Iterator<Item = ProvenMoveFields<'a>>> Visitor for Json<W, I> {
    fn open(&mut self, node: Node<'_>) -> io::Result<()> {
        self.begin(node)?;
        self.is_first = true;
        self.out.write_all(b",\"replies\":[")
    }

    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
        self.nodes += 1;
        if node.depth == 0 {
            self.begin(node)?;
        } else {
            self.out.write_all(b"]")?;
        }
        if node.ply > 0 {
            write!(self.out, ",\"score\":{score}")?;
        }
        self.end()
    }
}
