//! Damaged files give errors or a model, never a panic.

use super::COMPLETE_TOML;
use crate::model_file::{ModelFile, SourceText};

/// A linear congruential generator (Knuth's MMIX constants): the same numbers on every run.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

const FRAGMENTS: [&str; 32] = [
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "=",
    ":",
    ",",
    ".",
    "#",
    "\n",
    "\\",
    "\\u",
    "null",
    "true",
    "1e999",
    "-",
    "nan",
    "1979-05-27",
    "class",
    "[components.",
    "[[",
    "]]",
    "ä",
    "\u{feff}",
    "\0",
    "0x",
    "^",
    "(",
    "//",
];

/// `text` with up to four pieces removed, inserted, doubled or swapped.
fn mutate(text: &str, random: &mut Generator) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(characters.len());
        let length = random.below(12).min(characters.len() - at);
        match random.below(5) {
            0 => drop(characters.drain(at..at + length)),
            1 => drop(characters.splice(at..at, FRAGMENTS[random.below(FRAGMENTS.len())].chars())),
            2 => {
                let piece: Vec<char> = characters[at..at + length].to_vec();
                let to = random.below(characters.len());
                drop(characters.splice(to..to, piece));
            }
            3 => {
                let other = random.below(characters.len());
                if at < characters.len() {
                    characters.swap(at, other);
                }
            }
            _ => characters.truncate(characters.len() - random.below(characters.len() / 8 + 1)),
        }
        if characters.is_empty() {
            characters.push(' ');
        }
    }
    characters.into_iter().collect()
}

fn check(text: &str, read: fn(&str) -> Result<ModelFile, Vec<crate::model_file::Diagnostic>>) -> bool {
    match read(text) {
        Ok(file) => {
            let json = file.to_json();
            assert_eq!(ModelFile::from_json(&json).unwrap().to_json(), json);
            true
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "an error without a reason:\n{text}");
            let source = SourceText { name: "m".to_owned(), text: text.to_owned() };
            for diagnostic in &diagnostics {
                let span = diagnostic.span.clone().unwrap_or(0..0);
                assert!(span.start <= span.end && span.end <= text.len(), "{diagnostic:?}\n{text}");
                assert!(!source.render(diagnostic).is_empty());
            }
            false
        }
    }
}

fn run(text: &str, read: fn(&str) -> Result<ModelFile, Vec<crate::model_file::Diagnostic>>) {
    let mut random = Generator(20250101);
    let mut good = 0;
    for _ in 0..20_000 {
        good += usize::from(check(&mutate(text, &mut random), read));
    }
    assert!((100..19_900).contains(&good), "{good} of 20000 are good: the mutations test nothing");
}

#[test]
fn damaged_json_never_panics() {
    run(&super::read(COMPLETE_TOML).unwrap().to_json(), ModelFile::from_json);
}

#[test]
fn damaged_toml_never_panics() {
    run(COMPLETE_TOML, ModelFile::from_toml);
}

#[test]
fn damaged_expressions_never_panic() {
    let mut random = Generator(7);
    let text = "-0.2*jointUPS.eAxis_ia[2] + {1, 2, from_deg(3e1)}*min(a.b, c^2)/(pi - cyl1.I[1,1])";
    for _ in 0..20_000 {
        let text = mutate(text, &mut random);
        if let Err(diagnostic) = crate::model_file::Expression::parse(&text) {
            let span = diagnostic.span;
            assert!(span.start <= span.end && span.end <= text.len(), "{text}");
        }
    }
}
