//! Equations of models: connections, and variables that are others of components.

use std::collections::HashMap;
use std::rc::Rc;

use fmu_core::model_file::Span;

use super::connect::Connections;
use super::context::{Context, Outcome, fault};
use super::instance::{Instance, What};
use super::modifiers::Scope;
use super::netlist::Netlist;
use super::outputs::Public;
use super::places::{Thing, indexed};
use super::standard::Connector;
use super::syntax::{Body, Equation, Expression, Index, Kind};
use super::value::{Strength, Value};

/// A variable that is defined: its value, and where.
pub(super) type Definitions = HashMap<String, (Value, Span)>;

impl Context<'_> {
    /// All equations of the model whose instance is `root`.
    pub(super) fn equations(&self, root: usize, netlist: &mut Netlist) {
        let mut connections = Connections::default();
        let mut definitions = Definitions::new();
        let count = self.instances.borrow().len();
        for index in 0..count {
            let Some(instance) = self.instance(index) else { continue };
            self.declared_values(index, &instance, &mut definitions);
            for class in &instance.classes {
                let Some(text) = class.class.clone() else { continue };
                let Body::Long(long) = &text.body else { continue };
                let scope = Scope { instance: Some(index), class: class.clone(), locals: Rc::default() };
                for equation in &long.equations {
                    self.equation(equation, &scope, &mut connections, &mut definitions);
                }
                if let Some(equation) = long.initial_equations.first() {
                    let message =
                        "initial equations are not read: use `start` with `fixed = true` on variables of components";
                    self.store.report(equation_span(equation), message.to_owned());
                }
            }
        }
        connections.refuse_given(&definitions, self);
        let mut public: Vec<Public> = Vec::new();
        for index in 0..count {
            if let Some(instance) = self.instance(index) {
                self.public(index, &instance, index == root, &definitions, &mut public, netlist);
            }
        }
        connections.finish(public, self, netlist);
    }

    fn equation(
        &self,
        equation: &Equation,
        scope: &Scope,
        connections: &mut Connections,
        definitions: &mut Definitions,
    ) {
        let result = match equation {
            Equation::Connect { from, to, span } => self.connect(from, to, span, scope, connections),
            Equation::Equal { left, right, span } => self.equality(left, right, span, scope, definitions),
            Equation::If { branches, otherwise, span } => {
                return match self.branch(branches, otherwise, span, scope) {
                    Ok(None) => {
                        if let Err(problem) = self.chosen(branches, otherwise, span, scope, definitions) {
                            self.report(problem);
                        }
                    }
                    Ok(Some(body)) => body.iter().for_each(|e| self.equation(e, scope, connections, definitions)),
                    Err(problem) => self.report(problem),
                };
            }
            Equation::For { indices, body, .. } => {
                return self.repeated(indices, body, scope, connections, definitions);
            }
            Equation::Call { call, span } => self.assertion(call, span, scope),
            Equation::When { span } => {
                fault(span, "`when` is not read: use sources (Step, Pulse, ...) for what happens at times".to_owned())
            }
        };
        if let Err(problem) = result {
            self.report(problem);
        }
    }

    /// The equations that hold, where that is known before the simulation.
    fn branch<'a>(
        &self,
        branches: &'a [(Rc<Expression>, Vec<Equation>)],
        otherwise: &'a [Equation],
        span: &Span,
        scope: &Scope,
    ) -> Outcome<Option<&'a [Equation]>> {
        for (condition, body) in branches {
            match self.evaluate(condition, scope, true)? {
                Value::Boolean(true) => return Ok(Some(body)),
                Value::Boolean(false) => {}
                Value::Open(_)
                    if branches.iter().all(|(_, body)| are_equalities(body)) && are_equalities(otherwise) =>
                {
                    return Ok(None);
                }
                other => {
                    return fault(
                        &(span.start..condition.span.end),
                        format!(
                            "the condition of an `if` equation has to be known before the simulation; this is {}",
                            other.describe()
                        ),
                    );
                }
            }
        }
        Ok(Some(otherwise))
    }

    /// Branches that give the same variables each are one equation a variable, `y = if c then a else b`.
    fn chosen(
        &self,
        branches: &[(Rc<Expression>, Vec<Equation>)],
        otherwise: &[Equation],
        span: &Span,
        scope: &Scope,
        definitions: &mut Definitions,
    ) -> Outcome<()> {
        let given = |body: &[Equation]| -> Outcome<Definitions> {
            let mut given = Definitions::new();
            for equation in body {
                if let Equation::Equal { left, right, span } = equation {
                    self.equality(left, right, span, scope, &mut given)?;
                }
            }
            Ok(given)
        };
        let mut values = given(otherwise)?;
        for (condition, body) in branches.iter().rev() {
            let condition = self.evaluate(condition, scope, false)?;
            let mut then = given(body)?;
            if then.len() != values.len() || then.keys().any(|name| !values.contains_key(name)) {
                return fault(span, "the branches of an `if` equation have to give the same variables");
            }
            for (name, (value, _)) in &mut values {
                let Some((first, _)) = then.remove(name) else { continue };
                let text = format!(
                    "if {} then {} else {}",
                    condition.written(Strength::Or),
                    first.written(Strength::Choice),
                    value.written(Strength::Choice)
                );
                *value = Value::open(text, value.dimensions(), Strength::Choice);
            }
        }
        for (name, (value, _)) in values {
            self.define(&[(name, Vec::new())], value, span, definitions)?;
        }
        Ok(())
    }

    fn repeated(
        &self,
        indices: &[Index],
        body: &[Equation],
        scope: &Scope,
        connections: &mut Connections,
        definitions: &mut Definitions,
    ) {
        let Some((index, others)) = indices.split_first() else {
            return body.iter().for_each(|equation| self.equation(equation, scope, connections, definitions));
        };
        match self.range_of(index, scope) {
            Ok(values) => {
                for value in values {
                    let scope = scope.with(&index.name.text, value);
                    self.repeated(others, body, &scope, connections, definitions);
                }
            }
            Err(problem) => self.report(problem),
        }
    }

    /// `assert(condition, message)` of parameters is checked, that of variables left out.
    fn assertion(&self, call: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
        let Kind::Call { function, arguments } = &call.kind else { return Ok(()) };
        let name = function.name().to_string();
        if name != "assert" {
            return fault(span, format!("`{name}(...)` is no equation that is read"));
        }
        let Some((_, condition)) = arguments.first() else { return fault(span, "`assert` needs a condition") };
        let structural = self.structural.borrow().clone();
        self.asserting.set(true);
        let checked = self.evaluate(condition, scope, true);
        self.asserting.set(false);
        // An assertion shapes nothing: parameters stay settable.
        *self.structural.borrow_mut() = structural;
        if let Ok(Value::Boolean(false)) = checked {
            let told = arguments.get(1).and_then(|(_, told)| self.evaluate(told, scope, true).ok());
            let told = match told {
                Some(Value::Text(text)) => format!(": {text}"),
                _ => String::new(),
            };
            return fault(&condition.span, format!("this assertion does not hold{told}"));
        }
        Ok(())
    }

    fn equality(
        &self,
        left: &Rc<Expression>,
        right: &Rc<Expression>,
        span: &Span,
        scope: &Scope,
        definitions: &mut Definitions,
    ) -> Outcome<()> {
        if Self::is_call(left, "der") || Self::is_call(right, "der") && self.own_variable(left, scope).is_none() {
            return fault(
                span,
                "models in text have no states of their own: use an integrator block, or joints, masses and inertias",
            );
        }
        let (variable, value) = match (self.own_variable(left, scope), self.own_variable(right, scope)) {
            (Some(variable), _) => (variable, right),
            (None, Some(variable)) => (variable, left),
            (None, None) => {
                return fault(
                    span,
                    "only equations that give a variable of the model are read, `y = rev.phi`: for signals, flanges and frames of components use connect",
                );
            }
        };
        let value = self.evaluate(value, scope, false)?;
        self.define(&variable, value, span, definitions)
    }

    /// The variables or outputs of the text that an expression names.
    pub(super) fn own_variable(&self, expression: &Expression, scope: &Scope) -> Option<Vec<(String, Vec<usize>)>> {
        let Kind::Reference(reference) = &expression.kind else { return None };
        let places = self.places(reference, scope).ok()??;
        let [place] = places.as_slice() else { return None };
        let Thing::Symbol(symbol) = &place.what else { return None };
        let is_variable = matches!(symbol.what, What::Variable(_) | What::Connector(Connector::SignalOutput));
        if !is_variable || !place.rest.is_empty() {
            return None;
        }
        let owner = self.instance_scope(place.instance, symbol, scope);
        let dimensions = self.dimensions(symbol, &owner)?;
        let chosen = self.expand(&place.name, &reference.span, &dimensions, &place.subscripts, scope).ok()?;
        Some(chosen.into_iter().map(|index| (place.name.clone(), index)).collect())
    }

    fn define(
        &self,
        variables: &[(String, Vec<usize>)],
        value: Value,
        span: &Span,
        definitions: &mut Definitions,
    ) -> Outcome<()> {
        let mut values = flattened(&value);
        let is_whole = !value.is_known()
            && !value.dimensions().is_empty()
            && value.dimensions().iter().product::<usize>() == variables.len();
        if let (true, [whole]) = (is_whole, values.as_slice()) {
            // An expression of arrays, whose elements have no text of their own.
            values = vec![Value::open(whole.written(Strength::Choice), Vec::new(), Strength::Choice); variables.len()];
        }
        if values.len() != variables.len() {
            return fault(
                span,
                format!("the left side has {} element(s), the right side {}", variables.len(), values.len()),
            );
        }
        for ((name, index), value) in variables.iter().zip(values) {
            let name = indexed(name, index);
            if let Some((_, first)) = definitions.get(&name) {
                let place = self.store.sources.borrow().place(first);
                return fault(span, format!("`{name}` has two equations: the first is at {place}"));
            }
            definitions.insert(name, (value, span.clone()));
        }
        Ok(())
    }

    /// `Real x = rev.phi`
    fn declared_values(&self, index: usize, instance: &Instance, definitions: &mut Definitions) {
        let symbols = instance.symbols.borrow().all.clone();
        for symbol in symbols {
            let What::Variable(variable) = &symbol.what else { continue };
            let Some(bound) = &variable.value else { continue };
            let Some((_, class)) = &symbol.declaration else { continue };
            let scope = Scope { instance: Some(index), class: class.clone(), locals: Rc::default() };
            let full = format!("{}{}", instance.prefix, symbol.name);
            let result = self.bound(bound, false).and_then(|value| {
                let dimensions = self.dimensions(&symbol, &scope).unwrap_or_default();
                let elements = self.expand(&full, &symbol.span, &dimensions, &[], &scope)?;
                let names: Vec<_> = elements.into_iter().map(|element| (full.clone(), element)).collect();
                self.define(&names, value, &symbol.span, definitions)
            });
            if let Err(problem) = result {
                self.report(problem);
            }
        }
    }
}

fn are_equalities(body: &[Equation]) -> bool {
    body.iter().all(|equation| matches!(equation, Equation::Equal { .. }))
}

/// All elements of an array.
fn flattened(value: &Value) -> Vec<Value> {
    match (value.dimensions().is_empty(), value.elements()) {
        (false, Some(elements)) => elements.iter().flat_map(flattened).collect(),
        _ => vec![value.clone()],
    }
}

fn equation_span(equation: &Equation) -> &Span {
    match equation {
        Equation::Connect { span, .. }
        | Equation::Equal { span, .. }
        | Equation::If { span, .. }
        | Equation::For { span, .. }
        | Equation::Call { span, .. }
        | Equation::When { span } => span,
    }
}
