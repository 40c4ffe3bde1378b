//! Contact of a sphere with a plane.

use crate::laws::contact_damper::{
    CONTACT_MODES, DAMPER_RELATIONS, Pushes, contact_indicators, contact_name, next_mode, pushes,
};
use binary::Binary;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{
    Connections, Contact, Discrete, Event, FrameId, Law, ModeName, Modes, MotionView, Real, Signals, Slot3, after,
    law_variables,
};

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
    pub PlaneContactVariable of PlaneContactLaw {
        Gap: Motion gap,
        Normal: Motion normal_force,
        Contact: Motion contact,
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

    fn contact<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        T::constant(f64::from(u8::from(view.mode() != 0)))
    }

    fn normal_force<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        // At an event rounding errors may make it negative.
        self.forces(view).map_or_else(T::zero, |(normal, ..)| normal.max(T::zero()))
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
