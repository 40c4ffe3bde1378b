//! Units and dimensions of outputs given by expressions.

use super::expressions::{Checker, Named, has_degrees, is_si, to_si};
use super::measure::{Measure, Trust};
use super::problem::AuthoringProblem;
use super::{Author, Authored, ShownUnits};
use crate::model_file::{Diagnostic, Expression, PROBLEM_LIMIT, Place, PublicName, Target, split_subscripts};
use crate::units::Unit;
use mechanism::hashed::HashMap;
use simulation::variables::{Catalogue, DataType};

impl Author<'_> {
    /// Converts numbers with units and parameters in other units to SI units. Dimensions are checked after the variables are known.
    pub(super) fn output_expressions(&mut self, outputs: &mut [PublicName]) {
        for public in outputs {
            self.output_expression(public);
        }
    }

    fn output_expression(&mut self, public: &mut PublicName) {
        let Target::Expression(expression) = &public.target.value else { return };
        let expression = expression.clone();
        let scope = &self.scope;
        let lookup = |name: &str| scope.find(name);
        let mut checker = Checker::new(&lookup);
        let (measure, converted) = checker.check(&expression);
        let faults = checker.faults;
        let given = public.unit.as_ref().and_then(|unit| Unit::parse(&unit.value).ok());
        let place = place_of(public);
        for (problem, _) in faults {
            if matches!(problem, AuthoringProblem::Unit(_) | AuthoringProblem::OffsetInExpression { .. }) {
                self.refuse(&public.target.span, place.clone(), problem);
            }
        }
        let converted = match given {
            // Bare numbers are in the unit of the output.
            Some(given) if measure.is_number() => to_si(converted, &given),
            Some(given) if !is_si(&given) && has_degrees(&expression) => {
                let (expression, unit) = (expression.to_string(), given.si().to_owned());
                self.refuse(&public.target.span, place, AuthoringProblem::ConvertedTwice { expression, unit });
                return;
            }
            _ => converted,
        };
        self.out.outputs.insert(public.name.value.clone(), expression.clone());
        if converted != expression {
            let written = std::mem::replace(&mut public.target.value, converted.into());
            public.description.get_or_insert_with(|| written.to_string());
        }
    }
}

impl Authored {
    /// Checks the dimensions in outputs given by expressions, and compares them with the output's unit.
    ///
    /// # Errors
    /// Dimensions that certainly do not fit. Likely faults become warnings.
    pub(crate) fn check_outputs(&mut self, catalogue: &Catalogue) -> Result<(), Vec<Diagnostic>> {
        if self.outputs.is_empty() {
            return Ok(());
        }
        let units = units(catalogue);
        let mut problems = Vec::new();
        for public in &self.file.outputs {
            let Some(expression) = self.outputs.get(&public.name.value) else { continue };
            for (problem, trust) in faults(public, expression, &units, &self.units) {
                let found = Diagnostic::about(&public.target.span, place_of(public), problem);
                match trust {
                    Trust::Certain => problems.push(found),
                    Trust::Likely if self.warnings.len() < PROBLEM_LIMIT => self.warnings.push(found),
                    Trust::Likely | Trust::Vague => {}
                }
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

fn place_of(public: &PublicName) -> Place {
    Place::PublicName { section: "outputs", name: public.name.value.clone() }
}

/// Units of variables by name; an array has the unit of its elements.
fn units(catalogue: &Catalogue) -> HashMap<&str, &str> {
    let mut units = HashMap::default();
    for variable in catalogue.variables.iter() {
        if let DataType::Real { unit: Some(unit), .. } = variable.data_type {
            units.insert(variable.name, &**unit);
            if let Some((base, _)) = split_subscripts(variable.name) {
                units.insert(base, &**unit);
            }
        }
    }
    units
}

/// Faults in an expression as written, and between it and the unit beside it.
fn faults(
    public: &PublicName,
    expression: &Expression,
    units: &HashMap<&str, &str>,
    shown: &ShownUnits,
) -> Vec<(AuthoringProblem, Trust)> {
    let lookup = |name: &str| {
        let unit = units.get(name).or_else(|| units.get(split_subscripts(name)?.0));
        let measure = unit.and_then(|unit| Unit::parse(unit).ok()).map(|unit| Measure::certain(unit.dimension()));
        let unit = shown.find(name).map(|shown| Box::new(shown.display_unit.clone()));
        measure.map_or(Named::Unknown, |measure| Named::Measured { measure, unit })
    };
    let mut checker = Checker::new(&lookup);
    let (measure, _) = checker.check(expression);
    let mut faults = checker.faults;
    let unit = public.unit.as_ref().or(public.display_unit.as_ref()).and_then(|unit| Unit::parse(&unit.value).ok());
    if let (Measure::Of(dimension, trust), Some(unit)) = (measure, unit)
        && !dimension.fits(unit.dimension())
    {
        let (what, found) = (format!("`{expression}`"), dimension.to_string());
        faults.push((AuthoringProblem::Mismatch { what, found, expected: unit.dimension().to_string() }, trust));
    }
    faults
}
