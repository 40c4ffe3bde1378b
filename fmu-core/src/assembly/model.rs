//! The compiled model.

use super::Problems;
use super::catalogue;
use super::components::Collected;
use super::connections::Sets;
use super::initialization::{Initialization, Plan};
use super::spanning_tree::{Spanned, SpannedStart};
use crate::library::{AnyLaw, FreeStart, PrescribedLevel, RotationStart};
use crate::mechanism::{
    Constants, FlangeId, FrameId, Gravity, HeatNetwork, Mechanism, ParameterTable, SignalIn, Stage,
};
use crate::model_file::{Experiment, LibraryProblem, ModelFile};
use crate::variables::Catalogue;

/// A compiled model: immutable; parameters, state and caches are data beside it.
#[derive(Clone, Debug)]
pub struct Model {
    /// FMI model name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Default experiment.
    pub experiment: Experiment,
    /// FMI variables.
    pub catalogue: Catalogue,
    /// Links, joints, frames.
    pub mechanism: Mechanism,
    /// Laws.
    pub laws: Vec<AnyLaw>,
    /// Order of the laws.
    pub schedule: Schedule,
    /// Parameters and start values.
    pub parameters: ParameterTable,
    /// Initial motion of each joint.
    pub motions: Motions,
    /// Equations of the initial state.
    pub initialization: Initialization,
    /// What the state array holds.
    pub states: StateLayout,
    /// Frame connectors whose flow a law writes.
    pub acting_frames: Vec<FrameId>,
    /// Number of signals: outputs of components, then FMI inputs.
    pub signal_count: usize,
    /// Signal of the first FMI input.
    pub first_input_signal: usize,
}

/// Order of the laws.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// Laws that the accelerations need and that read time and inputs only.
    pub time: Vec<usize>,
    /// Laws that the accelerations need and that read the motion.
    pub motion: Vec<usize>,
    /// Laws for outputs only, which read time, inputs and motion.
    pub motion_outputs: Vec<usize>,
    /// Laws for outputs only, which read accelerations.
    pub acceleration_outputs: Vec<usize>,
    /// Laws for outputs only, which read cut forces.
    pub reaction_outputs: Vec<usize>,
    /// For each signal: true when its law is for outputs only.
    pub signal_is_passive: Vec<bool>,
    /// For each signal: the stage after which it is known.
    pub signal_stages: Vec<Stage>,
    /// For each signal: its law.
    pub producer: Vec<Option<usize>>,
    /// For each law: it reads time derivatives, or signals of laws that do.
    pub reads_derivatives: Vec<bool>,
}

/// Where a joint starts.
#[derive(Clone, Copy, Debug)]
pub enum JointStart {
    /// Addresses of position and speed; a prescribed joint may take its position from a signal.
    One {
        /// Address of the position.
        position: usize,
        /// Address of the speed.
        speed: usize,
        /// Signal that decides the position of a flange instead, relative to a support at rest.
        reference: Option<StartReference>,
    },
    /// Start values of a free motion; `reversed` when the joint is entered from frame_b.
    Free {
        /// Addresses.
        start: FreeStart,
        /// Entered from frame_b.
        reversed: bool,
    },
    /// Start values of a rotation; `reversed` when the joint is entered from frame_b.
    Rotation {
        /// Addresses.
        start: RotationStart,
        /// Entered from frame_b.
        reversed: bool,
    },
}

impl JointStart {
    /// Signal that decides the position, if one does.
    pub fn reference(&self) -> Option<StartReference> {
        match self {
            Self::One { reference, .. } => *reference,
            Self::Free { .. } | Self::Rotation { .. } => None,
        }
    }
}

/// A flange that starts where a signal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartReference {
    /// Signal.
    pub signal: SignalIn,
    /// Flange.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
}

/// Initial motion of the joints.
#[derive(Clone, Debug, Default)]
pub struct Motions {
    /// Per joint.
    pub starts: Vec<JointStart>,
    /// Addresses of the start values of the states of laws.
    pub law_starts: Vec<usize>,
    /// Coordinates that follow a signal exactly.
    pub followers: Vec<Follower>,
}

/// A coordinate that follows a signal exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Flange that follows.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
    /// Signal.
    pub signal: usize,
}

/// The state array: position coordinates, velocity coordinates, states of laws. Prescribed coordinates are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateLayout {
    /// Position coordinate of each of the first states.
    pub positions: Vec<usize>,
    /// Velocity coordinate of each of the next states.
    pub speeds: Vec<usize>,
    /// Number of states of laws, which come last.
    pub laws: usize,
}

impl StateLayout {
    /// Length of the state array.
    pub fn dimension(&self) -> usize {
        self.positions.len() + self.speeds.len() + self.laws
    }

    /// Writes the state array into coordinates, speeds and states of laws.
    pub fn unpack<T: Copy>(&self, x: &[T], q: &mut [T], v: &mut [T], states: &mut [T]) {
        let (positions, rest) = x.split_at(self.positions.len());
        let (speeds, laws) = rest.split_at(self.speeds.len());
        self.positions.iter().zip(positions).for_each(|(i, x)| q[*i] = *x);
        self.speeds.iter().zip(speeds).for_each(|(i, x)| v[*i] = *x);
        states.copy_from_slice(laws);
    }

    /// Writes coordinates, speeds and states of laws, or their derivatives, into the state array.
    pub fn pack(&self, q: &[f64], v: &[f64], states: &[f64], x: &mut [f64]) {
        let (positions, rest) = x.split_at_mut(self.positions.len());
        let (speeds, laws) = rest.split_at_mut(self.speeds.len());
        self.positions.iter().zip(positions).for_each(|(i, x)| *x = q[*i]);
        self.speeds.iter().zip(speeds).for_each(|(i, x)| *x = v[*i]);
        laws.copy_from_slice(states);
    }
}

/// Puts the parts together.
#[allow(clippy::too_many_arguments)]
pub(super) fn finish(
    file: &ModelFile,
    mut collected: Collected,
    mut table: ParameterTable,
    sets: Sets,
    spanned: Spanned,
    heat: HeatNetwork,
    schedule: Schedule,
    problems: &mut Problems,
) -> Model {
    let mechanism = mechanism(&mut collected, &sets, &spanned, heat);
    fill_values(&mut table, &mechanism, &collected, problems);
    let states = state_layout(&collected, &spanned);
    let motions = motions(&collected, &spanned, &sets);
    let plan = Plan::new(&collected, &spanned, &motions, &table);
    let catalogue = catalogue::build(
        &catalogue::Context {
            file,
            collected: &collected,
            table: &table,
            sets: &sets,
            spanned: &spanned,
            schedule: &schedule,
            mechanism: &mechanism,
            states: &states,
            plan: &plan,
        },
        problems,
    );
    let initialization = plan.finish(&catalogue, &schedule, problems);
    Model {
        name: file.name.clone(),
        description: file.description.clone(),
        experiment: file.experiment.clone(),
        catalogue,
        mechanism,
        laws: collected.elements.laws,
        acting_frames: collected.elements.acting_frames,
        schedule,
        parameters: table,
        motions,
        initialization,
        states,
        signal_count: collected.signal_outputs + sets.inputs.len(),
        first_input_signal: collected.signal_outputs,
    }
}

fn state_layout(collected: &Collected, spanned: &Spanned) -> StateLayout {
    let mut layout = StateLayout { laws: collected.elements.states.len(), ..StateLayout::default() };
    for (i, joint) in spanned.tree.joints.iter().enumerate() {
        let level = spanned.level(i, collected);
        if level != Some(PrescribedLevel::Position) {
            layout.positions.extend(joint.q..joint.q + joint.kind.nq());
        }
        if !matches!(level, Some(PrescribedLevel::Position | PrescribedLevel::Speed)) {
            layout.speeds.extend(joint.v..joint.v + joint.kind.nv());
        }
    }
    layout
}

fn mechanism(collected: &mut Collected, sets: &Sets, spanned: &Spanned, heat: HeatNetwork) -> Mechanism {
    Mechanism {
        gravity: collected.elements.gravity.unwrap_or(Gravity::None),
        tree: spanned.tree.clone(),
        joints: spanned.joints.clone(),
        nodes: spanned.nodes.clone(),
        frame_nodes: spanned.frame_nodes.clone(),
        frame_names: collected.frames.clone(),
        rigid_edges: std::mem::take(&mut collected.elements.rigid_edges),
        masses: std::mem::take(&mut collected.elements.masses),
        flange_potentials: spanned.flanges.potentials.clone(),
        flange_roles: spanned.flanges.roles.clone(),
        flange_nodes: sets.flanges.clone(),
        flange_node_count: sets.flange_count,
        flange_tree: spanned.flanges.tree.clone(),
        flange_ties: spanned.flanges.ties.clone(),
        flow_steps: spanned.flanges.steps.clone(),
        rotors: spanned.flanges.rotors.clone(),
        mountings: std::mem::take(&mut collected.elements.mountings),
        couplings: spanned.flanges.couplings.clone(),
        heat,
        drivers: sets.drivers.clone(),
    }
}

/// Values of the bound parameters at compilation; they also show impossible geometry.
fn fill_values(table: &mut ParameterTable, mechanism: &Mechanism, collected: &Collected, problems: &mut Problems) {
    let mut values: Vec<f64> = table.slots.iter().map(|s| s.value).collect();
    if table.evaluate_guesses(&mut values).is_err() {
        return;
    }
    for (slot, value) in table.slots.iter_mut().zip(&values) {
        slot.value = *value;
    }
    if let Err(error) = Constants::new(mechanism, &values) {
        let span = collected.span_of(&error.component);
        let (component, reason) = (error.component, error.error.to_string());
        problems.add(span.as_ref(), LibraryProblem::Geometry { component, reason });
    }
}

fn motions(collected: &Collected, spanned: &Spanned, sets: &Sets) -> Motions {
    let start = |(joint, start): (usize, &SpannedStart)| match *start {
        SpannedStart::One(position, speed) => {
            let prescribed = spanned.prescribed.iter().find(|(j, _)| *j == joint);
            let source = prescribed.map(|(_, n)| &collected.elements.prescribed_flanges[*n]);
            let reference = source.and_then(|source| {
                let (flange, support) = (source.flange, source.support);
                Some(StartReference { signal: source.reference?, flange, support })
            });
            JointStart::One { position, speed, reference }
        }
        SpannedStart::Free(start, reversed) => JointStart::Free { start, reversed },
        SpannedStart::Rotation(start, reversed) => JointStart::Rotation { start, reversed },
    };
    let follower = |(_, number): &(usize, usize)| {
        let source = &collected.elements.prescribed_flanges[*number];
        let reference = source.reference.filter(|_| source.exact)?;
        let (flange, support) = (source.flange, source.support);
        Some(Follower { flange, support, signal: sets.drivers[reference.first] })
    };
    Motions {
        starts: spanned.starts.iter().enumerate().map(start).collect(),
        law_starts: collected.elements.states.iter().map(|s| s.start).collect(),
        followers: spanned.prescribed.iter().filter_map(follower).collect(),
    }
}

/// What decides the start of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoordinateOrigin {
    /// The start value at that address.
    Start(usize),
    /// Start values of other variables.
    Derived,
    /// A source that prescribes the motion.
    Given,
}

impl CoordinateOrigin {
    /// Address of the start value.
    pub fn start(self) -> Option<usize> {
        if let Self::Start(address) = self { Some(address) } else { None }
    }
}

/// What decides the start of each coordinate.
#[derive(Debug)]
pub(super) struct CoordinateOrigins {
    /// Per element of q.
    pub positions: Vec<CoordinateOrigin>,
    /// Per element of v.
    pub speeds: Vec<CoordinateOrigin>,
}

/// What decides the start of each coordinate.
pub(super) fn coordinate_origins(collected: &Collected, spanned: &Spanned, motions: &Motions) -> CoordinateOrigins {
    let mut origins = CoordinateOrigins {
        positions: vec![CoordinateOrigin::Derived; spanned.tree.nq],
        speeds: vec![CoordinateOrigin::Derived; spanned.tree.nv],
    };
    for (joint, (tree_joint, start)) in spanned.tree.joints.iter().zip(&motions.starts).enumerate() {
        match *start {
            JointStart::One { position, speed, reference } => {
                let level = spanned.level(joint, collected);
                let speed_is_given = matches!(level, Some(PrescribedLevel::Speed | PrescribedLevel::Position));
                let origin = |given: bool, address: usize| {
                    if given { CoordinateOrigin::Given } else { CoordinateOrigin::Start(address) }
                };
                origins.positions[tree_joint.q] = origin(reference.is_some(), position);
                origins.speeds[tree_joint.v] = origin(speed_is_given, speed);
            }
            JointStart::Free { start, reversed: false } => {
                for k in 0..3 {
                    origins.positions[tree_joint.q + k] = CoordinateOrigin::Start(start.r.0 + k);
                    origins.speeds[tree_joint.v + k] = CoordinateOrigin::Start(start.v.0 + k);
                }
            }
            JointStart::Free { .. } | JointStart::Rotation { .. } => {}
        }
    }
    origins
}
