//! "Did you mean": the known name that is most like a mistyped one.

/// Longer names are not compared (the comparison takes quadratic time).
const LONGEST: usize = 200;

/// The candidate most like `name`, or none when nothing is near.
///
/// Near is: equal but for case, equal in the last dotted part (`Body` and `Parts.Body`), or a Damerau-Levenshtein distance of at
/// most a third of the longer name. The first of equally near candidates wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let mut best = None;
    for candidate in candidates.into_iter().filter(|c| c.len() <= LONGEST) {
        let Some(distance) = distance(name, candidate) else { continue };
        if best.is_none_or(|(smallest, _)| distance < smallest) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How far `candidate` is from `name`; none when too far to be meant.
fn distance(name: &str, candidate: &str) -> Option<usize> {
    if name.eq_ignore_ascii_case(candidate) {
        return Some(0);
    }
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if last(name) == last(candidate) && (name.contains('.') || candidate.contains('.')) {
        return Some(1);
    }
    let (a, b) = (name.to_ascii_lowercase(), candidate.to_ascii_lowercase());
    let distance = strsim::damerau_levenshtein(&a, &b);
    let longer = a.chars().count().max(b.chars().count());
    (distance <= (longer / 3).max(1) && distance < longer).then_some(distance + 1)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let classes = ["Parts.Body", "Parts.BodyBox", "Joints.Revolute", "Joints.Prismatic"];
        assert_eq!(nearest("Revolute", classes), Some("Joints.Revolute"));
        assert_eq!(nearest("joints.revolute", classes), Some("Joints.Revolute"));
        assert_eq!(nearest("Joints.Revolut", classes), Some("Joints.Revolute"));
        assert_eq!(nearest("Parts.Bdoy", classes), Some("Parts.Body"));
        assert_eq!(nearest("Electrical.Resistor", classes), None);
        assert_eq!(nearest("", classes), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}
