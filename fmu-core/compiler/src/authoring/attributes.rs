//! Attributes of variables and parameters: `{ start = 30, unit = "deg", fixed = true }`, `{ value = 500, unit = "g" }`.

use super::access::close;
use super::problem::AuthoringProblem;
use super::values::Subject;
use super::{Author, Bounds};
use crate::model_file::{LibraryProblem, Place, Span, Spanned, Value};

/// Attributes with the unit of the variable.
const MEASURED: [&str; 5] = ["value", "start", "min", "max", "nominal"];

type Entries = Vec<(Spanned<String>, Spanned<Value>)>;

impl Author<'_> {
    /// Converts the numbers of a table of attributes and removes the units; `{ value = x }` becomes x.
    pub(super) fn attributes(&mut self, subject: &Subject, value: &mut Spanned<Value>) {
        let Value::Table(entries) = &mut value.value else { return };
        let is_final = self.take_final(&subject.place, entries);
        self.measured_entries(subject, entries);
        if is_final {
            close(&mut value.value);
        }
        let Value::Table(entries) = &value.value else { return };
        if let [(key, only)] = &entries[..]
            && key.value == "value"
        {
            *value = only.clone();
        }
    }

    fn measured_entries(&mut self, subject: &Subject, entries: &mut Entries) {
        let find = |entries: &Entries, wanted: &str| entries.iter().find(|(key, _)| key.value == wanted).cloned();
        let unit = find(entries, "unit");
        let given =
            unit.as_ref().and_then(|(_, text)| self.unit("unit", text, &subject.place, subject.target.as_ref()));
        if let Some((key, _)) = &unit
            && !entries.iter().any(|(key, _)| MEASURED.contains(&key.value.as_str()))
        {
            self.refuse(&key.span, subject.place.clone(), AuthoringProblem::NothingToConvert);
        }
        for (key, value) in entries.iter_mut().filter(|(key, _)| MEASURED.contains(&key.value.as_str())) {
            let is_shown = matches!(key.value.as_str(), "value" | "start");
            let place = if key.value == "value" { subject.place.clone() } else { subject.place.below(&key.value) };
            let variable = subject.variable.clone().filter(|_| is_shown);
            self.convert(&Subject { place, variable, ..subject.clone() }, value, given.as_ref());
        }
        let target = subject.target.as_ref().or(given.as_ref()).cloned();
        let display = find(entries, "displayUnit")
            .and_then(|(_, text)| self.unit("displayUnit", &text, &subject.place, target.as_ref()));
        if let (Some(shown), Some(variable)) = (display.or(given), &subject.variable) {
            self.show(variable.clone(), subject.target.clone(), shown);
        }
        entries.retain(|(key, _)| !matches!(key.value.as_str(), "unit" | "displayUnit"));
        self.other_entries(subject, entries);
    }

    /// Removes attributes that the runtime does not read: limits of variables, and `stateSelect`.
    fn other_entries(&mut self, subject: &Subject, entries: &mut Entries) {
        entries.retain(|(key, value)| match (key.value.as_str(), subject.is_variable) {
            ("quantity", _) | ("nominal", false) => {
                let problem = AuthoringProblem::NoEffect { attribute: key.value.clone() };
                self.warn(&key.span, subject.place.clone(), problem);
                false
            }
            ("min" | "max" | "nominal", true) => {
                self.bounds(subject, key, value);
                false
            }
            ("stateSelect", true) => {
                self.wish(subject, value);
                false
            }
            _ => true,
        });
    }

    /// Records a limit of a variable or of its elements.
    fn bounds(&mut self, subject: &Subject, key: &Spanned<String>, value: &Spanned<Value>) {
        let Some(variable) = &subject.variable else { return };
        let elements: Option<Vec<(String, f64)>> = match &value.value {
            Value::Array(elements) => {
                let number = |(index, element): (usize, &Spanned<Value>)| {
                    Some((format!("{variable}[{}]", index + 1), element.value.number()?))
                };
                elements.iter().enumerate().map(number).collect()
            }
            value => value.number().map(|number| vec![(variable.clone(), number)]),
        };
        let Some(elements) = elements else {
            let expected = "a number, or one with a unit";
            let problem = LibraryProblem::wrong_setting(&key.value, value.value.describe(), expected);
            return self.refuse(&value.span, subject.place.clone(), problem);
        };
        for (name, number) in elements {
            let new = || Bounds { span: value.span.clone(), ..Bounds::default() };
            let bounds = self.out.units.bounds.entry(name).or_insert_with(new);
            match key.value.as_str() {
                "min" => bounds.min = Some(number),
                "max" => bounds.max = Some(number),
                _ => bounds.nominal = Some(number),
            }
        }
    }

    /// Records the `stateSelect` of a variable.
    fn wish(&mut self, subject: &Subject, value: &Spanned<Value>) {
        let literal = match &value.value {
            Value::String(text) => StateSelect::from_name(text),
            _ => None,
        };
        match (literal, &subject.variable) {
            (Some(wish), Some(variable)) => self.out.wishes.push(Wish {
                variable: variable.clone(),
                wish,
                place: subject.place.clone(),
                span: value.span.clone(),
            }),
            _ => {
                let expected = "never, avoid, default, prefer or always, as a string";
                let problem = LibraryProblem::wrong_setting("stateSelect", value.value.describe(), expected);
                self.refuse(&value.span, subject.place.clone(), problem);
            }
        }
    }
}

/// A hint of the model for a variable: its `stateSelect`.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub variable: String,
    pub wish: StateSelect,
    pub place: Place,
    pub span: Span,
}

/// Modelica's StateSelect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateSelect {
    /// never, avoid
    No,
    /// default
    Either,
    /// prefer, always
    Yes,
}

impl StateSelect {
    pub(super) fn from_name(text: &str) -> Option<Self> {
        match text.rsplit('.').next() {
            Some("never" | "avoid") => Some(Self::No),
            Some("default") => Some(Self::Either),
            Some("prefer" | "always") => Some(Self::Yes),
            _ => None,
        }
    }
}
