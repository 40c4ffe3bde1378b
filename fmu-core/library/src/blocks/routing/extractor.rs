//! Modelica.Blocks.Routing.Extractor

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Failure, Law, Real, ScalarIn, ScalarOut, SignalIn, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static EXTRACTOR: Class = Class {
    name: "Modelica.Blocks.Routing.Extractor",
    description: "Extract a scalar signal out of a signal vector, dependent on an Integer input",
    documentation: documentation!("extractor.md"),
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        boolean("allowOutOfRange", false, "Index may be out of range"),
        real("outOfRangeValue", "", "Output signal if the index is out of range").or(1e10).tunable(),
    ],
    connectors: &[
        inputs("u", SignalSize::Integer("nin")),
        connector("index", ConnectorKind::IntegerInput(1), "", "Number of the input that is put out"),
        Y,
    ],
    ..Class::element(Extraction::build)
};

/// `y = u[index]`, or another value where the index is out of range. The index changes at events only.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Extraction {
    u: SignalIn,
    index: ScalarIn,
    otherwise: Real,
    is_allowed: bool,
    y: ScalarOut,
}

impl Extraction {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let Some(y) = e.scalar_output("y") else { return };
        let (u, index, otherwise) = (e.input("u"), e.scalar_input("index"), e.real("outOfRangeValue"));
        let is_allowed = e.boolean("allowOutOfRange");
        e.add_law(Self { u, index, otherwise, is_allowed, y });
    }

    /// The element with this index, counted from 0; none where the index is out of range.
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
                "index = {index} is none of the inputs 1 to {count}, and allowOutOfRange = false forbids that; give an index that there is, \
                 or set allowOutOfRange = true"
            )));
        }
    }
}
