//! The values that a simulation records.

use simulation::variables::{Causality, Variability};

use super::description::{Kind, ModelDescription, ScalarVariable};
use super::error::{HostError, SimulationError};
use super::instance::Instance;
use crate::settings::Variables;

/// Reads the columns, one call for each type.
#[derive(Clone)]
pub(super) struct Recorder<'a> {
    /// The recorded variables.
    pub(super) columns: Vec<&'a ScalarVariable>,
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
    fn new(columns: &[&ScalarVariable], kinds: &[Kind]) -> Self {
        let members = || columns.iter().enumerate().filter(|(_, column)| kinds.contains(&column.kind));
        let references: Vec<u32> = members().map(|(_, column)| column.value_reference).collect();
        Self {
            places: members().map(|(place, _)| place).collect(),
            values: vec![T::default(); references.len()],
            references,
        }
    }

    /// Reads the values, by a call that there is only if there are any, and puts them into their places.
    fn read(
        &mut self,
        row: &mut [f64],
        get: impl FnOnce(&[u32], &mut [T]) -> Result<(), HostError>,
    ) -> Result<(), HostError>
    where
        T: Copy + Into<f64>,
    {
        if !self.references.is_empty() {
            get(&self.references, &mut self.values)?;
        }
        self.places.iter().zip(&self.values).for_each(|(&place, &value)| row[place] = value.into());
        Ok(())
    }
}

impl<'a> Recorder<'a> {
    pub(super) fn new(description: &'a ModelDescription, names: Option<&[String]>) -> Result<Self, SimulationError> {
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
    pub(super) fn not_finite(&self) -> Option<(&ScalarVariable, &f64)> {
        self.columns.iter().copied().zip(&self.row).find(|(_, value)| !value.is_finite())
    }

    /// Fills the row.
    pub(super) fn read(&mut self, instance: &Instance) -> Result<(), HostError> {
        let Self { reals, integers, booleans, row, .. } = self;
        reals.read(row, |references, values| instance.get_real(references, values))?;
        integers.read(row, |references, values| instance.get_integer(references, values))?;
        booleans.read(row, |references, values| instance.get_boolean(references, values))
    }
}

fn named_columns<'a>(
    description: &'a ModelDescription,
    names: &[String],
) -> Result<Vec<&'a ScalarVariable>, SimulationError> {
    let named = |name: &String| {
        let variable = description.find(name).ok_or_else(|| description.unknown(name))?;
        if variable.kind.is_number() { Ok(variable) } else { Err(SimulationError::Text(name.clone())) }
    };
    names.iter().map(named).collect()
}

/// Outputs; states if there are none; else everything that varies.
fn default_columns(description: &ModelDescription) -> Vec<&ScalarVariable> {
    let columns = |wanted: &dyn Fn(usize, &ScalarVariable) -> bool| -> Vec<&ScalarVariable> {
        let numbers = description.variables.iter().enumerate().filter(|(_, variable)| variable.kind.is_number());
        numbers.filter(|(index, variable)| wanted(*index, variable)).map(|(_, variable)| variable).collect()
    };
    let outputs = columns(&|_, variable| variable.causality == Causality::Output);
    if !outputs.is_empty() {
        return outputs;
    }
    let states: Vec<usize> = description.variables.iter().filter_map(|variable| variable.derivative).collect();
    if !states.is_empty() {
        return columns(&|index, _| states.contains(&index));
    }
    columns(&|_, variable| {
        variable.causality == Causality::Local
            && matches!(variable.variability, Variability::Continuous | Variability::Discrete)
    })
}
