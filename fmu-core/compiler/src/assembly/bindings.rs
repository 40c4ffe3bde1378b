//! Bindings of parameters to expressions: resolves names, sorts, finds cycles, checks values.

use super::collected::{Collected, ParameterEntry, ParameterOrigin};
use super::problems::Problems;
use crate::model_file::{Diagnostic, LibraryProblem, Place, Problem, splits};
use mechanism::expression::ExpressionProblem;
use mechanism::{Binding, ParameterTable, Reference};
use std::sync::Arc;

/// Resolves the names in all expressions and sorts the parameters.
pub(super) fn resolve(collected: &mut Collected, problems: &mut Problems) -> ParameterTable {
    let entries = collected.parameters.iter();
    let mut bindings: Vec<Option<Binding>> = entries.map(|entry| resolve_entry(entry, collected, problems)).collect();
    let order = sort(&bindings, collected, problems);
    let bindings = order.into_iter().filter_map(|i| bindings[i].take()).collect();
    let solved = std::mem::take(&mut collected.solved);
    ParameterTable { slots: std::mem::take(&mut collected.slots), bindings, solved }
}

fn resolve_entry(entry: &ParameterEntry, collected: &Collected, problems: &mut Problems) -> Option<Binding> {
    let (bound, scope, span) = entry.binding.as_ref()?;
    let span = span.clone().or_else(|| entry.span.clone());
    let mut references = Vec::with_capacity(bound.names.len());
    for (number, name) in bound.names.iter().enumerate() {
        let Some((target, subscripts)) = collected.find_parameter(name, *scope) else {
            if scope.is_none() && collected.is_of_unknown(name) {
                continue;
            }
            let candidates = collected.parameters.iter().filter(|p| !matches!(p.origin, ParameterOrigin::Start));
            let nearest = problems.nearest(name, candidates.map(|p| &*p.name));
            let problem =
                LibraryProblem::UnknownReference { owner: entry.name.to_string(), name: name.to_owned(), nearest };
            problems.add(span.clone().or_else(|| collected.span_of_owner(&entry.name)).as_ref(), problem);
            continue;
        };
        references.push(Reference { name: number, first: target.first, shape: target.shape, subscripts });
    }
    let (name, bound) = (Arc::clone(&entry.name), Arc::clone(bound));
    Some(Binding { name, first: entry.first, shape: entry.shape, bound, references, span })
}

/// Sorts bound parameters so that each comes after those that it depends on; reports cycles.
fn sort(bindings: &[Option<Binding>], collected: &Collected, problems: &mut Problems) -> Vec<usize> {
    let mut owner = vec![usize::MAX; collected.slots.len()];
    for (i, entry) in collected.parameters.iter().enumerate() {
        owner[entry.first..entry.first + entry.shape.size()].fill(i);
    }
    let needs = |i: usize| -> Vec<usize> {
        let references = bindings[i].iter().flat_map(|b| &b.references);
        references.map(|r| owner[r.first]).filter(|j| bindings[*j].is_some()).collect()
    };
    let bound = (0..bindings.len()).filter(|i| bindings[*i].is_some());
    sorted(bound, bindings.len(), &needs, |cycle| {
        let path = cycle.iter().map(|i| collected.parameters[*i].name.to_string()).collect();
        let place = cycle.iter().find_map(|i| bindings[*i].as_ref().and_then(|b| b.span.clone()));
        problems.add(place.as_ref(), LibraryProblem::Cycle { path });
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Depth-first search with an explicit stack: the nodes, of `count`, after those they depend on. Reports cycles.
pub(super) fn sorted(
    nodes: impl Iterator<Item = usize>,
    count: usize,
    needs: &dyn Fn(usize) -> Vec<usize>,
    mut report: impl FnMut(&[usize]),
) -> Vec<usize> {
    let (mut marks, mut order) = (vec![Mark::New; count], Vec::new());
    for start in nodes {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut path: Vec<(usize, Vec<usize>)> = vec![(start, needs(start))];
        while let Some((node, pending)) = path.last_mut() {
            let Some(next) = pending.pop() else {
                marks[*node] = Mark::Done;
                order.push(*node);
                path.pop();
                continue;
            };
            match marks[next] {
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::Open;
                    path.push((next, needs(next)));
                }
                Mark::Open => {
                    let from = path.iter().position(|(n, _)| *n == next).unwrap_or(0);
                    let mut cycle: Vec<usize> = path[from..].iter().map(|(n, _)| *n).collect();
                    cycle.push(next);
                    report(&cycle);
                }
            }
        }
    }
    order
}

/// The model parameter, or the parameter of a component, that is called `name`.
fn place_of(name: &str, collected: &Collected) -> Place {
    match splits(name).find(|(component, _)| collected.component_names.contains_key(*component)) {
        Some((component, path)) => Place::Modifier { component: component.to_owned(), path: path.to_owned() },
        None => Place::Parameter(name.to_owned()),
    }
}

/// Evaluates all parameters and checks their limits; returns the values if the evaluation succeeded.
pub(super) fn check_values(table: &ParameterTable, collected: &Collected, problems: &mut Problems) -> Vec<f64> {
    let mut values: Vec<f64> = table.slots.iter().map(|s| s.value).collect();
    if let Err(error) = table.evaluate_guesses(&mut values) {
        let (index, problem) = *error;
        let binding = &table.bindings[index];
        let problem = match problem {
            // These messages name the parameter.
            ExpressionProblem::NotFinite { .. } | ExpressionProblem::BindingShape { .. } => problem.into(),
            problem => Problem::from(problem).at(place_of(&binding.name, collected)),
        };
        problems.push(Diagnostic { span: binding.span.clone(), problem });
        return values;
    }
    for entry in &collected.parameters {
        let span = || entry.span.clone().or_else(|| collected.span_of_owner(&entry.name));
        let elements = &values[entry.first..][..entry.shape.size()];
        if let ParameterOrigin::Component(parameter) = entry.origin
            && let Some(expected) = parameter.check.and_then(|check| check(elements, entry.shape))
        {
            let (parameter, value) = (entry.name.to_string(), format!("{elements:?}"));
            let expected = expected.to_owned();
            problems.add(span().as_ref(), LibraryProblem::OutOfRange { parameter, value, expected });
        }
        for (slot, value) in table.slots[entry.first..][..entry.shape.size()].iter().zip(&values[entry.first..]) {
            if slot.excludes(*value) {
                problems.add(span().as_ref(), LibraryProblem::out_of_range(&slot.name(), *value, slot.limits()));
            }
        }
    }
    values
}
