//! Warnings of what has no effect.

use super::counts::for_each_string;
use super::indices::names;
use super::problem::SubModelProblem;
use crate::model_file::{Body, Definition, Diagnostic, Expression, Used};
use mechanism::hashed::HashSet;

/// Sub-models of the model's own file and files that are not used, and parameters that nothing in their sub-models uses.
pub(super) fn warnings(top: &Body, models: &[Definition], files: &[Used], used: &HashSet<&str>) -> Vec<Diagnostic> {
    let is_used = |model: &&Definition| used.contains(model.name.value.as_str());
    let mut found = parameters(top, None);
    for model in models.iter().filter(is_used) {
        found.extend(parameters(&model.body, Some(&model.name.value)));
    }
    for model in models.iter().filter(|model| model.file == 0 && !is_used(model)) {
        let problem = SubModelProblem::UnusedModel { model: model.name.value.clone() };
        found.push(Diagnostic::new(model.name.span.clone(), problem.into()));
    }
    for file in files.iter().filter(|file| !file.files.is_empty()) {
        if !models.iter().filter(is_used).any(|model| file.files.contains(&model.file)) {
            let problem = SubModelProblem::UnusedFile { path: file.path.value.clone() };
            found.push(Diagnostic::new(file.path.span.clone(), problem.into()));
        }
    }
    found
}

/// Parameters that no expression, range or index of the model or sub-model names.
fn parameters(body: &Body, model: Option<&str>) -> Vec<Diagnostic> {
    let named = named(body);
    let unused = body.parameters.iter().filter(|parameter| !named.contains(parameter.name.value.as_str()));
    let warning = |parameter: &crate::model_file::ModelParameter| {
        let (model, name) = (model.map(str::to_owned), parameter.name.value.clone());
        let problem = SubModelProblem::UnusedParameter { model, parameter: name };
        Diagnostic::new(parameter.name.span.clone(), problem.into())
    };
    unused.map(warning).collect()
}

/// All that expressions, ranges and indices of a body name.
fn named(body: &Body) -> HashSet<String> {
    let mut found = HashSet::default();
    let mut look = |text: &str| match Expression::parse(text) {
        Ok(expression) => {
            for name in expression.references() {
                let whole = name.split_once('[').map_or(name, |(whole, _)| whole);
                found.extend([name.to_owned(), whole.to_owned()]);
            }
        }
        // With indices that are no numbers, and what is no expression at all.
        Err(_) => found.extend(names(text).map(str::to_owned)),
    };
    for modifier in body.components.iter().flat_map(|component| &component.modifiers) {
        for_each_string(&modifier.value, &mut look);
    }
    for parameter in &body.parameters {
        for_each_string(&parameter.value, &mut look);
    }
    let connections = body.connections.iter();
    let ends =
        connections.flat_map(|written| [Some(&written.pair.from), Some(&written.pair.to), written.indices.as_ref()]);
    ends.flatten()
        .chain(body.connectors.iter().flat_map(|connector| &connector.ends))
        .for_each(|text| look(&text.value));
    body.variables.iter().chain(&body.inputs).chain(&body.outputs).for_each(|public| look(&public.target.value));
    found
}
