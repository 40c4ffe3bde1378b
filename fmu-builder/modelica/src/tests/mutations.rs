//! Damaged texts give an error or a model, never a panic, and in a short time.

use super::read_text;
use compiler::compile;
use std::path::PathBuf;

const TEXT: &str = "package P \"texts\"
  import SI = Modelica.Units.SI;
  model Leg \"a spring with a mass\"
    extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
    parameter SI.Length L[3] = {0, -0.5, 0} \"length\";
    parameter Boolean heavy = true;
    Modelica.Mechanics.MultiBody.Parts.BodyShape rod(r = L, r_CM = L/2, m = if heavy then 2 else 1);
    Modelica.Mechanics.MultiBody.Parts.PointMass load(m = 1) if heavy;
  equation
    connect(frame_a, rod.frame_a);
    connect(rod.frame_b, frame_b);
    connect(rod.frame_b, load.frame_a);
  end Leg;
  model M
    inner Modelica.Mechanics.MultiBody.World world(n = {0, -1, 0});
    constant Integer n = 2;
    Modelica.Mechanics.MultiBody.Joints.Revolute rev[n](each useAxisFlange = false, phi(start = {0.1, 0.2}, each fixed = true));
    Leg leg[n](each L = {0.3, 0, 0}, heavy = {true, false});
    output Real angle = rev[1].phi;
  equation
    connect(world.frame_b, rev[1].frame_a);
    for i in 1:n - 1 loop
      connect(leg[i].frame_b, rev[i + 1].frame_a);
    end for;
    connect(rev.frame_b, leg.frame_a);
    assert(n > 1, \"two\" + \" legs\");
  annotation (experiment(StopTime = 2, Tolerance = 1e-8));
  end M;
end P;
";

fn read(text: &str) -> bool {
    let options = crate::ModelicaOptions { class: Some("P.M".to_owned()), ..crate::ModelicaOptions::default() };
    let source = compiler::model_file::SourceText { name: "P.mo".to_owned(), text: text.to_owned() };
    crate::read_modelica_text(source, &options).is_ok()
}

#[test]
fn the_text_is_a_model() {
    let options = crate::ModelicaOptions { class: Some("P.M".to_owned()), ..crate::ModelicaOptions::default() };
    let source = compiler::model_file::SourceText { name: "P.mo".to_owned(), text: TEXT.to_owned() };
    let read = crate::read_modelica_text(source, &options).unwrap_or_else(|invalid| panic!("{invalid}"));
    let names: Vec<&str> = read.file.components.iter().map(|component| component.name.value.as_str()).collect();
    assert_eq!(names, ["world", "rev[1]", "rev[2]", "leg[1].rod", "leg[1].load", "leg[2].rod"]);
    let model = compile(&read.file).unwrap();
    assert_eq!(model.catalogue.states.len(), 4);
}

#[test]
fn cut_off_texts_are_refused() {
    for end in 0..TEXT.trim_end().len() {
        assert!(!read(&TEXT[..end]), "cut off at {end}");
    }
}

#[test]
fn texts_with_tokens_dropped_doubled_and_swapped_do_no_harm() {
    let tokens: Vec<&str> = TEXT.split_inclusive([' ', '(', ')', ',', ';', '{', '}', '=']).collect();
    for i in 0..tokens.len() {
        let mut dropped = tokens.clone();
        dropped.remove(i);
        read(&dropped.concat());
        let mut doubled = tokens.clone();
        doubled.insert(i, tokens[i]);
        read(&doubled.concat());
        let mut swapped = tokens.clone();
        swapped.swap(i, (i * 7 + 3) % tokens.len());
        read(&swapped.concat());
    }
}

#[test]
fn deep_and_long_texts_are_refused() {
    for text in [
        format!("model M Real x = {}1{}; end M;", "(".repeat(100_000), ")".repeat(100_000)),
        format!("model M Real x = {}1; end M;", "-".repeat(100_000)),
        format!("model M Real x = 1{}; end M;", "+1".repeat(100_000)),
        format!("model M Real x = {}1; end M;", "{".repeat(100_000)),
        format!("model M Real x {}; end M;", "(a".repeat(100_000)),
        "model M ".repeat(10_000).to_string(),
        "model M Real x = sum(i for i in 1:1000000000); end M;".to_owned(),
        "model M Real x = sum(zeros(100000, 100000)); end M;".to_owned(),
        "model M function f input Real x; output Real y; algorithm y := f(x); end f; Real x = f(1); end M;".to_owned(),
        "model M type T = T; T x; end M;".to_owned(),
        "model M parameter Integer n = size(a, 1); parameter Real a[n] = ones(n); end M;".to_owned(),
    ] {
        assert!(read_text(&text).is_err(), "{}", &text[..text.len().min(60)]);
    }
}

/// A small generator of numbers (xorshift), so that the same texts are tried again and again.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Time that a damaged text may take; the reader is not optimised here, and with debug assertions all below it is slower, too.
const LIMIT: std::time::Duration = std::time::Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 4 });

/// Places at which each text of the suite is cut off, and pairs of its tokens that are swapped.
const CUTS: usize = if cfg!(debug_assertions) { 3 } else { 20 };
const SWAPS: usize = if cfg!(debug_assertions) { 3 } else { 20 };

/// Reads a text; its problems, which have places in the text.
fn problems(name: &str, text: &str) -> usize {
    let start = std::time::Instant::now();
    let mut problems = Vec::new();
    crate::syntax::parser::parse(text, 0, &crate::budget::Budget::default(), &mut problems);
    for problem in &problems {
        let span = problem.span.clone().unwrap_or_else(|| panic!("{name}: no place for {}", problem.problem));
        assert!(span.end <= text.len() && text.is_char_boundary(span.start), "{name}: {span:?}");
    }
    let source = compiler::model_file::SourceText { name: name.to_owned(), text: text.to_owned() };
    let read = crate::read_modelica_text(source, &crate::ModelicaOptions::default());
    assert!(start.elapsed() < LIMIT, "{name}: {:?}", start.elapsed());
    if !problems.is_empty() {
        // Whatever it is, it must be told with the line.
        let told = read.unwrap_err().to_string();
        assert!(told.contains(&format!("{name}:")), "{told}");
    }
    problems.len()
}

/// Name, text and seed for each file of the reference suite, where it is there.
fn reference_texts() -> Option<Vec<(String, String, Random)>> {
    let suite = support::shared_folder::shared("reference")?;
    let mut paths = Vec::new();
    super::reference::files(&suite.join("modelica"), &mut paths);
    assert!(!paths.is_empty());
    paths.sort();
    let text = |path: &PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let seed = |k: usize| Random(0x2545_F491_4F6C_DD1D ^ k as u64);
    Some(paths.iter().map(text).enumerate().map(|(k, (name, text))| (name, text, seed(k))).collect())
}

#[test]
fn texts_of_the_reference_suite_that_are_cut_off_are_told_with_places() {
    for (name, text, mut random) in reference_texts().unwrap_or_default() {
        let last = text.rfind("end ").unwrap();
        for _ in 0..CUTS {
            let mut cut = 1 + random.below(last);
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            // What is cut off has lost its end, unless nothing has begun.
            if text[..cut].contains("package") || text[..cut].contains("model ") {
                assert!(problems(&name, &text[..cut]) > 0, "{name} cut off at {cut}");
            }
        }
    }
}

#[test]
fn tokens_of_the_reference_suite_that_change_places_do_no_harm() {
    let Some(texts) = reference_texts() else { return };
    let mut told = 0;
    for (name, text, mut random) in texts {
        let tokens: Vec<&str> = text.split_inclusive([' ', '(', ')', ',', ';', '{', '}', '=']).collect();
        for _ in 0..SWAPS {
            let mut swapped = tokens.clone();
            let at = [random.below(tokens.len()), random.below(tokens.len())];
            swapped.swap(at[0], at[1]);
            told += problems(&name, &swapped.concat());
        }
    }
    assert!(told > 0);
}
