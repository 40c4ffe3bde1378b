//! Sets of states.

use crate::instance::Mode;
use std::fmt;

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States(u16);

impl States {
    /// No state.
    pub const NONE: Self = Self(0);

    /// This state alone.
    pub const fn only(mode: Mode) -> Self {
        Self(1 << mode as u16)
    }
    /// The states of both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The states that are in both.
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Returns true if `mode` is one of these states.
    pub const fn contains(self, mode: Mode) -> bool {
        self.0 & (1 << mode as u16) != 0
    }
    /// Returns true for the empty set of states.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> =
            Mode::ALL.iter().filter(|&&mode| self.contains(mode)).map(|mode| format!("\"{mode}\"")).collect();
        f.write_str(if names.is_empty() { "no state" } else { "" })?;
        f.write_str(&names.join(", "))
    }
}
