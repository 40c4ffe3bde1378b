//! The curves that go with an animation: outputs and states, in the units that they are shown in.

use compiler::authoring::ShownUnits;
use std::collections::HashSet;

use compiler::units::Unit;
use simulation::model::Model;
use simulation::variables::{Causality, DataType, Variable};

use super::run::Recording;
use crate::description::Types;
#[cfg(feature = "system")]
use crate::host::{ModelDescription, ScalarVariable};

/// Most curves of a page.
const MAXIMUM_CURVES: usize = 40;

/// A variable that has a curve.
#[derive(Clone, Debug)]
pub(crate) struct Plotted {
    /// Its place in the catalogue.
    pub index: usize,
    /// Unit that it is shown in.
    pub unit: Option<String>,
    /// Factor and offset from its values to those in `unit`.
    conversion: [f64; 2],
}

/// A curve that goes with an animation.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub name: String,
    pub variable: Plotted,
    /// In the unit of the variable.
    pub values: Vec<f64>,
}

impl Curve {
    /// The values in the unit that it is shown in.
    pub(super) fn shown(&self) -> Vec<f64> {
        let [factor, offset] = self.variable.conversion;
        self.values.iter().map(|value| factor * value + offset).collect()
    }
}

/// Variables with a curve: outputs, then states, each in the display unit of its description in an FMU.
pub(super) fn of_model(model: &Model, shown_units: &ShownUnits) -> Vec<Plotted> {
    let types = Types::new(shown_units);
    let variables = variables(model).into_iter();
    let plotted = |index: usize| {
        let variable = model.catalogue.variables.get(index)?;
        let unit = types.unit(variable);
        let whole = Plotted { index, unit: unit.map(str::to_owned), conversion: [1.0, 0.0] };
        let converted = types.display_unit(&variable).zip(unit).and_then(|(display, unit)| {
            let (factor, offset) = Unit::parse(display).ok()?.from_unit(&Unit::parse(unit).ok()?);
            Some(Plotted { index, unit: Some(display.to_owned()), conversion: [factor, offset] })
        });
        Some(converted.unwrap_or(whole))
    };
    variables.filter_map(plotted).collect()
}

/// The same in the units that an FMU's description says: the model inside it does not know them.
#[cfg(feature = "system")]
pub(super) fn described(plotted: &mut [Plotted], model: &Model, description: &ModelDescription) {
    for plotted in plotted {
        let reference = model.catalogue.reference(plotted.index);
        let name = model.catalogue.variables.get(plotted.index).map(|variable| variable.name);
        let is_it = |variable: &&ScalarVariable| variable.value_reference as usize == reference;
        let named = name.and_then(|name| description.find(name));
        // The FMU may use flat names.
        let Some(variable) = named.or_else(|| description.variables.iter().find(is_it)) else { continue };
        (plotted.unit, plotted.conversion) = match description.display_unit(variable) {
            Some(display) => (Some(display.name.clone()), [display.factor, display.offset]),
            None => (variable.unit.clone(), [1.0, 0.0]),
        };
    }
}

/// A curve of a run.
pub(super) fn curve(model: &Model, recording: &Recording, plotted: &Plotted) -> Curve {
    let name = model.catalogue.variables.get(plotted.index).map(|variable| variable.name.to_owned());
    Curve {
        name: name.unwrap_or_default(),
        variable: plotted.clone(),
        values: (0..recording.times.len()).map(|row| recording.value(row, plotted.index)).collect(),
    }
}

/// Outputs, then states.
fn variables(model: &Model) -> Vec<usize> {
    let catalogue = &model.catalogue;
    let is = |index: usize, what: fn(&Variable<'_>) -> bool| catalogue.variables.get(index).is_some_and(|v| what(&v));
    let mut chosen: Vec<usize> =
        (0..catalogue.variables.len()).filter(|&index| is(index, |v| v.causality == Causality::Output)).collect();
    // An output that is a state is shown once.
    let outputs: HashSet<usize> = chosen.iter().map(|&output| catalogue.reference(output)).collect();
    chosen.extend(catalogue.states.iter().filter(|&&state| !outputs.contains(&catalogue.reference(state))));
    chosen.retain(|&index| is(index, |v| matches!(v.data_type, DataType::Real { .. })));
    chosen.truncate(MAXIMUM_CURVES);
    chosen
}
