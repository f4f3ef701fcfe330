//! Rewrites PDN archives game by game.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rankmoves_core::pdn::{Omission, Record};

use shell::atomic_file::{AtomicFile, SaveError};
use shell::output::{print_error, warn};
use shell::{Failure, Stop, atomic_file, output, signals};
use table::save;
use table::written::check_length;

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of invalid games whose errors are printed; further ones are only counted.
const MAX_REPORTED_ERRORS: usize = 1_000;

/// Writes games to a file or to standard output, one after another. Skips and reports invalid games. If any
/// game is invalid, an existing file is kept; if all are invalid, no file is created.
pub fn copy(games: impl Iterator<Item = Result<Record, Failure>>, path: Option<&Path>) -> Result<(), Stop> {
    let mut count = Count::default();
    let Some(path) = path else {
        output::write(|out| count.copy(games, |text| output::put_lines(out, text)))?;
        return count.end("left out");
    };
    let refused = |why: SaveError| why.stop(path);
    match atomic_file::open_special(path).map_err(|why| refused(why.into()))? {
        Some(mut out) => {
            count.copy(games, |text| out.write_all(text.as_bytes())).map_err(|why| refused(why.into()))?;
            count.end("left out")
        }
        None => signals::uninterrupted(|| {
            let mut draft = AtomicFile::new(path).map_err(refused)?;
            let mut out = BufWriter::with_capacity(BUFFER_BYTES, draft.file());
            let copied = count.copy(games, |text| out.write_all(text.as_bytes()));
            copied.and_then(|()| out.flush()).map_err(|why| refused(why.into()))?;
            drop(out);
            if signals::pending().is_some() {
                return Ok(());
            }
            if count.wrong > 0 && path.exists() {
                return count.end("the existing file is unchanged");
            }
            if count.wrong > 0 && count.wrong == count.games {
                return count.end("nothing is written");
            }
            if count.games < 2 {
                save::check_single(path)?;
            }
            draft.save().map_err(refused)?;
            count.end("left out")
        }),
    }
}

/// The numbers of games, of invalid games, and of games that lost each part.
#[derive(Default)]
struct Count {
    games: usize,
    wrong: usize,
    left_out: BTreeMap<Omission, usize>,
}

impl Count {
    /// Copies games until all are copied or a signal arrives.
    fn copy(
        &mut self,
        games: impl Iterator<Item = Result<Record, Failure>>,
        mut put: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        for game in games {
            self.games += 1;
            let game = game.and_then(|record| {
                let text = record.to_string();
                check_length(text.len()).map(|()| (record, text))
            });
            match game {
                Ok((record, text)) => {
                    let gap = if self.games - self.wrong > 1 { "\n" } else { "" };
                    put(gap)?;
                    put(&text)?;
                    for part in record.omissions() {
                        *self.left_out.entry(part).or_default() += 1;
                    }
                }
                Err(failure) => {
                    self.wrong += 1;
                    if self.wrong <= MAX_REPORTED_ERRORS {
                        print_error(&failure.render());
                    }
                }
            }
            if signals::pending().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Reports the number of invalid games and the parts left out; `then` is the consequence to name in the
    /// message.
    fn end(&self, then: &str) -> Result<(), Stop> {
        let Count { games, wrong, left_out } = self;
        for (part, count) in left_out {
            warn(&format!("in {count} of {games} games: {part}"));
        }
        if *wrong == 0 {
            return Ok(());
        }
        let shown = if *wrong > MAX_REPORTED_ERRORS {
            format!("; the first {MAX_REPORTED_ERRORS} errors are shown")
        } else {
            String::new()
        };
        let message = match then {
            "left out" => format!("{wrong} of {games} games skipped because of errors{shown}"),
            _ => format!("errors in {wrong} of {games} games: {then}{shown}"),
        };
        Err(Failure::new(message).into())
    }
}
