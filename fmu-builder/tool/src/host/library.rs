//! A loaded shared library.

use std::ffi::c_char;
use std::path::Path;

use fmu_core::instance::Version;

use super::callbacks::owned;
use super::error::HostError;
use super::functions::{Functions, find};
use super::functions_3::Functions as Functions3;

/// The functions of a version.
#[derive(Debug)]
pub(super) enum Api {
    Fmi2(Functions),
    Fmi3(Functions3),
}

/// The shared library of an FMU. It stays loaded as long as an instance of it lives.
#[derive(Debug)]
pub struct Library {
    pub(super) api: Api,
    _library: libloading::Library,
}

impl Library {
    /// Loads the library at `path` and finds the functions of this version of FMI in it.
    ///
    /// # Errors
    /// When the system cannot load it, a function is missing, or it is for another version of FMI.
    pub fn load(path: &Path, version: Version) -> Result<Self, HostError> {
        // SAFETY: loading runs the library's initializers; running an FMU's code is what the caller asks for.
        let library = unsafe { libloading::Library::new(path) };
        let library = library.map_err(|error| HostError::Load { path: path.to_owned(), error })?;
        let (api, get_version, expected) = match version {
            Version::Fmi2 => (Api::Fmi2(Functions::load(&library)?), find(&library, "fmi2GetVersion")?.call, "2.0"),
            Version::Fmi3 => (Api::Fmi3(Functions3::load(&library)?), find(&library, "fmi3GetVersion")?.call, "3.0"),
        };
        let found = said_version(get_version);
        if found == expected || (version == Version::Fmi3 && found.starts_with("3.0.")) {
            return Ok(Self { api, _library: library });
        }
        Err(HostError::Version { found, expected })
    }
}

/// FMI version that the library says.
fn said_version(get_version: unsafe extern "C" fn() -> *const c_char) -> String {
    // SAFETY: it has no preconditions, and the standard says a null-terminated text that is never freed.
    unsafe { owned(get_version()) }
}
