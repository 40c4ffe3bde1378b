//! The functions of expressions.

use crate::nearest::nearest;
use crate::scalar::Scalar;
use binary::Binary;

/// Functions of expressions. Those of one number are applied to arrays element by element (Modelica 3.6, section
/// 12.4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Function {
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Arc sine, rad.
    Asin,
    /// Arc cosine, rad.
    Acos,
    /// Arc tangent, rad.
    Atan,
    /// Angle of the point (second argument, first argument), rad.
    Atan2,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Exponential.
    Exp,
    /// Natural logarithm.
    Log,
    /// Decimal logarithm.
    Log10,
    /// Square root.
    Sqrt,
    /// Absolute value.
    Abs,
    /// -1, 0 or 1.
    Sign,
    /// The smaller of two numbers, or the smallest element of an array.
    Min,
    /// The larger of two numbers, or the largest element of an array.
    Max,
    /// Identity; conditions in the argument raise no events (Modelica 3.6, section 8.5).
    NoEvent,
    /// Its second argument; the first is its order of differentiability. Conditions in it raise no events.
    Smooth,
    /// Degrees to radians.
    FromDeg,
    /// Length of a vector.
    Length,
    /// Unit vector as in MSL's Modelica.Math.Vectors.normalize; the zero vector stays zero.
    Normalize,
    /// Cross product.
    Cross,
    /// Transformation matrix of a frame from a vector along its x axis and a vector approximately along its y axis; the
    /// rows are the axes (MSL's Frames.from_nxy).
    FromNxy,
    /// Tensor from frame 2 to frame 1: `T' * D * T` (MSL's Frames.resolveDyade1).
    ResolveDyade1,
    /// Diagonal matrix.
    Diagonal,
    /// Transposed matrix.
    Transpose,
    /// Largest whole number that is not greater.
    Floor,
    /// Smallest whole number that is not less.
    Ceil,
    /// The same as [`Self::Floor`].
    Integer,
    /// Quotient of two numbers without its fraction.
    Div,
    /// `x - floor(x/y)*y`.
    Mod,
    /// `x - div(x, y)*y`.
    Rem,
    /// Value of a sampled variable before the sample.
    Pre,
}

/// Properties of a function: name, fewest and most arguments, and whether it is documented for users.
struct Entry(Function, &'static str, usize, usize, bool);

const ENTRIES: &[Entry] = &[
    Entry(Function::Sin, "sin", 1, 1, true),
    Entry(Function::Cos, "cos", 1, 1, true),
    Entry(Function::Tan, "tan", 1, 1, true),
    Entry(Function::Asin, "asin", 1, 1, true),
    Entry(Function::Acos, "acos", 1, 1, true),
    Entry(Function::Atan, "atan", 1, 1, true),
    Entry(Function::Atan2, "atan2", 2, 2, true),
    Entry(Function::Sinh, "sinh", 1, 1, true),
    Entry(Function::Cosh, "cosh", 1, 1, true),
    Entry(Function::Tanh, "tanh", 1, 1, true),
    Entry(Function::Exp, "exp", 1, 1, true),
    Entry(Function::Log, "log", 1, 1, true),
    Entry(Function::Log10, "log10", 1, 1, true),
    Entry(Function::Sqrt, "sqrt", 1, 1, true),
    Entry(Function::Abs, "abs", 1, 1, true),
    Entry(Function::Sign, "sign", 1, 1, true),
    Entry(Function::Min, "min", 1, 2, true),
    Entry(Function::Max, "max", 1, 2, true),
    Entry(Function::NoEvent, "noEvent", 1, 1, true),
    Entry(Function::Smooth, "smooth", 2, 2, true),
    Entry(Function::FromDeg, "from_deg", 1, 1, true),
    Entry(Function::Floor, "floor", 1, 1, true),
    Entry(Function::Ceil, "ceil", 1, 1, true),
    Entry(Function::Integer, "integer", 1, 1, true),
    Entry(Function::Div, "div", 2, 2, true),
    Entry(Function::Mod, "mod", 2, 2, true),
    Entry(Function::Rem, "rem", 2, 2, true),
    Entry(Function::Pre, "pre", 1, 1, false),
    Entry(Function::Length, "length", 1, 1, false),
    Entry(Function::Normalize, "normalize", 1, 1, false),
    Entry(Function::Cross, "cross", 2, 2, false),
    Entry(Function::FromNxy, "from_nxy", 2, 2, false),
    Entry(Function::ResolveDyade1, "resolve_dyade1", 2, 2, false),
    Entry(Function::Diagonal, "diagonal", 1, 1, false),
    Entry(Function::Transpose, "transpose", 1, 1, false),
];

impl Function {
    /// The function called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |entry| entry.1)
    }

    /// The implementation of a function of one number; none for functions of two numbers, vectors or matrices.
    pub fn of_number<T: Scalar>(self) -> Option<fn(T) -> T> {
        let f: fn(T) -> T = match self {
            Self::Sin => T::sin,
            Self::Cos => T::cos,
            Self::Tan => T::tan,
            Self::Asin => T::asin,
            Self::Acos => T::acos,
            Self::Atan => T::atan,
            Self::Sinh => T::sinh,
            Self::Cosh => T::cosh,
            Self::Tanh => T::tanh,
            Self::Exp => T::exp,
            Self::Log => T::ln,
            Self::Log10 => T::log10,
            Self::Sqrt => T::sqrt,
            Self::Abs => T::abs,
            Self::Sign => sign,
            Self::NoEvent => |x| x,
            Self::Floor | Self::Integer => |x| T::constant(x.value().floor()),
            Self::Ceil => |x| T::constant(x.value().ceil()),
            Self::FromDeg => |x| x * T::constant(std::f64::consts::PI / 180.0),
            _ => return None,
        };
        Some(f)
    }

    /// The implementation of a function of two numbers; none for others.
    pub fn of_two_numbers<T: Scalar>(self) -> Option<fn(T, T) -> T> {
        let f: fn(T, T) -> T = match self {
            Self::Atan2 => T::atan2,
            Self::Min => T::min,
            Self::Max => T::max,
            Self::Div => |x, y| T::constant((x.value() / y.value()).trunc()),
            Self::Mod => |x, y| x - y * T::constant((x.value() / y.value()).floor()),
            Self::Rem => |x, y| x - y * T::constant((x.value() / y.value()).trunc()),
            _ => return None,
        };
        Some(f)
    }

    /// True for functions whose value jumps: that of a variable does so at events only.
    pub fn is_stepped(self) -> bool {
        matches!(self, Self::Floor | Self::Ceil | Self::Integer | Self::Div | Self::Mod | Self::Rem)
    }

    /// The names of the documented functions.
    pub fn documented() -> Vec<&'static str> {
        ENTRIES.iter().filter(|entry| entry.4).map(|entry| entry.1).collect()
    }

    /// The function with the name most similar to `name`.
    pub(super) fn nearest(name: &str) -> Option<&'static str> {
        nearest(name, ENTRIES.iter().map(|entry| entry.1))
    }

    /// Returns true if the function accepts `count` arguments.
    pub fn takes(self, count: usize) -> bool {
        self.entry().is_some_and(|entry| (entry.2..=entry.3).contains(&count))
    }

    /// Number of arguments expected, for a message.
    pub(super) fn expected_arguments(self) -> &'static str {
        match self.entry().map(|entry| (entry.2, entry.3)) {
            Some((1, 2)) => "two numbers or one array",
            Some((2, 2)) => "two",
            _ => "one",
        }
    }

    fn entry(self) -> Option<&'static Entry> {
        ENTRIES.iter().find(|entry| entry.0 == self)
    }
}

/// -1, 0 or 1, without derivatives.
fn sign<T: Scalar>(x: T) -> T {
    let value = x.value();
    T::constant(if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        value
    })
}
