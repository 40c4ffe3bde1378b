//! A loaded shared library.

use std::ffi::CStr;
use std::path::Path;

use super::error::HostError;
use super::functions::Functions;

/// The shared library of an FMU. It stays loaded as long as an instance of it lives.
#[derive(Debug)]
pub struct Library {
    pub(super) functions: Functions,
    _library: libloading::Library,
}

impl Library {
    /// Loads the library at `path` and finds the functions of FMI 2.0 in it.
    ///
    /// # Errors
    /// When the system cannot load it, a function is missing, or it is for another version of FMI.
    pub fn load(path: &Path) -> Result<Self, HostError> {
        // SAFETY: loading runs the library's initializers; running an FMU's code is what the caller asks for.
        let library = unsafe { libloading::Library::new(path) };
        let library = library.map_err(|error| HostError::Load { path: path.to_owned(), error })?;
        let functions = Functions::load(&library)?;
        let library = Self { functions, _library: library };
        match library.version() {
            version if version == "2.0" => Ok(library),
            version => Err(HostError::Version(version)),
        }
    }

    /// FMI version that the library says.
    fn version(&self) -> String {
        // SAFETY: fmi2GetVersion has no preconditions.
        let text = unsafe { (self.functions.get_version)() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: not null; the standard says a null-terminated text that is never freed.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}
