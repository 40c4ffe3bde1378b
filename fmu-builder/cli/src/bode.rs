//! `bode`: frequency responses as a picture or a table.

use std::path::PathBuf;

use clap::Args;
use compiler::model_file::nearest;
use fmu_tool::linear::{Linearization, Response, Signal};
use fmu_tool::{csv, did_you_mean, write_file};
use mechanism::digits::four_digits;

use super::error::CommandError;
use super::help::{UNKNOWN_VARIABLE, help};
use super::point::At;
use super::{CommandResult, input, kind, measure, table};

const EXAMPLES: &str = "\
Examples:
  fmu-builder bode pendulum.toml                                  every output by every input; writes pendulum.bode.svg
  fmu-builder bode quarter_car.toml --of travel --by force --trim -o car.csv
  fmu-builder bode loop.toml --of y --by u --nyquist -o loop.svg --from 0.1 --to 1000";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the model has a problem") + UNKNOWN_VARIABLE)]
pub(crate) struct Bode {
    #[command(flatten)]
    pub at: At,
    /// File to write: .svg or .csv [default: name of the file with extension bode.svg, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output that responds; may be given many times [default: all].
    #[arg(long, value_name = "OUTPUT")]
    pub of: Vec<String>,
    /// Input; may be given many times [default: all].
    #[arg(long, value_name = "INPUT")]
    pub by: Vec<String>,
    /// Draw the curves in the plane of complex numbers.
    #[arg(long)]
    pub nyquist: bool,
    /// Lowest angular frequency, rad/s [default: a thirtieth of that of the slowest mode].
    #[arg(long, value_name = "RAD/S", value_parser = measure::positive("rad/s"))]
    pub from: Option<f64>,
    /// Highest angular frequency, rad/s [default: thirty times that of the fastest mode].
    #[arg(long, value_name = "RAD/S", value_parser = measure::positive("rad/s"))]
    pub to: Option<f64>,
    /// Number of frequencies.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub points: u32,
}

pub(crate) fn run(arguments: &Bode) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.at.file, "bode.svg")?;
    arguments.at.given.keeps_inputs(&output)?;
    let extension = kind::extension(&output);
    if !["svg", "csv"].contains(&extension.as_str()) {
        return Err(input::wrong_extension(&output, ".svg or .csv"));
    }
    if let (Some(from), Some(to)) = (arguments.from, arguments.to)
        && from >= to
    {
        return Err(CommandError::Usage(format!("--from {from} is not below --to {to}")));
    }
    let (drawable, mut here) = arguments.at.reach()?;
    let system = here.linearize()?;
    let inputs = chosen("input", &arguments.by, &system.inputs)?;
    let outputs = chosen("output", &arguments.of, &system.outputs)?;
    let range = [arguments.from, arguments.to];
    let mut response = system.response(&inputs, &outputs, range, arguments.points as usize);
    response.title.clone_from(&drawable.model().name);
    let text = match (extension.as_str(), arguments.nyquist) {
        ("csv", _) => csv_of(&response),
        (_, true) => response.to_nyquist(),
        (_, false) => response.to_bode(),
    };
    write_file(&output, text.as_bytes())?;
    arguments.at.say(&output.display().to_string());
    arguments.at.say(&margins(&response, &system));
    Ok(())
}

/// Places of the variables with these names; of all without names.
fn chosen(kind: &str, names: &[String], signals: &[Signal]) -> Result<Vec<usize>, CommandError> {
    if signals.is_empty() {
        return Err(CommandError::Problem(format!("the model has no real {kind}s, which a frequency response needs")));
    }
    if names.is_empty() {
        return Ok((0..signals.len()).collect());
    }
    let place = |name: &String| {
        signals.iter().position(|signal| signal.name == *name).ok_or_else(|| {
            let near = nearest(name, signals.iter().map(|signal| signal.name.as_str()));
            CommandError::Usage(format!("there is no real {kind} \"{name}\"{}", did_you_mean(near)))
        })
    };
    names.iter().map(place).collect()
}

/// A row for each frequency: real part and imaginary part, magnitude and phase of each pair.
fn csv_of(response: &Response) -> String {
    let mut header = vec!["omega".to_owned()];
    let mut columns: Vec<Vec<f64>> = vec![response.omega.clone()];
    for channel in &response.channels {
        let name = format!("{} by {}", channel.output, channel.input);
        let parts = ["re", "im", "dB", "degrees"].map(|part| csv::quoted(&format!("{part} {name}")));
        header.extend(parts);
        let part = |k: usize| channel.values.iter().map(|value| value[k]).collect();
        columns.extend([part(0), part(1), channel.decibel(), channel.degrees()]);
    }
    let row = |k: usize| columns.iter().map(|column| format!("{:?}", column[k])).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..response.omega.len()).map(row).collect();
    format!("{}\n{}\n", header.join(","), rows.join("\n"))
}

fn margins(response: &Response, system: &Linearization) -> String {
    let place = |found: Option<[f64; 2]>, value: fn(f64) -> String| {
        found.map_or_else(|| "-".to_owned(), |[x, omega]| format!("{} at {} rad/s", value(x), four_digits(omega)))
    };
    let rows = response.channels.iter().map(|channel| {
        vec![
            channel.output.clone(),
            channel.input.clone(),
            place(channel.margins.gain, |factor| format!("{} dB", four_digits(20.0 * factor.log10()))),
            place(channel.margins.phase, |angle| format!("{} degrees", four_digits(angle.to_degrees()))),
        ]
    });
    format!("  time  {} s\n{}", system.time, table::rows(&["output", "input", "gain margin", "phase margin"], rows))
}
