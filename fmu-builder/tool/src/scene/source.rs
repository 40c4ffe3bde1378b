//! The model inside an FMU.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use compiler::model_file::{Diagnostic, ModelFile, SIZE_LIMIT};
use compiler::package::Package;
use compiler::pictures::merged;
use zip::ZipArchive;

use super::{Drawable, SceneError, curves};
use crate::archive::DESCRIPTION;
use crate::host::ModelDescription;
use crate::options::{GRAPHICS, MODEL_FILE};

impl Drawable {
    /// The model that an FMU of this tool brings along, with its graphic parameters.
    ///
    /// # Errors
    /// When the FMU has none, or was built by another version whose variables were others.
    pub fn from_fmu(path: &Path) -> Result<Self, SceneError> {
        let (_, mut drawable, mut archive) = read(path)?;
        // The model inside an FMU is without display units.
        if let Some(Ok(description)) = text(&mut archive, DESCRIPTION).map(|text| ModelDescription::parse(&text)) {
            curves::described(&mut drawable.curves, &drawable.model, &description);
        }
        Ok(drawable)
    }
}

/// The same as a model file.
///
/// # Errors
/// As [`Drawable::from_fmu`].
pub fn model_of_fmu(path: &Path) -> Result<ModelFile, SceneError> {
    read(path).map(|(model, ..)| model)
}

fn read(path: &Path) -> Result<(ModelFile, Drawable, ZipArchive<File>), SceneError> {
    let fault = |text: String| SceneError::NoModel(format!("{}: {text}", path.display()));
    let file = File::open(path).map_err(|error| fault(error.to_string()))?;
    let mut archive = ZipArchive::new(file).map_err(|error| fault(error.to_string()))?;
    let text = self::text(&mut archive, MODEL_FILE).ok_or_else(|| {
        fault(format!("there is no {MODEL_FILE} in it: only FMUs of this tool can be animated, and model files"))
    })?;
    let package = Package::read(&text).map_err(|error| fault(error.to_string()))?;
    let words = |problems: Vec<Diagnostic>| fault(list(&problems));
    let mut model = ModelFile::from_json(&package.model_text).map_err(words)?;
    if let Some(text) = self::text(&mut archive, GRAPHICS) {
        model = merged(model, ModelFile::from_json(&text).map_err(words)?);
    }
    let drawable = Drawable::new(&model).map_err(|errors| fault(list(&errors.0)))?;
    let digest = format!("{:016x}", drawable.model().catalogue.digest());
    if package.variables.is_some_and(|variables| variables != digest) {
        return Err(fault("it was built by another version, whose variables were others; build it again".to_owned()));
    }
    Ok((model, drawable, archive))
}

/// A file of the archive, if it is there and a text.
fn text(archive: &mut ZipArchive<File>, name: &str) -> Option<String> {
    let mut text = String::new();
    archive.by_name(name).ok()?.take(SIZE_LIMIT as u64).read_to_string(&mut text).ok()?;
    Some(text)
}

fn list(problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| problem.problem.to_string()).collect::<Vec<_>>().join("; ")
}
