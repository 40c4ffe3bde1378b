//! The words of modelDescription.xml for causality, variability and initial (FMI 2.0.5, 2.2.7).

use simulation::variables::{Causality, Initial, Variability};

const CAUSALITIES: [(Causality, &str); 6] = [
    (Causality::Parameter, "parameter"),
    (Causality::CalculatedParameter, "calculatedParameter"),
    (Causality::Input, "input"),
    (Causality::Output, "output"),
    (Causality::Local, "local"),
    (Causality::Independent, "independent"),
];

const VARIABILITIES: [(Variability, &str); 5] = [
    (Variability::Constant, "constant"),
    (Variability::Fixed, "fixed"),
    (Variability::Tunable, "tunable"),
    (Variability::Discrete, "discrete"),
    (Variability::Continuous, "continuous"),
];

const INITIALS: [(Initial, &str); 3] =
    [(Initial::Exact, "exact"), (Initial::Approx, "approx"), (Initial::Calculated, "calculated")];

/// A value of one of the attributes.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// All values with their words.
    const WORDS: &'static [(Self, &'static str)];

    /// The word for the value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(value, _)| *value == self).map(|(_, word)| *word).unwrap_or_default()
    }

    /// The value of a word.
    fn from_word(text: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, word)| *word == text).map(|(value, _)| *value)
    }
}

impl Word for Causality {
    const WORDS: &'static [(Self, &'static str)] = &CAUSALITIES;
}

impl Word for Variability {
    const WORDS: &'static [(Self, &'static str)] = &VARIABILITIES;
}

impl Word for Initial {
    const WORDS: &'static [(Self, &'static str)] = &INITIALS;
}
