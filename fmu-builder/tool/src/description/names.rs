//! The grammar of structured variable names (FMI 2.0.5, 2.2.9).

/// Characters of a quoted name beside letters, digits and the underscore.
const QUOTED: &str = "!#$%&()*+,-./:;<>=?@[]^{}|~ ";

/// True if `name` follows the naming convention `structured`: `a.b[1,2].c` or `der(a.b)`.
///
/// ```
/// use fmu_tool::description::is_structured_name;
/// assert!(is_structured_name("body.frame_a.r_0[1]"));
/// assert!(is_structured_name("der(rev.phi)"));
/// assert!(!is_structured_name("my mass"));
/// ```
pub fn is_structured_name(name: &str) -> bool {
    match name.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => {
            is_identifier(inner)
                || inner.rsplit_once(',').is_some_and(|(inner, order)| is_identifier(inner) && is_unsigned(order))
        }
        None => is_identifier(name),
    }
}

/// One or more names with indices, separated by dots.
fn is_identifier(mut text: &str) -> bool {
    loop {
        let Some(rest) = skip_name(text).and_then(skip_indices) else { return false };
        if rest.is_empty() {
            return true;
        }
        let Some(rest) = rest.strip_prefix('.') else { return false };
        text = rest;
    }
}

/// Rest of `text` behind the plain or quoted name at its start.
fn skip_name(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix('\'') {
        return skip_quoted(quoted);
    }
    let first = text.chars().next()?;
    (first.is_ascii_alphabetic() || first == '_')
        .then(|| text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

fn skip_quoted(text: &str) -> Option<&str> {
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\'' => return (at > 0).then(|| &text[at + 1..]),
            '\\' => {
                characters.next().filter(|&(_, escaped)| "'\"?\\abfnrtv".contains(escaped))?;
            }
            c if c.is_ascii_alphanumeric() || c == '_' || QUOTED.contains(c) => {}
            _ => return None,
        }
    }
    None
}

/// Rest of `text` behind the optional array indices at its start.
fn skip_indices(text: &str) -> Option<&str> {
    let Some(inner) = text.strip_prefix('[') else { return Some(text) };
    let (indices, rest) = inner.split_once(']')?;
    indices.split(',').all(is_unsigned).then_some(rest)
}

fn is_unsigned(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_structured_name;

    #[test]
    fn follows_the_grammar() {
        for name in ["a", "_a1", "a.b", "a[1]", "a[1,2].b[3]", "der(a.b[2])", "der(a,2)", "'a b'.c", "'\\''", "time"] {
            assert!(is_structured_name(name), "{name}");
        }
        for name in [
            "", "1a", "a.", ".a", "a..b", "a[", "a[]", "a[1,]", "a[x]", "a b", "ä", "der()", "der(a", "''", "'a",
            "a[1]b",
        ] {
            assert!(!is_structured_name(name), "{name}");
        }
    }
}
