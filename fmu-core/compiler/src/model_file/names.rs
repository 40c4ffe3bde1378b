//! The grammar of names: identifiers with optional indices, joined by dots (`axis1.gear`, `sine[2]`, `body.I[1,1]`).

use super::{Diagnostic, NameFault, Place, Problem, Spanned};
use mechanism::expression::parse_subscripts;

/// The C identifier for a name: underscores replace all but ASCII letters and digits, and one precedes an initial
/// digit.
pub fn c_identifier(name: &str) -> String {
    let mut identifier: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !identifier.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        identifier.insert(0, '_');
    }
    identifier
}

/// The name and its parts before dots, the longest first.
pub(crate) fn owners(name: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name).chain(splits(name).map(|(owner, _)| owner))
}

/// The name split at each of its dots, the last one first.
pub(crate) fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    name.rmatch_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]))
}

/// Checks `name` against the grammar of names.
pub(crate) fn check(name: &str) -> Result<(), NameFault> {
    name.split('.').try_for_each(check_part)
}

/// Checks that `name` is one identifier.
pub(super) fn check_plain(name: &str) -> Result<(), NameFault> {
    if name.contains(['.', '[']) {
        check(name)?;
        return Err(NameFault::NotPlain);
    }
    check_identifier(name)
}

/// Reports a `name` at `place` that violates `rule`.
pub(super) fn report(
    name: &Spanned<String>,
    place: Place,
    rule: fn(&str) -> Result<(), NameFault>,
    problems: &mut super::tree::Problems,
) {
    let problem = if name.value.is_empty() {
        Problem::empty(place)
    } else {
        match rule(&name.value) {
            Ok(()) => return,
            Err(fault) => Problem::IllegalName { place, name: name.value.clone(), fault },
        }
    };
    problems.push(Diagnostic::new(name.span.clone(), problem));
}

/// One part between dots.
fn check_part(part: &str) -> Result<(), NameFault> {
    let Some((identifier, index)) = part.split_once('[') else { return check_identifier(part) };
    check_identifier(identifier)?;
    let Some(inner) = index.strip_suffix(']') else { return Err(NameFault::Index(index.to_owned())) };
    match parse_subscripts(inner) {
        Some(_) => Ok(()),
        None => Err(NameFault::Index(inner.to_owned())),
    }
}

/// An identifier: a letter or underscore, then letters, digits and underscores (Modelica 3.6, section 2.3.1, IDENT without quotes).
fn check_identifier(identifier: &str) -> Result<(), NameFault> {
    let mut characters = identifier.chars();
    match characters.next() {
        None => return Err(NameFault::EmptyPart),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => {}
        Some(first) => return Err(NameFault::Character(first)),
    }
    match characters.find(|c| !c.is_ascii_alphanumeric() && *c != '_') {
        Some(wrong) => Err(NameFault::Character(wrong)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_grammar() {
        for name in ["a", "_b2", "axis1.gear.spring", "sine[2]", "sine[12].y", "body.I[1,1]", "a[1].b[2,3].c"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        let fault = |name: &str| check(name).err();
        assert_eq!(fault("a..b"), Some(NameFault::EmptyPart));
        assert_eq!(fault("a."), Some(NameFault::EmptyPart));
        assert_eq!(fault("2a"), Some(NameFault::Character('2')));
        assert_eq!(fault("a b"), Some(NameFault::Character(' ')));
        assert_eq!(fault("über"), Some(NameFault::Character('ü')));
        for index in ["0", "", "1,2,3", "-1", "1 ", "x", "01", "99999999999999999999999"] {
            assert_eq!(fault(&format!("a[{index}]")), Some(NameFault::Index(index.to_owned())));
        }
        assert_eq!(fault("a[1"), Some(NameFault::Index("1".to_owned())));
        assert_eq!(check_plain("a.b"), Err(NameFault::NotPlain));
        assert_eq!(check_plain("r_CM"), Ok(()));
    }
}
