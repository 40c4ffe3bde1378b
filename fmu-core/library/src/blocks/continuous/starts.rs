//! Start values of the states of one vector: one number for all of them, or one each.

use super::initialization::Init;
use crate::Element;
use mechanism::{Reals, StateId};

/// Where the start values are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Starts {
    start: Reals,
    /// Number of states.
    pub count: usize,
}

impl Starts {
    /// Those of a parameter for `count` states; none, and a refusal, where it has another size.
    pub fn of(e: &mut Element<'_>, parameter: &str, count: usize) -> Option<Self> {
        let start = e.reals(parameter);
        if start.size != 1 && start.size != count {
            e.refuse(parameter, "one number, or one for each state");
            return None;
        }
        Some(Self { start, count })
    }

    /// Address of that of state `k`.
    pub fn address(self, k: usize) -> usize {
        self.start.first + if self.start.size == 1 { 0 } else { k }
    }

    /// Registers the states; with InitialOutput all but the last are steady, and the output is at its start.
    pub fn states(self, e: &mut Element<'_>, init: Init, name: &str, description: &'static str) -> StateId {
        init.start_output(e);
        self.states_but(e, init, name, description, self.count.checked_sub(1))
    }

    /// The same, but for the number of the state that is not steady with InitialOutput, and for the output.
    pub fn states_but(
        self,
        e: &mut Element<'_>,
        init: Init,
        name: &str,
        description: &'static str,
        free: Option<usize>,
    ) -> StateId {
        let first = e.elements.states.len();
        for k in 0..self.count {
            init.add_state(e, &format!("{name}[{}]", k + 1), description, self.address(k), free != Some(k));
        }
        first
    }
}
