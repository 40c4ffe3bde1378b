//! What the library shows of a rod between two spherical joints, or between a universal and a spherical one.

use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Contact, FrameId, Law, Source, Stage, View};
use crate::scalar::{Scalar, Vector3};

/// Quantities of the rod from frame_a to frame_b.
#[derive(Clone, Debug)]
pub struct RodLaw {
    frame_a: FrameId,
    frame_b: FrameId,
    /// Address of the mass of a point mass in the middle, kg.
    m: Option<usize>,
}

/// Variables in the order of their numbers: name, elements, stage.
const VARIABLES: [(&str, usize, Stage); 9] = [
    ("rRod_0", 3, Stage::Motion),
    ("rRod_a", 3, Stage::Motion),
    ("eRod_a", 3, Stage::Motion),
    ("r_CM_0", 3, Stage::Motion),
    ("v_CM_0", 3, Stage::Motion),
    ("f_CM_a", 3, Stage::Acceleration),
    ("f_CM_e", 3, Stage::Acceleration),
    ("f_b_a1", 3, Stage::Reaction),
    ("f_rod", 1, Stage::Reaction),
];

/// checkTotalPower
pub(super) const CHECK_TOTAL_POWER: Parameter = boolean(
    "checkTotalPower",
    false,
    "The library checks that the component passes on all power; here it does by construction, and the tests check it",
);
/// rRod_0
pub(super) const R_ROD_0: Variable =
    variables("rRod_0", 3, "m", "Position vector from frame_a to frame_b resolved in world frame");
/// rRod_a
pub(super) const R_ROD_A: Variable =
    variables("rRod_a", 3, "m", "Position vector from frame_a to frame_b resolved in frame_a");
/// eRod_a
pub(super) const E_ROD_A: Variable =
    variables("eRod_a", 3, "1", "Unit vector in direction from frame_a to frame_b, resolved in frame_a");
/// f_b_a1
pub(super) const F_B_A1: Variable =
    variables("f_b_a1", 3, "N", "Force at frame_b without the force along the rod, resolved in frame_a");
/// f_rod
pub(super) const F_ROD: Variable = variable(
    "f_rod",
    "N",
    "Constraint force in direction of the rod (positive on frame_a, when directed from frame_a to frame_b)",
);

impl RodLaw {
    /// Registers the law and those of its variables that the class declares.
    pub(super) fn build(e: &mut Element<'_>, frames: [FrameId; 2], m: Option<usize>) {
        let law = e.add_law(Self { frame_a: frames[0], frame_b: frames[1], m });
        let mut first = 0;
        for (name, size, stage) in VARIABLES {
            if e.class.variables.iter().any(|variable| variable.name == name) {
                e.add_variable(name, |k| Source::Law(law, first + k, stage));
            }
            first += size;
        }
    }

    /// Force that the mass in the middle needs, world axes.
    fn mass_force<T: Scalar>(&self, view: &View<'_, T>) -> Vector3<T> {
        let Some(m) = self.m else { return Vector3::zeros() };
        let half = T::constant(0.5);
        let r = (view.r_0(self.frame_a) + view.r_0(self.frame_b)) * half;
        let a = (view.a_0(self.frame_a) + view.a_0(self.frame_b)) * half;
        (a - view.gravity(&r)) * view.parameters[m]
    }
}

impl Law for RodLaw {
    fn stage(&self) -> Stage {
        Stage::Motion
    }

    fn contacts(&self) -> Vec<Contact> {
        [self.frame_a, self.frame_b].map(Contact::Seen).into()
    }

    fn evaluate<T: Scalar>(&self, _view: &mut View<'_, T>) {}

    fn variable<T: Scalar>(&self, view: &View<'_, T>, index: usize) -> T {
        let (r_a, r_b) = (view.r_0(self.frame_a), view.r_0(self.frame_b));
        let in_a = |v: Vector3<T>| view.axes(self.frame_a).transpose() * v;
        let rod = r_b - r_a;
        let e = rod / crate::scalar::length(&rod);
        let half = T::constant(0.5);
        let along = |force: &Vector3<T>| e * e.dot(force);
        match index {
            0..3 => rod[index],
            3..6 => in_a(rod)[index - 3],
            6..9 => in_a(e)[index - 6],
            9..12 => ((r_a + r_b) * half)[index - 9],
            12..15 => ((view.v_0(self.frame_a) + view.v_0(self.frame_b)) * half)[index - 12],
            15..18 => in_a(self.mass_force(view))[index - 15],
            18..21 => in_a(along(&self.mass_force(view)))[index - 18],
            21..24 => {
                let force = view.flow(self.frame_b);
                in_a(force - along(&force) + along(&self.mass_force(view)))[index - 21]
            }
            // The axial force of the mass acts at frame_b alone.
            _ => e.dot(&(self.mass_force(view) - view.flow(self.frame_b))),
        }
    }
}
