//! Faults in modelDescription.xml that its schema does not catch (FMI 2.0.5, 2.2).

/// A rule of modelDescription.xml that is broken.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DescriptionFault {
    #[error("the GUID is empty")]
    EmptyGuid,
    #[error("modelName is empty")]
    EmptyModelName,
    #[error("there is neither ModelExchange nor CoSimulation")]
    NoInterface,
    #[error("modelIdentifier \"{0}\" is not a C identifier")]
    Identifier(String),
    #[error("generationDateAndTime is \"{0}\"")]
    Date(String),
    #[error("{list} has two entries called \"{name}\"")]
    Duplicate { list: &'static str, name: String },
    #[error("a variable has an empty name")]
    EmptyName,
    #[error("type \"{0}\" has the name of a variable")]
    TypeAndVariable(String),
    #[error("unit \"{0}\" is converted by a factor that is zero or not finite")]
    Factor(String),
    #[error("\"{name}\" has minimum {min} above its maximum {max}")]
    MinAboveMax { name: String, min: f64, max: f64 },
    #[error("two literals of enumeration \"{name}\" have value {value}")]
    LiteralValue { name: String, value: i32 },
    #[error("\"{name}\" has unit \"{unit}\", which is not defined")]
    Unit { name: String, unit: String },
    #[error("\"{name}\" has display unit \"{unit}\", which is not defined for {}", defined_for(of.as_deref()))]
    DisplayUnit { name: String, unit: String, of: Option<String> },
    #[error("\"{name}\" is of type \"{declared_type}\", which is not defined")]
    Type { name: String, declared_type: String },
    #[error("\"{name}\" is {kind}, and its type \"{declared_type}\" is {type_kind}")]
    TypeKind { name: String, kind: &'static str, declared_type: String, type_kind: &'static str },
    #[error("enumeration \"{0}\" has no declaredType")]
    EnumerationType(String),
    #[error("\"{0}\" is not a structured name")]
    StructuredName(String),
    #[error("\"{0}\" has the name of a derivative and is not a Real")]
    DerivativeName(String),
    #[error("\"{name}\" has causality {causality} and variability {variability}, which cannot be combined")]
    Combination { name: String, causality: &'static str, variability: &'static str },
    #[error("\"{name}\" has initial = {initial}, which causality {causality} and variability {variability} forbid")]
    Initial { name: String, initial: &'static str, causality: &'static str, variability: &'static str },
    #[error("\"{0}\" has no start value")]
    NoStart(String),
    #[error("\"{0}\" has a start value, which it must not have")]
    Start(String),
    #[error("\"{name}\" has start value \"{start}\", which is not of type {kind}")]
    StartType { name: String, start: String, kind: &'static str },
    #[error("\"{name}\" has start value {start} below its minimum {min}")]
    BelowMinimum { name: String, start: f64, min: f64 },
    #[error("\"{name}\" has start value {start} above its maximum {max}")]
    AboveMaximum { name: String, start: f64, max: f64 },
    #[error("\"{0}\" is continuous and not a Real")]
    Continuous(String),
    #[error("\"{name}\" has nominal value {nominal}")]
    Nominal { name: String, nominal: f64 },
    #[error("\"{0}\" has reinit and is not a continuous state of model exchange")]
    Reinit(String),
    #[error("\"{0}\" has canHandleMultipleSetPerTimeInstant and is not an input of model exchange")]
    MultipleSet(String),
    #[error("the independent variable \"{0}\" is not a Real")]
    IndependentType(String),
    #[error("\"{0}\" is a second independent variable")]
    SecondIndependent(String),
    #[error("\"{name}\" is the derivative of variable {index}, and there are {count}")]
    DerivativeIndex {
        name: String,
        /// Index, from 1.
        index: usize,
        count: usize,
    },
    #[error("\"{name}\" is the derivative of \"{state}\", which is {problem}")]
    DerivativeOf { name: String, state: String, problem: &'static str },
    #[error("\"{name}\" and \"{other}\" have value reference {reference}, and {fault}")]
    Alias { name: String, other: String, reference: u32, fault: AliasFault },
    #[error("{list} refers to variable {index}, and there are {count}")]
    Index {
        list: &'static str,
        /// Index, from 1.
        index: usize,
        count: usize,
    },
    #[error("{list} lists \"{name}\" twice")]
    ListedTwice { list: &'static str, name: String },
    #[error("{list} does not list \"{name}\"")]
    NotListed { list: &'static str, name: String },
    #[error("{list} lists \"{name}\", which does not belong there")]
    Surplus { list: &'static str, name: String },
    #[error("{list} lists \"{name}\" after a later variable")]
    Order { list: &'static str, name: String },
    #[error("{list}: \"{name}\" depends on itself")]
    SelfDependency { list: &'static str, name: String },
    #[error("{list}: the dependencies of \"{name}\" do not ascend")]
    DependencyOrder { list: &'static str, name: String },
    #[error("{list}: \"{name}\" depends on \"{on}\", which is {kind}")]
    Dependency { list: &'static str, name: String, on: String, kind: &'static str },
    #[error("{list}: \"{name}\" has {dependencies} dependencies and {kinds} kinds")]
    KindCount { list: &'static str, name: String, dependencies: usize, kinds: usize },
    #[error("{list}: \"{name}\" has a dependency of kind \"{kind}\"")]
    Kind { list: &'static str, name: String, kind: String },
    #[error("the default experiment stops at {stop} s and starts at {start} s")]
    StopTime {
        /// Start time, s.
        start: f64,
        /// Stop time, s.
        stop: f64,
    },
    #[error("the step size {step} s of the default experiment is not below its duration {duration} s")]
    StepSize {
        /// Step size, s.
        step: f64,
        /// Duration, s.
        duration: f64,
    },
    #[error("{name} of the default experiment is {value}")]
    NotPositive { name: &'static str, value: f64 },
}

/// Why two variables cannot have one value reference.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AliasFault {
    #[error("both a start value")]
    Start,
    #[error("different units")]
    Unit,
    #[error("are not constants of the same value")]
    Constant,
}

fn defined_for(unit: Option<&str>) -> String {
    unit.map_or_else(|| "it, as it has no unit".to_owned(), |unit| format!("\"{unit}\""))
}

impl DescriptionFault {
    /// Hint on how to fix the fault.
    pub fn help(&self) -> &'static str {
        match self {
            Self::EmptyGuid => "tools match library and description by the GUID",
            Self::EmptyModelName | Self::EmptyName => "give it a name",
            Self::NoInterface => "declare the interface that the library serves",
            Self::Identifier(_) => "letters, digits and underscores, no digit first",
            Self::Date(_) => "xs:dateTime in UTC is expected, as in 2024-02-29T12:00:00Z",
            Self::Duplicate { .. } => "rename one of them",
            Self::TypeAndVariable(_) => "rename the type",
            Self::Factor(_) => "a finite factor that is not zero is expected",
            Self::MinAboveMax { .. } => "exchange minimum and maximum",
            Self::LiteralValue { .. } => "give each literal a different value",
            Self::Unit { .. } => "add it to UnitDefinitions",
            Self::DisplayUnit { .. } => "add it to the unit in UnitDefinitions",
            Self::Type { .. } => "add it to TypeDefinitions",
            Self::TypeKind { .. } => "refer to a type of the same kind",
            Self::EnumerationType(_) => "refer to a SimpleType with its literals",
            Self::StructuredName(_) => {
                "names are a.b[1,2].c or der(a.b); quote others ('my mass'), or declare the names as flat"
            }
            Self::DerivativeName(_) => "rename it",
            Self::Combination { .. } => {
                "parameters are fixed or tunable, inputs discrete or continuous, outputs no parameters, the independent \
                 variable continuous"
            }
            Self::Initial { .. } => {
                "parameters and constants are exact, calculated parameters approx or calculated, inputs and the independent \
                 variable have none"
            }
            Self::NoStart(_) => "inputs and variables with initial exact or approx need one",
            Self::Start(_) => "remove it, or make initial exact or approx",
            Self::StartType { .. } => "give a value of the type",
            Self::BelowMinimum { .. } | Self::AboveMaximum { .. } => {
                "the start value must be between minimum and maximum"
            }
            Self::Continuous(_) => "declare it as discrete",
            Self::Nominal { .. } => "a positive number is expected",
            Self::Reinit(_) | Self::MultipleSet(_) => "remove the attribute",
            Self::IndependentType(_) => "time is a Real",
            Self::SecondIndependent(_) => "keep one of them",
            Self::DerivativeIndex { .. } | Self::Index { .. } => "indices count from 1 in the order of ModelVariables",
            Self::DerivativeOf { .. } => "refer to a continuous Real that is neither input nor parameter",
            Self::Alias { fault: AliasFault::Start, .. } => {
                "only one variable of a value reference may be set: remove the other start values"
            }
            Self::Alias { fault: AliasFault::Unit, .. } => "one value has one unit: use that of the first variable",
            Self::Alias { fault: AliasFault::Constant, .. } => "give the constant its own value reference",
            Self::ListedTwice { .. } => "list it once",
            Self::NotListed { .. } => "add it: the list must be complete",
            Self::Surplus { .. } => "remove it, or make the variable what the list is of",
            Self::Order { .. } => "sort the list by index",
            Self::SelfDependency { .. } => "remove the variable from its own dependencies",
            Self::DependencyOrder { .. } => "sort them by index, each once",
            Self::Dependency { .. } => {
                "outputs and derivatives depend on inputs, continuous states and time, initial unknowns on inputs, time and \
                 variables with initial exact"
            }
            Self::KindCount { .. } => "give one kind for each dependency, or none at all",
            Self::Kind { .. } => {
                "dependent, constant, fixed, tunable or discrete are expected, in InitialUnknowns dependent or constant; all but dependent for Real only"
            }
            Self::StopTime { .. } => "stopTime must be after startTime, which is 0 by default",
            Self::StepSize { .. } => "choose a smaller stepSize",
            Self::NotPositive { .. } => "a positive number is expected",
        }
    }
}
