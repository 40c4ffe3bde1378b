//! Workspace root of multibody-fmu: it holds the integration tests, the examples, the benchmarks, the build of the C header, and the library
//! that the Python package loads ([`c_api`]). The product is in [`fmu_core`] and [`fmu_builder`].

pub mod c_api;

pub use compiler;
pub use fmu_builder;
pub use fmu_core;
pub use library;
pub use mechanism;
pub use simulation;
