//! Damaged texts: each gives a model or messages that say something and where, and never a panic.

use compiler::compile;
use std::time::{Duration, Instant};

use compiler::model_file::SourceText;
use fmu_builder::urdf::{self, Base, MimicMode, UrdfOptions};

use crate::urdf::rig::Random;
use crate::urdf::text::{empty, joint, link, robot};

const CASES: usize = 6_000;

const FRAGMENTS: [&str; 36] = [
    "<",
    ">",
    "/",
    "\"",
    "'",
    "=",
    " ",
    "\n",
    "&",
    "&lt;",
    "&#0;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml?>",
    "<link",
    "</link>",
    "<joint>",
    "<mimic joint=\"a\"/>",
    "0",
    "-1",
    "1e308",
    "1e-320",
    "nan",
    "inf",
    "1 2 3",
    "",
    "a",
    "b",
    "fixed",
    "planar",
    "floating",
    "prismatic",
    "\u{e4}\u{2603}",
    "\0",
];

fn samples() -> Vec<String> {
    let turn = |rest: &str| format!(r#"<origin xyz="0.1 0 0.2" rpy="0.1 -0.2 0.3"/><axis xyz="0 1 0"/>{rest}"#);
    let many = robot(&[
        empty("ground"),
        link("a", 1.0, "0.1 0 0", [0.1, 0.1, 0.1]),
        link("b", 2.0, "0 0.1 0", [0.1, 0.2, 0.15]),
        link("c", 0.5, "0 0 0", [0.01, 0.01, 0.01]),
        empty("d"),
        joint("a", "revolute", "ground", "a", &turn(r#"<dynamics damping="0.1" friction="0.2"/>"#)),
        joint("b", "prismatic", "a", "b", &turn(r#"<mimic joint="a" multiplier="0.5" offset="0.1"/>"#)),
        joint("c", "continuous", "a", "c", &turn(r#"<limit lower="-1" upper="1" effort="3" velocity="2"/>"#)),
        joint("d", "fixed", "c", "d", ""),
    ]);
    let free = robot(&[
        link("a", 1.0, "0.1 0 0", [0.1, 0.1, 0.1]),
        link("b", 2.0, "0 0.1 0", [0.1, 0.2, 0.15]),
        link("c", 0.5, "0 0 0", [0.01, 0.01, 0.01]),
        joint("p", "planar", "a", "b", r#"<axis xyz="0 0 1"/>"#),
        joint("f", "floating", "a", "c", ""),
    ]);
    vec![many, free, include_str!("../../../../examples/arm.urdf").to_owned()]
}

fn damaged(samples: &[String], random: &mut Random) -> String {
    let mut text = samples[random.below(samples.len())].clone();
    for _ in 0..=random.below(3) {
        text = match random.below(8) {
            0 => characters(&text, random),
            1 => words(&text, random),
            2 => tags(&text, random),
            3 if random.below(4) == 0 => text.chars().take(random.below(text.chars().count())).collect(),
            _ => values(&text, random),
        };
    }
    text
}

fn characters(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len());
    let end = (at + random.below(6)).min(characters.len());
    characters.splice(at..end, FRAGMENTS[random.below(FRAGMENTS.len())].chars());
    characters.into_iter().collect()
}

/// A piece between two separators becomes a fragment or another piece.
fn pieces(text: &str, separator: &[char], random: &mut Random) -> String {
    let mut places: Vec<(usize, &str)> = text.match_indices(separator).collect();
    places.push((text.len(), ""));
    let piece = |k: usize| &text[places[k].0..places[(k + 1).min(places.len() - 1)].0];
    let (at, other) = (random.below(places.len()), random.below(places.len()));
    let new = match random.below(3) {
        0 => String::new(),
        1 => piece(other).to_owned(),
        _ => format!("{}{}", piece(other), piece(at)),
    };
    let end = places[(at + 1).min(places.len() - 1)].0;
    [&text[..places[at].0], &new, &text[end..]].concat()
}

fn words(text: &str, random: &mut Random) -> String {
    pieces(text, &[' ', '"'], random)
}

fn tags(text: &str, random: &mut Random) -> String {
    pieces(text, &['<'], random)
}

/// A value becomes a fragment or another value.
fn values(text: &str, random: &mut Random) -> String {
    let mut parts: Vec<&str> = text.split('"').collect();
    let inside: Vec<usize> = (1..parts.len()).step_by(2).collect();
    if inside.is_empty() {
        return text.to_owned();
    }
    let at = inside[random.below(inside.len())];
    parts[at] = if random.below(2) == 0 {
        FRAGMENTS[random.below(FRAGMENTS.len())]
    } else {
        parts[inside[random.below(inside.len())]]
    };
    parts.join("\"")
}

fn options(random: &mut Random) -> UrdfOptions {
    UrdfOptions {
        base: [Base::Fixed, Base::Floating][random.below(2)],
        mimic: [MimicMode::Gear, MimicMode::Free, MimicMode::Lock][random.below(3)],
        friction: random.below(2) == 1,
        limits: random.below(2) == 1,
        ..UrdfOptions::default()
    }
}

#[test]
fn damaged_texts_get_messages_or_models() {
    let (samples, mut random) = (samples(), Random(7));
    let mut counts = [0, 0, 0];
    for case in 0..CASES {
        let text = damaged(&samples, &mut random);
        let source = SourceText { name: "r.urdf".to_owned(), text: text.clone() };
        let start = Instant::now();
        match urdf::read(source, &options(&mut random)) {
            Ok((robot, _)) => match compile(&robot.file) {
                Ok(_) => counts[0] += 1,
                Err(problems) => {
                    counts[1] += 1;
                    assert!(!problems.is_empty(), "case {case}\n{text}");
                    for problem in problems {
                        assert!(problem.span.as_ref().is_none_or(|span| span.end <= text.len()), "{problem:?}\n{text}");
                    }
                }
            },
            Err(error) => {
                counts[2] += 1;
                assert!(!error.diagnostics.is_empty(), "case {case}\n{text}");
                for diagnostic in &error.diagnostics {
                    assert!(!diagnostic.problem.to_string().is_empty());
                    if let Some(span) = &diagnostic.span {
                        assert!(span.start <= span.end && span.end <= text.len(), "{diagnostic:?}\n{text}");
                        assert!(
                            text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
                            "{diagnostic:?}\n{text}"
                        );
                    }
                }
                assert!(!error.to_string().is_empty());
            }
        }
        assert!(start.elapsed() < Duration::from_secs(2), "case {case}\n{text}");
    }
    assert!(counts[0] > CASES / 20 && counts[2] > CASES / 3, "{counts:?}");
}

#[test]
fn deep_and_wide_texts_end() {
    let deep = format!("<robot name=\"r\">{}", "<link name=\"l\">".repeat(50_000));
    let source = |text: String| SourceText { name: "r.urdf".to_owned(), text };
    assert!(urdf::read(source(deep), &UrdfOptions::default()).is_err());
    // Ten thousand joints on links that are not there.
    let wide: Vec<String> =
        (0..10_000).map(|k| joint(&format!("j{k}"), "fixed", &format!("p{k}"), &format!("c{k}"), "")).collect();
    let wide = robot(&[vec![empty("ground")], wide].concat());
    let start = Instant::now();
    let error = urdf::read(source(wide), &UrdfOptions::default()).unwrap_err();
    assert_eq!(error.diagnostics.len(), 1001);
    assert!(start.elapsed() < Duration::from_secs(5));
}
