//! Faults in modelDescription.xml that its schema does not catch (FMI 2.0.5, 2.2).

/// A rule of modelDescription.xml that is broken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DescriptionFault {
    /// The GUID says nothing.
    #[error("the GUID is empty")]
    EmptyGuid,
    /// The model has no name.
    #[error("modelName is empty")]
    EmptyModelName,
    /// Neither ModelExchange nor CoSimulation.
    #[error("there is neither ModelExchange nor CoSimulation")]
    NoInterface,
    /// modelIdentifier is no C identifier.
    #[error("modelIdentifier \"{0}\" is no C identifier")]
    Identifier(String),
    /// generationDateAndTime is no date.
    #[error("generationDateAndTime is \"{0}\"")]
    Date(String),
    /// A name is there twice in a list.
    #[error("{list} has two entries called \"{name}\"")]
    Duplicate {
        /// The list.
        list: &'static str,
        /// The name.
        name: String,
    },
    /// A variable has no name.
    #[error("a variable has an empty name")]
    EmptyName,
    /// A type and a variable have the same name.
    #[error("type \"{0}\" has the name of a variable")]
    TypeAndVariable(String),
    /// Conversion by zero.
    #[error("unit \"{0}\" is converted by a factor that is zero or not finite")]
    Factor(String),
    /// min above max.
    #[error("\"{name}\" has minimum {min} above its maximum {max}")]
    MinAboveMax {
        /// Variable or type.
        name: String,
        /// Its minimum.
        min: f64,
        /// Its maximum.
        max: f64,
    },
    /// Two literals of an enumeration have the same value.
    #[error("two literals of enumeration \"{name}\" have value {value}")]
    LiteralValue {
        /// The type.
        name: String,
        /// The value.
        value: i32,
    },
    /// A unit that is not defined.
    #[error("\"{name}\" has unit \"{unit}\", which is not defined")]
    Unit {
        /// Variable or type.
        name: String,
        /// The unit.
        unit: String,
    },
    /// A display unit that is not defined for the unit.
    #[error("\"{name}\" has display unit \"{unit}\", which is not defined for {}", defined_for(of.as_deref()))]
    DisplayUnit {
        /// Variable or type.
        name: String,
        /// The display unit.
        unit: String,
        /// The unit.
        of: Option<String>,
    },
    /// A type that is not defined.
    #[error("\"{name}\" is of type \"{declared_type}\", which is not defined")]
    Type {
        /// Variable.
        name: String,
        /// Type.
        declared_type: String,
    },
    /// A type of another kind.
    #[error("\"{name}\" is {kind}, and its type \"{declared_type}\" is {type_kind}")]
    TypeKind {
        /// Variable.
        name: String,
        /// Kind of the variable.
        kind: &'static str,
        /// Type.
        declared_type: String,
        /// Kind of the declared type.
        type_kind: &'static str,
    },
    /// An enumeration without type.
    #[error("enumeration \"{0}\" has no declaredType")]
    EnumerationType(String),
    /// A name that breaks the grammar of structured names.
    #[error("\"{0}\" is no structured name")]
    StructuredName(String),
    /// der() of what has no derivative.
    #[error("\"{0}\" is called a derivative and is no Real")]
    DerivativeName(String),
    /// Causality and variability do not go together.
    #[error("\"{name}\" has causality {causality} and variability {variability}, which do not go together")]
    Combination {
        /// Variable.
        name: String,
        /// Its causality.
        causality: &'static str,
        /// Its variability.
        variability: &'static str,
    },
    /// `initial` is not one that causality and variability allow.
    #[error("\"{name}\" has initial = {initial}, which causality {causality} and variability {variability} forbid")]
    Initial {
        /// Variable.
        name: String,
        /// Its initial.
        initial: &'static str,
        /// Its causality.
        causality: &'static str,
        /// Its variability.
        variability: &'static str,
    },
    /// A start value is missing.
    #[error("\"{0}\" has no start value")]
    NoStart(String),
    /// There is a start value that must not be.
    #[error("\"{0}\" has a start value, which it must not have")]
    Start(String),
    /// A start value that is not of the type.
    #[error("\"{name}\" has start value \"{start}\", which is no {kind}")]
    StartType {
        /// Variable.
        name: String,
        /// Its start value.
        start: String,
        /// Its type.
        kind: &'static str,
    },
    /// A start value below the minimum.
    #[error("\"{name}\" has start value {start} below its minimum {min}")]
    BelowMinimum {
        /// Variable.
        name: String,
        /// Its start value.
        start: f64,
        /// Its minimum.
        min: f64,
    },
    /// A start value above the maximum.
    #[error("\"{name}\" has start value {start} above its maximum {max}")]
    AboveMaximum {
        /// Variable.
        name: String,
        /// Its start value.
        start: f64,
        /// Its maximum.
        max: f64,
    },
    /// Continuous and not Real.
    #[error("\"{0}\" is continuous and no Real")]
    Continuous(String),
    /// A nominal value that is no magnitude.
    #[error("\"{name}\" has nominal value {nominal}")]
    Nominal {
        /// Variable.
        name: String,
        /// Its nominal value.
        nominal: f64,
    },
    /// reinit of what is no state.
    #[error("\"{0}\" has reinit and is no continuous state of model exchange")]
    Reinit(String),
    /// canHandleMultipleSetPerTimeInstant of what is no input.
    #[error("\"{0}\" has canHandleMultipleSetPerTimeInstant and is no input of model exchange")]
    MultipleSet(String),
    /// The independent variable is not a Real.
    #[error("the independent variable \"{0}\" is no Real")]
    IndependentType(String),
    /// There are two independent variables.
    #[error("\"{0}\" is a second independent variable")]
    SecondIndependent(String),
    /// `derivative` refers to no variable.
    #[error("\"{name}\" is the derivative of variable {index}, and there are {count}")]
    DerivativeIndex {
        /// Variable.
        name: String,
        /// Index, from 1.
        index: usize,
        /// Number of variables.
        count: usize,
    },
    /// `derivative` refers to what has no derivative.
    #[error("\"{name}\" is the derivative of \"{state}\", which is {problem}")]
    DerivativeOf {
        /// Variable.
        name: String,
        /// Variable that `derivative` refers to.
        state: String,
        /// Why that is not possible.
        problem: &'static str,
    },
    /// Two variables with one value reference could both be given a start value.
    #[error("\"{name}\" and \"{other}\" have value reference {reference}, and both a start value")]
    AliasStart {
        /// Variable.
        name: String,
        /// The earlier one.
        other: String,
        /// Value reference.
        reference: u32,
    },
    /// Two variables with one value reference have different units.
    #[error("\"{name}\" and \"{other}\" have value reference {reference}, and different units")]
    AliasUnit {
        /// Variable.
        name: String,
        /// The earlier one.
        other: String,
        /// Value reference.
        reference: u32,
    },
    /// A constant shares its value reference with a variable, or with another constant of another value.
    #[error("\"{name}\" and \"{other}\" have value reference {reference}, and are not constants of the same value")]
    AliasConstant {
        /// Variable.
        name: String,
        /// The earlier one.
        other: String,
        /// Value reference.
        reference: u32,
    },
    /// A list of ModelStructure refers to no variable.
    #[error("{list} refers to variable {index}, and there are {count}")]
    Index {
        /// The list.
        list: &'static str,
        /// Index, from 1.
        index: usize,
        /// Number of variables.
        count: usize,
    },
    /// A list of ModelStructure has an entry twice.
    #[error("{list} lists \"{name}\" twice")]
    ListedTwice {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// A list of ModelStructure is not complete.
    #[error("{list} does not list \"{name}\"")]
    NotListed {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// A list of ModelStructure has an entry that does not belong there.
    #[error("{list} lists \"{name}\", which does not belong there")]
    Surplus {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// A list is not in the order of the variables.
    #[error("{list} lists \"{name}\" after a later variable")]
    Order {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// A variable depends on itself.
    #[error("{list}: \"{name}\" depends on itself")]
    SelfDependency {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// Dependencies are not ascending.
    #[error("{list}: the dependencies of \"{name}\" do not ascend")]
    DependencyOrder {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
    },
    /// A dependency on what is not known.
    #[error("{list}: \"{name}\" depends on \"{on}\", which is {kind}")]
    Dependency {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
        /// Variable that it depends on.
        on: String,
        /// Reason why it is not a valid known.
        kind: &'static str,
    },
    /// Another number of kinds than of dependencies.
    #[error("{list}: \"{name}\" has {dependencies} dependencies and {kinds} kinds")]
    KindCount {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
        /// Number of dependencies.
        dependencies: usize,
        /// Number of kinds.
        kinds: usize,
    },
    /// A kind that is not allowed in this list.
    #[error("{list}: \"{name}\" has a dependency of kind \"{kind}\"")]
    Kind {
        /// The list.
        list: &'static str,
        /// The variable.
        name: String,
        /// The kind.
        kind: String,
    },
    /// The experiment ends before it starts.
    #[error("the default experiment stops at {stop} s and starts at {start} s")]
    StopTime {
        /// Start time, s.
        start: f64,
        /// Stop time, s.
        stop: f64,
    },
    /// The step is longer than the experiment.
    #[error("the step size {step} s of the default experiment is not below its duration {duration} s")]
    StepSize {
        /// Step size, s.
        step: f64,
        /// Duration, s.
        duration: f64,
    },
    /// A number of the experiment is not positive.
    #[error("{name} of the default experiment is {value}")]
    NotPositive {
        /// Attribute.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

fn defined_for(unit: Option<&str>) -> String {
    unit.map_or_else(|| "it, as it has no unit".to_owned(), |unit| format!("\"{unit}\""))
}

impl DescriptionFault {
    /// Hint on how to fix the fault.
    pub fn help(&self) -> &'static str {
        match self {
            Self::EmptyGuid => "a tool knows by the GUID which library belongs to which description",
            Self::EmptyModelName | Self::EmptyName => "give it a name",
            Self::NoInterface => "declare the interface that the library serves",
            Self::Identifier(_) => "letters, digits and underscores, no digit first",
            Self::Date(_) => "xs:dateTime in UTC is expected, as in 2024-02-29T12:00:00Z",
            Self::Duplicate { .. } => "rename one of them",
            Self::TypeAndVariable(_) => "rename the type",
            Self::Factor(_) => "a factor is expected that can be divided by",
            Self::MinAboveMax { .. } => "exchange them",
            Self::LiteralValue { .. } => "give each literal a value of its own",
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
            Self::Continuous(_) => "make it discrete",
            Self::Nominal { .. } => "a positive number is expected",
            Self::Reinit(_) | Self::MultipleSet(_) => "remove the attribute",
            Self::IndependentType(_) => "time is a Real",
            Self::SecondIndependent(_) => "keep one of them",
            Self::DerivativeIndex { .. } | Self::Index { .. } => "indices count from 1 in the order of ModelVariables",
            Self::DerivativeOf { .. } => "refer to a continuous Real that is no input and no parameter",
            Self::AliasStart { .. } => {
                "only one variable of a value reference may be set: remove the other start values"
            }
            Self::AliasUnit { .. } => "one value has one unit: use that of the first variable",
            Self::AliasConstant { .. } => "give the constant a value reference of its own",
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
            Self::StopTime { .. } => "stopTime must be after startTime, which is 0 where it is not said",
            Self::StepSize { .. } => "choose a smaller stepSize",
            Self::NotPositive { .. } => "a positive number is expected",
        }
    }
}
