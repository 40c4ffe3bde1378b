//! Pictures of classes in animations. Each class declares its pictures beside its parameters; the runtime inside an FMU has none.

mod common;
mod graphic;
mod kinds;
mod picture;
mod shared;
#[cfg(test)]
mod tests;

pub use common::*;
pub use graphic::*;
pub use kinds::*;
pub use picture::*;
pub use shared::*;

use super::Class;

/// Pictures of a class.
#[derive(Debug)]
pub struct ClassPictures {
    /// Class that has the pictures.
    pub class: &'static Class,
    /// Graphic parameters.
    pub graphics: &'static [&'static [Graphic]],
    /// Pictures.
    pub pictures: &'static [Picture],
}

impl ClassPictures {
    /// All graphic parameters.
    pub fn graphics(&self) -> impl Iterator<Item = &'static Graphic> {
        self.graphics.iter().flat_map(|list| list.iter())
    }

    /// The graphic parameter called `name`.
    pub fn graphic(&self, name: &str) -> Option<&'static Graphic> {
        self.graphics().find(|graphic| graphic.name == name)
    }
}
