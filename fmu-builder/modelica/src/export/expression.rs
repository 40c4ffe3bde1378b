//! Expressions of the netlist in Modelica's grammar. It has no sign behind an operator, and other names for a few functions.

use compiler::model_file::{BinaryOperator, Choice, Condition, Expression, Function, Relation};

use super::names::Names;

/// Precedence of an operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Choice,
    Or,
    And,
    Not,
    /// A sum, or a term with a sign.
    Sum,
    Product,
    Power,
    Atom,
}

/// The text of an expression.
pub(super) fn written(expression: &Expression, names: &Names) -> String {
    text(expression, names).0
}

/// Another expression of the same number, which is not read back as an alias of a variable.
pub(super) fn times_one(expression: &Expression, names: &Names) -> String {
    within(text(expression, names), Strength::Product) + "*1"
}

/// The text of a condition.
pub(super) fn written_condition(of: &Condition, names: &Names) -> String {
    condition(of, names).0
}

/// A number that reads back as the same; one that is negative has a sign.
pub(super) fn number(x: f64) -> String {
    let digits = format!("{x:?}");
    digits.strip_suffix(".0").map_or(digits.clone(), str::to_owned)
}

fn text(expression: &Expression, names: &Names) -> (String, Strength) {
    let operand = |expression: &Expression, least: Strength| within(text(expression, names), least);
    let list = |items: &[Expression]| {
        let items: Vec<String> = items.iter().map(|item| text(item, names).0).collect();
        items.join(", ")
    };
    match expression {
        Expression::Number(x) if *x == std::f64::consts::PI => ("Modelica.Constants.pi".to_owned(), Strength::Atom),
        Expression::Number(x) => (number(*x), if x.is_sign_negative() { Strength::Sum } else { Strength::Atom }),
        Expression::Reference { name, .. } if name == "time" => (name.clone(), Strength::Atom),
        Expression::Reference { name, .. } if names.booleans.contains(name) => {
            (format!("if {} then 1 else 0", names.reference(name)), Strength::Choice)
        }
        Expression::Reference { name, .. } => (names.reference(name), Strength::Atom),
        Expression::Negate(inner) => (format!("-{}", operand(inner, Strength::Product)), Strength::Sum),
        Expression::Binary(operator, left, right) => {
            let (own, right_least, blank) = match operator {
                BinaryOperator::Add | BinaryOperator::Subtract => (Strength::Sum, Strength::Product, " "),
                BinaryOperator::Multiply | BinaryOperator::Divide => (Strength::Product, Strength::Power, ""),
                BinaryOperator::Power => (Strength::Power, Strength::Atom, ""),
            };
            let left_least = if own == Strength::Power { Strength::Atom } else { own };
            let (left, right) = (operand(left, left_least), operand(right, right_least));
            (format!("{left}{blank}{}{blank}{right}", operator.symbol()), own)
        }
        Expression::Call(function, arguments) => (format!("{}({})", name(*function), list(arguments)), Strength::Atom),
        Expression::Array(elements) => (format!("{{{}}}", list(elements)), Strength::Atom),
        Expression::If(choice) => (branches(choice, names), Strength::Choice),
    }
}

fn branches(choice: &Choice, names: &Names) -> String {
    let [first, second] = choice.branches.each_ref().map(|branch| text(branch, names).0);
    format!("if {} then {first} else {second}", condition(&choice.condition, names).0)
}

fn condition(of: &Condition, names: &Names) -> (String, Strength) {
    let operand = |of: &Condition, least| within(condition(of, names), least);
    match of {
        Condition::Compare(relation, sides) => {
            if let (Relation::Greater, [Expression::Reference { name, .. }, Expression::Number(0.5)]) =
                (relation, &**sides)
                && names.booleans.contains(name)
            {
                return (names.reference(name), Strength::Atom);
            }
            let [left, right] = sides.each_ref().map(|side| within(text(side, names), Strength::Sum));
            (format!("{left} {} {right}", relation.symbol()), Strength::Not)
        }
        // `not` takes a relation, and one with a sign before it is read as that.
        Condition::Not(inner) => (format!("not ({})", condition(inner, names).0), Strength::Not),
        Condition::And(both) => {
            let [left, right] = both.as_ref();
            (format!("{} and {}", operand(left, Strength::And), operand(right, Strength::Not)), Strength::And)
        }
        Condition::Or(both) => {
            let [left, right] = both.as_ref();
            (format!("{} or {}", operand(left, Strength::Or), operand(right, Strength::And)), Strength::Or)
        }
    }
}

fn within((text, strength): (String, Strength), least: Strength) -> String {
    if strength < least { format!("({text})") } else { text }
}

/// Name of a function in the Modelica Standard Library.
fn name(function: Function) -> String {
    let own = function.name();
    match function {
        Function::FromDeg => format!("Modelica.Units.Conversions.{own}"),
        Function::Length | Function::Normalize => format!("Modelica.Math.Vectors.{own}"),
        _ => own.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn signs_stand_before_sums_only() {
        let names = Names::new(["a.b".to_owned()], []);
        let cases = [
            ("2*(-x)", "2*(-x)"),
            ("-x^2", "-x^2"),
            ("(-x)^2", "(-x)^2"),
            ("a - (-3)", "a - (-3)"),
            ("a-(b-c)", "a - (b - c)"),
            ("a/(b*c)", "a/(b*c)"),
            ("-(x + 1)*2", "(-(x + 1))*2"),
            ("2*a.b.m[1]", "2*'a.b'.m[1]"),
            ("from_deg(30) + pi", "Modelica.Units.Conversions.from_deg(30) + Modelica.Constants.pi"),
            ("if time < 1 then 2 else -3", "if time < 1 then 2 else -3"),
            ("if not (a < b or c >= d) and e > f then 1 else 2", "if not (a < b or c >= d) and e > f then 1 else 2"),
            ("1 + (if a < b then 1 else 2)", "1 + (if a < b then 1 else 2)"),
            ("{a, {b, 1e-300}}", "{a, {b, 1e-300}}"),
        ];
        for (netlist, modelica) in cases {
            let expression = Expression::parse(netlist).unwrap();
            assert_eq!(written(&expression, &names), modelica, "{netlist}");
        }
    }
}
