//! Wheels that roll on the plane z = 0 of the world: RollingWheel and RollingWheelSet.

use super::interfaces::*;
use crate::class::*;
use crate::laws::joints::{RollingLaw, RollingVariable};
use crate::one_dimensional::interfaces::rotational_flange;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use crate::{AngleStatesElement, FreeBody, OrientationStart, StartAngles, StartMeaning, WheelStart};
use mechanism::frames::Sequence;
use mechanism::{ConstraintKind, FreeStart, Slot3, Source};

/// The wheel's axis is the y axis of frame_a; the ground is the plane z = 0 of the world.
pub static ROLLING_WHEEL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.RollingWheel",
    description: "Joint that describes an ideal rolling wheel on the plane z=0 (no mass, no inertia)",
    parameters: &[
        real("radius", "m", "Wheel radius").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "always", "Priority to use generalized coordinates as states"),
        vector("v_start", "m/s", "Initial guess of the velocity").derived("{0, 0, 0}").hidden(),
        vector("w_start", "rad/s", "Initial angular velocity, resolved in the world frame")
            .derived(
                "{cos(angles.start[1])*cos(angles.start[2])*der_angles.start[3] - sin(angles.start[1])*der_angles.start[2], \
                 sin(angles.start[1])*cos(angles.start[2])*der_angles.start[3] + cos(angles.start[1])*der_angles.start[2], \
                 der_angles.start[1] - sin(angles.start[2])*der_angles.start[3]}",
            )
            .hidden(),
    ],
    connectors: &[frame("frame_a", "Frame fixed in the wheel's centre; y: along the axis")],
    // The first three are consecutive in the parameter array.
    variables: &[
        variable("x", "m", "x coordinate of the wheel's centre").with_start(),
        variable("y", "m", "y coordinate of the wheel's centre").with_start(),
        variable("z", "m", "z coordinate of the wheel's centre").with_start(),
        variables("angles", 3, "rad", "Angles to rotate the world frame into frame_a around z, y, x axis").with_start(),
        variables("der_angles", 3, "rad/s", "Derivatives of the angles").with_start(),
        variables("r_road_0", 3, "m", "Position of the contact point, resolved in world frame"),
        variables("f_wheel_0", 3, "N", "Force of the road on the wheel, resolved in world frame"),
        variable("f_n", "N", "Contact force acting on the wheel in normal direction"),
        variable("f_lat", "N", "Contact force acting on the wheel in lateral direction"),
        variable("f_long", "N", "Contact force acting on the wheel in longitudinal direction"),
        variable("err", "m", "Difference between the distance of the contact point from the centre and the radius"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame, radius) = (e.frame("frame_a"), e.real("radius"));
    let [x, angles, rates] = ["x", "angles", "der_angles"].map(|name| e.start(name));
    debug_assert!(e.start("y") == x + 1 && e.start("z") == x + 2, "start values that lie side by side");
    let Ok(sequence) = Sequence::try_from([3, 2, 1]) else { return };
    let w = e.vector("w_start");
    let start = FreeStart { r: Slot3(x), v: e.vector("v_start"), angles: Some(Slot3(angles)), sequence, w: Some(w) };
    let body = e.elements.free_bodies.len();
    let (name, component) = (e.name.to_owned(), e.component);
    let fixed = Vec::new();
    e.elements.free_bodies.push(FreeBody { name, component, frame, start, enforced: true, fixed, point: false });
    let orientation = e.elements.orientation_starts.len();
    e.elements.orientation_starts.push(OrientationStart {
        component,
        frame_a: None,
        frame_b: frame,
        start: StartAngles { sequence, angles: [angles, angles + 1, angles + 2] },
        angles: StartMeaning::Guess,
        w: None,
        z: None,
    });
    e.elements.wheels.push(WheelStart { component, orientation, body, starts: [angles, rates], w });
    e.add_constraint_between(
        ConstraintKind::Rolling { radius: radius.address(), height: true, lateral: true },
        [frame, frame],
    );
    for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
        e.add_variable(name, |_| Source::Position(frame, k));
    }
    let (near, names) = (Some(angles), ["angles", "der_angles"]);
    e.elements.angle_states.push(AngleStatesElement { component, sequence, near, names });
    e.show_angles(&names);
    let law = e.add_law(RollingLaw { frame, radius });
    let list = [
        ("r_road_0", RollingVariable::Contact),
        ("err", RollingVariable::Error),
        ("f_wheel_0", RollingVariable::Force),
        ("f_n", RollingVariable::NormalForce),
        ("f_lat", RollingVariable::LateralForce),
        ("f_long", RollingVariable::LongitudinalForce),
    ];
    e.show_declared(law, &list);
}

/// Two vertical wheels on one axis that moves on the plane z = 0 of the world.
pub static ROLLING_WHEEL_SET: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.RollingWheelSet",
    description: "Joint that describes an ideal rolling wheel set on the plane z=0 (two rolling wheels, no mass, no inertia)",
    parameters: &[
        real("radius", "m", "Radius of one wheel").min(0.0),
        real("track", "m", "Distance between the two wheels (= axle track)").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use generalized coordinates as states"),
    ],
    connectors: &WHEEL_SET_CONNECTORS,
    variables: &[
        variable("x", "m", "x coordinate of the middle between the wheels").with_start(),
        variable("y", "m", "y coordinate of the middle between the wheels").with_start(),
        variable("phi", "rad", "Orientation angle of the wheel axis along z-axis").with_start(),
        variable("theta1", "rad", "Angle of wheel 1").with_start(),
        variable("theta2", "rad", "Angle of wheel 2").with_start(),
        variable("der_theta1", "rad/s", "Derivative of theta 1").with_start(),
        variable("der_theta2", "rad/s", "Derivative of theta 2").with_start(),
    ],
    graphics: &[SHOWN],
    pictures: &[
        rod("fixed", "fixed.frame_b", "{0, 0, -1}", "radius", "radius/world.defaultWidthFraction", ROD_COLOUR),
        rod("rod1", "rod1.frame_a", "rod1.r", "length(rod1.r)", "track/2/world.defaultWidthFraction", ROD_COLOUR),
        rod("rod2", "rod2.frame_a", "rod2.r", "length(rod2.r)", "track/2/world.defaultWidthFraction", ROD_COLOUR),
        slide("prismatic1", "prismatic1.frame_a", "prismatic1.e", "prismatic1.s"),
        slide("prismatic2", "prismatic2.frame_a", "prismatic2.e", "prismatic2.s"),
        hinge("revolute", "revolute.frame_a", "revolute.e"),
        hinge("revolute1", "revolute1.frame_a", "revolute1.e"),
        hinge("revolute2", "revolute2.frame_a", "revolute2.e"),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("fixed", "Modelica.Mechanics.MultiBody.Parts.Fixed", &[("r", "{0, 0, radius}")]),
            part("prismatic1", PRISMATIC, &[("n", "{1, 0, 0}")]),
            part("prismatic2", PRISMATIC, &[("n", "{0, 1, 0}")]),
            part("revolute", REVOLUTE, &[("n", "{0, 0, 1}")]),
            part("rod1", FIXED_TRANSLATION, &[("r", "{0, track/2, 0}")]),
            part("rod2", FIXED_TRANSLATION, &[("r", "{0, -track/2, 0}")]),
            part("revolute1", REVOLUTE, &[("n", "{0, 1, 0}"), ("useAxisFlange", "true")]),
            part("revolute2", REVOLUTE, &[("n", "{0, 1, 0}"), ("useAxisFlange", "true")]),
            part("rolling1", VERTICAL_WHEEL.name, &[("radius", "radius"), ("lateralSlidingConstraint", "true")]),
            part("rolling2", VERTICAL_WHEEL.name, &[("radius", "radius")]),
            part("mounting1D", "Modelica.Mechanics.MultiBody.Parts.Mounting1D", &[("n", "{0, 1, 0}")]),
        ],
        connections: &[
            ("fixed.frame_b", "prismatic1.frame_a"),
            ("prismatic1.frame_b", "prismatic2.frame_a"),
            ("prismatic2.frame_b", "revolute.frame_a"),
            ("revolute.frame_b", "rod1.frame_a"),
            ("revolute.frame_b", "rod2.frame_a"),
            ("revolute.frame_b", "mounting1D.frame_a"),
            ("rod1.frame_b", "revolute1.frame_a"),
            ("rod2.frame_b", "revolute2.frame_a"),
            ("revolute1.frame_b", "rolling1.frame_a"),
            ("revolute2.frame_b", "rolling2.frame_a"),
        ],
        connectors: &[
            ("frameMiddle", &["revolute.frame_b", "rod1.frame_a", "rod2.frame_a", "mounting1D.frame_a"]),
            ("frame1", &["revolute1.frame_b", "rolling1.frame_a"]),
            ("frame2", &["revolute2.frame_b", "rolling2.frame_a"]),
            ("axis1", &["revolute1.axis"]),
            ("axis2", &["revolute2.axis"]),
            ("support", &["mounting1D.flange_b"]),
        ],
        variables: &[
            ("x", "prismatic1.s"),
            ("y", "prismatic2.s"),
            ("phi", "revolute.phi"),
            ("theta1", "revolute1.phi"),
            ("theta2", "revolute2.phi"),
            ("der_theta1", "revolute1.w"),
            ("der_theta2", "revolute2.w"),
        ],
    })
};

/// Connectors of a wheel set.
pub(crate) const WHEEL_SET_CONNECTORS: [Connector; 6] = [
    frame("frameMiddle", "Frame fixed in the middle between the wheels; y: along the axis, z: upwards"),
    frame("frame1", "Frame fixed in the centre of wheel 1; y: along the axis"),
    frame("frame2", "Frame fixed in the centre of wheel 2; y: along the axis"),
    rotational_flange("axis1", "Flange that drives wheel 1"),
    rotational_flange("axis2", "Flange that drives wheel 2"),
    rotational_flange("support", "Support of the flanges"),
];

/// A wheel that other joints keep upright and at its height; used as a part only.
pub static VERTICAL_WHEEL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Internal.RollingConstraintVerticalWheel",
    description: "Rolling constraint for a wheel that is always perpendicular to the plane z=0",
    parameters: &[
        real("radius", "m", "Wheel radius").min(0.0),
        boolean("lateralSlidingConstraint", false, "The wheel does not slide sideways"),
    ],
    connectors: &[frame("frame_a", "Frame fixed in the wheel's centre; y: along the axis")],
    ..Class::element(|e| {
        let (frame, radius, lateral) = (e.frame("frame_a"), e.address("radius"), e.boolean("lateralSlidingConstraint"));
        e.add_constraint_between(ConstraintKind::Rolling { radius, height: false, lateral }, [frame, frame]);
    })
};
