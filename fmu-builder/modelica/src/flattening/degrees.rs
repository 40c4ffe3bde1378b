//! Values of parameters that the library has in degrees. A number of Modelica is what it is, whatever the units of its names; the netlist
//! converts an expression that is known to be an angle in rad.

use std::rc::Rc;

use compiler::model_file::Expression as NetlistExpression;
use library::ParameterKind;

use crate::evaluation::Evaluator;
use crate::instances::What;
use crate::instances::modifiers::Bound;
use crate::problem::Outcome;
use crate::syntax::{Expression, Kind};
use crate::values::{Strength, Value, is_unit};

/// `value`, which `bound` is, so that the netlist means the same number of degrees.
pub(crate) fn in_degrees(evaluator: &Evaluator<'_>, bound: &Bound, value: Value) -> Outcome<Value> {
    of_degrees(evaluator, &bound.expression, bound, value)
}

fn of_degrees(evaluator: &Evaluator<'_>, expression: &Rc<Expression>, bound: &Bound, value: Value) -> Outcome<Value> {
    match (&expression.kind, value) {
        // What is made degrees of is an angle.
        (Kind::Call { function, arguments }, Value::Open(open))
            if is_to_degrees(function) && arguments.len() == 1 && has_units(evaluator, &open.text) =>
        {
            let inner = Bound { expression: arguments[0].1.clone(), ..bound.clone() };
            Ok(in_unit(&evaluator.bound(&inner, false)?, "rad"))
        }
        (Kind::Array(parts), Value::Array(elements)) if parts.len() == elements.len() && bound.at.is_empty() => {
            let element = |(part, element): (&Rc<Expression>, Value)| of_degrees(evaluator, part, bound, element);
            Ok(Value::Array(parts.iter().zip(elements).map(element).collect::<Outcome<_>>()?))
        }
        (_, Value::Open(open)) if has_units(evaluator, &open.text) => Ok(in_unit(&Value::Open(open), "deg")),
        (_, value) => Ok(value),
    }
}

/// Whether an expression of several terms names something with a unit.
fn has_units(evaluator: &Evaluator<'_>, text: &str) -> bool {
    match NetlistExpression::parse(text) {
        Ok(NetlistExpression::Reference { .. }) | Err(_) => false,
        Ok(expression) => expression.references().into_iter().any(|name| has_unit(evaluator, name)),
    }
}

fn has_unit(evaluator: &Evaluator<'_>, name: &str) -> bool {
    let of_component = name.rsplit_once('.').and_then(|(component, last)| {
        let last = last.split('[').next().unwrap_or_default();
        let class = evaluator.model.class_of(component)?;
        class.parameters.iter().find(|parameter| parameter.name == last)
    });
    if let Some(parameter) = of_component {
        return matches!(parameter.kind, ParameterKind::Real(Some(_)));
    }
    let count = evaluator.model.instances.borrow().len();
    let symbol = (0..count).find_map(|index| {
        let instance = evaluator.model.instance(index)?;
        let own = name.strip_prefix(instance.prefix.as_str())?.split('[').next()?;
        instance.symbols.borrow().get(own)
    });
    symbol.is_none_or(|symbol| match &symbol.what {
        What::Parameter(parameter) => match evaluator.attribute(&symbol.modifiers, "unit") {
            Ok(Some(Value::Text(own))) => is_unit(&own),
            _ => parameter.unit.as_deref().is_some_and(is_unit),
        },
        _ => true,
    })
}

fn is_to_degrees(function: &crate::syntax::Reference) -> bool {
    function.parts.last().is_some_and(|(name, _)| &*name.text == "to_deg")
}

fn in_unit(value: &Value, unit: &str) -> Value {
    let text = format!("{}*(1 {unit})", value.written(Strength::Product));
    Value::open(text, value.dimensions(), Strength::Product)
}
