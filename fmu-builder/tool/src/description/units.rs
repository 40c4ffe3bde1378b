//! UnitDefinitions (FMI 2.0.5, 2.2.2), and the units of variables.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use compiler::authoring::ShownUnits;
use compiler::units::{BASE_UNITS, Unit, display_units};
use simulation::variables::{Catalogue, DataType, Variable};

use crate::xml::{Attributes, Xml, number};

/// Unit of a variable, if it has one: that of its declaration, or the one that the model gives it.
pub(crate) fn unit<'a>(variable: Variable<'a>, shown: &'a ShownUnits) -> Option<&'a str> {
    let DataType::Real { unit, .. } = variable.data_type else { return None };
    let own = unit.as_deref().filter(|unit| !unit.is_empty());
    own.or_else(|| shown.find(variable.name).map(|shown| shown.unit.name()))
}

/// Unit that the model says a variable is to be shown in, where it is another one than the variable's unit.
pub(super) fn display_unit<'a>(variable: &Variable, shown: &'a ShownUnits) -> Option<&'a Unit> {
    let shown_unit = shown.find(variable.name)?;
    Some(&shown_unit.display_unit).filter(|display| Some(display.name()) != unit(*variable, shown))
}

/// The units of the listed variables, in the order of their names, each with the units that it may be shown in. One that this tool does
/// not know is declared without base units, as the standard allows.
pub(super) fn write(xml: &mut Xml, catalogue: &Catalogue, exposed: &[usize], shown: &ShownUnits) -> io::Result<()> {
    let mut units: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for variable in exposed.iter().filter_map(|&index| catalogue.variables.get(index)) {
        let Some(unit) = unit(variable, shown) else { continue };
        let others = units.entry(unit).or_default();
        others.extend(display_unit(&variable, shown).map(Unit::name));
    }
    xml.list("UnitDefinitions", &units, |xml, (name, others)| match Unit::parse(name) {
        Ok(unit) => definition(xml, name, &unit, others),
        Err(_) => xml.leaf("Unit", Attributes::new().with("name", *name)),
    })
}

/// One unit with its base units, the usual display units, and `others`.
fn definition(xml: &mut Xml, name: &str, unit: &Unit, others: &BTreeSet<&str>) -> io::Result<()> {
    let usual = display_units(name);
    let more = others.iter().copied().filter(|other| !usual.contains(other));
    xml.parent("Unit", Attributes::new().with("name", name), |xml| {
        let exponents = unit.dimension().exponents().unwrap_or_default();
        xml.leaf("BaseUnit", base_unit(exponents, unit.to_base()))?;
        usual.iter().copied().chain(more).try_for_each(|shown| {
            let Ok(display) = Unit::parse(shown) else { return Ok(()) };
            let attributes = Attributes::new().with("name", shown);
            xml.leaf("DisplayUnit", conversion(attributes, display.from_unit(unit)))
        })
    })
}

/// Exponents of the base units, factor and offset.
pub(crate) fn base_unit(exponents: [i32; BASE_UNITS.len()], factor_and_offset: (f64, f64)) -> Attributes {
    let with_exponent = |attributes: Attributes, (name, exponent): (&'static str, i32)| match exponent {
        0 => attributes,
        exponent => attributes.with(name, exponent.to_string()),
    };
    let attributes = BASE_UNITS.into_iter().zip(exponents).fold(Attributes::new(), with_exponent);
    conversion(attributes, factor_and_offset)
}

/// Factor and offset, where they are not those of an equal unit.
fn conversion(attributes: Attributes, (factor, offset): (f64, f64)) -> Attributes {
    attributes
        .option("factor", Some(factor).filter(|factor| *factor != 1.0).map(number))
        .option("offset", Some(offset).filter(|offset| *offset != 0.0).map(number))
}
