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
use super::help::{ANY_PROBLEM, Words, exit_codes, help, one_of};
use super::linearize::Linearize;
use super::modes::Modes;
use super::plot::PlotArguments;
use super::preview::Preview;
use super::reading::{Reading, Shapes};
use super::simulate::Simulate;
use super::sweep::SweepArguments;
use super::trim::TrimCommand;

const EXAMPLES: &str = "\
Examples:
  fmu-builder build pendulum.toml                    writes pendulum.fmu
  fmu-builder check pendulum.toml                    shows all problems of a model file
  fmu-builder inspect pendulum.fmu                   shows the interface of an FMU
  fmu-builder simulate pendulum.toml --stop-time 10  writes pendulum.csv
  fmu-builder animate pendulum.toml                  writes pendulum.html, a page with the moving mechanism
  fmu-builder describe Joints.Revolute               shows a class with an example";

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
  fmu-builder check steered_arm.ssp";

const MERGE_EXAMPLES: &str = "\
Examples:
  fmu-builder merge linux/robot.fmu windows/robot.fmu -o robot.fmu

modelDescription.xml, resources and documentation must be equal, and so must libraries for the same platform.";

const CLASSES_EXAMPLES: &str = "\
Examples:
  fmu-builder classes
  fmu-builder classes spring
  fmu-builder classes Blocks.Logical --count";

const DESCRIBE_EXAMPLES: &str = "\
Examples:
  fmu-builder describe Parts.Body
  fmu-builder describe LineForceWithMass
  fmu-builder describe Joints.Revolute --example > pendulum.toml
  fmu-builder describe corner --in car.toml";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  fmu-builder schema -o model.schema.json

Editors then complete and check a TOML file whose first line is `#:schema model.schema.json`, or a JSON file with the key \"$schema\": \
VS Code with Even Better TOML, and others that use taplo.";

/// Builds FMUs (FMI 2.0 and 3.0, co-simulation and model exchange) from model files in the vocabulary of Modelica MultiBody.
#[derive(Debug, Parser)]
#[command(version, after_help = help(EXAMPLES, ANY_PROBLEM), propagate_version = true)]
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
    #[arg(long, value_parser = one_of(FMI))]
    pub fmi: Option<&'static [Version]>,
    /// Continuous states of model exchange [default: those of the model's experiment, or all].
    #[arg(long, value_parser = one_of(STATES))]
    pub states: Option<StateSet>,
    /// List vectors and matrices (r_0[3], R.T[3,3]) as arrays, with --fmi 3; some tools read no arrays.
    #[arg(long)]
    pub arrays: bool,
    /// Variables that the FMU lists in modelDescription.xml.
    #[arg(long, value_parser = one_of(EXPOSE), default_value = "auto")]
    pub expose: Expose,
    /// Names of the variables.
    #[arg(long, value_parser = one_of(NAMING), default_value = "structured")]
    pub naming: Naming,
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

/// The platform of a library, and its file.
pub(crate) type BinaryArgument = (&'static Platform, PathBuf);

fn binary(text: &str) -> Result<BinaryArgument, String> {
    let (folder, path) = text.split_once('=').ok_or("expected PLATFORM=FILE, as in win64=fmu_core.dll")?;
    let platform = Platform::of_folder(folder).ok_or_else(|| {
        let known: Vec<&str> = Platform::all().iter().map(|platform| platform.folder).collect();
        format!("unknown platform \"{folder}\"; expected one of {}", known.join(", "))
    })?;
    Ok((platform, PathBuf::from(path)))
}

#[derive(Debug, Args)]
#[command(after_help = help(SSP_EXAMPLES, "the system, a model or an FMU has a problem"))]
pub(crate) struct SspArguments {
    /// File of the system (TOML).
    pub system: PathBuf,
    /// SSP to write [default: name of the file with extension ssp, in the current folder].
    #[arg(short, long, value_name = "SSP")]
    pub output: Option<PathBuf>,
    /// Version of FMI for FMUs that are built [default: that of the model's experiment, or 2].
    #[arg(long, value_parser = one_of(FMI))]
    pub fmi: Option<&'static [Version]>,
    /// Names of the variables of FMUs that are built.
    #[arg(long, value_parser = one_of(NAMING), default_value = "structured")]
    pub naming: Naming,
}

#[derive(Debug, Args)]
#[command(after_help = help(MERGE_EXAMPLES, "the FMUs are of different models or have problems"))]
pub(crate) struct Merge {
    /// FMUs of the same model, built for different platforms.
    #[arg(required = true, num_args = 2.., value_name = "FMU")]
    pub fmus: Vec<PathBuf>,
    /// FMU to write.
    #[arg(short, long, value_name = "FMU")]
    pub output: PathBuf,
}

/// Versions that are built.
const FMI: &Words<&[Version]> = &[
    ("2", "FMI 2.0", &[Version::Fmi2]),
    ("3", "FMI 3.0: events between the steps of a co-simulation, adjoint derivatives, terminals", &[Version::Fmi3]),
    ("both", "An FMU of each version; the name of the one of FMI 3.0 gets `_fmi3`", &[Version::Fmi2, Version::Fmi3]),
];

/// The versions to build of a model with this experiment.
pub(crate) fn versions(asked: Option<&'static [Version]>, experiment: &Experiment) -> &'static [Version] {
    asked.unwrap_or(if experiment.fmi == Some(3) { &[Version::Fmi3] } else { &[Version::Fmi2] })
}

const STATES: &Words<StateSet> = &[
    ("all", "All coordinates and speeds of the joints", StateSet::All),
    (
        "minimal",
        "Independent ones: of a closed loop as many as it has degrees of freedom, of an orientation three angles",
        StateSet::Minimal,
    ),
];

const NAMING: &Words<Naming> = &[
    ("structured", "body.frame_a.r_0[1], der(rev.phi)", Naming::Structured),
    ("flat", "body_frame_a_r_0_1, der_rev_phi: letters, digits and underscores only", Naming::Flat),
];

const EXPOSE: &Words<Expose> = &[
    ("auto", "All variables, or the interface if there are more than 2000", Expose::Auto),
    ("interface", "Inputs, outputs, parameters, states and derivatives", Expose::Interface),
    ("all", "All variables", Expose::All),
];

#[derive(Debug, Args)]
#[command(after_help = help("", ANY_PROBLEM))]
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
#[command(after_help = help("", ANY_PROBLEM))]
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
#[command(after_help = exit_codes(CLASSES_EXAMPLES, "no class matches"))]
pub(crate) struct Classes {
    /// Show only classes whose name or description contains this text.
    pub filter: Option<String>,
    /// Print only the number of classes.
    #[arg(long)]
    pub count: bool,
}

#[derive(Debug, Args)]
#[command(after_help = exit_codes(DESCRIBE_EXAMPLES, "there is no such class"))]
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
#[command(after_help = exit_codes(SCHEMA_EXAMPLES, "the file cannot be written"))]
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
