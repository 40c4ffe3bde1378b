//! References: values of parameters, variables and members.

use std::rc::Rc;

use compiler::model_file::Span;
use library::ConnectorKind;

use crate::budget::NAME;
use crate::classes::standard::physical;
use crate::evaluation::places::{Place, Thing};
use crate::evaluation::{At, Evaluator, constants};
use crate::instances::model::MODEL;
use crate::instances::modifiers::Scope;
use crate::instances::{Quantity, Symbol, What};
use crate::problem::{Fault, Outcome, fault, refused};
use crate::syntax::{Expression, Kind, Part, Reference, Subscript};
use crate::values::arithmetic::parts;
use crate::values::variable::TypeKind;
use crate::values::{Value, conditions};

impl Evaluator<'_> {
    /// Value of a variable of a function, or of an index of a loop.
    fn local_value(&self, reference: &Reference, scope: &Scope) -> Outcome<Option<Value>> {
        let Some(((name, subscripts), members)) = reference.parts.split_first() else { return Ok(None) };
        let Some(value) = scope.local(&name.text).filter(|_| !reference.global) else { return Ok(None) };
        let span = &reference.span;
        // An element, without a copy of the whole array.
        if let (Value::Array(elements), [Subscript::One(one)], []) = (value, subscripts.as_slice(), members)
            && let Value::Number(x) = self.evaluate(one, scope, true)?
            && let Some(element) = elements.get((x - 1.0) as usize).filter(|_| x >= 1.0 && x.fract() == 0.0)
        {
            return Ok(Some(element.clone()));
        }
        let value = self.subscripted(value.clone(), &name.text, subscripts, scope, span)?;
        self.members(value, members, scope, span).map(Some)
    }

    /// An array of a function, which has a size before it has values.
    pub(crate) fn local_array(&self, expression: &Expression, scope: &Scope) -> Option<Value> {
        let Kind::Reference(reference) = &expression.kind else { return None };
        self.local_value(reference, scope).ok()?
    }

    pub(crate) fn reference(&self, reference: &Reference, at: At<'_>) -> Outcome<Value> {
        let (first, _) = &reference.parts[0];
        self.budget.work(NAME)?;
        self.budget.names(at.scope.locals.len())?;
        if let Some(value) = self.local_value(reference, at.scope)? {
            if value.is_set() {
                return Ok(value);
            }
            return fault(&reference.span, Fault::ReadBeforeSet { first: first.text.to_string() });
        }
        if let Some(places) = self.places(reference, at.scope)? {
            let mut values = Vec::with_capacity(places.len());
            let held = self.budget.held();
            for place in &places {
                let value = self.place(place, at, &reference.span)?;
                self.budget.hold(value.bytes())?;
                values.push(value);
            }
            self.budget.release(held);
            return Ok(match <[Value; 1]>::try_from(values) {
                Ok([value]) => value,
                Err(values) => Value::Array(values),
            });
        }
        if &*first.text == "time" && reference.parts.len() == 1 {
            return Ok(Value::name("time".to_owned(), Vec::new()));
        }
        self.constant(reference, at.scope)
    }

    /// The value of what a reference stands for.
    pub(crate) fn place(&self, place: &Place, at: At<'_>, span: &Span) -> Outcome<Value> {
        let At { scope, fold } = at;
        match &place.what {
            Thing::Symbol(symbol) => match &symbol.what {
                What::Parameter(parameter) => {
                    let value = match self.unknown(place, symbol, parameter)?.filter(|_| !fold) {
                        Some(unknown) => unknown,
                        None => self.parameter(&place.name, symbol, parameter, fold, span)?,
                    };
                    if let Some((member, _)) = place.rest.first() {
                        return fault(&member.span, Fault::NotARecord { name: place.name.to_string() });
                    }
                    self.subscripted(value, &place.name, &place.subscripts, scope, span)
                }
                What::Connector(of) if is_member(*of, &place.rest) => {
                    let (member, _) = &place.rest[0];
                    Ok(Value::name(format!("{}.{}", place.name, member.text), Vec::new()))
                }
                What::Variable(_) | What::Connector(_) => {
                    if let Some((member, _)) = place.rest.first() {
                        return fault(&member.span, Fault::NotARecord { name: place.name.to_string() });
                    }
                    let dimensions = self.dimensions(place.instance, symbol).unwrap_or_default();
                    let value = Value::name(place.name.clone(), dimensions);
                    let value = self.subscripted(value, &place.name, &place.subscripts, scope, span)?;
                    conditions::of_signal(value, symbol.signal(), span)
                }
                _ => refused(span, &place.name, "has no value that an expression could take"),
            },
            Thing::Library(..) => self.member(place, at, span),
            Thing::Composite(index) => {
                match self.model.instance(*index).filter(|instance| instance.of_record.is_some()) {
                    Some(_) => self.record_value(*index, at, span),
                    None => fault(span, Fault::ValueOfComponent { name: place.name.to_string() }),
                }
            }
            Thing::Bus => Ok(Value::name(self.bus_path(place, scope)?, Vec::new())),
            Thing::Absent => refused(span, &place.name, "is not there, because its condition is false"),
        }
    }

    /// The name of a parameter that the initialisation solves for.
    fn unknown(&self, place: &Place, symbol: &Symbol, parameter: &Quantity) -> Outcome<Option<Value>> {
        let is_unknown =
            parameter.value.is_none() && self.attribute(&symbol.modifiers, "fixed")? == Some(Value::Boolean(false));
        if !is_unknown {
            return Ok(None);
        }
        self.model.used.borrow_mut().insert(place.name.clone());
        Ok(Some(Value::name(place.name.clone(), self.dimensions(place.instance, symbol).unwrap_or_default())))
    }

    fn parameter(&self, name: &str, symbol: &Symbol, parameter: &Quantity, fold: bool, span: &Span) -> Outcome<Value> {
        let readers = if self.asserting.get() { &self.model.asserted } else { &self.model.used };
        readers.borrow_mut().insert(name.to_owned());
        if !parameter.prefixes.constant && fold {
            self.model.structural.borrow_mut().insert(name.to_owned());
        }
        let known = fold || parameter.prefixes.constant || self.model.structural.borrow().contains(name);
        let value = self.parameter_value(name, symbol, parameter, known, span)?;
        if known && self.measuring.get() {
            return Ok(constants::measured(value, &self.unit_of(symbol)?.unwrap_or_default()));
        }
        if known || matches!(value, Value::Literal { .. } | Value::Text(_) | Value::Boolean(_)) {
            return Ok(value);
        }
        Ok(Value::name(name.to_owned(), value.dimensions()).marked(parameter.kind == TypeKind::Integer))
    }

    /// Value of a parameter.
    pub(crate) fn parameter_value(
        &self,
        name: &str,
        symbol: &Symbol,
        parameter: &Quantity,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let Some(bound) = &parameter.value else {
            let started = symbol.modifiers.iter().any(|modifier| &*modifier.name == "start");
            let hint = if started { "; it only has a start value, which other tools take with a warning" } else { "" };
            return fault(span, Fault::ParameterWithoutValue { name: name.to_string(), hint: hint.to_owned() });
        };
        self.budget.names(self.active.borrow().len())?;
        if self.active.borrow().iter().any(|active| active == name) {
            let cycle = self.active.borrow().join("`, `");
            return fault(span, Fault::ParametersInCircle { cycle });
        }
        self.active.borrow_mut().push(name.to_owned());
        let value = self.bound(bound, fold);
        self.active.borrow_mut().pop();
        value
    }

    pub(crate) fn subscripted(
        &self,
        value: Value,
        name: &str,
        subscripts: &[Subscript],
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Value> {
        if subscripts.is_empty() {
            return Ok(value);
        }
        let dimensions = value.dimensions();
        let chosen = match (self.expand(name, span, &dimensions, subscripts, scope), subscripts) {
            (Ok(chosen), _) => chosen,
            (Err(problem), [Subscript::One(index)]) if dimensions.len() == 1 => {
                let index = self.evaluate(index, scope, false)?;
                return self.chosen_element(&value, &index, span)?.ok_or(problem);
            }
            (Err(problem), _) => return Err(problem),
        };
        // Each element is taken from a copy, and what it is taken from may have to be parsed.
        self.budget.room(value.bytes().saturating_mul(chosen.len()))?;
        // Elements of a vector that is a sum or a product are those of its terms.
        let part = |value: &Value, k: usize| value.element(k).or_else(|| parts(value)?.get(k).cloned());
        let element = |index: &Vec<usize>| {
            let found = index.iter().try_fold(value.clone(), |value, i| part(&value, i - 1));
            found.map_or_else(|| fault(span, Fault::ElementsOf { name: name.to_string(), done: "taken" }), Ok)
        };
        let mut elements: Vec<Value> = chosen.iter().map(element).collect::<Outcome<_>>()?;
        let mut is_scalar = dimensions.len() == subscripts.len();
        for subscript in subscripts {
            if let Subscript::One(expression) = subscript {
                let size = Value::Number(*dimensions.first().unwrap_or(&0) as f64);
                is_scalar &= self.known(expression, &scope.with(&"end".into(), size))?.dimensions().is_empty();
            } else {
                is_scalar = false;
            }
        }
        if is_scalar && elements.len() == 1 {
            return elements.pop().map_or_else(|| fault(span, Fault::NoElement), Ok);
        }
        // A row of a matrix has been taken element by element.
        Ok(Value::Array(elements))
    }

    /// Symbol `name` of an instance, and the instance that has it: for an outer component, that of the inner one.
    pub(crate) fn symbol(&self, instance: usize, name: &str) -> Option<(usize, Rc<Symbol>)> {
        let found = self.model.instance(instance)?.symbols.borrow().get(name)?;
        if !matches!(found.what, What::Outer) {
            return Some((instance, found));
        }
        let is_inner = |symbol: &Rc<Symbol>| symbol.component().is_some_and(|component| component.prefixes.inner);
        let mut around = self.model.outwards(self.model.instance(instance)?.parent);
        let inner = around.find_map(|(index, instance)| {
            let symbol = instance.symbols.borrow().get(name).filter(is_inner)?;
            Some((index, symbol))
        });
        inner.or_else(|| (self.default_inner)(self, &found).map(|symbol| (MODEL, symbol)))
    }
}

/// True if a single name of a potential or flow of a physical connector is left.
fn is_member(of: ConnectorKind, rest: &[Part]) -> bool {
    let ([(member, subscripts)], Some(of)) = (rest, physical(of)) else { return false };
    subscripts.is_empty() && [of.potential, of.flow].contains(&&*member.text)
}
