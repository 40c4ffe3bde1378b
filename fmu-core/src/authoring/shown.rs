//! Units that the writer of a model has used, for showing variables in them.

use crate::model_file::split_subscripts;
use crate::units::Unit;
use std::collections::HashMap;

/// How a variable is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownUnit {
    /// Unit of its values, for variables that have none of their own.
    pub unit: Unit,
    /// Unit that it is shown in.
    pub display_unit: Unit,
}

/// Units that variables are shown in, by their names.
#[derive(Clone, Debug, Default)]
pub struct ShownUnits(HashMap<String, ShownUnit>);

impl ShownUnits {
    /// The unit that a variable is to be shown in, which may be an element of an array.
    pub fn find(&self, variable: &str) -> Option<&ShownUnit> {
        let whole = || split_subscripts(variable).and_then(|(base, _)| self.0.get(base));
        self.0.get(variable).or_else(whole)
    }

    /// Says how a variable is to be shown.
    pub(super) fn show(&mut self, variable: String, shown: ShownUnit) {
        self.0.insert(variable, shown);
    }

    /// Whether nothing was said of any variable.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
