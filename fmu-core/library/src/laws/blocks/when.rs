//! Values that change when conditions become true, and values of the iteration before (`when` and `pre` of Modelica).

use super::agreement;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Law, Real, ScalarIn, ScalarOut, SignalIn, Signals, TimeView, after};

/// `y` becomes an element of `u` when the trigger with the same number becomes true, the first one if several do.
#[derive(Clone, Debug, Binary)]
pub struct WhenLaw {
    pub trigger: SignalIn,
    pub u: SignalIn,
    pub y_start: Real,
    /// Number of the element of `u`, from 1, that `y` is at the start; 0 for `y_start`.
    pub initially: usize,
    pub y: ScalarOut,
}

/// Held value: true until the start has settled.
const STARTING: usize = 0;
/// Held value: `y` in the previous iteration of the event.
const OLD: usize = 1;
/// Held value: `y`.
const NEW: usize = 2;
/// First held value of the triggers in the previous iteration, followed by the present ones.
const TRIGGERS: usize = 3;

impl Law for WhenLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().samples([self.trigger, self.u]).writes(self.y)
    }

    fn held(&self) -> usize {
        TRIGGERS + 2 * self.trigger.size
    }

    fn relations(&self) -> usize {
        self.trigger.size
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.held(NEW));
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        for (k, indicator) in indicators.iter_mut().enumerate() {
            let seen = view.held(TRIGGERS + self.trigger.size + k) > 0.5;
            *indicator = agreement((signals.element(self.trigger, k) > 0.5) == seen);
        }
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let count = self.trigger.size;
        if event.is_initial {
            event.held[STARTING] = 1.0;
        }
        for k in 0..count {
            event.held[TRIGGERS + count + k] = f64::from(u8::from(signals.element(self.trigger, k) > 0.5));
        }
        let rising = (0..count).find(|k| event.held[TRIGGERS + count + k] > event.held[TRIGGERS + k]);
        event.held[NEW] = match (event.held[STARTING] == 1.0, rising, self.initially) {
            (true, _, 0) => view.parameters()[self.y_start],
            (true, _, number) => signals.element(self.u, number - 1),
            (false, Some(k), _) => signals.element(self.u, k),
            (false, None, _) => event.held[OLD],
        };
    }

    fn settle(&self, held: &mut [f64]) {
        held[STARTING] = 0.0;
        held[OLD] = held[NEW];
        let (before, now) = held[TRIGGERS..].split_at_mut(self.trigger.size);
        before.copy_from_slice(now);
    }
}

/// `y` is the input in the previous iteration of the event: what it was before the event, and what it is after it.
#[derive(Clone, Debug, Binary)]
pub struct BeforeLaw {
    pub u: ScalarIn,
    pub y_start: Real,
    pub y: ScalarOut,
}

impl Law for BeforeLaw {
    type Stage = after::Time;
    const HELD: usize = 2;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().samples([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.held(0));
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement(signals.get(self.u) == view.held(0)));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if event.is_initial {
            event.held[0] = view.parameters()[self.y_start];
        }
        event.held[1] = signals.get(self.u);
    }

    fn settle(&self, held: &mut [f64]) {
        held[0] = held[1];
    }
}
