//! `build`: a model file becomes an FMU.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use fmu_tool::binary::PlatformBinary;
use fmu_tool::{BuildOptions, Facts, Fmu, Runtime, Sources, Version, source_date_epoch};
use simulation::model::StateSet;

use super::arguments::{BinaryArgument, Build, versions};
use super::error::CommandError;
use super::{CommandResult, check, console, input, kind, table, warnings};

pub(crate) fn run(arguments: &Build, runtimes: &'static [Runtime]) -> CommandResult {
    kind::refuse_fmu(&arguments.model)?;
    let output = input::output(arguments.output.as_deref(), &arguments.model, "fmu")?;
    each_platform_once(&arguments.binaries)?;
    let (mut model, source) = arguments.reading.model(&arguments.model)?;
    if let Some(states) = arguments.states {
        model.experiment.states = Some(states);
    }
    if arguments.no_init && model.experiment.states == Some(StateSet::Minimal) {
        return Err(CommandError::usage("a minimal set of states follows from the initial state; leave --no-init out"));
    }
    let versions = versions(arguments.fmi, &model.experiment);
    if arguments.arrays && !versions.contains(&Version::Fmi3) {
        return Err(CommandError::usage("--arrays needs --fmi 3: FMI 2.0 has scalar variables only"));
    }
    let mut options = BuildOptions {
        expose: arguments.expose,
        naming: arguments.naming,
        binaries: arguments.binaries.iter().map(binary).collect::<Result<_, _>>()?,
        reference_result: arguments.reference_result,
        initialize: !arguments.no_init,
        shapes: arguments.shapes.folders(&arguments.reading, source.clone()),
        generation_date: source_date_epoch(),
        ..BuildOptions::new(runtimes)
    };
    for (position, &version) in versions.iter().enumerate() {
        (options.version, options.arrays) = (version, arguments.arrays && version == Version::Fmi3);
        let fmu = Fmu::build(&model, &options).map_err(|error| CommandError::build(&model, &source, &error))?;
        let output = if position == 0 { output.clone() } else { of_fmi_3(&output) };
        fmu.write(&output)?;
        tell(&fmu, &output, (position == 0).then_some(&source));
    }
    Ok(())
}

/// File of the FMU of FMI 3.0 beside that of FMI 2.0.
fn of_fmi_3(path: &Path) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("_fmi3");
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Says what was written; warnings, which are the same for both versions, where there is a source for them.
fn tell(fmu: &Fmu, output: &Path, source: Option<&Sources>) {
    if let Some(source) = source {
        warnings(source, &fmu.facts().warnings);
    }
    console::line(&output.display().to_string());
    console::line(&summary(fmu.facts(), fmu.bytes().len()));
    if let Some(note) = note(fmu.facts()) {
        console::line(&note);
    }
    if let Some(missing) = fmu.facts().missing_shapes.as_ref().filter(|_| source.is_some()) {
        console::note(&format!("warning: {missing}"));
    }
}

fn each_platform_once(binaries: &[BinaryArgument]) -> CommandResult {
    let mut folders = HashSet::new();
    match binaries.iter().find(|(platform, _)| !folders.insert(platform.folder)) {
        Some((twice, _)) => Err(CommandError::Usage(format!("--binary names {} twice", twice.folder))),
        None => Ok(()),
    }
}

/// Reads a library and checks that it is one for its platform.
fn binary((platform, path): &BinaryArgument) -> Result<PlatformBinary, CommandError> {
    let bytes = input::bytes(path)?;
    PlatformBinary::new(platform, bytes).map_err(|faults| {
        let path = path.display();
        let lines: Vec<String> =
            faults.iter().map(|fault| format!("error: {path}: {fault}\n  help: {}", fault.help())).collect();
        CommandError::Report(lines.join("\n"))
    })
}

fn summary(facts: &Facts, size: usize) -> String {
    let mut lines = vec![
        ("model", facts.model_name.clone()),
        ("variables", variables(facts)),
        ("platforms", facts.platforms.join(", ")),
        ("size", format!("{:.1} kB", size as f64 / 1e3)),
        ("built in", format!("{:.1} ms", facts.elapsed.as_secs_f64() * 1e3)),
        ("GUID", facts.guid.clone()),
    ];
    lines.extend(facts.fixed_steps.as_ref().map(|steps| ("fixed steps", check::fixed_steps(steps))));
    table::facts(lines)
}

/// Note on the FMU for the user.
fn note(facts: &Facts) -> Option<String> {
    let count = facts.without_dependencies;
    (count > 0).then(|| {
        format!(
            "note: the lists of dependencies of {count} unknowns would be too long (all together more than 2 MB) \
             and are left out, which means that they depend on everything; hosts that treat missing lists as \
             empty compute wrong Jacobians"
        )
    })
}

fn variables(facts: &Facts) -> String {
    if facts.exposed == facts.variables {
        facts.variables.to_string()
    } else {
        format!("{} of {} (--expose all shows the rest)", facts.exposed, facts.variables)
    }
}
