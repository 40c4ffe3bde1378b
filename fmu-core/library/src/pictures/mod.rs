//! Pictures of classes in animations. Each class declares its pictures beside its parameters; the runtime inside an FMU has none.

mod common;
mod graphic;
mod kinds;
mod picture;
#[cfg(test)]
mod tests;

pub use common::*;
pub use graphic::*;
pub use kinds::*;
pub use picture::*;
