//! A model file with other values: numbers change, and all else stays.

use std::collections::BTreeMap;
use std::ops::Range;

use compiler::model_file::{Component, ModelFile, PublicName, Spanned, Target, Value};

use super::Signal;
use super::point::OperatingPoint;

/// Texts by the places that they take; nothing where two values want a place, as in a sub-model that is used twice.
type Edits = BTreeMap<(usize, usize), Option<String>>;

impl OperatingPoint {
    /// The TOML text of a model with the values of a trim, and the names for which it has no place.
    pub fn rewritten(&self, text: &str, file: &ModelFile, settings: &[Signal]) -> (String, Vec<String>) {
        let catalogue = &self.model.catalogue;
        let is_state = |name: &str| catalogue.find(name).is_some_and(|index| catalogue.states.contains(&index));
        let mut edits = Edits::new();
        let mut names: Vec<((usize, usize), &str)> = Vec::new();
        let mut missing = Vec::new();
        for signal in settings {
            let edit = edit(text, file, signal, settings, &is_state).filter(|(place, _)| place.end <= text.len());
            let Some((place, new)) = edit else {
                missing.push(signal.name.clone());
                continue;
            };
            let place = (place.start, place.end);
            let entry = edits.entry(place).or_insert_with(|| Some(new.clone()));
            if entry.as_ref() != Some(&new) {
                *entry = None;
            }
            names.push((place, &signal.name));
        }
        missing.extend(names.iter().filter(|(place, _)| edits[place].is_none()).map(|(_, name)| (*name).to_owned()));
        let mut written = text.to_owned();
        for ((start, end), new) in edits.iter().rev() {
            if let Some(new) = new {
                written.replace_range(start..end, new);
            }
        }
        (written, missing)
    }
}

/// Base name and position from 1.
fn element(name: &str) -> (&str, Option<usize>) {
    let split = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    split.and_then(|(base, index)| Some((base, Some(index.parse().ok()?)))).unwrap_or((name, None))
}

/// Place of a value, and the text there.
fn edit(
    text: &str,
    file: &ModelFile,
    signal: &Signal,
    all: &[Signal],
    is_state: &dyn Fn(&str) -> bool,
) -> Option<(Range<usize>, String)> {
    let (base, index) = element(&signal.name);
    let own = |name: &&PublicName| name.name.value == base;
    if let Some(input) = file.inputs.iter().find(own) {
        return match &input.start {
            Some(start) => number(start, index, signal.value),
            None => of_input(text, input, written(base, index, signal, all)?),
        };
    }
    if let Some(parameter) = file.parameters.iter().find(|parameter| parameter.name.value == base) {
        return number(&parameter.value, index, signal.value);
    }
    let of = |component: &&Component| {
        base.strip_prefix(&component.name.value).is_some_and(|rest| rest.starts_with('.') && rest.len() > 1)
    };
    let component = file.components.iter().filter(of).max_by_key(|component| component.name.value.len())?;
    let key = &base[component.name.value.len() + 1..];
    match component.modifiers.iter().find(|modifier| modifier.name.value == key) {
        Some(modifier) => match &modifier.value.value {
            Value::Table(entries) if entries.iter().all(|(name, _)| name.value != "start") => {
                let (_, last) = entries.iter().max_by_key(|(_, value)| value.span.end)?;
                let is_inline = text.get(modifier.value.span.clone())?.starts_with('{');
                let value = written(base, index, signal, all)?;
                is_inline.then(|| (last.span.end..last.span.end, format!(", start = {value}")))
            }
            _ => number(&modifier.value, index, signal.value),
        },
        None => {
            let value = written(base, index, signal, all)?;
            let value = if is_state(&signal.name) { format!("{{ start = {value} }}") } else { value };
            beside(text, component.class.span.end, &format!("{key} = {value}"))
        }
    }
}

/// Replaces the number, that of `start`, or the element of an array.
fn number(value: &Spanned<Value>, index: Option<usize>, new: f64) -> Option<(Range<usize>, String)> {
    match (&value.value, index) {
        (Value::Table(entries), _) => number(&entries.iter().find(|(name, _)| name.value == "start")?.1, index, new),
        (Value::Array(elements), Some(index)) => number(elements.get(index.checked_sub(1)?)?, None, new),
        (Value::Array(_), None) | (_, Some(_)) => None,
        _ => Some((value.span.clone(), format!("{new:?}"))),
    }
}

/// A number, or the whole array of an element.
fn written(base: &str, index: Option<usize>, signal: &Signal, all: &[Signal]) -> Option<String> {
    if index.is_none() {
        return Some(format!("{:?}", signal.value));
    }
    let mut elements: Vec<(usize, f64)> = all
        .iter()
        .filter_map(|s| Some((element(&s.name).1.filter(|_| element(&s.name).0 == base)?, s.value)))
        .collect();
    elements.sort_by_key(|(index, _)| *index);
    let is_whole = elements.len() > 1 && elements.iter().enumerate().all(|(k, (index, _))| k + 1 == *index);
    let numbers: Vec<String> = elements.iter().map(|(_, value)| format!("{value:?}")).collect();
    is_whole.then(|| format!("[{}]", numbers.join(", ")))
}

/// Gives an input a start value.
fn of_input(text: &str, input: &PublicName, value: String) -> Option<(Range<usize>, String)> {
    let span = input.target.span.clone();
    let before = text.get(..span.start)?.trim_end().strip_suffix('=')?.trim_end();
    if before.ends_with("variable") && matches!(input.target.value, Target::Variable(_)) {
        return beside(text, span.end, &format!("start = {value}"));
    }
    let target = text.get(span.clone())?;
    Some((span, format!("{{ variable = {target}, start = {value} }}")))
}

/// Another entry after that which ends at `end`: in its line in an inline table, in a line of its own in another. None where that is in
/// another text.
fn beside(text: &str, end: usize, entry: &str) -> Option<(Range<usize>, String)> {
    let rest = text.get(end..)?.lines().next().unwrap_or_default();
    let is_alone = rest.trim_start().is_empty() || rest.trim_start().starts_with('#');
    Some(if is_alone {
        let end = end + rest.len();
        (end..end, format!("\n{entry}"))
    } else {
        (end..end, format!(", {entry}"))
    })
}
