//! Functions of input signals.

use super::truth;
use binary::Binary;
use mechanism::expression::Function;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Real, ScalarOut, SignalIn, Signals, TimeView, after};

/// The function that a block evaluates.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Operation {
    /// A function of one or two numbers.
    Of(Function),
    /// The logarithm to a base.
    LogTo(Real),
    /// The product of all inputs.
    Product,
    /// The first input divided by the second.
    Divide,
    /// The first input if the second is true, otherwise the third.
    Switch,
    /// `u1 and u2`
    And,
    /// `u1 or u2`
    Or,
    /// `u1 xor u2`
    Xor,
    /// `not (u1 and u2)`
    Nand,
    /// `not (u1 or u2)`
    Nor,
    /// `not u`
    Not,
    /// The first parameter if the input is true, otherwise the second.
    RealOf(Real, Real),
    /// The first number if the input is true, otherwise the second.
    IntegerOf(i32, i32),
    /// `u >= threshold`
    AtLeast(i32),
}

impl From<Function> for Operation {
    fn from(function: Function) -> Self {
        Self::Of(function)
    }
}

/// `y = f(u1, u2, ...)`
#[derive(Clone, Debug, Binary)]
pub struct FunctionLaw {
    pub operation: Operation,
    pub inputs: Vec<SignalIn>,
    pub y: ScalarOut,
}

impl FunctionLaw {
    fn value<T: Scalar>(&self, view: &TimeView<'_, T>, signals: &Signals<'_, T>) -> T {
        let input = |k: usize| self.inputs.get(k).map_or_else(T::zero, |input| signals.element(*input, 0));
        let holds = |k: usize| input(k).value() > 0.5;
        match self.operation {
            Operation::Product => {
                let elements = self.inputs.iter().flat_map(|input| (0..input.size).map(move |k| (input, k)));
                elements.fold(T::one(), |product, (input, k)| product * signals.element(*input, k))
            }
            Operation::LogTo(base) => input(0).ln() / view.parameters()[base].ln(),
            Operation::Divide => input(0) / input(1),
            Operation::Of(Function::Atan2) => input(0).atan2(input(1)),
            Operation::Of(Function::Min) => input(0).min(input(1)),
            Operation::Of(Function::Max) => input(0).max(input(1)),
            Operation::Of(function) => function.of_number().map_or_else(|| input(0), |f| f(input(0))),
            Operation::Switch => input(if holds(1) { 0 } else { 2 }),
            Operation::And => truth(holds(0) && holds(1)),
            Operation::Or => truth(holds(0) || holds(1)),
            Operation::Xor => truth(holds(0) != holds(1)),
            Operation::Nand => truth(!(holds(0) && holds(1))),
            Operation::Nor => truth(!(holds(0) || holds(1))),
            Operation::Not => truth(!holds(0)),
            Operation::RealOf(yes, no) => view.parameters()[if holds(0) { yes } else { no }],
            Operation::IntegerOf(yes, no) => T::constant(f64::from(if holds(0) { yes } else { no })),
            Operation::AtLeast(threshold) => truth(input(0).value() >= f64::from(threshold)),
        }
    }
}

impl Law for FunctionLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.iter().copied()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let value = self.value(view, signals);
        signals.set(self.y, value);
    }
}
