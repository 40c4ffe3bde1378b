//! Modelica.Mechanics.MultiBody.World: the inertial frame and the gravity field.

use crate::class::*;
use crate::pictures::*;
use crate::types::GRAVITY_TYPES;
use mechanism::{Formula, Gravity};

/// Inertial frame, gravity field and defaults of pictures.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.World",
    description: "World coordinate system and gravity field",
    parameters: &[
        enumeration("gravityType", &GRAVITY_TYPES, "UniformGravity", "Type of gravity field"),
        real("g", "m/s2", "Constant gravity acceleration").or(9.80665).only_if(&[("gravityType", "UniformGravity")]),
        vector("n", "1", "Direction of gravity resolved in world frame")
            .or_vector([0.0, -1.0, 0.0])
            .only_if(&[("gravityType", "UniformGravity")]),
        real("mu", "m3/s2", "Gravity field constant (default: field constant of the earth)")
            .or(398_600_441_800_000.0)
            .min(0.0)
            .only_if(&[("gravityType", "PointGravity")]),
        vector(
            "gravityAcceleration",
            "m/s2",
            "Gravity acceleration as an expression of the position r, instead of gravityType",
        )
        .or_absent()
        .varying_with(Varying::Position),
        boolean(
            "driveTrainMechanics3D",
            true,
            "3-dim. mechanical effects of Rotor1D and others are taken into account",
        ),
        Parameter {
            is_of_pictures: true,
            ..vector("groundAxis_u", "1", "Direction of the first axis of the ground plane, resolved in world frame")
        }
        // The x axis, or the y axis if gravity is nearly parallel to x.
        .or_expression("{1, 0, 0} + min(1, 1 + sign(abs(n[1]) - 0.99))*{-1, 1, 0}"),
        of_pictures("nominalLength", "m", "Nominal length of the multi-body system").or(1.0),
        of_pictures("defaultAxisLength", "m", "Default for length of a frame axis").or_expression("nominalLength/5"),
        of_pictures("defaultJointLength", "m", "Default for the fixed length of a shape representing a joint")
            .or_expression("nominalLength/10"),
        of_pictures("defaultJointWidth", "m", "Default for the fixed width of a shape representing a joint")
            .or_expression("nominalLength/20"),
        of_pictures("defaultForceLength", "m", "Default for the fixed length of a shape representing a force")
            .or_expression("nominalLength/10"),
        of_pictures("defaultForceWidth", "m", "Default for the fixed width of a shape representing a force")
            .or_expression("nominalLength/20"),
        of_pictures("defaultBodyDiameter", "m", "Default for diameter of a sphere at the centre of mass")
            .or_expression("nominalLength/9"),
        of_pictures("defaultWidthFraction", "1", "Default width of a body is its length divided by this").or(20.0),
        of_pictures("defaultArrowDiameter", "m", "Default for arrow diameter").or_expression("nominalLength/40"),
        of_pictures(
            "defaultFrameDiameterFraction",
            "1",
            "Default arrow diameter of a frame is its axis length divided by this",
        )
        .or(40.0),
        of_pictures("defaultSpecularCoefficient", "1", "Default reflection of ambient light").or(0.7).min(0.0),
    ],
    connectors: &[frame("frame_b", "Coordinate system fixed in the origin of the world frame")],
    graphics: &[&[
        flag("enableAnimation", true, "Animation of all components is enabled"),
        flag("animateWorld", true, "The world frame is shown"),
        flag("animateGravity", true, "The gravity field is shown"),
        flag("animateGround", false, "The ground plane is shown"),
        number("defaultN_to_m", "N/m", "1000", "Default for the scale of arrows of forces").min(0.0),
        number("defaultNm_to_m", "N.m/m", "1000", "Default for the scale of arrows of torques").min(0.0),
        size("axisLength", "nominalLength/2", "Length of the axes of the world frame"),
        size("axisDiameter", "axisLength/defaultFrameDiameterFraction", "Diameter of the axes of the world frame"),
        flag("axisShowLabels", true, "The axes have labels"),
        colour("axisColor_x", FRAME_COLOUR, "Colour of the x axis"),
        colour("axisColor_y", "axisColor_x", "Colour of the y axis"),
        colour("axisColor_z", "axisColor_x", "Colour of the z axis"),
        direction("gravityArrowTail", "m", "{0, 0, 0}", "Position of the tail of the gravity arrow"),
        size("gravityArrowLength", "axisLength/2", "Length of the arrow of gravity"),
        size("gravityArrowDiameter", "gravityArrowLength/defaultWidthFraction", "Diameter of the arrow of gravity"),
        colour("gravityArrowColor", "{0, 230, 0}", "Colour of the arrow of gravity"),
        size("gravitySphereDiameter", "12742000", "Diameter of the sphere of point gravity"),
        colour("gravitySphereColor", "{0, 230, 0}", "Colour of the sphere of point gravity"),
        size("groundLength_u", "2", "Length of the ground plane along groundAxis_u"),
        size("groundLength_v", "groundLength_u", "Length of the ground plane across groundAxis_u"),
        colour("groundColor", "{200, 200, 200}", "Colour of the ground plane"),
    ]],
    pictures: &[
        axes("axes", ["axisColor_x", "axisColor_y", "axisColor_z"], "axisShowLabels", ["axisLength", "axisDiameter"])
            .in_world()
            .specular("0")
            .when(&["animateWorld"]),
        cylinder("gravityLine", Group::Frames)
            .in_world()
            .origin("gravityArrowTail")
            .along("n")
            .length("max(0, gravityArrowLength - 4*gravityArrowDiameter)")
            .diameter("gravityArrowDiameter")
            .colour("gravityArrowColor")
            .specular("0")
            .when(UNIFORM_GRAVITY),
        shape("gravityHead", ShapeType::Cone, Group::Frames)
            .in_world()
            .origin("gravityArrowTail + normalize(n)*max(0, gravityArrowLength - 4*gravityArrowDiameter)")
            .along("n")
            .length("min(gravityArrowLength, 4*gravityArrowDiameter)")
            .diameter("3*gravityArrowDiameter")
            .colour("gravityArrowColor")
            .specular("0")
            .when(UNIFORM_GRAVITY),
        sphere("gravitySphere", Group::Frames, "gravitySphereDiameter")
            .in_world()
            .colour("gravitySphereColor")
            .specular("0")
            // PointGravity is the third literal.
            .when(&["animateGravity", "gravityType - 2"]),
        figure("ground", Figure::Rectangle, Group::Frames)
            .in_world()
            .along("groundAxis_u")
            .wide("cross(groundAxis_u, n)")
            .length("groundLength_u")
            .width("groundLength_v")
            .colour("groundColor")
            .specular("0")
            .when(&["animateGround", "gravityType - 1", "3 - gravityType"]),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let gravity = match (e.formula("gravityAcceleration"), e.literal("gravityType")) {
        (Some(_), "PointGravity") => {
            let needs = "to know which one is meant; leave gravityType out, or gravityAcceleration";
            e.refuse("gravityAcceleration besides gravityType = PointGravity", needs);
            Gravity::None
        }
        (Some(number), _) => Gravity::Field(number, Formula::pending()),
        (None, "NoGravity") => Gravity::None,
        (None, "PointGravity") => Gravity::Point { mu: e.address("mu") },
        (None, _) => Gravity::Uniform { g: e.address("g"), n: e.vector("n") },
    };
    e.elements.gravity = Some(gravity);
    let frame = e.frame("frame_b");
    e.elements.grounds.push((frame, None));
}

/// A parameter of pictures only: a default for the graphic parameters of all classes.
const fn of_pictures(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter { is_of_pictures: true, ..real(name, unit, description) }
}

/// UniformGravity is the second literal.
const UNIFORM_GRAVITY: &[&str] = &["animateGravity", "gravityType - 1", "3 - gravityType"];
