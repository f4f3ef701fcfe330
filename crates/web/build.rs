//! Lists the files of the page for `src/assets.rs`, except those for developers only, which declare types.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=src/page");
    let files = fs::read_dir("src/page").expect("the folder can be read");
    let name = |file: fs::DirEntry| file.file_name().into_string().expect("the name is UTF-8");
    let mut names: Vec<_> = files.map(|file| name(file.expect("the folder can be read"))).collect();
    names.retain(|name| !name.ends_with(".d.ts"));
    names.sort();
    let path = r#"concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/")"#;
    let asset = |name: &String| format!("({name:?}, include_bytes!(concat!({path}, {name:?}))),\n");
    let assets: String = names.iter().map(asset).collect();
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&output).join("assets.rs"), format!("&[{assets}]"))
        .expect("the folder can be written to");
}
