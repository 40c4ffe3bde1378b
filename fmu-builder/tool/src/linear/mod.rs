//! Files with the matrices of a linear system and the names of its variables.

mod mat;
mod table;
mod text;

use crate::host::{Linearization, Signal};

/// Forms of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearFormat {
    /// An object with `A`, `B`, `C`, `D` as lists of rows, names, units and the values where the system is linear.
    Json,
    /// One table: a row for each derivative and output, a column for each state and input.
    Csv,
    /// MATLAB's level 5: `A`, `B`, `C`, `D`, cell arrays of names and units, column vectors of values.
    Mat,
}

impl LinearFormat {
    /// The form that the extension of a file stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "csv" => Some(Self::Csv),
            "mat" => Some(Self::Mat),
            _ => None,
        }
    }

    /// The file.
    pub fn write(self, system: &Linearization) -> Vec<u8> {
        match self {
            Self::Json => text::json(system).into_bytes(),
            Self::Csv => table::csv(system).into_bytes(),
            Self::Mat => mat::mat(system),
        }
    }
}

/// Lists of variables with their names in the file, and the vector of their values.
fn lists(system: &Linearization) -> [(&'static str, &'static str, &[Signal]); 4] {
    [
        ("states", "x0", &system.states),
        ("derivatives", "f0", &system.derivatives),
        ("inputs", "u0", &system.inputs),
        ("outputs", "y0", &system.outputs),
    ]
}

/// Matrices with names, numbers of rows and columns.
fn matrices(system: &Linearization) -> [(&'static str, &[Vec<f64>], usize, usize); 4] {
    let (states, inputs, outputs) = (system.states.len(), system.inputs.len(), system.outputs.len());
    [
        ("A", &system.a, states, states),
        ("B", &system.b, states, inputs),
        ("C", &system.c, outputs, states),
        ("D", &system.d, outputs, inputs),
    ]
}
