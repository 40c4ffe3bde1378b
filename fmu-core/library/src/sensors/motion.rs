//! Sensors of the motion of frames: absolute and relative ones, and Distance.

use super::interfaces::*;
use crate::AnyLaw;
use crate::class::*;
use crate::laws::resolve::Resolve;
use crate::laws::sensors::{
    AccelerationQuantity, AccelerationVector, AnglesLaw, DistanceLaw, Measured, MotionQuantity, MotionVector, Relative,
};
use crate::pictures::{Group, POSITION_ARROW, Quantity, SHOWN, arrow, arrow_a_to_b};
use crate::relative_rotation::{R_REL, add_relative_rotation};
use crate::types::RESOLVE_IN_FRAME_AB;

/// resolveInFrame of sensors with two frames.
const RESOLVE_AB: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vectors are resolved");
const SEQUENCE: Parameter =
    sequence("sequence", "The angles rotate around axes sequence[1], sequence[2] and finally sequence[3]");
const GUESS_ANGLE_1: Parameter =
    real("guessAngle1", "rad", "The solution with the first angle nearest to this one is selected").or(0.0);

pub static ABSOLUTE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteSensor",
    description: "Measure absolute kinematic quantities of frame connector",
    parameters: &[
        RESOLVE_A,
        boolean("get_r", false, "Measure the absolute position vector of the origin of frame_a"),
        boolean("get_v", false, "Measure the absolute velocity of the origin of frame_a"),
        boolean("get_a", false, "Measure the absolute acceleration of the origin of frame_a"),
        boolean("get_angles", false, "Measure the 3 rotation angles of frame_a"),
        boolean("get_w", false, "Measure the absolute angular velocity of frame_a"),
        boolean("get_z", false, "Measure the absolute angular acceleration of frame_a"),
        SEQUENCE.only_if(&[("get_angles", "true")]),
        GUESS_ANGLE_1.only_if(&[("get_angles", "true")]),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system from which kinematic quantities are measured"),
        FRAME_RESOLVE,
        output("r", "m", "Absolute position vector of the origin of frame_a").when("get_r"),
        output("v", "m/s", "Absolute velocity of the origin of frame_a").when("get_v"),
        output("a", "m/s2", "Absolute acceleration of the origin of frame_a").when("get_a"),
        output("angles", "rad", "Angles to rotate world frame into frame_a").when("get_angles"),
        output("w", "rad/s", "Absolute angular velocity of frame_a").when("get_w"),
        output("z", "rad/s2", "Absolute angular acceleration of frame_a").when("get_z"),
    ],
    inner_parts: &["position", "velocity", "absoluteAngles", "angularVelocity"],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow("arrow", Quantity::RelativePosition, Group::Sensors)
        .in_world()
        .along("frame_a.r_0")
        .colour("arrowColor")],
    ..Class::element(|e| {
        absolute(e, "r", POSITION);
        absolute(e, "v", VELOCITY);
        absolute(e, "a", Vector::Acceleration(AccelerationQuantity::Acceleration));
        absolute(e, "w", ANGULAR_VELOCITY);
        absolute(e, "z", Vector::Acceleration(AccelerationQuantity::AngularAcceleration));
        angles(e, None, "frame_a");
    })
};

/// The measured frame.
const MEASURED_FRAME: Connector = frame("frame_a", "Coordinate system whose motion is measured");

/// The reference frame of the measurement.
const FRAME_A: Connector = frame("frame_a", "Coordinate system relative to which the motion is measured");
/// The measured frame.
const FRAME_B: Connector = frame("frame_b", "Coordinate system whose motion is measured");

pub static RELATIVE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeSensor",
    description: "Measure kinematic quantities of frame_b relative to frame_a",
    parameters: &[
        RESOLVE_AB,
        boolean("get_r_rel", false, "Measure the vector from the origin of frame_a to the origin of frame_b"),
        boolean("get_v_rel", false, "Measure the derivative of r_rel"),
        boolean("get_a_rel", false, "Measure the second derivative of r_rel"),
        boolean("get_w_rel", false, "Measure the angular velocity of frame_b relative to frame_a"),
        boolean("get_z_rel", false, "Measure the derivative of w_rel"),
        boolean("get_angles", false, "Measure the angles that rotate frame_a into frame_b"),
        SEQUENCE.only_if(&[("get_angles", "true")]),
        GUESS_ANGLE_1.only_if(&[("get_angles", "true")]),
        enumeration(
            "resolveInFrameAfterDifferentiation",
            &RESOLVE_IN_FRAME_AB,
            "frame_a",
            "Frame in which v_rel, a_rel and z_rel are resolved; the derivatives are those of vectors resolved in resolveInFrame",
        )
        .or_same_as("resolveInFrame")
        .only_if(&[("get_v_rel", "true"), ("get_a_rel", "true"), ("get_z_rel", "true")]),
    ],
    connectors: &[
        FRAME_A,
        FRAME_B,
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
            .when_any(&["resolveInFrame", "resolveInFrameAfterDifferentiation"], "frame_resolve"),
        output("r_rel", "m", "Vector from the origin of frame_a to that of frame_b").when("get_r_rel"),
        output("v_rel", "m/s", "Relative velocity vector").when("get_v_rel"),
        output("a_rel", "m/s2", "Relative acceleration vector").when("get_a_rel"),
        output("angles", "rad", "Angles to rotate frame_a into frame_b").when("get_angles"),
        output("w_rel", "rad/s", "Relative angular velocity vector").when("get_w_rel"),
        output("z_rel", "rad/s2", "Relative angular acceleration vector").when("get_z_rel"),
    ],
    inner_parts: &[
        "relativePosition",
        "relativeAngles",
        "relativeAngularVelocity",
        "transformVector_v_rel",
        "transformVector_a_rel",
        "transformVector_z_rel",
    ],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow_a_to_b(Group::Sensors)],
    ..Class::element(|e| {
        let before = e.resolve("resolveInFrame");
        let after = e.resolve("resolveInFrameAfterDifferentiation");
        relative_in_frame(e, "r_rel", POSITION);
        relative(e, "v_rel", VELOCITY, [before, after]);
        relative(e, "a_rel", Vector::Acceleration(AccelerationQuantity::Acceleration), [before, after]);
        relative_in_frame(e, "w_rel", ANGULAR_VELOCITY);
        relative(e, "z_rel", Vector::Acceleration(AccelerationQuantity::AngularAcceleration), [before, after]);
        angles(e, Some("frame_a"), "frame_b");
    })
};

/// A sensor of a vector that is resolved in a frame.
const fn vector_sensor(inner_parts: &'static [&'static str], build: fn(&mut Element<'_>)) -> Class {
    Class { inner_parts, ..Class::element(build) }
}

const ABSOLUTE_R: Connector = output(
    "r",
    "m",
    "Absolute position vector of the origin of frame_a, resolved in the frame given by resolveInFrame",
);
const ABSOLUTE_V: Connector =
    output("v", "m/s", "Absolute velocity of the origin of frame_a, resolved in the frame given by resolveInFrame");
const ABSOLUTE_W: Connector =
    output("w", "rad/s", "Absolute angular velocity of frame_a, resolved in the frame given by resolveInFrame");
const RELATIVE_R: Connector = output(
    "r_rel",
    "m",
    "Vector from the origin of frame_a to the origin of frame_b, resolved in the frame given by resolveInFrame",
);
const RELATIVE_V: Connector = output(
    "v_rel",
    "m/s",
    "Velocity of the origin of frame_b as seen from frame_a, resolved in the frame given by resolveInFrame",
);
const RELATIVE_W: Connector = output(
    "w_rel",
    "rad/s",
    "Angular velocity of frame_b relative to frame_a, resolved in the frame given by resolveInFrame",
);

plain_classes! {
    "Mechanics.MultiBody.Sensors":
    ABSOLUTE_POSITION "AbsolutePosition" [RESOLVE_A] {MEASURED_FRAME, FRAME_RESOLVE, ABSOLUTE_R}
        vector_sensor(&["position"], |e| absolute(e, "r", POSITION))
        "Measure the absolute position of the origin of frame_a";
    ABSOLUTE_VELOCITY "AbsoluteVelocity" [RESOLVE_A] {MEASURED_FRAME, FRAME_RESOLVE, ABSOLUTE_V}
        vector_sensor(&["position", "transformAbsoluteVector"], |e| absolute(e, "v", VELOCITY))
        "Measure the absolute velocity of the origin of frame_a";
    ABSOLUTE_ANGULAR_VELOCITY "AbsoluteAngularVelocity" [RESOLVE_A] {MEASURED_FRAME, FRAME_RESOLVE, ABSOLUTE_W}
        vector_sensor(&["angularVelocity"], |e| absolute(e, "w", ANGULAR_VELOCITY))
        "Measure the absolute angular velocity of frame_a";
    ABSOLUTE_ANGLES "AbsoluteAngles" [SEQUENCE, GUESS_ANGLE_1]
        {frame("frame_a", "Coordinate system whose orientation is measured"),
            output("angles", "rad", "Angles to rotate world frame into frame_a")}
        plain(|e| angles(e, None, "frame_a")) "Measure the angles that rotate the world frame into frame_a";
    RELATIVE_POSITION "RelativePosition" [RESOLVE_AB] {FRAME_A, FRAME_B, FRAME_RESOLVE, RELATIVE_R}
        vector_sensor(&["relativePosition"], |e| relative_in_frame(e, "r_rel", POSITION))
        "Measure the position of the origin of frame_b relative to frame_a";
    RELATIVE_ANGULAR_VELOCITY "RelativeAngularVelocity" [RESOLVE_AB] {FRAME_A, FRAME_B, FRAME_RESOLVE, RELATIVE_W}
        vector_sensor(&["relativeAngularVelocity"], |e| relative_in_frame(e, "w_rel", ANGULAR_VELOCITY))
        "Measure the angular velocity of frame_b relative to frame_a";
}

pub static RELATIVE_VELOCITY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeVelocity",
    description: "Measure the velocity of the origin of frame_b relative to frame_a",
    parameters: &[RESOLVE_AB],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, RELATIVE_V],
    inner_parts: &["relativePosition", "transformRelativeVector"],
    ..Class::element(|e| {
        relative(e, "v_rel", VELOCITY, [Resolve::Frame(e.frame("frame_a")), e.resolve("resolveInFrame")]);
    })
};

pub static RELATIVE_ANGLES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeAngles",
    description: "Measure the angles that rotate frame_a into frame_b",
    parameters: &[SEQUENCE, GUESS_ANGLE_1],
    connectors: &[
        frame("frame_a", "Coordinate system from which the angles are measured"),
        frame("frame_b", "Coordinate system to which the angles are measured"),
        output("angles", "rad", "Angles to rotate frame_a into frame_b"),
    ],
    variables: &R_REL,
    ..Class::element(|e| {
        angles(e, Some("frame_a"), "frame_b");
        add_relative_rotation(e);
    })
};

pub static DISTANCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.Distance",
    description: "Measure the distance between the origins of two frame connectors",
    parameters: &[real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero")
        .min(1e-30)
        .or(1e-10)
        .tunable()],
    connectors: &[
        frame("frame_a", "Coordinate system from which the distance is measured"),
        frame("frame_b", "Coordinate system to which the distance is measured"),
        real_output("distance", "m", "Distance between the origin of frame_a and the origin of frame_b").measured(),
    ],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow_a_to_b(Group::Sensors)],
    ..Class::element(|e| {
        let [frame_a, frame_b] = e.frames();
        e.add_law(DistanceLaw { frame_a, frame_b, s_small: e.real("s_small"), output: e.scalar_output("distance") });
    })
};

/// A measured vector.
enum Vector {
    Motion(MotionQuantity),
    Acceleration(AccelerationQuantity),
}

const POSITION: Vector = Vector::Motion(MotionQuantity::Position);
const VELOCITY: Vector = Vector::Motion(MotionQuantity::Velocity);
const ANGULAR_VELOCITY: Vector = Vector::Motion(MotionQuantity::AngularVelocity);

/// Registers a vector of the motion of frame_a relative to the world, if its signal output exists.
fn absolute(e: &mut Element<'_>, output: &str, vector: Vector) {
    let resolved = e.resolve("resolveInFrame");
    measure(e, output, vector, ("frame_a", None, resolved));
}

/// Registers a vector of the motion of frame_b relative to frame_a, if its signal output exists, with the frames in which it is differentiated
/// and resolved.
fn relative(e: &mut Element<'_>, output: &str, vector: Vector, [differentiated, resolved]: [Resolve; 2]) {
    let relative = Relative { frame_a: e.frame("frame_a"), differentiated };
    measure(e, output, vector, ("frame_b", Some(relative), resolved));
}

/// Registers such a vector that is differentiated in the frame in which it is resolved.
fn relative_in_frame(e: &mut Element<'_>, output: &str, vector: Vector) {
    let resolved = e.resolve("resolveInFrame");
    relative(e, output, vector, [resolved, resolved]);
}

fn measure(
    e: &mut Element<'_>,
    output: &str,
    vector: Vector,
    (frame, relative, resolved): (&str, Option<Relative>, Resolve),
) {
    let Some(output) = e.vector_output(output) else { return };
    let measured = Measured { frame: e.frame(frame), relative, resolved, output };
    let law: AnyLaw = match vector {
        Vector::Motion(quantity) => MotionVector { measured, quantity }.into(),
        Vector::Acceleration(quantity) => AccelerationVector { measured, quantity }.into(),
    };
    e.add_law(law);
}

/// Registers the angles from frame_a (none: the world) to `frame`, if the signal output `angles` exists.
fn angles(e: &mut Element<'_>, frame_a: Option<&str>, frame: &str) {
    if let Some(output) = e.vector_output("angles") {
        let law = AnglesLaw {
            frame_a: frame_a.map(|name| e.frame(name)),
            frame: e.frame(frame),
            sequence: e.sequence("sequence"),
            guess_angle_1: e.real("guessAngle1"),
            output,
        };
        e.add_law(law);
    }
}
