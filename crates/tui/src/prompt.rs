//! The command line.

use ratatui::crossterm::event::KeyCode;

/// The line being typed, and the history.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    pub text: String,
    /// The position of the cursor, in bytes from the left.
    pub cursor: usize,
    history: Vec<String>,
    /// The index of the recalled line in the history; the history's length if no line is recalled.
    recalled: usize,
}

impl Prompt {
    pub fn begin(&mut self) {
        self.clear();
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

    /// Inserts a text at the cursor, with blanks for line ends and tabs.
    pub fn insert(&mut self, text: &str) {
        let text = text.replace(char::is_control, " ");
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Edits the line as a key does: types a character, deletes, moves the cursor or recalls an earlier line.
    pub fn edit(&mut self, key: KeyCode) {
        let left = self.text.floor_char_boundary(self.cursor.saturating_sub(1));
        match key {
            KeyCode::Char(character) => self.insert(character.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor = left;
                self.text.remove(left);
            }
            KeyCode::Delete if self.cursor < self.text.len() => drop(self.text.remove(self.cursor)),
            KeyCode::Left => self.cursor = left,
            KeyCode::Right => self.cursor = self.text.ceil_char_boundary(self.cursor + 1),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up => self.recall(self.recalled.saturating_sub(1)),
            KeyCode::Down => self.recall(self.recalled + 1),
            _ => {}
        }
    }

    /// Extends the line to the longest common prefix of all words that begin with it.
    pub fn complete(&mut self, words: &[String]) {
        let mut words = words.iter().filter(|word| word.starts_with(&self.text));
        let Some(first) = words.next() else { return };
        let common = words.fold(first.as_str(), |common, word| {
            let same = common.char_indices().zip(word.chars()).take_while(|((_, a), b)| a == b).count();
            &common[..common.char_indices().nth(same).map_or(common.len(), |(offset, _)| offset)]
        });
        self.set(common.to_owned());
    }

    pub fn clear(&mut self) {
        self.set(String::new());
    }

    fn recall(&mut self, index: usize) {
        self.recalled = index.min(self.history.len());
        self.set(self.history.get(self.recalled).cloned().unwrap_or_default());
    }

    fn set(&mut self, text: String) {
        self.cursor = text.len();
        self.text = text;
    }
}

#[cfg(test)]
mod tests {
    use table::session::{Command, MAX_LINE_BYTES};

    use super::*;

    #[test]
    fn a_line_is_edited_recalled_and_completed() {
        let mut prompt = Prompt::default();
        let words = ["undo", "c3->d4", "c3->b4"].map(str::to_owned);
        let press = |prompt: &mut Prompt, key| {
            match key {
                KeyCode::Tab => prompt.complete(&words),
                key => prompt.edit(key),
            }
            (prompt.text.clone(), prompt.cursor)
        };
        for character in "ué".chars() {
            press(&mut prompt, KeyCode::Char(character));
        }
        assert_eq!(press(&mut prompt, KeyCode::Left), ("ué".to_owned(), 1));
        assert_eq!(press(&mut prompt, KeyCode::Delete), ("u".to_owned(), 1));
        assert_eq!(press(&mut prompt, KeyCode::Tab), ("undo".to_owned(), 4));
        prompt.clear();
        assert_eq!((prompt.text.as_str(), prompt.cursor), ("", 0));
        press(&mut prompt, KeyCode::Char('c'));
        assert_eq!(press(&mut prompt, KeyCode::Tab), ("c3->".to_owned(), 4));
        assert_eq!(prompt.take(), "c3->");
        assert_eq!(press(&mut prompt, KeyCode::Up), ("c3->".to_owned(), 4));
        assert_eq!(press(&mut prompt, KeyCode::Down), (String::new(), 0));
        prompt.insert(&"é".repeat(MAX_LINE_BYTES));
        assert!(Command::parse(&prompt.take()).unwrap_err().contains("at most 64 KiB"));
    }
}
