//! The law of blocks that pass signals on.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{Law, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// Each element of the output is one of the inputs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selection {
    inputs: Vec<SignalIn>,
    y: SignalOut,
}

/// The elements of an input, one by one.
fn elements(input: SignalIn) -> impl Iterator<Item = SignalIn> {
    (input.first..input.first + input.size).map(|first| SignalIn { first, size: 1 })
}

impl Selection {
    /// The input u in each element of y.
    pub(super) fn replicate(e: &mut Element<'_>) {
        if let Some(y) = e.output("y") {
            let inputs = vec![e.input("u"); y.size];
            e.add_law(Self { inputs, y });
        }
    }

    /// Those elements of the input u in y that the numbers extract say.
    pub(super) fn extract(e: &mut Element<'_>) {
        let (Some(y), u) = (e.output("y"), e.input("u")) else { return };
        let is_number = |x: &f64| x.fract() == 0.0 && (1.0..=u.size as f64).contains(x);
        match e.settled("extract").filter(|numbers| numbers.len() == y.size && numbers.iter().all(is_number)) {
            Some(numbers) => {
                let input = |number: f64| SignalIn { first: u.first + number as usize - 1, size: 1 };
                let inputs = numbers.into_iter().map(input).collect();
                e.add_law(Self { inputs, y });
            }
            None => e.refuse(
                "extract",
                "a whole number from 1 to nin for each of the nout outputs, such as [1, 3], that is no expression",
            ),
        }
    }

    /// The inputs one behind the other in y.
    pub(super) fn join(e: &mut Element<'_>, inputs: &[&str]) {
        if let Some(y) = e.output("y") {
            let inputs = inputs.iter().flat_map(|name| elements(e.input(name))).collect();
            e.add_law(Self { inputs, y });
        }
    }

    /// The input u in these outputs one behind the other.
    pub(super) fn split(e: &mut Element<'_>, outputs: &[&str]) {
        let mut inputs = elements(e.input("u"));
        for name in outputs {
            if let Some(y) = e.output(name) {
                let inputs = inputs.by_ref().take(y.size).collect();
                e.add_law(Self { inputs, y });
            }
        }
    }
}

impl Law for Selection {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        self.inputs.clone()
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y)
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (k, input) in self.inputs.iter().enumerate() {
            let value = signals.element(*input, 0);
            signals.set_element(self.y, k, value);
        }
    }
}
