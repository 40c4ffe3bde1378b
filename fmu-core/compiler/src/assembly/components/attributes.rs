//! Attributes: `start` and `fixed` of variables and connectors, and `fixed = false` of parameters.

use super::super::collected::{ConnectorEntry, FixedVariable, ParameterOrigin};
use super::super::connections::absent;
use super::content::{Content, Owner};
use super::maker::{Given, Maker, takes_attributes};
use crate::connector_variables::{ConnectorQuantity, ConnectorVariable, variables};
use crate::model_file::{LibraryProblem, Span, Spanned, Value};
use library::{Body, ByName, SignalType, VariableAttributes};
use mechanism::{Shape, SolvedParameter};

pub(super) type Entries = [(Spanned<String>, Spanned<Value>)];

/// Attributes that a table may have: those that are read here, and those that messages list.
pub(super) struct Keys {
    read: &'static [&'static str],
    known: &'static [&'static str],
}

impl Keys {
    const OF_VARIABLE: Self = Self {
        read: &["start", "fixed", "min", "max", "nominal", "stateSelect", "unit", "displayUnit", "quantity"],
        known: &["start", "fixed", "unit", "displayUnit", "min", "max", "nominal", "stateSelect", "final"],
    };
    const OF_GUESS: Self = Self {
        read: &["start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity"],
        known: &["start", "fixed"],
    };
    pub(super) const OF_VALUE: Self =
        Self { read: &["value", "min", "max"], known: &["value", "unit", "displayUnit", "min", "max", "final"] };
}

/// Attributes that the model gives to one variable.
#[derive(Debug, Default)]
struct Attributes {
    start: Option<Content>,
    fixed: Vec<bool>,
    span: Option<Span>,
}

/// Attributes of a variable without settings.
#[derive(Clone, Copy, Debug, Default)]
struct DefaultAttributes {
    /// Start value of each element, for a variable whose class reads one.
    start: Option<f64>,
    /// True if the start value is fixed.
    fixed: bool,
    /// The start value is that before the initial event, whether fixed or not.
    is_before: bool,
}

/// A variable with attributes: name for messages (after `owner.`) and shape.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub owner: &'a str,
    pub name: &'a str,
    pub shape: Shape,
}

/// The attributes of a parameter that the initialisation solves for: those with `fixed = false`.
pub(super) fn is_solved(value: &Value) -> Option<&Entries> {
    let Value::Table(entries) = value else { return None };
    let is_free = |value: &Value| match value {
        Value::Boolean(fixed) => !fixed,
        Value::Array(elements) => elements.iter().all(|e| e.value == Value::Boolean(false)),
        _ => false,
    };
    entries.iter().any(|(key, value)| key.value == "fixed" && is_free(&value.value)).then_some(entries)
}

impl Maker<'_> {
    /// Attributes of all variables and connectors of a component. A variable has a start value if its class reads one
    /// or the model gives one; its elements are in the parameter array.
    pub(super) fn attributes(&mut self, index: usize, given: &[Given<'_>]) -> ByName<VariableAttributes> {
        let (component, class) = (self.out.components[index].name.clone(), self.out.components[index].class);
        let mut result = ByName::with_capacity(class.variables.len() + class.connectors.len());
        for variable in class.variables {
            let subject = Subject { owner: &component, name: variable.name, shape: variable.shape };
            let value = user_value(given, variable.name);
            let default = DefaultAttributes {
                start: variable.has_start.then_some(variable.start_value),
                // Variables of a netlist are fixed in its parts.
                fixed: variable.is_fixed && matches!(class.body, Body::Element(_)),
                is_before: variable.has_start && variable.signal_type == SignalType::Boolean,
            };
            let attributes = self.variable_attributes(subject, value, default);
            result.insert(variable.name, attributes);
        }
        for connector in class.connectors.iter().filter(|c| takes_attributes(c)) {
            // A setting for a name shared by a parameter and a connector (RealExpression.y) is the parameter's.
            let is_parameter = class.parameters.iter().any(|p| p.name == connector.name);
            let value = user_value(given, connector.name).filter(|_| !is_parameter);
            let mut own = self.out.components[index].connectors.iter().copied();
            let number = own.find(|number| std::ptr::eq(self.out.connectors[*number].declared, connector));
            if connector.kind.is_signal() {
                let entry = number.map(|number| &self.out.connectors[number]);
                let shape = entry.map_or_else(|| connector.kind.shape(), ConnectorEntry::shape);
                let subject = Subject { owner: &component, name: connector.name, shape };
                let start = connector.has_start.then_some(0.0);
                let default = DefaultAttributes { start, ..DefaultAttributes::default() };
                let attributes = self.variable_attributes(subject, value, default);
                self.note_start(number, ConnectorQuantity::Signal, attributes);
                result.insert(connector.name, attributes);
            } else if let Some(value) = value {
                self.inner_attributes((&component, number), (connector.name, ""), value, variables(connector.kind));
            }
        }
        result
    }

    /// Attributes of the variables in a connector, `frame_a = { r_0 = { start = [1, 0, 0], fixed = true } }`, at a path; in
    /// the connector their names begin with `prefix`.
    fn inner_attributes(
        &mut self,
        (component, connector): (&str, Option<usize>),
        (path, prefix): (&str, &str),
        value: &Spanned<Value>,
        variables: &[ConnectorVariable],
    ) {
        let Value::Table(entries) = &value.value else {
            let expected = "attributes of its variables, `{ r_0 = { start = [0, 0, 0], fixed = true } }`";
            return self.wrong_value(component, path, value, expected);
        };
        let names = variables.iter().filter_map(|variable| variable.name.strip_prefix(prefix));
        for (key, value) in entries {
            let name = format!("{path}.{}", key.value);
            let (own, outer) = (format!("{prefix}{}", key.value), format!("{prefix}{}.", key.value));
            if let Some(variable) = variables.iter().find(|variable| variable.name == own) {
                let subject = Subject { owner: component, name: &name, shape: variable.shape };
                let attributes = self.variable_attributes(subject, Some(value), DefaultAttributes::default());
                self.note_start(connector, variable.quantity, attributes);
            } else if variables.iter().any(|variable| variable.name.starts_with(&outer)) {
                self.inner_attributes((component, connector), (&name, &outer), value, variables);
            } else {
                let mut known: Vec<&str> = names.clone().filter(|name| !name.contains('.')).collect();
                known.extend(names.clone().find_map(|name| name.split_once('.')).map(|(outer, _)| outer));
                let problem = LibraryProblem::unknown_attribute(component, path, &key.value, &known);
                self.problems.add(Some(&key.span), problem);
            }
        }
    }

    /// Records that a variable of a connector has a start value.
    fn note_start(&mut self, connector: Option<usize>, quantity: ConnectorQuantity, attributes: VariableAttributes) {
        if let (Some(connector), Some(start)) = (connector, attributes.start) {
            self.out.connectors[connector].starts.push((quantity, start));
        }
    }

    /// Reads the attributes of one variable, lays out its start values and records fixed elements. `default` has the
    /// attributes that the model does not set.
    fn variable_attributes(
        &mut self,
        subject: Subject<'_>,
        value: Option<&Spanned<Value>>,
        default: DefaultAttributes,
    ) -> VariableAttributes {
        let component = subject.owner;
        let mut attributes = value.map_or_else(Attributes::default, |value| self.read_attributes(subject, value));
        if default.fixed && attributes.fixed.is_empty() {
            attributes.fixed = vec![true; subject.shape.size()];
        }
        let fixed = attributes.fixed.contains(&true) && !default.is_before;
        if default.start.is_none() && !fixed && attributes.start.is_none() {
            return VariableAttributes::default();
        }
        let full = [component, ".", subject.name, ".start"].concat();
        let default = Content::Numbers(vec![default.start.unwrap_or(0.0); subject.shape.size()]);
        let content = attributes.start.unwrap_or(default);
        let entry = self.push_parameter(full, subject.shape, attributes.span.clone(), ParameterOrigin::Start, content);
        let start = self.out.parameters[entry].first;
        if fixed && self.is_present(component, subject.name, attributes.span.as_ref()) {
            self.out.fixed.push(FixedVariable {
                component: component.to_owned(),
                variable: subject.name.to_owned(),
                shape: subject.shape,
                start,
                fixed: attributes.fixed,
                span: attributes.span.or_else(|| self.out.span_of_owner(component)),
            });
        }
        VariableAttributes { start: Some(start), fixed }
    }

    /// Returns false, and reports an error, if the variable belongs to a connector that does not exist in this model.
    fn is_present(&mut self, component: &str, variable: &str, span: Option<&Span>) -> bool {
        let connector = variable.split('.').next().unwrap_or(variable);
        let Some(entry) = self.out.connector(&[component, ".", connector].concat()) else { return true };
        let entry = &self.out.connectors[entry];
        if entry.handle.is_some() || self.out.unknown.contains(component) {
            return true;
        }
        let problem = absent(component, entry.declared);
        self.problems.add(span, problem);
        false
    }

    fn read_attributes(&mut self, subject: Subject<'_>, value: &Spanned<Value>) -> Attributes {
        let mut result = Attributes { span: Some(value.span.clone()), ..Attributes::default() };
        let Value::Table(entries) = &value.value else {
            let expected = "attributes of the variable, `{ start = 0, fixed = true }`";
            self.wrong_value(subject.owner, subject.name, value, expected);
            return result;
        };
        result.start = attribute(entries, "start").and_then(|start| self.start_content(subject, start));
        let fixed = attribute(entries, "fixed").map(|fixed| self.fixed_attribute(subject, fixed));
        result.fixed = fixed.unwrap_or_default();
        self.refuse_other((subject.owner, subject.name), entries, &Keys::OF_VARIABLE);
        result
    }

    /// Refuses attributes of `component.name` that are not read; the message lists the known ones.
    pub(super) fn refuse_other(&mut self, (component, name): (&str, &str), entries: &Entries, keys: &Keys) {
        for (key, _) in entries.iter().filter(|(key, _)| !keys.read.contains(&key.value.as_str())) {
            let problem = LibraryProblem::unknown_attribute(component, name, &key.value, keys.known);
            self.problems.add(Some(&key.span), problem);
        }
    }

    fn start_content(&mut self, subject: Subject<'_>, value: &Spanned<Value>) -> Option<Content> {
        if let Value::Boolean(start) = value.value {
            return Some(Content::Numbers(vec![f64::from(u8::from(start)); subject.shape.size()]));
        }
        let path = format!("{}.start", subject.name);
        let expected = || format!("{}, or an expression", subject.shape.describe());
        self.content_of_shape(Owner::Component(subject.owner, &path), value, subject.shape, &expected)
    }

    /// `fixed` of each element.
    fn fixed_attribute(&mut self, subject: Subject<'_>, value: &Spanned<Value>) -> Vec<bool> {
        let size = subject.shape.size();
        let boolean = |value: &Value| if let Value::Boolean(fixed) = value { Some(*fixed) } else { None };
        let fixed = match &value.value {
            Value::Array(elements) if elements.len() == size => elements.iter().map(|e| boolean(&e.value)).collect(),
            value => boolean(value).map(|fixed| vec![fixed; size]),
        };
        fixed.unwrap_or_else(|| {
            let expected = "true or false, or an array of them for the elements";
            self.wrong_value(subject.owner, &format!("{}.fixed", subject.name), value, expected);
            Vec::new()
        })
    }

    /// The guess in the attributes of a solved parameter; zero by default.
    fn guess(&mut self, subject: Subject<'_>, entries: &Entries) -> Content {
        let guess = attribute(entries, "start").and_then(|start| self.start_content(subject, start));
        self.refuse_other((subject.owner, subject.name), entries, &Keys::OF_GUESS);
        guess.unwrap_or(Content::Zero)
    }

    /// Lays out a parameter that the initialisation solves for, and its guess; returns its index in
    /// `Collected::parameters`.
    pub(super) fn solved_parameter(
        &mut self,
        name: String,
        subject: Subject<'_>,
        origin: ParameterOrigin,
        span: &Span,
        entries: &Entries,
    ) -> usize {
        let (guess, shape, start_name) = (self.guess(subject, entries), subject.shape, format!("{name}.start"));
        let start = self.push_parameter(start_name, shape, Some(span.clone()), ParameterOrigin::Start, guess);
        let entry = self.push_parameter(name, shape, Some(span.clone()), origin, Content::Zero);
        let (guess, first) = (self.out.parameters[start].first, self.out.parameters[entry].first);
        for k in 0..shape.size() {
            self.out.slots[first + k].independent = false;
            self.out.solved.push(SolvedParameter { address: first + k, guess: guess + k });
        }
        entry
    }

    pub(super) fn wrong_value(
        &mut self,
        component: &str,
        parameter: &str,
        value: &Spanned<Value>,
        expected: impl Into<String>,
    ) {
        let problem = LibraryProblem::wrong_value(component, parameter, value.value.describe(), expected);
        self.problems.add(Some(&value.span), problem);
    }
}

/// The attribute with this name.
pub(super) fn attribute<'e>(entries: &'e Entries, name: &str) -> Option<&'e Spanned<Value>> {
    entries.iter().find(|(key, _)| key.value == name).map(|(_, value)| value)
}

/// Tightens limits according to attributes.
pub(super) fn narrow([min, max]: [&mut Option<f64>; 2], entries: &Entries) {
    for (key, limit) in entries {
        match (key.value.as_str(), limit.value.number()) {
            ("min", Some(x)) => *min = Some(min.map_or(x, |min| min.max(x))),
            ("max", Some(x)) => *max = Some(max.map_or(x, |max| max.min(x))),
            _ => {}
        }
    }
}

/// The value that the model file gives to `name`.
fn user_value<'a>(given: &[Given<'a>], name: &str) -> Option<&'a Spanned<Value>> {
    given.iter().find(|g| g.name == name)?.user()
}
