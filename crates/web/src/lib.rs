//! `checkers web`: the board in a browser, and its server.
//!
//! ```text
//! connection ──> guard ──> router ──> assets
//!                             │
//!                             ├────> game: at once
//!                             └────> files, rank, review, judge, hint, draw, choose: searches,
//!                                    which stop when the client leaves; events are streamed
//! ```
//!
//! The only entry point is [`run()`], with the [options] of the command line. One thread serves all
//! connections and computes nothing; a few searches at a time run on other threads.
//!
//! - The page is in `page/`. It holds the game and sends it with each request. The server stores no game, so a
//!   reload or a second page does no harm. The types of all requests and answers (`page/api.d.ts`) are the
//!   contract between page and server.
//! - `guard` checks where requests come from. `connections`, `timeout_stream`, `body` and `shares` limit each
//!   client's connections, idle time, bytes and memory. `searches` limits the work.
//! - `router` has a job for each path. A job reads its body (`game` reads the game of a request) and
//!   answers with JSON, or with events. `jobs` has the ways to do a job. A `problem` is an error with its location.
//! - Reviews, hints and files come from [`table`](table::review), as in the other user interfaces.
//!
//! docs/web-server.md has the limits and the requests.

mod about;
mod app;
mod assets;
mod body;
mod choose;
mod clock;
mod connections;
mod engines;
mod events;
mod files;
mod game;
mod guard;
mod jobs;
pub mod options;
mod problem;
mod rank;
mod record;
mod reply;
mod review;
mod router;
mod searches;
mod server;
mod shares;
mod timeout_stream;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::{env, io};

use app::{App, CommandFile, GivenGame};
use engines::Engines;

use crate::options::WebOptions;
use shell::Stop;
use shell::output::{say, warn};
use table::loading::load_input;
use table::setup;

/// The default port. Another is used if it is taken.
const PORT: u16 = 8037;

/// Runs `checkers web`.
///
/// # Errors
///
/// If the game cannot be read, an engine does not start, or the server cannot listen on the address.
pub fn run(options: &WebOptions) -> Result<(), Stop> {
    let WebOptions { address, open, searches, .. } = *options;
    let given = given_game(options)?;
    rankmoves_endings::service::write_none();
    let engines = Engines::start([options.table.red, options.table.black], given.game.start())?;
    let failed = |why: &dyn std::error::Error| Stop::failed("serve the page", why);
    let listener = listen(options)?;
    let bound = listener.local_addr().map_err(|why| failed(&why))?;
    if !address.is_loopback() {
        let message = "anybody who can reach this machine can use the page and the machine's processors";
        warn(message);
    }
    let page = url(bound);
    say(&format!("{page}\n"))?;
    if open && open_browser(&page).is_err() {
        warn(&format!("found no program to open {page}"));
    }
    let app = App::new(bound, given, engines, searches);
    server::serve(listener, app).map_err(|why| failed(&why))
}

/// Opens an address in `$BROWSER`, unless that is a list or a pattern, or else in the system's browser.
fn open_browser(address: &str) -> io::Result<()> {
    let chosen = env::var("BROWSER").ok().filter(|name| !name.is_empty() && !name.contains(['%', ':', ' ']));
    match chosen.map(|name| open::with_detached(address, name)) {
        Some(Ok(())) => Ok(()),
        _ => open::that_detached(address),
    }
}

/// Reads the game to start with, and seats its players.
fn given_game(WebOptions { table: options, .. }: &WebOptions) -> Result<GivenGame, Stop> {
    let draw_rules = options.draws.draw_rules();
    let file = options.input.file.as_deref().map(CommandFile::of).transpose()?;
    let load = |file: &CommandFile| load_input(&file.input()?, draw_rules, options.input.selection());
    let loaded = file.as_ref().map(load).transpose()?;
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => setup::table_game(options)?.0,
    };
    Ok(GivenGame { options: options.clone(), game, loaded, file })
}

/// Listens on the chosen port; by default on the usual port or, if that fails, on any free port.
fn listen(options: &WebOptions) -> Result<TcpListener, Stop> {
    let ports = options.port.map_or(vec![PORT, 0], |port| vec![port]);
    let addresses: Vec<_> = ports.into_iter().map(|port| SocketAddr::new(options.address, port)).collect();
    let task = format!("listen on {}", addresses[0]);
    TcpListener::bind(&addresses[..]).map_err(|why| Stop::failed(&task, &why))
}

/// Returns the address of the page on this machine.
fn url(bound: SocketAddr) -> String {
    let here = match bound.ip() {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        address => address,
    };
    format!("http://{}/", SocketAddr::new(here, bound.port()))
}
