//! Modelica.Mechanics.MultiBody.Sensors

mod absolute_angles;
mod absolute_angular_velocity;
mod absolute_position;
mod absolute_sensor;
mod absolute_vector;
mod absolute_velocity;
mod cut_force;
mod cut_force_and_torque;
mod cut_torque;
mod cut_vector;
mod distance;
mod power;
mod relative_angles;
mod relative_angular_velocity;
mod relative_position;
mod relative_sensor;
mod relative_vector;
mod relative_velocity;
mod transform_absolute_vector;
mod transform_relative_vector;
mod vector_transformation;

pub use absolute_angles::AbsoluteAngles;
pub use absolute_vector::{AbsoluteAcceleration, AbsoluteQuantity, AbsoluteVector, AccelerationQuantity};
pub use cut_vector::{CutQuantity, CutVector};
pub use distance::DistanceLaw;
pub use power::PowerLaw;
pub use relative_angles::RelativeAngles;
pub use relative_vector::{RelativeAcceleration, RelativeQuantity, RelativeVector};
pub use vector_transformation::VectorTransformation;

use super::Class;
use super::class::{Connector, ConnectorKind, Parameter, connector, real, sequence};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &absolute_sensor::CLASS,
    &relative_sensor::CLASS,
    &absolute_position::CLASS,
    &absolute_velocity::CLASS,
    &absolute_angles::CLASS,
    &absolute_angular_velocity::CLASS,
    &relative_position::CLASS,
    &relative_velocity::CLASS,
    &relative_angles::CLASS,
    &relative_angular_velocity::CLASS,
    &distance::CLASS,
    &cut_force::CLASS,
    &cut_torque::CLASS,
    &cut_force_and_torque::CLASS,
    &power::CLASS,
    &transform_absolute_vector::CLASS,
    &transform_relative_vector::CLASS,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &absolute_sensor::PICTURES,
    &relative_sensor::PICTURES,
    &distance::PICTURES,
    &cut_force::PICTURES,
    &cut_torque::PICTURES,
    &cut_force_and_torque::PICTURES,
];

/// frame_resolve of sensors whose only choice of frame is resolveInFrame.
const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
        .when_literal("resolveInFrame", "frame_resolve");
/// sequence
const SEQUENCE: Parameter =
    sequence("sequence", "The angles rotate around axes sequence[1], sequence[2] and finally sequence[3]");
/// guessAngle1
const GUESS_ANGLE_1: Parameter =
    real("guessAngle1", "rad", "Of two solutions the one whose first angle is nearer to this").or(0.0);
