//! The functions of expressions.

use crate::nearest::nearest;
use crate::scalar::Scalar;
use binary::Binary;
use std::ops::RangeInclusive;

/// Makes the list of functions, and the table of their properties in the same order.
macro_rules! functions {
    ($($(#[$doc:meta])+ $function:ident: $name:literal ($arguments:expr) $is_documented:literal;)+) => {
        /// Functions of expressions. Those of one number are applied to arrays element by element (Modelica 3.6, section
        /// 12.4.6).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
        pub enum Function {
            $($(#[$doc])+ $function),+
        }

        const ENTRIES: &[Entry] = &[
            $(Entry {
                function: Function::$function,
                name: $name,
                arguments: $arguments,
                is_documented: $is_documented,
            }),+
        ];
    };
}

/// Properties of a function.
struct Entry {
    function: Function,
    name: &'static str,
    /// Accepted numbers of arguments.
    arguments: RangeInclusive<usize>,
    /// It is documented for users.
    is_documented: bool,
}

// Names, numbers of arguments, and true for those that are documented for users.
functions! {
    /// Sine.
    Sin: "sin" (1..=1) true;
    /// Cosine.
    Cos: "cos" (1..=1) true;
    /// Tangent.
    Tan: "tan" (1..=1) true;
    /// Arc sine, rad.
    Asin: "asin" (1..=1) true;
    /// Arc cosine, rad.
    Acos: "acos" (1..=1) true;
    /// Arc tangent, rad.
    Atan: "atan" (1..=1) true;
    /// Angle of the point (second argument, first argument), rad.
    Atan2: "atan2" (2..=2) true;
    /// Hyperbolic sine.
    Sinh: "sinh" (1..=1) true;
    /// Hyperbolic cosine.
    Cosh: "cosh" (1..=1) true;
    /// Hyperbolic tangent.
    Tanh: "tanh" (1..=1) true;
    /// Exponential.
    Exp: "exp" (1..=1) true;
    /// Natural logarithm.
    Log: "log" (1..=1) true;
    /// Decimal logarithm.
    Log10: "log10" (1..=1) true;
    /// Square root.
    Sqrt: "sqrt" (1..=1) true;
    /// Absolute value.
    Abs: "abs" (1..=1) true;
    /// -1, 0 or 1.
    Sign: "sign" (1..=1) true;
    /// The smaller of two numbers, or the smallest element of an array.
    Min: "min" (1..=2) true;
    /// The larger of two numbers, or the largest element of an array.
    Max: "max" (1..=2) true;
    /// Identity; conditions in the argument raise no events (Modelica 3.6, section 8.5).
    NoEvent: "noEvent" (1..=1) true;
    /// Its second argument; the first is its order of differentiability. Conditions in it raise no events.
    Smooth: "smooth" (2..=2) true;
    /// Degrees to radians.
    FromDeg: "from_deg" (1..=1) true;
    /// Length of a vector.
    Length: "length" (1..=1) false;
    /// Unit vector as in MSL's Modelica.Math.Vectors.normalize; the zero vector stays zero.
    Normalize: "normalize" (1..=1) false;
    /// Cross product.
    Cross: "cross" (2..=2) false;
    /// Transformation matrix of a frame from a vector along its x axis and a vector approximately along its y axis; the
    /// rows are the axes (MSL's Frames.from_nxy).
    FromNxy: "from_nxy" (2..=2) false;
    /// Tensor from frame 2 to frame 1: `T' * D * T` (MSL's Frames.resolveDyade1).
    ResolveDyade1: "resolve_dyade1" (2..=2) false;
    /// Diagonal matrix.
    Diagonal: "diagonal" (1..=1) false;
    /// Transposed matrix.
    Transpose: "transpose" (1..=1) false;
    /// Largest whole number that is not greater.
    Floor: "floor" (1..=1) true;
    /// Smallest whole number that is not less.
    Ceil: "ceil" (1..=1) true;
    /// The same as [`Self::Floor`].
    Integer: "integer" (1..=1) true;
    /// Quotient of two numbers without its fraction.
    Div: "div" (2..=2) true;
    /// `x - floor(x/y)*y`.
    Mod: "mod" (2..=2) true;
    /// `x - div(x, y)*y`.
    Rem: "rem" (2..=2) true;
    /// Value of a sampled variable before the sample.
    Pre: "pre" (1..=1) false;
}

impl Function {
    /// The function called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.function)
    }

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        self.entry().name
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
        ENTRIES.iter().filter(|entry| entry.is_documented).map(|entry| entry.name).collect()
    }

    /// The function with the name most similar to `name`.
    pub(super) fn nearest(name: &str) -> Option<&'static str> {
        nearest(name, ENTRIES.iter().map(|entry| entry.name))
    }

    /// Returns true if the function accepts `count` arguments.
    pub fn takes(self, count: usize) -> bool {
        self.entry().arguments.contains(&count)
    }

    /// Number of arguments expected, for a message.
    pub(super) fn expected_arguments(self) -> &'static str {
        match (self.entry().arguments.start(), self.entry().arguments.end()) {
            (1, 2) => "two numbers or one array",
            (2, 2) => "two",
            _ => "one",
        }
    }

    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
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
