//! Unknowns of the initialisation, initial conditions, and quantities in closed form.

use super::schedule::Schedule;
use binary::Binary;
use library::StartAngles;
use mechanism::{FrameId, Slot3, Source};

/// The equations of the initial state. Without conditions and preferences the start values are the initial state.
#[derive(Clone, Debug, Default, Binary)]
pub struct Initialization {
    /// Unknowns of the initialisation.
    pub unknowns: Vec<Unknown>,
    /// Coordinates with fixed start values.
    pub decided: Vec<Unknown>,
    /// Initial conditions, one scalar equation each.
    pub conditions: Vec<InitialCondition>,
    /// Hints for the search: start values of variables with `stateSelect` prefer or always that are not coordinates.
    pub preferences: Vec<InitialCondition>,
    /// Distances that are measured at the initial positions.
    pub distances: Vec<ComputedDistance>,
    /// Quantities in closed form, with which the search begins.
    pub closed_forms: Vec<ClosedForm>,
}

/// A distance that is measured at the initial positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct ComputedDistance {
    /// Address of the parameter, m.
    pub address: usize,
    /// Cluster.
    pub cluster: usize,
    /// Row that prescribes the distance.
    pub row: usize,
}

/// A quantity that follows from the initial positions of frames.
#[derive(Clone, Debug, PartialEq, Binary)]
pub enum ClosedForm {
    /// A coordinate of a joint that moves a point to a given distance from another point.
    Length {
        /// Element of q.
        coordinate: usize,
        /// The coordinate is an angle.
        turns: bool,
        /// Axis.
        n: Slot3,
        /// The point, in the axes of the frame that the joint moves.
        reach: Slot3,
        /// Address of the distance, m.
        length: usize,
        /// Address of the guess, which selects one of two solutions, rad or m.
        guess: usize,
        /// frame_a of the joint, and the frame whose origin is the other point.
        frames: [FrameId; 2],
    },
    /// Angles that turn a rod towards a point, and a distance that moves its end there.
    Universal {
        /// Elements of q: the angles.
        angles: [usize; 2],
        /// Element of q: the distance.
        distance: Option<usize>,
        /// Axis of the first joint, in the axes of the first frame.
        n1: Slot3,
        /// The rod, in the axes of the frame that the joints turn.
        rod: Slot3,
        /// The frame at the beginning of the rod, and the frame whose origin is the point.
        frames: [FrameId; 2],
    },
    /// A vector of one frame in the axes of another one.
    Direction {
        /// In frame_a.
        n_a: Slot3,
        /// In frame_b: parameters.
        n_b: Slot3,
        /// frame_a and frame_b.
        frames: [FrameId; 2],
    },
}

/// An unknown of the initialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Unknown {
    /// Position coordinate.
    Position {
        /// Element of q.
        coordinate: usize,
        /// Length or angle.
        dimension: Dimension,
    },
    /// Orientation of a free joint: three small rotations.
    Orientation {
        /// First of the four elements in q.
        quaternion: usize,
    },
    /// Velocity coordinate.
    Speed {
        /// Element of v.
        coordinate: usize,
        /// Length or angle (per time).
        dimension: Dimension,
    },
    /// State of a law.
    LawState {
        /// Number.
        state: usize,
    },
    /// Parameter with `fixed = false`.
    Parameter {
        /// Address.
        address: usize,
    },
}

/// Dimension of a quantity, without time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Dimension {
    /// Metres; scaled by the model's size.
    Length,
    /// Radians.
    Angle,
    /// Anything else.
    Other,
}

/// Unknowns that a condition depends on; only the starting point of the search depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Binary)]
pub enum Level {
    /// Positions only (and parameters).
    Position,
    /// Positions and speeds.
    Velocity,
    /// All unknowns.
    Acceleration,
}

/// Subject of an equation.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub enum Subject {
    /// A variable of a component that has a start value.
    Variable {
        /// Name of the component.
        component: String,
        /// Name of the variable in the component, with its subscript.
        variable: String,
    },
    /// Condition of a component.
    Demand {
        /// Name of the component.
        component: String,
        /// Description of the condition.
        what: String,
    },
}

impl Subject {
    /// Name of the component.
    pub fn component(&self) -> &str {
        match self {
            Self::Variable { component, .. } | Self::Demand { component, .. } => component,
        }
    }

    /// Quantity of the component, for messages.
    pub fn what(&self) -> String {
        match self {
            Self::Variable { variable, .. } => format!("{variable} with fixed = true"),
            Self::Demand { what, .. } => what.clone(),
        }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Variable { component, variable } => write!(f, "{component}.{variable}"),
            Self::Demand { component, what } => write!(f, "{component} ({what})"),
        }
    }
}

/// One scalar equation.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct InitialCondition {
    /// Subject, for messages.
    pub subject: Subject,
    /// Sides of the equation.
    pub equation: Equation,
    /// Level.
    pub level: Level,
    /// Dimension of the residual.
    pub dimension: Dimension,
}

impl InitialCondition {
    /// Returns true if the variable follows from time derivatives of others.
    pub fn needs_rates(&self, schedule: &Schedule) -> bool {
        match &self.equation {
            Equation::Start { source, .. } | Equation::Turned { source, .. } => schedule.derivatives_before(source) > 0,
            Equation::Constraint { .. } | Equation::Direction { .. } | Equation::Orientation { .. } => false,
        }
    }
}

/// Two sides of an equation.
#[derive(Clone, Debug, PartialEq, Binary)]
pub enum Equation {
    /// The variable has its start value.
    Start {
        /// The variable.
        source: Source,
        /// Address of the start value.
        start: usize,
        /// The variable is an angle in (-pi, pi], so that whole turns are ignored.
        wraps: bool,
    },
    /// The variable is an element of a vector in frame_a, turned into frame_b by the start angles.
    Turned {
        /// The variable.
        source: Source,
        /// Start angles.
        start: StartAngles,
        /// The vector, resolved in frame_a.
        vector: Slot3,
        /// Element.
        element: usize,
    },
    /// The residual of a row of a constraint, or its derivative, is zero.
    Constraint {
        /// Cluster.
        cluster: usize,
        /// Row of the cluster.
        row: usize,
        /// The derivative.
        rate: bool,
    },
    /// A vector of one frame equals a vector of another frame.
    Direction {
        /// The vector in the axes of the first frame.
        n_a: Slot3,
        /// The vector in the axes of the second frame.
        n_b: Slot3,
        /// The frames.
        frames: [FrameId; 2],
        /// Element.
        element: usize,
    },
    /// Element of the small rotation from the orientation of the start angles to the actual one is zero.
    Orientation {
        /// frame_a; none: the world.
        frame_a: Option<FrameId>,
        /// frame_b.
        frame_b: FrameId,
        /// Start angles.
        start: StartAngles,
        /// Element.
        element: usize,
    },
}

impl Equation {
    /// The variable on the left side, if there is one.
    pub fn source(&self) -> Option<&Source> {
        match self {
            Self::Start { source, .. } | Self::Turned { source, .. } => Some(source),
            Self::Orientation { .. } | Self::Constraint { .. } | Self::Direction { .. } => None,
        }
    }

    /// Returns true if the variable comes from a law that reads time derivatives of signals.
    pub fn reads_derivatives(&self, schedule: &Schedule) -> bool {
        let law = match self.source() {
            Some(Source::Signal(signal, _)) => schedule.producer.get(*signal).copied().flatten(),
            Some(Source::Law(law, ..)) => Some(*law),
            _ => None,
        };
        law.is_some_and(|law| schedule.derivatives_in.get(law).is_some_and(|count| *count > 0))
    }
}

impl Initialization {
    /// Returns true if the start values alone do not determine the initial state.
    pub fn has_equations(&self) -> bool {
        !self.conditions.is_empty() || !self.preferences.is_empty()
    }
}
