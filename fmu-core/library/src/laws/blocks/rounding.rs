//! Rounding to whole numbers.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Event, Law, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, relation_holds, relation_indicator,
};

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
