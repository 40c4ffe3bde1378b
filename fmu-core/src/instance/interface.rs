//! FMI interface: either the instance or the host integrates; and which version of FMI the host speaks.

use std::fmt;

/// Kind of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interface {
    /// The host integrates; the instance evaluates (FMI 2.0.5, chapter 3).
    ModelExchange,
    /// The instance integrates from one communication point to the next (FMI 2.0.5, chapter 4).
    CoSimulation,
}

/// Version of FMI that the host of an instance speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// FMI 2.0.
    #[default]
    Fmi2,
    /// FMI 3.0.
    Fmi3,
}

impl Version {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Fmi2, Self::Fmi3];
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fmi2 => "FMI 2.0",
            Self::Fmi3 => "FMI 3.0",
        })
    }
}

/// Use of events by the host of a co-simulation (FMI 3.0.2, 4.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventUse {
    /// The host handles events in Event Mode; otherwise a step does that.
    pub event_mode: bool,
    /// A step may end at an event before its end. Without it events inside a step are handled there, also where Event Mode is used.
    pub early_return: bool,
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
