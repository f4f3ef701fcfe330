//! `corpora unpack FILE FOLDER`: writes each input of a corpus to a file of its own.
//!
//! `corpora pack FILE FOLDER`: packs the files of a folder that libFuzzer has named into one corpus file.

use std::path::Path;
use std::{env, fs, io};

use checks::corpus::{pack, unpack};

/// Inputs of this many bytes or more are left out: long inputs would fill the repository.
const MAX_CORPUS_BYTES: usize = 1000;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [task, file, folder] = arguments.as_slice() else { panic!("expected pack or unpack, FILE, FOLDER") };
    let folder = Path::new(folder);
    if task == "unpack" {
        fs::create_dir_all(folder)?;
        for (number, input) in unpack(&fs::read_to_string(file)?).into_iter().enumerate() {
            fs::write(folder.join(format!("kept-{number:04}")), input)?;
        }
        return Ok(());
    }
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // libFuzzer names an input by its SHA-1.
        if name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            inputs.push(fs::read(&path)?);
        }
    }
    inputs.retain(|input| input.len() < MAX_CORPUS_BYTES);
    fs::write(file, pack(inputs))
}
