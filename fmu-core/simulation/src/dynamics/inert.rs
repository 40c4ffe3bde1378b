//! Masses that follow the motion of two frames, on the line between their origins.
//!
//! With `d` from the origin of frame a to that of frame b, `s = |d|`, `e = d/s`, `P = 1 - e e'`:
//! `e'' = P d''/s - (2 e' s' + e (e' . d'))/s`, and `s'' = e . d'' + e' . d'`.

use super::Evaluation;
use super::articulated_body::Inert;
use crate::model::Model;
use mechanism::scalar::{Matrix3, Scalar, Vector3, length};
use mechanism::{InertElement, InertKind, Wrench};

/// Acceleration of a mass from those of the origins of two frames, `P_a a_a + P_b a_b + c`.
struct Following<T: Scalar> {
    p: [Matrix3<T>; 2],
    c: Vector3<T>,
    /// Position, m.
    position: Vector3<T>,
}

impl<T: Scalar> Evaluation<T> {
    /// Writes the accelerations of all such masses as functions of those of the frames. Links have been placed.
    pub(super) fn follow_inert(&mut self, model: &Model) {
        for (number, cluster) in model.mechanism.tree.clusters.iter().enumerate() {
            for (local, path) in cluster.inert.iter().enumerate() {
                let element = &model.mechanism.inert[path.number];
                let Following { p, c, position } = self.following(model, element);
                let view = self.view(model);
                let [a, b] = element.frames;
                let carried = [a, b].map(|frame| view.w_0(frame).cross(&view.v_0(frame)));
                let at = [a, b].map(|frame| view.r_0(frame).into());
                let uniform = view.constants().gravity.is_uniform();
                let gravity = if uniform { Vector3::zeros() } else { view.gravity(&position) };
                let drift = c + p[0] * carried[0] + p[1] * carried[1] - gravity;
                let follows = p.map(|p| [0, 1, 2].map(|k| p.column(k).into_owned().into()));
                let mass = view.parameters().array()[element.m];
                self.work.clusters[number].inert[local] = Inert { mass, follows, at, drift: drift.into() };
            }
        }
    }

    #[inline(never)]
    fn following(&mut self, model: &Model, element: &InertElement) -> Following<T> {
        let view = self.view(model);
        let [a, b] = element.frames;
        let (r_a, r_b) = (view.r_0(a), view.r_0(b));
        let (d, speed) = (r_b - r_a, view.v_0(b) - view.v_0(a));
        let whole = Matrix3::identity();
        let part = match element.kind {
            InertKind::Middle => T::constant(0.5),
            InertKind::Fraction(address) => view.parameters().array()[address],
            // A fraction of the distance that depends on the distance, times the derivatives of the direction.
            InertKind::FromA(address) | InertKind::FromB(address) => {
                let from_a = matches!(element.kind, InertKind::FromA(_));
                let l = if from_a { view.parameters().array()[address] } else { -view.parameters().array()[address] };
                let s = length(&d);
                let e = d / s;
                let rate = e.dot(&speed);
                let turning = (speed - e * rate) / s;
                let across = (whole - e * e.transpose()) * (l / s);
                let carried = (turning * (rate * T::constant(2.0)) + e * turning.dot(&speed)) * (l / s);
                let (p, origin) =
                    if from_a { ([whole - across, across], r_a) } else { ([-across, whole + across], r_b) };
                return Following { p, c: -carried, position: origin + e * l };
            }
        };
        Following { p: [whole * (T::one() - part), whole * part], c: Vector3::zeros(), position: r_a + d * part }
    }

    /// Flows into the frames of these masses: their inertial forces, in addition to the flows that laws write.
    /// Accelerations are known.
    pub(super) fn find_inert_flows(&mut self, model: &Model) {
        self.inert_flows.fill(Wrench::default());
        for element in &model.mechanism.inert {
            let Following { p, c, position } = self.following(model, element);
            let view = self.view(model);
            let [a, b] = element.frames.map(|frame| view.a_0(frame));
            let gravity = view.gravity(&position);
            let force = (p[0] * a + p[1] * b + c - gravity) * view.parameters().array()[element.m];
            for (frame, p) in element.frames.into_iter().zip(p) {
                let flow = p.transpose() * force;
                self.inert_flows[frame].add(flow, Vector3::zeros());
                let node = model.mechanism.frame_nodes[frame];
                self.node_wrenches[node].add(flow, Vector3::zeros());
            }
        }
    }
}
