//! Initial equations that say what `start` and `fixed = true` of a variable say.

use std::rc::Rc;

use fmu_core::digits::counted;
use fmu_core::model_file::{Expression as NetlistExpression, Span, Value as NetlistValue};

use super::budget::NAME;
use super::context::{Context, Outcome, fault};
use super::equations::equation_span;
use super::modifiers::Scope;
use super::netlist::{Netlist, key, table};
use super::resolve::Resolver;
use super::syntax::{Equation, Expression, Index, Kind};
use super::value::{Strength, Value};

/// What is read, for messages.
const READ: &str =
    "initial equations give one variable of a component, `rev.phi = 0.3`, `rev.w = 0` or `der(rev.w) = 0`";

/// States of components with what their derivatives are proportional to.
const RATES: [(&str, &str, &str); 2] =
    [("Modelica.Electrical.Analog.Basic.Capacitor", "v", "i"), ("Modelica.Electrical.Analog.Basic.Inductor", "i", "v")];

/// Left and right side, what their names mean, and the place.
type InitialEquation = (Rc<Expression>, Rc<Expression>, Scope, Span);

/// Initial equations in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Initial {
    all: Vec<InitialEquation>,
}

impl Context<'_> {
    /// Adds what an initial equation says.
    pub(super) fn initial_equation(&self, equation: &Equation, scope: &Scope, initial: &mut Initial) {
        let result = match equation {
            Equation::Equal { left, right, span } => {
                if let Err(problem) = self.store.budget.hold(std::mem::size_of::<InitialEquation>() + scope.bytes()) {
                    return self.report(problem);
                }
                initial.all.push((left.clone(), right.clone(), scope.clone(), span.clone()));
                Ok(())
            }
            Equation::For { indices, body, .. } => self.repeated_initially(indices, body, scope, initial),
            Equation::If { branches, otherwise, span } => match self.branch(branches, otherwise, span, scope) {
                Ok(Some(body)) => {
                    body.iter().for_each(|equation| self.initial_equation(equation, scope, initial));
                    Ok(())
                }
                Ok(None) => fault(span, "conditions of initial equations have to be known before the simulation"),
                Err(problem) => Err(problem),
            },
            other => fault(equation_span(other), READ),
        };
        if let Err(problem) = result {
            self.report(problem);
        }
    }

    fn repeated_initially(
        &self,
        indices: &[Index],
        body: &[Equation],
        scope: &Scope,
        initial: &mut Initial,
    ) -> Outcome<()> {
        let Some((index, others)) = indices.split_first() else {
            body.iter().for_each(|equation| self.initial_equation(equation, scope, initial));
            return Ok(());
        };
        for value in self.range_of(index, scope)? {
            self.store.budget.work(NAME)?;
            self.repeated_initially(others, body, &scope.with(&index.name.text, value), initial)?;
        }
        Ok(())
    }

    /// Writes start values into the components.
    pub(super) fn set_initially(&self, initial: &Initial, resolver: &Resolver<'_>, netlist: &mut Netlist) {
        for (left, right, scope, span) in &initial.all {
            if let Err(problem) = self.set_one(left, right, scope, span, resolver, netlist) {
                self.report(problem);
            }
        }
    }

    fn set_one(
        &self,
        left: &Rc<Expression>,
        right: &Rc<Expression>,
        scope: &Scope,
        span: &Span,
        resolver: &Resolver<'_>,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let (variables, value) = match self.initial_variables(left, scope, resolver)? {
            Some(variables) => (variables, right),
            None => match self.initial_variables(right, scope, resolver)? {
                Some(variables) => (variables, left),
                None => return fault(span, READ),
            },
        };
        let place = value.span.clone();
        let value = self.evaluate(value, scope, false)?;
        let values = match (variables.len(), &value) {
            (1, _) => vec![value],
            (_, Value::Array(elements)) => elements.clone(),
            _ => vec![value],
        };
        if values.len() != variables.len() {
            return fault(
                span,
                format!("the left side has {}, the right side {}", counted(variables.len(), "element"), values.len()),
            );
        }
        for (variable, value) in variables.iter().zip(values) {
            let variable = &self.at_rest(variable, &value);
            self.check_start(&value, &place, netlist)?;
            self.start(variable, &value, span, &place, netlist)?;
        }
        Ok(())
    }

    /// The variables of components that an expression names, with the derivatives that classes have.
    fn initial_variables(
        &self,
        expression: &Rc<Expression>,
        scope: &Scope,
        resolver: &Resolver<'_>,
    ) -> Outcome<Option<Vec<String>>> {
        match &expression.kind {
            Kind::Call { arguments, .. } if Self::is_call(expression, "der") => {
                let [(None, argument)] = arguments.as_slice() else { return Ok(None) };
                let of = self.initial_variables(argument, scope, resolver)?;
                Ok(of.map(|of| of.iter().map(|variable| self.derivative_of(variable)).collect()))
            }
            Kind::Reference(_) => {
                let value = self.evaluate(expression, scope, false)?;
                let parts = if let Value::Array(elements) = &value { elements.clone() } else { vec![value] };
                let name = |part: &Value| {
                    let Value::Open(open) = part else { return None };
                    let name = resolver.resolved(part).ok().filter(|_| open.strength == Strength::Atom)?;
                    let (component, last) = name.rsplit_once('.')?;
                    let class = self.class_of(component)?;
                    has_variable(class, last).then(|| name.clone())
                };
                Ok(parts.iter().map(name).collect())
            }
            _ => Ok(None),
        }
    }

    /// The variable of a component that is 0 where the derivative of another one is.
    fn at_rest(&self, variable: &str, value: &Value) -> String {
        let of = variable.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')'));
        let found = of.filter(|_| *value == Value::Number(0.0)).and_then(|of| of.rsplit_once('.'));
        let other = found.and_then(|(component, state)| {
            let class = self.class_of(component)?;
            let (_, _, other) = RATES.iter().find(|(name, known, _)| *name == class.name && *known == state)?;
            Some(format!("{component}.{other}"))
        });
        other.unwrap_or_else(|| variable.to_owned())
    }

    /// Start values are numbers and expressions of parameters.
    fn check_start(&self, value: &Value, place: &Span, netlist: &Netlist) -> Outcome<()> {
        let written = value.written(Strength::Choice);
        let Ok(expression) = NetlistExpression::parse(&written) else { return fault(place, READ) };
        match expression.references().into_iter().find(|name| !self.is_parameter(name, netlist)) {
            Some(name) => {
                fault(place, format!("a start value consists of numbers and parameters, and `{name}` is a variable"))
            }
            None => Ok(()),
        }
    }

    fn start(&self, variable: &str, value: &Value, span: &Span, place: &Span, netlist: &mut Netlist) -> Outcome<()> {
        let found = variable.rsplit_once('.').filter(|(component, _)| !component.starts_with("der("));
        let Some((component, name)) = found else { return fault(span, READ) };
        let mut tables = netlist.components.iter_mut().filter(|(known, _)| known.value == component);
        let Some((_, component)) = tables.next() else { return fault(span, READ) };
        let NetlistValue::Table(modifiers) = &mut component.value else { return fault(span, READ) };
        let settings =
            vec![(key("start", place), value.netlist(place)), (key("fixed", span), Value::Boolean(true).netlist(span))];
        let Some((_, known)) = modifiers.iter_mut().find(|(known, _)| known.value == name) else {
            modifiers.push((key(name, span), table(settings, span)));
            return Ok(());
        };
        let NetlistValue::Table(attributes) = &mut known.value else { return fault(span, READ) };
        let is_fixed = |(name, value): &(fmu_core::model_file::Spanned<String>, _)| {
            let value: &fmu_core::model_file::Spanned<NetlistValue> = value;
            name.value == "fixed" && value.value == NetlistValue::Boolean(true)
        };
        if let Some((first, _)) = attributes.iter().find(|attribute| is_fixed(attribute)) {
            let first = self.store.sources.borrow().place(&first.span);
            return fault(span, format!("the start of `{variable}` is fixed twice: first at {first}"));
        }
        // A start value that is not fixed is a guess, which the equation replaces.
        attributes.retain(|(name, _)| !["start", "fixed"].contains(&name.value.as_str()));
        attributes.extend(settings);
        Ok(())
    }
}

/// Whether a class shows a variable, by itself or as the variable of a part.
fn has_variable(class: &fmu_core::library::Class, name: &str) -> bool {
    class.variables.iter().any(|variable| variable.name == name)
}
