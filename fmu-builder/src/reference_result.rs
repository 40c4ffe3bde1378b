//! A reference result in the FMU, described as the layered standard FMI-LS-REF says (Modelica Association, FMI-LS-REF 1.0.0-alpha.1, with the
//! experiments format MA-HS-Experiments): a simulation of the default experiment, by which a user sees whether the FMU runs as it should.

use std::io;
use std::sync::Arc;

use fmu_core::assembly::Model;
use fmu_core::instance::{Experiment, FmiValue, Instance, InstanceError};
use fmu_core::model_file::Experiment as DefaultExperiment;
use fmu_core::variables::{Catalogue, Causality, DataType};

use crate::csv;
use crate::naming::Names;
use crate::xml::{Attributes, Xml, number};

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
/// Most steps of the result. A model with more gets larger ones: the integrator chooses its own steps anyhow.
const MAXIMUM_STEPS: f64 = 1000.0;

/// Why there is no reference result.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceResultError {
    /// The model cannot be simulated.
    #[error("the reference result cannot be simulated: {0}")]
    Simulation(#[from] InstanceError),
    /// The experiment makes no sense.
    #[error("the reference result cannot be simulated: the experiment goes from {start} s to {stop} s")]
    Experiment {
        /// Start time, s.
        start: f64,
        /// Stop time, s.
        stop: f64,
    },
    /// The files could not be written.
    #[error("cannot write the reference result: {0}")]
    Write(#[from] io::Error),
}

/// The files of the reference result: path in the archive and content. Inputs keep their start values. The same for the same model,
/// but for the last digits of the result on another platform.
pub(crate) fn files(model: &Arc<Model>, names: &Names<'_>) -> Result<Vec<(String, Vec<u8>)>, ReferenceResultError> {
    let run = Run::new(&model.experiment)?;
    let result = simulate(model, names, &run)?;
    Ok(vec![
        (format!("{FOLDER}{MANIFEST}"), manifest()?.into_bytes()),
        (format!("{FOLDER}{EXPERIMENT}"), experiment(&model.name, &run)?.into_bytes()),
        (format!("{FOLDER}{RESULT}"), result),
        (PAGE.to_owned(), page().into_bytes()),
    ])
}

/// Whether a file of an FMU belongs to its reference result.
pub(crate) fn holds(path: &str) -> bool {
    path.starts_with(FOLDER) || path == PAGE
}

/// Times, s, and relative tolerance of the run.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: f64,
    stop: f64,
    step: f64,
    tolerance: Option<f64>,
}

impl Run {
    fn new(experiment: &DefaultExperiment) -> Result<Self, ReferenceResultError> {
        let (start, stop) = (experiment.start(), experiment.stop());
        let duration = stop - start;
        if !(duration.is_finite() && duration > 0.0) {
            return Err(ReferenceResultError::Experiment { start, stop });
        }
        let step = experiment
            .step_size
            .filter(|&step| step > 0.0 && step < duration)
            .unwrap_or(duration / DefaultExperiment::STEPS);
        // A whole number of the model's steps, so that the points are those of a simulation.
        let multiple = (duration / step / MAXIMUM_STEPS).ceil().max(1.0);
        Ok(Self { start, stop, step: step * multiple, tolerance: experiment.tolerance })
    }

    /// Communication points, start and stop included.
    fn times(self) -> impl Iterator<Item = f64> {
        // At most MAXIMUM_STEPS. A last step that would be shorter than rounding errors is left out.
        let steps = ((self.stop - self.start) / self.step - 1e-9).ceil().max(1.0) as u32;
        (0..=steps).map(move |n| if n == steps { self.stop } else { self.start + self.step * f64::from(n) })
    }
}

/// Outputs, or states if there are none.
fn columns(catalogue: &Catalogue) -> Vec<usize> {
    let is_output = |index: &usize| catalogue.variables.get(*index).is_some_and(|v| v.causality == Causality::Output);
    let outputs: Vec<usize> = (0..catalogue.variables.len()).filter(is_output).collect();
    if outputs.is_empty() { catalogue.states.clone() } else { outputs }
}

fn simulate(model: &Arc<Model>, names: &Names<'_>, run: &Run) -> Result<Vec<u8>, ReferenceResultError> {
    let columns = columns(&model.catalogue);
    let mut instance = Instance::new(Arc::clone(model));
    let (start_time, stop_time, tolerance) = (run.start, Some(run.stop), run.tolerance);
    instance.setup_experiment(Experiment { start_time, stop_time, tolerance })?;
    instance.enter_initialization_mode()?;
    instance.exit_initialization_mode()?;
    let mut text = Vec::new();
    csv::write_header(&mut text, columns.iter().map(|&index| names.get(index)))?;
    let mut time = run.start;
    for next in run.times() {
        if next > time {
            instance.do_step(time, next - time)?;
            time = next;
        }
        let values = columns.iter().map(|&index| value(&mut instance, index)).collect::<Result<Vec<f64>, _>>()?;
        csv::write_row(&mut text, time, &values)?;
    }
    Ok(text)
}

/// The value of a variable as a number: Booleans as 0 and 1.
fn value(instance: &mut Instance, index: usize) -> Result<f64, InstanceError> {
    let catalogue = instance.catalogue();
    let reference = u32::try_from(catalogue.reference(index)).unwrap_or(u32::MAX);
    match catalogue.variables.get(index).map(|variable| &variable.data_type) {
        Some(DataType::Boolean) => read::<bool>(instance, reference).map(f64::from),
        Some(DataType::Integer | DataType::Enumeration { .. }) => read::<i32>(instance, reference).map(f64::from),
        _ => read(instance, reference),
    }
}

fn read<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> Result<T, InstanceError> {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value)?;
    let [value] = value;
    Ok(value)
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
    let related = |kind: &'static str, source: &'static str, role: &'static str, description: &'static str| {
        let attributes = Attributes::new().with("type", kind).with("source", source);
        attributes.with("role", role).with("description", description)
    };
    let mut xml = Xml::new()?;
    xml.parent("fmiReferences", root, |xml| {
        let experiment = "Default experiment with its reference result";
        xml.leaf(
            "Related",
            related("application/x-ma-hs-experiments", EXPERIMENT, "experiment/smoke-test", experiment),
        )?;
        xml.leaf("Related", related("text/csv", RESULT, "result", "Result of the default experiment"))?;
        xml.leaf("Related", related("application/json", "../../resources/model.json", "model", "Model file"))
    })?;
    xml.finish()
}

/// The experiment of the result.
fn experiment(name: &str, run: &Run) -> io::Result<String> {
    let root = Attributes::new().with("name", "Reference results");
    let attributes = Attributes::new()
        .with("name", name)
        .with("description", "Default experiment; inputs keep their start values")
        .with("startTime", number(run.start))
        .with("stopTime", number(run.stop))
        .option("tolerance", run.tolerance.map(number))
        .with("stepSize", number(run.step));
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn run(start: f64, stop: f64, step: Option<f64>) -> Run {
        let experiment =
            DefaultExperiment { start_time: Some(start), stop_time: Some(stop), step_size: step, tolerance: None, max_evaluations: None };
        Run::new(&experiment).unwrap()
    }

    #[test]
    fn there_are_at_most_a_thousand_steps() {
        for (stop, step, expected) in
            [(1.0, Some(0.25), 5), (1.0, Some(0.4), 4), (1.0, None, 501), (3.0, Some(1e-3), 1001)]
        {
            let times: Vec<f64> = run(0.0, stop, step).times().collect();
            assert_eq!((times.len(), times[0], times[times.len() - 1]), (expected, 0.0, stop));
            assert!(times.is_sorted_by(|a, b| a < b));
        }
    }
}
