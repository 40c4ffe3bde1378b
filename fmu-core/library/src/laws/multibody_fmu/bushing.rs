//! Springs and dampers along and about all axes.

use binary::Binary;
use mechanism::scalar::{Matrix3, Scalar, Vector3};
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Signals, Slot3, after};

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
