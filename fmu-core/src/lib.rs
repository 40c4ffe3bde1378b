//! The runtime inside an FMU: an instance of a compiled model behind the FMI 2.0 C API.

#[cfg(feature = "c_api")]
pub mod c_api;
// A page calls no C function.
#[cfg(not(target_family = "wasm"))]
pub mod fmi2;
pub mod instance;
pub mod log_categories;
