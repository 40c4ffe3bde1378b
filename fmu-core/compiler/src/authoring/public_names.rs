//! Units in `[inputs]` and `[outputs]`.

use mechanism::hashed::HashMap;

use super::problem::AuthoringProblem;
use super::values::Subject;
use super::{Author, ShownUnit, ShownUnits};
use crate::model_file::{Diagnostic, ModelFile, Place, PublicName, Spanned, Target, Value};
use crate::units::Unit;
use library::Varying;
use simulation::variables::{Catalogue, DataType, Value as Start};

impl Author<'_> {
    /// Converts start values and units to SI units; another unit becomes the display unit of the variable.
    pub(super) fn public_names(&mut self, section: &'static str, names: &mut [PublicName]) {
        for public in names {
            let place = Place::PublicName { section, name: public.name.value.clone() };
            let unit = public.unit.as_ref();
            let mut given = unit.and_then(|unit| self.unit_called("unit", unit, &place, None));
            if let Some(start) = &mut public.start {
                self.start(start, &place, &mut given);
                public.unit =
                    given.as_ref().map(|unit| Spanned { value: unit.si().to_owned(), span: start.span.clone() });
            }
            let si = given.as_ref().map(Unit::coherent);
            if let (Some(unit), Some(si)) = (&mut public.unit, &si) {
                unit.value = si.name().to_owned();
            }
            let display = public
                .display_unit
                .as_ref()
                .and_then(|unit| self.unit_called("displayUnit", unit, &place, si.as_ref()));
            let shown = display.or(given.filter(|given| Some(given) != si.as_ref()));
            if let (Some(shown), Some(at)) = (shown, public.display_unit.as_ref().or(public.unit.as_ref())) {
                public.display_unit = Some(Spanned { value: shown.name().to_owned(), span: at.span.clone() });
            }
        }
    }

    /// Checks the dimensions of the variables of the model, and removes units from them.
    pub(super) fn variables(&mut self, names: &mut [PublicName]) {
        for entry in names {
            let name = entry.name.value.clone();
            let place = Place::PublicName { section: "variables", name: name.clone() };
            let target = entry.unit.as_ref().and_then(|unit| Unit::parse(&unit.value).ok());
            let subject =
                Subject { place, variable: Some(name), target, varying: Some(Varying::Time), is_variable: false };
            if let Some(sample) = &mut entry.sample {
                let second = Unit::parse("s").ok();
                self.convert(
                    &Subject { variable: None, varying: None, target: second, ..subject.clone() },
                    sample,
                    None,
                );
            }
            let Target::Expression(expression) = &entry.target.value else { continue };
            let mut value = entry.target.with(Value::Expression(expression.clone()));
            self.convert(&subject, &mut value, None);
            if let Some(converted) = value.value.expression() {
                entry.target.value = converted.into();
            }
        }
    }

    /// Converts a start value or its elements; elements without a unit have the first unit of the others.
    fn start(&mut self, start: &mut Spanned<Value>, place: &Place, given: &mut Option<Unit>) {
        let value = match &mut start.value {
            Value::Array(elements) => return elements.iter_mut().for_each(|element| self.start(element, place, given)),
            Value::Number(x) => given.as_ref().map_or(*x, |unit| unit.to_si(*x)),
            Value::Expression(expression) => {
                let Some((number, name)) = expression.lone_measure() else { return };
                let name = Spanned { value: name.to_owned(), span: start.span.clone() };
                let unit = self.unit_called("start", &name, place, given.as_ref());
                let Some(unit) = unit else { return };
                let value = unit.to_si(number);
                given.get_or_insert(unit);
                value
            }
            Value::Boolean(_) | Value::String(_) | Value::Condition(_) | Value::Table(_) => return,
        };
        start.value = Value::Number(value);
    }
}

/// Compares the units of public names with those of their variables, and sets display units.
///
/// # Errors
/// Units of another quantity than the variable.
pub(crate) fn settle(
    file: &mut ModelFile,
    catalogue: &mut Catalogue,
    shown: &mut ShownUnits,
) -> Result<(), Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let variables = variables_of(file, catalogue);
    for (section, names) in
        [("variables", &mut file.variables), ("inputs", &mut file.inputs), ("outputs", &mut file.outputs)]
    {
        for public in names {
            if let Err(problem) = settle_one(public, &variables, catalogue, shown) {
                let place = Place::PublicName { section, name: public.name.value.clone() };
                problems.push(Diagnostic::about(&public.name.span, place, problem));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Catalogue indices of the variables of each public name: the one with this name, or the elements of an array.
fn variables_of(file: &ModelFile, catalogue: &Catalogue) -> HashMap<String, Vec<usize>> {
    let public = file.variables.iter().chain(&file.inputs).chain(&file.outputs);
    let names = public.map(|public| (public.name.value.clone(), Vec::new()));
    let mut variables: HashMap<String, Vec<usize>> = names.collect();
    if variables.is_empty() {
        return variables;
    }
    for (index, variable) in catalogue.variables.numbered() {
        let ends = variable.name.match_indices('[').map(|(end, _)| end).chain([variable.name.len()]);
        for end in ends {
            if let Some(indices) = variables.get_mut(&variable.name[..end]) {
                indices.push(index);
            }
        }
    }
    variables
}

fn settle_one(
    public: &mut PublicName,
    variables: &HashMap<String, Vec<usize>>,
    catalogue: &mut Catalogue,
    shown: &mut ShownUnits,
) -> Result<(), AuthoringProblem> {
    let name = public.name.value.as_str();
    let variables = variables.get(name).map(Vec::as_slice).unwrap_or_default();
    let own = variables.first().and_then(|index| match catalogue.variables.at(*index).data_type {
        DataType::Real { unit, .. } => Unit::parse(unit.as_deref()?).ok(),
        _ => None,
    });
    let parse = |unit: &Option<Spanned<String>>| unit.as_ref().and_then(|unit| Unit::parse(&unit.value).ok());
    let (given, display) = (parse(&public.unit), parse(&public.display_unit));
    let Some(own) = own.or_else(|| given.clone()).or_else(|| display.as_ref().map(Unit::coherent)) else {
        return Ok(());
    };
    for (attribute, unit) in [("unit", &given), ("displayUnit", &display)] {
        if let Some(unit) = unit.as_ref().filter(|unit| !unit.fits(&own)) {
            let written =
                if attribute == "unit" { display.as_ref().filter(|d| d.fits(unit)).unwrap_or(unit) } else { unit };
            return Err(AuthoringProblem::mismatch(&format!("`{attribute}`"), written, &own));
        }
    }
    if let Some(given) = given.filter(|given| !given.is_same(&own)) {
        // Start values are in SI units, and the variable is not.
        if let Some(start) = &mut public.start {
            convert(start, &given, &own);
        }
        for &index in variables {
            catalogue.variables.change(index, |variable| {
                if let Some(Start::Real(start)) = &mut variable.start {
                    *start = given.convert(*start, &own).unwrap_or(*start);
                }
            });
        }
    }
    if let Some(unit) = &mut public.unit {
        unit.value = own.name().to_owned();
    }
    if let Some(display_unit) = display {
        shown.units.insert(name.to_owned(), ShownUnit { unit: own, display_unit });
    }
    Ok(())
}

fn convert(value: &mut Spanned<Value>, from: &Unit, to: &Unit) {
    match &mut value.value {
        Value::Number(x) => *x = from.convert(*x, to).unwrap_or(*x),
        Value::Array(elements) => elements.iter_mut().for_each(|element| convert(element, from, to)),
        _ => {}
    }
}
