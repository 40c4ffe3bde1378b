//! Parameters of sub-models: parameters of the flat model, or numbers where they count.

use super::scope::Scope;
use super::values::{Here, Meaning};
use super::{Expander, Place, SubModelProblem, counts, nearest_and_all};
use crate::authoring::AuthoringProblem;
use crate::authoring::values::described;
use crate::model_file::{Body, LibraryProblem, ModelParameter, Modifier, Problem, Spanned, Value, check_set_parameter};
use crate::units::Unit;
use std::collections::HashSet;

/// Attributes that a place may set.
const ATTRIBUTES: [&str; 7] = ["value", "start", "fixed", "unit", "displayUnit", "min", "max"];

impl<'a> Expander<'a> {
    /// Adds the parameters of a body, with what the place sets.
    pub(super) fn parameters(
        &mut self,
        body: &'a Body,
        scope: &mut Scope<'a>,
        settings: &mut Vec<Modifier>,
        place: Option<&Place<'_>>,
    ) {
        let counts = match place {
            Some(place) => self.counts.get(place.class).cloned().unwrap_or_default(),
            None => counts::of_body(body, &self.models, &mut self.counts),
        };
        let mut given = Vec::new();
        for parameter in &body.parameters {
            let name = &parameter.name.value;
            let setting = settings.extract_if(.., |setting| setting.name.value == *name).last();
            given.push((parameter, setting));
        }
        self.counting(&given, &counts, scope, place);
        for (parameter, setting) in given {
            if !counts.contains(parameter.name.value.as_str()) {
                self.parameter(parameter, setting, scope, place);
            }
        }
    }

    /// Finds the numbers that parameters are which count; they may follow from each other in any order.
    fn counting(
        &mut self,
        given: &[(&'a ModelParameter, Option<Modifier>)],
        counts: &HashSet<&'a str>,
        scope: &mut Scope<'a>,
        place: Option<&Place<'_>>,
    ) {
        let mut waiting: Vec<_> =
            given.iter().filter(|(parameter, _)| counts.contains(parameter.name.value.as_str())).collect();
        loop {
            let mut faults = Vec::new();
            let before = waiting.len();
            waiting.retain(|(parameter, setting)| {
                let value = setting.as_ref().map_or(&parameter.value, |setting| &setting.value);
                let number = match &value.value {
                    // What a place sets holds no names any more.
                    Value::String(text) => super::indices::whole(text, &scope.numbers),
                    Value::Number(x) => super::indices::whole(&x.to_string(), &scope.numbers),
                    Value::Table(entries) if entries.is_empty() => {
                        faults.push((value.span.clone(), parameter.name.value.clone(), None));
                        return true;
                    }
                    other => {
                        let fault = format!("is {}", described(other));
                        Err(SubModelProblem::NotWhole { what: parameter.name.value.clone(), fault })
                    }
                };
                match number {
                    Ok(number) => {
                        scope.numbers.insert(parameter.name.value.clone(), number);
                        false
                    }
                    Err(SubModelProblem::NotWhole { fault, .. }) => {
                        let problem = SubModelProblem::NotWhole { what: parameter.name.value.clone(), fault };
                        faults.push((value.span.clone(), parameter.name.value.clone(), Some(problem)));
                        true
                    }
                    Err(problem) => {
                        faults.push((value.span.clone(), parameter.name.value.clone(), Some(problem)));
                        true
                    }
                }
            });
            if waiting.is_empty() || waiting.len() == before {
                for (span, name, problem) in faults {
                    match (problem, place) {
                        (Some(problem), _) => self.report(&span, problem),
                        (None, Some(place)) => self.missing(&name, None, place),
                        (None, None) => {}
                    }
                    // So that no more is said about it.
                    scope.numbers.insert(name, 1);
                }
                return;
            }
        }
    }

    fn parameter(
        &mut self,
        parameter: &ModelParameter,
        setting: Option<Modifier>,
        scope: &Scope<'a>,
        place: Option<&Place<'_>>,
    ) {
        let mut parameter = parameter.clone();
        let is_missing = matches!(&parameter.value.value, Value::Table(entries) if entries.is_empty());
        parameter.name.value = scope.outside(&parameter.name.value);
        match (setting, place) {
            (Some(setting), Some(place)) => self.set(&mut parameter, setting, place),
            (_, Some(place)) if is_missing => {
                let short = parameter.name.value[scope.prefix.len()..].to_owned();
                self.missing(&short, parameter.description.clone(), place);
                return;
            }
            _ => {
                let here = Here { scope, numbers: &scope.numbers, element: None, component: &parameter.name.value };
                parameter.value = self.converted(&here, Meaning::Expression(None), &parameter.value);
            }
        }
        self.parts.parameters.push(parameter);
    }

    fn missing(&mut self, parameter: &str, description: Option<String>, place: &Place<'_>) {
        let problem = LibraryProblem::MissingParameter {
            component: place.name.to_owned(),
            class: place.class.to_owned(),
            parameter: parameter.to_owned(),
            description: description.unwrap_or_else(|| "a parameter of the sub-model".to_owned()),
            expected: "a number or an expression".to_owned(),
        };
        self.report_library(place.span, problem);
    }

    /// Gives a parameter what the place says.
    fn set(&mut self, parameter: &mut ModelParameter, setting: Modifier, place: &Place<'_>) {
        let Spanned { value, span } = setting.value;
        match value {
            Value::Table(entries) => self.set_attributes(parameter, entries, &setting.name, place),
            value => parameter.value = Spanned { value, span },
        }
        check_set_parameter(parameter, &mut self.problems);
    }

    fn set_attributes(
        &mut self,
        parameter: &mut ModelParameter,
        entries: Vec<(Spanned<String>, Spanned<Value>)>,
        name: &Spanned<String>,
        place: &Place<'_>,
    ) {
        let mut unknown = Vec::new();
        for (key, value) in entries {
            match (key.value.as_str(), value.value) {
                ("value", inner) => parameter.value = Spanned { value: inner, span: value.span },
                ("start" | "fixed", inner) => unknown.push((key, Spanned { value: inner, span: value.span })),
                ("unit", Value::String(unit)) => self.set_unit(parameter, Spanned { value: unit, span: value.span }),
                ("displayUnit", Value::String(unit)) => {
                    parameter.display_unit = Some(Spanned { value: unit, span: value.span });
                }
                ("min", inner) => parameter.min = Some(Spanned { value: inner, span: value.span }),
                ("max", inner) => parameter.max = Some(Spanned { value: inner, span: value.span }),
                ("unit" | "displayUnit", other) => {
                    let (attribute, found) = (key.value.clone(), described(&other));
                    let problem = AuthoringProblem::NotText { attribute, found };
                    self.problems.report(&value.span, Problem::from(problem));
                }
                _ => {
                    let (nearest, known) = nearest_and_all(&key.value, ATTRIBUTES.into_iter());
                    let (component, variable) = (place.name.to_owned(), name.value.clone());
                    let problem = LibraryProblem::UnknownAttribute {
                        component,
                        variable,
                        name: key.value.clone(),
                        nearest,
                        known,
                    };
                    self.report_library(&key.span, problem);
                }
            }
        }
        if !unknown.is_empty() {
            parameter.value = Spanned { value: Value::Table(unknown), span: name.span.clone() };
        }
    }

    /// The place gives numbers in a unit of its own, which has to measure the same; limits stay in that of the sub-model.
    fn set_unit(&mut self, parameter: &mut ModelParameter, unit: Spanned<String>) {
        if let Some(own) = &parameter.unit {
            if let (Ok(own), Ok(given)) = (Unit::parse(&own.value), Unit::parse(&unit.value))
                && !given.fits(&own)
            {
                let problem = AuthoringProblem::mismatch("`unit`", &given, &own);
                return self.problems.report(&unit.span, Problem::from(problem));
            }
            for limit in parameter.min.iter_mut().chain(&mut parameter.max) {
                if let Value::Number(x) = limit.value {
                    limit.value = Value::String(format!("{x} {}", own.value));
                }
            }
        }
        parameter.unit = Some(unit);
    }
}
