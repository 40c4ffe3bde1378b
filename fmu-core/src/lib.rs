//! The runtime inside an FMU: an instance of a compiled model behind the C APIs of FMI 2.0 and FMI 3.0.

#[cfg(feature = "c_api")]
pub mod c_api;
// A page calls no C function.
#[cfg(not(target_family = "wasm"))]
pub mod fmi2;
#[cfg(not(target_family = "wasm"))]
pub mod fmi3;
pub mod instance;
pub mod log_categories;
#[cfg(not(target_family = "wasm"))]
pub mod shell;
