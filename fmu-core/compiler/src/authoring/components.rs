//! Settings of components, and the units of their declarations.

use super::Author;
use super::access::is_number;
use super::attributes::{StateSelect, Wish};
use super::problem::AuthoringProblem;
use super::values::Subject;
use crate::connector_variables::variables;
use crate::model_file::{Component, Place, Spanned, Value};
use crate::units::Unit;
use library::{Class, ConnectorKind, Parameter, ParameterKind};

/// The component of the present setting, and the names that lead to the setting.
#[derive(Clone, Copy)]
struct At<'a> {
    component: &'a str,
    path: &'a str,
}

impl At<'_> {
    fn place(self) -> Place {
        Place::Modifier { component: self.component.to_owned(), path: self.path.to_owned() }
    }

    fn subject(self, unit: &str) -> Subject {
        Subject {
            place: self.place(),
            variable: Some(format!("{}.{}", self.component, self.path)),
            target: if unit.is_empty() { None } else { Unit::parse(unit).ok() },
            varying: None,
            is_variable: true,
        }
    }
}

/// Unit of a graphic parameter; none for other names and for parameters that are not numbers.
fn graphic_unit(class: &'static Class, name: &str) -> Option<&'static str> {
    use library::pictures::GraphicKind;
    match class.graphic(name)?.kind {
        GraphicKind::Real(unit) | GraphicKind::Vector(unit) => Some(unit),
        GraphicKind::Boolean | GraphicKind::Colour | GraphicKind::ShapeType | GraphicKind::Quantity => None,
    }
}

impl Author<'_> {
    /// Converts all settings of a component.
    pub(super) fn component(&mut self, component: &mut Component) {
        let Some(class) = library::find_class(&component.class.value) else { return };
        for modifier in &mut component.modifiers {
            let at = At { component: &component.name.value, path: &modifier.name.value };
            self.setting(class, at, &modifier.name.value, &mut modifier.value);
        }
    }

    fn setting(&mut self, class: &'static Class, at: At<'_>, name: &str, value: &mut Spanned<Value>) {
        if let Some(parameter) = class.parameters.iter().find(|parameter| parameter.name == name) {
            if name == "stateSelect" {
                self.no_states(class, at, value);
            }
            return self.parameter(parameter, at, value);
        }
        if let Some(variable) = class.variables.iter().find(|variable| variable.name == name) {
            return self.attributes(&at.subject(variable.unit), value);
        }
        if let Some(connector) = class.connectors.iter().find(|connector| connector.name == name) {
            return match connector.kind.is_signal() {
                true => self.attributes(&at.subject(connector.unit), value),
                false => self.connector(connector.kind, "", at, value),
            };
        }
        if let Some(unit) = graphic_unit(class, name) {
            let subject = Subject { variable: None, is_variable: false, ..at.subject(unit) };
            return self.measured(&subject, value);
        }
        let part = class.part(name).and_then(|part| library::find_class(part.class));
        if let (Some(class), Value::Table(entries)) = (part, &mut value.value) {
            for (key, value) in entries {
                let path = format!("{}.{}", at.path, key.value);
                self.setting(class, At { path: &path, ..at }, &key.value, value);
            }
        } else if class.inner_members().any(|member| member == name) {
            // The composite component is a single element here.
            self.warn(&value.span.clone(), at.place(), AuthoringProblem::NoEffect { attribute: name.to_owned() });
        }
    }

    /// Converts a value, or the attributes of one.
    fn measured(&mut self, subject: &Subject, value: &mut Spanned<Value>) {
        match value.value {
            Value::Table(_) => self.attributes(subject, value),
            _ => self.convert(subject, value, None),
        }
    }

    /// Records `stateSelect = never` for the coordinates of a component.
    fn no_states(&mut self, class: &'static Class, at: At<'_>, value: &Spanned<Value>) {
        let is_no =
            matches!(&value.value, Value::String(text) if StateSelect::from_name(text) == Some(StateSelect::No));
        let coordinate = class.variables.iter().find(|variable| ["phi", "s"].contains(&variable.name));
        if let (true, Some(coordinate)) = (is_no, coordinate) {
            self.out.wishes.push(Wish {
                variable: format!("{}.{}", at.component, coordinate.name),
                wish: StateSelect::No,
                place: at.place(),
                span: value.span.clone(),
            });
        }
    }

    fn parameter(&mut self, parameter: &'static Parameter, at: At<'_>, value: &mut Spanned<Value>) {
        if let (Value::Table(entries), false) = (&mut value.value, is_number(parameter)) {
            // Hosts cannot set structural parameters anyway.
            let is_final = self.take_final(&at.place(), entries);
            if let ([(key, only)], true) = (&entries[..], is_final)
                && key.value == "value"
            {
                *value = only.clone();
            }
        }
        let kind = match parameter.kind {
            ParameterKind::Real(unit) => {
                let varying = parameter.varies_with;
                let subject = Subject { varying, is_variable: false, ..at.subject(unit.unwrap_or_default()) };
                return self.measured(&subject, value);
            }
            ParameterKind::Boolean => "true or false".to_owned(),
            ParameterKind::Enumeration(enumeration) => format!("a choice, {}", enumeration.name),
            ParameterKind::Integer => "a whole number".to_owned(),
            ParameterKind::Sequence => "a sequence of axes".to_owned(),
            ParameterKind::Condition => "a condition on time".to_owned(),
            ParameterKind::Reading(_) => "a setting of the reading".to_owned(),
        };
        if let Value::Table(entries) = &value.value
            && let Some((key, _)) = entries.iter().find(|(key, _)| key.value == "unit" || key.value == "displayUnit")
        {
            let span = key.span.clone();
            self.refuse(&span, at.place(), AuthoringProblem::HasNoUnit { kind });
            if let Some((_, inner)) = entries.iter().find(|(key, _)| key.value == "value") {
                *value = inner.clone();
            }
        }
    }

    /// Attributes of the variables in a connector whose names begin with `prefix`.
    fn connector(&mut self, kind: ConnectorKind, prefix: &str, at: At<'_>, value: &mut Spanned<Value>) {
        let Value::Table(entries) = &mut value.value else { return };
        for (key, value) in entries {
            let (path, name) = (format!("{}.{}", at.path, key.value), format!("{prefix}{}", key.value));
            let inner = At { path: &path, ..at };
            match variables(kind).iter().find(|variable| variable.name == name) {
                Some(variable) if variable.unit.is_empty() => self.attributes(&inner.subject("1"), value),
                Some(variable) => self.attributes(&inner.subject(variable.unit), value),
                None => self.connector(kind, &format!("{name}."), inner, value),
            }
        }
    }
}
