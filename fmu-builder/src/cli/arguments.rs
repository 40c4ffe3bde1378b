//! Arguments of all commands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fmu_builder::binary::Platform;
use fmu_builder::host::Setting;
use fmu_builder::{Expose, Naming};

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments";

const EXAMPLES: &str = "\
Examples:
  fmu-builder build pendulum.toml                    writes pendulum.fmu
  fmu-builder check pendulum.toml                    shows all problems of a model file
  fmu-builder inspect pendulum.fmu                   shows what the FMU offers
  fmu-builder simulate pendulum.toml --stop-time 10  writes pendulum.csv
  fmu-builder animate pendulum.toml                  writes pendulum.html, a page with the moving mechanism

Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments";

const BUILD_EXAMPLES: &str = "\
Examples:
  fmu-builder build pendulum.toml
  fmu-builder build robot.json -o out/robot.fmu --expose interface
  fmu-builder build robot.json --naming flat
  fmu-builder build robot.json --binary win64=fmu_core.dll --binary darwin64=libfmu_core.dylib

SOURCE_DATE_EPOCH (seconds since 1970) becomes the generation date; without it there is none, and the same model gives the same \
bytes.";

const MERGE_EXAMPLES: &str = "\
Examples:
  fmu-builder merge linux/robot.fmu windows/robot.fmu -o robot.fmu

modelDescription.xml, resources and documentation must be equal, and libraries for one platform as well. The order does not matter.

Exit codes:
  0  success
  1  the FMUs are of different models or have problems, or a file cannot be read or written
  2  wrong arguments";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  fmu-builder simulate pendulum.toml
  fmu-builder simulate pendulum.fmu -o swing.csv --stop-time 10 --step-size 0.01
  fmu-builder simulate pendulum.toml --set body.m=2.5 --variables rev.phi,rev.w
  fmu-builder simulate pendulum.toml -o - | head
  fmu-builder simulate pendulum.fmu --fmi-log=calls.txt

Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments, such as an unknown variable

A signal (Ctrl-C, kill) ends it after the temporary files are removed; the file for the result is not touched then.";

const ANIMATE_EXAMPLES: &str = "\
Examples:
  fmu-builder animate pendulum.toml                      writes pendulum.html, which any browser shows
  fmu-builder animate pendulum.fmu -o pendulum.glb
  fmu-builder animate robot.toml -o robot.png --time 0.5
  fmu-builder animate crane.toml --force-scale 2000 --set load.m=500

Exit codes:
  0  success
  1  the model, the FMU or the run has a problem, or a file cannot be read or written
  2  wrong arguments";

/// Builds FMUs (FMI 2.0, co-simulation) from model files in the vocabulary of Modelica MultiBody.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build an FMU from a model file.
    Build(Build),
    /// Merge FMUs of one model for different platforms into one.
    Merge(Merge),
    /// Show all problems of a model file or an FMU.
    Check(Check),
    /// Show what an FMU offers: its facts and variables.
    Inspect(Inspect),
    /// Simulate a model file or an FMU, and write the result as CSV.
    Simulate(Simulate),
    /// Show a run in three dimensions: a page, a glTF file or a picture.
    Animate(Animate),
}

#[derive(Debug, Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub(crate) struct Build {
    /// Model file, TOML or JSON (by its extension).
    pub model: PathBuf,
    /// FMU to write [default: name of the model file with extension fmu, in the current folder].
    #[arg(short, long, value_name = "FMU")]
    pub output: Option<PathBuf>,
    /// Variables that the FMU shows.
    #[arg(long, value_enum, default_value_t = ExposeArgument::Auto)]
    pub expose: ExposeArgument,
    /// What the variables are called.
    #[arg(long, value_enum, default_value_t = NamingArgument::Structured)]
    pub naming: NamingArgument,
    /// Library for another platform, or instead of the builder's own; may be given many times. Platforms are win64, linux64, darwin64 and
    /// others of FMI 2.0.
    #[arg(long = "binary", value_name = "PLATFORM=FILE", value_parser = binary)]
    pub binaries: Vec<BinaryArgument>,
    /// Simulate the model and put the result into the FMU (FMI-LS-REF).
    #[arg(long)]
    pub reference_result: bool,
}

/// A library and the platform that it is for.
#[derive(Clone, Debug)]
pub(crate) struct BinaryArgument {
    pub platform: &'static Platform,
    pub path: PathBuf,
}

fn binary(text: &str) -> Result<BinaryArgument, String> {
    let (folder, path) = text.split_once('=').ok_or("expected PLATFORM=FILE, as in win64=fmu_core.dll")?;
    let platform = Platform::of_folder(folder).ok_or_else(|| {
        let known: Vec<&str> = Platform::all().iter().map(|platform| platform.folder).collect();
        format!("no platform is called \"{folder}\"; there are {}", known.join(", "))
    })?;
    Ok(BinaryArgument { platform, path: PathBuf::from(path) })
}

#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct Merge {
    /// FMUs of the same model, built for different platforms.
    #[arg(required = true, num_args = 2.., value_name = "FMU")]
    pub fmus: Vec<PathBuf>,
    /// FMU to write.
    #[arg(short, long, value_name = "FMU")]
    pub output: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum NamingArgument {
    /// body.frame_a.r_0[1], der(rev.phi).
    Structured,
    /// body_frame_a_r_0_1, der_rev_phi: letters, digits and underscores only.
    Flat,
}

impl From<NamingArgument> for Naming {
    fn from(argument: NamingArgument) -> Self {
        match argument {
            NamingArgument::Structured => Self::Structured,
            NamingArgument::Flat => Self::Flat,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExposeArgument {
    /// All up to 2000 variables, the interface above.
    Auto,
    /// Inputs, outputs, parameters, states and derivatives.
    Interface,
    /// All variables.
    All,
}

impl From<ExposeArgument> for Expose {
    fn from(argument: ExposeArgument) -> Self {
        match argument {
            ExposeArgument::Auto => Self::Auto,
            ExposeArgument::Interface => Self::Interface,
            ExposeArgument::All => Self::All,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Check {
    /// Model file or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Inspect {
    /// FMU.
    pub fmu: PathBuf,
    /// Show local variables, too.
    #[arg(long)]
    pub all: bool,
    /// Show only variables whose name holds this text.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(crate) struct Simulate {
    /// Model file, which is built first, or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// CSV file to write, - for standard output [default: name of the file with extension csv, in the current folder].
    #[arg(short, long, value_name = "CSV")]
    pub output: Option<PathBuf>,
    /// Start time, s [default: the model's, or 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub start_time: Option<f64>,
    /// Stop time, s [default: the model's, or 1 s after the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub stop_time: Option<f64>,
    /// Time between two rows, s [default: the model's, or a 500th of the duration].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub step_size: Option<f64>,
    /// Relative tolerance of the solver [default: the model's].
    #[arg(long, value_name = "TOL", allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Value of a parameter, start value or input; may be given many times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<Setting>,
    /// Variables to record, separated by commas [default: outputs, or states if there are none].
    #[arg(long, value_name = "NAMES", conflicts_with = "variables_file")]
    pub variables: Vec<String>,
    /// File that names the variables to record, one a line.
    #[arg(long, value_name = "FILE")]
    pub variables_file: Option<PathBuf>,
    /// Show all that the FMU logs, not only problems.
    #[arg(long)]
    pub log: bool,
    /// Print every call of an FMI function, arguments before and result after it, to standard error or to FILE.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub fmi_log: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = ANIMATE_EXAMPLES)]
pub(crate) struct Animate {
    /// Model file, or FMU of this tool.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// File to write: .html (page), .glb (glTF 2.0), .png (picture) [default: name of the file with extension html, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Start time, s [default: the model's, or 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub start_time: Option<f64>,
    /// Stop time, s [default: the model's, or 1 s after the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub stop_time: Option<f64>,
    /// Time between two rows, s [default: the model's, or a 500th of the duration; at most 2000 rows].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub step_size: Option<f64>,
    /// Relative tolerance of the solver [default: the model's].
    #[arg(long, value_name = "TOL", allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Value of a parameter, start value or input; may be given many times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<Setting>,
    /// Newtons that are drawn one metre long [default: World.defaultN_to_m, or so that the largest is 0.4 of the picture].
    #[arg(long, value_name = "N/M", value_parser = positive)]
    pub force_scale: Option<f64>,
    /// Newton metres that are drawn one metre long [default: World.defaultNm_to_m, or so that the largest is 0.4 of the picture].
    #[arg(long, value_name = "N.M/M", value_parser = positive)]
    pub torque_scale: Option<f64>,
    /// Moment of a picture, s [default: the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Width of a picture, pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 960, value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub width: u32,
    /// Height of a picture, pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 720, value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub height: u32,
    /// Print nothing but problems.
    #[arg(short, long)]
    pub quiet: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|x: &f64| x.is_finite() && *x > 0.0)
        .ok_or_else(|| "a positive number is expected".to_owned())
}

fn setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in body.m=2.5")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err("expected NAME=VALUE, as in body.m=2.5".to_owned());
    }
    Ok(Setting { name: name.to_owned(), value: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        super::Arguments::command().debug_assert();
    }
}
