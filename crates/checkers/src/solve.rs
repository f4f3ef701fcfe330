//! `checkers solve`: the values of moves under perfect play.

use std::fmt::Write as _;
use std::time::Instant;

use rankmoves_core::{Move, Player, Position, Resources, Rules, Shape};
use rankmoves_endings::proof::{Knowledge, Limits, Solution, SolvedMove, Solver};
use rankmoves_endings::{Contents, Material, Tables, Value, Wdl};
use serde::Serialize;

use crate::cli::SolveOptions;
use crate::endings;
use rankmoves_endings::proven::default_folder;
use shell::{Failure, Stop, output, progress};
use table::session::{MOST_MOVES, too_many_moves};
use table::setup;

pub fn run(options: &SolveOptions) -> Result<(), Stop> {
    let position = setup::position(&options.setup, &options.input)?;
    endings::refuse_passes(position.rules())?;
    if !position.legal_moves_up_to(MOST_MOVES).is_complete {
        return Err(Failure::new(format!("cannot solve the position: {}", too_many_moves(&position))).into());
    }
    let tables = tables(&position, options.pieces)?;
    let solver = Solver::new(Some(&tables), options.hash);
    let limits = Limits { deadline: Some(Instant::now() + options.seconds), ..Limits::default() };
    let solution =
        progress::while_showing(|| "searching for proofs".to_owned(), || solver.solve(&position, &limits));
    endings::warn_of_damage(&tables);
    if options.json {
        output::write_lines(&json(&position, &tables, &solution))
    } else {
        output::write_lines(&text(&position, &solution))
    }
}

/// Builds the tables that are asked for, or those of all that the position may lead to if
/// they are not too many, or else those of as many pieces as take some seconds.
fn tables(position: &Position, pieces: Option<u32>) -> Result<Tables, Stop> {
    let mut tables = endings::open_or_begin(position.board().shape(), position.rules());
    let material = Material::of_position(position);
    if let Some(pieces) = pieces {
        announce(&tables, pieces.min(material.pieces()))?;
    }
    endings::build::interruptible(
        &mut tables,
        Resources::default().threads,
        |tables, so_far| {
            let line = || format!("tables of {} positions", so_far.done());
            let build = |tables: &mut Tables| {
                if pieces.is_none() && rankmoves_endings::on_demand::is_quick(tables, &material.all_after()) {
                    return tables.build_from(Contents::Plies, material, so_far);
                }
                let is_quick =
                    |pieces: &u32| rankmoves_endings::on_demand::is_quick(tables, &Material::all(*pieces));
                let pieces =
                    pieces.unwrap_or_else(|| (2..material.pieces()).take_while(is_quick).last().unwrap_or(1));
                tables.build(Contents::Plies, pieces.min(material.pieces()), so_far)
            };
            progress::while_showing(line, || endings::build_somehow(tables, build))
        },
        |_, _| "stopped: tables of endings that were finished are kept\n".to_owned(),
    )??;
    Ok(tables)
}

/// Tells what tables take that are built for longer than some seconds; refuses them without room.
fn announce(tables: &Tables, pieces: u32) -> Result<(), Stop> {
    if rankmoves_endings::on_demand::is_quick(tables, &Material::up_to(pieces)) {
        return Ok(());
    }
    let folder = default_folder();
    let announcement = endings::build::announcement(tables, folder.as_deref(), pieces, Contents::Plies)?;
    output::print_error(&announcement.unwrap_or_default());
    Ok(())
}

fn text(position: &Position, solution: &Solution) -> String {
    let mut text = String::new();
    for SolvedMove { mv, knowledge, line } in &solution.moves {
        let _ = writeln!(text, "{mv}: {}", words(*knowledge));
        if !line.is_empty() {
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            let _ = writeln!(text, "    {}", line.join(" "));
        }
    }
    let player = match position.turn() {
        Player::Red => "red",
        Player::Black => "black",
    };
    let _ = writeln!(text, "{player} to move: {}", words(best(solution)));
    text
}

/// Returns what is known of the best move.
fn best(solution: &Solution) -> Knowledge {
    let (least, most) = solution.bounds();
    let known = solution.moves.iter().map(|solved| solved.knowledge);
    if solution.moves.is_empty() {
        return Knowledge::Value(Value::Lost(0));
    }
    let plies = |knowledge| match knowledge {
        Knowledge::Value(value) => value.plies().map_or(0, u32::from),
        Knowledge::WonWithin(plies) | Knowledge::LostWithin(plies) => plies,
        Knowledge::Won | Knowledge::Lost => u32::MAX,
        Knowledge::NotLost | Knowledge::NotWon | Knowledge::Unknown => 0,
    };
    let of = |wdl| known.clone().filter(move |knowledge| knowledge.wdl() == Some(wdl));
    let best = match (least, most) {
        (Wdl::Win, _) => of(Wdl::Win).min_by_key(|&knowledge| plies(knowledge)),
        (_, Wdl::Loss) => of(Wdl::Loss).max_by_key(|&knowledge| plies(knowledge)),
        (Wdl::Draw, Wdl::Draw) => Some(Knowledge::Value(Value::Drawn)),
        (Wdl::Draw, Wdl::Win) => Some(Knowledge::NotLost),
        (Wdl::Loss, Wdl::Draw) => Some(Knowledge::NotWon),
        (Wdl::Loss, Wdl::Win) => Some(Knowledge::Unknown),
    };
    // Another move may win sooner than is known of it, or lose later.
    let is_exact = |knowledge| matches!(knowledge, Knowledge::Value(_));
    match best.unwrap_or(Knowledge::Unknown) {
        Knowledge::Value(Value::Won(plies))
            if known.clone().any(|other| !is_exact(other) && other.at_most() == Wdl::Win) =>
        {
            Knowledge::WonWithin(plies.into())
        }
        Knowledge::Value(Value::Lost(plies)) if !known.clone().all(is_exact) => {
            Knowledge::LostWithin(plies.into())
        }
        best => best,
    }
}

fn words(knowledge: Knowledge) -> String {
    match knowledge {
        Knowledge::Value(value) => value.to_string(),
        Knowledge::WonWithin(plies) => format!("won in at most {plies}"),
        Knowledge::LostWithin(plies) => format!("lost in at most {plies}"),
        Knowledge::Won => "won".to_owned(),
        Knowledge::Lost => "lost".to_owned(),
        Knowledge::NotLost => "won or drawn".to_owned(),
        Knowledge::NotWon => "drawn or lost".to_owned(),
        Knowledge::Unknown => "not known".to_owned(),
    }
}

/// The object that is printed. docs/solve.md documents it.
#[derive(Serialize)]
struct Answer<'a> {
    rules: Rules,
    shape: Shape,
    player: Player,
    /// The greatest number of pieces of a position that tables know.
    pieces: u32,
    #[serde(flatten)]
    value: Fields,
    moves: Vec<MoveAnswer<'a>>,
    nodes: u64,
}

#[derive(Serialize)]
struct MoveAnswer<'a> {
    #[serde(rename = "move")]
    mv: &'a Move,
    #[serde(flatten)]
    value: Fields,
    line: &'a [Move],
}

/// The knowledge of a value.
#[derive(Serialize)]
struct Fields {
    at_least: &'static str,
    at_most: &'static str,
    /// The plies to the end, if the game ends.
    plies: Option<u32>,
    /// True if the plies are exact; otherwise they are an upper bound.
    exact: bool,
}

impl Fields {
    fn new(knowledge: Knowledge) -> Fields {
        let (plies, exact) = match knowledge {
            Knowledge::Value(value) => (value.plies().map(u32::from), true),
            Knowledge::WonWithin(plies) | Knowledge::LostWithin(plies) => (Some(plies), false),
            Knowledge::Won
            | Knowledge::Lost
            | Knowledge::NotLost
            | Knowledge::NotWon
            | Knowledge::Unknown => (None, false),
        };
        let name = |wdl| match wdl {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        };
        Fields { at_least: name(knowledge.at_least()), at_most: name(knowledge.at_most()), plies, exact }
    }
}

fn json(position: &Position, tables: &Tables, solution: &Solution) -> String {
    let answer = Answer {
        rules: position.rules(),
        shape: position.board().shape(),
        player: position.turn(),
        pieces: tables.most_pieces(),
        value: Fields::new(best(solution)),
        moves: solution
            .moves
            .iter()
            .map(|SolvedMove { mv, knowledge, line }| MoveAnswer { mv, value: Fields::new(*knowledge), line })
            .collect(),
        nodes: solution.nodes,
    };
    serde_json::to_string(&answer).expect("these fields have a JSON form") + "\n"
}
