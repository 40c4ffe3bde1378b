//! Wheels with mass that roll on the plane z = 0 of the world: RollingWheel and RollingWheelSet.

use crate::class::*;
use crate::joints::WHEEL_SET_CONNECTORS;
use crate::pictures::*;
use crate::types::STATE_SELECT;

pub static ROLLING_WHEEL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.RollingWheel",
    description: "Ideal rolling wheel on flat surface z=0 (5 positional, 3 velocity degrees of freedom)",
    parameters: &[
        real("radius", "m", "Radius of wheel").min(0.0),
        real("m", "kg", "Mass of wheel").min(0.0),
        real("I_axis", "kg.m2", "Inertia along the wheel axis"),
        real("I_long", "kg.m2", "Inertia perpendicular to the wheel axis"),
        enumeration("stateSelect", &STATE_SELECT, "always", "Priority to use generalized coordinates as states"),
    ],
    connectors: &[frame("frame_a", "Frame fixed in the wheel's centre; y: along the axis")],
    variables: &[
        variable("x", "m", "x coordinate of the wheel's centre").fixed_at_start(),
        variable("y", "m", "y coordinate of the wheel's centre").fixed_at_start(),
        variables("angles", 3, "rad", "Angles to rotate the world frame into frame_a around z, y, x axis")
            .fixed_at_start(),
        variables("der_angles", 3, "rad/s", "Derivatives of the angles").fixed_at_start(),
    ],
    graphics: &[
        SHOWN,
        &[
            size("width", "0.035", "Half the width of the wheel"),
            number("hollowFraction", "1", "0.8", "Hollow fraction of the radius").min(0.0),
            colour("color", "{30, 30, 30}", "Colour of the wheel"),
        ],
    ],
    pictures: &[wheel("wheel", "frame_a", "2*width", "2*radius")],
    ..Class::netlist(&Netlist {
        parts: &[
            part(
                "body",
                BODY,
                &[("r_CM", "{0, 0, 0}"), ("m", "m"), ("I_11", "I_long"), ("I_22", "I_axis"), ("I_33", "I_long")],
            ),
            part(
                "rollingWheel",
                "Modelica.Mechanics.MultiBody.Joints.RollingWheel",
                &[("radius", "radius"), ("stateSelect", "stateSelect")],
            )
            .exposed(),
        ],
        connections: &[("body.frame_a", "rollingWheel.frame_a")],
        connectors: &[("frame_a", &["body.frame_a", "rollingWheel.frame_a"])],
        ..Netlist::EMPTY
    })
};

pub static ROLLING_WHEEL_SET: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.RollingWheelSet",
    description: "Ideal rolling wheel set consisting of two ideal rolling wheels connected together by an axis",
    parameters: &[
        real("R_wheel", "m", "Radius of wheel").min(0.0),
        real("m_wheel", "kg", "Mass of wheel").min(0.0),
        real("I_wheelAxis", "kg.m2", "Inertia along the wheel axis"),
        real("I_wheelLong", "kg.m2", "Inertia perpendicular to the wheel axis"),
        real("track", "m", "Distance between the two wheels (= axle track)").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "always", "Priority to use generalized coordinates as states"),
    ],
    connectors: &WHEEL_SET_CONNECTORS,
    variables: &[
        variable("x", "m", "x coordinate of the middle between the wheels").fixed_at_start(),
        variable("y", "m", "y coordinate of the middle between the wheels").fixed_at_start(),
        variable("phi", "rad", "Orientation angle of the wheel axis along z-axis").fixed_at_start(),
        variable("theta1", "rad", "Angle of wheel 1").fixed_at_start(),
        variable("theta2", "rad", "Angle of wheel 2").fixed_at_start(),
        variable("der_theta1", "rad/s", "Derivative of theta 1").fixed_at_start(),
        variable("der_theta2", "rad/s", "Derivative of theta 2").fixed_at_start(),
    ],
    graphics: &[
        SHOWN,
        &[
            size("width_wheel", "0.01", "Half the width of a wheel"),
            number("hollowFraction", "1", "0.8", "Hollow fraction of the radius").min(0.0),
            colour("color", "{30, 30, 30}", "Colour of the wheels"),
        ],
    ],
    pictures: &[
        wheel("wheel1", "frame1", "2*width_wheel", "2*R_wheel"),
        wheel("wheel2", "frame2", "2*width_wheel", "2*R_wheel"),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("body2", BODY, WHEEL),
            part("body1", BODY, WHEEL),
            part(
                "wheelSetJoint",
                "Modelica.Mechanics.MultiBody.Joints.RollingWheelSet",
                &[("radius", "R_wheel"), ("track", "track"), ("stateSelect", "stateSelect")],
            )
            .exposed(),
        ],
        connections: &[("body1.frame_a", "wheelSetJoint.frame1"), ("body2.frame_a", "wheelSetJoint.frame2")],
        connectors: &[
            ("frame1", &["body1.frame_a", "wheelSetJoint.frame1"]),
            ("frame2", &["body2.frame_a", "wheelSetJoint.frame2"]),
        ],
        ..Netlist::EMPTY
    })
};

const BODY: &str = "Modelica.Mechanics.MultiBody.Parts.Body";
const WHEEL: &[(&str, &str)] = &[
    ("r_CM", "{0, 0, 0}"),
    ("m", "m_wheel"),
    ("I_11", "I_wheelLong"),
    ("I_22", "I_wheelAxis"),
    ("I_33", "I_wheelLong"),
];
