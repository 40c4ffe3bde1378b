//! Outputs that the model file names.

use super::super::problems::{Problems, nearest_name};
use super::maker::Maker;
use super::units::derivative_unit;
use crate::model_file::{LibraryProblem, PublicName};
use crate::variables::{Causality, DataType, Initial, Variability, Variable};

impl Maker<'_> {
    pub(super) fn public_outputs(&mut self, problems: &mut Problems) {
        for public in &self.context.file.outputs {
            let targets = self.output_targets(&public.target.value);
            if targets.is_empty() {
                self.unknown_output(public, problems);
            }
            for (subscript, variable) in targets {
                let name = format!("{}{subscript}", public.name.value);
                if self.check_free_name("outputs", public, &name, problems) {
                    self.push(Variable { name, ..variable }, |v| {
                        (v.causality, v.variability, v.initial) =
                            (Causality::Output, Variability::Continuous, Some(Initial::Calculated));
                        (v.start, v.target, v.derivative_of, v.alias_of) = (None, None, None, None);
                    });
                }
            }
        }
    }

    /// The variables that a target names: one, or the elements of an array with their subscripts; `der(x)` for their derivatives.
    fn output_targets(&self, target: &str) -> Vec<(String, Variable)> {
        if let Some(inner) = target.strip_prefix("der(").and_then(|t| t.strip_suffix(')')) {
            let derivative = |(subscript, mut variable): (String, Variable)| {
                variable.source = variable.source.derivative()?;
                if let DataType::Real { unit, .. } = &mut variable.data_type {
                    *unit = unit.and_then(derivative_unit);
                }
                Some((subscript, variable))
            };
            return self.output_targets(inner).into_iter().filter_map(derivative).collect();
        }
        let is_real = |v: &&Variable| matches!(v.data_type, DataType::Real { .. });
        if let Some(index) = self.names.get(target) {
            return Some(&self.out.variables[*index])
                .filter(is_real)
                .map(|v| (String::new(), v.clone()))
                .into_iter()
                .collect();
        }
        let element = |v: &Variable| {
            let subscript = v.name.strip_prefix(target)?;
            let inner = subscript.strip_prefix('[')?.strip_suffix(']')?;
            inner.bytes().all(|b| b.is_ascii_digit() || b == b',').then(|| (subscript.to_owned(), v.clone()))
        };
        self.out.variables.iter().filter(is_real).filter_map(element).collect()
    }

    fn unknown_output(&self, public: &PublicName, problems: &mut Problems) {
        let nearest = nearest_name(&public.target.value, self.out.variables.iter().map(|v| v.name.as_str()));
        let (name, target) = (public.name.value.clone(), public.target.value.clone());
        let expected = "variable of the model, nor the derivative of one that has it";
        let problem = LibraryProblem::UnknownTarget { section: "outputs", name, target, expected, nearest };
        problems.add(Some(&public.target.span), problem);
    }
}
