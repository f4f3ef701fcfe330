//! Escapes and splits the words of a shell's command line.

/// Escapes a word for a shell, if necessary.
pub fn escaped(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./=:@%+,-".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Splits a command into words like a shell: blanks separate words, except between quotation marks or after a
/// backslash. Nothing is expanded.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                let inside = quotation(&mut characters, character)?;
                word.get_or_insert_default().push_str(&inside);
            }
            '\\' => {
                let next = characters.next().ok_or("expected a character after the last backslash")?;
                word.get_or_insert_default().push(next);
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Reads to the end of a quotation. Between double marks, a backslash escapes a double mark, another backslash,
/// `$` or a backquote.
fn quotation(characters: &mut std::str::Chars<'_>, mark: char) -> Result<String, String> {
    let mut inside = String::new();
    loop {
        match characters.next().ok_or_else(|| format!("there is no closing {mark}"))? {
            end if end == mark => return Ok(inside),
            '\\' if mark == '"' => match characters.next() {
                Some(escaped @ ('"' | '\\' | '$' | '`')) => inside.push(escaped),
                other => inside.extend(['\\'].into_iter().chain(other)),
            },
            other => inside.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (command, words) in [
            ("", &[][..]),
            ("  ./scan  hub ", &["./scan", "hub"]),
            ("'my engine' \"a \\\"b\\\" \\n\" c\\ d", &["my engine", "a \"b\" \\n", "c d"]),
            ("a'b'\"c\" '' x=\"\"", &["abc", "", "x="]),
            ("$HOME *", &["$HOME", "*"]),
        ] {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn an_escaped_word_is_one_word() {
        for word in ["", "a", "a b", "it's", "\"\\$`", "ä\n"] {
            assert_eq!(split(&escaped(word)).unwrap(), [word]);
        }
    }

    #[test]
    fn a_quotation_without_an_end_is_refused() {
        for command in ["'a", "\"a\\\"", "a \\"] {
            assert!(split(command).is_err(), "{command}");
        }
    }
}
