//! Models as a page has them: a text with a file name.

use compiler::model_file::{Diagnostic, InvalidModelFile, ModelFile, Problem, SourceText, Sources, line_and_column};
use modelica::{ModelicaOptions, read_modelica_text};
use serde_json::{Value, json};
use urdf::UrdfOptions;

/// A model that was read.
pub(crate) struct Read {
    pub file: ModelFile,
    pub sources: Sources,
    pub remarks: Vec<Diagnostic>,
}

/// Reads a model by the ending of its name, as the command line does without options.
pub(crate) fn read(source: SourceText) -> Result<Read, Box<InvalidModelFile>> {
    let name = source.name.to_ascii_lowercase();
    if name.ends_with(".urdf") {
        let (robot, source) = urdf::read(source, &UrdfOptions::default())?;
        let remark = |warning| Diagnostic::without_place(Problem::Syntax(warning));
        let remarks = robot.warnings.into_iter().map(remark).collect();
        return Ok(Read { file: robot.file, sources: source.into(), remarks });
    }
    if name.ends_with(".mo") {
        let read = read_modelica_text(source, &ModelicaOptions::default())?;
        return Ok(Read { file: read.file, sources: read.sources, remarks: read.notes });
    }
    let (file, sources) = ModelFile::from_source(source)?;
    Ok(Read { file, sources, remarks: Vec::new() })
}

/// Diagnostics as `check --format json` gives them.
pub(crate) fn tell(list: &mut Vec<Value>, severity: &str, sources: &Sources, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let (source, located) = sources.locate(diagnostic);
        let place = |at: usize| line_and_column(&source.text, at);
        let ends = located.span.map(|span| [place(span.start), place(span.end.max(span.start))]);
        let (message, help) = (located.problem.to_string(), located.problem.help());
        list.push(told(severity, &source.name, ends, &message, help));
    }
}

/// A fault without a place in the text.
pub(crate) fn fault(list: &mut Vec<Value>, file: &str, message: &str) {
    list.push(told("error", file, None, message, None));
}

fn told(severity: &str, file: &str, ends: Option<[(usize, usize); 2]>, message: &str, help: Option<String>) -> Value {
    json!({
        "severity": severity,
        "file": file,
        "line": ends.map(|[(line, _), _]| line),
        "column": ends.map(|[(_, column), _]| column),
        "end_line": ends.map(|[_, (line, _)]| line),
        "end_column": ends.map(|[_, (_, column)]| column),
        "message": message,
        "help": help,
    })
}
