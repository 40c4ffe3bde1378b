//! Arguments of all commands.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use compiler::model_file::Experiment;
use fmu_tool::binary::Platform;
use fmu_tool::{Expose, Naming, Version};
use simulation::model::StateSet;

use super::animate::Animate;
use super::bode::Bode;
use super::convert::Convert;
use super::export::Export;
use super::linearize::Linearize;
use super::modes::Modes;
use super::plot::PlotArguments;
use super::preview::Preview;
use super::reading::{Reading, Shapes};
use super::simulate::Simulate;
use super::sweep::SweepArguments;
use super::trim::TrimCommand;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments";

const EXAMPLES: &str = "\
Examples:
  fmu-builder build pendulum.toml                    writes pendulum.fmu
  fmu-builder check pendulum.toml                    shows all problems of a model file
  fmu-builder inspect pendulum.fmu                   shows the interface of an FMU
  fmu-builder simulate pendulum.toml --stop-time 10  writes pendulum.csv
  fmu-builder animate pendulum.toml                  writes pendulum.html, a page with the moving mechanism
  fmu-builder describe Joints.Revolute               shows a class with an example

Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments";

const BUILD_EXAMPLES: &str = "\
Examples:
  fmu-builder build pendulum.toml
  fmu-builder build robot.json -o out/robot.fmu --expose interface
  fmu-builder build robot.json --naming flat
  fmu-builder build robot.json --fmi both
  fmu-builder build robot.urdf --base floating --lock gripper_joint
  fmu-builder build robot.json --binary win64=fmu_core.dll --binary darwin64=libfmu_core.dylib

The environment variable SOURCE_DATE_EPOCH (seconds since 1970) sets the generation date. Without it there is none: the same model \
gives the same bytes.";

const SSP_EXAMPLES: &str = "\
Examples:
  fmu-builder ssp examples/steered_arm/system.toml -o steered_arm.ssp
  fmu-builder check steered_arm.ssp

Exit codes:
  0  success
  1  the system, a model or an FMU has a problem, or a file cannot be read or written
  2  wrong arguments";

const MERGE_EXAMPLES: &str = "\
Examples:
  fmu-builder merge linux/robot.fmu windows/robot.fmu -o robot.fmu

modelDescription.xml, resources and documentation must be equal, and so must libraries for the same platform.

Exit codes:
  0  success
  1  the FMUs are of different models or have problems, or a file cannot be read or written
  2  wrong arguments";

const CLASSES_EXAMPLES: &str = "\
Examples:
  fmu-builder classes
  fmu-builder classes spring
  fmu-builder classes Blocks.Logical --count

Exit codes:
  0  success
  1  no class matches
  2  wrong arguments";

const DESCRIBE_EXAMPLES: &str = "\
Examples:
  fmu-builder describe Parts.Body
  fmu-builder describe LineForceWithMass
  fmu-builder describe Joints.Revolute --example > pendulum.toml
  fmu-builder describe corner --in car.toml

Exit codes:
  0  success
  1  there is no such class
  2  wrong arguments";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  fmu-builder schema -o model.schema.json

Editors then complete and check a TOML file whose first line is `#:schema model.schema.json`, or a JSON file with the key \"$schema\": \
VS Code with Even Better TOML, and others that use taplo.

Exit codes:
  0  success
  1  the file cannot be written
  2  wrong arguments";

/// Builds FMUs (FMI 2.0 and 3.0, co-simulation and model exchange) from model files in the vocabulary of Modelica MultiBody.
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
    /// Pack several models or FMUs, with their connections, into an SSP.
    Ssp(SspArguments),
    /// Merge FMUs of one model for different platforms into one.
    Merge(Merge),
    /// Check a model file, an FMU or an SSP, and show all problems.
    Check(Check),
    /// Convert a robot description, Modelica text, or a model file of the other syntax into a model file.
    Convert(Convert),
    /// Write a model as Modelica text, for other tools.
    Export(Export),
    /// Show the interface of an FMU: capabilities and variables.
    Inspect(Inspect),
    /// Simulate a model file or an FMU, and write the result as CSV.
    Simulate(Simulate),
    /// Simulate many times with different parameters, on all cores, and write a row of results for each run.
    Sweep(SweepArguments),
    /// Show a run in three dimensions: a page, a glTF file or a picture.
    Animate(Animate),
    /// Show the model in a browser, where it runs and follows its files.
    Preview(Preview),
    /// List the classes of the component library.
    Classes(Classes),
    /// Show parameters, connectors, variables and an example of a class.
    Describe(Describe),
    /// Write a JSON schema of the model file, for editors.
    Schema(Schema),
    /// Linearise a model file or an FMU at a point in time, and write the matrices A, B, C, D.
    Linearize(Linearize),
    /// Find inputs, parameters and start values with which a mechanism rests or moves steadily.
    Trim(TrimCommand),
    /// List natural frequencies, and show mode shapes on a page.
    Modes(Modes),
    /// Draw frequency responses of outputs to inputs, and find their margins.
    Bode(Bode),
    /// Plot a table, a model file or an FMU as an HTML page or an SVG picture.
    Plot(PlotArguments),
}

#[derive(Debug, Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub(crate) struct Build {
    /// Model file (TOML or JSON), Modelica text, or robot description (URDF), by extension.
    pub model: PathBuf,
    /// FMU to write [default: name of the model file with extension fmu, in the current folder].
    #[arg(short, long, value_name = "FMU")]
    pub output: Option<PathBuf>,
    /// Version of FMI [default: that of the model's experiment, or 2].
    #[arg(long, value_enum)]
    pub fmi: Option<FmiArgument>,
    /// Continuous states of model exchange [default: those of the model's experiment, or all].
    #[arg(long, value_enum)]
    pub states: Option<StatesArgument>,
    /// List vectors and matrices (r_0[3], R.T[3,3]) as arrays, with --fmi 3; some tools read no arrays.
    #[arg(long)]
    pub arrays: bool,
    /// Variables that the FMU lists in modelDescription.xml.
    #[arg(long, value_enum, default_value_t = ExposeArgument::Auto)]
    pub expose: ExposeArgument,
    /// Names of the variables.
    #[arg(long, value_enum, default_value_t = NamingArgument::Structured)]
    pub naming: NamingArgument,
    /// Runtime library for a platform (win64, linux64, darwin64, or another of FMI 2.0), also instead of the one in the builder; may be given
    /// many times.
    #[arg(long = "binary", value_name = "PLATFORM=FILE", value_parser = binary)]
    pub binaries: Vec<BinaryArgument>,
    /// Simulate the model and put the result into the FMU (FMI-LS-REF).
    #[arg(long)]
    pub reference_result: bool,
    /// Do not compute the initial state; the FMU then has no picture of the mechanism and no scene.
    #[arg(long)]
    pub no_init: bool,
    #[command(flatten)]
    pub shapes: Shapes,
    #[command(flatten)]
    pub reading: Reading,
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
        format!("unknown platform \"{folder}\"; expected one of {}", known.join(", "))
    })?;
    Ok(BinaryArgument { platform, path: PathBuf::from(path) })
}

#[derive(Debug, Args)]
#[command(after_help = SSP_EXAMPLES)]
pub(crate) struct SspArguments {
    /// File of the system (TOML).
    pub system: PathBuf,
    /// SSP to write [default: name of the file with extension ssp, in the current folder].
    #[arg(short, long, value_name = "SSP")]
    pub output: Option<PathBuf>,
    /// Version of FMI for FMUs that are built [default: that of the model's experiment, or 2].
    #[arg(long, value_enum)]
    pub fmi: Option<FmiArgument>,
    /// Names of the variables of FMUs that are built.
    #[arg(long, value_enum, default_value_t = NamingArgument::Structured)]
    pub naming: NamingArgument,
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
pub(crate) enum FmiArgument {
    /// FMI 2.0.
    #[value(name = "2")]
    Two,
    /// FMI 3.0: events between the steps of a co-simulation, adjoint derivatives, terminals.
    #[value(name = "3")]
    Three,
    /// An FMU of each version; the name of the one of FMI 3.0 gets `_fmi3`.
    Both,
}

impl FmiArgument {
    /// The versions to build of a model with this experiment.
    pub(crate) fn versions(argument: Option<Self>, experiment: &Experiment) -> &'static [Version] {
        match (argument, experiment.fmi) {
            (Some(Self::Both), _) => &[Version::Fmi2, Version::Fmi3],
            (Some(Self::Three), _) | (None, Some(3)) => &[Version::Fmi3],
            _ => &[Version::Fmi2],
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StatesArgument {
    /// All coordinates and speeds of the joints.
    All,
    /// Independent ones: of a closed loop as many as it has degrees of freedom, of an orientation three angles.
    Minimal,
}

impl From<StatesArgument> for StateSet {
    fn from(argument: StatesArgument) -> Self {
        match argument {
            StatesArgument::All => Self::All,
            StatesArgument::Minimal => Self::Minimal,
        }
    }
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
    /// All variables, or the interface if there are more than 2000.
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
    /// Model file, FMU or SSP.
    #[arg(value_name = "MODEL|FMU|SSP")]
    pub file: PathBuf,
    /// Do not compute the initial state of a model.
    #[arg(long)]
    pub no_init: bool,
    /// Format of the problems.
    #[arg(long, value_enum, default_value_t = FormatArgument::Text)]
    pub format: FormatArgument,
    /// Check again whenever one of the files of the model has changed.
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArgument {
    /// For people: on standard error, with the lines of the file.
    Text,
    /// For editors and CI: on standard output, one JSON object a line.
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Inspect {
    /// FMU.
    pub fmu: PathBuf,
    /// Show local variables as well.
    #[arg(long)]
    pub all: bool,
    /// Show only variables whose name contains this text.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = CLASSES_EXAMPLES)]
pub(crate) struct Classes {
    /// Show only classes whose name or description contains this text.
    pub filter: Option<String>,
    /// Print only the number of classes.
    #[arg(long)]
    pub count: bool,
}

#[derive(Debug, Args)]
#[command(after_help = DESCRIBE_EXAMPLES)]
pub(crate) struct Describe {
    /// Name of the class as in a model file; the last part is enough if it is unique.
    pub class: String,
    /// Show only the example, which is a complete model file.
    #[arg(long, conflicts_with = "file")]
    pub example: bool,
    /// Model file that contains the sub-model, or uses its file.
    #[arg(long = "in", value_name = "FILE")]
    pub file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct Schema {
    /// File to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        super::Arguments::command().debug_assert();
    }
}
