//! `animate --live`: a page that simulates the model.

use std::path::Path;

use fmu_tool::scene::{LivePage, live_page, model_of_fmu};
use fmu_tool::{Live, OpenError, Sources, write_file};

use super::super::error::CommandError;
use super::super::{CommandResult, console, first_given, warnings};
use super::Animate;

/// Message for a program without the WebAssembly part, with the ways to get it.
pub(crate) const NO_WEB: &str = "this fmu-builder was compiled without the builder for pages: take a released program, or run \
    `rustup target add wasm32-unknown-unknown`, `scripts/build-web.sh` and `MULTIBODY_WEB=$PWD/target/web/fmu_web.wasm.gz cargo build --release`";

pub(super) fn write(arguments: &Animate, output: &Path, is_page: bool, web: Option<&[u8]>) -> CommandResult {
    if !is_page {
        return Err(CommandError::usage("--live writes a page: name a file with extension html with -o"));
    }
    if let Some(option) = unused(arguments) {
        let text = format!("{option} is for a recorded run: a page with --live has controls for it");
        return Err(CommandError::Usage(text));
    }
    let path = &arguments.file;
    let is_fmu = arguments.reading.takes_fmu(path)?;
    let Some(wasm) = web else { return Err(CommandError::problem(NO_WEB)) };
    let (model, sources, folders) = if is_fmu {
        (model_of_fmu(path)?, Sources::default(), arguments.shapes.of_fmu(path))
    } else {
        let (model, sources) = arguments.reading.model(path)?;
        let folders = arguments.shapes.folders(&arguments.reading, sources.clone());
        (model, sources, folders)
    };
    let (live, told) = Live::open(model.clone(), &folders).map_err(|error| match error {
        OpenError::Model(errors) => CommandError::compile(&model, &sources, &errors.0),
        error => CommandError::Problem(format!("{}: {error}", path.display())),
    })?;
    warnings(&sources, &told);
    let text = model.to_json();
    let (shapes, note) = live.shape_files(&folders);
    let page =
        live_page(&LivePage { title: &live.model().name, model: Some(("model.json", &text)), shapes: &shapes, wasm });
    write_file(output, page.as_bytes())?;
    if !arguments.quiet {
        console::line(&format!("{}: {:.1} kB", output.display(), page.len() as f64 / 1e3));
        note.iter().for_each(|note| console::line(&format!("note: {note}")));
    }
    Ok(())
}

/// The first given option that has no effect on a live page.
fn unused(arguments: &Animate) -> Option<&'static str> {
    let Animate { steps, given, force_scale, torque_scale, time, width, height, .. } = arguments;
    first_given(&[
        ("--stop-time", steps.stop_time.is_some()),
        ("--step-size", steps.step_size.is_some()),
        ("--start-time", given.start_time.is_some()),
        ("--tolerance", given.tolerance.is_some()),
        ("--set", !given.settings.is_empty()),
        ("--inputs", given.inputs.is_some()),
        ("--force-scale", force_scale.is_some()),
        ("--torque-scale", torque_scale.is_some()),
        ("--time", time.is_some()),
        ("--width", width.is_some()),
        ("--height", height.is_some()),
    ])
}
