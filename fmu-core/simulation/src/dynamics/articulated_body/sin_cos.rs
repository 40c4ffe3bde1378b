//! Sines and cosines of all joint angles in one loop without branches, which compiles to vector instructions.

use mechanism::scalar::Scalar;
use std::any::TypeId;
use std::f64::consts::FRAC_2_PI;

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
    let mut outside = 0;
    for ((q, s), c) in angles.iter().zip(&mut *sin).zip(&mut *cos) {
        let x = q.value();
        let (a, b) = polynomial(x);
        (*s, *c) = (T::constant(a), T::constant(b));
        // Counts NaN, too.
        outside += u64::from(!matches!(x.abs().partial_cmp(&LIMIT), Some(std::cmp::Ordering::Less)));
    }
    if outside > 0 {
        exact_outside(angles, sin, cos);
    }
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
fn polynomial(x: f64) -> (f64, f64) {
    /// 1.5 * 2^52: adding it rounds to an integer, which is then in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// First 33 bits of pi/2, and the rest.
    const HEAD: f64 = 1.570_796_326_734_125_6;
    const TAIL: f64 = 6.077_100_506_506_192e-11;
    let shifted = x * FRAC_2_PI + ROUND;
    let quadrant = shifted.to_bits();
    let n = shifted - ROUND;
    let r = (x - n * HEAD) - n * TAIL;
    let (s, c) = (sine(r).to_bits(), cosine(r).to_bits());
    let swap = (s ^ c) & 0_u64.wrapping_sub(quadrant & 1);
    let sign_s = (quadrant & 2) << 62;
    let sign_c = (quadrant.wrapping_add(1) & 2) << 62;
    (f64::from_bits(s ^ swap ^ sign_s), f64::from_bits(c ^ swap ^ sign_c))
}

/// sin(x) for |x| <= pi/4.
#[inline(always)]
fn sine(x: f64) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    let z = x * x;
    let square = z * z;
    let series = (S[0] + z * S[1]) + square * ((S[2] + z * S[3]) + square * (S[4] + z * S[5]));
    x + (x * z) * series
}

/// cos(x) for |x| <= pi/4.
#[inline(always)]
fn cosine(x: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let z = x * x;
    let square = z * z;
    let series = (C[0] + z * C[1]) + square * ((C[2] + z * C[3]) + square * (C[4] + z * C[5]));
    1.0 - (0.5 * z - square * series)
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
