//! Measures what users wait for, beside other libraries, and writes `benches/RESULTS.md`: `cargo bench --bench table`.
//!
//! With names of sections, `cargo bench --bench table -- chains calls`, only these are measured and shown, and nothing is written; `quick` takes
//! fewer runs. What is missing (Python, a C compiler) is skipped with a message, which is in the page, too.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod evaluations;
mod kernel;
mod lives;
mod machine;
mod peers;
mod report;

use report::Section;
use std::path::Path;
use support::{cases, chain, clock};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let quick = words.iter().any(|word| word == "quick");
    let wanted: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "quick").collect();
    let folder = peers::folder();
    let (runs, largest) = if quick { (3, 1000) } else { (15, 10_000) };
    let sections: [(&str, &dyn Fn() -> Option<Section>); 11] = [
        ("chains", &|| Some(kernel::chains(&folder, if quick { 1 } else { 7 }))),
        ("jacobians", &|| Some(kernel::jacobians(&folder, if quick { 1 } else { 7 }))),
        ("models", &|| Some(kernel::models(runs))),
        ("steps", &|| Some(evaluations::steps())),
        ("accuracy", &|| Some(evaluations::accuracy())),
        ("calls", &|| calls::calls(&folder, runs)),
        ("scipy", &calls::scipy),
        ("events", &|| Some(lives::events(runs))),
        ("snapshots", &|| Some(lives::snapshots(runs))),
        ("builds", &|| Some(lives::builds(largest))),
        ("throughput", &|| Some(lives::throughput())),
    ];
    if let Some(unknown) = wanted.iter().find(|word| !sections.iter().any(|(name, _)| name == *word)) {
        let names: Vec<&str> = sections.iter().map(|(name, _)| *name).collect();
        eprintln!("there is no section {unknown}; there are {}, and quick", names.join(", "));
        std::process::exit(2);
    }
    let chosen = sections.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains(name));
    let measured: Vec<Section> = chosen.filter_map(|(_, measure)| measure()).collect();
    if !wanted.is_empty() || quick {
        println!("\nNothing is written: this is not the whole table.");
        return;
    }
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, remarks) = (benches.join("RESULTS.md"), benches.join("remarks.md"));
    report::write(&page, &remarks, &machine::description(), &peers::skipped(), &measured).unwrap();
    println!("\nWritten to {}.", page.display());
}
