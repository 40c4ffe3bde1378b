//! Unique names of components: identifiers.

use std::collections::HashSet;

use compiler::model_file::c_identifier;

/// Names in use.
#[derive(Debug)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Only `names` are in use.
    pub(super) fn with(names: &[&str]) -> Self {
        Self { taken: names.iter().map(|&name| name.to_owned()).collect() }
    }

    /// Names for the things called `written`. A unique identifier is kept, anywhere in the list; others are converted
    /// to identifiers in the order of the list, with `suffix` if the name is in use.
    pub(super) fn give(&mut self, written: &[&str], suffix: &str) -> Vec<String> {
        let kept: Vec<bool> =
            written.iter().map(|&name| c_identifier(name) == name && self.taken.insert(name.to_owned())).collect();
        let given = written
            .iter()
            .zip(kept)
            .map(|(&name, kept)| if kept { name.to_owned() } else { self.free(&c_identifier(name), suffix) });
        given.collect()
    }

    /// A name for a component that belongs to `owner`.
    pub(super) fn part(&mut self, owner: &str, part: &str) -> String {
        self.free(&c_identifier(&format!("{owner}_{part}")), "")
    }

    /// `name`, or a modified name if it is in use.
    fn free(&mut self, name: &str, suffix: &str) -> String {
        let mut free = name.to_owned();
        if self.taken.contains(&free) && !suffix.is_empty() {
            free = format!("{name}{suffix}");
        }
        let base = free.clone();
        let mut number = 2;
        while !self.taken.insert(free.clone()) {
            free = format!("{base}_{number}");
            number += 1;
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers_and_stay_apart() {
        let mut names = Names::with(&["world", "base"]);
        let joints = names.give(&["a/b", "a_b", "1", "a b", "\u{e4}", "arm"], "");
        assert_eq!(joints, ["a_b_2", "a_b", "_1", "a_b_3", "_", "arm"]);
        let links = names.give(&["base", "arm", "base_link", "hand", "arm_link_2"], "_link");
        assert_eq!(links, ["base_link_2", "arm_link", "base_link", "hand", "arm_link_2"]);
        assert_eq!(names.part("arm", "origin"), "arm_origin");
        assert_eq!(names.part("arm", "origin"), "arm_origin_2");
    }
}
