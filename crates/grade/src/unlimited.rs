//! Stand-ins for systems that cannot limit a program. On such systems, no program is run.

pub mod account {
    use std::io;
    use std::path::Path;

    use shell::{Failure, Stop};

    /// A user of the system. This type has no values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Account {}

    impl Account {
        pub fn find(_: &str) -> Result<Account, Stop> {
            Err(Failure::new("cannot run programs as another user on this system").into())
        }

        pub fn give(self, _: &Path) -> io::Result<()> {
            match self {}
        }
    }
}

pub mod guard {
    use std::process::ExitCode;

    /// Returns `None`: this system has no guard processes.
    pub fn run() -> Option<ExitCode> {
        None
    }
}

pub mod process {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    use crate::grading::Grading;
    use crate::program::{Program, Run};

    pub fn run(
        _: &Grading<'_>,
        _: &Program,
        _: &[String],
        _: &Path,
        _: Option<File>,
    ) -> io::Result<Option<Run>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
