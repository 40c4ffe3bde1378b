//! What equations and declarations give: variables of the model, and signal inputs of components.

use std::collections::HashMap;
use std::rc::Rc;

use fmu_core::library::{SignalSize, SignalType};
use fmu_core::model_file::{Expression as NetlistExpression, Span};

use super::budget::PARSED;
use super::conditions::as_number;
use super::context::{Context, Outcome, fault};
use super::instance::{Instance, Symbol, What};
use super::modifiers::Scope;
use super::places::{Place, Thing, indexed};
use super::standard::Connector;
use super::syntax::{Expression, Kind};
use super::value::{Strength, Value};

/// A variable or signal input that is given.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) span: Span,
    /// Where it is a signal input of a library component: name for a variable that drives it.
    pub(super) driver: Option<String>,
    /// An output of the model.
    pub(super) is_output: bool,
    pub(super) is_protected: bool,
    /// What its type is as a signal. A Boolean is a number here.
    pub(super) signal: SignalType,
}

/// Definitions in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    all: Vec<Definition>,
    by_name: HashMap<String, usize>,
}

impl Definitions {
    pub(super) fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).map(|index| &self.all[*index])
    }

    pub(super) fn all(&self) -> &[Definition] {
        &self.all
    }

    pub(super) fn all_mut(&mut self) -> &mut [Definition] {
        &mut self.all
    }

    fn add(&mut self, definition: Definition) {
        self.by_name.insert(definition.name.clone(), self.all.len());
        self.all.push(definition);
    }
}

/// What an equation gives: one scalar.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its name in the netlist.
    pub(super) name: String,
    /// A signal input, which another signal may drive.
    pub(super) is_input: bool,
    /// Name for a variable that drives it, where it is an input of a library component.
    driver: Option<String>,
    signal: SignalType,
    is_output: bool,
    is_protected: bool,
}

impl Context<'_> {
    /// What an equation with `expression` alone on one side gives.
    pub(super) fn target(&self, expression: &Expression, scope: &Scope) -> Outcome<Option<Vec<Target>>> {
        match self.own_variable(expression, scope) {
            Some(own) => Ok(Some(own)),
            None => self.library_inputs(expression, scope),
        }
    }

    /// The variables or outputs of the text that an expression names, and inputs of composites in the class that it is written in.
    pub(super) fn own_variable(&self, expression: &Expression, scope: &Scope) -> Option<Vec<Target>> {
        let Kind::Reference(reference) = &expression.kind else { return None };
        let places = self.places(reference, scope).ok()??;
        let mut targets = Vec::new();
        for place in &places {
            if let Thing::Composite(index) = place.what {
                targets.extend(self.record_targets(index, scope)?);
                continue;
            }
            if let Thing::Bus = place.what {
                targets.push(Target::of_bus(self.bus_path(place, scope).ok()?));
                continue;
            }
            let Thing::Symbol(symbol) = &place.what else { return None };
            let is_inside = scope.instance == Some(place.instance);
            let (is_output, is_protected) = self.shown(place.instance, symbol);
            let (is_variable, is_input) = match &symbol.what {
                What::Variable(variable) => (!(variable.input && is_inside), variable.input),
                What::Connector(Connector::SignalOutput(_)) => (true, false),
                What::Connector(Connector::SignalInput(_)) => (!is_inside, true),
                _ => (false, false),
            };
            if !is_variable || !place.rest.is_empty() {
                return None;
            }
            let owner = self.instance_scope(place.instance, symbol, scope);
            let dimensions = self.dimensions(symbol, &owner)?;
            let chosen = self.expand(&place.name, &reference.span, &dimensions, &place.subscripts, scope).ok()?;
            let target = |index: Vec<usize>| Target {
                name: indexed(&place.name, &index),
                is_input,
                driver: None,
                signal: symbol.signal(),
                is_output,
                is_protected,
            };
            targets.extend(chosen.into_iter().map(target));
        }
        (!targets.is_empty()).then_some(targets)
    }

    /// The signal inputs of library components that an expression names.
    fn library_inputs(&self, expression: &Expression, scope: &Scope) -> Outcome<Option<Vec<Target>>> {
        let Kind::Reference(reference) = &expression.kind else { return Ok(None) };
        let Some(places) = self.places(reference, scope)? else { return Ok(None) };
        let mut targets = Vec::new();
        for place in &places {
            let (Thing::Library(class, _), [(input, subscripts)]) = (&place.what, place.rest.as_slice()) else {
                return Ok(None);
            };
            let Some(connector) = class.connectors.iter().find(|known| known.name == &*input.text) else {
                return Ok(None);
            };
            let Some(of) = connector.kind.signal_type().filter(|_| connector.kind.is_input()) else { return Ok(None) };
            let size = connector.kind.size();
            let full = format!("{}.{}", place.name, input.text);
            let is_known = connector.size == SignalSize::Declared;
            let chosen = if !subscripts.is_empty() {
                // Sizes that parameters decide are checked when the model is put together.
                self.expand(&full, &input.span, &[if is_known { size } else { 10_000 }], subscripts, scope)?
            } else if !is_known {
                let message =
                    format!("give the elements of `{full}`, `{}[1] = ...`: their number is a parameter", input.text);
                return fault(&reference.span, message);
            } else if size == 1 {
                vec![Vec::new()]
            } else {
                (1..=size).map(|k| vec![k]).collect()
            };
            let driver = driver_of(place, &input.text);
            targets.extend(chosen.into_iter().map(|index| Target {
                name: indexed(&full, &index),
                is_input: true,
                driver: Some(indexed(&driver, &index)),
                signal: of,
                is_output: false,
                is_protected: false,
            }));
        }
        Ok(Some(targets))
    }

    /// Whether an expression is the name of signals, which connections can lead from.
    pub(super) fn names_signals(&self, expression: &Expression, scope: &Scope) -> bool {
        let Kind::Reference(reference) = &expression.kind else { return false };
        let Ok(Some(places)) = self.places(reference, scope) else { return false };
        places.iter().all(|place| match (&place.what, place.rest.as_slice()) {
            (Thing::Library(class, _), [(output, _)]) => {
                class.connectors.iter().any(|known| known.kind.is_output() && known.name == &*output.text)
            }
            (Thing::Symbol(symbol), []) => match &symbol.what {
                What::Variable(variable) => variable.input || variable.output,
                What::Connector(kind) => *kind != Connector::Physical,
                _ => false,
            },
            _ => false,
        })
    }

    /// The members of a record.
    fn record_targets(&self, index: usize, scope: &Scope) -> Option<Vec<Target>> {
        let record = self.instance(index).filter(|instance| instance.of_record.is_some())?;
        let mut targets = Vec::new();
        for symbol in record.symbols.borrow().all.iter() {
            if let What::Composite(inner) = &symbol.what {
                for inner in inner {
                    targets.extend(self.record_targets(*inner, scope)?);
                }
                continue;
            }
            let What::Variable(_) = &symbol.what else { return None };
            let owner = self.instance_scope(index, symbol, scope);
            let dimensions = self.dimensions(symbol, &owner)?;
            let (is_output, is_protected) = self.shown(index, symbol);
            let full = format!("{}{}", record.prefix, symbol.name);
            let elements = self.expand(&full, &symbol.span, &dimensions, &[], scope).ok()?;
            targets.extend(elements.into_iter().map(|element| Target {
                name: indexed(&full, &element),
                is_input: false,
                driver: None,
                signal: symbol.signal(),
                is_output,
                is_protected,
            }));
        }
        Some(targets)
    }

    /// Whether a variable of an instance is an output of the model, and whether it is protected.
    fn shown(&self, instance: usize, symbol: &Symbol) -> (bool, bool) {
        let mut holder = instance;
        while let Some(record) = self.instance(holder).filter(|found| found.of_record.is_some()) {
            holder = record.parent.unwrap_or(0);
        }
        // The model is the first of all instances.
        let is_model = holder == 0;
        match &symbol.what {
            What::Variable(variable) => (is_model && variable.output, variable.protected),
            What::Connector(Connector::SignalOutput(_)) => (is_model, false),
            _ => (false, false),
        }
    }

    /// Adds what `value` gives.
    pub(super) fn define(
        &self,
        targets: &[Target],
        value: Value,
        span: &Span,
        definitions: &mut Definitions,
    ) -> Outcome<()> {
        self.store.budget.at(span);
        let mut values = value.scalars();
        let is_whole = !value.is_known()
            && !value.dimensions().is_empty()
            && value.dimensions().iter().product::<usize>() == targets.len();
        if let (true, [whole]) = (is_whole, values.as_slice()) {
            // An expression of arrays: its elements, where each has a text, else what nothing can take.
            self.store.budget.room(value.bytes().saturating_mul(targets.len()).saturating_mul(PARSED))?;
            let elements = (1..=targets.len()).map(|k| element(&whole.written(Strength::Choice), k));
            let elements: Option<Vec<Value>> = elements.collect();
            values = elements.unwrap_or_else(|| vec![whole.clone(); targets.len()]);
        }
        if values.len() != targets.len() {
            return fault(
                span,
                format!("the left side has {} element(s), the right side {}", targets.len(), values.len()),
            );
        }
        for (target, value) in targets.iter().zip(values) {
            let name = &target.name;
            let value = fitting(value, target, span)?;
            if let Some(first) = definitions.get(name) {
                let place = self.store.sources.borrow().place(&first.span);
                return fault(span, format!("`{name}` has two equations: the first is at {place}"));
            }
            definitions.add(Definition {
                name: name.clone(),
                value,
                span: span.clone(),
                driver: target.driver.clone(),
                is_output: target.is_output,
                is_protected: target.is_protected,
                signal: target.signal,
            });
        }
        Ok(())
    }

    /// Adds again what was found apart.
    pub(super) fn define_again(&self, definition: Definition, definitions: &mut Definitions) -> Outcome<()> {
        let name = &definition.name;
        if let Some(first) = definitions.get(name) {
            let place = self.store.sources.borrow().place(&first.span);
            return fault(&definition.span, format!("`{name}` has two equations: the first is at {place}"));
        }
        definitions.add(definition);
        Ok(())
    }

    /// `Real x = rev.phi`, `RealOutput y = ...`
    pub(super) fn declared_values(&self, index: usize, instance: &Instance, definitions: &mut Definitions) {
        let symbols = instance.symbols.borrow().all.clone();
        for symbol in symbols {
            let bound = match &symbol.what {
                What::Variable(variable) => variable.value.as_ref(),
                What::Connector(_) => symbol.binding.as_ref(),
                _ => None,
            };
            let (Some(bound), Some((_, class))) = (bound, &symbol.declaration) else { continue };
            let scope = Scope { instance: Some(index), class: class.clone(), locals: Rc::default() };
            let full = format!("{}{}", instance.prefix, symbol.name);
            let result = self.bound(bound, false).and_then(|value| {
                let dimensions = self.dimensions(&symbol, &scope).unwrap_or_default();
                let elements = self.expand(&full, &symbol.span, &dimensions, &[], &scope)?;
                let (is_output, is_protected) = self.shown(index, &symbol);
                let target = |element: Vec<usize>| Target {
                    name: indexed(&full, &element),
                    is_input: false,
                    driver: None,
                    signal: symbol.signal(),
                    is_output,
                    is_protected,
                };
                let targets: Vec<Target> = elements.into_iter().map(target).collect();
                self.define(&targets, value, &symbol.span, definitions)
            });
            if let Err(problem) = result {
                self.report(problem);
            }
        }
    }
}

impl Target {
    /// A member of a bus.
    fn of_bus(name: String) -> Self {
        let signal = SignalType::Real;
        Self { name, is_input: false, driver: None, signal, is_output: false, is_protected: true }
    }
}

/// The value of a target, where it has its type.
fn fitting(value: Value, target: &Target, span: &Span) -> Outcome<Value> {
    let name = &target.name;
    let is_condition = match &value {
        Value::Boolean(_) => true,
        Value::Open(open) => open.is_condition(),
        _ => false,
    };
    match target.signal {
        SignalType::Boolean if is_condition => Ok(as_number(value)),
        SignalType::Boolean => fault(span, format!("`{name}` is a Boolean, and this is {}", value.describe())),
        _ if is_condition => {
            let hint = if target.driver.is_none() { ": declare it as Boolean" } else { "" };
            fault(span, format!("`{name}` is a number, and this is {}{hint}", value.describe()))
        }
        SignalType::Integer if !value.is_whole() => {
            fault(span, format!("`{name}` is an Integer, and {} may be any number", value.describe()))
        }
        _ => Ok(value),
    }
}

/// `left.push_2_f` for the input `f` of `left.push[2]`.
fn driver_of(place: &Place, input: &str) -> String {
    let (around, last) = match place.name.rsplit_once('.') {
        Some((around, last)) => (format!("{around}."), last),
        None => (String::new(), place.name.as_str()),
    };
    let last = last.replace(['[', ','], "_").replace(']', "");
    format!("{around}{last}_{input}")
}

/// Element `k` (from 1) of a sum of vectors.
pub(super) fn element(text: &str, k: usize) -> Option<Value> {
    let element = element_of(NetlistExpression::parse(text).ok()?, k)?;
    Some(Value::open(element.to_string(), Vec::new(), Strength::Choice))
}

fn element_of(expression: NetlistExpression, k: usize) -> Option<NetlistExpression> {
    use fmu_core::model_file::BinaryOperator::{Add, Divide, Multiply, Subtract};
    let boxed = |inner: NetlistExpression| element_of(inner, k).map(Box::new);
    match expression {
        NetlistExpression::Reference { name, .. } => NetlistExpression::parse(&indexed(&name, &[k])).ok(),
        NetlistExpression::Negate(inner) => Some(NetlistExpression::Negate(boxed(*inner)?)),
        NetlistExpression::Binary(operator @ (Add | Subtract), left, right) => {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, boxed(*right)?))
        }
        NetlistExpression::Binary(Multiply, left, right) if matches!(*left, NetlistExpression::Number(_)) => {
            Some(NetlistExpression::Binary(Multiply, left, boxed(*right)?))
        }
        NetlistExpression::Binary(operator @ (Multiply | Divide), left, right)
            if matches!(*right, NetlistExpression::Number(_)) =>
        {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, right))
        }
        // One side is the vector, the other a scalar.
        NetlistExpression::Binary(operator @ (Multiply | Divide), left, right)
            if matches!(*left, NetlistExpression::Array(_)) =>
        {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, right))
        }
        NetlistExpression::Binary(Multiply, left, right) if matches!(*right, NetlistExpression::Array(_)) => {
            Some(NetlistExpression::Binary(Multiply, left, boxed(*right)?))
        }
        NetlistExpression::Array(elements) => elements.into_iter().nth(k - 1),
        _ => None,
    }
}
