//! Errors in the structure of a model: frames and flanges without a position, algebraic loops, impossible bodies.

use crate::model_file::LaterProblem;

/// An error found in the assembly of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StructureProblem {
    /// A frame without a position.
    #[error("the position of `{frame}` is undetermined: it is connected neither to the world nor to a body")]
    UndeterminedFrame {
        /// Frame.
        frame: String,
    },
    /// A component that cannot be connected to a massless point.
    #[error(
        "`{frame}` is a massless point, where line forces meet, and `{other}` is connected to it: only line forces \
         without mass, and \
         sensors of positions and velocities, may be there"
    )]
    Massless {
        /// A line force's frame.
        frame: String,
        /// Frame of the component.
        other: String,
    },
    /// A line force at a point mass without orientation.
    #[error("`{frame}` is connected to point masses only, which have no orientation")]
    NoOrientation {
        /// Frame.
        frame: String,
        /// Parameter that would add one.
        parameter: String,
    },
    /// A fixed rotation at a frame that has an orientation.
    #[error("component `{component}`: `{parameter} = true` fixes the orientation of `{frame}`, which already has one")]
    FixedRotation {
        /// Component.
        component: String,
        /// Parameter.
        parameter: String,
        /// Frame.
        frame: String,
    },
    /// A flange without a position.
    #[error(
        "the position of the flange `{flange}` is undetermined: it is not connected to a joint, an inertia or a \
         fixed flange"
    )]
    UndeterminedFlange {
        /// Flange.
        flange: String,
    },
    /// Two joint axes that are connected rigidly.
    #[error(
        "the flanges `{first}` and `{second}` are connected rigidly in two ways, so that the torque or force in \
         each connection is undetermined"
    )]
    JoinedFlanges {
        /// One.
        first: String,
        /// Other.
        second: String,
    },
    /// A circuit with undetermined voltages and currents.
    #[error("the voltages and currents in the circuit of `{component}` are undetermined")]
    UndecidedCircuit {
        /// An element of it.
        component: String,
    },
    /// A heat node with an undetermined temperature.
    #[error("the temperature of `{port}` is undetermined")]
    UndeterminedTemperature {
        /// A port of the node.
        port: String,
    },
    /// Two heat ports with a temperature in one heat node, or two sources that prescribe one motion.
    #[error("`{first}` and `{second}` both {what}: expected one of them")]
    Twice {
        /// One.
        first: String,
        /// Other.
        second: String,
        /// Their common effect.
        what: &'static str,
    },
    /// A source that prescribes the motion of a flange at rest.
    #[error("`{component}` prescribes the motion of `{flange}`, which is fixed to the ground")]
    PrescribedGround {
        /// Component.
        component: String,
        /// Flange.
        flange: String,
    },
    /// Signals that depend on each other.
    #[error("signals depend on each other in an algebraic loop: {}", .path.join(" -> "))]
    SignalLoop {
        /// Outputs in the loop.
        path: Vec<String>,
    },
    /// A force that depends on a time derivative.
    #[error(
        "`{}` determines derivatives of states and depends on a time derivative that follows from them: derivatives \
         of states -> {}; \
         a time derivative may drive a force or a block with states when its signal depends on time, inputs or positions only, so \
         measure the speed, or take it from a block, instead of differentiating",
        path.last().map_or("", String::as_str),
        path.join(" -> ")
    )]
    ForceReadsDerivative {
        /// From the signal that is differentiated to the input of the force.
        path: Vec<String>,
    },
    /// An impossible geometry or inertia.
    #[error("component `{component}`: {reason}")]
    Geometry {
        /// Component.
        component: String,
        /// The problem.
        reason: String,
    },
}

impl LaterProblem for StructureProblem {
    fn help(&self) -> Option<String> {
        match self {
            Self::NoOrientation { parameter, .. } => Some(format!("set {parameter} = true")),
            Self::FixedRotation { parameter, .. } => Some(format!("leave {parameter} out")),
            Self::Massless { .. } => Some("put a PointMass or a Body there".to_owned()),
            Self::UndeterminedFrame { .. } => Some("connect it, or remove the component".to_owned()),
            Self::UndeterminedFlange { .. } => {
                Some("connect it to the axis or the support of a joint, or put an inertia or a mass there".to_owned())
            }
            Self::UndecidedCircuit { .. } => Some(
                "connect a Ground to it; voltage sources and capacitors must not form loops, and a node must not have current sources and inductors only: add a resistor"
                    .to_owned(),
            ),
            Self::UndeterminedTemperature { .. } => {
                Some("connect it to a HeatCapacitor, or through a Convection to a temperature".to_owned())
            }
            _ => None,
        }
    }
}
