//! The order of time derivatives of the positions that each signal depends on, and derivatives that are not available
//! for the forces that depend on them.

use library::AnyLaw;
use mechanism::{SignalIn, Stage};

/// Upper bound of the quantities that a law reads, besides parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Time,
    Positions,
    Speeds,
    Accelerations,
}

impl Order {
    /// The order of a time derivative.
    fn raised(self) -> Self {
        match self {
            Self::Time => Self::Time,
            Self::Positions => Self::Speeds,
            Self::Speeds | Self::Accelerations => Self::Accelerations,
        }
    }
}

/// Upper bounds of the quantities that each law reads. A time derivative of a position is a speed, one of a speed an acceleration.
pub(super) struct Orders {
    orders: Vec<Order>,
    /// For each law: it is a time derivative that needs accelerations, or depends on one.
    late: Vec<bool>,
}

impl Orders {
    /// `order` is the evaluation order, `needs` gives the laws whose signals a law reads.
    pub fn new(laws: &[AnyLaw], order: &[usize], needs: &impl Fn(usize) -> Vec<usize>) -> Self {
        let mut found = Self { orders: vec![Order::Time; laws.len()], late: vec![false; laws.len()] };
        for law in order {
            let own = match laws[*law].stage() {
                stage if stage <= Stage::Time => Order::Time,
                Stage::Motion if laws[*law].reads_speeds() => Order::Speeds,
                Stage::Motion => Order::Positions,
                _ => Order::Accelerations,
            };
            let inputs = needs(*law).into_iter().map(|l| found.orders[l]).max().unwrap_or(Order::Time);
            let differentiates = laws[*law].reads_derivatives();
            let order = own.max(if differentiates { inputs.raised() } else { inputs });
            found.orders[*law] = order;
            let is_late = differentiates && order == Order::Accelerations;
            found.late[*law] = is_late || needs(*law).into_iter().any(|l| found.late[l]);
        }
        found
    }

    /// The laws from a time derivative that needs accelerations to one of the inputs of a force, and the element of the
    /// inputs, if there is one; `source` gives the law that drives an element.
    pub fn late_derivative(
        &self,
        inputs: Vec<SignalIn>,
        source: impl Fn(usize) -> Option<usize>,
        needs: &impl Fn(usize) -> Vec<usize>,
    ) -> Option<(Vec<usize>, usize)> {
        let mut elements = inputs.into_iter().flat_map(|input| input.first..input.first + input.size);
        let (input, first) = elements.find_map(|input| source(input).filter(|l| self.late[*l]).map(|l| (input, l)))?;
        let before = |law: &usize| {
            let rank = |law: &usize| (self.late[*law], self.orders[*law]);
            needs(*law).into_iter().max_by_key(rank).filter(|law| self.orders[*law] > Order::Time)
        };
        let mut laws: Vec<usize> = std::iter::successors(Some(first), before).collect();
        laws.reverse();
        Some((laws, input))
    }
}
