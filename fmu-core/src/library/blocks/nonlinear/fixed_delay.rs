//! Modelica.Blocks.Nonlinear.FixedDelay

use super::super::{Y, first_after, input};
use super::record::{Record, SAMPLES};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{
    Discrete, Event, Failure, Law, Parameters, Real, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after,
};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Nonlinear.FixedDelay",
    description: "Delay block with fixed delay time",
    documentation: documentation!("fixed_delay.md"),
    parameters: &[real("delayTime", "s", "Delay time of output with respect to input signal").min(1e-12)],
    connectors: &[input("u"), Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let (u, delay) = (e.scalar_input("u"), e.real("delayTime"));
    if let Some(y) = e.scalar_output("y") {
        e.add_law(FixedDelayLaw { u, delay, y });
    }
}

/// `y(t) = u(t - T)`, from samples of the input that are taken at time events and at all other events. The output follows from what is
/// held alone, so that loops over it are none.
#[derive(Clone, Debug)]
pub struct FixedDelayLaw {
    u: ScalarIn,
    delay: Real,
    y: ScalarOut,
}

impl Law for FixedDelayLaw {
    type Stage = after::Time;

    fn remembers(&self) -> Vec<SignalIn> {
        vec![self.u.into()]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let time = view.time() - view.parameters()[self.delay];
        let y = Record::at(&|k| view.held(k), time);
        signals.set(self.y, y);
    }

    fn next_event(&self, p: Parameters<'_, f64>, discrete: Discrete<'_>, time: f64) -> Option<f64> {
        let turn = Record::next_node(discrete.held).map(|node| node + p[self.delay]);
        first_after(time, std::iter::once(Record::next_sample(discrete.held)).chain(turn))
    }

    fn held(&self) -> usize {
        Record::SIZE
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let (time, value, delay) = (event.time, signals.get(self.u), event.parameters[self.delay]);
        let mut record = Record::of(event.held);
        if event.is_initial {
            record.start(time, value, delay / SAMPLES);
            return;
        }
        if !record.note(time, value, delay / SAMPLES) {
            *event.failure = Some(Failure::Impossible(
                "its input jumps more often within the delay time than it can hold (40 times); smooth the input, or use several delays in a \
                 row"
                .to_owned(),
            ));
        }
        record.go_on(|node| node + delay <= time, time - delay);
    }
}
