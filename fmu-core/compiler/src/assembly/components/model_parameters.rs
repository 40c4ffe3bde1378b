//! Parameters of the model.

use super::super::collected::ParameterOrigin;
use super::attributes::{Subject, attribute, is_solved};
use super::content::{Content, Owner};
use super::maker::Maker;
use crate::model_file::{ModelFile, ModelParameter, Spanned, Value, split_subscripts};
use mechanism::Shape;
use mechanism::hashed::{HashMap, HashSet};

impl Maker<'_> {
    /// Model parameters, each after those in its expression, because an expression determines the shape.
    pub(super) fn model_parameters(&mut self, file: &ModelFile) {
        for number in order(file) {
            self.model_parameter(&file.parameters[number]);
        }
    }

    /// Finds the shapes of the model parameters, which components need before these are laid out.
    pub(super) fn model_shapes(&mut self, file: &ModelFile) {
        for number in order(file) {
            let ModelParameter { name, value, .. } = &file.parameters[number];
            let start = is_solved(&value.value).and_then(|entries| attribute(entries, "start"));
            let shape = self.shape_of(&start.unwrap_or(value).value);
            self.model_shapes.insert(name.value.clone(), shape);
        }
    }

    fn model_parameter(&mut self, parameter: &ModelParameter) {
        let (first, name) = (self.out.parameters.len(), parameter.name.value.clone());
        let origin = ParameterOrigin::Model {
            description: parameter.description.clone().unwrap_or_default(),
            unit: parameter.unit.as_ref().map(|u| u.value.clone()),
        };
        let index = if let Some(entries) = is_solved(&parameter.value.value) {
            // The guess decides the shape.
            let shape = attribute(entries, "start").map_or(Shape::Scalar, |start| self.shape_of(&start.value));
            let subject = Subject { owner: &parameter.name.value, name: "model parameter", shape };
            self.solved_parameter(name, subject, origin, &parameter.value.span, entries)
        } else {
            // A refused parameter keeps its name, so that expressions with this name cause no further errors.
            let content = self.content(Owner::Model(&name), &parameter.value, None);
            let (shape, content) = content.unwrap_or((Shape::Scalar, Content::Zero));
            self.push_parameter(name, shape, Some(parameter.value.span.clone()), origin, content)
        };
        let entries = self.out.parameters.iter().enumerate().skip(first);
        self.out.model_parameters.extend(entries.map(|(index, entry)| (entry.name.to_string(), index)));
        let entry = &self.out.parameters[index];
        let limit = |limit: &Option<Spanned<Value>>| limit.as_ref().and_then(|limit| limit.value.number());
        for slot in &mut self.out.slots[entry.first..][..entry.shape.size()] {
            slot.limit(limit(&parameter.min), limit(&parameter.max));
        }
    }
}

/// Sorts the model parameters so that each comes after those in its expression.
fn order(file: &ModelFile) -> Vec<usize> {
    let numbers: HashMap<&str, usize> =
        file.parameters.iter().enumerate().map(|(number, p)| (p.name.value.as_str(), number)).collect();
    let number = |name: &str| numbers.get(name).copied();
    let base = |name: &str| split_subscripts(name).and_then(|(base, _)| number(base));
    let named = |parameter: &ModelParameter| {
        let names = parameter.value.value.references().into_iter();
        names.flat_map(|name| [number(name), base(name)]).flatten().collect()
    };
    in_rounds(&file.parameters.iter().map(named).collect::<Vec<_>>())
}

/// Returns true if an expression in the value contains `wanted` or an element of it.
pub(super) fn names(value: &Value, wanted: &str) -> bool {
    let base = |name: &str| split_subscripts(name).map_or(name, |(base, _)| base) == wanted;
    value.references().into_iter().any(base)
}

/// Sorts numbers so that each comes after those that it depends on. Each round appends those that depend on numbers of
/// earlier rounds only, in ascending order; cycles and their dependents come last.
fn in_rounds(named: &[HashSet<usize>]) -> Vec<usize> {
    let mut naming = vec![Vec::new(); named.len()];
    for (number, others) in named.iter().enumerate() {
        others.iter().for_each(|other| naming[*other].push(number));
    }
    let mut missing: Vec<usize> = named.iter().map(HashSet::len).collect();
    let mut order = Vec::with_capacity(named.len());
    let mut round: Vec<usize> = (0..named.len()).filter(|number| missing[*number] == 0).collect();
    while !round.is_empty() {
        let mut next = Vec::new();
        for later in round.iter().flat_map(|number| &naming[*number]) {
            missing[*later] -= 1;
            if missing[*later] == 0 {
                next.push(*later);
            }
        }
        next.sort_unstable();
        order.append(&mut round);
        round = next;
    }
    order.extend((0..named.len()).filter(|number| missing[*number] > 0));
    order
}
