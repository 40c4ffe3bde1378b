//! Errors of model files, with advice.

use super::{
    ExperimentFault, ExpressionProblem, LibraryProblem, NESTING_LIMIT, PROBLEM_LIMIT, Place, SIZE_LIMIT, nearest,
};
use mechanism::digits::counted;
use mechanism::quoted::{is_unseen, quoted};
use mechanism::range;
use std::any::Any;
use std::sync::Arc;

/// An error of a later stage, of a type that the reader does not know.
pub trait LaterProblem: std::error::Error + Any + Send + Sync {
    /// Advice in addition to the message.
    fn help(&self) -> Option<String>;
}

/// Errors are equal if they are of one type and say the same.
impl PartialEq for dyn LaterProblem {
    fn eq(&self, other: &Self) -> bool {
        let [a, b]: [&dyn Any; 2] = [self, other];
        a.type_id() == b.type_id() && (self.to_string(), self.help()) == (other.to_string(), other.help())
    }
}

/// An error in a model file.
///
/// A [`super::Diagnostic`] is returned in results and must not exceed 128 bytes: large data of a variant are boxed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not TOML or JSON.
    #[error("{0}")]
    Syntax(String),
    /// A conflict with the component library, or a setting with a wrong value.
    #[error(transparent)]
    Library(Box<LibraryProblem>),
    /// An error found by a later stage.
    #[error(transparent)]
    Later(Arc<dyn LaterProblem>),
    /// The file cannot be read.
    #[error("{path} cannot be read: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// Message of the operating system.
        reason: String,
    },
    /// The file name does not end in `.toml` or `.json`.
    #[error("{} is not a model file: expected a name that ends in {expected}", quoted(path))]
    UnknownFileType {
        /// The file.
        path: String,
        /// The supported extensions.
        expected: &'static str,
    },
    /// The file is larger than a model file may be.
    #[error("the model file has {bytes} bytes, more than the maximum of {}", SIZE_LIMIT)]
    FileTooLarge {
        /// Its size.
        bytes: u64,
    },
    /// The file is not UTF-8 text.
    #[error("the model file is not UTF-8 text: byte {position} is the first invalid one")]
    NotUtf8 {
        /// Position of the first wrong byte.
        position: usize,
    },
    /// Tables or arrays nested too deeply.
    #[error("tables and arrays nest deeper than {} levels", NESTING_LIMIT)]
    TooDeep,
    /// There are more errors than reported.
    #[error("more than {} problems; the rest is not listed", PROBLEM_LIMIT)]
    TooManyProblems,
    /// A key occurs twice in one table.
    #[error("the key {} occurs twice in the same table", quoted(key))]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// JSON's `null`.
    #[error("`null` is not a value of a model file: expected a number, a Boolean, a string, an array or a table")]
    Null,
    /// A date or time of TOML.
    #[error(
        "{} is a date or time, which no parameter accepts: expected a number, a Boolean, a string, an array or a table",
        quoted(text)
    )]
    Date {
        /// As written.
        text: String,
    },
    /// A number without a finite value.
    #[error("{} is not a finite number", quoted(text))]
    NumberNotFinite {
        /// As written.
        text: String,
    },
    /// A key that the table does not define.
    #[error("{place} has no key {}", quoted(key))]
    UnknownKey {
        /// The table.
        place: Place,
        /// The key.
        key: String,
        /// The known keys.
        known: &'static [&'static str],
    },
    /// A required key is missing.
    #[error("{place} has no `{key}`: expected {expected}")]
    MissingKey {
        /// The table.
        place: Place,
        /// The key.
        key: &'static str,
        /// Value that the key should have.
        expected: &'static str,
    },
    /// A value of another type than expected, an empty name, or a number that is not positive.
    #[error("{place} is {found}: expected {expected}")]
    WrongType {
        /// Owner of the value.
        place: Place,
        /// Description of the value.
        found: String,
        /// Description of a legal value.
        expected: &'static str,
    },
    /// An invalid name.
    #[error("{place}: {} is not a legal name: {fault}", quoted(name))]
    IllegalName {
        /// Owner of the name.
        place: Place,
        /// The name.
        name: String,
        /// Violated rule.
        fault: NameFault,
    },
    /// A name that is reserved in expressions.
    #[error("{place}: the name {} is reserved: it has a meaning in expressions", quoted(name))]
    ReservedName {
        /// Owner of the name.
        place: Place,
        /// The name.
        name: String,
    },
    /// A duplicate name.
    #[error("the name {} is used twice, in `{first}` and in `{second}`", quoted(name))]
    DuplicateName {
        /// The name.
        name: String,
        /// Section of the first use.
        first: &'static str,
        /// Section of the second use.
        second: &'static str,
    },
    /// Mutually exclusive keys.
    #[error("{place} has both `{}`: expected one of them", .keys.join("` and `"))]
    BothKeys {
        /// Table with the keys.
        place: Place,
        /// The keys.
        keys: Vec<&'static str>,
    },
    /// A name with dots or indices that was not quoted, so that it became several keys.
    #[error("{} in `{section}` is split into several keys: the whole name must be one quoted key", quoted(name))]
    UnquotedName {
        /// `components`, `parameters`, `inputs` or `outputs`.
        section: &'static str,
        /// The name that was probably meant.
        name: String,
    },
    /// A connection without exactly two ends.
    #[error("connection {connection} has {}: expected two, [\"a.frame_b\", \"b.frame_a\"]", counted(*found, "end"))]
    NotAPair {
        /// Counted from 1.
        connection: usize,
        /// Number of ends.
        found: usize,
    },
    /// The end of a connection is a component, not a connector of one.
    #[error(
        "connection {connection}: {} is not a connector: expected component and connector, `component.frame_a`",
        quoted(end)
    )]
    NoConnector {
        /// Counted from 1.
        connection: usize,
        /// As written.
        end: String,
    },
    /// Not an integer, or out of range.
    #[error("{place} is {value}: expected a whole number from {min} to {max}")]
    NotACount {
        /// Owner of the value.
        place: Place,
        /// The value.
        value: f64,
        /// Smallest legal value.
        min: u64,
        /// Largest legal value.
        max: u64,
    },
    /// The experiment cannot be simulated.
    #[error("`experiment`: {0}")]
    Experiment(ExperimentFault),
    /// The duration of the experiment does not exceed its step size.
    #[error("`experiment.step_size` is {step}: expected less than the duration of the experiment, which is {duration}")]
    StepNotBelowDuration {
        /// Step size, s.
        step: f64,
        /// Stop time minus start time, s.
        duration: f64,
    },
    /// Contradictory limits.
    #[error("model parameter {}: `min` is {min}, more than `max`, which is {max}", quoted(parameter))]
    LimitsReversed {
        /// The parameter.
        parameter: String,
        /// Smallest legal value.
        min: f64,
        /// Largest legal value.
        max: f64,
    },
    /// A value outside its own limits.
    #[error("model parameter {} is {value}: expected {}", quoted(parameter), range(*min, *max))]
    OutsideLimits {
        /// The parameter.
        parameter: String,
        /// Its value.
        value: f64,
        /// Smallest legal value.
        min: Option<f64>,
        /// Largest legal value.
        max: Option<f64>,
    },
    /// `value` beside `start` or `fixed`.
    #[error("model parameter {} has both `value` and `{attribute}`", quoted(parameter))]
    ValueAndStart {
        /// The parameter.
        parameter: String,
        /// `start` or `fixed`.
        attribute: &'static str,
    },
    /// Rows of different lengths, or arrays beside scalars.
    #[error("{place}: row {row} is {found}, unlike row 1: all rows of an array have the same shape")]
    RaggedArray {
        /// Owner of the value.
        place: Place,
        /// The row that differs, from 1.
        row: usize,
        /// Shape of that row, in words.
        found: String,
    },
    /// An expression that cannot be parsed or evaluated.
    #[error(transparent)]
    Expression(ExpressionProblem),
    /// An error with its subject.
    #[error("{place}: {problem}")]
    At {
        /// Subject of the error.
        place: Place,
        /// The error.
        problem: Box<Problem>,
    },
}

impl<P: LaterProblem> From<P> for Problem {
    fn from(problem: P) -> Self {
        Self::Later(Arc::new(problem))
    }
}

impl From<ExpressionProblem> for Problem {
    fn from(problem: ExpressionProblem) -> Self {
        Self::Expression(problem)
    }
}

impl From<LibraryProblem> for Problem {
    fn from(problem: LibraryProblem) -> Self {
        Self::Library(Box::new(problem))
    }
}

impl Problem {
    /// An empty name or text.
    pub(super) fn empty(place: Place) -> Self {
        Self::WrongType { place, found: "empty".to_owned(), expected: "a name" }
    }

    /// Adds a subject to the error.
    pub fn at(self, place: Place) -> Self {
        Self::At { place, problem: Box::new(self) }
    }

    /// Advice in addition to the message.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Library(problem) => problem.help(),
            Self::Later(problem) => problem.help(),
            Self::UnknownFileType { .. } => Some("rename the file according to its content".to_owned()),
            Self::NotUtf8 { .. } => Some("save the file in UTF-8".to_owned()),
            Self::DuplicateKey { .. } => Some("remove or rename one of them".to_owned()),
            Self::Null => Some("leave the key out to get the default".to_owned()),
            Self::Date { .. } => Some("write it as a number in seconds, or quote it if it is a text".to_owned()),
            Self::UnknownKey { key, known, .. } => Some(match nearest(key, known.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("known keys: {}", known.join(", ")),
            }),
            Self::ReservedName { .. } | Self::DuplicateName { .. } => Some("choose another name".to_owned()),
            Self::UnquotedName { section, name } => Some(quote_help(section, name)),
            Self::Experiment(fault) => Some(fault.help().to_owned()),
            Self::StepNotBelowDuration { .. } => Some("choose a smaller `step_size` or a later `stop_time`".to_owned()),
            Self::IllegalName { fault: NameFault::NotPlain, .. } => {
                Some("variables of inner parts are set in nested tables: `part = { variable = { start = 1 } }`".to_owned())
            }
            Self::IllegalName { place: Place::TopLevel(_), .. } => Some("write it as one line of printable characters".to_owned()),
            Self::IllegalName { .. } => {
                Some("a name is made of letters, digits and underscores, with dots and indices between: `axis1.gear`, `sine[2]`".to_owned())
            }
            Self::ValueAndStart { .. } => {
                Some("keep `value` for a given value, or `start` and `fixed = false` for one that the initialisation solves".to_owned())
            }
            Self::At { problem, .. } => problem.help(),
            Self::Expression(problem) => problem.help(),
            _ => None,
        }
    }
}

/// Shows how to write a name with dots or indices as one quoted key.
fn quote_help(section: &str, name: &str) -> String {
    let name = name.escape_debug();
    match section {
        "components" => {
            format!("quote it: `[components.\"{name}\"]` in TOML, `\"components\": {{ \"{name}\": ... }}` in JSON")
        }
        _ => format!(
            "quote it: `\"{name}\" = ...` in `[{section}]` in TOML, `\"{section}\": {{ \"{name}\": ... }}` in JSON"
        ),
    }
}

/// Violated rule of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// An empty part before, after or between dots.
    #[error("a part of it is empty")]
    EmptyPart,
    /// A character that is not allowed in an identifier at that place.
    #[error("{} is not allowed there", shown(*.0))]
    Character(char),
    /// Brackets without one or two positive integers.
    #[error("`[{}]` is not an index: expected one or two positive whole numbers, `[2]` or `[1,2]`", .0.escape_debug())]
    Index(String),
    /// Dots or indices where a plain identifier is expected.
    #[error("expected one identifier, without dots and indices")]
    NotPlain,
}

/// A character in a message.
fn shown(c: char) -> String {
    if is_unseen(c) { format!("U+{:04X}", u32::from(c)) } else { format!("`{}`", c.escape_debug()) }
}
