//! `modes`: natural frequencies, and mode shapes on a page.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::linear::{Linearization, Mode};
use fmu_tool::scene::Scene;
use fmu_tool::write_file;
use mechanism::digits::four_digits;

use super::error::CommandError;
use super::help::help;
use super::point::{self, At};
use super::reading::Shapes;
use super::{CommandResult, input, kind};

const EXAMPLES: &str = "\
Examples:
  fmu-builder modes wishbone.toml                       a table
  fmu-builder modes wishbone.toml -o wishbone.html      a page that shows the oscillations
  fmu-builder modes crane.toml --trim -o crane.csv";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the model has a problem"))]
pub(crate) struct Modes {
    #[command(flatten)]
    pub at: At,
    /// File to write, beside the table on standard output: .html (page), .json or .csv.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub shapes: Shapes,
}

pub(crate) fn run(arguments: &Modes) -> CommandResult {
    let At { file, given, reading, .. } = &arguments.at;
    let output = arguments.output.as_deref().map(|asked| input::output(Some(asked), file, "html")).transpose()?;
    output.as_deref().map_or(Ok(()), |output| given.keeps_inputs(output))?;
    let extension = output.as_deref().map(kind::extension).unwrap_or_default();
    if let Some(output) = output.as_deref().filter(|_| !["html", "htm", "json", "csv"].contains(&extension.as_str())) {
        return Err(input::wrong_extension(output, ".html, .json or .csv"));
    }
    let (drawable, mut here) = arguments.at.reach()?;
    let system = here.linearize()?;
    let modes = system.modes().ok_or_else(|| CommandError::problem("the eigenvalues were not found"))?;
    if modes.is_empty() {
        return Err(CommandError::problem("the model has no continuous states, and so no modes"));
    }
    if let Some(output) = &output {
        let text = match extension.as_str() {
            "json" => json(&system, &modes),
            "csv" => csv(&modes),
            _ => {
                let shapes = if kind::is_fmu(file) {
                    drawable.with_shapes(&arguments.shapes.of_fmu(file))?
                } else {
                    let source = reading.read(file).map_err(CommandError::problem)?.sources;
                    drawable.with_shapes(&arguments.shapes.folders(reading, source))?
                };
                let shown = oscillations(&modes);
                if shown.is_empty() {
                    return Err(CommandError::problem("no mode oscillates: there is nothing to show on a page"));
                }
                let scene = Scene::of_modes(&shapes, &given.options()?, &mut here, &shown)?;
                scene.to_html().map_err(CommandError::problem)?
            }
        };
        write_file(output, text.as_bytes())?;
        arguments.at.say(&output.display().to_string());
    }
    arguments.at.say(&format!("  time  {} s\n{}", system.time, point::table_of(&modes)));
    Ok(())
}

/// Oscillating modes with names for the control on the page.
fn oscillations(modes: &[Mode]) -> Vec<(String, &Mode)> {
    let oscillating = modes.iter().filter(|mode| mode.imaginary > 0.0).enumerate();
    let named = oscillating.map(|(number, mode)| {
        let parts: Vec<&str> = mode.parts.iter().take(2).map(|part| part.name.as_str()).collect();
        let frequency = four_digits(mode.natural() / std::f64::consts::TAU);
        (format!("{}: {frequency} Hz, {}", number + 1, parts.join(", ")), mode)
    });
    named.collect()
}

fn json(system: &Linearization, modes: &[Mode]) -> String {
    let one = |mode: &Mode| {
        let shape = system
            .states
            .iter()
            .zip(&mode.shape)
            .map(|(state, element)| (state.name.clone(), serde_json::json!(element)));
        let shares = mode.parts.iter().map(|part| (part.name.clone(), serde_json::json!(part.share)));
        serde_json::json!({
            "eigenvalue": [mode.real, mode.imaginary],
            "natural_frequency": mode.natural(),
            "damping_ratio": mode.damping(),
            "shares": shares.collect::<serde_json::Map<_, _>>(),
            "shape": shape.collect::<serde_json::Map<_, _>>(),
        })
    };
    let object = serde_json::json!({ "time": system.time, "modes": modes.iter().map(one).collect::<Vec<_>>() });
    format!("{object:#}\n")
}

fn csv(modes: &[Mode]) -> String {
    let row = |mode: &Mode| {
        let parts: Vec<String> =
            mode.parts.iter().map(|part| format!("{} {}", part.name, four_digits(part.share))).collect();
        let damping = mode.damping().map_or_else(String::new, |ratio| format!("{ratio:?}"));
        let coordinates = fmu_tool::csv::quoted(&parts.join("; "));
        format!("{:?},{:?},{:?},{damping},{coordinates}\n", mode.real, mode.imaginary, mode.natural())
    };
    let rows: String = modes.iter().map(row).collect();
    format!("real,imaginary,natural_frequency,damping_ratio,coordinates\n{rows}")
}
