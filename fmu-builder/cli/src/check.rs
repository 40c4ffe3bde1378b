//! `check`: all problems of a model file, an FMU or an SSP, and the initial state of a model, once or after each change.

mod json;

use compiler::Compilation;
use std::path::Path;
use std::sync::Arc;

use compiler::model_file::ModelFile;
use fmu_tool::start::{Change, ChosenStart, Eigenvalue, FixedSteps, Redundancy, Start};
use fmu_tool::{check, with_states};
use mechanism::digits::{counted, four_digits};
use simulation::variables::{Catalogue, Causality, DataType};

use super::arguments::{Check, FormatArgument};
use super::error::CommandError;
use super::watched::Watched;
use super::{CommandResult, console, input, kind, ssp, table, warnings};

/// Maximum number of names shown of a list.
const SHOWN: usize = 12;

pub(crate) fn run(arguments: &Check) -> CommandResult {
    if arguments.watch { again_and_again(arguments) } else { once(arguments) }
}

/// Checks now and after each change, until a signal ends the process.
fn again_and_again(arguments: &Check) -> CommandResult {
    loop {
        // Before the check, so that a change during the check is noticed.
        let before = Watched::of(&arguments.file, &arguments.reading);
        match once(arguments) {
            Err(error @ CommandError::Usage(_)) => return Err(error),
            Err(error) => error.print(),
            Ok(()) => {}
        }
        let changed = before.next_change();
        if arguments.format == FormatArgument::Text {
            console::note(&format!("\n{} has changed", changed.display()));
        }
    }
}

fn once(arguments: &Check) -> CommandResult {
    if arguments.format == FormatArgument::Json {
        return json::check(arguments);
    }
    if kind::is_ssp(&arguments.file) {
        arguments.reading.is_for_no_fmu()?;
        check_ssp(&arguments.file)
    } else if arguments.reading.takes_fmu(&arguments.file)? {
        check_fmu(&arguments.file)
    } else {
        check_model(arguments)
    }
}

fn check_model(arguments: &Check) -> CommandResult {
    let (path, initialize) = (&arguments.file, !arguments.no_init);
    let (file, source) = arguments.reading.model(path)?;
    let compiled = Compilation::new(&file).map_err(|problems| CommandError::compile(&file, &source, &problems))?;
    let (mut model, remarks) = (compiled.model, compiled.warnings);
    warnings(&source, &remarks);
    if initialize {
        model = with_states(model, &file).map_err(|error| CommandError::build(&file, &source, &error))?;
    }
    let model = Arc::new(model);
    let start = initialize.then(|| Start::of(&model)).transpose();
    let start = start.map_err(|fault| CommandError::start(&file, &source, &fault))?;
    let found = found(remarks.len());
    let [all, parts @ ..] = counts(&model.catalogue).map(|(key, count)| format!("{count} {}", key.replace('_', " ")));
    console::line(&format!("{}: {found}; {all}: {}", path.display(), parts.join(", ")));
    if let Some(start) = start {
        console::line(&table::facts(facts(&start, &without_unit(&file, &model.catalogue))));
    }
    Ok(())
}

fn found(warnings: usize) -> String {
    match warnings {
        0 => "no problems".to_owned(),
        count => format!("no errors, {}", counted(count, "warning")),
    }
}

/// Facts about the initial state, as pairs of title and text.
fn facts(start: &Start, without_unit: &[String]) -> Vec<(&'static str, String)> {
    let mut facts = vec![("degrees of freedom", start.degrees_of_freedom.to_string())];
    let mut add = |name, entries: Vec<String>| {
        if !entries.is_empty() {
            facts.push((name, listed(&entries)));
        }
    };
    add("coordinates", start.coordinates.clone());
    add("starts not fixed", start.chosen.iter().map(chosen).collect());
    add(
        "solved parameters",
        start.solved.iter().map(|(name, value)| format!("{name} = {}", four_digits(*value))).collect(),
    );
    facts.extend(start.redundant.iter().map(|part| ("redundant", redundancy(part))));
    facts.extend(
        start.stuck.iter().map(|tilt| ("cannot move", format!("a closed loop whose axes are not parallel: {tilt}"))),
    );
    if let Some(motion) = &start.motion {
        let motions = [
            ("fastest motion", &motion.fastest, oscillation as fn(&Eigenvalue) -> String),
            ("fastest decay", &motion.stiffest, |value| change(value, "falls")),
            ("fastest growth", &motion.unstable, |value| change(value, "grows")),
        ];
        for (name, value, words) in motions {
            facts.extend(value.as_ref().map(|value| (name, words(value))));
        }
    }
    facts.extend(start.fixed_steps.as_ref().map(|steps| ("fixed steps", fixed_steps(steps))));
    facts.push((
        "units",
        match without_unit {
            [] => "all known dimensions fit".to_owned(),
            names => format!("all known dimensions fit; unknown for the parameters {}", listed(names)),
        },
    ));
    facts
}

/// The parameters of the model with unknown unit: expressions with them have no dimension check.
fn without_unit(file: &ModelFile, catalogue: &Catalogue) -> Vec<String> {
    let names = file.parameters.iter().map(|parameter| parameter.name.value.as_str());
    let is_bare = |name: &&str| {
        let variable = catalogue.find(name).and_then(|index| catalogue.variables.get(index));
        variable.is_some_and(|variable| matches!(variable.data_type, DataType::Real { unit: None, .. }))
    };
    names.filter(is_bare).map(str::to_owned).collect()
}

/// Cost and accuracy of fixed steps, in words.
pub(super) fn fixed_steps(steps: &FixedSteps) -> String {
    let mut text = format!("{} evaluations in a communication step of {} s", steps.evaluations(), steps.step);
    if let Some(Change { size, state, time }) = &steps.change {
        text += &format!(
            "; twice as many change results by at most {} ({state} at {} s)",
            four_digits(*size),
            four_digits(*time)
        );
    }
    if steps.accurate() > steps.substeps {
        text += &format!("; `substeps = {}` follow the fastest motion closely", steps.accurate());
    }
    text
}

/// The first entries, and the number of further ones.
fn listed(entries: &[String]) -> String {
    let shown = entries[..entries.len().min(SHOWN)].join(", ");
    match entries.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn chosen(start: &ChosenStart) -> String {
    match start.value {
        // Closed loops leave rounding errors.
        Some(value) if value.abs() < 1e-14 => format!("{} = 0", start.name),
        Some(value) => format!("{} = {}", start.name, four_digits(value)),
        None => start.name.clone(),
    }
}

fn redundancy(part: &Redundancy) -> String {
    let (count, joints) = (part.rows - part.rank, listed(&part.joints));
    format!(
        "{count} of {} constraints in the loops of {joints}, closed by {}: how they share the load is statically \
         indeterminate",
        part.rows,
        listed(&part.constraints)
    )
}

/// Frequency and damping of an eigenvalue.
fn oscillation(value: &Eigenvalue) -> String {
    let damping = -value.real / value.real.hypot(value.imaginary);
    let frequency = four_digits(value.imaginary / std::f64::consts::TAU);
    let damped =
        if damping.abs() < 1e-6 { "undamped".to_owned() } else { format!("damping ratio {}", four_digits(damping)) };
    format!("{frequency} Hz, {damped}, mostly {}", value.state)
}

/// Growth or decay time of an eigenvalue, in words.
fn change(value: &Eigenvalue, how: &str) -> String {
    format!("{how} by a factor e in {} s, mostly {}", four_digits(1.0 / value.real.abs()), value.state)
}

/// Numbers of variables.
fn counts(catalogue: &Catalogue) -> [(&'static str, usize); 5] {
    let count = |causality| catalogue.variables.iter().filter(|variable| variable.causality == causality).count();
    // Keys of `--format json`.
    [
        ("variables", catalogue.variables.len()),
        ("inputs", count(Causality::Input)),
        ("outputs", count(Causality::Output)),
        ("parameters", count(Causality::Parameter)),
        ("continuous_states", catalogue.exchanged()[0].len()),
    ]
}

fn check_ssp(path: &Path) -> CommandResult {
    let bytes = input::bytes(path)?;
    let report = fmu_tool::ssp::check(&path.display().to_string(), &bytes);
    ssp::show_warnings(&report.sources, &report.findings);
    if report.findings.iter().any(|finding| finding.fault.is_error()) {
        return Err(ssp::report(&report.sources, &report.findings));
    }
    let (found, components) = (found(report.findings.len()), counted(report.components, "component"));
    console::line(&format!("{}: {found}; {components}, {}", path.display(), counted(report.connections, "connection")));
    Ok(())
}

fn check_fmu(path: &Path) -> CommandResult {
    let bytes = input::bytes(path)?;
    let report = check::fmu(&bytes);
    report.notes.iter().for_each(|note| console::note(&format!("note: {note}")));
    if report.problems.is_empty() {
        let platforms = report.platforms.join(", ");
        console::line(&format!("{}: no problems; {} variables, {platforms}", path.display(), report.variables));
        return Ok(());
    }
    let mut lines: Vec<String> = report.problems.iter().map(|problem| format!("error: {problem}")).collect();
    if lines.len() > 1 {
        lines.push(format!("\n{}: {} problems", path.display(), lines.len()));
    }
    Err(CommandError::Report(lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let entries: Vec<String> = (0..SHOWN + 3).map(|k| k.to_string()).collect();
        assert!(listed(&entries).ends_with("11 and 3 more"));
        assert_eq!(listed(&entries[..2]), "0, 1");
    }
}
