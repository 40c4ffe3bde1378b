//! Checks an FMU against the rules of FMI 2.0 that its XML schema and other checkers leave out, and collects all problems.
//!
//! The archive, modelDescription.xml and the libraries of all platforms are read as they are; when nothing is wrong with them, the
//! library of this platform is loaded and an instance initialised.

mod archive;
mod archive_fault;
mod definitions;
mod description_fault;
mod libraries;
mod problem;
mod structure;
mod variables;
mod zip_directory;

pub use archive_fault::ArchiveFault;
pub use description_fault::{AliasFault, DescriptionFault};
pub use problem::{Fault, Place, Problem};

use compiler::package::Package as ModelPackage;
use fmu_core::instance::{Compiled, CompiledError};

use crate::archive::DESCRIPTION;
use crate::host::{HostError, ModelDescription, Package, Simulation, SimulationError, SimulationOptions};
use archive::Files;

/// File in which the runtime of this tool finds its model.
pub(crate) const COMPILED: &str = "resources/model.bin";

/// Result of a check.
#[derive(Debug, Default)]
pub struct Report {
    /// All problems.
    pub problems: Vec<Problem>,
    /// Checks that could not be made here.
    pub notes: Vec<String>,
    /// Number of variables, where modelDescription.xml could be read.
    pub variables: usize,
    /// Folders in binaries/ whose libraries were checked.
    pub platforms: Vec<String>,
}

/// Checks the FMU whose archive `bytes` is.
pub fn fmu(bytes: &[u8]) -> Report {
    let Checked { mut report, description, .. } = read(bytes);
    if description.is_some() {
        run(bytes, &mut report);
    }
    report
}

/// Checks an FMU without loading anything of it.
pub fn read_only(bytes: &[u8]) -> Report {
    read(bytes).report
}

/// An FMU that was read and checked, and not run.
pub(crate) struct Checked {
    /// Files that could be read.
    pub files: Files,
    /// modelDescription.xml, if it could be read.
    pub description: Option<ModelDescription>,
    /// Findings of the check.
    pub report: Report,
}

/// Reads an FMU and checks everything that can be checked without running it.
pub(crate) fn read(bytes: &[u8]) -> Checked {
    let (files, problems) = archive::check(bytes);
    let mut report = Report { problems, ..Report::default() };
    let description = match files.get(DESCRIPTION).map(|text| read_description(text)) {
        Some(Ok(found)) => {
            report.problems.extend(description(&found));
            report.problems.extend(package_problems(&files, &found, &report.problems));
            report.variables = found.variables.len();
            libraries::check(&files, &found, &mut report);
            Some(found)
        }
        Some(Err(reasons)) => {
            let place = || Place::Entry(DESCRIPTION.to_owned());
            let problem = |reason| Problem { place: place(), fault: Fault::Unreadable(reason) };
            report.problems.extend(reasons.into_iter().map(problem));
            None
        }
        None => None,
    };
    Checked { files, description, report }
}

/// Checks a modelDescription.xml; problems in the order of the document's elements.
pub fn description(description: &ModelDescription) -> Vec<Problem> {
    let mut problems = definitions::check(description);
    problems.extend(description.variables.iter().flat_map(|variable| {
        let faults = variables::faults(description, variable);
        faults.into_iter().map(|fault| Problem::new(Place::Line(variable.line), fault))
    }));
    problems.extend(variables::alias_problems(&description.variables));
    problems.extend(structure::check(description));
    problems
}

fn read_description(text: &[u8]) -> Result<ModelDescription, Vec<String>> {
    let text = std::str::from_utf8(text).map_err(|error| vec![format!("it is not UTF-8 text: {error}")])?;
    ModelDescription::parse_all(text).map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

/// Files that this tool writes must be readable and belong to the description.
fn package_problems(files: &Files, description: &ModelDescription, known: &[Problem]) -> Vec<Problem> {
    if !description.generation_tool.as_deref().is_some_and(|tool| tool.starts_with("multibody-fmu ")) {
        return Vec::new();
    }
    let problems = PACKAGES.iter().filter_map(|(name, guid)| {
        let place = Place::Entry((*name).to_owned());
        if known.iter().any(|problem| problem.place == place) {
            // The problem of the entry is reported already.
            return None;
        }
        let fault = match guid(files.get(*name)?)? {
            Ok(guid) if guid == description.guid => return None,
            Ok(found) => Fault::PackageGuid { found, expected: description.guid.clone() },
            Err(reason) => Fault::Package(reason),
        };
        Some(Problem { place, fault })
    });
    problems.collect()
}

/// The GUID in a file, or why it has none; `None` for a file that only its own runtime library can read.
type GuidOf = fn(&[u8]) -> Option<Result<String, String>>;

/// Files that this tool writes.
const PACKAGES: [(&str, GuidOf); 2] = [("resources/model.json", guid_of_model_file), (COMPILED, guid_of_compiled)];

fn guid_of_model_file(file: &[u8]) -> Option<Result<String, String>> {
    Some(match std::str::from_utf8(file).map(ModelPackage::read) {
        Ok(Ok(package)) => Ok(package.guid),
        Ok(Err(error)) => Err(error.to_string()),
        Err(error) => Err(format!("it is not UTF-8 text: {error}")),
    })
}

fn guid_of_compiled(file: &[u8]) -> Option<Result<String, String>> {
    match Compiled::open(file).and_then(|compiled| compiled.check().map(|()| compiled.guid.to_owned())) {
        Err(CompiledError::Sources { .. }) => None,
        guid => Some(guid.map_err(|error| error.to_string())),
    }
}

/// Takes an instance through initialization: GUID, resources and start values fit together.
fn run(bytes: &[u8], report: &mut Report) {
    if !report.problems.is_empty() {
        report.notes.push("not loaded: fix the problems first".to_owned());
        return;
    }
    match initialize(bytes) {
        Ok(()) => {}
        Err(SimulationError::Host(error @ (HostError::NoCoSimulation | HostError::NoBinary { .. }))) => {
            report.notes.push(format!("not loaded: {error}"));
        }
        Err(error) => {
            let is_instantiation = matches!(error, SimulationError::Host(HostError::Instantiate { .. }));
            let fault = if is_instantiation { Fault::Instantiate } else { Fault::Run };
            report.problems.push(Problem { place: Place::Archive, fault: fault(error.to_string()) });
        }
    }
}

fn initialize(bytes: &[u8]) -> Result<(), SimulationError> {
    let package = Package::from_bytes(bytes)?;
    let simulation = Simulation::new(&package, &SimulationOptions::default())?;
    simulation.run_on_grid(&[simulation.start_time()], &mut |_, _| Ok(()))
}
