//! Conversion of values to the unit of their declaration.

use super::expressions::{Checker, Named, from_si, has_degrees, is_si, to_si};
use super::measure::{Measure, Trust};
use super::problem::{AuthoringProblem, UNIT};
use super::{Author, ShownUnit};
use crate::model_file::{Expression, LibraryProblem, Place, Span, Spanned, Value};
use crate::units::Unit;
use library::Varying;

/// Parameter or variable that a value belongs to.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// Place for messages.
    pub place: Place,
    /// The variable whose display unit is the unit of the value; none for limits and the like.
    pub variable: Option<String>,
    /// Unit of the declaration; none if every unit is accepted.
    pub target: Option<Unit>,
    /// Variable that an expression may contain besides parameters.
    pub varying: Option<Varying>,
    /// True for a variable, whose attributes differ from those of a parameter.
    pub is_variable: bool,
}

impl Author<'_> {
    /// Removes units from the value. `given` is the unit of bare numbers, if it is not that of the declaration.
    pub(super) fn convert(&mut self, subject: &Subject, value: &mut Spanned<Value>, given: Option<&Unit>) {
        self.convert_element(subject, value, given, &mut Vec::new());
    }

    /// `indices` (1-based) lead to the element of an array.
    fn convert_element(
        &mut self,
        subject: &Subject,
        value: &mut Spanned<Value>,
        given: Option<&Unit>,
        indices: &mut Vec<usize>,
    ) {
        let span = value.span.clone();
        match &mut value.value {
            Value::Number(x) => {
                if let Some(given) = given {
                    *x = in_target(*x, given, subject.target.as_ref());
                }
            }
            Value::Expression(expression) => {
                if let Some(converted) = self.expression(subject, expression, &span, given, indices) {
                    value.value = converted;
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter_mut().enumerate() {
                    indices.push(index + 1);
                    self.convert_element(subject, element, given, indices);
                    indices.pop();
                }
            }
            Value::Boolean(_) | Value::String(_) | Value::Condition(_) | Value::Table(_) => {}
        }
    }

    /// The value of an expression without units; none if it does not change.
    fn expression(
        &mut self,
        subject: &Subject,
        expression: &Expression,
        span: &Span,
        given: Option<&Unit>,
        indices: &[usize],
    ) -> Option<Value> {
        if let Some((number, unit)) = expression.lone_measure() {
            return Some(Value::Number(self.lone_measure(subject, number, unit, span, indices)));
        }
        let scope = &self.scope;
        let lookup = |name: &str| varying(name, subject.varying).unwrap_or_else(|| scope.find(name));
        let mut checker = Checker::new(&lookup);
        let (measure, converted) = checker.check(expression);
        // Columns of a table have different units, which are not declared: errors there are warnings.
        let in_table = subject.target.is_none() && indices.len() == 2;
        let most = if in_table { Trust::Likely } else { Trust::Certain };
        let faults: Vec<_> = checker.faults.into_iter().map(|(problem, trust)| (problem, trust.min(most))).collect();
        let is_wrong = faults.iter().any(|(_, trust)| *trust == Trust::Certain);
        for (problem, trust) in faults {
            self.report(subject, span, problem, trust);
        }
        let converted =
            if is_wrong { converted } else { self.in_target(subject, expression, converted, measure, span, given) };
        (converted != *expression).then_some(Value::Expression(converted))
    }

    /// Converts `number` from `unit` to the unit of the declaration.
    fn lone_measure(&mut self, subject: &Subject, number: f64, unit: &str, span: &Span, indices: &[usize]) -> f64 {
        let (written, name) = (format!("{number} {unit}"), Spanned { value: unit.to_owned(), span: span.clone() });
        let unit = self.unit_called(&written, &name, &subject.place, subject.target.as_ref());
        let Some(unit) = unit else { return number };
        let converted = in_target(number, &unit, subject.target.as_ref());
        if let Some(variable) = &subject.variable {
            let subscripts: Vec<String> = indices.iter().map(usize::to_string).collect();
            let subscripts = if indices.is_empty() { String::new() } else { format!("[{}]", subscripts.join(",")) };
            self.show(format!("{variable}{subscripts}"), subject.target.clone(), unit);
        }
        converted
    }

    /// Converts an expression from SI units to the unit of the declaration.
    fn in_target(
        &mut self,
        subject: &Subject,
        written: &Expression,
        converted: Expression,
        measure: Measure,
        span: &Span,
        given: Option<&Unit>,
    ) -> Expression {
        let Measure::Of(dimension, trust) = measure else {
            // Bare numbers are in the given unit.
            return match (given, &subject.target) {
                (Some(given), Some(target)) if given.is_same(target) => converted,
                (Some(given), Some(target)) => from_si(to_si(converted, given), target),
                (Some(given), None) => to_si(converted, given),
                (None, _) => converted,
            };
        };
        let Some(target) = &subject.target else { return converted };
        if !dimension.fits(target.dimension()) {
            let (what, found) = (format!("`{written}`"), dimension.to_string());
            let problem = AuthoringProblem::Mismatch { what, found, expected: target.dimension().to_string() };
            self.report(subject, span, problem, trust);
            return converted;
        }
        if trust == Trust::Vague && !is_si(target) && has_degrees(written) {
            let problem =
                AuthoringProblem::ConvertedTwice { expression: written.to_string(), unit: target.si().to_owned() };
            self.refuse(span, subject.place.clone(), problem);
        }
        from_si(converted, target)
    }

    /// Reports a certain problem as an error, a likely one as a warning.
    fn report(&mut self, subject: &Subject, span: &Span, problem: AuthoringProblem, trust: Trust) {
        match trust {
            Trust::Certain => self.refuse(span, subject.place.clone(), problem),
            Trust::Likely => self.warn(span, subject.place.clone(), problem),
            Trust::Vague => {}
        }
    }

    /// Sets the display unit of `variable`, whose declaration has the unit `target`.
    pub(super) fn show(&mut self, variable: String, target: Option<Unit>, unit: Unit) {
        let target = target.unwrap_or_else(|| unit.coherent());
        self.out.units.units.insert(variable, ShownUnit { unit: target, display_unit: unit });
    }

    /// Parses a unit that has to fit `target`.
    pub(super) fn unit(
        &mut self,
        attribute: &str,
        value: &Spanned<Value>,
        place: &Place,
        target: Option<&Unit>,
    ) -> Option<Unit> {
        let Value::String(text) = &value.value else {
            let problem = LibraryProblem::wrong_setting(attribute, value.value.describe(), UNIT);
            self.refuse(&value.span, place.clone(), problem);
            return None;
        };
        self.unit_called(attribute, &value.with(text.clone()), place, target)
    }

    /// Parses the name of a unit that has to fit `target`.
    pub(super) fn unit_called(
        &mut self,
        attribute: &str,
        name: &Spanned<String>,
        place: &Place,
        target: Option<&Unit>,
    ) -> Option<Unit> {
        let problem = match Unit::parse(&name.value) {
            Ok(unit) if target.is_none_or(|target| unit.fits(target)) => return Some(unit),
            Ok(unit) => AuthoringProblem::mismatch(&format!("`{attribute}`"), &unit, target.unwrap_or(&unit)),
            Err(fault) => AuthoringProblem::Unit(fault),
        };
        self.refuse(&name.span, place.clone(), problem);
        None
    }
}

/// `x` in the unit `given` converted to `target`, or to SI units if there is none.
fn in_target(x: f64, given: &Unit, target: Option<&Unit>) -> f64 {
    match target {
        Some(target) => given.convert(x, target).unwrap_or(x),
        None => given.to_si(x),
    }
}

/// Resolves a variable that an expression may contain besides parameters; none for any other name.
fn varying(name: &str, varying: Option<Varying>) -> Option<Named> {
    match varying? {
        // Signals are written with bare numbers: `exp(-time)`, `time^2`.
        Varying::Time if name == Varying::Time.name() => Some(Named::Unknown),
        Varying::Position if name.split('[').next() == Some(Varying::Position.name()) => {
            Some(Unit::parse("m").map_or(Named::Unknown, |unit| Named::InUnit(Box::new(unit))))
        }
        _ => None,
    }
}
