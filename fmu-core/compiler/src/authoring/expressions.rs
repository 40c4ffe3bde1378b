//! Dimensions of expressions, and expressions without units.

use super::measure::{Measure, Trust};
use super::problem::AuthoringProblem;
use crate::model_file::{BinaryOperator, Choice, Condition, Expression, Function, measure as number_with_unit};
use crate::units::{Dimension, Unit};

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// Unknown.
    Unknown,
    /// A quantity in SI units, and its unit in the model.
    Measured { measure: Measure, unit: Option<Box<Unit>> },
    /// A number in a unit.
    InUnit(Box<Unit>),
}

/// Checks the dimensions of an expression.
pub(super) struct Checker<'a> {
    /// Resolves the names in the expression.
    pub lookup: &'a dyn Fn(&str) -> Named,
    /// Inconsistencies with their certainty.
    pub faults: Vec<(AuthoringProblem, Trust)>,
}

type Checked = (Measure, Expression);

impl<'a> Checker<'a> {
    pub(super) fn new(lookup: &'a dyn Fn(&str) -> Named) -> Self {
        Self { lookup, faults: Vec::new() }
    }

    /// The measure of an expression, and the expression in SI units. The parser limits the depth.
    pub(super) fn check(&mut self, expression: &Expression) -> Checked {
        match expression {
            Expression::Number(x) => (Measure::literal(*x), expression.clone()),
            Expression::Reference { name, .. } => self.reference(expression, name),
            Expression::Negate(operand) => {
                let (measure, operand) = self.check(operand);
                (measure, Expression::Negate(Box::new(operand)))
            }
            Expression::Binary(operator, left, right) => self.binary(expression, *operator, left, right),
            Expression::Call(function, arguments) => self.call(expression, *function, arguments),
            Expression::Array(elements) => {
                let (measures, elements): (Vec<_>, Vec<_>) = elements.iter().map(|e| self.check(e)).unzip();
                // Elements may have different units, like the columns of a table.
                let first = measures.first().copied().unwrap_or(Measure::Unknown);
                let is_same = measures.iter().all(|measure| first.united(*measure).is_ok());
                let united = |sum: Measure, measure: &Measure| sum.united(*measure).unwrap_or(Measure::Unknown);
                let measure = if is_same { measures.iter().fold(first, united) } else { Measure::Unknown };
                (measure, Expression::Array(elements))
            }
            Expression::If(choice) => self.choice(expression, choice),
        }
    }

    fn reference(&mut self, expression: &Expression, name: &str) -> Checked {
        if let Some((value, unit)) = number_with_unit(name) {
            return match Unit::parse(unit) {
                Err(fault) => self.fault(AuthoringProblem::Unit(fault), value),
                Ok(unit) if unit.has_offset() => {
                    self.fault(AuthoringProblem::OffsetInExpression { measure: name.to_owned() }, value)
                }
                Ok(unit) => (Measure::certain(unit.dimension()), Expression::Number(unit.to_si(value))),
            };
        }
        match (self.lookup)(name) {
            Named::Unknown => (Measure::Unknown, expression.clone()),
            Named::Measured { measure, .. } => (measure, expression.clone()),
            Named::InUnit(unit) => (Measure::certain(unit.dimension()), to_si(expression.clone(), &unit)),
        }
    }

    fn binary(&mut self, whole: &Expression, operator: BinaryOperator, a: &Expression, b: &Expression) -> Checked {
        let operands = [a, b];
        let ((left, a), (right, b)) = (self.check(a), self.check(b));
        let measure = match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => {
                self.united(whole, operator.symbol(), operands, [left, right])
            }
            BinaryOperator::Multiply => left.times(right),
            BinaryOperator::Divide => left.per(right),
            BinaryOperator::Power => {
                self.takes_number(whole, operator.symbol(), right);
                literal(&b)
                    .map_or(if left.is_number() { left } else { Measure::Unknown }, |exponent| left.power(exponent))
            }
        };
        (measure, Expression::Binary(operator, Box::new(a), Box::new(b)))
    }

    /// Common measure of both operands, which must have the same dimension.
    fn united(
        &mut self,
        whole: &Expression,
        operation: &'static str,
        operands: [&Expression; 2],
        [left, right]: [Measure; 2],
    ) -> Measure {
        let pair = match (left, right) {
            (Measure::Number { .. }, Measure::Of(Dimension::ANGLE, _)) => Some([operands[1], operands[0]]),
            (Measure::Of(Dimension::ANGLE, _), Measure::Number { .. }) => Some(operands),
            _ => None,
        };
        if let Some([angle, number]) = pair.filter(|[_, number]| !is_in_radians(number))
            && let Some((angle, unit)) = self.other_angle(angle)
        {
            let (expression, number) = (whole.to_string(), number.to_string());
            self.faults.push((AuthoringProblem::BareAngle { expression, angle, unit, number }, Trust::Certain));
        }
        left.united(right).unwrap_or_else(|(left, right, trust)| {
            let expression = whole.to_string();
            self.faults.push((AuthoringProblem::Operands { expression, operation, left, right }, trust));
            Measure::Unknown
        })
    }

    /// The first term of an angle in another unit than rad, and this unit.
    fn other_angle(&self, expression: &Expression) -> Option<(String, String)> {
        match expression {
            Expression::Reference { name, .. } => {
                let unit = match number_with_unit(name) {
                    Some((_, unit)) => Unit::parse(unit).ok(),
                    None => match (self.lookup)(name) {
                        Named::InUnit(unit) => Some(*unit),
                        Named::Measured { unit, .. } => unit.map(|unit| *unit),
                        Named::Unknown => None,
                    },
                };
                let other = unit.filter(|unit| unit.dimension() == Dimension::ANGLE && !is_si(unit))?;
                Some((name.clone(), other.name().to_owned()))
            }
            Expression::Negate(operand) => self.other_angle(operand),
            Expression::Binary(
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide,
                left,
                right,
            ) => self.other_angle(left).or_else(|| self.other_angle(right)),
            _ => None,
        }
    }

    /// Reports an argument of `function` that is neither a number nor an angle.
    fn takes_number(&mut self, whole: &Expression, function: &'static str, argument: Measure) {
        if let Measure::Of(found, trust) = argument
            && !found.is_number()
        {
            let expression = whole.to_string();
            self.faults.push((AuthoringProblem::Argument { expression, function, found }, trust));
        }
    }

    fn call(&mut self, whole: &Expression, function: Function, arguments: &[Expression]) -> Checked {
        use Function as F;
        let operands = [arguments.first().unwrap_or(whole), arguments.get(1).unwrap_or(whole)];
        let (measures, arguments): (Vec<_>, Vec<_>) = arguments.iter().map(|argument| self.check(argument)).unzip();
        let first = measures.first().copied().unwrap_or(Measure::Unknown);
        let second = measures.get(1).copied();
        let number = Measure::certain(Dimension::NONE);
        let measure = match function {
            F::Sin | F::Cos | F::Tan | F::Sinh | F::Cosh | F::Tanh | F::Exp | F::Log | F::Log10 | F::Integer => {
                self.takes_number(whole, function.name(), first);
                number
            }
            F::Asin | F::Acos | F::Atan => {
                self.takes_number(whole, function.name(), first);
                Measure::certain(Dimension::ANGLE)
            }
            F::Atan2 => {
                self.united(whole, function.name(), operands, [first, second.unwrap_or(Measure::Unknown)]);
                Measure::certain(Dimension::ANGLE)
            }
            F::FromDeg => {
                self.takes_number(whole, function.name(), first);
                if matches!(first, Measure::Of(dimension, _) if dimension.has_angle())
                    && let [angle] = &arguments[..]
                {
                    // A quantity known to be an angle is already in radians.
                    return (first, angle.clone());
                }
                Measure::certain(Dimension::ANGLE)
            }
            F::Sqrt => first.power(0.5),
            F::Abs | F::Length | F::Diagonal | F::Transpose | F::NoEvent | F::Floor | F::Ceil | F::Pre => first,
            F::Div => {
                self.united(whole, function.name(), operands, [first, second.unwrap_or(Measure::Unknown)]);
                number
            }
            F::Min | F::Max | F::Mod | F::Rem => {
                second.map_or(first, |second| self.united(whole, function.name(), operands, [first, second]))
            }
            F::Sign | F::Normalize | F::FromNxy => number,
            F::Cross => first.times(second.unwrap_or(Measure::Unknown)),
            F::ResolveDyade1 | F::Smooth => second.unwrap_or(Measure::Unknown),
        };
        (measure, Expression::Call(function, arguments))
    }

    fn choice(&mut self, whole: &Expression, choice: &Choice) -> Checked {
        let condition = self.condition(whole, &choice.condition);
        let [first, second] = &choice.branches;
        let operands = [first, second];
        let ((left, first), (right, second)) = (self.check(first), self.check(second));
        let measure = self.united(whole, "if", operands, [left, right]);
        (measure, Expression::If(Box::new(Choice { condition, branches: [first, second] })))
    }

    fn condition(&mut self, whole: &Expression, condition: &Condition) -> Condition {
        match condition {
            Condition::Compare(relation, operands) => {
                let [left, right] = &**operands;
                let operands = [left, right];
                let ((a, left), (b, right)) = (self.check(left), self.check(right));
                self.united(whole, relation.symbol(), operands, [a, b]);
                Condition::Compare(*relation, Box::new([left, right]))
            }
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(whole, inner))),
            Condition::And(both) => Condition::And(Box::new(both.each_ref().map(|inner| self.condition(whole, inner)))),
            Condition::Or(both) => Condition::Or(Box::new(both.each_ref().map(|inner| self.condition(whole, inner)))),
        }
    }

    /// Reports a number with an unsuitable unit, and replaces it by the bare number to avoid further errors.
    fn fault(&mut self, problem: AuthoringProblem, number: f64) -> Checked {
        self.faults.push((problem, Trust::Certain));
        (Measure::Unknown, Expression::Number(number))
    }
}

/// A literal exponent.
fn literal(expression: &Expression) -> Option<f64> {
    match expression {
        Expression::Number(x) => Some(*x),
        Expression::Negate(inner) => literal(inner).map(|x| -x),
        Expression::Binary(BinaryOperator::Divide, above, below) => Some(literal(above)? / literal(below)?),
        _ => None,
    }
}

/// Returns true if numbers in the unit equal numbers in SI units.
pub(super) fn is_si(unit: &Unit) -> bool {
    unit.to_base() == (1.0, 0.0)
}

/// Converts an expression from the unit to SI units.
pub(super) fn to_si(expression: Expression, unit: &Unit) -> Expression {
    let (factor, offset) = unit.to_base();
    affine(expression, factor, offset)
}

/// Converts an expression from SI units to the unit.
pub(super) fn from_si(expression: Expression, unit: &Unit) -> Expression {
    let (factor, offset) = unit.from_unit(&unit.coherent());
    affine(expression, factor, offset)
}

fn affine(expression: Expression, factor: f64, offset: f64) -> Expression {
    let operate =
        |operator, left, right| Expression::Binary(operator, Box::new(left), Box::new(Expression::Number(right)));
    let scaled = if factor == 1.0 { expression } else { operate(BinaryOperator::Multiply, expression, factor) };
    match offset {
        0.0 => scaled,
        offset if offset < 0.0 => operate(BinaryOperator::Subtract, scaled, -offset),
        offset => operate(BinaryOperator::Add, scaled, offset),
    }
}

/// Returns true for an angle in rad without a unit: zero, or an expression with pi.
fn is_in_radians(expression: &Expression) -> bool {
    literal(expression) == Some(0.0) || has_number(expression, std::f64::consts::PI)
}

/// Returns true if the expression contains the factor between degrees and radians.
pub(super) fn has_degrees(expression: &Expression) -> bool {
    has_number(expression, 180.0)
}

/// Returns true if the number, or its negative, is a term or a factor.
fn has_number(expression: &Expression, number: f64) -> bool {
    match expression {
        Expression::Number(x) => x.abs() == number,
        Expression::Negate(inner) => has_number(inner, number),
        Expression::Binary(_, left, right) => has_number(left, number) || has_number(right, number),
        _ => false,
    }
}
