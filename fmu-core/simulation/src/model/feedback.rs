//! Forces that read what forces bring about: measured accelerations and cut forces.

use serde::{Deserialize, Serialize};

/// Laws in algebraic loops from forces over accelerations, cut forces and signals back to forces.
///
/// Each list is in the order of evaluation. Cut at the signals that enter the forces, an algebraic loop is a map from these signals to themselves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Feedback {
    /// Laws that act and read accelerations or cut forces.
    pub forces: Vec<usize>,
    /// Laws on the way back that need accelerations.
    pub accelerations: Vec<usize>,
    /// Laws on the way back that need cut forces.
    pub reactions: Vec<usize>,
    /// Signals that enter the forces.
    pub signals: Vec<usize>,
    /// For each of these signals the names on its way: from the sensor to the input of the force.
    pub paths: Vec<Vec<String>>,
    /// Laws that only states of laws follow, and that read accelerations or cut forces: nothing leads back from them, so that they are
    /// evaluated once all others agree.
    pub rates: Vec<usize>,
}
