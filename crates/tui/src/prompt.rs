//! The command line.

/// The line being typed, and the history.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    pub text: String,
    /// The position of the cursor, in characters from the left.
    pub cursor: usize,
    history: Vec<String>,
    /// The index of the recalled line in the history; the history's length if no line is recalled.
    recalled: usize,
}

/// An edit of the line by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Character(char),
    /// Deletes the character before the cursor.
    Backspace,
    Delete,
    Left,
    Right,
    Start,
    End,
    /// Recalls the line typed before.
    Earlier,
    Later,
    /// Empties the line.
    Clear,
    /// Completes the word.
    Complete,
}

impl Prompt {
    const MAX_CHARS: usize = 1000;

    /// Begins a new line.
    pub fn begin(&mut self) {
        self.set(String::new());
        self.recalled = self.history.len();
    }

    /// Returns the line and adds it to the history.
    pub fn take(&mut self) -> String {
        let text = std::mem::take(&mut self.text);
        if !text.trim().is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        self.begin();
        text
    }

    /// Edits the line. `words` are the possible completions.
    pub fn edit(&mut self, typed: Typed, words: &[String]) {
        let length = self.text.chars().count();
        match typed {
            Typed::Character(character) if length < Self::MAX_CHARS && !character.is_control() => {
                self.text.insert(self.offset(self.cursor), character);
                self.cursor += 1;
            }
            Typed::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.offset(self.cursor));
            }
            Typed::Delete if self.cursor < length => {
                self.text.remove(self.offset(self.cursor));
            }
            Typed::Character(_) | Typed::Backspace | Typed::Delete => {}
            Typed::Left => self.cursor = self.cursor.saturating_sub(1),
            Typed::Right => self.cursor = length.min(self.cursor + 1),
            Typed::Start => self.cursor = 0,
            Typed::End => self.cursor = length,
            Typed::Earlier => self.recall(self.recalled.saturating_sub(1)),
            Typed::Later => self.recall(self.recalled + 1),
            Typed::Clear => self.set(String::new()),
            Typed::Complete => {
                if let Some(completed) = completed(&self.text, words) {
                    self.set(completed);
                }
            }
        }
    }

    fn recall(&mut self, place: usize) {
        self.recalled = place.min(self.history.len());
        self.set(self.history.get(self.recalled).cloned().unwrap_or_default());
    }

    fn set(&mut self, text: String) {
        self.cursor = text.chars().count();
        self.text = text;
    }

    /// Returns the index of the byte at which a character begins.
    fn offset(&self, character: usize) -> usize {
        self.text.char_indices().nth(character).map_or(self.text.len(), |(offset, _)| offset)
    }
}

/// Returns the longest common prefix of all words that begin with the text.
fn completed(text: &str, words: &[String]) -> Option<String> {
    let mut words = words.iter().filter(|word| word.starts_with(text));
    let first = words.next()?;
    let common = words.fold(first.as_str(), |common, word| {
        let same = common.char_indices().zip(word.chars()).take_while(|((_, a), b)| a == b).count();
        &common[..common.char_indices().nth(same).map_or(common.len(), |(offset, _)| offset)]
    });
    Some(common.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_recalled_and_completed() {
        let mut prompt = Prompt::default();
        let words = ["undo", "c3->d4", "c3->b4"].map(str::to_owned);
        let mut edit = |typed| {
            prompt.edit(typed, &words);
            (prompt.text.clone(), prompt.cursor)
        };
        for character in "ué".chars() {
            edit(Typed::Character(character));
        }
        assert_eq!(edit(Typed::Left), ("ué".to_owned(), 1));
        assert_eq!(edit(Typed::Delete), ("u".to_owned(), 1));
        assert_eq!(edit(Typed::Complete), ("undo".to_owned(), 4));
        assert_eq!(edit(Typed::Clear), (String::new(), 0));
        edit(Typed::Character('c'));
        assert_eq!(edit(Typed::Complete), ("c3->".to_owned(), 4));
        assert_eq!(prompt.take(), "c3->");
        prompt.edit(Typed::Earlier, &words);
        assert_eq!(prompt.text, "c3->");
        prompt.edit(Typed::Later, &words);
        assert_eq!(prompt.text, "");
    }
}
