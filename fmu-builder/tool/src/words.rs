//! The words of modelDescription.xml for causality, variability and initial (FMI 2.0.5, 2.2.7).

use simulation::variables::{Causality, Initial, Variability};

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
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Parameter, "parameter"),
        (Self::CalculatedParameter, "calculatedParameter"),
        (Self::Input, "input"),
        (Self::Output, "output"),
        (Self::Local, "local"),
        (Self::Independent, "independent"),
    ];
}

impl Word for Variability {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Constant, "constant"),
        (Self::Fixed, "fixed"),
        (Self::Tunable, "tunable"),
        (Self::Discrete, "discrete"),
        (Self::Continuous, "continuous"),
    ];
}

impl Word for Initial {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Exact, "exact"), (Self::Approx, "approx"), (Self::Calculated, "calculated")];
}
