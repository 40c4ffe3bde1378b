//! From the arguments of an instantiating function to an instance.

use super::shared_models;
use super::{library_location, resource_location};
use crate::instance::{COMPILED_MODEL, Compiled, CompiledError, Instance, Interface};
use simulation::memory::{self, OutOfMemory};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that an instance of a compiled model takes for each parameter before it is initialised.
const MEMORY_PER_PARAMETER: usize = 64;

/// Places without a compiled model.
type Tried = Vec<(PathBuf, std::io::Error)>;

/// Why no instance is made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("no {COMPILED_MODEL} was found; tried:{}", list(.tried))]
    NotFound { tried: Tried },
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{}: {error}", path.display())]
    Compiled { path: PathBuf, error: CompiledError },
    #[error(
        "the GUID is {given:?}, but this is the FMU {expected:?}; modelDescription.xml and binary do not belong together"
    )]
    Guid { given: String, expected: String },
}

fn list(tried: &[(PathBuf, std::io::Error)]) -> String {
    tried.iter().map(|(path, error)| format!(" {} ({error})", path.display())).collect()
}

/// An instance, and what the host should know about where its model was found.
pub(crate) struct Loaded {
    pub(crate) instance: Instance,
    pub(crate) detour: Option<String>,
}

/// Reads the model of an FMU and makes an instance of it for `interface`.
///
/// `location` is the host's `fmuResourceLocation`; where it is missing or leads nowhere, the folder is found from the place of this
/// library.
pub(crate) fn load(interface: Interface, guid: &str, location: Option<&[u8]>) -> Result<Loaded, LoadError> {
    let mut folders = location.map(resource_location::folders).unwrap_or_default();
    folders.extend(library_location::resources());
    let (path, file, tried) = read_first(folders)?;
    let refused = |error| LoadError::Compiled { path: path.clone(), error };
    let compiled = Compiled::open(&file).map_err(refused)?;
    if guid != compiled.guid {
        return Err(LoadError::Guid { given: guid.to_owned(), expected: compiled.guid.to_owned() });
    }
    let model = shared_models::get(&file, compiled.digest, || {
        memory::ensure(Compiled::MEMORY_PER_BYTE.saturating_mul(file.len()))?;
        compiled.model().map(Arc::new).map_err(refused)
    })?;
    memory::ensure(MEMORY_PER_PARAMETER * model.parameters.slots.len())?;
    Ok(Loaded {
        instance: Instance::new(model).with_interface(interface).with_guid(compiled.guid.to_owned()),
        detour: (!tried.is_empty()).then(|| format!("{} is used; tried before:{}", path.display(), list(&tried))),
    })
}

/// Path and content of the compiled model of the first folder that has one, and the places without one that were tried before.
fn read_first(folders: Vec<PathBuf>) -> Result<(PathBuf, Vec<u8>, Tried), LoadError> {
    let mut tried: Tried = Vec::new();
    for folder in folders {
        let path = folder.join(COMPILED_MODEL);
        if tried.iter().any(|(before, _)| *before == path) {
            continue;
        }
        match std::fs::read(&path) {
            Ok(file) => return Ok((path, file, tried)),
            Err(error) => tried.push((path, error)),
        }
    }
    Err(LoadError::NotFound { tried })
}
