//! `checkers endings build`: announces a build, or refuses it if there is not enough room. A build can be
//! interrupted and resumed.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, process};

use rankmoves_core::Resources;
use rankmoves_endings::{BuildControl, BuildError, Contents, Needs, Tables};

use super::{EndingsOptions, failed, open};
use shell::{Failure, Stop, output, progress, quantity, shown_path, signals};

pub fn run(options: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let (mut tables, folder) = open(options)?;
    let announcement = announcement(&tables, Some(&folder), pieces, options.contents())?;
    let all_there =
        || format!("nothing to build: all tables of up to {pieces} pieces are in {}\n", shown_path(&folder));
    output::write_lines(&announcement.unwrap_or_else(all_there))?;
    complete(&mut tables, options, pieces, Tables::build)
}

/// Describes the missing tables, the memory needed, and the disk space if there is a folder; returns `None`
/// if nothing is missing. Fails if there is not enough room.
pub fn announcement(
    tables: &Tables,
    folder: Option<&Path>,
    pieces: u32,
    contents: Contents,
) -> Result<Option<String>, Stop> {
    let refuse = |why: &BuildError| Stop::failed("build the endgame tables", why);
    let needs = tables.needs(pieces, contents).ok_or_else(|| refuse(&BuildError::TooMany(pieces)))?;
    if needs.tables == 0 {
        return Ok(None);
    }
    let Needs { tables, positions, memory, disk } = needs;
    if !needs.fits_memory() || available_memory().is_some_and(|available| available < memory) {
        return Err(refuse(&BuildError::Memory(memory)));
    }
    let memory = mebibytes(memory);
    let tables = quantity(tables, "table", "tables");
    let building = format!("building {tables}, {positions} positions in all: about {memory} MiB of memory");
    let Some(folder) = folder else {
        return Ok(Some(building + "\n"));
    };
    let is_short = free_disk(folder).filter(|&free| free < disk);
    let (disk, folder) = (mebibytes(disk), shown_path(folder));
    if let Some(free) = is_short.map(|free| free >> 20) {
        let why = format!("not enough space in {folder}: {disk} MiB needed, {free} MiB free");
        return Err(Failure::new(format!("cannot build the endgame tables: {why}")).into());
    }
    Ok(Some(format!("{building}, {disk} MiB in {folder}\n")))
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// Returns the number of free bytes of memory and swap, if the system reports them (proc(5)).
fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    Some((kilobytes("MemAvailable:")? + kilobytes("SwapFree:").unwrap_or(0)) << 10)
}

/// Returns the bytes that this user may still write to the file system of a folder or, if missing, its nearest parent.
fn free_disk(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    fs4::available_space(there).ok()
}

/// Completes the tables with `work`, and shows the progress on a terminal.
pub fn complete(
    tables: &mut Tables,
    options: &EndingsOptions,
    pieces: u32,
    work: impl FnOnce(&mut Tables, Contents, u32, &BuildControl) -> Result<(), BuildError>,
) -> Result<(), Stop> {
    let contents = options.contents();
    let missing = |tables: &Tables| tables.needs(pieces, contents).unwrap_or_default();
    let all = missing(&Tables::new(tables.shape(), tables.rules())).tables;
    let positions = missing(tables).positions;
    let begun = Instant::now();
    let built = interruptible(
        tables,
        options.threads,
        |so_far| progress_line(so_far, positions, begun),
        |tables, so_far| work(tables, contents, pieces, so_far),
        |tables, built| {
            let kept = format!("stopped: {} of {all} tables are kept\n", all - missing(tables).tables);
            match built {
                Err(BuildError::File(why)) => format!("error: {why}\n{kept}"),
                _ => kept,
            }
        },
    )?;
    built.map_err(|why| failed("build the endgame tables", &why))
}

/// Runs work on tables, by default on all processors, and shows the progress on a terminal: the text that `line`
/// returns. An interrupt ends the program with a message about the tables and the progress.
pub fn interruptible<T>(
    tables: &mut Tables,
    threads: Option<NonZeroUsize>,
    line: impl Fn(&BuildControl) -> String + Sync,
    work: impl FnOnce(&mut Tables, &BuildControl) -> T,
    last_words: impl FnOnce(&Tables, &T) -> String,
) -> Result<T, Stop> {
    let held = signals::hold(true);
    let threads = threads.unwrap_or_else(|| Resources::default().threads);
    let so_far = BuildControl::with_threads(threads).stopped_by(signals::flag()?);
    let done = progress::while_showing(|| line(&so_far), || work(tables, &so_far));
    signals::hold(held);
    if let Some(status) = signals::pending().filter(|_| !held) {
        output::print_error(&last_words(tables, &done));
        process::exit(status);
    }
    Ok(done)
}

/// Describes the progress of a computation over positions, with an estimate of the remaining time.
pub fn progress_line(so_far: &BuildControl, all: u64, begun: Instant) -> String {
    let done = so_far.done();
    if done == 0 {
        return format!("0 of {all} positions");
    }
    #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
    let share = all.saturating_sub(done) as f64 / done as f64;
    let left = Duration::try_from_secs_f64(begun.elapsed().as_secs_f64() * share);
    let left = left.map_or(String::new(), |left| format!(", about {} s left", left.as_secs()));
    format!("{done} of {all} positions{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tasks_fit_the_memory_limit_and_large_ones_do_not() {
        let opened =
            |bytes: u64| free_disk(Path::new("/tmp/no/such/folder")).is_none_or(|free| free >= bytes);
        assert!(opened(1) && !opened(u64::MAX));
        assert!(available_memory().is_none_or(|available| available > 1 << 20));
    }
}
