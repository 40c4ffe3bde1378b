//! Values of variables from an evaluation.

use super::Evaluation;
use crate::model::Model;
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Derived, FrameId, NodeParent, Relative, Source, Wrench};

impl<T: Scalar> Evaluation<T> {
    /// Value of a variable, after [`Self::reach_need`].
    pub fn value(&mut self, model: &Model, source: &Source) -> T {
        match source {
            Source::Time => self.time(),
            Source::Constant(x) => T::constant(*x),
            Source::Parameter(i) => self.parameters[*i],
            Source::Input(i) => self.signals[model.first_input_signal + i],
            Source::Signal(i, _) => self.signals[*i],
            Source::Coordinate(i) => self.q[*i],
            Source::CoordinateDerivative(i) => self.qdot[*i],
            Source::Speed(i) => self.v[*i],
            Source::Acceleration(i) => self.vdot[*i],
            Source::LawState(i) => self.states[*i],
            Source::Angle(i) => self.angles[*i],
            Source::AngleDerivative(i) => self.angle_derivatives[*i],
            Source::LawStateDerivative(i) => self.state_derivatives[*i],
            Source::JointForce(joint) => self.joint_force[model.mechanism.tree.joints[*joint].v],
            Source::FlangeFlow(flange) => {
                let inner = model.mechanism.inner_flanges.behind(*flange);
                inner.fold(self.flange_flows[*flange], |sum, inner| sum + self.flange_flows[inner])
            }
            Source::Temperature(port) => self.heat.temperatures[model.mechanism.heat.nodes[*port]],
            Source::TemperatureDifference(one, other) => {
                let [one, other] = [one, other].map(|port| self.heat.temperatures[model.mechanism.heat.nodes[*port]]);
                one - other
            }
            Source::HeatFlow(port) => {
                let inner = model.mechanism.heat.inner_ports.behind(*port);
                inner.fold(self.heat.flows[*port], |sum, inner| sum + self.heat.flows[inner])
            }
            Source::Force(frames, k) => self.resolved_flow(model, frames, |w| w.force)[usize::from(*k)],
            Source::Torque(frames, k) => self.resolved_flow(model, frames, |w| w.torque)[usize::from(*k)],
            Source::Quaternion(frame, k) => self.quaternion(model, *frame).0[*k],
            Source::QuaternionDerivative(frame, k) => {
                let view = self.view(model);
                let w = view.axes(*frame).transpose() * view.w_0(*frame);
                quaternions::der_orientation(&self.quaternion(model, *frame), w).0[*k]
            }
            Source::Derived(derived) => self.derived(model, derived),
            Source::Law(law, local, _) => {
                let (view, signals) = self.views(model, Some(*law));
                model.laws[*law].variable(*local, &view, &signals)
            }
            _ => self.frame_value(model, source),
        }
    }

    fn derived(&mut self, model: &Model, derived: &Derived) -> T {
        let mut values = [T::zero(); Derived::MOST_SOURCES];
        for (value, source) in values.iter_mut().zip(&derived.sources) {
            *value = self.value(model, source);
        }
        derived.formula.number(&self.parameters, &values, 0)
    }

    fn frame_value(&mut self, model: &Model, source: &Source) -> T {
        let view = self.view(model);
        match *source {
            Source::Position(frame, k) => view.r_0(frame)[k],
            Source::Orientation(frame, i, j) => view.axes(frame)[(usize::from(j), usize::from(i))],
            Source::AngularVelocity(frame, k) => (view.axes(frame).transpose() * view.w_0(frame))[k],
            Source::AngularAcceleration(frame, k) => (view.axes(frame).transpose() * view.z_0(frame))[k],
            Source::Velocity(frame, k) => view.v_0(frame)[k],
            Source::FrameAcceleration(frame, k) => view.a_0(frame)[k],
            Source::FlangePosition(flange) => view.flange_position(flange),
            Source::FlangeSpeed(flange) => view.flange_speed(flange),
            Source::FlangeAcceleration(flange) => view.flange_acceleration(flange),
            Source::Gravity(mass, k) => {
                let frame = model.mechanism.masses[mass].frame;
                let r_cm = view.r_0(frame) + view.axes(frame) * view.constants().masses[mass].r_cm;
                view.gravity(&r_cm)[k]
            }
            Source::Relative(a, b, quantity, k) => self.relative(model, a, b, quantity, usize::from(k)),
            _ => T::zero(),
        }
    }

    /// Sum of flows into connectors on one node, resolved in their frame.
    #[inline]
    fn resolved_flow(&mut self, model: &Model, frames: &[FrameId], part: fn(&Wrench<T>) -> [T; 3]) -> Vector3<T> {
        let sum = frames.iter().fold(Vector3::zeros(), |sum, frame| {
            let inert = self.inert_flows.get(*frame).map_or_else(Vector3::zeros, |flow| part(flow).into());
            sum + Vector3::from(part(&self.flows[*frame])) + inert
        });
        frames.first().map_or(sum, |frame| self.view(model).axes(*frame).transpose() * sum)
    }

    /// Motion of frame b relative to frame a; see [`Relative`].
    fn relative(&mut self, model: &Model, a: FrameId, b: FrameId, quantity: Relative, k: usize) -> T {
        let view = self.view(model);
        match quantity {
            Relative::Position => view.relative_position(a, b)[k],
            Relative::Velocity => view.relative_velocity(a, b)[k],
            Relative::Acceleration => view.relative_acceleration(a, b)[k],
            Relative::AngularVelocity => view.relative_angular_velocity(a, b)[k],
            Relative::AngularAcceleration => view.relative_angular_acceleration(a, b)[k],
            Relative::Orientation => view.relative_orientation(a, b)[(k / 3, k % 3)],
            Relative::Quaternion => self.relative_quaternion(model, a, b).0[k],
        }
    }

    pub(super) fn relative_quaternion(&mut self, model: &Model, a: FrameId, b: FrameId) -> Quaternion<T> {
        let (q_a, q_b) = (self.quaternion(model, a), self.quaternion(model, b));
        quaternions::relative_rotation(&q_a, &q_b)
    }

    /// Quaternion from the world frame to a frame: the product of the rotations on the path, so that it is continuous
    /// in time.
    pub(super) fn quaternion(&mut self, model: &Model, frame: FrameId) -> Quaternion<T> {
        let mechanism = &model.mechanism;
        let mut node = mechanism.frame_nodes[frame];
        let mut q = quaternions::null_rotation();
        loop {
            let (parent, relative) = match mechanism.nodes[node].parent {
                NodeParent::Ground(..) => return q,
                NodeParent::Free { joint } => {
                    return quaternions::absolute_rotation(&self.joint_quaternion(model, joint), &q);
                }
                NodeParent::Rigid { node, edge, reversed } => {
                    let t = self.constants.rigid_edges[edge].0;
                    let relative = quaternions::from_t_finite(&t, &quaternions::null_rotation());
                    (node, if reversed { quaternions::inverse_rotation(&relative) } else { relative })
                }
                NodeParent::Joint { node, joint } => (node, self.joint_quaternion(model, joint)),
            };
            q = quaternions::absolute_rotation(&relative, &q);
            node = parent;
        }
    }

    /// Rotation from the parent's node to the child's node of a joint.
    fn joint_quaternion(&self, model: &Model, joint: usize) -> Quaternion<T> {
        let tree_joint = model.mechanism.tree.joints[joint];
        let e = self.constants.axes[joint];
        let axis = if model.mechanism.joints[joint].reversed { -e } else { e };
        tree_joint.kind.rotation(axis, &self.q[tree_joint.q..])
    }
}
