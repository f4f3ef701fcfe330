//! The parameters of `checkers hub`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use rankmoves_core::{Resources, quoted};

use crate::line::Line;
use crate::notation::Numbering;
use shell::arguments::{number_in, threads};

/// The parameters that the controlling program sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The numbering of moves; `None` to detect it from positions and moves.
    pub numbering: Option<Numbering>,
    pub threads: NonZeroUsize,
    /// The binary logarithm of the size of the transposition table in units of 16 bytes.
    pub tt_size: u32,
    /// The maximum number of pieces in positions that are looked up in tables.
    pub bb_size: u32,
    /// The folder of the endgame tables; if empty, the user's folder.
    pub bb_path: String,
}

const NUMBERINGS: [(&str, Option<Numbering>); 3] =
    [("auto", None), ("same", Some(Numbering::Same)), ("turned", Some(Numbering::Turned))];

const THREADS: RangeInclusive<u32> = 1..=1024;
const TT_SIZE: RangeInclusive<u32> = 12..=28;
const BB_SIZE: RangeInclusive<u32> = 0..=8;

/// The number of bytes in a unit of `tt_size`.
const ENTRY_BYTES: usize = 16;

impl Default for Parameters {
    fn default() -> Parameters {
        let threads = Resources::default().threads;
        Parameters { numbering: None, threads, tt_size: 22, bb_size: *BB_SIZE.end(), bb_path: String::new() }
    }
}

impl Parameters {
    /// Returns the maximum size of the transposition table.
    pub fn table_bytes(&self) -> usize {
        ENTRY_BYTES << self.tt_size
    }

    pub fn declare(&self) -> Vec<Line> {
        let declared = |name: &str, value: &str| Line::new("param").with("name", name).with("value", value);
        let choice = |name: &str, value: &str, values: &str| {
            declared(name, value).with("type", "enum").with("values", values)
        };
        let number = |name: &str, value: u32, range: &RangeInclusive<u32>| {
            let line = declared(name, &value.to_string()).with("type", "int");
            line.with("min", range.start()).with("max", range.end())
        };
        let numbering = NUMBERINGS.iter().find(|(_, numbering)| *numbering == self.numbering);
        let threads = u32::try_from(self.threads.get()).unwrap_or(*THREADS.end()).min(*THREADS.end());
        vec![
            choice("variant", "english", "english"),
            choice("numbering", numbering.map_or("auto", |(name, _)| name), "auto same turned"),
            number("threads", threads, &THREADS),
            number("tt-size", self.tt_size, &TT_SIZE),
            number("bb-size", self.bb_size, &BB_SIZE),
            declared("bb-path", &self.bb_path).with("type", "string"),
        ]
    }

    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refused = |why: &str| format!("{why} for {name} but found {}", quoted(value));
        let number = |range: RangeInclusive<u32>| number_in(range)(value).map_err(|why| refused(&why));
        match name {
            "variant" if value == "english" => {}
            "variant" => return Err(refused("expected english")),
            "numbering" => {
                let known = NUMBERINGS.iter().find(|(name, _)| *name == value);
                let (_, numbering) = known.ok_or_else(|| refused("expected auto, same or turned"))?;
                self.numbering = *numbering;
            }
            "threads" => self.threads = threads(value).map_err(|why| refused(&why))?,
            "tt-size" => self.tt_size = number(TT_SIZE)?,
            "bb-size" => self.bb_size = number(BB_SIZE)?,
            "bb-path" => value.clone_into(&mut self.bb_path),
            _ => {
                let expected = "variant, numbering, threads, tt-size, bb-size or bb-path";
                return Err(format!("expected one of the parameters {expected} but found {}", quoted(name)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_parameter_takes_its_own_value() {
        let mut parameters = Parameters { tt_size: 20, bb_size: 0, ..Parameters::default() };
        let before = parameters.clone();
        for line in parameters.declare() {
            let value = |name| line.value(name).unwrap();
            assert_eq!(parameters.set(value("name"), value("value")), Ok(()));
        }
        assert_eq!(parameters, before);
    }

    #[test]
    fn both_ends_of_every_range_are_accepted_and_nothing_beyond() {
        let mut parameters = Parameters::default();
        for line in Parameters::default().declare().iter().filter(|line| line.value("min").is_some()) {
            let (name, ends) =
                (line.value("name").unwrap(), ["min", "max"].map(|end| line.value(end).unwrap()));
            let [least, most] = ends.map(|end| end.parse::<i64>().unwrap());
            for inside in [least, most] {
                assert_eq!(parameters.set(name, &inside.to_string()), Ok(()), "{name} {inside}");
            }
            for outside in [&(least - 1).to_string(), &(most + 1).to_string(), "", "one", "+2", "1e1"] {
                let why = parameters.set(name, outside).unwrap_err();
                let expected = format!("expected a whole number from {least} to {most} for {name} but found");
                assert!(why.starts_with(&expected), "{why}");
            }
        }
    }

    #[test]
    fn other_variants_and_parameters_are_refused() {
        let mut parameters = Parameters::default();
        for (name, value) in [("variant", "normal"), ("numbering", "left"), ("book", "true"), ("", "")] {
            assert!(parameters.set(name, value).is_err(), "{name}");
        }
        assert_eq!(parameters, Parameters::default());
    }

    #[test]
    fn the_default_table_has_64_mebibytes() {
        assert_eq!(Parameters::default().table_bytes(), 64 << 20);
    }
}
