//! Accelerations: the forward dynamics of the mechanism with its couplings, friction and signal loops.
//!
//! At a given motion all relations are affine: the accelerations are affine functions of the forces; the torques of
//! couplings, the friction of sticking contacts and the signals that feed back into the forces are affine functions of
//! the accelerations. Four nested levels solve them. Each evaluates the next one once for every unknown, and once more:
//!
//! 1. [`Evaluation::accelerations`]: algebraic loops of signals, cut where they enter the forces;
//! 2. [`Evaluation::couplings`]: torques that depend on the accelerations and act back on them;
//! 3. [`Evaluation::friction`]: torques of sticking contacts;
//! 4. [`Evaluation::tree`]: the articulated-body algorithm.
//!
//! Levels without unknowns are skipped.

use super::articulated_body::{ClusterWork, Input, accelerations};
use super::couplings::component_of;
use super::fixed_point::Fault;
use super::{Evaluation, EvaluationFault, Result};
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{MassElement, STUCK, Stage, Wrench, link_axes};

/// Tolerance for the relative accelerations of sticking contacts, relative to those without friction: rounding errors.
const CLOSED: f64 = 1e-14;
/// Maximum number of corrections of friction; each gains about as many digits as the first solution has.
const CORRECTIONS: usize = 2;

impl<T: Scalar> Evaluation<T> {
    /// Accelerations of joints and links, temperatures, and the signals that read them and drive forces. Returns the
    /// last stage that this evaluates.
    ///
    /// # Errors
    /// [`EvaluationFault::SingularLoop`], [`EvaluationFault::OpenLoop`]; those of [`Self::couplings`].
    pub(super) fn accelerations(&mut self, model: &Model) -> Result<Stage> {
        let feedback = &model.schedule.feedback;
        if let Some(mut loops) = self.signal_loops.take() {
            let result = loops.solve(&mut |x, y| {
                self.forward(model, x)?;
                y.iter_mut().zip(&feedback.signals).for_each(|(y, signal)| *y = self.signals[*signal]);
                Ok(())
            });
            self.signal_loops = Some(loops);
            let path = |number: usize| (feedback.paths[number].clone(), self.time().value());
            result.map_err(|fault| match fault {
                Fault::Response(error) => error,
                Fault::Singular(number) => EvaluationFault::SingularLoop { path: path(number) }.into(),
                Fault::Open(number, part) => EvaluationFault::OpenLoop { path: path(number), part }.into(),
            })?;
        } else {
            self.forward(model, &[])?;
        }
        self.laws(model, &feedback.rates);
        // If forces depend on cut forces, these have been computed already.
        let has_reactions = !model.mechanism.couplings.is_empty() || !feedback.reactions.is_empty();
        Ok(if has_reactions { Stage::Reaction } else { Stage::Acceleration })
    }

    /// Forces, accelerations, and the laws that read these and act on forces. `loops` replaces the signals at which
    /// algebraic loops are cut.
    fn forward(&mut self, model: &Model, loops: &[T]) -> Result<()> {
        let feedback = &model.schedule.feedback;
        for (signal, x) in feedback.signals.iter().zip(loops) {
            self.signals[*signal] = *x;
        }
        self.laws(model, &feedback.forces);
        self.early_flows(model);
        self.couplings(model)?;
        self.heat_of_meshes(model);
        self.heat(model);
        self.laws(model, &feedback.accelerations);
        if !feedback.reactions.is_empty() {
            if model.mechanism.couplings.is_empty() {
                self.reactions(model);
            }
            self.laws(model, &feedback.reactions);
        }
        Ok(())
    }

    /// Accelerations with consistent values of the couplings.
    ///
    /// # Errors
    /// [`EvaluationFault::SingularJoint`], [`EvaluationFault::SingularCoupling`].
    fn couplings(&mut self, model: &Model) -> Result<()> {
        self.frictions.has_factors = false;
        if !self.has_couplings(model) {
            self.friction(model)?;
            if !model.mechanism.couplings.is_empty() {
                self.reactions(model);
            }
            return Ok(());
        }
        let Some(mut fixed_point) = self.coupling_loop.take() else { return Ok(()) };
        let result = fixed_point.solve(&mut |values, answers| {
            self.couplings.copy_from_slice(values);
            self.friction(model)?;
            self.reactions(model);
            answers.iter_mut().enumerate().for_each(|(number, answer)| *answer = self.coupling(model, number));
            Ok(())
        });
        self.coupling_loop = Some(fixed_point);
        result.map_err(|fault| match fault {
            Fault::Response(error) => error,
            Fault::Singular(number) | Fault::Open(number, _) => {
                EvaluationFault::SingularCoupling { component: component_of(model, number).to_owned() }.into()
            }
        })
    }

    /// Accelerations with the torques of sticking contacts. Their responses are computed once for a motion, and hold
    /// for all values of the couplings.
    fn friction(&mut self, model: &Model) -> Result<()> {
        let elements = &model.discrete.frictions;
        if !elements.iter().any(|element| self.modes[element.law] == STUCK) {
            return self.tree(model);
        }
        if self.frictions.has_factors {
            self.stick(model)?;
            self.find_slips(model);
        } else {
            self.find_responses(model)?;
        }
        // One more correction: accelerations with value zero may have nonzero derivatives.
        self.frictions.correct();
        let mut before = f64::INFINITY;
        for _ in 0..=CORRECTIONS {
            self.stick(model)?;
            let left = self.find_slips(model);
            if left <= CLOSED || left > 0.5 * before {
                break;
            }
            before = left;
            self.frictions.correct();
        }
        Ok(())
    }

    /// Accelerations for the present torques of the sticking contacts.
    pub(super) fn stick(&mut self, model: &Model) -> Result<()> {
        for (element, torque) in model.discrete.frictions.iter().zip(&self.frictions.torques) {
            if self.modes[element.law] == STUCK {
                self.flange_flows[element.flange] = *torque;
                if let Some(support) = element.support {
                    self.flange_flows[support] = -*torque;
                }
            }
        }
        self.early_flows(model);
        self.tree(model)
    }

    /// Accelerations for given flows of the laws, torques of contacts and values of the couplings.
    ///
    /// # Errors
    /// [`EvaluationFault::SingularJoint`].
    #[inline(never)]
    fn tree(&mut self, model: &Model) -> Result<()> {
        self.take_coupled_flows(model);
        self.mounted_torques(model);
        self.line_flows(model);
        self.gather_wrenches(model);
        self.gather_joint_forces(model);
        self.add_coupled_rotors(model);
        let field = self.constants.gravity.uniform().into();
        let (tree, constants) = (&model.mechanism.tree, &self.constants.tree);
        let (links, work, vdot) = (&mut self.links, &mut self.work, &mut self.vdot);
        accelerations(tree, constants, field, &self.joint_force, &self.wrenches, links, work, vdot).map_err(
            |singular| {
                EvaluationFault::SingularJoint { joint: model.mechanism.joints[singular.joint].name.clone() }.into()
            },
        )
    }

    /// Computes factors and inertia of all clusters, if the accelerations were computed without. Accelerations are
    /// known.
    pub(super) fn know_clusters(&mut self, model: &Model) {
        if !self.work.clusters.iter().any(ClusterWork::is_closed_in_plane) {
            return;
        }
        self.know_residuals(model);
        self.work.eliminate_planar_loops(&Input {
            tree: &model.mechanism.tree,
            constants: &self.constants.tree,
            field: self.constants.gravity.uniform().into(),
            joint_force: &self.joint_force,
            wrenches: &self.wrenches,
            links: &self.links,
            vdot: &self.vdot,
        });
    }

    /// External wrench on each link: the opposite of the flows into force components, and gravity if it is not uniform.
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
        #[cfg(feature = "live")]
        if let Some(pull) = self.pull {
            let (force, torque) = pull.wrench(&self.links[pull.link]);
            self.wrenches[pull.link].add(force, torque);
        }
        if !self.constants.gravity.is_uniform() {
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
        let at = Vector3::from(self.links[link].position) + arm;
        let gravity = model.mechanism.gravity.at(&self.constants.gravity, &self.parameters, &at);
        let force = gravity * constants.m;
        self.wrenches[link].add(force, arm.cross(&force));
    }

    pub(super) fn gather_joint_forces(&mut self, model: &Model) {
        self.joint_force.fill(T::zero());
        let mechanism = &model.mechanism;
        for &(flange, coordinate) in &model.acting_flanges {
            let ratio = self.constants.flanges[mechanism.flange_nodes[flange]].ratio;
            self.joint_force[coordinate] -= ratio * self.flange_flows[flange];
        }
    }

    /// Flows into the frames of the lines from the flows into their flanges: `-e` times that of the own flange, or `e`
    /// times that of the other one if the own one is not connected.
    pub(super) fn line_flows(&mut self, model: &Model) {
        for line in &model.mechanism.lines {
            let own = line.flanges.map(|flange| self.flange_flows[flange]);
            let forces = match line.used {
                [false, false] => [T::zero(); 2],
                [true, false] => [own[0], -own[0]],
                [false, true] => [-own[1], own[1]],
                [true, true] => own,
            };
            let e = line.direction(&self.view(model));
            for (frame, force) in line.frames.into_iter().zip(forces) {
                self.flows[frame] = Wrench { force: (e * -force).into(), torque: [T::zero(); 3] };
            }
        }
    }
}
