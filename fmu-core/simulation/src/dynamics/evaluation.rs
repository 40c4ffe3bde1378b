//! The data of one evaluation, generic over the scalar; `stages` computes them.

use super::articulated_body::Workspace;
use super::fixed_point::FixedPoint;
use super::massless::Balance;
use super::sticking::Frictions;
use super::{EvaluationFault, Result};
use crate::model::Model;
use library::{AnyLaw, ExpressionLaw};
use mechanism::scalar::{LinearSystem, Scalar};
use mechanism::{
    Constants, Derived, Discrete, HeatNetwork, History, LinkMotion, ReactionView, SignalOut, Signals, Stage, ViewData,
    Wrench,
};
use std::sync::Arc;

/// Data of one evaluation of a model: parameters, coordinates, motion, signals, forces. Allocated once; the stages do
/// not allocate.
#[derive(Clone, Debug)]
pub struct Evaluation<T: Scalar> {
    /// Parameter array.
    pub parameters: Vec<T>,
    /// Parameter-dependent quantities.
    pub constants: Constants<T>,
    /// Discrete state of each law.
    pub modes: Vec<i32>,
    /// Values that laws hold between events.
    pub held: Vec<f64>,
    /// The past of signals.
    pub histories: Arc<Vec<History>>,
    /// Start time of the simulation, s.
    pub start: f64,
    /// Time since the start, s.
    pub elapsed: T,
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
    /// Derivatives of `angles`.
    pub angle_derivatives: Vec<T>,
    /// States of laws.
    pub states: Vec<T>,
    /// Derivatives of the states of laws.
    pub state_derivatives: Vec<T>,
    /// Signals that joints follow exactly, each with its first two derivatives, in the order of the model's list.
    pub followed: Vec<[T; 3]>,
    /// Motion of the links.
    pub links: Vec<LinkMotion<T>>,
    /// Signals: outputs of components, then FMI inputs.
    pub signals: Vec<T>,
    /// Flow into each frame connector, world axes, about its origin.
    pub flows: Vec<Wrench<T>>,
    /// Contributions of masses between frames to `flows`; empty if there are none.
    pub(super) inert_flows: Vec<Wrench<T>>,
    /// Flow into each flange connector.
    pub flange_flows: Vec<T>,
    /// Temperatures and heat flows.
    pub(super) heat: HeatData<T>,
    /// Generalised forces along the velocity coordinates; until the stage Reaction with what accelerates rotors.
    pub joint_force: Vec<T>,
    /// External wrench on each link about its origin.
    pub wrenches: Vec<Wrench<T>>,
    /// Wrench required by the subtree of each node; see the reaction stage.
    pub(super) node_wrenches: Vec<Wrench<T>>,
    /// Wrenches around the loops of a closed part.
    pub(super) loop_wrenches: Vec<T>,
    /// Algebraic loops of signals, if there are any.
    pub(super) signal_loops: Option<FixedPoint<T>>,
    /// The last stage whose results are valid for the present arguments.
    pub(super) reached: Stage,
    /// The last stage whose laws for outputs only have been evaluated.
    pub(super) outputs: Stage,
    /// Residuals of constraints are valid for the present motion.
    pub(super) knows_residuals: bool,
    /// The scalars carry time derivatives.
    pub(super) knows_rates: bool,
    /// Number of evaluations of each stage.
    pub(super) evaluated: [u64; Stage::COUNT],
    /// Massless points.
    pub(super) massless: Vec<Balance<T>>,
    /// Value of each coupling: rad/s2, N.m or N.
    pub(super) couplings: Vec<T>,
    /// Solver for these, if there are any.
    pub(super) coupling_loop: Option<FixedPoint<T>>,
    /// Contacts with friction.
    pub(super) frictions: Frictions<T>,
    pub(super) work: Workspace<T>,
    /// A spring between a link and a place in the world.
    #[cfg(feature = "live")]
    pub(super) pull: Option<super::pull::Pull>,
}

/// Data of the heat networks during an evaluation.
#[derive(Clone, Debug)]
pub(super) struct HeatData<T: Scalar> {
    /// Thermal conductance of each conductor, W/K.
    pub conductances: Vec<T>,
    /// Heat flow rate into each port, W.
    pub flows: Vec<T>,
    /// Temperature of each node, K.
    pub temperatures: Vec<T>,
    /// Temperatures that laws give, K.
    pub given: Vec<T>,
    /// Balance of the nodes with unknown temperatures: matrix, W/K, and right-hand side, W.
    pub balance: LinearSystem<T>,
    pub known: Vec<T>,
}

impl<T: Scalar> HeatData<T> {
    pub fn new(network: &HeatNetwork) -> Self {
        let zeros = |n: usize| vec![T::zero(); n];
        Self {
            conductances: zeros(network.conductors.len()),
            flows: zeros(network.nodes.len()),
            temperatures: zeros(network.temperatures.len()),
            given: zeros(network.given),
            balance: LinearSystem::new(network.unknowns),
            known: zeros(network.unknowns),
        }
    }
}

/// A list of `count` elements. Not inlined: an evaluation has some thirty such lists for each scalar.
#[inline(never)]
fn filled<E: Clone>(element: E, count: usize) -> Vec<E> {
    vec![element; count]
}

impl<T: Scalar> Evaluation<T> {
    /// Data for `model` with a parameter array whose bound elements are consistent with the others.
    ///
    /// # Errors
    /// [`EvaluationFault::Geometry`].
    pub fn new(model: &Model, parameters: Vec<T>) -> Result<Self> {
        let mechanism = &model.mechanism;
        let constants = Constants::new(mechanism, &parameters)?;
        let (o, wrench) = (T::zero(), Wrench::default());
        let tree = &mechanism.tree;
        let mut q = filled(o, tree.nq);
        // Quaternions have unit length, so that the coordinates are valid from the start.
        for joint in &tree.joints {
            if let Some(first) = joint.kind.quaternion() {
                q[joint.q + first + 3] = T::one();
            }
        }
        let mut evaluation = Self {
            parameters,
            constants,
            modes: filled(0, model.laws.len()),
            held: filled(0.0, model.discrete.held_count),
            histories: Arc::new(vec![History::default(); model.discrete.remembered.len()]),
            start: 0.0,
            elapsed: o,
            q,
            v: filled(o, tree.nv),
            vdot: filled(o, tree.nv),
            qdot: filled(o, tree.nq),
            angles: filled(o, 6 * model.states.angles.len()),
            angle_derivatives: filled(o, 6 * model.states.angles.len()),
            states: filled(o, model.states.laws),
            state_derivatives: filled(o, model.states.laws),
            followed: filled([o; 3], model.motions.followers.len()),
            links: filled(LinkMotion::ground(), tree.joints.len() + 1),
            signals: filled(o, model.signal_count),
            flows: filled(wrench, mechanism.frame_names.len()),
            inert_flows: filled(wrench, if mechanism.inert.is_empty() { 0 } else { mechanism.frame_names.len() }),
            flange_flows: filled(o, mechanism.flange_roles.len()),
            heat: HeatData::new(&mechanism.heat),
            joint_force: filled(o, tree.nv),
            wrenches: filled(wrench, tree.joints.len() + 1),
            node_wrenches: filled(wrench, mechanism.nodes.len()),
            loop_wrenches: filled(o, 6 * mechanism.closed_parts.iter().map(|part| part.loops.len()).max().unwrap_or(0)),
            signal_loops: FixedPoint::of(model.schedule.feedback.signals.len()),
            reached: Stage::Parameters,
            outputs: Stage::Parameters,
            knows_residuals: false,
            knows_rates: false,
            evaluated: [0; Stage::COUNT],
            massless: mechanism.massless.iter().map(Balance::new).collect(),
            couplings: filled(o, mechanism.couplings.len()),
            coupling_loop: FixedPoint::of(mechanism.couplings.len()),
            frictions: Frictions::new(model.discrete.frictions.len()),
            work: Workspace::new(tree),
            #[cfg(feature = "live")]
            pull: None,
        };
        evaluation.measure_clusters(model);
        Ok(evaluation)
    }

    /// Evaluates bound parameters and constants after independent parameters were set.
    pub fn prepare(&mut self, model: &Model) -> Result<()> {
        evaluate_parameters(model, &mut self.parameters)?;
        self.constants = Constants::new(&model.mechanism, &self.parameters)?;
        self.measure_clusters(model);
        Ok(())
    }

    /// Time, s.
    pub fn time(&self) -> T {
        T::constant(self.start) + self.elapsed
    }

    /// A view of all quantities.
    pub fn view<'a>(&'a mut self, model: &'a Model) -> ReactionView<'a, T> {
        self.views(model, None).0
    }

    /// Views of a law (or of all laws if none is given) and all signals.
    pub(super) fn views<'a>(
        &'a mut self,
        model: &'a Model,
        law: Option<usize>,
    ) -> (ReactionView<'a, T>, Signals<'a, T>) {
        let histories = self.histories.as_slice();
        let none = Discrete { mode: 0, held: &[], histories };
        let Discrete { mode, held, .. } =
            law.map_or(none, |law| model.discrete.of(law, &self.modes, &self.held, histories));
        let view = ReactionView::new(ViewData {
            start: self.start,
            elapsed: self.elapsed,
            mode,
            held,
            histories,
            parameters: &self.parameters,
            mechanism: &model.mechanism,
            constants: &self.constants,
            links: &self.links,
            q: &mut self.q,
            v: &mut self.v,
            vdot: &mut self.vdot,
            states: &self.states,
            state_derivatives: &mut self.state_derivatives,
            flows: &mut self.flows,
            inert_flows: &self.inert_flows,
            flange_flows: &mut self.flange_flows,
            heat_flows: &mut self.heat.flows,
            conductances: &mut self.heat.conductances,
            temperatures: &mut self.heat.given,
        });
        (view, Signals::new(&mut self.signals, &model.mechanism.drivers))
    }

    /// Evaluates laws in the given order, except those whose signals are given.
    pub fn laws(&mut self, model: &Model, order: &[usize]) {
        let given = &model.schedule.given_derivatives;
        for law in order {
            if !self.knows_rates && given.iter().any(|given| given.iter().any(|(given, _)| given == law)) {
                continue;
            }
            if let AnyLaw::Expression(expression) = &model.laws[*law]
                && !expression.sources.is_empty()
            {
                self.expression(model, expression, self.modes[*law]);
                continue;
            }
            let (mut view, mut signals) = self.views(model, Some(*law));
            model.laws[*law].evaluate(&mut view, &mut signals);
        }
    }

    /// Time and the variables of an expression.
    pub fn variables(&mut self, model: &Model, law: &ExpressionLaw) -> [T; 1 + Derived::MOST_SOURCES] {
        let mut values = [T::zero(); 1 + Derived::MOST_SOURCES];
        values[0] = self.time();
        for (value, source) in values[1..].iter_mut().zip(&law.sources) {
            *value = self.value(model, source);
        }
        values
    }

    /// Evaluates an expression of known variables.
    #[inline(never)]
    fn expression(&mut self, model: &Model, law: &ExpressionLaw, mode: i32) {
        let values = self.variables(model, law);
        let value = law.formula.number(&self.parameters, &values, mode);
        self.signals[SignalOut::from(law.y).first] = value;
    }
}

/// Evaluates bound parameters.
pub(super) fn evaluate_parameters<T: Scalar>(model: &Model, parameters: &mut [T]) -> Result<()> {
    let result = model.parameters.evaluate(parameters);
    result.map_err(|error| EvaluationFault::Parameter { problem: error.1 }.into())
}
