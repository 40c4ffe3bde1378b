//! Warnings for settings without effect.

use super::counts::ranges;
use super::indices::{names, names_in_brackets};
use super::problem::SubModelProblem;
use crate::model_file::{Body, Diagnostic, SubModel, Used};
use mechanism::hashed::HashSet;

/// Sub-models of the model's own file and files that are not used, and parameters that nothing in their sub-models uses.
pub(super) fn warnings(top: &Body, models: &[SubModel], files: &[Used], used: &HashSet<&str>) -> Vec<Diagnostic> {
    let is_used = |model: &&SubModel| used.contains(model.name.value.as_str());
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

/// Parameters that are not used in any expression, range or index of the model or sub-model, and inputs that nothing reads.
fn parameters(body: &Body, model: Option<&str>) -> Vec<Diagnostic> {
    let named = named(body);
    let unused = body.parameters.iter().filter(|parameter| !named.contains(parameter.name.value.as_str()));
    let warning = |parameter: &crate::model_file::ModelParameter| {
        let (model, name) = (model.map(str::to_owned), parameter.name.value.clone());
        let problem = SubModelProblem::UnusedParameter { model, parameter: name };
        Diagnostic::new(parameter.name.span.clone(), problem.into())
    };
    let inputs =
        body.inputs.iter().filter(|input| input.is_plain_input() && !named.contains(input.name.value.as_str()));
    let idle = |input: &crate::model_file::PublicName| {
        let problem = SubModelProblem::UnusedInput { input: input.name.value.clone() };
        Diagnostic::new(input.name.span.clone(), problem.into())
    };
    unused.map(warning).chain(inputs.map(idle)).collect()
}

/// All names in expressions, ranges and indices of a body.
fn named(body: &Body) -> HashSet<&str> {
    let mut found: HashSet<&str> = ranges(body).flat_map(names).collect();
    body.for_each_name(&mut |name| {
        let whole = name.split_once('[').map_or(name, |(whole, _)| whole);
        found.extend([name, whole]);
        found.extend(names_in_brackets(name));
    });
    found
}
