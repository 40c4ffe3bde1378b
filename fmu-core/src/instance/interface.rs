//! FMI interface: either the instance or the host integrates.

use std::fmt;

/// Kind of an instance (fmi2Type).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interface {
    /// The host integrates; the instance evaluates (FMI 2.0.5, chapter 3).
    ModelExchange,
    /// The instance integrates from one communication point to the next (FMI 2.0.5, chapter 4).
    CoSimulation,
}

impl Interface {
    /// Both, in the order of fmi2Type.
    pub const ALL: [Self; 2] = [Self::ModelExchange, Self::CoSimulation];
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ModelExchange => "model exchange",
            Self::CoSimulation => "co-simulation",
        })
    }
}
