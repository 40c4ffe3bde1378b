//! `preview`: a page on this machine that simulates the model and reloads it when its files change.

mod server;

use std::path::{Path, PathBuf};

use clap::Args;
use compiler::authoring::with_origins;
use compiler::model_file::Diagnostic;
use fmu_tool::scene::{LivePage, live_page, model_json};
use fmu_tool::{Live, OpenError, Sources};
use serde_json::json;

use super::animate::live::NO_WEB;
use super::error::CommandError;
use super::reading::{Reading, Shapes};
use super::watched::Watched;
use super::{CommandResult, console, kind};
use server::Server;

const EXAMPLES: &str = "\
Examples:
  fmu-builder preview pendulum.toml                shows an address for the browser; Ctrl+C ends it
  fmu-builder preview robot.urdf --port 8000

Exit codes:
  1  there is no such file, or the port is taken
  2  wrong arguments";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Preview {
    /// Model file (TOML or JSON), Modelica text, or robot description (URDF).
    pub model: PathBuf,
    /// Port on this machine [default: a free one].
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    #[command(flatten)]
    pub shapes: Shapes,
    #[command(flatten)]
    pub reading: Reading,
}

pub(crate) fn run(arguments: &Preview, web: Option<&'static [u8]>) -> CommandResult {
    let Preview { model: path, port, reading, .. } = arguments;
    if kind::is_fmu(path) {
        return Err(CommandError::usage("preview is for model files: name the file that the FMU was built from"));
    }
    reading.check_kind(path)?;
    let Some(wasm) = web else { return Err(CommandError::problem(NO_WEB)) };
    let title = path.file_name().unwrap_or_default().to_string_lossy();
    let page = live_page(&LivePage { title: &title, model: None, shapes: &[], wasm });
    let unusable = |error| CommandError::Problem(format!("port {port} of this machine: {error}"));
    let server = Server::start(*port, page).map_err(unusable)?;
    console::line(&format!("http://{}/ follows {}; Ctrl+C ends it", server.address, path.display()));
    loop {
        // Taken before the model is read, so that changes during reading are detected.
        let watched = Watched::of(path, reading);
        server.tell(&state(path, arguments));
        watched.next_change();
    }
}

/// The data for the page: the model in one file, or its error messages.
fn state(path: &Path, arguments: &Preview) -> String {
    let read = match arguments.reading.read(path) {
        Ok(read) => read,
        Err(invalid) => return problems(&invalid.sources, &invalid.diagnostics),
    };
    let folders = arguments.shapes.folders(&arguments.reading, read.sources.clone());
    match Live::open(read.file.clone(), &folders) {
        Ok((live, _)) => model_json(("model.json", &read.file.to_json()), &live.shape_files(&folders).0),
        Err(OpenError::Model(errors)) => problems(&read.sources, &with_origins(&read.file, &read.sources, &errors.0)),
        Err(error) => json!({ "problems": [error.to_string()] }).to_string(),
    }
}

fn problems(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let words = |diagnostic: &Diagnostic| {
        let (source, located) = sources.locate(diagnostic);
        source.render(&located)
    };
    json!({ "problems": diagnostics.iter().map(words).collect::<Vec<_>>() }).to_string()
}
