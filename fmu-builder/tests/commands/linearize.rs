//! `linearize` against matrices derived by hand, and its file formats.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod mat_file;
mod minimal;

use crate::command;

use std::fs;

use command::{Folder, example};
use serde_json::Value;

const G: f64 = 9.80665;

/// What `linearize` wrote as JSON.
struct Linear(Value);

impl Linear {
    fn of(folder: &Folder, model: &str, arguments: &[&str]) -> Self {
        folder.run(["linearize", model, "-o", "linear.json", "--quiet"].iter().chain(arguments)).succeeds();
        Self(serde_json::from_str(&fs::read_to_string(folder.path("linear.json")).unwrap()).unwrap())
    }

    fn index(&self, list: &str, name: &str) -> usize {
        let names = self.0[list].as_array().unwrap();
        names.iter().position(|entry| entry["name"] == name).unwrap_or_else(|| panic!("{name} is no element of {list}"))
    }

    fn value(&self, list: &str, values: &str, name: &str) -> f64 {
        self.0[values][self.index(list, name)].as_f64().unwrap()
    }

    fn state(&self, name: &str) -> f64 {
        self.value("states", "x0", name)
    }

    /// Derivative of `unknown` (`der(x)` or an output) by `known` (a state or an input).
    fn by(&self, unknown: &str, known: &str) -> f64 {
        let is_state = self.0["states"].as_array().unwrap().iter().any(|state| state["name"] == known);
        let (list, column) = if is_state { ("states", ["A", "C"]) } else { ("inputs", ["B", "D"]) };
        let (rows, matrix) =
            if unknown.starts_with("der(") { ("derivatives", column[0]) } else { ("outputs", column[1]) };
        self.0[matrix][self.index(rows, unknown)][self.index(list, known)].as_f64().unwrap()
    }

    #[track_caller]
    fn is(&self, unknown: &str, known: &str, expected: f64) {
        self.is_near(unknown, known, expected, 1e-10);
    }

    #[track_caller]
    fn is_near(&self, unknown: &str, known: &str, expected: f64, tolerance: f64) {
        let found = self.by(unknown, known);
        assert!(
            (found - expected).abs() <= tolerance * expected.abs().max(1.0),
            "{unknown} by {known}: {found}, {expected} expected"
        );
    }
}

#[test]
fn the_pendulum_agrees_with_its_equation() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    // J phi'' = tau - d w - m g r cos(phi), the body's own inertia is 0.001 kg.m2.
    let (mass, radius, inertia, damping) = (1.0, 0.5, 0.251, 0.1);
    for at in ["0", "1.3"] {
        let linear = Linear::of(&folder, model.to_str().unwrap(), &["--at", at, "--set", "tau=0.7"]);
        let phi = linear.state("rev.phi");
        linear.is("der(rev.phi)", "rev.phi", 0.0);
        linear.is("der(rev.phi)", "rev.w", 1.0);
        linear.is("der(rev.w)", "rev.phi", mass * G * radius * phi.sin() / inertia);
        linear.is("der(rev.w)", "rev.w", -damping / inertia);
        linear.is("der(rev.phi)", "tau", 0.0);
        linear.is("der(rev.w)", "tau", 1.0 / inertia);
        linear.is("angle", "rev.phi", 1.0);
        linear.is("angle", "rev.w", 0.0);
        linear.is("speed", "rev.w", 1.0);
        linear.is("angle", "tau", 0.0);
        assert_eq!(linear.0["time"].as_f64().unwrap(), at.parse::<f64>().unwrap());
        let w_dot = (0.7 - damping * linear.state("rev.w") - mass * G * radius * phi.cos()) / inertia;
        assert!((linear.value("derivatives", "f0", "der(rev.w)") - w_dot).abs() < 1e-10);
    }
}

const CART_POLE: &str = r#"
name = "CartPole"
connections = [
  ["world.frame_b", "slide.frame_a"],
  ["slide.frame_b", "cart.frame_a"],
  ["slide.frame_b", "hinge.frame_a"],
  ["hinge.frame_b", "pole.frame_a"],
  ["drive.flange", "slide.axis"],
]
[components.world]
class = "World"
[components.slide]
class = "Joints.Prismatic"
useAxisFlange = true
s = { start = 0, fixed = true }
v = { start = 0, fixed = true }
[components.hinge]
class = "Joints.Revolute"
phi = { start = 0, fixed = true }
w = { start = 0, fixed = true }
[components.cart]
class = "Parts.Body"
m = 2.0
r_CM = [0, 0, 0]
[components.pole]
class = "Parts.Body"
m = 0.3
r_CM = [0, 0.4, 0]
I_33 = 0.02
[components.drive]
class = "Translational.Sources.Force"
[inputs]
push = "drive.f"
[outputs]
position = "slide.s"
angle = "hinge.phi"
"#;

#[test]
fn the_cart_pole_agrees_with_its_equations_upright_and_in_motion() {
    let folder = Folder::new();
    folder.write("cart_pole.toml", CART_POLE);
    let (cart, pole, length, inertia) = (2.0, 0.3, 0.4, 0.02);
    // [a, -k cos; -k cos, b] (s'', phi'') = (F - k sin w^2, k g sin).
    let (a, b, k) = (cart + pole, inertia + pole * length * length, pole * length);
    for (at, arguments) in
        [("0", &[][..]), ("0.8", &["--set", "hinge.phi=0.3", "--set", "slide.v=-0.4", "--set", "push=1.5"])]
    {
        let linear = Linear::of(&folder, "cart_pole.toml", &[&["--at", at], arguments].concat());
        let (phi, w) = (linear.state("hinge.phi"), linear.state("hinge.w"));
        let force = linear.value("inputs", "u0", "push");
        let (sin, cos) = phi.sin_cos();
        let (f1, f2) = (force - k * sin * w * w, k * G * sin);
        let determinant = a * b - k * k * cos * cos;
        let (s, p) = ((b * f1 + k * cos * f2) / determinant, (k * cos * f1 + a * f2) / determinant);
        let (f1_phi, f2_phi, determinant_phi) = (-k * cos * w * w, k * G * cos, 2.0 * k * k * cos * sin);
        linear.is(
            "der(slide.v)",
            "hinge.phi",
            (b * f1_phi - k * sin * f2 + k * cos * f2_phi - s * determinant_phi) / determinant,
        );
        linear.is(
            "der(hinge.w)",
            "hinge.phi",
            (k * cos * f1_phi - k * sin * f1 + a * f2_phi - p * determinant_phi) / determinant,
        );
        linear.is("der(slide.v)", "hinge.w", -2.0 * b * k * sin * w / determinant);
        linear.is("der(hinge.w)", "hinge.w", -2.0 * k * cos * k * sin * w / determinant);
        linear.is("der(slide.v)", "push", b / determinant);
        linear.is("der(hinge.w)", "push", k * cos / determinant);
        for known in ["slide.s", "slide.v"] {
            linear.is("der(slide.v)", known, 0.0);
            linear.is("der(hinge.w)", known, 0.0);
        }
        linear.is("der(slide.s)", "slide.v", 1.0);
        linear.is("position", "slide.s", 1.0);
        linear.is("position", "hinge.phi", 0.0);
        linear.is("angle", "hinge.phi", 1.0);
    }
}

type Matrix<const N: usize> = [[f64; N]; 3];

/// Rows of the rotation from the world to the body with a quaternion of any length (vector part first), and the derivative of
/// `T v` by its elements.
fn rotated(q: [f64; 4], v: [f64; 3]) -> ([f64; 3], Matrix<4>) {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, s] = q.map(|x| x / length);
    // T v = (2 s^2 - 1) v + 2 u (u.v) - 2 s u x v.
    let u = [x, y, z];
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let uv = cross(u, v);
    let value: [f64; 3] =
        std::array::from_fn(|i| (2.0 * s * s - 1.0) * v[i] + 2.0 * u[i] * dot(u, v) - 2.0 * s * uv[i]);
    let mut columns = [[0.0; 3]; 4];
    for (k, column) in columns.iter_mut().enumerate() {
        if k == 3 {
            *column = std::array::from_fn(|i| 4.0 * s * v[i] - 2.0 * uv[i]);
        } else {
            let e: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == k)));
            let ev = cross(e, v);
            *column = std::array::from_fn(|i| 2.0 * e[i] * dot(u, v) + 2.0 * u[i] * dot(e, v) - 2.0 * s * ev[i]);
        }
    }
    // The length has no effect: what points along the quaternion is taken out.
    let unit = [x, y, z, s];
    let along: [f64; 3] = std::array::from_fn(|i| (0..4).map(|k| columns[k][i] * unit[k]).sum());
    let derivative = std::array::from_fn(|i| std::array::from_fn(|k| (columns[k][i] - along[i] * unit[k]) / length));
    (value, derivative)
}

#[test]
fn the_quadrotor_agrees_with_its_equations() {
    let folder = Folder::new();
    let model = example("quadrotor.toml");
    let linear = Linear::of(
        &folder,
        model.to_str().unwrap(),
        &["--full", "--set", "thrust=9", "--set", "propulsion.force[1]=0.5"],
    );
    // The battery hangs 0.04 m below: centre of mass and inertia about it.
    let (mass, hull, battery, depth) = (1.0, 0.8, 0.2, 0.04);
    let d = depth * battery / mass;
    let lateral = 0.0082 + hull * d * d + battery * (depth - d) * (depth - d);
    let inertia = [lateral, lateral, 0.0149];
    // At rest: a = R f - g, f = F/m + r x alpha, alpha = J^-1 (tau - r x F), r = (0, 0, -d).
    let by_r = |v: [f64; 3]| [d * v[1], -d * v[0], 0.0];
    let alpha = |force: [f64; 3], torque: [f64; 3]| -> [f64; 3] {
        let moment = by_r(force);
        std::array::from_fn(|i| (torque[i] - moment[i]) / inertia[i])
    };
    let f = |force: [f64; 3], torque: [f64; 3]| -> [f64; 3] {
        let lever = by_r(alpha(force, torque));
        std::array::from_fn(|i| force[i] / mass + lever[i])
    };
    let name = |array: &str, k: usize| format!("{array}[{}]", k + 1);
    let q: [f64; 4] = std::array::from_fn(|k| linear.state(&name("hull.Q", k)));
    // R is the rotation with the conjugate quaternion.
    let conjugate = [-q[0], -q[1], -q[2], q[3]];
    let to_world = |v: [f64; 3]| rotated(conjugate, v).0;
    let (_, by_conjugate) = rotated(conjugate, f([0.5, 0.0, 9.0], [0.0; 3]));
    let (_, gravity_by_q) = rotated(q, [0.0, 0.0, -G]);
    let unit = |k: usize| -> [f64; 3] { std::array::from_fn(|i| f64::from(u8::from(i == k))) };
    let inputs = ["propulsion.force[1]", "propulsion.force[2]", "thrust", "roll_torque", "pitch_torque", "yaw_torque"];
    // Q' = M^T w / 2 (MSL's order of the elements).
    let [x, y, z, s] = q;
    let rates = [[s, -z, y], [z, s, -x], [-y, x, s], [-x, -y, -z]];
    for i in 0..3 {
        let (der_r, der_v, der_w) = (name("hull.r_0", i), name("hull.v_0", i), name("hull.w_a", i));
        let [der_r, der_v, der_w] = [der_r, der_v, der_w].map(|state| format!("der({state})"));
        for k in 0..3 {
            let same = f64::from(u8::from(i == k));
            linear.is(&der_r, &name("hull.v_0", k), same);
            linear.is(&der_r, &name("hull.r_0", k), 0.0);
            linear.is(&der_v, &name("hull.r_0", k), 0.0);
            linear.is(&der_v, &name("hull.v_0", k), 0.0);
            linear.is(&der_v, &name("hull.w_a", k), 0.0);
            linear.is(&der_w, &name("hull.w_a", k), 0.0);
            linear.is(&name("navigation.r", i), &name("hull.r_0", k), same);
            linear.is(&name("gyro.w", i), &name("hull.w_a", k), same);
        }
        for k in 0..4 {
            let sign = if k < 3 { -1.0 } else { 1.0 };
            linear.is(&der_v, &name("hull.Q", k), sign * by_conjugate[i][k]);
            linear.is(&der_w, &name("hull.Q", k), 0.0);
            linear.is(&name("gyro.a", i), &name("hull.Q", k), gravity_by_q[i][k]);
            linear.is(&format!("der({})", name("hull.Q", k)), &name("hull.w_a", i), rates[k][i] / 2.0);
        }
        for (k, input) in inputs.into_iter().enumerate() {
            let (force, torque) = if k < 3 { (unit(k), [0.0; 3]) } else { ([0.0; 3], unit(k - 3)) };
            linear.is(&der_v, input, to_world(f(force, torque))[i]);
            linear.is(&der_w, input, alpha(force, torque)[i]);
            linear.is(&name("gyro.a", i), input, f(force, torque)[i]);
        }
    }
}

/// The reader of JSON here is off by the last bit at times.
fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2.0 * f64::EPSILON * b.abs()
}

#[test]
fn csv_and_mat_hold_the_same_matrices() {
    let folder = Folder::new();
    folder.write("cart_pole.toml", CART_POLE);
    let linear = Linear::of(&folder, "cart_pole.toml", &[]);
    folder.run(["linearize", "cart_pole.toml", "-o", "linear.csv"]).succeeds().says(&["hinge.phi", "push"]);
    folder.run(["linearize", "cart_pole.toml", "-o", "linear.mat"]).succeeds();
    let text = fs::read_to_string(folder.path("linear.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    for row in &rows[1..] {
        for (name, number) in rows[0][1..].iter().zip(&row[1..]) {
            let found: f64 = number.parse().unwrap();
            assert!(is_same(found, linear.by(row[0].trim_matches('"'), name.trim_matches('"'))));
        }
    }
    assert_eq!((rows.len(), rows[0].len()), (1 + 6, 1 + 5));
    let file = mat_file::read(&fs::read(folder.path("linear.mat")).unwrap());
    for name in ["A", "B", "C", "D"] {
        let rows: Vec<Vec<f64>> = serde_json::from_value(linear.0[name].clone()).unwrap();
        let found = file.matrix(name);
        assert_eq!((found.len(), found[0].len()), (rows.len(), rows[0].len()), "{name}");
        assert!(found.iter().flatten().zip(rows.iter().flatten()).all(|(a, b)| is_same(*a, *b)), "{name}");
    }
    let names: Vec<&str> = linear.0["states"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(file.texts("states"), names);
    assert_eq!(file.texts("inputs_units"), ["N"]);
    assert_eq!(file.matrix("time"), [[0.0]]);
}

#[test]
fn what_cannot_be_made_linear_is_refused_by_name() {
    let folder = Folder::new();
    folder.write("cart_pole.toml", CART_POLE);
    let run = |arguments: &[&str]| folder.run(["linearize", "cart_pole.toml"].iter().chain(arguments));
    run(&["-o", "linear.txt"]).exits(2).says(&["linear.txt", ".json, .csv, .mat or .npz"]);
    run(&["--at", "-1"]).exits(2).says(&["-1", "before the start"]);
    run(&["--set", "no.such=1"]).exits(2).says(&["no.such"]);
    run(&["-o", "cart_pole.toml"]).exits(2).says(&["is the input"]);
    run(&["--log"]).exits(2).says(&["--log", "--full"]);
    assert_eq!(folder.files(), ["cart_pole.toml"]);
}
