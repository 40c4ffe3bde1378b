//! Display units: those that the author of a model has used.

use crate::model_file::{Span, split_subscripts};
use crate::units::Unit;
use mechanism::hashed::HashMap;
use std::collections::BTreeMap;

/// Unit in which a variable is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownUnit {
    /// Unit of its values, for variables that have none of their own.
    pub unit: Unit,
    /// Unit that it is shown in.
    pub display_unit: Unit,
}

/// Limits of a variable that the model gives, in the unit of the variable.
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

/// Units and limits that variables are shown with, by their names.
#[derive(Clone, Debug, Default)]
pub struct ShownUnits {
    units: HashMap<String, ShownUnit>,
    bounds: BTreeMap<String, Bounds>,
}

impl ShownUnits {
    /// The unit that a variable is to be shown in, which may be an element of an array.
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

    /// Removes the nominal value of a variable; returns its place.
    pub(super) fn without_nominal(&mut self, variable: &str) -> Option<Span> {
        let bounds = self.bounds.get_mut(variable)?;
        bounds.nominal.take()?;
        Some(bounds.span.clone())
    }

    /// All limits, with the names of their variables.
    pub(super) fn all_bounds(&self) -> impl Iterator<Item = (&str, &Bounds)> {
        self.bounds.iter().map(|(name, bounds)| (name.as_str(), bounds))
    }

    /// The limits of a variable, to be filled in.
    pub(super) fn bounds_mut(&mut self, variable: String, span: &Span) -> &mut Bounds {
        self.bounds.entry(variable).or_insert_with(|| Bounds { span: span.clone(), ..Bounds::default() })
    }

    /// Sets the display unit of a variable.
    pub(super) fn show(&mut self, variable: String, shown: ShownUnit) {
        self.units.insert(variable, shown);
    }

    /// True without units and limits.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty() && self.bounds.is_empty()
    }
}
