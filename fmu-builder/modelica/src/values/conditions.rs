//! Boolean and Integer variables of the text. In expressions of the netlist they are numbers, 0 or 1 for a Boolean; where a signal of that
//! type is wanted, a block makes it of the number.

use compiler::model_file::Expression;
use library::SignalType;

use crate::values::{Strength, Value};

/// How a Boolean signal is asked for in a condition of the netlist.
pub(crate) const HOLDS: &str = " > 0.5";
/// What follows the condition of a Boolean in its number.
const AS_NUMBER: &str = " then 1 else 0";

/// A value that refers to a signal of that type.
pub(crate) fn of_signal(value: Value, signal: SignalType) -> Value {
    match (signal, value) {
        (SignalType::Real, value) => value,
        (_, Value::Array(elements)) => {
            Value::Array(elements.into_iter().map(|element| of_signal(element, signal)).collect())
        }
        (_, value) if !value.dimensions().is_empty() => match value.elements() {
            Some(elements) => of_signal(Value::Array(elements), signal),
            None => value,
        },
        (SignalType::Boolean, Value::Open(open)) => {
            Value::open(format!("{}{HOLDS}", open.text), Vec::new(), Strength::Relation)
        }
        (SignalType::Integer, Value::Open(mut open)) => {
            open.whole = true;
            Value::Open(open)
        }
        (_, value) => value,
    }
}

/// The number that a Boolean is in expressions.
pub(crate) fn as_number(value: Value) -> Value {
    match value {
        Value::Boolean(holds) => Value::Number(if holds { 1.0 } else { 0.0 }),
        Value::Open(open) if open.is_condition() => {
            Value::open(format!("if {}{AS_NUMBER}", open.text), Vec::new(), Strength::Choice)
        }
        value => value,
    }
}

/// The condition that a number stands for.
pub(crate) fn condition_of(number: &str) -> Option<&str> {
    let condition = number.strip_prefix("if ")?.strip_suffix(AS_NUMBER)?;
    match Expression::parse(number).ok()? {
        Expression::If(choice) if choice.branches == [Expression::Number(1.0), Expression::Number(0.0)] => {
            Some(condition)
        }
        _ => None,
    }
}
