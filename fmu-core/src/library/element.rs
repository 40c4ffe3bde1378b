//! What a class's function sees of its component, and where it registers joints, masses, laws and variables.

use super::{AnyLaw, Class, ConnectorKind};
use crate::frames::Sequence;
use crate::mechanism::{
    Capacitor, Conductor, ConstraintKind, FlangeId, FlangeTie, FrameId, Gravity, InertElement, InertKind, MassElement,
    Mounting, PortId, RigidEdge, RigidTransform, Rotor, Shape, SignalIn, SignalOut, Slot3, Slot9, Source,
};
use std::collections::HashMap;

/// Everything that the components of a model register.
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
    /// Addresses of distances that constraints take from the initial state.
    pub computed_distances: Vec<usize>,
    /// Masses that follow the motion of two frames.
    pub inert: Vec<InertElement>,
    /// Masses.
    pub masses: Vec<MassElement>,
    /// Bodies whose frame may be the root of a free cluster.
    pub free_bodies: Vec<FreeBody>,
    /// Laws.
    pub laws: Vec<AnyLaw>,
    /// Flanges that move with a joint.
    pub axis_flanges: Vec<(FlangeId, usize)>,
    /// Flanges at rest.
    pub ground_flanges: Vec<FlangeId>,
    /// Flanges at rest at a position given by a parameter (its address).
    pub fixed_flanges: Vec<(FlangeId, usize)>,
    /// Rigid components between flanges.
    pub flange_ties: Vec<FlangeTieElement>,
    /// Rotors on frames.
    pub rotors: Vec<RotorElement>,
    /// Flanges mounted on frames.
    pub mountings: Vec<Mounting>,
    /// Frames that have no effect and may be connected to nothing.
    pub idle_frames: Vec<FrameId>,
    /// World.driveTrainMechanics3D.
    pub drive_train_mechanics_3d: bool,
    /// Stores of heat.
    pub capacitors: Vec<Capacitor>,
    /// Heat ports of fixed temperature: (port, address of the temperature, what is added to it to get K).
    pub fixed_temperatures: Vec<(PortId, usize, f64)>,
    /// Conductors of heat.
    pub conductors: Vec<Conductor>,
    /// Heat ports into which laws write the flow.
    pub heat_sources: Vec<PortId>,
    /// Flanges whose motion is prescribed.
    pub prescribed_flanges: Vec<PrescribedFlange>,
    /// Ends of line forces.
    pub line_force_ends: Vec<LineForceEnd>,
    /// Frames whose flow a law writes.
    pub acting_frames: Vec<FrameId>,
    /// Laws that may have warnings, with the names of their components.
    pub watched: Vec<WatchedLaw>,
    /// States of laws.
    pub states: Vec<LawState>,
    /// Variables.
    pub variables: Vec<ElementVariable>,
    /// Orientations whose states are to be angles where they are coordinates.
    pub angle_states: Vec<AngleStatesElement>,
    /// Wheels.
    pub wheels: Vec<WheelStart>,
    /// Start values of orientations and angular motion.
    pub orientation_starts: Vec<OrientationStart>,
    /// Start values that say where the search for the initial state begins, though they are not fixed.
    pub preferred_starts: Vec<PreferredStart>,
    /// The gravity field of the world.
    pub gravity: Option<Gravity>,
    /// What the model asks for and this version cannot do: (component, parameter, what it needs).
    pub refusals: Vec<Refusal>,
}

/// Something that the model asks for and this version cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Name of the component.
    pub component: String,
    /// Parameter, connector or variable that asks for it.
    pub what: String,
    /// What it would need.
    pub needs: &'static str,
}

/// A law that may have a warning.
#[derive(Clone, Debug)]
pub struct WatchedLaw {
    /// Its number.
    pub law: usize,
    /// Name of its component.
    pub component: String,
}

/// A state of a law.
#[derive(Clone, Debug)]
pub struct LawState {
    /// Full name of the variable that it is.
    pub name: String,
    /// Address of its start value.
    pub start: usize,
}

/// A rigid component between two flanges.
#[derive(Clone, Debug)]
pub struct FlangeTieElement {
    /// What it does.
    pub tie: FlangeTie,
    /// Start values, if its position may be the coordinate of a network.
    pub coordinate: Option<OwnCoordinate>,
}

/// Start values of an inertia whose position may be the coordinate of a network.
#[derive(Clone, Copy, Debug)]
pub struct OwnCoordinate {
    /// Address of the start position.
    pub position: usize,
    /// Address of the start speed.
    pub speed: usize,
    /// How many of them the model fixes.
    pub fixed: usize,
    /// A distance, not an angle.
    pub translational: bool,
}

/// A rotor on a frame.
#[derive(Clone, Debug)]
pub struct RotorElement {
    /// What it is; its joint is found later.
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

/// A joint as a class declares it.
#[derive(Clone, Debug)]
pub struct JointElement {
    /// Name of the component.
    pub name: String,
    /// frame_a.
    pub frame_a: FrameId,
    /// frame_b.
    pub frame_b: FrameId,
    /// What it allows.
    pub kind: JointElementKind,
}

/// An equation between two frames, as a class declares it.
#[derive(Clone, Debug)]
pub struct ConstraintElement {
    /// Name of the component.
    pub name: String,
    /// What it demands.
    pub kind: ConstraintKind,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
}

/// What a joint allows, with the addresses of its start values.
#[derive(Clone, Debug)]
pub enum JointElementKind {
    /// Rotation about `n`; start angle and speed.
    Revolute {
        /// Axis.
        n: Slot3,
        /// Address of phi.start.
        phi: usize,
        /// Address of w.start.
        w: usize,
    },
    /// Translation along `n`; start distance and speed.
    Prismatic {
        /// Axis.
        n: Slot3,
        /// Address of s.start.
        s: usize,
        /// Address of v.start.
        v: usize,
    },
    /// Three rotations about one point.
    Spherical(RotationStart),
    /// Six degrees of freedom, no constraint.
    Free(FreeStart),
}

/// Start values of a rotation of frame_b relative to frame_a.
#[derive(Clone, Copy, Debug)]
pub struct RotationStart {
    /// Orientation by three angles.
    pub angles: Slot3,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in frame_a.
    pub w: Slot3,
}

/// Start values of a free motion.
#[derive(Clone, Copy, Debug)]
pub struct FreeStart {
    /// Position.
    pub r: Slot3,
    /// Velocity.
    pub v: Slot3,
    /// Orientation by three angles; none for point masses.
    pub angles: Option<Slot3>,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in the frame that the motion is relative to; none for point masses.
    pub w: Option<Slot3>,
}

/// Three start angles and the axes they turn about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartAngles {
    /// Axes.
    pub sequence: Sequence,
    /// Addresses of the angles, rad.
    pub angles: [usize; 3],
}

/// What a start value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMeaning {
    /// A guess that others may overrule.
    Guess,
    /// The search for the initial state begins there.
    Preferred,
    /// It holds.
    Fixed,
}

/// Start values of the orientation of frame_b relative to frame_a and of its angular motion, as Body, FreeMotion and Spherical have
/// them in MSL.
#[derive(Clone, Debug)]
pub struct OrientationStart {
    /// Name of the component.
    pub component: String,
    /// frame_a; none: the world.
    pub frame_a: Option<FrameId>,
    /// frame_b.
    pub frame_b: FrameId,
    /// Start angles.
    pub start: StartAngles,
    /// Whether the angles hold (`angles_fixed`).
    pub angles: StartMeaning,
    /// The start value of the angular velocity, resolved in frame_a, if it holds (`w_0_fixed`): the angular velocity resolved in
    /// frame_b is that vector turned by the start angles, not by the actual orientation.
    pub w: Option<Slot3>,
    /// The same for its derivative (`z_0_fixed`).
    pub z: Option<Slot3>,
}

/// An orientation whose states are to be three angles and their derivatives.
#[derive(Clone, Debug)]
pub struct AngleStatesElement {
    /// Name of the component.
    pub component: String,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Address of start angles in the same sequence, rad.
    pub near: Option<usize>,
    /// Names of the angles and of their derivatives.
    pub names: [&'static str; 2],
}

/// A wheel whose start values are angles and their derivatives.
#[derive(Clone, Debug)]
pub struct WheelStart {
    /// Name of the component.
    pub component: String,
    /// Number of its orientation start.
    pub orientation: usize,
    /// Number of its body.
    pub body: usize,
    /// Addresses of the start angles and of their derivatives.
    pub starts: [usize; 2],
    /// The angular velocity that follows from them, world axes.
    pub w: Slot3,
}

/// A start value that says where the search for the initial state begins.
#[derive(Clone, Debug)]
pub struct PreferredStart {
    /// Full name of the scalar variable.
    pub variable: String,
    /// Address of its start value.
    pub start: usize,
}

/// A body that may be the root of a free cluster.
#[derive(Clone, Debug)]
pub struct FreeBody {
    /// Name of the component.
    pub name: String,
    /// Its frame_a.
    pub frame: FrameId,
    /// Start values.
    pub start: FreeStart,
    /// The model wants its coordinates as states (enforceStates, stateSelect).
    pub enforced: bool,
    /// The model fixes a start value.
    pub fixed: Vec<&'static str>,
    /// A point mass.
    pub point: bool,
}

/// How a motion is prescribed.
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
    /// The support that the motion is relative to.
    pub support: Option<FlangeId>,
    /// Level.
    pub level: PrescribedLevel,
    /// Signal input with the position: the joint starts there, or follows it.
    pub reference: Option<SignalIn>,
    /// The joint follows the reference exactly, with its derivatives.
    pub exact: bool,
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

/// Which quantity of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
    /// Its second derivative.
    Acceleration,
    /// Torque or force along the axis.
    Force,
}

/// Where a registered variable's value comes from.
#[derive(Clone, Debug)]
pub enum VariableSource {
    /// Known at once.
    Direct(Source),
    /// A quantity of the joint element with that number.
    Joint(usize, JointQuantity),
    /// An element of an angle of the component, or of the derivative of that order of it; zero where the angles are no states.
    Angle {
        /// Order of the derivative, 0 to 2.
        order: usize,
        /// Element.
        element: usize,
    },
}

/// A scalar variable of a component.
#[derive(Clone, Debug)]
pub struct ElementVariable {
    /// Name of the variable with its subscript.
    pub name: String,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Where the value comes from.
    pub source: VariableSource,
    /// Address of its start value.
    pub start: Option<usize>,
}

/// A connector of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectorHandle {
    /// Frame; more than one where it stands for connectors of parts.
    Frame(Vec<FrameId>),
    /// Flange.
    Flange(FlangeId),
    /// Heat port.
    Heat(PortId),
    /// Signal input.
    Input(SignalIn),
    /// Signal output.
    Output(SignalOut),
}

/// Value of a parameter that shapes the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structural {
    /// Boolean.
    Boolean(bool),
    /// Literal, counted from 0.
    Literal(usize),
    /// Axes of three rotations.
    Sequence(Sequence),
}

/// Attributes that the model gives to a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariableAttributes {
    /// Address of the start values.
    pub start: Option<usize>,
    /// Some element is fixed.
    pub fixed: bool,
}

/// A component that is being made.
#[derive(Debug)]
pub struct Element<'a> {
    /// Full name.
    pub name: &'a str,
    /// Class.
    pub class: &'static Class,
    /// Parameters that shape the model.
    pub structural: &'a HashMap<&'static str, Structural>,
    /// Addresses and shapes of the numeric parameters.
    pub parameters: &'a HashMap<&'static str, (usize, Shape)>,
    /// Parameters whose expressions are evaluated anew again and again: numbers of the formulas.
    pub formulas: &'a HashMap<&'static str, usize>,
    /// Connectors that exist.
    pub connectors: &'a HashMap<&'static str, ConnectorHandle>,
    /// Variables with what the model says of them.
    pub attributes: &'a HashMap<&'static str, VariableAttributes>,
    /// Where to register.
    pub elements: &'a mut Elements,
}

impl Element<'_> {
    /// Value of a Boolean parameter.
    pub fn boolean(&self, name: &str) -> bool {
        matches!(self.structural.get(name), Some(Structural::Boolean(true)))
    }

    /// Literal of an enumeration parameter.
    pub fn literal(&self, name: &str) -> &'static str {
        let parameter = self.class.parameters.iter().find(|p| p.name == name);
        match (self.structural.get(name), parameter.map(|p| p.kind)) {
            (Some(Structural::Literal(k)), Some(super::ParameterKind::Enumeration(e))) => {
                e.literals.get(*k).copied().unwrap_or("")
            }
            _ => "",
        }
    }

    /// Value of a sequence of axes.
    pub fn sequence(&self, name: &str) -> Sequence {
        match self.structural.get(name) {
            Some(Structural::Sequence(s)) => *s,
            _ => Sequence::default(),
        }
    }

    /// Address of a number. The class declares every name it asks for; a wrong one is a fault of the class, which its tests show.
    pub fn real(&self, name: &str) -> usize {
        debug_assert!(self.parameters.contains_key(name), "{}: no parameter {name}", self.class.name);
        self.parameters.get(name).map_or(0, |(first, _)| *first)
    }

    /// Shape of a number, vector or matrix.
    pub fn shape(&self, name: &str) -> Shape {
        self.parameters.get(name).map_or(Shape::Scalar, |(_, shape)| *shape)
    }

    /// Number of the formula that a parameter is, if it is one.
    pub fn formula(&self, name: &str) -> Option<usize> {
        self.formulas.get(name).copied()
    }

    /// Address of a vector.
    pub fn vector(&self, name: &str) -> Slot3 {
        Slot3(self.real(name))
    }

    /// Address of a matrix.
    pub fn matrix(&self, name: &str) -> Slot9 {
        Slot9(self.real(name))
    }

    /// Address of the start value of a variable that has one.
    pub fn start(&self, name: &str) -> usize {
        debug_assert!(
            self.attributes.get(name).is_some_and(|a| a.start.is_some()),
            "{}: no start {name}",
            self.class.name
        );
        self.attributes.get(name).and_then(|a| a.start).unwrap_or(0)
    }

    /// True when the model fixes a variable.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.attributes.get(name).is_some_and(|a| a.fixed)
    }

    /// A frame connector.
    pub fn frame(&self, name: &str) -> FrameId {
        self.optional_frame(name).unwrap_or(0)
    }

    /// A frame connector that may not exist.
    pub fn optional_frame(&self, name: &str) -> Option<FrameId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Frame(frames)) => frames.first().copied(),
            _ => None,
        }
    }

    /// A flange connector that may not exist.
    pub fn flange(&self, name: &str) -> Option<FlangeId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Flange(flange)) => Some(*flange),
            _ => None,
        }
    }

    /// A heat port that may not exist.
    pub fn heat_port(&self, name: &str) -> Option<PortId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Heat(port)) => Some(*port),
            _ => None,
        }
    }

    /// The heat port of a component that turns power into heat, if it is enabled; a law writes the flow.
    pub fn loss_port(&mut self) -> Option<PortId> {
        let port = self.heat_port("heatPort")?;
        self.elements.heat_sources.push(port);
        Some(port)
    }

    /// A signal input.
    pub fn input(&self, name: &str) -> SignalIn {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Input(input)) => *input,
            _ => SignalIn { first: 0, size: 0 },
        }
    }

    /// A signal output that may not exist.
    pub fn output(&self, name: &str) -> Option<SignalOut> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Output(output)) => Some(*output),
            _ => None,
        }
    }

    /// Address of the start value of a variable or output, when it has one.
    pub fn optional_start(&self, name: &str) -> Option<usize> {
        self.attributes.get(name).and_then(|a| a.start)
    }

    /// Registers the start values of the orientation of `frame_b` relative to `frame_a` (none: the world): vectors of start angles,
    /// angular velocity and angular acceleration, each with the Boolean parameter that fixes it.
    pub fn add_orientation_start(
        &mut self,
        (frame_a, frame_b): (Option<FrameId>, FrameId),
        [angles, w, z]: [(&str, &str); 3],
    ) {
        let Slot3(first) = self.vector(angles.0);
        let start = StartAngles { sequence: self.sequence("sequence_start"), angles: [first, first + 1, first + 2] };
        let fixed = |(value, parameter): (&str, &str)| self.boolean(parameter).then(|| self.vector(value));
        let start = OrientationStart {
            component: self.name.to_owned(),
            frame_a,
            frame_b,
            start,
            angles: if self.boolean(angles.1) { StartMeaning::Fixed } else { StartMeaning::Guess },
            w: fixed(w),
            z: fixed(z),
        };
        self.elements.orientation_starts.push(start);
    }

    /// Registers the variables `phi`, `phi_d` and `phi_dd`, and, when the parameter useQuaternions is false, that these angles around
    /// `sequence_angleStates` are states wherever the orientation is a coordinate.
    pub fn add_angle_states(&mut self, may_be_states: bool) {
        if may_be_states && !self.boolean("useQuaternions") {
            let sequence = self.sequence("sequence_angleStates");
            let near = (sequence == self.sequence("sequence_start")).then(|| self.real("angles_start"));
            self.elements.angle_states.push(AngleStatesElement {
                component: self.name.to_owned(),
                sequence,
                near,
                names: ["phi", "phi_d"],
            });
        }
        for (order, name) in ["phi", "phi_d", "phi_dd"].into_iter().enumerate() {
            self.push_variable(name, |element| VariableSource::Angle { order, element });
        }
    }

    /// Registers angles that are states, and the variables that they and their derivatives are.
    pub fn add_named_angles(&mut self, sequence: Sequence, near: usize, names: [&'static str; 2]) {
        let component = self.name.to_owned();
        self.elements.angle_states.push(AngleStatesElement { component, sequence, near: Some(near), names });
        for (order, name) in names.into_iter().enumerate() {
            self.push_variable(name, |element| VariableSource::Angle { order, element });
        }
    }

    /// Refuses something that this version cannot do, by name.
    pub fn refuse(&mut self, what: &str, needs: &'static str) {
        self.elements.refusals.push(Refusal { component: self.name.to_owned(), what: what.to_owned(), needs });
    }

    /// Refuses a Boolean parameter that is true.
    pub fn refuse_if(&mut self, parameter: &str, needs: &'static str) {
        if self.boolean(parameter) {
            self.refuse(&format!("{parameter} = true"), needs);
        }
    }

    /// Registers a frame at rest in the world.
    pub fn add_ground(&mut self, frame: FrameId, position: Option<Slot3>) {
        self.elements.grounds.push((frame, position));
    }

    /// Registers a rigid connection from frame_a to frame_b.
    pub fn add_rigid(&mut self, transform: RigidTransform) {
        let (frame_a, frame_b) = (self.frame("frame_a"), self.frame("frame_b"));
        self.elements.rigid_edges.push(RigidEdge { name: self.name.to_owned(), frame_a, frame_b, transform });
    }

    /// Registers a joint from frame_a to frame_b; returns its number.
    pub fn add_joint(&mut self, kind: JointElementKind) -> usize {
        let (frame_a, frame_b) = (self.frame("frame_a"), self.frame("frame_b"));
        self.elements.joints.push(JointElement { name: self.name.to_owned(), frame_a, frame_b, kind });
        self.elements.joints.len() - 1
    }

    /// Registers an equation between frame_a and frame_b.
    pub fn add_constraint(&mut self, kind: ConstraintKind) {
        self.add_constraint_between(kind, [self.frame("frame_a"), self.frame("frame_b")]);
    }

    /// The distance of the last constraint is that of its frames at the start: the address of the parameter.
    pub fn compute_distance(&mut self, address: usize) {
        self.elements.computed_distances.push(address);
    }

    /// Registers an equation between two frames.
    pub fn add_constraint_between(&mut self, kind: ConstraintKind, frames: [FrameId; 2]) {
        self.elements.constraints.push(ConstraintElement { name: self.name.to_owned(), kind, frames });
    }

    /// Registers a mass between frame_a and frame_b.
    pub fn add_inert(&mut self, kind: InertKind, m: usize) {
        let frames = [self.frame("frame_a"), self.frame("frame_b")];
        self.elements.inert.push(InertElement { name: self.name.to_owned(), kind, m, frames });
    }

    /// Registers a state of a law, which is the declared scalar variable `name` with a start value; returns its number.
    pub fn add_state(&mut self, name: &str) -> usize {
        let start = self.start(name);
        self.add_states(name, start)
    }

    /// Registers states of a law, which are the elements of the declared variable `name`, with start values from address `start` on;
    /// returns the number of the first.
    pub fn add_states(&mut self, name: &str, start: usize) -> usize {
        let first = self.elements.states.len();
        let size = self.class.variables.iter().find(|v| v.name == name).map_or(0, |v| v.shape.size());
        for k in 0..size {
            let subscript = if size == 1 { String::new() } else { format!("[{}]", k + 1) };
            let name = format!("{}.{name}{subscript}", self.name);
            self.elements.states.push(LawState { name, start: start + k });
        }
        self.add_variable(name, |k| Source::LawState(first + k));
        first
    }

    /// Registers a law; returns its number.
    pub fn add_law(&mut self, law: impl Into<AnyLaw>) -> usize {
        self.elements.laws.push(law.into());
        self.elements.laws.len() - 1
    }

    /// Registers a law that may have warnings.
    pub fn watch(&mut self, law: usize) {
        self.elements.watched.push(WatchedLaw { law, component: self.name.to_owned() });
    }

    /// Registers a frame at which a law acts: it writes the flow at each evaluation.
    pub fn add_acting_frame(&mut self, frame: FrameId) {
        self.elements.acting_frames.push(frame);
    }

    /// Registers one end of a line force.
    pub fn add_line_force_end(&mut self, frame: FrameId, parameter: &'static str) {
        let fixed_rotation = (parameter, self.boolean(parameter));
        self.add_acting_frame(frame);
        self.elements.line_force_ends.push(LineForceEnd { name: self.name.to_owned(), frame, fixed_rotation });
    }

    /// Registers the elements of a declared variable.
    pub fn add_variable(&mut self, name: &str, source: impl Fn(usize) -> Source) {
        self.push_variable(name, |k| VariableSource::Direct(source(k)));
    }

    /// Registers a declared scalar variable that is a quantity of a joint.
    pub fn add_joint_variable(&mut self, name: &str, joint: usize, quantity: JointQuantity) {
        self.push_variable(name, |_| VariableSource::Joint(joint, quantity));
    }

    fn push_variable(&mut self, name: &str, source: impl Fn(usize) -> VariableSource) {
        let Some(declared) = self.class.variables.iter().find(|v| v.name == name) else {
            debug_assert!(false, "{}: variable {name} is not declared", self.class.name);
            return;
        };
        let start = self.attributes.get(declared.name).and_then(|a| a.start);
        for k in 0..declared.shape.size() {
            self.elements.variables.push(ElementVariable {
                name: format!("{name}{}", declared.shape.subscript(k)),
                unit: declared.unit,
                description: declared.description,
                source: source(k),
                start: start.map(|first| first + k),
            });
        }
    }
}

impl ConnectorKind {
    /// Number of elements of a signal, 1 for others.
    pub const fn size(self) -> usize {
        match self {
            Self::SignalInput(n) | Self::SignalOutput(n) => n,
            _ => 1,
        }
    }

    /// Shape of a signal.
    pub const fn shape(self) -> Shape {
        match self.size() {
            1 => Shape::Scalar,
            n => Shape::Vector(n),
        }
    }
}
