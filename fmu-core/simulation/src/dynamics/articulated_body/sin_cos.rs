//! Sines and cosines of all joint angles, two at a time and without branches.

use mechanism::scalar::Scalar;
use std::any::TypeId;
use std::f64::consts::FRAC_2_PI;
use wide::{f64x2, u64x2};

/// Up to this magnitude, rad, the range reduction below keeps the error within 2 units in the last place (near a zero,
/// in those of 1e-3).
const LIMIT: f64 = 1e6;

/// Sines and cosines of `angles`.
///
/// `f64` uses the polynomial up to [`LIMIT`]; other scalars and larger angles use [`Scalar::sin_cos`].
#[inline(never)]
pub(super) fn sin_cos<T: Scalar>(angles: &[T], sin: &mut [T], cos: &mut [T]) {
    // A constant for each T: other scalars need their derivatives.
    if TypeId::of::<T>() != TypeId::of::<f64>() {
        for ((q, s), c) in angles.iter().zip(sin).zip(cos) {
            (*s, *c) = q.sin_cos();
        }
        return;
    }
    let ((angle_pairs, angle), (sin_pairs, s), (cos_pairs, c)) =
        (angles.as_chunks::<2>(), sin.as_chunks_mut::<2>(), cos.as_chunks_mut::<2>());
    let mut is_inside = true;
    for ((q, s), c) in angle_pairs.iter().zip(sin_pairs).zip(cos_pairs) {
        is_inside &= sin_cos_of_two([q[0].value(), q[1].value()], s, c);
    }
    if let ([q], [s], [c]) = (angle, s, c) {
        let (mut two_s, mut two_c) = ([*s; 2], [*c; 2]);
        is_inside &= sin_cos_of_two([q.value(); 2], &mut two_s, &mut two_c);
        (*s, *c) = (two_s[0], two_c[0]);
    }
    if !is_inside {
        exact_outside(angles, sin, cos);
    }
}

/// Writes sines and cosines by the polynomial; false for angles outside of its range, and NaN.
#[inline(always)]
fn sin_cos_of_two<T: Scalar>(x: [f64; 2], sin: &mut [T; 2], cos: &mut [T; 2]) -> bool {
    let x = f64x2::new(x);
    let [s, c] = polynomial(x);
    (*sin, *cos) = (s.to_array().map(T::constant), c.to_array().map(T::constant));
    x.abs().simd_lt(f64x2::splat(LIMIT)).all()
}

/// Recomputes angles outside the range of the polynomial with the standard library's functions.
#[cold]
fn exact_outside<T: Scalar>(angles: &[T], sin: &mut [T], cos: &mut [T]) {
    for ((q, s), c) in angles.iter().zip(sin).zip(cos) {
        if !q.value().abs().lt(&LIMIT) {
            (*s, *c) = q.sin_cos();
        }
    }
}

/// Sine and cosine for |x| < [`LIMIT`]: reduction by multiples of pi/2 in two parts (Cody and Waite, Software Manual for the
/// Elementary Functions, 1980), then the minimax polynomials of fdlibm (Sun Microsystems, 1993) on [-pi/4, pi/4].
#[inline(always)]
fn polynomial(x: f64x2) -> [f64x2; 2] {
    /// 1.5 * 2^52: adding it rounds to an integer, which is then in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// First 33 bits of pi/2, and the rest.
    const HEAD: f64 = 1.570_796_326_734_125_6;
    const TAIL: f64 = 6.077_100_506_506_192e-11;
    let [by, round, head, tail] = [FRAC_2_PI, ROUND, HEAD, TAIL].map(f64x2::splat);
    let bits = |x: f64x2| u64x2::new(x.to_array().map(f64::to_bits));
    let number = |bits: u64x2| f64x2::new(bits.to_array().map(f64::from_bits));
    let shifted = x * by + round;
    let quadrant = bits(shifted);
    let n = shifted - round;
    let r = (x - n * head) - n * tail;
    let (s, c) = (bits(sine(r)), bits(cosine(r)));
    let [one, two] = [u64x2::splat(1), u64x2::splat(2)];
    let swap = (s ^ c) & (u64x2::splat(0) - (quadrant & one));
    let sign = |quadrant: u64x2| (quadrant & two) << 62_u32;
    [number(s ^ swap ^ sign(quadrant)), number(c ^ swap ^ sign(quadrant + one))]
}

/// The sum of `c[k] z^k`, in pairs of terms.
#[inline(always)]
fn series(c: [f64; 6], z: f64x2) -> f64x2 {
    let c = c.map(f64x2::splat);
    let square = z * z;
    (c[0] + z * c[1]) + square * ((c[2] + z * c[3]) + square * (c[4] + z * c[5]))
}

/// sin(x) for |x| <= pi/4.
#[inline(always)]
fn sine(x: f64x2) -> f64x2 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    let z = x * x;
    x + (x * z) * series(S, z)
}

/// cos(x) for |x| <= pi/4.
#[inline(always)]
fn cosine(x: f64x2) -> f64x2 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let z = x * x;
    f64x2::splat(1.0) - (f64x2::splat(0.5) * z - z * z * series(C, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest error relative to the standard library in units in the last place; near a zero, in those of 1e-3.
    fn error(range: f64) -> f64 {
        let golden = 0.618_033_988_749_894_9;
        let angles: Vec<f64> = (0..400_000).map(|i| range * (2.0 * (f64::from(i) * golden).fract() - 1.0)).collect();
        let (mut s, mut c) = (vec![0.0; angles.len()], vec![0.0; angles.len()]);
        sin_cos(&angles, &mut s, &mut c);
        let distance = |a: f64, b: f64| (a - b).abs() / (b.abs().max(1e-3).next_up() - b.abs().max(1e-3));
        let errors = angles.iter().zip(s.iter().zip(&c));
        errors.map(|(q, (s, c))| distance(*s, q.sin()).max(distance(*c, q.cos()))).fold(0.0, f64::max)
    }

    #[test]
    fn agrees_with_the_library() {
        for range in [1.0, 10.0, 1e3, LIMIT] {
            assert!(error(range) <= 2.0, "{} up to {range}", error(range));
        }
    }

    #[test]
    fn takes_any_angle() {
        let angles = [0.0, -0.0, 1e-300, 0.5, 1e7, -3e15, f64::INFINITY, f64::NAN, std::f64::consts::FRAC_PI_2];
        let (mut s, mut c) = ([0.0; 9], [0.0; 9]);
        sin_cos(&angles, &mut s, &mut c);
        for (k, q) in angles.iter().enumerate() {
            let (a, b) = q.sin_cos();
            assert!((s[k] - a).abs() < 1e-15 || (s[k].is_nan() && a.is_nan()), "{q}");
            assert!((c[k] - b).abs() < 1e-15 || (c[k].is_nan() && b.is_nan()), "{q}");
        }
    }
}
