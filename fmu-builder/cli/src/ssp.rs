//! `ssp`: packs a system of FMUs.

use std::path::{Path, PathBuf};

use compiler::model_file::{Problem, SourceText};
use fmu_tool::ssp::{Finding, PackedFmu, Ssp, SspError, SystemFile};
use fmu_tool::{BuildOptions, Fmu, Reporter, Runtime, Sources, source_date_epoch, write_file};

use super::arguments::{SspArguments, versions};
use super::error::CommandError;
use super::reading::{ModelicaArguments, Reading, Shapes};
use super::{CommandResult, console, input, kind, table, warnings};

pub(crate) fn run(arguments: &SspArguments, runtimes: &'static [Runtime]) -> CommandResult {
    let path = &arguments.system;
    let output = input::output(arguments.output.as_deref(), path, "ssp")?;
    let unreadable = |problem: Problem| CommandError::Problem(format!("{}: {problem}", path.display()));
    let source = SourceText::read(path).map_err(unreadable)?;
    let sources = Sources::from(source.clone());
    let file = SystemFile::parse(&source.text).map_err(|finding| report(&sources, &[*finding]))?;
    let (fmus, uses) = fmus(arguments, &file, &sources, runtimes)?;
    let ssp = Ssp::pack(&file, &fmus, &uses).map_err(|error| match error {
        SspError::Faults(findings) => report(&sources, &findings),
        error => CommandError::problem(error),
    })?;
    show_warnings(&sources, &ssp.warnings);
    write_file(&output, &ssp.bytes)?;
    console::line(&output.display().to_string());
    let mut facts = vec![
        ("components", format!("{} with {} FMUs", ssp.components, fmus.len())),
        ("connections", ssp.connections.to_string()),
        ("parameters", ssp.parameters.to_string()),
        ("size", format!("{:.1} kB", ssp.bytes.len() as f64 / 1e3)),
    ];
    if ssp.conversions > 0 {
        facts.insert(2, ("units converted", format!("in {} connections", ssp.conversions)));
    }
    console::line(&table::facts(facts));
    Ok(())
}

/// The FMUs of a system, each once, and which of them each component is.
fn fmus(
    arguments: &SspArguments,
    file: &SystemFile,
    sources: &Sources,
    runtimes: &'static [Runtime],
) -> Result<(Vec<PackedFmu>, Vec<usize>), CommandError> {
    let (mut fmus, mut uses) = (Vec::<PackedFmu>::new(), Vec::new());
    let mut known: Vec<(PathBuf, Option<&str>)> = Vec::new();
    let folder = arguments.system.parent().unwrap_or(Path::new(""));
    for (name, part) in file.components() {
        let class = part.class.as_deref();
        let key = (folder.join(part.source.get_ref()), class);
        if let Some(position) = known.iter().position(|other| *other == key) {
            uses.push(position);
            continue;
        }
        if !key.0.is_file() {
            let text = format!("there is no file {} for the component \"{name}\"", key.0.display());
            return Err(report(sources, &[Finding::of_text(Some(part.source.span()), text)]));
        }
        let bytes = fmu(arguments, &key.0, class, runtimes)?;
        let stem = key.0.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let is_free = |file_name: &str| fmus.iter().all(|fmu| !fmu.file_name.eq_ignore_ascii_case(file_name));
        let file_name = [class.unwrap_or(&stem), name].map(|name| format!("{}.fmu", ascii(name)));
        let file_name = file_name.into_iter().find(|file_name| is_free(file_name));
        fmus.push(PackedFmu { file_name: file_name.unwrap_or_else(|| format!("_{name}.fmu")), bytes });
        known.push(key);
        uses.push(fmus.len() - 1);
    }
    Ok((fmus, uses))
}

/// A name for a file on any system.
fn ascii(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' }).collect()
}

/// The FMU of a component, which is built if the file is a model.
fn fmu(
    arguments: &SspArguments,
    path: &Path,
    class: Option<&str>,
    runtimes: &'static [Runtime],
) -> Result<Vec<u8>, CommandError> {
    if kind::is_fmu(path) {
        if class.is_some() {
            let path = path.display();
            return Err(CommandError::Problem(format!("{path}: `class` is for Modelica text, not for an FMU")));
        }
        kind::expect_fmu(path)?;
        return input::bytes(path);
    }
    let modelica = ModelicaArguments { class: class.map(str::to_owned), ..ModelicaArguments::default() };
    let reading = Reading { modelica, ..Reading::default() };
    let (model, sources) = reading.model(path)?;
    let [version] = versions(arguments.fmi, &model.experiment) else {
        return Err(CommandError::usage("--fmi both is for `build`: a component is one FMU"));
    };
    let options = BuildOptions {
        version: *version,
        naming: arguments.naming,
        initialize: true,
        shapes: Shapes::default().folders(&reading, sources.clone()),
        generation_date: source_date_epoch(),
        ..BuildOptions::new(runtimes)
    };
    let fmu = Fmu::build(&model, &options).map_err(|error| CommandError::build(&model, &sources, &error))?;
    warnings(&sources, &fmu.facts().warnings);
    Ok(fmu.bytes().to_vec())
}

/// All errors, with their places.
pub(crate) fn report(sources: &Sources, findings: &[Finding]) -> CommandError {
    let reporter = Reporter::new(sources, console::error_style());
    let errors = findings.iter().filter(|finding| finding.fault.is_error()).map(|Finding { place, fault }| {
        reporter.render_error(&fault.to_string(), place.as_ref(), fault.help().map(str::to_owned))
    });
    CommandError::Report(errors.collect::<Vec<_>>().join("\n\n"))
}

/// Shows what is no error.
pub(crate) fn show_warnings(sources: &Sources, findings: &[Finding]) {
    for finding in findings.iter().filter(|finding| !finding.fault.is_error()) {
        let place = finding.place.as_ref().map(|place| format!("{}: ", sources.place(place))).unwrap_or_default();
        let help = finding.fault.help().map(|help| format!("\n  help: {help}")).unwrap_or_default();
        console::note(&format!("warning: {place}{}{help}", finding.fault));
    }
}
