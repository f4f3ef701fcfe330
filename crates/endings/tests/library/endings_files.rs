//! Tests that files of tables are refused if they are incomplete, damaged, truncated, swapped or made for
//! another board, and that no value in them is used.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rankmoves_core::{PieceCount, Player, Rules, Shape};
use rankmoves_endings::{BuildControl, BuildError, Contents, Counts, Material, Tables};
use tempfile::TempDir;

fn shape(ranks: u32, files: u32) -> Shape {
    Shape::new(ranks, files, false).unwrap()
}

/// Opens the tables of English rules in a folder and builds what is missing.
fn complete(folder: &Path, shape: Shape, pieces: u32) -> Result<Tables, BuildError> {
    let mut tables = Tables::open(folder, shape, Rules::ENGLISH)?;
    tables.build(Contents::Plies, pieces, &BuildControl::default())?;
    Ok(tables)
}

/// Returns the files of the only folder of tables in a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn counts(tables: &Tables, pieces: u32) -> Result<Vec<Counts>, BuildError> {
    let counts = |&material: &Material| tables.counts(Contents::Plies, Player::Red, material);
    Material::up_to(pieces).iter().map(counts).collect()
}

/// Opens tables and reads all their values.
fn read(folder: &Path, shape: Shape, pieces: u32) -> Result<(), BuildError> {
    let tables = Tables::open(folder, shape, Rules::ENGLISH)?;
    for material in Material::up_to(pieces) {
        tables.verify_material(material, &BuildControl::default())?;
    }
    Ok(())
}

#[track_caller]
fn assert_blames(result: Result<(), BuildError>, file: &Path, what: &str) {
    let said = result.map_or_else(|why| why.to_string(), |()| "nothing".to_owned());
    assert!(said.starts_with(&format!("{}: ", file.display())), "{what}: {said}");
}

/// Rotating a board of 4x5 by half a turn does not map playable squares to playable squares, so each player
/// has a table.
#[test]
fn half_a_pair_of_tables_is_none() {
    let (folder, shape) = (TempDir::new().unwrap(), shape(4, 5));
    let right = counts(&complete(folder.path(), shape, 3).unwrap(), 3).unwrap();
    let files = files(folder.path());
    assert_eq!(files.len(), 32);
    for (path, bytes) in &files {
        fs::remove_file(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let other = Tables::open(folder.path(), shape, Rules::ENGLISH).unwrap();
        let has_table = |&material: &Material| other.counts(Contents::Plies, Player::Red, material).is_ok();
        assert_eq!(Material::up_to(3).into_iter().filter(has_table).count(), 15, "{name}");
        // Here all other tables are removed as well, so that they are built from the rebuilt table.
        if name.ends_with("0-1-0-1.slice") {
            for path in files.keys().filter(|path| !path.to_str().unwrap().ends_with("0-1-0-1.slice")) {
                fs::remove_file(path).unwrap();
            }
        }
        let tables = complete(folder.path(), shape, 3).unwrap();
        assert_eq!(counts(&tables, 3).unwrap(), right, "{name}");
        assert_eq!(fs::read(path).unwrap(), *bytes, "{name}");
    }
}

#[test]
fn a_table_that_is_not_there_is_missed_by_name() {
    let (folder, shape) = (TempDir::new().unwrap(), shape(4, 4));
    drop(complete(folder.path(), shape, 3).unwrap());
    let path = files(folder.path()).into_keys().find(|path| path.ends_with("0-1-0-1.slice")).unwrap();
    fs::remove_file(path).unwrap();
    let tables = Tables::open(folder.path(), shape, Rules::ENGLISH).unwrap();
    let king_more =
        Material { own: PieceCount { men: 0, kings: 2 }, theirs: PieceCount { men: 0, kings: 1 } };
    let why = tables.verify_material(king_more, &BuildControl::default()).unwrap_err();
    assert!(why.to_string().starts_with("there is no table of 0 1 0 1 "), "{why}");
}

#[test]
fn a_damaged_table_is_reported_by_its_own_name() {
    let (folder, shape) = (TempDir::new().unwrap(), shape(5, 5));
    drop(complete(folder.path(), shape, 3).unwrap());
    let files = files(folder.path());
    let kings = files.keys().find(|path| path.ends_with("0-1-0-1.slice")).unwrap();
    let mut damaged = files[kings].clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(kings, &damaged).unwrap();
    let tables = Tables::open(folder.path(), shape, Rules::ENGLISH).unwrap();
    let king_more =
        Material { own: PieceCount { men: 0, kings: 2 }, theirs: PieceCount { men: 0, kings: 1 } };
    assert_blames(tables.verify_material(king_more, &BuildControl::default()), kings, "verify");
    assert!(tables.counts(Contents::Plies, Player::Red, king_more).is_ok(), "it is whole itself");
    for path in files.keys().filter(|path| path.to_str().unwrap().contains("0-2-")) {
        fs::remove_file(path).unwrap();
    }
    assert_blames(complete(folder.path(), shape, 3).map(drop), kings, "build");
}

/// Asserts that tables are refused if a file has these bytes.
#[track_caller]
fn assert_refused(folder: &Path, shape: Shape, file: &Path, bytes: &[u8], what: &str) {
    // Overwriting a file makes some systems flush it, which is slow.
    let _ = fs::remove_file(file);
    fs::write(file, bytes).unwrap();
    assert_blames(read(folder, shape, 2), file, what);
}

#[test]
fn every_flipped_byte_and_every_cut_of_a_table_is_refused_by_name() {
    for ranks in [4, 5] {
        let (folder, shape) = (TempDir::new().unwrap(), shape(ranks, 4));
        drop(complete(folder.path(), shape, 2).unwrap());
        read(folder.path(), shape, 2).unwrap();
        let (file, good) = files(folder.path()).into_iter().next().unwrap();
        for place in 0..good.len() {
            let mut bytes = good.clone();
            for flipped in [good[place] ^ 1, good[place] ^ 0x80, !good[place]] {
                bytes[place] = flipped;
                assert_refused(folder.path(), shape, &file, &bytes, &format!("byte {place}"));
            }
            assert_refused(folder.path(), shape, &file, &good[..place], &format!("cut to {place}"));
        }
        assert_refused(folder.path(), shape, &file, &[&good[..], b"\0"].concat(), "a byte more");
        fs::write(&file, &good).unwrap();
        read(folder.path(), shape, 2).unwrap();
    }
}

#[test]
fn exchanged_and_foreign_tables_are_refused_by_name() {
    let (folder, shape) = (TempDir::new().unwrap(), shape(5, 4));
    drop(complete(folder.path(), shape, 2).unwrap());
    let good = files(folder.path());
    // Replace each file with every other file in turn.
    for (file, right) in &good {
        for (from, bytes) in good.iter().filter(|(from, _)| *from != file) {
            assert_refused(folder.path(), shape, file, bytes, &format!("from {}", from.display()));
        }
        fs::write(file, right).unwrap();
    }
    // Other rules, the flipped board, and another size of board.
    let [rules, english] = [Rules::ALL[0], Rules::ENGLISH];
    let flipped = Shape::new(5, 4, true).unwrap();
    let larger = Shape::new(4, 5, false).unwrap();
    for (shape_of_other, rules) in [(shape, rules), (flipped, english), (larger, english)] {
        let other = TempDir::new().unwrap();
        let mut tables = Tables::open(other.path(), shape_of_other, rules).unwrap();
        tables.build(Contents::Plies, 2, &BuildControl::default()).unwrap();
        for (path, bytes) in files(other.path()) {
            let name = path.file_name().unwrap();
            let file = good.keys().find(|file| file.ends_with(name)).unwrap();
            assert_refused(folder.path(), shape, file, &bytes, &format!("{shape_of_other} {rules:?}"));
            fs::write(file, &good[file]).unwrap();
        }
    }
    read(folder.path(), shape, 2).unwrap();
}

#[test]
fn a_table_that_is_damaged_while_it_is_open_is_not_believed() {
    let (folder, shape) = (TempDir::new().unwrap(), shape(4, 4));
    drop(complete(folder.path(), shape, 2).unwrap());
    let tables = Tables::open(folder.path(), shape, Rules::ENGLISH).unwrap();
    let (file, bytes) = files(folder.path()).into_iter().next().unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let blamed = Material::all(2)
        .into_iter()
        .map(|material| tables.counts(Contents::Plies, Player::Red, material))
        .find_map(Result::err);
    assert_blames(blamed.map_or(Ok(()), Err), &file, "cut");
}
