//! Compares the form of lines.

use super::Comparer;
use crate::difference::{Difference, quoted};
use crate::listing::ListingLine;
use rankmoves_core::Player;

impl Comparer<'_, '_> {
    /// Compares the form of a line with `template`: the right text without leading blanks, but with the
    /// line's own score. `right` is the text to report as expected; it differs from `template` if the score
    /// is wrong.
    pub(super) fn check_form(
        &mut self,
        line: &ListingLine,
        template: &str,
        right: &str,
        player: Option<Player>,
    ) {
        let number = Some(line.number);
        let indent = 4 * (self.levels.len() - 1);
        let text = line.text.strip_prefix('\u{feff}').unwrap_or(&line.text);
        let stripped = text.strip_suffix('\r').unwrap_or(text);
        if stripped.len() < text.len() {
            self.add(number, Difference::CarriageReturn);
        }
        let trimmed = stripped.trim_end();
        if trimmed.len() < stripped.len() {
            self.add(number, Difference::TrailingBlanks);
        }
        let content = trimmed.trim_start();
        let found = &trimmed[..trimmed.len() - content.len()];
        if found.len() != indent || found.bytes().any(|byte| byte != b' ') {
            self.add(number, Difference::Indentation { found: quoted(found), expected: indent });
        }
        if content == template {
            return;
        }
        let mover = self.deepest().position.turn();
        if let Some(found) = player.filter(|&player| player != mover) {
            self.add(number, Difference::Player { found, expected: mover });
        } else {
            let (found, expected) = (quoted(content), right.to_owned());
            self.add(number, Difference::Wording { found, expected });
        }
    }
}
