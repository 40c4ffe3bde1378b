//! Attributes of declared values (Modelica specification 3.6, section 4.9): which there are, and which have an effect here.

use fmu_core::units::Unit;

use super::context::Context;
use super::instance::{Instance, Symbol, TypeKind, What};
use super::modifiers::Modifier;
use super::places::suggestion;
use super::value::Value;

/// Attributes of the predefined types.
const ATTRIBUTES: [&str; 10] =
    ["quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "unbounded", "stateSelect"];

impl Context<'_> {
    /// Tells what is wrong with the attributes of an instance's values, and which have no effect.
    pub(super) fn check_attributes(&self, instance: &Instance) {
        for symbol in instance.symbols.borrow().all.iter() {
            let (kind, is_input, is_parameter) = match &symbol.what {
                What::Parameter(parameter) => (&parameter.kind, false, true),
                What::Variable(variable) => (&variable.kind, variable.input, false),
                What::Connector(super::standard::Connector::SignalInput(_)) => (&TypeKind::Real, true, false),
                What::Connector(super::standard::Connector::SignalOutput(_)) => (&TypeKind::Real, false, false),
                _ => continue,
            };
            for modifier in &symbol.modifiers {
                self.check_attribute(symbol, modifier, kind, is_input, is_parameter);
            }
        }
    }

    fn check_attribute(
        &self,
        symbol: &Symbol,
        modifier: &Modifier,
        kind: &TypeKind,
        is_input: bool,
        is_parameter: bool,
    ) {
        let (name, attribute) = (&symbol.name, &*modifier.name);
        if !ATTRIBUTES.contains(&attribute) {
            let near = suggestion(attribute, ATTRIBUTES.into_iter());
            let message = format!("`{name}` has no attribute `{attribute}`{near}");
            return self.store.report(&modifier.name_span, message);
        }
        if let Some(inner) = modifier.inner.first() {
            return self.store.report(&inner.name_span, format!("`{attribute}` of `{name}` is a value without parts"));
        }
        let Some(bound) = &modifier.value else { return };
        let value = match (attribute, self.bound(bound, true)) {
            (_, Err(problem)) => return self.report(problem),
            (_, Ok(value)) => value,
        };
        let fits = |scalar: &Value| match attribute {
            "quantity" | "unit" | "displayUnit" => matches!(scalar, Value::Text(_)),
            "fixed" | "unbounded" => matches!(scalar, Value::Boolean(_)),
            "stateSelect" => matches!(scalar, Value::Literal { of, .. } if of == "StateSelect"),
            "min" | "max" | "start" => scalar_fits(kind, scalar),
            _ => matches!(scalar, Value::Number(_) | Value::Open(_)),
        };
        if !value.all(&fits) {
            let message = format!("`{attribute}` of `{name}` cannot be {}", value.describe());
            return self.store.report(&bound.expression.span, message);
        }
        let has_no_unit = |unit: &str| !unit.is_empty() && Unit::parse(unit).is_err();
        match (attribute, &value) {
            ("unit" | "displayUnit", Value::Text(unit)) if has_no_unit(unit) => {
                self.note(&bound.expression.span, &format!("the unit `{unit}` is not known: it is left out"));
            }
            ("start" | "fixed", _) if !is_input && !is_parameter => {
                let message =
                    format!("`{attribute}` of `{name}` has no effect: an equation gives `{name}` at the start, too");
                self.note(&modifier.span, &message);
            }
            ("min" | "max", _) if !is_parameter => {
                self.note(&modifier.span, &format!("`{attribute}` of `{name}` is not watched: it has no effect"));
            }
            _ => {}
        }
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
