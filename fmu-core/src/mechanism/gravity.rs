//! The gravity field of the world.

use super::Slot3;
use crate::scalar::{Scalar, Vector3, length};

/// Gravity as World declares it (Modelica.Mechanics.MultiBody.World, `gravityType`); parameters by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// No gravity.
    None,
    /// `g n/|n|`.
    Uniform {
        /// Address of the acceleration g, m/s2.
        g: usize,
        /// Direction.
        n: Slot3,
    },
    /// `-mu r/|r|^3` towards the origin of the world.
    Point {
        /// Address of the field constant mu, m3/s2.
        mu: usize,
    },
}

/// Gravity with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GravityField<T: Scalar> {
    /// The same everywhere, m/s2 in world axes.
    Uniform(Vector3<T>),
    /// Field constant, m3/s2.
    Point(T),
}

impl Gravity {
    /// The field for the given parameter array.
    pub fn field<T: Scalar>(self, parameters: &[T]) -> GravityField<T> {
        match self {
            Self::None => GravityField::Uniform(Vector3::zeros()),
            Self::Uniform { g, n } => {
                let n = n.get(parameters);
                GravityField::Uniform(n * (parameters[g] / length(&n)))
            }
            Self::Point { mu } => GravityField::Point(parameters[mu]),
        }
    }
}

impl<T: Scalar> GravityField<T> {
    /// The uniform part, which the acceleration stage takes as an accelerated base, m/s2.
    pub fn uniform(&self) -> Vector3<T> {
        match self {
            Self::Uniform(g) => *g,
            Self::Point(_) => Vector3::zeros(),
        }
    }

    /// Acceleration at position `r` (world), m/s2.
    pub fn at(&self, r: &Vector3<T>) -> Vector3<T> {
        match self {
            Self::Uniform(g) => *g,
            Self::Point(mu) => {
                let distance = length(r);
                r * (-*mu / (distance * distance * distance))
            }
        }
    }
}
