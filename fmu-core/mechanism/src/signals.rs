//! Access of laws to signals.

use super::slots::{at, at_mut};
use super::{SignalIn, SignalOut};
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

/// A signal input of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct ScalarIn(SignalIn);

/// A signal input of three elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct VectorIn(SignalIn);

/// A signal output of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct ScalarOut(SignalOut);

/// A signal output of three elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct VectorOut(SignalOut);

macro_rules! sized {
    ($($handle:ident: $connector:ident),+) => {
        $(
            impl $handle {
                /// The handle of a connector of that size.
                pub const fn of(connector: $connector) -> Self {
                    Self(connector)
                }
            }

            impl From<$handle> for $connector {
                fn from(handle: $handle) -> Self {
                    handle.0
                }
            }
        )+
    };
}

sized!(ScalarIn: SignalIn, VectorIn: SignalIn, ScalarOut: SignalOut, VectorOut: SignalOut);

impl SignalIn {
    /// An element.
    pub const fn element(self, k: usize) -> ScalarIn {
        ScalarIn(Self { first: self.first + k, size: 1 })
    }
}

/// All signals. A law reads its inputs, which are known when it is evaluated, and writes its output.
#[derive(Debug)]
pub struct Signals<'a, T: Scalar> {
    signals: &'a mut [T],
    drivers: &'a [usize],
}

impl<'a, T: Scalar> Signals<'a, T> {
    /// Signals, and for each element of the inputs the signal that drives it.
    #[inline]
    pub fn new(signals: &'a mut [T], drivers: &'a [usize]) -> Self {
        Self { signals, drivers }
    }

    /// An input.
    #[inline]
    pub fn get(&self, input: ScalarIn) -> T {
        self.element(input.0, 0)
    }

    /// The value of an output that has been written.
    #[inline]
    pub fn output(&self, output: ScalarOut) -> T {
        *at(self.signals, output.0.first)
    }

    /// An input of three elements.
    #[inline(always)]
    pub fn vector(&self, input: VectorIn) -> Vector3<T> {
        Vector3::new(self.element(input.0, 0), self.element(input.0, 1), self.element(input.0, 2))
    }

    /// Element `k` of an input.
    #[inline(always)]
    pub fn element(&self, input: SignalIn, k: usize) -> T {
        *at(self.signals, *at(self.drivers, input.first + k))
    }

    /// Writes an output.
    #[inline]
    pub fn set(&mut self, output: ScalarOut, value: T) {
        self.set_element(output.0, 0, value);
    }

    /// Writes an output of three elements.
    pub fn set_vector(&mut self, output: VectorOut, value: &Vector3<T>) {
        self.signals[output.0.first..output.0.first + 3].copy_from_slice(value.as_slice());
    }

    /// Writes element `k` of an output.
    #[inline]
    pub fn set_element(&mut self, output: SignalOut, k: usize, value: T) {
        *at_mut(self.signals, output.first + k) = value;
    }
}
