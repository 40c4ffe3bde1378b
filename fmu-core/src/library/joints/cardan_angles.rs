//! Cardan angles of a relative orientation that run beyond pi: states beside the quaternion.

use crate::frames::Sequence;
use crate::library::Element;
use crate::mechanism::{FrameId, Law, Source, Stage, View};
use crate::scalar::{Matrix3, Scalar, Vector3};

/// Three angles that turn frame_a into frame_b, integrated from the relative angular velocity, so that they are continuous in time.
/// The mechanism itself moves by its quaternions and does not read them.
#[derive(Clone, Debug)]
pub struct CardanAngles {
    frame_a: FrameId,
    frame_b: FrameId,
    sequence: Sequence,
    /// First of three states.
    first: usize,
    /// Address of the angles that the start is to be near, rad; zero when none are known.
    near: Option<usize>,
}

/// Where the second turn makes the third axis parallel to the first, the rates have no bound; beyond this one they are cut off.
const LARGEST_GAIN: f64 = 1e6;

impl CardanAngles {
    /// Registers the law of a joint `e` with the variables `phi` (start values `phi_start`) and `phi_d`. `near` are start angles in the
    /// same sequence.
    pub(super) fn build(e: &mut Element<'_>, sequence: Sequence, near: Option<usize>) {
        let first = e.add_states("phi", e.real("phi_start"));
        let law = Self { frame_a: e.frame("frame_a"), frame_b: e.frame("frame_b"), sequence, first, near };
        let number = e.add_law(law);
        e.add_variable("phi_d", |k| Source::Law(number, k, Stage::Motion));
    }

    fn rates<T: Scalar>(&self, view: &View<'_, T>) -> Vector3<T> {
        let w = view.axes(self.frame_b).transpose() * (view.w_0(self.frame_b) - view.w_0(self.frame_a));
        let angles = [0, 1, 2].map(|k| view.states[self.first + k]);
        let unit = |k: usize| [0, 1, 2].map(|i| if i == k { T::one() } else { T::zero() });
        let [x, y, z] = [0, 1, 2].map(|k| self.sequence.rotation(angles, unit(k)).w);
        // Cramer's rule; the determinant is the cosine (Cardan) or sine (Euler) of the second angle.
        let (cofactor, least) = (y.cross(&z), T::constant(1.0 / LARGEST_GAIN));
        let determinant = x.dot(&cofactor);
        let determinant = if determinant.value() < 0.0 { determinant.min(-least) } else { determinant.max(least) };
        Vector3::new(w.dot(&cofactor), w.dot(&z.cross(&x)), w.dot(&x.cross(&y))) / determinant
    }
}

impl Law for CardanAngles {
    fn stage(&self) -> Stage {
        Stage::Motion
    }

    fn acts(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let rates = self.rates(view);
        view.state_derivatives[self.first..self.first + 3].copy_from_slice(rates.as_slice());
    }

    fn variable<T: Scalar>(&self, view: &View<'_, T>, index: usize) -> T {
        self.rates(view)[index]
    }

    fn start_states<T: Scalar>(&self, view: &View<'_, T>, states: &mut [T]) {
        let t: Matrix3<T> = view.axes(self.frame_b).transpose() * view.axes(self.frame_a);
        let near = [0, 1, 2].map(|k| self.near.map_or(0.0, |first| view.parameters[first + k].value()));
        for (k, angle) in self.sequence.angles(&t, near[0]).into_iter().enumerate() {
            let turns = ((near[k] - angle.value()) / std::f64::consts::TAU).round();
            states[self.first + k] = angle + T::constant(turns * std::f64::consts::TAU);
        }
    }
}
