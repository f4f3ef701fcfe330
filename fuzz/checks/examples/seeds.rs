//! `seeds TESTDATA OUT`: makes the first inputs for fuzzing from the project's test data, with a folder in
//! OUT for each target.

use std::path::Path;
use std::{env, fs, io};

use checks::exchange::plainly;
use rankmoves_core::pdn::Fen;

fn main() -> io::Result<()> {
    let folders: Vec<String> = env::args().skip(1).collect();
    let [from, to] = folders.as_slice() else { panic!("expected two folders") };
    let write = |target: &str, name: &str, parts: &[&[u8]]| {
        let folder = Path::new(to).join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), parts.concat())
    };
    for folder in ["valid", "broken", "perft", "pdn", "tui"] {
        for entry in fs::read_dir(Path::new(from).join(folder))? {
            let path = entry?.path();
            let name = format!("{folder}-{}", path.file_name().unwrap_or_default().display());
            let data = fs::read(&path)?;
            write("linear", &name, &[&[0], &data[..data.len().min(64)]])?;
            if path.extension().is_some_and(|format| format == "pdn") {
                write("pdn", &name, &[&data])?;
                continue;
            }
            write("exchange", &name, &[&data])?;
            let Some((start, plies)) = plainly(&data) else { continue };
            let (position, bytes) = (start.position(), start.bytes());
            if let Some(fen) = Fen::new(*position.board(), position.turn()) {
                write("fen", &name, &[fen.to_string().as_bytes()])?;
            }
            for target in ["documents", "environment", "moves"] {
                write(target, &name, &[&bytes])?;
            }
            write("commands", &name, &[&[0], &bytes, plies.join("\n").as_bytes()])?;
            write("ranking", &name, &[&[0; 6], &bytes])?;
        }
    }
    Ok(())
}
