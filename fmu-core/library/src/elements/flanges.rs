//! 1-D components.

use mechanism::{Compliant, FlangeId, JointStart, Rotor, SignalIn, SingleStart, Transmission};

/// A rigid component between two flanges.
#[derive(Clone, Debug)]
pub struct TransmissionElement {
    /// Kind and flanges.
    pub transmission: Transmission,
    /// Start values, if its position may be the coordinate of a network.
    pub coordinate: Option<OwnCoordinate>,
    /// The coordinate of a flange that only this relation of several coordinates determines.
    pub related: Option<OwnCoordinate>,
}

/// A spring, a damper, or both in parallel.
#[derive(Clone, Debug)]
pub struct SpringElement {
    /// Name of the component.
    pub name: String,
    /// The torque or force between its flanges.
    pub compliant: Compliant,
    /// The damping constant may differ from zero.
    pub is_damped: bool,
    /// The coordinate of a flange that only springs and dampers determine.
    pub own: OwnCoordinate,
}

/// Start values of a position that may be the coordinate of a network.
#[derive(Clone, Copy, Debug)]
pub struct OwnCoordinate {
    /// Address of the start position.
    pub position: usize,
    /// Address of the start speed.
    pub speed: usize,
    /// Number of these that are fixed.
    pub fixed: usize,
    /// A distance, not an angle.
    pub translational: bool,
}

impl OwnCoordinate {
    /// A joint on the ground, without axis and massless, with this coordinate.
    pub fn start(&self) -> JointStart {
        let start = SingleStart { position: self.position, speed: self.speed };
        if self.translational { JointStart::Distance(start) } else { JointStart::Angle(start) }
    }
}

/// A rotor on a frame.
#[derive(Clone, Debug)]
pub struct RotorElement {
    /// The rotor; its joint is determined in the assembly.
    pub rotor: Rotor,
    /// Left flange.
    pub flange_a: FlangeId,
    /// Right flange.
    pub flange_b: FlangeId,
    /// Address of the start angle.
    pub position: usize,
    /// Address of the start speed.
    pub speed: usize,
}

/// Level of a prescribed motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrescribedLevel {
    /// The speed is given; the position is a state.
    Speed,
    /// The acceleration is given; position and speed are states.
    Acceleration,
    /// Position, speed and acceleration are given.
    Position,
}

/// A flange whose motion a law prescribes.
#[derive(Clone, Debug)]
pub struct PrescribedFlange {
    /// Name of the component.
    pub name: String,
    /// The flange.
    pub flange: FlangeId,
    /// The flange of the component, if `flange` is the position relative to a moving support.
    pub moved: Option<FlangeId>,
    /// The support that the motion is relative to.
    pub support: Option<FlangeId>,
    /// Level.
    pub level: PrescribedLevel,
    /// Signal input of the position: the joint starts there, or follows it. At the level of speeds the input of the
    /// speed.
    pub reference: Option<SignalIn>,
    /// The joint follows the reference exactly, with its derivatives.
    pub exact: bool,
    /// An adaptor: instead of time it may follow another adaptor.
    pub is_adaptor: bool,
    /// Signal input of the speed, if the joint follows it exactly and a law gives the position.
    pub speed: Option<SignalIn>,
    /// The coordinate, if no joint moves the flange.
    pub own: OwnCoordinate,
    /// Adds the number zero; returns its address.
    pub zero: usize,
}

impl PrescribedFlange {
    /// The signal that the joint follows exactly, and whether it is the speed.
    pub fn followed(&self) -> Option<(SignalIn, bool)> {
        let reference =
            self.reference.filter(|_| self.exact).map(|signal| (signal, self.level == PrescribedLevel::Speed));
        self.speed.map(|signal| (signal, true)).or(reference)
    }

    /// The signal of the start position.
    pub fn start_reference(&self) -> Option<SignalIn> {
        self.reference.filter(|_| self.level != PrescribedLevel::Speed)
    }

    /// The coordinate if only a relation determines it: that of the flange itself, if the source prescribes motion
    /// relative to a moving support.
    pub fn free_coordinate(&self) -> OwnCoordinate {
        OwnCoordinate { position: self.zero, speed: self.zero, fixed: 0, ..self.own }
    }
}
