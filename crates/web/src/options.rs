//! The command line of `checkers web`.

use std::net::IpAddr;
use std::num::NonZeroUsize;

use clap::Args;

use shell::arguments::number_in;
use shell::manual::{Manual, STOPPED};
use table::options::TableOptions;

/// The maximum number of searches at a time.
const MAX_SEARCHES: NonZeroUsize = NonZeroUsize::new(256).expect("it is not 0");

/// The manual of `checkers web`.
pub const WEB: Manual = Manual {
    command: "checkers web",
    notes: "",
    examples: &[
        ("checkers web --open", "You play red against the program, in the browser"),
        ("checkers web --red human --black human game.pdn", "Opens a game to look through"),
        (
            "checkers web --port 8000 --searches 1",
            "Serves the page on another port, with one search at a time",
        ),
    ],
    statuses: &[
        ("0", "standard output is a pipe, and its reader closed it before the address was printed"),
        ("1", "the input is invalid, a player cannot start, or the server cannot use the address"),
        ("2", "the command line is wrong"),
        STOPPED,
    ],
};

/// Play, review and edit games in the browser with ranked moves
///
/// Prints the address of the page, and serves the page until you press Ctrl-C. Only
/// this machine can open the page, unless you change --address.
#[derive(Args)]
#[command(after_help = WEB.help())]
pub struct WebOptions {
    // These options come first, because the options in `table` have a heading, which would cover these too.
    /// Listen on this port; 0 means any free port [default: 8037, or any free port if that is taken]
    #[arg(long, value_name = "N", value_parser = number_in(0..=u16::MAX))]
    pub port: Option<u16>,

    /// Listen on this address of the machine; 0.0.0.0 or :: means all, so that other machines can open the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Set how many searches may run at once; others wait
    #[arg(long, value_name = "N", default_value = "4", value_parser = number_in(NonZeroUsize::MIN..=MAX_SEARCHES))]
    pub searches: NonZeroUsize,

    /// The game and its players.
    #[command(flatten)]
    pub table: TableOptions,
}
