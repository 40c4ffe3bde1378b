//! What is wrong with equations and connections.

/// What is wrong with equations and connections.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum EquationProblem {
    #[error("the condition of an `if` equation has to be known before the simulation; this is {found}")]
    OpenCondition { found: String },
    #[error("these signals differ in size: `{a}` has {m} elements, `{b}` has {n}")]
    SignalSizes { a: String, m: String, b: String, n: String },
    #[error("`{whole}` has {size}, the other side has {elements}")]
    ElementCount { whole: String, size: String, elements: usize },
    #[error("`{whole}` is one connector, the other side are {elements}")]
    OneConnector { whole: String, elements: usize },
    #[error("these arrays differ in size: {left} and {right}")]
    ArraySizes { left: usize, right: usize },
    #[error("there is no component `{first}`{near}")]
    UnknownComponent { first: String, near: String },
    #[error("`{name}` is a component: name one of its connectors")]
    Component { name: String },
    #[error("`{name}` is a variable, no connector: write an equation, `push.f = {first}`")]
    Variable { name: String, first: String },
    #[error("`{name}` is no connector")]
    NotAConnector { name: String },
    #[error("`{name}` is a component: name one of its connectors ({list})")]
    ComponentOfConnectors { name: String, list: String },
    #[error("only connectors of `{name}` can be connected, not what is inside of it")]
    InsideOfComponent { name: String },
    #[error("`{name}` is a {short}, which has no connector `{other_name}`{hint}")]
    UnknownConnector { name: String, short: String, other_name: String, hint: String },
    #[error("`{full}` is one connector: it has no elements")]
    NoElements { full: String },
    #[error("`{name}` is a connector: what is inside of it cannot be connected")]
    InsideOfConnector { name: String },
    #[error("`{x}` and `{y}`: a bus cannot be connected with a part of itself")]
    BusWithItself { x: String, y: String },
    #[error("`{bus}` is a bus, and `{other}` is none: name the member, `{bus}.speed`")]
    BusWithSignal { bus: String, other: String },
    #[error("the left side has {targets} element(s), the right side {values}")]
    Sides { targets: usize, values: usize },
    #[error("`{name}` has two equations: the first is at {place}")]
    TwoEquations { name: String, place: String },
    #[error("`{name}` is a Boolean, and this is {found}")]
    NotBoolean { name: String, found: String },
    #[error("`{name}` is a number, and this is {found}{hint}")]
    NotANumberHere { name: String, found: String, hint: String },
    #[error("`{name}` is an Integer, and {found} may be any number")]
    NotAnInteger { name: String, found: String },
    #[error("`{name}` {why}")]
    Unresolved { name: String, why: Unresolved },
    #[error("`when` is not read: use sources (Step, Pulse, ...) for what happens at times")]
    When,
    #[error("the branches of an `if` equation have to give the same variables")]
    DifferentBranches,
    #[error("`{name}(...)` is no equation that is read")]
    UnknownEquation { name: String },
    #[error("`assert` needs a condition")]
    AssertWithoutCondition,
    #[error("this assertion does not hold{told}")]
    Assertion { told: String },
    #[error("models in text have no states of their own: use an integrator block, or joints, masses and inertias")]
    StateOfText,
    #[error(
        "only equations that give a variable of the model or a signal input of a component are read, `y = rev.phi` or `push.f = -d*mass.v`: for flanges and frames of components use connect"
    )]
    GivesNothing,
    #[error("only variables of the model and signal inputs can be given")]
    NotGiven,
    #[error("conditions of initial equations have to be known before the simulation")]
    OpenInitialCondition,
    #[error("the left side has {variables}, the right side {values}")]
    InitialSides { variables: String, values: usize },
    #[error("a start value consists of numbers and parameters, and `{name}` is a variable")]
    StartOfVariable { name: String },
    #[error("the start of `{variable}` is fixed twice: first at {first}")]
    FixedTwice { variable: String, first: String },
    #[error("`{definition}` is given by an equation, and `{other}` is connected to it")]
    GivenAndConnected { definition: String, other: String },
    #[error("nothing gives `{name}`, which is read here: connect an output to it{near}")]
    NothingGives { name: String, near: String },
    #[error(
        "`{name}` is {found}, no number: Boolean signals come from logical blocks (GreaterThreshold, And, ...), vectors by their elements"
    )]
    NotANumber { name: String, found: String },
    #[error("`{name}` is an input of the model, and an equation gives `{given}`, which is connected to it")]
    InputGiven { name: String, given: String },
    #[error("initial equations give one variable of a component, `rev.phi = 0.3`, `rev.w = 0` or `der(rev.w) = 0`")]
    InitialForm,
}

/// Why a definition has no expression in the netlist.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Unresolved {
    #[error("is defined by itself, or through too many others")]
    ByItself,
    #[error("is too large an expression")]
    TooLarge,
    #[error("is {found}, not a number")]
    NoNumber { found: String },
}
