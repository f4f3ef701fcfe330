//! Faults in texts, before their locations are known.

/// A fault in a text.
#[derive(Debug)]
pub(crate) struct Fault<'a, K> {
    /// The part of the text that is at fault.
    pub(crate) at: &'a str,
    /// The kind of fault.
    pub(crate) kind: K,
}
