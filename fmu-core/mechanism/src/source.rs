//! Address of a quantity in a compiled model.

use super::{FlangeId, Formula, FrameId, JointId, Local, MassId, PortId, Stage, StateId};
use binary::Binary;
use std::sync::Arc;

/// Source of the value of a variable. Elements of vectors count from 0.
#[derive(Clone, Debug, PartialEq, Binary)]
pub enum Source {
    /// Time, s.
    Time,
    /// Constant (Booleans, enumerations and integers of structural parameters: 0/1, ordinal, value).
    Constant(f64),
    /// Element of the parameter array.
    Parameter(usize),
    /// FMI input: element of the input array.
    Input(usize),
    /// Element of the signal array, and the stage after which it is known.
    Signal(usize, Stage),
    /// Position coordinate (element of the state array's first part).
    Coordinate(usize),
    /// Derivative of a position coordinate.
    CoordinateDerivative(usize),
    /// Velocity coordinate.
    Speed(usize),
    /// Derivative of a velocity coordinate.
    Acceleration(usize),
    /// Angle that is a state, or its derivative: element of the angles in the state array.
    Angle(usize),
    /// Derivative of an angle that is a state.
    AngleDerivative(usize),
    /// State of a law.
    LawState(StateId),
    /// Derivative of a state of a law.
    LawStateDerivative(StateId),
    /// Generalised force of a revolute or prismatic joint (torque or force that drives frame_b), N.m or N.
    JointForce(JointId),
    /// Element of `frame.r_0`.
    Position(FrameId, usize),
    /// Element (row, column) of `frame.R.T`.
    Orientation(FrameId, u8, u8),
    /// Element of `frame.R.w`, resolved in the frame.
    AngularVelocity(FrameId, usize),
    /// Element of der(`frame.R.w`), resolved in the frame.
    AngularAcceleration(FrameId, usize),
    /// Element of der(`frame.r_0`).
    Velocity(FrameId, usize),
    /// Element of der(der(`frame.r_0`)).
    FrameAcceleration(FrameId, usize),
    /// Element of the quaternion of `frame.R`, continuous in time.
    Quaternion(FrameId, usize),
    /// Element of the derivative of that quaternion.
    QuaternionDerivative(FrameId, usize),
    /// Element of the force into connectors (`frame.f`), resolved in the frame; several: their sum.
    Force(Arc<[FrameId]>, u8),
    /// Element of the torque into connectors (`frame.t`), resolved in the frame; several: their sum.
    Torque(Arc<[FrameId]>, u8),
    /// Gravity acceleration at the centre of mass of a mass element, world axes.
    Gravity(MassId, usize),
    /// Relative motion of frame_b to frame_a of a FreeMotion joint.
    Relative(FrameId, FrameId, Relative, u8),
    /// `flange.phi` or `flange.s`.
    FlangePosition(FlangeId),
    /// Derivative of the flange position.
    FlangeSpeed(FlangeId),
    /// Second derivative of the flange position.
    FlangeAcceleration(FlangeId),
    /// `flange.tau` or `flange.f`.
    FlangeFlow(FlangeId),
    /// Temperature of a heat port.
    Temperature(PortId),
    /// Temperature of the first heat port minus that of the second.
    TemperatureDifference(PortId, PortId),
    /// Heat flow rate into a heat port.
    HeatFlow(PortId),
    /// Variable of a law that is not a signal, and the stage after which it is known.
    Law(usize, Local, Stage),
    /// Expression of other quantities.
    Derived(Box<Derived>),
}

/// Quantities of frame_b relative to frame_a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Relative {
    /// r_rel_a: position in frame_a, m.
    Position,
    /// v_rel_a: its derivative, m/s.
    Velocity,
    /// a_rel_a: the derivative of that, m/s2.
    Acceleration,
    /// Angular velocity of frame_b relative to frame_a in frame_b, rad/s.
    AngularVelocity,
    /// Its derivative in frame_b, rad/s2.
    AngularAcceleration,
    /// Quaternion from frame_a to frame_b.
    Quaternion,
    /// Element `3 i + j` of the transformation matrix from frame_a to frame_b.
    Orientation,
}

impl Source {
    /// The stage that must have been evaluated before the value is known.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Constant(_) | Self::Parameter(_) => Stage::Parameters,
            Self::Time | Self::Input(_) => Stage::Time,
            Self::Signal(_, stage) | Self::Law(_, _, stage) => *stage,
            Self::Derived(derived) => derived.stage(),
            Self::Coordinate(_)
            | Self::CoordinateDerivative(_)
            | Self::Speed(_)
            | Self::LawState(_)
            | Self::Angle(_)
            | Self::Position(..)
            | Self::Orientation(..)
            | Self::AngularVelocity(..)
            | Self::Velocity(..)
            | Self::Quaternion(..)
            | Self::QuaternionDerivative(..)
            | Self::Gravity(..)
            | Self::FlangePosition(_)
            | Self::FlangeSpeed(_) => Stage::Motion,
            Self::Relative(_, _, Relative::Acceleration | Relative::AngularAcceleration, _) => Stage::Acceleration,
            Self::Relative(..) => Stage::Motion,
            Self::FlangeAcceleration(_)
            | Self::AngleDerivative(_)
            | Self::LawStateDerivative(_)
            | Self::Temperature(_)
            | Self::TemperatureDifference(..)
            | Self::HeatFlow(_)
            | Self::Acceleration(_)
            | Self::AngularAcceleration(..)
            | Self::FrameAcceleration(..) => Stage::Acceleration,
            Self::JointForce(_) | Self::Force(..) | Self::Torque(..) | Self::FlangeFlow(_) => Stage::Reaction,
        }
    }

    /// Source of the time derivative of the value, if the model computes it.
    pub fn derivative(&self) -> Option<Self> {
        Some(match *self {
            Self::Constant(_) | Self::Parameter(_) => Self::Constant(0.0),
            Self::Time => Self::Constant(1.0),
            Self::Coordinate(i) => Self::CoordinateDerivative(i),
            Self::Speed(i) => Self::Acceleration(i),
            Self::FlangePosition(flange) => Self::FlangeSpeed(flange),
            Self::FlangeSpeed(flange) => Self::FlangeAcceleration(flange),
            Self::LawState(i) => Self::LawStateDerivative(i),
            Self::Angle(i) => Self::AngleDerivative(i),
            Self::Position(frame, k) => Self::Velocity(frame, k),
            Self::Velocity(frame, k) => Self::FrameAcceleration(frame, k),
            Self::AngularVelocity(frame, k) => Self::AngularAcceleration(frame, k),
            Self::Quaternion(frame, k) => Self::QuaternionDerivative(frame, k),
            Self::Relative(a, b, Relative::Position, k) => Self::Relative(a, b, Relative::Velocity, k),
            Self::Relative(a, b, Relative::Velocity, k) => Self::Relative(a, b, Relative::Acceleration, k),
            Self::Relative(a, b, Relative::AngularVelocity, k) => {
                Self::Relative(a, b, Relative::AngularAcceleration, k)
            }
            _ => return None,
        })
    }
}

/// An expression of parameters and other quantities.
#[derive(Clone, Debug, PartialEq, Binary)]
#[binary(bounded)]
pub struct Derived {
    /// The expression; its variables are the quantities in `sources`.
    pub formula: Formula,
    /// The quantities, at most [`Self::MOST_SOURCES`].
    pub sources: Vec<Source>,
}

impl Derived {
    /// Maximum number of quantities in one expression: its evaluation does not allocate.
    pub const MOST_SOURCES: usize = 24;

    /// The stage after which it is known.
    pub fn stage(&self) -> Stage {
        self.sources.iter().map(Source::stage).max().unwrap_or(Stage::Parameters)
    }
}
