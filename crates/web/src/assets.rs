//! The files of the page, compiled into the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};

use super::reply::{self, Reply};

/// A file of the page.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
}

/// Embeds the files of the page in the program.
macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("page/", $name)) }),*]
    };
}

/// All files of the page, except those for developers only.
const ASSETS: &[Asset] = assets![
    "abilities.js",
    "address.js",
    "announce.js",
    "arrows.js",
    "base.css",
    "board.css",
    "board.js",
    "chain.js",
    "clock.js",
    "commands.js",
    "contest.js",
    "controls.js",
    "derived.js",
    "dom.js",
    "files.js",
    "game-list.js",
    "geometry.js",
    "grid.js",
    "icon.svg",
    "index.html",
    "keys.js",
    "layout.css",
    "line.js",
    "main.js",
    "moves.js",
    "new-game.js",
    "panels.css",
    "pieces.js",
    "players.js",
    "pointer.js",
    "prefs.js",
    "review.js",
    "rules-form.js",
    "server.js",
    "setup.js",
    "sound.js",
    "squares.js",
    "state.js",
    "store.js",
    "update-play.js",
    "update-rank.js",
    "update-tree.js",
    "update.js",
    "words.js",
    "work.js",
];

impl Asset {
    fn find(path: &str) -> Option<&'static Asset> {
        let name = path.strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or("index.html");
        ASSETS.iter().find(|asset| asset.name == name)
    }

    fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }

    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }
}

/// Returns the response for a file; without the contents if the browser already has them.
pub fn reply(path: &str, request: &HeaderMap) -> Option<Reply> {
    let asset = Asset::find(path)?;
    let tag = asset.tag();
    let is_known = request.get(header::IF_NONE_MATCH).is_some_and(|known| *known == *tag);
    let mut reply = if is_known {
        reply::bytes(StatusCode::NOT_MODIFIED, asset.kind(), "")
    } else {
        reply::bytes(StatusCode::OK, asset.kind(), asset.bytes)
    };
    let headers = reply.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(reply)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The maximum size of the whole page, in bytes.
    const MAX_PAGE_BYTES: usize = 180_000;

    #[test]
    fn every_file_of_the_page_is_served_and_all_are_small() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        // These files hold types and compiler settings for checking the page.
        let names: BTreeSet<String> =
            names.filter(|name| !name.ends_with(".d.ts") && !name.ends_with("config.json")).collect();
        let served: BTreeSet<String> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
        assert_eq!(names, served);
        let bytes: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes <= MAX_PAGE_BYTES, "the page has {bytes} bytes");
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
        for asset in ASSETS {
            assert_ne!(asset.kind(), "application/octet-stream", "{}", asset.name);
        }
    }
}
