//! Outputs declared in the model file.

use super::super::problems::Problems;
use super::maker::Maker;
use crate::elements::elements_of;
use crate::model_file::{LibraryProblem, PublicName, Target};
use crate::units::derivative_unit;
use simulation::variables::{Causality, DataType, Initial, Variability, VariableAttributes};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A variable that a target names: its subscript, its index unless it is a derivative, its attributes.
type Called = (String, Option<usize>, VariableAttributes);

impl Maker<'_> {
    pub(super) fn public_outputs(&mut self, problems: &mut Problems) {
        let own = self.out.variables.len();
        // New names of existing outputs; they are applied after all targets have been looked up by the old names.
        let mut renamed: BTreeMap<usize, (String, VariableAttributes)> = BTreeMap::new();
        for public in &self.context.file.outputs {
            if problems.is_full() {
                break;
            }
            if let Target::Expression(expression) = &public.target.value {
                self.expression_output(public, expression, problems);
                continue;
            }
            if self.is_itself(public) {
                if !public.is_protected {
                    self.output_itself(public);
                }
                continue;
            }
            let targets = self.output_targets(&public.target.value);
            if targets.is_empty() {
                self.unknown_output(public, problems);
            }
            // An array of one element may have the name of an element.
            let is_element = targets.len() == 1 && public.name.value.ends_with(']');
            for (subscript, index, mut output) in targets {
                let subscript = if is_element { "" } else { subscript.as_str() };
                let name = format!("{}{subscript}", public.name.value);
                if !self.check_free_name("outputs", public, &name, problems) {
                    continue;
                }
                describe(public, &mut output);
                match index {
                    Some(index)
                        if index < own
                            && output.causality == Causality::Output
                            && !public.is_protected
                            && !renamed.contains_key(&index) =>
                    {
                        renamed.insert(index, (name, output));
                    }
                    _ => drop(self.output(&name, output, public)),
                }
            }
        }
        for (index, (name, variable)) in renamed {
            self.out.variables.set(index, variable);
            self.out.variables.rename(index, &name);
            self.enter(index);
        }
    }

    /// Returns true for an output that is the model variable of the same name.
    fn is_itself(&self, public: &PublicName) -> bool {
        let name = &public.name.value;
        public.target.value.is_variable(name)
            && self.context.file.variables.iter().any(|variable| variable.name.value == *name)
    }

    /// Makes the model's variable with the name of the output an output.
    fn output_itself(&mut self, public: &PublicName) {
        for index in self.own_variables(&public.name.value) {
            self.out.variables.change(index, |variable| {
                variable.causality = Causality::Output;
                describe(public, variable);
            });
        }
    }

    /// Adds an output, or a local variable for a protected one.
    pub(super) fn output(&mut self, name: &str, mut v: VariableAttributes, public: &PublicName) -> usize {
        let causality = if public.is_protected { Causality::Local } else { Causality::Output };
        // Booleans and integers change at events only.
        let is_real = matches!(v.data_type, DataType::Real { .. });
        let variability = if is_real { Variability::Continuous } else { Variability::Discrete };
        (v.causality, v.variability, v.initial) = (causality, variability, Some(Initial::Calculated));
        (v.start, v.target, v.derivative_of) = (None, None, None);
        self.push(&[name], v)
    }

    /// The variables of a target: one, or the elements of an array with their subscripts; or their derivatives.
    fn output_targets(&self, target: &Target) -> Vec<Called> {
        match target {
            Target::Variable(name) => self.variables_called(name),
            Target::Derivative(name) => {
                let derivative = |(subscript, _, mut variable): Called| {
                    let DataType::Real { unit, .. } = &mut variable.data_type else { return None };
                    *unit = unit.as_deref().and_then(derivative_unit).map(Cow::Borrowed);
                    variable.source = variable.source.derivative()?;
                    Some((subscript, None, variable))
                };
                self.variables_called(name).into_iter().filter_map(derivative).collect()
            }
            Target::Expression(_) => Vec::new(),
        }
    }

    /// The variable called `target`, or the elements of the array, with their subscripts.
    fn variables_called(&self, target: &str) -> Vec<Called> {
        let elements = elements_of(target, |name| self.find(name)).map_or_else(Vec::new, |(_, elements)| elements);
        let elements = elements.into_iter().map(|index| (index, self.out.variables.at(index)));
        elements.map(|(index, v)| (v.name[target.len()..].to_owned(), Some(index), v.attributes())).collect()
    }

    fn unknown_output(&self, public: &PublicName, problems: &mut Problems) {
        let (name, target) = (public.name.value.clone(), public.target.value.to_string());
        let nearest = problems.nearest(&target, self.out.variables.iter().map(|v| v.name));
        let (section, known) = ("outputs", Box::default());
        let expected = "variable of the model, nor the derivative of one that has it";
        let problem = LibraryProblem::UnknownTarget { section, name, target, expected, nearest, known };
        problems.add(Some(&public.target.span), problem);
    }

    /// Applies the entries of `[variables]` to the variables of the model.
    pub(super) fn variables(&mut self) {
        for entry in &self.context.file.variables {
            for index in self.own_variables(&entry.name.value) {
                self.out.variables.change(index, |variable| {
                    variable.description = Cow::Owned(entry.target.value.to_string());
                    describe(entry, variable);
                });
            }
        }
    }

    /// Catalogue indices of an entry of `[variables]`, or of its elements.
    fn own_variables(&self, name: &str) -> Vec<usize> {
        match self.context.collected.vectors.get(name) {
            Some(size) => (1..=*size).filter_map(|k| self.find(&format!("{name}[{k}]"))).collect(),
            None => self.find(name).into_iter().collect(),
        }
    }
}

/// Sets the description of a public name, and its unit if the variable has none. Units are checked where they are read
/// ([`crate::authoring`]).
pub(super) fn describe(public: &PublicName, variable: &mut VariableAttributes) {
    if let Some(description) = &public.description {
        variable.description = Cow::Owned(description.clone());
    }
    if let (Some(given), DataType::Real { unit: unit @ None, .. }) = (&public.unit, &mut variable.data_type) {
        *unit = Some(Cow::Owned(given.value.clone()));
    }
}
