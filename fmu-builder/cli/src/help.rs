//! Parts of the help that commands share.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Meaning of exit code 1 for commands that take models and FMUs.
pub(crate) const ANY_PROBLEM: &str = "the model, the FMU or the simulation has a problem";
/// Ends the help of commands whose arguments name variables.
pub(crate) const UNKNOWN_VARIABLE: &str = ", such as an unknown variable";

/// Examples, and the exit codes of a command; `problem` is the meaning of 1, besides files.
pub(crate) fn help(examples: &str, problem: &str) -> String {
    exit_codes(examples, &format!("{problem}, or a file cannot be read or written"))
}

/// Examples, and the exit codes of a command; `problem` is the meaning of 1.
pub(crate) fn exit_codes(examples: &str, problem: &str) -> String {
    let codes = format!("Exit codes:\n  0  success\n  1  {problem}\n  2  wrong arguments");
    if examples.is_empty() { codes } else { format!("{examples}\n\n{codes}") }
}

/// Words of an argument, each with its help and its meaning.
pub(crate) type Words<T> = [(&'static str, &'static str, T)];

/// Reads one of these words.
pub(crate) fn one_of<T: Clone + Send + Sync>(words: &'static Words<T>) -> impl TypedValueParser<Value = T> {
    let values = words.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values).try_map(move |text| {
        let found = words.iter().find(|(word, ..)| *word == text);
        found.map(|(.., meaning)| meaning.clone()).ok_or("unknown word")
    })
}
