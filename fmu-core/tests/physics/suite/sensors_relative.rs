//! Relative sensors, and those of one absolute quantity, in every frame against differences along the motion of tumbling bodies.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use mechanism::scalar::{Matrix3, Vector3};
use moving::{Rig, axes, derivatives, moving, moving_with, near3, try_compile, tumbling, turning};

/// Names of frames in sensors, and the frame connectors that they are connected to.
const FRAMES: [(&str, &str); 4] =
    [("world", "world"), ("frame_a", "fa.frame_b"), ("frame_b", "fb.frame_b"), ("frame_resolve", "fc.frame_b")];
/// Rounding and truncation of a first difference.
const FIRST: f64 = 2e-9;
/// Rounding and truncation of a second difference.
const SECOND: f64 = 2e-6;
/// Rounding.
const EXACT: f64 = 1e-14;

fn connect(connections: &mut Vec<(String, String)>, sensor: &str, connectors: &[&str]) {
    for (own, other) in FRAMES.iter().skip(1) {
        if connectors.contains(own) {
            connections.push((format!("{sensor}.{own}"), (*other).to_owned()));
        }
    }
}

/// One sensor for each pair of frames, with the connectors that it has.
fn pairs(class: &str, frames: usize, first: &str, second: &str, more: &str) -> (String, Vec<(String, String)>) {
    let (mut components, mut connections) = (String::new(), Vec::new());
    let own: &[&str] = if frames == 1 { &["frame_a"] } else { &["frame_a", "frame_b"] };
    let choices = || FRAMES.iter().filter(|(name, _)| frames == 2 || *name != "frame_b");
    for (a, _) in choices() {
        for (b, _) in choices() {
            let name = format!("{a}_{b}");
            components += &format!(
                "[components.{name}]\nclass = \"Sensors.{class}\"\n{first} = \"{a}\"\n{second} = \"{b}\"\n{more}\n"
            );
            let mut connectors = own.to_vec();
            if [a, b].contains(&&"frame_resolve") {
                connectors.push("frame_resolve");
            }
            connect(&mut connections, &name, &connectors);
        }
    }
    (components, connections)
}

#[test]
fn relative_sensor_differentiates_in_one_frame_and_resolves_in_another() {
    let all = "get_r_rel = true\nget_v_rel = true\nget_a_rel = true\nget_w_rel = true\nget_z_rel = true\nget_angles = true\nsequence = [3, 1, 2]";
    let (components, connections) =
        pairs("RelativeSensor", 2, "resolveInFrame", "resolveInFrameAfterDifferentiation", all);
    let mut m = moving(&tumbling(&components, &connections));
    m.run(0.7);
    let relative = m.t("fb.frame_b") * m.t("fa.frame_b").transpose();
    for (before, frame_before) in FRAMES {
        let r_rel = |m: &mut Rig| axes(m, frame_before) * (m.r_0("fb.frame_b") - m.r_0("fa.frame_b"));
        let (v, a) = derivatives(&mut m, r_rel);
        let w_rel = axes(&mut m, frame_before) * (turning(&mut m, "fb.frame_b") - turning(&mut m, "fa.frame_b"));
        for (after, frame_after) in FRAMES {
            let sensor = format!("{before}_{after}");
            let turn = axes(&mut m, frame_after) * axes(&mut m, frame_before).transpose();
            near3(m.vector(&format!("{sensor}.r_rel")), r_rel(&mut m), EXACT, &sensor);
            near3(m.vector(&format!("{sensor}.v_rel")), turn * v, FIRST, &sensor);
            near3(m.vector(&format!("{sensor}.a_rel")), turn * a, SECOND, &sensor);
            near3(m.vector(&format!("{sensor}.w_rel")), w_rel, FIRST, &sensor);
            // The angular velocity was just compared; its coordinates are differentiated here.
            let z = m.rate3(|m| m.vector(&format!("{sensor}.w_rel")));
            near3(m.vector(&format!("{sensor}.z_rel")), turn * z, FIRST, &sensor);
            // The angles are those from frame_a to frame_b, wherever vectors are resolved.
            let angles = m.vector(&format!("{sensor}.angles"));
            let built = self::turn(2, angles.z) * self::turn(1, angles.y) * self::turn(3, angles.x);
            assert!((built - relative).amax() < EXACT, "{sensor}: {angles}");
        }
    }
}

#[test]
fn derivatives_in_a_rotating_frame_are_other_numbers() {
    let all = "get_v_rel = true\nget_z_rel = true";
    let (components, connections) =
        pairs("RelativeSensor", 2, "resolveInFrame", "resolveInFrameAfterDifferentiation", all);
    let mut m = moving(&tumbling(&components, &connections));
    m.run(0.7);
    for variable in ["v_rel", "z_rel"] {
        let values: Vec<_> = FRAMES.iter().map(|(f, _)| m.vector(&format!("{f}_world.{variable}"))).collect();
        for i in 0..4 {
            for j in 0..i {
                // The angular velocities of frame_a and frame_b differ by w_rel, which is parallel to itself.
                let same = variable == "z_rel" && (i, j) == (2, 1);
                assert_eq!((values[i] - values[j]).norm() < 1e-9, same, "{variable}: {values:?}");
            }
        }
    }
}

#[test]
fn sensors_of_one_relative_quantity() {
    let (mut components, mut connections) = (String::new(), Vec::new());
    for class in ["RelativePosition", "RelativeVelocity", "RelativeAngularVelocity"] {
        for (frame, _) in FRAMES {
            let name = format!("{class}_{frame}");
            components += &format!("[components.{name}]\nclass = \"Sensors.{class}\"\nresolveInFrame = \"{frame}\"\n");
            connect(&mut connections, &name, &["frame_a", "frame_b", frame]);
        }
    }
    let mut m = moving(&tumbling(&components, &connections));
    m.run(0.7);
    let r_rel_a = |m: &mut Rig| m.t("fa.frame_b") * (m.r_0("fb.frame_b") - m.r_0("fa.frame_b"));
    let (r, v) = (r_rel_a(&mut m), m.rate3(r_rel_a));
    let w = m.t("fa.frame_b") * (turning(&mut m, "fb.frame_b") - turning(&mut m, "fa.frame_b"));
    for (frame, connector) in FRAMES {
        let from_a = axes(&mut m, connector) * m.t("fa.frame_b").transpose();
        near3(m.vector(&format!("RelativePosition_{frame}.r_rel")), from_a * r, EXACT, frame);
        near3(m.vector(&format!("RelativeVelocity_{frame}.v_rel")), from_a * v, FIRST, frame);
        near3(m.vector(&format!("RelativeAngularVelocity_{frame}.w_rel")), from_a * w, FIRST, frame);
    }
}

#[test]
fn sensors_of_one_absolute_quantity() {
    let choices = || FRAMES.into_iter().filter(|(name, _)| *name != "frame_b");
    let (mut components, mut connections) = (String::new(), Vec::new());
    for class in ["AbsolutePosition", "AbsoluteVelocity", "AbsoluteAngularVelocity"] {
        for (frame, _) in choices() {
            let name = format!("{class}_{frame}");
            components += &format!("[components.{name}]\nclass = \"Sensors.{class}\"\nresolveInFrame = \"{frame}\"\n");
            connect(&mut connections, &name, &["frame_a", frame]);
        }
    }
    let mut m = moving(&tumbling(&components, &connections));
    m.run(0.7);
    let (r, v) = (m.r_0("fa.frame_b"), m.rate3(|m| m.r_0("fa.frame_b")));
    let w = turning(&mut m, "fa.frame_b");
    for (frame, connector) in choices() {
        let t = axes(&mut m, connector);
        near3(m.vector(&format!("AbsolutePosition_{frame}.r")), t * r, EXACT, frame);
        near3(m.vector(&format!("AbsoluteVelocity_{frame}.v")), t * v, FIRST, frame);
        near3(m.vector(&format!("AbsoluteAngularVelocity_{frame}.w")), t * w, FIRST, frame);
    }
}

/// Turn about coordinate axis 1, 2 or 3: maps the coordinates before to those after.
fn turn(axis: usize, angle: f64) -> Matrix3<f64> {
    let e = Vector3::ith(axis - 1, 1.0);
    nalgebra::Rotation3::from_scaled_axis(e * -angle).into_inner()
}

#[test]
fn angles_build_up_the_orientation_again() {
    let sequences = [[1, 2, 3], [3, 2, 1], [3, 1, 3], [2, 3, 1]];
    let (mut components, mut connections) = (String::new(), Vec::new());
    for (i, sequence) in sequences.iter().enumerate() {
        for guess in [0.0, 3.0] {
            for (class, frames) in [("RelativeAngles", &["frame_a", "frame_b"][..]), ("AbsoluteAngles", &["frame_a"])] {
                let name = format!("{class}_{i}_{guess}");
                components += &format!(
                    "[components.{name}]\nclass = \"Sensors.{class}\"\nsequence = {sequence:?}\nguessAngle1 = {guess}\n"
                );
                connect(&mut connections, &name, frames);
            }
        }
    }
    let mut m = moving(&tumbling(&components, &connections));
    m.run(0.7);
    let absolute = m.t("fa.frame_b");
    let relative = m.t("fb.frame_b") * absolute.transpose();
    for (class, expected) in [("RelativeAngles", relative), ("AbsoluteAngles", absolute)] {
        for (i, [first, second, third]) in sequences.into_iter().enumerate() {
            let mut found = Vec::new();
            for guess in [0.0, 3.0] {
                let angles = m.vector(&format!("{class}_{i}_{guess}.angles"));
                let t = turn(third, angles.z) * turn(second, angles.y) * turn(first, angles.x);
                assert!((t - expected).amax() < 1e-14, "{class} {i} {guess}: {t} {expected}");
                found.push((angles.x - guess).abs());
                found.push(angles.x);
            }
            // The two solutions of the first angle differ by half a turn; each guess takes the nearer one.
            let [near_0, at_0, near_3, at_3] = found[..] else { panic!() };
            assert!(near_0 <= (at_3 - 0.0).abs() && near_3 <= (at_0 - 3.0).abs(), "{found:?}");
        }
    }
    let name = |i: usize, j: usize| format!("RelativeAngles_0_0.R_rel.T[{i},{j}]");
    for (i, j) in [(1, 1), (1, 2), (2, 3), (3, 1)] {
        assert!((m.get(&name(i, j)) - relative[(i - 1, j - 1)]).abs() < 1e-14);
    }
    let w = m.t("fb.frame_b") * (turning(&mut m, "fb.frame_b") - turning(&mut m, "fa.frame_b"));
    near3(m.vector("RelativeAngles_0_0.R_rel.w"), w, FIRST, "R_rel.w");
}

#[test]
fn transformed_vectors_are_the_same_vectors() {
    for (class, frames) in [("TransformAbsoluteVector", 1), ("TransformRelativeVector", 2)] {
        let (components, connections) = pairs(class, frames, "frame_r_in", "frame_r_out", "");
        let given = Vector3::new(0.3, -1.7, 2.9);
        let values: Vec<(String, f64)> = FRAMES
            .iter()
            .flat_map(|(a, _)| FRAMES.iter().map(move |(b, _)| format!("{a}_{b}")))
            .filter(|name| connections.iter().any(|(c, _)| c.starts_with(&format!("{name}."))))
            .flat_map(|name| (0..3).map(move |k| (format!("{name}.r_in[{}]", k + 1), given[k])))
            .collect();
        let values: Vec<(&str, f64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let mut m = moving_with(&tumbling(&components, &connections), &values);
        m.run(0.7);
        let mut seen = 0;
        for (from, frame_from) in FRAMES {
            for (to, frame_to) in FRAMES {
                let sensor = format!("{from}_{to}");
                if m.has(&format!("{sensor}.r_out[1]")) {
                    let expected = axes(&mut m, frame_to) * axes(&mut m, frame_from).transpose() * given;
                    near3(m.vector(&format!("{sensor}.r_out")), expected, EXACT, &sensor);
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, if frames == 1 { 9 } else { 16 });
    }
}

#[test]
fn frame_r_out_is_frame_r_in_when_not_given() {
    let components = "[components.s]\nclass = \"Sensors.TransformRelativeVector\"\nframe_r_in = \"frame_b\"\n";
    let mut connections = Vec::new();
    connect(&mut connections, "s", &["frame_a", "frame_b"]);
    let mut m = moving_with(&tumbling(components, &connections), &[("s.r_in[2]", 0.7)]);
    m.run(0.3);
    assert_eq!(m.vector("s.r_out"), Vector3::new(0.0, 0.7, 0.0));
}

#[test]
fn outputs_exist_exactly_when_they_are_asked_for() {
    let outputs = ["r_rel", "v_rel", "a_rel", "angles", "w_rel", "z_rel"];
    for asked in outputs {
        let components = format!("[components.s]\nclass = \"Sensors.RelativeSensor\"\nget_{asked} = true\n");
        let mut connections = Vec::new();
        connect(&mut connections, "s", &["frame_a", "frame_b"]);
        let m = moving(&tumbling(&components, &connections));
        for output in outputs {
            assert_eq!(m.has(&format!("s.{output}[1]")), output == asked, "{asked}: {output}");
        }
        assert!(!m.has("s.frame_resolve.r_0[1]"));
    }
}

#[test]
fn frame_resolve_exists_when_one_of_the_choices_needs_it() {
    let sensor = |more: &str| format!("[components.s]\nclass = \"Sensors.RelativeSensor\"\nget_v_rel = true\n{more}\n");
    let mut connections = Vec::new();
    connect(&mut connections, "s", &["frame_a", "frame_b", "frame_resolve"]);
    let absent = try_compile(&tumbling(&sensor(""), &connections)).unwrap_err();
    assert!(absent.contains("frame_resolve") && absent.contains("resolveInFrameAfterDifferentiation"), "{absent}");
    for choice in ["resolveInFrame", "resolveInFrameAfterDifferentiation"] {
        try_compile(&tumbling(&sensor(&format!("{choice} = \"frame_resolve\"")), &connections)).unwrap();
    }
}
