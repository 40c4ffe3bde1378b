//! One message for what is written once and there many times.

use crate::model_file::{Diagnostic, Expansion, Span};
use std::collections::{HashMap, HashSet};

/// Leaves out what says of another place of a sub-model, or of another element of an array, what has been said of one already: the
/// same message about the same text.
pub(crate) fn distinct(diagnostics: &mut Vec<Diagnostic>, expansion: &Expansion) {
    if expansion.repeated.is_empty() {
        return;
    }
    let mut counts: HashMap<Span, usize> = HashMap::new();
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span.as_ref()) {
        *counts.entry(span.clone()).or_default() += 1;
    }
    let mut seen = HashSet::new();
    diagnostics.retain(|diagnostic| match &diagnostic.span {
        Some(span) if counts.get(span).is_some_and(|count| *count > 1) => {
            seen.insert((span.clone(), in_common(&diagnostic.problem.to_string(), &expansion.repeated)))
        }
        _ => true,
    });
}

/// The message with what repeated parts have in common in place of their names.
fn in_common(message: &str, repeated: &HashMap<String, String>) -> String {
    let quoted = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => named_in_common(part, repeated),
    };
    message.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`")
}

fn named_in_common(name: &str, repeated: &HashMap<String, String>) -> String {
    let ends = name.rmatch_indices('.').map(|(at, _)| at);
    let found =
        std::iter::once(name.len()).chain(ends).find_map(|end| Some((repeated.get(&name[..end])?, &name[end..])));
    found.map_or_else(|| name.to_owned(), |(common, rest)| format!("{common}{rest}"))
}
