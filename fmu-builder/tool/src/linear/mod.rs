//! Linear systems: of an FMU by its directional derivatives, of a model in its independent coordinates, and what follows from them.

mod error;
#[cfg(feature = "system")]
mod files;
mod modes;
mod point;
mod response;
mod rewriting;
mod tangent;
#[cfg(test)]
mod tests;
mod trim;

pub use error::{LinearError, TrimFault};
#[cfg(feature = "system")]
pub use files::LinearFormat;
pub use modes::{Mode, Part};
pub use point::OperatingPoint;
pub use response::{Channel, Margins, Response};
pub(crate) use tangent::{Sticking, Tangent, preferences};
pub use trim::{Free, Trim, Trimmed};

use nalgebra::DMatrix;

/// A state, a derivative, an input or an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// Name of the variable.
    pub name: String,
    /// Unit.
    pub unit: Option<String>,
    /// Value where the system is linear.
    pub value: f64,
}

/// `dx/dt - f0 = A (x - x0) + B (u - u0)`, `y - y0 = C (x - x0) + D (u - u0)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linearization {
    /// Time, s.
    pub time: f64,
    /// Continuous states x.
    pub states: Vec<Signal>,
    /// Their derivatives; the values are f0.
    pub derivatives: Vec<Signal>,
    /// Real inputs u.
    pub inputs: Vec<Signal>,
    /// Real outputs y.
    pub outputs: Vec<Signal>,
    /// df/dx.
    pub a: DMatrix<f64>,
    /// df/du.
    pub b: DMatrix<f64>,
    /// dy/dx.
    pub c: DMatrix<f64>,
    /// dy/du.
    pub d: DMatrix<f64>,
}
