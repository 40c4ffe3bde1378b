//! What is wrong with names and other parts of expressions.

/// What is wrong with names and other parts of expressions.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ExpressionProblem {
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
    #[error("a range is between numbers, with a step other than 0")]
    ZeroStep,
    #[error("a name is missing")]
    NameMissing,
    #[error("there is no `{name}` here{near}")]
    UnknownName { name: String, near: String },
    #[error("{class} has no literal `{last}`; it has {list}")]
    UnknownLiteral { class: String, last: String, list: String },
    #[error("{class} has no constant `{last}`")]
    UnknownConstant { class: String, last: String },
    #[error("`{full}` is not known here")]
    UnknownLibraryConstant { full: String },
    #[error("this is no constant")]
    NotAConstant,
    #[error("this constant has no value")]
    ConstantWithoutValue,
    #[error("`{name}` is a component, which has no value")]
    ValueOfComponent { name: String },
    #[error("{class} has no `{first}`{near}")]
    UnknownMember { class: String, first: String, near: String },
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
    #[error("a condition is true or false, not {found}")]
    NotACondition { found: String },
    #[error("functions and references lead deeper than {limit} levels")]
    TooDeep { limit: usize },
    #[error("`{first}` is read before it has a value")]
    ReadBeforeSet { first: String },
    #[error("no value")]
    NoValue,
    #[error("`{name}` is no record: it has no members")]
    NotARecord { name: String },
    #[error("`{name}` has no value that an expression could take")]
    WithoutValue { name: String },
    #[error("`{name}` is not there, because its condition is false")]
    Absent { name: String },
    #[error("parameter `{name}` has no value{hint}")]
    ParameterWithoutValue { name: String, hint: String },
    #[error("these parameters define each other: `{cycle}`")]
    ParametersInCircle { cycle: String },
    #[error("elements of `{name}` cannot be taken")]
    ElementsOf { name: String },
    #[error("no element")]
    NoElement,
    #[error("elements of this value cannot be taken: write them")]
    ElementsOfValue,
    #[error("{own} has no component, parameter or variable `{name}`{near}")]
    UnknownPart { own: String, name: String, near: String },
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
    #[error("record `{record}` has no member `{name}`{near}")]
    UnknownMemberOfRecord { record: String, name: String, near: String },
    #[error("record `{record}` has {names} member(s), not more")]
    TooManyMembers { record: String, names: usize },
    #[error("member `{name}` of record `{record}` is given twice")]
    MemberTwice { name: String, record: String },
    #[error("member `{name}` of record `{record}` cannot be changed")]
    FixedMember { name: String, record: String },
    #[error("record `{record}` holds a component")]
    ComponentInRecord { record: String },
    #[error("`{name}` has no value")]
    RecordWithoutValue { name: String },
    #[error("{found} has no member `{name}`{near}")]
    UnknownMemberOf { found: String, name: String, near: String },
    #[error("give the elements of `{full}`, `{input}[1] = ...`: their number is a parameter")]
    ElementsOfInput { full: String, input: String },
    #[error("`{class}` leads to itself through other classes")]
    ClassInCircle { class: String },
    #[error("`{class}` is a package")]
    Package { class: String },
    #[error("`{class}` {why}")]
    RefusedClass { class: String, why: &'static str },
    #[error("`:` as the size of components is not read: write the number")]
    OpenSize,
    #[error("the size of an array is a whole number, not {found}")]
    WrongSize { found: String },
    #[error("`{class}` is in the library, but not here yet; instead: {instead}")]
    NotYet { class: String, instead: String },
    #[error("there is no class `{full}` in the component library{near}")]
    UnknownClass { full: String, near: String },
    #[error("there is no class `{full}` in the component library; its package has {siblings}")]
    UnknownInPackage { full: String, siblings: String },
    #[error("the type `{full}` is not known{near}; else write `Real` with its unit, `parameter Real x(unit=\"m\")`")]
    UnknownType { full: String, near: String },
    #[error("there is no class `{full}` in the component library, nor its package{near}")]
    UnknownPackage { full: String, near: String },
    #[error("there is no class `{name}`{near}{hint}")]
    UnknownClassHere { name: String, near: String, hint: String },
    #[error("`{name}` is `outer`, and the `{name}` at {place} is not `inner`: write `inner` before its class")]
    NotInner { name: String, place: String },
    #[error(
        "`{name}` is `outer`, and nothing around is an `inner` `{name}`: declare `inner {class} {name}` in the model"
    )]
    NoInner { name: String, class: String },
}
