//! What is wrong with functions, their calls and their algorithms.

/// What is wrong with functions, their calls and their algorithms.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum FunctionProblem {
    #[error("`break` ends a loop, and there is none around it")]
    BreakOutsideOfLoop,
    #[error("a function has no events: `when` is not read")]
    WhenInFunction,
    #[error("the function `{function}` does not end within {limit} statements")]
    Endless { function: String, limit: usize },
    #[error("a name is missing")]
    NameMissing,
    #[error("the function `{function}` has no variable `{name}`{near}")]
    UnknownVariable { function: String, name: String, near: String },
    #[error("`{name}` is an input of the function: it cannot be assigned")]
    InputAssigned { name: String },
    #[error("`{name}` is no record: it has no members")]
    NotARecord { name: String },
    #[error("record `{of}` has no `{member}`{near}")]
    UnknownMemberAssigned { of: String, member: String, near: String },
    #[error("`{name}` has no elements yet: its size is not known, or it is a scalar")]
    NoElementsYet { name: String },
    #[error("{chosen} cannot be assigned {values}")]
    WrongCount { chosen: String, values: String },
    #[error("elements of `{name}` cannot be assigned")]
    ElementsAssigned { name: String },
    #[error("only variables can be assigned")]
    NotAVariable,
    #[error("only a function with a text gives several values")]
    NotSeveral,
    #[error("the function `{function}` has {outputs} output(s), not {count}")]
    TooFewOutputs { function: String, outputs: usize, count: usize },
    #[error("the function `{function}` assigns nothing to its output `{name}`")]
    OutputWithoutValue { function: String, name: String },
    #[error("a condition is true or false, not {found}")]
    NotACondition { found: String },
    #[error(
        "whether this is reached depends on {found}, which changes: the function `{function}` cannot be put in as an expression"
    )]
    OpenEnd { found: String, function: String },
    #[error("`{name}` has other dimensions in the two branches")]
    BranchDimensions { name: String },
    #[error("an index needs its range: `i in 1:n`")]
    IndexWithoutRange,
    #[error(
        "this loop of the function `{function}` depends on {found}, which is not known before the simulation: only loops with known bounds are read"
    )]
    OpenLoop { function: String, found: String },
    #[error("`{name}(...)` is no statement that is read")]
    UnknownStatement { name: String },
    #[error("`assert` needs a condition")]
    AssertWithoutCondition,
    #[error("this assertion does not hold{told}")]
    Assertion { told: String },
    #[error(
        "`{name}` becomes an expression of more than {limit} numbers, names and operators: where the function is called, give the arguments that are expressions variables of their own, as in `Real Q[4] = Frames.to_Q(body.frame_a.R);`"
    )]
    TooLarge { name: String, limit: usize },
    #[error("`der` takes one variable")]
    DerArguments,
    #[error("`der` takes a variable of a component, not one of the text: write what gives it, `der(rev.phi)`")]
    DerOfText,
    #[error("`der` takes a variable; of signals use a block Blocks.Continuous.Der")]
    DerOfExpression,
    #[error("`{function}` is no function")]
    NotAFunction { function: String },
    #[error("the function `{full}` is not known here")]
    UnknownLibraryFunction { full: String },
    #[error("`{simple}` belongs to events, which models in text cannot have: use a source or a logical block")]
    EventFunction { simple: String },
    #[error("there is no function `{name}`{near}")]
    UnknownFunction { name: String, near: String },
    #[error("`{name}` takes its arguments by position")]
    NamedArguments { name: String },
    #[error("`{name}` is not read with these arguments")]
    WrongArguments { name: String },
    #[error("a size is a whole number, not {found}")]
    WrongSize { found: String },
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
    TooDeep { limit: usize },
    #[error("the function `{function}` has more than one algorithm")]
    SeveralAlgorithms { function: String },
    #[error("the function `{function}` {why}")]
    Refused { function: String, why: &'static str },
    #[error("there is no function `{base}` with a text")]
    FunctionWithoutText { base: String },
    #[error("the bases of `{class}` lead to each other")]
    BasesInCircle { class: String },
    #[error("the function `{class}` has no text to extend")]
    NoTextToExtend { class: String },
    #[error("the base class `{full}` is not known")]
    UnknownLibraryBase { full: String },
    #[error("there is no class `{base}` to extend")]
    UnknownBase { base: String },
    #[error("`{class}` is no type of values")]
    NotAType { class: String },
    #[error("the function `{function}` has no output")]
    WithoutOutput { function: String },
    #[error("the function `{function}` has {count} input(s), not more")]
    TooManyArguments { function: String, count: usize },
    #[error("the function `{function}` has no input `{name}`{near}")]
    UnknownInput { function: String, name: String, near: String },
    #[error("input `{name}` of the function `{function}` is given twice")]
    InputTwice { name: String, function: String },
    #[error("the function `{function}` needs its input `{name}`")]
    InputMissing { function: String, name: String },
}
