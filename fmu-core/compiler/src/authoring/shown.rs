//! Display units and limits of variables, from the model file.

use crate::model_file::{Span, split_subscripts};
use crate::units::Unit;
use mechanism::hashed::HashMap;
use std::collections::BTreeMap;

/// Display unit of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownUnit {
    /// Unit of its values, for variables without a declared unit.
    pub unit: Unit,
    /// Unit in which it is displayed.
    pub display_unit: Unit,
}

/// Limits of a variable given by the model, in the unit of the variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Smallest value.
    pub min: Option<f64>,
    /// Largest value.
    pub max: Option<f64>,
    /// Nominal value.
    pub nominal: Option<f64>,
    /// Their place in the text.
    pub span: Span,
}

/// Display units and limits of variables by name.
#[derive(Clone, Debug, Default)]
pub struct ShownUnits {
    pub(super) units: HashMap<String, ShownUnit>,
    pub(super) bounds: BTreeMap<String, Bounds>,
}

impl ShownUnits {
    /// The display unit of a variable, which may be an element of an array.
    pub fn find(&self, variable: &str) -> Option<&ShownUnit> {
        if self.units.is_empty() {
            return None;
        }
        let whole = || split_subscripts(variable).and_then(|(base, _)| self.units.get(base));
        self.units.get(variable).or_else(whole)
    }

    /// The limits of a variable, which may be an element of an array.
    pub fn bounds(&self, variable: &str) -> Option<&Bounds> {
        let whole = || split_subscripts(variable).and_then(|(base, _)| self.bounds.get(base));
        self.bounds.get(variable).or_else(whole)
    }

    /// Returns true if there are no units and limits.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty() && self.bounds.is_empty()
    }
}
