//! The texts of the reference suite.

use std::path::{Path, PathBuf};

use compiler::model_file::SourceText;
use support::shared_folder::shared;

use crate::syntax::parser;

pub(super) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mo") {
            found.push(path);
        }
    }
}

#[test]
fn all_texts_are_read() {
    let Some(suite) = shared("reference") else { return };
    let mut found = Vec::new();
    files(&suite.join("modelica"), &mut found);
    assert!(found.len() > 50);
    for path in found {
        let source = SourceText::read(&path).unwrap();
        let mut problems = Vec::new();
        let file = parser::parse(&source.text, 0, &crate::budget::Budget::default(), &mut problems);
        let rendered: Vec<String> = problems.iter().map(|problem| source.render(problem)).collect();
        assert!(problems.is_empty(), "{}", rendered.join("\n"));
        assert!(!file.classes.is_empty(), "{}", path.display());
    }
}
