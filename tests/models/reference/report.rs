//! The table of all cases.

use std::fmt::Write;

use super::case::{Case, Outcome};
use super::expectations::{Level, exemption};
use super::remaining::needs;
use super::verdict::{reached, summary};

/// Longest reason in the table, in characters.
const LONGEST: usize = 150;

/// A table for each group of models, and the totals.
pub fn table(outcomes: &[(Case, Outcome)]) -> String {
    let mut out = String::new();
    let mut previous = String::new();
    let mut rows: Vec<_> = outcomes.iter().map(|(case, outcome)| (split(&case.name), case, outcome)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    for ((group, name), case, outcome) in rows {
        if group != previous {
            let _ = writeln!(
                out,
                "\n{group:<40} {:>7} {:>9}  {:<32} {:<4} verdict",
                "signals", "norm", "worst signal", "tube"
            );
            previous = group;
        }
        let _ = writeln!(out, "  {name:<38} {}", row(case, outcome));
    }
    let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|(_, outcome)| wanted(outcome)).count();
    let _ = writeln!(
        out,
        "\n{} models: {} run, of which {} within norm and tube and {} within the tube only; {} refused, {} failed",
        outcomes.len(),
        count(|outcome| matches!(outcome, Outcome::Ran(_))),
        count(|outcome| reached(outcome) == Some(Level::Norm)),
        count(|outcome| reached(outcome) == Some(Level::Tube)),
        count(|outcome| matches!(outcome, Outcome::Refused(_))),
        count(|outcome| matches!(outcome, Outcome::Failed(_))),
    );
    out
}

fn row(case: &Case, outcome: &Outcome) -> String {
    let run = match outcome {
        Outcome::Ran(run) => run,
        Outcome::Refused(_) => {
            let needs = needs(case).map(|needs| format!("refused, needs: {needs}"));
            return shortened(&needs.unwrap_or_else(|_| summary(outcome)));
        }
        Outcome::Failed(_) => return shortened(&summary(outcome)),
    };
    let comparison = &run.comparison;
    let worst = comparison.worst();
    let signal = worst.map_or("", |worst| worst.signal.as_str());
    let norm = worst.and_then(|worst| worst.norm).map_or_else(|| "missing".to_owned(), |norm| format!("{norm:.2e}"));
    let tube = if comparison.in_tube() { "ok" } else { "no" };
    let verdict = match (reached(outcome), exemption(&case.name)) {
        (Some(Level::Norm), _) => "passes".to_owned(),
        (Some(Level::Tube), Some(reason)) => format!("passes, the tube decides: {reason}"),
        (Some(Level::Tube), None) => format!("tube only: {}", summary(outcome)),
        (None, _) => format!("fails: {}", summary(outcome)),
    };
    format!("{:>7} {norm:>9}  {signal:<32} {tube:<4} {verdict}", comparison.0.len())
}

/// Group and short name, as the reference's README has them.
fn split(name: &str) -> (String, &str) {
    let prefixes = [("Modelica.Mechanics.MultiBody.Examples.", "Ex."), ("ModelicaTest.MultiBody.", "Test.")];
    let found = prefixes.iter().find_map(|(long, short)| Some((*short, name.strip_prefix(long)?)));
    let (prefix, rest) = found.unwrap_or(("", name));
    match rest.rsplit_once('.') {
        Some((group, name)) => (format!("{prefix}{group}"), name),
        None => (format!("{prefix}(top)"), rest),
    }
}

fn shortened(text: &str) -> String {
    let first: String = text.chars().take(LONGEST).collect();
    if first.len() < text.len() { format!("{first}...") } else { first }
}
