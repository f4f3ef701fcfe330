//! The man page of the file format, made from docs/format.md.

use std::path::Path;
use std::{fs, io};

use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use shell::manual::sections;
use shell::manual::{ManualEntry, STATUSES};

const FORMAT: &str = include_str!("../../docs/format.md");

const EXAMPLES: &[ManualEntry] = &[
    ("rankmoves -d 8 game.txt", "Ranks the moves in the position that the moves of a file lead to"),
    ("checkers info game.txt", "Checks a file and shows its contents"),
    ("checkers convert --to pdn game.txt", "Writes a file as PDN"),
    ("checkers show --format exchange --fen W:W21,22:B9,10", "Writes a file for a FEN position"),
];

/// Writes the page into a folder.
pub fn write(folder: &Path) -> io::Result<()> {
    let version = concat!("rankmoves ", env!("CARGO_PKG_VERSION"));
    let mut roff = Roff::new();
    roff.control("TH", ["rankmoves", "5", "", version, ""]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("rankmoves - files of checkers positions and games")]);
    roff.control("SH", ["DESCRIPTION"]);
    blocks(FORMAT, &mut roff);
    roff.extend([sections(EXAMPLES, STATUSES, ("rankmoves", "5"))]);
    fs::write(folder.join("rankmoves.5"), roff.render())
}

/// Adds the subsections, paragraphs, lists, tables and samples of a text in Markdown.
/// Leaves out its title.
fn blocks(markdown: &str, roff: &mut Roff) {
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            roff.control("PP", []).control("RS", ["4"]).control("nf", []);
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                roff.text([roman(line)]);
            }
            roff.control("fi", []).control("RE", []);
        } else if line.starts_with('|') {
            // Skip the heading and the line below it.
            let _ = lines.next();
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                let (name, meaning) =
                    row.trim_matches('|').split_once(" | ").expect("tables have two columns");
                roff.control("TP", []).text(inlines(name.trim())).text(inlines(meaning.trim()));
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            roff.control("SS", [heading]);
        } else if !line.is_empty() && !line.starts_with("# ") {
            let mut text = line.to_owned();
            let goes_on = |line: &&str| !line.is_empty() && !line.starts_with(['|', '-', '`']);
            while let Some(more) = lines.next_if(goes_on) {
                text.push(' ');
                text.push_str(more.trim_start());
            }
            match text.strip_prefix("- ") {
                Some(item) => roff.control("IP", ["\\(bu", "2"]).text(inlines(item)),
                None => roff.control("PP", []).text(inlines(&text)),
            };
        }
    }
}

/// Returns a line of Markdown with code in bold and emphasis in italics.
fn inlines(markdown: &str) -> Vec<Inline> {
    let mut inlines = Vec::new();
    for (index, part) in markdown.split('`').enumerate() {
        if index % 2 == 1 {
            inlines.push(bold(part));
            continue;
        }
        let part = part.replace("**", "*");
        let stressed = part.split('*').enumerate();
        inlines.extend(stressed.map(|(index, part)| if index % 2 == 1 { italic(part) } else { roman(part) }));
    }
    inlines
}
