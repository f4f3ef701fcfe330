//! `checkers web`: the board in a browser, and the server behind it.
//!
//! ```text
//! connection ──> guard ──> router ──> assets
//!                             │
//!                             ├────> game, files: at once
//!                             └────> rank, review, hint, choose: searches, which the client's
//!                                    end stops; their events stream
//! ```
//!
//! One thread serves all connections and computes nothing. The page is in `page/`; its types
//! (`page/api.d.ts`) are the contract between both.

mod about;
mod app;
mod assets;
mod browser;
mod choose;
mod clock;
mod engines;
mod events;
mod files;
mod game;
mod guard;
mod hint;
pub mod options;
mod patience;
mod place;
mod problem;
mod proven;
mod rank;
mod record;
mod reply;
mod review;
mod router;
mod searches;
mod sent;
mod server;

use std::fs::{self, Metadata};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use app::{App, Source, Table};
use engines::Engines;
use guard::Guard;
use rankmoves_core::pdn;

use crate::options::{ServerOptions, WebOptions};
use shell::output::{print_error, say};
use shell::{Stop, diagnostic, encoding};
use table::loading::Loaded;
use table::{loading, setup};

/// The port, unless another is asked for or it is taken.
const PORT: u16 = 8037;

/// The longest file whose text the page gets with the game, in bytes.
const LONGEST_SOURCE: u64 = 4 << 20;

/// Runs `checkers web`.
///
/// # Errors
///
/// If the game cannot be read, an engine does not start, or the address cannot be listened on.
pub fn run(options: &WebOptions) -> Result<(), Stop> {
    let ServerOptions { address, open, searches, .. } = options.server;
    let table = table(options)?;
    let engines = Engines::start(table.seats, table.game.start())?;
    let failed = |why: &dyn std::error::Error| Stop::failed("serve the page", why);
    let listener = listen(&options.server)?;
    let bound = listener.local_addr().map_err(|why| failed(&why))?;
    if !address.is_loopback() {
        let message = "everybody who reaches this machine can use the page, and its processors";
        print_error(&diagnostic::warning(message));
    }
    let page = url(bound);
    say(&format!("{page}\n"))?;
    if open && let Err(why) = browser::open(&page) {
        print_error(&diagnostic::warning(&why));
    }
    let app = App::new(Guard::new(bound), table, engines, searches);
    server::serve(listener, app).map_err(|why| failed(&why))
}

/// Reads the game to begin with, and seats its players.
fn table(WebOptions { table: options, clock, .. }: &WebOptions) -> Result<Table, Stop> {
    let draw_rules = options.draws.draw_rules();
    let loaded = match &options.input.file {
        Some(path) => Some(loading::load_part(path, draw_rules, options.input.part())?),
        None => None,
    };
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => setup::table_game(options)?.0,
    };
    let session = options.session(game.clone());
    Ok(Table {
        source: loaded.as_ref().and_then(source),
        game,
        loaded,
        seats: [options.red, options.black],
        labels: session.labels().clone(),
        clock: *clock,
        numbers: options.numbers,
        flip: options.flip,
        draw_rules,
    })
}

/// Returns the text of the file that a game of PDN was read from; where it can be read only
/// once or is large, that of the game alone.
fn source(loaded: &Loaded) -> Option<Source> {
    let record = loaded.record.as_ref()?;
    let length = fs::metadata(&loaded.path).ok().filter(Metadata::is_file).map(|file| file.len());
    let is_small = length.is_some_and(|length| length <= LONGEST_SOURCE);
    let bytes = fs::read(&loaded.path).ok().filter(|_| is_small);
    Some(match bytes {
        Some(bytes) => {
            let (bytes, _) = encoding::to_utf8(bytes);
            Source { text: pdn::decode(&bytes).into_owned(), number: loaded.number }
        }
        None => Source { text: record.to_string(), number: 1 },
    })
}

/// Listens on the port that is asked for; else on the usual one, or any if that is taken.
fn listen(options: &ServerOptions) -> Result<TcpListener, Stop> {
    let address = |port| SocketAddr::new(options.address, port);
    let listened = match options.port {
        Some(port) => server::listen(address(port)),
        None => match server::listen(address(PORT)) {
            Err(why) if why.kind() == io::ErrorKind::AddrInUse => server::listen(address(0)),
            listened => listened,
        },
    };
    let asked = address(options.port.unwrap_or(PORT));
    listened.map_err(|why| Stop::failed(&format!("listen on {asked}"), &why))
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
