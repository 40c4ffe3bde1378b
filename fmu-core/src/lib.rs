//! Runtime of multibody-fmu: orientation algebra, model file, component library, multibody dynamics, solver and the FMI 2.0 C API.
//!
//! Data flows one way, and a module uses only those above it in this list:
//! [`scalar`] -> [`frames`] -> [`model_file`] -> [`mechanism`] -> [`library`] -> [`assembly`] -> [`variables`] -> [`dynamics`] ->
//! [`solver`] -> [`instance`] -> [`fmi2`] and [`c_api`].

pub mod assembly;
#[cfg(feature = "authoring")]
pub mod authoring;
#[cfg(feature = "c_api")]
pub mod c_api;
mod digest;
pub mod digits;
pub mod dynamics;
pub mod fmi2;
pub mod frames;
mod hashed;
pub mod instance;
mod json;
pub mod library;
pub mod mechanism;
pub mod memory;
pub mod model_file;
mod nesting;
#[cfg(feature = "authoring")]
pub mod pictures;
pub mod scalar;
pub mod solver;
mod sort;
pub mod units;
pub mod variables;
