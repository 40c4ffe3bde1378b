//! MultibodyFmu.PlaneContact

use super::contact_force;
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{
    Contact, Event, FrameId, Law, MotionView, Real, Signals, Slot3, after, law_variables, relation_holds,
    relation_indicator,
};
use crate::scalar::{Scalar, Vector3, length};

/// The class.
pub static CLASS: Class = Class {
    name: "MultibodyFmu.PlaneContact",
    description: "Contact of a sphere or point with a plane, with friction",
    documentation: documentation!("plane_contact.md"),
    parameters: &[
        vector(
            "n",
            "1",
            "Normal of the plane through the origin of frame_a, resolved in frame_a; the sphere is on its side",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("radius", "m", "Radius of the sphere about the origin of frame_b; 0: a point").min(0.0).or(0.0).tunable(),
        real("c", "N/m", "Spring constant of the contact").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.s/m", "Damping constant of the contact").min(0.0).or(0.0).tunable(),
        real("mu", "1", "Friction coefficient").min(0.0).or(0.0).tunable(),
        real("v_small", "m/s", "Sliding speed above which friction is nearly mu times the normal force")
            .min(f64::MIN_POSITIVE)
            .or(1e-3)
            .tunable(),
    ],
    connectors: &[frame("frame_a", "Coordinate system of the plane"), frame("frame_b", "Centre of the sphere")],
    variables: &[
        variable("gap", "m", "Distance between the plane and the sphere, below 0 in contact"),
        variable("f_n", "N", "Normal force, 0 or more"),
        variable("contact", "", "1 in contact, else 0"),
    ],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let frames = [e.frame("frame_a"), e.frame("frame_b")];
    frames.into_iter().for_each(|frame| e.add_acting_frame(frame));
    let [radius, c, d, mu, v_small] = ["radius", "c", "d", "mu", "v_small"].map(|name| e.real(name));
    let law = PlaneContactLaw { frames, n: e.vector("n"), radius, c, d, mu, v_small };
    let law = e.add_law(law);
    let list = [
        ("gap", PlaneContactVariable::Gap),
        ("f_n", PlaneContactVariable::Normal),
        ("contact", PlaneContactVariable::Contact),
    ];
    e.show_declared(law, &list);
}

/// A normal force that pushes only, and friction against the sliding at the point of contact, which is smooth: `mu f_n v/sqrt(v^2 + v_small^2)`.
/// Mode 1 in contact.
#[derive(Clone, Debug)]
pub struct PlaneContactLaw {
    frames: [FrameId; 2],
    n: Slot3,
    radius: Real,
    c: Real,
    d: Real,
    mu: Real,
    v_small: Real,
}

law_variables! {
    /// What it shows.
    pub(in crate::library) PlaneContactVariable of PlaneContactLaw {
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
        T::constant(f64::from(view.mode()))
    }

    fn normal_force<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.forces(view).map_or_else(T::zero, |(normal, ..)| normal)
    }

    /// In contact: the normal force, the whole force on the sphere, and where it acts, world axes.
    #[inline(never)]
    fn forces<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<(T, Vector3<T>, Vector3<T>)> {
        if view.mode() == 0 {
            return None;
        }
        let (p, n, [plane, sphere]) = (view.parameters(), self.normal(view), self.frames);
        let gap = self.gap(view);
        // The sphere touches at its lowest point, seen from the plane.
        let point = view.r_0(sphere) - n * p[self.radius];
        let at = |frame: FrameId| view.v_0(frame) + view.w_0(frame).cross(&(point - view.r_0(frame)));
        let speed = at(sphere) - at(plane);
        let normal_speed = n.dot(&speed);
        let normal = contact_force(p[self.c], p[self.d], -gap, -normal_speed);
        let sliding = speed - n * normal_speed;
        let size = (sliding.dot(&sliding) + p[self.v_small] * p[self.v_small]).sqrt();
        Some((normal, n * normal - sliding * (p[self.mu] * normal / size), point))
    }
}

impl Law for PlaneContactLaw {
    type Stage = after::Motion;

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.frames.map(Contact::Frame).to_vec()
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

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || mode == 1
    }

    fn relations(&self) -> usize {
        1
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators[0] = relation_indicator(view.mode() == 1, -self.gap(view));
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = i32::from(relation_holds(event.mode == 1, -self.gap(view), event.is_initial));
    }
}
