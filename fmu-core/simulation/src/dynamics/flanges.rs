//! Flows in 1-D networks, and their effect on frames.
//!
//! The flow into a rigid component follows from the flows at its node; [`FlowStep`] has the order, from the leaves of
//! each network to the flange that takes the balance. Steps that do not depend on accelerations may be computed before
//! them.

use super::Evaluation;
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{FlangeId, FlangeRole, FlowConsequence, FlowStep, Motion, Transmission, TransmissionKind, Wrench};

impl<T: Scalar> Evaluation<T> {
    /// Flows that act on frames and do not depend on accelerations. The flows of the laws are known.
    pub(super) fn early_flows(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        if mechanism.mountings.is_empty() && mechanism.lines.is_empty() {
            return;
        }
        for step in mechanism.flow_steps.iter().filter(|step| step.early) {
            self.find_flow(model, step);
        }
    }

    /// Torques of mounted flanges on the frames that carry them, from the flows into the flanges.
    pub(super) fn mounted_torques(&mut self, model: &Model) {
        for mounting in &model.mechanism.mountings {
            self.flows[mounting.frame] = Wrench::default();
        }
        for (number, mounting) in model.mechanism.mountings.iter().enumerate() {
            let torque = self.flange_flows[mounting.flange];
            let n = self.constants.mounting_axes[number];
            let torque = self.view(model).axes(mounting.frame) * n * -torque;
            self.flows[mounting.frame].add(Vector3::zeros(), torque);
        }
    }

    /// Torques of rotors that are not links on their carriers, except for the effect of the carrier's angular
    /// acceleration: the moment of inertia about the axis has been subtracted from the carrier (inexact rotors), or is
    /// treated as a coupling.
    pub(super) fn add_rotor_torques(&mut self, model: &Model) {
        for (number, rotor) in model.mechanism.rotors.iter().enumerate().filter(|(_, rotor)| rotor.joint.is_none()) {
            let (e, w) = self.spin(model, number);
            let carried = if rotor.is_coupled() { T::zero() } else { e.dot(&w) };
            let speed = self.view(model).flange_speed(rotor.flange);
            let momentum = e * (self.parameters[rotor.inertia] * (speed + carried));
            let link = model.mechanism.nodes[model.mechanism.frame_nodes[rotor.frame]].link;
            self.wrenches[link].add(Vector3::zeros(), -w.cross(&momentum));
        }
    }

    /// Axis of a rotor and angular velocity of its carrier, world axes.
    pub(super) fn spin(&mut self, model: &Model, rotor: usize) -> (Vector3<T>, Vector3<T>) {
        let axis = self.constants.rotor_axes[rotor];
        let (view, frame) = (self.view(model), model.mechanism.rotors[rotor].frame);
        (view.axes(frame) * axis, view.w_0(frame))
    }

    /// Flow into the frame of every rotor: `cross(w_a, e J w) - e J e der(w_a)`.
    pub(super) fn rotor_flows(&mut self, model: &Model) {
        for (number, rotor) in model.mechanism.rotors.iter().enumerate() {
            let (e, w) = self.spin(model, number);
            let view = self.view(model);
            let (z, speed) = (view.z_0(rotor.frame), view.flange_speed(rotor.flange));
            let momentum = e * (self.parameters[rotor.inertia] * speed);
            let torque = w.cross(&momentum) - e * (self.parameters[rotor.inertia] * e.dot(&z));
            self.flows[rotor.frame] = Wrench { force: [T::zero(); 3], torque: torque.into() };
        }
    }

    /// Adds the inertial forces of armatures to the generalised forces of joints: the force that drives the link
    /// itself. Those of prescribed joints are already that force.
    pub(super) fn axis_forces(&mut self, model: &Model) {
        for (i, joint) in model.mechanism.tree.joints.iter().enumerate() {
            if joint.kind.nv() == 1 && joint.motion == Motion::Dynamic {
                self.joint_force[joint.v] -= self.constants.tree.armature[i] * self.vdot[joint.v];
            }
        }
    }

    /// Flows into the flanges that are not written by laws. Accelerations and joint forces are known.
    pub(super) fn flange_reactions(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for (flange, role) in mechanism.flange_roles.iter().enumerate() {
            if let FlangeRole::Axis(joint) = role {
                self.flange_flows[flange] = self.joint_force[mechanism.tree.joints[*joint].v];
            }
        }
        self.closing_flows(model);
        for step in &mechanism.flow_steps {
            self.find_flow(model, step);
        }
    }

    fn find_flow(&mut self, model: &Model, step: &FlowStep) {
        let flow = -step.others.iter().fold(T::zero(), |sum, flange| sum + self.flange_flows[*flange]);
        self.flange_flows[step.flange] = flow;
        match step.then {
            FlowConsequence::None => {}
            FlowConsequence::Support(support) => self.flange_flows[support] = -flow,
            FlowConsequence::Transmission(transmission) => {
                self.through_transmission(model, transmission, step.flange, flow)
            }
        }
    }

    /// Flows into the other end and the support of a transmission.
    pub(super) fn through_transmission(&mut self, model: &Model, transmission: usize, flange: usize, flow: T) {
        let transmission = &model.mechanism.transmissions[transmission];
        let reversed = flange == transmission.flange_b;
        let other = if reversed { transmission.flange_a } else { transmission.flange_b };
        self.flange_flows[other] = match transmission.kind {
            TransmissionKind::Rigid { inertia, .. } => {
                let inertia = inertia.map_or_else(T::zero, |p| self.parameters[p]);
                inertia * self.view(model).flange_acceleration(transmission.flange_a) - flow
            }
            TransmissionKind::Gear { ratio, .. } => {
                let ratio = self.parameters[ratio];
                if reversed { -flow / ratio } else { -flow * ratio }
            }
            TransmissionKind::Planetary { .. }
            | TransmissionKind::RackAndPinion { .. }
            | TransmissionKind::Difference { .. } => return self.through_relation(transmission, flange, flow),
            TransmissionKind::Rotor(number) => {
                let rotor = &model.mechanism.rotors[number];
                let (e, _) = self.spin(model, number);
                let view = self.view(model);
                let carrier = if rotor.exact { e.dot(&view.z_0(rotor.frame)) } else { T::zero() };
                let own = view.flange_acceleration(rotor.flange);
                self.parameters[rotor.inertia] * (own + carrier) - flow
            }
        };
        if let TransmissionKind::Gear { support: Some(support), .. } = transmission.kind {
            self.flange_flows[support] =
                -(self.flange_flows[transmission.flange_a] + self.flange_flows[transmission.flange_b]);
        }
    }

    /// Flows into the other flanges of a relation: all have one multiplier.
    fn through_relation(&mut self, transmission: &Transmission, flange: FlangeId, flow: T) {
        let terms = transmission.terms();
        let own = terms.iter().flatten().find(|term| term.flange == flange);
        let multiplier = own.map_or_else(T::zero, |term| flow / term.factor(&self.parameters));
        for term in terms.iter().flatten().filter(|term| term.flange != flange) {
            self.flange_flows[term.flange] = term.factor(&self.parameters) * multiplier;
        }
    }
}
