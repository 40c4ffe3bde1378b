//! `animate --live`: a page that simulates the model.

use std::path::Path;

use fmu_tool::scene::{LivePage, live_page, model_of_fmu};
use fmu_tool::{Live, OpenError, Sources, write_file};

use super::super::error::CommandError;
use super::super::{CommandResult, console, kind, warnings};
use super::Animate;

/// Message for a program without the WebAssembly part, with the ways to get it.
pub(crate) const NO_WEB: &str = "this fmu-builder was compiled without the builder for pages: take a released program, or run \
    `rustup target add wasm32-unknown-unknown`, `scripts/build-web.sh` and `MULTIBODY_WEB=$PWD/target/web/fmu_web.wasm.gz cargo build --release`";

pub(super) fn write(arguments: &Animate, output: &Path, is_page: bool, web: Option<&[u8]>) -> CommandResult {
    let usage = |text: &str| Err(CommandError::Usage(text.to_owned()));
    if !is_page {
        return usage("--live writes a page: name a file with extension html with -o");
    }
    if let Some(option) = unused(arguments) {
        return usage(&format!("{option} is for a recorded run: a page with --live has controls for it"));
    }
    let path = &arguments.file;
    if kind::is_fmu(path) {
        kind::refuse_foreign(path)?;
        arguments.reading.is_for_no_fmu()?;
    }
    let Some(wasm) = web else { return Err(CommandError::Problem(NO_WEB.to_owned())) };
    let (model, sources, folders) = if kind::is_fmu(path) {
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
    let options = [
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
    ];
    options.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
}
