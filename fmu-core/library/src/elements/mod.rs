//! Elements that classes register: joints, masses, laws, variables.

mod adaptors;
mod closed_forms;
mod flanges;
mod joints;
mod variables;

pub use adaptors::{AdaptorElement, AdaptorEnd, AdaptorSignal};
pub use closed_forms::{ClosedFormElement, DirectionForm, LengthForm, UniversalForm};
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
    Mounting, PortId, RigidEdge, Slot3,
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
