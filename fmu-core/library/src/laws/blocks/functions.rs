//! Functions of input signals, weighted sums, rounding, exact derivatives, and signals chosen among the inputs.

use super::truth;
use binary::Binary;
use mechanism::expression::Function;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Event, Failure, Law, Modes, Real, Reals, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView,
    after, relation_holds, relation_indicator,
};

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

impl Law for FunctionLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.iter().copied()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let input = |k: usize| self.inputs.get(k).map_or_else(T::zero, |input| signals.element(*input, 0));
        let holds = |k: usize| input(k).value() > 0.5;
        let y = match self.operation {
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
        };
        signals.set(self.y, y);
    }
}

/// Factor of an input.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum Weight {
    /// A number.
    Constant(f64),
    /// A parameter.
    Parameter(Real),
}

/// `y = w1 u1 + w2 u2 + ...`
#[derive(Clone, Debug, Binary)]
pub struct WeightedSum {
    pub terms: Vec<(Weight, ScalarIn)>,
    pub y: ScalarOut,
}

impl Law for WeightedSum {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.terms.iter().map(|(_, u)| *u)).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let term = |(weight, u): &(Weight, ScalarIn)| match *weight {
            Weight::Constant(weight) => T::constant(weight) * signals.get(*u),
            Weight::Parameter(weight) => view.parameters()[weight] * signals.get(*u),
        };
        let y = self.terms.iter().map(term).fold(T::zero(), |sum, term| sum + term);
        signals.set(self.y, y);
    }
}

/// `y = K u`
#[derive(Clone, Debug, Binary)]
pub struct MatrixGainLaw {
    /// Elements of the matrix, row by row.
    pub k: Reals,
    pub u: SignalIn,
    pub y: SignalOut,
}

impl Law for MatrixGainLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (row, gains) in view.parameters().all(self.k).chunks(self.u.size).enumerate() {
            let terms = gains.iter().enumerate().map(|(column, gain)| *gain * signals.element(self.u, column));
            let y = terms.fold(T::zero(), |sum, term| sum + term);
            signals.set_element(self.y, row, y);
        }
    }
}

/// `y` is the integer nearest to `u`, halves away from zero, or the largest integer that is not above `u`. The mode is this integer.
#[derive(Clone, Debug, Binary)]
pub struct RoundingLaw {
    pub u: ScalarIn,
    pub y: ScalarOut,
    /// It rounds down.
    pub down: bool,
}

impl RoundingLaw {
    /// Positive if the input is above or below the interval that is rounded to `mode`. The interval of the largest and
    /// the smallest integer is unlimited.
    fn beyond(&self, mode: i32, u: f64) -> [f64; 2] {
        let y = f64::from(mode) + if self.down { 0.5 } else { 0.0 };
        let above = if mode == i32::MAX { -1.0 } else { u - (y + 0.5) };
        let below = if mode == i32::MIN { -1.0 } else { (y - 0.5) - u };
        [above, below]
    }
}

impl Law for RoundingLaw {
    type Stage = after::Time;
    const MODES: Modes = i32::MIN..=i32::MAX;
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let beyond = self.beyond(view.mode(), signals.get(self.u));
        indicators.copy_from_slice(&beyond.map(|difference| relation_indicator(false, difference)));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let u = signals.get(self.u);
        let has_left = |difference| relation_holds(false, difference, false);
        if event.is_initial || self.beyond(event.mode, u).into_iter().any(has_left) {
            // The cast saturates.
            event.mode = if self.down { u.floor() } else { u.round() } as i32;
        }
    }
}

/// `y = der(u)`, exact: evaluated with scalars that carry time derivatives.
#[derive(Clone, Debug, Binary)]
pub struct DerLaw {
    /// The signal.
    pub u: ScalarIn,
    /// Its derivative.
    pub y: ScalarOut,
}

impl Law for DerLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn reads_derivatives(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, signals.get(self.u).time_derivative());
    }
}

/// Each element of the output is one of the inputs.
#[derive(Clone, Debug, Binary)]
pub struct Selection {
    pub inputs: Vec<SignalIn>,
    pub y: SignalOut,
}

impl Law for Selection {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.iter().copied()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (k, input) in self.inputs.iter().enumerate() {
            signals.set_element(self.y, k, signals.element(*input, 0));
        }
    }
}

/// `y = u[index]`, or another value if the index is out of range. The index changes at events only.
#[derive(Clone, Debug, Binary)]
pub struct Extraction {
    pub u: SignalIn,
    pub index: ScalarIn,
    pub otherwise: Real,
    pub is_allowed: bool,
    pub y: ScalarOut,
}

impl Extraction {
    /// The element with this index, counted from 0; none if the index is out of range.
    fn element<T: Scalar>(&self, signals: &Signals<'_, T>) -> Option<usize> {
        let index = signals.get(self.index).value().round();
        // The cast saturates.
        (index as usize).checked_sub(1).filter(|k| *k < self.u.size)
    }
}

impl Law for Extraction {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u, self.index.into()]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let y = match self.element(signals) {
            Some(k) => signals.element(self.u, k),
            None => view.parameters()[self.otherwise],
        };
        signals.set(self.y, y);
    }

    fn relations(&self) -> usize {
        usize::from(!self.is_allowed)
    }

    fn indicators(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(if self.element(signals).is_some() { 1.0 } else { -1.0 });
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if !self.is_allowed && self.element(signals).is_none() {
            let (index, count) = (signals.get(self.index), self.u.size);
            *event.failure = Some(Failure::Forbidden(format!(
                "index = {index} is not between 1 and {count}, and allowOutOfRange = false forbids that; give a \
                 valid index, or set allowOutOfRange = true"
            )));
        }
    }
}
