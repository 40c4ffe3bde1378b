//! Files of shapes inside an FMU: what they are called there.

use std::collections::HashSet;
use std::path::Path;

/// Folder of the files below resources/.
const FOLDER: &str = "shapes";
/// Endings of files that go along: those that OpenModelica's animation reads, two of which this tool reads, too.
const ENDINGS: [&str; 4] = ["stl", "obj", "dxf", "3ds"];

/// Extension of the file name, in lower case.
pub(super) fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Names of the files of one FMU, in lower case.
#[derive(Debug, Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// A name of ASCII letters, digits, `-`, `_` and dots that no other file has, whatever its case; none for files that stay where they are.
    pub(super) fn new_name(&mut self, path: &Path) -> Option<String> {
        let ending = ending(path);
        if !ENDINGS.contains(&ending.as_str()) {
            return None;
        }
        let stem: String = path.file_stem().unwrap_or_default().to_string_lossy().chars().map(plain).collect();
        let numbered = |number: usize| match number {
            1 => format!("{FOLDER}/{stem}.{ending}"),
            number => format!("{FOLDER}/{stem}_{number}.{ending}"),
        };
        let mut number = 1;
        while !self.0.insert(numbered(number).to_ascii_lowercase()) {
            number += 1;
        }
        Some(numbered(number))
    }
}

fn plain(character: char) -> char {
    if character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.') { character } else { '_' }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let mut names = Names::default();
        let mut name = |path: &str| names.new_name(Path::new(path));
        assert_eq!(name("a/arm left.STL").unwrap(), "shapes/arm_left.stl");
        assert_eq!(name("b/arm_left.stl").unwrap(), "shapes/arm_left_2.stl");
        assert_eq!(name("b/ARM_left.stl").unwrap(), "shapes/ARM_left_3.stl");
        assert_eq!(name("a/arm.dae"), None);
    }
}
