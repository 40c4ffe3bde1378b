//! Accelerations from the flows of the laws: all that acts on links and joints, then the articulated-body algorithm.

use super::articulated_body::{ClusterWork, accelerations, eliminate_planar_loops};
use super::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{MassElement, Wrench, link_axes};

impl<T: Scalar> Evaluation<T> {
    /// Accelerations for given flows of the laws and given values of the couplings.
    ///
    /// # Errors
    /// [`EvaluationError::SingularJoint`].
    #[inline(never)]
    pub(super) fn forward_dynamics(&mut self, model: &Model) -> Result<(), EvaluationError> {
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
            |singular| EvaluationError::SingularJoint { joint: model.mechanism.joints[singular.joint].name.clone() },
        )
    }

    /// Finds factors and inertia of all clusters, where the accelerations did without. Accelerations are known.
    pub(super) fn know_clusters(&mut self, model: &Model) {
        if !self.work.clusters.iter().any(ClusterWork::is_closed_in_plane) {
            return;
        }
        self.know_residuals(model);
        let field = self.constants.gravity.uniform().into();
        let (tree, constants) = (&model.mechanism.tree, &self.constants.tree);
        let (forces, wrenches, work) = (&self.joint_force, &self.wrenches, &mut self.work);
        eliminate_planar_loops(tree, constants, field, forces, wrenches, &self.links, work, &self.vdot);
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

    fn gather_joint_forces(&mut self, model: &Model) {
        self.joint_force.fill(T::zero());
        let mechanism = &model.mechanism;
        for &(flange, coordinate) in &model.acting_flanges {
            let ratio = self.constants.flanges[mechanism.flange_nodes[flange]].ratio;
            self.joint_force[coordinate] -= ratio * self.flange_flows[flange];
        }
    }
}
