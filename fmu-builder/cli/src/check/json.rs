//! Problems for programs: one JSON object per line on standard output. docs/commands.md describes it; keys are added,
//! never changed.

use compiler::Compilation;
use std::path::Path;
use std::sync::Arc;

use compiler::authoring::with_origins;
use compiler::model_file::{Diagnostic, SourceText, Span};
use fmu_tool::ssp::Finding;
use fmu_tool::start::Start;
use fmu_tool::{Sources, check, problem_json, with_states};
use serde_json::{Value, json};
use simulation::model::Model;

use super::super::arguments::Check;
use super::super::error::CommandError;
use super::super::{CommandResult, console, input, kind};
use super::counts;

/// Severity of a problem.
#[derive(Clone, Copy)]
enum Severity {
    Error,
    Warning,
    Note,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Writes lines and counts them.
#[derive(Default)]
struct Report {
    errors: usize,
    warnings: usize,
}

pub(super) fn check(arguments: &Check) -> CommandResult {
    let path = &arguments.file;
    let mut report = Report::default();
    let facts = if kind::is_ssp(path) {
        arguments.reading.is_for_no_fmu()?;
        ssp(path, &mut report)
    } else if kind::is_fmu(path) {
        arguments.reading.is_for_no_fmu()?;
        fmu(path, &mut report)
    } else {
        model(arguments, &mut report)
    };
    let facts = match facts {
        Err(CommandError::Problem(message)) => {
            report.tell(Severity::Error, &named(path), None, &message, None);
            json!({})
        }
        facts => facts?,
    };
    report.finish(path, facts)
}

/// Report on a model in addition to its problems.
fn model(arguments: &Check, report: &mut Report) -> Result<Value, CommandError> {
    let path = &arguments.file;
    arguments.reading.check_kind(path)?;
    let read = match arguments.reading.read(path) {
        Ok(read) => read,
        Err(invalid) => {
            report.diagnostics(Severity::Error, &invalid.sources, &invalid.diagnostics);
            return Ok(json!({}));
        }
    };
    report.diagnostics(Severity::Note, &read.sources, &read.notes);
    let Compilation { model, warnings, .. } = match Compilation::new(&read.file) {
        Ok(compilation) => compilation,
        Err(problems) => {
            let problems = with_origins(&read.file, &read.sources, &problems);
            report.diagnostics(Severity::Error, &read.sources, &problems);
            return Ok(json!({}));
        }
    };
    report.diagnostics(Severity::Warning, &read.sources, &warnings);
    let model = Arc::new(model);
    let mut facts: Value = counts(&model.catalogue).into_iter().collect();
    if arguments.no_init {
        return Ok(facts);
    }
    match Start::of(&model) {
        Ok(start) => {
            match with_states(Model::clone(&model), &read.file) {
                Ok(model) => facts["continuous_states"] = json!(model.catalogue.exchanged()[0].len()),
                Err(error) => report.tell(Severity::Error, &named(path), None, &error.to_string(), None),
            }
            let chosen: Vec<Value> =
                start.chosen.iter().map(|chosen| json!({ "name": chosen.name, "value": chosen.value })).collect();
            facts["degrees_of_freedom"] = json!(start.degrees_of_freedom);
            facts["coordinates"] = json!(start.coordinates);
            facts["starts_not_fixed"] = json!(chosen);
            let tilts = start.stuck.iter().map(|tilt| {
                let tilted = tilt.tilted.iter().map(|(joint, angle)| json!({ "joint": joint, "angle": angle }));
                json!({ "message": tilt.to_string(), "tilted": tilted.collect::<Vec<_>>(), "parallel": tilt.parallel })
            });
            facts["cannot_move"] = tilts.collect();
            if let Some(steps) = start.fixed_steps {
                let change = steps
                    .change
                    .as_ref()
                    .map(|change| json!({ "size": change.size, "state": change.state, "time": change.time }));
                facts["fixed_steps"] = json!({
                    "evaluations": steps.evaluations(),
                    "step_size": steps.step,
                    "substeps": steps.substeps,
                    "accurate_substeps": steps.accurate(),
                    "largest_eigenvalue": steps.fastest.map(|fastest| fastest.magnitude),
                    "change_with_twice_as_many": change,
                });
            }
        }
        Err(fault) => {
            report.tell(Severity::Error, &read.sources, fault.span(&read.file).as_ref(), &fault.to_string(), None);
        }
    }
    Ok(facts)
}

/// Report on an FMU in addition to its problems.
fn fmu(path: &Path, report: &mut Report) -> Result<Value, CommandError> {
    kind::refuse_foreign(path)?;
    let bytes = input::bytes(path)?;
    let found = check::fmu(&bytes);
    let file = named(path);
    found.notes.iter().for_each(|note| report.tell(Severity::Note, &file, None, note, None));
    for problem in &found.problems {
        let message = format!("{}: {}", problem.place, problem.fault);
        report.tell(Severity::Error, &file, None, &message, Some(problem.fault.help()));
    }
    Ok(json!({ "variables": found.variables, "platforms": found.platforms }))
}

/// Report on an SSP in addition to its problems.
fn ssp(path: &Path, report: &mut Report) -> Result<Value, CommandError> {
    let bytes = input::bytes(path)?;
    let found = fmu_tool::ssp::check(&path.display().to_string(), &bytes);
    let whole = named(path);
    for Finding { place, fault } in &found.findings {
        let severity = if fault.is_error() { Severity::Error } else { Severity::Warning };
        let sources = if place.is_some() { &found.sources } else { &whole };
        report.tell(severity, sources, place.as_ref(), &fault.to_string(), fault.help().map(str::to_owned));
    }
    Ok(json!({ "components": found.components, "connections": found.connections }))
}

/// A file in messages that are about no place in it.
fn named(path: &Path) -> Sources {
    SourceText { name: path.display().to_string(), text: String::new() }.into()
}

impl Report {
    fn diagnostics(&mut self, severity: Severity, sources: &Sources, diagnostics: &[Diagnostic]) {
        for Diagnostic { span, problem } in diagnostics {
            self.tell(severity, sources, span.as_ref(), &problem.to_string(), problem.help());
        }
    }

    /// Writes one line.
    fn tell(
        &mut self,
        severity: Severity,
        sources: &Sources,
        span: Option<&Span>,
        message: &str,
        help: Option<String>,
    ) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        let mut line = problem_json(severity.name(), sources, span, message, help);
        line["kind"] = json!("diagnostic");
        console::line(&line.to_string());
    }

    /// The last line.
    fn finish(&self, path: &Path, mut facts: Value) -> CommandResult {
        facts["kind"] = json!("report");
        facts["file"] = json!(path.display().to_string());
        facts["errors"] = json!(self.errors);
        facts["warnings"] = json!(self.warnings);
        console::line(&facts.to_string());
        if self.errors == 0 { Ok(()) } else { Err(CommandError::Told) }
    }
}
