//! Attributes of variables and parameters: `{ start = 30, unit = "deg", fixed = true }`, `{ value = 500, unit = "g" }`.

use super::Author;
use super::problem::UnitProblem;
use super::values::Subject;
use crate::model_file::{Place, Spanned, Value};

/// Attributes that are in the unit of the variable.
const MEASURED: [&str; 5] = ["value", "start", "min", "max", "nominal"];

type Entries = Vec<(Spanned<String>, Spanned<Value>)>;

impl Author<'_> {
    /// Converts the numbers of a table of attributes and takes the units out of it; `{ value = x }` becomes x.
    pub(super) fn attributes(&mut self, subject: &Subject, value: &mut Spanned<Value>) {
        let Value::Table(entries) = &mut value.value else { return };
        self.measured_entries(subject, entries);
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
            self.refuse(&key.span, subject.place.clone(), UnitProblem::NothingToConvert);
        }
        for (key, value) in entries.iter_mut().filter(|(key, _)| MEASURED.contains(&key.value.as_str())) {
            let is_shown = matches!(key.value.as_str(), "value" | "start");
            let place = if key.value == "value" { subject.place.clone() } else { below(&subject.place, &key.value) };
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
    }
}

/// The attribute `name` of what is at `place`.
pub(super) fn below(place: &Place, name: &str) -> Place {
    match place {
        Place::Modifier { component, path } => {
            Place::Modifier { component: component.clone(), path: format!("{path}.{name}") }
        }
        other => other.clone(),
    }
}
