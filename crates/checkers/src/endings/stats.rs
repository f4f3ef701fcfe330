//! `checkers endings stats`: the counts of wins, draws and losses.

use std::fmt::Write as _;

use rankmoves_core::{Player, Rules, Shape};
use rankmoves_endings::{Contents, Material, Tables};
use serde::Serialize;

use super::{EndingsOptions, build, failed, open};
use shell::{Stop, json, output};

/// The object of `stats --json`. docs/solve.md documents it.
#[derive(Serialize)]
struct Stats {
    rules: Rules,
    shape: Shape,
    materials: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    /// The player to move; `None` if both have the same counts.
    turn: Option<Player>,
    own_men: u32,
    own_kings: u32,
    their_men: u32,
    their_kings: u32,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The longest win and loss; `None` if the table has only results.
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
}

pub fn run(options: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let ((mut tables, folder), contents) = (open(options)?, options.contents());
    if let Some(announcement) = build::announcement(&tables, Some(&folder), pieces, contents)? {
        output::print_error(&announcement);
    }
    // The counts also need the values that files of results omit.
    build::complete(&mut tables, options, pieces, Tables::complete)?;
    let mut lines = Vec::new();
    let mut all = Material::up_to(pieces);
    all.sort_by_key(|material| (material.pieces(), *material));
    for material in all {
        for &player in tables.players() {
            let counts = tables.counts(contents, player, material);
            let counts = counts.map_err(|why| failed("count the values of endings", &why))?;
            let plies = |plies| (contents == Contents::Plies).then_some(plies);
            lines.push(Line {
                turn: (tables.players().len() > 1).then_some(player),
                own_men: material.own.men,
                own_kings: material.own.kings,
                their_men: material.theirs.men,
                their_kings: material.theirs.kings,
                positions: counts.positions,
                wins: counts.won,
                draws: counts.drawn,
                losses: counts.lost,
                longest_win: plies(counts.longest_win),
                longest_loss: plies(counts.longest_loss),
            });
        }
    }
    if options.json {
        let stats = Stats { rules: tables.rules(), shape: tables.shape(), materials: lines };
        return output::write_lines(&json::line(&stats));
    }
    output::write_lines(&text(&lines))
}

fn text(lines: &[Line]) -> String {
    let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    let mut text = String::new();
    for line in lines {
        let Line { own_men, own_kings, their_men, their_kings, positions, wins, draws, losses, .. } = line;
        let turn = line.turn.map_or(String::new(), |turn| format!(" {turn}"));
        let (longest_win, longest_loss) = (plies(line.longest_win), plies(line.longest_loss));
        let _ = writeln!(
            text,
            "{own_men} {own_kings} {their_men} {their_kings} {positions} {wins} {draws} {losses} {longest_win} {longest_loss}{turn}"
        );
    }
    text
}
