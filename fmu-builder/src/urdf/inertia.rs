//! Inertia tensors: axes, and whether a body can have them.

/// Elements 11, 22, 33, 21, 31, 32.
type Tensor = [f64; 6];

/// Relative to the trace: what is less is rounding of the text.
const ROUNDING: f64 = 1e-12;

/// The matrix that turns axes by roll, pitch and yaw about the fixed axes x, y, z: columns are the turned axes.
pub(super) fn rotation([roll, pitch, yaw]: [f64; 3]) -> [[f64; 3]; 3] {
    let ((sr, cr), (sp, cp), (sy, cy)) = (roll.sin_cos(), pitch.sin_cos(), yaw.sin_cos());
    [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
}

/// `R I R'` for axes turned by `rpy`.
pub(super) fn rotated(tensor: Tensor, rpy: [f64; 3]) -> Tensor {
    if rpy == [0.0; 3] {
        return tensor;
    }
    let (r, m) = (rotation(rpy), matrix(tensor));
    let element = |i: usize, j: usize| -> f64 {
        (0..3).flat_map(|k| (0..3).map(move |l| (k, l))).map(|(k, l)| r[i][k] * m[k][l] * r[j][l]).sum()
    };
    [element(0, 0), element(1, 1), element(2, 2), element(1, 0), element(2, 0), element(2, 1)]
}

/// The tensor with those negative numbers of the diagonal at zero that are rounding.
pub(super) fn without_rounding(mut tensor: Tensor) -> Tensor {
    let size = tensor.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    for x in &mut tensor[..3] {
        if *x < 0.0 && (*x > -ROUNDING * size || *x > -1e-15) {
            *x = 0.0;
        }
    }
    tensor
}

/// Whether a body can have the tensor: no principal moment is larger than the sum of the others (which makes all of them positive or
/// zero), so that the second moments of the mass, `tr(I)/2 - I`, are a positive semidefinite matrix.
pub(super) fn is_possible(tensor: Tensor) -> bool {
    let trace: f64 = tensor[..3].iter().sum();
    let m = matrix(tensor);
    let s = |i: usize, j: usize| if i == j { trace / 2.0 - m[i][i] } else { -m[i][j] };
    let minor = |i: usize, j: usize| s(i, i) * s(j, j) - s(i, j) * s(j, i);
    let determinant = s(0, 0) * minor(1, 2) - s(0, 1) * (s(1, 0) * s(2, 2) - s(1, 2) * s(2, 0))
        + s(0, 2) * (s(1, 0) * s(2, 1) - s(1, 1) * s(2, 0));
    // Numbers of a text have about six digits.
    let least = -1e-6 * trace;
    (0..3).all(|i| s(i, i) >= least)
        && [(0, 1), (0, 2), (1, 2)].into_iter().all(|(i, j)| minor(i, j) >= least * trace)
        && determinant >= least * trace * trace
}

fn matrix([i11, i22, i33, i21, i31, i32]: Tensor) -> [[f64; 3]; 3] {
    [[i11, i21, i31], [i21, i22, i32], [i31, i32, i33]]
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
        assert!((r[0][2] - 1.0).abs() < 1e-15 && r[1][2].abs() < 1e-15 && r[2][2].abs() < 1e-15, "{r:?}");
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
        assert_eq!(without_rounding([-5e-20, 1.0, 1.0, 0.0, 0.0, 0.0])[0], 0.0);
        assert_eq!(without_rounding([-1e-3, 1.0, 1.0, 0.0, 0.0, 0.0])[0], -1e-3);
    }
}
