//! Parameters of the model.

use super::super::collected::ParameterOrigin;
use super::attributes::is_solved;
use super::content::{Content, Owner};
use super::maker::Maker;
use crate::mechanism::Shape;
use crate::model_file::{Expression, ModelFile, ModelParameter, Value, split_subscripts};
use std::collections::HashSet;

impl Maker<'_> {
    /// Model parameters, each after those that its expression names, because an expression decides the shape.
    pub(super) fn model_parameters(&mut self, file: &ModelFile) {
        let mut waiting: Vec<&ModelParameter> = file.parameters.iter().collect();
        while !waiting.is_empty() {
            let names: HashSet<&str> = waiting.iter().map(|p| p.name.value.as_str()).collect();
            let (later, ready): (Vec<_>, Vec<_>) =
                waiting.iter().copied().partition(|p| names_any(&p.value.value, &names));
            let (now, rest) = if ready.is_empty() { (later, Vec::new()) } else { (ready, later) };
            for parameter in now {
                self.model_parameter(parameter);
            }
            waiting = rest;
        }
    }

    fn model_parameter(&mut self, parameter: &ModelParameter) {
        let name = parameter.name.value.clone();
        let span = Some(parameter.value.span.clone());
        if let Some(entries) = is_solved(&parameter.value.value) {
            self.solved_model_parameter(parameter, entries);
            return;
        }
        // What was refused keeps its name, so that expressions that name it are not refused too.
        let content = self.content(Owner::Model(&name), &parameter.value, None);
        let (shape, content) = content.unwrap_or((Shape::Scalar, Content::Zero));
        let first = self.push_parameter(name.clone(), shape, span, ParameterOrigin::Model, content);
        self.describe_model_parameter(first, parameter);
    }

    /// Unit, description and limits of the model parameter at `index`.
    pub(super) fn describe_model_parameter(&mut self, index: usize, parameter: &ModelParameter) {
        let entry = &mut self.out.parameters[index];
        entry.description = parameter.description.clone().unwrap_or_default();
        entry.unit = parameter.unit.as_ref().map(|u| u.value.clone());
        for slot in &mut self.out.slots[entry.first..][..entry.shape.size()] {
            (slot.min, slot.max) = (parameter.min, parameter.max);
        }
    }
}

/// True when an expression in the value names one of `names`.
fn names_any(value: &Value, names: &HashSet<&str>) -> bool {
    match value {
        Value::String(text) => Expression::parse(text).is_ok_and(|e| {
            e.references()
                .into_iter()
                .any(|r| names.contains(r) || split_subscripts(r).is_some_and(|(base, _)| names.contains(base)))
        }),
        Value::Array(elements) => elements.iter().any(|e| names_any(&e.value, names)),
        _ => false,
    }
}
