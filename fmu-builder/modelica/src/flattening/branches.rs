//! Branches of `if` equations.

use std::rc::Rc;

use compiler::model_file::Span;

use crate::evaluation::Evaluator;
use crate::instances::modifiers::Scope;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Equation, Expression};
use crate::values::Value;

/// The branch that holds, if it is known before the simulation.
pub(crate) fn branch<'a>(
    evaluator: &Evaluator<'_>,
    branches: &'a [(Rc<Expression>, Vec<Equation>)],
    otherwise: &'a [Equation],
    span: &Span,
    scope: &Scope,
) -> Outcome<Option<&'a [Equation]>> {
    for (condition, body) in branches {
        match evaluator.evaluate(condition, scope, true)? {
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

/// True if all equations define variables.
fn only_give(body: &[Equation]) -> bool {
    body.iter().all(|equation| match equation {
        Equation::Equal { .. } | Equation::Call { .. } => true,
        Equation::If { branches, otherwise, .. } => {
            branches.iter().all(|(_, body)| only_give(body)) && only_give(otherwise)
        }
        Equation::For { body, .. } => only_give(body),
        Equation::Connect { .. } | Equation::When { .. } => false,
    })
}
