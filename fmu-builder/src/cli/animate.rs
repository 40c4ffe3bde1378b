//! `animate`: a run of a model as a three-dimensional scene.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use fmu_builder::OutputFile;
use fmu_builder::scene::{Drawable, RunOptions, Scene, SceneError, SceneOptions};
use fmu_core::model_file::ModelFile;

use super::arguments::Animate;
use super::error::CommandError;
use super::progress::Progress;
use super::{CommandResult, console, input};

/// What is written, by the extension of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Glb,
    Html,
    Png,
}

pub(crate) fn run(arguments: &Animate) -> CommandResult {
    let started = Instant::now();
    let output = input::output(arguments.output.as_deref(), &arguments.file, "html")?;
    let format = format(&output)?;
    if format != Format::Png && arguments.time.is_some() {
        return Err(CommandError::Usage("--time is for pictures: name a file with extension png with -o".to_owned()));
    }
    let drawable = open(&arguments.file)?;
    let options = options(arguments, format);
    let mut progress = if arguments.quiet { Progress::silent() } else { Progress::over(&drawable, &options) };
    let scene = Scene::new(&drawable, &options, &mut |time| progress.update(time))?;
    drop(progress);
    let bytes = match format {
        Format::Glb => scene.to_glb(),
        Format::Html => {
            let page = scene.to_html().map_err(|error| CommandError::Problem(error.to_string()))?;
            page.into_bytes()
        }
        Format::Png => {
            let size = [arguments.width, arguments.height];
            scene.to_png(arguments.time, size).map_err(|error| CommandError::Problem(error.to_string()))?
        }
    };
    let mut file = OutputFile::create(&output)?;
    file.write_all(&bytes)
        .map_err(|error| CommandError::Problem(format!("cannot write {}: {error}", output.display())))?;
    file.finish()?;
    if !arguments.quiet {
        let [shapes, moving, rows] = scene.counts();
        console::line(&format!(
            "{}: {shapes} shapes on {moving} moving bodies, {rows} rows, {:.1} kB, {:.2} s",
            output.display(),
            bytes.len() as f64 / 1e3,
            started.elapsed().as_secs_f64()
        ));
        scene.notes().iter().for_each(|note| console::line(&format!("note: {note}")));
    }
    Ok(())
}

fn format(output: &Path) -> Result<Format, CommandError> {
    let extension = output.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_deref().and_then(|extension| extension.to_str()) {
        Some("glb") => Ok(Format::Glb),
        Some("html" | "htm") => Ok(Format::Html),
        Some("png") => Ok(Format::Png),
        _ => Err(CommandError::Usage(format!(
            "{}: expected a file with extension html (page), glb (glTF 2.0) or png (picture)",
            output.display()
        ))),
    }
}

fn open(path: &Path) -> Result<Drawable, CommandError> {
    if input::is_fmu(path) {
        return Ok(Drawable::from_fmu(path)?);
    }
    let (model, source) = ModelFile::from_path(path)?;
    Drawable::new(&model).map_err(|errors| CommandError::model(&source, &errors.0))
}

fn options(arguments: &Animate, format: Format) -> SceneOptions {
    SceneOptions {
        run: RunOptions {
            start_time: arguments.start_time,
            // A picture needs no more than the way to its moment.
            stop_time: arguments.time.or(arguments.stop_time),
            step_size: arguments.step_size,
            tolerance: arguments.tolerance,
            settings: arguments.settings.clone(),
        },
        force_scale: arguments.force_scale,
        torque_scale: arguments.torque_scale,
        only_start: format == Format::Png && arguments.time.is_none(),
    }
}

impl From<SceneError> for CommandError {
    fn from(error: SceneError) -> Self {
        match error {
            SceneError::Setting { .. } | SceneError::Times(_) => Self::Usage(error.to_string()),
            error => Self::Problem(error.to_string()),
        }
    }
}
