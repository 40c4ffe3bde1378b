//! `f64` as a [`Scalar`].

use super::{Element, Jet, Scalar};

/// Functions of one number, as the standard library has them.
macro_rules! of_std {
    ($($function:ident),+) => {$(
        fn $function(self) -> Self {
            f64::$function(self)
        }
    )+};
}

impl Element for f64 {
    const BY_CALL: bool = false;
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
}

impl Scalar for f64 {
    const IS_PLAIN: bool = true;

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
    of_std!(tan, asin, acos, atan, sinh, cosh, tanh, exp, ln);

    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
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
