//! Reads modelDescription.xml (FMI 2.0.5, 2.2).

use std::collections::HashMap;
use std::str::FromStr;

use fmu_core::model_file::Experiment;
use fmu_core::variables::{Causality, Initial, Variability};
use roxmltree::{Document, Node};

/// Why modelDescription.xml could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is none in the archive.
    #[error("it is missing, so this is not an FMU")]
    Missing,
    /// It is no text.
    #[error("it is not UTF-8 text: {0}")]
    NotText(std::io::Error),
    /// It is not XML.
    #[error("it is not XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// The root is something else.
    #[error("the root element is \"{0}\", not \"fmiModelDescription\"")]
    Root(String),
    /// It is for another version of FMI.
    #[error("fmiVersion is \"{0}\"; this tool runs FMUs of version \"2.0\"")]
    Version(String),
    /// An attribute is missing.
    #[error("line {line}: {element} has no attribute \"{attribute}\"")]
    NoAttribute {
        /// Name of the element.
        element: String,
        /// Name of the attribute.
        attribute: &'static str,
        /// Line of the element.
        line: u32,
    },
    /// An attribute has a value that it cannot have.
    #[error("line {line}: attribute \"{attribute}\" of {element} is \"{value}\"")]
    Value {
        /// Name of the element.
        element: String,
        /// Name of the attribute.
        attribute: &'static str,
        /// What was found.
        value: String,
        /// Line of the element.
        line: u32,
    },
    /// A variable has no type.
    #[error("line {line}: ScalarVariable \"{name}\" has none of Real, Integer, Boolean, String, Enumeration")]
    NoType {
        /// Name of the variable.
        name: String,
        /// Line of the element.
        line: u32,
    },
}

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Floating point number.
    Real,
    /// Integer.
    Integer,
    /// Boolean.
    Boolean,
    /// Text.
    String,
    /// Enumeration.
    Enumeration,
}

/// One variable.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalarVariable {
    /// Name.
    pub name: String,
    /// Value reference.
    pub value_reference: u32,
    /// Description.
    pub description: Option<String>,
    /// Causality, `local` by default.
    pub causality: Causality,
    /// Variability, `continuous` by default.
    pub variability: Variability,
    /// `initial`, or the default that causality and variability give.
    pub initial: Option<Initial>,
    /// Type.
    pub kind: Kind,
    /// Name of the type definition.
    pub declared_type: Option<String>,
    /// Unit, its own or that of its type definition.
    pub unit: Option<String>,
    /// Display unit, where the variable says one itself.
    pub display_unit: Option<String>,
    /// Start value as written.
    pub start: Option<String>,
    /// Smallest legal value.
    pub min: Option<f64>,
    /// Largest legal value.
    pub max: Option<f64>,
    /// For a derivative: position of the state in the list, from 0.
    pub derivative: Option<usize>,
}

/// Element CoSimulation: modelIdentifier, and the capabilities by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoSimulation {
    /// Base name of the library.
    pub model_identifier: String,
    /// Attributes that are `true`.
    pub capabilities: Vec<String>,
}

/// An entry of ModelStructure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Position in the list of variables, from 0.
    pub index: usize,
    /// Positions of what it depends on, from 0; all knowns when `None`.
    pub dependencies: Option<Vec<usize>>,
}

/// What modelDescription.xml says.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelDescription {
    /// modelName.
    pub model_name: String,
    /// GUID.
    pub guid: String,
    /// Description.
    pub description: Option<String>,
    /// Tool that made the FMU.
    pub generation_tool: Option<String>,
    /// When it was made.
    pub generation_date_and_time: Option<String>,
    /// For co-simulation, if it is.
    pub co_simulation: Option<CoSimulation>,
    /// Default experiment.
    pub experiment: Experiment,
    /// Names of the log categories.
    pub log_categories: Vec<String>,
    /// Names of the defined units, each with its display units.
    pub units: HashMap<String, Vec<String>>,
    /// Literals of enumeration types by type name, with their values.
    pub enumerations: HashMap<String, Vec<(String, i32)>>,
    /// Variables.
    pub variables: Vec<ScalarVariable>,
    /// ModelStructure/Outputs.
    pub outputs: Vec<Unknown>,
    /// ModelStructure/Derivatives.
    pub derivatives: Vec<Unknown>,
    /// ModelStructure/InitialUnknowns.
    pub initial_unknowns: Vec<Unknown>,
}

impl ModelDescription {
    /// Reads the text of a modelDescription.xml.
    ///
    /// # Errors
    /// At the first place that is not as the standard says.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let document = Document::parse(text)?;
        let root = Element(document.root_element());
        if root.name() != "fmiModelDescription" {
            return Err(ReadError::Root(root.name().to_owned()));
        }
        match root.required("fmiVersion")? {
            "2.0" => Self::read(root),
            version => Err(ReadError::Version(version.to_owned())),
        }
    }

    fn read(root: Element<'_, '_>) -> Result<Self, ReadError> {
        let types = root.child("TypeDefinitions");
        let units = type_units(types);
        let structure = root.child("ModelStructure");
        let unknowns = |name| structure.and_then(|structure| structure.child(name)).map_or(Ok(Vec::new()), unknowns);
        Ok(Self {
            model_name: root.required("modelName")?.to_owned(),
            guid: root.required("guid")?.to_owned(),
            description: root.text("description"),
            generation_tool: root.text("generationTool"),
            generation_date_and_time: root.text("generationDateAndTime"),
            co_simulation: root.child("CoSimulation").map(co_simulation).transpose()?,
            experiment: root.child("DefaultExperiment").map_or(Ok(Experiment::default()), experiment)?,
            log_categories: root.child("LogCategories").map_or(Ok(Vec::new()), log_categories)?,
            units: root.child("UnitDefinitions").map_or(Ok(HashMap::new()), unit_definitions)?,
            enumerations: enumerations(types)?,
            variables: root.child("ModelVariables").map_or(Ok(Vec::new()), |list| variables(list, &units))?,
            outputs: unknowns("Outputs")?,
            derivatives: unknowns("Derivatives")?,
            initial_unknowns: unknowns("InitialUnknowns")?,
        })
    }

    /// Position of the variable called `name`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// The variable name that is most like `name`.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let similarity =
            |other: &str| strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase());
        let candidates = self.variables.iter().map(|variable| (similarity(&variable.name), variable.name.as_str()));
        let best = candidates.max_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(similarity, _)| *similarity > 0.5).map(|(_, name)| name)
    }
}

/// An element, with readers of its attributes.
#[derive(Clone, Copy)]
struct Element<'a, 'input>(Node<'a, 'input>);

impl<'a, 'input> Element<'a, 'input> {
    fn name(self) -> &'a str {
        self.0.tag_name().name()
    }

    fn line(self) -> u32 {
        self.0.document().text_pos_at(self.0.range().start).row
    }

    fn child(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    fn children(self) -> impl Iterator<Item = Self> + use<'a, 'input> {
        self.0.children().filter(Node::is_element).map(Element)
    }

    fn text(self, attribute: &str) -> Option<String> {
        self.0.attribute(attribute).map(str::to_owned)
    }

    fn required(self, attribute: &'static str) -> Result<&'a str, ReadError> {
        self.0.attribute(attribute).ok_or_else(|| ReadError::NoAttribute {
            element: self.name().to_owned(),
            attribute,
            line: self.line(),
        })
    }

    fn parse<T: FromStr>(self, attribute: &'static str) -> Result<Option<T>, ReadError> {
        self.convert(attribute, |text| text.trim().parse().ok())
    }

    fn convert<T>(
        self,
        attribute: &'static str,
        convert: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        let Some(text) = self.0.attribute(attribute) else { return Ok(None) };
        convert(text).map(Some).ok_or_else(|| ReadError::Value {
            element: self.name().to_owned(),
            attribute,
            value: text.to_owned(),
            line: self.line(),
        })
    }

    /// A 1-based index as a position from 0.
    fn index(self, attribute: &'static str) -> Result<Option<usize>, ReadError> {
        self.convert(attribute, position)
    }
}

fn position(text: &str) -> Option<usize> {
    text.trim().parse::<usize>().ok()?.checked_sub(1)
}

fn co_simulation(element: Element<'_, '_>) -> Result<CoSimulation, ReadError> {
    let capabilities = element.0.attributes().filter(|attribute| matches!(attribute.value(), "true" | "1"));
    Ok(CoSimulation {
        model_identifier: element.required("modelIdentifier")?.to_owned(),
        capabilities: capabilities
            .map(|attribute| attribute.name().to_owned())
            .filter(|name| name != "maxOutputDerivativeOrder")
            .collect(),
    })
}

fn experiment(element: Element<'_, '_>) -> Result<Experiment, ReadError> {
    Ok(Experiment {
        start_time: element.parse("startTime")?,
        stop_time: element.parse("stopTime")?,
        tolerance: element.parse("tolerance")?,
        step_size: element.parse("stepSize")?,
    })
}

fn log_categories(list: Element<'_, '_>) -> Result<Vec<String>, ReadError> {
    list.children().map(|category| category.required("name").map(str::to_owned)).collect()
}

fn unit_definitions(list: Element<'_, '_>) -> Result<HashMap<String, Vec<String>>, ReadError> {
    list.children().map(|unit| Ok((unit.required("name")?.to_owned(), display_units(unit)?))).collect()
}

fn display_units(unit: Element<'_, '_>) -> Result<Vec<String>, ReadError> {
    let units = unit.children().filter(|child| child.name() == "DisplayUnit");
    units.map(|unit| unit.required("name").map(str::to_owned)).collect()
}

/// Unit of each type that has one.
fn type_units(types: Option<Element<'_, '_>>) -> HashMap<String, String> {
    let types = types.into_iter().flat_map(Element::children);
    types.filter_map(|simple| Some((simple.text("name")?, simple.child("Real")?.text("unit")?))).collect()
}

fn enumerations(types: Option<Element<'_, '_>>) -> Result<HashMap<String, Vec<(String, i32)>>, ReadError> {
    let types = types.into_iter().flat_map(Element::children);
    let enumerations = types.filter_map(|simple| Some((simple, simple.child("Enumeration")?)));
    enumerations.map(|(simple, enumeration)| Ok((simple.required("name")?.to_owned(), items(enumeration)?))).collect()
}

fn items(enumeration: Element<'_, '_>) -> Result<Vec<(String, i32)>, ReadError> {
    enumeration
        .children()
        .map(|item| Ok((item.required("name")?.to_owned(), item.parse("value")?.unwrap_or_default())))
        .collect()
}

fn variables(list: Element<'_, '_>, units: &HashMap<String, String>) -> Result<Vec<ScalarVariable>, ReadError> {
    list.children().filter(|child| child.name() == "ScalarVariable").map(|child| variable(child, units)).collect()
}

fn variable(element: Element<'_, '_>, units: &HashMap<String, String>) -> Result<ScalarVariable, ReadError> {
    let name = element.required("name")?.to_owned();
    element.required("valueReference")?;
    let typed = element.children().find_map(|child| Some((child, kind(child.name())?)));
    let Some((typed, kind)) = typed else { return Err(ReadError::NoType { name, line: element.line() }) };
    let causality = element.convert("causality", causality)?.unwrap_or(Causality::Local);
    let variability = element.convert("variability", variability)?.unwrap_or(match kind {
        Kind::Real => Variability::Continuous,
        _ => Variability::Discrete,
    });
    let declared_type = typed.text("declaredType");
    let inherited = declared_type.as_ref().and_then(|name| units.get(name).cloned());
    Ok(ScalarVariable {
        value_reference: element.parse("valueReference")?.unwrap_or_default(),
        description: element.text("description"),
        initial: element.convert("initial", initial)?.or_else(|| default_initial(causality, variability)),
        unit: typed.text("unit").or(inherited),
        display_unit: typed.text("displayUnit"),
        start: typed.text("start"),
        min: typed.convert("min", xs_double)?,
        max: typed.convert("max", xs_double)?,
        derivative: typed.index("derivative")?,
        name,
        causality,
        variability,
        kind,
        declared_type,
    })
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "Real" => Some(Kind::Real),
        "Integer" => Some(Kind::Integer),
        "Boolean" => Some(Kind::Boolean),
        "String" => Some(Kind::String),
        "Enumeration" => Some(Kind::Enumeration),
        _ => None,
    }
}

fn causality(text: &str) -> Option<Causality> {
    match text {
        "parameter" => Some(Causality::Parameter),
        "calculatedParameter" => Some(Causality::CalculatedParameter),
        "input" => Some(Causality::Input),
        "output" => Some(Causality::Output),
        "local" => Some(Causality::Local),
        "independent" => Some(Causality::Independent),
        _ => None,
    }
}

fn variability(text: &str) -> Option<Variability> {
    match text {
        "constant" => Some(Variability::Constant),
        "fixed" => Some(Variability::Fixed),
        "tunable" => Some(Variability::Tunable),
        "discrete" => Some(Variability::Discrete),
        "continuous" => Some(Variability::Continuous),
        _ => None,
    }
}

fn initial(text: &str) -> Option<Initial> {
    match text {
        "exact" => Some(Initial::Exact),
        "approx" => Some(Initial::Approx),
        "calculated" => Some(Initial::Calculated),
        _ => None,
    }
}

/// The table "default of initial" (FMI 2.0.5, 2.2.7).
fn default_initial(causality: Causality, variability: Variability) -> Option<Initial> {
    match (causality, variability) {
        (Causality::Input | Causality::Independent, _) => None,
        (Causality::Parameter, _) | (_, Variability::Constant) => Some(Initial::Exact),
        _ => Some(Initial::Calculated),
    }
}

/// xs:double writes infinity as INF.
fn xs_double(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

fn unknowns(list: Element<'_, '_>) -> Result<Vec<Unknown>, ReadError> {
    list.children().map(unknown).collect()
}

fn unknown(element: Element<'_, '_>) -> Result<Unknown, ReadError> {
    element.required("index")?;
    let dependencies = |text: &str| text.split_whitespace().map(position).collect();
    Ok(Unknown {
        index: element.index("index")?.unwrap_or_default(),
        dependencies: element.convert("dependencies", dependencies)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
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
    fn errors_name_the_line() {
        let text = document(
            "<ModelVariables>\n<ScalarVariable name=\"a\" valueReference=\"-1\"><Real/></ScalarVariable></ModelVariables>",
        );
        let error = ModelDescription::parse(&text).unwrap_err().to_string();
        assert!(error.contains("line 4") && error.contains("valueReference") && error.contains("-1"), "{error}");
    }

    #[test]
    fn other_versions_are_refused() {
        let text = document("").replace("\"2.0\"", "\"3.0\"");
        assert!(matches!(ModelDescription::parse(&text), Err(ReadError::Version(_))));
    }
}
