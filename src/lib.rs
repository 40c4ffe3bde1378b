//! Workspace root of multibody-fmu: it holds the integration tests, the examples, the benchmarks and the build of the C header.
//! The product is in [`fmu_core`] and [`fmu_builder`].

pub use fmu_builder;
pub use fmu_core;
