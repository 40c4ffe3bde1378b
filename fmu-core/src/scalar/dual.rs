//! First-order dual numbers, for derivatives along one direction.

use super::{Jet, Scalar};
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// `re + eps e` with `e e = 0`: a value and its derivative along a direction (forward-mode differentiation, Griewank and Walther,
/// Evaluating Derivatives, 2008, chapter 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    /// Value.
    pub re: f64,
    /// Derivative along the direction.
    pub eps: f64,
}

impl Dual {
    /// The value `re` with derivative 1.
    pub fn variable(re: f64) -> Self {
        Self { re, eps: 1.0 }
    }

    /// `f(self)` given the value and the derivative of `f` at `self.re`.
    #[inline]
    fn chain(self, value: f64, derivative: f64) -> Self {
        Self { re: value, eps: derivative * self.eps }
    }

    /// Like [`Self::chain`], with zero derivatives where the derivative of `f` is not finite.
    #[inline]
    fn chain_guarded(self, value: f64, derivative: f64) -> Self {
        self.chain(value, if derivative.is_finite() { derivative } else { 0.0 })
    }

    #[inline]
    fn zip(self, other: Self, re: f64, f: impl Fn(f64, f64) -> f64) -> Self {
        Self { re, eps: f(self.eps, other.eps) }
    }
}

impl Default for Dual {
    fn default() -> Self {
        Self::constant(0.0)
    }
}

impl Zero for Dual {
    fn zero() -> Self {
        Self::constant(0.0)
    }
    fn is_zero(&self) -> bool {
        self.re == 0.0 && self.eps == 0.0
    }
}

impl One for Dual {
    fn one() -> Self {
        Self::constant(1.0)
    }
}

impl Add for Dual {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        self.zip(o, self.re + o.re, |a, b| a + b)
    }
}

impl Sub for Dual {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        self.zip(o, self.re - o.re, |a, b| a - b)
    }
}

impl Mul for Dual {
    type Output = Self;
    #[inline]
    #[allow(clippy::suspicious_arithmetic_impl)] // the product rule
    fn mul(self, o: Self) -> Self {
        self.zip(o, self.re * o.re, |a, b| a * o.re + self.re * b)
    }
}

impl Div for Dual {
    type Output = Self;
    #[inline]
    #[allow(clippy::suspicious_arithmetic_impl)] // one division instead of two
    fn div(self, o: Self) -> Self {
        let inverse = 1.0 / o.re;
        let quotient = self.re * inverse;
        self.zip(o, quotient, |a, b| (a - quotient * b) * inverse)
    }
}

impl Neg for Dual {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.re, -1.0)
    }
}

impl AddAssign for Dual {
    #[inline]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl SubAssign for Dual {
    #[inline]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl MulAssign for Dual {
    #[inline]
    fn mul_assign(&mut self, o: Self) {
        *self = *self * o;
    }
}

impl DivAssign for Dual {
    #[inline]
    fn div_assign(&mut self, o: Self) {
        *self = *self / o;
    }
}

impl Scalar for Dual {
    type Steady = Self;
    #[inline(always)]
    fn is_steady(&self) -> bool {
        true
    }
    #[inline(always)]
    fn steady(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn from_steady(x: Self) -> Self {
        x
    }
    fn with_rates(self, first: Self, second: Self) -> Jet {
        Jet { along: [self.eps, first.eps, second.eps], ..Jet::in_time(self.re, first.re, second.re) }
    }
    fn rates(jet: Jet) -> [Self; 3] {
        let [value, first, second] = jet.along;
        [Self { re: jet.value, eps: value }, Self { re: jet.first, eps: first }, Self { re: jet.second, eps: second }]
    }
    fn constant(x: f64) -> Self {
        Self { re: x, eps: 0.0 }
    }
    fn value(self) -> f64 {
        self.re
    }
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.eps.is_finite()
    }
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.re.sin_cos();
        (self.chain(s, c), self.chain(c, -s))
    }
    fn tan(self) -> Self {
        let t = self.re.tan();
        self.chain(t, 1.0 + t * t)
    }
    fn asin(self) -> Self {
        self.chain_guarded(self.re.asin(), 1.0 / (1.0 - self.re * self.re).sqrt())
    }
    fn acos(self) -> Self {
        self.chain_guarded(self.re.acos(), -1.0 / (1.0 - self.re * self.re).sqrt())
    }
    fn atan(self) -> Self {
        self.chain(self.re.atan(), 1.0 / (1.0 + self.re * self.re))
    }
    fn atan2(self, x: Self) -> Self {
        let squared = self.re * self.re + x.re * x.re;
        let inverse = if squared > 0.0 { 1.0 / squared } else { 0.0 };
        self.zip(x, self.re.atan2(x.re), |dy, dx| (dy * x.re - dx * self.re) * inverse)
    }
    fn sinh(self) -> Self {
        self.chain(self.re.sinh(), self.re.cosh())
    }
    fn cosh(self) -> Self {
        self.chain(self.re.cosh(), self.re.sinh())
    }
    fn tanh(self) -> Self {
        let t = self.re.tanh();
        self.chain(t, 1.0 - t * t)
    }
    fn exp(self) -> Self {
        let e = self.re.exp();
        self.chain(e, e)
    }
    fn ln(self) -> Self {
        self.chain_guarded(self.re.ln(), 1.0 / self.re)
    }
    fn sqrt(self) -> Self {
        let root = self.re.sqrt();
        self.chain_guarded(root, 0.5 / root)
    }
    fn powi(self, n: i32) -> Self {
        let derivative = if n == 0 { 0.0 } else { f64::from(n) * self.re.powi(n - 1) };
        self.chain_guarded(self.re.powi(n), derivative)
    }
    fn powf(self, n: Self) -> Self {
        let value = self.re.powf(n.re);
        let by_base = n.re * self.re.powf(n.re - 1.0);
        let by_exponent = value * self.re.ln();
        let finite = |d: f64| if d.is_finite() { d } else { 0.0 };
        let (by_base, by_exponent) = (finite(by_base), finite(by_exponent));
        self.zip(n, value, |a, b| by_base * a + by_exponent * b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type D = Dual;

    /// Central difference of `f` at `x` against the derivative lane.
    fn agrees(f: impl Fn(D) -> D, x: f64) {
        let step = 1e-6;
        let difference = (f(D::constant(x + step)).re - f(D::constant(x - step)).re) / (2.0 * step);
        let exact = f(D::variable(x)).eps;
        assert!((difference - exact).abs() < 1e-8 * (1.0 + exact.abs()), "{difference} {exact} at {x}");
    }

    #[test]
    fn derivatives_equal_differences() {
        for x in [-1.7, -0.4, 0.3, 0.9, 2.5] {
            agrees(|a| a.sin_cos().0 * a.sin_cos().1, x);
            agrees(D::tan, x);
            agrees(D::atan, x);
            agrees(D::sinh, x);
            agrees(D::cosh, x);
            agrees(D::tanh, x);
            agrees(D::exp, x);
            agrees(|a| a.powi(3) / (a * a + D::one()), x);
            agrees(|a| a.atan2(D::constant(0.4) * a - D::one()), x);
            agrees(D::abs, x);
        }
        for x in [0.2, 0.7] {
            agrees(D::asin, x);
            agrees(D::acos, x);
            agrees(D::ln, x);
            agrees(D::log10, x);
            agrees(D::sqrt, x);
            agrees(|a| a.powf(a), x);
        }
    }

    #[test]
    fn kinks_give_finite_derivatives() {
        let zero = D::variable(0.0);
        for y in [zero.sqrt(), zero.abs(), zero.atan2(zero), zero.powf(D::constant(0.5)), D::variable(1.0).acos()] {
            assert!(y.is_finite(), "{y:?}");
        }
    }
}
