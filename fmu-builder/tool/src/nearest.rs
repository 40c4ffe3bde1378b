//! The name that somebody may have meant.

/// Names that are less alike than this are no help.
const LIKENESS: f64 = 0.5;

/// The one of `names` that is most like `name`, if one is.
pub fn nearest_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let candidates = names.map(|other| (strsim::normalized_damerau_levenshtein(&name, &other.to_lowercase()), other));
    let best = candidates.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > LIKENESS).map(|(_, name)| name)
}
