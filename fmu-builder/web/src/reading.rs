//! Models as a page has them: a text with a file name.

use compiler::model_file::{InvalidModelFile, ModelFile, ReadModel, SourceText};
use modelica::{ModelicaOptions, read_modelica_text};
use urdf::UrdfOptions;

/// Reads a model by the ending of its name, as the command line does without options.
pub(crate) fn read(source: SourceText) -> Result<ReadModel, Box<InvalidModelFile>> {
    let name = source.name.to_ascii_lowercase();
    if name.ends_with(".urdf") {
        let (robot, source) = urdf::read(source, &UrdfOptions::default())?;
        return Ok(robot.with_text(source));
    }
    if name.ends_with(".mo") {
        return Ok(read_modelica_text(source, &ModelicaOptions::default())?);
    }
    let (file, sources) = ModelFile::from_source(source)?;
    Ok(ReadModel { file, sources, notes: Vec::new() })
}
