//! The stages of one evaluation, generic over the scalar.

use super::EvaluationError;
use super::articulated_body::{Workspace, accelerations, kinematics, position_derivatives};
use super::couplings::CouplingData;
use super::fixed_point::FixedPoint;
use super::heat::HeatData;
use crate::assembly::Model;
use crate::mechanism::{
    Constants, FlangePotential, FlangeRole, GravityField, Law, LinkMotion, MassElement, Stage, View, Wrench, link_axes,
};
use crate::scalar::{Scalar, Taylor, Vector3};

/// Data of one evaluation of a model: parameters, coordinates, motion, signals, forces. Made once; the stages allocate nothing.
#[derive(Clone, Debug)]
pub struct Evaluation<T: Scalar> {
    /// Parameter array.
    pub parameters: Vec<T>,
    /// What the parameters decide once.
    pub constants: Constants<T>,
    /// Discrete state of each law.
    pub modes: Vec<i32>,
    /// Time, s.
    pub time: T,
    /// Position coordinates.
    pub q: Vec<T>,
    /// Velocity coordinates.
    pub v: Vec<T>,
    /// Accelerations.
    pub vdot: Vec<T>,
    /// Derivatives of the position coordinates.
    pub qdot: Vec<T>,
    /// Angles that are states, and their derivatives: six for each such orientation.
    pub angles: Vec<T>,
    /// The derivatives of all these.
    pub angle_derivatives: Vec<T>,
    /// States of laws.
    pub states: Vec<T>,
    /// Derivatives of the states of laws.
    pub state_derivatives: Vec<T>,
    /// Position, speed and acceleration of the joints that follow a signal exactly, in the order of the model's list.
    pub followed: Vec<[T; 3]>,
    /// Motion of the links.
    pub links: Vec<LinkMotion<T>>,
    /// Signals: outputs of components, then FMI inputs.
    pub signals: Vec<T>,
    /// Flow into each frame connector, world axes, about its origin.
    pub flows: Vec<Wrench<T>>,
    /// What masses between frames add to it; empty where there are none.
    pub(super) inert_flows: Vec<Wrench<T>>,
    /// Flow into each flange connector.
    pub flange_flows: Vec<T>,
    /// Temperatures and heat flows.
    pub(super) heat: HeatData<T>,
    /// Generalised forces along the velocity coordinates.
    pub joint_force: Vec<T>,
    /// External wrench on each link about its origin.
    pub wrenches: Vec<Wrench<T>>,
    /// Wrench that each node's subtree needs; see the reaction stage.
    pub(super) node_wrenches: Vec<Wrench<T>>,
    /// Wrenches that go round the loops of a closed part.
    pub(super) loop_wrenches: Vec<T>,
    /// Circles of forces and accelerations, if there are any.
    pub(super) circles: Option<FixedPoint<T>>,
    /// The reactions are those of the present accelerations.
    pub(super) reacted: bool,
    pub(super) couplings: CouplingData<T>,
    pub(super) work: Workspace<T>,
}

impl<T: Scalar> Evaluation<T> {
    /// Data for `model` with the given parameter array.
    ///
    /// # Errors
    /// [`EvaluationError::Parameter`] and [`EvaluationError::Geometry`].
    pub fn new(model: &Model, mut parameters: Vec<T>) -> Result<Self, EvaluationError> {
        evaluate_parameters(model, &mut parameters)?;
        let mechanism = &model.mechanism;
        let constants = Constants::new(mechanism, &parameters)?;
        let (o, wrench) = (T::zero(), Wrench::default());
        let tree = &mechanism.tree;
        let mut q = vec![o; tree.nq];
        neutral(model, &mut q);
        let mut evaluation = Self {
            parameters,
            constants,
            modes: vec![0; model.laws.len()],
            time: o,
            q,
            v: vec![o; tree.nv],
            vdot: vec![o; tree.nv],
            qdot: vec![o; tree.nq],
            angles: vec![o; 6 * model.states.angles.len()],
            angle_derivatives: vec![o; 6 * model.states.angles.len()],
            states: vec![o; model.states.laws],
            state_derivatives: vec![o; model.states.laws],
            followed: vec![[o; 3]; model.motions.followers.len()],
            links: vec![LinkMotion::ground(); tree.joints.len() + 1],
            signals: vec![o; model.signal_count],
            flows: vec![wrench; mechanism.frame_names.len()],
            inert_flows: if mechanism.inert.is_empty() {
                Vec::new()
            } else {
                vec![wrench; mechanism.frame_names.len()]
            },
            flange_flows: vec![o; mechanism.flange_roles.len()],
            heat: HeatData::new(&mechanism.heat),
            joint_force: vec![o; tree.nv],
            wrenches: vec![wrench; tree.joints.len() + 1],
            node_wrenches: vec![wrench; mechanism.nodes.len()],
            loop_wrenches: vec![o; 6 * mechanism.closed_parts.iter().map(|part| part.loops.len()).max().unwrap_or(0)],
            circles: FixedPoint::of(model.schedule.feedback.signals.len()),
            reacted: false,
            couplings: CouplingData::new(mechanism.couplings.len()),
            work: Workspace::new(tree),
        };
        evaluation.measure_clusters(model);
        Ok(evaluation)
    }

    /// Evaluates bound parameters and lumps the links again, after independent parameters were set.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn prepare(&mut self, model: &Model) -> Result<(), EvaluationError> {
        evaluate_parameters(model, &mut self.parameters)?;
        self.constants = Constants::new(&model.mechanism, &self.parameters)?;
        self.measure_clusters(model);
        Ok(())
    }

    /// What a law sees. `mode` is the discrete state of that law.
    pub fn view<'a>(&'a mut self, model: &'a Model, mode: i32) -> View<'a, T> {
        View {
            time: self.time,
            mode,
            parameters: &self.parameters,
            mechanism: &model.mechanism,
            constants: &self.constants,
            links: &self.links,
            q: &mut self.q,
            v: &mut self.v,
            vdot: &mut self.vdot,
            states: &self.states,
            state_derivatives: &mut self.state_derivatives,
            signals: &mut self.signals,
            flows: &mut self.flows,
            inert_flows: &self.inert_flows,
            flange_flows: &mut self.flange_flows,
            heat_flows: &mut self.heat.flows,
            conductances: &mut self.heat.conductances,
        }
    }

    /// Evaluates laws in the given order, but for those whose signals have to be given.
    pub fn laws(&mut self, model: &Model, order: &[usize]) {
        let given = &model.schedule.given_derivatives;
        for law in order {
            if !T::KNOWS_TIME && given.iter().any(|given| given.contains(law)) {
                continue;
            }
            let mode = self.modes[*law];
            model.laws[*law].evaluate(&mut self.view(model, mode));
        }
    }

    /// Stages 1 to 3: laws that read time and inputs, then positions and velocities of the links. `time`, `q`, `v` and the signals
    /// of inputs are given.
    pub fn motion(&mut self, model: &Model) {
        self.laws(model, &model.schedule.time);
        for (i, follower) in model.motions.followers.iter().enumerate() {
            let [position, speed, acceleration] = self.followed[i];
            let mut view = self.view(model, 0);
            let support = follower.support.map_or_else(T::zero, |support| view.flange_position(support));
            view.prescribe_position(follower.flange, position + support);
            view.prescribe_speed(follower.flange, speed);
            view.prescribe_acceleration(follower.flange, acceleration);
        }
        kinematics(&model.mechanism.tree, &self.constants.tree, &self.q, &self.v, &mut self.links, &mut self.work);
        self.constrain(model);
        self.follow_inert(model);
    }

    /// Stages 4 and 5: force laws, then accelerations.
    ///
    /// # Errors
    /// [`EvaluationError::SingularJoint`], [`EvaluationError::SingularCoupling`], [`EvaluationError::SingularCircle`],
    /// [`EvaluationError::OpenCircle`].
    pub fn accelerate(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.laws(model, &model.schedule.motion);
        self.close_circles(model)
    }

    /// Accelerations from the flows that the laws wrote.
    ///
    /// # Errors
    /// [`EvaluationError::SingularJoint`], [`EvaluationError::SingularCoupling`].
    pub(super) fn accelerate_by_flows(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.heat(model);
        self.early_flows(model);
        self.coupled_accelerations(model)
    }

    /// Accelerations for given flows of the laws and given values of the couplings.
    ///
    /// # Errors
    /// [`EvaluationError::SingularJoint`].
    #[inline(never)]
    pub(super) fn accelerations(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.reacted = false;
        self.take_coupled_flows(model);
        self.mounted_torques(model);
        self.gather_wrenches(model);
        self.gather_joint_forces(model);
        self.add_coupled_rotors(model);
        let field = self.constants.gravity.uniform().into();
        let (tree, constants) = (&model.mechanism.tree, &self.constants.tree);
        let (links, work, vdot) = (&mut self.links, &mut self.work, &mut self.vdot);
        accelerations(tree, constants, field, &self.joint_force, &self.wrenches, links, work, vdot).map_err(
            |singular| EvaluationError::SingularJoint { joint: model.mechanism.joints[singular.joint].name.clone() },
        )
    }

    /// Derivatives of the position coordinates.
    pub fn position_derivatives(&mut self, model: &Model) {
        position_derivatives(&model.mechanism.tree, &self.q, &self.v, &mut self.qdot);
    }

    /// External wrench on each link: the opposite of the flows into force components, and gravity where it is not uniform.
    fn gather_wrenches(&mut self, model: &Model) {
        self.wrenches.fill(Wrench::default());
        for frame in &model.acting_frames {
            let node = model.mechanism.frame_nodes[*frame];
            let link = model.mechanism.nodes[node].link;
            let arm = link_axes(&self.links[link]) * self.constants.nodes[node].position;
            let (force, torque) = (Vector3::from(self.flows[*frame].force), Vector3::from(self.flows[*frame].torque));
            self.wrenches[link].add(-force, -(torque + arm.cross(&force)));
        }
        self.add_rotor_torques(model);
        if let GravityField::Point(_) = self.constants.gravity {
            for (i, mass) in model.mechanism.masses.iter().enumerate() {
                self.add_weight(model, i, mass);
            }
        }
    }

    fn add_weight(&mut self, model: &Model, i: usize, mass: &MassElement) {
        let node = model.mechanism.frame_nodes[mass.frame];
        let link = model.mechanism.nodes[node].link;
        let (pose, constants) = (&self.constants.nodes[node], &self.constants.masses[i]);
        let arm = link_axes(&self.links[link]) * (pose.position + pose.axes * constants.r_cm);
        let force = self.constants.gravity.at(&(Vector3::from(self.links[link].position) + arm)) * constants.m;
        self.wrenches[link].add(force, arm.cross(&force));
    }

    fn gather_joint_forces(&mut self, model: &Model) {
        self.joint_force.fill(T::zero());
        let mechanism = &model.mechanism;
        for (flange, role) in mechanism.flange_roles.iter().enumerate() {
            if let (FlangeRole::Law, FlangePotential::Joint(joint)) = (role, mechanism.flange_potentials[flange]) {
                let ratio = self.constants.flanges[mechanism.flange_nodes[flange]].ratio;
                self.joint_force[mechanism.tree.joints[joint].v] -= ratio * self.flange_flows[flange];
            }
        }
    }

    /// Updates the discrete state of all laws at the present time (right limit).
    pub fn update_modes(&mut self, model: &Model, parameters: &[f64]) {
        for (mode, law) in self.modes.iter_mut().zip(&model.laws) {
            *mode = law.mode(parameters, self.time.value());
        }
    }

    /// Laws that only outputs need and that are known after `stage`.
    pub fn output_laws(&mut self, model: &Model, stage: Stage) {
        let schedule = &model.schedule;
        match stage {
            Stage::Reaction => self.laws(model, &schedule.reaction_outputs),
            Stage::Acceleration => self.laws(model, &schedule.acceleration_outputs),
            _ => self.laws(model, &schedule.motion_outputs),
        }
    }
}

impl<T: Scalar> Evaluation<Taylor<T>> {
    /// Takes the derivatives of the state derivatives as second derivatives of the state.
    pub fn take_second_derivatives(&mut self) {
        let take = |state: &mut [Taylor<T>], derivative: &[Taylor<T>]| {
            state.iter_mut().zip(derivative).for_each(|(x, dx)| x.second = dx.first);
        };
        take(&mut self.q, &self.qdot);
        take(&mut self.v, &self.vdot);
        take(&mut self.angles, &self.angle_derivatives);
        take(&mut self.states, &self.state_derivatives);
    }
}

fn evaluate_parameters<T: Scalar>(model: &Model, parameters: &mut [T]) -> Result<(), EvaluationError> {
    let result = model.parameters.evaluate(parameters);
    result.map_err(|error| EvaluationError::Parameter { problem: Box::new(error.1) })
}

/// Unit quaternions, so that the coordinates are legal from the beginning.
fn neutral<T: Scalar>(model: &Model, q: &mut [T]) {
    for joint in &model.mechanism.tree.joints {
        if let Some(first) = joint.kind.quaternion() {
            q[joint.q + first + 3] = T::one();
        }
    }
}
