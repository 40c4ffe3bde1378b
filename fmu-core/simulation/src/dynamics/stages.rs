//! The stages of one evaluation, in order, and the start values before them. Each is evaluated on demand, and once for the same arguments.

use super::articulated_body::{kinematics, position_derivatives};
use super::{Evaluation, EvaluationFault, Result};
use crate::model::{Model, Need};
use mechanism::Stage;
use mechanism::scalar::Scalar;

impl<T: Scalar> Evaluation<T> {
    /// Evaluates up to `stage` for the present arguments: parameters, modes, time, signals of inputs, `followed`, `q`,
    /// `v`, `angles` and `states`.
    ///
    /// # Errors
    /// [`EvaluationFault::Unbalanced`], [`EvaluationFault::SingularJoint`], [`EvaluationFault::SingularCoupling`],
    /// [`EvaluationFault::SingularLoop`], [`EvaluationFault::OpenLoop`].
    pub fn reach(&mut self, model: &Model, stage: Stage) -> Result<()> {
        while self.reached < stage {
            self.evaluated[self.reached as usize + 1] += 1;
            self.reached = match self.reached {
                Stage::Parameters => Stage::Time,
                Stage::Time => self.motion(model)?,
                Stage::Motion => self.signals(model),
                Stage::Signals => self.accelerations(model)?,
                Stage::Acceleration | Stage::Reaction => {
                    self.reactions(model);
                    Stage::Reaction
                }
            };
        }
        Ok(())
    }

    /// Laws that read time and inputs, then orientation, position and velocity of the links.
    ///
    /// # Errors
    /// [`EvaluationFault::Unbalanced`].
    pub(super) fn motion(&mut self, model: &Model) -> Result<Stage> {
        self.laws(model, &model.schedule.time);
        self.follow(model);
        kinematics(&model.mechanism.tree, &self.constants.tree, &self.q, &self.v, &mut self.links, &mut self.work);
        self.settle_massless(model)?;
        self.constrain(model);
        self.follow_inert(model);
        position_derivatives(&model.mechanism.tree, &self.q, &self.v, &mut self.qdot);
        Ok(Stage::Motion)
    }

    /// Laws that read the motion: their signals, and the flows into force components.
    fn signals(&mut self, model: &Model) -> Stage {
        self.laws(model, &model.schedule.motion);
        Stage::Signals
    }

    /// Evaluates up to `stage`, including the laws that are needed for outputs only.
    pub fn reach_outputs(&mut self, model: &Model, stage: Stage) -> Result<()> {
        self.reach(model, stage.max(Stage::Signals))?;
        let schedule = &model.schedule;
        for (step, laws) in [
            (Stage::Motion, &schedule.motion_outputs),
            (Stage::Acceleration, &schedule.acceleration_outputs),
            (Stage::Reaction, &schedule.reaction_outputs),
        ] {
            if self.outputs < step && step <= stage.max(Stage::Motion) {
                self.laws(model, laws);
                self.outputs = step;
            }
        }
        Ok(())
    }

    /// Returns true if a value with this need is known.
    #[inline]
    pub fn knows(&self, need: Need) -> bool {
        self.reached >= need.stage && self.outputs >= need.outputs && !need.angle_derivatives
    }

    /// Evaluates until a value with this need is known.
    pub fn reach_need(&mut self, model: &Model, need: Need) -> Result<()> {
        self.reach(model, need.stage)?;
        if need.outputs > Stage::Parameters {
            self.reach_outputs(model, need.outputs)?;
        }
        if need.angle_derivatives { self.find_angle_derivatives(model) } else { Ok(()) }
    }

    /// [`Self::reach_need`] where motion and accelerations are given, but nothing that laws find.
    pub fn reach_from_motion(&mut self, model: &Model, need: Need) -> Result<()> {
        if self.reached == Stage::Motion && need.stage.max(need.outputs) > Stage::Motion {
            self.laws(model, &model.schedule.time);
            self.laws(model, &model.schedule.motion);
            self.gather_joint_forces(model);
            self.reached = Stage::Acceleration;
        }
        self.reach_need(model, need)
    }

    /// Invalidates the results that depend on the arguments of `stage`.
    pub fn back_to(&mut self, stage: Stage) {
        self.reached = self.reached.min(stage);
        self.outputs = self.outputs.min(stage);
    }

    /// Number of evaluations of a stage.
    pub fn evaluations(&self, stage: Stage) -> u64 {
        self.evaluated[stage as usize]
    }

    /// Sets the coordinates of joints that follow a signal.
    pub(super) fn follow(&mut self, model: &Model) {
        for (i, follower) in model.motions.followers.iter().enumerate() {
            let [value, first, second] = self.followed[i];
            let mut view = self.view(model);
            let view = view.time_only();
            let (speed, acceleration) = if follower.is_speed { (value, first) } else { (first, second) };
            if !follower.is_speed {
                view.prescribe_position(follower.flange, follower.support, value);
            }
            view.prescribe_speed(follower.flange, speed);
            view.prescribe_acceleration(follower.flange, acceleration);
        }
    }

    /// Sets `q`, `v` and the states of laws to the start values, except positions given by signals. Time, inputs and
    /// modes are known.
    pub(super) fn start_values(&mut self, model: &Model) {
        self.laws(model, &model.schedule.time);
        for (state, start) in self.states.iter_mut().zip(&model.motions.law_starts) {
            *state = self.parameters[*start];
        }
        let joints = model.mechanism.tree.joints.iter().zip(&model.mechanism.joints);
        for (start, (joint, info)) in model.motions.starts.iter().zip(joints) {
            start.begin(info.sense(), &self.parameters, &mut self.q[joint.q..], &mut self.v[joint.v..]);
        }
    }

    /// Sets the positions that are given by signals. A signal from a sensor may depend on other such positions, so this
    /// is repeated until they are constant: each pass settles at least one more of them, unless one depends on itself.
    ///
    /// # Errors
    /// [`EvaluationFault::InitialPosition`], [`EvaluationFault::Unbalanced`].
    pub(super) fn start_at_references(&mut self, model: &Model) -> Result<()> {
        let references = &model.motions.references;
        let mut unsettled = None;
        for _ in 0..=references.len() {
            if !references.is_empty() {
                self.motion(model)?;
                self.laws(model, &model.schedule.motion);
            }
            unsettled = None;
            for (joint, reference) in references {
                let coordinate = model.mechanism.tree.joints[*joint].q;
                let before = self.q[coordinate].value().to_bits();
                let (mut view, signals) = self.views(model, None);
                let position = signals.element(reference.signal, 0);
                view.time_only().prescribe_position(reference.flange, reference.support, position);
                if self.q[coordinate].value().to_bits() != before {
                    unsettled = Some(*joint);
                }
            }
            if unsettled.is_none() {
                break;
            }
        }
        let Some(joint) = unsettled else { return Ok(()) };
        Err(EvaluationFault::InitialPosition { joint: model.mechanism.joints[joint].name.clone() }.into())
    }
}
