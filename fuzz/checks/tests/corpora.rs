//! Checks the inputs of fuzzing again without libFuzzer: the corpora of `fuzz/corpus`,
//! and the files of `testdata` that `make fuzz` begins with.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use checks::Check;
use checks::corpus::unpack;
use checks::exchange::plainly;
use testing::start::top;

/// Returns the files of a folder in the order of their names. There must be at least one.
fn files(folder: &Path) -> Vec<PathBuf> {
    let folder = top().join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    files
}

/// Checks inputs and names the failing ones.
fn check_all(name: &str, check: Check, inputs: impl Iterator<Item = (String, Vec<u8>)>) {
    let fails = |(_, data): &(String, Vec<u8>)| catch_unwind(|| check(data)).is_err();
    let failed: Vec<String> = inputs.filter(fails).map(|(input, _)| input).collect();
    assert!(failed.is_empty(), "{name} fails on {failed:?}");
}

/// Changes the bytes of each file and checks the result. Skips files for which `change` returns `None`.
fn check_files(name: &str, check: Check, files: &[PathBuf], change: impl Fn(Vec<u8>) -> Option<Vec<u8>>) {
    let changed =
        files.iter().filter_map(|file| Some((file.display().to_string(), change(fs::read(file).unwrap())?)));
    check_all(name, check, changed);
}

fn check_corpus(target: &str) {
    let (name, check) = checks::TARGETS.into_iter().find(|(name, _)| *name == target).unwrap();
    let text = fs::read_to_string(top().join(format!("fuzz/corpus/{name}.txt"))).unwrap();
    let inputs = unpack(&text);
    assert!(!inputs.is_empty(), "the corpus of {name} is empty");
    check_all(name, check, inputs.into_iter().map(|input| (input.escape_ascii().to_string(), input)));
    check_files(name, check, &files(&Path::new("fuzz/regressions").join(name)), Some);
}

macro_rules! corpora {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            check_corpus(stringify!($target));
        })*

        #[test]
        fn every_target_has_its_corpus_and_its_program() {
            let names: Vec<&str> = checks::TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, [$(stringify!($target)),*]);
            let stems = |folder: &str| -> Vec<String> {
                files(Path::new(folder)).iter().map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
            };
            assert_eq!(stems("fuzz/corpus"), names);
            assert_eq!(stems("fuzz/fuzz_targets"), names);
        }
    };
}

corpora!(commands documents environment exchange fen linear moves pdn ranking);

#[test]
fn every_check_holds_for_the_files_of_testdata() {
    for folder in ["testdata/valid", "testdata/broken", "testdata/perft", "testdata/pdn"] {
        let files = files(Path::new(folder));
        for (name, check) in checks::TARGETS {
            match name {
                "exchange" | "pdn" | "fen" => check_files(name, check, &files, Some),
                "ranking" => check_files(name, check, &files, |data| {
                    plainly(&data).map(|(start, _)| [&[0; 6], &start.bytes()[..]].concat())
                }),
                "commands" => check_files(name, check, &files, |data| {
                    let (start, plies) = plainly(&data)?;
                    Some([&[0], &start.bytes()[..], plies.join("\n").as_bytes()].concat())
                }),
                _ => check_files(name, check, &files, |data| plainly(&data).map(|(start, _)| start.bytes())),
            }
        }
    }
}

#[test]
fn a_start_is_read_from_the_bytes_that_it_is_written_as() {
    let mut shapes = Vec::new();
    for file in [files(Path::new("testdata/valid")), files(Path::new("testdata/perft"))].concat() {
        let (start, _) = plainly(&fs::read(&file).unwrap()).unwrap();
        let bytes = start.bytes();
        let read = checks::start::Start::take(&mut checks::start::Bytes::new(&bytes));
        assert_eq!((&read.plain, read.blocked), (&start.plain, start.blocked), "{}", file.display());
        shapes.push((read.plain.ranks(), read.plain.files()));
    }
    shapes.sort_unstable();
    shapes.dedup();
    assert!(shapes.len() > 10, "{shapes:?}");
}
