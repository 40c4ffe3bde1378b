//! Registration of linear blocks with states: `der(x) = A x + B u`, `y = C x + D u`, each row a sum of terms.

use crate::Element;
use crate::class::element::LawHandle;
use crate::laws::blocks::linear::{Factor, LinearOutput, LinearRates, Row};
use mechanism::StateId;

/// A linear block: rows of the derivatives of its states, and of its outputs.
#[derive(Debug, Default)]
pub(super) struct Linear {
    /// Derivative of each state.
    pub rates: Vec<Row>,
    /// Each output.
    pub outputs: Vec<Row>,
}

impl Linear {
    /// Registers the laws of `e`, whose states are numbered from `first`: one for the derivatives, one for the output.
    /// The output depends only on the inputs that it reads, so that other inputs do not cause algebraic loops.
    pub fn build(self, e: &mut Element<'_>, first: StateId) {
        self.register(e, first, None);
    }

    /// The same, with states that are `scale` times those shown by the block.
    pub fn scaled(self, e: &mut Element<'_>, first: StateId, scale: Factor) -> Option<LawHandle<LinearRates>> {
        self.register(e, first, Some(scale))
    }

    fn register(self, e: &mut Element<'_>, first: StateId, scale: Option<Factor>) -> Option<LawHandle<LinearRates>> {
        let (y, u) = (e.output("y")?, e.input("u"));
        let rows = self.rates;
        let rates = (!rows.is_empty()).then(|| e.add_law(LinearRates { first, rows, u, scale }));
        e.add_law(LinearOutput { first, rows: self.outputs, u, y });
        rates
    }
}
