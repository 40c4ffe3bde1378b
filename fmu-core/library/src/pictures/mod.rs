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

use super::{Class, forces, joints, multibody_fmu, parts, sensors, visualizers, world};

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

/// Pictures of all classes.
pub fn all() -> impl Iterator<Item = &'static ClassPictures> {
    let packages = [
        parts::PICTURES,
        joints::PICTURES,
        forces::PICTURES,
        sensors::PICTURES,
        visualizers::PICTURES,
        multibody_fmu::PICTURES,
    ];
    std::iter::once(&world::PICTURES).chain(packages.into_iter().flatten().copied())
}

/// Pictures of a class; none for those that show nothing.
pub fn pictures_of(class: &Class) -> Option<&'static ClassPictures> {
    all().find(|pictures| pictures.class.name == class.name)
}

/// Classes of MultiBody that show nothing.
pub const WITHOUT_PICTURES: &[&str] = &[
    "Examples.Loops.Utilities.GasForce2",
    "Parts.Mounting1D",
    "Parts.BevelGear1D",
    "Joints.GearConstraint",
    "Joints.RollingWheel",
    "Joints.Constraints.Universal",
    "Sensors.AbsolutePosition",
    "Sensors.AbsoluteVelocity",
    "Sensors.AbsoluteAngles",
    "Sensors.AbsoluteAngularVelocity",
    "Sensors.RelativePosition",
    "Sensors.RelativeVelocity",
    "Sensors.RelativeAngles",
    "Sensors.RelativeAngularVelocity",
    "Sensors.Power",
    "Sensors.TransformAbsoluteVector",
    "Sensors.TransformRelativeVector",
];
