//! Elementary functions of jets, from their first three derivatives.

use super::{Jet, Steady};
use crate::scalar::{Element, Scalar};

impl Jet {
    /// `f(self)` given f and its first three derivatives at the value (chain rule).
    #[inline(never)]
    fn chain(&self, f: [f64; 4]) -> Self {
        let (first, second, p) = (self.first, self.second, &self.along);
        if self.is_steady() {
            return Self::along(f[0], p.map(|p| f[1] * p));
        }
        let along = [
            f[1] * p[0],
            f[2] * p[0] * first + f[1] * p[1],
            f[3] * p[0] * first * first + f[2] * (2.0 * first * p[1] + p[0] * second) + f[1] * p[2],
        ];
        Self { value: f[0], first: f[1] * first, second: f[2] * first * first + f[1] * second, along }
    }

    /// Like [`Self::chain`], with derivatives taken as zero where those of `f` are not finite.
    fn chain_guarded(&self, mut f: [f64; 4]) -> Self {
        f[1..].iter_mut().filter(|d| !d.is_finite()).for_each(|d| *d = 0.0);
        self.chain(f)
    }

    /// Arc sine or, with the sign of its derivative, arc cosine.
    #[inline(never)]
    fn arc(&self, value: f64, sign: f64) -> Self {
        let x = self.value;
        let d = sign / (1.0 - x * x).sqrt();
        let cube = d * d * d;
        self.chain_guarded([value, d, x * cube, cube * (1.0 + 3.0 * x * x * d * d)])
    }

    /// The power with the exponent `m`, given those with this exponent, and with one, two and three less.
    #[inline(never)]
    fn power(&self, m: f64, [power, first, second, third]: [f64; 4]) -> Self {
        self.chain_guarded([power, m * first, m * (m - 1.0) * second, m * (m - 1.0) * (m - 2.0) * third])
    }
}

impl Element for Jet {
    const BY_CALL: bool = true;
    type Steady = Steady;
    #[inline(always)]
    fn is_steady(&self) -> bool {
        Self::is_steady(self)
    }
    #[inline(always)]
    fn steady(&self) -> Steady {
        let [along, others, _] = self.registers();
        Steady { along, others }
    }
    #[inline(always)]
    fn from_steady(x: Steady) -> Self {
        x.into()
    }
}

impl Scalar for Jet {
    fn with_rates(self, first: Self, second: Self) -> Jet {
        let along = [self.along[0], first.along[0], second.along[0]];
        Jet { value: self.value, first: first.value, second: second.value, along }
    }
    fn rates(jet: Jet) -> [Self; 3] {
        let one = |value, derivative| Self::along(value, [derivative, 0.0, 0.0]);
        [one(jet.value, jet.along[0]), one(jet.first, jet.along[1]), one(jet.second, jet.along[2])]
    }
    fn constant(x: f64) -> Self {
        Self::along(x, [0.0; Self::DIRECTIONS])
    }
    fn value(self) -> f64 {
        self.value
    }
    #[inline(never)]
    fn is_finite(self) -> bool {
        let Self { value, first, second, along: [p, q, r] } = self;
        [value, first, second, p, q, r].iter().all(|x| x.is_finite())
    }
    /// The second derivative of the result is not known and taken as zero.
    fn time_derivative(self) -> Self {
        Self { value: self.first, first: self.second, second: 0.0, along: [self.along[1], self.along[2], 0.0] }
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.value.sin_cos();
        (self.chain([s, c, -s, -c]), self.chain([c, -s, -c, s]))
    }
    #[inline(never)]
    fn tan(self) -> Self {
        let t = self.value.tan();
        let d = 1.0 + t * t;
        self.chain([t, d, 2.0 * t * d, 2.0 * d * (d + 2.0 * t * t)])
    }
    fn asin(self) -> Self {
        self.arc(self.value.asin(), 1.0)
    }
    fn acos(self) -> Self {
        self.arc(self.value.acos(), -1.0)
    }
    #[inline(never)]
    fn atan(self) -> Self {
        let x = self.value;
        let d = 1.0 / (1.0 + x * x);
        self.chain([x.atan(), d, -2.0 * x * d * d, d * d * (8.0 * x * x * d - 2.0)])
    }
    /// The angle from the point (x, y) to itself, with all derivatives, added to the angle of that point.
    #[inline(never)]
    fn atan2(self, x: Self) -> Self {
        let value = self.value.atan2(x.value);
        let [at_x, at_y] = [x.value, self.value].map(Self::constant);
        let along = x * at_x + self * at_y;
        if along.value <= 0.0 {
            return Self::constant(value);
        }
        let turned = (self * at_x - x * at_y) / along;
        turned.chain([value, 1.0, 0.0, -2.0])
    }
    #[inline(never)]
    fn sinh(self) -> Self {
        let (s, c) = (self.value.sinh(), self.value.cosh());
        self.chain([s, c, s, c])
    }
    #[inline(never)]
    fn cosh(self) -> Self {
        let (s, c) = (self.value.sinh(), self.value.cosh());
        self.chain([c, s, c, s])
    }
    #[inline(never)]
    fn tanh(self) -> Self {
        let t = self.value.tanh();
        let d = 1.0 - t * t;
        self.chain([t, d, -2.0 * t * d, d * (4.0 * t * t - 2.0 * d)])
    }
    #[inline(never)]
    fn exp(self) -> Self {
        self.chain([self.value.exp(); 4])
    }
    #[inline(never)]
    fn ln(self) -> Self {
        let inverse = 1.0 / self.value;
        let squared = inverse * inverse;
        self.chain_guarded([self.value.ln(), inverse, -squared, 2.0 * squared * inverse])
    }
    #[inline(never)]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        let d = 0.5 / root;
        let dd = -0.5 * d / self.value;
        self.chain_guarded([root, d, dd, -1.5 * dd / self.value])
    }
    #[inline(never)]
    fn powi(self, n: i32) -> Self {
        self.power(f64::from(n), [0, 1, 2, 3].map(|lower| self.value.powi(n.saturating_sub(lower))))
    }
    #[inline(never)]
    fn powf(self, n: Self) -> Self {
        let (x, m) = (self.value, n.value);
        // The derivative by the exponent exists only where the logarithm does.
        if x > 0.0 && (n.has_direction() || !n.is_steady()) {
            return Self { value: x.powf(m), ..(n * self.ln()).exp() };
        }
        self.power(m, [0.0, 1.0, 2.0, 3.0].map(|lower| x.powf(m - lower)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    /// A function of time x(t) = x0 + 0.3 (t - 0.3) + 0.35 (t - 0.3)^2 and its two derivatives, along directions that shift it, its speed
    /// and its acceleration.
    fn x(x0: f64, t: f64) -> Jet {
        let t = t - 0.3;
        Jet::in_time(x0 + 0.3 * t + 0.35 * t * t, 0.3 + 0.7 * t, 0.7)
    }

    /// All derivatives against differences of the values, at x0: those in time, along three directions, and, of time derivatives, along
    /// one direction.
    fn agrees_at(x0: f64, f: impl Fn(Jet) -> Jet) {
        let near = |found: f64, expected: f64, what: &str| {
            assert!((found - expected).abs() < 1e-7 * (1.0 + expected.abs()), "{what} at {x0}: {found} {expected}");
        };
        const STEP: f64 = 1e-3;
        /// Central difference of order four.
        fn rate(f: impl Fn(f64) -> f64) -> f64 {
            (8.0 * (f(STEP) - f(-STEP)) - (f(2.0 * STEP) - f(-2.0 * STEP))) / (12.0 * STEP)
        }
        let value = |x: f64| f(Jet::constant(x)).value;
        let later = |h: f64| value(x(x0, 0.3 + h).value);
        let jet = f(x(x0, 0.3));
        near(jet.value, later(0.0), "value");
        near(jet.first, rate(later), "first");
        near(jet.second, rate(|h| rate(|k| later(h + k))), "second");

        let weights = [1.0, -2.5, 0.75];
        let along = f(Jet::along(x0, weights));
        assert_eq!((along.first, along.second), (0.0, 0.0));
        for (found, weight) in along.along.into_iter().zip(weights) {
            near(found, rate(|h| value(x0 + weight * h)), "along");
        }

        // A direction that changes value, first and second derivative.
        let x = x(x0, 0.3);
        let moved = |h: f64| {
            let [value, first, second] = weights.map(|weight| weight * h);
            f(Jet::in_time(x.value + value, x.first + first, x.second + second))
        };
        let both = f(Jet { along: weights, ..x });
        assert_eq!([both.value, both.first, both.second], [jet.value, jet.first, jet.second]);
        let expected = [rate(|h| moved(h).value), rate(|h| moved(h).first), rate(|h| moved(h).second)];
        both.along.into_iter().zip(expected).for_each(|(found, expected)| near(found, expected, "mixed"));
    }

    #[test]
    fn derivatives_equal_differences() {
        for x in [-1.2, -0.4, 0.3, 0.9, 2.5] {
            agrees_at(x, Jet::sin);
            agrees_at(x, Jet::cos);
            agrees_at(x, |a| a.sin() * a.cos());
            agrees_at(x, Jet::tan);
            agrees_at(x, Jet::atan);
            agrees_at(x, Jet::sinh);
            agrees_at(x, Jet::cosh);
            agrees_at(x, Jet::tanh);
            agrees_at(x, Jet::exp);
            agrees_at(x, |a| a.powi(3));
            agrees_at(x, |a| a.powi(-1));
            agrees_at(x, |a| a.powf(Jet::constant(2.0)));
            agrees_at(x, |a| (a * a + Jet::one()) / (a - Jet::constant(5.0)));
            agrees_at(x, |a| a.atan2(a * a - Jet::one()));
            agrees_at(x, |a| (Jet::constant(0.2) - a).atan2(Jet::constant(-1.0)));
            agrees_at(x, |a| -a.abs());
        }
        for x in [0.2, 0.7] {
            agrees_at(x, Jet::asin);
            agrees_at(x, Jet::acos);
            agrees_at(x, Jet::ln);
            agrees_at(x, Jet::log10);
            agrees_at(x, Jet::sqrt);
            agrees_at(x, |a| a.powf(a));
            agrees_at(x, |a| a.powf(Jet::constant(2.4)));
        }
    }

    #[test]
    fn the_derivative_of_a_signal_is_a_signal() {
        let x = x(0.4, 0.3);
        let jet = (x * x).time_derivative();
        assert!((jet.value - 2.0 * x.value * x.first).abs() < 1e-15);
        assert!((jet.first - 2.0 * (x.first * x.first + x.value * x.second)).abs() < 1e-15);
    }

    #[test]
    fn kinks_are_finite() {
        for zero in [Jet::variable(0.0, 0), Jet { along: [1.0; 3], ..Jet::in_time(0.0, 1.0, 1.0) }] {
            let edge = zero + Jet::one();
            let half = Jet::constant(0.5);
            let powers = [zero.powf(half), zero.powf(half + Jet::one()), zero.powf(zero), zero.powi(1), zero.powi(0)];
            for y in [zero.sqrt(), zero.abs(), zero.atan2(zero), edge.acos(), edge.asin()].iter().chain(&powers) {
                assert!(y.is_finite(), "{y:?}");
            }
        }
    }
}
