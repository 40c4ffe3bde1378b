//! Modelica.Mechanics.MultiBody.Joints.FreeMotionScalarInit

use crate::class::*;
use crate::laws::joints::{AcceleratedMotion, AccelerationQuantity, FramePair, MotionQuantity, RelativeMotion};
use crate::pictures::*;
use crate::types::STATE_SELECT;
use crate::{AnyLaw, OrientationStart, StartAngles, StartMeaning};
use mechanism::frames::Sequence;
use mechanism::{FrameId, Real, Source, Stage};

/// The declared parameters, and a `stateSelect` for each of the three elements of these outputs, enabled by a switch.
macro_rules! preferences {
    ([$($parameter:expr,)+] $($group:literal $switch:literal;)+) => {
        &[
            $($parameter,)+
            $(
                preference(concat!($group, "_1_stateSelect")).only_if(&[($switch, "true")]),
                preference(concat!($group, "_2_stateSelect")).only_if(&[($switch, "true")]),
                preference(concat!($group, "_3_stateSelect")).only_if(&[($switch, "true")]),
            )+
        ]
    };
}

/// The frames, and three scalar outputs for each of these vectors, with the condition for their existence.
macro_rules! outputs {
    ($($group:literal $unit:literal $description:literal $when:ident($($condition:expr)+);)+) => {
        &[
            frame("frame_a", "Coordinate system that the motion is measured from"),
            frame("frame_b", "Coordinate system whose motion is measured"),
            $(
                scalar(concat!($group, "_1"), $unit, $description).$when($($condition)+),
                scalar(concat!($group, "_2"), $unit, $description).$when($($condition)+),
                scalar(concat!($group, "_3"), $unit, $description).$when($($condition)+),
            )+
        ]
    };
}

/// Differentiators inside the MSL class: their inputs, which are outputs of this class, and the outputs that need them.
macro_rules! differentiators {
    ($($part:literal $unit:literal $group:literal $needed_by:literal;)+) => {
        /// Inputs of the differentiators.
        const DIFFERENTIATED: &[Variable] = &[$(
            variable(concat!($part, "[1].u"), $unit, concat!("= ", $group, "_1")),
            variable(concat!($part, "[2].u"), $unit, concat!("= ", $group, "_2")),
            variable(concat!($part, "[3].u"), $unit, concat!("= ", $group, "_3")),
        )+];
        /// Differentiators: (part, outputs, outputs that need it).
        const DIFFERENTIATORS: &[(&str, &str, &str)] = &[$(($part, $group, $needed_by)),+];
    };
}

differentiators! {
    "derv" "m" "r_rel_a" "v_rel_a";
    "dera" "m/s" "v_rel_a" "a_rel_a";
    "derd" "rad" "angle" "angle_d";
    "derdd" "rad/s" "angle_d" "angle_dd";
    "derz" "rad/s" "w_rel_b" "z_rel_b";
}

/// Not a joint, but a measurement of the relative motion of two frames; its outputs take start values.
pub static FREE_MOTION_SCALAR_INIT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.FreeMotionScalarInit",
    description: "Relative motion of two frames, scalar by scalar, for initial conditions; it transmits no force",
    parameters: preferences! {
        [
            boolean("use_r", false, "r_rel_a is measured"),
            boolean("use_v", false, "v_rel_a is measured (needs use_r)"),
            boolean("use_a", false, "a_rel_a is measured (needs use_r and use_v)"),
            boolean("use_angle", false, "angle is measured"),
            boolean("use_angle_d", false, "angle_d is measured (needs use_angle)"),
            boolean("use_angle_dd", false, "angle_dd is measured (needs use_angle and use_angle_d)"),
            boolean("use_w", false, "w_rel_b is measured"),
            boolean("use_z", false, "z_rel_b is measured (needs use_w)"),
            sequence("sequence_start", "Sequence of rotations from frame_a to frame_b along which the angles are measured"),
        ]
        "r_rel_a" "use_r";
        "v_rel_a" "use_v";
        "angle" "use_angle";
        "angle_d" "use_angle_d";
        "w_rel_b" "use_w";
    },
    connectors: outputs! {
        "r_rel_a" "m" "Position vector from frame_a to frame_b, resolved in frame_a" when("use_r");
        "v_rel_a" "m/s" "= der(r_rel_a), relative velocity resolved in frame_a" when_all(&["use_r", "use_v"]);
        "a_rel_a" "m/s2" "= der(v_rel_a)" when_all(&["use_r", "use_v", "use_a"]);
        "angle" "rad" "Angle to rotate frame_a into frame_b around sequence_start" when("use_angle");
        "angle_d" "rad/s" "= der(angle)" when_all(&["use_angle", "use_angle_d"]);
        "angle_dd" "rad/s2" "= der(angle_d)" when_all(&["use_angle", "use_angle_d", "use_angle_dd"]);
        "w_rel_b" "rad/s" "Angular velocity of frame_b with respect to frame_a, resolved in frame_b" when("use_w");
        "z_rel_b" "rad/s2" "= der(w_rel_b)" when_all(&["use_w", "use_z"]);
    },
    variables: DIFFERENTIATED,
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow_a_to_b(Group::Joints).when(&["use_r"])],
    ..Class::element(build)
};

/// `stateSelect` of an output.
const fn preference(name: &'static str) -> Parameter {
    enumeration(
        name,
        &STATE_SELECT,
        "never",
        "With prefer or always, the start value is the initial guess of the search for the initial state",
    )
}

/// A scalar output that has a start value.
const fn scalar(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    Connector { has_start: true, ..real_output(name, unit, description) }
}

/// Groups of outputs: name and measured quantity.
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

fn build(e: &mut Element<'_>) {
    let [frame_a, frame_b] = e.frames();
    let (sequence, guess) = (e.sequence("sequence_start"), e.optional_start("angle_1").map(Real::new));
    for (group, quantity) in GROUPS {
        for element in 0..3 {
            if let Some(output) = e.optional_scalar_output(&scalar_name(group, element)) {
                let frames = FramePair { frame_a, frame_b, sequence, guess };
                let law: AnyLaw = match quantity {
                    RelativeQuantity::Motion(quantity) => RelativeMotion { frames, quantity, element, output }.into(),
                    RelativeQuantity::Acceleration(quantity) => {
                        AcceleratedMotion { frames, quantity, element, output }.into()
                    }
                };
                e.add_law(law);
            }
        }
    }
    for (part, group, needed_by) in DIFFERENTIATORS {
        for element in 0..3 {
            if let (Some(input), Some(_)) =
                (e.optional_output(&scalar_name(group, element)), e.optional_output(&scalar_name(needed_by, element)))
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

/// Returns true if the search for the initial state begins at the start value of this output.
fn is_preferred(e: &Element<'_>, name: &str) -> bool {
    matches!(e.literal(&format!("{name}_stateSelect")), "prefer" | "always")
}

fn prefer_starts(e: &mut Element<'_>) {
    for group in ["r_rel_a", "v_rel_a", "angle_d", "w_rel_b"] {
        for name in (0..3).map(|element| scalar_name(group, element)) {
            if is_preferred(e, &name) && e.optional_output(&name).is_some() {
                e.prefer_start(&name);
            }
        }
    }
}

/// Lets the search begin at the orientation of the three start angles if each of them is preferred or fixed.
fn prefer_orientation(e: &mut Element<'_>, frame_a: FrameId, frame_b: FrameId, sequence: Sequence) {
    let names = [0, 1, 2].map(|element| scalar_name("angle", element));
    let counts = |name: &String| e.optional_output(name).is_some() && (is_preferred(e, name) || e.is_fixed(name));
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

/// Measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RelativeQuantity {
    /// Positions and velocities.
    Motion(MotionQuantity),
    /// Accelerations.
    Acceleration(AccelerationQuantity),
}
