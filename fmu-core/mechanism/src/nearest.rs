//! "Did you mean": the known name most similar to a mistyped one.

use std::cmp::Reverse;

/// Longer names are not compared (the comparison takes quadratic time).
const LONGEST: usize = 200;

/// The candidate most similar to `name`, or none if none is similar.
///
/// Similar means: equal except for case, equal in the last dotted part (`Body` and `Parts.Body`), or a
/// Damerau-Levenshtein distance of at most a quarter of the longer name. Of equally similar candidates the one with the
/// longest common prefix wins, then the first in alphabetical order.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let near = candidates.into_iter().filter(|c| c.len() <= LONGEST).filter_map(|c| Some((distance(name, c)?, c)));
    near.min().map(|(_, candidate)| candidate)
}

/// Distance of `candidate` from `name`; none if it is too large. Names with the same last part are nearer than others.
fn distance(name: &str, candidate: &str) -> Option<(bool, usize, Reverse<usize>)> {
    let (a, b) = (name.to_ascii_lowercase(), candidate.to_ascii_lowercase());
    fn last(path: &str) -> &str {
        path.rsplit('.').next().unwrap_or_default()
    }
    let longer = a.chars().count().max(b.chars().count());
    let is_one = a == b || (last(&a) == last(&b) && (a.contains('.') || b.contains('.')));
    let distance = strsim::damerau_levenshtein(&a, &b);
    let is_near = distance <= (longer / 4).max(1) && distance < longer;
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    (is_one || is_near).then_some((!is_one && distance > 1, distance, Reverse(alike)))
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
        assert_eq!(nearest("sinn", ["sign", "sin"]), Some("sin"));
        assert_eq!(nearest("Sampler", ["Damper", "Stamper"]), None);
    }

    #[test]
    fn the_order_of_the_candidates_does_not_matter() {
        assert_eq!(nearest("rev.b", ["rev.w", "rev.a", "rev.phi"]), Some("rev.a"));
        assert_eq!(nearest("rev.b", ["rev.phi", "rev.a", "rev.w"]), Some("rev.a"));
        // Of several names that end alike, the one with the most characters in common.
        let names = ["link[1].rev.w", "axis[2].rev.w"];
        assert_eq!(nearest("axis[9].rev.w", names), Some("axis[2].rev.w"));
    }
}
