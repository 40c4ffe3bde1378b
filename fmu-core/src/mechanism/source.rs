//! Address of a quantity in a compiled model.

/// Where the value of a variable comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Time, s.
    Time,
}
