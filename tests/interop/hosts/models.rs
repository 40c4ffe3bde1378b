//! The models that hosts run.

use compiler::compile;
use std::path::{Path, PathBuf};

use compiler::model_file::ModelFile;
use support::local_laws;
use support::shared_folder::shared;

/// A model and the name of its file.
pub struct Named {
    pub name: String,
    pub model: ModelFile,
}

/// All models in examples/.
pub fn examples() -> Vec<Named> {
    let examples = read(&workspace().join("examples"), "toml");
    assert!(examples.len() >= 8, "only {} examples", examples.len());
    examples
}

/// The example of the given name.
pub fn example(name: &str) -> ModelFile {
    examples().into_iter().find(|example| example.name == name).expect("there is such an example").model
}

/// The reference models whose classes are there; none where the shared folder is not.
pub fn reference_models() -> Option<Vec<Named>> {
    let folder = shared("reference/models")?;
    let mut models = read(&folder, "json");
    models.retain(|named| compile(&named.model).is_ok());
    let lost: Vec<&str> = must_pass().filter(|name| !models.iter().any(|named| named.name == *name)).collect();
    assert!(lost.is_empty(), "these reference models must run and do not compile: {lost:?}");
    Some(models)
}

/// The reference models whose results must agree with the reference, so that they run.
fn must_pass() -> impl Iterator<Item = &'static str> {
    let lines =
        include_str!("../../reference_expected.txt").lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.filter_map(|line| line.split_whitespace().next())
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The model, with functions that it defines for itself in the form of the model file.
fn with_local_laws(path: &Path, model: ModelFile) -> ModelFile {
    let Ok(text) = std::fs::read_to_string(path) else { return model };
    let replaced = local_laws::replaced(&text);
    if replaced == text { model } else { ModelFile::from_json(&replaced).unwrap() }
}

/// All models in a folder, sorted by name.
fn read(folder: &Path, extension: &str) -> Vec<Named> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    let named = |path: PathBuf| {
        let model = match ModelFile::from_path(&path) {
            Ok((model, _source)) => with_local_laws(&path, model),
            Err(invalid) => panic!("{invalid}"),
        };
        Named { name: path.file_stem().unwrap().to_string_lossy().into_owned(), model }
    };
    paths.into_iter().map(named).collect()
}
