//! Start and end of the program.

use std::io::{self, IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::mpsc::channel;

use super::event_loop::EventLoop;
use super::state::Model;
use super::theme::Theme;
use super::{signals, terminal};
use crate::options::TuiOptions;
use shell::{Failure, Stop};
use table::session::clock_message;
use table::{loading, setup};

/// Runs `checkers tui`.
///
/// # Errors
///
/// If the game cannot be read or the terminal cannot be used.
pub fn run(options: &TuiOptions) -> Result<(), Stop> {
    let model = model(options)?;
    let (sender, inputs) = channel();
    let failed = |why: io::Error| Stop::failed("use the terminal", &why);
    if !stdout().is_terminal() {
        let why =
            "checkers tui needs a terminal, and standard output is not one: use checkers play in a pipe";
        return Err(Failure::new(why.to_owned()).into());
    }
    signals::watch(&sender).map_err(failed)?;
    shell::signals::hold(true);
    terminal::leave_on_panic();
    terminal::enter().map_err(failed)?;
    let result = EventLoop::start(model, sender, inputs).and_then(EventLoop::run);
    // A frame may fail before the thread that waits for the hang-up ends the program.
    #[cfg(unix)]
    if result.as_ref().is_err_and(shell::hangup::is_hangup) {
        signals::end(signal_hook::consts::SIGHUP);
    }
    terminal::leave();
    result.map_err(failed)
}

fn model(options: &TuiOptions) -> Result<Model, Stop> {
    let table = &options.table;
    let draw_rules = table.draws.draw_rules();
    let load = |path: &PathBuf| loading::load(path, draw_rules, table.input.selection());
    let loaded = table.input.file.as_ref().map(load).transpose()?;
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => setup::table_game(table)?.0,
    };
    let session = table.session(game);
    // Show no scores in a new game against a program until the user asks for them.
    let analysis = loaded.is_some() || session.person().is_none();
    let mut model = Model::new(session, analysis, Theme::choose(options));
    model.scores.depth = options.depth;
    if let Some(loaded) = loaded {
        model.load(loaded);
    } else if table.clock.is_some() {
        model.say(clock_message(table.clock));
    }
    Ok(model)
}
