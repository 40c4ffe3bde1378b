//! Modelica.Mechanics.MultiBody.Joints.RollingWheel

use crate::class::*;
use crate::laws::joints::rolling::{RollingLaw, RollingVariable};
use crate::types::STATE_SELECT;
use crate::{FreeBody, OrientationStart, StartAngles, StartMeaning, WheelStart};
use mechanism::frames::Sequence;
use mechanism::{ConstraintKind, FrameId, FreeStart, Real, Slot3, Source};

/// The wheel's axis is the y axis of frame_a; the ground is the plane z = 0 of the world.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.RollingWheel",
    description: "Joint that describes an ideal rolling wheel on the plane z=0 (no mass, no inertia)",
    documentation: documentation!("rolling_wheel.md"),
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
    e.add_named_angles(sequence, angles, ["angles", "der_angles"]);
    RollingLaw::build(e, frame, radius);
}

/// Names of the variables.
const SHOWN: [(&str, RollingVariable); 6] = [
    ("r_road_0", RollingVariable::Contact),
    ("err", RollingVariable::Error),
    ("f_wheel_0", RollingVariable::Force),
    ("f_n", RollingVariable::NormalForce),
    ("f_lat", RollingVariable::LateralForce),
    ("f_long", RollingVariable::LongitudinalForce),
];

impl RollingLaw {
    fn build(e: &mut Element<'_>, frame: FrameId, radius: Real) {
        let law = e.add_law(Self { frame, radius });
        for (name, variable) in SHOWN {
            e.show(name, law, variable);
        }
    }
}
