//! Errors and notes for the author of a Modelica text.

use compiler::model_file::{Diagnostic, LaterProblem, Span};

/// Errors, in the order of the layers that report them.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Fault {
    // Text before its names mean anything.
    #[error("this {what} has no end: {mark} is missing")]
    WithoutEnd { what: &'static str, mark: &'static str },
    #[error("`{character}` has no meaning in Modelica outside of strings and comments")]
    UnknownCharacter { character: String },
    #[error("`{written}` is too large for a number")]
    NumberTooLarge { written: String },
    #[error("`{name}` has no end: `end {name};` is missing")]
    ClassWithoutEnd { name: String },
    #[error("this ends `{end}`, but the class that is open here is `{name}`")]
    WrongEnd { end: String, name: String },
    #[error("`:=` assigns in algorithms: in an equation section write `=`")]
    Assignment,
    #[error("`==` compares: an equation is written with `=`")]
    Comparison,
    #[error("this expression has more than {limit} operators in a row")]
    TooManyOperators { limit: usize },
    #[error("`a^b^c` is ambiguous: write `(a^b)^c` or `a^(b^c)`")]
    PowerOfPower,
    #[error("found {found}, expected {expected}")]
    Unexpected { found: String, expected: String },
    #[error("more than {limit} {what} are not read")]
    TooMany { limit: usize, what: String },
    #[error("this nests deeper than {limit} levels")]
    NestsTooDeep { limit: usize },

    // Classes, their bases and their modifiers.
    #[error("the bases of `{class}` lead to each other")]
    BasesInCircle { class: String },
    #[error("a record has no equations")]
    EquationOfRecord,
    #[error("external code is not read")]
    ExternalCode,
    #[error("there is no `{missing}` to import: names count from the outermost package")]
    UnknownImport { missing: String },
    #[error(
        "{address} leads to no file: there is no package `{package}` in a folder (--path names the folder that holds it)"
    )]
    NoFolder { package: String, address: String },
    #[error("the address of a file is {found}: expected a text, \"modelica://Package/Resources/table.txt\"")]
    NotAnAddress { found: String },
    #[error("a model that is itself a `{full}` is not read: declare a component of this class")]
    ModelOfLibraryClass { full: String },
    #[error("two components of the library as bases are not read")]
    TwoLibraryBases,
    #[error("the base class `{full}` is not known: neither its text nor what it brings")]
    UnknownLibraryBase { full: String },
    #[error("`extends` changes an inherited class, and the bases of `{around}` have no `{name}`")]
    NothingInherited { around: String, name: String },
    #[error("`{new}` cannot take the place of `{old}`: it has no {lacks}")]
    Lacking { new: String, old: String, lacks: String },
    #[error("`{modifier}` is set twice in the same modifier")]
    SetTwice { modifier: String },
    #[error("`{modifier}` is final at {place}: it cannot be changed")]
    Final { modifier: String, place: String },

    // The model as a whole.
    #[error(
        "reading this model {what}: loops, arrays, classes or parameters multiply here; it may take {millions} million steps and {megabytes} MB, so write fewer or smaller ones"
    )]
    Exceeded { what: &'static str, millions: usize, megabytes: usize },
    #[error("structural parameters depend on each other without end")]
    EndlessRounds,
    #[error("there is no {kind} `{name}`{hint}")]
    Unknown { kind: &'static str, name: String, hint: String },
    #[error("there is no model in this file that is not partial")]
    NoModel,
    #[error("there are {count} models in this file: choose one with --class{list}")]
    SeveralModels { count: usize, list: String },

    // Declarations and what instances are given.
    #[error("`{modifier}` of `{class}` is protected: only what extends the class may change it")]
    Protected { modifier: String, class: String },
    #[error("`{name}` is declared twice: first at {place}")]
    DeclaredTwice { name: String, place: String },
    /// The thing of this name cannot stand there.
    #[error("`{name}` {why}")]
    Refused { name: String, why: &'static str },
    #[error("`{component}` is not a class")]
    NotAClass { component: String },
    #[error("a record holds values, not components or connectors")]
    ComponentOfRecord,
    #[error("`flow` and `stream` are for connectors, which are not supported yet")]
    Flow,
    #[error("conditions of parameters and variables are not read: `if` belongs to components and connectors")]
    ConditionOfValue,
    #[error("a condition is true or false, not {found}")]
    NotACondition { found: String },
    #[error("the model has more than {limit} components")]
    TooManyComponents { limit: usize },
    #[error("arrays of composites in more than one dimension are not read")]
    MatrixOfComposites,

    // Names and other parts of expressions.
    #[error("{whole} has no `{name}`{near}")]
    NoSuchName { whole: String, name: String, near: String },
    #[error("{whole} has no {part} `{name}`{near}")]
    NoSuchPart { whole: String, part: &'static str, name: String, near: String },
    #[error("`{component}` is a {class}, which has no {part} `{name}`{near}")]
    NoPartOfClass { component: String, class: String, part: &'static str, name: String, near: String },
    #[error("{whole} has {count} {part}(s), not more")]
    TooManyGiven { whole: String, count: usize, part: &'static str },
    #[error("{part} `{name}` of {whole} is given twice")]
    GivenTwice { part: &'static str, name: String, whole: String },
    #[error("element {position} of this array differs in its dimensions from the first one")]
    ElementDimensions { position: usize },
    #[error("the parts of a row of this matrix differ in their numbers of rows")]
    RowHeights,
    #[error("the rows of this matrix differ in their lengths")]
    RowLengths,
    #[error("an index needs its range: `i in 1:n`")]
    IndexWithoutRange,
    #[error("an index runs through an array, not {found}")]
    IndexThroughScalar { found: String },
    #[error("a range is between numbers")]
    RangeOfNoNumbers,
    #[error("a range is between numbers, and its step is not 0")]
    ZeroStep,
    #[error("there is no `{name}` here{near}")]
    UnknownName { name: String, near: String },
    #[error("this constant has no value")]
    ConstantWithoutValue,
    #[error("`{name}` is a component, which has no value")]
    ValueOfComponent { name: String },
    #[error("`{declared}` of `{name}` ({class}) is not known before the simulation")]
    OpenParameter { declared: String, name: String, class: String },
    #[error(
        "this modifies an array of {count} component(s) and is {found}: write one value for each component, or `each` before the name"
    )]
    ModifiesArray { count: usize, found: String },
    #[error("{found} is not known before the simulation")]
    Open { found: String },
    #[error("`end` stands for the last element only between brackets")]
    EndOutsideOfBrackets,
    #[error("several values in parentheses are the outputs of a function, which only `(a, b) := f(x)` takes")]
    SeveralValues,
    #[error(
        "`noEvent` around a condition is read where the values of the `if` are numbers, not where they are conditions"
    )]
    NoEventOfCondition,
    #[error("both values of an `if` need the same dimensions")]
    ChoiceDimensions,
    #[error("functions and references lead deeper than {limit} levels")]
    TooDeep { limit: usize },
    #[error("`{first}` is read before it has a value")]
    ReadBeforeSet { first: String },
    #[error("`{name}` is not a record: it has no members")]
    NotARecord { name: String },
    #[error("parameter `{name}` has no value{hint}")]
    ParameterWithoutValue { name: String, hint: String },
    #[error("these parameters define each other: `{cycle}`")]
    ParametersInCircle { cycle: String },
    #[error("elements of `{name}` cannot be {done}")]
    ElementsOf { name: String, done: &'static str },
    #[error("no element")]
    NoElement,
    #[error("elements of this value cannot be taken: write them")]
    ElementsOfValue,
    #[error("`{name}` {what}: it cannot have {subscripts} subscript(s)")]
    TooManySubscripts { name: String, what: String, subscripts: usize },
    #[error("a subscript is a whole number, not {found}")]
    WrongSubscript { found: String },
    #[error("subscript {x} of `{name}` is out of range: it has {size}")]
    OutOfRange { x: String, name: String, size: String },
    #[error("write the subscripts of `{name}`: a member of a bus has no size")]
    SubscriptsOfBus { name: String },
    #[error("record `{record}` needs a value for its member `{name}`")]
    MemberWithoutValue { record: String, name: String },
    #[error("the record `{record}` contains itself")]
    RecordInItself { record: String },
    #[error("member `{name}` of record `{record}` cannot be changed")]
    FixedMember { name: String, record: String },
    #[error("record `{record}` holds a component")]
    ComponentInRecord { record: String },
    #[error("give the elements of `{full}`, `{input}[1] = ...`: their number is a parameter")]
    ElementsOfInput { full: String, input: String },
    #[error("`:` as the size of components is not read: write the number")]
    OpenSize,
    #[error("the size of an array is a whole number, not {found}")]
    WrongSize { found: String },
    #[error("`{class}` is in the library, but not supported yet; instead: {instead}")]
    NotYet { class: String, instead: String },
    #[error("`{class}` is made of `{inner}`, which is in the library, but not supported yet; instead: {instead}")]
    MadeOfAbsent { class: String, inner: String, instead: String },
    #[error("`{class}` of the library has what is not read here ({place}): {problem}")]
    InLibrary { class: String, place: String, problem: String },
    #[error("there is no class `{name}`{near} (`{package}` has no `{missing}`)")]
    UnknownIn { name: String, near: String, package: String, missing: String },
    #[error(
        "there is no class `{name}`{near} (nothing is called `{first}` here: an import is missing, or --path with the folder of its package)"
    )]
    NothingCalled { name: String, near: String, first: String },
    #[error("there is no class `{full}` in the component library{near}")]
    NotInComponentLibrary { full: String, near: String },
    #[error("the type `{full}` is not known{near}; else write `Real` with its unit, `parameter Real x(unit=\"m\")`")]
    UnknownType { full: String, near: String },
    #[error("`{name}` is `outer`, and the `{name}` at {place} is not `inner`: write `inner` before its class")]
    NotInner { name: String, place: String },
    #[error(
        "`{name}` is `outer`, and nothing around is an `inner` `{name}`: declare `inner {class} {name}` in the model"
    )]
    NoInner { name: String, class: String },

    // Functions, their calls and their algorithms.
    #[error("`break` ends a loop, and there is none around it")]
    BreakOutsideOfLoop,
    #[error("a function has no events: `when` is not read")]
    WhenInFunction,
    #[error("the function `{function}` does not end within {limit} statements")]
    Endless { function: String, limit: usize },
    #[error("{chosen} cannot be assigned {values}")]
    WrongCount { chosen: String, values: String },
    #[error("only variables can be assigned")]
    NotAVariable,
    #[error("only a function with a text gives several values")]
    NotSeveral,
    #[error("the function `{function}` has {outputs} output(s), not {count}")]
    TooFewOutputs { function: String, outputs: usize, count: usize },
    #[error("the function `{function}` assigns nothing to its output `{name}`")]
    OutputWithoutValue { function: String, name: String },
    #[error(
        "whether this is reached depends on {found}, which changes: the function `{function}` cannot be put in as an expression"
    )]
    OpenEnd { found: String, function: String },
    #[error(
        "this loop of the function `{function}` depends on {found}, which is not known before the simulation: only loops with known bounds are read"
    )]
    OpenLoop { function: String, found: String },
    #[error("`{name}(...)` is not supported as {kind}")]
    UnknownCall { name: String, kind: &'static str },
    #[error("`assert` needs a condition")]
    AssertWithoutCondition,
    #[error("this assertion does not hold{told}")]
    Assertion { told: String },
    #[error(
        "`{name}` becomes an expression of more than {limit} numbers, names and operators: where the function is called, give the arguments that are expressions variables of their own, as in `Real Q[4] = Frames.to_Q(body.frame_a.R);`"
    )]
    FunctionTooLarge { name: String, limit: usize },
    #[error("`der` takes one variable")]
    DerArguments,
    #[error("`der` takes a variable, or an expression of sums, products, powers and elementary functions")]
    DerOfExpression,
    #[error("`{name}` is not read with these arguments")]
    WrongArguments { name: String },
    #[error("arrays of more than {limit} dimensions are not read")]
    TooManyDimensions { limit: usize },
    #[error("{found} has no such dimension")]
    NoSuchDimension { found: String },
    #[error("`cat` is not read with these arguments: arrays along dimension 1 or 2")]
    CatArguments,
    #[error("the matrices that `cat(2, ...)` joins differ in their numbers of rows")]
    CatRows,
    #[error("the arrays that `cat` joins differ in their dimensions")]
    CatDimensions,
    #[error("functions call each other deeper than {limit} levels")]
    CallsTooDeep { limit: usize },
    #[error("the function `{function}` {why}")]
    RefusedFunction { function: String, why: &'static str },
    #[error("the function `{function}` needs its input `{name}`")]
    InputMissing { function: String, name: String },

    // Operands of operators, and values of variables.
    #[error("a sign belongs to a number, not to {found}")]
    SignOfNoNumber { found: String },
    #[error("`not` takes a Boolean, not {found}")]
    NotOfNoBoolean { found: String },
    #[error("`{symbol}` cannot be applied to {a} and {b}")]
    WrongOperands { symbol: String, a: String, b: String },
    #[error("`==` and `<>` of numbers that change are not read: compare with `<` and `>`")]
    EqualNumbers,
    #[error("`{operator}` needs equal dimensions, not {left} and {right}")]
    OperandDimensions { operator: String, left: String, right: String },
    #[error("these cannot be multiplied: the dimensions are {left} and {right}")]
    FactorDimensions { left: String, right: String },
    #[error("this product of arrays is not read: write its elements")]
    OpenProduct,
    #[error("the expression nests deeper than {limit} levels: give parts of it variables of their own")]
    OperationsTooDeep { limit: usize },
    #[error("a number in the expression is not finite")]
    NotFinite,
    #[error("arrays of more than two dimensions cannot be multiplied")]
    ProductDimensions,
    #[error("`{name}` {around} is {kind}, not {found}")]
    WrongType { name: String, around: String, kind: String, found: String },
    #[error("`{name}` {around} {declared}, and this is {found}")]
    WrongDimensions { name: String, around: String, declared: String, found: String },

    // Equations and connections.
    #[error("the condition of an `if` equation has to be known before the simulation; this is {found}")]
    OpenCondition { found: String },
    #[error("these signals differ in size: `{a}` has {m} elements, `{b}` has {n}")]
    SignalSizes { a: String, m: usize, b: String, n: usize },
    #[error("`{whole}` has {size}, the other side has {elements}")]
    ElementCount { whole: String, size: String, elements: usize },
    #[error("`{whole}` is one connector, the other side are {elements}")]
    OneConnector { whole: String, elements: usize },
    #[error("these arrays differ in size: {left} and {right}")]
    ArraySizes { left: usize, right: usize },
    #[error("`{name}` is a variable, not a connector: write an equation, `push.f = {first}`")]
    Variable { name: String, first: String },
    #[error("`{name}` is a component: name one of its connectors ({list})")]
    ComponentOfConnectors { name: String, list: String },
    #[error("only connectors of `{name}` can be connected, not what is inside of it")]
    InsideOfComponent { name: String },
    #[error("`{x}` and `{y}`: a bus cannot be connected with a part of itself")]
    BusWithItself { x: String, y: String },
    #[error("`{bus}` is a bus, and `{other}` is not: name the member, `{bus}.speed`")]
    BusWithSignal { bus: String, other: String },
    #[error("the left side has {targets} element(s), the right side {values}")]
    Sides { targets: usize, values: usize },
    #[error("`{name}` has two equations: the first is at {place}")]
    TwoEquations { name: String, place: String },
    #[error("`{name}` is a {kind}, and this is {found}{hint}")]
    NotOfKind { name: String, kind: &'static str, found: String, hint: &'static str },
    #[error("`{name}` is an Integer, and {found} may be any number")]
    NotAnInteger { name: String, found: String },
    #[error("`{name}` {why}")]
    Unresolved { name: String, why: Unresolved },
    #[error("`pre` takes a variable or a signal, and this is {found}")]
    PreOfExpression { found: String },
    #[error("`reinit` is read of states of the text, which `der({name})` makes them, and `{name}` is none")]
    ReinitOf { name: String },
    #[error("a second `reinit` of `{name}` is not read: put both into one `when`")]
    ReinitTwice { name: String },
    #[error("`reinit` of `{name}` in `elsewhen` is not read: put it into a `when` of its own, `when c2 and not c1`")]
    ReinitElsewhen { name: String },
    #[error("`{name}` starts at 0{}", if *has_y_start { ": set `y_start`" } else { ": another start value is not supported" })]
    StartOfSampled { name: String, has_y_start: bool },
    #[error("`reinit` takes a variable and its new value")]
    ReinitArguments,
    #[error("the algorithm does not assign all of `{name}` in every case")]
    AssignedInPart { name: String },
    #[error("the branches of an `if` equation have to give the same variables")]
    DifferentBranches,
    #[error("no equation gives the derivative of `{name}`, which others read")]
    NoDerivative { name: String },
    #[error(
        "the derivative of `{name}` has no formula: its definition has operations that are not differentiated here"
    )]
    NotDerived { name: String },
    #[error(
        "this equation gives nothing, since others give all that is in it: equations give a variable of the model or a signal input of a component, `y = rev.phi` or `push.f = -d*mass.v`; for flanges and frames of components use connect"
    )]
    NothingToSolve,
    #[error(
        "this equation relates potentials alone: those at a connector of the text, here `{name}`, are measured, and equations give the flows, `flange_b.tau = c*phi_rel`; for rigid connections and given motions connect components of the library to it"
    )]
    OwnConnector { name: String },
    #[error("no equation gives `{name}`, the flow into a connector of the text to which nothing inside is connected")]
    FlowNotGiven { name: String },
    #[error(
        "this equation cannot be solved for `{name}`: it is neither linear in it nor a nest of sums, products and quotients"
    )]
    NotSolved { name: String },
    #[error(
        "these equations have to be solved together, for `{names}`, which is not supported: write one variable of each on its left side"
    )]
    SystemOfEquations { names: String },
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
        "`{name}` is {found}, not a number: Boolean signals come from logical blocks (GreaterThreshold, And, ...), vectors by their elements"
    )]
    NotANumber { name: String, found: String },
    #[error("`{name}` is an input of the model, and an equation gives `{given}`, which is connected to it")]
    InputGiven { name: String, given: String },
    #[error("initial equations give one variable of a component, `rev.phi = 0.3`, `rev.w = 0` or `der(rev.w) = 0`")]
    InitialForm,

    // Parameters and components of the netlist.
    #[error("`{attribute}` of `{name}` is a value without parts")]
    AttributeWithParts { attribute: String, name: String },
    #[error("a gravity field has three elements, this is {found}")]
    NotAField { found: String },
    #[error("constant `{full}` is known before the simulation, not {found}")]
    OpenConstant { full: String, found: String },
    #[error("parameter `{full}` is {kind}, not {found}")]
    ParameterType { full: String, kind: String, found: String },
    #[error("parameter `{full}` is declared as {scalar}, but its value is {other_scalar}")]
    ParameterDimensions { full: String, scalar: String, other_scalar: String },
    #[error("`{name}` of {class} cannot be replaced: equations of library classes are fixed")]
    FixedLaw { name: String, class: String },
    #[error("`{name}` of {class} is not a parameter: only its attributes can be set, as in `{name}(start = ...)`")]
    NotAParameter { name: String, class: String },
    #[error("`{name}` of `{component}` is set to {found}: name one of its members")]
    SetToRecord { name: String, component: String, found: String },
    #[error("`{name}` of `{component}` cannot be {found}")]
    WrongValue { name: String, component: String, found: String },
    #[error("`{name}` of {class} takes literals of {enumeration}, not {of}.{literal}")]
    WrongLiteral { name: String, class: String, enumeration: String, of: String, literal: String },
    #[error("`{name}` of `{component}` is in {own}: its unit cannot be `{unit}`")]
    WrongUnit { name: String, component: String, own: String, unit: String },
    #[error("`{inner}` cannot be {found}")]
    WrongModifier { inner: String, found: String },

    // Models that Modelica text cannot express.
    #[error("component `{name}` is a `{class}`, which the Modelica Standard Library does not have")]
    NotInLibrary { name: String, class: String },
    #[error(
        "the World is called `{name}`: components of Modelica look for it under the name `world`, so it has to be called that"
    )]
    NameOfWorld { name: String },

    /// A note, not an error.
    #[error(transparent)]
    Note(#[from] Note),
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

/// Notes for the user, which are not errors.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Note {
    #[error("the unit `{unit}` is not known: it is left out")]
    UnknownUnit { unit: String },
    #[error("`{name}` is the time at the start: {start} s, the start time of the experiment")]
    TimeAtStart { name: String, start: f64 },
    #[error("`{attribute}` of `{name}` has no effect: an equation gives `{name}` at the start, too")]
    NoEffect { attribute: String, name: String },
    #[error("`{attribute}` of `{name}` is not watched: it has no effect")]
    NotWatched { attribute: String, name: String },
    #[error("`{name}` is not there with the parameters of its component: the connection is left out")]
    AbsentConnector { name: String },
    #[error("nothing reads variable `{name}`, which is neither a number nor an output: it is left out")]
    NothingReads { name: String },
    #[error(
        "nothing reads variable `{name}`, an expression of voltages, currents or the like at connectors: it is left out"
    )]
    OfConnectors { name: String },
    #[error("assertions of variables are not watched during the simulation: it is left out")]
    OpenAssertion,
    #[error("structural parameter `{full}`: it is evaluated when the model is read, and cannot be set in the FMU")]
    Shaping { full: String },
    #[error(
        "parameter `{full}` is not a number: its value is fixed when the model is read, and it cannot be set in the FMU"
    )]
    NotANumber { full: String },
    #[error("`{name}` of `{component}` only draws something: it is left out")]
    OnlyDrawn { name: String, component: String },
    #[error("`{name}` of `{component}` is left out of pictures: its value is not known here")]
    UnknownPicture { name: String, component: String },
    #[error("no equation that is read gives variable `{name}`: it is left out")]
    NoEquation { name: String },
    #[error("variable `{name}` is neither a number nor a vector with elements: it is left out")]
    NoText { name: String },
    #[error("{kind} `{name}` is connected to nothing and left out")]
    Idle { kind: &'static str, name: String },
    #[error("there is no `inner` `{name}` around: a default `{class}` is put in{message}")]
    DefaultInner { name: String, class: String, message: String },
    #[error("visualizer `{prefix}{name}` is left out: its class is not known")]
    Visualizer { prefix: String, name: String },
    #[error("only assertions read parameter `{value}`: it is left out")]
    OnlyAsserted { value: String },
    #[error("an experiment has no `{text}`{near}: it is left out")]
    UnknownSetting { text: String, near: String },
    #[error("{modelica} of the experiment is not a {expected}: it is left out")]
    WrongSetting { modelica: &'static str, expected: &'static str },
    #[error(
        "there is no `inner` World around: a default one is put in, with uniform gravity of 9.80665 m/s2 along -y; declare `inner Modelica.Mechanics.MultiBody.World world` to choose"
    )]
    NoWorld,
}

impl LaterProblem for Fault {
    fn help(&self) -> Option<String> {
        None
    }
}

impl Fault {
    /// The problem at `span`.
    pub(crate) fn at(self, span: Span) -> Diagnostic {
        Diagnostic::new(span, self.into())
    }

    /// The problem of the text as a whole.
    pub(crate) fn without_place(self) -> Diagnostic {
        Diagnostic::without_place(self.into())
    }
}

/// A result, or what is wrong with the place.
pub(crate) type Outcome<T> = Result<T, Diagnostic>;

/// Fails with `problem` at `span`.
pub(crate) fn fault<T>(span: &Span, problem: impl Into<Fault>) -> Outcome<T> {
    Err(problem.into().at(span.clone()))
}

/// Fails since there is no `kind` called `name`.
pub(crate) fn unknown<T>(span: &Span, kind: &'static str, name: impl ToString, hint: impl Into<String>) -> Outcome<T> {
    fault(span, Fault::Unknown { kind, name: name.to_string(), hint: hint.into() })
}

/// Fails with `why` the thing whose name is at `span` cannot stand there.
pub(crate) fn refused<T>(span: &Span, name: impl std::fmt::Display, why: &'static str) -> Outcome<T> {
    fault(span, Fault::Refused { name: name.to_string(), why })
}
