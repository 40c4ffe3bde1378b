//! Messages for wrong models: `diagnostics/cases.txt` has each model with its problems, line, message and help.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use compiler::model_file::{Diagnostic, ModelFile, line_and_column};

const CASES: &str = include_str!("diagnostics/cases.txt");

/// All problems as `line: message | help`, without a line where there is no place.
fn problems(text: &str) -> Vec<String> {
    let found = match ModelFile::from_toml(text) {
        Ok(file) => compile(&file).err().unwrap_or_default(),
        Err(problems) => problems,
    };
    let show = |diagnostic: &Diagnostic| {
        let line = diagnostic.span.as_ref().map(|span| format!("{}: ", line_and_column(text, span.start).0));
        let help = diagnostic.problem.help().map(|help| format!(" | {help}"));
        format!("{}{}{}", line.unwrap_or_default(), diagnostic.problem, help.unwrap_or_default())
    };
    found.iter().map(show).collect()
}

#[test]
fn every_problem_is_named_where_it_is() {
    let mut cases = 0;
    let mut differences = String::new();
    for case in CASES.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, expected) = rest.split_at(rest.find("\n> ").expect(title) + 1);
        let expected: Vec<&str> = expected.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let found = problems(text);
        cases += 1;
        if found != expected {
            differences +=
                &format!("=== {title}\nfound:\n  {}\nexpected:\n  {}\n", found.join("\n  "), expected.join("\n  "));
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(cases >= 40, "{cases}");
}
