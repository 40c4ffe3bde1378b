//! Joints composed of revolute and prismatic ones: Cylindrical, Universal, Planar and GearConstraint.

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;

pub static CYLINDRICAL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Cylindrical",
    description: "Cylindrical joint (2 degrees-of-freedom, 4 potential states)",
    parameters: &[
        vector("n", "1", "Cylinder axis resolved in frame_a (= same as in frame_b)").or_vector([1.0, 0.0, 0.0]),
        COORDINATES_AS_STATES,
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("s", "m", "Relative distance between frame_a and frame_b").with_start(),
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("v", "m/s", "First derivative of s (relative velocity)").with_start(),
        variable("w", "rad/s", "First derivative of angle phi (relative angular velocity)").with_start(),
        variable("a", "m/s2", "Second derivative of s (relative acceleration)"),
        variable("wd", "rad/s2", "Second derivative of angle phi (relative angular acceleration)"),
    ],
    graphics: &[
        SHOWN,
        &[
            size("cylinderDiameter", "world.defaultJointWidth", "Diameter of the cylinder"),
            colour("cylinderColor", JOINT_COLOUR, "Colour of the cylinder"),
        ],
    ],
    pictures: &[cylinder("cylinder", Group::Joints)
        .along("n")
        .length("s")
        .diameter("cylinderDiameter")
        .colour("cylinderColor")],
    ..Class::netlist(&Netlist {
        parts: &[
            part("prismatic", PRISMATIC, &[("n", "n"), ("stateSelect", "stateSelect")]).exposed(),
            part("revolute", REVOLUTE, &[("n", "n"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("prismatic.frame_b", "revolute.frame_a")],
        connectors: &[("frame_b", &["revolute.frame_b"])],
        variables: &[("phi", "revolute.phi"), ("w", "revolute.w"), ("wd", "revolute.a")],
    })
};

pub static UNIVERSAL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Universal",
    description: "Universal joint (2 degrees-of-freedom, 4 potential states)",
    parameters: &[
        vector("n_a", "1", "Axis of revolute joint 1 resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of revolute joint 2 resolved in frame_b").or_vector([0.0, 1.0, 0.0]),
        COORDINATES_AS_STATES,
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("phi_a", "rad", "Relative rotation angle from frame_a to the frame between the axes").with_start(),
        variable("phi_b", "rad", "Relative rotation angle from the frame between the axes to frame_b").with_start(),
        variable("w_a", "rad/s", "First derivative of angle phi_a (relative angular velocity a)").with_start(),
        variable("w_b", "rad/s", "First derivative of angle phi_b (relative angular velocity b)").with_start(),
        variable("a_a", "rad/s2", "Second derivative of angle phi_a (relative angular acceleration a)"),
        variable("a_b", "rad/s2", "Second derivative of angle phi_b (relative angular acceleration b)"),
    ],
    graphics: &[SHOWN, JOINT_CYLINDER],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "n_a"),
        axis_cylinder("cylinder_b", "revolute_b.frame_a", "n_b"),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("revolute_a", REVOLUTE, &[("n", "n_a"), ("stateSelect", "stateSelect")]),
            part("revolute_b", REVOLUTE, &[("n", "n_b"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("revolute_a.frame_b", "revolute_b.frame_a")],
        connectors: &[("frame_a", &["revolute_a.frame_a"]), ("frame_b", &["revolute_b.frame_b"])],
        variables: &[
            ("phi_a", "revolute_a.phi"),
            ("phi_b", "revolute_b.phi"),
            ("w_a", "revolute_a.w"),
            ("w_b", "revolute_b.w"),
            ("a_a", "revolute_a.a"),
            ("a_b", "revolute_b.a"),
        ],
    })
};

pub static PLANAR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Planar",
    description: "Planar joint (3 degrees-of-freedom, 6 potential states)",
    parameters: &[
        vector("n", "1", "Axis orthogonal to the plane, resolved in frame_a (= same as in frame_b)")
            .or_vector([0.0, 0.0, 1.0]),
        vector(
            "n_x",
            "1",
            "Direction of the x-axis of the plane, resolved in frame_a; only its component orthogonal to n is used",
        )
        .or_vector([1.0, 0.0, 0.0]),
        COORDINATES_AS_STATES,
        vector("e", "1", "Unit vector in direction of n").derived("normalize(n)"),
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("s_x", "m", "Relative distance along the x-axis of the plane").with_start(),
        variable("s_y", "m", "Relative distance along the y-axis of the plane").with_start(),
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("v_x", "m/s", "First derivative of s_x (relative velocity in x direction)").with_start(),
        variable("v_y", "m/s", "First derivative of s_y (relative velocity in y direction)").with_start(),
        variable("w", "rad/s", "First derivative of angle phi (relative angular velocity)").with_start(),
        variable("a_x", "m/s2", "Second derivative of s_x (relative acceleration in x direction)"),
        variable("a_y", "m/s2", "Second derivative of s_y (relative acceleration in y direction)"),
        variable("wd", "rad/s2", "Second derivative of angle phi (relative angular acceleration)"),
    ],
    graphics: &[
        &[
            ANIMATION,
            specular("0.7"),
            size("boxWidth", "0.3*cylinderDiameter", "Width and height of the boxes"),
            colour("boxColor", JOINT_COLOUR, "Colour of the boxes"),
        ],
        JOINT_CYLINDER,
    ],
    pictures: &[
        cuboid("box_x", Group::Joints).along("prismatic_x.e").length("s_x").diameter("boxWidth").colour("boxColor"),
        cuboid("box_y", Group::Joints)
            .at("prismatic_y.frame_a")
            .along("prismatic_y.e")
            .wide("{1, 0, 0}")
            .length("s_y")
            .diameter("boxWidth")
            .colour("boxColor"),
        axis_cylinder("cylinder", "frame_b", "n"),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("prismatic_x", PRISMATIC, &[("n", "cross(cross(n, n_x), n)"), ("stateSelect", "stateSelect")]),
            part("prismatic_y", PRISMATIC, &[("n", "cross(n, n_x)"), ("stateSelect", "stateSelect")]),
            part("revolute", REVOLUTE, &[("n", "n"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("prismatic_x.frame_b", "prismatic_y.frame_a"), ("prismatic_y.frame_b", "revolute.frame_a")],
        connectors: &[("frame_a", &["prismatic_x.frame_a"]), ("frame_b", &["revolute.frame_b"])],
        variables: &[
            ("s_x", "prismatic_x.s"),
            ("s_y", "prismatic_y.s"),
            ("phi", "revolute.phi"),
            ("v_x", "prismatic_x.v"),
            ("v_y", "prismatic_y.v"),
            ("w", "revolute.w"),
            ("a_x", "prismatic_x.a"),
            ("a_y", "prismatic_y.a"),
            ("wd", "revolute.a"),
        ],
    })
};

pub static GEAR_CONSTRAINT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.GearConstraint",
    description: "Ideal 3-dim. gearbox: two revolute joints in one bearing whose angles have a constant ratio",
    parameters: &[
        real("ratio", "1", "Gear speed ratio (phi_a = ratio phi_b)").or(2.0),
        vector("n_a", "1", "Axis of rotation of shaft a resolved in frame_a, frame_b, bearing")
            .or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of rotation of shaft b resolved in frame_a, frame_b, bearing")
            .or_vector([1.0, 0.0, 0.0]),
        vector("r_a", "m", "Vector from frame bearing to frame_a resolved in bearing").or_vector([0.0; 3]),
        vector("r_b", "m", "Vector from frame bearing to frame_b resolved in bearing").or_vector([0.0; 3]),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use joint coordinates as states"),
        CHECK_TOTAL_POWER,
    ],
    connectors: &[
        frame("frame_a", "Coordinate system of shaft a"),
        frame("frame_b", "Coordinate system of shaft b"),
        frame("bearing", "Coordinate system of the bearing"),
    ],
    variables: &[
        variable("phi_b", "rad", "Relative rotation angle of revolute joint at frame_b").with_start(),
        variable("w_b", "rad/s", "First derivative of angle phi_b (relative angular velocity b)").with_start(),
        variable("a_b", "rad/s2", "Second derivative of angle phi_b (relative angular acceleration b)"),
    ],
    inner_parts: &["actuatedRevolute_a", "actuatedRevolute_b", "idealGear", "fixedTranslation1", "fixedTranslation2"],
    ..Class::netlist(&Netlist {
        parts: &[
            part("actuatedRevolute_a", REVOLUTE, &[("n", "n_a"), ("useAxisFlange", "true")]),
            part(
                "actuatedRevolute_b",
                REVOLUTE,
                &[("n", "n_b"), ("useAxisFlange", "true"), ("stateSelect", "stateSelect")],
            ),
            part("idealGear", "Modelica.Mechanics.Rotational.Components.IdealGear", &[("ratio", "ratio")]),
            part("fixedTranslation1", FIXED_TRANSLATION, &[("r", "r_b")]),
            part("fixedTranslation2", FIXED_TRANSLATION, &[("r", "r_a")]),
        ],
        connections: &[
            ("actuatedRevolute_a.axis", "idealGear.flange_a"),
            ("idealGear.flange_b", "actuatedRevolute_b.axis"),
            ("fixedTranslation1.frame_a", "fixedTranslation2.frame_a"),
            ("fixedTranslation1.frame_b", "actuatedRevolute_b.frame_a"),
            ("fixedTranslation2.frame_b", "actuatedRevolute_a.frame_a"),
        ],
        connectors: &[
            ("frame_a", &["actuatedRevolute_a.frame_b"]),
            ("frame_b", &["actuatedRevolute_b.frame_b"]),
            ("bearing", &["fixedTranslation1.frame_a", "fixedTranslation2.frame_a"]),
        ],
        variables: &[
            ("phi_b", "actuatedRevolute_b.phi"),
            ("w_b", "actuatedRevolute_b.w"),
            ("a_b", "actuatedRevolute_b.a"),
        ],
    })
};
