//! Lists the files of the page for `src/assets.rs`. Leaves out declarations of types, and copies that editors leave in
//! the folder.

use std::path::Path;
use std::{env, fs};

/// The ends of the names of files that the server sends.
const KINDS: [&str; 4] = [".css", ".html", ".js", ".svg"];

fn main() {
    println!("cargo::rerun-if-changed=src/page");
    let files = fs::read_dir("src/page").expect("the folder can be read");
    let name = |file: fs::DirEntry| file.file_name().into_string().expect("the name is UTF-8");
    let mut names: Vec<_> = files.map(|file| name(file.expect("the folder can be read"))).collect();
    let is_served = |name: &String| !name.starts_with('.') && KINDS.iter().any(|kind| name.ends_with(kind));
    names.retain(is_served);
    names.sort();
    let path = r#"concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/")"#;
    let asset = |name: &String| format!("({name:?}, include_bytes!(concat!({path}, {name:?}))),\n");
    let assets: String = names.iter().map(asset).collect();
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&output).join("assets.rs"), format!("&[{assets}]"))
        .expect("the folder can be written to");
}
