//! Arms on a fixed base: closed forms, and the same arm built by hand.

use fmu_builder::urdf::UrdfOptions;

use crate::urdf::rig::{Random, Rig, close, read, read_with};
use crate::urdf::text::{empty, joint, link, robot};

const M: [f64; 2] = [3.0, 2.0];
const I: [f64; 2] = [0.2, 0.1];
const L1: f64 = 0.7;
const LC: [f64; 2] = [0.4, 0.25];
const D: [f64; 2] = [0.3, 0.15];
const G: f64 = 9.81;

/// Two links that turn about y in the plane of x and z.
fn arm() -> String {
    let damped = |origin: &str, d: f64| {
        format!(r#"<origin xyz="{origin}"/><axis xyz="0 1 0"/><dynamics damping="{d}" friction="0"/>"#)
    };
    robot(&[
        empty("base_link"),
        link("upper", M[0], "0.4 0 0", [0.01, I[0], 0.19]),
        link("lower", M[1], "0.25 0 0", [0.01, I[1], 0.09]),
        joint("shoulder", "revolute", "base_link", "upper", &damped("0 0 1", D[0])),
        joint("elbow", "continuous", "upper", "lower", &damped("0.7 0 0", D[1])),
    ])
}

/// Mass matrix of the arm (Lagrange's equations; x = l cos q, z = -l sin q).
fn mass_matrix(q: [f64; 2]) -> [[f64; 2]; 2] {
    let coupled = M[1] * L1 * LC[1] * q[1].cos();
    let m22 = I[1] + M[1] * LC[1] * LC[1];
    let m11 = I[0] + M[0] * LC[0] * LC[0] + M[1] * L1 * L1 + m22 + 2.0 * coupled;
    [[m11, m22 + coupled], [m22 + coupled, m22]]
}

/// Velocity, damping and gravity terms.
fn bias(q: [f64; 2], w: [f64; 2]) -> [f64; 2] {
    let h = -M[1] * L1 * LC[1] * q[1].sin();
    let outer = -G * M[1] * LC[1] * (q[0] + q[1]).cos();
    let inner = -G * (M[0] * LC[0] + M[1] * L1) * q[0].cos();
    [h * (2.0 * w[0] * w[1] + w[1] * w[1]) + inner + outer + D[0] * w[0], -h * w[0] * w[0] + outer + D[1] * w[1]]
}

#[test]
fn a_two_link_arm_has_the_mass_matrix_of_the_closed_form() {
    let mut random = Random(1);
    for _ in 0..5 {
        let [q1, q2, w1, w2, t1, t2] = std::array::from_fn(|_| 2.0 * random.number());
        let values = [
            ("shoulder.phi", q1),
            ("elbow.phi", q2),
            ("shoulder.w", w1),
            ("elbow.w", w2),
            ("shoulder.effort", t1),
            ("elbow.effort", t2),
        ];
        let mut rig = Rig::robot(&arm(), &UrdfOptions::default(), &values);
        let accelerations = |rig: &mut Rig| [rig.get("shoulder.a"), rig.get("elbow.a")];
        let a = accelerations(&mut rig);
        let (m, bias) = (mass_matrix([q1, q2]), bias([q1, q2], [w1, w2]));
        for k in 0..2 {
            let effort = m[k][0] * a[0] + m[k][1] * a[1] + bias[k];
            close(effort, [t1, t2][k], 1e-12, "equation of motion");
        }
        // Columns of the inverse: what one more newton metre adds.
        for (column, name) in ["shoulder.effort", "elbow.effort"].into_iter().enumerate() {
            let mut pushed = values;
            pushed[4 + column].1 += 1.0;
            let b = accelerations(&mut Rig::robot(&arm(), &UrdfOptions::default(), &pushed));
            let difference = [b[0] - a[0], b[1] - a[1]];
            for (row, elements) in m.iter().enumerate() {
                let unit = elements[0] * difference[0] + elements[1] * difference[1];
                close(unit, f64::from(u8::from(row == column)), 1e-11, name);
            }
        }
        close(rig.get("shoulder.position"), q1, 0.0, "position");
        close(rig.get("elbow.velocity"), w2, 0.0, "velocity");
    }
}

#[test]
fn gravity_is_an_option() {
    let still = UrdfOptions { gravity: 0.0, ..UrdfOptions::default() };
    let mut rig = Rig::robot(&arm(), &still, &[("shoulder.phi", 0.3)]);
    close(rig.get("shoulder.a"), 0.0, 1e-15, "without gravity nothing begins to move");
    let moon = UrdfOptions { gravity: 1.62, ..UrdfOptions::default() };
    let mut on_moon = Rig::robot(&arm(), &moon, &[("shoulder.phi", 0.3)]);
    let mut on_earth = Rig::robot(&arm(), &UrdfOptions::default(), &[("shoulder.phi", 0.3)]);
    close(on_moon.get("elbow.a") / on_earth.get("elbow.a"), 1.62 / 9.81, 1e-12, "accelerations follow gravity");
}

/// An arm with turned origins, an oblique axis, a sliding joint, an inertia in turned axes and a tool that is welded on.
fn spatial_arm() -> String {
    let quarter = std::f64::consts::FRAC_PI_2;
    let turned = format!(
        r#"<link name="slider"><inertial><origin xyz="0.1 0.2 0.05" rpy="{quarter} 0 0"/><mass value="1.5"/>
        <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.04"/></inertial></link>"#
    );
    robot(&[
        link("foot", 5.0, "0 0 0", [0.1, 0.1, 0.1]),
        link("arm", 4.0, "0.1 -0.05 0.3", [0.3, 0.25, 0.1]),
        turned,
        link("tool", 0.5, "0 0 0.1", [0.001, 0.002, 0.0015]),
        joint(
            "turn",
            "revolute",
            "foot",
            "arm",
            &format!(r#"<origin xyz="0 0 0.4" rpy="0 0 {quarter}"/><axis xyz="0 3 4"/>"#),
        ),
        joint(
            "slide",
            "prismatic",
            "arm",
            "slider",
            r#"<origin xyz="0.2 0.1 0" rpy="0.3 -0.4 0.5"/><axis xyz="0 0 2"/><dynamics damping="7"/>"#,
        ),
        joint("weld", "fixed", "slider", "tool", r#"<origin xyz="0.3 0 0" rpy="0 0.7 0"/>"#),
    ])
}

/// The same, with other components: turned frames by axes and angles, the inertia turned by hand.
fn by_hand() -> String {
    let (sr, cr) = 0.3_f64.sin_cos();
    let (sp, cp) = (-0.4_f64).sin_cos();
    let (sy, cy) = 0.5_f64.sin_cos();
    // Columns of Rz Ry Rx.
    let x = [cy * cp, sy * cp, -sp];
    let y = [cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr];
    format!(
        r#"
name = "ByHand"
connections = [
  ["world.frame_b", "a.frame_a"], ["a.frame_b", "turn.frame_a"], ["turn.frame_b", "arm.frame_a"],
  ["turn.frame_b", "b.frame_a"], ["b.frame_b", "slide.frame_a"], ["slide.frame_b", "slider.frame_a"],
  ["slide.frame_b", "c.frame_a"], ["c.frame_b", "tool.frame_a"],
  ["motor.flange", "turn.axis"], ["pusher.flange", "slide.axis"],
  ["brake.flange_a", "slide.support"], ["brake.flange_b", "slide.axis"],
]
[inputs]
"turn.effort" = "motor.tau"
"slide.effort" = "pusher.f"
[components]
world = {{ class = "World", g = 9.81, n = [0, 0, -1] }}
a = {{ class = "Parts.FixedRotation", r = [0, 0, 0.4], n = [0, 0, 1], angle = 90 }}
turn = {{ class = "Joints.Revolute", n = [0, 0.6, 0.8], useAxisFlange = true }}
arm = {{ class = "Parts.Body", m = 4, r_CM = [0.1, -0.05, 0.3], I_11 = 0.3, I_22 = 0.25, I_33 = 0.1 }}
b = {{ class = "Parts.FixedRotation", r = [0.2, 0.1, 0], rotationType = "TwoAxesVectors", n_x = {x:?}, n_y = {y:?} }}
slide = {{ class = "Joints.Prismatic", n = [0, 0, 1], useAxisFlange = true }}
slider = {{ class = "Parts.Body", m = 1.5, r_CM = [0.1, 0.2, 0.05], I_11 = 0.02, I_22 = 0.04, I_33 = 0.03, I_21 = -0.002, I_31 = 0.001, I_32 = -0.003 }}
c = {{ class = "Parts.FixedRotation", r = [0.3, 0, 0], n = [0, 1, 0], angle = "180/pi*0.7" }}
tool = {{ class = "Parts.Body", m = 0.5, r_CM = [0, 0, 0.1], I_11 = 0.001, I_22 = 0.002, I_33 = 0.0015 }}
motor = {{ class = "Rotational.Sources.Torque" }}
pusher = {{ class = "Translational.Sources.Force" }}
brake = {{ class = "Translational.Components.Damper", d = 7 }}
"#
    )
}

#[test]
fn a_robot_moves_as_the_model_built_by_hand() {
    let mut random = Random(2);
    for _ in 0..5 {
        let values: Vec<(&str, f64)> = ["turn.phi", "turn.w", "slide.s", "slide.v", "turn.effort", "slide.effort"]
            .into_iter()
            .map(|name| (name, 3.0 * random.number()))
            .collect();
        let mut robot = Rig::robot(&spatial_arm(), &UrdfOptions::default(), &values);
        let mut hand = Rig::toml(&by_hand()).started(&values);
        for variable in ["turn.a", "slide.a"] {
            close(robot.get(variable), hand.get(variable), 1e-12, variable);
        }
        for k in 0..3 {
            close(robot.vector("tool.r_0")[k], hand.vector("tool.r_0")[k], 1e-14, "position of the tool");
            close(robot.vector("tool.a_0")[k], hand.vector("tool.a_0")[k], 1e-12, "acceleration of the tool");
        }
        robot.run(0.3);
        hand.run(0.3);
        close(robot.get("turn.position"), hand.get("turn.phi"), 1e-8, "angle after a while");
    }
}

#[test]
fn welded_links_are_one_body() {
    let whole = robot(&[
        empty("ground"),
        link("bar", 4.0, "0.5 0 0", [0.01, 0.3 + 4.0 * 0.04, 0.5]),
        joint("hinge", "revolute", "ground", "bar", r#"<axis xyz="0 1 0"/>"#),
    ]);
    // Two halves of 2 kg whose centres are 0.2 m to both sides of the middle.
    let halves = robot(&[
        empty("ground"),
        empty("between"),
        link("near", 2.0, "0.3 0 0", [0.005, 0.15, 0.25]),
        link("far", 2.0, "0.1 0 0", [0.005, 0.15, 0.25]),
        joint("hinge", "revolute", "ground", "between", r#"<axis xyz="0 1 0"/>"#),
        joint("first", "fixed", "between", "near", ""),
        joint("second", "fixed", "near", "far", r#"<origin xyz="0.6 0 0"/>"#),
    ]);
    let values = [("hinge.phi", 0.4), ("hinge.effort", 2.5)];
    let [mut whole, mut halves] = [whole, halves].map(|text| Rig::robot(&text, &UrdfOptions::default(), &values));
    assert_eq!((whole.states(), halves.states()), (2, 2));
    close(halves.get("hinge.a"), whole.get("hinge.a"), 1e-13, "acceleration");
    // Torque of gravity m g l cos(phi), moment of inertia about the hinge I + m l^2.
    close(whole.get("hinge.a"), (2.5 + 4.0 * G * 0.5 * 0.4_f64.cos()) / (0.46 + 4.0 * 0.25), 1e-13, "closed form");
}

#[test]
fn a_locked_joint_is_a_fixed_one() {
    let locked = UrdfOptions { locked: vec!["elbow".to_owned()], ..UrdfOptions::default() };
    let json = |robot: fmu_builder::urdf::RobotModel| robot.file.to_json();
    assert_eq!(json(read_with(&arm(), &locked)), json(read(&arm().replace("continuous", "fixed"))));
    assert_eq!(Rig::robot(&arm(), &locked, &[]).states(), 2);
}

#[test]
fn layout_and_comments_do_not_matter() {
    let text = arm();
    let changed = text
        .replace("<link", "\n<!-- a link: <link name=\"x\"/> -->\n  <link")
        .replace("xyz=\"0 1 0\"", "xyz='  0\t1.0\n 0e0 '")
        .replace(
            "type=\"revolute\"><parent link=\"base_link\"/><child link=\"upper\"/>",
            "type = \"revolute\">\n<child link=\"upper\"/>\n<parent link=\"base_link\"></parent>",
        );
    assert_ne!(text, changed);
    assert_eq!(read(&text).file.to_json(), read(&changed).file.to_json());
}

#[test]
fn names_become_identifiers_and_warnings_say_so() {
    let text = robot(&[
        empty("world"),
        link("1/arm", 1.0, "0 0 0", [1.0, 1.0, 1.0]),
        link("wrist", 1.0, "0 0 0", [1.0, 1.0, 1.0]),
        joint("joint.1", "revolute", "world", "1/arm", r#"<limit lower="-1" upper="1" effort="5" velocity="2"/>"#),
        joint("wrist", "revolute", "1/arm", "wrist", r#"<dynamics friction="0.5"/>"#),
    ]);
    let model = read(&text);
    let names: Vec<&str> = model.file.components.iter().map(|component| component.name.value.as_str()).collect();
    assert_eq!(names, ["world", "joint_1", "joint_1_drive", "_1_arm", "wrist", "wrist_drive", "wrist_link"]);
    assert_eq!(
        model.warnings,
        [
            "limits are not enforced (--limits adds stops at the position limits): joint joint.1",
            "dry friction is left out (--friction adds it): joint wrist",
            "renamed: joint.1 is joint_1, 1/arm is _1_arm, wrist is wrist_link",
        ]
    );
}

#[test]
fn what_has_no_effect_is_named() {
    let text = robot(&[
        empty("ground"),
        link("arm", 1.0, "0 0 0", [1.0, 1.0, 2.5]),
        empty("tip"),
        "<gazebo/><gazebo/><transmission name=\"t\"/><contact/>".to_owned(),
        joint("turn", "revolute", "ground", "arm", r#"<dynamics damping="1" mu_viscous="2"/>"#),
        joint("spin", "revolute", "arm", "tip", r#"<dynamics damping="1"/>"#),
    ]);
    assert_eq!(
        read(&text).warnings,
        [
            "damping is left out; it is supported for moving revolute, continuous and prismatic joints only: joint spin",
            "fixed, since they move no mass: joint spin",
            "the inertia is not physically possible: one principal moment is larger than the sum of the others (used as given): link arm",
            "not read: gazebo (2), transmission (1), contact (1), dynamics mu_viscous (1)",
        ]
    );
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    const LINKS: usize = 20_000;
    let mut parts = vec![empty("l0")];
    for k in 1..=LINKS {
        parts.push(link(&format!("l{k}"), 1.0, "0.1 0 0", [0.1, 0.1, 0.1]));
        parts.push(joint(
            &format!("j{k}"),
            "revolute",
            &format!("l{}", k - 1),
            &format!("l{k}"),
            r#"<origin xyz="0.2 0 0"/>"#,
        ));
    }
    let file = read(&robot(&parts)).file;
    assert_eq!(file.components.len(), 1 + 4 * LINKS);
}

#[test]
fn a_negative_moment_goes_to_a_link_that_moves_with_it() {
    // The clip's tensor has a negative principal moment; with the bar's it is one of a body.
    let text = |bar: [f64; 3], clip: &str| {
        robot(&[
            empty("ground"),
            link("bar", 4.0, "0.5 0 0", bar),
            format!(r#"<link name="clip"><inertial><mass value="0.5"/>{clip}</inertial></link>"#),
            joint("hinge", "revolute", "ground", "bar", r#"<origin rpy="0.4 0 0"/><axis xyz="0 1 0"/>"#),
            joint("weld", "fixed", "bar", "clip", r#"<origin xyz="0.6 0 0" rpy="1.5707963267948966 0 0"/>"#),
        ])
    };
    let negative = r#"<inertia ixx="0.01" ixy="0" ixz="0.05" iyy="0.02" iyz="0" izz="0.03"/>"#;
    let none = r#"<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>"#;
    let values = [("hinge.phi", 0.4), ("hinge.w", 3.0), ("hinge.effort", 2.5)];
    let moved = read(&text([0.3, 0.3, 0.4], negative));
    assert!(
        moved.warnings[0].ends_with("is added to that of a link that moves with it: link clip"),
        "{:?}",
        moved.warnings
    );
    let mut moved = Rig::new(&moved.file).started(&values);
    // The clip's z is -y of the bar: the moment about the hinge is izz, 0.03.
    let mut by_hand = Rig::robot(&text([0.3, 0.33, 0.4], none), &UrdfOptions::default(), &values);
    close(moved.get("hinge.a"), by_hand.get("hinge.a"), 1e-13, "acceleration");
    let message = crate::urdf::rig::try_read(&text([0.0; 3], negative), &UrdfOptions::default()).unwrap_err();
    assert!(message.contains("link \"clip\": the inertia has a negative principal moment"), "{message}");
}

#[test]
fn shapes_of_links_are_kept() {
    let shapes = r#"<link name="arm"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        <visual><origin xyz="1 2 3" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.1" length="0.8"/></geometry>
        <material name="red"/></visual>
        <visual><geometry><box size="0.2 0.4 0.6"/></geometry></visual>
        <visual><geometry><mesh filename="package://arm.dae"/></geometry></visual></link>"#;
    let text = robot(&[
        empty("ground"),
        r#"<material name="red"><color rgba="1 0 0.2 1"/></material>"#.to_owned(),
        shapes.to_owned(),
        joint("turn", "revolute", "ground", "arm", ""),
    ]);
    let model = read(&text);
    assert_eq!(
        model.warnings,
        [
            "not drawn: meshes in .dae files (1): convert them to STL or OBJ, and name the new files in the robot description"
        ]
    );
    let json = model.file.to_json();
    // The cylinder's z axis is x of the link: it begins half its length before its middle.
    let component = |name: &str| serde_json::from_str::<serde_json::Value>(&json).unwrap()["components"][name].clone();
    let cylinder = component("arm_visual");
    assert_eq!(cylinder["shapeType"], "cylinder");
    close(cylinder["width"].as_f64().unwrap(), 0.2, 0.0, "diameter");
    let number = |key: &str, k: usize| cylinder[key][k].as_f64().unwrap();
    for (k, expected) in [0.6, 2.0, 3.0].into_iter().enumerate() {
        close(number("r_shape", k), expected, 1e-15, "start of the cylinder");
        close(number("color", k), [255.0, 0.0, 51.0][k], 0.0, "colour");
        close(number("lengthDirection", k), [1.0, 0.0, 0.0][k], 1e-15, "axis");
    }
    let shape = component("arm_visual_2");
    for (key, expected) in [("length", 0.2), ("width", 0.4), ("height", 0.6)] {
        close(shape[key].as_f64().unwrap(), expected, 0.0, key);
    }
    assert_eq!(component("arm")["animation"], false);
    // They do not matter to the motion.
    assert_eq!(Rig::new(&model.file).started(&[]).states(), 2);
    let wrong = text.replace("radius=\"0.1\"", "radius=\"thick\"");
    assert!(
        crate::urdf::rig::try_read(&wrong, &UrdfOptions::default())
            .unwrap_err()
            .contains("`radius` is \"thick\": expected a number")
    );
}
