//! The gravity field of the world.

use super::{Formula, Slot3};
use crate::scalar::{Scalar, Vector3, length};
use binary::Binary;

/// Gravity as World declares it (Modelica.Mechanics.MultiBody.World, `gravityType`); parameters by address.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub enum Gravity {
    /// No gravity.
    #[default]
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
    /// An expression of the position `r`, three numbers (World.gravityAcceleration); its number among the formulas of the model.
    Field(usize, Formula),
}

/// Gravity field with evaluated parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GravityField<T: Scalar> {
    /// The same everywhere, m/s2 in world axes.
    Uniform(Vector3<T>),
    /// Field constant, m3/s2.
    Point(T),
    /// Given by the formula of [`Gravity::Field`].
    Field,
}

impl Gravity {
    /// The field for the given parameter array.
    pub fn field<T: Scalar>(&self, parameters: &[T]) -> GravityField<T> {
        match *self {
            Self::None => GravityField::Uniform(Vector3::zeros()),
            Self::Uniform { g, n } => {
                let n = n.get(parameters);
                GravityField::Uniform(n * (parameters[g] / length(&n)))
            }
            Self::Point { mu } => GravityField::Point(parameters[mu]),
            Self::Field(..) => GravityField::Field,
        }
    }

    /// Acceleration at position `r` (world), m/s2, for a field that was made from the same parameters.
    pub fn at<T: Scalar>(&self, field: &GravityField<T>, parameters: &[T], r: &Vector3<T>) -> Vector3<T> {
        match (self, field) {
            (_, GravityField::Uniform(g)) => *g,
            (_, GravityField::Point(mu)) => {
                let distance = length(r);
                r * (-*mu / (distance * distance * distance))
            }
            (Self::Field(_, formula), GravityField::Field) => formula.vector(parameters, r.as_slice(), 0),
            (_, GravityField::Field) => Vector3::zeros(),
        }
    }
}

impl<T: Scalar> GravityField<T> {
    /// The uniform part, which the acceleration stage takes as an accelerated base, m/s2.
    pub fn uniform(&self) -> Vector3<T> {
        match self {
            Self::Uniform(g) => *g,
            Self::Point(_) | Self::Field => Vector3::zeros(),
        }
    }

    /// True when it is the same everywhere.
    pub fn is_uniform(&self) -> bool {
        matches!(self, Self::Uniform(_))
    }
}
