//! The law of resets of an integrator.

use super::super::{boolean_input, input};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{
    Contact, Discrete, Event, Jump, Law, ModeName, Real, ScalarIn, SignalIn, Signals, StateId, TimeView, after,
    truth_name,
};
use serde::{Deserialize, Serialize};

/// use_reset
pub(super) const USE_RESET: Parameter = boolean("use_reset", false, "The reset port is enabled");
/// use_set
pub(super) const USE_SET: Parameter =
    boolean("use_set", false, "The set port is enabled, and sets the value of a reset")
        .only_if(&[("use_reset", "true")]);
/// reset
pub(super) const RESET: Connector =
    Connector { description: "The output is reset where this becomes true", ..boolean_input("reset") }
        .when("use_reset");
/// set
pub(super) const SET: Connector = Connector { description: "Value of a reset, instead of y_start", ..input("set") }
    .when_all(&["use_reset", "use_set"]);

/// The state jumps where an input becomes true. Mode 1 where it is true.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResetLaw {
    state: StateId,
    reset: ScalarIn,
    set: Option<ScalarIn>,
    start: Real,
    /// Upper and lower one.
    limits: Option<[Real; 2]>,
}

impl ResetLaw {
    /// Registers the law of `e`, if it has the port.
    pub(super) fn build(e: &mut Element<'_>, state: StateId, limits: Option<[&str; 2]>) {
        if e.boolean("use_reset") {
            let set = e.boolean("use_set").then(|| e.scalar_input("set"));
            let (reset, start) = (e.scalar_input("reset"), e.real("y_start"));
            let limits = limits.map(|limits| limits.map(|name| e.real(name)));
            e.add_law(Self { state, reset, set, start, limits });
        }
    }
}

impl Law for ResetLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        std::iter::once(self.reset).chain(self.set).map(SignalIn::from).collect()
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::State(self.state)]
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, _signals: &mut Signals<'_, T>) {}

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || mode == 1
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        truth_name(discrete.mode == 1)
    }

    fn relations(&self) -> usize {
        1
    }

    /// The input changes at events only, but where a host sets it, this asks for one.
    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let agrees = (signals.get(self.reset) > 0.5) == (view.mode() == 1);
        indicators.fill(if agrees { 1.0 } else { -1.0 });
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let (p, is_true) = (view.parameters(), signals.get(self.reset) > 0.5);
        if is_true && event.mode == 0 && !event.is_initial {
            let value = self.set.map_or_else(|| p[self.start], |set| signals.get(set));
            let value = self.limits.map_or(value, |[upper, lower]| value.min(p[upper]).max(p[lower]));
            event.jumps.push(Jump::State(self.state, value));
        }
        event.mode = i32::from(is_true);
    }
}
