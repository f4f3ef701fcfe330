//! The characters that the user's terminal can show.

use std::env;
use std::ffi::OsString;

/// Returns whether the user's texts are in UTF-8. Reads the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
/// set and not empty. Returns false if there is none.
pub fn is_utf8() -> bool {
    is_utf8_locale(|name| env::var_os(name))
}

fn is_utf8_locale(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_set_locale_variable_counts() {
        for (values, expected) in [
            (["", "", ""], false),
            (["", "", "en_GB.UTF-8"], true),
            (["", "", "C"], false),
            (["", "C", "en_GB.UTF-8"], false),
            (["", "C.utf8", "C"], true),
            (["C", "C.utf8", "C.utf8"], false),
            (["POSIX", "", "en_GB.UTF-8"], false),
            (["de_DE.UTF-8@euro", "C", "C"], true),
            (["de_DE.ISO-8859-1", "", ""], false),
        ] {
            let [all, ctype, lang] = values.map(OsString::from);
            let variable = |name: &str| match name {
                "LC_ALL" => Some(all.clone()),
                "LC_CTYPE" => Some(ctype.clone()),
                "LANG" => Some(lang.clone()),
                _ => None,
            };
            assert_eq!(is_utf8_locale(variable), expected, "{values:?}");
        }
    }
}
