//! Numbers that carry derivatives, exact to rounding: in time, along a direction, or along several directions.

mod functions;

use super::Element;
use num_traits::{One, Zero};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use wide::f64x2;

/// A quantity with its first and second time derivative (Taylor arithmetic of order two, Griewank and Walther, Evaluating Derivatives,
/// 2008, chapter 13), and the derivatives of these three along a direction (forward mode, chapter 3).
///
/// A number that is constant in time needs only the first of these: while all time derivatives are zero, the three
/// numbers in `along` are derivatives along three directions.
///
/// All operations are calls: inlined, they would be the greater part of the runtime, and a tree is simulated with
/// `f64`. They use vector registers: a value that is stored in halves and loaded as a whole stalls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct Jet {
    /// Value.
    pub value: f64,
    /// Derivatives of `value`, `first` and `second` along one direction, or of `value` along three.
    pub along: [f64; Jet::DIRECTIONS],
    /// First time derivative.
    pub first: f64,
    /// Second time derivative.
    pub second: f64,
}

impl Jet {
    /// Number of directions of derivatives of a number without time derivatives.
    pub const DIRECTIONS: usize = 3;

    /// A quantity with its time derivatives.
    pub fn in_time(value: f64, first: f64, second: f64) -> Self {
        Self { value, first, second, along: [0.0; Self::DIRECTIONS] }
    }

    /// A quantity with its derivatives along directions.
    pub fn along(value: f64, along: [f64; Self::DIRECTIONS]) -> Self {
        Self { value, first: 0.0, second: 0.0, along }
    }

    /// The value `x` with derivative 1 along a direction, and 0 along the others.
    pub fn variable(x: f64, direction: usize) -> Self {
        let mut along = [0.0; Self::DIRECTIONS];
        if let Some(derivative) = along.get_mut(direction) {
            *derivative = 1.0;
        }
        Self::along(x, along)
    }

    #[inline(always)]
    fn is_steady(&self) -> bool {
        self.registers()[2].simd_eq(f64x2::ZERO).all()
    }

    fn has_direction(&self) -> bool {
        self.along != [0.0; Self::DIRECTIONS]
    }

    /// Value and first direction, the other directions, time derivatives.
    #[inline(always)]
    fn registers(&self) -> [f64x2; 3] {
        let Self { value, along: [p, q, r], first, second } = *self;
        [f64x2::new([value, p]), f64x2::new([q, r]), f64x2::new([first, second])]
    }

    #[inline(always)]
    fn from_registers(registers: [f64x2; 3]) -> Self {
        let [[value, p], [q, r], [first, second]] = registers.map(f64x2::to_array);
        Self { value, along: [p, q, r], first, second }
    }
}

// Operations are generic, so that each crate has its own and knows that they do not unwind, and keep and change nothing that they are not
// given: what is around a call can stay where it is.

#[inline(never)]
fn sum<const HERE: bool>(a: &Jet, b: &Jet) -> Jet {
    let ([a, p, t], [b, q, u]) = (a.registers(), b.registers());
    Jet::from_registers([a + b, p + q, t + u])
}

#[inline(never)]
fn add_to<const HERE: bool>(a: &mut Jet, b: &Jet) {
    let ([x, p, t], [y, q, u]) = (a.registers(), b.registers());
    *a = Jet::from_registers([x + y, p + q, t + u]);
}

#[inline(never)]
fn subtract_from<const HERE: bool>(a: &mut Jet, b: &Jet) {
    let ([x, p, t], [y, q, u]) = (a.registers(), b.registers());
    *a = Jet::from_registers([x - y, p - q, t - u]);
}

#[inline(never)]
fn difference<const HERE: bool>(a: &Jet, b: &Jet) -> Jet {
    let ([a, p, t], [b, q, u]) = (a.registers(), b.registers());
    Jet::from_registers([a - b, p - q, t - u])
}

#[inline(never)]
fn negative<const HERE: bool>(a: &Jet) -> Jet {
    Jet::from_registers(a.registers().map(|x| -x))
}

#[inline(never)]
fn product<const HERE: bool>(a: &Jet, b: &Jet) -> Jet {
    if !(a.is_steady() && b.is_steady()) {
        return moving_product::<true>(a, b);
    }
    (a.steady() * b.steady()).into()
}

/// A jet without time derivatives, whose operations are inlined.
#[derive(Clone, Copy, Debug)]
pub struct Steady {
    /// Value and derivative along the first direction.
    along: f64x2,
    /// Derivatives along the others.
    others: f64x2,
}

impl From<Steady> for Jet {
    #[inline(always)]
    fn from(x: Steady) -> Self {
        Self::from_registers([x.along, x.others, f64x2::ZERO])
    }
}

impl Add for Steady {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { along: self.along + o.along, others: self.others + o.others }
    }
}

impl Sub for Steady {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { along: self.along - o.along, others: self.others - o.others }
    }
}

impl Mul for Steady {
    type Output = Self;
    #[inline(always)]
    #[allow(clippy::suspicious_arithmetic_impl)] // the product rule
    fn mul(self, o: Self) -> Self {
        let [x, y] = [self.along, o.along].map(|register| register.to_array()[0]);
        let [by_x, by_y] = [f64x2::splat(x), f64x2::splat(y)];
        Self {
            along: with_value(self.along * by_y + by_x * o.along, x * y),
            others: self.others * by_y + by_x * o.others,
        }
    }
}

/// Replaces the first half of a register.
#[inline(always)]
fn with_value(register: f64x2, value: f64) -> f64x2 {
    let second = f64x2::new([0.0, f64::from_bits(u64::MAX)]);
    (register & second) | f64x2::new([value, 0.0])
}

/// Product rule of time derivatives, and its derivative along a direction.
#[inline(never)]
fn moving_product<const HERE: bool>(a: &Jet, b: &Jet) -> Jet {
    let (p, q) = (&a.along, &b.along);
    let mut along = [0.0; Jet::DIRECTIONS];
    if a.has_direction() || b.has_direction() {
        along = [
            p[0] * b.value + a.value * q[0],
            (p[1] * b.value + a.first * q[0]) + (p[0] * b.first + a.value * q[1]),
            (p[2] * b.value + a.second * q[0])
                + 2.0 * (p[1] * b.first + a.first * q[1])
                + (p[0] * b.second + a.value * q[2]),
        ];
    }
    Jet {
        value: a.value * b.value,
        along,
        first: a.first * b.value + a.value * b.first,
        second: a.second * b.value + 2.0 * a.first * b.first + a.value * b.second,
    }
}

/// Derivatives of the quotient from `a = q b`. The value is exactly that of `f64`.
#[inline(never)]
fn quotient<const HERE: bool>(a: &Jet, b: &Jet) -> Jet {
    let inverse = 1.0 / b.value;
    let value = a.value / b.value;
    let ([o, p, zero], [n, r, _]) = (a.registers(), b.registers());
    let [x, y] = [f64x2::splat(value), f64x2::splat(inverse)];
    let (along, others) = (with_value((o - x * n) * y, value), (p - x * r) * y);
    if a.is_steady() && b.is_steady() {
        return Jet::from_registers([along, others, zero]);
    }
    let (p, r) = (&a.along, &b.along);
    let first = (a.first - value * b.first) * inverse;
    let second = (a.second - 2.0 * first * b.first - value * b.second) * inverse;
    let mut along = [along.to_array()[1], 0.0, 0.0];
    if a.has_direction() || b.has_direction() {
        along[1] = (p[1] - first * r[0] - along[0] * b.first - value * r[1]) * inverse;
        let middle = 2.0 * (along[1] * b.first + first * r[1]);
        along[2] = (p[2] - second * r[0] - middle - along[0] * b.second - value * r[2]) * inverse;
    }
    Jet { value, along, first, second }
}

impl Zero for Jet {
    fn zero() -> Self {
        Self::default()
    }
    fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

impl One for Jet {
    fn one() -> Self {
        Self::along(1.0, [0.0; Self::DIRECTIONS])
    }
}

/// Operations by the functions above.
macro_rules! operations {
    ($($operation:ident $method:ident $function:ident),+) => {$(
        impl $operation for Jet {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                $function::<true>(&self, &o)
            }
        }
    )+};
}

operations!(Add add sum, Sub sub difference, Mul mul product, Div div quotient);

impl Neg for Jet {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        negative::<true>(&self)
    }
}

impl AddAssign for Jet {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        add_to::<true>(self, &o);
    }
}

impl SubAssign for Jet {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        subtract_from::<true>(self, &o);
    }
}

impl MulAssign for Jet {
    #[inline(always)]
    fn mul_assign(&mut self, o: Self) {
        *self = product::<true>(self, &o);
    }
}

impl DivAssign for Jet {
    #[inline(always)]
    fn div_assign(&mut self, o: Self) {
        *self = quotient::<true>(self, &o);
    }
}
