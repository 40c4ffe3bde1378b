//! Interpolation of an indicator within a piece.

/// A minimum of the cubic above this fraction of the smaller end value is not a zero crossing.
const DIP: f64 = 0.5;

/// Maximum number of iterations of [`Quartic::zero`]; it ends earlier when steps vanish.
const STEPS: usize = 60;

/// The quartic `c0 + c1 s + c2 s^2 + c3 s^3 + q s^2 (1 - s)^2` through values and slopes at 0 and 1 and a value between them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quartic {
    cubic: [f64; 4],
    bubble: f64,
}

impl Quartic {
    /// The cubic with the values `z` and slopes `d` at 0 and 1.
    pub(super) fn cubic([z0, z1]: [f64; 2], [d0, d1]: [f64; 2]) -> Self {
        let change = z1 - z0;
        Self { cubic: [z0, d0, 3.0 * change - 2.0 * d0 - d1, d0 + d1 - 2.0 * change], bubble: 0.0 }
    }

    /// Position, between 0 and 1, of a minimum of the cubic that may be negative; `z1` is its value at 1.
    pub(super) fn dip(&self, z1: f64) -> Option<f64> {
        let [z0, d0, a, b] = self.cubic;
        let discriminant = a * a - 3.0 * b * d0;
        // The root of p' with p'' = 2 a + 6 b s > 0, hence with the positive root of the discriminant.
        let root = discriminant.max(0.0).sqrt();
        let s = if a > 0.0 { -d0 / (a + root) } else { (root - a) / (3.0 * b) };
        let value = z0 + s * (d0 + s * (a + s * b));
        (discriminant > 0.0 && s > 1e-3 && s < 1.0 - 1e-3 && value < DIP * z0.min(z1)).then_some(s)
    }

    /// Adjusts the quartic to the value `z` at `s`, between the ends.
    pub(super) fn pass(&mut self, s: f64, z: f64) {
        let unit = s * (1.0 - s);
        self.bubble += (z - self.at(s)) / (unit * unit);
    }

    /// Value at `s`.
    pub(super) fn at(&self, s: f64) -> f64 {
        let ([a, b, c, d], unit) = (self.cubic, s * (1.0 - s));
        a + s * (b + s * (c + s * d)) + self.bubble * unit * unit
    }

    /// Slope at `s`.
    pub(super) fn slope(&self, s: f64) -> f64 {
        let [_, b, c, d] = self.cubic;
        b + s * (2.0 * c + s * 3.0 * d) + 2.0 * self.bubble * s * (1.0 - s) * (1.0 - 2.0 * s)
    }

    /// Zero of the sum of the quartic and the straight line `line[0] + line[1] s` within a bracket, positive at its
    /// start and not at its end, by Newton's method, with bisection when that leaves the bracket.
    pub(super) fn zero(&self, line: [f64; 2], [mut low, mut high]: [f64; 2]) -> Option<f64> {
        let value = |s: f64| self.at(s) + line[0] + line[1] * s;
        if !(value(low) > 0.0 && value(high) <= 0.0) {
            return None;
        }
        let mut s = high;
        for _ in 0..STEPS {
            let next = s - value(s) / (self.slope(s) + line[1]);
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            if (next - s).abs() <= f64::EPSILON * next || next == low || next == high {
                return Some(next);
            }
            s = next;
            if value(s) > 0.0 { low = s } else { high = s }
        }
        Some(s)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// `1 - s^4` and `1 - s^4 - s/2`.
    #[test]
    fn quartics_are_taken_exactly() {
        let mut quartic = Quartic::cubic([1.0, 0.0], [0.0, -4.0]);
        quartic.pass(0.3, 1.0 - 0.3_f64.powi(4));
        for s in [0.0, 0.2, 0.5, 0.9, 1.0_f64] {
            assert!((quartic.at(s) - (1.0 - s.powi(4))).abs() < 1e-14);
            assert!((quartic.slope(s) + 4.0 * s.powi(3)).abs() < 1e-13);
        }
        let zero = quartic.zero([-0.1, -0.5], [0.0, 1.0]).unwrap();
        assert!((0.9 - zero.powi(4) - 0.5 * zero).abs() < 1e-15, "{zero}");
        assert_eq!(quartic.zero([1.0, 0.0], [0.0, 1.0]), None);
    }
}
