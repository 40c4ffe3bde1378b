//! 1-D networks: flange nodes (connected flanges), rigid transmissions between them, and the source of the flow into
//! each flange.
//!
//! The position of every flange is constant, or `ratio q + offset` with one coordinate q of the tree or the length q of
//! a line. A coordinate belongs to a joint, or to the network itself: then it is a joint on the ground with a massless
//! link and the moved inertia as armature.

use super::{FlangeId, FlangeNodeId, FrameId, JointId, Real, Slot3};
use crate::scalar::Scalar;
use binary::Binary;

/// Source of the position of a flange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum FlangePotential {
    /// At rest.
    Ground,
    /// The coordinate of a joint with one degree of freedom.
    Joint(JointId),
    /// The length of the line with that number.
    Line(usize),
}

/// Dependence of the position of a flange node.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum FlangeParent {
    /// At rest; address of its position (none: zero).
    Ground(Option<usize>),
    /// It moves with a joint; the position is the coordinate plus a factor times a parameter (its address).
    Joint(JointId, Option<(f64, usize)>),
    /// It moves with the length of the line with that number.
    Line(usize),
    /// A transmission from an earlier node; `true` if entered from flange_b.
    Transmission(FlangeNodeId, usize, bool),
    /// Follows from the relation of the transmission with that number, solved for this flange.
    Relation(usize, FlangeId),
}

/// A rigid component between two flanges.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Transmission {
    /// Name of the component.
    pub name: String,
    /// flange_a.
    pub flange_a: FlangeId,
    /// flange_b.
    pub flange_b: FlangeId,
    /// Relation between positions and flows.
    pub kind: TransmissionKind,
}

impl Transmission {
    /// Its flanges: flange_a, flange_b and the supports or the carrier, if any.
    pub fn flanges(&self) -> impl Iterator<Item = FlangeId> + use<> {
        let others = match self.kind {
            TransmissionKind::Gear { support, .. } => [support, None],
            TransmissionKind::Planetary { carrier, .. } => [Some(carrier), None],
            TransmissionKind::Difference { support, .. } => [Some(support), None],
            TransmissionKind::RackAndPinion { supports, .. } => supports,
            TransmissionKind::Rigid { .. } | TransmissionKind::Rotor(_) => [None, None],
        };
        [self.flange_a, self.flange_b].into_iter().chain(others.into_iter().flatten())
    }

    /// The terms `factor x` with the sum zero, for a relation between more than two flanges.
    pub fn terms(&self) -> [Option<RelationTerm>; RELATED] {
        let term = |flange, constant, slope, ratio| Some(RelationTerm { flange, constant, slope, ratio });
        let (a, b) = (self.flange_a, self.flange_b);
        match self.kind {
            TransmissionKind::Gear { ratio, support: Some(support) } => {
                [term(a, 1.0, 0.0, ratio), term(b, 0.0, -1.0, ratio), term(support, -1.0, 1.0, ratio), None]
            }
            TransmissionKind::Planetary { ratio, carrier } => {
                [term(a, 1.0, 0.0, ratio), term(b, 0.0, 1.0, ratio), term(carrier, -1.0, -1.0, ratio), None]
            }
            TransmissionKind::Difference { support, zero } => {
                [term(a, 1.0, 0.0, zero), term(b, -1.0, 0.0, zero), term(support, -1.0, 0.0, zero), None]
            }
            TransmissionKind::RackAndPinion { ratio, supports: [rotational, translational] } => [
                term(a, 1.0, 0.0, ratio),
                term(b, 0.0, -1.0, ratio),
                rotational.and_then(|support| term(support, -1.0, 0.0, ratio)),
                translational.and_then(|support| term(support, 0.0, 1.0, ratio)),
            ],
            TransmissionKind::Gear { support: None, .. }
            | TransmissionKind::Rigid { .. }
            | TransmissionKind::Rotor(_) => [None; RELATED],
        }
    }

    /// Returns true for a relation between more than two flanges; a gear with a support at rest is simpler.
    pub fn is_relation(&self) -> bool {
        matches!(
            self.kind,
            TransmissionKind::Planetary { .. }
                | TransmissionKind::RackAndPinion { .. }
                | TransmissionKind::Difference { .. }
        )
    }

    /// Returns true if the positions of the other flanges determine that of this one for any ratio, and its flow
    /// determines theirs.
    pub fn is_end(&self, flange: FlangeId) -> bool {
        self.is_relation() || flange == self.flange_a || flange == self.flange_b
    }
}

/// Maximum number of flanges in a relation.
pub const RELATED: usize = 4;

/// A flange in a relation, with its factor `constant + slope ratio`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelationTerm {
    /// The flange.
    pub flange: FlangeId,
    /// Part of the factor that does not depend on the ratio.
    constant: f64,
    /// Coefficient of the ratio.
    slope: f64,
    /// Address of the ratio.
    ratio: usize,
}

impl RelationTerm {
    /// Factor of the position; times the multiplier of the relation it is the flow.
    pub fn factor<T: Scalar>(&self, parameters: &[T]) -> T {
        T::constant(self.constant) + T::constant(self.slope) * parameters[self.ratio]
    }
}

/// Equation of a transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum TransmissionKind {
    /// `x_b = x_a + L`; addresses of L, m, and of the inertia, kg or kg.m2.
    Rigid {
        /// Length.
        length: Option<usize>,
        /// Mass or moment of inertia.
        inertia: Option<usize>,
    },
    /// `x_a - x_support = ratio (x_b - x_support)`.
    Gear {
        /// Address of the ratio.
        ratio: usize,
        /// Support; none: at rest at zero.
        support: Option<FlangeId>,
    },
    /// `x_a + ratio x_b = (1 + ratio) x_carrier`: sun, ring and carrier.
    Planetary {
        /// Address of the ratio.
        ratio: usize,
        /// Carrier.
        carrier: FlangeId,
    },
    /// `x_a - x_support_a = ratio (x_b - x_support_b)`.
    RackAndPinion {
        /// Address of the ratio.
        ratio: usize,
        /// Supports of both sides; none: at rest at zero.
        supports: [Option<FlangeId>; 2],
    },
    /// `x_b = x_a - x_support`: a source that prescribes the motion relative to a moving support.
    Difference {
        /// The support.
        support: FlangeId,
        /// Address of a number that is zero.
        zero: usize,
    },
    /// Both ends are on the shaft of the rotor with that number.
    Rotor(usize),
}

/// A rotor on a frame (Parts.Rotor1D).
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Rotor {
    /// Name of the component.
    pub name: String,
    /// The frame that carries it.
    pub frame: FrameId,
    /// Axis in that frame.
    pub n: Slot3,
    /// Address of the moment of inertia about the axis, kg.m2.
    pub inertia: usize,
    /// True: the acceleration of the carrier about the axis acts on the rotor.
    pub exact: bool,
    /// One of its flanges, which turns with it.
    pub flange: FlangeId,
    /// The joint whose link it is ([`super::JointKind::Rotor`]), for an exact rotor with its own coordinate. Otherwise it is an inertia of its
    /// network that acts on its carrier.
    pub joint: Option<JointId>,
}

impl Rotor {
    /// Returns true if the acceleration of the carrier acts on it as an unknown torque ([`Coupling::Rotor`]).
    pub fn is_coupled(&self) -> bool {
        self.exact && self.joint.is_none()
    }
}

/// A flange whose torque acts on a frame: the housing of Parts.Mounting1D, a bearing of Parts.BevelGear1D.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Mounting {
    /// Name of the component.
    pub name: String,
    /// The flange.
    pub flange: FlangeId,
    /// The frame.
    pub frame: FrameId,
    /// Axis in the frame.
    pub n: Slot3,
    /// The axis is normalised; otherwise its length is a factor of the torque.
    pub normalized: bool,
}

/// A line between two frames with 1-D components along it (MSL's LineForceWithMass and LineForceWithTwoMasses).
/// flange_a is at position 0, flange_b at the distance of the frames; the flows into the flanges act on the frames
/// along the line.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct Line {
    /// Name of the component.
    pub name: String,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
    /// flange_a and flange_b.
    pub flanges: [FlangeId; 2],
    /// True if flange_a, flange_b is connected. If only one is, the other frame takes the opposite force.
    pub used: [bool; 2],
    /// Smallest length that is used as a divisor, m.
    pub s_small: Real,
}

/// A quantity that depends on the accelerations and acts back on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Coupling {
    /// Angular acceleration of the carrier of the rotor with that number about the rotor's axis, rad/s2.
    Rotor(usize),
    /// Flow into a flange that acts on frames, N.m or N.
    Flange(FlangeId),
    /// Torque that a gear transmits, N.m, which determines its losses: the number of the contact with friction.
    Mesh(usize),
}

/// Source of the flow (torque or force) into a flange connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum FlangeRole {
    /// A law.
    Law,
    /// The axis of a joint: its flow drives the joint.
    Axis(JointId),
    /// At rest; it takes the balance of the other flows.
    Ground,
    /// An end of a line; it takes the balance of the other flows.
    Line,
    /// A source that prescribes the motion of a joint: its flow follows from that motion.
    Prescriber(JointId),
    /// The support of such a source: its flow is the opposite of that into the flange.
    PrescriberSupport(FlangeId),
    /// An end or the support of the transmission with that number.
    Transmission(usize),
}

/// A step in the computation of the flows not given by laws: the flow into `flange` balances the others at its node.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct FlowStep {
    /// The flange.
    pub flange: FlangeId,
    /// The other flanges of its node.
    pub others: Vec<FlangeId>,
    /// Other flows that this one determines.
    pub then: FlowConsequence,
    /// No flow in this step depends on accelerations.
    pub early: bool,
}

/// Flows that follow from the flow into one flange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum FlowConsequence {
    /// Nothing.
    None,
    /// The flows into the other end of a transmission and into its support.
    Transmission(usize),
    /// The opposite flow into the support of a source.
    Support(FlangeId),
}

/// Position of a flange node from its coordinate: `ratio q + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlangePose<T> {
    /// Factor of the coordinate; 0 at rest.
    pub ratio: T,
    /// Position for q = 0, rad or m.
    pub offset: T,
}

impl<T: Scalar> FlangePose<T> {
    /// Pose of a node from those of earlier nodes; `pose` returns the pose of a flange.
    pub(super) fn new(
        parent: FlangeParent,
        transmissions: &[Transmission],
        parameters: &[T],
        poses: &[Self],
        pose: impl Fn(FlangeId) -> Self,
    ) -> Self {
        match parent {
            FlangeParent::Ground(position) => {
                Self { ratio: T::zero(), offset: position.map_or_else(T::zero, |p| parameters[p]) }
            }
            FlangeParent::Line(_) => Self { ratio: T::one(), offset: T::zero() },
            FlangeParent::Joint(_, shift) => {
                let offset = shift.map_or_else(T::zero, |(factor, p)| T::constant(factor) * parameters[p]);
                Self { ratio: T::one(), offset }
            }
            FlangeParent::Transmission(node, transmission, reversed) => {
                poses[node].through(&transmissions[transmission].kind, reversed, parameters, pose)
            }
            FlangeParent::Relation(transmission, flange) => {
                Self::related(&transmissions[transmission], flange, parameters, pose)
            }
        }
    }

    /// Solves a relation for the pose of one of its flanges.
    fn related(
        transmission: &Transmission,
        flange: FlangeId,
        parameters: &[T],
        pose: impl Fn(FlangeId) -> Self,
    ) -> Self {
        let (mut ratio, mut offset, mut own) = (T::zero(), T::zero(), T::one());
        for term in transmission.terms().into_iter().flatten() {
            let factor = term.factor(parameters);
            if term.flange == flange {
                own = factor;
            } else {
                let other = pose(term.flange);
                (ratio, offset) = (ratio - factor * other.ratio, offset - factor * other.offset);
            }
        }
        Self { ratio: ratio / own, offset: offset / own }
    }

    /// Pose of the other end of a transmission.
    fn through(
        self,
        transmission: &TransmissionKind,
        reversed: bool,
        parameters: &[T],
        pose: impl Fn(FlangeId) -> Self,
    ) -> Self {
        let Self { ratio, offset } = self;
        match *transmission {
            TransmissionKind::Rigid { length, .. } => {
                let length = length.map_or_else(T::zero, |p| parameters[p]);
                Self { ratio, offset: if reversed { offset - length } else { offset + length } }
            }
            TransmissionKind::Gear { ratio: gear, support } => {
                let rest = support.map_or_else(T::zero, |flange| pose(flange).offset);
                let factor = if reversed { parameters[gear] } else { T::one() / parameters[gear] };
                Self { ratio: ratio * factor, offset: rest + (offset - rest) * factor }
            }
            TransmissionKind::Rotor(_)
            | TransmissionKind::Planetary { .. }
            | TransmissionKind::RackAndPinion { .. }
            | TransmissionKind::Difference { .. } => self,
        }
    }
}
