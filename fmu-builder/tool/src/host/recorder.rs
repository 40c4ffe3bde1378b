//! The values that a simulation records.

use simulation::variables::{Causality, Variability};

use super::description::{DisplayUnit, Kind, ModelDescription};
use super::error::{HostError, SimulationError};
use super::instance::Instance;
use super::settings;

/// A recorded variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name of the variable.
    pub name: String,
    /// Unit.
    pub unit: Option<String>,
    /// Unit for display.
    pub display: Option<DisplayUnit>,
    /// Description of the variable.
    pub description: Option<String>,
    kind: Kind,
    value_reference: u32,
}

/// Reads the columns, one call for each type.
#[derive(Clone)]
pub(super) struct Recorder {
    pub(super) columns: Vec<Column>,
    reals: Group<f64>,
    integers: Group<i32>,
    booleans: Group<i32>,
    pub(super) row: Vec<f64>,
}

/// Columns of one type: their places in the row, value references and values.
#[derive(Clone, Default)]
struct Group<T> {
    places: Vec<usize>,
    references: Vec<u32>,
    values: Vec<T>,
}

impl<T: Clone + Default> Group<T> {
    fn new(columns: &[Column], kinds: &[Kind]) -> Self {
        let members = || columns.iter().enumerate().filter(|(_, column)| kinds.contains(&column.kind));
        let references: Vec<u32> = members().map(|(_, column)| column.value_reference).collect();
        Self {
            places: members().map(|(place, _)| place).collect(),
            values: vec![T::default(); references.len()],
            references,
        }
    }

    fn scatter(&self, row: &mut [f64])
    where
        T: Copy + Into<f64>,
    {
        for (&place, &value) in self.places.iter().zip(&self.values) {
            if let Some(slot) = row.get_mut(place) {
                *slot = value.into();
            }
        }
    }
}

impl Recorder {
    pub(super) fn new(description: &ModelDescription, names: Option<&[String]>) -> Result<Self, SimulationError> {
        let columns = match names {
            Some(names) => named_columns(description, names)?,
            None => default_columns(description),
        };
        Ok(Self {
            reals: Group::new(&columns, &[Kind::Real]),
            integers: Group::new(&columns, &[Kind::Integer, Kind::Enumeration]),
            booleans: Group::new(&columns, &[Kind::Boolean]),
            row: vec![0.0; columns.len()],
            columns,
        })
    }

    /// The first column whose value is not finite.
    pub(super) fn not_finite(&self) -> Option<(&Column, &f64)> {
        self.columns.iter().zip(&self.row).find(|(_, value)| !value.is_finite())
    }

    /// Fills the row.
    pub(super) fn read(&mut self, instance: &Instance) -> Result<(), HostError> {
        if !self.reals.references.is_empty() {
            instance.get_real(&self.reals.references, &mut self.reals.values)?;
            self.reals.scatter(&mut self.row);
        }
        if !self.integers.references.is_empty() {
            instance.get_integer(&self.integers.references, &mut self.integers.values)?;
            self.integers.scatter(&mut self.row);
        }
        if !self.booleans.references.is_empty() {
            instance.get_boolean(&self.booleans.references, &mut self.booleans.values)?;
            self.booleans.scatter(&mut self.row);
        }
        Ok(())
    }
}

fn column(description: &ModelDescription, index: usize) -> Option<Column> {
    let variable = description.variables.get(index)?;
    Some(Column {
        name: variable.name.clone(),
        unit: variable.unit.clone(),
        display: description.display_unit(variable).cloned(),
        description: variable.description.clone(),
        kind: variable.kind,
        value_reference: variable.value_reference,
    })
}

fn named_columns(description: &ModelDescription, names: &[String]) -> Result<Vec<Column>, SimulationError> {
    names
        .iter()
        .map(|name| {
            let index = description.find(name).ok_or_else(|| settings::unknown(description, name))?;
            let column = column(description, index).ok_or_else(|| settings::unknown(description, name))?;
            if matches!(column.kind, Kind::String | Kind::Other) {
                Err(SimulationError::Text(name.clone()))
            } else {
                Ok(column)
            }
        })
        .collect()
}

/// Outputs; states if there are none; else everything that varies.
fn default_columns(description: &ModelDescription) -> Vec<Column> {
    let indices = |wanted: &dyn Fn(usize) -> bool| -> Vec<Column> {
        let chosen = (0..description.variables.len()).filter(|&index| wanted(index));
        chosen
            .filter_map(|i| column(description, i))
            .filter(|column| !matches!(column.kind, Kind::String | Kind::Other))
            .collect()
    };
    let causality = |index: usize| description.variables.get(index).map(|variable| variable.causality);
    let outputs = indices(&|index| causality(index) == Some(Causality::Output));
    if !outputs.is_empty() {
        return outputs;
    }
    let states: Vec<usize> = description.variables.iter().filter_map(|variable| variable.derivative).collect();
    if !states.is_empty() {
        return indices(&|index| states.contains(&index));
    }
    indices(&|index| {
        let variable = description.variables.get(index);
        variable.is_some_and(|variable| {
            variable.causality == Causality::Local
                && matches!(variable.variability, Variability::Continuous | Variability::Discrete)
        })
    })
}
