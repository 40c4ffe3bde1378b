//! Line forces of translational components, with point masses on the line.

use super::interfaces::*;
use crate::class::*;
use crate::laws::forces::line_force::LineForce;
use crate::pictures::*;
use mechanism::InertKind;

pub static LINE_FORCE_WITH_MASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithMass",
    description: "Line force of translational components, with a point mass on the line",
    documentation: documentation!("line_force_with_mass.md"),
    parameters: &[
        real("m", "kg", "Mass of the point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    graphics: &[
        &[
            SPECULAR,
            flag("animateLine", true, "The line from frame_rel_0 to frame_b is shown"),
            flag("animateMass", true, "The mass is shown as a sphere"),
            shape_type("lineShapeType", "cylinder", "Type of the shape of the line"),
            size("lineShapeWidth", "world.defaultArrowDiameter", "Width of the shape of the line"),
            size("lineShapeHeight", "lineShapeWidth", "Height of the shape of the line"),
            number("lineShapeExtra", "1", "0", "Additional parameter of some types"),
            colour("lineShapeColor", SENSOR_COLOUR, "Colour of the line"),
        ],
        MASS_SPHERE,
    ],
    pictures: &[
        shape_of("line", Group::Lines, "lineShapeType")
            .resolved_in_world()
            .along("e_rel_0")
            .length("length")
            .width("lineShapeWidth")
            .height("lineShapeHeight")
            .extra("lineShapeExtra")
            .colour("lineShapeColor")
            .when(&["animateLine"]),
        sphere("mass", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*length*lengthFraction")
            .colour("massColor")
            .when(&["animateMass", "m"]),
    ],
    ..with_flanges(|e| {
        LineForce::build_with_flanges(e);
        add_mass(e);
    })
};

/// Registers the point mass `m`, unless it is zero.
pub(super) fn add_mass(e: &mut Element<'_>) {
    if e.is_present("m") {
        let (m, fraction) = (e.address("m"), e.address("lengthFraction"));
        e.add_inert(InertKind::Fraction(fraction), m);
    }
}

pub static LINE_FORCE_WITH_TWO_MASSES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithTwoMasses",
    description: "Line force of translational components, with two point masses on the line",
    documentation: documentation!("line_force_with_two_masses.md"),
    parameters: &[
        real("m_a", "kg", "Mass of the point mass near frame_a").min(0.0).or(0.0),
        real("m_b", "kg", "Mass of the point mass near frame_b").min(0.0).or(0.0),
        real("L_a", "m", "Distance of point mass a from frame_a").or(0.0),
        real("L_b", "m", "Distance of point mass b from frame_b").or_expression("L_a"),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    graphics: &[&[
        SPECULAR,
        flag("animate", true, "It is shown in animations"),
        flag("animateMasses", true, "The masses are shown as spheres"),
        size("cylinderDiameter_a", "world.defaultForceWidth", "Diameter of the cylinder at frame_rel_0"),
        size("cylinderLength_a", "2*L_a", "Length of the cylinder at frame_rel_0"),
        colour("color_a", "{155, 155, 155}", "Colour of the cylinder at frame_rel_0"),
        number("diameterFraction", "1", "0.8", "Diameter of the cylinder at frame_b relative to that at frame_rel_0")
            .min(0.0),
        size("cylinderLength_b", "2*L_b", "Length of the cylinder at frame_b"),
        colour("color_b", "{100, 100, 100}", "Colour of the cylinder at frame_b"),
        size("massDiameter", "1.7*cylinderDiameter_a", "Diameter of the spheres of the masses"),
        colour("massColor", BODY_COLOUR, "Colour of the spheres of the masses"),
    ]],
    pictures: &[
        cylinder("cylinder_a", Group::Lines)
            .resolved_in_world()
            .along("e_rel_0")
            .length("cylinderLength_a")
            .diameter("cylinderDiameter_a")
            .colour("color_a")
            .when(&["animate"]),
        cylinder("cylinder_b", Group::Lines)
            .resolved_in_world()
            .origin("e_rel_0*length")
            .along("-e_rel_0")
            .length("cylinderLength_b")
            .diameter("diameterFraction*cylinderDiameter_a")
            .colour("color_b")
            .when(&["animate"]),
        sphere("mass_a", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*L_a")
            .colour("massColor")
            .when(&["animate", "animateMasses", "m_a", "m_b"]),
        sphere("mass_b", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*(length - L_b)")
            .colour("massColor")
            .when(&["animate", "animateMasses", "m_a", "m_b"]),
    ],
    ..with_flanges(|e| {
        LineForce::build_with_flanges(e);
        let (l_a, l_b) = (e.address("L_a"), e.address("L_b"));
        for (m, kind) in [("m_a", InertKind::FromA(l_a)), ("m_b", InertKind::FromB(l_b))] {
            if e.is_present(m) {
                let m = e.address(m);
                e.add_inert(kind, m);
            }
        }
    })
};
