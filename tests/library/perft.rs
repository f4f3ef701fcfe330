//! Perft counts: each file in `testdata/perft` has its own in comments
//! `# perft DEPTH COUNT`, with their source.

use std::fs;
use std::path::{Path, PathBuf};

use rankmoves::exchange::Document;
use rankmoves::pdn::Fen;
use rankmoves::{Position, Rules, perft};

/// The largest count in the ordinary run: it includes all that are published
/// to depth 9 of the start position.
const ORDINARY: u64 = 4_000_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/perft");
    let entries = fs::read_dir(&folder).expect("testdata/perft is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the depths and counts of a file.
fn counts(text: &str) -> Vec<(u32, u64)> {
    let numbers = text.lines().filter_map(|line| line.strip_prefix("# perft "));
    let pair = |numbers: &str| {
        let (depth, count) = numbers.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    numbers
        .map(|numbers| pair(numbers).unwrap_or_else(|| panic!("not a depth and a count: {numbers}")))
        .collect()
}

fn check(is_due: impl Fn(u64) -> bool) {
    let mut checked = 0;
    for file in files() {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap();
        let position = text.parse::<Document>().and_then(|document| document.position());
        let position = position.unwrap_or_else(|error| panic!("{name}:{error}"));
        let counts = counts(&text);
        assert!(!counts.is_empty(), "{name} has no counts");
        for (depth, count) in counts.into_iter().filter(|&(_, count)| is_due(count)) {
            assert_eq!(perft(&position, depth).unwrap(), count, "{name} at depth {depth}");
            checked += 1;
        }
    }
    assert!(checked > 0, "no counts were checked");
}

#[test]
fn every_file_has_its_perft_counts() {
    check(|count| count <= ORDINARY);
}

#[test]
#[ignore = "minutes in a test build; run by `make perft`"]
fn every_file_has_its_deep_perft_counts() {
    check(|count| count > ORDINARY);
}

#[test]
fn fen_positions_have_their_published_counts() {
    let published: [(&str, &[u64]); 2] = [
        ("W:WK30,28:B1,2,3,26,18,17,25", &[2, 12, 36, 186, 868, 4508]),
        ("B:WK29,K30,K31,K32:BK1,K2,K3,K4", &[7, 49, 350, 2500, 20200, 163_216]),
    ];
    for (text, counts) in published {
        let position = text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth).unwrap(), count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn perft_at_depth_0_is_1() {
    assert_eq!(perft(&Position::start(Rules::ENGLISH), 0).unwrap(), 1);
}

#[test]
fn a_depth_above_the_limit_is_refused() {
    let depth = rankmoves::MAX_PERFT_DEPTH + 1;
    let position = Position::start(Rules::ENGLISH);
    for error in [perft(&position, depth).unwrap_err(), rankmoves::divide(&position, depth).unwrap_err()] {
        assert_eq!(error.to_string(), "moves are counted to a depth of 1000 at most, not 1001");
    }
}
