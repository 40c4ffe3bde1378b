//! Sub-models and arrays: what they become, that they move as what is written out, and what is refused.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;
use compiler::compile;
mod equal;
mod meaning;
mod mistakes;
mod more_mistakes;

use compiler::model_file::{ModelFile, SourceText};

/// The model of a text, flat.
fn flat(text: &str) -> ModelFile {
    ModelFile::from_toml(text).unwrap_or_else(|problems| {
        panic!("{}\n{text}", problems.iter().map(|p| p.problem.to_string()).collect::<Vec<_>>().join("\n"))
    })
}

/// All that is wrong with a text, as a user sees it; nothing when it compiles.
fn problems(text: &str) -> String {
    let source = SourceText { name: "m.toml".to_owned(), text: text.to_owned() };
    match ModelFile::from_source(source) {
        Err(invalid) => invalid.to_string(),
        Ok((file, sources)) => {
            let problems = compile(&file).err().unwrap_or_default();
            let rendered = problems.iter().map(|problem| {
                let (text, problem) = sources.locate(problem);
                text.render(&problem)
            });
            rendered.collect::<Vec<_>>().join("\n")
        }
    }
}

/// The warnings of a text that compiles.
fn warnings(text: &str) -> Vec<String> {
    let compiled = compiler::Compilation::new(&flat(text)).unwrap_or_else(|problems| panic!("{problems:?}"));
    compiled.warnings.iter().map(|warning| warning.problem.to_string()).collect()
}
