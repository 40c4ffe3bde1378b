//! MultibodyFmu.PlaneContact

use super::{contact_indicators, next_mode, pushes};
use crate::Element;
use crate::class::*;
use crate::contact_damper::{CONTACT_MODES, DAMPER_RELATIONS, Pushes, contact_name};
use crate::pictures::*;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{
    Connections, Contact, Discrete, Event, FrameId, Law, ModeName, Modes, MotionView, Real, Signals, Slot3, after,
    law_variables,
};
use serde::{Deserialize, Serialize};

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
        boolean_variable("contact", "True in contact"),
    ],
    ..Class::element(build)
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
/// Modes 1 to 3 in contact.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Variables that the law calculates.
    pub(crate) PlaneContactVariable of PlaneContactLaw {
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
        // At an event rounding may leave less than nothing.
        self.forces(view).map_or_else(T::zero, |(normal, ..)| normal.max(T::zero()))
    }

    /// Point of contact, the lowest one of the sphere seen from the plane, and the velocity of the sphere relative to the plane there, world
    /// axes.
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

    /// In contact: the normal force, the whole force on the sphere, and where it acts, world axes.
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

pub static PICTURES: ClassPictures = ClassPictures {
    class: &CLASS,
    graphics: &[&[ANIMATION, colour("color", "{200, 200, 200}", "Colour of the plane")]],
    pictures: &[figure("plane", Figure::Plane, Group::Frames).along("n").specular("0")],
};
