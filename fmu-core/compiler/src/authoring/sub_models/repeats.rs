//! A single message for errors in text that is expanded several times.

use crate::model_file::{Diagnostic, Expansion, Span, owners};
use mechanism::hashed::{HashMap, HashSet};

/// Drops messages that repeat a message about the same text, for another use of a sub-model or another element of an array.
pub(crate) fn distinct(diagnostics: &mut Vec<Diagnostic>, expansion: &Expansion) {
    if expansion.repeated.is_empty() {
        return;
    }
    let mut counts: HashMap<Span, usize> = HashMap::default();
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span.as_ref()) {
        *counts.entry(span.clone()).or_default() += 1;
    }
    let mut seen = HashSet::default();
    diagnostics.retain(|diagnostic| match &diagnostic.span {
        Some(span) if counts.get(span).is_some_and(|count| *count > 1) => {
            seen.insert((span.clone(), in_common(&diagnostic.problem.to_string(), &expansion.repeated)))
        }
        _ => true,
    });
}

/// The message with the names of repeated parts replaced by their common name.
fn in_common(message: &str, repeated: &HashMap<String, String>) -> String {
    let quoted = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => with_common_names(part, repeated),
    };
    message.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`")
}

/// The text, an expression or a name, with these names replaced.
fn with_common_names(text: &str, repeated: &HashMap<String, String>) -> String {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_.[],".contains(c);
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_of_name) {
        let end = rest[start..].find(|c| !is_of_name(c)).map_or(rest.len(), |length| start + length);
        out.push_str(&rest[..start]);
        out.push_str(&named_in_common(&rest[start..end], repeated));
        rest = &rest[end..];
    }
    out + rest
}

fn named_in_common(name: &str, repeated: &HashMap<String, String>) -> String {
    let found = owners(name).find_map(|owner| Some((repeated.get(owner)?, &name[owner.len()..])));
    found.map_or_else(|| name.to_owned(), |(common, rest)| format!("{common}{rest}"))
}
