//! Takes the docstrings of the compiled classes from their declarations in `_rankmoves.pyi`: the macro
//! `doc!(Class method)` expands to a docstring.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The possible paths of the declarations. In the source package, the Python files are in the root.
const DECLARATIONS: [&str; 2] = ["package/rankmoves/_rankmoves.pyi", "../package/rankmoves/_rankmoves.pyi"];

fn main() {
    let path = DECLARATIONS.into_iter().find(|path| Path::new(path).exists()).expect("one of them is there");
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path).expect("the declarations can be read");
    let mut arms = String::new();
    let mut names: [&str; 2] = ["", ""];
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if let Some(rest) = code.strip_prefix("def ").or_else(|| code.strip_prefix("class ")) {
            let name = rest.split(['(', ':']).next().unwrap_or_default();
            names = if indent == 0 { [name, ""] } else { [names[0], name] };
        } else if let Some(begun) = code.strip_prefix("\"\"\"") {
            let doc = docstring(begun, indent, &mut lines);
            writeln!(arms, "({} {}) => {{ {doc:?} }};", names[0], names[1])
                .expect("memory can be written to");
        }
    }
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    let text = format!("macro_rules! doc {{\n{arms}}}\n");
    fs::write(Path::new(&output).join("docs.rs"), text).expect("the folder can be written to");
}

/// Reads a docstring to its closing quotes, and returns it without its indentation.
fn docstring<'a>(begun: &'a str, indent: usize, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut doc = Vec::new();
    let mut line = begun;
    loop {
        if let Some(last) = line.strip_suffix("\"\"\"") {
            doc.push(last);
            return doc.join("\n").trim_end().to_owned();
        }
        doc.push(line);
        let next = lines.next().expect("a docstring ends");
        line = next.get(indent..).unwrap_or_default();
    }
}
