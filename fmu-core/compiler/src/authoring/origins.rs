//! Origins of values: an error in a value that depends on parameters is reported together with their settings.

use crate::model_file::{Diagnostic, LaterProblem, ModelFile, Problem, Sources, Span, Spanned, Value};

/// Maximum number of settings in a message.
const MOST: usize = 6;

/// Adds the settings that led to the value to each error.
pub fn with_origins(file: &ModelFile, sources: &Sources, problems: &[Diagnostic]) -> Vec<Diagnostic> {
    problems.iter().map(|problem| traced(file, sources, problem)).collect()
}

fn traced(file: &ModelFile, sources: &Sources, diagnostic: &Diagnostic) -> Diagnostic {
    let Some(span) = &diagnostic.span else { return diagnostic.clone() };
    let mut origins = Vec::new();
    if let Some(value) = value_at(file, span) {
        follow(file, value, &mut origins);
    }
    // The place itself is always shown.
    origins.retain(|(_, at)| !overlaps(at, span));
    if origins.is_empty() {
        return diagnostic.clone();
    }
    let told = |(name, at): &(String, Span)| {
        let line = sources.line(at);
        format!("`{name}` is set at {}: {}", sources.place(at), line.trim())
    };
    let problem = Traced { problem: diagnostic.problem.clone(), origins: origins.iter().map(told).collect() };
    Diagnostic::new(span.clone(), problem.into())
}

fn overlaps(a: &Span, b: &Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// The innermost value of a component or parameter that has the place `span`.
fn value_at<'a>(file: &'a ModelFile, span: &Span) -> Option<&'a Spanned<Value>> {
    let modifiers = file.components.iter().flat_map(|component| component.modifiers.iter());
    let parameters = file.parameters.iter().map(|parameter| &parameter.value);
    modifiers.map(|modifier| &modifier.value).chain(parameters).find_map(|value| innermost(value, span))
}

fn innermost<'a>(value: &'a Spanned<Value>, span: &Span) -> Option<&'a Spanned<Value>> {
    if span.start < value.span.start || span.end > value.span.end {
        return None;
    }
    let inner = match &value.value {
        Value::Array(elements) => elements.iter().find_map(|element| innermost(element, span)),
        Value::Table(entries) => entries.iter().find_map(|(_, entry)| innermost(entry, span)),
        _ => None,
    };
    inner.or(Some(value))
}

/// Adds the settings of the names in a value, recursively.
fn follow(file: &ModelFile, value: &Spanned<Value>, origins: &mut Vec<(String, Span)>) {
    match &value.value {
        Value::Array(elements) => elements.iter().for_each(|element| follow(file, element, origins)),
        Value::Table(entries) => entries.iter().for_each(|(_, entry)| follow(file, entry, origins)),
        Value::Expression(expression) => {
            for name in expression.references() {
                let Some((name, setting)) = setting(file, name) else { continue };
                if origins.len() < MOST && !origins.iter().any(|(known, _)| *known == name) {
                    origins.push((name, setting.span.clone()));
                    follow(file, setting, origins);
                }
            }
        }
        Value::Number(_) | Value::Boolean(_) | Value::String(_) | Value::Condition(_) => {}
    }
}

/// The setting of a name: a parameter of the model, or one of a component.
fn setting<'a>(file: &'a ModelFile, name: &str) -> Option<(String, &'a Spanned<Value>)> {
    let whole = name.strip_suffix(']').and_then(|begun| begun.rsplit_once('[')).map(|(whole, _)| whole);
    [Some(name), whole].into_iter().flatten().find_map(|name| {
        if let Some(parameter) = file.parameters.iter().find(|parameter| parameter.name.value == name) {
            return Some((name.to_owned(), &parameter.value));
        }
        let (component, parameter) = name.rsplit_once('.')?;
        let component = file.components.iter().find(|known| known.name.value == component)?;
        let modifier = component.modifiers.iter().find(|modifier| modifier.name.value == parameter)?;
        Some((name.to_owned(), &modifier.value))
    })
}

/// An error with the settings that led to it.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{problem}")]
struct Traced {
    problem: Problem,
    origins: Vec<String>,
}

impl LaterProblem for Traced {
    fn help(&self) -> Option<String> {
        let lines = self.problem.help().into_iter().chain(self.origins.iter().cloned());
        Some(lines.collect::<Vec<_>>().join("\n  "))
    }
}
