//! Reads modelDescription.xml.

use compiler::model_file::Experiment;
use compiler::units::BASE_UNITS;
use fmu_core::instance::Version;
use roxmltree::Document;
use simulation::variables::{Causality, Variability};

use super::element::{Element, Lines, position};
use super::parts::{self, Lists, Types, list, or_default};
use super::read_3;
use super::{
    BaseUnit, DisplayUnit, Elements, Interface, Kind, ModelDescription, ReadError, ScalarVariable, SimpleType, Unit,
    Unknown,
};
use crate::naming::Naming;
use crate::words::Word;

impl ModelDescription {
    /// Reads the text of a modelDescription.xml.
    ///
    /// # Errors
    /// All places that are not as the standard says; at least one.
    pub fn parse_all(text: &str) -> Result<Self, Vec<ReadError>> {
        let document = Document::parse(text).map_err(|error| vec![error.into()])?;
        let lines = Lines::new(text);
        let root = Element::new(document.root_element(), &lines);
        if root.name() != "fmiModelDescription" {
            return Err(vec![ReadError::Root(root.name().to_owned())]);
        }
        let version = match root.required("fmiVersion") {
            Ok("2.0") => Version::Fmi2,
            // A patch changes no format, and 3.0-beta was another one.
            Ok(version) if version == "3.0" || version.starts_with("3.0.") => Version::Fmi3,
            Ok(version) => return Err(vec![ReadError::Version(version.to_owned())]),
            Err(error) => return Err(vec![error]),
        };
        let mut errors = Vec::new();
        let description = model_description(root, version, &mut errors);
        if errors.is_empty() { Ok(description) } else { Err(errors) }
    }
}

/// Collects errors; what could not be read is left out.
fn model_description(root: Element<'_, '_>, version: Version, errors: &mut Vec<ReadError>) -> ModelDescription {
    let (types, variables, structure) =
        (root.child("TypeDefinitions"), root.child("ModelVariables"), root.child("ModelStructure"));
    let Lists { types, variables, elements, structure: [outputs, derivatives, initial_unknowns, event_indicators] } =
        match version {
            Version::Fmi2 => {
                let types = list(types, simple_type, errors);
                let by_name = parts::by_name(&types);
                let variables = list(variables, |element| variable(element, &by_name), errors);
                let mut unknowns = |name| list(structure.and_then(|structure| structure.child(name)), unknown, errors);
                let structure = [unknowns("Outputs"), unknowns("Derivatives"), unknowns("InitialUnknowns"), Vec::new()];
                Lists { types, variables, elements: Elements::default(), structure }
            }
            Version::Fmi3 => read_3::lists(types, variables, structure, errors),
        };
    let naming = root.convert("variableNamingConvention", Naming::from_convention);
    let identity = if version == Version::Fmi2 { "guid" } else { "instantiationToken" };
    ModelDescription {
        version,
        model_name: or_default(root.required("modelName"), errors).to_owned(),
        guid: or_default(root.required(identity), errors).to_owned(),
        description: root.text("description"),
        generation_tool: root.text("generationTool"),
        generation_date_and_time: root.text("generationDateAndTime"),
        naming: or_default(naming, errors).unwrap_or(Naming::Flat),
        model_exchange: or_default(root.child("ModelExchange").map(interface).transpose(), errors),
        co_simulation: or_default(root.child("CoSimulation").map(interface).transpose(), errors),
        experiment: or_default(root.child("DefaultExperiment").map(experiment).transpose(), errors).unwrap_or_default(),
        log_categories: list(
            root.child("LogCategories"),
            |category| category.required("name").map(str::to_owned),
            errors,
        ),
        units: list(root.child("UnitDefinitions"), unit, errors),
        variables,
        elements,
        types,
        outputs,
        derivatives,
        initial_unknowns,
        event_indicators,
    }
}

fn interface(element: Element<'_, '_>) -> Result<Interface, ReadError> {
    let capability = |name: &str, value: &str| match (name, value.trim()) {
        ("maxOutputDerivativeOrder", "0") => None,
        ("maxOutputDerivativeOrder", order) => Some(format!("{name} {order}")),
        ("modelIdentifier", _) => None,
        (_, "true" | "1") => Some(name.to_owned()),
        _ => None,
    };
    Ok(Interface {
        model_identifier: element.required("modelIdentifier")?.to_owned(),
        capabilities: element.node.attributes().filter_map(|a| capability(a.name(), a.value())).collect(),
    })
}

fn experiment(element: Element<'_, '_>) -> Result<Experiment, ReadError> {
    Ok(Experiment {
        start_time: element.parse("startTime")?,
        stop_time: element.parse("stopTime")?,
        tolerance: element.parse("tolerance")?,
        step_size: element.parse("stepSize")?,
        // The others are something between the builder and its runtime.
        ..Experiment::default()
    })
}

fn unit(element: Element<'_, '_>) -> Result<Unit, ReadError> {
    let display_units = element.children().filter(|child| child.name() == "DisplayUnit").map(display_unit);
    Ok(Unit {
        name: element.required("name")?.to_owned(),
        base: element.child("BaseUnit").map(base_unit).transpose()?,
        display_units: display_units.collect::<Result<_, _>>()?,
        line: element.line(),
    })
}

fn base_unit(element: Element<'_, '_>) -> Result<BaseUnit, ReadError> {
    let mut exponents = [0; BASE_UNITS.len()];
    for (exponent, name) in exponents.iter_mut().zip(BASE_UNITS) {
        *exponent = element.parse(name)?.unwrap_or_default();
    }
    let factor = element.parse("factor")?.unwrap_or(1.0);
    Ok(BaseUnit { exponents, factor, offset: element.parse("offset")?.unwrap_or(0.0) })
}

fn display_unit(element: Element<'_, '_>) -> Result<DisplayUnit, ReadError> {
    let factor = element.parse("factor")?.unwrap_or(1.0);
    let offset = element.parse("offset")?.unwrap_or(0.0);
    Ok(DisplayUnit { name: element.required("name")?.to_owned(), factor, offset })
}

fn simple_type(element: Element<'_, '_>) -> Result<SimpleType, ReadError> {
    let (typed, kind) = typed(element, "SimpleType", element.required("name")?)?;
    parts::simple_type(element, typed, kind)
}

/// The child that says the type.
fn typed<'a, 'input>(
    element: Element<'a, 'input>,
    list: &'static str,
    name: &str,
) -> Result<(Element<'a, 'input>, Kind), ReadError> {
    let kind = |name: &str| Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let typed = element.children().find_map(|child| Some((child, kind(child.name())?)));
    typed.ok_or_else(|| ReadError::NoType { element: list, name: name.to_owned(), line: element.line() })
}

fn variable(element: Element<'_, '_>, types: &Types<'_>) -> Result<ScalarVariable, ReadError> {
    let (typed, kind) = typed(element, "ScalarVariable", element.required("name")?)?;
    let causality = element.convert("causality", Causality::from_word)?.unwrap_or(Causality::Local);
    let variability = if kind == Kind::Real { Variability::Continuous } else { Variability::Discrete };
    let variable = parts::scalar_variable(element, typed, kind, (causality, variability), types)?;
    Ok(ScalarVariable { derivative: typed.convert("derivative", position)?, ..variable })
}

fn unknown(element: Element<'_, '_>) -> Result<Unknown, ReadError> {
    parts::unknown(element, "index", position)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use simulation::variables::Initial;

    use super::*;

    fn document(body: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<fmiModelDescription fmiVersion=\"2.0\" modelName=\"M\" guid=\"g\">\n{body}\n</fmiModelDescription>"
        )
    }

    #[test]
    fn defaults_follow_the_standard() {
        let text = document(
            r#"<TypeDefinitions><SimpleType name="Angle"><Real unit="rad"/></SimpleType></TypeDefinitions>
            <ModelVariables>
              <ScalarVariable name="a" valueReference="7"><Real declaredType="Angle"/></ScalarVariable>
              <ScalarVariable name="p" valueReference="8" causality="parameter" variability="fixed"><Real start="1" min="-INF"/></ScalarVariable>
              <ScalarVariable name="b" valueReference="9"><Boolean/></ScalarVariable>
            </ModelVariables>"#,
        );
        let description = ModelDescription::parse(&text).unwrap();
        let [a, p, b] = &description.variables[..] else { panic!("three variables") };
        assert_eq!(
            (a.causality, a.variability, a.initial),
            (Causality::Local, Variability::Continuous, Some(Initial::Calculated))
        );
        assert_eq!(a.unit.as_deref(), Some("rad"));
        assert_eq!((p.initial, p.min), (Some(Initial::Exact), Some(f64::NEG_INFINITY)));
        assert_eq!(b.variability, Variability::Discrete);
    }

    #[test]
    fn all_errors_are_found() {
        let text = document(
            r#"<LogCategories><Category/></LogCategories>
            <DefaultExperiment stopTime="soon"/>
            <ModelVariables>
              <ScalarVariable name="a" valueReference="1"/>
              <ScalarVariable name="b" valueReference="2" causality="cause"><Real/></ScalarVariable>
            </ModelVariables>
            <ModelStructure><Outputs><Unknown index="0"/></Outputs></ModelStructure>"#,
        );
        let errors = ModelDescription::parse_all(&text).unwrap_err();
        assert_eq!(errors.len(), 5, "{errors:#?}");
        assert_eq!(ModelDescription::parse(&text).unwrap_err().to_string(), errors[0].to_string());
    }

    #[test]
    fn errors_name_the_line() {
        let text = document(
            "<ModelVariables>\n<ScalarVariable name=\"a\" valueReference=\"-1\"><Real/></ScalarVariable></ModelVariables>",
        );
        let error = ModelDescription::parse(&text).unwrap_err().to_string();
        assert!(error.contains("line 4") && error.contains("valueReference") && error.contains("-1"), "{error}");
    }

    #[test]
    fn other_versions_are_refused() {
        for version in ["1.0", "3.1", "3.0-rc.1"] {
            let text = document("").replace("\"2.0\"", &format!("{version:?}"));
            assert!(matches!(ModelDescription::parse(&text), Err(ReadError::Version(_))), "{version}");
        }
    }
}
