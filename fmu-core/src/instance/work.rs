//! What a run has cost.

use super::{Instance, Interface};
use crate::solver::Statistics;
use std::fmt;

/// What the steps of a run have cost. As text it is `name = value` pairs with commas between, for programs as for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Counts of the integrator.
    pub statistics: Statistics,
    /// Time events that steps went to.
    pub events: u64,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { accepted, rejected, evaluations, jacobians, implicit, .. } = self.statistics;
        let method = match accepted - implicit.min(accepted) {
            _ if implicit == 0 => "explicit",
            0 => "implicit",
            _ => "explicit and implicit",
        };
        write!(
            f,
            "steps = {accepted}, rejected = {rejected}, evaluations = {evaluations}, Jacobians = {jacobians}, \
             implicit steps = {implicit}, events = {}, method = {method}",
            self.events
        )
    }
}

impl Instance {
    /// What the steps since the last initialization or reset have cost; none in model exchange, where the host integrates.
    pub fn work(&self) -> Option<Work> {
        let own = self.interface == Interface::CoSimulation;
        own.then(|| Work { statistics: self.solution.statistics(), events: self.events })
    }
}
