//! Estimates the memory and disk space that a build takes.

use super::numbering::Numbering;
use super::{BuildError, Contents, Material, Tables};
use rankmoves_core::support::resources::has_memory_for;

/// The work of a build, and the space that it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The number of tables to build.
    pub tables: usize,
    /// The number of positions in these tables.
    pub positions: u64,
    /// The peak memory of the build in bytes, including the existing tables that it uses.
    pub memory: u64,
    /// An upper bound on the disk space in bytes, found by experiment.
    pub disk: u64,
}

impl Needs {
    /// Returns whether the system has the memory.
    pub fn fits_memory(&self) -> bool {
        self.memory == 0 || usize::try_from(self.memory).is_ok_and(has_memory_for)
    }
}

/// The number of bytes for a position of the tables being built: its state and its count of non-converting moves, and
/// finally its code.
const BYTES_PER_POSITION: u64 = 4;
/// The fixed part of the size of a table's file, in bytes.
const MIN_FILE_BYTES: u64 = 128;

impl Tables {
    /// Returns the memory and disk space that [`build`](Self::build) will take; `None` if there are
    /// too many positions to be numbered.
    pub fn needs(&self, pieces: u32, contents: Contents) -> Option<Needs> {
        self.needs_of(&Material::up_to(pieces), contents)
    }

    pub(super) fn needs_of(&self, materials: &[Material], contents: Contents) -> Option<Needs> {
        let (mut needs, mut kept, mut in_hand) = (Needs::default(), 0, 0);
        for &material in materials {
            let len = |(player, material)| self.numbering(player, material).as_ref().map(Numbering::len);
            let pair: Vec<u64> = self.pair(material).into_iter().map(len).collect::<Option<_>>()?;
            // If half a turn maps the board to itself, the second slice of the pair belongs to another material,
            // and is counted there.
            let met = if self.can_be_turned() { &pair[..1] } else { &pair };
            let (own, tables, pair): (u64, usize, u64) = (met.iter().sum(), met.len(), pair.iter().sum());
            kept += own;
            if !self.store(contents).has(&self.ids(material)) {
                needs.tables += tables;
                needs.positions += own;
                in_hand = in_hand.max(pair);
            }
        }
        if needs.tables > 0 {
            let (kept, disk) = match contents {
                // Few codes have two bytes.
                Contents::Plies => (kept + kept / 8, needs.positions / 2),
                // A fifth of a byte and some spare room.
                Contents::Results => (kept / 4, needs.positions / 16),
            };
            needs.memory = kept + in_hand * BYTES_PER_POSITION;
            needs.disk = disk + needs.tables as u64 * MIN_FILE_BYTES;
        }
        Some(needs)
    }

    /// Refuses a build if there is not enough memory for it.
    pub(super) fn check_memory(&self, materials: &[Material], contents: Contents) -> Result<(), BuildError> {
        let most = materials.iter().map(|material| material.pieces()).max().unwrap_or(0);
        let needs = self.needs_of(materials, contents).ok_or(BuildError::TooMany(most))?;
        if needs.fits_memory() { Ok(()) } else { Err(BuildError::Memory(needs.memory)) }
    }
}
