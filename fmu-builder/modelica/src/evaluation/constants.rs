//! Constants of packages and classes, and literals of enumerations.

use std::rc::Rc;

use compiler::model_file::{Expression as NetlistExpression, Span};

use crate::classes::entry::Found;
use crate::classes::{ClassRef, standard};
use crate::evaluation::Evaluator;
use crate::evaluation::types::Meaning;
use crate::instances::modifiers::{self, Scope};
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault, refused};
use crate::syntax::{Body, Component, Expression, Kind, Name, Part, Reference, Subscript};
use crate::values::{Value, is_unit};

impl Evaluator<'_> {
    /// Constants, literals of enumerations.
    pub(crate) fn constant(&self, reference: &Reference, scope: &Scope) -> Outcome<Value> {
        let (name, span) = (reference.name(), &reference.span);
        for (at, (_, subscripts)) in reference.parts.iter().enumerate() {
            let begun = Name { parts: name.parts[..=at].to_vec(), global: name.global, span: name.span.clone() };
            let members = &reference.parts[at + 1..];
            match self.classes.find(&scope.class, &begun) {
                Some(Found::Constant(component, class)) => {
                    return self.constant_value(&component, &class, subscripts, members, scope, span);
                }
                Some(Found::Standard(full)) if standard::constant(&full).is_some() => {
                    let value = self.standard_constant(&full, span)?;
                    let value = self.subscripted(value, &full, subscripts, scope, span)?;
                    return self.members(value, members, scope, span);
                }
                // The rest would be in what is not there.
                None => break,
                Some(_) => {}
            }
        }
        let Some((last, outer @ [_, ..])) = name.parts.split_last() else {
            return self.unknown_name(reference, scope);
        };
        let holder = Name { parts: outer.to_vec(), global: name.global, span: name.span.clone() };
        match self.classes.find(&scope.class, &holder) {
            Some(Found::Standard(package)) => self.standard_constant(&format!("{package}.{}", last.text), span),
            Some(Found::Predefined("StateSelect")) => {
                Ok(Value::Literal { of: "StateSelect".to_owned(), name: last.text.to_string() })
            }
            Some(Found::Class(entry)) => {
                let (whole, name) = (entry.name.clone(), last.text.to_string());
                let (part, near) = match self.literals(&entry) {
                    Some((of, literals)) if literals.contains(&name) => return Ok(Value::Literal { of, name }),
                    Some((_, literals)) => ("literal", format!("; it has {}", literals.join(", "))),
                    None => ("constant", String::new()),
                };
                fault(&last.span, Fault::NoSuchPart { whole, part, name, near })
            }
            _ => self.unknown_name(reference, scope),
        }
    }

    /// Error for the first name of a reference.
    fn unknown_name<T>(&self, reference: &Reference, scope: &Scope) -> Outcome<T> {
        let name = reference.parts.first().map(|(part, _)| part.text.to_string()).unwrap_or_default();
        let near = self.near(&name, scope);
        fault(&reference.span, Fault::UnknownName { name, near })
    }

    /// The similar name that the instance declares.
    pub(crate) fn near(&self, name: &str, scope: &Scope) -> String {
        let instance = scope.instance.and_then(|index| self.model.instance(index));
        let symbols = instance.map(|instance| instance.symbols.borrow().all.clone()).unwrap_or_default();
        suggestion(name, symbols.iter().map(|symbol| &*symbol.name))
    }

    fn standard_constant(&self, full: &str, span: &Span) -> Outcome<Value> {
        let (package, name) = full.rsplit_once('.').unwrap_or_default();
        if let Some(enumeration) = standard::enumeration(package) {
            if enumeration.literals.contains(&name) {
                return Ok(Value::Literal { of: enumeration.name.to_owned(), name: name.to_owned() });
            }
            let (whole, name) = (enumeration.name.to_owned(), name.to_owned());
            let near = format!("; it has {}", enumeration.literals.join(", "));
            return fault(span, Fault::NoSuchPart { whole, part: "literal", name, near });
        }
        // Colours and other graphic constants are arrays, which are not kept here.
        let Some((x, unit)) = standard::constant(full) else {
            return refused(span, full, "is not known here");
        };
        let x = Value::Number(x);
        Ok(match unit {
            Some(unit) if self.measuring.get() => measured(x, unit),
            _ => x,
        })
    }

    /// The number of a literal of an enumeration, from 1.
    pub(crate) fn ordinal(&self, value: &Value) -> Option<f64> {
        let Value::Literal { of, name } = value else { return None };
        let at = match self.classes.find_full(of) {
            Some(Found::Class(entry)) => self.literals(&entry)?.1.iter().position(|literal| literal == name),
            _ => library::enumeration(of)?.literals.iter().position(|literal| literal == name),
        };
        Some(at? as f64 + 1.0)
    }

    /// Name and literals of an enumeration with a text.
    pub(crate) fn literals(&self, entry: &ClassRef) -> Option<(String, Vec<String>)> {
        match &entry.class.as_ref()?.body {
            Body::Enumeration(literals) => {
                Some((entry.name.clone(), literals.iter().flatten().map(|literal| literal.text.to_string()).collect()))
            }
            Body::Short(short) => match self.classes.find(&entry.parent.upgrade()?, &short.base)? {
                Found::Class(base) if !Rc::ptr_eq(&base, entry) => self.literals(&base),
                _ => None,
            },
            _ => None,
        }
    }

    fn constant_value(
        &self,
        component: &Component,
        class: &ClassRef,
        subscripts: &[Subscript],
        members: &[Part],
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Value> {
        let inner = Scope::of(None, class);
        let value = match &component.value {
            Some(value) => self.evaluate(value, &inner, true)?,
            None => match self.type_of(&component.class, &inner, &[])?.meaning {
                Meaning::Composite(record) => {
                    let modifiers = modifiers::collect(self.classes, &component.modifiers, &inner);
                    self.record(&record, Vec::new(), modifiers, true, span)?
                }
                _ => return fault(span, Fault::ConstantWithoutValue),
            },
        };
        let value = self.subscripted(value, &component.name.text, subscripts, scope, span)?;
        let value = self.members(value, members, scope, span)?;
        if !self.measuring.get() || !members.is_empty() {
            return Ok(value);
        }
        let modifiers = modifiers::collect(self.classes, &component.modifiers, &inner);
        let unit = match (self.attribute(&modifiers, "unit")?, self.type_of(&component.class, &inner, &[])?.meaning) {
            (Some(Value::Text(unit)), _) | (_, Meaning::Value(_, Some(unit))) => unit,
            _ => String::new(),
        };
        Ok(measured(value, &unit))
    }

    /// The known value of a sum or product that is an operand of an expression. Constants keep their units, for the check of dimensions.
    pub(crate) fn with_units(&self, expression: &Rc<Expression>, value: Value, scope: &Scope) -> Value {
        if self.measuring.get() || !is_plain(expression) {
            return value;
        }
        self.measuring.set(true);
        let with_units = self.evaluate(expression, scope, false);
        self.measuring.set(false);
        with_units.ok().filter(|found| found.dimensions() == value.dimensions()).unwrap_or(value)
    }
}

/// True if the expression consists of sums, products and names.
fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Number(_) | Kind::Reference(_) => true,
        Kind::Negate(operand) => is_plain(operand),
        Kind::Binary(operator, left, right) => operator.is_arithmetic() && is_plain(left) && is_plain(right),
        _ => false,
    }
}

/// The value of a constant with its unit. Zero has every unit.
pub(crate) fn measured(value: Value, unit: &str) -> Value {
    if !is_unit(unit) {
        return value;
    }
    match value {
        Value::Array(elements) => elements.into_iter().map(|element| measured(element, unit)).collect(),
        Value::Number(x) if x != 0.0 => {
            // A number with a unit is one word of the netlist, which decides what units there are.
            let measure = NetlistExpression::parse(&format!("{x:?} {unit}"));
            measure.ok().and_then(|measure| Value::open(measure, Vec::new(), &(0..0)).ok()).unwrap_or(value)
        }
        value => value,
    }
}
