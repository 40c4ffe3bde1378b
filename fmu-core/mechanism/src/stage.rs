//! Stages of an evaluation.

use binary::Binary;

/// Stages of an evaluation, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Binary)]
pub enum Stage {
    /// Only parameters are known.
    #[default]
    Parameters,
    /// Time and inputs are known.
    Time,
    /// Positions and velocities are known.
    Motion,
    /// Results of laws that read the motion are known: signals, and the flows into force components.
    Signals,
    /// Accelerations are known.
    Acceleration,
    /// Wrenches of all connectors are known.
    Reaction,
}

impl Stage {
    /// Number of stages.
    pub const COUNT: usize = 6;
}
