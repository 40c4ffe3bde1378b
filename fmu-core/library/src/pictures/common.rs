//! Colours (MultiBody.Types.Defaults), graphic parameters and pictures shared by several classes.

use super::graphic::*;
use super::picture::*;
use super::{Group, Quantity, ShapeType};

/// Colour of bodies.
pub const BODY_COLOUR: &str = "{0, 128, 255}";
/// Colour of rods.
pub const ROD_COLOUR: &str = "{155, 155, 155}";
/// Colour of joints.
pub const JOINT_COLOUR: &str = "{255, 0, 0}";
/// Colour of forces and torques.
pub const FORCE_COLOUR: &str = "{0, 128, 0}";
/// Colour of springs.
pub const SPRING_COLOUR: &str = "{0, 0, 255}";
/// Colour of sensors.
pub const SENSOR_COLOUR: &str = "{255, 255, 0}";
/// Colour of frames.
pub const FRAME_COLOUR: &str = "{0, 0, 0}";
/// Colour of arrows.
pub const ARROW_COLOUR: &str = "{0, 0, 255}";

/// animation
pub const ANIMATION: Graphic = flag("animation", true, "It is shown in animations");
/// specularCoefficient
pub const fn specular(default: &'static str) -> Graphic {
    number("specularCoefficient", "1", default, "Reflection of ambient light (0: no specular reflection)").min(0.0)
}
/// specularCoefficient with the default of the world
pub const SPECULAR: Graphic = specular("world.defaultSpecularCoefficient");
/// Graphic parameters of most classes.
pub const SHOWN: &[Graphic] = &[ANIMATION, SPECULAR];

/// extra
pub const EXTRA: Graphic =
    number("extra", "1", "0", "Additional parameter of some types: windings, teeth, width of the hole or of the tip");

/// shapeType of a rod from frame_a to frame_b
const SHAPE_TYPE: Graphic = shape_type("shapeType", "cylinder", "Type of shape");
/// The shape between two frames at distance r, of the colour of rods.
pub const ROD_SHAPE: &[Graphic] = &[
    SHAPE_TYPE,
    direction("r_shape", "m", "{0, 0, 0}", "Vector from frame_a to the origin of the shape, resolved in frame_a"),
    direction("lengthDirection", "1", "r - r_shape", "Vector in length direction of the shape, resolved in frame_a"),
    direction("widthDirection", "1", "{0, 1, 0}", "Vector in width direction of the shape, resolved in frame_a"),
    number("length", "m", "length(r - r_shape)", "Length of the shape"),
    size("width", "length/world.defaultWidthFraction", "Width of the shape"),
    size("height", "width", "Height of the shape"),
    EXTRA,
];
/// color of rods
pub const COLOR_ROD: &[Graphic] = &[colour("color", ROD_COLOUR, "Colour of the shape")];
/// color of bodies
pub const COLOR_BODY: &[Graphic] = &[colour("color", BODY_COLOUR, "Colour of the shape")];
/// color of forces
pub const COLOR_FORCE: &[Graphic] = &[colour("color", FORCE_COLOUR, "Colour of the arrow")];

/// The cylinder of a revolute joint.
pub const JOINT_CYLINDER: &[Graphic] = &[
    size("cylinderLength", "world.defaultJointLength", "Length of the cylinder of the joint axis"),
    size("cylinderDiameter", "world.defaultJointWidth", "Diameter of the cylinder of the joint axis"),
    colour("cylinderColor", JOINT_COLOUR, "Colour of the cylinder of the joint axis"),
];
/// The box of a prismatic joint.
pub const JOINT_BOX: &[Graphic] = &[
    direction("boxWidthDirection", "1", "{0, 1, 0}", "Vector in width direction of the box"),
    size("boxWidth", "world.defaultJointWidth", "Width of the box of the prismatic joint"),
    size("boxHeight", "boxWidth", "Height of the box of the prismatic joint"),
    colour("boxColor", JOINT_COLOUR, "Colour of the box of the prismatic joint"),
];
/// The spheres of spherical joints.
pub const JOINT_SPHERE: &[Graphic] = &[
    size("sphereDiameter", "world.defaultJointLength", "Diameter of the spheres of spherical joints"),
    colour("sphereColor", JOINT_COLOUR, "Colour of the spheres of spherical joints"),
];
/// The axes of a universal joint.
pub const UNIVERSAL_AXES: &[Graphic] =
    &[flag("showUniversalAxes", true, "The axes of the universal joint are shown, not a sphere")];
/// The sphere of a mass on a line.
pub const MASS_SPHERE: &[Graphic] = &[
    size("massDiameter", "world.defaultBodyDiameter", "Diameter of the sphere of the mass"),
    colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
];
/// The coil of a spring.
pub const COIL: &[Graphic] = &[
    size("width", "world.defaultForceWidth", "Width of the coil"),
    size("coilWidth", "width/10", "Width of the wire"),
    number("numberOfWindings", "1", "5", "Number of windings").min(1.0),
    colour("color", SPRING_COLOUR, "Colour of the spring"),
];
/// The two cylinders of a damper.
pub const DAMPER_CYLINDERS: &[Graphic] = &[
    size("length_a", "world.defaultForceLength", "Length of the cylinder at frame_a"),
    size("diameter_a", "world.defaultForceWidth", "Diameter of the cylinder at frame_a"),
    size("diameter_b", "0.6*diameter_a", "Diameter of the cylinder at frame_b"),
    colour("color_a", "{100, 100, 100}", "Colour of the cylinder at frame_a"),
    colour("color_b", "{155, 155, 155}", "Colour of the cylinder at frame_b"),
];
/// The line between the frames of a force.
pub const CONNECTION_LINE: &[Graphic] = &[
    size("connectionLineDiameter", "world.defaultArrowDiameter", "Diameter of the line from frame_a to frame_b"),
    colour("connectionLineColor", SENSOR_COLOUR, "Colour of the line from frame_a to frame_b"),
];
/// The arrow of a relative position.
pub const POSITION_ARROW: &[Graphic] = &[colour("arrowColor", SENSOR_COLOUR, "Colour of the arrow")];
/// The colour of an arrow of a force.
pub const FORCE_ARROW: &[Graphic] = &[colour("forceColor", FORCE_COLOUR, "Colour of the arrow of the force")];
/// The colour of an arrow of a torque.
pub const TORQUE_ARROW: &[Graphic] = &[colour("torqueColor", FORCE_COLOUR, "Colour of the arrow of the torque")];
/// The sphere of a constraint.
pub const CONSTRAINT_SPHERE: &[Graphic] = &[
    size("sphereDiameter", "world.defaultJointLength/3", "Diameter of the sphere of the constraint"),
    colour("sphereColor", JOINT_COLOUR, "Colour of the sphere of the constraint"),
];
/// The rods of an assembly.
pub const ASSEMBLY_RODS: &[Graphic] = &[
    size("rod1Diameter", "sphereDiameter/2", "Diameter of rod 1"),
    colour("rod1Color", ROD_COLOUR, "Colour of rod 1"),
    size("rod2Diameter", "rod1Diameter", "Diameter of rod 2"),
    colour("rod2Color", "rod1Color", "Colour of rod 2"),
];
/// The rods of a planar assembly.
pub const PLANAR_RODS: &[Graphic] = &[
    size("rodDiameter", "1.1*cylinderDiameter", "Diameter of the rods"),
    colour("rodColor", ROD_COLOUR, "Colour of the rods"),
];
/// The revolute joint of an assembly.
pub const ASSEMBLY_REVOLUTE: &[Graphic] = &[
    size("revoluteDiameter", "world.defaultJointWidth", "Diameter of the cylinder of the revolute joint"),
    size("revoluteLength", "world.defaultJointLength", "Length of the cylinder of the revolute joint"),
    colour("revoluteColor", JOINT_COLOUR, "Colour of the cylinder of the revolute joint"),
];
/// The mass of rod 1 of an assembly.
pub const ASSEMBLY_MASS: &[Graphic] = &[
    flag("showMass", true, "The mass of rod 1 is shown as a sphere"),
    size("massDiameter", "sphereDiameter", "Diameter of the sphere of the mass"),
    colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
];

/// The shape between two frames ([`ROD_SHAPE`]).
pub const ROD_PICTURE: Picture = shape_of("shape", Group::Bodies, "shapeType")
    .origin("r_shape")
    .along("lengthDirection")
    .wide("widthDirection")
    .length("length")
    .width("width")
    .height("height")
    .extra("extra");

/// A cylinder of a joint axis around the origin of a frame ([`JOINT_CYLINDER`]).
pub const fn axis_cylinder(name: &'static str, frame: &'static str, axis: &'static str) -> Picture {
    cylinder(name, Group::Joints)
        .at(frame)
        .along(axis)
        .length("cylinderLength")
        .diameter("cylinderDiameter")
        .colour("cylinderColor")
        .centred()
}

/// The box of a prismatic joint ([`JOINT_BOX`]).
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

/// A sphere of a spherical joint ([`JOINT_SPHERE`]).
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

/// The line between the frames of a force ([`CONNECTION_LINE`]).
pub const CONNECTION: Picture = cylinder("connectionLine", Group::Lines)
    .resolved_in_world()
    .along("frame_b.r_0 - frame_a.r_0")
    .length("length(frame_b.r_0 - frame_a.r_0)")
    .diameter("connectionLineDiameter")
    .colour("connectionLineColor");

/// The coil of a line force ([`COIL`]) from `origin` along the line.
pub const fn coil(origin: &'static str, length: &'static str) -> Picture {
    shape("coil", ShapeType::Spring, Group::Lines)
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
    shape(name, ShapeType::Pipe, Group::Bodies)
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
        .colour(JOINT_COLOUR)
}

/// A prismatic joint inside a component, with the default sizes.
pub const fn slide(name: &'static str, frame: &'static str, axis: &'static str, length: &'static str) -> Picture {
    cuboid(name, Group::Joints)
        .at(frame)
        .along(axis)
        .length(length)
        .diameter("world.defaultJointWidth")
        .colour(JOINT_COLOUR)
}
