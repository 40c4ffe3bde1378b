//! Pictures shared by several classes.

use super::picture::*;
use super::{Group, Quantity};

/// The shape between two frames ([`super::ROD_SHAPE`]).
pub const ROD_PICTURE: Picture = shape_of("shape", Group::Bodies, "shapeType")
    .origin("r_shape")
    .along("lengthDirection")
    .wide("widthDirection")
    .length("length")
    .width("width")
    .height("height")
    .extra("extra");

/// A cylinder of a joint axis around the origin of a frame ([`super::JOINT_CYLINDER`]).
pub const fn axis_cylinder(name: &'static str, frame: &'static str, axis: &'static str) -> Picture {
    cylinder(name, Group::Joints)
        .at(frame)
        .along(axis)
        .length("cylinderLength")
        .diameter("cylinderDiameter")
        .colour("cylinderColor")
        .centred()
}

/// The box of a prismatic joint ([`super::JOINT_BOX`]).
pub const fn joint_box(frame: &'static str, axis: &'static str, length: &'static str) -> Picture {
    cuboid("box", Group::Joints)
        .at(frame)
        .along(axis)
        .wide("boxWidthDirection")
        .length(length)
        .width("boxWidth")
        .height("boxHeight")
        .colour("boxColor")
}

/// A sphere of a spherical joint ([`super::JOINT_SPHERE`]).
pub const fn joint_sphere(name: &'static str, frame: &'static str) -> Picture {
    sphere(name, Group::Joints, "sphereDiameter").at(frame).colour("sphereColor")
}

/// A rod from the origin of a frame along a vector that is resolved in it.
pub const fn rod(
    name: &'static str,
    frame: &'static str,
    along: &'static str,
    length: &'static str,
    diameter: &'static str,
    colour: &'static str,
) -> Picture {
    cylinder(name, Group::Bodies).at(frame).along(along).length(length).diameter(diameter).colour(colour)
}

/// The arrow of a force at frame_b, which ends there.
pub const fn force_at_b(colour: &'static str) -> Picture {
    arrow_of("forceArrow", Quantity::Force, None, "1", Group::Forces).at("frame_b").along("-frame_b.f").colour(colour)
}

/// The double arrow of a torque at frame_b, which ends there.
pub const fn torque_at_b(colour: &'static str) -> Picture {
    arrow_of("torqueArrow", Quantity::Torque, None, "1", Group::Forces).at("frame_b").along("-frame_b.t").colour(colour)
}

/// The line between the frames of a force ([`super::CONNECTION_LINE`]).
pub const CONNECTION: Picture = cylinder("connectionLine", Group::Lines)
    .resolved_in_world()
    .along("frame_b.r_0 - frame_a.r_0")
    .length("length(frame_b.r_0 - frame_a.r_0)")
    .diameter("connectionLineDiameter")
    .colour("connectionLineColor");

/// The coil of a line force ([`super::COIL`]) from `origin` along the line.
pub const fn coil(origin: &'static str, length: &'static str) -> Picture {
    shape("coil", super::ShapeType::Spring, Group::Lines)
        .origin(origin)
        .along("e_a")
        .length(length)
        .width("width")
        .height("2*coilWidth")
        .extra("numberOfWindings")
}

/// The cylinder of a damper at frame_a.
pub const fn damper_a(length: &'static str) -> Picture {
    cylinder("cylinder_a", Group::Lines).along("e_a").length(length).diameter("diameter_a").colour("color_a")
}

/// The cylinder of a damper at the end near frame_b.
pub const fn damper_b(origin: &'static str, length: &'static str) -> Picture {
    cylinder("cylinder_b", Group::Lines)
        .origin(origin)
        .along("e_a")
        .length(length)
        .diameter("diameter_b")
        .colour("color_b")
}

/// The arrow from the origin of frame_a to that of frame_b.
pub const fn arrow_a_to_b(group: Group) -> Picture {
    arrow("arrow", Quantity::RelativePosition, group)
        .resolved_in_world()
        .along("frame_b.r_0 - frame_a.r_0")
        .colour("arrowColor")
}

/// The arrow of the force that a cut sensor measures.
pub const CUT_FORCE: Picture = arrow_of("forceArrow", Quantity::Force, None, "1", Group::Sensors)
    .at("frame_b")
    .along("(1 - 2*positiveSign)*frame_a.f")
    .colour("forceColor");

/// The double arrow of the torque that a cut sensor measures.
pub const CUT_TORQUE: Picture = arrow_of("torqueArrow", Quantity::Torque, None, "1", Group::Sensors)
    .at("frame_b")
    .along("(1 - 2*positiveSign)*frame_a.t")
    .colour("torqueColor");

/// A wheel about the y axis of a frame.
pub const fn wheel(name: &'static str, frame: &'static str, length: &'static str, diameter: &'static str) -> Picture {
    shape(name, super::ShapeType::Pipe, Group::Bodies)
        .at(frame)
        .along("{0, 1, 0}")
        .wide("{1, 0, 0}")
        .length(length)
        .diameter(diameter)
        .extra("hollowFraction")
        .centred()
}

/// A revolute joint inside a component, with the default sizes.
pub const fn hinge(name: &'static str, frame: &'static str, axis: &'static str) -> Picture {
    axis_cylinder(name, frame, axis)
        .length("world.defaultJointLength")
        .diameter("world.defaultJointWidth")
        .colour(super::JOINT_COLOUR)
}

/// A prismatic joint inside a component, with the default sizes.
pub const fn slide(name: &'static str, frame: &'static str, axis: &'static str, length: &'static str) -> Picture {
    cuboid(name, Group::Joints)
        .at(frame)
        .along(axis)
        .length(length)
        .diameter("world.defaultJointWidth")
        .colour(super::JOINT_COLOUR)
}
