//! Reads the parts of FMI 3.0 that differ from FMI 2.0: types, variables and ModelStructure (FMI 3.0.2, 2.4).

use std::collections::HashMap;

use simulation::variables::{Causality, Variability};

use super::element::Element;
use super::parts::{self, Lists, Types, list, or_default};
use super::{Kind, ReadError, ScalarVariable, SimpleType, Unknown};
use crate::words::Word;

pub(super) fn lists(
    types: Option<Element<'_, '_>>,
    variables: Option<Element<'_, '_>>,
    structure: Option<Element<'_, '_>>,
    errors: &mut Vec<ReadError>,
) -> Lists {
    let types = list(types, simple_type, errors);
    let variables = self::variables(variables, &types, errors);
    let positions: HashMap<u32, usize> =
        variables.iter().enumerate().rev().map(|(place, variable)| (variable.value_reference, place)).collect();
    let mut unknowns = |name: &str| {
        let found = structure.into_iter().flat_map(Element::children).filter(|element| element.name() == name);
        found.filter_map(|element| unknown(element, &positions).map_err(|error| errors.push(error)).ok()).collect()
    };
    let names = ["Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"];
    let structure: [Vec<Unknown>; 4] = names.map(&mut unknowns);
    Lists { types, variables, structure }
}

/// Kind of the element of a variable, without what follows the type's name.
fn kind(name: &str) -> Kind {
    match name {
        "Float64" => Kind::Real,
        "Int32" => Kind::Integer,
        "Boolean" => Kind::Boolean,
        "String" => Kind::String,
        "Enumeration" => Kind::Enumeration,
        _ => Kind::Other,
    }
}

fn simple_type(element: Element<'_, '_>) -> Result<SimpleType, ReadError> {
    parts::simple_type(element, element, kind(element.name().strip_suffix("Type").unwrap_or_default()))
}

/// The variables, each followed by its other names.
fn variables(
    parent: Option<Element<'_, '_>>,
    types: &[SimpleType],
    errors: &mut Vec<ReadError>,
) -> Vec<ScalarVariable> {
    let types = parts::by_name(types);
    let (mut found, mut states): (Vec<ScalarVariable>, Vec<Option<u32>>) = (Vec::new(), Vec::new());
    for element in parent.into_iter().flat_map(Element::children).filter(|element| element.name() != "Annotations") {
        let Ok(variable) = variable(element, &types).map_err(|error| errors.push(error)) else { continue };
        states.push(or_default(element.parse("derivative"), errors));
        let aliases = element.children().filter(|child| child.name() == "Alias");
        let aliases: Vec<_> =
            aliases.filter_map(|e| alias(e, &variable).map_err(|error| errors.push(error)).ok()).collect();
        states.extend(aliases.iter().map(|_| None));
        found.push(variable);
        found.extend(aliases);
    }
    let positions: HashMap<u32, usize> =
        found.iter().enumerate().rev().map(|(place, variable)| (variable.value_reference, place)).collect();
    // Missing entries are left out of the list.
    let position = |state: u32| positions.get(&state).copied().unwrap_or(usize::MAX - 1);
    found.iter_mut().zip(states).for_each(|(variable, state)| variable.derivative = state.map(position));
    found
}

fn variable(element: Element<'_, '_>, types: &Types<'_>) -> Result<ScalarVariable, ReadError> {
    let is_array = element.child("Dimension").is_some();
    let kind = if is_array { Kind::Other } else { kind(element.name()) };
    let causality = match element.text("causality").as_deref() {
        Some("structuralParameter") => Causality::Parameter,
        _ => element.convert("causality", Causality::from_word)?.unwrap_or(Causality::Local),
    };
    let variability = match causality {
        Causality::Parameter | Causality::CalculatedParameter => Variability::Fixed,
        _ if element.name().starts_with("Float") => Variability::Continuous,
        _ => Variability::Discrete,
    };
    parts::scalar_variable(element, element, kind, (causality, variability), types)
}

fn alias(element: Element<'_, '_>, of: &ScalarVariable) -> Result<ScalarVariable, ReadError> {
    Ok(ScalarVariable {
        name: element.required("name")?.to_owned(),
        description: element.text("description").or_else(|| of.description.clone()),
        display_unit: element.text("displayUnit").or_else(|| of.display_unit.clone()),
        reinit: false,
        is_alias: true,
        line: element.line(),
        ..of.clone()
    })
}

fn unknown(element: Element<'_, '_>, positions: &HashMap<u32, usize>) -> Result<Unknown, ReadError> {
    // A reference that no variable has is out of the list.
    let position = |reference: u32| positions.get(&reference).copied().unwrap_or(usize::MAX - 1);
    parts::unknown(element, "valueReference", |text| text.trim().parse().ok().map(position))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::ModelDescription;

    #[test]
    fn aliases_follow_their_variable_and_references_become_positions() {
        let text = r#"<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="t">
            <ModelVariables>
              <Float64 name="x" valueReference="70" initial="exact" start="1" unit="m"><Alias name="also" description="d"/></Float64>
              <Float64 name="der(x)" valueReference="71" derivative="70"/>
              <Int8 name="small" valueReference="72" start="0" causality="input"/>
              <Float64 name="r" valueReference="73"><Dimension start="3"/></Float64>
            </ModelVariables>
            <ModelStructure>
              <ContinuousStateDerivative valueReference="71" dependencies="70" dependenciesKind="dependent"/>
              <InitialUnknown valueReference="71"/>
            </ModelStructure></fmiModelDescription>"#;
        let description = ModelDescription::parse(text).unwrap();
        let names: Vec<&str> = description.variables.iter().map(|variable| variable.name.as_str()).collect();
        assert_eq!(names, ["x", "also", "der(x)", "small", "r"]);
        let [x, also, derivative, small, r] = &description.variables[..] else { panic!() };
        assert_eq!((also.value_reference, also.is_alias, also.unit.as_deref()), (70, true, Some("m")));
        assert_eq!((derivative.derivative, x.derivative), (Some(0), None));
        assert_eq!([small.kind, r.kind], [super::Kind::Other; 2]);
        let [unknown] = &description.derivatives[..] else { panic!() };
        assert_eq!((unknown.index, unknown.dependencies.as_deref()), (2, Some(&[0][..])));
    }
}
