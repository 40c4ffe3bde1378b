//! fmi-rs as a host: see the documentation of this package for its arguments and files.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use fmi_rs::model_description::peek_fmi_version;
use fmi_rs::zip::{extract_zip_archive, get_zip_contents};
use tempfile::TempDir;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, folder] = arguments.as_slice() else { return Err("usage: fmi_rs_host validate|simulate FOLDER".into()) };
    let runs = match task.as_str() {
        "validate" => [fmi2::validate, fmi3::validate],
        "simulate" => [fmi2::simulate, fmi3::simulate],
        _ => return Err(format!("\"{task}\" is neither validate nor simulate").into()),
    };
    for fmu in fmus(Path::new(folder))? {
        let [two, three] = runs;
        let run = if version(&fmu)?.starts_with("3.") { three } else { two };
        run(&fmu).map_err(|error| format!("{}: {error}", fmu.display()))?;
    }
    Ok(())
}

fn version(fmu: &Path) -> Result<String> {
    let folder = TempDir::new()?;
    extract_zip_archive(fmu, &folder)?;
    Ok(peek_fmi_version(&folder.path().join("modelDescription.xml"))?)
}

/// The FMUs in a folder, sorted by name.
fn fmus(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "fmu"));
    paths.sort();
    Ok(paths)
}

/// Names of archive entries that are not relative paths with slashes (FMI 2.0.5, 2.3; FMI 3.0.2, 2.5), which the library leaves to its caller.
fn names_in_archive(fmu: &Path) -> Result<Vec<String>> {
    let mut names = get_zip_contents(fmu.to_str().ok_or("the path is not UTF-8")?)?;
    names.retain(|name| name.starts_with(['/', '.']) || name.contains('\\'));
    Ok(names
        .into_iter()
        .map(|name| format!("The archive's entry \"{name}\" is not a relative path with slashes."))
        .collect())
}

fn start_values(fmu: &Path) -> Result<Vec<(String, String)>> {
    let path = fmu.with_extension("start.csv");
    if !path.exists() {
        return Ok(Vec::new());
    }
    // No name of the tests' start values has a comma.
    let text = fs::read_to_string(path)?;
    let pairs = text.lines().skip(1).map(|line| line.split_once(',').ok_or("a start value is not \"name,value\""));
    pairs.map(|pair| pair.map(|(name, value)| (name.to_owned(), value.to_owned())).map_err(Into::into)).collect()
}

/// The host of a version of FMI, whose modules and types have the same names in the library but for its number; it ends with the settings of this
/// version alone, and with the types that a table of numbers does not hold.
macro_rules! host {
    ($module:ident, $builder:ident, $texts:pat, { $($setting:ident: $value:expr),* }) => {
        mod $module {
            use std::fs::{self, File};
            use std::path::Path;
            use std::sync::Arc;

            use fmi_rs::$module::builder::$builder;
            use fmi_rs::model_description::$module::{Causality, ModelDescription, VariableType};
            use fmi_rs::sim::$module::csv::{read_csv, write_csv};
            use fmi_rs::sim::$module::input::StaticInput;
            use fmi_rs::sim::$module::recorder::Recorder;
            use fmi_rs::sim::$module::{SimulationSettings, Trajectories, cs};

            use super::{Result, names_in_archive, start_values};

            pub fn validate(fmu: &Path) -> Result<()> {
                let problems = match $builder::new(&fmu) {
                    Ok(host) => {
                        let found = host.model_description.validate().into_iter().map(|problem| problem.message);
                        found.chain(names_in_archive(fmu)?).collect()
                    }
                    Err(error) => vec![error.to_string()],
                };
                let text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
                Ok(fs::write(fmu.with_extension("problems.txt"), text)?)
            }

            pub fn simulate(fmu: &Path) -> Result<()> {
                let $builder { unzipdir, model_description, .. } = $builder::new(&fmu)?;
                let model_description = Arc::new(model_description);
                let settings = settings(fmu, unzipdir.path(), &model_description)?;
                let input = input(fmu, &model_description)?.map(|trajectories| StaticInput::new(trajectories, 0.0));
                let columns = model_description.modelVariables.iter().enumerate().filter(|(_, variable)| {
                    variable.causality != Causality::Independent && !matches!(variable.variableType, $texts)
                });
                let columns = columns.map(|(index, _)| index).collect();
                // The library wants an Arc of what is used in one thread only.
                #[allow(clippy::arc_with_non_send_sync)]
                let recorder = Arc::new(Recorder::new(Trajectories::new(model_description.clone(), columns)));
                cs::simulate(&settings, input.map(Arc::new), recorder.clone())?;
                Ok(write_csv(&recorder.trajectories.borrow(), fmu.with_extension("result.csv"))?)
            }

            /// The default experiment, of which the tests' FMUs say everything but the start time.
            fn settings(
                fmu: &Path,
                unzipdir: &Path,
                model_description: &Arc<ModelDescription>,
            ) -> Result<SimulationSettings> {
                let experiment = model_description.defaultExperiment.as_ref().ok_or("there is no default experiment")?;
                let number = |attribute: &Option<String>| -> Result<f64> {
                    Ok(attribute.as_ref().ok_or("the default experiment is incomplete")?.parse()?)
                };
                Ok(SimulationSettings {
                    unzipdir: unzipdir.to_owned(),
                    model_description: model_description.clone(),
                    start_time: experiment.startTime.as_ref().map_or(Ok(0.0), |time| time.parse())?,
                    stop_time: number(&experiment.stopTime)?,
                    logging_on: false,
                    set_stop_time: true,
                    output_interval: number(&experiment.stepSize)?,
                    log_time_scale: false,
                    tolerance: number(&experiment.tolerance)?,
                    set_tolerance: true,
                    start_values: start_values(fmu)?,
                    log_fmi_calls: false,
                    input_file: None,
                    early_return_allowed: false,
                    event_mode_used: false,
                    log_file: Some(fmu.with_extension("messages.txt")),
                    initial_fmu_state_file: None,
                    final_fmu_state_file: None,
                    $($setting: $value),*
                })
            }

            fn input(fmu: &Path, model_description: &Arc<ModelDescription>) -> Result<Option<Trajectories>> {
                let path = fmu.with_extension("input.csv");
                if !path.exists() {
                    return Ok(None);
                }
                Ok(Some(read_csv(File::open(path)?, model_description.clone())?))
            }
        }
    };
}

host!(fmi2, FMU2Builder, VariableType::String { .. }, {});
host!(fmi3, FMU3Builder, VariableType::String { .. } | VariableType::Binary { .. }, {
    library_kind: fmi_rs::fmi3::LibraryKind::Native,
    enable_dae: false,
    visible: false,
    intermediate_update: false
});
