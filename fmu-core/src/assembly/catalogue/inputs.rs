//! FMI inputs.

use super::super::problems::Problems;
use super::maker::Maker;
use crate::library::{ConnectorHandle, PrescribedLevel};
use crate::mechanism::{SignalIn, Source};
use crate::model_file::{LibraryProblem, PublicName, Value as Model};
use crate::variables::{Causality, DataType, Target, Value, Variability};
use std::collections::HashMap;

/// What the description of an input says that a joint follows exactly.
const EXACT: &str = "followed exactly: held between communication points it gives no speed and no acceleration; set its derivatives, \
                     or use exact = false, or Move with position, speed and acceleration";
/// The same for a speed.
const EXACT_SPEED: &str = "followed exactly: held between communication points it gives no acceleration, and the speed jumps there; set \
                           its derivatives, or use exact = false";

/// An element of an input that has a public name.
struct PublicInput<'f> {
    entry: &'f PublicName,
    name: String,
    start: f64,
}

/// Start values for as many elements.
fn starts(public: &PublicName, count: usize, problems: &mut Problems) -> Vec<f64> {
    let Some(start) = &public.start else { return vec![0.0; count] };
    let number = |value: &Model| if let Model::Number(x) = value { Some(*x) } else { None };
    let numbers: Option<Vec<f64>> = match &start.value {
        Model::Array(elements) => elements.iter().map(|element| number(&element.value)).collect(),
        value => number(value).map(|x| vec![x; count.min(1)]),
    };
    match numbers {
        Some(numbers) if numbers.len() == count => numbers,
        numbers => {
            let found = numbers.map_or("no number".to_owned(), |numbers| format!("{} numbers", numbers.len()));
            let expected = if count == 1 { "a number".to_owned() } else { format!("an array of {count} numbers") };
            let name = public.name.value.clone();
            problems.add(Some(&start.span), LibraryProblem::PublicStart { name, found, expected });
            vec![0.0; count]
        }
    }
}

impl Maker<'_> {
    /// FMI inputs: signal inputs that nothing drives, under their public names where they have some.
    pub(super) fn inputs(&mut self, problems: &mut Problems) {
        let mut public: HashMap<usize, PublicInput<'_>> = HashMap::new();
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
            let exact = elements.iter().find_map(|element| self.followed_exactly(*element));
            let variable = &mut self.out.variables[index];
            variable.causality = Causality::Input;
            variable.initial = None;
            variable.start = Some(Value::Real(renamed.map_or(0.0, |public| public.start)));
            variable.target = Some(Target::Input(input));
            if self.context.collected.is_boolean_input(*element) {
                (variable.data_type, variable.variability) = (DataType::Boolean, Variability::Discrete);
                let is_true = renamed.is_some_and(|public| public.start != 0.0);
                variable.start = Some(Value::Boolean(is_true));
            }
            variable.source = Source::Input(input);
            if let Some(exact) = exact {
                variable.description = format!("{}; {exact}", variable.description).into();
            }
            if let Some(public) = renamed {
                variable.name.clone_from(&public.name);
                let mut described = variable.clone();
                self.describe(public.entry, &mut described);
                self.out.variables[index] = described;
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

    /// What the description says where a joint follows the input with its derivatives.
    fn followed_exactly(&self, element: usize) -> Option<&'static str> {
        let mut exact = self.context.collected.elements.prescribed_flanges.iter().filter(|flange| flange.exact);
        let is_it = |r: SignalIn| (r.first..r.first + r.size).contains(&element);
        let found = exact.find(|flange| flange.reference.is_some_and(is_it))?;
        Some(if found.level == PrescribedLevel::Speed { EXACT_SPEED } else { EXACT })
    }

    fn public_input<'f>(
        &mut self,
        public: &'f PublicName,
        names: &mut HashMap<usize, PublicInput<'f>>,
        problems: &mut Problems,
    ) {
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
        let starts = starts(public, found.len(), problems);
        for ((element, name), start) in found.into_iter().zip(starts) {
            self.check_free_name("inputs", public, &name, problems);
            names.insert(element, PublicInput { entry: public, name, start });
        }
    }
}
