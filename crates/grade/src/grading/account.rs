//! The user account that programs run under.

use std::os::unix::fs::chown;
use std::path::Path;
use std::{fs, io};

use rankmoves_core::shorten;
use shell::{Failure, Stop};

/// A user and its group, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub user: u32,
    pub group: u32,
}

impl Account {
    /// Finds a user of this system by name or number.
    pub fn find(name: &str) -> Result<Account, Stop> {
        let refused = |why: &str| {
            Stop::from(Failure::new(format!("cannot run programs as {}: {why}", shorten(name, 40))))
        };
        let list = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let account = Account::listed(name, &list).ok_or_else(|| refused("there is no such user"))?;
        let own = rustix::process::geteuid();
        if !own.is_root() && own.as_raw() != account.user {
            return Err(refused("only root can run programs as another user"));
        }
        if account.user == 0 {
            return Err(refused("limits do not apply to root"));
        }
        Ok(account)
    }

    /// Finds a user in the lines of `/etc/passwd`.
    fn listed(name: &str, list: &str) -> Option<Account> {
        let mut lines = list.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let fields = lines.find(|fields| {
            fields.len() > 3 && !name.is_empty() && (fields[0] == name || fields[2] == name)
        })?;
        Some(Account { user: fields[2].parse().ok()?, group: fields[3].parse().ok()? })
    }

    /// Makes the user the owner of a folder and its contents, but not of files to which links lead.
    pub fn give(self, path: &Path) -> io::Result<()> {
        let file = path.symlink_metadata()?;
        if file.is_symlink() {
            return Ok(());
        }
        chown(path, Some(self.user), Some(self.group))?;
        if file.is_dir() {
            for entry in fs::read_dir(path)? {
                self.give(&entry?.path())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_name_and_number() {
        let list = "root:x:0:0:root:/root:/bin/sh\nbad\nstudent:x:1001:100::/home/student:/bin/sh\n";
        let student = Some(Account { user: 1001, group: 100 });
        assert_eq!(Account::listed("student", list), student);
        assert_eq!(Account::listed("1001", list), student);
        assert_eq!(Account::listed("root", list), Some(Account { user: 0, group: 0 }));
        for name in ["", "bad", "x", "stud", "100"] {
            assert_eq!(Account::listed(name, list), None, "{name}");
        }
    }
}
