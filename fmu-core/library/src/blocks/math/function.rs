//! The law of blocks whose output is a function of their inputs.

use crate::Element;
use crate::class::{Parameter, boolean};
use mechanism::expression::Function;
use mechanism::scalar::Scalar;
use mechanism::{Law, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// generateEvent
pub(super) const GENERATE_EVENT: Parameter =
    boolean("generateEvent", false, "Events shall be generated at the zero crossing of the input");

/// Refuses generateEvent = true.
pub(super) fn refuse_events(e: &mut Element<'_>) {
    e.refuse_if("generateEvent", "an event where the input is zero, which this version does not have; leave it false");
}

/// What is calculated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// A function of one number or of two.
    Of(Function),
    /// The product of all inputs.
    Product,
    /// The first input divided by the second.
    Divide,
}

impl From<Function> for Operation {
    fn from(function: Function) -> Self {
        Self::Of(function)
    }
}

/// A function of one input, of two, or of all elements of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionLaw {
    operation: Operation,
    inputs: Vec<SignalIn>,
    y: ScalarOut,
}

impl FunctionLaw {
    /// Registers the law of `e` with these inputs.
    pub(super) fn build(e: &mut Element<'_>, inputs: &[&str], operation: impl Into<Operation>) {
        if let Some(y) = e.scalar_output("y") {
            let inputs = inputs.iter().map(|name| e.input(name)).collect();
            e.add_law(Self { operation: operation.into(), inputs, y });
        }
    }

    fn value<T: Scalar>(&self, signals: &Signals<'_, T>) -> T {
        let element = |input: &SignalIn, k: usize| signals.element(*input, k);
        let first = || self.inputs.first().map_or_else(T::zero, |input| element(input, 0));
        let second = || self.inputs.get(1).map_or_else(T::zero, |input| element(input, 0));
        match self.operation {
            Operation::Product => {
                let elements = self.inputs.iter().flat_map(|input| (0..input.size).map(move |k| (input, k)));
                elements.fold(T::one(), |product, (input, k)| product * element(input, k))
            }
            Operation::Divide => first() / second(),
            Operation::Of(Function::Atan2) => first().atan2(second()),
            Operation::Of(Function::Min) => first().min(second()),
            Operation::Of(Function::Max) => first().max(second()),
            Operation::Of(function) => function.of_number().map_or_else(first, |f| f(first())),
        }
    }
}

impl Law for FunctionLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        self.inputs.clone()
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let value = self.value(signals);
        signals.set(self.y, value);
    }
}
