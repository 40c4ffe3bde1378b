//! Inertia tensors: rotation, and checks that they are physically possible.

use nalgebra::{Matrix3, Rotation3};

/// Elements 11, 22, 33, 21, 31, 32.
pub(super) type Tensor = [f64; 6];

/// Smaller inertias count as zero, kg.m2: programs that export robots write such rounding errors.
const TRACE: f64 = 1e-18;

/// Rounding errors of the text, relative to the trace.
const ROUNDING: f64 = 1e-12;

/// The rotation matrix for roll, pitch and yaw about the fixed axes x, y, z: columns are the rotated axes.
pub(super) fn rotation([roll, pitch, yaw]: [f64; 3]) -> Matrix3<f64> {
    Rotation3::from_euler_angles(roll, pitch, yaw).into_inner()
}

/// `R I R'` for axes rotated by `rpy`.
pub(super) fn rotated(tensor: Tensor, rpy: [f64; 3]) -> Tensor {
    if rpy == [0.0; 3] { tensor } else { turned(tensor, &rotation(rpy)) }
}

/// `R I R'`.
pub(super) fn turned(tensor: Tensor, r: &Matrix3<f64>) -> Tensor {
    let m = r * matrix(tensor) * r.transpose();
    [m.m11, m.m22, m.m33, m.m21, m.m31, m.m32]
}

/// The tensor without rounding errors: tiny tensors, and negative diagonal elements beside large ones.
pub(super) fn without_rounding(tensor: Tensor) -> Tensor {
    let size = tensor.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let mut clean = tensor.map(|x| if x.abs() < TRACE { 0.0 } else { x });
    for x in &mut clean[..3] {
        if *x < 0.0 && *x > -ROUNDING * size {
            *x = 0.0;
        }
    }
    clean
}

/// Returns true if no principal moment is negative, since no principal minor is, up to rounding.
pub(super) fn is_positive(tensor: Tensor) -> bool {
    let size = tensor.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    size == 0.0 || minors(&matrix(tensor.map(|x| x / size))).into_iter().all(|minor| minor >= -1e-9)
}

/// The principal minors of a symmetric matrix.
fn minors(s: &Matrix3<f64>) -> [f64; 7] {
    let two = |i: usize, j: usize| s[(i, i)] * s[(j, j)] - s[(i, j)] * s[(j, i)];
    [s.m11, s.m22, s.m33, two(0, 1), two(0, 2), two(1, 2), s.determinant()]
}

/// Returns true if the tensor is physically possible: no principal moment is larger than the sum of the others (which
/// implies that none is negative), so that the second moments of the mass, `tr(I)/2 - I`, are a positive semidefinite
/// matrix.
pub(super) fn is_possible(tensor: Tensor) -> bool {
    let trace: f64 = tensor[..3].iter().sum();
    if trace == 0.0 {
        return tensor == [0.0; 6];
    }
    let second = Matrix3::from_diagonal_element(0.5) - matrix(tensor.map(|x| x / trace));
    // Numbers in a text have about six digits.
    minors(&second).into_iter().all(|minor| minor >= -1e-6)
}

fn matrix([i11, i22, i33, i21, i31, i32]: Tensor) -> Matrix3<f64> {
    Matrix3::new(i11, i21, i31, i21, i22, i32, i31, i32, i33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_exchange_axes() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let near = |a: Tensor, b: Tensor| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15);
        let tensor = [1.0, 2.0, 3.0, 0.1, 0.2, 0.3];
        // About x, the new y axis is z of the link, and the new z axis is -y.
        assert!(near(rotated(tensor, [quarter, 0.0, 0.0]), [1.0, 3.0, 2.0, -0.2, 0.1, -0.3]));
        assert!(near(rotated(tensor, [0.0, 0.0, quarter]), [2.0, 1.0, 3.0, -0.1, -0.3, 0.2]));
        let turned = rotated(tensor, [0.3, -0.7, 1.1]);
        assert!((turned[0] + turned[1] + turned[2] - 6.0).abs() < 1e-14);
    }

    #[test]
    fn the_order_of_the_angles_is_roll_pitch_yaw_about_fixed_axes() {
        // Roll takes z to -y, pitch leaves y, yaw takes y to -x: z becomes x.
        let quarter = std::f64::consts::FRAC_PI_2;
        let r = rotation([quarter, 0.4, quarter]);
        assert!((r.m13 - 1.0).abs() < 1e-15 && r.m23.abs() < 1e-15 && r.m33.abs() < 1e-15, "{r:?}");
    }

    #[test]
    fn tensors_of_bodies() {
        assert!(is_possible([0.0; 6]));
        assert!(is_possible([1.0, 1.0, 0.0, 0.0, 0.0, 0.0]), "a thin rod");
        assert!(is_possible([1.0, 1.0, 2.0, 0.0, 0.0, 0.0]), "a thin disc");
        assert!(!is_possible([1.0, 1.0, 2.1, 0.0, 0.0, 0.0]));
        assert!(!is_possible([1.0, 1.0, 1.0, 1.2, 0.0, 0.0]), "a negative principal moment");
        assert!(is_possible(rotated([1.0, 1.5, 2.4, 0.0, 0.0, 0.0], [0.3, 0.5, 0.7])));
        assert!(!is_possible(rotated([1.0, 1.5, 2.6, 0.0, 0.0, 0.0], [0.3, 0.5, 0.7])));
        assert!(is_positive([1.0, 1.0, 2.1, 0.0, 0.0, 0.0]) && is_positive([0.0; 6]));
        assert!(!is_positive(rotated([1.0, 1.5, -0.1, 0.0, 0.0, 0.0], [0.3, 0.5, 0.7])));
        assert!(!is_positive([0.02, 0.03, 0.04, 0.06, 0.01, 0.01]));
        assert_eq!(without_rounding([0.0, 0.0, 0.0, 0.0, 1e-20, 0.0]), [0.0; 6]);
        assert_eq!(without_rounding([-5e-20, 1.0, 1.0, 0.0, 0.0, 0.0])[0], 0.0);
        assert_eq!(without_rounding([-1e-3, 1.0, 1.0, 0.0, 0.0, 0.0])[0], -1e-3);
    }
}
