//! Dimensions of expressions, and how certain they are.

use crate::units::Dimension;

/// Certainty of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// A factor is a bare number that may have an implied unit: `9.81*m`.
    Vague,
    /// A factor is a bare number that is probably dimensionless: `2*m`.
    Likely,
    /// All terms and factors have a unit.
    Certain,
}

/// Dimension of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measure {
    /// Unknown: it depends on a parameter without a unit.
    Unknown,
    /// A bare number; true if it is probably dimensionless.
    Number { is_pure: bool },
    /// A dimension.
    Of(Dimension, Trust),
}

impl Measure {
    pub(super) fn certain(dimension: Dimension) -> Self {
        Self::Of(dimension, Trust::Certain)
    }

    /// The measure of a literal. Small integers, a half, a quarter and pi are probably dimensionless.
    pub(super) fn literal(x: f64) -> Self {
        let x = x.abs();
        let is_small = x.fract() == 0.0 && x < 10.0;
        Self::Number { is_pure: is_small || x == 0.5 || x == 0.25 || x == std::f64::consts::PI }
    }

    pub(super) fn times(self, other: Self) -> Self {
        self.combined(other, Dimension::times)
    }

    pub(super) fn per(self, other: Self) -> Self {
        self.combined(other, Dimension::per)
    }

    fn combined(self, other: Self, combine: fn(Dimension, Dimension) -> Dimension) -> Self {
        match (self.as_factor(), other.as_factor()) {
            (Some((_, _)), Some((_, _))) if self.is_number() && other.is_number() => {
                Self::Number { is_pure: self == other && self == Self::Number { is_pure: true } }
            }
            (Some((a, trust)), Some((b, other))) => Self::Of(combine(a, b), trust.min(other)),
            _ => Self::Unknown,
        }
    }

    /// The dimension as a factor, and its certainty.
    fn as_factor(self) -> Option<(Dimension, Trust)> {
        match self {
            Self::Unknown => None,
            Self::Number { is_pure } => Some((Dimension::NONE, if is_pure { Trust::Likely } else { Trust::Vague })),
            Self::Of(dimension, trust) => Some((dimension, trust)),
        }
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Number { .. })
    }

    /// The measure of a power with a known exponent.
    pub(super) fn power(self, exponent: f64) -> Self {
        match self {
            Self::Of(dimension, trust) => {
                dimension.power(exponent).map_or(Self::Unknown, |power| Self::Of(power, trust))
            }
            other => other,
        }
    }

    /// The measure of a sum or maximum; or the two dimensions that do not fit, and their certainty.
    pub(super) fn united(self, other: Self) -> Result<Self, (Dimension, Dimension, Trust)> {
        match (self, other) {
            (Self::Of(a, trust), Self::Of(b, other_trust)) if a.fits(b) => {
                Ok(Self::Of(if b.has_angle() { b } else { a }, trust.max(other_trust)))
            }
            (Self::Of(a, trust), Self::Of(b, other_trust)) => Err((a, b, trust.min(other_trust))),
            (known @ Self::Of(..), _) | (_, known @ Self::Of(..)) => Ok(known),
            (Self::Number { .. }, Self::Number { .. }) => Ok(Self::Number { is_pure: false }),
            _ => Ok(Self::Unknown),
        }
    }
}
