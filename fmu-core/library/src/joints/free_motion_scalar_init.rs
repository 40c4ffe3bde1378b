//! Modelica.Mechanics.MultiBody.Joints.FreeMotionScalarInit

use super::relative_motion::{AccelerationQuantity, FramePair, MotionQuantity, RelativeQuantity};
use crate::class::*;
use crate::types::STATE_SELECT;
use crate::{Element, OrientationStart, StartAngles, StartMeaning};
use mechanism::frames::Sequence;
use mechanism::{FrameId, Real, Source, Stage};

/// No joint, but a measurement of the relative motion of two frames whose results take start values.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.FreeMotionScalarInit",
    description: "Relative motion of two frames, scalar by scalar, for initial conditions; it transmits no force",
    documentation: documentation!("free_motion_scalar_init.md"),
    parameters: &[
        boolean("use_r", false, "r_rel_a is measured"),
        boolean("use_v", false, "v_rel_a is measured (needs use_r)"),
        boolean("use_a", false, "a_rel_a is measured (needs use_r and use_v)"),
        boolean("use_angle", false, "angle is measured"),
        boolean("use_angle_d", false, "angle_d is measured (needs use_angle)"),
        boolean("use_angle_dd", false, "angle_dd is measured (needs use_angle and use_angle_d)"),
        boolean("use_w", false, "w_rel_b is measured"),
        boolean("use_z", false, "z_rel_b is measured (needs use_w)"),
        sequence("sequence_start", "Sequence of rotations from frame_a to frame_b along which the angles are measured"),
        preference("r_rel_a_1_stateSelect").only_if(&[("use_r", "true")]),
        preference("r_rel_a_2_stateSelect").only_if(&[("use_r", "true")]),
        preference("r_rel_a_3_stateSelect").only_if(&[("use_r", "true")]),
        preference("v_rel_a_1_stateSelect").only_if(&[("use_v", "true")]),
        preference("v_rel_a_2_stateSelect").only_if(&[("use_v", "true")]),
        preference("v_rel_a_3_stateSelect").only_if(&[("use_v", "true")]),
        preference("angle_1_stateSelect").only_if(&[("use_angle", "true")]),
        preference("angle_2_stateSelect").only_if(&[("use_angle", "true")]),
        preference("angle_3_stateSelect").only_if(&[("use_angle", "true")]),
        preference("angle_d_1_stateSelect").only_if(&[("use_angle_d", "true")]),
        preference("angle_d_2_stateSelect").only_if(&[("use_angle_d", "true")]),
        preference("angle_d_3_stateSelect").only_if(&[("use_angle_d", "true")]),
        preference("w_rel_b_1_stateSelect").only_if(&[("use_w", "true")]),
        preference("w_rel_b_2_stateSelect").only_if(&[("use_w", "true")]),
        preference("w_rel_b_3_stateSelect").only_if(&[("use_w", "true")]),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system that the motion is measured from"),
        frame("frame_b", "Coordinate system that is measured"),
        scalar("r_rel_a_1", "m", "Position vector from frame_a to frame_b, resolved in frame_a").when("use_r"),
        scalar("r_rel_a_2", "m", "Position vector from frame_a to frame_b, resolved in frame_a").when("use_r"),
        scalar("r_rel_a_3", "m", "Position vector from frame_a to frame_b, resolved in frame_a").when("use_r"),
        scalar("v_rel_a_1", "m/s", "= der(r_rel_a), relative velocity resolved in frame_a")
            .when_all(&["use_r", "use_v"]),
        scalar("v_rel_a_2", "m/s", "= der(r_rel_a), relative velocity resolved in frame_a")
            .when_all(&["use_r", "use_v"]),
        scalar("v_rel_a_3", "m/s", "= der(r_rel_a), relative velocity resolved in frame_a")
            .when_all(&["use_r", "use_v"]),
        scalar("a_rel_a_1", "m/s2", "= der(v_rel_a)").when_all(&["use_r", "use_v", "use_a"]),
        scalar("a_rel_a_2", "m/s2", "= der(v_rel_a)").when_all(&["use_r", "use_v", "use_a"]),
        scalar("a_rel_a_3", "m/s2", "= der(v_rel_a)").when_all(&["use_r", "use_v", "use_a"]),
        scalar("angle_1", "rad", "Angle to rotate frame_a into frame_b around sequence_start").when("use_angle"),
        scalar("angle_2", "rad", "Angle to rotate frame_a into frame_b around sequence_start").when("use_angle"),
        scalar("angle_3", "rad", "Angle to rotate frame_a into frame_b around sequence_start").when("use_angle"),
        scalar("angle_d_1", "rad/s", "= der(angle)").when_all(&["use_angle", "use_angle_d"]),
        scalar("angle_d_2", "rad/s", "= der(angle)").when_all(&["use_angle", "use_angle_d"]),
        scalar("angle_d_3", "rad/s", "= der(angle)").when_all(&["use_angle", "use_angle_d"]),
        scalar("angle_dd_1", "rad/s2", "= der(angle_d)").when_all(&["use_angle", "use_angle_d", "use_angle_dd"]),
        scalar("angle_dd_2", "rad/s2", "= der(angle_d)").when_all(&["use_angle", "use_angle_d", "use_angle_dd"]),
        scalar("angle_dd_3", "rad/s2", "= der(angle_d)").when_all(&["use_angle", "use_angle_d", "use_angle_dd"]),
        scalar("w_rel_b_1", "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b")
            .when("use_w"),
        scalar("w_rel_b_2", "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b")
            .when("use_w"),
        scalar("w_rel_b_3", "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b")
            .when("use_w"),
        scalar("z_rel_b_1", "rad/s2", "= der(w_rel_b)").when_all(&["use_w", "use_z"]),
        scalar("z_rel_b_2", "rad/s2", "= der(w_rel_b)").when_all(&["use_w", "use_z"]),
        scalar("z_rel_b_3", "rad/s2", "= der(w_rel_b)").when_all(&["use_w", "use_z"]),
    ],
    variables: &[
        variable("derv[1].u", "m", "= r_rel_a_1"),
        variable("derv[2].u", "m", "= r_rel_a_2"),
        variable("derv[3].u", "m", "= r_rel_a_3"),
        variable("dera[1].u", "m/s", "= v_rel_a_1"),
        variable("dera[2].u", "m/s", "= v_rel_a_2"),
        variable("dera[3].u", "m/s", "= v_rel_a_3"),
        variable("derd[1].u", "rad", "= angle_1"),
        variable("derd[2].u", "rad", "= angle_2"),
        variable("derd[3].u", "rad", "= angle_3"),
        variable("derdd[1].u", "rad/s", "= angle_d_1"),
        variable("derdd[2].u", "rad/s", "= angle_d_2"),
        variable("derdd[3].u", "rad/s", "= angle_d_3"),
        variable("derz[1].u", "rad/s", "= w_rel_b_1"),
        variable("derz[2].u", "rad/s", "= w_rel_b_2"),
        variable("derz[3].u", "rad/s", "= w_rel_b_3"),
    ],
    ..Class::element(build)
};

/// Whether the search for the initial state begins at a start value that is not fixed.
const fn preference(name: &'static str) -> Parameter {
    enumeration(
        name,
        &STATE_SELECT,
        "never",
        "With prefer or always the search for the initial state begins at the start value",
    )
}

/// A scalar output that has a start value.
const fn scalar(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::SignalOutput(1), unit, description).with_start()
}

/// Groups of outputs: name, what they measure.
const GROUPS: [(&str, RelativeQuantity); 8] = [
    ("r_rel_a", RelativeQuantity::Motion(MotionQuantity::Position)),
    ("v_rel_a", RelativeQuantity::Motion(MotionQuantity::Velocity)),
    ("a_rel_a", RelativeQuantity::Acceleration(AccelerationQuantity::Linear)),
    ("angle", RelativeQuantity::Motion(MotionQuantity::Angle)),
    ("angle_d", RelativeQuantity::Motion(MotionQuantity::AngleRate)),
    ("angle_dd", RelativeQuantity::Acceleration(AccelerationQuantity::Angle)),
    ("w_rel_b", RelativeQuantity::Motion(MotionQuantity::AngularVelocity)),
    ("z_rel_b", RelativeQuantity::Acceleration(AccelerationQuantity::Angular)),
];

/// MSL's differentiators inside the class, whose inputs are outputs of the class: (part, outputs, outputs that need it).
const DIFFERENTIATORS: [(&str, &str, &str); 5] = [
    ("derv", "r_rel_a", "v_rel_a"),
    ("dera", "v_rel_a", "a_rel_a"),
    ("derd", "angle", "angle_d"),
    ("derdd", "angle_d", "angle_dd"),
    ("derz", "w_rel_b", "z_rel_b"),
];

fn build(e: &mut Element<'_>) {
    let (frame_a, frame_b) = (e.frame("frame_a"), e.frame("frame_b"));
    let (sequence, guess) = (e.sequence("sequence_start"), e.optional_start("angle_1").map(Real::new));
    for (group, quantity) in GROUPS {
        for element in 0..3 {
            if let Some(output) = e.scalar_output(&scalar_name(group, element)) {
                let frames = FramePair { frame_a, frame_b, sequence, guess };
                frames.measure(e, quantity, element, output);
            }
        }
    }
    for (part, group, needed_by) in DIFFERENTIATORS {
        for element in 0..3 {
            if let (Some(input), Some(_)) =
                (e.output(&scalar_name(group, element)), e.output(&scalar_name(needed_by, element)))
            {
                e.add_variable(&format!("{part}[{}].u", element + 1), |_| Source::Signal(input.first, Stage::Motion));
            }
        }
    }
    prefer_starts(e);
    prefer_orientation(e, frame_a, frame_b, sequence);
}

fn scalar_name(group: &str, element: usize) -> String {
    format!("{group}_{}", element + 1)
}

/// True when the search for the initial state begins at the start value of this output.
fn is_preferred(e: &Element<'_>, name: &str) -> bool {
    matches!(e.literal(&format!("{name}_stateSelect")), "prefer" | "always")
}

fn prefer_starts(e: &mut Element<'_>) {
    for group in ["r_rel_a", "v_rel_a", "angle_d", "w_rel_b"] {
        for name in (0..3).map(|element| scalar_name(group, element)) {
            if is_preferred(e, &name) && e.output(&name).is_some() {
                e.prefer_start(&name);
            }
        }
    }
}

/// The search begins at the orientation of the three start angles when each of them is preferred or fixed.
fn prefer_orientation(e: &mut Element<'_>, frame_a: FrameId, frame_b: FrameId, sequence: Sequence) {
    let names = [0, 1, 2].map(|element| scalar_name("angle", element));
    let counts = |name: &String| e.output(name).is_some() && (is_preferred(e, name) || e.is_fixed(name));
    let starts = names.each_ref().map(|name| e.optional_start(name));
    if let (true, [Some(first), Some(second), Some(third)]) = (names.iter().all(counts), starts) {
        e.elements.orientation_starts.push(OrientationStart {
            component: e.component,
            frame_a: Some(frame_a),
            frame_b,
            start: StartAngles { sequence, angles: [first, second, third] },
            angles: StartMeaning::Preferred,
            w: None,
            z: None,
        });
    }
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, POSITION_ARROW],
        pictures: &[arrow_a_to_b(Group::Joints).when(&["use_r"])],
    }
};
