//! Independent coordinates: their number, and their matrices against equations of motion, at rest and in motion.

use super::{G, Linear};
use crate::command::{Folder, example};

use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance, Interface};
use std::sync::Arc;

fn of_example(name: &str, arguments: &[&str]) -> Linear {
    Linear::of(&Folder::new(), example(name).to_str().unwrap(), arguments)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(k: usize) -> [f64; 3] {
    std::array::from_fn(|i| f64::from(u8::from(i == k)))
}

fn sum<const N: usize>(terms: [[f64; 3]; N]) -> [f64; 3] {
    std::array::from_fn(|i| terms.iter().map(|term| term[i]).sum())
}

/// The body with a battery below it, in axes of its own: `rotation` is about them.
#[test]
fn the_quadrotor_has_twelve_states_that_agree_with_its_equations() {
    let (mass, d) = (1.0, 0.04 * 0.2);
    let lateral = 0.0082 + 0.8 * d * d + 0.2 * (0.04 - d) * (0.04 - d);
    let inertia = [lateral, lateral, 0.0149];
    let by_inertia = |m: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| m[i] / inertia[i]) };
    let momentum = |w: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| w[i] * inertia[i]) };
    let negative = |v: [f64; 3]| v.map(|x| -x);
    let (r, name) = ([0.0, 0.0, -d], |array: &str, k: usize| format!("{array}[{}]", k + 1));
    let set = ["thrust=9", "propulsion.force[1]=0.5", "roll_torque=0.01", "pitch_torque=-0.02", "yaw_torque=0.03"];
    let settings: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
    for at in ["0", "0.8"] {
        let linear = of_example("quadrotor.toml", &[&["--at", at], &settings[..]].concat());
        assert_eq!(linear.0["states"].as_array().unwrap().len(), 12);
        let full = of_example("quadrotor.toml", &[&["--full", "--at", at], &settings[..]].concat());
        let q: [f64; 4] = std::array::from_fn(|k| full.state(&name("hull.Q", k)));
        let w: [f64; 3] = std::array::from_fn(|k| linear.state(&name("hull.w_a", k)));
        assert!(at == "0" || w.iter().all(|w| w.abs() > 0.1), "{w:?}");
        let to_world = |v| super::rotated([-q[0], -q[1], -q[2], q[3]], v).0;
        let (force, torque) = ([0.5, 0.0, 9.0], [0.01, -0.02, 0.03]);
        // About the centre of mass: J w' = torque - r x force - w x J w.
        let turn = |force, torque, w: [f64; 3]| {
            by_inertia(sum([torque, negative(cross(r, force)), negative(cross(w, momentum(w)))]))
        };
        let spin = |w, w_d| sum([cross(r, w_d), negative(cross(w, cross(w, r)))]);
        let f = sum([force.map(|f| f / mass), spin(w, turn(force, torque, w))]);
        let gravity = super::rotated(q, [0.0, 0.0, -G]).0;
        for k in 0..3 {
            let e = unit(k);
            let turn_by_w = by_inertia(negative(sum([cross(e, momentum(w)), cross(w, momentum(e))])));
            let by_w = sum([cross(r, turn_by_w), negative(cross(e, cross(w, r))), negative(cross(w, cross(e, r)))]);
            let rotation = name("hull.rotation", k);
            for i in 0..3 {
                let der = |array: &str| format!("der({})", name(array, i));
                linear.is(&der("hull.v_0"), &rotation, to_world(cross(e, f))[i]);
                linear.is(&der("hull.w_a"), &rotation, 0.0);
                linear.is(&der("hull.rotation"), &rotation, cross(e, w)[i]);
                linear.is(&name("gyro.a", i), &rotation, cross(gravity, e)[i]);
                let rate = name("hull.w_a", k);
                linear.is(&der("hull.v_0"), &rate, to_world(by_w)[i]);
                linear.is(&der("hull.w_a"), &rate, turn_by_w[i]);
                linear.is(&der("hull.rotation"), &rate, e[i]);
                linear.is(&der("hull.r_0"), &name("hull.v_0", k), e[i]);
                let pushed = turn(e, [0.0; 3], [0.0; 3]);
                let input = ["propulsion.force[1]", "propulsion.force[2]", "thrust"][k];
                linear.is(&der("hull.v_0"), input, to_world(sum([e.map(|e| e / mass), cross(r, pushed)]))[i]);
                let input = ["roll_torque", "pitch_torque", "yaw_torque"][k];
                linear.is(&der("hull.w_a"), input, by_inertia(e)[i]);
            }
        }
    }
}

/// Weights of a central difference of order ten: of the first derivative (odd), and of the second (even, with that of the centre first).
const FIRST: [f64; 5] = [5.0 / 6.0, -5.0 / 21.0, 5.0 / 84.0, -5.0 / 504.0, 1.0 / 1260.0];
const SECOND: [f64; 6] = [-5269.0 / 1800.0, 5.0 / 3.0, -5.0 / 21.0, 5.0 / 126.0, -5.0 / 1008.0, 1.0 / 3150.0];

/// First and second derivative.
fn derivatives(f: impl Fn(f64) -> f64, x: f64) -> [f64; 2] {
    let h = 0.02;
    let pairs: Vec<[f64; 2]> = (1..6).map(|k| [f(x + h * f64::from(k)), f(x - h * f64::from(k))]).collect();
    let first: f64 = pairs.iter().zip(FIRST).map(|([a, b], weight)| weight * (a - b)).sum();
    let second: f64 = pairs.iter().zip(&SECOND[1..]).map(|([a, b], weight)| weight * (a + b)).sum();
    [first / h, (second + SECOND[0] * f(x)) / (h * h)]
}

/// A bar of steel as a box along its length: mass, and inertia about its centre in the plane.
fn bar(length: f64, width: f64) -> [f64; 2] {
    let mass = 7700.0 * length * width * width;
    [mass, mass * (length * length + width * width) / 12.0]
}

/// Crank angle -> angles of coupler and rocker against x, by the triangle of coupler, rocker and the line between their far ends.
fn four_bar(phi: f64) -> [f64; 2] {
    let (a, b, c, ground) = (0.2, 0.5, 0.4, 0.5);
    let (x, y) = (ground - a * phi.cos(), -a * phi.sin());
    let (line, direction) = (x.hypot(y), y.atan2(x));
    let coupler = direction + ((b * b + line * line - c * c) / (2.0 * b * line)).acos();
    let (top_x, top_y) = (a * phi.cos() + b * coupler.cos(), a * phi.sin() + b * coupler.sin());
    [coupler, top_y.atan2(top_x - ground)]
}

/// Mass seen by the crank: angles by the crank's, from the velocities of the closed loop.
fn four_bar_inertia(phi: f64) -> f64 {
    let [coupler, _] = four_bar(phi);
    let [by_coupler, by_rocker] = four_bar_rates(phi);
    let [[m1, i1], [m2, i2], [m3, i3]] = [bar(0.2, 0.04), bar(0.5, 0.03), bar(0.4, 0.03)];
    let centre =
        [-0.2 * phi.sin() - 0.25 * coupler.sin() * by_coupler, 0.2 * phi.cos() + 0.25 * coupler.cos() * by_coupler];
    m1 * 0.01
        + i1
        + m2 * (centre[0].powi(2) + centre[1].powi(2))
        + i2 * by_coupler.powi(2)
        + (m3 * 0.04 + i3) * by_rocker.powi(2)
}

fn four_bar_rates(phi: f64) -> [f64; 2] {
    let [coupler, rocker] = four_bar(phi);
    let (a, b, c) = (0.2, 0.5, 0.4);
    let by_coupler = a * (phi - rocker).sin() / (b * (rocker - coupler).sin());
    let by_rocker = a * (phi - coupler).sin() / (c * (rocker - coupler).sin());
    [by_coupler, by_rocker]
}

fn four_bar_height(phi: f64) -> f64 {
    let [coupler, rocker] = four_bar(phi);
    let [[m1, _], [m2, _], [m3, _]] = [bar(0.2, 0.04), bar(0.5, 0.03), bar(0.4, 0.03)];
    9.80665 * (m1 * 0.1 * phi.sin() + m2 * (0.2 * phi.sin() + 0.25 * coupler.sin()) + m3 * 0.2 * rocker.sin())
}

/// M(phi) w' = tau - M' w^2/2 - V' - d (rocker')^2 w, with derivatives of these functions of one angle by differences of order ten.
#[test]
fn the_four_bar_agrees_with_its_equation_of_one_angle() {
    for (at, settings) in [
        ("0", &["--set", "crank_joint.w=0", "--set", "motor.tau=1.5"][..]),
        ("0.13", &[]),
        ("0.9", &["--set", "motor.tau=2"]),
    ] {
        let linear = of_example("four_bar.toml", &[&["--at", at], settings].concat());
        let (phi, w) = (linear.state("crank_joint.phi"), linear.state("crank_joint.w"));
        assert_eq!(linear.0["states"].as_array().unwrap().len(), 2);
        let tau = linear.value("inputs", "u0", "motor.tau");
        let mass = four_bar_inertia(phi);
        let ([m_1, m_2], [v_1, v_2]) = (derivatives(four_bar_inertia, phi), derivatives(four_bar_height, phi));
        let damping = |phi: f64| 0.1 * four_bar_rates(phi)[1].powi(2);
        let w_d = (tau - m_1 * w * w / 2.0 - v_1 - damping(phi) * w) / mass;
        let found = linear.value("derivatives", "f0", "der(crank_joint.w)");
        assert!((found - w_d).abs() < 1e-9 * w_d.abs().max(1.0), "{found} {w_d}");
        let by_phi = (-m_2 * w * w / 2.0 - v_2 - derivatives(damping, phi)[0] * w - m_1 * w_d) / mass;
        linear.is_near("der(crank_joint.w)", "crank_joint.phi", by_phi, 1e-9);
        linear.is_near("der(crank_joint.w)", "crank_joint.w", (-m_1 * w - damping(phi)) / mass, 1e-9);
        linear.is_near("der(crank_joint.w)", "motor.tau", 1.0 / mass, 1e-9);
        linear.is_near("rocker_angle", "crank_joint.phi", four_bar_rates(phi)[1], 1e-9);
        linear.is_near("rocker_angle", "crank_joint.w", 0.0, 1e-9);
    }
}

#[test]
fn closed_loops_have_the_modes_of_their_degrees_of_freedom() {
    let cases: [(&str, &[&str], usize); 5] = [
        ("wishbone.toml", &["lower_joint.phi", "rack.s", "lower_joint.w", "rack.v"], 2),
        ("slider_crank.toml", &["shaft.phi", "shaft.w"], 1),
        ("gripper.toml", &["left_joint.phi", "left_joint.w"], 1),
        ("stewart_platform.toml", &[], 6),
        ("car.toml", &[], 11),
    ];
    for (model, states, pairs) in cases {
        for at in ["0", "0.4"] {
            let linear = of_example(model, &["--at", at]);
            let names: Vec<&str> =
                linear.0["states"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
            assert_eq!(names.len(), 2 * pairs, "{model}: {names:?}");
            assert!(states.is_empty() || names == states, "{model}: {names:?}");
            let modes = linear.0["modes"].as_array().unwrap();
            let oscillating = modes.iter().filter(|mode| mode["eigenvalue"][1].as_f64().unwrap() > 0.0).count();
            assert_eq!((modes.len(), oscillating), (pairs, pairs), "{model} at {at}: {modes:?}");
            let passive = ["wishbone.toml", "stewart_platform.toml", "car.toml"].contains(&model);
            assert!(!passive || modes.iter().all(|mode| mode["damping_ratio"].as_f64().unwrap() > 0.0), "{modes:?}");
        }
    }
}

const DISC: &str = r#"
name = "Disc"
connections = [["wheel.frame_a", "disc.frame_a"]]
[components.world]
class = "World"
n = [0, 0, -1]
[components.wheel]
class = "Joints.RollingWheel"
radius = 0.3
x = { start = 0, fixed = true }
y = { start = 0, fixed = true }
angles = { start = [0, 0, 0], fixed = true }
der_angles = { start = [0, OMEGA, 0], fixed = true }
[components.disc]
class = "Parts.Body"
m = 2.0
r_CM = [0, 0, 0]
I_11 = 0.05
I_22 = 0.09
I_33 = 0.05
"#;

/// Upright, at the speed v = r Omega: lean theta and heading psi obey `(I + m r^2) theta'' = m g r theta + (J + m r^2) Omega psi'` and
/// `I psi'' = -J Omega theta'`. The angles of the joint turn about z, y, x in this order, so that the last one turns with the wheel.
#[test]
fn the_rolling_wheel_agrees_with_the_equations_of_a_disc() {
    let (m, r, i, j) = (2.0, 0.3, 0.05, 0.09);
    let folder = Folder::new();
    for (at, omega) in [("0", 0.0), ("0", 5.0), ("0.7", 5.0)] {
        folder.write("disc.toml", &DISC.replace("OMEGA", &omega.to_string()));
        let linear = Linear::of(&folder, "disc.toml", &["--at", at]);
        let names = linear.0["states"].as_array().unwrap().iter().map(|state| state["name"].as_str().unwrap());
        let expected =
            ["x", "y", "angles[1]", "angles[2]", "angles[3]", "der_angles[1]", "der_angles[2]", "der_angles[3]"];
        assert!(names.eq(expected.map(|name| format!("wheel.{name}"))));
        let (s, c) = linear.state("wheel.angles[2]").sin_cos();
        // Columns by the angles 1 and 3 and their derivatives.
        let row = |f: &dyn Fn([f64; 4]) -> f64| -> [f64; 4] {
            std::array::from_fn(|k| f(std::array::from_fn(|i| f64::from(u8::from(i == k)))))
        };
        let lean = |[_, a3, _, b3]: [f64; 4]| [c * a3, c * b3 - s * omega * a3];
        let heading = |[a1, a3, b1, b3]: [f64; 4]| [a1 - s * a3, b1 - s * b3 - c * omega * a3];
        let third = |z: [f64; 4]| {
            let lean_2 = (m * G * r * lean(z)[0] + (j + m * r * r) * omega * heading(z)[1]) / (i + m * r * r);
            (lean_2 + 2.0 * s * omega * z[3] + c * omega * omega * z[1]) / c
        };
        let first = |z: [f64; 4]| {
            -j / i * omega * lean(z)[1] + s * third(z) + 2.0 * c * omega * z[3] - s * omega * omega * z[1]
        };
        let sideways = |z: [f64; 4]| r * omega * heading(z)[0] - r * lean(z)[1];
        let rows = [("der_angles[3]", row(&third)), ("der_angles[1]", row(&first)), ("y", row(&sideways))];
        let columns = ["angles[1]", "angles[3]", "der_angles[1]", "der_angles[3]"];
        for (unknown, row) in rows {
            for (known, expected) in columns.into_iter().zip(row) {
                linear.is_near(&format!("der(wheel.{unknown})"), &format!("wheel.{known}"), expected, 1e-9);
            }
        }
        linear.is("der(wheel.x)", "wheel.der_angles[2]", r);
        ["x", "y", "angles[2]"]
            .iter()
            .for_each(|known| linear.is("der(wheel.der_angles[3])", &format!("wheel.{known}"), 0.0));
    }
}

/// Names of the states that a host integrates of a minimal set, those of coordinates by what they are at the start, and the columns of the
/// state matrix.
fn of_host(name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let (file, _) = ModelFile::from_path(&example(name)).unwrap();
    let model = compiler::minimal(compiler::compile(&file).unwrap(), &file).unwrap();
    let [states, derivatives] = model.catalogue.exchanged().map(|l| l.iter().map(|i| *i as u32).collect::<Vec<u32>>());
    let named = |state: &u32| {
        let variable = model.catalogue.variables.at(*state as usize);
        let at_start = variable.description.split_once("; at the start ");
        at_start.map_or(variable.name, |(_, name)| name).to_owned()
    };
    let names = states.iter().map(named).collect();
    let mut instance = Instance::new(Arc::new(model.clone())).with_interface(Interface::ModelExchange);
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance.new_discrete_states().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    let column = |state: &u32| {
        let mut column = vec![0.0; derivatives.len()];
        instance.directional_derivatives(&derivatives, &[*state], &[1.0], &mut column).unwrap();
        column
    };
    (names, states.iter().map(column).collect())
}

/// A host that integrates the same coordinates finds the matrix that `linearize` finds by another way, at rest and in motion.
#[test]
fn minimal_states_of_an_fmu_have_the_matrix_of_linearize() {
    for model in ["four_bar.toml", "wishbone.toml", "quadrotor.toml", "slider_crank.toml"] {
        let linear = of_example(model, &[]);
        let (names, columns) = of_host(model);
        assert_eq!(names.len(), linear.0["states"].as_array().unwrap().len(), "{model}");
        for (known, column) in names.iter().zip(columns) {
            for (unknown, found) in names.iter().zip(column) {
                let expected = linear.by(&format!("der({unknown})"), known);
                let difference = (found - expected).abs();
                assert!(
                    difference <= 1e-9 * expected.abs().max(1.0),
                    "{model}: {unknown} by {known}: {found} {expected}"
                );
            }
        }
    }
}
