//! Input of the catalogue.

use super::collected::Collected;
use super::connections::Sets;
use super::initialization::Plan;
use super::spanned::Spanned;
use crate::model_file::ModelFile;
use mechanism::ParameterTable;
use simulation::model::{Schedule, StateLayout};

/// Data that the catalogue is made from.
pub(super) struct Context<'a> {
    pub file: &'a ModelFile,
    pub collected: &'a Collected,
    pub table: &'a ParameterTable,
    pub sets: &'a Sets,
    pub spanned: &'a Spanned,
    pub schedule: &'a Schedule,
    pub states: &'a StateLayout,
    pub plan: &'a Plan,
}
