//! Expressions of functions that become variables of their own, where they would become too large in the expressions that use them.

use compiler::model_file::Span;

use crate::evaluation::Evaluator;
use crate::instances::model::Computation;
use crate::problem::Outcome;
use crate::values::Value;
use crate::values::open::is_name;

/// Most numbers, names and operators of an expression that is put in.
const INLINE_LIMIT: usize = 100;
const PASS_THROUGH: &str = "Modelica.Blocks.Routing.RealPassThrough";

impl Evaluator<'_> {
    /// The result of an attempt; if an expression becomes too large, that of a second one with variables of their own.
    pub(crate) fn sharing<T>(&self, attempt: impl Fn() -> Outcome<T>) -> Outcome<T> {
        self.budget.too_large.set(false);
        let first = attempt();
        if first.is_ok() || self.budget.shares.get() || !self.budget.too_large.get() {
            return first;
        }
        self.budget.shares.set(true);
        let second = attempt();
        self.budget.shares.set(false);
        second
    }

    /// A value of a function, with variables in place of large expressions of variables.
    pub(crate) fn shared(&self, value: Value, span: &Span) -> Outcome<Value> {
        if !self.budget.shares.get() {
            return Ok(value);
        }
        match value {
            Value::Array(elements) => {
                elements.into_iter().map(|element| self.shared(element, span)).collect::<Outcome<_>>().map(Value::Array)
            }
            Value::Open(ref open) if open.nodes > INLINE_LIMIT && open.dimensions.is_empty() && !open.whole => {
                let varies = value.expression().is_some_and(|expression| {
                    expression.references().into_iter().any(|name| is_name(name) && !self.is_constant(name))
                });
                if !varies {
                    return Ok(value);
                }
                let block = self.computed(Computation::Shared, PASS_THROUGH, vec![("u", value)], Vec::new(), span);
                Ok(Value::name(format!("{block}.y"), Vec::new()))
            }
            other => Ok(other),
        }
    }
}
