//! A reference result in the FMU, described as the layered standard FMI-LS-REF says (Modelica Association, FMI-LS-REF 1.0.0-alpha.1, with the
//! experiments format MA-HS-Experiments): a simulation of the default experiment, by which a user sees whether the FMU runs as it should.

use std::io;
use std::sync::Arc;

use fmu_core::instance::{Instance, InstanceError};
use simulation::model::Model;
use simulation::variables::{Catalogue, Causality};

use crate::naming::Names;
use crate::plan::Plan;
use crate::xml::{Attributes, Xml, number};
use crate::{csv, in_process};

/// Folder of the layered standard.
const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref/";
/// Version of the layered standard.
const VERSION: &str = "1.0.0-alpha.1";
/// Files in the folder.
const MANIFEST: &str = "fmi-ls-manifest.xml";
const EXPERIMENT: &str = "reference.exp";
const RESULT: &str = "reference.csv";
/// Page that the layered standard recommends.
const PAGE: &str = "documentation/fmi-ls-ref.txt";
/// Most steps of the result. A model with more gets larger ones, which do not change the steps of the integrator.
const MAXIMUM_STEPS: f64 = 1000.0;

/// Why there is no reference result.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceResultError {
    /// The model cannot be simulated.
    #[error("the reference result cannot be simulated: {0}")]
    Simulation(#[from] InstanceError),
    /// The experiment makes no sense.
    #[error("the reference result cannot be simulated: {0}")]
    Experiment(String),
    /// The files could not be written.
    #[error("cannot write the reference result: {0}")]
    Write(#[from] io::Error),
}

/// The files of the reference result: path in the archive and content. Inputs keep their start values. The same for the same model,
/// but for the last digits of the result on another platform.
pub(crate) fn files(model: &Arc<Model>, names: &Names<'_>) -> Result<Vec<(String, Vec<u8>)>, ReferenceResultError> {
    let plan = Plan::new(&model.experiment).map_err(ReferenceResultError::Experiment)?.with_at_most(MAXIMUM_STEPS);
    let result = simulate(model, names, plan)?;
    Ok(vec![
        (format!("{FOLDER}{MANIFEST}"), manifest()?.into_bytes()),
        (format!("{FOLDER}{EXPERIMENT}"), experiment(&model.name, plan)?.into_bytes()),
        (format!("{FOLDER}{RESULT}"), result),
        (PAGE.to_owned(), page().into_bytes()),
    ])
}

/// True if the path belongs to the reference result of an FMU.
pub(crate) fn holds(path: &str) -> bool {
    path.starts_with(FOLDER) || path == PAGE
}

/// Outputs, or states if there are none.
fn columns(catalogue: &Catalogue) -> Vec<usize> {
    let is_output = |index: &usize| catalogue.variables.get(*index).is_some_and(|v| v.causality == Causality::Output);
    let outputs: Vec<usize> = (0..catalogue.variables.len()).filter(is_output).collect();
    if outputs.is_empty() { catalogue.states.clone() } else { outputs }
}

fn simulate(model: &Arc<Model>, names: &Names<'_>, plan: Plan) -> Result<Vec<u8>, ReferenceResultError> {
    let columns = columns(&model.catalogue);
    let mut instance = in_process::initialize(Instance::new(Arc::clone(model)), plan.experiment(), &[], None)?;
    let mut text = Vec::new();
    csv::write_header(&mut text, columns.iter().map(|&index| names.get(index)))?;
    in_process::run(&mut instance, None, plan.times(), |time, instance| {
        let values = in_process::numbers(instance, &columns)?;
        Ok::<_, ReferenceResultError>(csv::write_row(&mut text, time, &values)?)
    })?;
    Ok(text)
}

/// The manifest: which files there are, and what for.
fn manifest() -> io::Result<String> {
    let root = Attributes::new()
        .with("xmlns:fmi-ls", "http://fmi-standard.org/fmi-ls-manifest")
        .with("fmi-ls:fmi-ls-name", "org.fmi-standard.fmi-ls-ref")
        .with("fmi-ls:fmi-ls-version", VERSION)
        .with(
            "fmi-ls:fmi-ls-description",
            "Layered Standard providing information on related files included in an FMU.",
        );
    let experiment = "Default experiment with its reference result";
    let related = [
        ["application/x-ma-hs-experiments", EXPERIMENT, "experiment/smoke-test", experiment],
        ["text/csv", RESULT, "result", "Result of the default experiment"],
        ["application/json", "../../resources/model.json", "model", "Model file"],
    ];
    let mut xml = Xml::new()?;
    xml.parent("fmiReferences", root, |xml| {
        related.into_iter().try_for_each(|[kind, source, role, description]| {
            let attributes = Attributes::new().with("type", kind).with("source", source);
            xml.leaf("Related", attributes.with("role", role).with("description", description))
        })
    })?;
    xml.finish()
}

fn experiment(name: &str, plan: Plan) -> io::Result<String> {
    let root = Attributes::new().with("name", "Reference results");
    let attributes = Attributes::new()
        .with("name", name)
        .with("description", "Default experiment; inputs keep their start values")
        .with("startTime", number(plan.start))
        .with("stopTime", number(plan.stop))
        .option("tolerance", plan.tolerance.map(number))
        .with("stepSize", number(plan.step));
    let mut xml = Xml::new()?;
    xml.parent("Experiments", root, |xml| {
        xml.parent("Experiment", attributes, |xml| {
            xml.leaf("References", Attributes::new().with("type", "text/csv").with("source", RESULT))
        })
    })?;
    xml.finish()
}

fn page() -> String {
    format!(
        "{FOLDER}{RESULT} is the result of the default experiment that {EXPERIMENT} describes, with all\n\
         parameters, start values and inputs as modelDescription.xml has them. The FMU gave it when it was built, by\n\
         co-simulation with its own integrator. Other integrators differ within the tolerance of the experiment, and on\n\
         other platforms the last digits do.\n"
    )
}
