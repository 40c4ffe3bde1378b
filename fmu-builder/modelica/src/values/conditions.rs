//! Boolean and Integer variables of the text. In expressions of the netlist they are numbers, 0 or 1 for a Boolean; where a signal of that
//! type is needed, a block makes it of the number.

use compiler::model_file::{Condition, Expression, Relation, Span};
use library::SignalType;

use crate::problem::Outcome;
use crate::values::Value;
use crate::values::open::{choice, compare};

/// A Boolean signal is true where its number is greater.
const HALF: Expression = Expression::Number(0.5);

/// A value that refers to a signal of that type.
pub(crate) fn of_signal(value: Value, signal: SignalType, span: &Span) -> Outcome<Value> {
    match (signal, value) {
        (SignalType::Real, value) => Ok(value),
        (_, Value::Array(elements)) => elements.into_iter().map(|element| of_signal(element, signal, span)).collect(),
        (_, value) if !value.dimensions().is_empty() => match value.elements() {
            Some(elements) => of_signal(Value::Array(elements), signal, span),
            None => Ok(value),
        },
        (SignalType::Boolean, value) => match value.expression() {
            Some(number) => Value::condition(compare(Relation::Greater, number, HALF), span),
            None => Ok(value),
        },
        (SignalType::Integer, value) => Ok(value.marked(true)),
    }
}

/// The number that stands for a Boolean in expressions.
pub(crate) fn as_number(value: Value, span: &Span) -> Outcome<Value> {
    match (&value, value.as_condition()) {
        (Value::Boolean(holds), _) => Ok(Value::Number(if *holds { 1.0 } else { 0.0 })),
        (_, Some(condition)) => {
            let [one, zero] = [1.0, 0.0].map(Expression::Number);
            Value::open(choice(condition.clone(), one, zero), Vec::new(), span)
        }
        _ => Ok(value),
    }
}

/// The condition that a number stands for.
pub(crate) fn condition_of(number: &Expression) -> Option<&Condition> {
    match number {
        Expression::If(choice) if choice.branches == [Expression::Number(1.0), Expression::Number(0.0)] => {
            Some(&choice.condition)
        }
        _ => None,
    }
}

/// The number of a condition that compares it with the threshold of a Boolean signal.
pub(crate) fn asked(condition: &Condition) -> Option<&Expression> {
    match condition {
        Condition::Compare(Relation::Greater, operands) if operands[1] == HALF => Some(&operands[0]),
        _ => None,
    }
}
