//! `f64` as a [`Scalar`].

use super::{Jet, Scalar};

impl Scalar for f64 {
    const IS_PLAIN: bool = true;
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
        Jet::in_time(self, first, second)
    }
    fn rates(jet: Jet) -> [Self; 3] {
        [jet.value, jet.first, jet.second]
    }
    fn constant(x: f64) -> Self {
        x
    }
    fn value(self) -> f64 {
        self
    }
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }
    fn tan(self) -> Self {
        f64::tan(self)
    }
    fn asin(self) -> Self {
        f64::asin(self)
    }
    fn acos(self) -> Self {
        f64::acos(self)
    }
    fn atan(self) -> Self {
        f64::atan(self)
    }
    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }
    fn sinh(self) -> Self {
        f64::sinh(self)
    }
    fn cosh(self) -> Self {
        f64::cosh(self)
    }
    fn tanh(self) -> Self {
        f64::tanh(self)
    }
    fn exp(self) -> Self {
        f64::exp(self)
    }
    fn ln(self) -> Self {
        f64::ln(self)
    }
    #[inline]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    fn powi(self, n: i32) -> Self {
        f64::powi(self, n)
    }
    fn powf(self, n: Self) -> Self {
        f64::powf(self, n)
    }
}
