//! Derivatives with respect to time: `der(x)` of variables of components, and of expressions.

use compiler::model_file::{BinaryOperator, Expression, Function, Span};
use library::ConnectorKind;

use crate::classes::standard::physical;
use crate::evaluation::Evaluator;
use crate::instances::What;
use crate::instances::model::Sensor;
use crate::instances::modifiers::Scope;
use crate::names::derivative;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Arguments;
use crate::values::Value;
use crate::values::arithmetic::parts;
use crate::values::open::{binary, choice, is_name, negated, over, plus, times};

/// Variables with their derivatives, for classes that have both.
const DERIVATIVES: [(&str, &str); 16] = [
    ("phi", "w"),
    ("s", "v"),
    ("w", "a"),
    ("v", "a"),
    ("phi_rel", "w_rel"),
    ("s_rel", "v_rel"),
    ("w_rel", "a_rel"),
    ("v_rel", "a_rel"),
    ("r_0", "v_0"),
    ("v_0", "a_0"),
    ("s_x", "v_x"),
    ("s_y", "v_y"),
    ("v_x", "a_x"),
    ("v_y", "a_y"),
    ("phi_a", "w_a"),
    ("phi_b", "w_b"),
];

impl Evaluator<'_> {
    /// `der(rev.phi)`: of a variable.
    pub(crate) fn derivative(&self, arguments: &Arguments, scope: &Scope, span: &Span) -> Outcome<Value> {
        let [(None, argument)] = arguments else { return fault(span, Fault::DerArguments) };
        let value = self.evaluate(argument, scope, false)?;
        self.rate_of(&value, span)?.map_or_else(|| fault(&argument.span, Fault::DerOfExpression), Ok)
    }

    /// The derivative of a value: of a variable by its name, of an expression by the rules of differentiation.
    fn rate_of(&self, value: &Value, span: &Span) -> Outcome<Option<Value>> {
        Ok(match value {
            Value::Number(_) => Some(Value::Number(0.0)),
            Value::Array(elements) => {
                elements.iter().map(|element| self.rate_of(element, span)).collect::<Outcome<_>>()?
            }
            Value::Open(open) => match open.name().filter(|name| *name != "time") {
                Some(name) => Some(Value::name(self.derivative_of(name), open.dimensions.clone())),
                None if !open.dimensions.is_empty() => match parts(value) {
                    Some(parts) => self.rate_of(&Value::Array(parts), span)?,
                    None => None,
                },
                None => match value.expression().and_then(|expression| self.differentiated(&expression)) {
                    Some(rate) => Some(Value::open(rate, Vec::new(), span)?),
                    None => None,
                },
            },
            _ => None,
        })
    }

    /// `rev.w` for `rev.phi`, where the class has it; otherwise `der(rev.phi)`.
    pub(crate) fn derivative_of(&self, variable: &str) -> String {
        let known = variable.rsplit_once('.').and_then(|(component, last)| {
            let (last, index) = last.split_at(last.find('[').unwrap_or(last.len()));
            let class = self.model.class_of(component)?;
            let candidates = DERIVATIVES.iter().filter(|(of, _)| *of == last).map(|(_, derivative)| *derivative);
            let has = |name: &&str| class.variables.iter().any(|known| known.name == *name);
            Some(format!("{component}.{}{index}", candidates.into_iter().find(has)?))
        });
        known.or_else(|| self.measured_rate(variable)).unwrap_or_else(|| derivative(variable))
    }

    /// The speed of a flange, or its acceleration, which a sensor gives.
    fn measured_rate(&self, variable: &str) -> Option<String> {
        let (of, last) = variable.rsplit_once('.')?;
        let sensor = self.model.sensors.borrow().iter().find(|sensor| sensor.name == of).cloned();
        if let Some(Sensor { of, kind, order, .. }) = sensor {
            return self.model.measured(&of, kind, order + 1);
        }
        let kind = physical(self.kind_of_connector(of)?)?;
        if kind.potential == last { self.model.measured(of, kind, 1) } else { None }
    }

    /// The kind of a connector of a component or of a composite.
    fn kind_of_connector(&self, name: &str) -> Option<ConnectorKind> {
        if let Some(What::Connector(kind)) = self.model.symbol_called(name).as_deref().map(|s| &s.what) {
            return Some(*kind);
        }
        let (component, connector) = name.rsplit_once('.')?;
        let declared = self.model.class_of(component)?.connectors.iter().find(|known| known.name == connector)?;
        Some(declared.kind)
    }

    /// The derivative of an expression; none where it has no rule here. Parameters are constant.
    pub(crate) fn differentiated(&self, expression: &Expression) -> Option<Expression> {
        let inner = |expression: &Expression| self.differentiated(expression);
        Some(match expression {
            Expression::Number(_) => number(0.0),
            Expression::Reference { name, .. } if name == "time" => number(1.0),
            Expression::Reference { name, .. } if !is_name(name) || self.model.is_constant(name) => number(0.0),
            Expression::Reference { name, .. } if name.starts_with("der(") => return None,
            Expression::Reference { name, .. } => self.derivative_of(name).into(),
            Expression::Negate(operand) => negated(inner(operand)?),
            Expression::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), a, b) => {
                plus(*operator, inner(a)?, inner(b)?)
            }
            Expression::Binary(BinaryOperator::Multiply, a, b) => {
                plus(BinaryOperator::Add, times(inner(a)?, (**b).clone()), times((**a).clone(), inner(b)?))
            }
            Expression::Binary(BinaryOperator::Divide, a, b) => {
                // (a' - (a/b) b')/b
                let quotient = times(expression.clone(), inner(b)?);
                over(plus(BinaryOperator::Subtract, inner(a)?, quotient), b)
            }
            Expression::Binary(BinaryOperator::Power, base, exponent) => {
                let Expression::Number(n) = **exponent else { return None };
                let lower = match n {
                    2.0 => (**base).clone(),
                    n => binary(BinaryOperator::Power, (**base).clone(), number(n - 1.0)),
                };
                times(times(number(n), lower), inner(base)?)
            }
            Expression::Call(function, operands) => {
                let [u] = operands.as_slice() else { return None };
                let rate = inner(u)?;
                let outer = match function {
                    Function::Sin => call(Function::Cos, u),
                    Function::Cos => Expression::Negate(Box::new(call(Function::Sin, u))),
                    Function::Exp => expression.clone(),
                    Function::Log => binary(BinaryOperator::Divide, number(1.0), u.clone()),
                    Function::Sqrt => binary(BinaryOperator::Divide, number(0.5), expression.clone()),
                    Function::NoEvent => return Some(Expression::Call(Function::NoEvent, vec![rate])),
                    Function::FromDeg => call(Function::FromDeg, &number(1.0)),
                    _ => return None,
                };
                times(outer, rate)
            }
            Expression::If(of) => choice(of.condition.clone(), inner(&of.branches[0])?, inner(&of.branches[1])?),
            Expression::Array(elements) => Expression::Array(elements.iter().map(inner).collect::<Option<_>>()?),
        })
    }
}

fn number(x: f64) -> Expression {
    Expression::Number(x)
}

fn call(function: Function, operand: &Expression) -> Expression {
    Expression::Call(function, vec![operand.clone()])
}
