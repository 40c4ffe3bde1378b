//! Boolean signals that depend on the size of a signal.

use super::{agreement, truth};
use crate::laws::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals, TRUTH_NAMES,
    TimeView, after, relation_holds, relation_indicator, truth_name,
};

/// The relation of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Comparison {
    /// `u > other`
    Greater,
    /// `u >= other`
    GreaterEqual,
    /// `u < other`
    Less,
    /// `u <= other`
    LessEqual,
}

/// Compares an input with another one or a parameter. The mode is 1 if the corresponding strict relation holds: `<=`
/// and `>=` are the negation of one.
#[derive(Clone, Debug, Binary)]
pub struct ComparisonLaw {
    pub u: ScalarIn,
    pub other: Given,
    pub comparison: Comparison,
    pub y: ScalarOut,
}

impl ComparisonLaw {
    /// Positive if the strict relation holds.
    fn difference(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>) -> f64 {
        let difference = signals.get(self.u) - self.other.value(view.parameters(), signals);
        match self.comparison {
            Comparison::Greater | Comparison::LessEqual => difference,
            Comparison::Less | Comparison::GreaterEqual => -difference,
        }
    }

    fn is_opposite(&self) -> bool {
        matches!(self.comparison, Comparison::GreaterEqual | Comparison::LessEqual)
    }
}

impl Law for ComparisonLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).reads(self.other.input()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let holds = (view.mode() == 1) != self.is_opposite();
        signals.set(self.y, truth(holds));
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        truth_name((discrete.mode == 1) != self.is_opposite())
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators[0] = relation_indicator(view.mode() == 1, self.difference(view, signals));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let difference = self.difference(view, signals);
        event.mode = i32::from(relation_holds(event.mode == 1, difference, event.is_initial));
    }
}

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
    const MODE_NAMES: &'static [ModeName] = &TRUTH_NAMES;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        let reference = if let Limits::Around(reference, _) = self.limits { Some(reference) } else { None };
        Connections::default().reads([self.u]).reads(reference).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
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

/// Bit of the mode: the input is negative.
const NEGATIVE: i32 = 1;

/// Bit of the mode: the input was negative in the previous iteration of the event.
const WAS_NEGATIVE: i32 = 2;

/// Bit of the mode: crossings are enabled.
const ENABLED: i32 = 4;

/// `y` is true during the event at which the input becomes negative or ceases to be negative.
#[derive(Clone, Debug, Binary)]
pub struct ZeroCrossingLaw {
    pub u: ScalarIn,
    pub enable: ScalarIn,
    pub y: ScalarOut,
}

impl Law for ZeroCrossingLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=NEGATIVE | WAS_NEGATIVE | ENABLED;
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u, self.enable]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is = |bit: i32| view.mode() & bit != 0;
        let y = is(ENABLED) && signals.get(self.enable).value() > 0.5 && is(NEGATIVE) != is(WAS_NEGATIVE);
        signals.set(self.y, truth(y));
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let state = match (discrete.mode & ENABLED != 0, discrete.mode & NEGATIVE != 0) {
            (false, _) => "disabled",
            (true, false) => "positive",
            (true, true) => "negative",
        };
        Some([state, ""])
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let (mode, is_enabled) = (view.mode(), signals.get(self.enable) > 0.5);
        let crossing = relation_indicator(mode & NEGATIVE != 0, -signals.get(self.u));
        indicators[0] = if is_enabled { crossing } else { 1.0 };
        indicators[1] = agreement(is_enabled == (mode & ENABLED != 0));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let (was_negative, is_enabled) = (event.mode & NEGATIVE != 0, signals.get(self.enable) > 0.5);
        let begins = event.is_initial || event.mode & ENABLED == 0;
        let is_negative = is_enabled && relation_holds(was_negative, -signals.get(self.u), begins);
        // Enabling the block is not a crossing.
        let was_negative = if begins { is_negative } else { was_negative };
        event.mode = i32::from(is_negative) * NEGATIVE
            + i32::from(was_negative) * WAS_NEGATIVE
            + i32::from(is_enabled) * ENABLED;
    }
}
