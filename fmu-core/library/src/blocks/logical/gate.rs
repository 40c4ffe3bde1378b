//! The law of what follows from Boolean and Integer signals at once.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{Law, Real, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// What a gate does with its inputs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Gate {
    /// Both.
    And,
    /// One of them or both.
    Or,
    /// One of them.
    Xor,
    /// Not both.
    Nand,
    /// None of them.
    Nor,
    /// Not the only one.
    Not,
    /// Two numbers, for true and false.
    Number(Real, Real),
    /// Two whole numbers, for true and false.
    Whole(i32, i32),
    /// Whether the first input, a whole number, is at least that.
    AtLeast(i32),
}

/// A signal that follows from one or two signals that change at events only.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GateLaw {
    u1: ScalarIn,
    u2: Option<ScalarIn>,
    gate: Gate,
    y: ScalarOut,
}

impl GateLaw {
    /// Registers the gate of the inputs called `inputs`.
    pub(super) fn build(e: &mut Element<'_>, inputs: &[&str], gate: Gate) {
        let (Some(y), Some(first)) = (e.scalar_output("y"), inputs.first()) else { return };
        let u1 = e.scalar_input(first);
        let u2 = inputs.get(1).map(|input| e.scalar_input(input));
        e.add_law(Self { u1, u2, gate, y });
    }
}

impl Law for GateLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        std::iter::once(self.u1).chain(self.u2).map(SignalIn::from).collect()
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is = |input: ScalarIn| signals.get(input).value() > 0.5;
        let whole = signals.get(self.u1).value();
        let (first, second) = (is(self.u1), self.u2.is_some_and(is));
        let p = view.parameters();
        let number = |holds: bool| T::constant(f64::from(u8::from(holds)));
        let y = match self.gate {
            Gate::And => number(first && second),
            Gate::Or => number(first || second),
            Gate::Xor => number(first != second),
            Gate::Nand => number(!(first && second)),
            Gate::Nor => number(!(first || second)),
            Gate::Not => number(!first),
            Gate::Number(yes, no) => p[if first { yes } else { no }],
            Gate::Whole(yes, no) => T::constant(f64::from(if first { yes } else { no })),
            Gate::AtLeast(threshold) => number(whole >= f64::from(threshold)),
        };
        signals.set(self.y, y);
    }
}
