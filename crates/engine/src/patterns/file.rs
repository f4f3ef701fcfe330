//! The file of weights: a header line, then the weights, 16 bits each, the lower byte first.

use super::{PHASES, Patterns};

const HEADER: &[u8] = b"rankmoves patterns 1\n";

impl Patterns {
    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    ///
    /// If the file does not contain weights, or has the wrong number of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Patterns, PatternsError> {
        let bytes = bytes.strip_prefix(HEADER).ok_or(PatternsError::Header)?;
        let wrong = PatternsError::Length { found: bytes.len() };
        let (pairs, []) = bytes.as_chunks() else { return Err(wrong) };
        let weights: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let (weights, []) = weights.as_chunks::<PHASES>() else { return Err(wrong) };
        Patterns::from_weights(weights.to_vec()).ok_or(wrong)
    }

    /// Writes the bytes of a file of weights.
    ///
    /// ```
    /// use rankmoves_engine::Patterns;
    ///
    /// let bytes = Patterns::material().to_bytes();
    /// assert_eq!(Patterns::from_bytes(&bytes), Ok(Patterns::material()));
    /// assert!(Patterns::from_bytes(&bytes[1..]).is_err());
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes());
        HEADER.iter().copied().chain(weights).collect()
    }
}

/// The reason why a weights file is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternsError {
    /// The first line is wrong.
    #[error("expected \"rankmoves patterns 1\" as the first line of a file of weights")]
    Header,
    /// There are too few weights, or too many.
    #[error("found {found} bytes of weights but expected {}", 2 * PHASES * Patterns::FEATURES)]
    Length {
        /// The number of bytes after the first line.
        found: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_weights_must_be_whole() {
        let bytes = Patterns::material().to_bytes();
        for len in [0, 1, HEADER.len() - 1] {
            assert_eq!(Patterns::from_bytes(&bytes[..len]), Err(PatternsError::Header), "{len}");
        }
        for len in [HEADER.len(), HEADER.len() + 1, bytes.len() - 8, bytes.len() - 2, bytes.len() - 1] {
            let found = len - HEADER.len();
            assert_eq!(Patterns::from_bytes(&bytes[..len]), Err(PatternsError::Length { found }), "{len}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0; 8]).collect();
        let found = longer.len() - HEADER.len();
        assert_eq!(Patterns::from_bytes(&longer), Err(PatternsError::Length { found }));
        assert!(bytes.len() <= 2 << 20, "{}", bytes.len());
    }
}
