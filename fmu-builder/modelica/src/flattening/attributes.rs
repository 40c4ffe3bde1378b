//! Attributes of declared values (Modelica specification 3.6, section 4.9).

use compiler::model_file::Span;
use compiler::units::Unit;

use crate::evaluation::Evaluator;
use crate::instances::modifiers::Modifier;
use crate::instances::{Instance, Symbol, What};
use crate::names::suggestion;
use crate::problem::{Fault, Note};
use crate::values::Value;
use crate::values::variable::TypeKind;

/// Attributes of the predefined types.
const ATTRIBUTES: [&str; 10] =
    ["quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "unbounded", "stateSelect"];

/// Reports wrong attributes of an instance's values, and attributes without effect.
pub(crate) fn check_attributes(evaluator: &Evaluator<'_>, instance: &Instance) {
    for symbol in instance.symbols.borrow().all.iter() {
        let (kind, is_input) = match &symbol.what {
            What::Parameter(parameter) => (&parameter.kind, false),
            What::Variable(variable) => (&variable.kind, variable.prefixes.input),
            What::Connector(kind) if kind.is_signal() => (&TypeKind::Real, kind.is_input()),
            _ => continue,
        };
        for modifier in &symbol.modifiers {
            check_attribute(evaluator, symbol, modifier, kind, is_input);
        }
    }
}

fn check_attribute(evaluator: &Evaluator<'_>, symbol: &Symbol, modifier: &Modifier, kind: &TypeKind, is_input: bool) {
    let is_parameter = matches!(symbol.what, What::Parameter(_));
    let (name, attribute) = (symbol.name.to_string(), modifier.name.to_string());
    let report = |span: &Span, fault: Fault| evaluator.classes.report(span, fault);
    if !ATTRIBUTES.contains(&&*attribute) {
        let near = suggestion(&attribute, ATTRIBUTES.into_iter());
        let whole = format!("`{name}`");
        return report(&modifier.name_span, Fault::NoSuchPart { whole, part: "attribute", name: attribute, near });
    }
    if let Some(inner) = modifier.inner.first() {
        return report(&inner.name_span, Fault::AttributeWithParts { attribute, name });
    }
    let Some(bound) = &modifier.value else { return };
    // The start value of a state may be an expression of parameters.
    let may_be_state = !is_input && matches!(&symbol.what, What::Variable(variable) if variable.value.is_none());
    let value = evaluator.bound(bound, !(attribute == "start" && may_be_state));
    let Some(value) = evaluator.classes.told(value) else { return };
    let fits = |scalar: &Value| match attribute.as_str() {
        "quantity" | "unit" | "displayUnit" => matches!(scalar, Value::Text(_)),
        "fixed" | "unbounded" => matches!(scalar, Value::Boolean(_)),
        "stateSelect" => matches!(scalar, Value::Literal { of, .. } if of == "StateSelect"),
        "min" | "max" | "start" => scalar_fits(kind, scalar),
        _ => matches!(scalar, Value::Number(_) | Value::Open(_)),
    };
    if !value.all(&fits) {
        return report(
            &bound.expression.span,
            Fault::WrongValue { name: attribute, component: name, found: value.describe() },
        );
    }
    let has_no_unit = |unit: &str| !unit.is_empty() && Unit::parse(unit).is_err();
    match (attribute.as_str(), &value) {
        ("unit" | "displayUnit", Value::Text(unit)) if has_no_unit(unit) => {
            evaluator.model.note(&bound.expression.span, Note::UnknownUnit { unit: unit.to_string() });
        }
        ("start" | "fixed", _) if !is_input && !is_parameter => {
            evaluator.model.note(&modifier.span, Note::NoEffect { attribute, name });
        }
        ("min" | "max", _) if !is_parameter => {
            evaluator.model.note(&modifier.span, Note::NotWatched { attribute, name });
        }
        _ => {}
    }
}

fn scalar_fits(kind: &TypeKind, scalar: &Value) -> bool {
    match scalar {
        // The limits of connectors are those of their signals, whatever these are.
        Value::Boolean(_) | Value::Number(_) | Value::Open(_) => !matches!(kind, TypeKind::Text),
        Value::Literal { .. } => matches!(kind, TypeKind::Enumeration(_)),
        Value::Text(_) => matches!(kind, TypeKind::Text),
        _ => false,
    }
}
