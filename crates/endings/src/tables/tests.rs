use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;

use super::*;
use crate::Prober;
use rankmoves_core::PieceCount;

/// Builds results-only tables, partly from existing files. Asserts that they agree with tables that store plies.
fn assert_results_agree(shape: Shape, rules: Rules, pieces: u32) {
    let folder = TempDir::new().unwrap();
    let threads = NonZeroUsize::new(2).unwrap();
    let mut tables = Tables::new(shape, rules);
    tables.build(Contents::Plies, pieces, &BuildControl::with_threads(threads)).unwrap();
    let mut first = Tables::open(folder.path(), shape, rules).unwrap();
    first.build(Contents::Results, pieces - 1, &BuildControl::with_threads(threads)).unwrap();
    // At first some of the files exist, later all.
    for _ in 0..2 {
        let mut again = Tables::open(folder.path(), shape, rules).unwrap();
        again.complete(Contents::Results, pieces, &BuildControl::with_threads(threads)).unwrap();
        let ids: Vec<SliceId> = tables.store(Contents::Plies).ids().collect();
        assert!(ids.iter().all(|&id| again.store(Contents::Results).find(id).is_some()));
        for id in ids {
            let [right, alone] = [tables.store(Contents::Plies), again.store(Contents::Results)]
                .map(|store| &store.slice(id).unwrap().codes);
            let agrees = |index: &usize| {
                right.code(*index).map(form::result_of) == alone.code(*index).map(form::result_of)
            };
            assert_eq!(right.len(), alone.len());
            assert_eq!((0..right.len()).find(|index| !agrees(index)), None, "{shape} {rules:?} {id:?}");
        }
    }
}

#[test]
fn results_alone_are_those_of_the_tables_with_plies() {
    for rules in Rules::ALL {
        for (ranks, files) in [(4, 6), (5, 5), (5, 4)] {
            assert_results_agree(Shape::new(ranks, files, false).unwrap(), rules, 3);
        }
    }
}

#[test]
fn a_stopped_build_keeps_no_unfinished_table_and_a_stopped_check_finds_none_right() {
    for contents in [Contents::Plies, Contents::Results] {
        let mut tables = Tables::new(Shape::new(4, 4, false).unwrap(), Rules::ENGLISH);
        let stopped = BuildControl::default().stopped_by(Arc::new(AtomicBool::new(true)));
        let built = tables.build(contents, 2, &stopped);
        assert!(matches!(built, Err(BuildError::Stopped)), "{built:?}");
        assert_eq!(tables.store(contents).ids().count(), 0);
        tables.build(contents, 2, &BuildControl::default()).unwrap();
        let verified = tables.verify(contents, 2, &stopped);
        assert!(matches!(verified, Err(BuildError::Stopped)), "{verified:?}");
    }
}

#[test]
fn tables_are_checked_as_their_files_are_now() {
    let folder = TempDir::new().unwrap();
    let mut tables = Tables::open(folder.path(), Shape::new(4, 4, false).unwrap(), Rules::ENGLISH).unwrap();
    tables.build(Contents::Plies, 2, &BuildControl::default()).unwrap();
    let mut tables = Tables::open(folder.path(), tables.shape, tables.rules).unwrap();
    tables.complete(Contents::Plies, 2, &BuildControl::default()).unwrap();
    // This verification leaves all blocks in memory.
    tables.verify(Contents::Plies, 2, &BuildControl::default()).unwrap();
    let id = tables.store(Contents::Plies).ids().next().unwrap();
    let path = tables.path(id, Contents::Plies).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let verified = tables.verify(Contents::Plies, 2, &BuildControl::default());
    assert!(matches!(verified, Err(BuildError::File(_))), "{verified:?}");
}

/// Writes the codes of a slice to its file, with one of them changed.
fn write_with(tables: &Tables, contents: Contents, id: SliceId, index: usize, code: u16) {
    let slice = tables.store(contents).slice(id).unwrap();
    let codes = (0..slice.codes.len()).map(|place| slice.codes.code(place).unwrap());
    let mut codes: Vec<u16> = codes.collect();
    codes[index] = code;
    let codes = codes.into_iter();
    let entries = match contents {
        Contents::Plies => slices::Entries::new(codes),
        Contents::Results => slices::Entries::of_results(codes.map(|code| Some(form::result_of(code)))),
    };
    let identity = file::identity(tables.shape, tables.rules, id, contents);
    let path = tables.path(id, contents).unwrap();
    let pending = write::write(&path, identity, &entries, &BuildControl::default()).unwrap();
    write::finish(vec![pending]).unwrap();
}

/// Builds both kinds of tables of two pieces on a board of four files in an empty folder.
fn small(ranks: u32) -> (TempDir, Tables) {
    let folder = TempDir::new().unwrap();
    let mut tables =
        Tables::open(folder.path(), Shape::new(ranks, 4, false).unwrap(), Rules::ENGLISH).unwrap();
    tables.build(Contents::Plies, 2, &BuildControl::default()).unwrap();
    tables.build(Contents::Results, 2, &BuildControl::default()).unwrap();
    (folder, tables)
}

const ONE_MAN_EACH: Material =
    Material { own: PieceCount { men: 1, kings: 0 }, theirs: PieceCount { men: 1, kings: 0 } };

/// All these files have correct checksums; only their values are wrong.
#[test]
fn every_wrong_code_under_a_right_checksum_is_found() {
    let (folder, tables) = small(4);
    let len = tables.counts(Contents::Plies, Player::Red, ONE_MAN_EACH).unwrap().positions;
    for index in 0..usize::try_from(len).unwrap() {
        let slice = tables.store(Contents::Plies).slice(tables.id(Player::Red, ONE_MAN_EACH)).unwrap();
        let right = slice.codes.code(index).unwrap();
        for wrong in (0..12).chain([255, 256, u16::MAX]).filter(|&code| code != right) {
            write_with(&tables, Contents::Plies, tables.id(Player::Red, ONE_MAN_EACH), index, wrong);
            let changed = Tables::open(folder.path(), tables.shape, tables.rules).unwrap();
            let verified = changed.verify(Contents::Plies, 2, &BuildControl::default());
            let is_found = matches!(verified, Err(BuildError::WrongValue(..)));
            assert!(is_found, "code {wrong} instead of {right} at {index}");
        }
    }
}

/// On 5x4 each player has tables, and all are verified.
#[test]
fn a_wrong_code_in_any_table_is_found() {
    let (folder, tables) = small(5);
    let ids: Vec<SliceId> = tables.store(Contents::Plies).ids().collect();
    assert_eq!(ids.len(), 8);
    for id in ids {
        let path = tables.path(id, Contents::Plies).unwrap();
        let good = std::fs::read(&path).unwrap();
        let right = tables.store(Contents::Plies).slice(id).unwrap().codes.code(5).unwrap();
        write_with(&tables, Contents::Plies, id, 5, right + 1);
        let changed = Tables::open(folder.path(), tables.shape, tables.rules).unwrap();
        let verified = changed.verify(Contents::Plies, 2, &BuildControl::default());
        assert!(matches!(verified, Err(BuildError::WrongValue(..))), "{id:?}");
        std::fs::write(path, good).unwrap();
    }
    tables.verify(Contents::Plies, 2, &BuildControl::default()).unwrap();
}

#[test]
fn a_wrong_result_under_a_right_checksum_is_found_at_its_position() {
    let (folder, tables) = small(4);
    let number = 7;
    tables.verify(Contents::Results, 2, &BuildControl::default()).unwrap();
    let id = tables.id(Player::Red, ONE_MAN_EACH);
    let slice = tables.store(Contents::Results).slice(id).unwrap();
    let right = slice.codes.code(number).unwrap();
    write_with(&tables, Contents::Results, id, number, (right + 1) % 3);
    let changed = Tables::open(folder.path(), tables.shape, tables.rules).unwrap();
    let why = changed.verify(Contents::Results, 2, &BuildControl::default()).unwrap_err();
    assert!(matches!(why, BuildError::WrongValue(ONE_MAN_EACH, _)), "{why}");
}

#[test]
fn a_pair_that_cannot_take_its_place_is_not_there_and_is_built_again() {
    let (folder, mut tables) = small(4);
    let material = Material { own: PieceCount { men: 0, kings: 1 }, theirs: PieceCount { men: 0, kings: 2 } };
    let place = tables.path(tables.id(Player::Red, material), Contents::Plies).unwrap();
    std::fs::create_dir(&place).unwrap();
    let build = |tables: &mut Tables| tables.build(Contents::Plies, 3, &BuildControl::default());
    let why = build(&mut tables).unwrap_err();
    assert!(matches!(why, BuildError::File(_)) && why.to_string().contains("0-1-0-2"), "{why}");
    for id in tables.store(Contents::Plies).ids() {
        assert!(tables.path(id, Contents::Plies).unwrap().is_file(), "{id:?} is not on the disk");
    }
    let has_all = |tables: &Tables, pieces| {
        let mut all = Material::all(pieces).into_iter();
        all.all(|material| tables.store(Contents::Plies).has(&tables.ids(material)))
    };
    assert!(has_all(&tables, 2) && !has_all(&tables, 3));
    let most = tables.store(Contents::Plies).ids().map(|id| id.material.pieces()).max();
    assert_eq!(Some(tables.most_pieces()), most, "missing tables do not count");
    std::fs::remove_dir(&place).unwrap();
    build(&mut tables).unwrap();
    assert!(has_all(&Tables::open(folder.path(), tables.shape, tables.rules).unwrap(), 3));
}

#[test]
fn a_value_without_a_ply_left_is_wrong_and_no_panic() {
    let (folder, tables) = small(4);
    for material in Material::all(2) {
        write_with(&tables, Contents::Plies, tables.id(Player::Red, material), 0, u16::MAX);
    }
    let mut changed = Tables::open(folder.path(), tables.shape, tables.rules).unwrap();
    for material in Material::all(2) {
        assert!(changed.verify_material(material, &BuildControl::default()).is_err());
    }
    changed.build(Contents::Plies, 3, &BuildControl::default()).unwrap();
}

#[test]
fn the_memory_of_a_build_has_room_for_its_largest_pair_whenever_that_comes() {
    let tables = Tables::new(Shape::STANDARD, Rules::ENGLISH);
    let needs = tables.needs(3, Contents::Plies).unwrap();
    // Tables of kings have the most positions, and come first.
    let kings = Material { own: PieceCount { men: 0, kings: 1 }, theirs: PieceCount { men: 0, kings: 2 } };
    let pair = tables.positions(&[kings, kings.turned()]).unwrap();
    let last = *Material::all(3).last().unwrap();
    assert!(tables.positions(&[last, last.turned()]).unwrap() < pair);
    // For each position of the pair, memory holds two bytes of state, one byte that counts non-converting moves, and a
    // code of one byte.
    assert!(needs.memory >= needs.positions + 4 * pair);
}
