//! The scalars that an evaluation is generic over, and small vectors of them.
//!
//! Every stage of the evaluation is written once, for any [`Scalar`]: `f64` for simulation, [`Jet`] for derivatives in time and along
//! directions. Iterations and branches use [`Scalar::value`] only.

mod jet;
mod linear;
mod rank;
mod real;

pub use jet::Jet;
pub use linear::LinearSystem;
pub use rank::{RankFactors, RankLimit, solve_positive};

use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Column vector of three scalars.
pub type Vector3<T> = nalgebra::Vector3<T>;
/// Matrix of 3 x 3 scalars.
pub type Matrix3<T> = nalgebra::Matrix3<T>;

/// Element of a vector or a matrix: a scalar, or a pair of scalars.
pub trait Element: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// True for scalars whose operations are calls: inlined, they would enlarge the runtime by code that few models
    /// use.
    const BY_CALL: bool;
    /// The scalar without time derivatives. A kernel checks once that its operands have none; its operations are then
    /// plain instructions.
    type Steady: Copy + Add<Output = Self::Steady> + Sub<Output = Self::Steady> + Mul<Output = Self::Steady>;
    /// Returns true if all time derivatives are zero.
    fn is_steady(&self) -> bool;
    /// Converts to a scalar without time derivatives.
    fn steady(&self) -> Self::Steady;
    /// The inverse of [`Self::steady`].
    fn from_steady(x: Self::Steady) -> Self;
}

/// A real number or a truncated expansion of one (value and derivatives).
///
/// Functions that are not differentiable at a point of their domain (`sqrt`, `abs`, `atan2`, `asin`, `acos` at a
/// boundary) return zero derivatives there instead of NaN, or those of one side, as documented at each method.
pub trait Scalar:
    nalgebra::Scalar
    + Element
    + Default
    + Zero
    + One
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// True for plain numbers. Faster variants of algorithms are compiled for these only: every other scalar would get
    /// its own copy, and few models need it.
    const IS_PLAIN: bool = false;
    /// The quantity with its first two time derivatives; of jets only one direction is kept.
    fn with_rates(self, first: Self, second: Self) -> Jet;
    /// A quantity and its first two time derivatives, the inverse of [`Self::with_rates`].
    fn rates(jet: Jet) -> [Self; 3];
    /// The constant `x` (all derivatives zero).
    fn constant(x: f64) -> Self;
    /// The value without derivatives.
    fn value(self) -> f64;
    /// Returns true if the value and every derivative are finite.
    fn is_finite(self) -> bool;
    /// Derivative in time, for scalars that have it ([`Jet`]); NaN for others.
    fn time_derivative(self) -> Self {
        Self::constant(f64::NAN)
    }
    /// Sine and cosine.
    fn sin_cos(self) -> (Self, Self);
    /// Tangent.
    fn tan(self) -> Self;
    /// Arc sine; zero derivative at |x| >= 1.
    fn asin(self) -> Self;
    /// Arc cosine; zero derivative at |x| >= 1.
    fn acos(self) -> Self;
    /// Arc tangent.
    fn atan(self) -> Self;
    /// Angle of the point (x, self), in (-pi, pi]; zero derivative at the origin.
    fn atan2(self, x: Self) -> Self;
    /// Hyperbolic sine.
    fn sinh(self) -> Self;
    /// Hyperbolic cosine.
    fn cosh(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// Exponential.
    fn exp(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// Decimal logarithm.
    fn log10(self) -> Self {
        self.ln() * Self::constant(std::f64::consts::LOG10_E)
    }
    /// Square root; zero derivative at 0.
    fn sqrt(self) -> Self;
    /// Integer power.
    fn powi(self, n: i32) -> Self;
    /// Power with any exponent; a negative base with an exponent that is not an integer gives NaN.
    fn powf(self, n: Self) -> Self;
    /// Absolute value; at 0 with the derivatives of positive x.
    fn abs(self) -> Self {
        if self.value() < 0.0 { -self } else { self }
    }
    /// Sine.
    fn sin(self) -> Self {
        self.sin_cos().0
    }
    /// Cosine.
    fn cos(self) -> Self {
        self.sin_cos().1
    }
    /// The larger of two; the first where both are equal.
    fn max(self, other: Self) -> Self {
        if self.value() >= other.value() { self } else { other }
    }
    /// The smaller of two; the first where both are equal.
    fn min(self, other: Self) -> Self {
        if self.value() <= other.value() { self } else { other }
    }
}

/// Length of a vector (zero derivative for the zero vector).
pub fn length<T: Scalar>(v: &Vector3<T>) -> T {
    v.dot(v).sqrt()
}

/// The vector of constants `v`.
pub fn vector<T: Scalar>(v: [f64; 3]) -> Vector3<T> {
    Vector3::new(T::constant(v[0]), T::constant(v[1]), T::constant(v[2]))
}

/// Values of a vector, without derivatives.
pub fn values<T: Scalar>(v: &Vector3<T>) -> [f64; 3] {
    [v.x.value(), v.y.value(), v.z.value()]
}
