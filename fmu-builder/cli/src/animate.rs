//! `animate`: a run of a model as a three-dimensional scene, or a page in which the model runs.

pub(crate) mod live;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use fmu_tool::scene::{Drawable, RunOptions, Scene, SceneError, SceneOptions};
use fmu_tool::write_file;
use mechanism::digits::counted;

use super::error::CommandError;
use super::help::help;
use super::progress::Progress;
use super::reading::{Reading, Shapes};
use super::run::{Given, Steps};
use super::{CommandResult, console, first_given, input, kind, measure};

const EXAMPLES: &str = "\
Examples:
  fmu-builder animate pendulum.toml                      writes pendulum.html, which any browser shows
  fmu-builder animate pendulum.fmu -o pendulum.glb
  fmu-builder animate robot.toml -o robot.png --time 0.5
  fmu-builder animate crane.toml --force-scale 2000 --set load.m=500
  fmu-builder animate driven_arm.toml --inputs torque.csv
  fmu-builder animate pendulum.toml --live               writes pendulum.html, in which the model runs";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the model, the FMU or the run has a problem"))]
pub(crate) struct Animate {
    /// Model file, or FMU of this tool.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// File to write: .html (page), .glb (glTF 2.0), .png (picture) [default: name of the file with extension html, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub steps: Steps,
    #[command(flatten)]
    pub given: Given,
    /// Force of an arrow of one metre, N [default: World.defaultN_to_m, or so that the largest arrow is 0.4 of the picture].
    #[arg(long, value_name = "N/M", value_parser = measure::positive("N/m"))]
    pub force_scale: Option<f64>,
    /// Torque of an arrow of one metre, N.m [default: World.defaultNm_to_m, or so that the largest arrow is 0.4 of the picture].
    #[arg(long, value_name = "N.M/M", value_parser = measure::positive("N.m/m"))]
    pub torque_scale: Option<f64>,
    /// Time of the picture, s [default: the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub time: Option<f64>,
    /// Width of the picture, pixels [default: 960].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub width: Option<u32>,
    /// Height of the picture, pixels [default: 720].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub height: Option<u32>,
    /// Write a page in which the model runs: values change, bodies are dragged. It has no recorded run and no options of one.
    #[arg(long)]
    pub live: bool,
    /// Show errors and warnings only.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub shapes: Shapes,
    #[command(flatten)]
    pub reading: Reading,
}

/// Format of the output, by its extension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Glb,
    Html,
    Png,
}

pub(crate) fn run(arguments: &Animate, web: Option<&[u8]>) -> CommandResult {
    let started = Instant::now();
    let output = input::output(arguments.output.as_deref(), &arguments.file, "html")?;
    arguments.given.keeps_inputs(&output)?;
    let format = format(&output)?;
    if arguments.live {
        return live::write(arguments, &output, format == Format::Html, web);
    }
    let for_pictures = first_given(&[
        ("--time", arguments.time.is_some()),
        ("--width", arguments.width.is_some()),
        ("--height", arguments.height.is_some()),
    ]);
    if let Some(option) = for_pictures.filter(|_| format != Format::Png) {
        let text = format!("{option} is for pictures: name a file with extension png with -o");
        return Err(CommandError::Usage(text));
    }
    let size = [arguments.width.unwrap_or(960), arguments.height.unwrap_or(720)];
    let drawable = open(&arguments.file, &arguments.reading, &arguments.shapes)?;
    let options = options(arguments, format)?;
    let [start, stop] = drawable.span(&options.run)?;
    let mut progress = Progress::new(start, stop, arguments.quiet);
    let scene = Scene::new(&drawable, &options, &mut |time| progress.update(time))?;
    drop(progress);
    let bytes = match format {
        Format::Glb => scene.to_glb(),
        Format::Html => scene.to_html().map_err(CommandError::problem)?.into_bytes(),
        Format::Png => scene.to_png(arguments.time, size).map_err(CommandError::problem)?,
    };
    write_file(&output, &bytes)?;
    if !arguments.quiet {
        console::line(&format!(
            "{}: {}, {:.1} kB, {:.2} s",
            output.display(),
            content(&scene, format, size, arguments.time.unwrap_or(start)),
            bytes.len() as f64 / 1e3,
            started.elapsed().as_secs_f64()
        ));
        scene.notes().iter().for_each(|note| console::line(&format!("note: {note}")));
    }
    Ok(())
}

/// Description of the content.
fn content(scene: &Scene, format: Format, [width, height]: [u32; 2], time: f64) -> String {
    let [shapes, moving, rows] = scene.counts();
    let shapes = counted(shapes, "shape");
    match format {
        Format::Png => format!("{shapes} at {time} s, {width} x {height} pixels"),
        _ => {
            let bodies = if moving == 1 { "body" } else { "bodies" };
            format!("{shapes} on {moving} moving {bodies}, {}", counted(rows, "row"))
        }
    }
}

fn format(output: &Path) -> Result<Format, CommandError> {
    match kind::extension(output).as_str() {
        "glb" => Ok(Format::Glb),
        "html" | "htm" => Ok(Format::Html),
        "png" => Ok(Format::Png),
        _ => Err(CommandError::Usage(format!(
            "{}: expected a file with extension html (page), glb (glTF 2.0) or png (picture)",
            output.display()
        ))),
    }
}

fn open(path: &Path, reading: &Reading, shapes: &Shapes) -> Result<Drawable, CommandError> {
    if reading.takes_fmu(path)? {
        return Ok(Drawable::from_fmu(path)?.with_shapes(&shapes.of_fmu(path))?);
    }
    let (model, source) = reading.model(path)?;
    let drawable = Drawable::new(&model).map_err(|errors| CommandError::compile(&model, &source, &errors.0))?;
    Ok(drawable.with_shapes(&shapes.folders(reading, source))?)
}

fn options(arguments: &Animate, format: Format) -> Result<SceneOptions, CommandError> {
    Ok(SceneOptions {
        run: RunOptions {
            // A picture needs the run only up to its time.
            stop_time: arguments.time.or(arguments.steps.stop_time),
            step_size: arguments.steps.step_size,
            ..arguments.given.options()?
        },
        force_scale: arguments.force_scale,
        torque_scale: arguments.torque_scale,
        only_start: format == Format::Png && arguments.time.is_none(),
    })
}

impl From<SceneError> for CommandError {
    fn from(error: SceneError) -> Self {
        match error {
            SceneError::Setting(_) | SceneError::Input(_) | SceneError::Times(_) => Self::usage(error),
            error => Self::problem(error),
        }
    }
}
