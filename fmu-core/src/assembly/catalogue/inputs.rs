//! FMI inputs.

use super::super::problems::Problems;
use super::maker::Maker;
use crate::library::ConnectorHandle;
use crate::mechanism::Source;
use crate::model_file::{LibraryProblem, PublicName};
use crate::variables::{Causality, Target, Value};
use std::collections::HashMap;

impl Maker<'_> {
    /// FMI inputs: signal inputs that nothing drives, under their public names where they have some.
    pub(super) fn inputs(&mut self, problems: &mut Problems) {
        let mut public: HashMap<usize, String> = HashMap::new();
        for name in &self.context.file.inputs {
            if problems.is_full() {
                break;
            }
            self.public_input(name, &mut public, problems);
        }
        let first_signal = self.context.collected.signal_outputs;
        for (input, elements) in self.context.sets.inputs.iter().enumerate() {
            let Some(element) = elements.first() else { continue };
            let Some(index) = self.input_variable(*element) else { continue };
            let renamed = elements.iter().find_map(|e| public.get(e));
            let variable = &mut self.out.variables[index];
            variable.causality = Causality::Input;
            variable.initial = None;
            variable.start = Some(Value::Real(0.0));
            variable.target = Some(Target::Input(input));
            variable.source = Source::Input(input);
            if let Some(name) = renamed {
                variable.name.clone_from(name);
                self.names.insert(index, &self.out.variables);
            }
            self.out.inputs.push(index);
            debug_assert!(self.context.sets.drivers[*element] == first_signal + input);
        }
    }

    /// Catalogue index of the variable of a signal input's element.
    fn input_variable(&self, element: usize) -> Option<usize> {
        self.find(&self.context.collected.input_name(element))
    }

    /// The elements of the signal input that `target` names, or the one element, with their public names.
    fn input_elements(&self, name: &str, target: &str) -> Vec<(usize, String)> {
        let collected = self.context.collected;
        let input = |name: &str| {
            let connector = &collected.connectors[*collected.connector_names.get(name)?];
            let Some(ConnectorHandle::Input(input)) = &connector.handle else { return None };
            Some((*input, connector.shape()))
        };
        if let Some((input, shape)) = input(target) {
            return (0..input.size).map(|k| (input.first + k, format!("{name}{}", shape.subscript(k)))).collect();
        }
        let element = target.rsplit_once('[').and_then(|(base, _)| {
            let (input, shape) = input(base)?;
            let is_it = |k: &usize| target[base.len()..] == shape.subscript(*k);
            Some((input.first + (0..input.size).find(is_it)?, name.to_owned()))
        });
        element.into_iter().collect()
    }

    fn public_input(&mut self, public: &PublicName, names: &mut HashMap<usize, String>, problems: &mut Problems) {
        let (name, target) = (&public.name.value, &public.target.value);
        let mut found = self.input_elements(name, target);
        let first_input = self.context.collected.signal_outputs;
        found.retain(|(element, _)| self.context.sets.drivers[*element] >= first_input);
        if found.is_empty() {
            let inputs = self
                .context
                .collected
                .connectors
                .iter()
                .filter(|c| matches!(c.handle, Some(ConnectorHandle::Input(_))));
            let nearest = problems.nearest(target, inputs.map(|c| c.name.as_str()));
            let (name, target) = (name.clone(), target.clone());
            let problem = LibraryProblem::UnknownTarget {
                section: "inputs",
                name,
                target,
                expected: "signal input that nothing drives",
                nearest,
            };
            problems.add(Some(&public.target.span), problem);
        }
        for (element, name) in found {
            self.check_free_name("inputs", public, &name, problems);
            names.insert(element, name);
        }
    }
}
