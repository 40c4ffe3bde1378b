//! Reads the parts of FMI 3.0 that differ from FMI 2.0: types, variables and ModelStructure (FMI 3.0.2, 2.4).

use std::collections::HashMap;

use simulation::variables::{Causality, Variability};

use super::element::Element;
use super::parts::{self, Lists, Types, list, or_default};
use super::{Elements, Kind, ReadError, ScalarVariable, SimpleType, Unknown, arrays};
use crate::words::Word;

pub(super) fn lists(
    types: Option<Element<'_, '_>>,
    variables: Option<Element<'_, '_>>,
    structure: Option<Element<'_, '_>>,
    errors: &mut Vec<ReadError>,
) -> Lists {
    let types = list(types, simple_type, errors);
    let (variables, elements, positions) = self::variables(variables, &types, errors);
    let mut unknowns = |name: &str| {
        let found = structure.into_iter().flat_map(Element::children).filter(|element| element.name() == name);
        let read = found.map(|element| or_default(unknowns(element, &positions), errors));
        read.flatten().collect()
    };
    let names = ["Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"];
    let structure: [Vec<Unknown>; 4] = names.map(&mut unknowns);
    Lists { types, variables, elements, structure }
}

/// Positions of the variables of a value reference, several for an array.
struct Positions(HashMap<u32, Vec<usize>>);

impl Positions {
    /// A reference that no variable has is out of the list.
    fn of(&self, reference: u32) -> &[usize] {
        self.0.get(&reference).map_or(&[usize::MAX - 1], Vec::as_slice)
    }
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

/// The variables, each followed by its other names, the elements of arrays among them, and the positions of all.
fn variables(
    parent: Option<Element<'_, '_>>,
    types: &[SimpleType],
    errors: &mut Vec<ReadError>,
) -> (Vec<ScalarVariable>, Elements, Positions) {
    let types = parts::by_name(types);
    let children = parent.into_iter().flat_map(Element::children).filter(|element| element.name() != "Annotations");
    let children: Vec<Element<'_, '_>> = children.collect();
    let mut arrays = arrays::Reader::new(&children);
    let mut variables: Vec<ScalarVariable> = Vec::new();
    let (mut positions, mut derivatives) = (HashMap::new(), Vec::new());
    for element in children {
        let read = variable(element, &types).and_then(|variable| {
            let elements = arrays.expand(element, variable.clone())?;
            Ok((variable, elements))
        });
        let Ok((variable, elements)) = read.map_err(|error| errors.push(error)) else { continue };
        let first = variables.len();
        let own = || (first..first + elements.len()).collect();
        positions.entry(variable.value_reference).or_insert_with(own);
        if let Some(state) = or_default(element.parse("derivative"), errors) {
            derivatives.push((own(), state));
        }
        variables.extend(elements);
        for child in element.children().filter(|child| child.name() == "Alias") {
            let elements = alias(child, &variable).and_then(|alias| arrays.expand(element, alias));
            variables.extend(or_default(elements, errors));
        }
    }
    let positions = Positions(positions);
    for (own, state) in derivatives {
        // Missing entries are left out of the list.
        for (derivative, state) in own.iter().zip(positions.of(state)) {
            variables[*derivative].derivative = Some(*state);
        }
    }
    (variables, arrays.elements, positions)
}

fn variable(element: Element<'_, '_>, types: &Types<'_>) -> Result<ScalarVariable, ReadError> {
    let causality = match element.text("causality").as_deref() {
        Some("structuralParameter") => Causality::Parameter,
        _ => element.convert("causality", Causality::from_word)?.unwrap_or(Causality::Local),
    };
    let variability = match causality {
        Causality::Parameter | Causality::CalculatedParameter => Variability::Fixed,
        _ if element.name().starts_with("Float") => Variability::Continuous,
        _ => Variability::Discrete,
    };
    parts::scalar_variable(element, element, kind(element.name()), (causality, variability), types)
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

/// The unknown, or those that are the elements of an array.
fn unknowns(element: Element<'_, '_>, positions: &Positions) -> Result<Vec<Unknown>, ReadError> {
    // References first.
    let reference = |text: &str| text.trim().parse::<u32>().ok()?.try_into().ok();
    let unknown = parts::unknown(element, "valueReference", reference)?;
    let of = |reference: &usize| u32::try_from(*reference).map_or(&[][..], |reference| positions.of(reference));
    let counts = unknown.dependencies.iter().flatten().map(|reference| of(reference).len()).chain(std::iter::repeat(1));
    let repeated = |kinds: &Vec<String>| {
        kinds.iter().zip(counts).flat_map(|(kind, count)| std::iter::repeat_n(kind.clone(), count)).collect()
    };
    let kinds = unknown.kinds.as_ref().map(repeated);
    let dependencies: Option<Vec<usize>> =
        unknown.dependencies.as_ref().map(|references| references.iter().flat_map(of).copied().collect());
    let one =
        |index: &usize| Unknown { index: *index, dependencies: dependencies.clone(), kinds: kinds.clone(), ..unknown };
    Ok(of(&unknown.index).iter().map(one).collect())
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
            </ModelVariables>
            <ModelStructure>
              <ContinuousStateDerivative valueReference="71" dependencies="70" dependenciesKind="dependent"/>
              <InitialUnknown valueReference="71"/>
            </ModelStructure></fmiModelDescription>"#;
        let description = ModelDescription::parse(text).unwrap();
        let names: Vec<&str> = description.variables.iter().map(|variable| variable.name.as_str()).collect();
        assert_eq!(names, ["x", "also", "der(x)", "small"]);
        let [x, also, derivative, small] = &description.variables[..] else { panic!() };
        assert_eq!((also.value_reference, also.is_alias, also.unit.as_deref()), (70, true, Some("m")));
        assert_eq!((derivative.derivative, x.derivative), (Some(0), None));
        assert_eq!(small.kind, super::Kind::Other);
        let [unknown] = &description.derivatives[..] else { panic!() };
        assert_eq!((unknown.index, unknown.dependencies.as_deref()), (2, Some(&[0][..])));
    }

    #[test]
    fn arrays_are_their_elements() {
        let text = r#"<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="t">
            <ModelVariables>
              <UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>
              <Float64 name="x" valueReference="4294967295" initial="exact" start="1 2 3 4"><Dimension valueReference="1"/><Dimension start="2"/></Float64>
              <Float64 name="der(x)" valueReference="7" derivative="4294967295"><Dimension start="2"/><Dimension valueReference="1"/><Alias name="v"/></Float64>
              <Int32 name="k" valueReference="8" causality="input" start="5"><Dimension start="2"/></Int32>
              <Float64 name="many" valueReference="9"><Dimension start="2000000"/></Float64>
            </ModelVariables>
            <ModelStructure>
              <ContinuousStateDerivative valueReference="7" dependencies="4294967295 8" dependenciesKind="constant dependent"/>
            </ModelStructure></fmiModelDescription>"#;
        let description = ModelDescription::parse(text).unwrap();
        let names: Vec<&str> = description.variables.iter().map(|variable| variable.name.as_str()).collect();
        assert_eq!(names[1..5], ["x[1,1]", "x[1,2]", "x[2,1]", "x[2,2]"]);
        assert_eq!(names[9..], ["v[1,1]", "v[1,2]", "v[2,1]", "v[2,2]", "k[1]", "k[2]", "many"]);
        let [x, derivative, alias, k] = [3, 7, 11, 14].map(|place| &description.variables[place]);
        assert_eq!((x.start.as_deref(), k.start.as_deref()), (Some("3"), Some("5")));
        assert_eq!((derivative.derivative, alias.value_reference), (Some(3), derivative.value_reference));
        assert_eq!(description.variables[15].kind, super::Kind::Other);
        assert_eq!(description.derivatives.len(), 4);
        let unknown = &description.derivatives[2];
        assert_eq!((unknown.index, unknown.dependencies.as_deref()), (7, Some(&[1, 2, 3, 4, 13, 14][..])));
        assert_eq!(unknown.kinds.as_ref().unwrap()[3..], ["constant", "dependent", "dependent"]);
        let references = [x, k, &description.variables[1]].map(|variable| variable.value_reference);
        let layout = description.elements.layout(&references).unwrap();
        assert_eq!((layout.references, layout.size, layout.positions), (vec![u32::MAX, 8], 6, vec![2, 5, 0]));
        let wrong = text.replace("1 2 3 4", "1 2 3");
        let told = ModelDescription::parse(&wrong).unwrap_err().to_string();
        assert_eq!(told, "line 4: \"x\" has 4 elements and 3 start values");
    }
}
