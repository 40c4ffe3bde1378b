//! The runtime inside an FMU: an instance of a compiled model behind the C APIs of FMI 2.0 and FMI 3.0.

#[cfg(feature = "c_api")]
pub mod c_api;
pub mod fmi2;
pub mod fmi3;
pub mod instance;
pub mod shell;
