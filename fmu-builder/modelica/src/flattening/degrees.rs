//! Values of parameters that the library declares in degrees. Modelica never converts a number; the netlist converts an expression that
//! is known to be an angle in rad, so the unit has to be explicit.

use std::rc::Rc;

use compiler::model_file::{BinaryOperator, Expression as NetlistExpression};
use library::ParameterKind;

use crate::evaluation::Evaluator;
use crate::instances::What;
use crate::instances::modifiers::Bound;
use crate::problem::Outcome;
use crate::syntax::{Expression, Kind};
use crate::values::open::{self, Open, Tree};
use crate::values::{Value, is_unit};

/// `value`, which `bound` is, so that the netlist means the same number of degrees.
pub(crate) fn in_degrees(evaluator: &Evaluator<'_>, bound: &Bound, value: Value) -> Outcome<Value> {
    of_degrees(evaluator, &bound.expression, bound, value)
}

fn of_degrees(evaluator: &Evaluator<'_>, expression: &Rc<Expression>, bound: &Bound, value: Value) -> Outcome<Value> {
    match (&expression.kind, value) {
        // The argument of `to_deg` is an angle.
        (Kind::Call { function, arguments }, value)
            if is_to_degrees(function) && arguments.len() == 1 && has_units(evaluator, &value) =>
        {
            let inner = Bound { expression: arguments[0].1.clone(), ..bound.clone() };
            in_unit(evaluator.bound(&inner, false)?, "rad", bound)
        }
        (Kind::Array(parts), Value::Array(elements)) if parts.len() == elements.len() && bound.at.is_empty() => {
            let element = |(part, element): (&Rc<Expression>, Value)| of_degrees(evaluator, part, bound, element);
            Ok(Value::Array(parts.iter().zip(elements).map(element).collect::<Outcome<_>>()?))
        }
        (_, value) if has_units(evaluator, &value) => in_unit(value, "deg", bound),
        (_, value) => Ok(value),
    }
}

/// True if an expression of several terms names something with a unit.
fn has_units(evaluator: &Evaluator<'_>, value: &Value) -> bool {
    match value {
        Value::Open(Open { tree: Tree::Number(NetlistExpression::Reference { .. }), .. }) => false,
        Value::Open(Open { tree: Tree::Number(sum), .. }) => {
            sum.references().into_iter().any(|name| has_unit(evaluator, name))
        }
        _ => false,
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

/// `value*(1 unit)`
fn in_unit(value: Value, unit: &str, bound: &Bound) -> Outcome<Value> {
    let Some(number) = value.expression() else { return Ok(value) };
    let measured = open::binary(BinaryOperator::Multiply, number, format!("1 {unit}").into());
    Value::open(measured, value.dimensions(), &bound.expression.span)
}
