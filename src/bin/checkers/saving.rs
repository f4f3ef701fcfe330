//! Games in files.

use std::path::Path;

use rankmoves::excerpt;
use rankmoves::game::{DrawRules, Game};
use rankmoves::pdn::Record;

use crate::common::Stop;
use crate::common::diagnostic::{self, PATH};
use crate::common::format::Format;
use crate::picture::{Picture, svg};
use crate::setup;

/// Saves what has been played of a game in the format that the file's name
/// asks for; as SVG, the `picture` of where it stands. Returns what that
/// cannot hold, a sentence each. `read` is what the game was read from.
pub fn save(game: &Game, read: Option<&Record>, picture: &Picture, path: &Path) -> Result<Vec<String>, Stop> {
    let folder = path.parent().filter(|folder| *folder != Path::new("") && !folder.exists());
    if let Some(folder) = folder {
        let [path, folder] = [path, folder].map(|path| excerpt(&path.display().to_string(), PATH));
        let message = format!("cannot write to {path}: there is no folder {folder}");
        return Err(Stop::Failed(diagnostic::error(&message)));
    }
    let (text, mut lost) = if Format::is_svg(path) {
        let lost = "SVG cannot hold moves: this is the position after them".to_owned();
        let lost = (!game.played().is_empty()).then_some(lost);
        (svg::draw(picture), Vec::from_iter(lost))
    } else {
        let written = format(path)?.write_game(game, read)?;
        (written.text, written.lost)
    };
    // All formats play what they hold: a file ends where the game stands.
    let rest = game.plies().len() - game.played().len();
    if rest > 0 {
        let plies = if rest == 1 { "the ply that follows" } else { &format!("the {rest} plies that follow") };
        lost.push(format!("the file ends here, without {plies}"));
    }
    if game.draw_rules() != DrawRules::default() {
        let moves = game.draw_rules().quiet_moves.unwrap_or(0);
        lost.push(format!("no file can hold `--draw-after {moves}`: it is to be given again"));
    }
    setup::save_game(path, &text)?;
    Ok(lost)
}

/// The format that a file's name asks for, if it is not SVG.
fn format(path: &Path) -> Result<Format, Stop> {
    Format::of_path(path).ok_or_else(|| {
        let known = Format::ALL.map(|format| format!(".{}", format.extension())).join(", ");
        let message = format!("expected a file whose name ends in {known} or .svg");
        Stop::Failed(diagnostic::error(&message))
    })
}
