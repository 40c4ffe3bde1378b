//! Functions of time with their first two derivatives.

use super::Scalar;
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A quantity and its first and second time derivative, over any base scalar (Taylor arithmetic of order two, Griewank and Walther,
/// Evaluating Derivatives, 2008, chapter 13).
///
/// Evaluating a model with the coordinates, time and inputs as Taylor numbers gives the exact derivatives of every signal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taylor<T> {
    /// Value.
    pub value: T,
    /// First derivative.
    pub first: T,
    /// Second derivative.
    pub second: T,
}

impl<T: Scalar> Taylor<T> {
    /// A quantity with its derivatives.
    pub fn new(value: T, first: T, second: T) -> Self {
        Self { value, first, second }
    }

    /// `f(self)` given f and its first two derivatives at the value (chain rule).
    #[inline]
    fn chain(self, f: T, df: T, ddf: T) -> Self {
        Self { value: f, first: df * self.first, second: ddf * self.first * self.first + df * self.second }
    }

    /// Like [`Self::chain`], with derivatives taken as zero where those of `f` are not finite.
    #[inline]
    fn chain_guarded(self, f: T, df: T, ddf: T) -> Self {
        let finite = |d: T| if d.is_finite() { d } else { T::zero() };
        self.chain(f, finite(df), finite(ddf))
    }
}

impl<T: Scalar> Default for Taylor<T> {
    fn default() -> Self {
        Self::constant(0.0)
    }
}

impl<T: Scalar> Zero for Taylor<T> {
    fn zero() -> Self {
        Self::constant(0.0)
    }
    fn is_zero(&self) -> bool {
        self.value.is_zero() && self.first.is_zero() && self.second.is_zero()
    }
}

impl<T: Scalar> One for Taylor<T> {
    fn one() -> Self {
        Self::constant(1.0)
    }
}

impl<T: Scalar> Add for Taylor<T> {
    type Output = Self;
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        Self { value: self.value + o.value, first: self.first + o.first, second: self.second + o.second }
    }
}

impl<T: Scalar> Sub for Taylor<T> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        Self { value: self.value - o.value, first: self.first - o.first, second: self.second - o.second }
    }
}

impl<T: Scalar> Mul for Taylor<T> {
    type Output = Self;
    // A call: inlined into the kernels it would be a third of the runtime, which few models use.
    #[inline(never)]
    #[allow(clippy::suspicious_arithmetic_impl)] // Leibniz's rule
    fn mul(self, o: Self) -> Self {
        let two = T::constant(2.0);
        Self {
            value: self.value * o.value,
            first: self.first * o.value + self.value * o.first,
            second: self.second * o.value + two * self.first * o.first + self.value * o.second,
        }
    }
}

impl<T: Scalar> Div for Taylor<T> {
    type Output = Self;
    #[inline(never)]
    #[allow(clippy::suspicious_arithmetic_impl)] // a = q b differentiated
    fn div(self, o: Self) -> Self {
        let inverse = T::one() / o.value;
        let value = self.value * inverse;
        let first = (self.first - value * o.first) * inverse;
        let second = (self.second - T::constant(2.0) * first * o.first - value * o.second) * inverse;
        Self { value, first, second }
    }
}

impl<T: Scalar> Neg for Taylor<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { value: -self.value, first: -self.first, second: -self.second }
    }
}

impl<T: Scalar> AddAssign for Taylor<T> {
    #[inline]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl<T: Scalar> SubAssign for Taylor<T> {
    #[inline]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<T: Scalar> MulAssign for Taylor<T> {
    #[inline]
    fn mul_assign(&mut self, o: Self) {
        *self = *self * o;
    }
}

impl<T: Scalar> DivAssign for Taylor<T> {
    #[inline]
    fn div_assign(&mut self, o: Self) {
        *self = *self / o;
    }
}

impl<T: Scalar> Scalar for Taylor<T> {
    const KNOWS_TIME: bool = true;
    const BY_CALL: bool = true;
    type Steady = T;
    fn steady(self) -> T {
        self.value
    }
    fn lift(x: T) -> Self {
        Self { value: x, first: T::zero(), second: T::zero() }
    }
    fn constant(x: f64) -> Self {
        Self { value: T::constant(x), first: T::zero(), second: T::zero() }
    }
    fn value(self) -> f64 {
        self.value.value()
    }
    fn is_finite(self) -> bool {
        self.value.is_finite() && self.first.is_finite() && self.second.is_finite()
    }
    /// The second derivative of the result is not known and taken as zero.
    fn time_derivative(self) -> Self {
        Self { value: self.first, first: self.second, second: T::zero() }
    }
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.value.sin_cos();
        (self.chain(s, c, -s), self.chain(c, -s, -c))
    }
    fn tan(self) -> Self {
        let t = self.value.tan();
        let d = T::one() + t * t;
        self.chain(t, d, T::constant(2.0) * t * d)
    }
    fn asin(self) -> Self {
        let x = self.value;
        let d = T::one() / (T::one() - x * x).sqrt();
        self.chain_guarded(x.asin(), d, x * d * d * d)
    }
    fn acos(self) -> Self {
        let x = self.value;
        let d = T::one() / (T::one() - x * x).sqrt();
        self.chain_guarded(x.acos(), -d, -(x * d * d * d))
    }
    fn atan(self) -> Self {
        let x = self.value;
        let d = T::one() / (T::one() + x * x);
        self.chain(x.atan(), d, -(T::constant(2.0) * x * d * d))
    }
    fn atan2(self, x: Self) -> Self {
        let value = self.value.atan2(x.value);
        let squared = self * self + x * x;
        if squared.value() <= 0.0 {
            return Self { value, first: T::zero(), second: T::zero() };
        }
        // der(atan2(y, x)) = (x der(y) - y der(x))/(x^2 + y^2), and once more.
        let rate = (x * self.time_derivative() - self * x.time_derivative()) / squared;
        Self { value, first: rate.value, second: rate.first }
    }
    fn sinh(self) -> Self {
        let (s, c) = (self.value.sinh(), self.value.cosh());
        self.chain(s, c, s)
    }
    fn cosh(self) -> Self {
        let (s, c) = (self.value.sinh(), self.value.cosh());
        self.chain(c, s, c)
    }
    fn tanh(self) -> Self {
        let t = self.value.tanh();
        let d = T::one() - t * t;
        self.chain(t, d, -(T::constant(2.0) * t * d))
    }
    fn exp(self) -> Self {
        let e = self.value.exp();
        self.chain(e, e, e)
    }
    fn ln(self) -> Self {
        let inverse = T::one() / self.value;
        self.chain_guarded(self.value.ln(), inverse, -(inverse * inverse))
    }
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        let d = T::constant(0.5) / root;
        self.chain_guarded(root, d, -(d / (T::constant(2.0) * self.value)))
    }
    fn powi(self, n: i32) -> Self {
        let x = self.value;
        let (d, dd) = match n {
            0 => (T::zero(), T::zero()),
            1 => (T::one(), T::zero()),
            _ => (
                T::constant(f64::from(n)) * x.powi(n - 1),
                T::constant(f64::from(n) * f64::from(n - 1)) * x.powi(n - 2),
            ),
        };
        self.chain_guarded(x.powi(n), d, dd)
    }
    fn powf(self, n: Self) -> Self {
        let value = self.value.powf(n.value);
        if self.value.value() > 0.0 {
            return Self { value, ..(n * self.ln()).exp() };
        }
        // No derivative by the exponent where the logarithm does not exist.
        let d = n.value * self.value.powf(n.value - T::one());
        let dd = n.value * (n.value - T::one()) * self.value.powf(n.value - T::constant(2.0));
        self.chain_guarded(value, d, dd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Dual;

    type Jet = Taylor<f64>;

    /// A function of time x(t) = 0.4 + 0.3 t + 0.35 t^2 and its two derivatives at t.
    fn x(t: f64) -> Jet {
        Taylor::new(0.4 + 0.3 * t + 0.35 * t * t, 0.3 + 0.7 * t, 0.7)
    }

    /// Both derivatives against the same function evaluated over dual numbers nested twice.
    fn agrees(f: impl Fn(Jet) -> Jet, g: impl Fn(f64) -> f64) {
        let (t, step) = (0.3, 1e-4);
        let at = |t: f64| g(x(t).value);
        let first = (at(t + step) - at(t - step)) / (2.0 * step);
        let second = (at(t + step) - 2.0 * at(t) + at(t - step)) / (step * step);
        let jet = f(x(t));
        assert!((jet.value - at(t)).abs() < 1e-14, "value {} {}", jet.value, at(t));
        assert!((jet.first - first).abs() < 1e-6 * (1.0 + first.abs()), "first {} {first}", jet.first);
        assert!((jet.second - second).abs() < 1e-5 * (1.0 + second.abs()), "second {} {second}", jet.second);
    }

    #[test]
    fn derivatives_equal_differences() {
        agrees(Jet::sin, f64::sin);
        agrees(Jet::cos, f64::cos);
        agrees(Jet::tan, f64::tan);
        agrees(Jet::asin, f64::asin);
        agrees(Jet::acos, f64::acos);
        agrees(Jet::atan, f64::atan);
        agrees(Jet::sinh, f64::sinh);
        agrees(Jet::cosh, f64::cosh);
        agrees(Jet::tanh, f64::tanh);
        agrees(Jet::exp, f64::exp);
        agrees(Jet::ln, f64::ln);
        agrees(Jet::sqrt, f64::sqrt);
        agrees(|a| a.powi(3), |a| a.powi(3));
        agrees(|a| a.powf(a), |a| a.powf(a));
        agrees(|a| a.atan2(a * a - Jet::one()), |a| a.atan2(a * a - 1.0));
        agrees(|a| (a * a + Jet::one()) / (a - Jet::constant(3.0)), |a| (a * a + 1.0) / (a - 3.0));
    }

    #[test]
    fn the_derivative_of_a_signal_is_a_signal() {
        let jet = (x(0.3) * x(0.3)).time_derivative();
        let expected = 2.0 * x(0.3).value * x(0.3).first;
        assert!((jet.value - expected).abs() < 1e-15);
    }

    #[test]
    fn kinks_are_finite() {
        let zero = Taylor::new(0.0, 1.0, 1.0);
        for y in [zero.sqrt(), zero.atan2(zero), zero.powf(Jet::constant(1.5)), Taylor::new(1.0, 1.0, 0.0).acos()] {
            assert!(y.is_finite(), "{y:?}");
        }
    }

    #[test]
    fn nests_over_dual_numbers() {
        let a = Taylor::new(Dual::<1>::variable(0.5, 0), Dual::constant(2.0), Dual::constant(0.0));
        // der(sin(a)) = cos(a) 2, and its derivative by a is -sin(a) 2.
        let rate = a.sin().first;
        assert!((rate.eps[0] + 2.0 * 0.5_f64.sin()).abs() < 1e-15);
    }
}
