//! Switches with hysteresis.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals, TimeView,
    after, relation_holds, relation_indicator, truth_name,
};

/// The limits at which a switch turns on and off.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Limits {
    /// Switches on above the second parameter, off below the first.
    Fixed([Real; 2]),
    /// Switches on below a reference minus half the bandwidth, off above it plus half the bandwidth.
    Around(ScalarIn, Real),
}

/// Keeps `y` between two limits. Mode 1 if it is true.
#[derive(Clone, Debug, Binary)]
pub struct HysteresisLaw {
    pub u: ScalarIn,
    pub limits: Limits,
    /// The value before the start.
    pub before: bool,
    pub y: ScalarOut,
}

impl HysteresisLaw {
    /// Positive if it switches on, and if it stays on.
    fn differences(&self, p: Parameters<'_, f64>, signals: &Signals<'_, f64>) -> [f64; 2] {
        let u = signals.get(self.u);
        match self.limits {
            Limits::Fixed([low, high]) => [u - p[high], u - p[low]],
            Limits::Around(reference, bandwidth) => {
                let (below, half) = (signals.get(reference) - u, 0.5 * p[bandwidth]);
                [below - half, below + half]
            }
        }
    }
}

impl Law for HysteresisLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        let reference = if let Limits::Around(reference, _) = self.limits { Some(reference) } else { None };
        Connections::default().reads([self.u]).reads(reference).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        truth_name(discrete.mode == 1)
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let ([on, stays], is_on) = (self.differences(view.parameters(), signals), view.mode() == 1);
        indicators[0] = relation_indicator(is_on, if is_on { stays } else { on });
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let [on, stays] = self.differences(view.parameters(), signals);
        let is_on = if event.is_initial { self.before } else { event.mode == 1 };
        event.mode = i32::from(match (event.is_initial, is_on) {
            (true, true) => stays >= 0.0,
            (true, false) => on > 0.0,
            (false, true) => relation_holds(true, stays, false),
            (false, false) => relation_holds(false, on, false),
        });
    }
}
