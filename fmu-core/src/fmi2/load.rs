//! From the arguments of fmi2Instantiate to an instance.

use super::shared_models::{self, Compiled};
use super::{library_location, resource_location};
use crate::assembly::Model;
use crate::instance::{Instance, Interface, OpenPackage, PackageError};
use crate::memory::{self, OutOfMemory};
use crate::model_file::Diagnostic;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of the file in `resources/`.
const MODEL_FILE: &str = "model.json";
/// Bytes that reading a model file and compiling the model take for each byte of the file, and for each class in it: no model of the tests
/// needs two thirds of that.
const MEMORY_PER_BYTE: usize = 40;
const MEMORY_PER_CLASS: usize = 200_000;
/// Bytes that an instance of a compiled model takes for each parameter before it is initialised.
const MEMORY_PER_PARAMETER: usize = 64;
/// What marks a class in a model file.
const CLASS: &str = "\"class\"";
/// So many diagnostics of a model are shown.
const SHOWN: usize = 3;

/// Why no instance is made.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    #[error("no {MODEL_FILE} was found; tried:{}", list(.tried))]
    NotFound { tried: Vec<(PathBuf, std::io::Error)> },
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{}: {error}", path.display())]
    Package { path: PathBuf, error: PackageError },
    #[error(
        "the GUID is {given:?}, but this is the FMU {expected:?}; modelDescription.xml and binary do not belong together"
    )]
    Guid { given: String, expected: String },
    #[error(
        "{}: modelDescription.xml was made for other variables than this library has for the model (their digests are {expected} and \
         {found}); build the FMU with a library that was built from the same sources as the builder",
        path.display()
    )]
    Variables { path: PathBuf, expected: String, found: String },
    #[error("{}: the model is refused:{}", path.display(), first(.diagnostics))]
    Model { path: PathBuf, diagnostics: Vec<Diagnostic> },
}

fn list(tried: &[(PathBuf, std::io::Error)]) -> String {
    tried.iter().map(|(path, error)| format!(" {} ({error})", path.display())).collect()
}

fn first(diagnostics: &[Diagnostic]) -> String {
    let shown: String = diagnostics.iter().take(SHOWN).map(|d| format!(" {};", d.problem)).collect();
    match diagnostics.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// An instance, and what the host should know about where its model was found.
pub(super) struct Loaded {
    pub(super) instance: Instance,
    pub(super) detour: Option<String>,
}

/// Reads the model of an FMU and makes an instance of it for `interface`.
///
/// `location` is the host's `fmuResourceLocation`; where it is missing or leads nowhere, the folder is found from the place of this
/// library.
pub(super) fn load(interface: Interface, guid: &str, location: Option<&[u8]>) -> Result<Loaded, LoadError> {
    let mut folders = location.map(resource_location::folders).unwrap_or_default();
    folders.extend(library_location::resources());
    let Found { path, text, tried } = read_first(folders)?;
    let compiled = shared_models::get(text, |text| compile(text, guid, &path))?;
    check_guid(guid, &compiled.guid)?;
    memory::ensure(MEMORY_PER_PARAMETER * compiled.model.parameters.slots.len())?;
    Ok(Loaded {
        instance: Instance::new(compiled.model).with_interface(interface).with_guid(compiled.guid),
        detour: (!tried.is_empty()).then(|| format!("{} is used; tried before:{}", path.display(), list(&tried))),
    })
}

/// Bytes that it may take to make an instance from this model file.
fn memory_need(text: &str) -> usize {
    let classes = text.matches(CLASS).count();
    text.len().saturating_mul(MEMORY_PER_BYTE).saturating_add(classes.saturating_mul(MEMORY_PER_CLASS))
}

/// The model in the text of the file at `path`, which has to be that of the FMU `guid`.
fn compile(text: &str, guid: &str, path: &Path) -> Result<Compiled, LoadError> {
    let path = || path.to_owned();
    memory::ensure(memory_need(text))?;
    let package = OpenPackage::read(text).map_err(|error| LoadError::Package { path: path(), error })?;
    check_guid(guid, &package.guid)?;
    let model = package
        .model
        .and_then(|file| Model::compile(&file))
        .map_err(|diagnostics| LoadError::Model { path: path(), diagnostics })?;
    let found = format!("{:016x}", model.catalogue.digest());
    if let Some(expected) = package.variables.filter(|expected| *expected != found) {
        return Err(LoadError::Variables { path: path(), expected, found });
    }
    Ok(Compiled { guid: package.guid, model: Arc::new(model) })
}

fn check_guid(given: &str, expected: &str) -> Result<(), LoadError> {
    if given == expected {
        return Ok(());
    }
    Err(LoadError::Guid { given: given.to_owned(), expected: expected.to_owned() })
}

/// A model file, and the places without one that were tried before.
struct Found {
    path: PathBuf,
    text: String,
    tried: Vec<(PathBuf, std::io::Error)>,
}

/// The model file of the first folder that has one.
fn read_first(folders: Vec<PathBuf>) -> Result<Found, LoadError> {
    let mut tried = Vec::new();
    for folder in folders {
        let path = folder.join(MODEL_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => return Ok(Found { path, text, tried }),
            Err(error) => tried.push((path, error)),
        }
    }
    Err(LoadError::NotFound { tried })
}
