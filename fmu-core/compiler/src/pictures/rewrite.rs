//! Expressions with other expressions in the place of names.

use crate::model_file::{Choice, Condition, Expression};

/// The expression with what `replace` returns for each name.
///
/// # Errors
/// The first one of `replace`.
pub(super) fn rewrite<E>(
    expression: &Expression,
    replace: &mut dyn FnMut(&str) -> Result<Expression, E>,
) -> Result<Expression, E> {
    let mut all = |list: &[Expression]| list.iter().map(|item| rewrite(item, replace)).collect::<Result<Vec<_>, E>>();
    Ok(match expression {
        Expression::Number(x) => Expression::Number(*x),
        Expression::Reference { name, .. } => replace(name)?,
        Expression::Negate(operand) => Expression::Negate(Box::new(rewrite(operand, replace)?)),
        Expression::Binary(operator, left, right) => {
            let left = Box::new(rewrite(left, replace)?);
            Expression::Binary(*operator, left, Box::new(rewrite(right, replace)?))
        }
        Expression::Call(function, arguments) => Expression::Call(*function, all(arguments)?),
        Expression::Array(elements) => Expression::Array(all(elements)?),
        Expression::If(choice) => {
            let [first, second] = &choice.branches;
            let condition = rewrite_condition(&choice.condition, replace)?;
            let branches = [rewrite(first, replace)?, rewrite(second, replace)?];
            Expression::If(Box::new(Choice { condition, branches }))
        }
    })
}

fn rewrite_condition<E>(
    condition: &Condition,
    replace: &mut dyn FnMut(&str) -> Result<Expression, E>,
) -> Result<Condition, E> {
    let mut pair = |conditions: &[Condition; 2]| {
        let [first, second] = conditions;
        Ok::<_, E>(Box::new([rewrite_condition(first, replace)?, rewrite_condition(second, replace)?]))
    };
    Ok(match condition {
        Condition::And(conditions) => Condition::And(pair(conditions)?),
        Condition::Or(conditions) => Condition::Or(pair(conditions)?),
        Condition::Not(inner) => Condition::Not(Box::new(rewrite_condition(inner, replace)?)),
        Condition::Compare(relation, operands) => {
            let [left, right] = &**operands;
            Condition::Compare(*relation, Box::new([rewrite(left, replace)?, rewrite(right, replace)?]))
        }
    })
}
