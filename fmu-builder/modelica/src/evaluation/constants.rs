//! Constants of packages and classes, and literals of enumerations.

use std::rc::Rc;

use compiler::model_file::{Expression as NetlistExpression, Span};

use crate::budget::NAME;
use crate::classes::entry::Found;
use crate::classes::{ClassRef, standard};
use crate::evaluation::Evaluator;
use crate::evaluation::types::Meaning;
use crate::instances::modifiers::{self, Scope};
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Body, Component, Expression, Ident, Kind, Name, Part, Reference, Subscript};
use crate::values::{Value, is_unit};

/// Longest chain of bases and short classes.
const CHAIN_LIMIT: usize = 32;

/// A constant that is found by a simple name.
enum Outward {
    /// The declaration, and the class that it is in.
    Declared(Rc<Component>, ClassRef),
    /// The full name.
    Imported(Vec<Ident>),
}

impl Evaluator<'_> {
    /// Constants, literals of enumerations.
    pub(crate) fn constant(&self, reference: &Reference, scope: &Scope) -> Outcome<Value> {
        let name = reference.name();
        let Some((last, outer)) = name.parts.split_last() else {
            return fault(&reference.span, Fault::NameMissing);
        };
        if let (false, Some((first, others))) = (reference.global, reference.parts.split_first()) {
            match self.constant_outwards(&scope.class, &first.0.text) {
                Some(Outward::Declared(component, class)) => {
                    return self.constant_value(&component, &class, &first.1, others, scope, &reference.span);
                }
                Some(Outward::Imported(mut parts)) => {
                    let (last, subscripts) = (parts.pop(), first.1.clone());
                    let full = parts.into_iter().map(|part| (part, Vec::new())).chain(last.map(|l| (l, subscripts)));
                    let parts = full.chain(others.iter().cloned()).collect();
                    return self.constant(&Reference { parts, global: true, span: reference.span.clone() }, scope);
                }
                None => {}
            }
        }
        if outer.is_empty() {
            return self.unknown_name(reference, scope);
        }
        let holder = Name { parts: outer.to_vec(), ..name.clone() };
        match self.classes.find(&scope.class, &holder) {
            Some(Found::Standard(package)) => self.standard_constant(&package, &last.text, &reference.span),
            Some(Found::Class(entry)) if standard::constant(&format!("{}.{}", entry.name, last.text)).is_some() => {
                self.standard_constant(&entry.name, &last.text, &reference.span)
            }
            Some(Found::Predefined("StateSelect")) => {
                Ok(Value::Literal { of: "StateSelect".to_owned(), name: last.text.to_string() })
            }
            Some(Found::Class(entry)) => {
                if let Some((of, literals)) = self.literals(&entry) {
                    if literals.iter().any(|literal| *literal == *last.text) {
                        return Ok(Value::Literal { of, name: last.text.to_string() });
                    }
                    let (class, literal, list) = (entry.name.clone(), last.text.to_string(), literals.join(", "));
                    return fault(&last.span, Fault::UnknownLiteral { class, last: literal, list });
                }
                match self.constant_in(&entry, &last.text, 0) {
                    Some((component, class)) => {
                        let subscripts = reference.parts.last().map(|(_, subscripts)| subscripts.as_slice());
                        let span = &reference.span;
                        self.constant_value(&component, &class, subscripts.unwrap_or_default(), &[], scope, span)
                    }
                    None => {
                        let (class, constant) = (entry.name.clone(), last.text.to_string());
                        fault(&last.span, Fault::UnknownConstant { class, last: constant })
                    }
                }
            }
            _ if outer.len() > 1 => self.constant_of_record(reference, scope),
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

    fn standard_constant(&self, package: &str, name: &str, span: &Span) -> Outcome<Value> {
        if let Some(enumeration) = standard::enumeration(package) {
            if enumeration.literals.contains(&name) {
                return Ok(Value::Literal { of: enumeration.name.to_owned(), name: name.to_owned() });
            }
            let (class, list) = (enumeration.name.to_string(), enumeration.literals.join(", "));
            return fault(span, Fault::UnknownLiteral { class, last: name.to_string(), list });
        }
        let full = format!("{package}.{name}");
        // Colours and other graphic constants are arrays, which are not kept here.
        let Some(x) = standard::constant(&full).map(Value::Number) else {
            return fault(span, Fault::UnknownLibraryConstant { full });
        };
        Ok(if self.measuring.get() { measured(x, standard::unit_of_constant(&full).unwrap_or_default()) } else { x })
    }

    /// The number of a literal of an enumeration, from 1.
    pub(crate) fn ordinal(&self, value: &Value) -> Option<f64> {
        let Value::Literal { of, name } = value else { return None };
        let at = match self.classes.find_full(of) {
            Some(Found::Class(entry)) => self.literals(&entry)?.1.iter().position(|literal| literal == name),
            _ => {
                let known =
                    library::classes().flat_map(|class| class.parameters).find_map(|parameter| match parameter.kind {
                        library::ParameterKind::Enumeration(known) if known.name == of => Some(known),
                        _ => None,
                    });
                known?.literals.iter().position(|literal| literal == name)
            }
        };
        Some(at? as f64 + 1.0)
    }

    /// Name and literals of an enumeration with a text.
    pub(crate) fn literals(&self, entry: &ClassRef) -> Option<(String, Vec<String>)> {
        match &entry.class.as_ref()?.body {
            Body::Enumeration(literals) => {
                Some((entry.name.clone(), literals.iter().flatten().map(|literal| literal.text.to_string()).collect()))
            }
            Body::Short(short) => match self.classes.find(&entry.parent()?, &short.base)? {
                Found::Class(base) if !Rc::ptr_eq(&base, entry) => self.literals(&base),
                _ => None,
            },
            _ => None,
        }
    }

    /// The constant `name` of a class or of one around it, which declares or imports it.
    fn constant_outwards(&self, class: &ClassRef, name: &str) -> Option<Outward> {
        let mut around = Some(class.clone());
        while let Some(entry) = around {
            if let Some((component, class)) = self.constant_in(&entry, name, 0) {
                return Some(Outward::Declared(component, class));
            }
            if let Some(parts) = self.imported_constant(&entry, name) {
                return Some(Outward::Imported(parts));
            }
            around = entry.parent();
        }
        None
    }

    /// Full name of the constant `name` that an import of the class brings; qualified imports first.
    fn imported_constant(&self, entry: &ClassRef, name: &str) -> Option<Vec<Ident>> {
        entry.class.as_ref()?.imported(name).into_iter().map(|(full, _)| full.parts).find(|parts| {
            let Some((last, package)) = parts.split_last() else { return false };
            let package = Name { parts: package.to_vec(), global: true, span: last.span.clone() };
            let is_standard = |package: &str| standard::constant(&format!("{package}.{}", last.text)).is_some();
            match self.classes.find(entry, &package) {
                Some(Found::Standard(package)) => is_standard(&package),
                Some(Found::Class(package)) => {
                    is_standard(&package.name) || self.constant_in(&package, &last.text, 0).is_some()
                }
                Some(Found::Predefined(_)) | None => false,
            }
        })
    }

    /// The constant `name` of a class, its own or inherited.
    fn constant_in(&self, entry: &ClassRef, name: &str, depth: usize) -> Option<(Rc<Component>, ClassRef)> {
        let class = entry.class.as_ref()?;
        let inherited = |base: Found| match base {
            Found::Class(base) if depth < CHAIN_LIMIT => self.constant_in(&base, name, depth + 1),
            _ => None,
        };
        if let Body::Short(short) = &class.body {
            return inherited(self.classes.find(&entry.parent()?, &short.base)?);
        }
        self.budget.work(NAME).and_then(|()| self.budget.names(class.elements().len())).ok()?;
        if let Some(own) = class.constant(name) {
            return Some((own.clone(), entry.clone()));
        }
        class.bases().find_map(|extends| inherited(self.classes.base(entry, extends, 64)?))
    }

    /// `P.data.L`: a member of a constant that is a record.
    fn constant_of_record(&self, reference: &Reference, scope: &Scope) -> Outcome<Value> {
        for at in 1..reference.parts.len().saturating_sub(1) {
            let (package, rest) = reference.parts.split_at(at);
            let parts: Vec<_> = package.iter().map(|(part, _)| part.clone()).collect();
            let name = Name { parts, global: reference.global, span: reference.span.clone() };
            let (Some(Found::Class(entry)), Some(((constant, subscripts), members))) =
                (self.classes.find(&scope.class, &name), rest.split_first())
            else {
                continue;
            };
            if let Some((component, class)) = self.constant_in(&entry, &constant.text, 0) {
                return self.constant_value(&component, &class, subscripts, members, scope, &reference.span);
            }
        }
        self.unknown_name(reference, scope)
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
