//! Signals passed on, replicated, joined, split and chosen.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Event, Failure, Law, Real, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after,
};

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
            let value = signals.element(*input, 0);
            signals.set_element(self.y, k, value);
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
