//! modelDescription.xml as a host reads it (FMI 2.0.5, 2.2; FMI 3.0.2, 2.4).

mod arrays;
mod element;
mod error;
mod parts;
mod read;
mod read_3;

use compiler::model_file::Experiment;
use compiler::units::BASE_UNITS;
use fmu_core::instance::Version;
use simulation::variables::{Causality, Initial, Variability};

use crate::naming::Naming;

pub use arrays::Elements;
pub(crate) use arrays::Layout;
pub use error::ReadError;

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// A type of FMI 3.0 that this tool does not use.
    Other,
}

impl Kind {
    /// All types of FMI 2.0.
    pub const ALL: [Self; 5] = [Self::Real, Self::Integer, Self::Boolean, Self::String, Self::Enumeration];

    /// True for types whose values are recorded and driven: numbers, Booleans and enumerations.
    pub(crate) fn is_number(self) -> bool {
        !matches!(self, Self::String | Self::Other)
    }

    /// Name of the element in modelDescription.xml.
    pub fn name(self) -> &'static str {
        match self {
            Self::Real => "Real",
            Self::Integer => "Integer",
            Self::Boolean => "Boolean",
            Self::String => "String",
            Self::Enumeration => "Enumeration",
            Self::Other => "another type of FMI 3.0",
        }
    }
}

/// An element of ModelVariables.
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
    /// Variability, `continuous` by default for Real, else `discrete`.
    pub variability: Variability,
    /// `initial`, or the default that causality and variability give.
    pub initial: Option<Initial>,
    /// True if the attribute `initial` is given explicitly.
    pub says_initial: bool,
    /// canHandleMultipleSetPerTimeInstant, where it is written out.
    pub can_handle_multiple_set_per_time_instant: Option<bool>,
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
    /// Smallest legal value, its own or that of its type definition.
    pub min: Option<f64>,
    /// Largest legal value, its own or that of its type definition.
    pub max: Option<f64>,
    /// Typical magnitude.
    pub nominal: Option<f64>,
    /// True if the state may jump at events.
    pub reinit: bool,
    /// For a derivative: position of the state in the list, from 0.
    pub derivative: Option<usize>,
    /// True for another name in FMI 3.0, which follows its variable.
    pub is_alias: bool,
    /// Line of the element.
    pub line: u32,
}

/// Element ModelExchange or CoSimulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Base name of the library.
    pub model_identifier: String,
    /// Names of the attributes that are `true`, and `maxOutputDerivativeOrder` with its number.
    pub capabilities: Vec<String>,
}

/// An entry of ModelStructure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Position in the list of variables, from 0.
    pub index: usize,
    /// Positions of what it depends on, from 0; all knowns when `None`.
    pub dependencies: Option<Vec<usize>>,
    /// dependenciesKind as written.
    pub kinds: Option<Vec<String>>,
    /// Line of the element.
    pub line: u32,
}

/// An element of UnitDefinitions.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Name.
    pub name: String,
    /// Its base units; none where they are not known.
    pub base: Option<BaseUnit>,
    /// Units for display.
    pub display_units: Vec<DisplayUnit>,
    /// Line of the element.
    pub line: u32,
}

/// Conversion of a unit to products of base units: base = factor * value + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseUnit {
    /// Exponents of the base units, in the order of [`compiler::units::BASE_UNITS`].
    pub exponents: [i32; BASE_UNITS.len()],
    /// Factor.
    pub factor: f64,
    /// Offset.
    pub offset: f64,
}

/// A unit for display.
#[derive(Clone, Debug, PartialEq)]
pub struct DisplayUnit {
    /// Name.
    pub name: String,
    /// Display value = factor * value + offset.
    pub factor: f64,
    /// See there.
    pub offset: f64,
}

/// An element of TypeDefinitions.
#[derive(Clone, Debug, PartialEq)]
pub struct SimpleType {
    /// Name.
    pub name: String,
    /// Base type.
    pub kind: Kind,
    /// Unit.
    pub unit: Option<String>,
    /// Display unit.
    pub display_unit: Option<String>,
    /// Smallest legal value.
    pub min: Option<f64>,
    /// Largest legal value.
    pub max: Option<f64>,
    /// Literals of an enumeration with their values.
    pub items: Vec<(String, i32)>,
    /// Line of the element.
    pub line: u32,
}

/// Content of modelDescription.xml.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelDescription {
    /// Version of FMI.
    pub version: Version,
    /// modelName.
    pub model_name: String,
    /// GUID, or instantiation token.
    pub guid: String,
    /// Description.
    pub description: Option<String>,
    /// Tool that made the FMU.
    pub generation_tool: Option<String>,
    /// When it was made.
    pub generation_date_and_time: Option<String>,
    /// variableNamingConvention, flat by default.
    pub naming: Naming,
    /// For model exchange, if it is.
    pub model_exchange: Option<Interface>,
    /// For co-simulation, if it is.
    pub co_simulation: Option<Interface>,
    /// Default experiment.
    pub experiment: Experiment,
    /// Names of the log categories.
    pub log_categories: Vec<String>,
    /// Units.
    pub units: Vec<Unit>,
    /// Types.
    pub types: Vec<SimpleType>,
    /// Variables; an array is listed by its elements.
    pub variables: Vec<ScalarVariable>,
    /// The elements of arrays among them.
    pub elements: Elements,
    /// ModelStructure/Outputs.
    pub outputs: Vec<Unknown>,
    /// ModelStructure/Derivatives.
    pub derivatives: Vec<Unknown>,
    /// ModelStructure/InitialUnknowns.
    pub initial_unknowns: Vec<Unknown>,
    /// ModelStructure/EventIndicator, in FMI 3.0.
    pub event_indicators: Vec<Unknown>,
}

impl ModelDescription {
    /// Reads the text of a modelDescription.xml.
    ///
    /// # Errors
    /// At the first place that is not as the standard says.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        // There is one at least.
        Self::parse_all(text).map_err(|errors| errors.into_iter().next().unwrap_or(ReadError::Missing))
    }

    /// The interfaces that there are: model exchange, co-simulation.
    pub fn interfaces(&self) -> impl Iterator<Item = &Interface> {
        self.model_exchange.iter().chain(&self.co_simulation)
    }

    /// True if the FMU says of itself in co-simulation that it has a capability.
    pub fn can(&self, capability: &str) -> bool {
        self.co_simulation.iter().flat_map(|interface| &interface.capabilities).any(|own| own == capability)
    }

    /// The variable called `name`.
    pub fn find(&self, name: &str) -> Option<&ScalarVariable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The type of a variable, if it names one that is defined.
    pub fn declared_type(&self, variable: &ScalarVariable) -> Option<&SimpleType> {
        let name = variable.declared_type.as_ref()?;
        self.types.iter().find(|simple_type| &simple_type.name == name)
    }

    /// The unit that a variable is shown in, if it or its type names one that is defined.
    pub fn display_unit(&self, variable: &ScalarVariable) -> Option<&DisplayUnit> {
        let inherited = self.declared_type(variable).and_then(|simple_type| simple_type.display_unit.as_ref());
        let name = variable.display_unit.as_ref().or(inherited)?;
        let unit = self.units.iter().find(|unit| Some(&unit.name) == variable.unit.as_ref())?;
        unit.display_units.iter().find(|display| &display.name == name)
    }

    /// Literals of the enumeration that is the type of a variable, with their values.
    pub fn literals(&self, variable: &ScalarVariable) -> &[(String, i32)] {
        self.declared_type(variable).map(|simple_type| simple_type.items.as_slice()).unwrap_or_default()
    }
}
