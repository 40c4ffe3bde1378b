//! Branches and their conditions (Modelica 3.6, sections 3.5 and 3.6.5).

use super::algebra::mismatch;
use super::{Expression, ExpressionProblem, Lookup, Outcome, Quantity, Span};
use crate::scalar::Scalar;
use binary::Binary;

/// Reserved words.
pub(super) const KEYWORDS: &[&str] = &["if", "then", "elseif", "else", "and", "or", "not"];

/// `if condition then first else second`.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Choice {
    /// Selects the branch.
    pub condition: Condition,
    /// Values where the condition holds, and where it does not.
    pub branches: [Expression; 2],
}

/// A logical expression.
#[derive(Clone, Debug, PartialEq, Binary)]
#[binary(bounded)]
pub enum Condition {
    /// Comparison of two numbers.
    Compare(Relation, Box<[Expression; 2]>),
    /// `not a`.
    Not(Box<Condition>),
    /// `a and b`.
    And(Box<[Condition; 2]>),
    /// `a or b`.
    Or(Box<[Condition; 2]>),
}

/// Comparison of two numbers. Real numbers are not compared for equality (Modelica 3.6, section 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Relation {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    /// Returns true if it holds between two numbers.
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }

    /// Returns true for `>` and `>=`.
    pub fn asks_for_more(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterEqual)
    }
}

impl Choice {
    /// The value of the selected branch. The other branch must have the same shape, but need not be finite (`if x > 0
    /// then 1/x else 0`).
    pub(super) fn evaluate<T: Scalar>(&self, lookup: &mut Lookup<'_, T>) -> Outcome<T> {
        let [first, second] = &self.branches;
        let (chosen, other) = if self.condition.holds(lookup)? { (first, second) } else { (second, first) };
        let value = chosen.evaluate(lookup)?;
        match other.evaluate(lookup) {
            Ok(other) if other.shape() != value.shape() => Err(mismatch("if", &value, &other)),
            Ok(_) | Err(ExpressionProblem::ResultNotFinite { .. }) => Ok(value),
            Err(problem) => Err(problem),
        }
    }

    pub(super) fn collect_references<'a>(&'a self, found: &mut Vec<(&'a str, &'a Span)>) {
        self.condition.collect_references(found);
        self.branches.iter().for_each(|branch| branch.collect_references(found));
    }
}

impl Condition {
    fn holds<T: Scalar>(&self, lookup: &mut Lookup<'_, T>) -> Result<bool, ExpressionProblem> {
        match self {
            Self::Compare(relation, operands) => {
                let [left, right] = &**operands;
                match (left.evaluate(lookup)?, right.evaluate(lookup)?) {
                    (Quantity::Scalar(left), Quantity::Scalar(right)) => {
                        Ok(relation.holds(left.value(), right.value()))
                    }
                    (left, right) => Err(mismatch(relation.symbol(), &left, &right)),
                }
            }
            Self::Not(condition) => Ok(!condition.holds(lookup)?),
            Self::And(conditions) => Ok(conditions[0].holds(lookup)? && conditions[1].holds(lookup)?),
            Self::Or(conditions) => Ok(conditions[0].holds(lookup)? || conditions[1].holds(lookup)?),
        }
    }

    /// The names in the condition, with subscripts, in the order of the text.
    pub fn references(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.collect_references(&mut found);
        found.into_iter().map(|(name, _)| name).collect()
    }

    /// Replaces each reference by the result of `replace`.
    ///
    /// # Errors
    /// The first error of `replace`; references before it are replaced.
    pub fn replace_references<E>(&mut self, replace: &mut dyn FnMut(&str) -> Result<Expression, E>) -> Result<(), E> {
        match self {
            Self::Compare(_, operands) => {
                operands.iter_mut().try_for_each(|operand| operand.replace_references(replace))
            }
            Self::Not(condition) => condition.replace_references(replace),
            Self::And(conditions) | Self::Or(conditions) => {
                conditions.iter_mut().try_for_each(|condition| condition.replace_references(replace))
            }
        }
    }

    fn collect_references<'a>(&'a self, found: &mut Vec<(&'a str, &'a Span)>) {
        match self {
            Self::Compare(_, operands) => operands.iter().for_each(|operand| operand.collect_references(found)),
            Self::Not(condition) => condition.collect_references(found),
            Self::And(conditions) | Self::Or(conditions) => {
                conditions.iter().for_each(|condition| condition.collect_references(found));
            }
        }
    }
}
