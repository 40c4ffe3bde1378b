//! Parameters of the model as entries of the netlist.

use crate::values::is_unit;
use compiler::model_file::Access;

use crate::evaluation::Evaluator;
use crate::flattening::around::written;
use crate::instances::{Parameter, Symbol, modifiers};
use crate::netlist::{Netlist, Pair, key, table, text};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::values::Value;
use crate::values::variable::TypeKind;

pub(crate) fn flatten_parameter(
    evaluator: &Evaluator<'_>,
    full: &str,
    symbol: &Symbol,
    parameter: &Parameter,
    access: Access,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let span = &symbol.span;
    if parameter.constant {
        let value = evaluator.parameter_value(full, symbol, parameter, true, span).ok();
        return match value.filter(|value| !value.all(&|scalar| scalar.is_known())) {
            Some(open) => {
                let place = parameter.value.as_ref().map_or(span, |bound| &bound.expression.span);
                fault(place, Fault::OpenConstant { full: full.to_string(), found: open.describe() })
            }
            None => Ok(()),
        };
    }
    if matches!(parameter.kind, TypeKind::Text) {
        return Ok(());
    }
    let unknown = unknown_parameter(evaluator, symbol)?;
    if parameter.value.is_none() {
        if let Some(mut attributes) = unknown {
            add_attributes(evaluator, symbol, parameter, &mut attributes)?;
            attributes.extend(written(access, span));
            netlist.parameters.push((key(full, span), table(attributes, span)));
            return Ok(());
        }
        return evaluator.parameter_value(full, symbol, parameter, false, span).map(|_| ());
    }
    if evaluator.model.structural.borrow().contains(full) {
        // Its value is put in at every use; evaluated once more to report its errors.
        evaluator.parameter_value(full, symbol, parameter, true, span)?;
        evaluator.model.note(span, Note::Shaping { full: full.to_string() });
        return Ok(());
    }
    let value = evaluator.parameter_value(full, symbol, parameter, false, span)?;
    check_type(evaluator, full, parameter, &value, symbol)?;
    if !matches!(parameter.kind, TypeKind::Real | TypeKind::Integer) {
        evaluator.model.note(span, Note::NotANumber { full: full.to_string() });
        return Ok(());
    }
    let place = parameter.value.as_ref().map_or(span, |bound| &bound.expression.span);
    let mut attributes = vec![(key("value", span), value.netlist(place))];
    add_attributes(evaluator, symbol, parameter, &mut attributes)?;
    attributes.extend(written(access, span));
    netlist.parameters.push((key(full, span), table(attributes, span)));
    Ok(())
}

fn check_type(
    evaluator: &Evaluator<'_>,
    full: &str,
    parameter: &Parameter,
    value: &Value,
    symbol: &Symbol,
) -> Outcome<()> {
    let place = parameter.value.as_ref().map_or(&symbol.span, |bound| &bound.expression.span);
    if !value.all(&|scalar| parameter.kind.takes(scalar)) {
        let kind = parameter.kind.describe();
        return fault(
            place,
            Fault::ParameterType { full: full.to_string(), kind: kind.to_string(), found: value.describe() },
        );
    }
    let Some((_, class)) = &symbol.declaration else { return Ok(()) };
    let scope = modifiers::Scope {
        instance: parameter.value.as_ref().and_then(|b| b.scope.instance),
        class: class.clone(),
        locals: Default::default(),
    };
    if let Some(dimensions) = evaluator.dimensions(symbol, &scope)
        && dimensions != value.dimensions()
    {
        let (declared, found) = (crate::values::shown(&dimensions), crate::values::shown(&value.dimensions()));
        let scalar = |dimensions: &str| if dimensions == "[]" { "a scalar".to_owned() } else { dimensions.to_owned() };
        return fault(
            place,
            Fault::ParameterDimensions {
                full: full.to_string(),
                scalar: scalar(&declared).to_string(),
                other_scalar: scalar(&found).to_string(),
            },
        );
    }
    Ok(())
}

/// `start` and `fixed` of a parameter that the initialisation solves for.
fn unknown_parameter(evaluator: &Evaluator<'_>, symbol: &Symbol) -> Outcome<Option<Vec<Pair>>> {
    let Some(Value::Boolean(false)) = evaluator.attribute(&symbol.modifiers, "fixed")? else { return Ok(None) };
    let mut attributes = Vec::new();
    for modifier in symbol.modifiers.iter().filter(|m| ["start", "fixed"].contains(&&*m.name)) {
        if let Some(bound) = &modifier.value {
            let value = evaluator.bound(bound, false)?.netlist(&bound.expression.span);
            attributes.push((key(&*modifier.name, &modifier.name_span), value));
        }
    }
    Ok(Some(attributes))
}

fn add_attributes(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    parameter: &Parameter,
    attributes: &mut Vec<Pair>,
) -> Outcome<()> {
    let span = &symbol.span;
    let own_unit = evaluator.attribute(&symbol.modifiers, "unit")?;
    let unit = match own_unit {
        Some(Value::Text(unit)) => Some(unit),
        _ => parameter.unit.clone(),
    };
    if let Some(unit) = unit.filter(|unit| is_unit(unit)) {
        attributes.push((key("unit", span), text(unit, span)));
        if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "displayUnit")? {
            attributes.push((key("displayUnit", span), text(unit, span)));
        }
    }
    let description = symbol.component().map(|component| component.description.as_str()).unwrap_or_default();
    if !description.is_empty() {
        attributes.push((key("description", span), text(description, span)));
    }
    for name in ["min", "max"] {
        if let Some(Value::Number(limit)) = evaluator.attribute(&symbol.modifiers, name)? {
            attributes.push((key(name, span), Value::Number(limit).netlist(span)));
        }
    }
    Ok(())
}
