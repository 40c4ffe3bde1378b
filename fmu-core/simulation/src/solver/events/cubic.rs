//! The cubic through the values and slopes of an indicator at both ends of a step.

/// A dip that the cubic puts above this part of the smaller end is no zero.
const DIP: f64 = 0.5;

/// The coefficients `a` and `b` of the cubic `z0 + d0 s + a s^2 + b s^3` with the values `z` and slopes `d` at 0 and 1.
pub(super) fn bend([z0, z1]: [f64; 2], [d0, d1]: [f64; 2]) -> [f64; 2] {
    let change = z1 - z0;
    [3.0 * change - 2.0 * d0 - d1, d0 + d1 - 2.0 * change]
}

/// Place of a minimum that may be below zero, between 0 and 1, of the cubic with the values `z` and slopes `d` at 0 and 1.
pub(super) fn dip([z0, z1]: [f64; 2], [d0, d1]: [f64; 2]) -> Option<f64> {
    let [a, b] = bend([z0, z1], [d0, d1]);
    let discriminant = a * a - 3.0 * b * d0;
    // The root of p' at which p'' = 2 a + 6 b s is the positive root of the discriminant.
    let root = discriminant.max(0.0).sqrt();
    let s = if a > 0.0 { -d0 / (a + root) } else { (root - a) / (3.0 * b) };
    let value = z0 + s * (d0 + s * (a + s * b));
    (discriminant > 0.0 && s > 1e-3 && s < 1.0 - 1e-3 && value < DIP * z0.min(z1)).then_some(s)
}
