//! Computational cost of a run.

use super::{Instance, Interface};
use simulation::solver::{Method, Statistics};
use std::fmt;

/// Cost of the steps of a run. As text: `name = value` pairs separated by commas, for programs and for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Counts of the integrator.
    pub statistics: Statistics,
    /// Time events that steps went to.
    pub events: u64,
    /// Method that the model requests.
    pub choice: Method,
    /// Name of the explicit method.
    pub explicit: &'static str,
}

impl Work {
    /// The methods that have made steps.
    fn methods(&self) -> String {
        let Statistics { accepted, implicit, low_order, .. } = self.statistics;
        let natural = accepted.saturating_sub(implicit).saturating_sub(low_order);
        let others = (implicit > 0).then_some(Method::Rodas.name());
        let made: Vec<&str> = match self.choice {
            Method::Fixed => vec!["fixed steps of order 4"],
            _ => [
                (natural > 0 || accepted == 0).then_some(self.explicit),
                (low_order > 0).then_some("orders 2 to 4"),
                others,
            ]
            .into_iter()
            .flatten()
            .collect(),
        };
        made.join(" and ")
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { accepted, rejected, evaluations, jacobians, implicit, .. } = self.statistics;
        write!(
            f,
            "steps = {accepted}, rejected = {rejected}, evaluations = {evaluations}, Jacobians = {jacobians}, \
             implicit steps = {implicit}, events = {}, method = {}",
            self.events,
            self.methods()
        )
    }
}

impl Instance {
    /// Cost of the steps since the last initialization or reset; none in model exchange, where the host integrates.
    pub fn work(&self) -> Option<Work> {
        let own = self.interface == Interface::CoSimulation;
        own.then(|| Work {
            statistics: self.solution.statistics(),
            events: self.events,
            choice: self.method,
            explicit: self.solution.explicit_name(),
        })
    }
}
