//! Why bytes are no snapshot.

use super::VERSION;
use crate::instance::{Interface, Mode};

/// Why bytes are no snapshot of this model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They begin otherwise.
    #[error("these bytes are not a snapshot of an FMU of multibody-fmu")]
    NotASnapshot,
    /// Another version wrote them.
    #[error("the snapshot has format {found}, this runtime reads format {VERSION}; take it again with this FMU")]
    Version {
        /// Number in the bytes.
        found: u32,
    },
    /// Some are missing.
    #[error("the snapshot is truncated: {found} bytes instead of {expected}")]
    Cut {
        /// Number that it says it has.
        expected: u64,
        /// Number found.
        found: usize,
    },
    /// They are not what was written.
    #[error("the snapshot is damaged: {0}")]
    Damaged(&'static str),
    /// Another model wrote them.
    #[error("the snapshot belongs to the model with GUID {found:?}, this one has GUID {expected:?}")]
    OtherModel {
        /// GUID in the snapshot.
        found: String,
        /// GUID of the instance.
        expected: String,
    },
    /// The arrays of the model have other lengths.
    #[error("the snapshot has {found} {what}, the model has {expected}")]
    Layout {
        /// The counted elements.
        what: &'static str,
        /// Number in the snapshot.
        found: u64,
        /// Number of the model.
        expected: usize,
    },
    /// It was taken of an instance that is driven otherwise.
    #[error("the snapshot was taken of an instance for {found}, this one is for {expected}")]
    OtherInterface {
        /// Interface of the instance that it was taken of.
        found: Interface,
        /// Interface of this instance.
        expected: Interface,
    },
    /// The array for the bytes is too short.
    #[error("{found} bytes are too few for the snapshot, it needs {expected}")]
    NoRoom {
        /// Size needed.
        expected: usize,
        /// Size found.
        found: usize,
    },
    /// A number that no instance has.
    #[error("the snapshot has {quantity} = {value}; {expected} is expected; it was not written by this FMU")]
    Number {
        /// Name of the variable, or what the number is.
        quantity: String,
        /// The number.
        value: f64,
        /// Expectation.
        expected: &'static str,
    },
    /// A state that no instance for this interface has with the rest of the snapshot.
    #[error("the snapshot has the state \"{mode}\", but it {obstacle}; it was not written by this FMU")]
    State {
        /// State of the instance.
        mode: Mode,
        /// Why it is impossible.
        obstacle: &'static str,
    },
    /// A discrete state that a component does not have.
    #[error(
        "the snapshot has the discrete state {found} for {component}, which has no such state; it was not written by this FMU"
    )]
    DiscreteState {
        /// Name of the component's signal.
        component: String,
        /// Discrete state in the snapshot.
        found: i32,
    },
}
