//! Graphic parameters and colours shared by several classes (MultiBody.Types.Defaults).

use super::graphic::*;

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
pub const SPECULAR: Graphic = number(
    "specularCoefficient",
    "1",
    "world.defaultSpecularCoefficient",
    "Reflection of ambient light (0: no \
        specular reflection)",
)
.min(0.0);
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
