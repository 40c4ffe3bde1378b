//! Operators on values (Modelica specification 3.6, sections 3.4, 3.5 and 10.6).

use compiler::model_file::BinaryOperator::{self, Add, Divide, Multiply, Power, Subtract};
use compiler::model_file::{Condition, Expression, Relation, Span};

use crate::budget::elements;
use crate::names::element_name;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Operator;
use crate::values::open::{self, Open, Tree, is_name};
use crate::values::{ELEMENT, Record, Value, shown};

/// `-a`
pub(crate) fn negate(a: &Value, span: &Span) -> Outcome<Value> {
    match a {
        Value::Number(x) => Ok(Value::Number(-x)),
        Value::Array(elements) => elements.iter().map(|element| negate(element, span)).collect(),
        Value::Open(Open { tree: Tree::Number(number), dimensions, whole, .. }) => {
            Ok(Value::open(negative(number.clone()), dimensions.clone(), span)?.marked(*whole))
        }
        _ => fault(span, Fault::SignOfNoNumber { found: a.describe() }),
    }
}

/// `-a*b` is `(-a)*b` in the netlist.
fn negative(number: Expression) -> Expression {
    match number {
        Expression::Binary(operator @ (Multiply | Divide), left, right) => {
            Expression::Binary(operator, Box::new(negative(*left)), right)
        }
        number => Expression::Negate(Box::new(number)),
    }
}

/// `not a`
pub(crate) fn not(a: &Value, span: &Span) -> Outcome<Value> {
    match a {
        Value::Boolean(x) => Ok(Value::Boolean(!x)),
        Value::Open(Open { tree: Tree::Condition(condition), .. }) => {
            Value::condition(Condition::Not(Box::new(condition.clone())), span)
        }
        _ => fault(span, Fault::NotOfNoBoolean { found: a.describe() }),
    }
}

/// `if condition then a else b`, where the condition is not known, with `spread` element by element; none where the two differ in
/// dimensions, or cannot be expressions.
pub(crate) fn chosen(condition: &Value, a: &Value, b: &Value, spread: bool, span: &Span) -> Outcome<Option<Value>> {
    if a == b {
        return Ok(Some(a.clone()));
    }
    match (a, b) {
        (Value::Unset, _) | (_, Value::Unset) => Ok(Some(Value::Unset)),
        (Value::Record(x), Value::Record(y)) if x.members.len() == y.members.len() => {
            let mut members = Vec::with_capacity(x.members.len());
            for ((name, a), (_, b)) in x.members.iter().zip(&y.members) {
                let Some(member) = chosen(condition, a, b, spread, span)? else { return Ok(None) };
                members.push((name.clone(), member));
            }
            Ok(Some(Value::Record(Record { of: x.of.clone(), members })))
        }
        (Value::Record(_), _) | (_, Value::Record(_)) => Ok(None),
        _ if a.dimensions() != b.dimensions() => Ok(None),
        _ if a.is_condition() && b.is_condition() => {
            // (c and a) or (not c and b)
            let first = logical(Operator::And, condition, a, span)?;
            let second = logical(Operator::And, &not(condition, span)?, b, span)?;
            logical(Operator::Or, &first, &second, span).map(Some)
        }
        _ if spread && !a.dimensions().is_empty() => {
            let (Some(first), Some(second)) = (parts(a), parts(b)) else { return Ok(None) };
            first.iter().zip(&second).map(|(a, b)| chosen(condition, a, b, spread, span)).collect()
        }
        _ => match (condition.as_condition(), a.expression(), b.expression()) {
            (Some(condition), Some(first), Some(second)) => {
                let value = Value::open(open::choice(condition.clone(), first, second), a.dimensions(), span)?;
                Ok(Some(value.marked(a.is_whole() && b.is_whole())))
            }
            _ => Ok(None),
        },
    }
}

/// Counts the work of `a operator b` and the memory of its result.
pub(crate) fn cost(operator: Operator, a: &Value, b: &Value) -> (usize, usize) {
    if let (Value::Number(_), Value::Number(_)) = (a, b) {
        return (0, 0);
    }
    let (left, right) = (a.dimensions(), b.dimensions());
    // Each element of one operand meets this many elements of the other.
    let is_multiplied = operator == Operator::Arithmetic(Multiply);
    let (times_left, times_right) = match (left.as_slice(), right.as_slice()) {
        ([], sizes) => (elements(sizes), 1),
        (sizes, []) => (1, elements(sizes)),
        ([rows @ .., _], [_, columns @ ..]) if is_multiplied => (elements(columns), elements(rows)),
        _ => (1, 1),
    };
    // A product of vectors is a sum that is copied for each term.
    let is_written = is_multiplied && !(a.is_known() && b.is_known());
    let is_product = is_written && !left.is_empty() && !right.is_empty();
    let made = |value: &Value, sizes: &[usize], times: usize| {
        // The name of an array stands for its elements there.
        let least = if is_product { elements(sizes).saturating_mul(ELEMENT) } else { 0 };
        value.bytes().max(least).saturating_mul(times)
    };
    let bytes = made(a, &left, times_left).saturating_add(made(b, &right, times_right));
    let terms = if is_written { left.last().copied().unwrap_or(1) } else { 1 };
    (bytes.saturating_mul(terms) / ELEMENT, bytes)
}

/// Memory of `if condition then a else b`.
pub(crate) fn bytes_of_choice(condition: &Value, a: &Value, b: &Value) -> usize {
    let conditions = condition.bytes().saturating_mul(2 * elements(&a.dimensions()).max(1));
    conditions.saturating_add(a.bytes()).saturating_add(b.bytes())
}

/// `a operator b`
pub(crate) fn binary(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    match operator {
        Operator::And | Operator::Or => logical(operator, a, b, span),
        Operator::Compare(_) | Operator::Equal | Operator::Unequal => relation(operator, a, b, span),
        Operator::Arithmetic(Add) => match (a, b) {
            (Value::Text(a), Value::Text(b)) => Ok(Value::Text(format!("{a}{b}"))),
            _ => elementwise(operator, a, b, span),
        },
        Operator::Arithmetic(Subtract) | Operator::Element(_) => elementwise(operator, a, b, span),
        Operator::Arithmetic(own) => match (own, a.dimensions().len(), b.dimensions().len()) {
            (Multiply, 1.., 1..) => product(a, b, span),
            (Multiply, ..) | (Divide, _, 0) | (_, 0, 0) => scaled(operator, a, b, span),
            _ => mismatch(operator, a, b, span),
        },
    }
}

fn mismatch(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    fault(span, Fault::WrongOperands { symbol: operator.symbol(), a: a.describe(), b: b.describe() })
}

fn logical(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let is_and = operator == Operator::And;
    match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => Ok(Value::Boolean(if is_and { *a && *b } else { *a || *b })),
        (Value::Boolean(known), Value::Open(open)) | (Value::Open(open), Value::Boolean(known))
            if open.is_condition() =>
        {
            Ok(if *known == is_and { Value::Open(open.clone()) } else { Value::Boolean(*known) })
        }
        _ => match (a.as_condition(), b.as_condition()) {
            (Some(a), Some(b)) => {
                let both = Box::new([a.clone(), b.clone()]);
                Value::condition(if is_and { Condition::And(both) } else { Condition::Or(both) }, span)
            }
            _ => mismatch(operator, a, b, span),
        },
    }
}

fn relation(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let equal = match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            return Ok(Value::Boolean(match operator {
                Operator::Compare(relation) => relation.holds(*a, *b),
                Operator::Equal => a == b,
                _ => a != b,
            }));
        }
        (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
        (Value::Text(a), Value::Text(b)) => Some(a == b),
        (Value::Literal { of, name: a }, Value::Literal { of: other, name: b }) if of == other => Some(a == b),
        _ => None,
    };
    let (left, right) = match (operator, equal, real_scalar(a), real_scalar(b)) {
        (Operator::Equal, Some(equal), ..) => return Ok(Value::Boolean(equal)),
        (Operator::Unequal, Some(equal), ..) => return Ok(Value::Boolean(!equal)),
        (_, None, Some(left), Some(right)) => (left, right),
        _ => return mismatch(operator, a, b, span),
    };
    let off = |operator| open::binary(operator, right.clone(), Expression::Number(0.5));
    let are_whole = a.is_whole() && b.is_whole();
    let relation = match operator {
        // Whole numbers that become equal differ by no more than rounding from what other relations take for unchanged.
        Operator::Compare(Relation::Less) if are_whole => open::compare(Relation::Less, left, off(Subtract)),
        Operator::Compare(Relation::GreaterEqual) if are_whole => open::compare(Relation::Greater, left, off(Subtract)),
        Operator::Compare(Relation::LessEqual) if are_whole => open::compare(Relation::Less, left, off(Add)),
        Operator::Compare(Relation::Greater) if are_whole => open::compare(Relation::Greater, left, off(Add)),
        Operator::Compare(relation) => open::compare(relation, left, right),
        _ if are_whole => {
            let above = open::compare(Relation::Greater, left.clone(), off(Subtract));
            let below = open::compare(Relation::Less, left, off(Add));
            let equal = Value::condition(Condition::And(Box::new([above, below])), span)?;
            return if operator == Operator::Equal { Ok(equal) } else { not(&equal, span) };
        }
        _ => return fault(span, Fault::EqualNumbers),
    };
    Value::condition(relation, span)
}

fn real_scalar(value: &Value) -> Option<Expression> {
    value.dimensions().is_empty().then(|| value.expression()).flatten()
}

/// Element by element; where one operand is open, in the expression grammar of the netlist, which knows sums of arrays only.
fn elementwise(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let (left, right) = (a.dimensions(), b.dimensions());
    if left.is_empty() && right.is_empty() {
        return scaled(operator, a, b, span);
    }
    let is_sum = matches!(operator, Operator::Arithmetic(Add | Subtract));
    if left != right && !left.is_empty() && !right.is_empty() {
        let (operator, left, right) = (operator.symbol(), shown(&left), shown(&right));
        return fault(span, Fault::OperandDimensions { operator, left, right });
    }
    if is_sum && left != right {
        return mismatch(operator, a, b, span);
    }
    if is_sum && !(a.is_known() && b.is_known()) {
        return combined(operator, a, b, left, span);
    }
    let count = left.first().or(right.first()).copied().unwrap_or(0);
    let part = |value: &Value, dimensions: &[usize], index| {
        if dimensions.is_empty() { Some(value.clone()) } else { value.element(index) }
    };
    let elements = (0..count).map(|index| match (part(a, &left, index), part(b, &right, index)) {
        (Some(a), Some(b)) => elementwise(operator, &a, &b, span),
        _ => mismatch(operator, a, b, span),
    });
    elements.collect()
}

/// At most one operand is an array.
fn scaled(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    match (operator, a, b) {
        (Operator::Arithmetic(own) | Operator::Element(own), Value::Number(x), Value::Number(y)) => {
            Ok(Value::Number(number(own, *x, *y)))
        }
        (_, Value::Array(elements), _) if a.is_known() && b.is_known() => {
            elements.iter().map(|e| scaled(operator, e, b, span)).collect()
        }
        (_, _, Value::Array(elements)) if a.is_known() && b.is_known() => {
            elements.iter().map(|e| scaled(operator, a, e, span)).collect()
        }
        _ => {
            let dimensions = if a.dimensions().is_empty() { b.dimensions() } else { a.dimensions() };
            combined(operator, a, b, dimensions, span)
        }
    }
}

fn number(operator: BinaryOperator, x: f64, y: f64) -> f64 {
    match operator {
        Add => x + y,
        Subtract => x - y,
        Multiply => x * y,
        Divide => x / y,
        Power => x.powf(y),
    }
}

/// `a operator b` in the netlist.
fn combined(operator: Operator, a: &Value, b: &Value, dimensions: Vec<usize>, span: &Span) -> Outcome<Value> {
    let (Operator::Arithmetic(own) | Operator::Element(own), Some(left), Some(right)) =
        (operator, a.expression(), b.expression())
    else {
        return mismatch(operator, a, b, span);
    };
    let is_whole = matches!(operator, Operator::Arithmetic(Add | Subtract | Multiply));
    let value = Value::open(open::binary(own, left, right), dimensions, span)?;
    Ok(value.marked(is_whole && a.is_whole() && b.is_whole()))
}

/// Products of vectors and matrices.
fn product(a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let (left, right) = (a.dimensions(), b.dimensions());
    if left.last() != right.first() {
        return fault(span, Fault::FactorDimensions { left: shown(&left), right: shown(&right) });
    }
    let Some((rows, columns)) = parts(a).zip(parts(b)) else {
        return fault(span, Fault::OpenProduct);
    };
    match (left.len(), right.len()) {
        (1, 1) => {
            let mut sum = None;
            for (x, y) in rows.iter().zip(&columns) {
                let Some(term) = term(x, y, span)? else { continue };
                sum = Some(match sum {
                    None => term,
                    Some(sum) => scaled(Operator::Arithmetic(Add), &sum, &term, span)?,
                });
            }
            Ok(sum.unwrap_or(Value::Number(0.0)))
        }
        (2, _) => rows.iter().map(|row| product(row, b, span)).collect(),
        (1, 2) => match transpose(b) {
            Some(columns) => product(&columns, a, span),
            None => fault(span, Fault::OpenProduct),
        },
        _ => fault(span, Fault::ProductDimensions),
    }
}

/// The product of two elements; none if one is zero and the other an expression.
fn term(x: &Value, y: &Value, span: &Span) -> Outcome<Option<Value>> {
    Ok(match (x, y) {
        (Value::Number(factor), open @ Value::Open(_)) | (open @ Value::Open(_), Value::Number(factor))
            if [0.0, 1.0].contains(factor) =>
        {
            (*factor == 1.0).then(|| open.clone())
        }
        _ => Some(scaled(Operator::Arithmetic(Multiply), x, y, span)?),
    })
}

/// The elements of an array; for a vector expression, the expressions of its elements.
pub(crate) fn parts(value: &Value) -> Option<Vec<Value>> {
    value.elements().or_else(|| match (value, value.dimensions().as_slice()) {
        (Value::Open(Open { tree: Tree::Number(number), .. }), [size]) => {
            (1..=*size).map(|k| element(number, k)).collect()
        }
        _ => None,
    })
}

/// The transposed matrix; none if rows or elements cannot be taken.
pub(crate) fn transpose(matrix: &Value) -> Option<Value> {
    let rows: Vec<Vec<Value>> = matrix.elements()?.iter().map(Value::elements).collect::<Option<_>>()?;
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|index| rows.iter().map(|row| row.get(index).cloned()).collect()).collect()
}

/// Element `k` (from 1) of a sum of vectors.
pub(crate) fn element(vector: &Expression, k: usize) -> Option<Value> {
    // An element nests as deep as its vector.
    Value::open(element_of(vector, k)?, Vec::new(), &(0..0)).ok()
}

fn element_of(vector: &Expression, k: usize) -> Option<Expression> {
    let inner = |vector: &Expression| element_of(vector, k);
    match vector {
        Expression::Reference { name, .. } if is_name(name) => Some(element_name(name, k).into()),
        Expression::Negate(vector) => Some(Expression::Negate(Box::new(inner(vector)?))),
        Expression::Binary(operator @ (Add | Subtract), left, right) => {
            Some(open::binary(*operator, inner(left)?, inner(right)?))
        }
        // One side is the vector, the other a scalar.
        Expression::Binary(operator @ (Multiply | Divide), left, right) => match (operator, &**left, &**right) {
            (Multiply, Expression::Number(_), vector) => Some(open::binary(Multiply, (**left).clone(), inner(vector)?)),
            (_, vector, Expression::Number(_)) | (_, vector @ Expression::Array(_), _) => {
                Some(open::binary(*operator, inner(vector)?, (**right).clone()))
            }
            (Multiply, _, vector @ Expression::Array(_)) => {
                Some(open::binary(Multiply, (**left).clone(), inner(vector)?))
            }
            _ => None,
        },
        Expression::Array(elements) => elements.get(k - 1).cloned(),
        _ => None,
    }
}
