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
use crate::syntax::{Body, Element, Expression, Ident, Import, Imported, Kind, Name, Reference, Subscript};
use crate::values::{Value, is_unit};

/// A constant that is found by a simple name.
enum Outward {
    /// The declaration, and the class that it is in.
    Declared(Rc<Element>, ClassRef),
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
            return fault(
                &reference.span,
                Fault::UnknownName { name: name.to_string(), near: self.near(&last.text, scope) },
            );
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
                    let list = literals.join(", ");
                    return fault(
                        &last.span,
                        Fault::UnknownLiteral { class: entry.name.to_string(), last: last.text.to_string(), list },
                    );
                }
                match self.constant_in(&entry, &last.text, 0) {
                    Some((component, class)) => {
                        let subscripts = reference.parts.last().map(|(_, subscripts)| subscripts.as_slice());
                        let span = &reference.span;
                        self.constant_value(&component, &class, subscripts.unwrap_or_default(), &[], scope, span)
                    }
                    None => fault(
                        &last.span,
                        Fault::UnknownConstant { class: entry.name.to_string(), last: last.text.to_string() },
                    ),
                }
            }
            _ if outer.len() > 1 => self.constant_of_record(reference, scope),
            _ => {
                let first = name.parts.first().map(|part| &*part.text).unwrap_or_default();
                fault(&reference.span, Fault::UnknownName { name: first.to_string(), near: self.near(first, scope) })
            }
        }
    }

    fn near(&self, name: &str, scope: &Scope) -> String {
        let symbols = scope.instance.and_then(|index| self.model.instance(index));
        let names: Vec<Rc<str>> = symbols
            .map(|instance| instance.symbols.borrow().all.iter().map(|symbol| symbol.name.clone()).collect())
            .unwrap_or_default();
        suggestion(name, names.iter().map(|name| &**name))
    }

    fn standard_constant(&self, package: &str, name: &str, span: &Span) -> Outcome<Value> {
        if let Some(enumeration) = standard::enumeration(package) {
            if enumeration.literals.contains(&name) {
                return Ok(Value::Literal { of: enumeration.name.to_owned(), name: name.to_owned() });
            }
            let list = enumeration.literals.join(", ");
            return fault(
                span,
                Fault::UnknownLiteral { class: enumeration.name.to_string(), last: name.to_string(), list },
            );
        }
        let full = format!("{package}.{name}");
        // Colours and other graphic constants are arrays, which are not kept here.
        standard::constant(&full)
            .map_or_else(
                || fault(span, Fault::UnknownLibraryConstant { full: full.to_string() }),
                |x| Ok(Value::Number(x)),
            )
            .map(|x| if self.measuring.get() { measured(x, None, standard::unit_of_constant(&full)) } else { x })
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
        let Body::Long(long) = &entry.class.as_ref()?.body else { return None };
        let imports = || {
            long.elements.iter().filter_map(|element| match &**element {
                Element::Import(import) => Some(import),
                _ => None,
            })
        };
        let full = |import: &Import, own: Option<Ident>| -> Option<Vec<Ident>> {
            let parts: Vec<Ident> = import.name.parts.iter().cloned().chain(own).collect();
            let (last, package) = parts.split_last()?;
            let package = Name { parts: package.to_vec(), global: true, span: import.name.span.clone() };
            let is_there = match self.classes.find(entry, &package)? {
                Found::Standard(package) => standard::constant(&format!("{package}.{}", last.text)).is_some(),
                Found::Class(package) => {
                    standard::constant(&format!("{}.{}", package.name, last.text)).is_some()
                        || self.constant_in(&package, &last.text, 0).is_some()
                }
                Found::Predefined(_) => false,
            };
            is_there.then_some(parts)
        };
        let qualified = imports().find_map(|import| match &import.what {
            Imported::As(alias) if **alias == *name => full(import, None),
            Imported::Some(names) => {
                names.iter().find(|known| *known.text == *name).and_then(|own| full(import, Some(own.clone())))
            }
            _ => None,
        });
        qualified.or_else(|| {
            imports().filter(|import| matches!(import.what, Imported::All)).find_map(|import| {
                let span = import.name.span.clone();
                full(import, Some(Ident { text: name.into(), span }))
            })
        })
    }

    /// The constant `name` of a class, its own or inherited.
    fn constant_in(&self, entry: &ClassRef, name: &str, depth: usize) -> Option<(Rc<Element>, ClassRef)> {
        let long = match &entry.class.as_ref()?.body {
            Body::Long(long) => long,
            Body::Short(short) if depth < 32 => match self.classes.find(&entry.parent()?, &short.base)? {
                Found::Class(base) => return self.constant_in(&base, name, depth + 1),
                _ => return None,
            },
            _ => return None,
        };
        self.budget.work(NAME).and_then(|()| self.budget.names(long.elements.len())).ok()?;
        let own = long.elements.iter().find(|element| match &***element {
            Element::Component(component) => component.prefixes.constant && *component.name.text == *name,
            _ => false,
        });
        if let Some(own) = own {
            return Some((own.clone(), entry.clone()));
        }
        let bases = long.elements.iter().filter_map(|element| match &**element {
            Element::Extends(extends) if depth < 32 => self.classes.base(entry, extends, 64),
            _ => None,
        });
        bases
            .filter_map(|base| match base {
                Found::Class(base) => self.constant_in(&base, name, depth + 1),
                _ => None,
            })
            .next()
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
        let first = reference.parts.first().map(|(part, _)| &*part.text).unwrap_or_default();
        fault(&reference.span, Fault::UnknownName { name: first.to_string(), near: self.near(first, scope) })
    }

    fn constant_value(
        &self,
        element: &Element,
        class: &ClassRef,
        subscripts: &[Subscript],
        members: &[(Ident, Vec<Subscript>)],
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Value> {
        let Element::Component(component) = element else { return fault(span, Fault::NotAConstant) };
        let inner = Scope { instance: None, class: class.clone(), locals: Rc::default() };
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
        let own = self.attribute(&modifiers, "unit")?;
        let declared = match self.type_of(&component.class, &inner, &[])?.meaning {
            Meaning::Value(_, unit) => unit,
            _ => None,
        };
        Ok(measured(value, own, declared.as_deref()))
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

/// The value of a constant with its own unit or that of its type. Zero has every unit.
pub(crate) fn measured(value: Value, own: Option<Value>, declared: Option<&str>) -> Value {
    let unit = match &own {
        Some(Value::Text(unit)) => unit,
        _ => declared.unwrap_or_default(),
    };
    if !is_unit(unit) {
        return value;
    }
    match value {
        Value::Array(elements) => {
            Value::Array(elements.into_iter().map(|element| measured(element, None, Some(unit))).collect())
        }
        Value::Number(x) if x != 0.0 => {
            // A number with a unit is one word of the netlist, which decides what units there are.
            let measure = NetlistExpression::parse(&format!("{x:?} {unit}"));
            measure.ok().and_then(|measure| Value::open(measure, Vec::new(), &(0..0)).ok()).unwrap_or(value)
        }
        value => value,
    }
}
