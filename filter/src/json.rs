//! The results as one JSON object. docs/json.md documents it.

use std::io::{self, Write};

use rankmoves::tree::{self, Node, Visitor};
use rankmoves::{Move, Notation, Player, Position, RankedMove, Ranker, Rules, Score, Shape, Statistics};
use serde::Serialize;

use crate::progress;
use shell::Stop;
use shell::json::{PlayerName, RulesFields, ShapeFields, texts};

/// The fields of the object before its moves.
#[derive(Serialize)]
struct Head {
    #[serde(with = "RulesFields")]
    rules: Rules,
    #[serde(with = "ShapeFields")]
    shape: Shape,
    #[serde(with = "PlayerName")]
    player: Player,
    depth: u32,
}

/// The fields of every move.
#[derive(Serialize)]
struct MoveFields {
    #[serde(rename = "move")]
    text: String,
    numbers: String,
    path: Vec<String>,
    captured: Vec<String>,
    crowns: bool,
}

/// The fields that the moves to be ranked have besides.
#[derive(Serialize)]
struct RankFields {
    score: Score,
    line: Vec<String>,
    line_numbers: Vec<String>,
}

/// The field that a reply in the tree has besides, behind the replies to it.
#[derive(Serialize)]
struct ReplyFields {
    score: Score,
}

/// Prints the object, with the replies to each move if `with_tree`.
pub fn write(
    mut ranker: Ranker,
    position: &Position,
    depth: u32,
    with_tree: bool,
) -> Result<Statistics, Stop> {
    let moves = progress::rank(&mut ranker, position, depth)?;
    let lines = progress::lines(&mut ranker, position, &moves, depth)?;
    let notation = Notation::Numbers(position.board().shape());
    let fields = |(RankedMove { mv, score }, line): (_, Vec<Move>)| {
        let line_numbers = line.iter().map(|mv| notation.path(mv.path())).collect();
        (mv, RankFields { score, line: texts(&line), line_numbers })
    };
    let ranks: Vec<_> = moves.into_iter().zip(lines).map(fields).collect();
    let mut statistics = ranker.statistics();
    progress::write(depth, |out| {
        let mut json = Json { out, notation, ranks: &ranks, is_first: true, nodes: &mut statistics.nodes };
        json.out.write_all(b"{")?;
        json.fields(&Head {
            rules: position.rules(),
            shape: position.board().shape(),
            player: position.turn(),
            depth,
        })?;
        json.out.write_all(b",\"moves\":[")?;
        if with_tree {
            tree::walk(position, depth, &mut json)?;
        } else {
            for (mv, rank) in &ranks {
                json.begin(mv, Some(rank))?;
                json.end()?;
            }
        }
        json.out.write_all(b"]}\n")
    })?;
    Ok(statistics)
}

/// Writes moves as they come, so that the tree is never in memory.
struct Json<'a, W> {
    out: W,
    /// The notation of the numbers.
    notation: Notation,
    /// The moves of the root in their order; those still to come.
    ranks: &'a [(Move, RankFields)],
    /// True if the next move is the first of its list.
    is_first: bool,
    /// Counts the moves of the tree.
    nodes: &'a mut u64,
}

impl<W: Write> Json<'_, W> {
    /// Writes the fields of an object without its braces.
    fn fields(&mut self, fields: &impl Serialize) -> io::Result<()> {
        let object = serde_json::to_vec(fields)?;
        self.out.write_all(&object[1..object.len() - 1])
    }

    /// Writes a move's object and leaves it open.
    fn begin(&mut self, mv: &Move, rank: Option<&RankFields>) -> io::Result<()> {
        self.out.write_all(if self.is_first { b"{" } else { b",{" })?;
        self.fields(&MoveFields {
            text: mv.to_string(),
            numbers: self.notation.path(mv.path()),
            path: texts(mv.path().squares()),
            captured: texts(mv.captured()),
            crowns: mv.crowns(),
        })?;
        if let Some(rank) = rank {
            self.out.write_all(b",")?;
            self.fields(rank)?;
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.is_first = false;
        self.out.write_all(b"}")
    }

    /// Begins a node as [`begin`](Self::begin) does, with the rank of a move of the root.
    fn begin_node(&mut self, node: Node<'_>) -> io::Result<()> {
        let rank = match self.ranks.split_first() {
            Some(((_, rank), rest)) if node.level == 0 => {
                self.ranks = rest;
                Some(rank)
            }
            _ => None,
        };
        self.begin(node.mv, rank)
    }
}

impl<W: Write> Visitor for Json<'_, W> {
    fn open(&mut self, node: Node<'_>) -> io::Result<()> {
        self.begin_node(node)?;
        self.is_first = true;
        self.out.write_all(b",\"replies\":[")
    }

    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
        *self.nodes += 1;
        if node.depth == 0 {
            self.begin_node(node)?;
        } else {
            self.out.write_all(b"]")?;
        }
        if node.level > 0 {
            self.out.write_all(b",")?;
            self.fields(&ReplyFields { score })?;
        }
        self.end()
    }
}
