//! Numbers that are inputs of laws.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Parameters, Real, ScalarIn, Signals};

/// A parameter or a signal.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Given {
    Parameter(Real),
    Signal(ScalarIn),
}

impl Given {
    pub fn value<T: Scalar>(self, p: Parameters<'_, T>, signals: &Signals<'_, T>) -> T {
        match self {
            Self::Parameter(parameter) => p[parameter],
            Self::Signal(input) => signals.get(input),
        }
    }

    /// The signal, if it is one.
    pub fn input(self) -> Option<ScalarIn> {
        if let Self::Signal(input) = self { Some(input) } else { None }
    }
}
