//! Packages of files for other platforms.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{env, fs};

use shell::diagnostic::shown_path;
use shell::{Failure, Stop};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file of a package.
struct PackedFile {
    name: String,
    bytes: Vec<u8>,
    is_program: bool,
}

/// The files of a package.
#[derive(Default)]
pub struct Package(Vec<PackedFile>);

impl Package {
    pub fn add(&mut self, name: &str, text: &str) {
        self.0.push(PackedFile { name: name.to_owned(), bytes: text.into(), is_program: false });
    }

    pub fn add_program(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.push(PackedFile { name: name.to_owned(), bytes: bytes.into(), is_program: true });
    }

    /// Adds this program itself.
    pub fn add_this_program(&mut self, name: &str) -> Result<(), Stop> {
        let program = env::current_exe().and_then(fs::read);
        self.add_program(name, program.map_err(|why| Stop::failed("read the program itself", &why))?);
        Ok(())
    }

    /// Adds the files that `checkers cases --output` writes.
    pub fn add_cases(&mut self, folder: &str, files: &BTreeMap<String, String>) {
        for (name, text) in files {
            self.add(&format!("{folder}/{name}"), text);
        }
    }

    /// Writes the files into a folder, which must be new or empty.
    pub fn write_to(self, folder: &Path) -> Result<(), Stop> {
        let failed = |why| Stop::failed(&format!("write to {}", shown_path(folder)), &why);
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let message = format!("{} is not empty: choose another folder", shown_path(folder));
            return Err(Failure::new(message).into());
        }
        for PackedFile { name, bytes, is_program } in self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).map_err(failed)?;
            fs::write(&path, bytes).map_err(failed)?;
            #[cfg(unix)]
            if is_program {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
            }
            // Other systems recognise programs by their names.
            #[cfg(not(unix))]
            let _ = is_program;
        }
        Ok(())
    }

    /// Returns the files as a ZIP archive. Its bytes depend only on the files.
    pub fn zip(self) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for PackedFile { name, bytes, is_program } in self.0 {
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Stored)
                .last_modified_time(DateTime::default())
                .unix_permissions(if is_program { 0o755 } else { 0o644 });
            archive.start_file(name, options).expect("names are short and differ");
            archive.write_all(&bytes).expect("files are shorter than 4 GiB");
        }
        archive.finish().expect("an archive in memory is written").into_inner()
    }
}
