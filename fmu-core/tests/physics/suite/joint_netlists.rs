//! Joints that are made of revolute and prismatic ones: the same motion as the chain made by hand, under their own names.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{moving, try_compile};

const BODY: &str = r#"
[components.world]
class = "World"
[components.turned]
class = "Parts.FixedRotation"
r = [0.1, 0.2, -0.1]
n = [1, 1, 0]
angle = 40
[components.body]
class = "Parts.Body"
m = 1.3
r_CM = [0.2, 0.1, -0.3]
I_11 = 0.2
I_22 = 0.3
I_33 = 0.4
"#;

/// A joint between a rotated frame of the world and a body.
fn with_joint(joint: &str) -> String {
    format!(
        "name = \"One\"\nconnections = [[\"world.frame_b\", \"turned.frame_a\"], [\"turned.frame_b\", \"j.frame_a\"], \
         [\"j.frame_b\", \"body.frame_a\"]]\n{BODY}[components.j]\n{joint}"
    )
}

/// The chain of the given joints (name, text) in its place.
fn with_chain(joints: &[(&str, &str)]) -> String {
    let mut text = String::from("name = \"Chain\"\nconnections = [[\"world.frame_b\", \"turned.frame_a\"],");
    let mut last = "turned".to_owned();
    for (name, _) in joints {
        text += &format!("[\"{last}.frame_b\", \"{name}.frame_a\"],");
        last = (*name).to_owned();
    }
    text += &format!("[\"{last}.frame_b\", \"body.frame_a\"]]\n{BODY}");
    for (name, joint) in joints {
        text += &format!("[components.{name}]\n{joint}\n");
    }
    text
}

/// Runs both; the states agree to the last bit, and every pair of variables does.
fn same(joint: &str, chain: &[(&str, &str)], variables: &[(&str, &str)]) {
    let (mut one, mut other) = (moving(&with_joint(joint)), moving(&with_chain(chain)));
    for end in [0.0, 0.3, 0.9] {
        one.run(end);
        other.run(end);
        assert_eq!(one.x, other.x, "at {end} s");
        for (name, expected) in variables {
            let (found, expected) = (one.get(&format!("j.{name}")), other.get(expected));
            assert_eq!(found, expected, "{name} at {end} s");
            assert!(found.is_finite());
        }
        for k in 1..=3 {
            let [f, t] = ["f", "t"].map(|flow| format!("{flow}[{k}]"));
            let first = chain.first().unwrap().0;
            assert_eq!(one.get(&format!("j.frame_a.{f}")), other.get(&format!("{first}.frame_a.{f}")));
            assert_eq!(one.get(&format!("j.frame_a.{t}")), other.get(&format!("{first}.frame_a.{t}")));
        }
    }
    assert!(one.x.iter().all(|x| x.abs() > 1e-3), "nothing moves: {:?}", one.x);
}

#[test]
fn cylindrical() {
    same(
        "class = \"Joints.Cylindrical\"\nn = [1, 2, 2]\ns = { start = 0.3, fixed = true }\nphi = { start = 0.5 }\n\
         v = { start = -0.2 }\nw = { start = 1.4, fixed = true }\n",
        &[
            ("p", "class = \"Joints.Prismatic\"\nn = [1, 2, 2]\ns = { start = 0.3 }\nv = { start = -0.2 }"),
            ("r", "class = \"Joints.Revolute\"\nn = [1, 2, 2]\nphi = { start = 0.5 }\nw = { start = 1.4 }"),
        ],
        &[
            ("s", "p.s"),
            ("v", "p.v"),
            ("a", "p.a"),
            ("phi", "r.phi"),
            ("w", "r.w"),
            ("wd", "r.a"),
            ("prismatic.f", "p.f"),
            ("revolute.frame_b.t[2]", "r.frame_b.t[2]"),
        ],
    );
}

#[test]
fn universal() {
    same(
        "class = \"Joints.Universal\"\nn_a = [0, 1, 1]\nn_b = [1, 0, -1]\nphi_a = { start = 0.3, fixed = true }\n\
         phi_b = { start = 0.5, fixed = true }\nw_a = { start = -1.2, fixed = true }\nw_b = { start = 0.8 }\n",
        &[
            ("a", "class = \"Joints.Revolute\"\nn = [0, 1, 1]\nphi = { start = 0.3 }\nw = { start = -1.2 }"),
            ("b", "class = \"Joints.Revolute\"\nn = [1, 0, -1]\nphi = { start = 0.5 }\nw = { start = 0.8 }"),
        ],
        &[
            ("phi_a", "a.phi"),
            ("phi_b", "b.phi"),
            ("w_a", "a.w"),
            ("w_b", "b.w"),
            ("a_a", "a.a"),
            ("a_b", "b.a"),
            ("revolute_a.frame_b.f[3]", "a.frame_b.f[3]"),
            ("revolute_b.tau", "b.tau"),
        ],
    );
}

#[test]
fn planar_with_a_direction_that_is_not_orthogonal() {
    // n = (0, 0, 2), n_x = (3, 0, 1): the plane's x axis is (1, 0, 0), its y axis (0, 1, 0).
    same(
        "class = \"Joints.Planar\"\nn = [0, 0, 2]\nn_x = [3, 0, 1]\ns_x = { start = 0.1 }\ns_y = { start = -0.2 }\n\
         phi = { start = 0.5 }\nv_x = { start = 0.6 }\nv_y = { start = 0.7 }\nw = { start = -0.8 }\n",
        &[
            ("x", "class = \"Joints.Prismatic\"\nn = [1, 0, 0]\ns = { start = 0.1 }\nv = { start = 0.6 }"),
            ("y", "class = \"Joints.Prismatic\"\nn = [0, 1, 0]\ns = { start = -0.2 }\nv = { start = 0.7 }"),
            ("r", "class = \"Joints.Revolute\"\nn = [0, 0, 1]\nphi = { start = 0.5 }\nw = { start = -0.8 }"),
        ],
        &[
            ("s_x", "x.s"),
            ("s_y", "y.s"),
            ("phi", "r.phi"),
            ("v_x", "x.v"),
            ("v_y", "y.v"),
            ("w", "r.w"),
            ("a_x", "x.a"),
            ("a_y", "y.a"),
            ("wd", "r.a"),
            ("prismatic_x.frame_a.t[1]", "x.frame_a.t[1]"),
        ],
    );
}

#[test]
fn a_joint_entered_from_frame_b_keeps_the_meaning_of_its_variables() {
    let joint =
        "class = \"Joints.Universal\"\nphi_a = { start = 0.3 }\nphi_b = { start = -0.6 }\nw_a = { start = 0.4 }\n";
    let text = with_joint(joint)
        .replace("\"turned.frame_b\", \"j.frame_a\"", "\"turned.frame_b\", \"j.frame_b\"")
        .replace("\"j.frame_b\", \"body.frame_a\"", "\"j.frame_a\", \"body.frame_a\"");
    let mut m = moving(&text);
    m.run(0.4);
    // R of frame_b relative to frame_a: about x by phi_a, then about y by phi_b.
    let (a, b) = (m.get("j.phi_a"), m.get("j.phi_b"));
    let turn = |axis: usize, angle: f64| {
        nalgebra::Rotation3::from_scaled_axis(mechanism::scalar::Vector3::ith(axis, -angle)).into_inner()
    };
    let found = m.t("j.frame_b") * m.t("j.frame_a").transpose();
    assert!((found - turn(1, b) * turn(0, a)).amax() < 1e-13, "{found}");
}

#[test]
fn parts_take_attributes_under_their_own_names_too() {
    let joint = "class = \"Joints.Cylindrical\"\nrevolute = { phi = { start = 0.7 } }\ns = { start = 0.2 }\n";
    let mut m = moving(&with_joint(joint));
    assert_eq!((m.get("j.phi"), m.get("j.revolute.phi"), m.get("j.s")), (0.7, 0.7, 0.2));
}

#[test]
fn an_impossible_plane_is_refused() {
    let problem = try_compile(&with_joint("class = \"Joints.Planar\"\nn_x = [0, 0, 1]\n")).unwrap_err();
    assert!(problem.contains("j.prismatic_x"), "{problem}");
}
