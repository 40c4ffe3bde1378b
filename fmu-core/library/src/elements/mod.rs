//! Elements that classes register: joints, masses, laws, variables.

mod flanges;
mod joints;
mod variables;

pub use flanges::{OwnCoordinate, PrescribedFlange, PrescribedLevel, RotorElement, SpringElement, TransmissionElement};
pub use joints::{
    AngleStatesElement, ConstraintElement, FreeBody, JointElement, OrientationStart, PreferredStart, StartAngles,
    StartMeaning, WheelStart,
};
pub use variables::{ElementVariable, JointQuantity, LawState, StartCondition, StartQuantity, VariableSource};

use super::AnyLaw;
use crate::laws::circuit_ports::Port;
use binary::Binary;
use mechanism::{
    Capacitor, CircuitElement, Conductor, FlangeId, FrameId, FrictionElement, Gravity, InertElement, Line, MassElement,
    Mounting, PortId, RigidEdge, SignalOut, Slot3,
};

/// All elements that the components of a model register.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    /// Frames at rest in the world, with their position.
    pub grounds: Vec<(FrameId, Option<Slot3>)>,
    /// Rigid components.
    pub rigid_edges: Vec<RigidEdge>,
    /// Joints.
    pub joints: Vec<JointElement>,
    /// Equations between frames.
    pub constraints: Vec<ConstraintElement>,
    /// Addresses of distances that constraints measure at the initial state.
    pub computed_distances: Vec<usize>,
    /// Initial values that follow in closed form from the positions of frames.
    pub closed_forms: Vec<ClosedFormElement>,
    /// Masses that follow the motion of two frames.
    pub inert: Vec<InertElement>,
    /// Masses.
    pub masses: Vec<MassElement>,
    /// Bodies whose frame may be the root of a free cluster.
    pub free_bodies: Vec<FreeBody>,
    /// Laws.
    pub laws: Vec<AnyLaw>,
    /// Number of the component of each.
    pub law_components: Vec<usize>,
    /// Contacts with friction.
    pub frictions: Vec<FrictionElement>,
    /// Flanges that move with a joint.
    pub axis_flanges: Vec<(FlangeId, usize)>,
    /// Flanges inside components, each with the connector that it is connected to.
    pub inner_flanges: Vec<[FlangeId; 2]>,
    /// Heat ports of parts, each with the connector of the composite component that it is connected to.
    pub inner_ports: Vec<[PortId; 2]>,
    /// Flanges at rest.
    pub ground_flanges: Vec<FlangeId>,
    /// Flanges at rest at a position given by a parameter (its address).
    pub fixed_flanges: Vec<(FlangeId, usize)>,
    /// Rigid components between flanges.
    pub transmissions: Vec<TransmissionElement>,
    /// Rotors on frames.
    pub rotors: Vec<RotorElement>,
    /// Flanges mounted on frames.
    pub mountings: Vec<Mounting>,
    /// Lines with 1-D components along them; their connections are determined later.
    pub lines: Vec<Line>,
    /// Frames without effect, which may be unconnected.
    pub idle_frames: Vec<FrameId>,
    /// World.driveTrainMechanics3D.
    pub drive_train_mechanics_3d: bool,
    /// Elements of electrical circuits.
    pub circuit_elements: Vec<CircuitElement>,
    /// Equations of those that are ports.
    pub circuit_ports: Vec<Port>,
    /// Heat capacitors.
    pub capacitors: Vec<Capacitor>,
    /// Heat ports with fixed temperature: (port, address of the temperature, offset to K).
    pub fixed_temperatures: Vec<(PortId, usize, f64)>,
    /// Heat ports whose temperature a law gives.
    pub given_temperatures: Vec<PortId>,
    /// Thermal conductors.
    pub conductors: Vec<Conductor>,
    /// Heat ports into which laws write the flow.
    pub heat_sources: Vec<PortId>,
    /// Flanges whose motion is prescribed.
    pub prescribed_flanges: Vec<PrescribedFlange>,
    /// Adaptors between connectors and signals.
    pub adaptors: Vec<AdaptorElement>,
    /// Springs between flanges.
    pub springs: Vec<SpringElement>,
    /// Ends of line forces.
    pub line_force_ends: Vec<LineForceEnd>,
    /// Frames whose flow a law writes.
    pub acting_frames: Vec<FrameId>,
    /// Laws with warnings, with the names of their components.
    pub watched: Vec<WatchedLaw>,
    /// States of laws.
    pub states: Vec<LawState>,
    /// Number of signals whose past laws read.
    pub histories: usize,
    /// Variables.
    pub variables: Vec<ElementVariable>,
    /// Orientations that have angles as states if they are coordinates.
    pub angle_states: Vec<AngleStatesElement>,
    /// Wheels.
    pub wheels: Vec<WheelStart>,
    /// Start values of orientations and angular motion.
    pub orientation_starts: Vec<OrientationStart>,
    /// Start values, not fixed, at which the search for the initial state begins.
    pub preferred_starts: Vec<PreferredStart>,
    /// Equations of the initial state that classes add.
    pub start_conditions: Vec<StartCondition>,
    /// The gravity field of the world.
    pub gravity: Option<Gravity>,
    /// Settings that are not supported yet.
    pub refusals: Vec<Refusal>,
}

/// A setting that is not supported yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Name of the component.
    pub component: String,
    /// Parameter, connector or variable.
    pub what: String,
    /// Missing feature.
    pub needs: &'static str,
}

/// A law with warnings.
#[derive(Clone, Debug, Binary)]
pub struct WatchedLaw {
    /// Its number.
    pub law: usize,
    /// Name of its component.
    pub component: String,
}

/// One end of a line force.
#[derive(Clone, Debug)]
pub struct LineForceEnd {
    /// Name of the component.
    pub name: String,
    /// The frame.
    pub frame: FrameId,
    /// Name of the parameter that fixes the rotation, and its value.
    pub fixed_rotation: (&'static str, bool),
}

/// A signal of an adaptor, differentiated that many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptorSignal {
    /// Angle, position or voltage.
    Potential(usize),
    /// Torque, force or current.
    Flow(usize),
}

/// An adaptor between a connector and signals.
///
/// One kind gives the potential (angle, position, voltage) and takes the flow, the other one the reverse. Two of them whose signals are
/// connected with each other are a connection of their connectors: the assembly makes it, so that no equation goes through signals.
#[derive(Clone, Debug)]
pub struct AdaptorElement {
    /// Number of its component.
    pub component: usize,
    /// It gives the potential and takes the flow.
    pub gives_potential: bool,
    /// Elements of the signal inputs.
    pub inputs: Vec<(AdaptorSignal, usize)>,
    /// Elements of the signal outputs.
    pub outputs: Vec<(AdaptorSignal, usize)>,
    /// Its connector.
    pub end: AdaptorEnd,
}

/// The connector of an adaptor.
#[derive(Clone, Debug)]
pub enum AdaptorEnd {
    /// A flange; without a partner a law acts on it, or its motion is prescribed.
    Flange {
        /// The flange.
        flange: FlangeId,
        /// The law.
        law: Option<Box<AnyLaw>>,
        /// The motion.
        prescribed: Option<Box<PrescribedFlange>>,
    },
    /// An element of a circuit, which is a source without a partner.
    Branch {
        /// Its number.
        element: usize,
        /// Address of the number one.
        one: usize,
        /// An output, and the one that is its time derivative.
        derivative: Option<(SignalOut, SignalOut)>,
    },
}

/// An initial value of joints that follows in closed form from the initial positions of frames, for joint assemblies. Joints are indices
/// into [`Elements::joints`].
#[derive(Clone, Debug)]
pub enum ClosedFormElement {
    /// Angle of a revolute joint, or distance of a prismatic one, that moves a point to a given distance from another
    /// one.
    Length(LengthForm),
    /// Angles of two revolute joints that turn a rod towards a point.
    Universal(UniversalForm),
    /// A direction of one frame in the axes of another one.
    Direction(DirectionForm),
}

/// See [`ClosedFormElement::Length`].
#[derive(Clone, Debug)]
pub struct LengthForm {
    /// The joint.
    pub joint: usize,
    /// Its axis.
    pub n: Slot3,
    /// The moved point, resolved in frame_b.
    pub reach: Slot3,
    /// Address of the distance, m.
    pub length: usize,
    /// Address of the guess value of the coordinate, rad or m.
    pub guess: usize,
    /// Its frame_a and frame_b, and the frame whose origin is the other point.
    pub frames: [FrameId; 3],
}

/// See [`ClosedFormElement::Universal`].
#[derive(Clone, Debug)]
pub struct UniversalForm {
    /// The joints; the second axis is perpendicular to the first one and to the rod.
    pub joints: [usize; 2],
    /// A prismatic joint along the rod that reaches the point.
    pub reaching: Option<usize>,
    /// Axis of the first joint in frame_a.
    pub n1: Slot3,
    /// Direction of the rod in the frame that they turn.
    pub rod: Slot3,
    /// frame_a of the first joint, the frame that they turn, and the frame at the other end of the rod.
    pub frames: [FrameId; 3],
}

/// See [`ClosedFormElement::Direction`].
#[derive(Clone, Debug)]
pub struct DirectionForm {
    /// Name of the variable, for messages.
    pub name: String,
    /// The direction in frame_a.
    pub n_a: Slot3,
    /// Addresses of the direction in frame_b, which is calculated.
    pub n_b: Slot3,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
}
