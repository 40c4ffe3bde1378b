//! Selects the variables of the catalogue that the FMU lists.

use simulation::variables::{Catalogue, Causality};

/// Most variables that are all shown when nothing else is asked for; hosts get slow beyond.
const AUTOMATIC_LIMIT: usize = 2000;

/// The variables of a model that modelDescription.xml lists. The value references do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expose {
    /// All variables up to 2000, the interface above; without what the model protects, and parameters that decide nothing but pictures.
    #[default]
    Auto,
    /// `time`, inputs, outputs, parameters that can be set, continuous states and their derivatives; without what the model protects, and
    /// parameters that decide nothing but pictures.
    Interface,
    /// All variables.
    All,
}

impl Expose {
    /// Catalogue indices of the variables shown, ascending; `hidden` are those that are shown only where all are.
    pub fn select(self, catalogue: &Catalogue, hidden: &[usize]) -> Vec<usize> {
        let count = catalogue.variables.len();
        let mut shown = match self {
            Self::All => return (0..count).collect(),
            Self::Auto if count <= AUTOMATIC_LIMIT => (0..count).collect(),
            Self::Auto | Self::Interface => interface(catalogue),
        };
        shown.retain(|index| hidden.binary_search(index).is_err());
        shown
    }
}

fn interface(catalogue: &Catalogue) -> Vec<usize> {
    let is_inner = |causality| matches!(causality, Causality::Local | Causality::CalculatedParameter);
    let mut shown: Vec<bool> = catalogue.variables.iter().map(|v| !is_inner(v.causality)).collect();
    for &index in catalogue.states.iter().chain(&catalogue.derivatives) {
        if let Some(flag) = shown.get_mut(index) {
            *flag = true;
        }
    }
    shown.iter().enumerate().filter_map(|(index, &shown)| shown.then_some(index)).collect()
}
