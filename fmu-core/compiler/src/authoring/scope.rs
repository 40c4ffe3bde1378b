//! Meaning of the names in expressions.

use super::expressions::{Checker, Named};
use super::measure::Measure;
use crate::connector_variables::variables;
use crate::model_file::{Expression, ModelFile, Spanned, Value, split_subscripts, splits};
use crate::units::Unit;
use library::{Class, ConnectorKind, ParameterKind, SignalType};
use mechanism::hashed::{HashMap, HashSet};
use std::cell::RefCell;

/// The parameters of a model and of its components.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    parameters: HashMap<&'a str, &'a Spanned<Value>>,
    components: HashMap<&'a str, &'static Class>,
    /// Known measures of the model parameters.
    measures: RefCell<HashMap<&'a str, Measure>>,
    /// Units of parameters and variables in the model file.
    units: HashMap<&'a str, Unit>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(file: &'a ModelFile) -> Self {
        let class = |name: &str| library::find_class(name);
        let components = file.components.iter().filter_map(|c| Some((c.name.value.as_str(), class(&c.class.value)?)));
        let mut scope = Self {
            parameters: file.parameters.iter().map(|p| (p.name.value.as_str(), &p.value)).collect(),
            components: components.collect(),
            measures: RefCell::default(),
            units: HashMap::default(),
        };
        for parameter in &file.parameters {
            let name = parameter.name.value.as_str();
            let declared = parameter.unit.as_ref().and_then(|unit| Unit::parse(&unit.value).ok());
            if let Some(unit) = &declared {
                scope.measures.borrow_mut().insert(name, Measure::certain(unit.dimension()));
            }
            if let Some(unit) = written_unit(&parameter.value.value).or(declared) {
                scope.units.insert(name, unit);
            }
        }
        file.parameters.iter().for_each(|parameter| scope.find_measure(&parameter.name.value));
        for variable in file.variables.iter().chain(file.inputs.iter().filter(|input| input.is_plain_input())) {
            if let Some(unit) = variable.unit.as_ref().and_then(|unit| Unit::parse(&unit.value).ok()) {
                scope.measures.borrow_mut().insert(&variable.name.value, Measure::certain(unit.dimension()));
                scope.units.insert(&variable.name.value, unit);
            }
        }
        while scope.find_variables(file) {}
        scope
    }

    /// Determines the measures of model variables whose expressions depend on known names only; returns false if there
    /// are no more.
    fn find_variables(&self, file: &'a ModelFile) -> bool {
        let mut found = false;
        for variable in &file.variables {
            let name = variable.name.value.as_str();
            if self.measures.borrow().contains_key(name) {
                continue;
            }
            let Some(expression) = variable.target.value.expression() else { continue };
            if let measure @ Measure::Of(..) = self.of_expression(expression) {
                self.measures.borrow_mut().insert(name, measure);
                found = true;
            }
        }
        found
    }

    /// Determines the measure of a model parameter, and of those that it depends on. Those in a cycle stay unknown.
    fn find_measure(&self, name: &'a str) {
        let mut path = vec![name];
        let mut seen = HashSet::from_iter([name]);
        while let Some(name) = path.last().copied() {
            let needed = self.needed(name);
            let before = path.len();
            path.extend(needed.into_iter().filter(|other| seen.insert(other)));
            if path.len() == before {
                path.pop();
                if !self.measures.borrow().contains_key(name) {
                    let measure =
                        self.parameters.get(name).map_or(Measure::Unknown, |value| self.of_value(&value.value));
                    self.measures.borrow_mut().insert(name, measure);
                }
            }
        }
    }

    /// Model parameters of unknown measure in a parameter's expressions.
    fn needed(&self, name: &str) -> Vec<&'a str> {
        let is_known = |name: &str| self.measures.borrow().contains_key(name);
        let mut found = Vec::new();
        if let Some(value) = self.parameters.get(name).filter(|_| !is_known(name)) {
            value.for_each_reference(&mut |reference| {
                let base = split_subscripts(reference).map_or(reference, |(base, _)| base);
                let parameter = [reference, base].into_iter().find_map(|name| self.parameters.get_key_value(name));
                found.extend(parameter.map(|(name, _)| *name).filter(|name| !is_known(name)));
            });
        }
        found
    }

    /// Measure of a model parameter's value; an array has the common measure of its elements.
    fn of_value(&self, value: &Value) -> Measure {
        match value {
            Value::Expression(expression) => self.of_expression(expression),
            Value::Array(elements) => {
                let measures = elements.iter().map(|element| self.of_value(&element.value));
                measures.reduce(|sum, other| sum.united(other).unwrap_or(Measure::Unknown)).unwrap_or(Measure::Unknown)
            }
            Value::Table(entries) => {
                let start = entries.iter().find(|(key, _)| key.value == "start");
                start.map_or(Measure::Unknown, |(_, value)| self.of_value(&value.value))
            }
            Value::Number(_) | Value::Boolean(_) | Value::String(_) | Value::Condition(_) => Measure::Unknown,
        }
    }

    fn of_expression(&self, expression: &Expression) -> Measure {
        match expression.lone_measure() {
            Some((_, unit)) => Unit::parse(unit).map_or(Measure::Unknown, |unit| Measure::certain(unit.dimension())),
            None => match Checker::new(&|name| self.find(name)).check(expression).0 {
                Measure::Number { .. } => Measure::Unknown,
                measure => measure,
            },
        }
    }

    /// Meaning of a name, including subscripts, in an expression of the model.
    pub(super) fn find(&self, name: &str) -> Named {
        let exact = |name: &str| self.measures.borrow().get(name).copied();
        let base = split_subscripts(name).map(|(base, _)| base);
        if let Some(measure) = exact(name).or_else(|| base.and_then(exact)) {
            let unit = self.units.get(name).or_else(|| self.units.get(base?)).cloned().map(Box::new);
            return Named::Measured { measure, unit };
        }
        let unit = self.unit_of(name).or_else(|| base.and_then(|base| self.unit_of(base)));
        unit.and_then(|unit| Unit::parse(unit).ok()).map_or(Named::Unknown, |unit| Named::InUnit(Box::new(unit)))
    }

    /// Unit of the parameter of a component, or of a part of one.
    fn unit_of(&self, name: &str) -> Option<&'static str> {
        let (class, rest) = splits(name).find_map(|(component, rest)| {
            let class = self.components.get(component).copied();
            // A model without World has an implicit one with this name.
            let class = class.or_else(|| (component == "world").then_some(&library::world::CLASS));
            Some((class?, rest))
        })?;
        unit_in(class, rest)
    }
}

/// Unit of a parameter of a class, or of a part's parameter with dots.
fn unit_in(class: &'static Class, name: &str) -> Option<&'static str> {
    if let Some(parameter) = class.parameters.iter().find(|parameter| parameter.name == name) {
        return if let ParameterKind::Real(unit) = parameter.kind { unit } else { None };
    }
    if let Some(unit) = unit_of_variable(class, name) {
        return Some(unit).filter(|unit| !unit.is_empty());
    }
    let (part, rest) = name.split_once('.')?;
    unit_in(library::find_class(class.part(part)?.class)?, rest)
}

/// Unit of a variable or signal of a class, or of a variable in a connector.
fn unit_of_variable(class: &'static Class, name: &str) -> Option<&'static str> {
    if let Some(variable) = class.variables.iter().find(|variable| variable.name == name) {
        return Some(variable.unit);
    }
    if let Some(inner) = class.inner.iter().find(|inner| inner.name == name) {
        return Some(inner.unit);
    }
    let (connector, rest) = name.split_once('.').unwrap_or((name, ""));
    let connector = class.connectors.iter().find(|other| other.name == connector)?;
    match connector.kind {
        ConnectorKind::Input(SignalType::Real, _) | ConnectorKind::Output(SignalType::Real, _) => {
            rest.is_empty().then_some(connector.unit)
        }
        kind => variables(kind).iter().find(|variable| variable.name == rest).map(|variable| variable.unit),
    }
}

/// The unit of a value that is a number with a unit, `"30 deg"`.
fn written_unit(value: &Value) -> Option<Unit> {
    let Value::Expression(expression) = value else { return None };
    Unit::parse(expression.lone_measure()?.1).ok()
}
