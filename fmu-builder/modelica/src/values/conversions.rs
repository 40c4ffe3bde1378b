//! Functions of Modelica.Units.Conversions: from other units to those of the SI, and back.

use std::f64::consts::PI;

use compiler::model_file::BinaryOperator::{Add, Divide, Multiply, Subtract};
use compiler::model_file::Span;

use crate::problem::Outcome;
use crate::syntax::Operator;
use crate::values::{Value, arithmetic};

/// A unit: `x` in it is `(x + offset)*from[0]/from[1]` in SI units; `x` in SI units is `x*to[0]/to[1] - offset` in it.
struct Unit {
    name: &'static str,
    offset: f64,
    from: [f64; 2],
    to: [f64; 2],
}

const fn unit(name: &'static str, multiplier: f64, divisor: f64) -> Unit {
    Unit { name, offset: 0.0, from: [multiplier, divisor], to: [divisor, multiplier] }
}

/// One whose factors are irrational: each is one number.
const fn angular(name: &'static str, from: f64, to: f64) -> Unit {
    Unit { name, offset: 0.0, from: [from, 1.0], to: [to, 1.0] }
}

/// By the ends of the functions' names.
const UNITS: [Unit; 15] = [
    unit("unit1", 1.0, 1.0),
    Unit { offset: 273.15, ..unit("degC", 1.0, 1.0) },
    Unit { offset: 459.67, ..unit("degF", 5.0, 9.0) },
    unit("degRk", 5.0, 9.0),
    angular("deg", PI / 180.0, 180.0 / PI),
    angular("rpm", PI / 30.0, 30.0 / PI),
    angular("Hz", 2.0 * PI, 0.5 / PI),
    unit("kmh", 1000.0, 3600.0),
    unit("minute", 60.0, 1.0),
    unit("hour", 3600.0, 1.0),
    unit("day", 86400.0, 1.0),
    unit("litre", 1.0, 1000.0),
    unit("gps", 1.0, 1000.0),
    unit("bar", 1e5, 1.0),
    unit("kWh", 3.6e6, 1.0),
];

fn of(function: &str) -> Option<(bool, &'static Unit)> {
    let (is_from, name) = match (function.strip_prefix("from_"), function.strip_prefix("to_")) {
        (Some(name), _) => (true, name),
        (_, Some(name)) => (false, name),
        _ => return None,
    };
    UNITS.iter().find(|unit| unit.name == name).map(|unit| (is_from, unit))
}

/// True if there is such a function.
pub(crate) fn is_conversion(function: &str) -> bool {
    of(function).is_some()
}

/// Result of the function; none if it is not a conversion.
pub(crate) fn converted(function: &str, value: &Value, span: &Span) -> Outcome<Option<Value>> {
    let Some((is_from, unit)) = of(function) else { return Ok(None) };
    let step = |operator: Operator, value: Value, number: f64, neutral: f64| {
        if number == neutral { Ok(value) } else { arithmetic::binary(operator, &value, &Value::Number(number), span) }
    };
    let (offset, [multiplier, divisor]) = if is_from { (unit.offset, unit.from) } else { (0.0, unit.to) };
    let value = step(Operator::Arithmetic(Add), value.clone(), offset, 0.0)?;
    let value = step(Operator::Arithmetic(Multiply), value, multiplier, 1.0)?;
    let value = step(Operator::Arithmetic(Divide), value, divisor, 1.0)?;
    let back = if is_from { 0.0 } else { unit.offset };
    step(Operator::Arithmetic(Subtract), value, back, 0.0).map(Some)
}
