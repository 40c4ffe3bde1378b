//! Why bytes are no snapshot.

use super::VERSION;
use crate::instance::{Interface, Mode, Version};

/// Why bytes are no snapshot of this model.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    #[error("these bytes are not a snapshot of an FMU of multibody-fmu")]
    NotASnapshot,
    #[error("the snapshot has format {found}, this runtime reads format {VERSION}; take it again with this FMU")]
    Version { found: u32 },
    #[error("the snapshot is truncated: {found} bytes instead of {expected}")]
    Cut { expected: u64, found: usize },
    #[error("the snapshot is damaged: {0}")]
    Damaged(&'static str),
    #[error("the snapshot belongs to the model with GUID {found:?}, this one has GUID {expected:?}")]
    OtherModel { found: String, expected: String },
    #[error("the snapshot has {found} {what}, the model has {expected}")]
    Layout { what: &'static str, found: u64, expected: usize },
    #[error("the snapshot was taken of an instance for {found}, this one is for {expected}")]
    OtherInterface { found: Interface, expected: Interface },
    #[error("the snapshot was taken through {found}, this instance is used through {expected}")]
    OtherVersion { found: Version, expected: Version },
    #[error("the snapshot was taken in Event Mode, and this instance was made without it")]
    EventMode,
    #[error("{found} bytes are too few for the snapshot, it needs {expected}")]
    NoRoom { expected: usize, found: usize },
    #[error("the snapshot has {quantity} = {value}; {expected} is expected; it was not written by this FMU")]
    Number { quantity: String, value: f64, expected: &'static str },
    #[error("the snapshot has the state \"{mode}\", but it {obstacle}; it was not written by this FMU")]
    State { mode: Mode, obstacle: &'static str },
    #[error(
        "the snapshot has the discrete state {found} for {component}, which has no such state; it was not written by this FMU"
    )]
    DiscreteState { component: String, found: i32 },
}
