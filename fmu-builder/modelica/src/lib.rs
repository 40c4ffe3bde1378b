//! Reader of Modelica text: models that instantiate library classes are flattened into the netlist of a model file, with places in the
//! text, so that all later errors point there. Component equations are those of the component library; the text of the Modelica Standard
//! Library is not needed. Language: Modelica specification 3.6.
//!
//! Layers, each of which uses only those before it: `syntax` (text to trees), `classes` (found by name), `values` (and operators on them),
//! `instances` (names with their modifiers), `evaluation` (expressions become values, or expressions of the netlist), `instantiation`
//! (classes become instances), `flattening` (instances and equations become the `netlist`). `export` writes models as text.
//!
//! Three things are handed on: the [`Classes`], which all models share, the [`Model`] under construction, and the [`Budget`] of work and memory.

mod budget;
mod classes;
mod evaluation;
mod export;
mod flattening;
mod instances;
mod instantiation;
mod names;
mod netlist;
mod problem;
mod syntax;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use compiler::model_file::{
    Diagnostic, ExperimentKey, ExperimentKind, InvalidModelFile as InvalidModel, ModelFile, PROBLEM_LIMIT, Problem,
    ReadModel, SourceText, Span, Spanned, Value,
};

use crate::budget::Budget;
use crate::classes::Classes;
use crate::classes::entry::{ClassRef, Found};
use crate::evaluation::Evaluator;
use crate::flattening::equations::add_equations;
use crate::flattening::{Around, flatten};
use crate::instances::at_components::told_at_components;
use crate::instances::model::Model;
use crate::instantiation::default_inner::{self, note_default_world};
use crate::instantiation::{initially, instantiate};
use crate::netlist::{Netlist, Pair, key, table, text};
use crate::problem::{Fault, Note, refused};
use crate::syntax::class::setting;
use crate::syntax::{Argument, Class, ClassKind, Modification};
pub use export::modelica_text;

/// Options of reading.
#[derive(Clone, Debug, Default)]
pub struct ModelicaOptions {
    /// Full name of the model; none for the only one of the file.
    pub class: Option<String>,
    /// Folders in which packages are looked for.
    pub paths: Vec<PathBuf>,
    /// True if hosts see all variables: Boolean and Integer variables that nothing reads are there, too.
    pub shows_all: bool,
}

/// Number of communication steps in experiments of Dymola.
const INTERVALS: &str = "NumberOfIntervals";

/// Most rounds of flattening: a structural parameter may make others structural, but never this often.
const ROUND_LIMIT: usize = 20;

/// Reads the model in the file at `path`.
///
/// # Errors
/// All errors of the text.
pub fn read_modelica(path: &Path, options: &ModelicaOptions) -> Result<ReadModel, InvalidModel> {
    let budget = Budget::default();
    let classes = Classes::new(&options.paths, &budget);
    let found = classes.open(path).map_err(|problem| InvalidModel::unread(path, problem))?;
    read(&classes, &found, options)
}

/// Reads the model in a text.
///
/// # Errors
/// All errors of the text.
pub fn read_modelica_text(source: SourceText, options: &ModelicaOptions) -> Result<ReadModel, InvalidModel> {
    let budget = Budget::default();
    let classes = Classes::new(&options.paths, &budget);
    let found = classes.open_text(source);
    read(&classes, &found, options)
}

fn read(classes: &Classes<'_>, found: &[ClassRef], options: &ModelicaOptions) -> Result<ReadModel, InvalidModel> {
    invalid_if_problems(classes)?;
    let told = |problem| invalid(classes, vec![classes.budget.exceeded().unwrap_or(problem)]);
    let entry = chosen(classes, found, options).map_err(told)?;
    let (tree, notes) = flattened(classes, &entry, options.shows_all)?;
    let file = ModelFile::from_tree_of_values(tree).map_err(|diagnostics| invalid(classes, diagnostics))?;
    Ok(ReadModel { file, sources: classes.sources.borrow().clone(), notes })
}

/// The netlist of the model. Flattening is repeated as long as it finds further structural parameters.
fn flattened(
    classes: &Classes<'_>,
    entry: &ClassRef,
    shows_all: bool,
) -> Result<(Spanned<Value>, Vec<Diagnostic>), InvalidModel> {
    let mut structural = BTreeSet::new();
    for _ in 0..ROUND_LIMIT {
        classes.budget.next_round();
        let model = Model::new(structural.clone(), shows_all);
        let evaluator = Evaluator::new(classes, &model, default_inner::put_in);
        let mut netlist = Netlist::default();
        if let Some(root) = classes.told(instantiate(&evaluator, entry, String::new(), None, Vec::new(), None)) {
            default_inner::check_outer(&evaluator);
            initially::give_parameters(&evaluator, start_of(entry));
            flatten(&evaluator, root, &Around::default(), &mut netlist);
            add_equations(&evaluator, &mut netlist);
            leave_out_asserted(&model, &mut netlist);
            put_in_world(&model, &mut netlist, &entry.span());
        }
        told_at_components(classes, &model);
        invalid_if_problems(classes)?;
        let found = model.structural.take();
        if found == structural {
            let span = entry.span();
            let head = head(&model, entry, &span);
            note_default_world(&model, &netlist, &span);
            let notes = model.notes.take();
            return Ok((netlist.tree(head, &span), notes));
        }
        structural = found;
    }
    Err(invalid(classes, vec![Fault::EndlessRounds.without_place()]))
}

/// Parameters that only assertions read have no effect, since assertions of variables are left out.
fn leave_out_asserted(model: &Model, netlist: &mut Netlist) {
    let (used, asserted) = (model.used.borrow(), model.asserted.borrow());
    netlist.parameters.retain(|(name, _)| {
        let is_idle = asserted.contains(&name.value) && !used.contains(&name.value);
        if is_idle {
            model.note(&name.span, Note::OnlyAsserted { value: name.value.to_string() });
        }
        !is_idle
    });
}

/// A model of nothing but visualizers, which are left out, gets a world.
fn put_in_world(model: &Model, netlist: &mut Netlist, span: &Span) {
    if model.lacks_pictures.get() && netlist.components.is_empty() && netlist.variables.is_empty() {
        netlist.add("world", library::world::CLASS.name, [], span);
    }
}

fn invalid_if_problems(classes: &Classes<'_>) -> Result<(), InvalidModel> {
    let mut problems = classes.problems.borrow().clone();
    problems.extend(classes.budget.exceeded());
    if problems.is_empty() { Ok(()) } else { Err(invalid(classes, problems)) }
}

fn invalid(classes: &Classes<'_>, mut diagnostics: Vec<Diagnostic>) -> InvalidModel {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| (span.start, span.end)));
    diagnostics.dedup();
    if diagnostics.len() > PROBLEM_LIMIT {
        diagnostics.truncate(PROBLEM_LIMIT);
        diagnostics.push(Diagnostic::without_place(Problem::TooManyProblems));
    }
    InvalidModel { sources: classes.sources.borrow().clone(), diagnostics }
}

/// The model that the options name, or the only one there is.
fn chosen(classes: &Classes<'_>, found: &[ClassRef], options: &ModelicaOptions) -> Result<ClassRef, Diagnostic> {
    let models = classes.models(found);
    let problem = |problem: Fault| Err(problem.without_place());
    let entry = match &options.class {
        Some(name) => match named(classes, found, &models, name) {
            Some(entry) => entry,
            None => {
                let near = names::suggestion(name, models.iter().map(|model| model.name.as_str()));
                return problem(Fault::Unknown { kind: "class", name: name.clone(), hint: near + &list(&models) });
            }
        },
        None => match models.as_slice() {
            [model] => model.clone(),
            [] => return problem(Fault::NoModel),
            _ => return problem(Fault::SeveralModels { count: models.len(), list: list(&models) }),
        },
    };
    let Some(class) = &entry.class else {
        return problem(Fault::Refused { name: entry.name.clone(), why: "is a package" });
    };
    let refuse = |why| refused(&class.name.span, &entry.name, why);
    match class.kind {
        _ if class.partial => refuse("is partial: it is a base for other models"),
        ClassKind::Model => Ok(entry.clone()),
        ClassKind::Package => refuse("is a package, not a model"),
        ClassKind::Function => refuse("is a function, not a model"),
        _ => refuse("is not a model"),
    }
}

/// The class with the full name `name`, or the model of the file whose full name ends with it.
fn named(classes: &Classes<'_>, found: &[ClassRef], models: &[ClassRef], name: &str) -> Option<ClassRef> {
    if let Some(Found::Class(entry)) = classes.find_full(name) {
        return Some(entry);
    }
    let ends = |entry: &&ClassRef| entry.name.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    models.iter().chain(found).find(ends).cloned()
}

/// List of the first models, for messages.
fn list(models: &[ClassRef]) -> String {
    const MOST: usize = 20;
    let mut names: Vec<&str> = models.iter().take(MOST).map(|model| model.name.as_str()).collect();
    if models.len() > MOST {
        names.push("...");
    }
    if names.is_empty() { String::new() } else { format!("\n  {}", names.join("\n  ")) }
}

/// Name, description and experiment.
fn head(model: &Model, entry: &ClassRef, span: &Span) -> Vec<Pair> {
    let mut head = vec![(key("name", span), text(entry.name.clone(), span))];
    let Some(class) = &entry.class else { return head };
    if !class.description.is_empty() {
        let one_line: Vec<&str> = class.description.split_whitespace().collect();
        head.push((key("description", span), text(one_line.join(" "), span)));
    }
    let experiment = experiment(model, class);
    if !experiment.is_empty() {
        head.push((key("experiment", span), table(experiment, span)));
    }
    head
}

/// Start time of the experiment.
fn start_of(entry: &ClassRef) -> f64 {
    let start = || setting(setting(&entry.class.as_ref()?.long.annotation, "experiment")?.0, "StartTime")?.1;
    start().and_then(literal).unwrap_or(0.0)
}

/// `annotation(experiment(StopTime = 5))`. A text without a tolerance means 1e-6 (specification, section 18.4), as a model file without one
/// does.
fn experiment(model: &Model, class: &Class) -> Vec<Pair> {
    const KEYS: &[ExperimentKey] = &ExperimentKey::ALL;
    let Some((modifiers, _)) = setting(&class.long.annotation, "experiment") else { return Vec::new() };
    let mut entries = Vec::new();
    for argument in modifiers {
        let Modification::Set { name, .. } = &argument.what else { continue };
        let text = name.to_string();
        if !text.starts_with("__") && !KEYS.iter().any(|known| known.modelica == text) && text != INTERVALS {
            let near = names::suggestion(&text, KEYS.iter().map(|known| known.modelica));
            model.note(&name.span, Note::UnknownSetting { text: text.to_string(), near });
        }
    }
    for ExperimentKey { name: own, modelica, kind, .. } in KEYS {
        let Some((_, Some(value))) = setting(modifiers, modelica) else { continue };
        let (literal, expected) = match (kind, &value.kind) {
            (ExperimentKind::Method(_) | ExperimentKind::States(_), syntax::Kind::Text(name)) => {
                (Some(text(name.clone(), &value.span)), "name")
            }
            (ExperimentKind::Method(_), _) => (None, "name of a method"),
            (ExperimentKind::States(_), _) => (None, "name of a set of states"),
            _ => (literal(value).map(|number| values::Value::Number(number).netlist(&value.span)), "number"),
        };
        match literal {
            Some(literal) => entries.push((key(*own, &value.span), literal)),
            None => model.note(&value.span, Note::WrongSetting { modelica, expected }),
        }
    }
    entries.extend(interval(modifiers, &entries));
    entries
}

/// Step size from a number of intervals, if the step size is not given.
fn interval(modifiers: &[Argument], entries: &[Pair]) -> Option<Pair> {
    let known = |own: &str| entries.iter().find(|(key, _)| key.value == own).map(|(_, value)| value.value.number());
    let value = setting(modifiers, INTERVALS)?.1?;
    if known("step_size").is_some() {
        return None;
    }
    let (start, stop) = (known("start_time").flatten().unwrap_or(0.0), known("stop_time").flatten().unwrap_or(1.0));
    let step = (stop - start) / literal(value).filter(|count| *count >= 1.0)?;
    Some((key("step_size", &value.span), values::Value::Number(step).netlist(&value.span)))
}

/// A number with or without a sign.
fn literal(expression: &syntax::Expression) -> Option<f64> {
    match &expression.kind {
        syntax::Kind::Number(x) => Some(*x),
        syntax::Kind::Negate(inner) => literal(inner).map(|x| -x),
        _ => None,
    }
}
