//! Key presses. A digit begins a move on the command line. A letter typed just before the digit becomes the file
//! of the move's first square, even if the letter's key has already done something else.

use std::mem;
use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, KeyEventKind, KeyModifiers};

use super::Done;
use super::act::act;
use crate::action::{Context, UserAction};
use crate::bindings;
use crate::state::{Letter, Model};
use crate::view::layout::Layout;

/// The longest time between a letter and its digit.
const MAX_LETTER_WAIT: Duration = Duration::from_secs(2);

/// Handles a key press.
pub(super) fn press(model: &mut Model, key: KeyEvent) -> Done {
    if key.kind == KeyEventKind::Release {
        return Ok(None);
    }
    let letter = model.letter.take();
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    let character = key.code.as_char().filter(|_| !is_control);
    // Without a board, the effect of most keys would not be seen, except on the command line.
    let has_place =
        model.context() == Context::Prompt || Layout::new(model, model.screen.area).board.cell.0 > 0;
    let context = if has_place { model.context() } else { Context::Tree };
    let is_seen = has_place || is_control || matches!(character, Some('q' | ':'));
    let is_game = model.dialogs.open.is_empty();
    let begins = |character: &char| character.is_ascii_digit() || *character == '#';
    if let Some(character) = character.filter(begins) {
        let letter = letter.filter(|letter| letter.counts(model, character));
        if is_game || letter.is_some() {
            let typed: String =
                letter.map(|letter| letter.withdraw(model)).into_iter().chain([character]).collect();
            act(model, UserAction::Prompt(""))?;
            model.dialogs.prompt.insert(&typed);
            return Ok(None);
        }
    }
    let before =
        character.filter(|it| is_game && it.is_ascii_alphabetic()).map(|it| (it, model.without_results()));
    let action = bindings::of_key(context, key).filter(|_| is_seen);
    let done = action.map_or(Ok(None), |action| act(model, action));
    let generation = model.autoplay.generation;
    model.letter = before.map(|(character, before)| Box::new(Letter { character, before, generation }));
    done
}

impl Letter {
    /// Returns whether a digit typed now continues the letter: the letter is recent, and together they begin
    /// the name of a playable square.
    fn counts(&self, model: &Model, digit: char) -> bool {
        let begun = format!("{}{digit}", self.character.to_ascii_lowercase());
        let shape = self.before.position().board().shape();
        let is_begun = shape.squares().any(|square| square.to_string().starts_with(&begun));
        is_begun && model.now.saturating_sub(self.before.now) <= MAX_LETTER_WAIT
    }

    /// Undoes what the letter's key did, and returns the letter.
    fn withdraw(self, model: &mut Model) -> char {
        let (flip, numbers) = (self.before.session.flip, self.before.session.numbers);
        let has_stepped = self.before.autoplay.generation != self.generation;
        let is_later = self.generation != model.autoplay.generation;
        if has_stepped && is_later {
            // The game has moved on since, so nothing is undone.
            return self.character;
        }
        let after = mem::replace(model, self.before);
        (model.scores.results, model.now, model.screen) = (after.scores.results, after.now, after.screen);
        if has_stepped {
            // Makes any answer to an earlier question invalid.
            model.autoplay.generation = after.autoplay.generation;
            model.withdraw_requests();
        } else {
            // Keep the clock, which has continued, and the move that a program may have chosen.
            (model.session, model.autoplay) = (after.session, after.autoplay);
            (model.session.flip, model.session.numbers) = (flip, numbers);
        }
        if is_later {
            model.changed();
        }
        self.character
    }
}
