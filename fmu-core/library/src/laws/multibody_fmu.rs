//! Laws of bushings, ropes and contacts.

use crate::laws::blocks::truth;
use crate::laws::contact_damper::{
    CONTACT_MODES, DAMPER_RELATIONS, Pushes, contact_indicators, contact_name, next_mode, pushes,
};
use binary::Binary;
use mechanism::scalar::{Matrix3, Scalar, Vector3, length};
use mechanism::{
    Connections, Contact, Discrete, Event, FrameId, Law, LineGeometry, ModeName, Modes, MotionView, Real, Signals,
    Slot3, after, law_variables,
};

/// Springs and dampers between two frames, along and about the axes of frame_a. The angles are the elements of the
/// rotation vector; the torque is that of the energy `phi' C phi/2`, so that the springs are conservative.
#[derive(Clone, Debug, Binary)]
pub struct BushingLaw {
    pub frames: [FrameId; 2],
    pub c: Slot3,
    pub d: Slot3,
    pub c_phi: Slot3,
    pub d_phi: Slot3,
}

/// Below this squared sine of half the angle series are used.
const SMALL: f64 = 1e-6;

/// Rotation vector of a rotation, rad (J. Diebel, Representing Attitude, 2006, section 7).
fn rotation_vector<T: Scalar>(r: &Matrix3<T>) -> Vector3<T> {
    let half = T::constant(0.5);
    let sine = Vector3::new(r[(2, 1)] - r[(1, 2)], r[(0, 2)] - r[(2, 0)], r[(1, 0)] - r[(0, 1)]) * half;
    let square = sine.dot(&sine);
    let cosine = (r[(0, 0)] + r[(1, 1)] + r[(2, 2)] - T::one()) * half;
    if square.value() < SMALL && cosine.value() > 0.0 {
        // asin(x)/x
        return sine * (T::one() + square * (T::constant(1.0 / 6.0) + square * T::constant(3.0 / 40.0)));
    }
    let size = square.sqrt();
    sine * (size.atan2(cosine) / size)
}

/// `J^-T y` for the rotation vector `phi`, where `phi' = J^-1 w` for the angular velocity in the fixed axes (Sola, Deray, Atchuthan, A micro Lie
/// theory for state estimation in robotics, 2018, equation 146).
fn torque<T: Scalar>(phi: &Vector3<T>, y: Vector3<T>) -> Vector3<T> {
    let square = phi.dot(phi);
    let factor = if square.value() < SMALL {
        T::constant(1.0 / 12.0) + square * T::constant(1.0 / 720.0)
    } else {
        let angle = square.sqrt();
        let (sine, cosine) = angle.sin_cos();
        T::one() / square - (T::one() + cosine) / (T::constant(2.0) * angle * sine)
    };
    // The transpose of J^-1 = 1 - [phi]/2 + factor [phi]^2.
    y + phi.cross(&y) * T::constant(0.5) + phi.cross(&phi.cross(&y)) * factor
}

impl Law for BushingLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.frames.map(Contact::Frame))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let ([a, b], p, axes) = (self.frames, view.parameters(), view.axes(self.frames[0]));
        let [c, d, c_phi, d_phi] = [self.c, self.d, self.c_phi, self.d_phi].map(|slot| p.vector(slot));
        let (position, speed) = (view.relative_position(a, b), view.relative_velocity(a, b));
        let force = axes * -(c.component_mul(&position) + d.component_mul(&speed));
        // Columns: axes of frame_b in frame_a.
        let relative = axes.transpose() * view.axes(b);
        let w = axes.transpose() * (view.w_0(b) - view.w_0(a));
        let phi = rotation_vector(&relative);
        let torque = axes * -(torque(&phi, c_phi.component_mul(&phi)) + d_phi.component_mul(&w));
        let arm = view.r_0(b) - view.r_0(a);
        view.set_flow(b, -force, -torque);
        view.set_flow(a, force, torque + arm.cross(&force));
    }
}

/// A line force that only pulls; modes 1 to 3 if it is taut.
#[derive(Clone, Debug, Binary)]
pub struct RopeLaw {
    pub frames: [FrameId; 2],
    pub length: Real,
    pub c: Real,
    pub d: Real,
    pub s_small: Real,
}

law_variables! {
    pub RopeVariable of RopeLaw, |law, view, signals| {
        Distance: Motion (law.geometry(view).length),
        // At an event rounding errors may make it negative.
        Force: Motion (law.pull(view).0.max(T::zero())),
        Taut: Motion (truth::<T>(view.mode() != 0)),
    }
}

impl RopeLaw {
    fn geometry<T: Scalar>(&self, view: &MotionView<'_, T>) -> LineGeometry<T> {
        LineGeometry::between(view, self.frames, self.s_small)
    }

    /// The force, and the direction from frame_a to frame_b.
    fn pull<T: Scalar>(&self, view: &MotionView<'_, T>) -> (T, Vector3<T>) {
        if view.mode() == 0 {
            return (T::zero(), Vector3::zeros());
        }
        (self.pushes(view).sum(view.mode()), self.geometry(view).e)
    }

    /// Forces of the taut rope; it pulls where a contact pushes.
    fn pushes<T: Scalar>(&self, view: &MotionView<'_, T>) -> Pushes<T> {
        let (p, LineGeometry { length, e, speed, .. }) = (view.parameters(), self.geometry(view));
        pushes(p[self.c], p[self.d], length - p[self.length], e.dot(&speed))
    }

    fn stretch(&self, view: &MotionView<'_, f64>) -> f64 {
        self.geometry(view).length - view.parameters()[self.length]
    }
}

impl Law for RopeLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = CONTACT_MODES;
    const RELATIONS: usize = 1 + DAMPER_RELATIONS;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.frames.map(Contact::Frame))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let (force, e) = self.pull(view);
        let flow = e * force;
        let [frame_a, frame_b] = self.frames;
        view.set_flow(frame_b, flow, Vector3::zeros());
        view.set_flow(frame_a, -flow, Vector3::zeros());
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(contact_name(discrete.mode, ["slack", "taut"]))
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        contact_indicators(view.mode(), self.stretch(view), self.pushes(view), indicators);
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = next_mode(event, self.stretch(view), self.pushes(view));
    }
}

/// A normal force that only pushes, and smooth friction against sliding at the point of contact: `mu f_n v/sqrt(v^2 +
/// v_small^2)`. Modes 1 to 3 in contact.
#[derive(Clone, Debug, Binary)]
pub struct PlaneContactLaw {
    pub frames: [FrameId; 2],
    pub n: Slot3,
    pub radius: Real,
    pub c: Real,
    pub d: Real,
    pub mu: Real,
    pub v_small: Real,
}

law_variables! {
    pub PlaneContactVariable of PlaneContactLaw, |law, view, signals| {
        Gap: Motion gap,
        // At an event rounding errors may make it negative.
        Normal: Motion (law.forces(view).map_or_else(T::zero, |(normal, ..)| normal.max(T::zero()))),
        Contact: Motion (truth::<T>(view.mode() != 0)),
    }
}

impl PlaneContactLaw {
    /// Normal of the plane, world axes.
    fn normal<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        let n = view.parameters().vector(self.n);
        view.axes(self.frames[0]) * (n / length(&n))
    }

    fn gap<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let [plane, sphere] = self.frames;
        self.normal(view).dot(&(view.r_0(sphere) - view.r_0(plane))) - view.parameters()[self.radius]
    }

    /// Point of contact, the point of the sphere nearest to the plane, and the velocity of the sphere relative to the
    /// plane there, world axes.
    fn touching<T: Scalar>(&self, view: &MotionView<'_, T>, n: &Vector3<T>) -> (Vector3<T>, Vector3<T>) {
        let [plane, sphere] = self.frames;
        let point = view.r_0(sphere) - n * view.parameters()[self.radius];
        let at = |frame: FrameId| view.v_0(frame) + view.w_0(frame).cross(&(point - view.r_0(frame)));
        (point, at(sphere) - at(plane))
    }

    fn pushes<T: Scalar>(&self, view: &MotionView<'_, T>) -> Pushes<T> {
        let (p, n) = (view.parameters(), self.normal(view));
        let (_, speed) = self.touching(view, &n);
        pushes(p[self.c], p[self.d], -self.gap(view), -n.dot(&speed))
    }

    /// In contact: the normal force, the total force on the sphere, and its point of application, world axes.
    #[inline(never)]
    fn forces<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<(T, Vector3<T>, Vector3<T>)> {
        if view.mode() == 0 {
            return None;
        }
        let (p, n) = (view.parameters(), self.normal(view));
        let (point, speed) = self.touching(view, &n);
        let normal = self.pushes(view).sum(view.mode());
        let sliding = speed - n * n.dot(&speed);
        let size = (sliding.dot(&sliding) + p[self.v_small] * p[self.v_small]).sqrt();
        Some((normal, n * normal - sliding * (p[self.mu] * normal / size), point))
    }
}

impl Law for PlaneContactLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = CONTACT_MODES;
    const RELATIONS: usize = 1 + DAMPER_RELATIONS;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.frames.map(Contact::Frame))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let [plane, sphere] = self.frames;
        let (force, point) = match self.forces(view) {
            Some((_, force, point)) => (force, point),
            None => (Vector3::zeros(), view.r_0(plane)),
        };
        let torques = self.frames.map(|frame| (point - view.r_0(frame)).cross(&force));
        view.set_flow(sphere, -force, -torques[1]);
        view.set_flow(plane, force, torques[0]);
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(contact_name(discrete.mode, ["free", "in contact"]))
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        contact_indicators(view.mode(), -self.gap(view), self.pushes(view), indicators);
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = next_mode(event, -self.gap(view), self.pushes(view));
    }
}
