//! Arrays, matrices, comprehensions and ranges; branches and loops of equations; arrays that `cat` and `cross` make.

use std::rc::Rc;

use compiler::model_file::BinaryOperator::{Multiply, Subtract};
use compiler::model_file::Span;

use crate::budget::NAME;
use crate::evaluation::{At, Evaluator};
use crate::instances::modifiers::Scope;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Branch, Equation, EquationKind, Expression, Index, Operator};
use crate::values::{ELEMENT, Value, arithmetic};

impl Evaluator<'_> {
    pub(crate) fn array(&self, elements: &[Rc<Expression>], at: At<'_>, span: &Span) -> Outcome<Value> {
        let values: Vec<Value> =
            elements.iter().map(|element| self.evaluate_at(element, at)).collect::<Outcome<_>>()?;
        let first = values.first().map(Value::dimensions);
        if let Some(odd) = values.iter().position(|value| Some(value.dimensions()) != first) {
            return fault(span, Fault::ElementDimensions { position: odd + 1 });
        }
        Ok(Value::Array(values))
    }

    /// `[1, 2; 3, 4]`; vectors in it are columns.
    pub(crate) fn matrix(&self, rows: &[Vec<Rc<Expression>>], at: At<'_>, span: &Span) -> Outcome<Value> {
        let mut all: Vec<Value> = Vec::new();
        for row in rows {
            let parts: Vec<Value> = row.iter().map(|e| self.evaluate_at(e, at)).collect::<Outcome<_>>()?;
            let height = parts.first().and_then(|part| part.dimensions().first().copied()).unwrap_or(1);
            for line in 0..height {
                let mut elements = Vec::new();
                for part in &parts {
                    match part.dimensions().as_slice() {
                        [] if height == 1 => elements.push(part.clone()),
                        [n] if *n == height => elements.extend(part.element(line)),
                        [n, _] if *n == height => {
                            elements.extend(part.element(line).and_then(|row| row.elements()).unwrap_or_default());
                        }
                        _ => return fault(span, Fault::RowHeights),
                    }
                }
                all.push(Value::Array(elements));
            }
        }
        let width = all.first().map(Value::dimensions);
        if all.iter().any(|row| Some(row.dimensions()) != width) {
            return fault(span, Fault::RowLengths);
        }
        Ok(Value::Array(all))
    }

    pub(crate) fn comprehension(&self, element: &Rc<Expression>, indices: &[Index], at: At<'_>) -> Outcome<Value> {
        // `{e for i in a, j in b}` has the elements of the last index outermost.
        let Some((index, outer)) = indices.split_last() else { return self.evaluate_at(element, at) };
        let values = self.range_of(index, at.scope)?;
        let inner = values.into_iter().map(|value| {
            self.budget.room(at.scope.bytes())?;
            let scope = &at.scope.with(&index.name.text, value);
            self.comprehension(element, outer, At { scope, ..at })
        });
        inner.collect()
    }

    /// Calls `body` for all values of the indices of a loop. Problems are noted.
    pub(crate) fn for_each(&self, indices: &[Index], scope: &Scope, body: &mut dyn FnMut(&Scope)) {
        let Some((index, others)) = indices.split_first() else { return body(scope) };
        for value in self.classes.told(self.range_of(index, scope)).into_iter().flatten() {
            if self.budget.work(NAME).and_then(|()| self.budget.room(scope.bytes())).is_err() {
                return;
            }
            self.for_each(others, &scope.with(&index.name.text, value), body);
        }
    }

    /// The branch of `if` equations that holds, if it is known before the simulation.
    pub(crate) fn branch<'a>(
        &self,
        branches: &'a [Branch<Equation>],
        otherwise: &'a [Equation],
        span: &Span,
        scope: &Scope,
    ) -> Outcome<Option<&'a [Equation]>> {
        for (condition, body) in branches {
            match self.evaluate(condition, scope, true)? {
                Value::Boolean(true) => return Ok(Some(body)),
                Value::Boolean(false) => {}
                Value::Open(_) if branches.iter().all(|(_, body)| only_give(body)) && only_give(otherwise) => {
                    return Ok(None);
                }
                other => {
                    return fault(&(span.start..condition.span.end), Fault::OpenCondition { found: other.describe() });
                }
            }
        }
        Ok(Some(otherwise))
    }

    /// Values of an index of a loop.
    pub(crate) fn range_of(&self, index: &Index, scope: &Scope) -> Outcome<Vec<Value>> {
        let Some(range) = &index.range else {
            return fault(&index.name.span, Fault::IndexWithoutRange);
        };
        let value = self.known(range, scope)?;
        match value.elements() {
            Some(elements) => Ok(elements),
            None => fault(&range.span, Fault::IndexThroughScalar { found: value.describe() }),
        }
    }

    pub(crate) fn range(
        &self,
        first: &Rc<Expression>,
        step: Option<&Rc<Expression>>,
        last: &Rc<Expression>,
        scope: &Scope,
    ) -> Outcome<Value> {
        let number = |expression: &Rc<Expression>| {
            let value = self.known(expression, scope)?;
            value.number().map_or_else(|| fault(&expression.span, Fault::RangeOfNoNumbers), Ok)
        };
        let (from, to) = (number(first)?, number(last)?);
        let step = step.map(number).transpose()?.unwrap_or(1.0);
        let count = ((to - from) / step + 1e-10).floor() + 1.0;
        if count.is_nan() {
            return fault(&first.span, Fault::ZeroStep);
        }
        // The cast saturates.
        self.budget.room((count.max(0.0) as usize).saturating_mul(ELEMENT))?;
        Ok(Value::vector((0..count.max(0.0) as usize).map(|i| from + i as f64 * step)))
    }
}

/// True if all equations define variables.
fn only_give(body: &[Equation]) -> bool {
    body.iter().all(|equation| match &equation.kind {
        EquationKind::Equal { .. } | EquationKind::Call(_) => true,
        EquationKind::If { branches, otherwise } => {
            branches.iter().all(|(_, body)| only_give(body)) && only_give(otherwise)
        }
        EquationKind::For { body, .. } => only_give(body),
        EquationKind::Connect { .. } | EquationKind::When(_) => false,
    })
}

/// The elements of a cross product, if the factors have elements.
pub(crate) fn crossed(a: &Value, b: &Value, span: &Span) -> Outcome<Option<Value>> {
    let (Some(a), Some(b)) = (arithmetic::parts(a), arithmetic::parts(b)) else { return Ok(None) };
    let ([a1, a2, a3], [b1, b2, b3]) = (a.as_slice(), b.as_slice()) else { return Ok(None) };
    let times = |x: &Value, y: &Value| arithmetic::binary(Operator::Arithmetic(Multiply), x, y, span);
    let minus =
        |x: Outcome<Value>, y: Outcome<Value>| arithmetic::binary(Operator::Arithmetic(Subtract), &x?, &y?, span);
    Ok(Some(Value::Array(vec![
        minus(times(a2, b3), times(a3, b2))?,
        minus(times(a3, b1), times(a1, b3))?,
        minus(times(a1, b2), times(a2, b1))?,
    ])))
}

/// `cat(1, a, b)` appends arrays, `cat(2, a, b)` puts matrices side by side.
pub(crate) fn joined(dimension: f64, arrays: &[Value], span: &Span) -> Outcome<Value> {
    let parts: Option<Vec<Vec<Value>>> = arrays.iter().map(Value::elements).collect();
    let refuse = || fault(span, Fault::CatArguments);
    let (Some(parts), Some(rank)) = (parts, arrays.first().map(|array| array.dimensions().len())) else {
        return refuse();
    };
    let all: Option<Vec<Value>> = match (dimension, rank) {
        (1.0, 1..) => Some(parts.concat()),
        (2.0, 2..) => {
            let rows = parts.first().map_or(0, Vec::len);
            if parts.iter().any(|part| part.len() != rows) {
                return fault(span, Fault::CatRows);
            }
            let row = |k: usize| {
                let row: Option<Vec<Vec<Value>>> = parts.iter().map(|part| part.get(k)?.elements()).collect();
                row.map(|row| Value::Array(row.concat()))
            };
            (0..rows).map(row).collect()
        }
        _ => None,
    };
    let Some(all) = all else { return refuse() };
    let first = all.first().map(Value::dimensions);
    if all.iter().any(|element| Some(element.dimensions()) != first) {
        return fault(span, Fault::CatDimensions);
    }
    Ok(Value::Array(all))
}
