//! Operators on values (Modelica specification 3.6, sections 3.4, 3.5 and 10.6).

use compiler::model_file::{Expression as NetlistExpression, Span};

use crate::budget::{PARSED, elements};
use crate::names::indexed;
use crate::problem::{Outcome, ValueProblem, fault};
use crate::syntax::Operator;
use crate::values::{ELEMENT, Record, Strength, Value, shown};

/// `-a`
pub(crate) fn negate(a: &Value, span: &Span) -> Outcome<Value> {
    match a {
        Value::Number(x) => Ok(Value::Number(-x)),
        Value::Array(elements) => {
            Ok(Value::Array(elements.iter().map(|element| negate(element, span)).collect::<Outcome<_>>()?))
        }
        Value::Open(open) if !open.is_condition() => {
            let text = format!("-{}", a.written(Strength::Product));
            Ok(Value::open(text, open.dimensions.clone(), Strength::Sum).marked(open.whole))
        }
        _ => fault(span, ValueProblem::SignOfNoNumber { found: a.describe() }),
    }
}

/// `not a`
pub(crate) fn not(a: &Value, span: &Span) -> Outcome<Value> {
    match a {
        Value::Boolean(x) => Ok(Value::Boolean(!x)),
        Value::Open(open) if open.is_condition() => {
            Ok(Value::open(format!("not {}", a.written(Strength::Relation)), Vec::new(), Strength::And))
        }
        _ => fault(span, ValueProblem::NotOfNoBoolean { found: a.describe() }),
    }
}

/// `if condition then a else b`, where the condition is not known, with `spread` element by element; none where the two differ in
/// dimensions.
pub(crate) fn chosen(condition: &Value, a: &Value, b: &Value, spread: bool) -> Option<Value> {
    if a == b {
        return Some(a.clone());
    }
    match (a, b) {
        (Value::Unset, _) | (_, Value::Unset) => Some(Value::Unset),
        (Value::Record(x), Value::Record(y)) if x.members.len() == y.members.len() => {
            let pairs = x.members.iter().zip(&y.members);
            let members = pairs.map(|((name, a), (_, b))| Some((name.clone(), chosen(condition, a, b, spread)?)));
            let members = members.collect::<Option<_>>()?;
            Some(Value::Record(Record { of: x.of.clone(), members }))
        }
        (Value::Record(_), _) | (_, Value::Record(_)) => None,
        _ if a.dimensions() != b.dimensions() => None,
        _ if is_condition(a) && is_condition(b) => {
            // (c and a) or (not c and b)
            let span = 0..0;
            let first = logical(Operator::And, condition, a, &span).ok()?;
            let second = logical(Operator::And, &not(condition, &span).ok()?, b, &span).ok()?;
            logical(Operator::Or, &first, &second, &span).ok()
        }
        _ if spread && !a.dimensions().is_empty() => {
            let elements = parts(a)?.into_iter().zip(parts(b)?);
            elements.map(|(a, b)| chosen(condition, &a, &b, spread)).collect::<Option<_>>().map(Value::Array)
        }
        _ => {
            let text = format!(
                "if {} then {} else {}",
                condition.written(Strength::Or),
                a.written(Strength::Choice),
                b.written(Strength::Choice)
            );
            Some(Value::open(text, a.dimensions(), Strength::Choice).marked(a.is_whole() && b.is_whole()))
        }
    }
}

fn is_condition(value: &Value) -> bool {
    match value {
        Value::Boolean(_) => true,
        Value::Open(open) => open.is_condition(),
        _ => false,
    }
}

/// Work of `a operator b`, and memory of what it makes.
pub(crate) fn cost(operator: Operator, a: &Value, b: &Value) -> (usize, usize) {
    if let (Value::Number(_), Value::Number(_)) = (a, b) {
        return (0, 0);
    }
    let (left, right) = (a.dimensions(), b.dimensions());
    // Each part of one operand comes to stand beside so many of the other.
    let (times_left, times_right) = match (left.as_slice(), right.as_slice()) {
        ([], sizes) => (elements(sizes), 1),
        (sizes, []) => (1, elements(sizes)),
        ([rows @ .., _], [_, columns @ ..]) if operator == Operator::Multiply => (elements(columns), elements(rows)),
        _ => (1, 1),
    };
    // A product of vectors is a sum that is written anew for each term.
    let is_written = operator == Operator::Multiply && !(a.is_known() && b.is_known());
    let is_product = is_written && !left.is_empty() && !right.is_empty();
    let made = |value: &Value, sizes: &[usize], times: usize| {
        // The name of an array stands for its elements there.
        let least = if is_product { elements(sizes).saturating_mul(ELEMENT) } else { 0 };
        value.bytes().max(least).saturating_mul(times)
    };
    let bytes = made(a, &left, times_left).saturating_add(made(b, &right, times_right));
    let terms = if is_written { left.last().copied().unwrap_or(1).saturating_mul(PARSED) } else { 1 };
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
        Operator::Less
        | Operator::LessEqual
        | Operator::Greater
        | Operator::GreaterEqual
        | Operator::Equal
        | Operator::Unequal => relation(operator, a, b, span),
        Operator::Add => match (a, b) {
            (Value::Text(a), Value::Text(b)) => Ok(Value::Text(format!("{a}{b}"))),
            _ => elementwise(operator, a, b, span),
        },
        Operator::Subtract | Operator::ElementMultiply | Operator::ElementDivide | Operator::ElementPower => {
            elementwise(operator, a, b, span)
        }
        Operator::Multiply => match (a.dimensions().len(), b.dimensions().len()) {
            (0, _) | (_, 0) => scaled(operator, a, b, span),
            _ => product(a, b, span),
        },
        Operator::Divide | Operator::Power => match b.dimensions().len() {
            0 if operator == Operator::Divide || a.dimensions().is_empty() => scaled(operator, a, b, span),
            _ => mismatch(operator, a, b, span),
        },
    }
}

fn mismatch(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let (symbol, a, b) = (operator.symbol(), a.describe(), b.describe());
    fault(span, ValueProblem::WrongOperands { symbol: symbol.to_string(), a: a.to_string(), b: b.to_string() })
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
        (Value::Open(x), Value::Open(y)) if x.is_condition() && y.is_condition() => {
            let strength = if is_and { Strength::And } else { Strength::Or };
            let text = format!("{} {} {}", a.written(strength), operator.symbol(), b.written(strength));
            Ok(Value::open(text, Vec::new(), strength))
        }
        _ => mismatch(operator, a, b, span),
    }
}

fn relation(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let equal = match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            return Ok(Value::Boolean(match operator {
                Operator::Less => a < b,
                Operator::LessEqual => a <= b,
                Operator::Greater => a > b,
                Operator::GreaterEqual => a >= b,
                Operator::Equal => a == b,
                _ => a != b,
            }));
        }
        (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
        (Value::Text(a), Value::Text(b)) => Some(a == b),
        (Value::Literal { of, name: a }, Value::Literal { of: other, name: b }) if of == other => Some(a == b),
        _ => None,
    };
    match (operator, equal) {
        (Operator::Equal, Some(equal)) => Ok(Value::Boolean(equal)),
        (Operator::Unequal, Some(equal)) => Ok(Value::Boolean(!equal)),
        (Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual, None)
            if is_real_scalar(a) && is_real_scalar(b) =>
        {
            let text = format!("{} {} {}", a.written(Strength::Sum), operator.symbol(), b.written(Strength::Sum));
            Ok(Value::open(text, Vec::new(), Strength::Relation))
        }
        (Operator::Equal | Operator::Unequal, None) if a.is_whole() && b.is_whole() => {
            let (a, b) = (a.written(Strength::Sum), b.written(Strength::Product));
            let text = format!("{a} > {b} - 0.5 and {a} < {b} + 0.5");
            let equal = Value::open(text, Vec::new(), Strength::And);
            if operator == Operator::Equal { Ok(equal) } else { not(&equal, span) }
        }
        (Operator::Equal | Operator::Unequal, None) if is_real_scalar(a) && is_real_scalar(b) => {
            fault(span, ValueProblem::EqualNumbers)
        }
        _ => mismatch(operator, a, b, span),
    }
}

fn is_real_scalar(value: &Value) -> bool {
    matches!(value, Value::Number(_))
        || matches!(value, Value::Open(open) if open.dimensions.is_empty() && !open.is_condition())
}

/// Element by element; where one operand is open, in the expression grammar of the netlist, which knows sums of arrays only.
fn elementwise(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let (left, right) = (a.dimensions(), b.dimensions());
    if left.is_empty() && right.is_empty() {
        return scaled(operator, a, b, span);
    }
    let is_sum = matches!(operator, Operator::Add | Operator::Subtract);
    if left != right && !left.is_empty() && !right.is_empty() {
        let (left, right) = (shown(&left), shown(&right));
        return fault(
            span,
            ValueProblem::OperandDimensions {
                operator: operator.symbol().to_string(),
                left: left.to_string(),
                right: right.to_string(),
            },
        );
    }
    if is_sum && left != right {
        return mismatch(operator, a, b, span);
    }
    if is_sum && !(a.is_known() && b.is_known()) {
        return written(operator, a, b, left);
    }
    let count = left.first().or(right.first()).copied().unwrap_or(0);
    let part = |value: &Value, dimensions: &[usize], index| {
        if dimensions.is_empty() { Some(value.clone()) } else { value.element(index) }
    };
    let elements = (0..count).map(|index| match (part(a, &left, index), part(b, &right, index)) {
        (Some(a), Some(b)) => elementwise(operator, &a, &b, span),
        _ => mismatch(operator, a, b, span),
    });
    Ok(Value::Array(elements.collect::<Outcome<_>>()?))
}

/// At most one operand is an array.
fn scaled(operator: Operator, a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Ok(Value::Number(number(operator, *x, *y))),
        (Value::Array(elements), _) if a.is_known() && b.is_known() => {
            Ok(Value::Array(elements.iter().map(|e| scaled(operator, e, b, span)).collect::<Outcome<_>>()?))
        }
        (_, Value::Array(elements)) if a.is_known() && b.is_known() => {
            Ok(Value::Array(elements.iter().map(|e| scaled(operator, a, e, span)).collect::<Outcome<_>>()?))
        }
        _ if is_numeric(a) && is_numeric(b) => {
            let dimensions = if a.dimensions().is_empty() { b.dimensions() } else { a.dimensions() };
            written(operator, a, b, dimensions)
        }
        _ => mismatch(operator, a, b, span),
    }
}

fn is_numeric(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().all(is_numeric),
        Value::Number(_) => true,
        Value::Open(open) => !open.is_condition(),
        _ => false,
    }
}

fn number(operator: Operator, x: f64, y: f64) -> f64 {
    match operator {
        Operator::Add => x + y,
        Operator::Subtract => x - y,
        Operator::Multiply | Operator::ElementMultiply => x * y,
        Operator::Divide | Operator::ElementDivide => x / y,
        _ => x.powf(y),
    }
}

/// As text; the right operand of `-`, `/` and `^` binds tighter.
fn written(operator: Operator, a: &Value, b: &Value, dimensions: Vec<usize>) -> Outcome<Value> {
    let (symbol, strength, left, right) = match operator {
        Operator::Add => (" + ", Strength::Sum, Strength::Sum, Strength::Product),
        Operator::Subtract => (" - ", Strength::Sum, Strength::Sum, Strength::Product),
        Operator::Multiply | Operator::ElementMultiply => ("*", Strength::Product, Strength::Product, Strength::Power),
        Operator::Divide | Operator::ElementDivide => ("/", Strength::Product, Strength::Product, Strength::Power),
        _ => ("^", Strength::Power, Strength::Atom, Strength::Atom),
    };
    let is_whole = matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply);
    let text = format!("{}{symbol}{}", a.written(left), b.written(right));
    Ok(Value::open(text, dimensions, strength).marked(is_whole && a.is_whole() && b.is_whole()))
}

/// Products of vectors and matrices.
fn product(a: &Value, b: &Value, span: &Span) -> Outcome<Value> {
    let (left, right) = (a.dimensions(), b.dimensions());
    if left.last() != right.first() {
        return fault(span, ValueProblem::FactorDimensions { left: shown(&left), right: shown(&right) });
    }
    let Some((rows, columns)) = parts(a).zip(parts(b)) else {
        return fault(span, ValueProblem::OpenProduct);
    };
    match (left.len(), right.len()) {
        (1, 1) => {
            let mut sum = None;
            for (x, y) in rows.iter().zip(&columns) {
                let Some(term) = term(x, y, span)? else { continue };
                sum = Some(match sum {
                    None => term,
                    Some(sum) => scaled(Operator::Add, &sum, &term, span)?,
                });
            }
            Ok(sum.unwrap_or(Value::Number(0.0)))
        }
        (2, _) => Ok(Value::Array(rows.iter().map(|row| product(row, b, span)).collect::<Outcome<_>>()?)),
        (1, 2) => match transpose(b) {
            Some(columns) => product(&columns, a, span),
            None => fault(span, ValueProblem::OpenProduct),
        },
        _ => fault(span, ValueProblem::TooManyDimensions),
    }
}

/// The product of two elements; none where one is zero and the other is open.
fn term(x: &Value, y: &Value, span: &Span) -> Outcome<Option<Value>> {
    Ok(match (x, y) {
        (Value::Number(factor), open @ Value::Open(_)) | (open @ Value::Open(_), Value::Number(factor))
            if [0.0, 1.0].contains(factor) =>
        {
            (*factor == 1.0).then(|| open.clone())
        }
        _ => Some(scaled(Operator::Multiply, x, y, span)?),
    })
}

/// The elements of an array, of a vector that is an expression those of the expression.
pub(crate) fn parts(value: &Value) -> Option<Vec<Value>> {
    value.elements().or_else(|| match (value, value.dimensions().as_slice()) {
        (Value::Open(open), [size]) => (1..=*size).map(|k| element(&open.text, k)).collect(),
        _ => None,
    })
}

/// The matrix with rows and columns exchanged.
pub(crate) fn transpose(matrix: &Value) -> Option<Value> {
    let rows: Vec<Vec<Value>> = matrix.elements()?.iter().map(Value::elements).collect::<Option<_>>()?;
    let width = rows.first().map_or(0, Vec::len);
    let column = |index: usize| rows.iter().map(|row| row.get(index).cloned()).collect::<Option<_>>().map(Value::Array);
    Some(Value::Array((0..width).map(column).collect::<Option<_>>()?))
}

/// Element `k` (from 1) of a sum of vectors.
pub(crate) fn element(text: &str, k: usize) -> Option<Value> {
    let element = element_of(NetlistExpression::parse(text).ok()?, k)?;
    Some(Value::open(element.to_string(), Vec::new(), Strength::Choice))
}

fn element_of(expression: NetlistExpression, k: usize) -> Option<NetlistExpression> {
    use compiler::model_file::BinaryOperator::{Add, Divide, Multiply, Subtract};
    let boxed = |inner: NetlistExpression| element_of(inner, k).map(Box::new);
    match expression {
        NetlistExpression::Reference { name, .. } => NetlistExpression::parse(&indexed(&name, &[k])).ok(),
        NetlistExpression::Negate(inner) => Some(NetlistExpression::Negate(boxed(*inner)?)),
        NetlistExpression::Binary(operator @ (Add | Subtract), left, right) => {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, boxed(*right)?))
        }
        NetlistExpression::Binary(Multiply, left, right) if matches!(*left, NetlistExpression::Number(_)) => {
            Some(NetlistExpression::Binary(Multiply, left, boxed(*right)?))
        }
        NetlistExpression::Binary(operator @ (Multiply | Divide), left, right)
            if matches!(*right, NetlistExpression::Number(_)) =>
        {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, right))
        }
        // One side is the vector, the other a scalar.
        NetlistExpression::Binary(operator @ (Multiply | Divide), left, right)
            if matches!(*left, NetlistExpression::Array(_)) =>
        {
            Some(NetlistExpression::Binary(operator, boxed(*left)?, right))
        }
        NetlistExpression::Binary(Multiply, left, right) if matches!(*right, NetlistExpression::Array(_)) => {
            Some(NetlistExpression::Binary(Multiply, left, boxed(*right)?))
        }
        NetlistExpression::Array(elements) => elements.into_iter().nth(k - 1),
        _ => None,
    }
}
