//! The files of the page, compiled into the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};

use super::reply::{self, Reply};

/// The name and the contents of each file of the page.
const ASSETS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Returns the response for a file; without the contents if the browser already has them.
pub fn reply(path: &str, request: &HeaderMap) -> Option<Reply> {
    let path = path.strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or("index.html");
    let &(name, contents) = ASSETS.iter().find(|(name, _)| *name == path)?;
    let tag = tag(contents);
    let is_known = request.get(header::IF_NONE_MATCH) == Some(&tag);
    let mut reply = if is_known {
        reply::bytes(StatusCode::NOT_MODIFIED, kind(name), "")
    } else {
        reply::bytes(StatusCode::OK, kind(name), contents)
    };
    let headers = reply.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, tag);
    Some(reply)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn tag(contents: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    HeaderValue::try_from(format!("\"{:016x}\"", hasher.finish())).expect("quotes and digits are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum size of the whole page, in bytes.
    const MAX_PAGE_BYTES: usize = 180_000;

    #[test]
    fn the_files_of_the_page_are_small() {
        let bytes: usize = ASSETS.iter().map(|(_, contents)| contents.len()).sum();
        assert!(bytes <= MAX_PAGE_BYTES, "the page has {bytes} bytes");
    }

    #[test]
    fn each_file_of_the_folder_is_served_or_declares_types() {
        for file in std::fs::read_dir("src/page").unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let is_copy = name.starts_with('.') || name.ends_with('~');
            let is_served = ASSETS.iter().any(|(asset, _)| *asset == name);
            assert!(is_served || is_copy || name.ends_with(".d.ts"), "{name}");
        }
    }

    #[test]
    fn the_page_has_the_commands_of_a_table() {
        let page = include_str!("page/commands.js");
        for (name, ..) in table::session::COMMANDS {
            let own = match *name {
                "undo" => "take-back",
                "redo" => "play-again",
                "load" => "open",
                "go" => "going",
                "opening" | "clock" => "new",
                // The page has other controls for these, or needs none.
                "board" | "moves" | "red" | "black" | "goto" | "replay" | "fen" | "comment" | "quit"
                | "try" => {
                    continue;
                }
                name => name,
            };
            let forms = [format!("\n  {own}: "), format!("\n  \"{own}\": "), format!("\n  {own},")];
            let is_there = forms.iter().any(|form| page.contains(form));
            assert!(is_there, "{name} is no command of the page");
        }
    }

    #[test]
    fn every_file_has_a_standard_content_type() {
        for (name, _) in ASSETS {
            assert_ne!(kind(name), "application/octet-stream", "{name}");
        }
    }
}
