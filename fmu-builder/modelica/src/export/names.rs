//! Names of components in Modelica text.

use std::collections::{BTreeMap, BTreeSet};

use compiler::model_file::c_identifier;

use crate::syntax::lexer::keyword;

/// Names with a fixed meaning in all models that are not keywords.
const TAKEN: [&str; 2] = ["time", "Modelica"];

/// Names of a model that become one identifier each, with all their dots and indices.
#[derive(Default)]
pub(super) struct Names {
    pub(super) known: BTreeSet<String>,
    /// Whole references that have another name.
    pub(super) renamed: BTreeMap<String, String>,
    /// Boolean variables: numbers in expressions of the netlist, but not in Modelica.
    pub(super) booleans: BTreeSet<String>,
}

impl Names {
    pub(super) fn new(known: impl IntoIterator<Item = String>, booleans: impl IntoIterator<Item = String>) -> Self {
        Self { known: known.into_iter().collect(), booleans: booleans.into_iter().collect(), ..Self::default() }
    }

    /// `left.rod.r[2]` with the component `left.rod` is `'left.rod'.r[2]`.
    pub(super) fn reference(&self, path: &str) -> String {
        if let Some(name) = self.renamed.get(path) {
            return name.clone();
        }
        let ends = path.match_indices(['.', '[']).map(|(at, _)| at).chain([path.len()]);
        let ends: Vec<usize> = ends.collect();
        match ends.into_iter().rev().find(|end| self.known.contains(&path[..*end])) {
            Some(end) => identifier(&path[..end]) + &path[end..],
            None => path.to_owned(),
        }
    }
}

/// A name as one identifier, quoted where it has other characters than identifiers have (specification 3.6, section 2.3.1).
pub(super) fn identifier(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && keyword(name).is_none();
    if is_plain && !TAKEN.contains(&name) { name.to_owned() } else { format!("'{name}'") }
}

/// Class name for a model of that name: its last part, with underscores for characters outside of identifiers.
pub(super) fn class_name(model: &str) -> String {
    let last = model.rsplit('.').next().filter(|last| !last.is_empty()).unwrap_or(model);
    identifier(&c_identifier(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_known_name_is_one_identifier() {
        let names = Names::new(["left.rod", "left", "rev[1]", "end", "plain"].map(str::to_owned), []);
        let references = ["left.rod.r[2]", "left.phi", "rev[1].phi", "end.x", "plain.frame_a.r_0[1]", "unknown.x"];
        let written = references.map(|reference| names.reference(reference));
        let expected = ["'left.rod'.r[2]", "left.phi", "'rev[1]'.phi", "'end'.x", "plain.frame_a.r_0[1]", "unknown.x"];
        assert_eq!(written, expected);
    }

    #[test]
    fn classes_have_plain_names() {
        let names = ["Pendulum", "A.B.Swing", "two rods", "2D", "model"].map(class_name);
        assert_eq!(names, ["Pendulum", "Swing", "two_rods", "_2D", "'model'"]);
    }
}
