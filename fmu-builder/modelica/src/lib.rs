//! Modelica text as a model: models that instantiate library classes are flattened into the netlist that a model file has, with places in
//! the text, so that all later errors point there. Laws of components are those of the component library; the text of the Modelica
//! Standard Library need not be there. Language: Modelica specification 3.6.
//!
//! Texts become syntax trees (`lexer`, `parser`), classes are found by name (`store`, `standard`), a class becomes an instance with its
//! names (`instantiate`), expressions become values or expressions of the netlist (`evaluate`), and instances the netlist (`flatten`,
//! `equations`, `definitions`, `connect`, `resolve`).

mod algorithm;
mod arithmetic;
mod around;
mod arrays;
mod attributes;
mod bases;
mod budget;
mod buses;
mod conditions;
mod connect;
mod constants;
mod constraints;
mod context;
mod conversions;
mod default_inner;
mod definitions;
mod degrees;
mod entry;
mod equations;
mod evaluate;
mod export;
mod flatten;
mod frames;
mod functions;
mod gravity;
mod imports;
mod initial;
mod instance;
mod instantiate;
mod joined;
mod lexer;
mod members;
mod modifiers;
mod netlist;
mod outputs;
mod own_functions;
mod parser;
mod places;
mod records;
mod resolve;
mod standard;
mod store;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod value;
mod variable;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fmu_core::model_file::{
    Diagnostic, ExperimentKey, ExperimentKind, ModelFile, PROBLEM_LIMIT, Problem, SourceText, Span, Spanned, Value,
};

use around::Around;
use context::Context;
pub use export::modelica_text;
use fmu_core::model_file::{InvalidModelFile as InvalidModel, Sources};
use netlist::{Netlist, Pair, key, table, text};
use store::{ClassRef, Found, Store};
use syntax::{Argument, Body, Class, ClassKind, Modification};

/// What to read.
#[derive(Clone, Debug, Default)]
pub struct ModelicaOptions {
    /// Full name of the model; none for the only one of the file.
    pub class: Option<String>,
    /// Folders in which packages are looked for.
    pub paths: Vec<PathBuf>,
}

/// A model that was read.
#[derive(Debug)]
pub struct ModelicaModel {
    /// The netlist, with places in `sources`.
    pub file: ModelFile,
    /// The texts.
    pub sources: Sources,
    /// What the user should know, with places.
    pub notes: Vec<Diagnostic>,
}

/// The models of a file.
#[derive(Debug)]
pub struct ModelicaModels {
    /// Full name of each, and its netlist or all that is wrong with it; places are in `sources`.
    pub models: Vec<(String, Result<ModelFile, Vec<Diagnostic>>)>,
    /// The texts.
    pub sources: Sources,
}

/// What an experiment of Dymola calls the number of communication steps.
const INTERVALS: &str = "NumberOfIntervals";

/// Parameters that are found to shape the model lead to others, never to so many rounds.
const ROUND_LIMIT: usize = 20;

/// Reads the model in the file at `path`.
///
/// # Errors
/// Everything that is wrong.
pub fn read_modelica(path: &Path, options: &ModelicaOptions) -> Result<ModelicaModel, InvalidModel> {
    let store = Store::new(&options.paths);
    match store.open(path) {
        Ok(classes) => read(&store, &classes, options),
        Err(problem) => Err(unread(path, problem)),
    }
}

/// That a file could not be opened.
fn unread(path: &Path, problem: Diagnostic) -> InvalidModel {
    let source = SourceText { name: path.display().to_string(), text: String::new() };
    InvalidModel { sources: source.into(), diagnostics: vec![problem] }
}

/// Reads all models of the file at `path` that are neither partial nor inside of others; `class` of the options is not looked at.
///
/// # Errors
/// What is wrong with the text itself. What is wrong with a model refuses that one alone.
pub fn read_modelica_models(path: &Path, options: &ModelicaOptions) -> Result<ModelicaModels, InvalidModel> {
    let store = Store::new(&options.paths);
    let classes = store.open(path).map_err(|problem| unread(path, problem))?;
    invalid_if_problems(&store)?;
    let mut models = Vec::new();
    for entry in store.models(&classes) {
        let model = flattened(&store, &entry).map_err(|invalid| invalid.diagnostics);
        let model = model.and_then(|(tree, _)| ModelFile::from_tree_of_values(tree));
        models.push((entry.name.clone(), model));
        store.problems.borrow_mut().clear();
        store.budget.renew();
    }
    let sources = store.sources.take();
    Ok(ModelicaModels { models, sources })
}

/// Reads the model in a text.
///
/// # Errors
/// Everything that is wrong.
pub fn read_modelica_text(source: SourceText, options: &ModelicaOptions) -> Result<ModelicaModel, InvalidModel> {
    let store = Store::new(&options.paths);
    let classes = store.open_text(source);
    read(&store, &classes, options)
}

fn read(store: &Store, classes: &[ClassRef], options: &ModelicaOptions) -> Result<ModelicaModel, InvalidModel> {
    invalid_if_problems(store)?;
    let entry = match chosen(store, classes, options) {
        Ok(entry) => entry,
        Err(problem) => return Err(invalid(store, vec![store.budget.exceeded().unwrap_or(problem)])),
    };
    let (tree, notes) = flattened(store, &entry)?;
    match ModelFile::from_tree_of_values(tree) {
        Ok(file) => Ok(ModelicaModel { file, sources: store.sources.borrow().clone(), notes }),
        Err(diagnostics) => Err(invalid(store, diagnostics)),
    }
}

/// The netlist of the model, anew as long as parameters are found that shape it.
fn flattened(store: &Store, entry: &ClassRef) -> Result<(Spanned<Value>, Vec<Diagnostic>), InvalidModel> {
    let mut structural = BTreeSet::new();
    for _ in 0..ROUND_LIMIT {
        let context = Context::new(store, structural.clone());
        let mut netlist = Netlist::default();
        match context.instantiate(entry, String::new(), None, Vec::new(), None) {
            Ok(root) => {
                context.check_outer();
                context.flatten(root, &Around::default(), &mut netlist);
                context.equations(root, &mut netlist);
                leave_out_asserted(&context, &mut netlist);
            }
            Err(problem) => context.report(problem),
        }
        invalid_if_problems(store)?;
        let found = context.structural.take();
        if found == structural {
            let span = entry.class.as_ref().map_or(0..0, |class| class.name.span.clone());
            let head = head(&context, entry, &span);
            context.note_default_world(&netlist, &span);
            let notes = context.notes.take();
            return Ok((netlist.tree(head, &span), notes));
        }
        structural = found;
    }
    let message = "parameters that shape the model lead to each other without end".to_owned();
    Err(invalid(store, vec![Diagnostic::without_place(Problem::Syntax(message))]))
}

/// Parameters that only assertions read have no effect, since assertions of variables are left out.
fn leave_out_asserted(context: &Context<'_>, netlist: &mut Netlist) {
    let (used, asserted) = (context.used.borrow(), context.asserted.borrow());
    netlist.parameters.retain(|(name, _)| {
        let is_idle = asserted.contains(&name.value) && !used.contains(&name.value);
        if is_idle {
            let message = format!("only assertions read parameter `{}`: it is left out", name.value);
            context.note(&name.span, &message);
        }
        !is_idle
    });
}

fn invalid_if_problems(store: &Store) -> Result<(), InvalidModel> {
    let mut problems = store.problems.borrow().clone();
    problems.extend(store.budget.exceeded());
    if problems.is_empty() { Ok(()) } else { Err(invalid(store, problems)) }
}

fn invalid(store: &Store, mut diagnostics: Vec<Diagnostic>) -> InvalidModel {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| (span.start, span.end)));
    diagnostics.dedup();
    if diagnostics.len() > PROBLEM_LIMIT {
        diagnostics.truncate(PROBLEM_LIMIT);
        diagnostics.push(Diagnostic::without_place(Problem::TooManyProblems { limit: PROBLEM_LIMIT }));
    }
    InvalidModel { sources: store.sources.borrow().clone(), diagnostics }
}

/// The model that the options name, or the only one there is.
fn chosen(store: &Store, classes: &[ClassRef], options: &ModelicaOptions) -> Result<ClassRef, Diagnostic> {
    let models = store.models(classes);
    let problem = |message: String| Err(Diagnostic::without_place(Problem::Syntax(message)));
    let entry = match &options.class {
        Some(name) => match named(store, classes, &models, name) {
            Some(entry) => entry,
            None => {
                let near = places::suggestion(name, models.iter().map(|model| model.name.as_str()));
                return problem(format!("there is no class `{name}`{near}{}", list(&models)));
            }
        },
        None => match models.as_slice() {
            [model] => model.clone(),
            [] => return problem("there is no model in this file that is not partial".to_owned()),
            _ => {
                return problem(format!(
                    "there are {} models in this file: choose one with --class{}",
                    models.len(),
                    list(&models)
                ));
            }
        },
    };
    let Some(class) = &entry.class else { return problem(format!("`{}` is a package", entry.name)) };
    let refuse =
        |why: &str| Err(Diagnostic::new(class.name.span.clone(), Problem::Syntax(format!("`{}` {why}", entry.name))));
    match class.kind {
        _ if class.partial => refuse("is partial: it is a base for other models"),
        ClassKind::Model => Ok(entry.clone()),
        ClassKind::Package => refuse("is a package, no model"),
        ClassKind::Function => refuse("is a function, no model"),
        _ => refuse("is no model"),
    }
}

/// The class that `name` means: its full name, or the end of that of a model of the file.
fn named(store: &Store, classes: &[ClassRef], models: &[ClassRef], name: &str) -> Option<ClassRef> {
    if let Some(Found::Class(entry)) = store.find_full(name) {
        return Some(entry);
    }
    let ends = |entry: &&ClassRef| entry.name.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    let mut found = models.iter().chain(classes).filter(ends);
    found.next().cloned()
}

/// Names of models, as many as one can look through.
fn list(models: &[ClassRef]) -> String {
    const MOST: usize = 20;
    let mut names: Vec<&str> = models.iter().take(MOST).map(|model| model.name.as_str()).collect();
    if models.len() > MOST {
        names.push("...");
    }
    if names.is_empty() { String::new() } else { format!("\n  {}", names.join("\n  ")) }
}

/// Name, description and experiment.
fn head(context: &Context<'_>, entry: &ClassRef, span: &Span) -> Vec<Pair> {
    let mut head = vec![(key("name", span), text(entry.name.clone(), span))];
    let Some(class) = &entry.class else { return head };
    if !class.description.is_empty() {
        let one_line: Vec<&str> = class.description.split_whitespace().collect();
        head.push((key("description", span), text(one_line.join(" "), span)));
    }
    let experiment = experiment(context, class);
    if !experiment.is_empty() {
        head.push((key("experiment", span), table(experiment, span)));
    }
    head
}

/// `annotation(experiment(StopTime = 5))`. A text without a tolerance means 1e-6 (specification, section 18.4), as a model file without one
/// does.
fn experiment(context: &Context<'_>, class: &Class) -> Vec<Pair> {
    const KEYS: &[ExperimentKey] = &ExperimentKey::ALL;
    let Body::Long(long) = &class.body else { return Vec::new() };
    let found = long.annotation.iter().find_map(|argument| setting(argument, "experiment"));
    let Some((modifiers, _)) = found else { return Vec::new() };
    let mut entries = Vec::new();
    for argument in modifiers {
        let Modification::Set { name, .. } = &argument.what else { continue };
        let text = name.to_string();
        if !text.starts_with("__") && !KEYS.iter().any(|known| known.modelica == text) && text != INTERVALS {
            let near = places::suggestion(&text, KEYS.iter().map(|known| known.modelica));
            context.note(&name.span, &format!("an experiment has no `{text}`{near}: it is left out"));
        }
    }
    for ExperimentKey { name: own, modelica, kind, .. } in KEYS {
        let Some((_, Some(value))) = modifiers.iter().find_map(|argument| setting(argument, modelica)) else {
            continue;
        };
        let (literal, expected) = match (kind, &value.kind) {
            (ExperimentKind::Method(_), syntax::Kind::Text(name)) => {
                (Some(text(name.clone(), &value.span)), "name of a method")
            }
            (ExperimentKind::Method(_), _) => (None, "name of a method"),
            _ => (literal(value).map(|number| value::Value::Number(number).netlist(&value.span)), "number"),
        };
        match literal {
            Some(literal) => entries.push((key(*own, &value.span), literal)),
            None => {
                context.note(&value.span, &format!("{modelica} of the experiment is no {expected}: it is left out"))
            }
        }
    }
    entries.extend(interval(modifiers, &entries));
    entries
}

/// The step that a number of intervals means, where the step itself is not given.
fn interval(modifiers: &[Argument], entries: &[Pair]) -> Option<Pair> {
    let known = |own: &str| entries.iter().find(|(key, _)| key.value == own).map(|(_, value)| value.value.number());
    let (_, Some(value)) = modifiers.iter().find_map(|argument| setting(argument, INTERVALS))? else { return None };
    if known("step_size").is_some() {
        return None;
    }
    let (start, stop) = (known("start_time").flatten().unwrap_or(0.0), known("stop_time").flatten().unwrap_or(1.0));
    let step = (stop - start) / literal(value).filter(|count| *count >= 1.0)?;
    Some((key("step_size", &value.span), value::Value::Number(step).netlist(&value.span)))
}

type Setting<'a> = (&'a [Argument], Option<&'a syntax::Expression>);

fn setting<'a>(argument: &'a Argument, wanted: &str) -> Option<Setting<'a>> {
    match &argument.what {
        Modification::Set { name, modifiers, value } if name.to_string() == wanted => {
            Some((modifiers, value.as_deref()))
        }
        _ => None,
    }
}

/// A number with or without a sign.
fn literal(expression: &syntax::Expression) -> Option<f64> {
    match &expression.kind {
        syntax::Kind::Number(x) => Some(*x),
        syntax::Kind::Negate(inner) => literal(inner).map(|x| -x),
        _ => None,
    }
}
