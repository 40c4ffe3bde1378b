//! Orientations as coordinates: quaternions as in Modelica.Mechanics.MultiBody.Frames.Quaternions; Q = (x, y, z, w)
//! maps the joint frame (frame 1) to the link frame (frame 2).

use super::super::spatial::algebra::Vector;
use super::kind::{Coordinate, Sense};
use crate::frames::quaternions::Quaternion;
use crate::scalar::Scalar;

/// The elements of a quaternion as coordinates, without start values: these follow from start angles.
pub(super) fn coordinates(sense: Sense) -> impl Iterator<Item = Coordinate> {
    Coordinate::vector(if sense == Sense::Reversed { "Q_rel" } else { "Q" }, 4, "1", None)
}

/// The quaternion at index `first` of the position coordinates.
#[inline(always)]
pub(super) fn quaternion<T: Scalar>(q: &[T], first: usize) -> [T; 4] {
    [q[first], q[first + 1], q[first + 2], q[first + 3]]
}

/// The orientation of a quaternion of any nonzero length.
pub(super) fn normalized<T: Scalar>(p: [T; 4]) -> Quaternion<T> {
    let q = Quaternion(p);
    let length = q.dot(&q).sqrt();
    Quaternion(p.map(|x| x / length))
}

/// Columns: the axes of the link frame, resolved in the joint frame (the transpose of MSL's transformation matrix). The
/// quaternion may have any nonzero length.
#[inline]
pub(super) fn quaternion_axes<T: Scalar>(p: [T; 4]) -> [Vector<T>; 3] {
    let [x, y, z, w] = p;
    let squared = x * x + y * y + z * z + w * w;
    let two = T::constant(2.0) / squared;
    let one = T::one();
    let (xx, yy, zz) = (two * x * x, two * y * y, two * z * z);
    let (xy, xz, yz) = (two * x * y, two * x * z, two * y * z);
    let (wx, wy, wz) = (two * w * x, two * w * y, two * w * z);
    [[one - (yy + zz), xy + wz, xz - wy], [xy - wz, one - (xx + zz), yz + wx], [xz + wy, yz - wx, one - (xx + yy)]]
}

/// `der(Q) = 1/2 E(Q)^T w`: derivative of the quaternion `p` for the angular velocity `omega` of frame 2 relative to
/// frame 1, resolved in frame 2 (the inverse of MSL's `angularVelocity2`). It keeps the length of Q.
#[inline]
pub(super) fn quaternion_rate<T: Scalar>(p: [T; 4], omega: Vector<T>) -> [T; 4] {
    let [x, y, z, w] = p;
    let [a, b, c] = omega.map(|s| T::constant(0.5) * s);
    [w * a - z * b + y * c, z * a + w * b - x * c, x * b - y * a + w * c, -(x * a + y * b + z * c)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turn_about_z_carries_x_to_y() {
        let half = std::f64::consts::FRAC_PI_4;
        let axes = quaternion_axes([0.0, 0.0, half.sin(), half.cos()]);
        for (found, expected) in axes[0].iter().zip([0.0, 1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-15, "{axes:?}");
        }
    }
}
