//! The command line of `checkers hub`.

use clap::Args;
use shell::manual::{Manual, STATUSES};

/// The manual of `checkers hub`.
pub const HUB: Manual = Manual {
    command: "checkers hub",
    notes: "",
    examples: &[
        ("checkers hub", "Waits for requests on standard input"),
        (
            "checkers play --red human --black 'hub:move-time=2 checkers hub'",
            "Plays against an engine that speaks the protocol",
        ),
    ],
    statuses: STATUSES,
};

/// Run as a Hub engine for other programs
///
/// Supports version 2 of the protocol, as Scan and pydraughts do, for English draughts only
/// (variant=english). A program first sends `hub` (the reply lists the parameters) and `init`,
/// then `pos`, `level` and `go think` for each move. The engine exits at the end of its input.
#[derive(Args)]
#[command(after_help = HUB.help())]
pub struct HubOptions {}
