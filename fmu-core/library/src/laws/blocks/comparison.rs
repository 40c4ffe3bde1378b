//! Comparisons of signals.

use super::truth;
use crate::laws::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, relation_holds,
    relation_indicator, truth_name,
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
